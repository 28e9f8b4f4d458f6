"""Repeats a check whenever a file of the delivery is saved.

Each check is a process of its own, which is ended if something is saved meanwhile.  The files are
few, so their times and sizes are read again and again; that works on every disk and system.
"""

import contextlib
import itertools
import os
import subprocess
import sys
import time
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

import decode
from lab import IS_KIT, ROOT
from lab.common.terminal import get_console
from lab.delivery.layout import AT_HOME, MOST_FILES

TICK = 0.2  # seconds between two looks; when two show the same, all is saved
PATIENCE = 10.0  # seconds for a check to end by itself
OPTION = "--watch"

State = dict[Path, tuple[int, int, int]]  # file -> number, time of the last change, size


def watch_folder(path: Path, arguments: Sequence[str], but: Collection[Path]) -> int:
    """Run `lab ARGUMENTS...` now and after each change, until interrupted; return 130.

    `but` are files that the check itself writes.
    """
    # argparse takes --watch in short, too
    again = [
        argument
        for argument in arguments
        if not (len(argument) > 2 and OPTION.startswith(argument))
    ]
    state = read_state(path, but)
    with contextlib.suppress(KeyboardInterrupt):
        while True:
            with start_check(again) as process:
                is_announced = False
                while (new_state := await_settled(path, but, state)) == state:
                    if process.poll() is not None and not is_announced:
                        decode.report(f"watching {path}: saving starts again, Ctrl-C ends")
                        is_announced = True
            state = new_state
            get_console().clear()  # on a terminal only
    decode.report(f"no longer watching {path}")
    return 130


@contextlib.contextmanager
def start_check(arguments: Sequence[str]) -> Iterator["subprocess.Popen[bytes]"]:
    """Start a check without a terminal, which gets no Ctrl-C; end it when the context ends."""
    command = [sys.executable, str(ROOT / ("lab" if IS_KIT else "check")), *arguments]
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, start_new_session=True)
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def await_settled(path: Path, but: Collection[Path], state: State) -> State:
    """Return the state of the files a moment later; after a change, once nothing changes."""
    while True:
        time.sleep(TICK)
        new_state = read_state(path, but)
        if new_state == state:
            return new_state
        state = new_state
        time.sleep(TICK)
        if read_state(path, but) == state:
            return state


def read_state(path: Path, but: Collection[Path] = ()) -> State:
    """Return the state of the files that a check of a path reads; empty if there is nothing.

    These are a zip, or the files of a folder, as a program may include all of them; without
    those of an editor and those that should stay at home.
    """
    path = path.absolute()
    state: State = {}
    if path.suffix.lower() == ".zip" and not path.is_dir():
        files = iter([path])
    else:
        files = list_own_files(path.parent if path.suffix == ".lp" and not path.is_dir() else path)
    for file in itertools.islice(files, MOST_FILES):
        with contextlib.suppress(OSError):
            stat = file.stat()
            state[file] = (stat.st_ino, stat.st_mtime_ns, stat.st_size)
    for file in but:
        state.pop(file.absolute(), None)
    return state


def list_own_files(folder: Path) -> Iterator[Path]:
    """Yield the files in a folder and below it that were made by hand, by their names."""

    def is_own(name: str) -> bool:
        return name[0] not in ".#" and not AT_HOME.fullmatch(name)

    for root, folders, names in os.walk(folder):
        folders[:] = filter(is_own, folders)
        yield from (Path(root, name) for name in filter(is_own, names))
