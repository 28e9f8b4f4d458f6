"""Finds superfluous, misplaced and misnamed files by their paths within a delivery."""

import difflib
import itertools
import os
import re
from collections import defaultdict
from collections.abc import Collection, Sequence
from pathlib import Path, PurePosixPath

from lab.common.files import walk_files

MOST_FILES = 20_000  # files of a folder that are listed
SIMILAR = 0.7  # least similarity, of 1, of a file's name to a missing name

BY_ITSELF = re.compile(  # what Finder, Explorer, editors and git add: it is ignored
    r"\.git|__MACOSX|\.DS_Store|\._.*|Thumbs\.db|desktop\.ini|\.idea|\.vscode|"
    r".*~|\.~lock.*|\..*\.sw[op]",
    re.IGNORECASE,
)
SUPERFLUOUS = re.compile(  # and what is made again from other files
    rf"{BY_ITSELF.pattern}|"
    r"\.?venv|\.env|virtualenv|site-packages|node_modules|__pycache__|\.\w+_cache|"
    r"\.ipynb_checkpoints|\.hypothesis|\.svn|\.hg|.*\.py[co]",
    re.IGNORECASE,
)
DOMAIN = re.compile(r"dom(ain)?[-_ ]?\d*\.lp|(dom|sol)\d+\.txt", re.IGNORECASE)
SOURCES = (".py", ".lp")
SOURCE = re.compile(r".+(?P<suffix>\.py|\.lp)(\.txt)?", re.IGNORECASE)  # editors add .txt

Paths = Sequence[PurePosixPath]


def list_paths(folder: Path) -> list[PurePosixPath]:
    """Return the paths of the files and links in a folder and below it, the top first.

    The list ends after MOST_FILES.  Raises OSError if the folder cannot be read.
    """
    os.listdir(folder)  # walk_files passes over folders that cannot be read
    paths = itertools.islice(walk_files(folder), MOST_FILES)
    return [PurePosixPath(path.relative_to(folder).as_posix()) for path in paths]


def find_superfluous(paths: Paths) -> dict[PurePosixPath, PurePosixPath]:
    """Map each superfluous path to its topmost superfluous folder, or to itself if it has none."""
    virtual_environments = {path.parent for path in paths if path.name == "pyvenv.cfg"}
    tops: dict[PurePosixPath, PurePosixPath] = {}
    for path in paths:
        is_domain = DOMAIN.fullmatch(path.name) and "examples" not in path.parts
        parts = [*reversed(path.parents), path][1:]
        unwanted = [p for p in parts if SUPERFLUOUS.fullmatch(p.name) or p in virtual_environments]
        if unwanted or is_domain:
            tops[path] = unwanted[0] if unwanted else path
    return tops


def find_program_folder(paths: Paths, names: Sequence[str]) -> PurePosixPath:
    """Return the folder that has programs of these names; the empty path is the top.

    Prefer the only folder with all of them, then the only one with some, then the only one with any
    program.  If several folders are possible, return the top.
    """
    files: dict[PurePosixPath, set[str]] = defaultdict(set)  # programs by folders
    for path in paths:
        if SOURCE.fullmatch(path.name) and not DOMAIN.fullmatch(path.name):
            files[path.parent].add(path.name)
    complete = [folder for folder in files if files[folder].issuperset(names)]
    begun = [folder for folder in files if not files[folder].isdisjoint(names)]
    folders = complete or begun or list(files)
    return folders[0] if len(folders) == 1 else PurePosixPath()


def find_program(
    paths: Paths, expected: PurePosixPath, other_programs: Collection[str]
) -> PurePosixPath | None:
    """Return the only program that a missing name can mean, or None.

    A file named in `other_programs` does not count.
    """
    candidates = [
        path for path in list_programs(paths, expected) if path.name not in other_programs
    ]
    return candidates[0] if len(candidates) == 1 else None


def list_programs(paths: Paths, expected: PurePosixPath) -> list[PurePosixPath]:
    """Return the programs of the same kind beside a path; also those named NAME.lp.txt."""
    return [
        path
        for path in paths
        if path.parent == expected.parent
        and (match := SOURCE.fullmatch(path.name))
        and match["suffix"].lower() == expected.suffix
        and not DOMAIN.fullmatch(path.name)
    ]


def find_nearest(name: str, paths: Paths) -> PurePosixPath | None:
    """Return the first path whose file name is most similar to a name, None without such a path."""
    names = [path.name.lower() for path in paths]
    similar = difflib.get_close_matches(name.lower(), names, n=1, cutoff=SIMILAR)
    return paths[names.index(similar[0])] if similar else None
