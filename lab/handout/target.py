"""Writes a handout, whole or not at all: a folder, or a .zip with one in it."""

import contextlib
import io
import os
import shutil
import tempfile
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from lab import Unusable

DATE = (2000, 1, 1, 0, 0, 0)  # of everything in a .zip: the same files make the same bytes


class File(NamedTuple):
    """A file of a handout."""

    data: bytes
    is_program: bool = False  # that can be started by its name


Files = Mapping[str, File]  # by their paths in the handout


def check(path: Path) -> None:
    """Raise Unusable if nothing can be written at a path; nothing is overwritten."""
    is_empty = path.is_dir() and not path.is_symlink() and not any(path.iterdir())
    if os.path.lexists(path) and not (is_empty and path.suffix != ".zip"):
        raise Unusable(f"{path}: exists, and nothing is overwritten")
    if not path.absolute().parent.is_dir():
        raise Unusable(f"{path}: No such file or directory")


def write(path: Path, files: Files, name: str) -> None:
    """Write files; those of a .zip into a folder `name` in it.  Raises Unusable."""
    check(path)
    try:
        if path.suffix == ".zip":
            write_archive(path, {f"{name}/{inside}": file for inside, file in files.items()})
        else:
            write_folder(path, files)
    except OSError as error:
        raise Unusable(f"{path}: {error.strerror}") from None


def write_archive(path: Path, files: Files) -> None:
    """Write a .zip beside `path`, then rename it to `path`."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, file in files.items():
            info = zipfile.ZipInfo(name, DATE)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = mode(file) << 16
            archive.writestr(info, file.data)
    part = path.with_name(f".{path.name}.part")
    try:
        part.write_bytes(data.getvalue())
        part.replace(path)
    finally:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)


def write_folder(path: Path, files: Files) -> None:
    """Write a folder beside `path`, then rename it to `path`."""
    part = Path(tempfile.mkdtemp(dir=path.absolute().parent, prefix=f".{path.name}."))
    try:
        part.chmod(0o755)
        for name, file in files.items():
            place = part / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(file.data)
            place.chmod(mode(file) & 0o777)
        part.replace(path)
    finally:
        shutil.rmtree(part, ignore_errors=True)


def mode(file: File) -> int:
    """What the file system says of a file: that it is one, and who may do what."""
    return 0o100755 if file.is_program else 0o100644
