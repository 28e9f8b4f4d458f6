"""The explanation of a puzzle of Amaze, in terms of its lines."""

from collections.abc import Iterable
from pathlib import Path

import decode
import encode
from amaze.explain.repair import Drafts, list_moves
from amaze.optima import Optima
from amaze.rules import BLANK, Board, bare, find_numbers, group_ends
from lab import Unusable
from lab.common.language import translate
from lab.common.words import Cell, count_noun, format_cell, format_rows, join_and
from lab.explain.clash import Demands, find_smaller_clashes
from lab.explain.exploration import Exploration
from lab.explain.queries import GrowingProgram
from lab.puzzles import Puzzle

MOST_OPTIMA = 200  # largest number of optima that are listed and compared
CLASHES = (  # the words for one line, and for several
    "line {lines} cannot be drawn: the ends of the others cut its ends off",
    "lines {lines} cannot be drawn together, whatever the other lines do; "
    "without any one of them the rest can be drawn",
)
DIFFERENCES = (  # the words for one line, and for several
    "{number} boards are best; they differ in {cells}, by line {lines}",
    "{number} boards are best; they differ in {cells}, by lines {lines}",
)
MORE_MOVES = "fewest ends to move: more than {ends}, how many is not known yet"


class AmazeExploration(Exploration):
    """The explanation of a puzzle of Amaze.

    `solutions` has MOST_OPTIMA at most; `clash` and `spare` have both ends of lines; `repair` moves
    the fewest ends.
    """

    board: Board
    solutions: list[Board]
    repair: Board | None
    too_few = 0  # moves: this number does not suffice

    def __init__(self, puzzle: Puzzle, board: Board, fewest_given: bool = False) -> None:
        super().__init__(puzzle, board)
        if fewest_given:
            raise Unusable("--fewest-clues: the given cells of Amaze are ends of lines")

    def list_lines(self, cells: Iterable[Cell]) -> list[int]:
        """Return the numbers that a puzzle and its optima have in some cells."""
        numbers = {board[r][c] for board in [self.board, *self.solutions] for r, c in cells}
        return sorted(map(int, numbers - {BLANK}))

    def find_solutions(self) -> None:
        """Find the optima; the verdict comes after all of them."""
        self.stage = "looking for the optimum"
        optima = Optima(self.board)
        if not optima.best:
            self.verdict = "none"
            return
        self.cost = str(optima.best[0])
        self.stage = "looking for other optima"
        self.solutions = sorted(optima.list_boards(MOST_OPTIMA))
        self.verdict = "unique" if len(self.solutions) == 1 else "several"

    def find_clash(self) -> None:
        self.stage = "looking for the fewest lines that cannot be drawn together"
        path = Path(__file__).with_name("joined.lp")  # no line goes through an end of another one
        program = GrowingProgram([str(path)], text=encode.format_facts(self.board))
        demands = Demands(program, program.list_literals_by_number("drawn"))
        clashes = list(find_smaller_clashes(demands))
        ends = group_ends(self.board)
        lines = clashes[-1].members if clashes else ()
        self.clash = [cell for line in lines for cell in ends[line]]
        self.is_fewest = bool(clashes)

    def find_spare(self) -> None:
        """Find each line without which the other lines are still the only optimum."""
        self.spare = spare = list[Cell]()
        for line, ends in sorted(group_ends(self.board).items()):
            self.stage = f"leaving out line {line}"
            puzzle, optimum = (
                [[BLANK if value == str(line) else value for value in row] for row in board]
                for board in (self.board, self.solutions[0])
            )
            if find_numbers(puzzle) and Optima(puzzle).list_boards(2) == [optimum]:
                spare += ends

    def find_repair(self) -> None:
        drafts, attempts = Drafts(self.board), 0
        for number, distance in drafts.limits:
            self.too_few = number - 1
            while True:
                goal = f"{count_noun(number, 'end')} to move"
                self.stage = f"looking for {goal}: {attempts} tried"
                board = drafts.propose(number, distance)
                if not board:
                    break
                moved = bare(board)
                other_solution = Optima(moved).find_other_solution(board)
                if not other_solution:
                    self.repair, self.is_fewest = moved, True
                    return
                drafts.rule_out(board, other_solution)
                attempts += 1

    # ------------------------------------------------------------ words and a picture

    def describe_clash(self) -> list[str]:
        if not self.clash:
            return []
        lines = self.list_lines(self.clash)
        text = translate(CLASHES[len(lines) > 1], lines=join_numbers(lines))
        return [text, translate("no fewer lines clash")] if len(lines) > 1 else [text]

    def describe_spare(self) -> list[str]:
        if self.spare:
            lines = join_numbers(self.list_lines(self.spare))
            return [f"without one of these lines the others stay, as the only optimum: {lines}"]
        if self.is_done:
            return ["no line can go: without any one, others change or have another way"]
        return []

    def describe_differences(self) -> list[str]:
        optima, repair, number = self.solutions, self.repair, str(len(self.solutions))
        if len(optima) == MOST_OPTIMA:
            number = translate("{number} or more", number=number)
        cells, lines = self.differing_cells, self.list_lines(self.differing_cells)
        values = {"number": number, "cells": count_noun(len(cells), "cell")}
        report = [
            decode.compare_grids(optima[0], optima[-1]),
            translate(DIFFERENCES[len(lines) > 1], lines=join_numbers(lines), **values),
        ]
        if repair:
            report.append(translate("fewest ends to move: {ends}, {moves}", **self.format_moves()))
            report.append(format_rows(repair))
        elif self.too_few:
            report.append(translate(MORE_MOVES, ends=count_noun(self.too_few, "end")))
        return report

    def list_repairs(self) -> list[tuple[str, Board]]:
        if not self.repair:
            return []
        return [(translate("move {ends}: {moves}", **self.format_moves()), self.repair)]

    def format_moves(self) -> dict[str, str]:
        """Return how many ends move, and from where to where, in words."""
        moves = []
        for number, start, end in list_moves(self.board, self.repair or self.board):
            values = {"number": number, "start": format_cell(start), "end": format_cell(end)}
            moves.append(translate("that of {number} in {start} to {end}", **values))
        return {"ends": count_noun(len(moves), "end"), "moves": "; ".join(moves)}

    def format_caption(self) -> str:
        if not self.clash and self.verdict != "several":
            return super().format_caption()
        paragraphs = self.describe_clash() or self.describe_differences()
        return "\n".join(text for text in paragraphs if "\n" not in text)


def join_numbers(numbers: Iterable[int]) -> str:
    """Return numbers as text: 1, 2 and 3."""
    *first, last = map(str, numbers)
    return join_and(filter(None, [", ".join(first), last]))


EXPLORATION = AmazeExploration
