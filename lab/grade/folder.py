"""The folder OUT, made in OUT.partial beside it and moved into place when it is complete.

Both have each judgement in judged/DIGEST.json.  So nothing is judged twice: neither after an
interruption, nor when a class is graded again after some have handed in anew.
"""

import contextlib
import fcntl
import json
import shutil
import tempfile
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

from lab import Unusable
from lab.common.files import save
from lab.grade.grading import Judgement
from lab.sandbox.folders import remove_tree

RUN, JUDGED, LOCK = "run.json", "judged", "lock"  # in the folder
TEMPORARY = "temporary"  # file in the folder with the path of the folder for temporary files
PREFIX = "grade-"  # of folders for temporary files

Json = dict[str, Any]


class OutputFolder:
    """OUT and the folders beside it."""

    def __init__(self, path: Path) -> None:
        """Raises Unusable if something else is at the path, or its parent is no folder."""
        self.path = path
        self.partial = path.with_name(f"{path.name}.partial")
        self.old = path.with_name(f"{path.name}.old")
        if not path.name or not path.absolute().parent.is_dir():
            raise Unusable(f"{path}: no such file or directory")
        for folder in (self.path, self.partial):
            is_ours = (folder / RUN).is_file() or (folder / LOCK).exists()
            if folder.exists() and not is_ours:
                raise Unusable(f"{folder}: this exists, and is not from lab grade")

    @contextlib.contextmanager
    def build(self) -> Iterator[None]:
        """Replace OUT by OUT.partial at the end, unless an error is raised.

        Raises Unusable if another process does the same.
        """
        try:
            self.partial.mkdir(exist_ok=True)
            with (self.partial / LOCK).open("w") as lock:
                try:
                    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except OSError:
                    raise Unusable(f"{self.partial}: another lab grade is at work there") from None
                if self.old.exists() and not self.path.exists():  # killed while it replaced OUT
                    self.old.rename(self.path)
                remove_tree(self.old)
                try:
                    yield
                finally:
                    if not (self.partial / JUDGED).exists():
                        remove_tree(self.partial)  # nothing in it would save work
                (self.partial / LOCK).unlink()
                if self.path.exists():
                    self.path.rename(self.old)
                self.partial.rename(self.path)
                remove_tree(self.old)
        except OSError as error:
            raise Unusable(f"{error.filename or self.partial}: {error.strerror}") from None

    @contextlib.contextmanager
    def temporary_folder(self) -> Iterator[Path]:
        """Make a folder for temporary files, and remove it and that of a killed run."""
        note = self.partial / TEMPORARY
        with contextlib.suppress(OSError):
            left = Path(note.read_text("utf-8"))
            if left.parent == Path(tempfile.gettempdir()) and left.name.startswith(PREFIX):
                remove_tree(left)
        folder = Path(tempfile.mkdtemp(prefix=PREFIX))
        try:
            save(note, str(folder))
            yield folder
        finally:
            remove_tree(folder)
            note.unlink(missing_ok=True)

    # ------------------------------------------------------------ run.json and judgements

    def save_run(self, run: Json) -> None:
        """Write run.json, and make the folder for judgements."""
        save(self.partial / RUN, format_json_file(run))
        (self.partial / JUDGED).mkdir(exist_ok=True)

    def read_latest_run(self) -> Json:
        """Return run.json of the interrupted run, else that of OUT, else {}."""
        return read_run(self.partial) or read_run(self.path)

    def read_judgement(self, digest: str) -> Judgement | None:
        """Return the judgement for a digest in OUT.partial, else that in OUT, else None."""
        for folder in (self.partial, self.path):
            with contextlib.suppress(OSError, ValueError, TypeError, LookupError):
                text = (folder / JUDGED / f"{digest}.json").read_text("utf-8")
                return Judgement.from_json(json.loads(text))
        return None

    def save_judgement(self, digest: str, judgement: Judgement) -> None:
        """Write a judgement into OUT.partial."""
        text = format_json_file(judgement.to_json())
        save(self.partial / JUDGED / f"{digest}.json", text)

    def copy_judgements(self, folder: Path) -> None:
        """Copy all judgements of another OUT into OUT.partial."""
        shutil.copytree(folder / JUDGED, self.partial / JUDGED, dirs_exist_ok=True)

    def keep_judgements(self, digests: Collection[str]) -> None:
        """Delete all judgements in OUT.partial but those for these digests."""
        for path in (self.partial / JUDGED).iterdir():
            if path.stem not in digests:
                path.unlink()


def read_run(folder: Path) -> Json:
    """Return run.json of a folder that lab grade made, else {}."""
    with contextlib.suppress(OSError, ValueError):
        run = json.loads((folder / RUN).read_text("utf-8"))
        if isinstance(run, dict):
            return run
    return {}


def format_json_file(data: Mapping[str, Any]) -> str:
    """Return data as the text of a file, with sorted keys."""
    return json.dumps(data, indent=1, ensure_ascii=True, sort_keys=True) + "\n"
