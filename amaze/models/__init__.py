"""The rules of Amaze for other solvers."""
