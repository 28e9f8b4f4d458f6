"""The texts of SAT solvers: clauses in DIMACS CNF, and results.

A reader raises encode.GridError with line and column, both from 1.

Sources: "Satisfiability: Suggested Format" (DIMACS, 1993); the output format of the SAT
competitions, with lines s and v; the result file of MiniSat: SAT and the literals, UNSAT, or INDET
if it gave up.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeVar

import encode
from encode import GridError
from lab.common.words import count_noun
from lab.lightup.sat.cnf import Clause
from lab.notations.text import name_file_in_errors

Content = TypeVar("Content")

HEADER = re.compile(r"p\s+cnf\s+([0-9]{1,99})\s+([0-9]{1,99})\s*")
EXPECTED_HEADER = "a line 'p cnf VARIABLES CLAUSES'"
LARGEST_SIZE = 10**7  # variables, or clauses, that are read
TOKEN = re.compile(r"\S+")
LITERAL = re.compile(r"-?[0-9]{1,9}")

SAT, UNSAT, UNKNOWN = "SAT", "UNSAT", "INDET"
STATUSES = {SAT: SAT, UNSAT: UNSAT, UNKNOWN: UNKNOWN}  # of MiniSat and of the competitions
STATUSES |= {"SATISFIABLE": SAT, "UNSATISFIABLE": UNSAT, "UNKNOWN": UNKNOWN}


class SatResult(NamedTuple):
    """The answer of a solver."""

    status: str  # SAT, UNSAT or UNKNOWN
    true: set[int]  # the true variables


# ---------------------------------------------------------------- clauses


def format_problem(variables: int, clauses: Sequence[Clause]) -> str:
    """Return the text of a problem: its sizes, and a line for each clause."""
    lines = (" ".join(map(str, [*clause, 0])) for clause in clauses)
    return "\n".join([f"p cnf {variables} {len(clauses)}", *lines, ""])


def read_clauses(text: str) -> tuple[int, list[list[int]]]:
    """Return the number of variables and the clauses; raises a GridError.

    Only comments and blank lines may come before the line p.
    """
    variables, size = 0, -1  # -1 before the line p
    clauses: list[list[int]] = []
    clause: list[int] = []
    number, line = 0, ""
    for number, line in enumerate(text.split("\n"), start=1):
        if line.startswith("%") and size >= 0:  # the end of the clauses in files of SATLIB
            break
        if line.startswith("c") or not line.strip():
            continue
        if size < 0:
            variables, size = read_sizes(number, line)
            continue
        for column, literal in read_literals(number, line, variables):
            if len(clauses) == size:
                raise GridError(number, column, "one more clause", count_noun(size, "clause"))
            clause.append(literal)
            if not literal:
                clauses.append(clause[:-1])
                clause = []
    if size < 0:
        raise GridError(number, 1, "the end", EXPECTED_HEADER)
    if clause:
        raise GridError(number, len(line) + 1, "the end within a clause", "its closing 0")
    if len(clauses) != size:
        end = f"the end after clause {len(clauses)}"
        raise GridError(number, len(line) + 1, end, count_noun(size, "clause"))
    return variables, clauses


def read_sizes(number: int, line: str) -> tuple[int, int]:
    """Return the numbers of variables and clauses in the line p; raises a GridError."""
    match = HEADER.fullmatch(line)
    if not match:
        raise GridError(number, 1, repr(line[:20]), EXPECTED_HEADER)
    for group in (1, 2):
        if int(match[group]) > LARGEST_SIZE:
            raise GridError(number, match.start(group) + 1, match[group], f"{LARGEST_SIZE} at most")
    return int(match[1]), int(match[2])


def read_literals(
    number: int, line: str, variables: int | None = None, start: int = 0
) -> Iterator[tuple[int, int]]:
    """Yield column and value of each literal or 0 in a line, from offset `start` on.

    Raises a GridError for other text, and for variables above `variables`.
    """
    for token in TOKEN.finditer(line, start):
        is_literal = LITERAL.fullmatch(token[0])
        if not is_literal or (variables is not None and abs(int(token[0])) > variables):
            limit = "" if variables is None else f" up to {variables}"
            expected = f"the number of a variable{limit}, -number or 0"
            raise GridError(number, token.start() + 1, repr(token[0][:20]), expected)
        yield token.start() + 1, int(token[0])


# ---------------------------------------------------------------- results


def read_result(text: str) -> SatResult:
    """Return the result of a solver; raises a GridError."""
    status, literals = "", list[int]()
    lines = text.rstrip().split("\n")
    expected = "a status: SAT, UNSAT, INDET, or one after s"
    for number, line in enumerate(lines, start=1):
        kind, *values = line.split() or ["c"]  # a blank line is ignored as a comment
        if kind == "s" or kind in STATUSES:
            statuses = values if kind == "s" else [kind, *values]
            if status or len(statuses) != 1:
                raise GridError(number, 1, repr(line[:20]), "one status in one line")
            if statuses[0] not in STATUSES:
                raise GridError(number, 1, repr(line[:20]), f"one of {', '.join(STATUSES)}")
            status = STATUSES[statuses[0]]
        elif kind == "v" or (kind != "c" and status == SAT):
            start = line.index("v") + 1 if kind == "v" else 0
            literals += [literal for _, literal in read_literals(number, line, start=start)]
        elif kind != "c":
            raise GridError(number, 1, repr(line[:20]), expected)
    if not status:
        raise GridError(len(lines), 1, "the end", expected)
    if status == SAT and literals[-1:] != [0]:
        raise GridError(len(lines), len(lines[-1]) + 1, "the end", "literals and a closing 0")
    return SatResult(status, {literal for literal in literals if literal > 0})


def format_result(result: SatResult, variables: int) -> str:
    """Return the text of a result as MiniSat writes it."""
    if result.status != SAT:
        return f"{result.status}\n"
    values = (v if v in result.true else -v for v in range(1, variables + 1))
    return f"{SAT}\n{' '.join(map(str, [*values, 0]))}\n"


def read_file(path: str, reader: Callable[[str], Content]) -> Content:
    """Return what `reader` makes of the text of a file, or of standard input for '-'.

    Raises Unusable, with the place, for a GridError, and for a file that cannot be read.
    """
    with name_file_in_errors("<stdin>" if path == "-" else path):
        return reader(encode.decode_text(encode.read_bytes(path)).replace("\r\n", "\n"))
