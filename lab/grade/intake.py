"""Finds the submissions of a class in the forms in which teachers have them.

| form                                  | names                                                    |
|---------------------------------------|----------------------------------------------------------|
| Moodle's download of all submissions, | Full name_ID_assignsubmission_file/                      |
| a zip or unpacked                     | (before 4.1 with one more _ at the end)                  |
| the same without folders              | Full name_ID_assignsubmission_file_work.zip              |
| nbgrader's folder                     | submitted/STUDENT/ASSIGNMENT/                            |
| any folder or zip of folders or zips  | the name of the student or the group                     |

What students packed is not opened here.
Sources: Moodle, public/mod/assign/classes/downloader.php; nbgrader's directory structure.
"""

import contextlib
import re
import shutil
from collections import Counter
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from unicodedata import normalize

from lab import Unusable
from lab.common.words import escape_controls
from lab.delivery import layout, zips
from lab.grade.grading import Submission

MOODLE = re.compile(
    r"(?P<name>.*?)(?:_(?P<number>\d+))?_assignsubmission_(?P<kind>[a-z]+)(?:_(?P<file>.*))?", re.S
)
FILES = "file"  # the kind of submissions that are files; other kinds are texts
NBGRADER, TIME_STAMP = "submitted", "timestamp.txt"  # a folder and a file that nbgrader makes
LIMITS = zips.Limits(  # of the zip of a class
    size=64 << 30, files=1_000_000, entries=1_000_000, ratio=1 << 20, archive=64 << 30
)
LONGEST_KEY = 100  # characters
FORMS = "Moodle's download of all submissions, nbgrader's folder, or a folder of folders or zips"


def read_class(path: Path, temporary: Path) -> tuple[list[Submission], list[str]]:
    """Return the submissions at `path` by their keys, and remarks on files that are in none.

    The zip of a class is unpacked into the folder `temporary`.  Raises Unusable if there is no
    submission.
    """
    remarks: list[str] = []
    try:
        folder = path
        if not path.is_dir():
            folder = temporary / "class"
            folder.mkdir(parents=True)
            zips.unpack(path, folder, LIMITS)
        top = find_top(folder)
        if top != folder:
            remarks.append(f"the submissions lie in {top.relative_to(folder)}, not at the top")
        submissions = read_moodle(top, temporary / "files") or read_student_folders(top, remarks)
    except OSError as error:
        raise Unusable(f"{path}: {error.strerror}") from None
    if not submissions:
        raise Unusable(f"{path}: found no submission, expected {FORMS}")
    return sorted(make_keys_unique(submissions), key=lambda submission: submission.key), remarks


def find_top(folder: Path) -> Path:
    """Return the folder of the submissions: nbgrader's, or the only folder in `folder`.

    The only folder must not be a submission itself: it has several folders, zips or files named
    by Moodle, and nothing else.
    """
    paths = list_visible_paths(folder)
    if folder / NBGRADER in paths:
        return folder / NBGRADER
    if len(paths) == 1 and paths[0].is_dir() and not MOODLE.fullmatch(paths[0].name):
        inner = list_visible_paths(paths[0])
        if len(inner) > 1 and all(
            path.is_dir() or path.suffix.lower() == ".zip" or MOODLE.fullmatch(path.name)
            for path in inner
        ):
            return find_top(paths[0])
    return folder


def list_visible_paths(folder: Path) -> list[Path]:
    """Return the paths in a folder, sorted, without hidden files, __MACOSX, Thumbs.db and so on."""
    paths = sorted(folder.iterdir(), key=lambda path: normalize("NFC", path.name))
    return [
        path for path in paths if path.name[0] != "." and not layout.AT_HOME.fullmatch(path.name)
    ]


def read_moodle(folder: Path, temporary: Path) -> list[Submission]:
    """Return the submissions of Moodle's download, [] if it is none.

    Files without folders are copied into a folder in `temporary` for each student.
    """
    submissions: dict[tuple[str, bool], Submission] = {}  # by key, and whether it is a folder
    for path in list_visible_paths(folder):
        match = MOODLE.fullmatch(normalize("NFC", path.name))
        if match and match["kind"] == FILES:
            name, number = match["name"], match["number"] or ""
            key = f"{name}_{number}" if number else name
            home = path if path.is_dir() else temporary / str(len(submissions))
            submission = submissions.setdefault(
                (key, path.is_dir()), Submission(key, name, home, number)
            )
            if not path.is_dir():
                submission.path.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, submission.path / (match["file"] or path.name))
    return list(submissions.values())


def read_student_folders(folder: Path, remarks: list[str]) -> list[Submission]:
    """Return the submissions in a folder of folders or zips, or in nbgrader's folder.

    Add a remark on each path that is none.  Raises Unusable if the folder is one submission.
    """
    paths = list_visible_paths(folder)
    if any(path.suffix == ".lp" or path.name == "encode.py" for path in paths):
        raise Unusable(f"{folder}: found one submission, expected many; lab check is for one")
    assignment = ""
    if folder.name == NBGRADER:
        names = {
            inner.name for path in paths if path.is_dir() for inner in list_visible_paths(path)
        }
        if len(names) > 1:
            listed = ", ".join(map(escape_controls, sorted(names)))
            raise Unusable(f"{folder}: found the assignments {listed}, expected one")
        assignment = next(iter(names), "")
    submissions = []
    for path in paths:
        name = normalize("NFC", path.stem if path.is_file() else path.name)
        if path.is_dir():
            home = path / assignment
            if home.is_dir():
                stamp = home / TIME_STAMP
                delivered = (
                    parse_iso(stamp.read_text("utf-8", "replace")) if stamp.is_file() else None
                )
                submissions.append(Submission(name, name, home, delivered=delivered))
            else:
                remarks.append(f"{escape_controls(path.name)} has no {assignment}")
        elif path.suffix.lower() == ".zip":
            submissions.append(Submission(name, name, path))
        elif not MOODLE.fullmatch(path.name):
            remarks.append(f"{escape_controls(path.name)} is neither a folder nor a zip")
    return submissions


def parse_iso(text: str) -> datetime | None:
    """Return a moment in ISO 8601, with UTC or Z as its zone too; None if the text is none."""
    with contextlib.suppress(ValueError):
        return datetime.fromisoformat(text.strip().replace(" UTC", "+00:00").replace("Z", "+00:00"))
    return None


def make_keys_unique(submissions: Iterable[Submission]) -> list[Submission]:
    """Return the submissions with keys that any system takes for folders, and no two are alike.

    A hyphen replaces each character that no file name may have on some system.
    """
    counts: Counter[str] = Counter()
    unique = []
    for submission in submissions:
        characters = (
            character if character.isprintable() and character not in '<>:"/\\|?*' else "-"
            for character in submission.key
        )
        key = "".join(characters).strip(" .")[:LONGEST_KEY].strip(" .") or "-"
        counts[key.casefold()] += 1
        count = counts[key.casefold()]
        unique.append(submission._replace(key=key if count == 1 else f"{key} ({count})"))
    return unique
