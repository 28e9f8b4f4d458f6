"""The roads from a puzzle to its solutions: modules in models/ of its folder, a process each.

asp is here, as it is the same for every puzzle.  Importing the module of a road raises Missing
if its tool is not installed.
"""

import shutil
import signal
import subprocess
from collections.abc import Iterator
from typing import Any, Protocol, TypeVar

Board_co = TypeVar("Board_co", covariant=True)


class Problem(Protocol[Board_co]):
    """A puzzle as the solver sees it."""

    size: dict[str, int]  # number of things, by what the solver calls them; full after solving

    def __init__(self, board: Any) -> None: ...

    def solutions(self) -> Iterator[Board_co]:
        """The solutions, each once, two at most; or, where a least cost is wanted, ever better
        ones, the last of them proven best.  Raises GaveUp if it cannot decide."""


class Missing(Exception):
    """What is not installed, and how to install it."""


class GaveUp(Exception):
    """Why it is not known whether there are more solutions."""


def tool(name: str, package: str) -> str:
    """The path of a program; raises Missing."""
    path = shutil.which(name)
    if not path:
        raise Missing(f"{name} is not installed (Debian: apt install {package})")
    return path


def output(
    *command: str,
    stdin: str | None = None,
    status: tuple[int, ...] = (0,),
    cwd: str | None = None,
) -> str:
    """What a program prints; GaveUp if its exit status is another than these.

    When time is up, SIGTERM goes to both processes; this one outlives it, so that the memory
    of the program is counted.
    """
    before = signal.signal(signal.SIGTERM, lambda *_: None)
    try:
        done = subprocess.run(
            command, input=stdin, capture_output=True, text=True, check=False, cwd=cwd
        )
    except OSError as error:
        raise GaveUp(f"{command[0]}: {error.strerror}") from None
    finally:
        signal.signal(signal.SIGTERM, before)
    if done.returncode not in status:
        said = (done.stderr.strip() or done.stdout.strip() or "nothing").splitlines()[-1]
        raise GaveUp(f"{command[0]} ended with status {done.returncode}: {said}")
    return done.stdout
