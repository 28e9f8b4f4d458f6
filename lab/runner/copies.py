"""Copies of a submission's folder, for programs that may do anything to them."""

import contextlib
import io
import itertools
import os
import tokenize
from collections.abc import Iterator
from pathlib import Path

from lab.common.files import decode_any_text, read_at_most, walk_files
from lab.common.language import translate
from lab.sandbox.folders import open_temporary_folder

LARGEST_FILE, MOST_BYTES, MOST_FILES = 1 << 20, 8 << 20, 500  # what is copied at most
LEFT_OUT = (
    "some files of the folder were left out: encode.py gets {files} at most, of {each} MB each "
    "and {all} MB in all"
)
MOST_LISTED = 10_000  # files to choose from


class FolderCopies:
    """The regular files of a folder that are not too large, as read once, and copies of them."""

    def __init__(self, folder: Path, parent: Path) -> None:
        """Read the files; each copy will be a new folder in `parent`.

        The number of files and their size are limited: encode.py comes first, then other modules,
        and files in deep folders last.  `is_whole` is false if a file was left out.
        """
        self._parent = parent
        self._data: dict[Path, bytes] = {}  # contents by the paths in the folder
        paths = walk_files(folder, lambda name: name[0] != "." and name != "__pycache__")
        plain_files = (path for path in paths if os.path.isfile(path) and not path.is_symlink())
        files = sorted(
            itertools.islice(plain_files, MOST_LISTED),
            key=lambda file: (file.name != "encode.py", file.suffix != ".py", len(file.parts)),
        )
        self.is_whole = len(files) <= MOST_FILES
        room = MOST_BYTES
        for file in files[:MOST_FILES]:
            most, data = min(LARGEST_FILE, room), None
            with contextlib.suppress(OSError):  # it may be unreadable
                data = read_at_most(file, most + 1)
            if data is None or len(data) > most:
                self.is_whole = False
                continue
            room -= len(data)
            self._data[file.relative_to(folder)] = data

    def has(self, name: str) -> bool:
        """Return whether the folder has this file, and whether copies get it."""
        return Path(name) in self._data

    def save_as_utf8(self, name: str) -> bool:
        """Give copies a Python file in UTF-8; return whether Python cannot read it as it is."""
        data = self._data[Path(name)]
        try:
            data.decode(tokenize.detect_encoding(io.BytesIO(data).readline)[0])
        except (SyntaxError, UnicodeDecodeError):
            self._data[Path(name)] = decode_any_text(data)[0].encode()
        return self._data[Path(name)] is not data

    def explain_omission(self) -> str:
        """Return a sentence on the limits of a copy that is not whole."""
        megabytes = {"each": LARGEST_FILE >> 20, "all": MOST_BYTES >> 20}
        return translate(LEFT_OUT, files=MOST_FILES, **megabytes)

    @contextlib.contextmanager
    def make_copy(self) -> Iterator[Path]:
        """Yield a new copy, which is removed afterwards; raise OSError if there is no room."""
        with open_temporary_folder(parent=self._parent) as home:
            for name, data in self._data.items():
                copy = home / name
                copy.parent.mkdir(parents=True, exist_ok=True)
                copy.write_bytes(data)
            yield home


def explain_missing(script: Path) -> str | None:
    """Explain why a script was not copied; return None if the reason is not known."""
    if script.is_symlink():
        return translate("this is a link, which is not followed")
    if not script.is_file():
        return translate("found a folder or device, expected a file")
    is_large = script.stat().st_size > LARGEST_FILE
    return translate("this is larger than {most} MB", most=LARGEST_FILE >> 20) if is_large else None
