"""The puzzles of a sheet: boards, names, difficulty and solutions, and for whom they are."""

import csv
import dataclasses
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import decode
import encode
from lab import Unusable, puzzles
from lab.common.background import BackgroundTask
from lab.common.files import INDEX
from lab.common.terminal import show_progress
from lab.notations import Source
from lab.puzzles import Puzzle, shape_like

PERSONAL = re.compile(r"dom-(.+)")  # the name of a puzzle that is for one person
SECONDS = 20.0  # for solving a puzzle that has no solution beside it


@dataclasses.dataclass(eq=False)
class Entry:
    """A puzzle of a sheet; `owner` is the person that it is for, or empty for all."""

    name: str
    board: Any
    path: Path
    difficulty: str = ""
    owner: str = ""
    solution: Any = None
    lack: str = ""  # why it has no solution, in words

    @property
    def title(self) -> str:
        """Its name; of what is for a person, the person's name and its size."""
        size = f"{len(self.board)}x{len(self.board[0])}"
        return f"{self.owner} · {size}" if self.owner else self.name

    @property
    def caption(self) -> str:
        """Its name unless it is for a person, its size, how difficult it is."""
        size = f"{len(self.board)}x{len(self.board[0])}"
        return " · ".join(filter(None, ["" if self.owner else self.name, size, self.difficulty]))


def found(puzzle: Puzzle | None, names: Sequence[str]) -> tuple[Puzzle, list[Entry]]:
    """The puzzles in files and folders, and whose they are; raises Unusable if there are none."""
    entries: list[Entry] = []
    for path in located(puzzle or puzzles.default_puzzle(), names):
        try:
            data = path.read_bytes()
        except OSError as error:
            raise Unusable(f"{path}: {error.strerror}") from None
        puzzle = puzzles.choose_puzzle(puzzle, data)
        boards = Source(str(path), data, puzzle).boards(None)
        entries += [entry(path, board, n, len(boards)) for n, board in enumerate(boards, start=1)]
    return puzzle or puzzles.default_puzzle(), entries


def located(puzzle: Puzzle, names: Iterable[str]) -> Iterator[Path]:
    """The paths of puzzles: those given, those in folders given, or examples of these names."""
    for name in names:
        path = Path(name)
        if path.is_dir():
            inside = sorted(path.glob("dom*.txt"))
            if not inside:
                raise Unusable(f"{path}: found no dom*.txt in this folder")
            yield from inside
        else:
            places = (path, puzzle.examples / name, puzzle.examples / f"{name}.txt")
            yield next((place for place in places if place.is_file()), path)


def entry(path: Path, board: Any, number: int, of: int) -> Entry:
    """A puzzle of a file, one of so many in it."""
    personal = PERSONAL.fullmatch(path.stem)
    name = f"{path.stem} ({number})" if of > 1 else path.stem
    return Entry(name, board, path, difficulty(path), personal[1] if personal else "")


def difficulty(path: Path) -> str:
    """How difficult a puzzle is, by the index of its folder; empty if that does not say it."""
    index = path.with_name(INDEX)
    if not index.is_file():
        return ""
    with index.open(encoding="utf-8", errors="replace") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return next((row.get("difficulty") or "" for row in rows if row["name"] == path.stem), "")


# ---------------------------------------------------------------- solutions


def solved(puzzle: Puzzle, entries: Sequence[Entry]) -> list[Entry]:
    """The puzzles that have a solution, which is now known; the others say why not."""
    for number, one in enumerate(entries, start=1):
        show_progress(f"solution {number} of {len(entries)}")
        one.solution = beside(puzzle, one) or alone(puzzle, one)
    return [one for one in entries if one.solution]


def beside(puzzle: Puzzle, one: Entry) -> Any:
    """The solution in the file that belongs to a puzzle, None if there is none, or another's."""
    path = one.path.with_name(re.sub("^dom", "sol", one.path.name))
    if path == one.path or not path.is_file():
        return None
    try:
        board = puzzle.record.read(path.read_bytes(), True)
    except encode.GridError:
        return None
    return None if puzzle.rules.offences(board, one.board) else board


def alone(puzzle: Puzzle, one: Entry) -> Any:
    """The solution that decode.py finds, if there is one alone, or a best one."""
    search = decode.Search([str(puzzle.encoding)], text=encode.format_facts(one.board))
    if not BackgroundTask(search.run).finish(lambda: search.stage, SECONDS):
        one.lack = f"{SECONDS:g} s were not enough to solve it, so no solution is drawn"
    elif search.proven:
        return shape_like(search.best, one.board)
    elif len(search.boards) != 1:
        several = "several solutions, of which none is drawn"
        one.lack = several if search.boards else "no solution"
    else:
        return shape_like(search.boards[0], one.board)
    return None
