"""Describes a puzzle for the browser, reads the browser's boards, and judges them."""

import contextlib
import re
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any
from urllib.parse import quote

import decode
import encode
from encode import BLANK, GridError
from lab import Unusable, notations, puzzles
from lab.check.bank.answers import find_added_cells
from lab.common.language import translate, use_language
from lab.common.words import Cell, Size, format_cell
from lab.notations import list_choices
from lab.pictures.drawn_cells import read_drawn_cells
from lab.pictures.frames import KNOWN_BLANK
from lab.puzzles import Board, Offence, Puzzle
from lab.settings import read_settings
from lab.settings.web import GENERAL_MARKS, TYPE, CellMark, Field, PlaySettings
from lab.syntax import tokens

MAX_CELLS = 10_000  # cells of the largest board
MAX_VALUE = 20  # characters of a cell
MAX_COST = 1 << 31  # more than any board's; clingo takes no larger bounds than 64 bits
MAX_OFFENCES = 200  # offences that are sent for a board
FEATURES = {  # what a puzzle may offer, and the setting of PlaySettings for it
    "hint": "find_hint",
    "why": "explain_mistake",
    "explain": "explain_puzzle",
    "rate": "rate_puzzle",
    "replay": "replay_solution",
    "make": "fields",
}
JsonObject = dict[str, Any]  # a request, or a part of an answer; the last part has "end" or "fault"


class RefusedBoard(Unusable):
    """A board that the puzzle's `read` refuses; `offence` has the cell and read's sentence."""

    def __init__(self, cell: Cell, error: GridError) -> None:
        sentence = f"{format_cell(cell)}: found {error.found}, expected {error.expected}"
        super().__init__(f"the board: {sentence}")
        self.offence = Offence("", (cell,), sentence)


class PlayablePuzzle:
    """A puzzle with its settings; `name` is the one that --puzzle takes."""

    def __init__(self, puzzle: Puzzle, settings: PlaySettings | None = None) -> None:
        """Without `settings`, take the puzzle's own, and the help of the kit."""
        self.puzzle = puzzle
        self.name, self.title = puzzle.name_or_path, puzzle.title
        self.settings = settings or read_play_settings(puzzle)

    def get_feature(self, name: str) -> Any:
        """Return the setting for a name of FEATURES; raise Unusable if the puzzle has none."""
        setting = getattr(self.settings, FEATURES[name])
        if not setting:
            raise Unusable(f"{self.title} has no {name} yet")
        return setting

    # ------------------------------------------------------------ boards

    def read_browser_rows(self, rows: Any, is_solved: bool = True) -> Board:
        """Return rows of the browser as a board of the puzzle's own type; raise Unusable."""
        try:
            if not all(rows):
                raise ValueError
            if sum(map(len, rows)) > MAX_CELLS:
                raise Unusable(f"the board is too large for a page: found over {MAX_CELLS} cells")
            if max(map(len, chain(*rows))) > MAX_VALUE:
                raise Unusable(f"the board: found a value of over {MAX_VALUE} characters")
            grid = decode.format_grid(rows)
            return puzzles.read_board(self.puzzle.record, grid.encode(), is_solved)
        except GridError as error:
            width = grid.index("\n") // len(rows[0])  # of a cell
            cell = (error.line - 1, (error.column - 1) // width)
            raise RefusedBoard(cell, error) from None
        except (TypeError, ValueError):
            raise Unusable("the board: found no rows of cells") from None

    def read_text(self, text: str, name: str) -> list[Board]:
        """Return the puzzles in a text of any notation; raise Unusable with the place in `name`.

        Facts are a logic program, which may take any time and memory: call this in a worker only.
        """
        for token in tokens.read_tokens(text):
            if token.kind in ("include", "script"):
                line = tokens.find_line_number(text, token.start)
                raise Unusable(f"{name}, line {line}: found {token.text}, expected facts only")
        try:
            return notations.Source(name, text.encode(), self.puzzle).read_boards()
        except Unusable as error:
            fault = re.sub(r":(\d+):(\d+):", r", line \1, character \2:", str(error), count=1)
            raise Unusable(fault) from None

    def format_address(self, board: Board) -> str:
        """Return a puzzle as text for an address; / separates the rows of a grid."""
        text = notations.format_board(self.puzzle, board, self.settings.address_notation).strip()
        return text.partition("?")[2] or "/".join(map(str.strip, text.splitlines()))

    def read_address(self, text: str) -> Board:
        """Return the puzzle in a text that format_address made; call this in a worker only."""
        if self.settings.address_notation == "grid":
            text = text.replace("/", "\n")
        return self.read_text(text, "the address")[0]

    # ------------------------------------------------------------ for the browser

    @property
    def example_names(self) -> list[str]:
        """The names of the examples, dom01 and the like first."""
        names = [path.stem for path in self.puzzle.examples_folder.glob("*.txt")]
        names = [name for name in names if not name.startswith(("sol", "index"))]
        return sorted(names, key=lambda name: (not name.startswith("dom"), name))

    def find_example(self, name: str) -> Path:
        """Return the file of an example; raise Unusable for any other name."""
        if name not in self.example_names:
            raise Unusable(f"{self.title} has no example {name[:20]!r}")
        return self.puzzle.examples_folder / f"{name}.txt"

    def describe(self, language: str = "en") -> dict[str, Any]:
        """Return all that the page needs to know of the puzzle, as JSON with translated texts."""
        use_language(language, self.puzzle.folder)
        settings = self.settings
        return {
            "name": self.name,
            "title": self.title,
            "file": self.puzzle.encoding.name,
            "input": settings.input,
            "presses": [(translate(name), change) for name, change in settings.presses.items()],
            "overlays": list(self.puzzle.marks),  # over given cells
            "looks": {value: self.describe_look(value) for value in settings.looks},
            "tints": translate_marks(settings.tints),
            "marks": translate_marks({**GENERAL_MARKS, **settings.marks}),
            "tactics": {letter: translate(text) for letter, text in settings.tactics.items()},
            "first_tactics": settings.first_tactics,
            "fields": list(map(translate_field, settings.fields)),
            "introduction": translate(settings.introduction),
            "solved": settings.solved
            and {"board": settings.solved, "tints": self.list_tints(settings.solved)},
            "rules": {code: translate(text) for code, text in self.puzzle.rules.RULES.items()},
            "features": [name for name, setting in FEATURES.items() if getattr(settings, setting)],
            "notations": list(self.puzzle.notation_names),
            "examples": self.example_names,
        }

    def describe_look(self, value: str) -> dict[str, Any]:
        """Return the look of a value as JSON, with the address of its image, "" if it has none."""
        look = self.settings.looks[value]
        image = f"/picture/{quote(self.name)}?value={quote(value)}" if look.image else ""
        return {**look._asdict(), "name": translate(look.name), "image": image}

    def ground_program(self, board: Board) -> decode.Program:
        """Return NAME.lp, grounded with a board; raise decode.ProgramError."""
        return decode.Program([str(self.puzzle.encoding)], text=encode.format_facts(board))

    def list_typed_values(self, size: Size) -> list[str]:
        """Return the values that can be typed into a board of this size, numbers first.

        Letters are the values that NAME.lp can show on the first example; without an example, the
        values that may be given.  If there are numbers, they are all that may be given.
        """
        if self.settings.input != TYPE:
            return []
        values = choices = set(chain(*list_choices(self.puzzle, size).values())) - {BLANK}
        with contextlib.suppress(decode.ProgramError, Unusable):
            if self.example_names:
                board = notations.open_source(self.example_names[0], self.puzzle).read_board()
                shown = self.ground_program(board).canvas.shown
                values = {value for literal, (_, _, value) in shown if literal}  # 0: in any case
        if any(map(str.isdecimal, values)) and (numbers := set(filter(str.isdecimal, choices))):
            values = numbers | {value for value in values if not value.isdecimal()}
        return sorted(values, key=lambda v: (not v.isdecimal(), len(v), v))

    # ------------------------------------------------------------ verdicts

    def judge(
        self, puzzle_board: Board, board: Board, offence: Offence | None = None
    ) -> JsonObject:
        """Return the verdict on a half-solved board as JSON.

        A refused board is given as its rows, with its `offence`.  Offences are what no further
        move can put right: the first ones, and the number of all.
        """
        offences = [offence] if offence else []
        is_solved = not (offence or self.puzzle.list_offences(board, puzzle_board))
        if not (offence or is_solved):
            offences = self.puzzle.list_offences(board, puzzle_board, True)
        has_cost = self.puzzle.best == puzzles.LEAST_COST and not offence
        return {
            "tints": {} if offence else self.list_tints(board),
            "drawn": self.list_drawn_cells(board, puzzle_board),
            "offences": [
                {"rule": offence.rule, "cells": offence.cells, "sentence": offence.sentence}
                for offence in offences[:MAX_OFFENCES]
            ],
            "number_of_offences": len(offences),
            "is_solved": is_solved,
            "cost": self.puzzle.rules.cost(board) if has_cost else None,
        }

    def list_tints(self, board: Board) -> dict[str, list[Cell]]:
        """Return the cells of a half-solved board to be tinted, by name of the tint."""
        return {name: sorted(cells) for name, cells in self.settings.find_tints(board).items()}

    def list_drawn_cells(self, board: Board, puzzle_board: Board) -> list[tuple[int, int, Any]]:
        """Return row, column and DrawnCell of the cells that the viz file draws.

        There are none if the settings have looks.
        """
        if self.settings.looks:
            return []
        rows = [[BLANK if value == KNOWN_BLANK else value for value in row] for row in board]
        drawn_cells = read_drawn_cells(self.puzzle, puzzle_board, rows)
        return [(*cell, drawn._asdict()) for cell, drawn in drawn_cells.items()]

    def is_soluble(self, puzzle_board: Board, board: Board, cost: int | None = None) -> bool:
        """Return whether a half-solved board can be solved, at no more than a cost if there is one.

        Without a function of the puzzle's own, NAME.lp decides.
        """
        if self.settings.is_soluble:
            return self.settings.is_soluble(board)
        program = self.ground_program(puzzle_board)
        literals = {cell: literal for literal, cell in program.canvas.shown}
        additions = find_added_cells(puzzle_board, board)
        if not additions <= literals.keys():
            return False
        assumptions = [literals[cell] for cell in additions if literals[cell]]
        mode = "ignore" if cost is None else f"enum,{min(cost, MAX_COST)}"
        return program.solve(assumptions=assumptions, models=1, opt_mode=mode) is None


def read_play_settings(puzzle: Puzzle) -> PlaySettings:
    """Return the WEB of a puzzle, with hints and explanations for all puzzles where it has none."""
    from lab.web import help  # with solvers, which a browser does not have

    settings = read_settings(puzzle, "web", PlaySettings)
    missing = [name for name in help.__all__ if not getattr(settings, name)]
    functions: Any = {name: partial(getattr(help, name), puzzle) for name in missing}
    return replace(settings, **functions)


def translate_marks(marks: Mapping[str, CellMark]) -> dict[str, Any]:
    """Return marks or tints as JSON, with their meanings in the language in use."""
    return {
        name: {"tone": mark.tone, "meaning": translate(mark.meaning)}
        for name, mark in marks.items()
    }


def translate_field(field: Field) -> dict[str, Any]:
    """Return a field of the form as JSON, with its label and choices in the language in use."""
    pairs = [(choice, choice) if isinstance(choice, str) else choice for choice in field.choices]
    choices = [(value, translate(label)) for value, label in pairs]
    return {**field._asdict(), "label": translate(field.label), "choices": choices}
