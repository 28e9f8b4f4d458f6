"""Amaze on the page: how it is played, and the help there; lines are drawn by dragging."""

from amaze.explain import account
from amaze.explain.exploration import AmazeExploration
from amaze.hint import explain_dead_end, fill_cells
from amaze.hint.steps import Drawing, HintStep
from amaze.optima import Optima
from amaze.rules import EMPTY, Board, ends_by_number, is_solved, neighbours_of, numbers_by_cell
from lab.common.words import Cell, count_noun
from lab.pictures import Frame
from lab.web.settings import LINE, CellMark, Explanation, Field, Hint, Look, PlaySettings

DIFFERING = "in what is left the best boards differ: any of them will do"


# ---------------------------------------------------------------- hints


def find_hint(puzzle: Board, board: Board, tactics: str) -> Hint:
    """Return the next cell that all best boards share: first its line, then the cell and why."""
    optima = Optima(puzzle)
    additions = {
        cell: line
        for cell, line in numbers_by_cell(board).items()
        if cell not in numbers_by_cell(puzzle)
    }
    shared = optima.shared_cells(additions)
    if not shared:
        return Hint([Frame(board, {}, explain_dead_end(optima, additions))])
    step = next(Drawing(puzzle, additions).draw_steps(shared), None)
    if not step:
        return Hint([Frame(board, {}, "all is decided" if is_solved(puzzle, board) else DIFFERING)])
    place = Frame(board, mark_line(board, step), f"look at line {step.number}")
    return Hint([place, draw_step_frame(board, step)], [(step.cell, step.number)])


def mark_line(board: Board, step: HintStep) -> dict[Cell, str]:
    """Mark the cells of the step's line that touch the step's cell, or the line if none does."""
    line = [cell for cell, number in numbers_by_cell(board).items() if number == step.number]
    adjacent = [cell for cell in line if cell in neighbours_of(step.cell)]
    return dict.fromkeys(adjacent or line, "reason")


def draw_step_frame(board: Board, step: HintStep) -> Frame:
    """Return the board after a step, with its reason and its conclusion."""
    marks = {**mark_line(board, step), step.cell: "conclusion"}
    return Frame(fill_cells(board, {step.cell: step.number}), marks, step.sentence)


def replay_solution(puzzle: Board) -> list[Frame]:
    """Return a frame for each cell that all best boards share."""
    board, frames = puzzle, [Frame(puzzle)]
    for step in Drawing(puzzle, {}).draw_steps(Optima(puzzle).shared_cells()):
        frames.append(draw_step_frame(board, step))
        board = fill_cells(board, {step.cell: step.number})
    return [*frames, Frame(board)]


# ---------------------------------------------------------------- explanations


def explain_puzzle(puzzle: Board) -> Explanation:
    """Return why there is no solution, or why several boards are best, and repairs."""
    exploration = AmazeExploration(puzzle)
    exploration.explore()
    if exploration.verdict == "none":
        clash = {
            cell: "clash" for line in exploration.clash for cell in ends_by_number(puzzle)[line]
        }
        caption = "\n".join(account.report_clash(exploration))
        return Explanation("no solution", [Frame(puzzle, clash, caption)])
    best = exploration.optima[0]
    if exploration.verdict == "unique":
        return Explanation(account.report_verdict(exploration), [Frame(best)])
    marks = dict.fromkeys(exploration.cells, "differ")
    lines = [line for line in account.report_differences(exploration)[1:] if "\n" not in line]
    frames = [
        Frame(best, marks, "\n".join(lines)),
        Frame(account.farthest_optimum(exploration), marks, "and this is another one"),
    ]
    return Explanation(account.report_verdict(exploration), frames, list_repairs(exploration))


def list_repairs(exploration: AmazeExploration) -> list[tuple[str, Board]]:
    """Return the puzzle with the fewest ends moved that leave one best board, after a label."""
    if not exploration.repair:
        return []
    moves, puzzle = exploration.repair
    label = f"move {count_noun(len(moves), 'end')}: {account.format_moves(exploration.repair)}"
    return [(label, puzzle)]


WEB = PlaySettings(
    input=LINE,
    looks={EMPTY: Look("empty")},
    marks={
        "reason": CellMark("reason", "the reason"),
        "conclusion": CellMark("gain", "what follows"),
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
    explain_puzzle=explain_puzzle,
    replay_solution=replay_solution,
)
