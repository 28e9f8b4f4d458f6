"""Functions of all readers: split a text into puzzles, read cells, place errors.

Offsets count characters from 0; an encode.GridError counts lines and columns from 1.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeVar

from encode import BLANK, GridError
from lab.common.words import count_noun

Span = tuple[int, int]  # a part of a text: an offset, and the offset after its end
CellSource = TypeVar("CellSource")  # what a cell is read from: a token or an atom
Chunk = tuple[int, str]  # a puzzle: in which line of the input it begins, and its text

LINE = re.compile(r"\S.*")  # the contents of a line that is not blank
MOST_CELLS = 10_000_000  # a text of a few characters may claim any size


def make_grid_error(text: str, offset: int, unexpected: str, expected: str) -> GridError:
    """Return the error for the text at `offset`."""
    line = text.count("\n", 0, offset) + 1
    return GridError(line, offset - text.rfind("\n", 0, offset), unexpected, expected)


def make_token_error(token: re.Match[str], remark: str, expected: str) -> GridError:
    """Return the error for a token of a text, with a remark behind it."""
    fault = f"{token[0][:40].strip()!r} {remark}".strip()
    return make_grid_error(token.string, token.start(), fault, expected)


def shift_error(error: GridError, lines: int = 0, columns: int = 0) -> GridError:
    """Return an error that is `lines` further down and `columns` further right."""
    return GridError(error.line + lines, error.column + columns, error.found, error.expected)


def find_spans(pattern: re.Pattern[str], text: str, *limits: int) -> list[Span]:
    """Return the spans of all matches; `limits` are where to start, and to end."""
    return [match.span() for match in pattern.finditer(text, *limits)]


def read_size(text: str, match: re.Match[str], *groups: int | str) -> list[int]:
    """Return the numbers in these groups of a match; raise a GridError for a 0."""
    for group in groups:
        if not match[group].strip("0"):
            raise make_grid_error(text, match.start(group), "a size of 0", "at least 1")
    return [int(match[group]) for group in groups]


def join_or(names: Sequence[str]) -> str:
    """Return names as text: a, b or c."""
    return " or ".join(filter(None, (", ".join(names[:-1]), names[-1])))


# ---------------------------------------------------------------- puzzles in an input


def split_lines(text: str) -> list[Chunk]:
    """Return the lines that are not blank, each as a puzzle."""
    return number_chunks(re.split(r"(?<=\n)", text))


def split_paragraphs(text: str, mark: str = "") -> list[Chunk]:
    """Return the parts between blank lines if `mark`, a regular expression, occurs in each.

    Without a blank line the whole text is one puzzle.
    """
    parts = number_chunks(re.split(r"((?:\A|\n)(?:[^\S\n]*\n)+)", text))
    return parts if all(re.search(mark, part) for _, part in parts) else [(1, text)]


def number_chunks(parts: Iterable[str]) -> list[Chunk]:
    """Return the parts of a text that are not blank, each with its line number."""
    chunks, line = [], 1
    for part in parts:
        if part.strip():
            chunks.append((line, part))
        line += part.count("\n")
    return chunks


# ---------------------------------------------------------------- cells


def place_cells(
    size: Sequence[int],
    cells: Iterable[tuple[CellSource, int, int, str]],
    make_error: Callable[[CellSource, str, str], GridError],
) -> list[list[str]]:
    """Return a board of this size, blank but for some cells; raise a GridError.

    A cell has its source, its row and column from 0, and its value.  make_error returns the error
    for a source, a remark behind it, and what was expected.
    """
    height, width = size
    if height * width > MOST_CELLS:
        raise GridError(1, 1, f"{height} rows and {width} columns", f"at most {MOST_CELLS} cells")
    board = [[BLANK] * width for _ in range(height)]
    for source, r, c, value in cells:
        if not (0 <= r < height and 0 <= c < width):
            size_text = f"{count_noun(height, 'row')} and {count_noun(width, 'column')}"
            expected = f"a cell on the board of {size_text}"
            raise make_error(source, "", expected)
        if board[r][c] != BLANK:
            raise make_error(source, f"where {board[r][c]} is already", "one value a cell")
        board[r][c] = value
    return board


class RunReader(NamedTuple):
    """How a text without rows has the cells of a board, one after the other.

    A token stands for a run of cells, which find_run returns, none for an unknown token;
    `expected` has all tokens in words.
    """

    token: re.Pattern[str]
    find_run: Callable[[str], Sequence[str] | None]
    expected: str

    def read_board(self, text: str, span: Span, height: int, width: int) -> list[str]:
        """Return the board at the span; raise a GridError."""
        return ["".join(row) for row in self.read_cells(text, span, height, width)[0]]

    def read_cells(
        self, text: str, span: Span, height: int, width: int
    ) -> tuple[list[list[str]], list[list[re.Match[str]]]]:
        """Return the rows of values at the span, and of their tokens; raise a GridError.

        After the last clue, more white cells may be counted than the board has left: pzprjs writes
        such texts.
        """
        values, tokens, area = list[str](), list[re.Match[str]](), height * width
        for token in self.token.finditer(text, *span):
            run = self.find_run(token[0])
            if not run:
                raise make_token_error(token, "", self.expected)
            is_last_clue = token.end() == span[1] and run[0] != BLANK and len(values) < area
            values += run
            tokens += [token] * len(run)
            if len(values) > area and not is_last_clue:
                fault = f"more than {count_noun(area, 'cell')}"
                raise make_grid_error(text, token.start(), fault, "the end of the board")
        if len(values) < area:
            fault = count_noun(len(values), "cell")
            raise make_grid_error(text, span[1], fault, f"{height} times {width}")
        starts = range(0, area, width)
        return (
            [values[first : first + width] for first in starts],
            [tokens[first : first + width] for first in starts],
        )
