"""Amaze on the page: how it is played, and the help there; lines are drawn by dragging."""

from amaze import rules
from amaze.hint import explain_dead_end
from amaze.hint.steps import Drawing, draw_step_frame, draw_steps
from amaze.optima import Optima
from amaze.rules import BLANK, Board, find_numbers
from lab.common.language import translate
from lab.pictures.frames import Frame
from lab.settings.web import LINE, CellMark, Field, Look, PageHint, PlaySettings


def find_hint(givens: Board, board: Board, tactics: str) -> PageHint:
    """Return the next cell, shared by all best boards if possible: its line, then the reason."""
    optima, drawn = Optima(givens), find_numbers(board)
    shared = optima.find_shared_cells(drawn)
    if not shared:
        return PageHint([draw_clash(board, optima)])
    drawing = Drawing(givens, drawn)
    step = next(drawing.take_steps(shared), None)
    if not step and not rules.is_solved(givens, board):
        step = next(drawing.take_steps(optima.complete_cells(drawn)))
        reason = translate("in what is left the best boards differ, one of them has it")
        step = step._replace(reason=reason)
    if not step:
        return PageHint([Frame(board, {}, translate("all is decided"))])
    frame = draw_step_frame(board, step)
    line = {cell: mark for cell, mark in frame.marks.items() if cell != step.cell}
    caption = translate("look at line {number}", number=step.number)
    return PageHint([Frame(board, line, caption), frame], [(step.cell, step.number)])


def explain_mistake(givens: Board, board: Board) -> Frame | None:
    """Return drawn cells that clash, each needed; None if an optimum has all that is drawn."""
    optima = Optima(givens)
    return None if optima.complete_cells(find_numbers(board)) else draw_clash(board, optima)


def draw_clash(board: Board, optima: Optima) -> Frame:
    """Return a board with the drawn cells that no optimum has together."""
    clash = optima.find_clashing_cells(find_numbers(board))
    return Frame(board, dict.fromkeys(clash, "together"), explain_dead_end(board, clash))


def replay_solution(givens: Board) -> list[Frame]:
    """Return a frame for each cell that all best boards share."""
    return draw_steps(givens, Drawing(givens, {}).take_steps(Optima(givens).find_shared_cells()))


WEB = PlaySettings(
    input=LINE,
    introduction="Join the two cells of each number by a line, through cells side by side. A cell "
    "of a line costs its number; cells may stay empty.",
    solved=[["1", "1", ".", "2"], [".", "1", ".", "2"], [".", ".", ".", "2"]],
    looks={BLANK: Look("empty")},
    marks={
        "clash": CellMark("wrong", "lines that clash"),
        "differ": CellMark("note", "differs on other best boards"),
    },
    fields=(
        Field("height", "rows", "6"),
        Field("width", "columns", "6"),
        Field("lines", "lines (empty: by the size)", ""),
        Field("seed", "seed (empty: a new one)", ""),
    ),
    find_hint=find_hint,
    explain_mistake=explain_mistake,
    replay_solution=replay_solution,
)
