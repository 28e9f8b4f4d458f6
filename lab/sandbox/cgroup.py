"""Gives each command a cgroup of its own (version 2), where this machine lets one be made.

There the kernel counts all memory of the command together, also what no process maps, such as
the buffers of pipes.  Source: cgroups(7), and "Control Group v2" in the kernel's documentation.
"""

import contextlib
import functools
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

CGROUP_ROOT = Path("/sys/fs/cgroup")
ENTER = 'echo 0 > "$0"/cgroup.procs && exec "$@"'  # a script for a shell; 0 is its own process
END_SECONDS = 1.0  # seconds for the last processes of a command to end


@functools.cache
def find_parent() -> Path | None:
    """Return the nearest enclosing cgroup in which cgroups for commands can be made, or None."""
    if sys.platform != "linux":
        return None
    name = ""
    with contextlib.suppress(OSError):
        name = Path("/proc/self/cgroup").read_text().splitlines()[-1].removeprefix("0::/")
    for parent in (CGROUP_ROOT / name / "own").parents:
        if (parent / "cgroup.procs").exists():
            with contextlib.suppress(OSError), open_cgroup(parent, 1 << 30) as cgroup:
                command = [*make_enter_argv(cgroup), "true"]
                if not subprocess.run(command, stderr=subprocess.DEVNULL, check=False).returncode:
                    return parent
    return None


def make_enter_argv(cgroup: Path | None) -> list[str]:
    """Return the words before a command that start it in a cgroup."""
    return ["/bin/sh", "-c", ENTER, str(cgroup)] if cgroup else []


@contextlib.contextmanager
def open_cgroup(parent: Path, memory: int) -> Iterator[Path]:
    """Yield the folder of a new cgroup with a limit in bytes, which is removed afterwards."""
    cgroup = Path(tempfile.mkdtemp(prefix="lab-", dir=parent))
    try:
        with open(cgroup / "memory.max", "r+") as file:  # an error if there is no such limit
            file.write(str(memory))
        with contextlib.suppress(FileNotFoundError), open(cgroup / "memory.swap.max", "r+") as file:
            file.write("0")
        yield cgroup
    finally:
        give_up = time.monotonic() + END_SECONDS
        while cgroup.exists() and time.monotonic() < give_up:
            with contextlib.suppress(OSError):  # a process is still ending
                cgroup.rmdir()
