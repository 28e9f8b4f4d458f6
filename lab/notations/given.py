"""The values that a puzzle may give to its cells."""

from lab.common.words import Cell
from lab.notations import Source
from lab.puzzles import Puzzle


def list_choices(puzzle: Puzzle, size: tuple[int, int]) -> dict[Cell, list[str]]:
    """Return the values that each cell may be given, with BLANK if it may have none.

    Without the record's given_values they are those of the examples and trial boards, and if one of
    these is a number, the numbers from 1 to the longer side.
    """
    cells = [(r, c) for r in range(size[0]) for c in range(size[1])]
    if find_values := getattr(puzzle.record, "given_values", None):
        return {cell: list(find_values(*cell, *size)) for cell in cells}
    paths = [*puzzle.examples.glob("dom*.txt"), *puzzle.folder.glob("trials.txt")]
    sources = [
        Source(str(path), path.read_bytes(), puzzle) for path in paths if path.stat().st_size
    ]
    boards = [board for source in sources for board in source.boards("grid")]
    values = {value for board in boards for row in board for value in row}
    if any(value.isdecimal() for value in values):
        values |= {str(number) for number in range(1, max(size) + 1)}
    return dict.fromkeys(cells, sorted(values))
