"""Reads and writes the texts of SAT solvers: DIMACS CNF, and results.

Readers raise an encode.GridError with the line and column.
Sources: "Satisfiability: Suggested Format" (DIMACS, 1993); the output format of the SAT
competitions, lines of `s` and `v`; MiniSat's result file, SAT and the literals, UNSAT, or
INDET where it gave up.
"""

import io
import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, TypeVar

import encode
from encode import GridError
from lab import Unusable
from lab.common.words import count_noun
from lab.lightup.sat.cnf import Clause

Content = TypeVar("Content")
Line = tuple[int, str]  # its number, from 1

PROBLEM = re.compile(r"p\s+cnf\s+([0-9]{1,99})\s+([0-9]{1,99})\s*")
LARGEST = 10**7  # variables, or clauses, that are read
TOKEN = re.compile(r"\S+")
LITERAL = re.compile(r"-?[0-9]{1,9}")
MOST = 10**9 - 1  # what a literal of so many digits may be

SAT, UNSAT, UNKNOWN = "SAT", "UNSAT", "INDET"
STATUSES = {  # what MiniSat and the competitions call them
    **{status: status for status in (SAT, UNSAT, UNKNOWN)},
    "SATISFIABLE": SAT,
    "UNSATISFIABLE": UNSAT,
    "UNKNOWN": UNKNOWN,
}
EXPECTED = "a status: SAT, UNSAT, INDET, or one after s"


class Result(NamedTuple):
    """What a solver found: a status, and the variables that are true."""

    status: str
    true: set[int]


# ---------------------------------------------------------------- clauses


def problem(variables: int, clauses: int) -> str:
    """The line that comes before the clauses."""
    return f"p cnf {variables} {clauses}\n"


def lines(clauses: Iterable[Clause]) -> str:
    """A line for each clause."""
    text = io.BytesIO()  # millions of strings would take several times as much
    for clause in clauses:
        text.write(b"%s\n" % " ".join(map(str, [*clause, 0])).encode())
    return text.getvalue().decode()


def read(text: str) -> tuple[int, list[list[int]]]:
    """The number of variables, and the clauses; raises a GridError."""
    rest = enumerate(text.split("\n"), start=1)
    variables, expected = sizes(rest)
    clauses: list[list[int]] = []
    clause: list[int] = []
    number, end = 1, 1
    for number, line in rest:
        end = len(line) + 1
        if line.startswith("%"):  # SATLIB's files end so
            break
        for column, literal in literals((number, line), variables):
            if len(clauses) == expected:
                raise GridError(number, column, "one more clause", count_noun(expected, "clause"))
            if literal:
                clause.append(literal)
            else:
                clauses.append(clause)
                clause = []
    if clause:
        raise GridError(number, end, "the end within a clause", "its closing 0")
    if len(clauses) != expected:
        found = f"the end after clause {len(clauses)}"
        raise GridError(number, end, found, count_noun(expected, "clause"))
    return variables, clauses


def sizes(text: Iterator[Line]) -> tuple[int, int]:
    """The numbers of variables and clauses in the problem line, the first but for comments."""
    expected = "a line 'p cnf VARIABLES CLAUSES'"
    number = 1
    for number, line in text:
        if match := PROBLEM.fullmatch(line):
            for size in (1, 2):
                if int(match[size]) > LARGEST:
                    raise GridError(
                        number, match.start(size) + 1, match[size], f"{LARGEST} at most"
                    )
            return int(match[1]), int(match[2])
        if line.strip() and not line.startswith("c"):
            raise GridError(number, 1, repr(line[:20]), expected)
    raise GridError(number, 1, "the end", expected)


def literals(line: Line, variables: int = MOST, start: int = 0) -> Iterator[tuple[int, int]]:
    """The numbers on a line from column `start` on, with their columns; none in a comment."""
    number, text = line
    for token in () if text.startswith("c") else TOKEN.finditer(text, start):
        if not LITERAL.fullmatch(token[0]) or abs(int(token[0])) > variables:
            most = f" up to {variables}" if variables < MOST else ""
            expected = f"the number of a variable{most}, -number or 0"
            raise GridError(number, token.start() + 1, repr(token[0][:20]), expected)
        yield token.start() + 1, int(token[0])


# ---------------------------------------------------------------- results


def result(text: str) -> Result:
    """What a solver found, out of its text; raises a GridError."""
    status, found = "", Assignment()
    number = 1
    for number, line in enumerate(text.rstrip().split("\n"), start=1):
        words = line.split()
        kind = words[0] if words else "c"
        if kind == "s" or kind in STATUSES:
            status = status_of((number, line), known=status)
        elif kind == "v":
            found.add((number, line), line.index("v") + 1)
        elif kind != "c":
            if status != SAT:
                raise GridError(number, 1, repr(line[:20]), EXPECTED)
            found.add((number, line), 0)
    if not status:
        raise GridError(number, 1, "the end", EXPECTED)
    if status == SAT and not found.closed:
        raise GridError(number, len(line) + 1, "the end", "literals and a closing 0")
    return Result(status, found.true)


def status_of(line: Line, known: str) -> str:
    """The status on a line; raises a GridError if one is known already."""
    number, text = line
    words = text.split()
    word = words[-1]
    if known:
        raise GridError(number, 1, repr(text[:20]), "literals after the status")
    if word not in STATUSES or words not in ([word], ["s", word]):
        raise GridError(number, 1, repr(text[:20]), f"one of {', '.join(STATUSES)}")
    return STATUSES[word]


class Assignment:
    """The literals of a result, as they are read."""

    def __init__(self) -> None:
        self.literals: set[int] = set()
        self.closed = False  # by a 0

    @property
    def true(self) -> set[int]:
        """The variables that are true."""
        return {literal for literal in self.literals if literal > 0}

    def add(self, line: Line, start: int) -> None:
        """Read the literals of a line from column `start` on; raises a GridError."""
        for column, literal in literals(line, start=start):
            if self.closed:
                raise GridError(line[0], column, f"{literal} after the closing 0", "the end")
            if -literal in self.literals:
                raise GridError(line[0], column, f"{literal} after {-literal}", "one of them")
            self.closed = literal == 0
            if literal:
                self.literals.add(literal)


def written(result: Result, variables: int) -> str:
    """The text of a result, in MiniSat's format."""
    if result.status != SAT:
        return f"{result.status}\n"
    values = (v if v in result.true else -v for v in range(1, variables + 1))
    return f"{SAT}\n{' '.join(map(str, [*values, 0]))}\n"


def contents(path: str, reader: Callable[[str], Content]) -> Content:
    """The text of a file, read by `reader`; raises Unusable, with the place, for a GridError."""
    name = "<stdin>" if path == "-" else path
    try:
        return reader(encode.decode_text(encode.read_bytes(path)).replace("\r\n", "\n"))
    except GridError as error:
        raise Unusable(f"{name}:{error}") from None
    except OSError as error:
        raise Unusable(f"{name}: {error.strerror}") from None
