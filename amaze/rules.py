"""The rules of Amaze in plain Python: they decide what is right for the whole kit.

A board is h lists of w cells, '.' or a number as text.  In a puzzle only the ends of the lines have
a number, and each number occurs twice.  A cell is (row, column), from 0.

A solution breaks no rule; an optimum is a solution that costs least.  A solution may have closed
loops beside its lines; an optimum has none, as loops add to the cost.
"""

from collections.abc import Iterator, Mapping

from lab.common.language import translate
from lab.common.words import Cell, count_noun, describe_size, format_cell, list_cells
from lab.puzzles import Offence

Board = list[list[str]]

RULES = {
    "ends": "the two ends of each line are where the puzzle has its number",
    "degree": "an end has one neighbour with its number, any other cell of a line has two",
    "cost": "the sum of all cells is the least that the other rules allow",
}
WRONG_DEGREE = "{cell}: {neighbours} with the number {number}, expected {needed}"

BLANK = "."


def is_solved(givens: Board, board: Board) -> bool:
    return not (find_wrong_ends(givens, board) or find_wrong_degrees(givens, board))


def cost(board: Board) -> int:
    """Return the sum of all numbers, ends included."""
    return sum(map(int, find_numbers(board).values()))


def find_wrong_ends(givens: Board, board: Board) -> list[Cell]:
    """Return the ends without their number, and cells with a number that the givens lack."""
    ends, numbers = find_numbers(givens), find_numbers(board)
    allowed = set(ends.values())
    changed = {cell for cell, number in ends.items() if numbers.get(cell) != number}
    foreign = {cell for cell, number in numbers.items() if number not in allowed}
    return sorted(changed | foreign)


def find_wrong_degrees(givens: Board, board: Board) -> list[tuple[Cell, int, int]]:
    """Return the cells of lines with too few or too many neighbours of their number.

    Each comes with the number of such neighbours and the number that it needs.
    """
    ends, numbers = find_numbers(givens), find_numbers(board)
    links = [(cell, count_links(numbers, cell), 1 if cell in ends else 2) for cell in numbers]
    return [(cell, count, expected) for cell, count, expected in links if count != expected]


def count_links(numbers: Mapping[Cell, str], cell: Cell) -> int:
    """Return how many neighbours of a cell have its number."""
    return sum(numbers.get(neighbour) == numbers[cell] for neighbour in list_neighbours(cell))


def solutions(givens: Board) -> Iterator[Board]:
    """Yield all solutions of a small puzzle, whatever they cost, by brute force.

    The cells get their values row by row.  The links of a cell are complete, and checked, as soon
    as the cell below it has its value.
    """
    ends = find_numbers(givens)
    cells = [cell for cell, _ in list_cells(givens)]
    choices = [BLANK, *dict.fromkeys(ends.values())]
    numbers: dict[Cell, str] = {}

    def has_right_links(r: int, c: int, is_final: bool) -> bool:
        """Whether a cell has the right number of links, or can still get it unless final."""
        if numbers.get((r, c), BLANK) == BLANK:
            return True
        links, expected = count_links(numbers, (r, c)), 1 if (r, c) in ends else 2
        return links == expected if is_final else links <= expected

    def extend(count: int) -> Iterator[Board]:
        """Yield the solutions in which the first `count` cells have their present values."""
        if count == len(cells):
            if all(has_right_links(r, c, True) for r, c in cells[-len(givens[0]) :]):
                yield [[numbers[r, c] for c, _ in enumerate(row)] for r, row in enumerate(givens)]
            return
        r, c = cells[count]
        for number in [ends[r, c]] if (r, c) in ends else choices:
            numbers[r, c] = number
            are_right = has_right_links(r, c, False) and has_right_links(r, c - 1, False)
            if are_right and has_right_links(r - 1, c, True):
                yield from extend(count + 1)
        del numbers[r, c]

    yield from extend(0)


def offences(board: Board, givens: Board | None = None, partial: bool = False) -> list[Offence]:
    """Return how a solved board breaks the rules.

    Without `givens`, the ends are those of bare.  With `partial`, lines may still grow:
    offences that this can mend are left out.
    """
    broken: list[Offence] = []
    if givens is None:
        givens = bare(board)
        ends = group_ends(givens)
        for number in sorted(group_ends(board)):
            cells = ends.get(number, [])
            if len(cells) != 2 and not partial:
                values = {"number": number, "ends": count_noun(len(cells), "end")}
                sentence = translate("{number} has {ends}, expected 2", **values)
                broken.append(Offence("ends", tuple(cells), sentence))
    elif list(map(len, givens)) != list(map(len, board)):
        sizes = {"found": describe_size(board), "expected": describe_size(givens)}
        sentence = translate("found {found}, expected {expected}", **sizes)
        return [Offence("ends", (), sentence)]
    else:
        for r, c in find_wrong_ends(givens, board):
            if not (partial and board[r][c] == BLANK):
                end = givens[r][c] if givens[r][c] != BLANK else translate("a number of the puzzle")
                values = {"cell": format_cell((r, c)), "found": board[r][c], "expected": end}
                sentence = translate("{cell}: found {found}, expected {expected}", **values)
                broken.append(Offence("ends", ((r, c),), sentence))
    for (r, c), links, needed in find_wrong_degrees(givens, board):
        if not (partial and links < needed):
            values = {"number": board[r][c], "neighbours": count_noun(links, "neighbour")}
            cell = format_cell((r, c))
            sentence = translate(WRONG_DEGREE, cell=cell, needed=needed, **values)
            broken.append(Offence("degree", ((r, c),), sentence))
    return broken


def bare(board: Board) -> Board:
    """Return the ends of a solved board: its cells with at most one neighbour of their number."""
    numbers = find_numbers(board)
    ends = {cell for cell in numbers if count_links(numbers, cell) <= 1}
    return [
        [value if (r, c) in ends else BLANK for c, value in enumerate(row)]
        for r, row in enumerate(board)
    ]


def list_neighbours(cell: Cell) -> list[Cell]:
    """Return the cells above, left, right and below, on the board or not."""
    r, c = cell
    return [(r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)]


def group_ends(givens: Board) -> dict[int, list[Cell]]:
    """Return the cells of each number of a puzzle, row by row."""
    ends: dict[int, list[Cell]] = {}
    for cell, number in find_numbers(givens).items():
        ends.setdefault(int(number), []).append(cell)
    return ends


def find_numbers(board: Board) -> dict[Cell, str]:
    """Return the numbers on a board by cell, row by row."""
    return {cell: value for cell, value in list_cells(board) if value != BLANK}


def fill_cells(givens: Board, numbers: Mapping[Cell, str]) -> Board:
    return [
        [numbers.get((r, c), value) if value == BLANK else value for c, value in enumerate(row)]
        for r, row in enumerate(givens)
    ]
