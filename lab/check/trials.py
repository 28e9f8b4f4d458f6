"""Small boards with all their solutions, and how the answers of a program differ from these.

What differs is sorted by code: "contract" (a bulb outside the board), "black", "lit", "sight",
"clue" (boards accepted that break this), "refuses-solution" and "several" (boards that come in
more than one answer set).  A board that breaks more than one rule is under all of their codes,
joined by "+".
"""

import functools
import itertools
import re
from collections.abc import Collection, Iterable, Iterator
from typing import Any, NamedTuple

import encode
from lab import puzzles
from lab.lightup import rules
from lab.lightup.rules import BULB, Board
from lab.words import Cell

TRIALS = puzzles.default().folder / "trials.txt"
SMALL = 4  # rows
PLACE = re.compile(r"cell\((\d+),(\d+),b\)")
REFUSES, SEVERAL = "refuses-solution", "several"
CODES = ("contract", "lit", "sight", "clue", "black", REFUSES, SEVERAL)

Answer = frozenset[str]  # of cell(R,C,b)
Difference = dict[str, frozenset[Answer]]  # by code; what is right has none


class Trial(NamedTuple):
    """A board and all its solutions."""

    board: Board
    solutions: frozenset[Answer]

    @property
    def facts(self) -> str:
        return encode.facts(self.board)


def trials() -> list[Trial]:
    """The small boards of trials.txt, the smallest first; by these mistakes are known."""
    return [trial for trial in everything() if len(trial.board) <= SMALL]


def larger() -> list[Trial]:
    """The others, for what is right on the small ones: wrong programs may find any number of
    answers on them."""
    return [trial for trial in everything() if len(trial.board) > SMALL]


@functools.cache
def everything() -> tuple[Trial, ...]:
    boards = [text.encode() for text in TRIALS.read_text("ascii").split("\n\n")]
    return tuple(solved(encode.grid(text)) for text in boards)


def solved(board: Board) -> Trial:
    """By trying every placement in which no bulb sees another."""
    return Trial(board, frozenset(map(answer, filter(rules.solved, placements(board)))))


def placements(board: Board) -> Iterator[Board]:
    found: list[frozenset[Cell]] = [frozenset()]
    for cell in rules.white(board):
        seen = {other for run in rules.runs(board) if cell in run for other in run}
        found += [bulbs | {cell} for bulbs in found if not bulbs & seen]
    return (placed(board, bulbs) for bulbs in found)


def placed(board: Board, bulbs: Collection[Cell]) -> Board:
    """The board with bulbs, on black cells too."""
    return [
        "".join(BULB if (r, c) in bulbs else kind for c, kind in enumerate(row))
        for r, row in enumerate(board)
    ]


def answer(board: Board) -> Answer:
    return frozenset(f"cell({r},{c},{BULB})" for r, c in rules.cells(board, BULB))


# ---------------------------------------------------------------- differences


def difference(trial: Trial, found: dict[str, Any]) -> Difference:
    """Between a program's answers, as tasks.answers tells them, and the solutions."""
    sets = {frozenset(atoms) for atoms in found["answers"]}
    wrong: dict[str, set[Answer]] = {}
    for atoms in sets - trial.solutions:
        wrong.setdefault("+".join(broken(trial.board, atoms)), set()).add(atoms)
    satisfied = found["optimises"] and sets & trial.solutions
    if found["complete"] and not satisfied and trial.solutions - sets:
        wrong[REFUSES] = set(trial.solutions - sets)
    if found["differing"]:
        wrong[SEVERAL] = {frozenset()}
    return {code: frozenset(answers) for code, answers in wrong.items()}


def broken(board: Board, atoms: Answer) -> list[str]:
    """The codes of the rules that bulbs break."""
    if outside(board, atoms):
        return ["contract"]
    bulbs = {cell for cell in map(place, atoms) if cell}
    lamps = bulbs & rules.white(board)
    full = placed(board, lamps)
    checks = {
        "black": bulbs - lamps,
        "lit": rules.dark(full),
        "sight": rules.in_sight(full),
        "clue": rules.miscounted(full),
    }
    return [code for code, found in checks.items() if found]


def place(atom: str) -> Cell | None:
    """Where a bulb is; None for what is no place."""
    found = PLACE.fullmatch(atom)
    return (int(found[1]), int(found[2])) if found else None


def outside(board: Board, atoms: Answer) -> list[str]:
    """The bulbs that are on no cell of the board."""
    cells = set(itertools.product(range(len(board)), range(len(board[0]))))
    return sorted(atom for atom in atoms if place(atom) not in cells)


def drawn(board: Board, atoms: Iterable[str]) -> Board:
    """The board with the bulbs of an answer, on black cells too."""
    return placed(board, {cell for cell in map(place, atoms) if cell})
