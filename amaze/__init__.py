"""Amaze, the second assignment."""
