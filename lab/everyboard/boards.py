"""The boards of a size as facts for every_board.lp, and candidates that are excluded."""

import functools
from collections import defaultdict
from collections.abc import Container, Iterable

from decode import BLANK
from lab import Unusable
from lab.common.words import Cell
from lab.notations import list_choices
from lab.puzzles import BOARDS_FILE, Puzzle
from lab.runner.server.every_board import SearchRow, take_statements
from lab.runner.server.rewriting import Unsearchable, rewrite_program
from lab.runner.server.syntax_tree import parse_text

Size = tuple[int, int]  # rows and columns
BOARDS = "boards"  # the role of boards.lp


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
    return "\n".join([*facts, rename_predicates(puzzle.boards_text), ""])


@functools.lru_cache
def rename_predicates(text: str) -> str:
    """Return the text of boards.lp with names that nothing in every_board.lp has.

    Raises Unusable, with the line, if a search of all boards cannot have such a text.
    """
    try:
        program = rewrite_program(take_statements(parse_text(text)), BOARDS)
    except Unsearchable as error:
        raise Unusable(f"{BOARDS_FILE}:{error.place[1]}: {error}") from None
    return "\n".join(map(str, program.rules))


def format_excluded(candidates: Iterable[SearchRow]) -> str:
    """Return the facts of every_board.lp that exclude candidates from further searches."""
    facts = []
    for number, candidate in enumerate(candidates):
        facts.append(f"excluded({number},{candidate.question}).")
        facts += [f"board({number},{','.join(cell)})." for cell in candidate.givens]
        facts += [f"solved({number},{','.join(cell)})." for cell in candidate.answer]
    return "\n".join([*facts, ""])
