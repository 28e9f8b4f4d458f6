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
from collections.abc import Sequence
from typing import NamedTuple

from encode import BLANK
from lab.common.words import list_cells
from lab.notations.letter_grid import LetterGrid
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
from lab.puzzles import AnyBoard, Rows, shape_like

KEY = re.compile(
    r"^[ \t]*\[?(?P<key>[a-z]{3,})\]?(?:[ \t]+(?P<value>\S.*?))?[ \t]*(?:<.*)?$", re.M | re.I
)
START = re.compile(r"^[ \t]*\[?problem\]?[ \t]*$", re.M | re.I)
BOUND = re.compile(r"(?mi:^(?=[ \t]*\[?begin\]?[ \t]*$)|(?<=\[end\]\n)|(?<=\nend\n))")
TOKEN = re.compile(r"\S+")

STRING = r'"(?:[^"\\]|\\.)*"'
OBJECT = re.compile(rf"\{{(?:[^{{}}\"]|{STRING})*\}}")  # without objects in it
TEXT = re.compile(rf'"(?P<key>problem|solution)"\s*:\s*(?P<text>{STRING})')
PIECE = re.compile(r"((?:(?!(?:\\r)?\\n).)*)(?:(?:\\r)?\\n|\Z)")  # a line of a text, and its \n
SIZE = re.compile(r"\s*([0-9]{1,9})[ \t]+([0-9]{1,9})[ \t]*\Z")
LONGEST_INDENT = 1000  # columns of longer lines count from the puzzle's brace


class JankoPuzzle(NamedTuple):
    """How janko.at writes a puzzle: its names, and the cells of rows.

    `solution` has the texts of the answer's cells; None if the answer is not read.
    """

    names: Sequence[str]
    problem: LetterGrid
    solution: LetterGrid | None = None
    answers: Sequence[str] = ()  # values of the answer

    def read_blocks(
        self, text: str, rows: Sequence[Span], answer_rows: Sequence[Span], size: Sequence[int] = ()
    ) -> AnyBoard:
        """Return the board of these rows with its answer, if there is one; raise a GridError."""
        height, width = size or (len(rows), len(text[slice(*rows[0])].split()))
        board = self.problem.read_rows(text, rows, height, width, False)
        if not (self.solution and answer_rows):
            return board
        solution = self.solution.read_rows(text, answer_rows, height, width, True)
        cells = list(map(list, board))
        for (r, c), value in list_cells(solution):
            if value in self.answers:
                if cells[r][c] != BLANK:
                    token = find_spans(TOKEN, text, *answer_rows[r])[c]
                    expected = "an answer in a blank cell"
                    fault = f"{text[slice(*token)]!r} over a given cell"
                    raise make_grid_error(text, token[0], fault, expected)
                cells[r][c] = value
        return shape_like(cells, board)

    def write_blocks(self, board: Rows) -> tuple[str, str]:
        """Return the rows of the puzzle, and those of the answer, "" without one."""
        givens = [[BLANK if cell in self.answers else cell for cell in row] for row in board]
        marks = [[cell if cell in self.answers else BLANK for cell in row] for row in board]
        has_answer = self.solution and any(cell != BLANK for row in marks for cell in row)
        solution = self.solution.write(marks) if self.solution and has_answer else ""
        return self.problem.write(givens), solution


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

    def read(self, text: str) -> AnyBoard:
        names = self.puzzle.names
        keys = list(KEY.finditer(text))
        blocks: dict[str, list[Span]] = {}
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
        return self.puzzle.read_blocks(text, blocks["problem"], blocks.get("solution", []))

    def write(self, board: Rows) -> str:
        problem, solution = self.puzzle.write_blocks(board)
        size = f"rows {len(board)}\ncols {len(board[0])}"
        answer = f"[solution]\n{solution}" if solution else ""
        return (
            f"[begin]\npuzzle {self.puzzle.names[0]}\n{size}\n[problem]\n{problem}{answer}[end]\n"
        )


class PuzzleKit(NamedTuple):
    """The notation of puzzlekit."""

    puzzle: JankoPuzzle
    name: str
    HOLDS: Sequence[str]

    def matches(self, text: str) -> bool:
        return text.lstrip()[:1] == "{" and bool(TEXT.search(text))

    def split(self, text: str) -> list[Chunk]:
        """Return the objects with a problem, each indented as in its line."""
        chunks = []
        line, last = 1, 0
        for item in OBJECT.finditer(text):
            if not re.search(r'"problem"\s*:', item[0]):
                continue
            line += text.count("\n", last, item.start())
            last = item.start()
            column = last - text.rfind("\n", 0, last) - 1
            indent = " " * (column if column <= LONGEST_INDENT else 0)
            chunks.append((line, indent + item[0]))
        return chunks or [(1, text)]

    def read(self, text: str) -> AnyBoard:
        blocks: dict[str, list[Span]] = {}
        sizes: dict[str, list[int]] = {}
        for item in TEXT.finditer(text):
            start, end = item.span("text")
            lines = [line.span(1) for line in PIECE.finditer(text, start + 1, end - 1)]
            head, *rows = [span for span in lines if text[slice(*span)].strip()] or lines
            sizes_line = SIZE.match(text, *head)
            if not sizes_line:
                fault = repr(text[slice(*head)][:20])
                raise make_grid_error(text, head[0], fault, "the numbers of rows and columns")
            blocks[item["key"]], sizes[item["key"]] = rows, read_size(text, sizes_line, 1, 2)
        if not blocks.get("problem"):
            start = len(text) - len(text.lstrip())
            raise make_grid_error(text, start, "no problem", '{"problem": "ROWS COLUMNS\\n..."}')
        answer_rows = blocks.get("solution", [])
        return self.puzzle.read_blocks(text, blocks["problem"], answer_rows, sizes["problem"])

    def write(self, board: Rows) -> str:
        size = f"{len(board)} {len(board[0])}\n"
        problem, solution = self.puzzle.write_blocks(board)
        texts = {"problem": size + problem.rstrip("\n")}
        if solution:
            texts["solution"] = size + solution.rstrip("\n")
        data = {f"1_{len(board)}x{len(board[0])}": texts}
        return json.dumps({"name": self.name, "count": 1, "data": data}, indent=2) + "\n"
