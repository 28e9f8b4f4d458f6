"""The boards of a size as facts for lab/runner/every_board.lp, and boards that the solver found."""

from collections import defaultdict
from collections.abc import Container, Iterable, Sequence
from typing import NamedTuple

from decode import BLANK
from lab.common.words import Cell, Place, read_places
from lab.notations import list_choices
from lab.puzzles import Puzzle, Rows
from lab.runner.board_search import SearchRow

Size = tuple[int, int]  # rows and columns
BOARDS_FILE = "boards.lp"  # constraints on given(R,C,V), if not all boards are puzzles


class Candidate(NamedTuple):
    """A board on which a program seems to be wrong."""

    question: str  # of board_search.py
    board: Rows
    answer: frozenset[tuple[str, str, str]]  # cells: row, column, value
    places: Sequence[Place]  # of what forbids the answer: in the program, or in the rival

    @property
    def size(self) -> Size:
        return len(self.board), len(self.board[0])


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
    path = puzzle.folder / BOARDS_FILE
    return "\n".join(facts) + "\n" + (path.read_text("utf-8") if path.is_file() else "")


def format_excluded(candidates: Iterable[Candidate]) -> str:
    """Return the facts excluded(I) and excluded(I,R,C,V) for the boards of candidates."""
    facts = []
    for number, candidate in enumerate(candidates):
        facts.append(f"excluded({number}).")
        for r, row in enumerate(candidate.board):
            facts += [
                f"excluded({number},{r},{c},{value})."
                for c, value in enumerate(row)
                if value != BLANK
            ]
    return "\n".join(facts)


def read_candidate(row: SearchRow) -> Candidate:
    """Return the board that a search has found."""
    height, width = row.size
    board = [[BLANK] * width for _ in range(height)]
    for r, c, value in row.given:
        board[int(r)][int(c)] = value
    answer = frozenset((r, c, value) for r, c, value in row.answer)
    return Candidate(row.question, board, answer, read_places(row.places))
