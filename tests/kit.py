"""What the tests share: the programs of the kit as a shell runs them, and the truth."""

import itertools
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import strategies
from pysat.solvers import Solver

from lab import Unusable, notations, puzzles
from lab.lightup import rules

Done = subprocess.CompletedProcess[str]

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "examples"
DATA = Path(__file__).parent / "data"
LIGHT_UP, AMAZE = puzzles.default(), puzzles.found("amaze")


def run(program: str, *words: object, stdin: str = "", cwd: Path = ROOT) -> Done:
    """A Python program of the kit, or -m MODULE, run to its end."""
    command = [sys.executable, program if program == "-m" else str(ROOT / program)]
    return subprocess.run(
        command + [str(word) for word in words],
        input=stdin,
        capture_output=True,
        cwd=cwd,
        timeout=120,
        text=True,
        check=False,
    )


def facts(text: str) -> str:
    """What encode.py makes of a grid."""
    done = run("encode.py", stdin=text)
    assert done.returncode == 0, done.stderr
    return done.stdout


def boards(height: int, width: int, cells: str = "....xx01234") -> strategies.SearchStrategy:
    """Boards of up to so many rows and columns."""
    return strategies.integers(1, width).flatmap(
        lambda columns: strategies.lists(
            strategies.text(cells, min_size=columns, max_size=columns), min_size=1, max_size=height
        )
    )


def by_brute_force(board: list[str]) -> set[str]:
    """All solutions, as texts: every placement of bulbs, judged by the three checks."""
    white = sorted(rules.white(board))
    placements = itertools.product(".b", repeat=len(white))
    candidates = (placed(board, dict(zip(white, bulbs))) for bulbs in placements)
    return {text(candidate) for candidate in candidates if rules.solved(candidate)}


def by_sat(board: list[str]) -> Iterator[str]:
    """All solutions, as texts, by a SAT solver on a CNF of its own, judged by the checks."""
    variable = {cell: number for number, cell in enumerate(sorted(rules.white(board)), start=1)}
    runs = rules.runs(board)
    with Solver("cadical153") as solver:
        for cell in variable:
            solver.add_clause([variable[c] for run in runs if cell in run for c in run])
        for run in runs:
            for a, b in itertools.combinations(run, 2):
                solver.add_clause([-variable[a], -variable[b]])
        for cell in rules.cells(board, rules.CLUES):
            clue = int(board[cell[0]][cell[1]])
            beside = [variable[c] for c in rules.neighbours(board, cell)]
            for group in itertools.combinations(beside, clue + 1):
                solver.add_clause([-v for v in group])
            for group in itertools.combinations(beside, max(len(beside) - clue + 1, 0)):
                solver.add_clause(list(group))
        while solver.solve():
            model = solver.get_model()
            bulbs = {cell: "b" if number in model else "." for cell, number in variable.items()}
            solution = placed(board, bulbs)
            assert rules.solved(solution)
            yield text(solution)
            solver.add_clause([-literal for literal in model])


def placed(board: list[str], cells: dict[tuple[int, int], str]) -> list[str]:
    """The board with these cells in place of its own."""
    return [
        "".join(cells.get((r, c), cell) for c, cell in enumerate(row))
        for r, row in enumerate(board)
    ]


def text(board: list[str]) -> str:
    return "".join(row + "\n" for row in board)


def reader(puzzle: puzzles.Puzzle) -> Callable[..., list]:
    """What reads the boards of a puzzle out of data, the name of a source and a notation."""
    return lambda data, name, notation=None: notations.Source(name, data, puzzle).boards(notation)


def complains(read: Callable[[bytes, str, str | None], object], path: Path) -> None:
    """A text is refused as the file beside it says, its notation told (by its name) or guessed."""
    beginning = f"FILE:{path.with_suffix('.error').read_text().rstrip()}"
    for notation in (path.stem.split("-")[0], None):
        with pytest.raises(Unusable) as error:
            read(path.read_bytes(), "FILE", notation)
        assert str(error.value).startswith(beginning)
        assert ", expected " in str(error.value)
        assert "\n" not in str(error.value)
