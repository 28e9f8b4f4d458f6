"""Light Up (Akari): bulbs that light all white cells, and not each other.

The rules as lightup.lp, the picture and the examples are in the folder of the kit.
"""

import encode

NAME, TITLE, BEST = "lightup", "Light Up", "unique"
ANSWERS = {"b": "bulbs", "-": "marks of cells without a bulb"}  # not every notation has them
ROADS = {  # beside asp: modules in models/, and what solves there
    "minisat": "MiniSat, from DIMACS CNF",
    "pysat": "CaDiCaL by python-sat, in its process",
    "walksat": "WalkSAT of this kit: a solution, never whether it is the only one",
    "minizinc": "Gecode, by lightup.mzn",
    "cpsat": "CP-SAT of OR-Tools",
    "mip": "HiGHS, as a 0-1 linear program",
    "tactics": "what a person can conclude, by hint: all of it or nothing",
}
COMMANDS = {  # packages of this folder, and what they do
    "hint": "what a person can conclude, step by step, in pictures",
    "generate": "puzzles with exactly one solution, of the size and difficulty that you name",
    "sat": "the puzzle as clauses, and what SAT solvers make of them",
}

LEGEND = encode.LEGEND + "b-"
EXPECTED = f"{encode.EXPECTED.replace(' or ', ', ')}, 'b' (a bulb) or '-' (no bulb here)"


def read(data: bytes, solved: bool = False) -> list[str]:
    """The grid in `data` as h strings of w characters; raises a GridError.

    A `solved` grid has 'b' for a bulb, and '-' for a white cell known to be without one.
    """
    return encode.read_grid(data, LEGEND, EXPECTED) if solved else encode.read_grid(data)


def given_values(r: int, c: int, height: int, width: int) -> tuple[str, ...]:
    """Return what a puzzle may have in a cell."""
    return tuple(encode.LEGEND)
