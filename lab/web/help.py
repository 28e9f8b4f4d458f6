"""Hints and explanations on the page for puzzles whose WEB has none; see lab/common/givens.py."""

from encode import BLANK
from lab.common.clash import Demands, find_clash
from lab.common.givens import GivenProgram
from lab.common.language import translate
from lab.common.words import Cell, format_cell, format_cells
from lab.explain import explain_puzzle
from lab.explain.exploration import fill_board
from lab.pictures import Frame
from lab.puzzles import Puzzle, Rows
from lab.web.settings import Hint

__all__ = ("explain_mistake", "explain_puzzle", "find_hint")  # as they are called in PlaySettings


class PlayedProgram(GivenProgram):
    """The program of a puzzle and the values that a player added, each of which can be left out."""

    def __init__(self, puzzle: Puzzle, puzzle_board: Rows, board: Rows) -> None:
        """Take played values as given; marks over given cells are among the rules of a reason."""
        super().__init__(puzzle, puzzle_board)
        self.played_literals: dict[Cell, int] = {}
        with self.control.backend() as backend:
            false = backend.add_atom()  # of a value that no answer has
        cells = ((r, c, value) for r, row in enumerate(board) for c, value in enumerate(row))
        for r, c, value in cells:
            if value in (BLANK, puzzle_board[r][c]):
                continue
            literal = self.answer_literals.pop((r, c, value), false)
            self.played_literals[r, c] = literal
            if (r, c) in self.given_literals:
                place = format_cell((r, c))
                self.rule_texts[literal] = translate("{look} at {place}", look=value, place=place)
            else:
                self.given_literals[r, c], self.board[r][c] = literal, value

    def find_clash(self) -> list[Cell]:
        """Return played cells, or else given ones, without a solution; empty if there is one."""
        played = set(self.played_literals.values())
        fixed = [literal for literal in self.assumptions if literal not in played]
        demands = Demands(self, self.played_literals, fixed)
        core = demands.find_core(self.played_literals)
        if core is None:
            return []
        return sorted(find_clash(demands, core)) or self.find_clashing_cells()


def find_hint(puzzle: Puzzle, puzzle_board: Rows, board: Rows, tactics: str) -> Hint:
    """Return the next cell whose value follows: first its reason, then the value."""
    program = PlayedProgram(puzzle, puzzle_board, board)
    if clash := program.find_clash():
        return Hint([draw_clash(board, clash)])
    hint = program.find_hint()
    if not hint:
        return Hint([Frame(board, {}, translate("no further value is the same in all solutions"))])
    marks = dict.fromkeys(hint.given_cells, "reason")
    caption = translate("look at {cells}", cells=format_cells(marks or [hint.cell]))
    filled = fill_board(board, {hint.cell: hint.value})
    last = Frame(filled, {**marks, hint.cell: "conclusion"}, hint.sentence)
    return Hint([Frame(board, marks, caption), last], [(hint.cell, hint.value)])


def explain_mistake(puzzle: Puzzle, puzzle_board: Rows, board: Rows) -> Frame | None:
    """Return played cells that clash, each needed; None if the board can be solved."""
    clash = PlayedProgram(puzzle, puzzle_board, board).find_clash()
    return draw_clash(board, clash) if clash else None


def draw_clash(board: Rows, cells: list[Cell]) -> Frame:
    """Return a board with cells that no solution has together."""
    caption = translate("no solution has these cells together: {cells}", cells=format_cells(cells))
    return Frame(board, dict.fromkeys(cells, "together"), caption)
