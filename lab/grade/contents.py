"""What decides on a verdict: the content of a submission, the kit, the puzzle, the seed."""

import hashlib
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

import clingo

from lab import ROOT
from lab.puzzles import Puzzle

CODE = (
    "encode.py",
    "decode.py",
    "lab/*.py",
    "lab/check/*.py",
    "lab/common/*.py",
    "lab/delivery/*.py",
    "lab/runner/*.py",
    "lab/sandbox/*.py",
    "lab/syntax/*.py",
    "lab/grade/*.py",
)
CHUNK = 1 << 20
DIGITS = 24  # hexadecimal, of a label


def kit(puzzle: Puzzle) -> str:
    """A label of all that judges: the kit's programs, the puzzle's folder, clingo."""
    code = (path for pattern in CODE for path in sorted(ROOT.glob(pattern)))
    own = (path for path in sorted(puzzle.folder.rglob("*")) if "__pycache__" not in path.parts)
    face = [puzzle.encoding, *sorted(puzzle.examples.glob("*.txt"))]
    files = dict.fromkeys([*code, *own, *face])
    return label([clingo.__version__], (path for path in files if path.is_file()), ROOT)


def of(path: Path, settings: Iterable[str]) -> str:
    """A label of what a submission is judged by: its files, in a folder or a zip, and settings.

    Raises OSError if a file cannot be read.
    """
    return label(settings, plain(path), path)


def label(words: Iterable[str], files: Iterable[Path], top: Path) -> str:
    """A digest of words and of files, with their paths from a folder on."""
    digest = hashlib.sha256()
    for word in words:
        digest.update(f"{len(word)}:{word}".encode("utf-8", "surrogateescape"))
    for file in files:
        name = os.path.relpath(file, top) if file != top else ""
        digest.update(f"{name}\0{file.stat().st_size}\0".encode("utf-8", "surrogateescape"))
        with file.open("rb") as stream:
            while chunk := stream.read(CHUNK):
                digest.update(chunk)
    return digest.hexdigest()[:DIGITS]


def plain(path: Path) -> Iterator[Path]:
    """The files of a folder and of those in it, in order, without links; or the one file."""
    if not path.is_dir():
        yield path
        return
    for root, folders, names in os.walk(path):
        folders.sort()
        for file in (Path(root, name) for name in sorted(names)):
            if file.is_file() and not file.is_symlink():
                yield file
