"""Finds files by their paths within a delivery: superfluous, misplaced, or with another name."""

import difflib
import itertools
import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath

MOST_FILES, DEEP = 20_000, 50  # files of a folder that are listed, folders above one of them
ALIKE = 0.6  # of 1, between the name of a file and that of a missing one

AT_HOME = re.compile(  # folders and files that come by themselves, or are made again from others
    r"\.?venv|\.env|virtualenv|site-packages|node_modules|__pycache__|\.\w+_cache|"
    r"\.ipynb_checkpoints|\.hypothesis|\.git|\.svn|\.hg|\.idea|__MACOSX|\.DS_Store|\._.*|"
    r"Thumbs\.db|desktop\.ini|.*\.py[co]|.*~|\.~lock.*|\..*\.sw[op]",
    re.IGNORECASE,
)
DOMAIN = re.compile(r"dom(ain)?[-_ ]?\d*\.lp|(dom|sol)\d+\.txt", re.IGNORECASE)
VENV = "pyvenv.cfg"  # lies in every virtual environment, whatever its name
EXAMPLES = "examples"  # a folder of the assignment, whose grids may stay
SOURCES = (".py", ".lp")

Paths = Sequence[PurePosixPath]


def list_paths(folder: Path) -> list[PurePosixPath]:
    """Return the paths of the files and links in a folder and below it, the top first.

    The list ends after MOST_FILES.  Raises OSError if the folder cannot be read.
    """
    os.listdir(folder)

    def walk() -> Iterator[PurePosixPath]:
        for root, folders, names in os.walk(folder):
            inner = PurePosixPath(Path(root).relative_to(folder).as_posix())
            folders[:] = sorted(folders) if len(inner.parts) < DEEP else []
            yield from (inner / name for name in sorted(names))

    return list(itertools.islice(walk(), MOST_FILES))


# ---------------------------------------------------------------- what should stay at home


def find_superfluous(paths: Paths) -> dict[PurePosixPath, PurePosixPath]:
    """Map each path that should stay at home to the topmost folder that should.

    A path is mapped to itself if all its folders may be delivered.
    """
    virtual_environments = {path.parent for path in paths if path.name == VENV}
    tops: dict[PurePosixPath, PurePosixPath] = {}
    for path in paths:
        is_domain = DOMAIN.fullmatch(path.name) and EXAMPLES not in path.parts
        parts = [*reversed(path.parents), path][1:]
        unwanted = [p for p in parts if AT_HOME.fullmatch(p.name) or p in virtual_environments]
        if unwanted or is_domain:
            tops[path] = unwanted[0] if unwanted else path
    return tops


def superfluous_in_folders(paths: Paths) -> set[PurePosixPath]:
    """Return the paths within folders that should stay at home."""
    return {path for path, top in find_superfluous(paths).items() if path != top}


# ---------------------------------------------------------------- files under other names


def find_home(paths: Paths, names: Sequence[str]) -> PurePosixPath:
    """Return the folder of the files to judge: the top, or the only folder below it with one.

    It is the top, too, if any program lies there.
    """
    if any(len(path.parts) == 1 and path.suffix.lower() in SOURCES for path in paths):
        return PurePosixPath()
    homes = {path.parent for path in paths if len(path.parts) == 2 and path.name in names}
    return homes.pop() if len(homes) == 1 else PurePosixPath()


def find_nearest(name: str, paths: Paths) -> PurePosixPath | None:
    """Return the file that was probably meant to have this name, None if there is none.

    It has the name in another folder, in other letters, with one suffix more or another one, or
    is of the same kind and has a similar name.
    """
    missing = PurePosixPath(name.lower())

    def similarity(path: PurePosixPath) -> float:
        """Return the similarity of two names from 0 to 1, 0 for files of different kinds."""
        stem = re.sub(r"[\W\d_]+", "", path.stem.lower())
        is_same_kind = path.suffix.lower() == missing.suffix
        return difflib.SequenceMatcher(None, stem, missing.stem).ratio() if is_same_kind else 0.0

    tests = (
        lambda path: path.name == name,
        lambda path: path.name.lower() == missing.name,
        lambda path: path.name.lower().startswith(f"{missing}."),
        lambda path: path.name.lower().split(".")[0] == missing.stem,
        lambda path: similarity(path) >= ALIKE,
    )
    return next((path for test in tests for path in paths if test(path)), None)
