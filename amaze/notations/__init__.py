"""Every notation in which a puzzle of Amaze is written: a module each.

A board is a list of h lists of w cells, '.' or a number as text; in a puzzle each number occurs
twice.
"""
