"""Runs the programs of submissions, and those of the kit that are compared with them."""
