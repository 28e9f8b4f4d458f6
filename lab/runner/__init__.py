"""Runs the programs of submissions, and programs of the kit to compare them with."""
