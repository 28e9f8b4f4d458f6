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
import unicodedata
from collections import Counter
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

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

    Zips of a class are unpacked into the folder `temporary`.  Raises Unusable if there is no
    submission.
    """
    remarks: list[str] = []
    try:
        folder = path if path.is_dir() else unpack_class(path, temporary / "class", remarks)
        top = find_top(folder)
        if top != folder:
            remarks.append(f"the submissions lie in {top.relative_to(folder)}, one folder deeper")
        submissions = read_moodle(top, temporary / "files") or read_student_folders(top, remarks)
    except OSError as error:
        raise Unusable(f"{path}: {error.strerror}") from None
    if not submissions:
        raise Unusable(f"{path}: found no submission, expected {FORMS}")
    return sorted(make_keys_unique(submissions), key=lambda submission: submission.key), remarks


def unpack_class(path: Path, folder: Path, remarks: list[str]) -> Path:
    """Unpack the zip of a class into `folder`; add a remark on each file that is broken."""
    if not path.exists():
        raise Unusable(f"{path}: no such file or folder")
    folder.mkdir(parents=True)
    try:
        with zips.open_zip(path, LIMITS) as archive:
            _, files = zips.read_contents(archive)
            unwanted = layout.superfluous_in_folders(list(files))
            for inner, info in files.items():
                if inner in unwanted:
                    continue
                target = folder.joinpath(*inner.parts)
                try:
                    zips.extract_file(archive, info, target)
                except zips.BROKEN as error:
                    target.unlink(missing_ok=True)
                    name = escape_controls(str(inner))
                    remarks.append(f"{name} cannot be read from the zip: {error}")
    except zips.ZipRefused as refusal:
        raise Unusable(f"{path}: {refusal}; a class is {FORMS}") from None
    except zips.BROKEN as error:
        raise Unusable(f"{path}: this zip is broken: {error}") from None
    return folder


def find_top(folder: Path) -> Path:
    """Return the folder of the submissions: nbgrader's, or the only folder in `folder`."""
    if (folder / NBGRADER).is_dir():
        return folder / NBGRADER
    paths = list_visible_paths(folder)
    if len(paths) == 1 and paths[0].is_dir() and not MOODLE.fullmatch(paths[0].name):
        inner = list_visible_paths(paths[0])
        if len(inner) > 1 and all(map(can_be_submission, inner)):
            return paths[0]
        if len(inner) == 1 and (inner[0] / NBGRADER).is_dir():
            return inner[0] / NBGRADER
    return folder


def list_visible_paths(folder: Path) -> list[Path]:
    """Return the paths in a folder, sorted, without hidden files, __MACOSX, Thumbs.db and so on."""
    paths = sorted(folder.iterdir(), key=lambda path: unicodedata.normalize("NFC", path.name))
    return [
        path for path in paths if path.name[0] != "." and not layout.AT_HOME.fullmatch(path.name)
    ]


def can_be_submission(path: Path) -> bool:
    """Return whether a path is a folder, a zip or a file named by Moodle."""
    return path.is_dir() or path.suffix.lower() == ".zip" or bool(MOODLE.fullmatch(path.name))


# ---------------------------------------------------------------- forms


def read_moodle(folder: Path, temporary: Path) -> list[Submission]:
    """Return the submissions of Moodle's download; loose files are copied into one folder each."""
    deliveries: list[tuple[tuple[str, str], Path]] = []  # name and number, a folder or a zip
    loose_files: dict[tuple[str, str], list[tuple[Path, str]]] = {}  # by name and number
    for path in list_visible_paths(folder):
        match = MOODLE.fullmatch(unicodedata.normalize("NFC", path.name))
        if match and match["kind"] == FILES:
            student = match["name"], match["number"] or ""
            if path.is_dir():
                deliveries.append((student, path))
            else:
                loose_files.setdefault(student, []).append((path, match["file"] or path.name))
    for index, (student, files) in enumerate(loose_files.items()):
        if len(files) == 1 and files[0][1].lower().endswith(".zip"):
            deliveries.append((student, files[0][0]))
        else:
            target = temporary / str(index)
            target.mkdir(parents=True)
            for path, file_name in files:
                shutil.copyfile(path, target / file_name)
            deliveries.append((student, target))
    return [
        Submission(f"{name}_{number}" if number else name, name, path, number)
        for (name, number), path in deliveries
    ]


def read_student_folders(folder: Path, remarks: list[str]) -> list[Submission]:
    """Return the submissions in a folder of folders or zips, or in nbgrader's folder.

    Add a remark on each path that is none.  Raises Unusable if the folder is one submission.
    """
    paths = list_visible_paths(folder)
    if any(path.suffix == ".lp" or path.name == "encode.py" for path in paths):
        raise Unusable(f"{folder}: found one submission, expected many; lab check is for one")
    assignment = find_assignment(paths) if folder.name == NBGRADER else ""
    submissions = []
    for path in paths:
        name = unicodedata.normalize("NFC", path.stem if path.is_file() else path.name)
        if path.is_dir():
            home = path / assignment
            if home.is_dir():
                delivered = read_time_stamp(home)
                submissions.append(Submission(name, name, home, delivered=delivered))
            else:
                remarks.append(f"{escape_controls(path.name)} has no {assignment}")
        elif path.suffix.lower() == ".zip":
            submissions.append(Submission(name, name, path))
        elif not MOODLE.fullmatch(path.name):
            remarks.append(f"{escape_controls(path.name)} is neither a folder nor a zip")
    return submissions


def find_assignment(students: list[Path]) -> str:
    """Return the name of the only assignment in nbgrader's folders of students; "" without one."""
    names = {inner.name for path in students if path.is_dir() for inner in list_visible_paths(path)}
    if len(names) > 1:
        listed = ", ".join(map(escape_controls, sorted(names)))
        raise Unusable(f"{students[0].parent}: found the assignments {listed}, expected one")
    return next(iter(names), "")


def read_time_stamp(folder: Path) -> datetime | None:
    """Return the time at which nbgrader received a submission, or None if it is unknown."""
    with contextlib.suppress(OSError, ValueError):
        text = (folder / TIME_STAMP).read_text("utf-8").strip().replace(" UTC", "+00:00")
        return datetime.fromisoformat(text)
    return None


# ---------------------------------------------------------------- keys


def make_keys_unique(submissions: Iterable[Submission]) -> list[Submission]:
    """Return the submissions with keys that any system takes for folders, and no two are alike."""
    counts: Counter[str] = Counter()
    unique = []
    for submission in submissions:
        key = make_file_name(submission.key)
        counts[key.casefold()] += 1
        count = counts[key.casefold()]
        unique.append(submission._replace(key=key if count == 1 else f"{key} ({count})"))
    return unique


def make_file_name(name: str) -> str:
    """Return a name with - for each character that no file name may have on some system."""
    text = "".join(
        "-"
        if not character.isprintable()
        or character in '<>:"/\\|?*'
        or "\ud800" <= character <= "\udfff"
        else character
        for character in name
    )
    return text.strip(" .")[:LONGEST_KEY].strip(" .") or "-"
