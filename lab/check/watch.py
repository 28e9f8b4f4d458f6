"""Repeats a check whenever a file of the delivery is saved.

Each check is a process of its own, which is ended if something is saved meanwhile.  The files are
few, so their times and sizes are read again and again; that works on every disk and system.
"""

import contextlib
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from lab import IS_KIT, ROOT
from lab.common.files import walk_files
from lab.common.language import translate
from lab.common.processes import end_process_tree
from lab.common.terminal import get_console, print_message
from lab.delivery.layout import SUPERFLUOUS

WATCHING = "watching {path}: saving starts again, Ctrl-C ends"
POLL_SECONDS = 0.2  # between two looks at the files; when two show the same, all is saved
END_SECONDS = 10.0  # seconds for a check to end by itself

WATCHED = (".py", ".lp", ".txt")  # suffixes of files in a folder

State = dict[Path, tuple[int, int, int]]  # file -> number, time of the last change, size


def watch_folder(path: Path, arguments: Sequence[str]) -> int:
    """Run `lab ARGUMENTS...` now and after each change, until interrupted; return 130."""
    command = [sys.executable, str(ROOT / ("lab" if IS_KIT else "check"))]
    # argparse takes abbreviations of --watch, too
    command += [word for word in arguments if len(word) < 3 or not "--watch".startswith(word)]
    state = read_state(path)
    with contextlib.suppress(KeyboardInterrupt):
        while True:
            # in a session of its own it gets no Ctrl-C
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, start_new_session=True)
            is_announced = False
            try:
                while (new_state := read_state(path)) == state:
                    if process.poll() is not None and not is_announced:
                        print_message(translate(WATCHING, path=path))
                        is_announced = True
                    time.sleep(POLL_SECONDS)
            finally:  # a check that gets SIGTERM removes its files
                end_process_tree(process.pid, END_SECONDS)
                process.wait()
            while new_state != state:
                time.sleep(POLL_SECONDS)
                state, new_state = new_state, read_state(path)
            get_console().clear()  # on a terminal only
    print_message(translate("no longer watching {path}", path=path))
    return 130


def read_state(path: Path) -> State:
    """Return the state of the files that a check of a path reads; empty if there is nothing.

    The files are a zip, or the programs and texts of a folder.  Files of an editor and superfluous
    files are left out.
    """

    def is_own(name: str) -> bool:
        return name[0] not in ".#" and not SUPERFLUOUS.fullmatch(name)

    path = path.absolute()
    files = {path} if path.is_file() else set()
    for file in walk_files(path.parent if path.suffix == ".lp" else path, is_entered=is_own):
        if is_own(file.name) and file.suffix in WATCHED:
            files.add(file)
    state: State = {}
    for file in files:
        with contextlib.suppress(OSError):
            stat = file.stat()
            state[file] = (stat.st_ino, stat.st_mtime_ns, stat.st_size)
    return state
