"""Functions of all readers: split a text into puzzles, read cells, place errors.

Offsets count characters from 0; an encode.GridError counts lines and columns from 1.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from encode import BLANK, GridError
from lab.common.words import count_noun

Span = tuple[int, int]  # a part of a text: an offset, and the offset after its end
Chunk = tuple[int, str]  # a puzzle: in which line of the input it begins, and its text

LINE = re.compile(r"\S.*")  # the contents of a line that is not blank
MOST_CELLS = 10_000_000  # a text of a few characters may claim any size


def make_grid_error(text: str, offset: int, unexpected: str, expected: str) -> GridError:
    """Return the error for the text at `offset`."""
    line = text.count("\n", 0, offset) + 1
    return GridError(line, offset - text.rfind("\n", 0, offset), unexpected, expected)


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

    Otherwise the whole text is one puzzle.
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


class Alphabet(NamedTuple):
    """The texts of single cells: their pattern, the value that each means, and all in words.

    In an open alphabet each other text is a value itself, if no text stands for this value.
    """

    token: re.Pattern[str]
    meaning: Mapping[str, str]
    expected: str
    is_open: bool = False

    def find_value(self, text: str) -> str:
        """Return the value that the text of a cell means, "" for an unknown text."""
        if self.is_open and text not in self.meaning.values():
            return self.meaning.get(text, text)
        return self.meaning.get(text, "")

    def read_board(self, text: str, rows: Sequence[Span], height: int, width: int) -> list[str]:
        """Return the board whose rows are at these spans; raise a GridError."""
        cells = self.find_cells(text, rows, height, width)
        return ["".join(self.meaning[cell[0]] for cell in row) for row in cells]

    def find_cells(
        self, text: str, rows: Sequence[Span], height: int, width: int
    ) -> list[list[re.Match[str]]]:
        """Return the matches of all cells in the rows at these spans; raise a GridError."""
        cells = []
        for span in rows[:height]:
            row = list(self.token.finditer(text, *span))
            for cell in row[: width + 1]:
                if not self.find_value(cell[0]):
                    raise make_grid_error(text, cell.start(), repr(cell[0][:20]), self.expected)
            if len(row) != width:
                ends = [span[0], *(cell.end() for cell in row)]
                offset = row[width].start() if len(row) > width else ends[-1]
                fault = f"a row of {count_noun(len(row), 'cell')}"
                raise make_grid_error(text, offset, fault, str(width))
            cells.append(row)
        if len(rows) > height:
            raise make_grid_error(
                text, rows[height][0], f"row {height + 1}", count_noun(height, "row")
            )
        if len(rows) < height:
            raise make_grid_error(
                text, len(text.rstrip()), count_noun(len(rows), "row"), str(height)
            )
        return cells


def place_cells(
    text: str, size: tuple[int, int], cells: Iterable[tuple[int, int, int, str]]
) -> list[list[str]]:
    """Return a board of this size, blank but for some cells; raise a GridError.

    A cell is its offset in the text, its row and column from 0, and its value.
    """
    height, width = size
    if height * width > MOST_CELLS:
        fault = f"{height} rows and {width} columns"
        raise make_grid_error(text, 0, fault, f"at most {MOST_CELLS} cells")
    board = [[BLANK] * width for _ in range(height)]
    for offset, r, c, value in cells:
        if not (0 <= r < height and 0 <= c < width):
            fault = f"a cell of row {r + 1} and column {c + 1}, counted from 1"
            expected = f"a cell on the board of {height} rows and {width} columns"
            raise make_grid_error(text, offset, fault, expected)
        if board[r][c] != BLANK:
            fault = f"{value} where {board[r][c]} is already"
            raise make_grid_error(text, offset, fault, "one value a cell")
        board[r][c] = value
    return board


class RunAlphabet(NamedTuple):
    """Characters that each stand for a run of cells: the cells of each, and all in words."""

    meaning: Mapping[str, str]
    expected: str

    def read_board(self, text: str, span: Span, height: int, width: int) -> list[str]:
        """Return the board of height times width cells at the span; raise a GridError.

        After the last clue, more white cells may be counted than the board has left: pzprjs writes
        such texts.
        """
        runs, number, area = list[str](), 0, height * width
        for offset in range(*span):
            run = self.meaning.get(text[offset], "")
            if not run:
                raise make_grid_error(text, offset, repr(text[offset]), self.expected)
            is_last_clue = offset + 1 == span[1] and run[0] != "." and number < area
            number += len(run)
            if number > area and not is_last_clue:
                fault = f"more than {count_noun(area, 'cell')}"
                raise make_grid_error(text, offset, fault, "the end of the board")
            runs.append(run)
        if number < area:
            fault = count_noun(number, "cell")
            raise make_grid_error(text, span[1], fault, f"{height} times {width}")
        cells = "".join(runs)
        return [cells[first : first + width] for first in range(0, area, width)]
