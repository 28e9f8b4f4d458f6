"""Where the files of a delivery lie, and under which names; paths are those within its folder."""

import difflib
import itertools
import os
import re
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path, PurePosixPath

SEEN, DEEP = 20_000, 50  # files of a folder that are looked at, folders above one of them
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
    """The paths of all files, and of links, in a folder and those within it; the top first.

    Raises OSError if the folder cannot be read.
    """
    os.listdir(folder)
    return list(itertools.islice(walked(folder), SEEN))


def walked(folder: Path) -> Iterator[PurePosixPath]:
    """The paths of `listing`, however many."""
    for root, folders, names in os.walk(folder):
        inner = PurePosixPath(Path(root).relative_to(folder).as_posix())
        folders[:] = sorted(folders) if len(inner.parts) < DEEP else []
        yield from (inner / name for name in sorted(names))


# ---------------------------------------------------------------- what should stay at home


def find_superfluous(paths: Paths) -> dict[PurePosixPath, PurePosixPath]:
    """Maps each path that should stay at home to the topmost of its folders, or itself, that do."""
    venvs = {path.parent for path in paths if path.name == VENV and path.parent.parts}
    tops = ((path, topmost(path, venvs)) for path in paths)
    return {path: top for path, top in tops if top}


def topmost(path: PurePosixPath, venvs: Collection[PurePosixPath]) -> PurePosixPath | None:
    """The topmost part of a path that should stay at home; None if there is none."""
    for part in [*reversed(path.parents), path][1:]:
        if AT_HOME.fullmatch(part.name) or part in venvs:
            return part
    is_domain = DOMAIN.fullmatch(path.name) and EXAMPLES not in path.parts
    return path if is_domain else None


def superfluous_in_folders(paths: Paths) -> set[PurePosixPath]:
    """The paths within folders that should stay at home."""
    return {path for path, top in find_superfluous(paths).items() if path != top}


# ---------------------------------------------------------------- files under other names


def home_of(paths: Paths, names: Sequence[str]) -> PurePosixPath:
    """The folder of some files: the top, or one below if nothing of the kind lies at the top."""
    if any(len(path.parts) == 1 and path.suffix.lower() in SOURCES for path in paths):
        return PurePosixPath()
    found = {path.parent for path in paths if len(path.parts) == 2 and path.name in names}
    return found.pop() if len(found) == 1 else PurePosixPath()


def find_nearest(name: str, paths: Paths) -> PurePosixPath | None:
    """The file that was probably meant to have this name; None if there is none.

    It has the name in another folder, in other letters or with one suffix more or another one,
    or a name like it.
    """
    wanted = PurePosixPath(name.lower())
    tests = (
        lambda path: path.name == name,
        lambda path: path.name.lower() == wanted.name,
        lambda path: path.name.lower().startswith(f"{wanted}."),
        lambda path: path.name.lower().split(".")[0] == wanted.stem,
        lambda path: is_like(path, wanted),
    )
    found = (path for test in tests for path in paths if test(path))
    return next(found, None)


def is_like(path: PurePosixPath, wanted: PurePosixPath) -> bool:
    """Whether a file of the same kind has a name like the one wanted."""
    stem = re.sub(r"[\W\d_]+", "", path.stem.lower())
    matcher = difflib.SequenceMatcher(None, stem, wanted.stem)
    return path.suffix.lower() == wanted.suffix and matcher.ratio() >= ALIKE
