"""Amaze on the page: lines are drawn by dragging; lab/web/playable.py has all names."""

import functools
from collections.abc import Mapping

from amaze import generate
from amaze.explain import account
from amaze.explain.exploration import AmazeExploration
from amaze.generate.making import make_puzzle
from amaze.hint import draw_cells, find_wrong_cell
from amaze.hint.steps import Drawing, Step
from amaze.optima import Optima
from amaze.rules import EMPTY, Board, ends_by_number, is_solved, neighbours_of, numbers_by_cell
from lab.common.words import Cell, count_noun
from lab.web import wishes as forms
from lab.web.playable import Advice, Explanation, Field, Look, Mark, Scene

PLAY = "line"
LOOKS = {EMPTY: Look("empty")}
MARKS = {
    "reason": Mark("reason", "the reason"),
    "conclusion": Mark("gain", "what follows"),
    "clash": Mark("wrong", "lines that clash"),
    "differ": Mark("note", "differs on other best boards"),
    "wrong": Mark("wrong", "breaks a rule"),
}
FIELDS = (
    Field("height", "rows", "6"),
    Field("width", "columns", "6"),
    Field("lines", "lines (empty: by the size)", ""),
    Field("seed", "seed (empty: a new one)", ""),
)

DIFFERING = "in what is left the best boards differ: any of them will do"


# ---------------------------------------------------------------- hints


def hint(given: Board, board: Board, tactics: str) -> Advice:
    """The next cell that all best boards share: first its line, then the cell and why."""
    optima, added = Optima(given), added_to(given, board)
    shared = optima.shared_cells(added)
    if not shared:
        words = (
            f"no best board has {find_wrong_cell(optima, added)}" if optima.best else "no solution"
        )
        return Advice([Scene(board, {}, words)])
    step = next(Drawing(given, added).steps(shared), None)
    if not step:
        words = "all is decided" if is_solved(given, board) else DIFFERING
        return Advice([Scene(board, {}, words)])
    where = Scene(board, tips(board, step), f"look at line {step.number}")
    return Advice([where, drawn(board, step)], [(step.cell, step.number)])


def added_to(given: Board, board: Board) -> dict[Cell, str]:
    """The numbers on a board beside those that are given."""
    return {
        cell: number
        for cell, number in numbers_by_cell(board).items()
        if cell not in numbers_by_cell(given)
    }


def tips(board: Board, step: Step) -> dict[Cell, str]:
    """The cells of the line beside that of a step, else all that there are, as marks."""
    line = [cell for cell, number in numbers_by_cell(board).items() if number == step.number]
    beside = [cell for cell in line if cell in neighbours_of(step.cell)]
    return dict.fromkeys(beside or line, "reason")


def drawn(board: Board, step: Step) -> Scene:
    """The board after a step, with its reason and its conclusion."""
    marks = {**tips(board, step), step.cell: "conclusion"}
    return Scene(draw_cells(board, {step.cell: step.number}), marks, step.sentence)


def replay(given: Board) -> list[Scene]:
    """All cells that the best boards share, one by one."""
    board, scenes = given, [Scene(given)]
    for step in Drawing(given, {}).steps(Optima(given).shared_cells()):
        scenes.append(drawn(board, step))
        board = draw_cells(board, {step.cell: step.number})
    return [*scenes, Scene(board)]


# ---------------------------------------------------------------- explanations


def explain(given: Board) -> Explanation:
    """Why there is no solution, or why several boards are best, and what leaves one."""
    found = AmazeExploration(given)
    found.explore()
    if found.verdict == "none":
        clash = {cell: "clash" for line in found.clash for cell in ends_by_number(given)[line]}
        return Explanation(
            "no solution", [Scene(given, clash, "\n".join(account.report_clash(found)))]
        )
    if found.verdict == "unique":
        return Explanation(account.report_verdict(found), [Scene(found.optima[0])])
    marks = dict.fromkeys(found.cells, "differ")
    words = [line for line in account.report_differences(found)[1:] if "\n" not in line]
    scenes = [
        Scene(found.optima[0], marks, "\n".join(words)),
        Scene(account.farthest_optimum(found), marks, "and this is another one"),
    ]
    return Explanation(account.report_verdict(found), scenes, repairs(found))


def repairs(found: AmazeExploration) -> list[tuple[str, Board]]:
    """The puzzle with the fewest ends moved that leave one best board."""
    if not found.repair:
        return []
    moves, puzzle = found.repair
    return [(f"move {count_noun(len(moves), 'end')}: {account.format_moves(found.repair)}", puzzle)]


# ---------------------------------------------------------------- new puzzles


def make(wishes: Mapping[str, str]) -> Board:
    """A new puzzle, the one that lab generate makes of the same wishes."""
    names = [field.name for field in FIELDS if field.name in wishes]
    options = forms.options(generate, {name: wishes[name] for name in names})
    board: Board = forms.one(
        options, functools.partial(make_puzzle, generate.read_order(options), ())
    )
    return board
