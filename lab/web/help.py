"""Hints and explanations on the page for puzzles whose WEB has none; see lab/hint/hints.py."""

from lab.common.language import translate
from lab.common.words import Cell, format_cells
from lab.explain import explain_puzzle
from lab.explain.grounding import GivenProgram, describe_clashing_cells
from lab.hint.hints import SOLVED, Hint, HintProgram, draw_hints
from lab.pictures.frames import Frame
from lab.puzzles import Board, Puzzle
from lab.settings.web import PageHint

__all__ = ("explain_mistake", "explain_puzzle", "find_hint")  # as they are called in PlaySettings


def find_hint(puzzle: Puzzle, puzzle_board: Board, board: Board, tactics: str) -> PageHint:
    """Return the next value that follows, with pictures of its reasons step by step."""
    program = HintProgram(puzzle, puzzle_board, board)
    if clash := program.find_clashing_cells():
        return PageHint([draw_clashing_cells(board, clash)])
    hints: list[Hint] = []
    reason = program.find_hints(hints, is_complete=False)
    if not hints:
        return PageHint([Frame(board, {}, reason or translate(SOLVED))])
    marks = dict.fromkeys(hints[0].given_cells, "reason")
    caption = translate("look at {cells}", cells=format_cells(marks or [hints[0].cell]))
    frames = draw_hints(board, hints)
    return PageHint([Frame(board, marks, caption), *frames], [(hints[-1].cell, hints[-1].value)])


def explain_mistake(puzzle: Puzzle, puzzle_board: Board, board: Board) -> Frame | None:
    """Return played cells that clash, each needed; None if the board can be solved."""
    clash = GivenProgram(puzzle, puzzle_board, board).find_clashing_cells()
    return draw_clashing_cells(board, clash) if clash else None


def draw_clashing_cells(board: Board, cells: list[Cell]) -> Frame:
    """Return a board with cells that no solution has together."""
    return Frame(board, dict.fromkeys(cells, "together"), describe_clashing_cells(cells))
