"""Opens zips of strangers, and makes zips.

No path leaves the folder, no link is made, nothing fills the disk: all of a zip is looked at
before anything is written.  Names are read as UTF-8 where they are, else as the code pages of
DOS; a backslash separates folders, as some programs of Windows write it.
Sources: PKWARE's APPNOTE.TXT 6.3.10 (4.4.4 flags, 4.4.15 attributes, D.2 names); zipfile of
Python, which decodes names without the flag as code page 437.
"""

import contextlib
import io
import mmap
import re
import shutil
import stat
import unicodedata
import zipfile
import zlib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from lab import Unusable
from lab.common.words import quote_line

ENTRY = b"PK\x01\x02"  # begins each entry of the list of contents
ENCRYPTED, UTF8 = 0x1, 0x800  # flags
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # others unpack far more from few bytes
EARLY = (1980, 1, 1, 0, 0, 0)  # the time of files in zips of our own
LONG, DEEP = 255, 50  # bytes of a name, folders above a file
OTHERS = {  # what files begin with that are sent instead
    b"Rar!": "a RAR archive",
    b"7z\xbc\xaf": "a 7-Zip archive",
    b"\x1f\x8b": "a gzip archive",
    b"%PDF": "a PDF",
    b"<": "a page of HTML",
}
BROKEN = (
    *(zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error),
    *(EOFError, NotImplementedError, RuntimeError, ValueError, OverflowError),
)


class Limits(NamedTuple):
    """What a zip may hold; the list of contents may have entries that are not wanted."""

    size: int = 64 << 20  # bytes of all files
    files: int = 2_000
    entries: int = 50_000
    ratio: int = 200  # bytes of a file of more than a MB, for each byte in the zip
    archive: int = 512 << 20  # bytes of the zip


class Unpacked(NamedTuple):
    """The files of a zip, as paths within the folder; those not wanted; links and devices."""

    files: list[PurePosixPath]
    unwanted: list[PurePosixPath]
    links: list[PurePosixPath]
    size: int  # bytes of the files


Entries = dict[PurePosixPath, zipfile.ZipInfo]
Choice = Callable[[Sequence[PurePosixPath]], Collection[PurePosixPath]]


def none(paths: Sequence[PurePosixPath]) -> Collection[PurePosixPath]:
    """No path: nothing is unwanted."""
    return ()


def unpack(
    archive: Path, folder: Path, unwanted: Choice = none, limits: Limits | None = None
) -> Unpacked:
    """Unpack a zip into an empty folder, without those of its paths that `unwanted` chooses.

    Raises Unusable, in one line that begins with the path of the zip, if it is none, if it has
    a password or a path that leaves the folder, or if it exceeds the limits.  The folder may
    then have some of the files.
    """
    limits = limits or Limits()
    try:
        with opened(archive, limits) as source:
            links, files = sorted_out(source)
            left = set(unwanted([*files, *links]))
            wanted = {path: info for path, info in files.items() if path not in left}
            judge(wanted, limits)
            for path, info in wanted.items():
                extract(source, info, folder.joinpath(*path.parts))
    except OSError as error:
        raise Unusable(f"{quote_line(str(archive))}: {error.strerror or error}") from None
    except BROKEN as error:
        reason = " ".join(str(error).split()) or "it ends too early"
        raise Unusable(
            f"{quote_line(str(archive))}: this zip is broken: {quote_line(reason)}"
        ) from None
    except ZipRefused as refusal:
        raise Unusable(f"{quote_line(str(archive))}: {refusal}") from None
    return Unpacked(
        list(wanted),
        [path for path in files if path in left],
        [path for path in links if path not in left],
        sum(info.file_size for info in wanted.values()),
    )


class ZipRefused(Exception):
    """A zip that is not unpacked: what was found, what was expected."""


@contextlib.contextmanager
def opened(archive: Path, limits: Limits) -> Iterator[zipfile.ZipFile]:
    """A zip whose list of contents is not too long to be read."""
    size = archive.stat().st_size
    if size > limits.archive:
        raise ZipRefused(f"found {size >> 20} MB, expected {limits.archive >> 20} at most")
    with archive.open("rb") as file:
        if not size or not zipfile.is_zipfile(file):
            raise ZipRefused(f"found {kind(archive)}, expected a zip")
        with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
            if count(data, limits.entries) > limits.entries:
                raise ZipRefused(f"found more than {limits.entries:,} entries, expected fewer")
        with zipfile.ZipFile(file) as source:
            yield source


def count(data: mmap.mmap, most: int) -> int:
    """How many entries the list of contents may have, up to one more than `most`."""
    number, place = 0, data.find(ENTRY)
    while place >= 0 and number <= most:
        number, place = number + 1, data.find(ENTRY, place + len(ENTRY))
    return number


def kind(path: Path) -> str:
    """What a file is that is no zip, in words."""
    with path.open("rb") as file:
        begin = file.read(512)
    if begin[257:262] == b"ustar":
        return "a tar archive"
    found = (words for mark, words in OTHERS.items() if begin.lstrip().startswith(mark))
    return next(found, "another kind of file" if begin else "an empty file")


# ---------------------------------------------------------------- what is in it


def sorted_out(source: zipfile.ZipFile) -> tuple[list[PurePosixPath], Entries]:
    """The links and devices of a zip, and its files by their paths."""
    links: list[PurePosixPath] = []
    files: Entries = {}
    for info in source.infolist():
        name = name_of(info).replace("\\", "/")
        path = inside(name)
        kind = stat.S_IFMT(info.external_attr >> 16)
        if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
            links.append(path)
        elif not name.endswith("/") and kind != stat.S_IFDIR:
            if path in files:
                raise ZipRefused(f"found {quote_line(str(path))} twice, expected each name once")
            files[path] = info
    return links, files


def name_of(info: zipfile.ZipInfo) -> str:
    """The name of an entry, in letters that it was probably written in."""
    name = info.orig_filename
    if info.flag_bits & UTF8:
        return unicodedata.normalize("NFC", name)
    data = name.encode("cp437")
    with contextlib.suppress(UnicodeDecodeError):
        return unicodedata.normalize("NFC", data.decode("utf-8"))
    is_drawn = any("\u2500" <= letter <= "\u259f" for letter in name)
    return data.decode("cp850") if is_drawn else name


def inside(name: str) -> PurePosixPath:
    """The path of an entry; raises Refused if it leaves the folder, or cannot be written."""
    parts = [part for part in name.split("/") if part not in ("", ".")]
    if name.startswith("/") or re.match("[A-Za-z]:", name) or ".." in parts:
        raise ZipRefused(f"found the path {quote_line(name)}, which leaves the folder")
    if not parts or "\0" in name:
        raise ZipRefused(f"found {quote_line(name)!r}, expected the name of a file")
    if len(parts) > DEEP or any(len(part.encode(errors="replace")) > LONG for part in parts):
        raise ZipRefused(f"found a path that is too long: {quote_line(name)[:LONG]}...")
    return PurePosixPath(*parts)


def judge(files: Entries, limits: Limits) -> None:
    """Raise Refused if files exceed the limits, have a password or are in each other's way."""
    if len(files) > limits.files:
        raise ZipRefused(f"found {len(files):,} files, expected {limits.files:,} at most")
    if sum(info.file_size for info in files.values()) > limits.size:
        raise ZipRefused(f"this unpacks to more than {limits.size >> 20} MB")
    for path, info in files.items():
        name = quote_line(str(path))
        if info.flag_bits & ENCRYPTED:
            raise ZipRefused(f"{name} needs a password, expected a zip without one")
        if info.compress_type not in METHODS:
            raise ZipRefused(f"{name} is packed in an unusual way, expected deflate")
        if info.file_size > max(limits.ratio * info.compress_size, 1 << 20):
            raise ZipRefused(f"{name} unpacks to more than {limits.ratio} times its size")
        if not files.keys().isdisjoint(path.parents):
            raise ZipRefused(f"{name} lies in a folder that is also a file")


def extract(source: zipfile.ZipFile, info: zipfile.ZipInfo, path: Path) -> None:
    """Write a file; zipfile reads as many bytes as the list of contents announces, no more."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with source.open(info) as packed, path.open("xb") as file:
        shutil.copyfileobj(packed, file)


# ---------------------------------------------------------------- zips of our own


def pack(files: Mapping[str, bytes]) -> bytes:
    """A zip of files by their paths: the same files make the same bytes.

    What begins with #! is a program that can be started by its name.
    """
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name in sorted(files):
            info = zipfile.ZipInfo(name, EARLY)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = (0o100755 if files[name].startswith(b"#!") else 0o100644) << 16
            archive.writestr(info, files[name])
    return data.getvalue()
