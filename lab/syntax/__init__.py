"""Reads the text of logic programs: tokens, and the messages of clingo."""
