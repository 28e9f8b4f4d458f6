"""A command to start in the sandbox, its limits, and its result."""

from pathlib import Path
from typing import NamedTuple

MB = 1 << 20


class Limits(NamedTuple):
    """Limits of a command together with all processes that it starts."""

    cpu: float = 2.0  # seconds of computing of all processes
    wall: float = 10.0  # seconds by the clock
    memory: int = 1024 * MB  # of each process as an address space, of all as memory in use
    processes: int = 32
    output: int = MB  # on standard output, and as much on standard error
    disk: int = 64 * MB  # in the writable folder
    files: int = 1000  # there


class Start(NamedTuple):
    """A command to start in a folder.

    It may read this folder and the files and folders `readable`, and write into `scratch`, an
    empty folder.  A command of the kit `may_signal` other processes outside a namespace.
    """

    command: list[str]
    folder: Path
    readable: tuple[Path, ...]
    scratch: Path
    limits: Limits
    may_signal: bool


class CommandResult(NamedTuple):
    """The result of a command.

    `over` names the limit that ended it: computing, time, memory, processes, output, disk or
    files; it is empty if the command came to its own end.
    """

    status: int  # of its end; 128 + the number of a signal
    stdout: bytes = b""
    stderr: bytes = b""
    over: str = ""
    cpu: float = 0.0  # seconds that all its processes computed, as far as was seen
