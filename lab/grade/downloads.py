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
from unicodedata import normalize

from lab import Unusable
from lab.common.files import DEEPEST, is_output
from lab.common.language import translate
from lab.common.words import quote_line
from lab.delivery import layout, zips

UNCERTAIN = "found no certain class, expected one of {listed}"
NBGRADER = "submitted"  # a folder that nbgrader makes
MOODLE_NAME = re.compile(  # the name of a folder, or of a file without one
    r"(?P<name>.*?)(?:_(?P<number>\d+))?"
    r"_assignsubmission_(?:file|(?P<text>onlinetext))(?:_(?P<file>.*))?",
    re.S,
)
FLAT_NAMES = (  # the names of files in a download without folders
    re.compile(  # Blackboard; the title of the assignment is the beginning of all names
        r"(?P<name>.*)_attempt_(?P<time>\d{4}(?:-\d\d){5})(?:_(?P<file>.+)|(?P<text>\.txt))", re.S
    ),
    re.compile(  # Canvas; id belongs to the file, and -1, -2 ... to one that is handed in again
        r"(?:(?P<name>.+?)(?:_LATE)?_(?P<user>\d+)|(?:LATE_)?(?P<anonymous>anon_[^_]+))_"
        r"(?:(?P<id>\d+)_(?P<file>.+?)(?:-\d+)?(?P<suffix>\.\w+)?|(?P<text>text|link)\.html)",
        re.S,
    ),
)
A_PLUS_TABLE = "info.csv"  # a table beside the files of A+, whose names have no ending
A_PLUS_NAME = re.compile(
    r"(?P<name>\d+(?:_\d+)*)_(?P<file>.+)_submission(?P<attempt>\d+)(?P<text>)", re.S
)
PROGRAM_FILE = re.compile(r"encode\.py|.*\.lp", re.IGNORECASE)
WORK = re.compile(rf"{PROGRAM_FILE.pattern}|.*\.zip", re.IGNORECASE)
# a folder with such a file has one submission
OWN_FILE = re.compile(rf"{PROGRAM_FILE.pattern}|readme\b.*", re.IGNORECASE)
MOST_LISTED = 3  # students of a folder in a message


class UncertainClass(Unusable):
    """Several folders may be the one where the class begins."""


class ClassSearch:
    """Searches folders for the one where the class begins, without what lab grade writes there."""

    def __init__(self, outputs: Collection[Path]) -> None:
        self.outputs = outputs  # folders

    def find_class(self, folder: Path) -> Path:
        """Return the folder of the submissions: `folder`, or one below it.

        Raises UncertainClass with all candidates if there are several.
        """
        chain = self.descend(folder)
        if named_folder := self.find_named_class(chain[-1]):
            return named_folder
        candidates = self.list_candidates(chain)
        if len(candidates) > 1:
            listed = "; ".join(map(self.describe, candidates))
            raise UncertainClass(translate(UNCERTAIN, listed=listed))
        return candidates[0]

    def list_candidates(self, chain: list[Path]) -> list[Path]:
        """Return the folders and zips where the class may begin.

        | the last folder of the chain             | candidates               |
        |------------------------------------------|--------------------------|
        | has classes in it, and no submission     | it, and each class in it |
        | is a class, or the only one of the chain | it                       |
        | is a submission, or has no folder or zip | the folders above it     |
        | is none of these                         | all folders of the chain |
        """
        last = chain[-1]
        inner_paths = self.list_folders_and_zips(last)
        classes = list(filter(self.is_class, inner_paths))
        if classes and not any(map(self.is_submission, inner_paths)):
            return [last, *classes]
        if len(chain) == 1 or self.is_class(last):
            return [last]
        return chain[:-1] if not inner_paths or self.is_submission(last) else chain

    def descend(self, folder: Path) -> list[Path]:
        """Return a chain of folders: `folder`, then the only folder in it, and so on.

        The last one is a class for certain, or has not exactly one folder, or is a submission, or
        lies DEEPEST below the first.
        """
        chain = [folder]
        while not self.find_named_class(chain[-1]):
            inner_paths = self.list_folders_and_zips(chain[-1])
            is_end = len(inner_paths) != 1 or inner_paths[0].is_file() or len(chain) > DEEPEST
            if is_end or (len(chain) > 1 and self.is_submission(chain[-1])):
                break
            chain.append(inner_paths[0])
        return chain

    def find_named_class(self, folder: Path) -> Path | None:
        """Return `folder` if a platform named its files, or nbgrader's folder in it, or None."""
        paths = self.list_paths(folder)
        if folder / NBGRADER in paths:
            return folder / NBGRADER
        names = [path.name for path in paths]
        return folder if any(map(MOODLE_NAME.fullmatch, names)) or find_flat_name(names) else None

    def list_paths(self, folder: Path) -> list[Path]:
        """Return the visible paths in a folder, without outputs."""
        paths = list_visible_paths(folder)
        return [path for path in paths if not is_output(path, folder, self.outputs)]

    def list_folders_and_zips(self, folder: Path) -> list[Path]:
        """Return the folders and zips in a folder, which may be submissions."""
        paths = self.list_paths(folder)
        return [path for path in paths if path.is_dir() or path.suffix.lower() == ".zip"]

    def is_submission(self, path: Path) -> bool:
        """Return whether a folder or zip is one submission for certain."""
        if self.is_class(path):
            return False
        if path.is_file():
            return True
        names = [file.name for file in self.list_paths(path) if file.is_file()]
        zip_names = [file for file in names if file.lower().endswith(".zip")]
        has_only_zip = len(zip_names) == len(self.list_folders_and_zips(path)) == 1
        return has_only_zip or any(map(OWN_FILE.fullmatch, names))

    def is_class(self, path: Path) -> bool:
        """Return whether a folder or zip looks like a class.

        A class has files that a platform named, or several folders or zips with programs of one
        name.
        """
        if path.is_dir():
            paths = layout.list_paths(path)
            files = [file for file in paths if not is_output(path / file, path, self.outputs)]
        else:
            files = zips.list_archive_files(path)
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

    def describe(self, path: Path) -> str:
        """Return the path of a folder or zip, and the names of its students."""
        names = [translate("a zip")]
        if path.is_dir():
            names = [inner.name for inner in self.list_folders_and_zips(path)]
        more = ["..."] if len(names) > MOST_LISTED else []
        return f"{path} ({', '.join(map(quote_line, names[:MOST_LISTED] + more))})"


def list_visible_paths(folder: Path) -> list[Path]:
    """Return the paths in a folder, sorted, without hidden files, __MACOSX, Thumbs.db and so on."""
    paths = sorted(folder.iterdir(), key=lambda path: normalize("NFC", path.name))
    return [
        path
        for path in paths
        if path.name[0] != "." and not layout.SUPERFLUOUS.fullmatch(path.name)
    ]


def find_flat_name(names: Iterable[str]) -> re.Pattern[str] | None:
    """Return the pattern that the names of all programs and zips match, or None.

    A download without folders has files of several students, or at most two programs and zips.
    """
    names = [normalize("NFC", name) for name in names]
    if A_PLUS_TABLE in names and any(map(A_PLUS_NAME.fullmatch, names)):
        return A_PLUS_NAME
    works = [name for name in names if name.lower().endswith((*layout.SOURCES, ".zip"))]
    for pattern in FLAT_NAMES:
        matches = list(filter(None, map(pattern.fullmatch, works)))
        ids = [match["id"] for match in matches if "id" in pattern.groupindex]
        students = set(map(parse_student_key, filter(None, map(pattern.fullmatch, names))))
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


def parse_student_key(match: re.Match[str]) -> str:
    """Return the name and the number of a submission from the name of its file or folder."""
    groups = match.groupdict()
    parts = (groups.get(group) for group in ("name", "number", "user", "anonymous"))
    return "_".join(filter(None, parts))
