"""The puzzles of janko.at, as in its pages and in the JSON of puzzlekit.

A page has lines with a key, or with a key and its value; the rows of the puzzle stand after
[problem], those of the answer after [solution].  Older pages have no brackets.
puzzlekit has an object for each puzzle, whose texts "problem" and "solution" have a line with the
numbers of rows and columns, and the same rows.
Source: pages such as janko.at/Raetsel/Akari/523.a.htm, and what
github.com/SmilingWayne/PuzzleSolver, Utils/AkariCrawler.py, takes from them;
github.com/SmilingWayne/puzzlekit-dataset, assets/data.
"""

import json
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from encode import BLANK
from lab.common.words import list_cells
from lab.notations.letter_grid import NUMBER, LetterGrid
from lab.notations.text import (
    LINE,
    Chunk,
    Span,
    find_spans,
    join_or,
    make_grid_error,
    number_chunks,
    read_size,
)
from lab.puzzles import Board, shape_like

KEY = re.compile(
    r"^[ \t]*\[?(?P<key>[a-z]{3,})\]?(?:[ \t]+(?P<value>\S.*?))?[ \t]*(?:<.*)?$", re.M | re.I
)
START = re.compile(r"^[ \t]*\[?problem\]?[ \t]*$", re.M | re.I)
BOUND = re.compile(r"(?mi:^(?=[ \t]*\[?begin\]?[ \t]*$)|(?<=\[end\]\n)|(?<=\nend\n))")
TOKEN = re.compile(r"\S+")

STRING = r'"(?:[^"\\]|\\.)*"'
OBJECT = re.compile(rf"\{{(?:[^{{}}\"]|{STRING})*\}}")  # an object without objects in it
TEXT = re.compile(rf'"(problem|solution)"\s*:\s*({STRING})')
PIECE = re.compile(r"((?:(?!\\[rn]).)*)(?:\\[rn])*")  # a line of a text, and its \n
SIZE = re.compile(rf"\s*{NUMBER}[ \t]+{NUMBER}\s*\Z")
LONGEST_INDENT = 1000  # columns of longer lines count from the puzzle's brace


class JankoPuzzle(NamedTuple):
    """How janko.at writes a puzzle: its names, its cells, and its answer's cells, if read.

    answers: the values of the answer.
    """

    names: Sequence[str]
    problem: LetterGrid
    solution: LetterGrid | None = None
    answers: Sequence[str] = ()

    def read_blocks(
        self, text: str, blocks: Mapping[str, Sequence[Span]], size: Sequence[int] = ()
    ) -> Board:
        """Return the board, with an answer if the text has one; raise a GridError.

        blocks: the spans of the rows of "problem" and "solution".
        """
        rows, answer_rows = (blocks.get(key, ()) for key in ("problem", "solution"))
        height, width = size or (len(rows), len(text[slice(*rows[0])].split()))
        board = self.problem.read_rows(text, rows, height, width)
        if not (self.solution and answer_rows):
            return board
        cells = list(map(list, board))
        for (r, c), value in list_cells(self.solution.read_rows(text, answer_rows, height, width)):
            if value in self.answers:
                if cells[r][c] != BLANK:
                    place = find_spans(TOKEN, text, *answer_rows[r])[c][0]
                    fault = f"{text[place]!r} over a given cell"
                    raise make_grid_error(text, place, fault, "an answer in a blank cell")
                cells[r][c] = value
        return shape_like(cells, board)

    def write_blocks(self, board: Board) -> dict[str, str]:
        """Return the rows of "problem", and of "solution" if the board has an answer."""
        givens = [[BLANK if cell in self.answers else cell for cell in row] for row in board]
        blocks = {"problem": self.problem.write(givens)}
        if self.solution and givens != list(map(list, board)):
            marks = [[cell if cell in self.answers else BLANK for cell in row] for row in board]
            blocks["solution"] = self.solution.write(marks)
        return blocks


class JankoPage(NamedTuple):
    """The notation of a page."""

    puzzle: JankoPuzzle
    HOLDS: Sequence[str]

    def matches(self, text: str) -> bool:
        return bool(START.search(text))

    def split(self, text: str) -> list[Chunk]:
        """Return the puzzles, from [begin] to [end] or from [problem] on, without HTML."""
        bound = BOUND if BOUND.search(text) else re.compile(f"(?={START.pattern})", START.flags)
        chunks = number_chunks(bound.split(text))
        return [chunk for chunk in chunks if not chunk[1].lstrip().startswith("<")] or [(1, text)]

    def read(self, text: str) -> Board:
        names, blocks = self.puzzle.names, dict[str, list[Span]]()
        keys = list(KEY.finditer(text))
        for key, following in zip(keys, [*keys[1:], None]):
            end = following.start() if following else len(text)
            blocks[key["key"].lower()] = find_spans(LINE, text, key.end(), end)
            if key["key"].lower() == "puzzle" and (key["value"] or names[0]).lower() not in names:
                fault = f"the puzzle {key['value']!r}"
                raise make_grid_error(text, key.start("value"), fault, join_or(names))
        start = len(text) - len(text.lstrip())
        if not keys or start < keys[0].start("key") - 1:
            raise make_grid_error(text, start, repr(text[start]), "[problem]")
        if not blocks.get("problem"):
            raise make_grid_error(text, len(text.rstrip()), "no rows", "rows after [problem]")
        return self.puzzle.read_blocks(text, blocks)

    def write(self, board: Board) -> str:
        blocks = self.puzzle.write_blocks(board)
        parts = "".join(f"[{key}]\n{rows}" for key, rows in blocks.items())
        size = f"rows {len(board)}\ncols {len(board[0])}"
        return f"[begin]\npuzzle {self.puzzle.names[0]}\n{size}\n{parts}[end]\n"


class PuzzleKit(NamedTuple):
    """The notation of puzzlekit, which gives the puzzle this name."""

    puzzle: JankoPuzzle
    name: str
    HOLDS: Sequence[str]

    def matches(self, text: str) -> bool:
        return text.lstrip()[:1] == "{" and bool(TEXT.search(text))

    def split(self, text: str) -> list[Chunk]:
        """Return the objects with a problem, each indented as in its line."""
        chunks = []
        for item in OBJECT.finditer(text):
            if '"problem"' in item[0]:
                line_start = text.rfind("\n", 0, item.start()) + 1
                indent = " " * min(item.start() - line_start, LONGEST_INDENT)
                chunks.append((text.count("\n", 0, line_start) + 1, indent + item[0]))
        return chunks or [(1, text)]

    def read(self, text: str) -> Board:
        blocks, sizes = dict[str, list[Span]](), dict[str, list[int]]()
        for item in TEXT.finditer(text):
            start, end = item.start(2) + 1, item.end(2) - 1
            lines = [line for line in PIECE.finditer(text, start, end) if line[1].strip()]
            size = SIZE.match(text, *lines[0].span(1)) if lines else None
            if not size:
                fault = repr(lines[0][1][:20]) if lines else "no text"
                raise make_grid_error(text, start, fault, "the numbers of rows and columns")
            blocks[item[1]] = [line.span(1) for line in lines[1:]]
            sizes[item[1]] = read_size(text, size, 1, 2)
        if "problem" not in blocks:
            start = len(text) - len(text.lstrip())
            raise make_grid_error(text, start, "no problem", '{"problem": "ROWS COLUMNS\\n..."}')
        return self.puzzle.read_blocks(text, blocks, sizes["problem"])

    def write(self, board: Board) -> str:
        size = f"{len(board)} {len(board[0])}"
        blocks = self.puzzle.write_blocks(board).items()
        texts = {key: f"{size}\n{rows}".rstrip("\n") for key, rows in blocks}
        data = {f"1_{size.replace(' ', 'x')}": texts}
        return json.dumps({"name": self.name, "count": 1, "data": data}, indent=2) + "\n"
