"""Read and write grids of letters: an optional size, then rows with a text for each cell.

One reader serves all notations that differ in these only; LetterGrid lists what may differ.
Separators are blanks and punctuation that stands for no cell.  Where they stand between the cells
of a row, or a cell has several characters, they separate cells; elsewhere each character is one.
"""

import re
from collections.abc import Sequence
from functools import partialmethod
from types import ModuleType

from encode import BLANK
from lab import Unusable
from lab.common.words import count_noun
from lab.notations.reading import build_board
from lab.notations.text import (
    Chunk,
    Span,
    find_spans,
    join_or,
    make_grid_error,
    make_token_error,
    read_size,
    split_paragraphs,
)
from lab.puzzles import Board

PUNCTUATION = ",|\"'()[]{}"
NUMBER = "([0-9]{1,9})"
END = r"[ \t,;]*(?:\n|\Z)"
SIZES = {  # the forms of a size before the rows
    "n": rf"\s*{NUMBER}{END}",
    "h w": rf"\s*{NUMBER}[ \t,;]+{NUMBER}{END}",
    "w h": rf"\s*{NUMBER}[ \t,;]+{NUMBER}{END}",
    "h/w": rf"\s*{NUMBER}[ \t]*\n\s*{NUMBER}{END}",
    "hxw": rf"\s*{NUMBER}[ \t]*[xX*][ \t]*{NUMBER}{END}",
    "wxh": rf"\s*{NUMBER}[ \t]*[xX*][ \t]*{NUMBER}{END}",
}
SizedRows = tuple[list[Span], int, int]  # the spans of the rows, the height and the width
BRACKETED = r"\s*\[\s*(?=\[)(?:\[[^\[\]]*\][\s,]*)*"  # a list of lists without its last bracket

BRACKETS = frozenset("[](){}")
NEXT_BRACKETS = re.compile(r"[\])}][ \t,;]*[\[({]")  # the brackets between two rows in a line


def parse_cells(words: str) -> list[tuple[str, str]]:
    """Return each text with its value in words TEXT=VALUE; a word alone is a value itself."""
    pairs = []
    for word in words.split():
        text, _, value = (word if "=" in word[1:] else f"{word}={word}").rpartition("=")
        pairs.append((text, value))
    return pairs


class LetterGrid:
    """A notation with the text of each cell in rows.

    cells: words TEXT=VALUE, see parse_cells.  If a value has several texts, the first is
    written; on a board with an answer (a value in ANSWERS of the record), the last.
    is_open: whether each other text is a value itself, unless a text stands for this value.
    size: a key of SIZES; with a ? behind it, the size may be missing, and is not written; with
    "*" any size or none is read, and "h w" is written.
    frame: what is written before, between and after the rows.  Commas or brackets between rows also
    end a row that is read; without these, line ends do.
    between: what is written between cells; if it is given, a cell is a whole word.
    marks: "AB/CD" refuses a guess of a text that has A or B, and neither C nor D.
    expected: all texts in words, for messages; by default, it is made from `cells`.
    """

    def __init__(
        self,
        record: ModuleType,
        cells: str,
        *,
        is_open: bool = False,
        size: str = "",
        frame: tuple[str, str, str] = ("", "\n", "\n"),
        between: str = "",
        marks: str = "/",
        expected: str = "",
    ) -> None:
        self._record, self._is_open, self._expected = record, is_open, expected
        self._pairs = parse_cells(cells)
        self._meaning = dict(self._pairs)
        self._forms = (
            ["h w", "w h", "h/w", "n", "hxw", "wxh"]
            if size == "*"
            else [size.rstrip("?")] * bool(size)
        )
        self._sizes = f"(?:{'|'.join(SIZES[form] for form in self._forms)})"
        self._is_written = bool(size) and "?" not in size
        self._frame, self._between = frame, between
        self._marks, _, self._needed = marks.partition("/")
        if not is_open:
            self.HOLDS = frozenset(self._meaning.values())
        self._start = SIZES.get(size, BRACKETED if "[" in frame[1] else "")  # of each text
        self._has_words = bool(between) or any(len(text) > 1 for text in self._meaning)
        separators = {*PUNCTUATION}.difference(*self._meaning)
        separator = rf"\s{re.escape(''.join(sorted(separators)))}"
        self._letter, self._word = re.compile(f"[^{separator}]"), re.compile(f"[^{separator}]+")
        self._separator = re.compile(f"(?<=[^{separator}])[{separator}]+(?=[^{separator}])")

    # ------------------------------------------------------------ the puzzles in a text

    def matches(self, text: str) -> bool:
        """Whether the text begins as all do, or, if that is not fixed, has known letters only."""
        if self._start:
            return bool(re.match(self._start, text))
        plain = text if self._is_open else re.sub(rf"(?m:^{self._sizes})", "", text)
        letters = set(self._letter.findall(plain)) - set("0123456789" if self._is_open else "")
        signs = {sign for sign, value in self._pairs if self._is_open or value != BLANK}
        return letters <= self._meaning.keys() and not signs.isdisjoint(plain)

    def split(self, text: str) -> list[Chunk]:
        """Return the paragraphs if each is a board, or else the whole text."""
        more_than_size = rf"(?!{self._sizes}\s*\Z)"
        return split_paragraphs(text, rf"\A{self._start or more_than_size}")

    def check_guess(self, text: str) -> None:
        """Raise a GridError if the cells are as they hardly are in a puzzle."""
        mark = re.search(f"[{re.escape(self._marks)}]", text) if self._marks else None
        if mark and not set(self._needed) & set(text):
            fault = f"({self._meaning[mark[0]]}) and no {join_or([*self._needed])}"
            raise make_token_error(mark, fault, "--from or --cells for such a text")

    # ------------------------------------------------------------ reading

    def read(self, text: str, solved: bool = False) -> Board:
        return self.read_rows(text, *self._find_rows(text), solved)

    read_solved = partialmethod(read, solved=True)

    def read_rows(
        self, text: str, rows: Sequence[Span], height: int, width: int, solved: bool = False
    ) -> Board:
        """Return the board whose rows are at these spans; raise a GridError."""
        token, tokens = self._find_pattern(text, rows), []
        for start, end in rows[:height]:
            row = list(token.finditer(text, start, end))
            for cell in row[: width + 1]:
                if not self._find_value(cell[0]):
                    raise make_token_error(cell, "", self._expected or self._list_texts())
            if len(row) != width:
                offset = row[width].start() if len(row) > width else row[-1].end() if row else start
                fault = f"a row of {count_noun(len(row), 'cell')}"
                raise make_grid_error(text, offset, fault, str(width))
            tokens.append(row)
        if len(rows) != height or not width:
            offset = rows[height][0] if len(rows) > height else len(text.rstrip())
            fault = f"row {height + 1}" if len(rows) > height else count_noun(len(rows), "row")
            raise make_grid_error(text, offset, fault, count_noun(max(height, 1), "row"))
        values = [[self._find_value(cell[0]) for cell in row] for row in tokens]
        return build_board(self._record, values, tokens, solved, self._expected)

    def _find_rows(self, text: str) -> SizedRows:
        """Return the rows of a text; raise a GridError.

        Where a size may be missing, numbers are a size if they fit the rows behind them, or do not
        fit as a row.
        """
        boards = (self._find_sized_rows(text, form) for form in self._forms)
        sized = list(filter(None, boards))
        if self._start in SIZES.values():
            if not sized:
                raise make_grid_error(text, 0, "no size", "the numbers of rows and columns")
            return sized[0]
        for rows, height, width in sized:
            first = self._find_pattern(text, rows).findall(text, *rows[0]) if rows else []
            if (len(rows), len(first)) == (height, width):
                return rows, height, width
        rows = self._list_rows(text, 0)
        pattern = self._find_pattern(text, rows)
        lines = [pattern.findall(text, *row) for row in rows]
        is_grid = len(set(map(len, lines))) == 1 and all(map(self._find_value, lines[0]))
        if sized and not is_grid:
            return sized[0]
        return rows, len(rows), len(lines[0]) if lines else 0

    def _find_sized_rows(self, text: str, form: str) -> SizedRows | None:
        """Return the rows behind a size of this form; None if the text has no such size."""
        head = re.match(SIZES[form], text)
        if not head or (not self._start and 0 in map(int, head.groups())):
            return None
        numbers = read_size(text, head, *range(1, len(head.groups()) + 1))
        height, width = numbers[0], numbers[-1]
        if form in ("w h", "wxh"):
            height, width = width, height
        return self._list_rows(text, head.end()), height, width

    def _list_rows(self, text: str, start: int) -> list[Span]:
        """Return the spans of the rows behind `start`; raise a GridError for wrong brackets."""
        pattern = r"[^\n]+"
        if self._start == BRACKETED:
            bracketed = re.match(BRACKETED, text)
            end = bracketed.end() if bracketed else 0
            if text[end:].strip() != "]":
                fault = repr(text[end]) if end < len(text) else "the end of the text"
                raise make_grid_error(text, end, fault, "a list of lists: [[...], [...]]")
            pattern = r"(?<=\[)[^\[\]]+(?=\])"
        elif "," in self._frame[1] and re.search("[,;]", text[start:]):
            pattern = "[^,;]+"
        elif NEXT_BRACKETS.search(text, start) and BRACKETS.isdisjoint(self._meaning):
            pattern = r"(?<=[\[({])[^\[\](){}]+(?=[\])}])"
        spans = find_spans(re.compile(pattern), text, start)
        return [span for span in spans if self._letter.search(text, *span)]

    def _find_pattern(self, text: str, rows: Sequence[Span]) -> re.Pattern[str]:
        """Return the pattern of a cell in these rows."""
        has_words = self._has_words or any(self._separator.search(text, *row) for row in rows)
        return self._word if has_words else self._letter

    def _find_value(self, text: str) -> str:
        """Return the value of a cell's text, "" for an unknown text."""
        is_value = self._is_open and text not in self._meaning.values()
        return self._meaning.get(text, text if is_value else "")

    def _list_texts(self) -> str:
        """Return all texts in words, each with its value where they differ."""
        texts = [repr(text) + f" ({value})" * (text != value) for text, value in self._pairs]
        return join_or([*texts, *["another value of a cell"] * self._is_open])

    # ------------------------------------------------------------ writing

    def write(self, board: Board) -> str:
        """Return the text of a board; raise Unusable if the notation cannot have it."""
        h, w = len(board), len(board[0])
        if self._forms == ["n"] and h != w:
            raise Unusable(
                f"found {h} rows and {w} columns, but all boards of this notation are square"
            )
        values = {value for row in board for value in row}
        has_answer = not values.isdisjoint(getattr(self._record, "ANSWERS", ()))
        pairs = self._pairs if has_answer else reversed(self._pairs)
        texts = {value: text for text, value in pairs}
        if missing := [] if self._is_open else sorted(values - texts.keys()):
            raise Unusable(f"found the value {missing[0]}, for which this notation has no text")
        between = self._between or (" " if self._is_open and max(map(len, values)) > 1 else "")
        width = max(map(len, self._meaning)) if between else 1
        rows = [
            between.join([texts.get(value, value).rjust(width) for value in row]) for row in board
        ]
        sizes = {"n": f"{h}\n", "h w": f"{h} {w}\n", "h/w": f"{h}\n{w}\n"}
        head = sizes[self._forms[0]] if self._is_written else ""
        before, separator, after = self._frame
        return f"{head}{before}{separator.join(rows)}{after}"
