"""Finds the submissions of a class, in the forms in which teachers have them.

These are Moodle's download of all submissions, as a zip or unpacked, with folders
(`Full name_ID_assignsubmission_file/`, before 4.1 with one more `_` at the end) or without
(`Full name_ID_assignsubmission_file_work.zip`); nbgrader's `submitted/STUDENT/ASSIGNMENT/`; a
folder, or a zip, of folders or zips.  What students packed is not opened here.
Sources: Moodle, public/mod/assign/classes/downloader.php; nbgrader's directory structure.
"""

import contextlib
import re
import shutil
import unicodedata
import zipfile
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from lab import Unusable
from lab.common.words import escape_controls
from lab.delivery import layout, zips

MOODLE = re.compile(
    r"(?P<name>.*?)(?:_(?P<number>\d+))?_assignsubmission_(?P<kind>[a-z]+)(?:_(?P<file>.*))?", re.S
)
FILE = "file"  # the kind of what is delivered as files; others are texts
NBGRADER, TIMESTAMP = "submitted", "timestamp.txt"  # the latter is nbgrader's: when it came
LIMITS = zips.Limits(  # of the zip of a class
    size=64 << 30, files=1_000_000, entries=1_000_000, ratio=1 << 20, archive=64 << 30
)
LONG = 100  # characters of a name in OUT
FORMS = "Moodle's download of all submissions, nbgrader's folder, or a folder of folders or zips"


class Entry(NamedTuple):
    """A submission as it was found.

    `key` is its name in OUT, which no other has; `number` is Moodle's, of a participant or of a
    group; `delivered` is known from nbgrader only.
    """

    key: str
    name: str  # of a person or a group
    path: Path  # a folder, or a zip
    number: str = ""
    delivered: datetime | None = None
    remarks: tuple[str, ...] = ()


class Class(NamedTuple):
    """The submissions in the order of their keys, and what was left out, in words."""

    entries: list[Entry]
    left_out: list[str]


def found(path: Path, room: Path) -> Class:
    """The submissions at a path; what has to be unpacked lies in the folder `room` afterwards.

    Raises Unusable if there are none.
    """
    remarks: list[str] = []
    try:
        folder = path if path.is_dir() else unpacked(path, room / "class", remarks)
        top = chosen(folder)
        if top != folder:
            remarks.append(f"the submissions lie in {top.relative_to(folder)}, one folder deeper")
        entries = list(of_moodle(top, room / "files")) or list(of_folder(top, remarks))
    except OSError as error:
        raise Unusable(f"{path}: {error.strerror}") from None
    if not entries:
        raise Unusable(f"{path}: found no submission, expected {FORMS}")
    return Class(sorted(keyed(entries)), remarks)


def unpacked(path: Path, folder: Path, remarks: list[str]) -> Path:
    """The folder, with the files of a zip; what cannot be read is left out and remarked."""
    if not path.exists():
        raise Unusable(f"{path}: no such file or folder")
    folder.mkdir(parents=True)
    try:
        with zips.opened(path, LIMITS) as source:
            _, files = zips.sorted_out(source)
            left = layout.superfluous_in_folders(list(files))
            for inner, info in files.items():
                if inner not in left:
                    remarks += extracted(source, info, folder, inner)
    except zips.ZipRefused as refusal:
        raise Unusable(f"{path}: {refusal}; a class is {FORMS}") from None
    except zips.BROKEN as error:
        raise Unusable(f"{path}: this zip is broken: {error}") from None
    return folder


def extracted(
    source: zipfile.ZipFile, info: zipfile.ZipInfo, folder: Path, inner: PurePosixPath
) -> Iterator[str]:
    """Write a file of a zip; yield what is wrong, if that cannot be done."""
    to = folder.joinpath(*inner.parts)
    try:
        zips.extract(source, info, to)
    except zips.BROKEN as error:
        to.unlink(missing_ok=True)
        yield f"{escape_controls(str(inner))} cannot be read from the zip: {error}"


def chosen(folder: Path) -> Path:
    """The folder of the submissions: nbgrader's `submitted`, or one that is all there is."""
    if (folder / NBGRADER).is_dir():
        return folder / NBGRADER
    inside = visible(folder)
    if len(inside) == 1 and inside[0].is_dir() and not MOODLE.fullmatch(inside[0].name):
        within = visible(inside[0])
        if len(within) > 1 and all(map(is_submission, within)):
            return inside[0]
        if len(within) == 1 and (within[0] / NBGRADER).is_dir():
            return within[0] / NBGRADER
    return folder


def visible(folder: Path) -> list[Path]:
    """What lies in a folder, in order, except what comes by itself."""
    inside = sorted(folder.iterdir(), key=lambda one: unicodedata.normalize("NFC", one.name))
    return [one for one in inside if one.name[0] != "." and not layout.AT_HOME.fullmatch(one.name)]


def is_submission(path: Path) -> bool:
    """Whether a path may be a submission: a folder, or a zip."""
    return path.is_dir() or path.suffix.lower() == ".zip" or bool(MOODLE.fullmatch(path.name))


# ---------------------------------------------------------------- forms


def of_moodle(folder: Path, room: Path) -> Iterator[Entry]:
    """The submissions in Moodle's download."""
    loose: dict[tuple[str, str], list[tuple[Path, str]]] = {}
    for path in visible(folder):
        match = MOODLE.fullmatch(unicodedata.normalize("NFC", path.name))
        if not match or match["kind"] != FILE:
            continue
        who = match["name"], match["number"] or ""
        if path.is_dir():
            yield entry(*who, path)
        else:
            loose.setdefault(who, []).append((path, match["file"] or path.name))
    for who, files in loose.items():
        if len(files) == 1 and files[0][1].lower().endswith(".zip"):
            yield entry(*who, files[0][0])
        else:
            home = room / str(len(list(room.iterdir())) if room.exists() else 0)
            home.mkdir(parents=True)
            for path, name in files:
                shutil.copyfile(path, home / name)
            yield entry(*who, home)


def entry(name: str, number: str, path: Path) -> Entry:
    """A submission of Moodle's download."""
    return Entry(f"{name}_{number}" if number else name, name, path, number)


def of_folder(folder: Path, remarks: list[str]) -> Iterator[Entry]:
    """The submissions in a folder of folders or zips, or in nbgrader's."""
    inside = visible(folder)
    if any(path.suffix == ".lp" or path.name == "encode.py" for path in inside):
        raise Unusable(f"{folder}: found one submission, expected many; lab check is for one")
    assignments = assignment(inside) if folder.name == NBGRADER else None
    for path in inside:
        if path.is_dir():
            home = path / assignments if assignments else path
            if home.is_dir():
                name = unicodedata.normalize("NFC", path.name)
                yield Entry(name, name, home, delivered=timestamp(home))
            else:
                remarks.append(f"{escape_controls(path.name)} has no {assignments}")
        elif path.suffix.lower() == ".zip":
            name = unicodedata.normalize("NFC", path.stem)
            yield Entry(name, name, path)
        elif MOODLE.fullmatch(path.name) is None:
            remarks.append(f"{escape_controls(path.name)} is neither a folder nor a zip")


def assignment(students: list[Path]) -> str | None:
    """The name of the one assignment that the folders of nbgrader's students have."""
    names = Counter(one.name for path in students if path.is_dir() for one in visible(path))
    if len(names) > 1:
        listed = ", ".join(map(escape_controls, sorted(names)))
        raise Unusable(f"{students[0].parent}: found the assignments {listed}, expected one")
    return next(iter(names), None)


def timestamp(folder: Path) -> datetime | None:
    """When nbgrader received a submission, if that is known."""
    with contextlib.suppress(OSError, ValueError):
        text = (folder / TIMESTAMP).read_text("utf-8").strip().replace(" UTC", "+00:00")
        return datetime.fromisoformat(text)
    return None


# ---------------------------------------------------------------- names


def keyed(entries: list[Entry]) -> Iterator[Entry]:
    """The entries, each with a key that is the name of a folder and of no other entry."""
    seen: Counter[str] = Counter()
    for one in entries:
        key = safe(one.key)
        seen[key.casefold()] += 1
        number = seen[key.casefold()]
        yield one._replace(key=key if number == 1 else f"{key} ({number})")


def safe(name: str) -> str:
    """A name that every system takes for a folder, and that is text."""
    text = "".join(
        one if one.isprintable() and one not in '<>:"/\\|?*' and not is_half(one) else "-"
        for one in name
    )
    return text.strip(" .")[:LONG].strip(" .") or "-"


def is_half(character: str) -> bool:
    """Whether a character stands for a byte that is no text (a surrogate)."""
    return "\ud800" <= character <= "\udfff"
