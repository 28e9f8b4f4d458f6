"""lab hint: the reason of every step is true on the board, and enough for its conclusion.

The judge shares nothing with lab/lightup/hint: it reads the sentences, and knows what each tactic
says.
"""

import itertools
import random
import re
from collections.abc import Callable

import pytest

from lab.common.words import Cell
from lab.lightup import rules
from lab.lightup.hint.presentation import describe_step
from lab.lightup.hint.reasoning import Reasoning, TacticStep
from lab.lightup.hint.tactics import REASONED
from tests.kit import EXAMPLES, fill_cells, long
from tests.lab.lightup.test_hint import place_solvable_cells

AT = r"row \d+, column \d+"
IN_ROW = re.compile(r"row (\d+), columns? (\d+(?:, \d+)*)")
COMPLETED = re.compile(rf"a bulb here would complete ((?:the [0-4] at {AT}(?: and )?)+), and then ")
SUPPOSED = re.compile(r"with a bulb here(?: and after (\d+) rounds? of A, B and C)?, (.*)")


class State:
    """A board: its bulbs, the cells that are open, and what the rules say about both."""

    def __init__(self, board: list[str]) -> None:
        self.board, self.bulbs = board, set(rules.find_cells(board, "b"))
        runs = rules.list_runs(board)
        self.seen = {
            x: {y for run in runs if x in run for y in run} for x in rules.find_white_cells(board)
        }
        self.lit = {y for x in self.bulbs for y in self.seen[x]}
        self.open = set(rules.find_cells(board, ".")) - self.lit
        self.places = {
            k: set(rules.list_neighbours(board, k)) for k in rules.find_cells(board, "01234")
        }

    def is_there(self, kind: str, cell: Cell) -> bool:
        """Whether the cell is this clue, or a dark cell."""
        is_dark = cell in self.seen and cell not in self.lit
        return is_dark if kind == "dark cell" else self.board[cell[0]][cell[1]] == kind

    def need(self, clue: Cell) -> int:
        return int(self.board[clue[0]][clue[1]]) - len(self.bulbs & self.places[clue])

    def free(self, clue: Cell) -> set[Cell]:
        return self.open & self.places[clue]

    def spare(self, clue: Cell) -> int:
        return len(self.free(clue)) - self.need(clue)

    def sources(self, cell: Cell) -> set[Cell]:
        return self.open & self.seen[cell]

    def failures(self) -> set[str]:
        """Return what fails here, in the words of H."""
        dark = {x for x in set(self.seen) - self.lit if not self.sources(x)}
        unmet = {k for k in self.places if not 0 <= self.need(k) <= len(self.free(k))}
        in_sight = {x for x in self.bulbs if self.bulbs & self.seen[x] != {x}}
        return {
            *(f"the dark cell at {at(x)} could not be lit" for x in dark),
            *(f"the {self.board[k[0]][k[1]]} at {at(k)} could not be met" for k in unmet),
            *(f"the bulb at {at(x)} would see another" for x in in_sight),
        }

    def further(self) -> "State":
        """Return the state after all that A, B and C conclude at once."""
        empty = {x for k in self.places if not self.need(k) for x in self.free(k)}
        bulbs = {x for k in self.places if not self.spare(k) for x in self.free(k)}
        for x in set(self.seen) - self.lit:
            bulbs |= self.sources(x) if len(self.sources(x)) == 1 else set()
        return self.but(dict.fromkeys(empty, "-") | dict.fromkeys(bulbs, "b"))

    def difference(self, before: "State") -> set[tuple[Cell, str]]:
        """The cells that are not as before; each is a bulb, or known to have none."""
        return {
            (x, self.board[x[0]][x[1]])
            for x in self.seen
            if self.board[x[0]][x[1]] != before.board[x[0]][x[1]]
        }

    def but(self, cells: dict[Cell, str]) -> "State":
        return State(fill_cells(self.board, cells))


def at(cell: Cell) -> str:
    return f"row {cell[0]}, column {cell[1]}"


def cells(text: str) -> list[Cell]:
    return [(int(r), int(c)) for r, columns in IN_ROW.findall(text) for c in columns.split(", ")]


def count_things(number: int, thing: str) -> str:
    return f"{number} {thing}{'s' if number > 1 else ''}"


# ---------------------------------------------------------------- what each tactic says


def all_bulbs(now: State, reason: str, bulbs: set[Cell], empty: set[Cell]) -> bool:
    (clue,) = cells(reason)
    return not now.need(clue) and (bulbs, empty) == (set(), now.free(clue))


def all_needed(now: State, reason: str, bulbs: set[Cell], empty: set[Cell]) -> bool:
    (clue,) = cells(reason)
    placed_bulbs, left = len(now.bulbs & now.places[clue]), len(now.free(clue))
    has = f"{count_things(placed_bulbs, 'bulb')} and " if placed_bulbs else ""
    right = reason.endswith(f" has {has}{count_things(left, 'place')} left")
    return right and left == now.need(clue) and (bulbs, empty) == (now.free(clue), set())


def one_source(now: State, reason: str, bulbs: set[Cell], empty: set[Cell]) -> bool:
    (cell,) = cells(reason)
    return len(bulbs) == 1 and (bulbs, empty) == (now.sources(cell), set())


def cannot_spare(now: State, reason: str, bulbs: set[Cell], empty: set[Cell]) -> bool:
    (clue,) = cells(reason)
    lit = [len(now.free(clue) & now.seen[cell]) for cell in empty]
    if "can spare no place, and a bulb here would light at least one" in reason:
        return not bulbs and now.spare(clue) == 0 < min(lit)
    return not bulbs and now.spare(clue) == 1 and set(lit) == {2} and "light two" in reason


def sees_sources(now: State, reason: str, bulbs: set[Cell], empty: set[Cell]) -> bool:
    dark, *sources = cells(reason)
    both = "both" if len(sources) == 2 else "that cell"
    right = len(sources) in (1, 2) and reason.endswith(f"would light {both}")
    right = right and sources == sorted(now.sources(dark))
    return right and not bulbs and all(set(sources) <= now.seen[x] - {x} for x in empty)


def ways_agree(now: State, reason: str, bulbs: set[Cell], empty: set[Cell]) -> bool:
    clues = cells(reason)
    free = sorted(set().union(*map(now.free, clues)))
    ways = []
    for size in range(len(free) + 1):
        for way in map(set, itertools.combinations(free, size)):
            met = all(len(way & now.places[clue]) == now.need(clue) for clue in clues)
            if met and not any(y in now.seen[x] for x, y in itertools.combinations(way, 2)):
                ways.append(way)
    once = len(set(clues)) == len(clues)
    return once and bool(ways) and all(bulbs <= way and not empty & way for way in ways)


def impossible(now: State, reason: str, bulbs: set[Cell], empty: set[Cell]) -> bool:
    """The light of the bulb and the clues that are named, no others, are enough; each matters."""
    (cell,) = empty
    named = COMPLETED.match(reason)
    clues = cells(named[1]) if named else []
    failure = reason[named.end() :] if named else SUPPOSED.sub(r"\2", reason)
    (failing,) = cells(failure)
    needed = now.sources(failing) if failing in now.seen else now.free(failing)
    taken = [now.free(clue) - now.seen[cell] for clue in clues]
    right = all(now.need(clue) == 1 and cell in now.free(clue) for clue in clues)
    right = right and all(needed & places for places in taken)
    then = now.but(dict.fromkeys(set().union(*taken), "-") | {cell: "b"})
    return right and not bulbs and failure in then.failures()


def refutes(now: State, reason: str, bulbs: set[Cell], empty: set[Cell]) -> bool:
    (cell,) = empty
    match = SUPPOSED.fullmatch(reason)
    assert match
    rounds, failure = match.groups("0")
    then = now.but({cell: "b"})
    for _ in range(int(rounds)):
        if then.failures():
            return False
        then = then.further()
    return not bulbs and failure in then.failures()


JUDGES: dict[str, Callable[[State, str, set[Cell], set[Cell]], bool]] = {
    "A": all_bulbs,
    "B": all_needed,
    "C": one_source,
    "D": cannot_spare,
    "E": sees_sources,
    "F": ways_agree,
    "G": impossible,
    "H": refutes,
}


def is_true(step: TacticStep) -> bool:
    """Whether the reason names what is there, holds, and suffices."""
    tactic, reason, conclusion = describe_step(step).split(": ")
    bulbs, empty = (set(cells(part)) for part in conclusion.partition("no bulb")[::2])
    now = State(step.before)
    named = re.findall(rf"the ([0-4]|dark cell) at ({AT})", reason)
    right = all(now.is_there(kind, cell) for kind, text in named for cell in cells(text))
    concludes = bool(bulbs | empty) and bulbs | empty <= now.open
    return right and concludes and JUDGES[tactic](now, reason, bulbs, empty)


# ---------------------------------------------------------------- the steps of many boards


def untrue(board: list[str], tactics: str) -> list[str]:
    """The sentences that are not true on the way."""
    return [
        describe_step(step) for step in Reasoning(board, tactics).take_steps() if not is_true(step)
    ]


@pytest.mark.parametrize("seed", [*range(3), *map(long, range(3, 20))])
def test_the_reasons_are_true(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(5):
        width = chance.randint(1, 8)
        bare = ["".join(chance.choices("x.", (1, 4), k=width)) for _ in range(8)]
        white = sorted(rules.find_white_cells(bare))
        board = fill_cells(place_solvable_cells(bare, chance), dict.fromkeys(white[seed::9], "-"))
        tactics = "".join(sorted(chance.sample(REASONED, chance.randint(1, 8))))
        assert untrue(board, tactics) == [], (board, tactics)


def test_a_supposition_comes_with_its_bulb_and_what_follows_from_it() -> None:
    """The chain of H is what A, B and C conclude, round by round, until a rule fails."""
    kinds = set()
    for name in ("dom05", "dom09"):
        board = (EXAMPLES / f"{name}.txt").read_text().split()
        for step in Reasoning(board).take_steps():
            inference = step.inference
            assert (inference.supposed is None) == (step.tactic not in "GH")
            assert inference.supposed in (None, inference.conclusions[0][0])
            kinds.add((step.tactic, len(inference.chain), bool(inference.completes)))
            if step.tactic == "H" and inference.supposed:
                now = State(step.before).but({inference.supposed: "b"})
                for conclusions in inference.chain:
                    then = now.further()
                    news = [(cell, kind) for cell, kind in conclusions if cell in now.open]
                    assert news == list(conclusions) == sorted(then.difference(now))
                    now = then
                assert now.failures()
    assert {("H", 1, False), ("G", 0, True)} <= kinds


@pytest.mark.parametrize(
    ("tactics", "rows"),
    [
        ("D", "1. -."),  # it can spare none
        ("E", "-. x."),  # there is one source
        ("E", "..- --x"),  # there is none after the first step
        ("F", "0x .."),  # one and the same clue
        # what the first step leaves for later does not come as it was
        ("CG", "x... ..3. -x.1 .... --.- .-.1 .... .... .-.."),
        long("BCDEFGH", ".2.2.. ...... .x1..0 .....0 ...... .2.... 2...11 ...... x....."),
    ],
)
def test_reasons_that_are_rare(tactics: str, rows: str) -> None:
    assert untrue(rows.split(), tactics) == []
