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
from lab.common.files import name_file_in_errors
from lab.common.words import count_noun
from lab.lightup.sat.cnf import Clause

Content = TypeVar("Content")

HEADER = re.compile(r"p\s+cnf\s+([0-9]{1,7})\s+([0-9]{1,7})\s*")
EXPECTED_HEADER = "a line 'p cnf VARIABLES CLAUSES', each of 7 digits at most"
TOKEN = re.compile(r"\S+")
LITERAL = re.compile(r"-?[0-9]{1,9}")

SAT, UNSAT, UNKNOWN = "SAT", "UNSAT", "INDET"
STATUSES = {SAT: SAT, UNSAT: UNSAT, UNKNOWN: UNKNOWN}  # by the words of MiniSat and of competitions
STATUSES |= {"SATISFIABLE": SAT, "UNSATISFIABLE": UNSAT, "UNKNOWN": UNKNOWN}


class SatResult(NamedTuple):
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
    header: re.Match[str] | None = None
    clauses: list[list[int]] = [[]]  # the last one has no closing 0 yet
    number, line = 0, ""
    for number, line in enumerate(text.split("\n"), start=1):
        if line.startswith("%") and header:  # the end of the clauses in files of SATLIB
            break
        if line.startswith("c") or not line.strip():
            continue
        if header:
            for literal in read_literals(number, line, int(header[1])):
                if literal:
                    clauses[-1].append(literal)
                else:
                    clauses.append([])
        else:
            header = HEADER.fullmatch(line)
            if not header:
                raise GridError(number, 1, repr(line[:20]), EXPECTED_HEADER)
    if not header:
        raise GridError(number, 1, "the end", EXPECTED_HEADER)
    if clauses.pop():
        raise GridError(number, len(line) + 1, "the end within a clause", "its closing 0")
    if len(clauses) != int(header[2]):
        count = count_noun(len(clauses), "clause")
        raise GridError(number, len(line) + 1, f"the end after {count}", header[2])
    return int(header[1]), clauses


def read_literals(
    number: int, line: str, variables: int | None = None, start: int = 0
) -> Iterator[int]:
    """Yield each literal or 0 in a line, from offset `start` on.

    Raises a GridError for other text, and for variables above `variables`.
    """
    for token in TOKEN.finditer(line, start):
        is_literal = LITERAL.fullmatch(token[0])
        if not is_literal or (variables is not None and abs(int(token[0])) > variables):
            limit = "" if variables is None else f" up to {variables}"
            expected = f"the number of a variable{limit}, -number or 0"
            raise GridError(number, token.start() + 1, repr(token[0][:20]), expected)
        yield int(token[0])


# ---------------------------------------------------------------- results


def read_sat_result(text: str) -> SatResult:
    """Return the result of a solver; raises a GridError."""
    status, literals = "", list[int]()
    lines = text.rstrip().split("\n")
    expected = "a status: SAT, UNSAT, INDET, or one after s"
    for number, line in enumerate(lines, start=1):
        kind, *values = line.split() or ["c"]  # a blank line is ignored, as a comment is
        if kind == "s" or kind in STATUSES:
            statuses = values if kind == "s" else [kind, *values]
            if status or len(statuses) != 1:
                raise GridError(number, 1, repr(line[:20]), "one status in one line")
            if statuses[0] not in STATUSES:
                raise GridError(number, 1, repr(line[:20]), f"one of {', '.join(STATUSES)}")
            status = STATUSES[statuses[0]]
        elif kind == "v" or (kind != "c" and status == SAT):
            start = line.index("v") + 1 if kind == "v" else 0
            literals += read_literals(number, line, start=start)
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


def read_dimacs_file(path: str, reader: Callable[[str], Content]) -> Content:
    """Return what `reader` makes of the text of a file, or of standard input for '-'.

    Raises Unusable, with the place, for a GridError, and for a file that cannot be read.
    """
    with name_file_in_errors("<stdin>" if path == "-" else path):
        return reader(encode.decode_text(encode.read_bytes(path)).replace("\r\n", "\n"))
