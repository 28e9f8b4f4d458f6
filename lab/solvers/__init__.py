"""The roads of race: solvers with a model of the puzzle, each run in a process of its own.

A road is a module in models/ of the puzzle's folder, and has its name; MODEL is its class, with
the methods of Model.  asp.py here is the road of every puzzle.  Importing a module raises
NotInstalled if its solver is absent.
"""

import shutil
import subprocess
from collections.abc import Iterator
from typing import Protocol, TypeVar

from lab.puzzles import Board

Board_co = TypeVar("Board_co", covariant=True)
UNDECIDED = "undecided"


class Model(Protocol[Board_co]):
    """A board, translated for a solver."""

    size: dict[str, int]  # numbers of clauses, variables and so on; complete after solving

    def __init__(self, board: Board) -> None: ...

    def solutions(self) -> Iterator[Board_co]:
        """Yield different solutions until there are no more; the caller stops after two.

        If a least cost is wanted, they get cheaper, and the last is an optimum.  Raises NoVerdict
        if the solver cannot decide.
        """


class NotInstalled(Exception):
    """A solver or tool is absent; the message says how to install it."""


class NoVerdict(Exception):
    """A solver failed or cannot decide; the message is the reason."""


def find_tool(name: str) -> str:
    """Return the path of a program; raises NotInstalled.  Debian's package has the same name."""
    path = shutil.which(name)
    if not path:
        raise NotInstalled(f"{name} is not installed (Debian: apt install {name})")
    return path


def run_tool(*command: str, stdin: str | None = None, status: tuple[int, ...] = (0,)) -> str:
    """Run a program and return its standard output; raises NoVerdict for other statuses."""
    try:
        process = subprocess.run(command, input=stdin, capture_output=True, text=True, check=False)
    except OSError as error:
        raise NoVerdict(f"{command[0]}: {error.strerror}") from None
    if process.returncode not in status:
        last = (process.stderr.strip() or process.stdout.strip() or "no output").splitlines()[-1]
        raise NoVerdict(f"{command[0]} ended with status {process.returncode}: {last}")
    return process.stdout
