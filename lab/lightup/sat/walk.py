"""WalkSAT on clauses in DIMACS; the result is in the format of minisat.

Exit status: 0 SAT; 1 UNSAT; 3 INDET, given up.
"""

import argparse

import decode
from lab.common.files import write
from lab.lightup.sat import dimacs, walksat


def arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("cnf", nargs="?", default="-", metavar="CNF", help="DIMACS; standard input without it")
    add("--seed", type=int, default=0, metavar="N", help="of the random choices (0)")
    add(
        "--flips",
        type=decode.parse_natural,
        default=walksat.FLIPS,
        metavar="N",
        help=f"in a try ({walksat.FLIPS})",
    )
    add(
        "--tries",
        type=decode.parse_natural,
        default=walksat.TRIES,
        metavar="N",
        help=f"before giving up ({walksat.TRIES})",
    )
    add(
        "--noise",
        type=probability,
        default=walksat.NOISE,
        metavar="P",
        help=f"share of the flips that are random where none is free ({walksat.NOISE})",
    )


def run(options: argparse.Namespace) -> int:
    variables, clauses = dimacs.contents(options.cnf, dimacs.read)
    try:
        true = walksat.solve(clauses, options.seed, options.flips, options.tries, options.noise)
        status = dimacs.UNKNOWN if true is None else dimacs.SAT
    except walksat.Contradiction:
        true, status = None, dimacs.UNSAT
    write(dimacs.written(dimacs.Result(status, true or set()), variables))
    return {dimacs.SAT: 0, dimacs.UNSAT: 1, dimacs.UNKNOWN: 3}[status]


def probability(text: str) -> float:
    """A number from 0 to 1."""
    try:
        if 0 <= float(text) <= 1:
            return float(text)
    except ValueError:
        pass
    raise argparse.ArgumentTypeError(f"{text!r} is no probability, 0 to 1")
