"""Modules that a browser's Python gets in place of others, see carried.py."""
