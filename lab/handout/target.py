"""Writes a handout, whole or not at all: a folder, or a .zip with one in it."""

import io
import os
import shutil
import tempfile
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from lab import Unusable
from lab.common.files import save

ZIP_DATE = (2000, 1, 1, 0, 0, 0)  # of everything in a .zip: the same files make the same bytes


class File(NamedTuple):
    """The contents of a file of a handout."""

    data: bytes
    is_program: bool = False  # executable

    @property
    def mode(self) -> int:
        """The type and the permissions of the file."""
        return 0o100755 if self.is_program else 0o100644


def check_target(path: Path) -> None:
    """Raise Unusable if `path` exists, unless as an empty folder, or if its parent does not."""
    is_empty = path.is_dir() and not path.is_symlink() and not any(path.iterdir())
    if os.path.lexists(path) and not (is_empty and path.suffix != ".zip"):
        raise Unusable(f"{path}: exists, and nothing is overwritten")
    if not path.absolute().parent.is_dir():
        raise Unusable(f"{path}: No such file or directory")


def write_handout(path: Path, files: Mapping[str, File], name: str) -> None:
    """Write files by their paths into a folder, or a folder `name` in a .zip; raises Unusable."""
    if path.suffix == ".zip":
        data = io.BytesIO()
        with zipfile.ZipFile(data, "w") as archive:
            for inside, file in files.items():
                info = zipfile.ZipInfo(f"{name}/{inside}", ZIP_DATE)
                info.compress_type = zipfile.ZIP_DEFLATED
                info.external_attr = file.mode << 16
                archive.writestr(info, file.data)
        save(path, data.getvalue())
        return
    try:
        write_folder(path, files)
    except OSError as error:
        raise Unusable(f"{path}: {error.strerror}") from None


def write_folder(path: Path, files: Mapping[str, File]) -> None:
    """Write a folder beside `path`, then rename it to `path`."""
    part = Path(tempfile.mkdtemp(dir=path.absolute().parent, prefix=f".{path.name}."))
    try:
        part.chmod(0o755)
        for name, file in files.items():
            target = part / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(file.data)
            target.chmod(file.mode & 0o777)
        part.replace(path)
    finally:
        shutil.rmtree(part, ignore_errors=True)
