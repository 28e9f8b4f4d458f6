"""The folder OUT: made beside it in OUT.partial, and put in its place when all of it is there.

Both keep each verdict in judged/LABEL.json, where a label is a digest of all that decides on it.
So what was judged is not judged again: neither after an interruption, nor when the class is
graded once more and some have delivered anew.
"""

import contextlib
import fcntl
import json
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any

from lab import Unusable
from lab.common.files import save
from lab.grade.judging import Verdict
from lab.sandbox.folders import remove

RUN, JUDGED, ROOM, LOCK = "run.json", "judged", "room", "lock"  # in the folder
PREFIX = "grade-"  # of folders for temporary files

Run = dict[str, Any]  # JSON: what was graded, and how


class Folder:
    """OUT and what stands beside it."""

    def __init__(self, path: Path) -> None:
        """Raises Unusable if there is something else at the path, or no place for it."""
        self.path = path
        self.partial, self.old = (
            path.with_name(f"{path.name}.{end}") for end in ("partial", "old")
        )
        if not path.name or not path.absolute().parent.is_dir():
            raise Unusable(f"{path}: no such file or directory")
        for place in (path, self.partial):
            is_ours = not place.exists() or (place / RUN).is_file() or (place / LOCK).exists()
            if not is_ours:
                raise Unusable(f"{place}: this exists, and is not from lab grade")

    @contextlib.contextmanager
    def work(self) -> Iterator[Path]:
        """The folder for the new files, which becomes OUT if no error is raised.

        Raises Unusable if another process is at work there.
        """
        try:
            self.partial.mkdir(exist_ok=True)
            with (self.partial / LOCK).open("w") as lock:
                self._hold(lock)
                self._recover()
                try:
                    yield self.partial
                finally:
                    if not (self.partial / JUDGED).exists():
                        remove(self.partial)  # nothing is lost
                self._replace()
        except OSError as error:
            raise Unusable(f"{error.filename or self.partial}: {error.strerror}") from None

    @contextlib.contextmanager
    def room(self) -> Iterator[Path]:
        """A folder for temporary files; one that was left behind is removed."""
        note = self.partial / ROOM
        with contextlib.suppress(OSError):
            left = Path(note.read_text("utf-8"))
            if left.parent == Path(tempfile.gettempdir()) and left.name.startswith(PREFIX):
                remove(left)
        room = Path(tempfile.mkdtemp(prefix=PREFIX))
        try:
            save(note, str(room))
            yield room
        finally:
            remove(room)
            note.unlink(missing_ok=True)

    def _hold(self, lock: IO[str]) -> None:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise Unusable(f"{self.partial}: another lab grade is at work there") from None

    def _recover(self) -> None:
        """Put back what a process left that was killed while it put OUT in its place."""
        if self.old.exists() and not self.path.exists():
            self.old.rename(self.path)
        remove(self.old)

    def _replace(self) -> None:
        """Put the new folder in the place of the old one."""
        (self.partial / LOCK).unlink()
        if self.path.exists():
            self.path.rename(self.old)
        self.partial.rename(self.path)
        remove(self.old)

    # ------------------------------------------------------------ what is known

    def verdict(self, label: str) -> Verdict | None:
        """The verdict under a label, if it is known."""
        for place in (self.partial, self.path):
            with contextlib.suppress(OSError, ValueError):
                found = json.loads((place / JUDGED / f"{label}.json").read_text("utf-8"))
                if isinstance(found, dict):
                    return found
        return None

    def add(self, label: str, verdict: Verdict) -> None:
        """Keep a verdict."""
        path = self.partial / JUDGED / f"{label}.json"
        path.parent.mkdir(exist_ok=True)
        save(path, as_json(verdict))

    def earlier(self) -> Run:
        """The run that was begun, else the one that made OUT; empty if there is none."""
        for place in (self.partial, self.path):
            if found := run_of(place):
                return found
        return {}


def run_of(folder: Path) -> Run:
    """What was graded into a folder; empty if it is none of ours."""
    with contextlib.suppress(OSError, ValueError):
        found = json.loads((folder / RUN).read_text("utf-8"))
        if isinstance(found, dict):
            return found
    return {}


def as_json(data: Mapping[str, Any]) -> str:
    """The text of a file, the same for the same data."""
    return json.dumps(data, indent=1, ensure_ascii=True, sort_keys=True) + "\n"
