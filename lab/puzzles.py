"""Finds puzzles, and offers what stands in the folder of each.

A puzzle is a folder with a record, puzzle.py.  `--puzzle` takes the name of a folder in the kit
or in lab/, or the path of any folder.  Protocols below say what the modules of a folder provide;
lab/README.txt says how a puzzle is added.
"""

import argparse
import importlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, Protocol

import encode
from lab import ROOT
from lab.words import Cell

DEFAULT = "lightup"
UNIQUE, LEAST_COST = "unique", "least cost"  # what is best, see Record.BEST

Rows = Sequence[Sequence[str]]  # a board: h rows of w cells, each a character or a number as text


class Offence(NamedTuple):
    """A rule that a board breaks: the code of the rule, the cells concerned, and a sentence."""

    rule: str
    cells: tuple[Cell, ...]
    words: str


class Record(Protocol):
    """What puzzle.py provides.  It imports encode and the standard library only: encode.py uses
    it without the rest of the kit.  Names with a default may be absent, see Puzzle."""

    NAME: str  # that of its folder, and of NAME.lp and viz-NAME.lp
    TITLE: str
    BEST: str  # UNIQUE: one solution is wanted; LEAST_COST: a solution that costs least

    def read(self, data: bytes, solved: bool = False, /) -> Rows:
        """The grid in `data`, with an answer in it if it is `solved`; raises encode.GridError.

        decode.aligned writes it.
        """


class Rules(Protocol):
    """What rules.py provides: the judge, in plain Python."""

    RULES: Mapping[str, str]  # the code of each rule, and the rule in words

    def offences(self, board: Any, puzzle: Any = None, partial: bool = False, /) -> list[Offence]:
        """How a solved board breaks the rules; empty for a solution.

        With `puzzle`, also where it is no solution of that one.  With `partial`, blank cells may
        still be filled, and only what can no longer be put right counts.
        """

    cost: Callable[[Any], int]  # of a solved board; only where BEST is LEAST_COST


class Puzzle:
    """A puzzle by its folder; `record` is its puzzle.py."""

    def __init__(self, record: ModuleType) -> None:
        assert record.__file__
        self.record: Any = record
        self.folder = Path(record.__file__).parent
        self.name: str = record.NAME
        self.title: str = record.TITLE
        self.best: str = record.BEST

    @property
    def spelt(self) -> str:
        """What --puzzle takes to find it again."""
        known = (ROOT / self.name, ROOT / "lab" / self.name)
        return self.name if self.folder in known else str(self.folder)

    @property
    def face(self) -> Path:
        """The folder of NAME.lp, viz-NAME.lp and examples/: its own, or that of the kit."""
        return self.folder if (self.folder / f"{self.name}.lp").exists() else ROOT

    @property
    def encoding(self) -> Path:
        """The rules as a logic program."""
        return self.face / f"{self.name}.lp"

    @property
    def examples(self) -> Path:
        """The folder of dom01.txt, sol01.txt and so on."""
        return self.face / "examples"

    @cached_property
    def rules(self) -> Rules:
        """The judge."""
        rules: Rules = self.module("rules")
        return rules

    @cached_property
    def notations(self) -> dict[str, Any]:
        """The notations by name, those of the folder before those of the engine."""
        from lab.notations import common

        names = getattr(self.record, "NOTATIONS", common.NAMES)
        return {name: self._notation(name) for name in names}

    @property
    def roads(self) -> dict[str, str]:
        """What solves on each road of `race`, by the name of its module in models/."""
        return {"asp": f"clingo, by {self.name}.lp", **getattr(self.record, "ROADS", {})}

    @property
    def commands(self) -> dict[str, str]:
        """The commands that only this puzzle has, each with its help."""
        commands: dict[str, str] = getattr(self.record, "COMMANDS", {})
        return commands

    def bare(self, board: Any) -> Any:
        """A board without what is solved of it, where its rules.py can distinguish that."""
        rules: Any = self.rules
        return rules.bare(board) if hasattr(rules, "bare") else board

    def claims(self, data: bytes) -> bool:
        """Whether the data can be of no other puzzle."""
        return bool(getattr(self.record, "claims", lambda data: False)(data))

    def module(self, name: str) -> Any:
        """A module of the folder, by its name with dots from there."""
        return importlib.import_module(f"{self.record.__package__}.{name}")

    def has(self, name: str) -> bool:
        """Whether the folder has this module or package."""
        path = self.folder.joinpath(*name.split("."))
        return path.is_dir() or path.with_suffix(".py").exists()

    def _notation(self, name: str) -> Any:
        from lab.notations import common

        if self.has(f"notations.{name}"):
            return self.module(f"notations.{name}")
        return common.notation(name, self.record)


def add_argument(parser: argparse.ArgumentParser, help: str = "whose rules hold") -> None:
    """Declare --puzzle, as all commands have it; without it, options.puzzle is None."""
    names = ", ".join(puzzle.name for puzzle in known())
    parser.add_argument(
        "--puzzle", type=found, metavar="NAME", help=f"{help}: {names}, or the path of a folder"
    )


def add_fixed_argument(parser: argparse.ArgumentParser, puzzle: Puzzle) -> None:
    """Declare --puzzle for a command that only this puzzle has: another one is refused."""

    def same(name: str) -> Puzzle:
        if found(name).folder != puzzle.folder:
            raise argparse.ArgumentTypeError(f"found {name}, expected {puzzle.spelt}, no other")
        return puzzle

    parser.add_argument("--puzzle", type=same, metavar="NAME", help=f"{puzzle.name}, no other")


def found(name: str) -> Puzzle:
    """The puzzle of this name, or in the folder of this path; an ArgumentTypeError if none is."""
    try:
        return Puzzle(encode.record(name))
    except encode.RecordError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def default() -> Puzzle:
    """Light Up, the puzzle of the kit's face."""
    return found(DEFAULT)


def known() -> Iterator[Puzzle]:
    """The puzzles that stand in the kit, the default one first."""
    names = {
        path.parent.name for place in (ROOT, ROOT / "lab") for path in place.glob("*/puzzle.py")
    }
    return map(found, sorted(names, key=lambda name: (name != DEFAULT, name)))


def of(puzzle: Puzzle | None, data: bytes) -> Puzzle:
    """The puzzle that was named, else the one that claims the data, else the default."""
    return puzzle or next((one for one in known() if one.claims(data)), None) or default()
