"""Opens zips of strangers.

No path leaves the folder, no link is made, nothing fills the disk: the whole list of contents is
judged before anything is written.  Names are read as UTF-8 where they are, else as code page 437;
a backslash separates folders, as some programs of Windows write it.
Sources: PKWARE's APPNOTE.TXT 6.3.10 (4.4.4 flags, 4.4.15 attributes, D.2 names); zipfile of
Python, which decodes names without the flag as code page 437.
"""

import contextlib
import itertools
import mmap
import re
import shutil
import stat
import tarfile
import unicodedata
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from lab import Unusable
from lab.common.files import explain_depth
from lab.common.language import format_integer, translate
from lab.common.words import quote_line
from lab.delivery.layout import find_superfluous

START = b"PK\x03\x04"  # begins a zip that has files
ENTRY = b"PK\x01\x02"  # begins each entry of the list of contents
ENCRYPTED, UTF8 = 0x1, 0x800  # flags
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # others unpack far more from few bytes
PASSWORD = "{file} needs a password, expected a zip without one"
OTHER_METHOD = "{file} is packed in an unusual way, expected deflate"
TOO_LARGE = "found {number} MB, expected {most} at most"
ZIP_ERRORS = (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, ValueError, OverflowError)


class ZipLimits(NamedTuple):
    """The most that a zip may hold."""

    size: int = 64 << 20  # bytes of all files that are unpacked
    entries: int = 50_000
    archive: int = 512 << 20  # bytes of the zip


class Contents(NamedTuple):
    """The paths in a folder or a zip; the links and devices in a zip, which are not unpacked."""

    files: list[PurePosixPath]
    links: list[PurePosixPath]
    damaged: Mapping[PurePosixPath, str] = {}  # reasons by files that are unpacked in part


Entries = dict[PurePosixPath, zipfile.ZipInfo]


def unpack(
    archive: Path,
    folder: Path,
    limits: ZipLimits | None = None,
    *,
    is_lenient: bool = False,
    given_path: Path | None = None,
) -> Contents:
    """Unpack a zip into a new or empty folder, without superfluous folders such as .venv.

    Return the paths of all its files, and of the links outside of superfluous folders.  Raises
    Unusable if this is no zip, has a password or a path that leaves the folder, or exceeds the
    limits; some files may be unpacked then.  The error is one line, which begins with the path of
    the zip or `given_path`.  A file with damaged data is an error too, unless `is_lenient`.
    """
    limits = limits or ZipLimits()
    name = quote_line(str(given_path or archive))
    damaged: dict[PurePosixPath, str] = {}
    try:
        check_archive(archive, limits)
        with zipfile.ZipFile(archive) as source:
            links, files = read_contents(source)
            tops = find_superfluous([*files, *links])
            superfluous = {path for path, top in tops.items() if path != top}  # such as .venv/a
            needed_files = {path: info for path, info in files.items() if path not in superfluous}
            check_limits(needed_files, limits)
            folder.mkdir(parents=True, exist_ok=True)
            for path, info in needed_files.items():
                target = folder.joinpath(*path.parts)
                target.parent.mkdir(parents=True, exist_ok=True)
                try:
                    with target.open("xb") as file, source.open(info) as stream:
                        shutil.copyfileobj(stream, file)  # as many bytes as the list announces
                except ZIP_ERRORS as error:
                    if not is_lenient:
                        raise
                    damaged[path] = format_damage(error)
    except OSError as error:
        raise Unusable(f"{name}: {error.strerror or error}") from None
    except ZIP_ERRORS as error:
        text = translate("this zip is broken: {error}", error=format_damage(error))
        raise Unusable(f"{name}: {text}") from None
    except Unusable as error:
        raise Unusable(f"{name}: {error}") from None
    return Contents(list(files), [path for path in links if path not in superfluous], damaged)


def convert_tar(archive: Path, target: Path, limits: ZipLimits) -> None:
    """Write the plain files of a .tar, packed or not, into a new zip; raise Unusable.

    Like this, the same rules hold for its paths as for those of zips.
    """
    size = 0
    try:
        with tarfile.open(archive) as source, zipfile.ZipFile(target, "w") as zipped:
            for member in source:
                size += member.size
                if size > limits.size:
                    text = translate("this unpacks to more than {most} MB", most=limits.size >> 20)
                    raise Unusable(f"{archive}: {text}")
                if member.isfile() and (stream := source.extractfile(member)):
                    with zipped.open(member.name, "w", force_zip64=True) as file:
                        shutil.copyfileobj(stream, file)
    except (tarfile.TarError, *ZIP_ERRORS) as error:
        text = translate("this archive is broken: {error}", error=format_damage(error))
        raise Unusable(f"{archive}: {text}") from None


def list_archive_files(archive: Path) -> list[PurePosixPath]:
    """Return the paths of all files in a zip, none of a file that cannot be unpacked."""
    with contextlib.suppress(Unusable, OSError, *ZIP_ERRORS):
        check_archive(archive, ZipLimits())
        with zipfile.ZipFile(archive) as source:
            return list(read_contents(source)[1])
    return []


def format_damage(error: Exception) -> str:
    return quote_line(" ".join(str(error).split()) or translate("it ends too early"))


def check_archive(archive: Path, limits: ZipLimits) -> None:
    """Raise Unusable for a file that is not a zip, or is too large, or lists too many entries.

    Raises BadZipFile for a zip without its end.
    """
    size = archive.stat().st_size
    if size > limits.archive:
        raise Unusable(translate(TOO_LARGE, number=size >> 20, most=limits.archive >> 20))
    with archive.open("rb") as file:
        if not size or not zipfile.is_zipfile(file):
            file.seek(0)
            if file.read(len(START)) == START:
                raise zipfile.BadZipFile
            raise Unusable(translate("found another kind of file, expected a zip"))
        with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
            number = sum(1 for _ in itertools.islice(re.finditer(ENTRY, data), limits.entries + 1))
        if number > limits.entries:
            most = format_integer(limits.entries)
            raise Unusable(translate("found more than {most} entries, expected fewer", most=most))


def read_contents(source: zipfile.ZipFile) -> tuple[list[PurePosixPath], Entries]:
    """Return the links and devices of a zip, and its files by their paths.

    The last of several files with the same path counts.
    """
    links: list[PurePosixPath] = []
    files: Entries = {}
    for info in source.infolist():
        name = decode_name(info).replace("\\", "/")
        path = parse_inner_path(name)
        kind = stat.S_IFMT(info.external_attr >> 16)
        if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
            links.append(path)
        elif not name.endswith("/") and kind != stat.S_IFDIR:
            files[path] = info
    return links, files


def decode_name(info: zipfile.ZipInfo) -> str:
    """Return the name of an entry in the encoding in which it was probably written."""
    name = info.orig_filename
    data = name.encode("utf-8" if info.flag_bits & UTF8 else "cp437")
    with contextlib.suppress(UnicodeDecodeError):
        return unicodedata.normalize("NFC", data.decode("utf-8"))
    return name


def parse_inner_path(name: str) -> PurePosixPath:
    """Return the path of an entry; raise Unusable if it leaves the folder or is too deep."""
    parts = [part for part in name.split("/") if part not in ("", ".")]
    if name.startswith("/") or re.match("[A-Za-z]:", name) or ".." in parts:
        path = quote_line(name)
        raise Unusable(translate("found the path {path}, which leaves the folder", path=path))
    if not parts or "\0" in name:
        path = repr(quote_line(name))
        raise Unusable(translate("found {path}, expected the name of a file", path=path))
    inner_path = PurePosixPath(*parts)
    if fault := explain_depth(inner_path):
        raise Unusable(fault)
    return inner_path


def check_limits(files: Entries, limits: ZipLimits) -> None:
    """Raise Unusable for files that are too large, have a password or another method."""
    if sum(info.file_size for info in files.values()) > limits.size:
        raise Unusable(translate("this unpacks to more than {most} MB", most=limits.size >> 20))
    for path, info in files.items():
        name = quote_line(str(path))
        if info.flag_bits & ENCRYPTED:
            raise Unusable(translate(PASSWORD, file=name))
        if info.compress_type not in METHODS:
            raise Unusable(translate(OTHER_METHOD, file=name))
