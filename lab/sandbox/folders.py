"""Folders of strangers: removed however they are nested, or locked."""

import contextlib
import itertools
import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path


@contextlib.contextmanager
def deferred_signals() -> Iterator[None]:
    """Puts off SIGINT and SIGTERM, for which only the main thread can have handlers."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    arrived: list[int] = []
    numbers = (signal.SIGINT, signal.SIGTERM)
    before = {
        int(one): signal.signal(one, lambda *seen: arrived.append(seen[0])) for one in numbers
    }
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler or signal.SIG_DFL)
        for number in arrived[:1]:
            signal.raise_signal(number)


@deferred_signals()
def remove_tree(folder: Path) -> None:
    """Removes a folder with all that it holds, or a file, as far as that is possible.

    What lies in folders in it is moved up first: no path becomes long, and nothing recurses.
    Ctrl-C and SIGTERM wait for the end.
    """
    names = (folder / f"moved-{number}" for number in itertools.count())
    if folder.is_symlink() or not folder.is_dir():
        with contextlib.suppress(OSError):
            folder.unlink()
        return
    with contextlib.suppress(OSError):
        while found := entries(folder):
            if sum(dissolve(path, names) for path in found) == 0:
                break  # what is left cannot be removed
        folder.rmdir()


def entries(folder: Path) -> list[Path]:
    """What lies in a folder, which is unlocked for this."""
    with contextlib.suppress(OSError):
        folder.chmod(0o700)
    return [folder / name for name in os.listdir(folder)]


def dissolve(path: Path, names: Iterator[Path]) -> bool:
    """Removes a file; empties a folder into files and folders with other names.

    Whether that changed anything.
    """
    try:
        if path.is_symlink() or not path.is_dir():
            path.unlink()
            return True
        for inner in entries(path):
            inner.rename(next(names))
        path.rmdir()
    except OSError:
        return False
    return True
