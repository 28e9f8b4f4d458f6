"""Write files whole or not at all, walk through folders, and name files in errors."""

import codecs
import contextlib
import io
import os
import secrets
import shutil
import stat
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path, PurePath

from lab import Unusable
from lab.common.language import format_integer, translate

Files = Mapping[str, bytes]  # the contents by paths; a file that begins with #! is executable
DEEPEST = 50  # folders below each other that are entered, and parts of an inner path
TOO_DEEP = "found a path of {parts} parts, expected {most} at most"
INDEX = "index.txt"  # the name of a list of the puzzles in a folder
UTF_16, UTF_8_WITH_MARK, ANSI = "UTF-16", "UTF-8 with BOM", "Windows-1252"  # as editors name them


def write(text: str) -> None:
    """Write to standard output and flush; an OSError has "standard output" as its file."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError as error:
        error.filename = "standard output"
        raise


def decode_any_text(data: bytes) -> tuple[str, str]:
    """Return the text in a file that a person has saved, and its encoding, "" for plain UTF-8.

    A text without a byte-order mark is in UTF-8 or, with other bytes, in Windows-1252; letters at
    the end that are cut off are left out.
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", "replace"), UTF_16
    encoding = UTF_8_WITH_MARK if data.startswith(codecs.BOM_UTF8) else ""
    try:
        return codecs.getincrementaldecoder("utf-8-sig")().decode(data), encoding
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace"), ANSI


def read_at_most(path: Path, most: int) -> bytes:
    """Return the first `most` bytes of a file, all of a shorter one; raise OSError."""
    with path.open("rb") as file:
        return file.read(most)


def save(path: Path, text: str | bytes) -> None:
    """Write a file whole or not at all; a link, pipe or device is written through.

    A file that exists keeps its mode.  Raises Unusable, with the path and the reason.
    """
    data = text.encode() if isinstance(text, str) else text
    part = path.parent / f".{secrets.token_hex(16)}.part"  # no other process writes it
    try:
        if path.is_symlink() or (path.exists() and not path.is_file()):
            path.write_bytes(data)
        else:
            mode = stat.S_IMODE(path.stat().st_mode) if path.exists() else None
            part.touch(0o666 if mode is None else 0o600)  # whom the file excludes reads no part
            part.write_bytes(data)
            if mode is not None:
                part.chmod(mode)
            part.replace(path)
    except OSError as error:
        raise Unusable(f"{path}: {error.strerror}") from None
    finally:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)


@contextlib.contextmanager
def name_file_in_errors(name: object) -> Iterator[None]:
    """Raise Unusable, which begins with the name of a file, for an OSError or a GridError."""
    from encode import GridError  # here, because a handout has another

    try:
        yield
    except GridError as error:
        raise Unusable(f"{name}:{error}") from None
    except OSError as error:
        raise Unusable(f"{name}: {error.strerror or error}") from None


def walk_files(
    folder: Path, is_entered: Callable[[str], bool] = lambda name: True
) -> Iterator[Path]:
    """Yield the files and links in a folder and below it, each folder's own first, in order.

    Enters only folders whose names are `is_entered`, at most DEEPEST below each other.
    """
    for root, folders, names in os.walk(folder):
        folders[:] = [] if is_deep(root, folder) else sorted(filter(is_entered, folders))
        yield from (Path(root, name) for name in sorted(names))


def explain_depth(path: PurePath) -> str:
    """Return what is wrong with an inner path of more than DEEPEST parts, "" for any other."""
    if (number := len(path.parts)) <= DEEPEST:
        return ""
    return translate(TOO_DEEP, parts=format_integer(number), most=DEEPEST)


def is_deep(folder: str, top: Path) -> bool:
    """Return whether a folder lies so deep below `top` that those in it are not entered."""
    return len(Path(folder).parts) - len(top.parts) >= DEEPEST


def list_matching_paths(folder: Path, patterns: Iterable[str]) -> Iterator[str]:
    """Yield the paths in a folder that match the patterns, which may have * and **, in order."""
    for pattern in patterns:
        yield from (path.relative_to(folder).as_posix() for path in sorted(folder.glob(pattern)))


def is_output(path: Path, top: Path, outputs: Iterable[Path]) -> bool:
    """Return whether `path` is an output, or lies in an output that is a folder below `top`."""
    inner = [folder for folder in path.parents if len(folder.parts) > len(top.parts)]
    return any(is_same_file(place, output) for output in outputs for place in (path, *inner))


def is_same_file(path: Path, output: Path) -> bool:
    """Return whether a path leads to an output; a link may lead to one that is not made yet."""
    if path.exists() and output.exists():
        return path.samefile(output)
    return path.is_symlink() and path.resolve() == output.resolve()


def check_target(path: Path) -> None:
    """Raise Unusable if `path` exists, or if its parent does not.

    An empty folder may exist, unless it is the working directory, which nothing can replace.
    """
    is_folder = path.is_dir() and not path.is_symlink() and not path.samefile(Path.cwd())
    is_empty = is_folder and not any(path.iterdir())
    if os.path.lexists(path) and not (is_empty and path.suffix != ".zip"):
        raise Unusable(f"{path}: exists, and nothing is overwritten")
    if not path.absolute().parent.is_dir():
        raise Unusable(f"{path}: No such file or directory")


def write_files(path: Path, files: Files, name: str) -> None:
    """Write files into a folder, or into a folder `name` in a .zip; raises Unusable."""
    if path.suffix == ".zip":
        save(path, pack_zip({f"{name}/{inside}": data for inside, data in files.items()}))
    else:
        write_folder(path, files)


def write_folder(path: Path, files: Files) -> None:
    """Write a folder beside `path`, then rename it to `path`; raises Unusable."""
    with name_file_in_errors(path):
        part = Path(tempfile.mkdtemp(dir=path.absolute().parent, prefix="."))
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


def pack_zip(files: Files) -> bytes:
    """Return a zip of files; equal files make equal bytes."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name in sorted(files):
            info = zipfile.ZipInfo(name)  # of 1980, the default
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = (0o100755 if files[name].startswith(b"#!") else 0o100644) << 16
            archive.writestr(info, files[name])
    return data.getvalue()
