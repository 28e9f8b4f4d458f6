"""Streams the puzzles of files, folders, zips and standard input, in any notation, mixed too.

A source is one file, member of a zip or standard input.  It is read in windows, and each window is
cut into pieces, one for each puzzle.  Texts are parsed here only to find where a puzzle ends.
"""

import contextlib
import os
import zipfile
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path, PurePath
from typing import IO, NamedTuple

import encode
from lab import Unusable
from lab.common.files import INDEX, is_output, walk_files
from lab.common.words import quote_line
from lab.delivery.zips import ZIP_ERRORS, format_damage
from lab.notations.reading import Notation
from lab.notations.text import Chunk, shift_error, split_lines, split_paragraphs

WINDOW_BYTES = 1 << 20  # least size of a window that is not the last of its source
STDIN = "<stdin>"
READ_ERRORS: tuple[type[Exception], ...] = (OSError, *ZIP_ERRORS)  # of a file, or a zip's member
with contextlib.suppress(ImportError):  # not every Python has lzma
    from lzma import LZMAError

    READ_ERRORS += (LZMAError,)
LEADING_LINES = 3  # lines of a paragraph that show whether each has a puzzle

Notations = dict[str, Notation[object]]


class SourceFile(NamedTuple):
    """The name of a source, and a function that opens it."""

    name: str
    open: Callable[[], IO[bytes]]


class Piece(NamedTuple):
    """The part of a source that should hold one puzzle."""

    source: str
    number: int  # the number of the piece in its source, from 1
    line: int  # the line where it begins
    text: str
    error: str = ""  # why there is no text


# ---------------------------------------------------------------- sources


def check_paths(paths: Iterable[str]) -> None:
    """Raise Unusable for the first path that cannot be read at all."""
    for path in paths:
        if path == "-" or os.path.isdir(path):
            continue
        if not os.access(path, os.R_OK):
            raise Unusable(f"{path}: no such file, or it cannot be read")
        if path.lower().endswith(".zip"):
            archive = open_archive(path)
            if not archive:
                raise Unusable(f"{path}: found no zip file, or a damaged one")
            archive.close()


def list_sources(paths: Iterable[str], outputs: Iterable[Path] = ()) -> Iterator[SourceFile]:
    """Yield the sources at these paths, each once and named on one line; - is standard input.

    Folders and zips are listed in alphabetic order, without hidden files, index.txt, solutions
    (solNAME beside domNAME), files that are neither texts nor named so, and folders that walk_files
    does not enter.  outputs: files and folders that the command writes, which are left out.
    """
    outputs = list(outputs)
    names: set[str] = set()
    for path in paths:
        for source in list_path(path):
            if source.name not in names and not is_output(Path(source.name), Path(path), outputs):
                names.add(source.name)
                yield source._replace(name=quote_line(source.name))


def list_path(path: str) -> Iterator[SourceFile]:
    if path == "-":
        yield SourceFile(STDIN, lambda: open(0, "rb", closefd=False))  # noqa: SIM115
    elif os.path.isdir(path):
        for file in choose_files([os.path.relpath(file, path) for file in walk_files(Path(path))]):
            whole = os.path.join(path, file)
            if os.path.isfile(whole):
                yield from filter(is_text, list_path(whole))
    elif path.lower().endswith(".zip") and (archive := open_archive(path)):
        with archive:
            members = [name for name in archive.namelist() if not name.endswith("/")]
            for member in choose_files(members):
                source = SourceFile(f"{path}/{member}", partial(archive.open, member))
                if is_text(source):
                    yield source
    else:
        yield SourceFile(path, lambda: open(path, "rb"))  # noqa: SIM115


def open_archive(path: str) -> zipfile.ZipFile | None:
    """Return the zip at a path, None if its list of contents cannot be read."""
    with contextlib.suppress(*READ_ERRORS):
        return zipfile.ZipFile(path)
    return None


def choose_files(paths: list[str]) -> list[str]:
    """Return the paths in a folder or zip that may have puzzles, sorted; see list_sources."""
    siblings = {*paths}
    chosen = []
    for path in sorted(siblings, key=os.path.split):
        parts = PurePath(path).parts
        name = parts[-1]
        puzzle = f"{path.removesuffix(name)}dom{name[3:]}"
        is_solution = name.startswith("sol") and puzzle in siblings
        is_hidden = any(part.startswith(".") for part in parts)
        if not (is_solution or is_hidden or name == INDEX):
            chosen.append(path)
    return chosen


def is_text(source: SourceFile) -> bool:
    """Return whether a source begins without NUL bytes, or as UTF-16.

    Also true of a source that is unreadable, or named .txt or .zip: its row has the reason.
    """
    if source.name.lower().endswith((".txt", ".zip")):
        return True
    try:
        with source.open() as stream:
            beginning = stream.read(1024)
        return b"\0" not in beginning or beginning.startswith((BOM_UTF16_LE, BOM_UTF16_BE))
    except READ_ERRORS:
        return True


# ---------------------------------------------------------------- pieces


def cut_source(source: SourceFile, notations: Notations) -> Iterator[Piece]:
    """Yield the pieces of a source, in the only one of `notations`, or in any of them.

    A single piece with an error stands for a window that is not a text, for an empty source, or for
    the unreadable rest of a source.
    """
    number = 0
    try:
        with source.open() as stream:
            for first, data in read_windows(stream, notations):
                error = ""
                try:
                    text = encode.decode_text(data).replace("\r\n", "\n")
                    if len(notations) == 1:
                        chunks = next(iter(notations.values())).split(text)
                    else:
                        chunks = split_text(text, notations)
                except encode.GridError as fault:
                    chunks, error = [(1, "")], str(shift_error(fault, first - 1))
                for line, chunk in chunks:
                    number += 1
                    yield Piece(source.name, number, first + line - 1, chunk, error)
        if not number:
            yield Piece(source.name, 1, 1, "", "1:1: found an empty input, expected a puzzle")
    except READ_ERRORS as error:
        reason = getattr(error, "strerror", None) or format_damage(error)
        yield Piece(source.name, number + 1, 1, "", reason)


def read_windows(stream: IO[bytes], notations: Notations) -> Iterator[tuple[int, bytes]]:
    """Yield the windows of a stream, each with the number of its first line before its bytes.

    No puzzle is cut: a window ends after a blank line, or before a line that is a whole puzzle.
    """
    window: list[bytes] = []
    first, size = 1, 0
    for number, line in enumerate(stream, start=1):
        text = line.decode(errors="replace")
        if size >= WINDOW_BYTES and (not window[-1].strip() or is_puzzle(text, notations)):
            yield first, b"".join(window)
            window, first, size = [], number, 0
        window.append(line)
        size += len(line)
    if any(map(bytes.strip, window)):
        yield first, b"".join(window)


def split_text(text: str, notations: Notations) -> list[Chunk]:
    """Return the puzzles in a text, each in any notation, with the line where it begins.

    If no notation splits the whole text, it is split at blank lines.  A paragraph that no notation
    splits is split into lines if one of its first LEADING_LINES is a whole puzzle.
    """
    if chunks := split_by_notation(text, notations):
        return chunks
    for first, paragraph in split_paragraphs(text):
        parts = split_by_notation(paragraph, notations)
        if not parts:
            leading = paragraph.split("\n", LEADING_LINES)[:LEADING_LINES]
            is_list = any(is_puzzle(line, notations) for line in leading)
            parts = split_lines(paragraph) if is_list else [(1, paragraph)]
        chunks += [(first + line - 1, part) for line, part in parts]
    return chunks


def split_by_notation(text: str, notations: Notations) -> list[Chunk]:
    """Return the puzzles in the first notation that matches all puzzles and reads one, else []."""
    for name, notation in notations.items():
        if name != "grid" and notation.matches(text):  # grid matches most texts
            chunks = notation.split(text)
            if can_read(notation, text) and all(notation.matches(chunk) for _, chunk in chunks):
                return chunks
    return []


def is_puzzle(line: str, notations: Notations) -> bool:
    """Return whether a line is a puzzle in a notation that has one on each line."""
    return bool(line.strip()) and any(
        getattr(notation, "ONE_PER_LINE", False)
        and notation.matches(line)
        and can_read(notation, line)
        for notation in notations.values()
    )


def can_read(notation: Notation[object], text: str) -> bool:
    """Return whether the notation reads the first puzzle of the text."""
    try:
        chunks = notation.split(text)
        return bool(chunks) and notation.read(chunks[0][1]) is not None
    except encode.GridError:
        return False
