"""Finds puzzles, and gives access to what stands in the folder of each.

A puzzle is a folder with a record, puzzle.py.  `--puzzle` takes the name of a folder in the kit
or in lab/, or the path of any folder.  The class Record says what puzzle.py provides, the class
Rules what rules.py provides; lab/README.txt says how a puzzle is added.
"""

import argparse
import importlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, Protocol

from lab import ROOT, Unusable
from lab.common.words import Cell

DEFAULT = "lightup"
NECESSARY = ("NAME", "TITLE", "BEST", "read")  # in every record
COMMON = ("grid", "facts")  # notations that every puzzle has
UNIQUE, LEAST_COST = "unique", "least cost"  # the values of Record.BEST

Rows = Sequence[Sequence[str]]  # a board: h rows of w cells, each a character or a number as text


def shape_like(rows: Rows, board: Rows) -> Any:
    """Rows as a board of the same form: strings where those of `board` are strings, else lists."""
    form: Any = "".join if isinstance(board[0], str) else list
    return [form(row) for row in rows]


class Offence(NamedTuple):
    """A rule that a board breaks: the code of the rule, the cells concerned, and a sentence."""

    rule: str
    cells: tuple[Cell, ...]
    words: str


class Record(Protocol):
    """What puzzle.py provides.

    It imports encode and the standard library only, as encode.py uses it without the lab.
    These may be left out:

        NOTATIONS   names of its notations, if there are more than grid and facts
        ANSWERS     cells of an answer that not every notation has, each with its plural in words
        ROADS       modules in models/, each with what solves there, in words
        COMMANDS    modules or packages of its folder that are commands, each with its help
        claims      a function: whether some bytes can be of no other puzzle
    """

    NAME: str  # of the folder, of NAME.lp and of viz-NAME.lp
    TITLE: str  # the name in messages
    BEST: str  # UNIQUE: a puzzle should have one solution; LEAST_COST: one that costs least

    def read(self, data: bytes, solved: bool = False, /) -> Rows:
        """The grid in `data`, with an answer in it if `solved`; raises encode.GridError.

        decode.aligned is the inverse.
        """


class Rules(Protocol):
    """What rules.py provides: the judge of boards, in plain Python.

    bare(board) may be left out; it returns a board without its answer, that is the puzzle.
    solutions(board) is for check, which needs it: all solved boards of a small one, also those
    that cost more than the least.  Where BEST is LEAST_COST, RULES has "cost" for these; offences
    does not report it.
    """

    RULES: Mapping[str, str]  # each rule in words, by its code

    def offences(self, board: Any, puzzle: Any = None, partial: bool = False, /) -> list[Offence]:
        """How a solved board breaks the rules; empty for a solution.

        With `puzzle`, it must be a solution of that one.  With `partial`, blank cells may still
        be filled: only what can no longer be put right is an offence.
        """

    cost: Callable[[Any], int]  # of a solved board; only where BEST is LEAST_COST


class Puzzle:
    """A puzzle; `record` is the module puzzle.py of its folder."""

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
    def viz(self) -> Path:
        """Return the path of the logic program that says what a picture looks like."""
        return self.face / f"viz-{self.name}.lp"

    @property
    def examples(self) -> Path:
        """The folder of dom01.txt, sol01.txt and so on."""
        return self.face / "examples"

    @cached_property
    def rules(self) -> Rules:
        """The judge."""
        rules: Rules = self.module("rules")
        return rules

    @property
    def notation_names(self) -> tuple[str, ...]:
        """The names of its notations."""
        return getattr(self.record, "NOTATIONS", COMMON)

    @cached_property
    def notations(self) -> dict[str, Any]:
        """The notations by name: modules of the folder, else those that every puzzle has."""
        return {name: self._notation(name) for name in self.notation_names}

    @property
    def roads(self) -> dict[str, str]:
        """The roads of `race`, each with what solves there, in words."""
        return {"asp": f"clingo, by {self.name}.lp", **getattr(self.record, "ROADS", {})}

    @property
    def commands(self) -> dict[str, str]:
        """The commands of this puzzle alone, each with its help."""
        commands: dict[str, str] = getattr(self.record, "COMMANDS", {})
        return commands

    def bare(self, board: Any) -> Any:
        """A board without its answer; the same board if rules.py cannot remove answers."""
        rules: Any = self.rules
        return rules.bare(board) if hasattr(rules, "bare") else board

    def claims(self, data: bytes) -> bool:
        """Whether the bytes can be of no other puzzle."""
        return bool(getattr(self.record, "claims", lambda data: False)(data))

    def module(self, name: str) -> Any:
        """A module of the folder, such as `models.cpsat`; raises Unusable if it is absent."""
        if not self.has(name):
            raise Unusable(f"{self.folder} has no {name.replace('.', '/')}.py")
        return importlib.import_module(f"{self.record.__package__}.{name}")

    def has(self, name: str) -> bool:
        """Whether the folder has this module or package."""
        path = self.folder.joinpath(*name.split("."))
        return path.is_dir() or path.with_suffix(".py").exists()

    def _notation(self, name: str) -> Any:
        from lab.notations import common

        if name in COMMON and not self.has(f"notations.{name}"):
            return common.shared_notation(name, self.record)
        return self.module(f"notations.{name}")


def add_argument(parser: argparse.ArgumentParser, help: str = "whose rules hold") -> None:
    """Declare --puzzle for a command of all puzzles; options.puzzle is None without it."""
    names = ", ".join(puzzle.name for puzzle in list_puzzles())
    parser.add_argument(
        "--puzzle",
        type=find_puzzle,
        metavar="NAME",
        help=f"{help}: {names}, or the path of a folder",
    )


def add_fixed_argument(parser: argparse.ArgumentParser, puzzle: Puzzle) -> None:
    """Declare --puzzle for a command of this puzzle alone; another puzzle is an error."""

    def same(name: str) -> Puzzle:
        """The puzzle of this name, if it is the right one."""
        if find_puzzle(name).folder != puzzle.folder:
            raise argparse.ArgumentTypeError(f"found {name}, expected {puzzle.spelt}, no other")
        return puzzle

    parser.add_argument("--puzzle", type=same, metavar="NAME", help=f"{puzzle.name}, no other")


def find_puzzle(name: str) -> Puzzle:
    """The puzzle of this name, or in the folder of this path.

    Raises an ArgumentTypeError if there is none, or if its record cannot be used.
    """
    import encode  # here, as what is handed out has no record and no such encode.py

    try:
        record = encode.import_record(name)
    except encode.RecordError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    if missing := [part for part in NECESSARY if not hasattr(record, part)]:
        raise argparse.ArgumentTypeError(f"{name}: puzzle.py: found no {', '.join(missing)}")
    if record.BEST not in (UNIQUE, LEAST_COST):
        words = f"found BEST {record.BEST!r}, expected {UNIQUE!r} or {LEAST_COST!r}"
        raise argparse.ArgumentTypeError(f"{name}: puzzle.py: {words}")
    return Puzzle(record)


def default_puzzle() -> Puzzle:
    """Light Up, the puzzle of the kit's face."""
    return find_puzzle(DEFAULT)


def list_puzzles() -> Iterator[Puzzle]:
    """The puzzles of the kit, the default one first."""
    names = {
        path.parent.name for place in (ROOT, ROOT / "lab") for path in place.glob("*/puzzle.py")
    }
    return map(find_puzzle, sorted(names, key=lambda name: (name != DEFAULT, name)))


def choose_puzzle(puzzle: Puzzle | None, data: bytes) -> Puzzle:
    """The puzzle given, else the one that claims the data, else the default."""
    return (
        puzzle
        or next((one for one in list_puzzles() if one.claims(data)), None)
        or default_puzzle()
    )
