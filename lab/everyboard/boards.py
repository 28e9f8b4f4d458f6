"""The boards of a size as facts for every_board.lp, and candidates that are excluded."""

from collections import defaultdict
from collections.abc import Container, Iterable

from decode import BLANK
from lab.common.words import Cell
from lab.notations import list_choices
from lab.puzzles import Puzzle
from lab.runner.server.every_board import SearchRow

Size = tuple[int, int]  # rows and columns


def format_boards(puzzle: Puzzle, size: Size, free: Container[Cell] | None = None) -> str:
    """Return the facts may(R,C,V), must(R,C) and size, and the puzzle's constraints on boards.

    With `free`, all other cells are blank.
    """
    height, width = size
    groups = defaultdict[tuple[str, ...], list[Cell]](list)  # cells by the values they may have
    for cell, values_of_cell in list_choices(puzzle, size).items():
        if free is None or cell in free:
            groups[tuple(values_of_cell)].append(cell)
    facts = [f"size({height})." if height == width else f"size({height},{width})."]
    for values, cells in groups.items():
        given_values = ";".join(value for value in values if value != BLANK)
        is_all = len(cells) == height * width
        places = [f"0..{height - 1},0..{width - 1}"] if is_all else [f"{r},{c}" for r, c in cells]
        for place in places:
            facts += [f"may({place},({given_values}))."] * bool(given_values)
            facts += [f"must({place})."] * (BLANK not in values)
    return "\n".join([*facts, puzzle.boards_text, ""])


def format_excluded(candidates: Iterable[SearchRow]) -> str:
    """Return the facts of every_board.lp that exclude candidates from further searches."""
    facts = []
    for number, candidate in enumerate(candidates):
        facts.append(f"excluded({number},{candidate.question}).")
        facts += [f"board({number},{','.join(cell)})." for cell in candidate.givens]
        facts += [f"solved({number},{','.join(cell)})." for cell in candidate.answer]
    return "\n".join([*facts, ""])
