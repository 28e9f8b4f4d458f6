"""The cells that all optima share around what is drawn, one at a time, each with its reason.

A reason is looked for at the tips of lines: drawn cells that still lack neighbours on their line.
If a tip has no other way out, or if every other way cuts the ends of a pair off from each other,
this holds on all boards.  Where there is no such reason, the search has said so.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from amaze.rules import Board, neighbours_of, numbers_by_cell
from lab.common.words import Cell, format_cell

ONLY, CUT, SEARCH = "one way out", "others cut a pair off", "search"


class Step(NamedTuple):
    """A cell, the number that belongs there, and why: the kind, and the reason in words."""

    cell: Cell
    number: str
    kind: str
    reason: str

    @property
    def sentence(self) -> str:
        """The step in words."""
        return f"{self.number} in {format_cell(self.cell)}: {self.reason}"


class Drawing:
    """A puzzle with what is drawn so far."""

    def __init__(self, puzzle: Board, drawn: Mapping[Cell, str]) -> None:
        self.ends, self.numbers = numbers_by_cell(puzzle), {**numbers_by_cell(puzzle), **drawn}
        self._places = {(r, c) for r, row in enumerate(puzzle) for c, _ in enumerate(row)}

    def steps(self, shared: Mapping[Cell, str]) -> Iterator[Step]:
        """Draw the shared cells one by one, those with a simple reason first."""
        while left := {cell: shared[cell] for cell in shared if cell not in self.numbers}:
            step = self._reasoned(left) or self._searched(left)
            self.numbers[step.cell] = step.number
            yield step

    def _reasoned(self, left: Mapping[Cell, str]) -> Step | None:
        """A cell that the rules alone demand, the simplest first."""
        found = []
        for tip in sorted(self.tips()):
            number, ways = self.numbers[tip], self.ways(tip)
            if len(ways) == self._missing(tip) and left.keys() & set(ways):
                words = f"from {format_cell(tip)} there is no other way"
                return Step(min(left.keys() & set(ways)), number, ONLY, words)
            if self._missing(tip) > 1:
                continue
            cut = {way: self._cut_off(tip, way) for way in ways}
            good = [way for way in ways if not cut[way]]
            if len(good) == 1 and good[0] in left and len(ways) > 1:
                pairs = sorted({pair for way in ways for pair in cut[way][:1]}, key=int)
                ends = " or ".join(pairs)
                words = f"any other way from {format_cell(tip)} cuts the ends of {ends} off"
                found.append(Step(good[0], number, CUT, words))
        return found[0] if found else None

    def _searched(self, left: Mapping[Cell, str]) -> Step:
        """A cell beside what is drawn of its line, if there is one."""

        def is_apart(cell: Cell) -> bool:
            return all(self.numbers.get(place) != left[cell] for place in neighbours_of(cell))

        cell = min(left, key=lambda cell: (is_apart(cell), int(left[cell]), cell))
        return Step(cell, left[cell], SEARCH, "all best boards have it, says the search")

    def tips(self) -> list[Cell]:
        """The cells at which lines go on."""
        return [cell for cell in self.numbers if self._missing(cell) > 0]

    def _missing(self, cell: Cell) -> int:
        """How many neighbours on its line a drawn cell still needs."""
        number = self.numbers[cell]
        beside = sum(self.numbers.get(place) == number for place in neighbours_of(cell))
        return (1 if cell in self.ends else 2) - beside

    def ways(self, tip: Cell) -> list[Cell]:
        """The empty cells into which a line may go on from a tip."""
        return [
            place
            for place in neighbours_of(tip)
            if place in self._places
            and place not in self.numbers
            and all(
                self._missing(other) > 0
                for other in neighbours_of(place)
                if self.numbers.get(other) == self.numbers[tip]
            )
        ]

    def _cut_off(self, tip: Cell, way: Cell) -> list[str]:
        """The numbers whose tips cannot reach each other if a line goes on this way."""
        after = Drawing.__new__(Drawing)
        after.ends, after._places = self.ends, self._places
        after.numbers = {**self.numbers, way: self.numbers[tip]}
        return [number for number in sorted(set(self.ends.values())) if after.is_cut(number)]

    def is_cut(self, number: str) -> bool:
        """Whether no way is left between the ends of a line, by its own and empty cells."""
        first, last = (cell for cell, value in self.ends.items() if value == number)
        reached, new = {first}, [first]
        while new:
            for place in neighbours_of(new.pop()):
                is_open = self.numbers.get(place, number) == number
                if place in self._places and is_open and place not in reached:
                    reached.add(place)
                    new.append(place)
        return last not in reached
