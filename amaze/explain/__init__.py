"""the fewest lines that cannot be drawn together; of several optima, the fewest ends to move so
that one is left.  It is proven that fewer ends do not suffice, wherever they go.  A single end goes
to the nearest possible place.  If the time limit comes first, the report says how many do not
suffice.
"""
