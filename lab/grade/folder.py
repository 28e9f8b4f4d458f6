"""The folder OUT, made in OUT.partial beside it and moved into place when it is complete.

Both contain a folder judged/, with a file DIGEST.json for each judgement.  So no submission is
judged twice, neither after an interruption nor when a class is graded again.  The folder run/
keeps the course and the worksheet that the run was given, for the next run.  adjust.csv is the
teacher's: it moves from one OUT to the next as it is.
"""

import contextlib
import json
import os
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import psutil

from lab import Unusable
from lab.common.files import save
from lab.common.language import translate
from lab.common.terminal import print_message
from lab.grade.grading import Judgement
from lab.sandbox.folders import remove_tree

RUN_FILE, LOCK_FILE, ADJUST_FILE = "run.json", "lock", "adjust.csv"
JUDGEMENTS, GIVEN_FILES, TEMPORARY_FILES = "judged", "run", "temporary"  # folders
COURSE_FILE, WORKSHEET_FILE = "course.toml", "worksheet.csv"  # in run/
FORMAT = 7  # of run.json and of the judgements

AT_WORK = "another lab grade is at work there; if process {pid} is something else, delete {lock}"

Json = dict[str, Any]


class OutputFolder:
    """OUT and the folders beside it."""

    def __init__(self, path: Path) -> None:
        """Raise Unusable if OUT is there but not from lab grade, or its parent is no folder."""
        self.path = path
        self.partial = path.parent / f"{path.name}.partial"  # with_name refuses "." and "/"
        self.old = path.parent / f"{path.name}.old"
        for folder in (self.path, self.partial, self.old):
            is_ours = (folder / RUN_FILE).is_file() or (folder / LOCK_FILE).exists()
            if folder.exists() and not is_ours:
                text = translate("this exists, and is not from lab grade")
                raise Unusable(f"{folder}: {text}")
        if not path.name or not path.absolute().parent.is_dir():
            raise Unusable(f"{path}: {translate('No such file or directory')}")

    @property
    def sources(self) -> list[Path]:
        """The folders that may have files of the previous run: OUT.partial, then OUT."""
        return [self.partial, self.path]

    @contextlib.contextmanager
    def build(self) -> Iterator[Path]:
        """Lock OUT.partial and yield a folder for temporary files; then move OUT.partial to OUT.

        Meanwhile the caller writes run.json and all outputs into OUT.partial.  After an exception
        OUT stays as it was, and OUT.partial keeps its judgements.  Raises Unusable if another
        process has the lock, or a file cannot be written.
        """
        temporary = self.partial.absolute() / TEMPORARY_FILES
        try:
            if self.old.exists() and not self.path.exists():
                self.old.rename(self.path)  # a run was killed between two renames, see finish
            self.partial.mkdir(exist_ok=True)
            self.take_lock()
            try:
                for path in self.partial.iterdir():  # of a run that was interrupted
                    if path.name not in (LOCK_FILE, RUN_FILE, JUDGEMENTS, GIVEN_FILES):
                        remove_tree(path)
                temporary.mkdir()
                (self.partial / JUDGEMENTS).mkdir(exist_ok=True)
                (self.partial / GIVEN_FILES).mkdir(exist_ok=True)
                yield temporary
            except KeyboardInterrupt:
                print_message(translate("interrupted; the same command goes on from here"))
                raise
            finally:
                remove_tree(temporary)
                (self.partial / LOCK_FILE).unlink()
                if not (self.partial / RUN_FILE).exists():
                    remove_tree(self.partial)  # nothing was judged
            if (self.path / ADJUST_FILE).exists():
                shutil.copyfile(self.path / ADJUST_FILE, self.partial / ADJUST_FILE)
            remove_tree(self.old)
            if self.path.exists():
                self.path.rename(self.old)
            self.partial.rename(self.path)
            remove_tree(self.old)
        except OSError as error:
            raise Unusable(f"{error.filename or self.partial}: {error.strerror}") from None

    def take_lock(self) -> None:
        """Write the ID of this process into the lock; raise Unusable if another one holds it."""
        lock = self.partial / LOCK_FILE
        with contextlib.suppress(FileNotFoundError, ValueError):
            pid = int(lock.read_text())
            if pid != os.getpid() and psutil.pid_exists(pid):
                text = translate(AT_WORK, pid=pid, lock=lock)
                raise Unusable(f"{self.partial}: {text}")
        lock.write_text(str(os.getpid()))

    def read_judgement(self, digest: str) -> Judgement | None:
        """Return the judgement for a digest in OUT.partial, else that in OUT, else None."""
        for folder in self.sources:
            with contextlib.suppress(ValueError, TypeError, LookupError):  # it is damaged
                return Judgement.from_json(read_json(folder / JUDGEMENTS / f"{digest}.json"))
        return None

    def save_judgement(self, digest: str, judgement: Judgement) -> None:
        """Write a judgement into OUT.partial."""
        save_json(self.partial / JUDGEMENTS / f"{digest}.json", judgement.to_json())


def find_given_file(folders: Iterable[Path], name: str) -> Path | None:
    """Return the path of COURSE_FILE or WORKSHEET_FILE in the first folder with one, or None."""
    paths = (folder / GIVEN_FILES / name for folder in folders)
    return next((path for path in paths if path.is_file()), None)


def read_run(folders: Iterable[Path]) -> Json:
    """Return the first run.json in these folders, {} if there is none of this format."""
    runs = (read_json(folder / RUN_FILE) for folder in folders)
    return next((run for run in runs if run.get("format") == FORMAT), {})


def read_json(path: Path) -> Json:
    """Return the object in a JSON file, {} if there is none."""
    with contextlib.suppress(OSError, ValueError):
        data = json.loads(path.read_text("utf-8"))
        if isinstance(data, dict):
            return data
    return {}


def save_json(path: Path, data: Json) -> None:
    """Write an object into a JSON file; its paths and times become texts."""
    save(path, json.dumps(data, indent=1, default=str) + "\n")
