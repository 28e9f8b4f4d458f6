"""What the tests share: how they run the programs of the kit, and the true solutions of boards."""

import contextlib
import itertools
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, TypeVar

import pytest
from hypothesis import strategies
from pysat.solvers import Solver

import decode
import encode
from lab import Unusable, __main__, notations, puzzles
from lab.lightup import rules

Test = TypeVar("Test", bound=Callable[..., None])
decode.read_all_messages()  # as every process of the kit that reads programs

Done = subprocess.CompletedProcess[str]

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "examples"
DATA = Path(__file__).parent / "data"
LIGHT_UP, AMAZE = puzzles.default(), puzzles.found("amaze")


def needs(program: str) -> Callable[[Test], Test]:
    """Mark a test that needs a program which pip does not install.

    The test is skipped where the program is not on the PATH; pytest -m tools runs such tests alone.
    """
    absent = pytest.mark.skipif(not shutil.which(program), reason=f"{program} is not installed")
    return lambda test: pytest.mark.tools(absent(test))


def run(program: str, *words: object, stdin: str = "", cwd: Path = ROOT) -> Done:
    """Run a Python program of the kit, or -m MODULE, as a process, to its end."""
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


def run_lab(*words: object, stdin: str | bytes = "", cwd: Path = ROOT) -> Done:
    """Do what `python3 -m lab WORDS` does, without the start of a process.

    Not for what ends by a signal or a time limit, or what ends all processes that this one has
    started, as `lab check` does: such a command is run as a process.
    """
    command = ["lab", *map(str, words)]
    with (
        tempfile.TemporaryFile() as given,
        tempfile.TemporaryFile() as out,
        tempfile.TemporaryFile() as err,
        pytest.MonkeyPatch.context() as patch,
    ):
        given.write(stdin.encode() if isinstance(stdin, str) else stdin)
        given.seek(0)
        patch.setattr(sys, "argv", command)
        patch.chdir(cwd)
        with redirected(given, out, err):
            status = exit_status(__main__.main)
        return Done(command, status, contents(out), contents(err))


@contextlib.contextmanager
def redirected(*files: IO[bytes]) -> Iterator[None]:
    """Files in place of the standard streams, for this process and those that it starts.

    Handlers of signals that are changed meanwhile are as before at the end.
    """
    streams = sys.stdin, sys.stdout, sys.stderr
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    kept = [os.dup(number) for number in range(3)]
    try:
        for number, file in enumerate(files):
            os.dup2(file.fileno(), number)
        sys.stdin, sys.stdout, sys.stderr = (
            open(number, mode, encoding="utf-8", closefd=False)  # noqa: SIM115
            for number, mode in enumerate("rww")
        )
        yield
    finally:
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        sys.stdin, sys.stdout, sys.stderr = streams
        for number, copy in enumerate(kept):
            os.dup2(copy, number)
            os.close(copy)
        for number, handler in handlers.items():
            signal.signal(number, handler)


def exit_status(main: Callable[[], int]) -> int:
    """What a program's main returns, or exits with."""
    try:
        return main()
    except SystemExit as end:
        assert isinstance(end.code, int)
        return end.code


def contents(file: IO[bytes]) -> str:
    """All text of a file, as subprocess would give it."""
    file.seek(0)
    return file.read().decode()


def facts(text: str) -> str:
    """The facts of a grid."""
    return encode.facts(encode.grid(text.encode()))


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
    return {text(candidate) for candidate in candidates if rules.is_solved(candidate)}


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
            assert rules.is_solved(solution)
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
