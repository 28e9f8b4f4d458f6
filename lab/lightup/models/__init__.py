"""The rules of Light Up for other solvers, and as logic programs for other questions."""
