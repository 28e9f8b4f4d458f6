"""Reads what was delivered: folders and zips, names of authors."""
