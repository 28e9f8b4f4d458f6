"""Repeats a check whenever a file of the submission is saved.

Each check is a process of its own, which is ended if something is saved meanwhile.  The times and
sizes of files are looked at again and again: these are few, and that sees what is renamed, removed
or made again, on every disk, too.
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

State = dict[Path, tuple[int, int, int]]  # file: number, time of the last change, size


def watch_folder(path: Path, words: Sequence[str], but: Collection[Path]) -> int:
    """Run `lab WORDS` now and after each change, until interrupted; returns 130.

    `but` are files that the check itself writes.
    """
    again = [word for word in words if not is_option(word)]
    seen = state(path, but)
    with contextlib.suppress(KeyboardInterrupt):
        while True:
            with running(again) as process:
                is_announced = False
                while (now := settled(path, but, seen)) == seen:
                    if process.poll() is not None and not is_announced:
                        decode.report(f"watching {path}: saving starts again, Ctrl-C ends")
                        is_announced = True
            seen = now
            get_console().clear()  # on a terminal only
    decode.report(f"no longer watching {path}")
    return 130


def is_option(word: str) -> bool:
    """Whether a word is --watch, which argparse takes in short, too."""
    return len(word) > 2 and OPTION.startswith(word)


@contextlib.contextmanager
def running(words: Sequence[str]) -> Iterator["subprocess.Popen[bytes]"]:
    """A check, which is ended; it gets no Ctrl-C of the terminal, but one signal from here."""
    command = [sys.executable, str(ROOT / ("lab" if IS_KIT else "check")), *words]
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


# ---------------------------------------------------------------- files


def settled(path: Path, but: Collection[Path], seen: State) -> State:
    """The state of the files a moment later; after a change, once nothing changes any more."""
    while True:
        time.sleep(TICK)
        now = state(path, but)
        if now == seen:
            return now
        seen = now
        time.sleep(TICK)
        if state(path, but) == now:
            return now


def state(path: Path, but: Collection[Path] = ()) -> State:
    """The state of what a check of a path reads; of what is not there, nothing."""
    found: State = {}
    for file in itertools.islice(files(path), MOST_FILES):
        with contextlib.suppress(OSError):
            stat = file.stat()
            found[file] = (stat.st_ino, stat.st_mtime_ns, stat.st_size)
    for file in but:
        found.pop(file.absolute(), None)
    return found


def files(path: Path) -> Iterator[Path]:
    """A zip; the files of a folder, without what belongs to an editor or should stay at home.

    A logic program may include all that lies in its folder.
    """
    path = path.absolute()
    if path.suffix.lower() == ".zip" and not path.is_dir():
        yield path
        return
    folder = path.parent if path.suffix == ".lp" and not path.is_dir() else path
    for root, folders, names in os.walk(folder):
        folders[:] = filter(is_own, folders)
        yield from (Path(root, name) for name in filter(is_own, names))


def is_own(name: str) -> bool:
    """Whether a file or a folder was made by hand, as its name says."""
    return name[0] not in ".#" and not AT_HOME.fullmatch(name)
