"""The cells that all optima share around what is drawn, one at a time, each with its reason.

Reasons are found at the tips of lines: drawn cells that still need a neighbour on their line.  The
rules demand a way if it is the only one from a tip, or if each other way would cut off the ends of
some pair.  Cells without such a reason are known by search only.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from amaze.rules import Board, count_links, fill_cells, find_numbers, list_neighbours
from lab.common.language import translate
from lab.common.words import Cell, format_cell, list_cells
from lab.pictures.frames import Frame

ONE_WAY, CUTS_OFF, SEARCHED = "one way out", "others cut a pair off", "search"

OTHERS_CUT = "any other way from {place} cuts the ends of {pairs} off"


class LineStep(NamedTuple):
    """A cell, the number that belongs there, the kind of reason, and the reason in words."""

    cell: Cell
    number: str
    kind: str
    reason: str

    @property
    def sentence(self) -> str:
        values = {"number": self.number, "place": format_cell(self.cell), "reason": self.reason}
        return translate("{number} in {place}: {reason}", **values)


class Drawing:
    """A puzzle with what is drawn so far."""

    def __init__(self, givens: Board, drawn: Mapping[Cell, str]) -> None:
        self.ends = find_numbers(givens)
        self.numbers = {**self.ends, **drawn}
        self._cells = {cell for cell, _ in list_cells(givens)}

    def take_steps(self, shared: Mapping[Cell, str]) -> Iterator[LineStep]:
        """Draw the shared cells and yield each as a step; those demanded by the rules first."""
        while undrawn := {cell: shared[cell] for cell in shared if cell not in self.numbers}:
            step = self._find_step_by_rules(undrawn) or self._find_step_by_search(undrawn)
            self.numbers[step.cell] = step.number
            yield step

    def _find_step_by_rules(self, undrawn: Mapping[Cell, str]) -> LineStep | None:
        """Return a step that the rules alone demand, or None; one way out comes first."""
        tips = sorted(cell for cell in self.numbers if self._count_missing(cell) > 0)
        ways_by_tip = {tip: self._list_ways(tip) for tip in tips}
        for tip, ways in ways_by_tip.items():
            cells = undrawn.keys() & set(ways)
            if cells and len(ways) == self._count_missing(tip):
                place = format_cell(tip)
                reason = translate("from {place} there is no other way", place=place)
                return LineStep(min(cells), self.numbers[tip], ONE_WAY, reason)
        for tip, ways in ways_by_tip.items():
            if self._count_missing(tip) == 1:
                number = self.numbers[tip]
                cut_pairs = {way: self._find_cut_pair(way, number) for way in ways}
                good_ways = [way for way in ways if not cut_pairs[way]]
                if len(good_ways) == 1 and good_ways[0] in undrawn:
                    pairs = sorted(set(filter(None, cut_pairs.values())), key=int)
                    values = {"place": format_cell(tip), "pairs": translate(" or ").join(pairs)}
                    reason = translate(OTHERS_CUT, **values)
                    return LineStep(good_ways[0], number, CUTS_OFF, reason)
        return None

    def _find_step_by_search(self, undrawn: Mapping[Cell, str]) -> LineStep:
        """Return a step known by search only, beside the drawn part of its line if possible."""

        def rank(cell: Cell) -> tuple[bool, int, Cell]:
            is_apart = undrawn[cell] not in map(self.numbers.get, list_neighbours(cell))
            return is_apart, int(undrawn[cell]), cell

        cell = min(undrawn, key=rank)
        reason = translate("all best boards have it, says the search")
        return LineStep(cell, undrawn[cell], SEARCHED, reason)

    def _count_missing(self, cell: Cell) -> int:
        """Return how many neighbours on its line a drawn cell still needs."""
        return (1 if cell in self.ends else 2) - count_links(self.numbers, cell)

    def _list_ways(self, tip: Cell) -> list[Cell]:
        """Return the empty cells into which a line may go on from a tip."""
        return [
            way
            for way in list_neighbours(tip)
            if way in self._cells
            and way not in self.numbers
            and all(
                self._count_missing(neighbour) > 0
                for neighbour in list_neighbours(way)
                if self.numbers.get(neighbour) == self.numbers[tip]
            )
        ]

    def _find_cut_pair(self, way: Cell, number: str) -> str:
        """Return the number whose ends are cut off if a line goes this way, or "".

        Two ends are cut off if no way between them, through empty cells and cells of their line, is
        left.  There is one such number at most: on a solvable board two lines cannot both need this
        cell.
        """
        numbers = {**self.numbers, way: number}
        for pair in set(self.ends.values()):
            first, last = (end for end, value in self.ends.items() if value == pair)
            reached, waiting = {first}, [first]
            while waiting and last not in reached:
                for cell in list_neighbours(waiting.pop()):
                    is_new = cell in self._cells and cell not in reached
                    if is_new and numbers.get(cell, pair) == pair:
                        reached.add(cell)
                        waiting.append(cell)
            if last not in reached:
                return pair
        return ""


def draw_steps(board: Board, steps: Iterable[LineStep]) -> list[Frame]:
    """Return the board, a frame for each step, and the board after all of them."""
    frames = [Frame(board)]
    for step in steps:
        frames.append(draw_step_frame(board, step))
        board = fill_cells(board, {step.cell: step.number})
    return [*frames, Frame(board)]


def draw_step_frame(board: Board, step: LineStep) -> Frame:
    """Return the board after a step, with the cells of its line as the reason.

    The reason is the neighbours of the step's cell on the line, or else the whole line.
    """
    line = [cell for cell, number in find_numbers(board).items() if number == step.number]
    adjacent = [cell for cell in line if cell in list_neighbours(step.cell)]
    marks = {**dict.fromkeys(adjacent or line, "reason"), step.cell: "conclusion"}
    return Frame(fill_cells(board, {step.cell: step.number}), marks, step.sentence)
