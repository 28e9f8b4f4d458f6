"""Find puzzles, and the modules and files in the folder of each.

A puzzle is a folder with a record, puzzle.py.  `--puzzle` takes the name of a folder in the kit
or in lab/, or the path of any folder.  REQUIRED and OPTIONAL list the names in puzzle.py, the
class Rules those in rules.py; lab/README.txt explains how a puzzle is added.
"""

import argparse
import ast
import contextlib
import difflib
import importlib
import os
import re
import sys
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, Protocol

import decode
from lab import ROOT, Unusable
from lab.common.words import Cell, list_cells

DEFAULT = "lightup"
REQUIRED = {  # names in puzzle.py, which imports encode and the standard library only
    "NAME": "of the folder, of NAME.lp and of viz-NAME.lp",
    "TITLE": "the name in messages",
    "BEST": "UNIQUE: a puzzle has one solution; LEAST_COST: it has one that costs least",
    "read": "read(data, solved=False), the rows of a grid, with an answer in it if solved",
}
OPTIONAL = {
    "MARKS": "values that an answer may show over given cells",
    "ANSWERS": "cells of answers that not every notation has -> plural noun",
    "ROADS": "modules in models/ -> the solver, in words",
    "COMMANDS": "modules of the folder that are commands -> help",
    "claims": "claims(data), whether only this puzzle can have these bytes",
    "given_values": "given_values(r, c, height, width), what generate may put into a cell",
}
KINDS: dict[str, Any] = {  # the types of optional names
    "MARKS": Collection,
    "ANSWERS": Mapping,
    "ROADS": Mapping,
    "COMMANDS": Mapping,
    "claims": Callable,
    "given_values": Callable,
}
ROWS = "to return rows of texts, all of one length"
SHARED_NOTATIONS = ("grid", "facts")  # notations that every puzzle has
BOARDS_FILE, RULES_FILE = "boards.lp", "rules.lp"
ENCODER_PARTS = ("class GridError", "def format_facts(", "def find_reader(")  # parts of encode.py
OTHER_ENCODER = (
    "this is not the kit's encode.py, which lab needs.  Move yours into another folder and check "
    "that folder"
)
UNIQUE, LEAST_COST = "unique", "least cost"  # the values of BEST
VERDICT_BY_NUMBER = ("none", "unique", "several")  # by the number of solutions, two at most

# h rows of w cells, each a character or a number as text: a list of texts or of lists of texts, as
# `read` of the puzzle returns it
Board = Any


def shape_like(rows: Board, board: Board) -> Board:
    """Return rows in the form of `board`: as strings if its rows are strings, else as lists.

    Rows with a longer value, such as 10, are lists: in a string it would be two cells.
    """
    is_text = isinstance(board[0], str) and all(len(row) == len("".join(row)) for row in rows)
    form: Any = "".join if is_text else list
    return [form(row) for row in rows]


def list_orientations(board: Board) -> Iterator[Board]:
    """Yield the eight rotations and reflections of a board, some of which may be equal."""
    for _ in range(4):
        board = list(zip(*board[::-1]))
        yield from (board, board[::-1])


def find_differing_cells(boards: Iterable[Board]) -> list[Cell]:
    """Return the cells that are not the same on all boards, row by row."""
    rows = [[set(values) for values in zip(*rows)] for rows in zip(*boards)]
    return [cell for cell, values in list_cells(rows) if len(values) > 1]


class Offence(NamedTuple):
    """A rule that a board breaks, by its code; the cells concerned; and a sentence."""

    rule: str
    cells: tuple[Cell, ...]
    sentence: str


class Rules(Protocol):
    """What rules.py provides: the rules in plain Python.

    bare(board), the puzzle of a board with an answer, may be left out.  check needs
    solutions(board), too: all boards that keep the rules, whatever they cost.
    """

    RULES: Mapping[str, str]  # each rule in words, by its code; "cost" too if BEST is LEAST_COST

    def offences(
        self, board: Board, givens: Board = None, partial: bool = False, /
    ) -> list[Offence]:
        """Return the offences of a solved board; none for a solution.

        With `givens`, the board must be a solution of this puzzle.  With `partial`, blank cells may
        still be filled: only what cannot be corrected by filling them is an offence.
        """

    cost: Callable[[Board], int]  # the cost of a solved board, only if BEST is LEAST_COST


class Puzzle:
    """A puzzle; `record` is the module puzzle.py of its folder."""

    def __init__(self, record: ModuleType) -> None:
        assert record.__file__
        self.record: Any = record
        self.folder = Path(record.__file__).parent
        self.name: str = record.NAME
        self.title: str = record.TITLE
        self.best: str = record.BEST
        self.marks: Collection[str] = getattr(record, "MARKS", ())
        self.commands: Mapping[str, str] = getattr(record, "COMMANDS", {})
        roads: Mapping[str, str] = getattr(record, "ROADS", {})
        self.roads = {"asp": f"clingo, by {self.name}.lp", **roads}
        self.claims: Callable[[bytes], bool] = getattr(record, "claims", lambda data: False)
        is_in_kit = self.folder.resolve() in (ROOT / self.name, ROOT / "lab" / self.name)
        self.name_or_path = self.name if is_in_kit else str(self.folder)  # the value of --puzzle
        is_default = self.name_or_path == DEFAULT
        self.program_folder = ROOT if is_default else self.folder  # with NAME.lp, examples/
        self.encoding = self.program_folder / f"{self.name}.lp"  # the rules
        self.viz = self.program_folder / f"viz-{self.name}.lp"  # describes pictures
        self.examples_folder = self.program_folder / "examples"

    @cached_property
    def notation_names(self) -> Sequence[str]:
        """The names of the shared notations, then of the modules in notations/."""
        paths = (self.folder / "notations").glob("[!_]*.py")
        return [*dict.fromkeys([*SHARED_NOTATIONS, *sorted(path.stem for path in paths)])]

    @property
    def boards_text(self) -> str:
        """The constraints on given(R,C,V) of boards.lp; empty if all boards are puzzles."""
        return read_text(self.folder / BOARDS_FILE)

    @property
    def rules_text(self) -> str:
        """The rules as a checker, of rules.lp; empty if the folder has none."""
        return read_text(self.folder / RULES_FILE)

    @cached_property
    def rules(self) -> Rules:
        """The rules; Unusable if rules.py lacks what Rules demands."""
        rules: Rules = self.load_module("rules")
        names = ["RULES", "offences"]
        if self.best == LEAST_COST:
            names.append("cost")
        if missing := [name for name in names if not hasattr(rules, name)]:
            raise Unusable(f"{self.folder / 'rules.py'}: found no {', '.join(missing)}")
        return rules

    def bare(self, board: Board) -> Board:
        """A board without its answer; the same board if rules.py cannot remove answers."""
        if not hasattr(self.rules, "bare"):
            return board
        return call_function(self.rules, "bare(board)", ROWS, board, is_fit=is_board)

    def list_offences(
        self, board: Board, givens: Board = None, partial: bool = False
    ) -> list[Offence]:
        """Return the offences of a board by rules.py; see Rules."""
        call, expected = "offences(board, givens, partial)", "to return a list of Offence"
        return call_function(
            self.rules, call, expected, board, givens, partial, is_fit=are_offences
        )

    def make_search(self, board: Board) -> decode.Search:
        """Return a search, to be run, for up to two solutions or optima of a board by NAME.lp."""
        import encode  # here, because a handout has another

        return decode.Search([str(self.encoding)], text=encode.format_facts(board))

    def find_two_solutions(self, board: Board) -> list[Board]:
        """Return up to two solutions or optima of a board by NAME.lp, in the form of the board."""
        search = self.make_search(board)
        search.run()
        return [shape_like(rows, board) for rows in search.boards]

    def read_drawn_grid(self, grid: str, solved: bool = False) -> Board:
        """Return the board in a grid of decode.py's; raise Unusable if `read` refuses it."""
        import encode  # here, because a handout has another

        try:
            return read_board(self.record, grid.encode(), solved)
        except encode.GridError as error:
            fault = f"read refuses a grid as decode.py writes it: {error}"
            raise Unusable(f"{self.record.__file__}: {fault}") from None

    def load_module(self, name: str) -> Any:
        """Import a module of the folder, such as `models.cpsat`.

        Raises Unusable if it is missing or has a syntax error; other exceptions of its code pass
        through.
        """
        if not self.has(name):
            raise Unusable(f"{self.folder} has no {name.replace('.', '/')}.py")
        try:
            return importlib.import_module(f"{self.record.__package__}.{name}")
        except SyntaxError as error:
            raise Unusable(f"{error.filename}:{error.lineno}:{error.offset}: {error.msg}") from None

    def load_command(self, name: str) -> Any:
        """Import a command: the folder's own, else one for all puzzles; see load_module()."""
        is_own = name in self.commands
        return self.load_module(name) if is_own else importlib.import_module(f"lab.{name}")

    def has(self, name: str) -> bool:
        path = self.folder.joinpath(*name.split("."))
        return path.is_dir() or path.with_suffix(".py").exists()


def add_argument(parser: argparse.ArgumentParser, help: str = "whose rules hold") -> None:
    """Declare --puzzle for a command of all puzzles; options.puzzle is None without it."""
    names = ", ".join(puzzle.name for puzzle in list_puzzles())
    parser.add_argument(
        "--puzzle",
        type=find_puzzle,
        metavar="NAME",
        help=f"{help}: {names}, or the path of a folder",
    )


def find_puzzle(name: str) -> Puzzle:
    """Return the puzzle of a name, or of a folder's path; raise Unusable if its record is unfit."""
    record = import_record(name)
    missing = [part for part in REQUIRED if not hasattr(record, part)]
    absent = [part for part in OPTIONAL if not hasattr(record, part)]
    values = {part: getattr(record, part) for part in KINDS if hasattr(record, part)}
    unfit = [part for part, value in values.items() if not isinstance(value, KINDS[part])]
    similar = [difflib.get_close_matches(part, vars(record), n=1, cutoff=0.8) for part in absent]
    if missing:
        fault = f"found no {', '.join(missing)}"
    elif misspelt := next(filter(None, similar), None):
        expected = ", ".join([*REQUIRED, *OPTIONAL])
        fault = f"found {misspelt[0]}, expected names out of {expected}"
    elif {type(record.NAME), type(record.TITLE)} != {str} or not callable(record.read):
        fault = "expected texts as NAME and TITLE, and a function read"
    elif unfit:
        name_of_kind = KINDS[unfit[0]].__name__.lower()
        value_type = type(values[unfit[0]]).__name__
        fault = f"found a {value_type} as {unfit[0]}, expected a {name_of_kind}"
    elif record.BEST not in (UNIQUE, LEAST_COST):
        fault = f"found BEST {record.BEST!r}, expected {UNIQUE!r} or {LEAST_COST!r}"
    else:
        return Puzzle(record)
    raise Unusable(f"{name}: puzzle.py: {fault}")


def call_function(
    module: Any,
    call: str,
    expected: str,
    *arguments: Any,
    is_fit: Callable[[list[Any]], bool] = lambda result: True,
) -> list[Any]:
    """Return the list that a function of a puzzle's folder returns; `call` is its name(PARAMETERS).

    Raises Unusable for other parameters, or for a result that is no list or not `is_fit`; errors of
    its own code pass through.
    """
    fault = f"{module.__file__}: expected {call} {expected}"
    try:
        result = list(getattr(module, call.partition("(")[0])(*arguments))
    except TypeError as error:
        if error.__traceback__ and error.__traceback__.tb_next:
            raise
        raise Unusable(f"{fault}: {error}") from None
    if not is_fit(result):
        raise Unusable(fault)
    return result


def read_board(record: Any, data: bytes, solved: bool = False) -> Board:
    """Return the board that `read` of a record finds in a grid; GridErrors pass through."""
    return call_function(record, "read(data, solved)", ROWS, data, solved, is_fit=is_board)


def is_board(rows: list[Any]) -> bool:
    """Return whether rows are texts, or lists of texts, all of one length above 0."""
    lengths = {len(row) if isinstance(row, (str, list, tuple)) else 0 for row in rows}
    lists = [row for row in rows if not isinstance(row, str)]
    return (
        len(lengths) == 1
        and 0 not in lengths
        and all(isinstance(value, str) for row in lists for value in row)
    )


def are_offences(values: list[Any]) -> bool:
    return {*map(type, values)} <= {Offence}


def import_record(name: str) -> ModuleType:
    """Import puzzle.py of a folder in the kit, in lab/ or elsewhere, or raise Unusable."""
    encoder = ROOT / "encode.py"  # which records import
    if any(part not in encoder.read_text("utf-8", "replace") for part in ENCODER_PARTS):
        raise Unusable(f"{encoder}: {OTHER_ENCODER}")
    places = [ROOT / name, ROOT / "lab" / name, Path(name)]
    if Path(name).name != name:  # a path, such as ./NAME
        places.reverse()
    folder = next((place for place in places if os.path.isfile(place / "puzzle.py")), None)
    if not name or not folder:
        expected = ", ".join([*list_names(), "or a folder with one"])
        raise Unusable(f"found no puzzle.py for {name!r}, expected {expected}")
    try:
        return importlib.import_module(f"{name_package(folder.resolve())}.puzzle")
    except Exception as error:  # puzzle.py may contain anything
        raise Unusable(f"{name}: puzzle.py: {error}") from None


def name_package(folder: Path) -> str:
    """Return the name by which a folder can be imported as a package; make that possible."""
    parts = folder.relative_to(ROOT).parts if folder.is_relative_to(ROOT) else ()
    if parts and "." not in "".join(parts):
        return ".".join(parts)
    name = "puzzle" + re.sub(r"[\W_]", lambda sign: f"_{ord(sign[0]):x}_", str(folder))
    package = sys.modules.setdefault(name, ModuleType(name))
    package.__path__ = [str(folder)]
    return name


def list_example_files(folder: Path) -> list[tuple[Path, Path]]:
    """Return each dom*.txt of a folder with its sol*.txt, which may be missing."""
    puzzles = sorted(folder.glob("dom*.txt"))
    return [(path, path.with_name(f"sol{path.name[3:]}")) for path in puzzles]


def list_names() -> list[str]:
    paths = [*ROOT.glob("*/puzzle.py"), *ROOT.glob("lab/*/puzzle.py")]
    return sorted(path.parent.name for path in paths)


def find_default_puzzle() -> Puzzle:
    """Return Light Up, whose program and examples are in the folder of the kit."""
    return find_puzzle(DEFAULT)


def list_puzzles() -> Iterator[Puzzle]:
    """Yield the puzzles of the kit that can be used, the default one first."""
    for name in sorted(list_names(), key=lambda name: (name != DEFAULT, name)):
        with contextlib.suppress(Unusable):
            yield find_puzzle(name)


def describe_modules(name: str) -> str:
    """Return the docstrings of this module in the folders of puzzles, a paragraph for each."""
    documented = [puzzle for puzzle in list_puzzles() if puzzle.has(name)]
    return "\n\n".join(f"{p.title}: {str(p.load_module(name).__doc__).strip()}" for p in documented)


def choose_puzzle(puzzle: Puzzle | None, data: bytes) -> Puzzle:
    """Return the given puzzle; without it, the puzzle that claims the data, or the default."""
    claimants = (candidate for candidate in list_puzzles() if candidate.claims(data))
    return puzzle or next(claimants, None) or find_default_puzzle()


def read_text(path: Path) -> str:
    """Return the text of a file, "" if there is none."""
    return path.read_text("utf-8", "replace") if path.is_file() else ""


def remove_definitions(source: str, names: Container[str]) -> str:
    """Return the text of a module without the functions and constants of these names."""
    lines = source.splitlines(keepends=True)
    for node in reversed(ast.parse(source).body):
        target = node.targets[0] if isinstance(node, ast.Assign) else node
        if getattr(target, "id", getattr(target, "name", None)) in names:
            del lines[node.lineno - 1 : (node.end_lineno or node.lineno)]
    return "".join(lines)
