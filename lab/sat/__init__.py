"""Light Up by way of SAT: a grid as clauses, and what a solver makes of them as a grid.

python3 -m lab sat encode dom01.txt > p.cnf; minisat p.cnf p.out; python3 -m lab sat decode
dom01.txt p.out.  Instead of minisat, walk is a solver too.
"""

import argparse
from collections.abc import Callable
from typing import TypeVar

import decode
import encode
from lab import Unusable, formats
from lab.conditions import puzzle, with_bulbs
from lab.formats.text import counted
from lab.grid import Board
from lab.output import write
from lab.sat import cnf, dimacs, walksat
from lab.verify import at, offences

ENCODE = """A grid as DIMACS CNF.  Variable C + R*width + 1 says whether there is a bulb in row R,
column C, both from 0.  Bulbs in the grid are left out: the puzzle is encoded."""
DECODE = """The solved grid, from the result of a solver: the file that minisat writes, or the
lines of s and v that solvers print in the SAT competitions.  Exit status: 0 a solution; 1 none,
or a result that breaks a rule; 3 the solver gave up."""
STATUS_OF_WALK = (
    "The result is in minisat's format.  Exit status: 0 SAT; 1 UNSAT; 3 INDET, given up."
)

MOST = 10  # faults that are told one by one

T = TypeVar("T")


def arguments(parser: argparse.ArgumentParser) -> None:
    steps = parser.add_subparsers(dest="step", metavar="STEP", required=True)

    to_cnf = steps.add_parser("encode", help="a grid to clauses", description=ENCODE)
    formats.add_arguments(to_cnf)
    to_cnf.add_argument(
        "--amo",
        choices=cnf.ENCODINGS,
        default=cnf.PAIRWISE,
        metavar="E",
        help="how at most one bulb in a run is written: "
        f"{', '.join(cnf.ENCODINGS)} ({cnf.PAIRWISE})",
    )
    to_cnf.set_defaults(do=encoded)

    to_grid = steps.add_parser("decode", help="a result to a grid", description=DECODE)
    formats.add_arguments(to_grid)
    to_grid.add_argument("result", metavar="RESULT", help="what the solver wrote")
    to_grid.set_defaults(do=decoded)

    walk = steps.add_parser(
        "walk", help="a solver", description=f"{walksat.__doc__}\n{STATUS_OF_WALK}"
    )
    add = walk.add_argument
    add("cnf", nargs="?", default="-", metavar="CNF", help="DIMACS; standard input without it")
    add("--seed", type=int, default=0, metavar="N", help="of the random choices (0)")
    add(
        "--flips",
        type=decode.natural,
        default=walksat.FLIPS,
        metavar="N",
        help=f"in a try ({walksat.FLIPS})",
    )
    add(
        "--tries",
        type=decode.natural,
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
    walk.set_defaults(do=walked)


def run(options: argparse.Namespace) -> int:
    status: int = options.do(options)
    return status


def encoded(options: argparse.Namespace) -> int:
    board = formats.board(options)
    formula = cnf.Formula(board, options.amo)
    clauses = dimacs.lines(formula)
    write(comments(board, formula, options.amo))
    write(dimacs.problem(formula.variables, clauses.count("\n")))
    write(clauses)
    return 0


def comments(board: Board, formula: cnf.Formula, encoding: str) -> str:
    """What the variables mean."""
    height, width = len(board), len(board[0])
    cells = height * width
    text = f"c Light Up, {counted(height, 'row')} and {counted(width, 'column')}\n"
    text += f"c C + R*{width} + 1: there is a bulb in row R, column C (both from 0)\n"
    if formula.variables > cells:
        text += f"c {cells + 1} to {formula.variables}: auxiliary, from the encoding {encoding}\n"
    return text


def decoded(options: argparse.Namespace) -> int:
    if options.file == options.result == "-":
        raise Unusable("the grid and the result cannot both come from standard input")
    board = puzzle(formats.board(options))
    status, bulbs = contents(options.result, dimacs.result)
    if status == dimacs.UNSAT:
        decode.tell("no solution")
        return 1
    if status == dimacs.UNKNOWN:
        decode.tell("undecided: the solver gave up")
        return 3
    solution = with_bulbs(board, bulbs)
    if found := faults(board, solution):
        more = [f"and {len(found) - MOST} more"] if len(found) > MOST else []
        decode.tell("\n".join(["the result is no solution of this grid:", *found[:MOST], *more]))
        return 1
    write(formats.write(solution, "grid"))
    return 0


def faults(board: Board, solution: Board) -> list[str]:
    """Why this is no solution of the board, in words: it is another board, or breaks rules."""
    changed = [
        f"{at((r, c))}: {solution[r][c]!r} in place of {kind!r}"
        for r, rows in enumerate(zip(board, puzzle(solution)))
        for c, (kind, other) in enumerate(zip(*rows))
        if kind != other
    ]
    return changed or offences(solution)


def walked(options: argparse.Namespace) -> int:
    variables, clauses = contents(options.cnf, dimacs.read)
    try:
        true = walksat.solve(clauses, options.seed, options.flips, options.tries, options.noise)
        status = dimacs.UNKNOWN if true is None else dimacs.SAT
    except walksat.Contradiction:
        true, status = None, dimacs.UNSAT
    write(dimacs.written(dimacs.Result(status, true or set()), variables))
    return {dimacs.SAT: 0, dimacs.UNSAT: 1, dimacs.UNKNOWN: 3}[status]


def contents(path: str, reader: Callable[[str], T]) -> T:
    """What the reader makes of the text of a file; Unusable if that is nothing."""
    name = "<stdin>" if path == "-" else path
    try:
        return reader(encode.decoded(encode.read_bytes(path)).replace("\r\n", "\n"))
    except encode.GridError as error:
        raise Unusable(f"{name}:{error}") from None
    except OSError as error:
        raise Unusable(f"{name}: {error.strerror}") from None


def probability(text: str) -> float:
    try:
        if 0 <= float(text) <= 1:
            return float(text)
    except ValueError:
        pass
    raise argparse.ArgumentTypeError(f"{text!r} is no probability, 0 to 1")
