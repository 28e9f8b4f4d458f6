"""The folder OUT, made in OUT.partial beside it and moved into place when it is complete.

Both contain a folder judged/, with a file DIGEST.json for each judgement.  So no submission is
judged twice, neither after an interruption nor when a class is graded again.  The folder run/ keeps
the course and the worksheet that the run was given, for the next run.  adjust.csv is the teacher's:
it moves from one OUT to the next as it is.  All files and folders in OUT that lab grade does not
write move with it.
"""

import contextlib
import json
import os
import re
import shutil
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from lab import Unusable
from lab.common.files import save
from lab.common.language import translate
from lab.common.locks import hold_lock
from lab.common.terminal import print_message
from lab.grade.digests import DIGEST_LENGTH
from lab.grade.grading import FORMAT, GradeRun, Judgement
from lab.sandbox.folders import remove_tree

RUN_FILE = "run.json"
ADJUST_FILE, FEEDBACK_FILE, GRADES_FILE = "adjust.csv", "feedback.zip", "grades.csv"
OVERVIEW_FILE, SIMILAR_FILE, WORKSHEET_FILE = "overview.html", "similar.csv", "worksheet.csv"
TEACHER_FILES = ADJUST_FILE, FEEDBACK_FILE, GRADES_FILE, OVERVIEW_FILE, SIMILAR_FILE, WORKSHEET_FILE
TEMPORARY_FILES = "temporary"  # folders, this one and the next four
JUDGEMENTS, GIVEN_FILES, COMPARISONS, SUBMISSIONS = "judged", "run", "similar", "submissions"
COURSE_FILE = "course.toml"  # its name in run/, where WORKSHEET_FILE is as it was given
PAGE_FILE, DELIVERED = "feedback.html", "delivered"  # a file and a folder, for each submission
OWN_PATH = re.compile(  # what lab grade writes into OUT, and replaces
    (
        rf"{'|'.join(TEACHER_FILES)}|{RUN_FILE}|{TEMPORARY_FILES}|"
        rf"{JUDGEMENTS}/[0-9a-f]{{{DIGEST_LENGTH}}}.json|{GIVEN_FILES}/({COURSE_FILE}|{WORKSHEET_FILE})|"
        rf"{COMPARISONS}/\d+.html|{SUBMISSIONS}/[^/]+/({PAGE_FILE}|{DELIVERED})"
    ).replace(".", r"\.")
)
OWN_FOLDER = re.compile(  # folders of OUT that may hold files of others
    rf"{JUDGEMENTS}|{GIVEN_FILES}|{COMPARISONS}|{SUBMISSIONS}(/[^/]+)?"
)

DAMAGED = "found a damaged record of a run, expected one as lab grade writes it"
FOREIGN = "this exists, and is not from lab grade"

Json = dict[str, Any]


class OutputFolder:
    """OUT and the folders beside it."""

    def __init__(self, path: Path) -> None:
        """Raise Unusable if OUT is there but not from lab grade, or its parent is not a folder."""
        self.path = path.resolve() if path.is_symlink() else path
        folder, name = self.path.parent, self.path.name  # with_name refuses "." and "/"
        self.partial, self.old = folder / f"{name}.partial", folder / f"{name}.old"
        self.folders = [self.path, self.partial, self.old]  # the folders that this run writes
        self.sources = [self.partial, self.path]  # folders with files of the previous run
        for folder in self.folders:
            if os.path.lexists(folder) and not self._is_own(folder):
                raise Unusable(f"{folder}: {translate(FOREIGN)}")
        if name in ("", "..") or not self.path.absolute().parent.is_dir():
            raise Unusable(f"{path}: {translate('No such file or directory')}")

    def _is_own(self, folder: Path) -> bool:
        """Return whether lab grade has made a folder; OUT.partial has no run.json at first."""
        if folder.is_symlink() or not folder.is_dir():
            return False
        names = {path.name for path in folder.iterdir()}
        is_begun = folder == self.partial and names <= {JUDGEMENTS, GIVEN_FILES, TEMPORARY_FILES}
        return is_begun or RUN_FILE in names

    @contextlib.contextmanager
    def build(self) -> Iterator[Path]:
        """Lock OUT and yield a folder for temporary files; then move OUT.partial to OUT.

        Meanwhile the caller writes run.json and all outputs into OUT.partial.  What is in OUT and
        not from lab grade stays there.  If the caller raises an exception, OUT is as it was, and
        OUT.partial keeps its judgements.  If the move at the end is interrupted, OUT or some of its
        files are in OUT.old; the next run moves them back.  Raises Unusable if another process
        has the lock, or a file cannot be written or moved.
        """
        try:
            with hold_lock(self.path, "lab grade"):
                with self._fill_partial() as temporary:
                    yield temporary
                if (self.path / ADJUST_FILE).exists():
                    shutil.copyfile(self.path / ADJUST_FILE, self.partial / ADJUST_FILE)
                remove_tree(self.old)
                if self.path.exists():
                    self.path.rename(self.old)
                self.partial.rename(self.path)
                if self.old.exists():
                    move_foreign_paths(self.old, self.path)
                    remove_tree(self.old)
        except OSError as error:
            raise Unusable(f"{error.filename or self.partial}: {error.strerror}") from None

    @contextlib.contextmanager
    def _fill_partial(self) -> Iterator[Path]:
        """Make OUT.partial and yield a folder for temporary files; remove that at the end."""
        if self.old.exists():  # a run was killed while it replaced OUT
            if self.path.exists():
                move_foreign_paths(self.old, self.path)
            else:
                self.old.rename(self.path)
        self.partial.mkdir(exist_ok=True)
        temporary = self.partial.resolve() / TEMPORARY_FILES  # else its files are links
        try:
            for path in self.partial.iterdir():  # what an interrupted run left
                is_kept = path.name in (RUN_FILE, JUDGEMENTS, GIVEN_FILES)
                is_own = OWN_PATH.fullmatch(path.name) or OWN_FOLDER.fullmatch(path.name)
                if is_own and not is_kept:
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
            if not (self.partial / RUN_FILE).exists():
                remove_tree(self.partial)  # nothing was judged

    def save_run(self, run: GradeRun, files: Mapping[str, bytes]) -> None:
        """Write the run, and the files that it was given, into OUT.partial."""
        save_json(self.partial / RUN_FILE, run.to_json())
        for name, data in files.items():
            save(self.partial / GIVEN_FILES / name, data)

    def read_judgement(self, digest: str) -> Judgement | None:
        """Return the judgement for a digest, from OUT.partial before OUT; None if both lack it."""
        for folder in self.sources:
            with contextlib.suppress(ValueError, TypeError, LookupError):  # it is damaged
                return Judgement.from_json(read_json(folder / JUDGEMENTS / f"{digest}.json"))
        return None

    def save_judgement(self, digest: str, judgement: Judgement) -> None:
        save_json(self.partial / JUDGEMENTS / f"{digest}.json", judgement.to_json())


def move_foreign_paths(source: Path, target: Path, inner: str = "") -> None:
    """Move the files of others than lab grade from one OUT to another; raise Unusable for a clash.

    inner: the folder in `source` whose contents are moved, with a / at its end.
    """
    for path in sorted((source / inner).iterdir()):
        name = f"{inner}{path.name}"
        if OWN_PATH.fullmatch(name):
            continue
        if OWN_FOLDER.fullmatch(name) and path.is_dir() and not path.is_symlink():
            move_foreign_paths(source, target, f"{name}/")
        elif os.path.lexists(target / name):
            raise Unusable(f"{path}: {translate(FOREIGN)}")
        else:
            (target / inner).mkdir(parents=True, exist_ok=True)
            path.rename(target / name)


def find_given_file(folders: Iterable[Path], name: str) -> Path | None:
    """Return the path of COURSE_FILE or WORKSHEET_FILE in the first folder with one, or None."""
    paths = (folder / GIVEN_FILES / name for folder in folders)
    return next((path for path in paths if path.is_file()), None)


def read_run(folders: Iterable[Path]) -> GradeRun | None:
    """Return the run of the first run.json in these folders, None if there is none of this format.

    Raises Unusable if it is damaged.
    """
    for path in (folder / RUN_FILE for folder in folders):
        data = read_json(path)
        if data.get("format") == FORMAT:
            try:
                return GradeRun.from_json(data)
            except (ValueError, TypeError, LookupError, AttributeError):
                raise Unusable(f"{path}: {translate(DAMAGED)}") from None
    return None


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
