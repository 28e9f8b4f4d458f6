"""The rules of Slitherlink in plain Python.

A board is 2h+1 strings of 2w+1 characters: clues where row and column are odd, and 'e' for the
edges of the loop where one of them is.
"""

from collections.abc import Iterator

from lab.common.words import Cell, format_cell
from lab.puzzles import Offence

Board = list[str]

RULES = {
    "clue": "a clue is the number of edges (cells with 'e') around it",
    "dot": "at a dot, which has an even row and column, two edges meet, or none",
    "loop": "all edges form a single loop",
}
OPEN, EDGE = ".", "e"
BEGIN, END = (-1, -1), (10**9, 0)  # before the first and after the last cell


def offences(board: Board, givens: Board | None = None, partial: bool = False) -> list[Offence]:
    """Return the offences of a board, or what it changes of `givens`."""
    changed = [] if givens is None else list(find_changes(board, givens))
    return changed or [
        *find_wrong_counts(board, BEGIN if partial else END),
        *find_parts(board, partial),
    ]


def solutions(board: Board, number: int = 0) -> Iterator[Board]:
    """Yield all solutions, by deciding each edge from this number on."""
    edges = [(r, c) for r, c in list_cells(board) if (r + c) % 2]
    if number == len(edges):
        if not offences(board):
            yield board
        return
    r, c = edges[number]
    for value in (EDGE, OPEN) if board[r][c] == OPEN else board[r][c]:
        filled = [*board[:r], board[r][:c] + value + board[r][c + 1 :], *board[r + 1 :]]
        if not any(find_wrong_counts(filled, (r, c))):
            yield from solutions(filled, number + 1)


def list_cells(board: Board) -> list[Cell]:
    """Return all cells of a board."""
    return [(r, c) for r in range(len(board)) for c in range(len(board[0]))]


def list_neighbours(board: Board, cell: Cell) -> list[Cell]:
    """Return the cells beside a cell."""
    r, c = cell
    places = [(r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)]
    return [(i, j) for i, j in places if 0 <= i < len(board) and 0 <= j < len(board[0])]


def find_changes(board: Board, givens: Board) -> Iterator[Offence]:
    """Yield the cells that are given by a puzzle and others on a board, and wrong places."""
    if list(map(len, board)) != list(map(len, givens)):
        yield Offence("given", (), "the boards differ in size")
        return
    for r, c in list_cells(givens):
        is_edge = (r + c) % 2 and givens[r][c] == OPEN and board[r][c] == EDGE
        if board[r][c] != givens[r][c] and not is_edge:
            words = f"{format_cell((r, c))}: {board[r][c]} for {givens[r][c]}"
            yield Offence("given", ((r, c),), words)


def find_wrong_counts(board: Board, last: Cell) -> Iterator[Offence]:
    """Yield the clues and dots with a wrong number of edges; edges after `last` are undecided."""
    for r, c in list_cells(board):
        cells = [] if (r + c) % 2 else list_neighbours(board, (r, c))
        count = sum(board[i][j] == EDGE for i, j in cells)
        most = count + sum(board[i][j] == OPEN and (i, j) > last for i, j in cells)
        if r % 2 and c % 2 and board[r][c] != OPEN and not count <= int(board[r][c]) <= most:
            words = f"{format_cell((r, c))}: {count} edges around {board[r][c]}"
            yield Offence("clue", ((r, c),), words)
        if r % 2 == c % 2 == 0 and (count > 2 or count == most == 1):
            yield Offence("dot", ((r, c),), f"{format_cell((r, c))}: {count} edges meet")


def find_parts(board: Board, partial: bool) -> Iterator[Offence]:
    """Yield a part of the edges that is cut off from others; no edge; in part, closed loops."""
    edges = {(r, c) for r, c in list_cells(board) if (r + c) % 2 and board[r][c] == EDGE}
    if not edges and not partial:
        yield Offence("loop", (), "there is no edge")
    waiting = [min(edges)] if edges else []
    part = set(waiting)
    while waiting:
        dots = [(r, c) for r, c in list_neighbours(board, waiting.pop()) if r % 2 == c % 2 == 0]
        new = {edge for dot in dots for edge in list_neighbours(board, dot)} & edges - part
        part |= new
        waiting += new
    is_closed = not any(find_wrong_counts(select_edges(board, part), END))
    if part != edges and (is_closed or not partial):
        rest = tuple(sorted(edges - part))
        yield Offence("loop", rest, f"{format_cell(rest[0])}: not in the loop of the first edge")


def select_edges(board: Board, edges: set[Cell]) -> Board:
    """Return a board without clues that has these edges alone."""
    return [
        "".join(EDGE if (r, c) in edges else OPEN for c in range(len(board[0])))
        for r in range(len(board))
    ]
