"""Writes a handout, whole or not at all: a folder, or a .zip with one in it."""

import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from lab import Unusable
from lab.common.files import save
from lab.delivery import zips

Files = Mapping[str, bytes]  # by their paths; those that begin with #! are executable


def check_target(path: Path) -> None:
    """Raise Unusable if `path` exists, unless as an empty folder, or if its parent does not."""
    is_empty = path.is_dir() and not path.is_symlink() and not any(path.iterdir())
    if os.path.lexists(path) and not (is_empty and path.suffix != ".zip"):
        raise Unusable(f"{path}: exists, and nothing is overwritten")
    if not path.absolute().parent.is_dir():
        raise Unusable(f"{path}: No such file or directory")


def write_handout(path: Path, files: Files, name: str) -> None:
    """Write files into a folder, or into a folder `name` in a .zip; raises Unusable."""
    if path.suffix == ".zip":
        save(path, zips.pack({f"{name}/{inside}": data for inside, data in files.items()}))
        return
    try:
        write_folder(path, files)
    except OSError as error:
        raise Unusable(f"{path}: {error.strerror}") from None


def write_folder(path: Path, files: Files) -> None:
    """Write a folder beside `path`, then rename it to `path`."""
    part = Path(tempfile.mkdtemp(dir=path.absolute().parent, prefix=f".{path.name}."))
    try:
        part.chmod(0o755)
        for name, data in files.items():
            target = part / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
            target.chmod(0o755 if data.startswith(b"#!") else 0o644)
        part.replace(path)
    finally:
        shutil.rmtree(part, ignore_errors=True)
