"""Makes digests of files and settings, to find the judgement of an equal submission."""

import hashlib
import os
from collections.abc import Iterable
from pathlib import Path

import clingo

from lab import ROOT
from lab.common.files import walk_files
from lab.puzzles import Puzzle

OMITTED_ROOMS = (  # of lab: no change in them changes a judgement; puzzles do not import them
    *("README.txt", "__main__.py", "bench.py", "compare.py", "convert.py", "corpus", "handout.py"),
    *("inspection", "material", "new", "notebook", "race.py", "sheet", "verify.py", "web"),
)
KIT_SUFFIXES = (".py", ".lp", ".txt", ".json", ".toml")
DIGEST_LENGTH = 24  # hexadecimal digits


def list_judging_files(puzzle: Puzzle) -> list[Path]:
    """Return the programs and data of the kit, without OMITTED_ROOMS, and of the puzzle."""
    tops = [ROOT / name for name in ("encode.py", "decode.py", "requirements.txt")]
    tops += [path for path in sorted((ROOT / "lab").iterdir()) if path.name not in OMITTED_ROOMS]
    tops += [puzzle.folder, puzzle.encoding, puzzle.examples_folder]
    paths = (path for top in tops for path in list_files_below(top))
    return list(dict.fromkeys(path for path in paths if path.suffix in KIT_SUFFIXES))


def digest_kit(puzzle: Puzzle) -> str:
    """Return a digest of the files that judge, and of clingo's version."""
    return digest_texts([clingo.__version__, digest_files(list_judging_files(puzzle), ROOT)])


def derive_seed(digest: str) -> int:
    """Return a seed that all machines with the same files have in common."""
    return int(digest, 16) % 10**6


def digest_files(files: Iterable[Path], top: Path) -> str:
    """Return a digest of the contents, sizes and paths of files; paths are relative to `top`.

    Raises OSError if a file cannot be read.
    """
    digest = hashlib.sha256()
    for file in files:
        name = os.path.relpath(file, top)
        digest.update(f"{name}\0{file.stat().st_size}\0".encode("utf-8", "surrogateescape"))
        with file.open("rb") as stream:
            while chunk := stream.read(1 << 20):
                digest.update(chunk)
    return digest.hexdigest()[:DIGEST_LENGTH]


def digest_texts(texts: Iterable[str]) -> str:
    return hashlib.sha256(repr(list(texts)).encode()).hexdigest()[:DIGEST_LENGTH]


def list_files_below(path: Path) -> list[Path]:
    """Return the file at a path, or the files that walk_files finds, sorted and without links."""
    if not path.is_dir():
        return [path]
    return [file for file in sorted(walk_files(path)) if file.is_file() and not file.is_symlink()]
