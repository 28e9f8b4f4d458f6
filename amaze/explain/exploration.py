"""Find out everything that there is to explain about a puzzle, step by step."""

from pathlib import Path

import encode
from amaze.explain.repair import Drafts, EndRepair, find_close_rival, list_moves
from amaze.optima import Optima, differing_cells, numbers_at
from amaze.rules import EMPTY, Board, ends_by_number, numbers_by_cell, puzzle_of
from lab.common.clash import Demands, find_smaller_clashes
from lab.common.queries import GrowingProgram
from lab.common.words import Cell, count_noun

MOST_OPTIMA = 200  # that are listed and compared


class AmazeExploration:
    """The explanation of a puzzle as far as it is found; explore() runs in a thread."""

    def __init__(self, puzzle: Board) -> None:
        self.puzzle = puzzle
        self.stage = "looking for the optimum"  # what explore() does now
        self.is_done = False
        self.verdict: str | None = None  # unique, none or several
        self.clash: list[int] = []  # without a solution: lines that cannot be drawn together
        self.cost = 0  # of the optima
        self.optima: list[Board] = []  # MOST_OPTIMA at most
        self.spare: list[int] = []  # of one optimum: each of these lines can go
        self.cells: list[Cell] = []  # of several: where they differ
        self.lines: list[str] = []  # the numbers in these cells
        self.repair: EndRepair | None = None  # the fewest ends to move
        self.too_few = 0  # a number of moves that does not suffice

    def explore(self) -> None:
        """Find out everything, the verdict first."""
        optima = Optima(self.puzzle)
        if not optima.best:
            self.stage = "looking for the fewest lines that cannot be drawn together"
            self.verdict = "none"
            self.clash = find_clashing_lines(self.puzzle)
        else:
            self.cost = optima.best[0]
            self.stage = "looking for other optima"
            self.optima = sorted(optima.list_boards(MOST_OPTIMA))
            if len(self.optima) == 1:
                self.verdict = "unique"
                self._find_spare_lines()
            else:
                self.cells = differing_cells(self.optima)
                self.lines = sorted(numbers_at(self.optima, self.cells), key=int)
                self.verdict = "several"
                self._find_repair()
        self.is_done = True

    def _find_spare_lines(self) -> None:
        """Find the lines without which the others stay as they are, as the only optimum."""
        for line in sorted(ends_by_number(self.puzzle)):
            self.stage = f"leaving out line {line}"
            puzzle, optimum = (
                [[EMPTY if value == str(line) else value for value in row] for row in board]
                for board in (self.puzzle, self.optima[0])
            )
            if numbers_by_cell(puzzle) and Optima(puzzle).list_boards(2) == [optimum]:
                self.spare.append(line)

    def _find_repair(self) -> None:
        """Find the fewest ends to move, so that there is one optimum; repair.py explains how."""
        drafts, attempts = Drafts(self.puzzle), 0
        for number, distance in drafts.limits:
            self.too_few = number - 1
            while True:
                goal = f"{count_noun(number, 'end')} to move"
                self.stage = f"looking for {goal}: {attempts} tried"
                board = drafts.propose(number, distance)
                if not board:
                    break
                rival = find_close_rival(board)
                if not rival:
                    moved = puzzle_of(board)
                    self.repair = EndRepair(list_moves(self.puzzle, moved), moved)
                    return
                drafts.rule_out(board, rival)
                attempts += 1


def find_clashing_lines(puzzle: Board) -> list[int]:
    """Return as few lines as possible that cannot be drawn together; empty if all can be.

    No line goes through an end of another one, drawn or not.
    """
    program = GrowingProgram(
        [str(Path(__file__).with_name("joined.lp"))],
        ["--heuristic=Domain"],
        text=encode.format_facts(puzzle),
    )
    demands = Demands(program, program.literals_by_number("drawn"))
    lines = set(ends_by_number(puzzle))
    if demands.find_core(lines) is None:
        return []
    *_, smallest = find_smaller_clashes(demands, lines)
    return sorted(smallest.members)
