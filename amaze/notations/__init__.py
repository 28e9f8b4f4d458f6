"""The notations of Amaze, a module each; grid is that of every puzzle.

A board is a list of h lists of w cells, '.' or a number as text; in a puzzle each number occurs
twice.
"""
