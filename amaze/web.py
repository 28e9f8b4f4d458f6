"""Amaze on the page: how it is played, and the help there; lines are drawn by dragging."""

from amaze import rules
from amaze.explain import account
from amaze.explain.exploration import AmazeExploration
from amaze.hint import explain_dead_end
from amaze.hint.steps import Drawing, HintStep
from amaze.optima import Optima
from amaze.rules import EMPTY, Board, fill_cells, neighbours_of, numbers_by_cell
from lab.common.language import translate
from lab.common.words import count_noun
from lab.pictures import Frame
from lab.web.settings import LINE, CellMark, Explanation, Field, Hint, Look, PlaySettings


def find_hint(puzzle: Board, board: Board, tactics: str) -> Hint:
    """Return the next cell, shared by all best boards if possible: its line, then the reason."""
    optima, drawn = Optima(puzzle), numbers_by_cell(board)
    shared = optima.shared_cells(drawn)
    if not shared:
        return Hint([draw_clash(board, optima)])
    drawing = Drawing(puzzle, drawn)
    step = next(drawing.draw_steps(shared), None)
    if not step and not rules.is_solved(puzzle, board):
        step = next(drawing.draw_steps(optima.complete_cells(drawn)))
        reason = translate("in what is left the best boards differ, one of them has it")
        step = step._replace(reason=reason)
    if not step:
        return Hint([Frame(board, {}, translate("all is decided"))])
    frame = draw_step_frame(board, step)
    line = {cell: mark for cell, mark in frame.marks.items() if cell != step.cell}
    caption = translate("look at line {number}", number=step.number)
    return Hint([Frame(board, line, caption), frame], [(step.cell, step.number)])


def draw_step_frame(board: Board, step: HintStep) -> Frame:
    """Return the board after a step, with the cells of its line as the reason.

    These are the neighbours of the step's cell on the line, or the whole line if there are none.
    """
    line = [cell for cell, number in numbers_by_cell(board).items() if number == step.number]
    adjacent = [cell for cell in line if cell in neighbours_of(step.cell)]
    marks = {**dict.fromkeys(adjacent or line, "reason"), step.cell: "conclusion"}
    return Frame(fill_cells(board, {step.cell: step.number}), marks, step.sentence)


def explain_mistake(puzzle: Board, board: Board) -> Frame | None:
    """Return drawn cells that clash, each needed; None if an optimum has all that is drawn."""
    optima = Optima(puzzle)
    return None if optima.is_possible(numbers_by_cell(board)) else draw_clash(board, optima)


def draw_clash(board: Board, optima: Optima) -> Frame:
    """Return a board with the drawn cells that no optimum has together."""
    clash = optima.find_clash(numbers_by_cell(board))
    return Frame(board, dict.fromkeys(clash, "together"), explain_dead_end(board, clash))


def replay_solution(puzzle: Board) -> list[Frame]:
    """Return a frame for each cell that all best boards share."""
    board, frames = puzzle, [Frame(puzzle)]
    for step in Drawing(puzzle, {}).draw_steps(Optima(puzzle).shared_cells()):
        frames.append(draw_step_frame(board, step))
        board = fill_cells(board, {step.cell: step.number})
    return [*frames, Frame(board)]


def explain_puzzle(puzzle: Board) -> Explanation:
    """Return why there is no solution, or why several boards are best, and repairs."""
    exploration = AmazeExploration(puzzle)
    exploration.explore()
    if exploration.verdict == "none":
        clash = {
            cell: "clash"
            for line in exploration.clash
            for cell in rules.ends_by_number(puzzle)[line]
        }
        caption = "\n".join(account.describe_clash(exploration))
        return Explanation(translate("no solution"), [Frame(puzzle, clash, caption)])
    best = exploration.optima[0]
    if exploration.verdict == "unique":
        return Explanation(account.describe_verdict(exploration), [Frame(best)])
    marks = dict.fromkeys(exploration.cells, "differ")
    lines = [line for line in account.describe_differences(exploration)[1:] if "\n" not in line]
    frames = [
        Frame(best, marks, "\n".join(lines)),
        Frame(exploration.optima[-1], marks, translate("and this is another one")),
    ]
    repairs = []
    if exploration.repair:
        ends = count_noun(len(exploration.repair.moves), "end")
        moves = account.format_moves(exploration.repair)
        label = translate("move {ends}: {moves}", ends=ends, moves=moves)
        repairs = [(label, exploration.repair.puzzle)]
    return Explanation(account.describe_verdict(exploration), frames, repairs)


WEB = PlaySettings(
    input=LINE,
    introduction="Join the two cells of each number by a line, through cells side by side. A cell "
    "of a line costs its number; cells may stay empty.",
    solved=[["1", "1", ".", "2"], [".", "1", ".", "2"], [".", ".", ".", "2"]],
    looks={EMPTY: Look("empty")},
    marks={
        "reason": CellMark("reason", "the reason"),
        "conclusion": CellMark("gain", "what follows"),
        "together": CellMark("wrong", "cannot all be right"),
        "clash": CellMark("wrong", "lines that clash"),
        "differ": CellMark("note", "differs on other best boards"),
        "wrong": CellMark("wrong", "breaks a rule"),
    },
    fields=(
        Field("height", "rows", "6"),
        Field("width", "columns", "6"),
        Field("lines", "lines (empty: by the size)", ""),
        Field("seed", "seed (empty: a new one)", ""),
    ),
    find_hint=find_hint,
    explain_mistake=explain_mistake,
    explain_puzzle=explain_puzzle,
    replay_solution=replay_solution,
)
