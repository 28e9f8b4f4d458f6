"""The puzzles of a sheet: boards, names, difficulty and solutions, and for whom they are."""

import csv
import dataclasses
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import encode
from lab import Unusable, notations, puzzles
from lab.common.background import BackgroundWork
from lab.common.files import INDEX
from lab.common.language import translate
from lab.common.terminal import show_progress
from lab.common.words import format_size, get_size
from lab.notations import NotationChoice
from lab.puzzles import Board, Puzzle, list_example_files, read_board, shape_like

PERSONAL_NAME = re.compile(r"dom-(.+)")  # the name of a puzzle that is for one person
SOLVE_SECONDS = 20.0  # seconds to solve a puzzle that has no solution beside it


@dataclasses.dataclass(eq=False)
class SheetEntry:
    """A puzzle of a sheet; `owner` is the person that it is for, "" for all."""

    name: str
    board: Board
    path: Path
    difficulty: str = ""
    owner: str = ""
    solution: Any = None
    remark: str = ""  # why it has no solution

    @property
    def solution_caption(self) -> str:
        """The line below the solution: the name, or the owner and the size."""
        return f"{self.owner} · {format_size(get_size(self.board))}" if self.owner else self.name

    @property
    def caption(self) -> str:
        """The line below the puzzle: the name if nobody owns it, the size, the difficulty."""
        name = "" if self.owner else self.name
        difficulty = translate(self.difficulty)
        return " · ".join(filter(None, [name, format_size(get_size(self.board)), difficulty]))


def read_entries(
    puzzle: Puzzle | None, names: Iterable[str], notation: NotationChoice = None
) -> tuple[Puzzle, list[SheetEntry]]:
    """Return the puzzle, and an entry for each board in files and folders; raises Unusable.

    If `puzzle` is None, it is what the contents of the first file show.
    """
    entries: list[SheetEntry] = []
    for path in find_paths(puzzle or puzzles.find_default_puzzle(), names):
        source = notations.open_source(str(path), puzzle)
        puzzle, boards = source.puzzle, source.read_puzzles(notation)
        personal = PERSONAL_NAME.fullmatch(path.stem)
        owner, difficulty = personal[1] if personal else "", read_difficulty(path)
        for number, board in enumerate(boards, start=1):
            name = f"{path.stem} ({number})" if len(boards) > 1 else path.stem
            entries.append(SheetEntry(name, puzzle.bare(board), path, difficulty, owner))
    return puzzle or puzzles.find_default_puzzle(), entries


def find_paths(puzzle: Puzzle, names: Iterable[str]) -> list[Path]:
    """Return the paths of files, of all dom*.txt in folders, and of examples of these names."""
    paths: list[Path] = []
    for name in names:
        if Path(name).is_dir():
            inside = [path for path, _ in list_example_files(Path(name))]
            if not inside:
                raise Unusable(f"{name}: found no dom*.txt in this folder")
            paths += inside
        else:
            paths.append(Path(encode.find_example(name, puzzle.examples_folder)))
    return paths


def read_difficulty(path: Path) -> str:
    """Return the difficulty that the folder's index states for a puzzle, "" if it states none."""
    index = path.with_name(INDEX)
    if not index.is_file():
        return ""
    with index.open(encoding="utf-8", errors="replace") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        difficulties = {row.get("name"): row.get("difficulty") for row in rows}
    return difficulties.get(path.stem) or ""


def add_solutions(puzzle: Puzzle, entries: Sequence[SheetEntry]) -> None:
    """Set the solution of each entry, or the remark why there is none."""
    for number, entry in enumerate(entries, start=1):
        show_progress(f"solution {number} of {len(entries)}")
        entry.solution = read_solution(puzzle, entry)
        if not entry.solution:
            entry.solution, entry.remark = find_solution(puzzle, entry.board)


def read_solution(puzzle: Puzzle, entry: SheetEntry) -> Board:
    """Return the solution in the file sol* beside dom*, or None if there is none that is right."""
    path = entry.path.with_name(re.sub("^dom", "sol", entry.path.name))
    if path == entry.path or not path.is_file():
        return None
    try:
        board = read_board(puzzle.record, path.read_bytes(), True)
    except encode.GridError:
        return None
    return None if puzzle.list_offences(board, entry.board) else board


def find_solution(puzzle: Puzzle, board: Board) -> tuple[Board, str]:
    """Return the only solution of a board, or an optimum; else None and the reason."""
    search = puzzle.make_search(board)
    if not BackgroundWork(search.run).start_and_wait(lambda: search.stage, SOLVE_SECONDS):
        return None, f"{SOLVE_SECONDS:g} s were not enough to solve it, so no solution is drawn"
    if not search.boards:
        return None, "no solution"
    if len(search.boards) > 1 and not search.is_optimal:
        return None, "several solutions, of which none is drawn"
    return shape_like(search.boards[0], board), ""
