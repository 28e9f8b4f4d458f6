"""Digests of what a judgement depends on: the files of a submission, the kit, the settings.

A submission whose digest has a judgement already is not judged again.
"""

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
CHUNK = 1 << 20  # bytes that are read at a time
DIGITS = 24  # hexadecimal, of a digest


def digest_kit(puzzle: Puzzle) -> str:
    """Return a digest of all that judges: the kit's programs, the puzzle's folder, clingo."""
    code = [path for pattern in CODE for path in sorted(ROOT.glob(pattern))]
    folder = [path for path in list_files(puzzle.folder) if "__pycache__" not in path.parts]
    files = dict.fromkeys([*code, *folder, puzzle.encoding, *sorted(puzzle.examples.glob("*.txt"))])
    return digest_texts([clingo.__version__, digest_files(files, ROOT)])


def digest_submission(path: Path) -> str:
    """Return a digest of a zip, or of the files in a folder with their names.

    Raises OSError if a file cannot be read.
    """
    return digest_files(list_files(path), path)


def digest_files(files: Iterable[Path], top: Path) -> str:
    """Return a digest of files and of their paths relative to the folder `top`."""
    digest = hashlib.sha256()
    for file in files:
        name = os.path.relpath(file, top)
        digest.update(f"{name}\0{file.stat().st_size}\0".encode("utf-8", "surrogateescape"))
        with file.open("rb") as stream:
            while chunk := stream.read(CHUNK):
                digest.update(chunk)
    return digest.hexdigest()[:DIGITS]


def digest_texts(texts: Iterable[str]) -> str:
    """Return a digest of texts in their order."""
    digest = hashlib.sha256()
    for text in texts:
        digest.update(f"{len(text)}:{text}".encode("utf-8", "surrogateescape"))
    return digest.hexdigest()[:DIGITS]


def list_files(path: Path) -> Iterator[Path]:
    """Yield the file, or all files below a folder in a fixed order; links are left out."""
    if not path.is_dir():
        yield path
        return
    for root, folders, names in os.walk(path):
        folders.sort()
        for file in (Path(root, name) for name in sorted(names)):
            if file.is_file() and not file.is_symlink():
                yield file
