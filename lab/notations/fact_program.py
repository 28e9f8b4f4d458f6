"""Read boards from facts, for all notations that are logic programs.

clingo grounds the facts, which may contain all that clingo accepts: intervals, pools, comments,
rules; but no other files, no more than MOST_RULES ground rules, and no longer than MOST_SECONDS.
"""

import re
from collections.abc import Iterable, Sequence
from functools import partial

import clingo

import decode
from encode import GridError
from lab import LimitReached
from lab.common.background import BackgroundWork
from lab.common.command import CommandLimit
from lab.notations.text import make_grid_error, place_cells, split_paragraphs

SIZE = "dim(N), dim(H,W) or constants n or rows and cols"
MOST_RULES = 500_000  # or an interval, or a rule without end
MOST_SECONDS = 10.0  # seconds of grounding if the command has no time limit
INCLUDE = re.compile(r"^[^%\n]*?(#include)", re.MULTILINE)
ERROR = re.compile(r"<stdin>:([0-9]+):([0-9]+)\S* error: (.*?)(?: <stdin>|$)")

FactText = tuple[str, str, str, str]  # the atom, its row, its column and its value, as text


# For notations with the facts of encode.py:
matches = re.compile(r"\b(?:cell|dim)\s*\(|#const\b").search
split = partial(split_paragraphs, mark=r"\bdim\s*\(")


class RuleCounter(clingo.Observer):
    """Ends the grounding of a program that has too many ground rules."""

    def __init__(self) -> None:
        self._number = 0

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        """Count a ground rule; raise OverflowError, which ends clingo's work, for one too many."""
        self._number += 1
        if self._number > MOST_RULES:
            raise OverflowError


class FactProgram(decode.Program):
    """A grounded logic program; the atoms that describe a board must be facts."""

    def __init__(self, text: str) -> None:
        self.text = text
        if "\0" in text:  # clingo would stop there
            raise make_grid_error(text, text.index("\0"), "a NUL byte", "facts")
        if include := INCLUDE.search(text):
            raise make_grid_error(text, include.start(1), include[1], "facts")
        try:
            super().__init__([], text=text)
        except OverflowError:
            raise GridError(1, 1, f"over {MOST_RULES:,} ground rules", "facts") from None
        except decode.ProgramError as error:
            message = ERROR.search(str(error))
            if not message:
                raise GridError(1, 1, " ".join(str(error).split()), "facts") from None
            lines, line, column = text.split("\n"), int(message[1]), int(message[2])
            if line > len(lines) or column > len(lines[line - 1]):  # clingo points behind the text
                line = min(line, len(lines))
                column = len(lines[line - 1]) + 1
            fault = f"what clingo rejects ({message[3]})"
            raise GridError(line, column, fault, "facts") from None

    def ground(self, *parts: tuple[str, Sequence[clingo.Symbol]]) -> None:
        """Ground program parts, up to MOST_RULES ground rules; raise LimitReached or a GridError.

        LimitReached is for the time limit of the command, a GridError for MOST_SECONDS.
        """
        self.control.register_observer(RuleCounter())
        limit, grounding = CommandLimit.seconds, BackgroundWork(partial(super().ground, *parts))
        if not grounding.start_and_wait(lambda: "reading facts", limit or MOST_SECONDS):
            if limit:
                raise LimitReached(f"the time limit of {limit:g} s came while clingo read facts")
            raise GridError(1, 1, f"over {MOST_SECONDS:g} s of grounding", "facts")

    def _log(self, code: clingo.MessageCode, message: str) -> None:
        """Keep errors only, because an info does not name its file."""
        if code == clingo.MessageCode.RuntimeError:
            super()._log(code, message)

    def read_cells(
        self, name: str, arity: int, pattern: re.Pattern[str], expected: str
    ) -> list[FactText]:
        """Return the facts of a predicate; raise a GridError if one does not match the pattern.

        The groups of the pattern are the parts of a FactText.
        """
        cells: list[FactText] = []
        for atom in self.control.symbolic_atoms.by_signature(name, arity):
            if not atom.is_fact:
                raise self.make_error(str(atom.symbol), "that depends on choices", "facts")
            fact = pattern.fullmatch(str(atom.symbol))
            if not fact:
                raise self.make_error(str(atom.symbol), "", expected)
            cells.append((fact[1], fact[2], fact[3], fact[4]))
        return cells

    def arrange_rows(
        self, cells: Iterable[FactText], origin: int = 0, size: Sequence[int] = ()
    ) -> list[list[str]]:
        """Return the board with these cells, whose rows and columns count from `origin`.

        `size` is rows and columns; by default the program states it as encode.py does.
        """
        try:
            size = size or self.size
        except decode.ProgramError:
            raise GridError(1, 1, "no size", SIZE) from None
        placed = ((atom, int(r) - origin, int(c) - origin, value) for atom, r, c, value in cells)
        return place_cells(size, placed, self.make_error)

    def make_error(self, atom: str, remark: str, expected: str) -> GridError:
        """Return the error for an atom, at the place of the atom, else of its predicate."""
        pattern = r"\s*".join(map(re.escape, re.findall(r"\w+|\S", atom)))
        name = re.escape(atom.partition("(")[0])
        place = re.search(rf"\b{pattern}", self.text) or re.search(rf"\b{name}\s*\(", self.text)
        return make_grid_error(
            self.text, place.start() if place else 0, f"{atom} {remark}".strip(), expected
        )
