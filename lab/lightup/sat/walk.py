"""WalkSAT on clauses in DIMACS; the result is in the format of minisat.

Exit status: 0 SAT; 1 UNSAT; 3 INDET, given up.
"""

import argparse
from functools import partial

from lab.common.command import parse_count, parse_share
from lab.common.files import write
from lab.lightup.sat import dimacs, walksat


def arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("cnf", nargs="?", default="-", metavar="CNF", help="DIMACS; standard input without it")
    add("--seed", type=int, default=0, metavar="N", help="of the random choices (0)")
    number = partial(parse_count, most=999_999_999, least=0)
    flips, tries = walksat.DEFAULT_FLIPS, walksat.DEFAULT_TRIES
    add("--flips", type=number, default=flips, metavar="N", help=f"in a try ({flips})")
    add("--tries", type=number, default=tries, metavar="N", help=f"before giving up ({tries})")
    noise, share = walksat.DEFAULT_NOISE, "share of the flips that are random where none is free"
    add("--noise", type=parse_share, default=noise, metavar="P", help=f"{share} ({noise})")


def run(options: argparse.Namespace) -> int:
    variables, clauses = dimacs.read_dimacs_file(options.cnf, dimacs.read_clauses)
    try:
        limits = (options.flips, options.tries, options.noise)
        true = walksat.find_assignment(clauses, options.seed, *limits)
        status = dimacs.UNKNOWN if true is None else dimacs.SAT
    except walksat.UnsatisfiableClauses:
        true, status = None, dimacs.UNSAT
    write(dimacs.format_result(dimacs.SatResult(status, true or set()), variables))
    return {dimacs.SAT: 0, dimacs.UNSAT: 1, dimacs.UNKNOWN: 3}[status]
