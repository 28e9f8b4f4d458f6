"""Finds the folder where the submissions of a class begin; knows how platforms name files.

Sources: Moodle, public/mod/assign/classes/downloader.php; Canvas, lib/content_zipper.rb, and
the names of files that are handed in again; Blackboard, "Assignment File Download", as in
github.com/kwurst/bb-file-cleanup; ILIAS, ASSIGNMENT/Submissions/LAST_FIRST_LOGIN_ID/; nbgrader's
directory structure.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from itertools import takewhile
from pathlib import Path
from typing import NoReturn
from unicodedata import normalize

from lab import Unusable
from lab.common.language import translate
from lab.common.words import quote_line
from lab.delivery import layout, zips

UNCERTAIN = "found no certain class, expected one of {listed}"
NBGRADER = "submitted"  # a folder that nbgrader makes
MOODLE_NAME = re.compile(  # of a folder, or of a file without one
    r"(?P<name>.*?)(?:_(?P<number>\d+))?"
    r"_assignsubmission_(?:file|(?P<text>onlinetext))(?:_(?P<file>.*))?",
    re.S,
)
FLAT_NAMES = (  # of files in a download without folders
    re.compile(  # Blackboard; the title of the assignment is the beginning of all names
        r"(?P<name>.*)_attempt_(?P<time>\d{4}(?:-\d\d){5})(?:_(?P<file>.+)|(?P<text>\.txt))",
        re.S,
    ),
    re.compile(  # Canvas; id belongs to the file, and -1, -2 ... to one that is handed in again
        r"(?:(?P<name>.+?)(?:_LATE)?_(?P<user>\d+)|(?:LATE_)?(?P<anonymous>anon_[^_]+))_"
        r"(?:(?P<id>\d+)_(?P<file>.+?)(?:-\d+)?(?P<suffix>\.\w+)?|(?P<text>text|link)\.html)",
        re.S,
    ),
)
PROGRAM_FILE = re.compile(r"encode\.py|.*\.lp", re.IGNORECASE)
WORK = re.compile(rf"{PROGRAM_FILE.pattern}|.*\.zip", re.IGNORECASE)
OWN_FILE = re.compile(rf"{PROGRAM_FILE.pattern}|readme\b.*", re.IGNORECASE)  # of one submission
MOST_LISTED = 3  # students of a folder in a message


class Uncertain(Unusable):
    """It is not certain in which folder the class begins."""


def find_class(folder: Path, left_out: Collection[Path] = ()) -> Path:
    """Return the folder of the submissions: `folder`, or a folder below a chain of single folders.

    left_out: paths that do not belong to the class, without links.  Raises Uncertain with all
    candidates if the choice is not certain.
    """
    chain = [folder]
    while True:
        top = chain[-1]
        paths = list_visible_paths(top, left_out)
        if top / NBGRADER in paths:
            return top / NBGRADER
        names = [path.name for path in paths]
        if any(map(MOODLE_NAME.fullmatch, names)) or find_flat_name(names):
            return top
        works = list_works(top, left_out)
        is_end = len(works) != 1 or works[0].is_file()
        if is_end or (top != folder and is_submission(top, left_out)):
            break
        chain.append(works[0])
    candidates = [top, *(work for work in works if is_class(work, left_out))]
    if candidates[1:] and not any(is_submission(work, left_out) for work in works):
        raise_uncertain(candidates, left_out)
    if top == folder or is_class(top, left_out):
        return top
    if not works or is_submission(top, left_out):
        chain.pop()
    if len(chain) > 1:
        raise_uncertain(chain, left_out)
    return folder


def raise_uncertain(candidates: Iterable[Path], left_out: Collection[Path]) -> NoReturn:
    """Raise Uncertain with the folders that may be the class, and the students that each has."""
    listed = []
    for path in candidates:
        works = list_works(path, left_out) if path.is_dir() else []
        names = [work.name for work in works] if path.is_dir() else [translate("a zip")]
        more = ["..."] * (len(names) > MOST_LISTED)
        students = ", ".join(map(quote_line, names[:MOST_LISTED] + more))
        listed.append(f"{path} ({students})")
    raise Uncertain(translate(UNCERTAIN, listed="; ".join(listed)))


def list_visible_paths(folder: Path, left_out: Collection[Path] = ()) -> list[Path]:
    """Return the paths in a folder, sorted, without hidden files, __MACOSX, Thumbs.db and so on."""
    paths = sorted(folder.iterdir(), key=lambda path: normalize("NFC", path.name))
    return [
        path
        for path in paths
        if path.name[0] != "."
        and not layout.SUPERFLUOUS.fullmatch(path.name)
        and not (left_out and path.resolve() in left_out)
    ]


def list_works(folder: Path, left_out: Collection[Path]) -> list[Path]:
    """Return the folders and zips in a folder, each of which may be a submission."""
    paths = list_visible_paths(folder, left_out)
    return [path for path in paths if path.is_dir() or path.suffix.lower() == ".zip"]


def is_submission(path: Path, left_out: Collection[Path]) -> bool:
    """Return whether a folder or zip is one submission for certain."""
    if is_class(path, left_out):
        return False
    if path.is_file():
        return True
    files = [file.name for file in list_visible_paths(path, left_out) if file.is_file()]
    packed = [file for file in files if file.lower().endswith(".zip")]
    return (
        any(map(OWN_FILE.fullmatch, files)) or len(packed) == len(list_works(path, left_out)) == 1
    )


def is_class(path: Path, left_out: Collection[Path]) -> bool:
    """Return whether a folder or zip looks like a class.

    It has files that a platform named, or several folders or zips with programs of one name.
    """
    files = layout.list_paths(path) if path.is_dir() else zips.list_archive_files(path)
    top_path = path.resolve()
    outputs = [
        folder.relative_to(top_path).as_posix()
        for folder in left_out
        if folder.is_relative_to(top_path)
    ]
    files = [file for file in files if not any(map(file.is_relative_to, outputs))]
    superfluous = layout.find_superfluous(files)
    places = [file.parts for file in files if file not in superfluous]
    while places and len({parts[0] for parts in places}) == 1 and len(places[0]) > 1:
        places = [parts[1:] for parts in places if len(parts) > 1]
    tops = {parts[0] for parts in places}
    if any(map(MOODLE_NAME.fullmatch, tops)) or find_flat_name(tops):
        return True
    owners: dict[str, set[str]] = defaultdict(set)  # folders and zips by names of programs
    for top, *inner in places:
        if not inner and PROGRAM_FILE.fullmatch(top):
            return False
        name = inner[-1] if inner else top
        if WORK.fullmatch(name):
            owners[".zip" if name.lower().endswith(".zip") else name].add(top)
    return any(len(folders) > 1 for folders in owners.values())


def find_flat_name(names: Iterable[str]) -> re.Pattern[str] | None:
    """Return the pattern that the names of all programs and zips match, or None.

    They are a download without folders if they are of several students, or at most two files.
    """
    names = [normalize("NFC", name) for name in names]
    works = [name for name in names if name.lower().endswith((*layout.SOURCES, ".zip"))]
    for pattern in FLAT_NAMES:
        matches = list(filter(None, map(pattern.fullmatch, works)))
        ids = [match["id"] for match in matches if "id" in pattern.groupindex]
        students = set(map(student_key, filter(None, map(pattern.fullmatch, names))))
        if not works or len(matches) < len(works) or len(set(ids)) < len(ids):
            continue
        if len(students) > 1 or len(works) <= 2:
            return pattern
    return None


def find_title(keys: Sequence[str]) -> str:
    """Return what Blackboard writes before the logins of students: the title and '_'."""
    pairs = takewhile(lambda pair: pair[0] == pair[1], zip(min(keys), max(keys)))
    prefix = "".join(letter for letter, _ in pairs)
    return prefix[: prefix.rfind("_") + 1]


def student_key(match: re.Match[str]) -> str:
    """Return the name and the number of a submission from the name of its file or folder."""
    groups = match.groupdict()
    parts = (groups.get(group) for group in ("name", "number", "user", "anonymous"))
    return "_".join(filter(None, parts))
