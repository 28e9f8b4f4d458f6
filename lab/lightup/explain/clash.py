"""Finds clues that clash, and gives the reason in one sentence.

Clues clash if no board meets all of them and the other rules.  lab/explain/clash.py finds a
smallest clash; `explain_clash` looks for a reason among a few well-known patterns, the simplest
first.
"""

import itertools
from collections.abc import Iterable
from typing import NamedTuple

from lab.common.language import translate
from lab.common.words import Cell, count_noun, format_cells
from lab.explain.clash import Demands, shrink_clash
from lab.lightup import rules
from lab.lightup.board_program import BoardProgram
from lab.lightup.hint.presentation import name_cell
from lab.lightup.rules import BULB, CLUES, UNNUMBERED, Board


class ClueClash(NamedTuple):
    board: Board  # the puzzle with these clues alone
    dark: list[Cell]  # white cells that stay dark on every board that meets the clues
    reason: str  # one sentence


def demand_clues(
    board: Board, solution: Board | None = None, always: Iterable[Cell] = ()
) -> Demands[Cell]:
    """Return the clues as demands on boards that keep all other rules, except `solution`.

    All these boards meet the clues in `always`.
    """
    program = BoardProgram(
        board,
        "models/relaxed",
        "explain/switched",
        "explain/other",
        facts=format_solution_facts(solution) if solution else "",
        options=["--heuristic=Domain"],
    )
    met = program.list_literals("met")
    return Demands(program, met, [met[cell] for cell in always])


def format_solution_facts(solution: Board) -> str:
    """Return the facts by which other.lp excludes a solution."""
    return "known.\n" + "".join(f"known({r},{c}).\n" for r, c in rules.find_cells(solution, BULB))


def explain_clash(board: Board, clues: set[Cell]) -> ClueClash:
    """Return the reason why these clues of a board clash; each of them must be needed."""
    needless = set(rules.find_cells(board, CLUES)) - clues
    board = rules.replace_cells(board, dict.fromkeys(needless, UNNUMBERED))
    # No two bulbs see each other; cells may stay dark.
    program = BoardProgram(board, "models/relaxed")
    met = list(program.list_literals("met").values())
    bulbs = program.find_consequences("brave", met)
    dark: list[Cell] = []
    if bulbs is not None:
        dark = sorted(rules.find_white_cells(board) - rules.find_lit_cells(board, bulbs))
    reason = explain_by_neighbours(board)
    if not reason and dark:
        reason = translate("no bulb may light {cells}", cells=format_cells(dark))
    elif not reason:
        unlit = shrink_clash(
            Demands(program, program.list_literals("lit"), met), rules.find_white_cells(board)
        )
        reason = translate("wherever the clues are met, two bulbs see each other")
        if unlit:
            cells = format_cells(sorted(unlit))
            reason = translate(
                "where the clues are met, one cell stays dark out of {cells}", cells=cells
            )
    return ClueClash(board, dark, reason)


def explain_by_neighbours(board: Board) -> str:
    """Explain a clash of one or two clues by the cells beside them; "" for another reason.

    Either a clue is larger than the number of white cells beside it; or one of two clues needs more
    bulbs in the cells beside both than the other allows.
    """
    clues = rules.find_cells(board, CLUES)
    numbers = {(r, c): int(board[r][c]) for r, c in clues}
    beside = {clue: set(rules.list_neighbours(board, clue)) for clue in clues}
    names = {clue: name_cell(board, clue) for clue in clues}
    for clue in clues:
        if numbers[clue] > len(beside[clue]):
            cells = count_noun(len(beside[clue]), "white cell")
            return translate("{clue} has {cells} beside it", clue=names[clue], cells=cells)
    for first, second in itertools.permutations(clues, 2):
        shared = beside[first] & beside[second]
        least = numbers[first] - len(beside[first] - shared)
        if least > numbers[second]:
            return translate(
                "{first} and {second} want the same cells: of {cells} the first needs {least} or "
                "more, the second allows {most} or fewer",
                first=names[first],
                second=names[second],
                cells=format_cells(sorted(shared)),
                least=least,
                most=numbers[second],
            )
    return ""
