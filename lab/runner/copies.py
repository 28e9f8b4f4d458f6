"""Copies of a submission's folder, for programs that may do anything to them."""

import contextlib
import itertools
import os
import queue
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

LARGE, ALL, FILES = 1 << 20, 8 << 20, 500  # bytes of a file, of all files; files copied
SEEN, DEEP = 10_000, 50  # files among which those are chosen, folders above one of them

State = list[tuple[int, int]]  # the number and the last change of files and folders


class Copies:
    """Copies of the files of a folder that are plain, not hidden and not too large."""

    def __init__(self, folder: Path, place: Path) -> None:
        """Make the first copy; all copies are new folders in `place`."""
        self._place, self._original = place, Path(tempfile.mkdtemp(dir=place))
        self._files, self.is_whole = copied(folder, self._original)
        self._unchanged: queue.SimpleQueue[tuple[Path, State]] = queue.SimpleQueue()

    def has(self, name: str) -> bool:
        """Whether the folder has this file, and it was copied."""
        return Path(name) in self._files

    @contextlib.contextmanager
    def lent(self) -> Iterator[Path]:
        """A copy for one run; another run gets the same one unless this run changes it."""
        try:
            folder, before = self._unchanged.get_nowait()
        except queue.Empty:
            folder = self._another()
            before = self._state(folder)
        yield folder
        if self._state(folder) == before:
            self._unchanged.put((folder, before))

    def _another(self) -> Path:
        folder = Path(tempfile.mkdtemp(dir=self._place))
        for file in self._files:
            copy(self._original / file, folder / file)
        return folder

    def _state(self, folder: Path) -> State:
        """What differs once anything was written, renamed, added or removed.

        A program cannot set the time of the last change (ctime).
        """
        files = {folder, *(folder / part for file in self._files for part in [file, *file.parents])}
        try:
            return [(stat.st_ino, stat.st_ctime_ns) for stat in map(os.lstat, sorted(files))]
        except OSError:
            return []


def copied(folder: Path, to: Path) -> tuple[list[Path], bool]:
    """Copy a folder; return the files, relative to it, and whether these are all of them.

    encode.py comes first, then other modules, and what lies deep last: there may be too much.
    """
    files = list(itertools.islice(plain(folder), SEEN))
    files.sort(key=lambda file: (file.name != "encode.py", file.suffix != ".py", len(file.parts)))
    room, is_whole, done = ALL, len(files) <= FILES, []
    for file in files[:FILES]:
        with contextlib.suppress(OSError):  # it may not be readable; then it is not there
            size = file.stat().st_size
            if size > min(LARGE, room):
                is_whole = False
                continue
            room -= size
            copy(file, to / file.relative_to(folder))
            done.append(file.relative_to(folder))
    return done, is_whole


def copy(file: Path, to: Path) -> None:
    """Copy a file, into a folder that need not exist."""
    to.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(file, to)


def plain(folder: Path) -> Iterator[Path]:
    """The files of a folder and of those in it, except links and what is hidden."""
    for root, folders, names in os.walk(folder):
        is_deep = len(Path(root).parts) - len(folder.parts) >= DEEP
        seen = (one for one in folders if one[0] != "." and one != "__pycache__")
        folders[:] = [] if is_deep else sorted(seen)
        for file in (Path(root, name) for name in sorted(names)):
            if file.is_file() and not file.is_symlink():
                yield file


def obstacle(script: Path) -> str | None:
    """Why a script was not copied, in words; None if the reason is not known."""
    if script.is_symlink():
        return "this is a link, which is not followed"
    if not script.is_file():
        return "found a folder or device, expected a file"
    if script.stat().st_size > LARGE:
        return f"this is larger than {LARGE >> 20} MB"
    return None
