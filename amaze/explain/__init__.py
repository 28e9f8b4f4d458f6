"""Amaze's own explanations: lines that cannot be drawn together, the fewest ends to move.

It is proven that fewer ends do not suffice, wherever they go.  A single end goes to the nearest
possible place.  If the time limit comes first, the report says how many do not suffice.
"""
