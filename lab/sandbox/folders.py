"""Temporary folders, and the removal of strangers' folders, however they are nested or locked."""

import contextlib
import itertools
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from lab.common.processes import defer_signals


@contextlib.contextmanager
def open_temporary_folder(prefix: str = "tmp", parent: Path | None = None) -> Iterator[Path]:
    """Yield a new folder, in the folder for temporary files or in `parent`; remove it afterwards.

    Ctrl-C and SIGTERM at any moment leave nothing behind.  Raises OSError.
    """
    folder: Path | None = None
    try:
        with defer_signals():
            folder = Path(tempfile.mkdtemp(prefix=prefix, dir=parent))
        yield folder
    finally:
        if folder:
            remove_tree(folder)


@defer_signals()
def remove_tree(folder: Path) -> None:
    """Remove a folder and its contents, or a file, as far as possible.

    The contents of inner folders are moved up first: no path becomes long, and nothing recurses.
    Ctrl-C and SIGTERM wait for the end.
    """
    names = (folder / f"moved-{number}" for number in itertools.count())
    if folder.is_symlink() or not folder.is_dir():
        with contextlib.suppress(OSError):
            folder.unlink()
        return
    with contextlib.suppress(OSError):
        while paths := list_unlocked(folder):
            if sum(dissolve(path, names) for path in paths) == 0:
                break  # what is left cannot be removed
        folder.rmdir()


def list_unlocked(folder: Path) -> list[Path]:
    """Unlock a folder and return the paths in it."""
    with contextlib.suppress(OSError):
        folder.chmod(0o700)
    return [folder / name for name in os.listdir(folder)]


def dissolve(path: Path, names: Iterator[Path]) -> bool:
    """Remove a file; move the contents of a folder up and remove it; return whether it worked."""
    try:
        if path.is_symlink() or not path.is_dir():
            path.unlink()
            return True
        for inner in list_unlocked(path):
            inner.rename(next(names))
        path.rmdir()
    except OSError:
        return False
    return True
