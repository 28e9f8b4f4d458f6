"""Read and write grids of letters: an optional size, then rows with a text for each cell.

One reader serves all notations that differ only in these; LetterGrid lists what may differ.
Separators are blanks and punctuation that stands for no cell.  Where they stand between the cells
of a row, or a cell has several characters, they separate cells; elsewhere each character is one.
"""

import re
from collections.abc import Sequence
from itertools import chain
from types import ModuleType

from encode import BLANK
from lab import Unusable
from lab.notations.reading import build_board
from lab.notations.text import (
    Alphabet,
    Chunk,
    Span,
    find_spans,
    join_or,
    make_grid_error,
    read_size,
    split_paragraphs,
)
from lab.puzzles import AnyBoard, Rows

PUNCTUATION = ",;|\"'()[]{}"
NUMBER = "([0-9]{1,9})"
END = r"[ \t,;]*(?:\n|\Z)"
SIZES = {  # the forms of a size before the rows: a pattern, and what its numbers are
    "n": (rf"\s*{NUMBER}{END}", "n"),
    "h w": (rf"\s*{NUMBER}[ \t,;]+{NUMBER}{END}", "hw"),
    "w h": (rf"\s*{NUMBER}[ \t,;]+{NUMBER}{END}", "wh"),
    "h/w": (rf"\s*{NUMBER}[ \t]*\n\s*{NUMBER}{END}", "hw"),
}
LINES, COMMAS, BRACKETS = "\n", ",", "[]"  # what ends a row
BRACKETED = re.compile(r"\s*\[\s*(?=\[)(?:\[[^\[\]]*\][\s,]*)*")  # all but the last bracket


def parse_cells(words: str) -> dict[str, str]:
    """Return the value of each text in words TEXT=VALUE; a word alone is a value itself."""
    pairs = [
        word.rpartition("=") if "=" in word[1:] else (word, "=", word) for word in words.split()
    ]
    return {text: value for text, _, value in pairs}


class LetterGrid:
    """A notation with the text of each cell in rows.

    cells: words TEXT=VALUE, see parse_cells; the first text of a value is written.
    is_open: whether each other text is a value itself, if no text stands for this value.
    size: a key of SIZES, with a ? behind it if the size may be missing; "*" for any or none; ""
    for none.
    rows: what ends a row when it is read.
    frame: what is written before, between and after the rows.
    between, width: what is written between cells, and the least characters of a cell.
    answer_cells: words like `cells` that are written instead on boards with an answer, which are
    those that have one of their values.
    marks: texts of cells such as "./_O": where one before the slash occurs without any of those
    behind it, a guess is refused.
    expected: all texts in words, for messages; made from `cells` without it.
    """

    def __init__(
        self,
        record: ModuleType,
        cells: str,
        *,
        is_open: bool = False,
        size: str = "",
        rows: str = LINES,
        frame: Sequence[str] = ("", "\n", "\n"),
        between: str = "",
        width: int = 1,
        answer_cells: str = "",
        marks: str = "/",
        expected: str = "",
    ) -> None:
        self._record = record
        self._meaning = parse_cells(cells)
        self._answer_cells = parse_cells(answer_cells)
        self._is_open = is_open
        self._is_required = size in SIZES
        self._sizes = ["h w", "h/w", "n"] if size == "*" else [size.rstrip("?")] if size else []
        self._is_written = size == "*" or self._is_required
        self._rows, self._frame, self._between, self._width = rows, frame, between, width
        self._marks, _, self._needed = marks.partition("/")
        if not is_open:
            self.HOLDS = frozenset(self._meaning.values())

        texts = "".join(self._meaning)
        separators = rf"\s{re.escape(''.join(mark for mark in PUNCTUATION if mark not in texts))}"
        self._letter = re.compile(f"[^{separators}]")
        self._word = re.compile(f"[^{separators}]+")
        self._inner_separator = re.compile(f"[^{separators}][{separators}]+[^{separators}]")
        self._has_words = bool(between) or any(len(text) > 1 for text in self._meaning)
        listed = [
            repr(text) if text == value else f"{text!r} ({value})"
            for text, value in self._meaning.items()
        ]
        self._wording = expected
        others = ["another value of a cell"] if is_open else []
        self._expected = expected or join_or([*listed, *others])

    # ------------------------------------------------------------ the puzzles in a text

    def matches(self, text: str) -> bool:
        """Whether the text begins as a board does; if that is not fixed, whether all cells fit."""
        if self._is_required:
            return any(re.match(SIZES[size][0], text) for size in self._sizes)
        if self._rows == BRACKETS:
            return bool(BRACKETED.match(text))
        if self._is_open:
            if ";" in text or set(self._letter.findall(text)) - {*"0123456789", *self._meaning}:
                return False
            chunks = [chunk for _, chunk in self.split(text)]
            rows = [self._find_rows(chunk)[0] for chunk in chunks]
            cells = [
                self._make_alphabet(chunk, spans).token.findall(chunk, spans[0][0])
                for chunk, spans in zip(chunks, rows)
                if spans
            ]
            return not self._meaning.keys().isdisjoint(chain(*cells))
        for size in self._sizes:
            text = re.sub(f"(?m:^{SIZES[size][0]})", "", text)
        letters = set(self._letter.findall(text))
        values = {self._meaning.get(letter, "") for letter in letters}
        return "" not in values and bool(values - {BLANK})

    def split(self, text: str) -> list[Chunk]:
        """Return the boards in the text: paragraphs that begin alike, or the whole text."""
        beginnings = [SIZES[size][0] for size in self._sizes if self._is_required]
        if self._rows == BRACKETS:
            beginnings = [BRACKETED.pattern]
        chunks = split_paragraphs(text, "|".join(rf"\A{beginning}" for beginning in beginnings))
        lone_sizes = [SIZES[size][0] for size in self._sizes]
        if any(re.fullmatch(size + r"\s*", chunk) for size in lone_sizes for _, chunk in chunks):
            return [(1, text)]
        return chunks

    def check_guess(self, text: str) -> None:
        """Raise a GridError if the cells are as they hardly are in a puzzle."""
        mark = re.search(f"[{re.escape(self._marks)}]", text) if self._marks else None
        if mark and not set(self._needed) & set(text):
            fault = f"{mark[0]!r} ({self._meaning[mark[0]]}) and no {join_or([*self._needed])}"
            raise make_grid_error(text, mark.start(), fault, "--from or --cells for such a text")

    # ------------------------------------------------------------ reading

    def read(self, text: str) -> AnyBoard:
        return self._read_board(text, solved=False)

    def read_solved(self, text: str) -> AnyBoard:
        return self._read_board(text, solved=True)

    def _read_board(self, text: str, solved: bool) -> AnyBoard:
        rows, height, width = self._find_rows(text)
        if not rows or not width:
            raise make_grid_error(text, len(text.rstrip()), "no rows", "rows of cells")
        return self.read_rows(text, rows, height, width, solved)

    def read_rows(
        self, text: str, rows: Sequence[Span], height: int, width: int, solved: bool
    ) -> AnyBoard:
        """Return the board whose rows are at these spans; raise a GridError."""
        alphabet = self._make_alphabet(text, rows)
        tokens = alphabet.find_cells(text, rows, height, width)
        values = [[alphabet.find_value(token[0]) for token in row] for row in tokens]
        return build_board(self._record, values, tokens, solved, self._wording)

    def _make_alphabet(self, text: str, rows: Sequence[Span]) -> Alphabet:
        """Return the alphabet of these rows, whose cells are words if they are separated."""
        is_separated = any(self._inner_separator.search(text, *row) for row in rows)
        token = self._word if is_separated or self._has_words else self._letter
        return Alphabet(token, self._meaning, self._expected, self._is_open)

    def _find_rows(self, text: str) -> tuple[list[Span], int, int]:
        """Return the spans of the rows, the height and the width; raise a GridError.

        If a size may be missing, it is one if it fits the rows behind it, or if the cells of its
        line fit no board.
        """
        sized: list[tuple[list[Span], int, int]] = []
        for size in self._sizes:
            pattern, names = SIZES[size]
            head = re.match(pattern, text)
            if head and (self._is_required or 0 not in map(int, head.groups())):
                numbers = read_size(text, head, *range(1, len(names) + 1))
                height, width = (numbers * 2)[:2] if names != "wh" else numbers[::-1]
                rows = self._list_rows(text, head.end())
                if self._is_required:
                    return rows, height, width
                actual = (len(rows), self._count_cells(text, rows))
                if actual == (height, width) or (
                    len(self._sizes) > 1 and actual == (width, height)
                ):
                    return rows, *actual
                sized.append((rows, height, width))
        if self._is_required:
            raise make_grid_error(text, 0, "no size", "the numbers of rows and columns")
        rows = self._list_rows(text, 0)
        if sized:
            alphabet = self._make_alphabet(text, rows)
            lines = [alphabet.token.findall(text, *row) for row in rows]
            if len(set(map(len, lines))) > 1 or not all(map(alphabet.find_value, lines[0])):
                return sized[0]
        return rows, len(rows), self._count_cells(text, rows)

    def _count_cells(self, text: str, rows: Sequence[Span]) -> int:
        """Return the number of cells in the first row, 0 without rows."""
        if not rows:
            return 0
        return len(self._make_alphabet(text, rows).token.findall(text, *rows[0]))

    def _list_rows(self, text: str, start: int) -> list[Span]:
        """Return the spans of the rows behind `start`; raise a GridError for wrong brackets."""
        if self._rows == BRACKETS:
            bracketed = BRACKETED.match(text)
            end = bracketed.end() if bracketed else 0
            if text[end:].strip() != "]":
                fault = repr(text[end]) if end < len(text) else "the end of the text"
                raise make_grid_error(text, end, fault, "a list of lists: [[...], [...]]")
            pattern = r"(?<=\[)[^\[\]]+(?=\])"
        elif self._rows == COMMAS and re.search("[,;]", text[start:]):
            pattern = "[^,;]+"
        else:
            pattern = r"[^\n]+"
        spans = find_spans(re.compile(pattern), text, start)
        return [span for span in spans if self._letter.search(text, *span)]

    # ------------------------------------------------------------ writing

    def write(self, board: Rows) -> str:
        """Return the text of a board; raise Unusable if the notation cannot have it."""
        texts = {value: text for text, value in reversed(self._meaning.items())}
        values = {value for row in board for value in row}
        if missing := [] if self._is_open else sorted(values - texts.keys()):
            raise Unusable(f"found the value {missing[0]}, for which this notation has no text")
        answers = {value: text for text, value in self._answer_cells.items()}
        if (answers.keys() - {BLANK}) & values:
            texts |= answers
        h, w = len(board), len(board[0])
        if self._sizes == ["n"] and h != w:
            raise Unusable(f"found {h} rows and {w} columns, expected a square board")
        numbers = {"n": f"{h}\n", "h w": f"{h} {w}\n", "w h": f"{w} {h}\n", "h/w": f"{h}\n{w}\n"}
        head = numbers[self._sizes[0]] if self._is_written else ""
        between = self._between or (" " if max(map(len, values)) > 1 and self._is_open else "")
        rows = [
            between.join([f"{texts.get(value, value):>{self._width}}" for value in row])
            for row in board
        ]
        before, separator, after = self._frame
        return f"{head}{before}{separator.join(rows)}{after}"
