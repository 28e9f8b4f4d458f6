"""Streams the puzzles of files, folders, zips and standard input, in any notation, mixed too.

A source is one file, member of a zip or standard input.  It is read in windows of bounded size,
and each window is cut into pieces, which hold one puzzle each as a rule.  Texts are parsed here
only as far as is needed to cut them.
"""

import contextlib
import os
import re
import stat
import zipfile
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import IO, NamedTuple

import encode
from lab import Unusable
from lab.common.files import INDEX
from lab.notations.reading import Notation
from lab.notations.text import Chunk, number_chunks

WINDOW = 1 << 20  # bytes that are read together; a puzzle that is larger makes it grow
STDIN = "<stdin>"
BLANK_LINE = re.compile(rb"\n[ \t\r]*\n")
PARAGRAPH = re.compile(r"((?:\A|\n)(?:[^\S\n]*\n)+)")
LEADING = 3  # lines of a paragraph, one of which shows whether it has a puzzle on each line

Notations = dict[str, Notation[object]]


class Source(NamedTuple):
    """The name of a source, as it stands in the table, and a function that opens it."""

    name: str
    open: Callable[[], IO[bytes]]


class Piece(NamedTuple):
    """A part of a source: the line where it begins, and its text or why it cannot be read."""

    source: str
    line: int
    text: str
    error: str = ""


# ---------------------------------------------------------------- sources


def check_paths(paths: Iterable[str]) -> None:
    """Raise Unusable for the first path that cannot be read at all."""
    for path in paths:
        try:
            if path != "-" and not stat.S_ISDIR(os.stat(path).st_mode):
                with open(path, "rb"):
                    pass
        except OSError as error:
            raise Unusable(f"{path}: {error.strerror}") from None
        if path.endswith(".zip") and os.path.isfile(path) and not zipfile.is_zipfile(path):
            raise Unusable(f"{path}: found no zip file, which its name says it is")


def list_sources(paths: Iterable[str]) -> Iterator[Source]:
    """Yield the sources at these paths, each once; `-` is standard input.

    A folder is listed in alphabetic order, a zip in its own.  Of both these are left out: hidden
    files, index.txt, files that are no text, and solutions: solNAME beside domNAME, and NAME.sol
    beside NAME.txt.
    """
    names: set[str] = set()
    for path in paths:
        for source in list_path(path):
            if source.name not in names:
                names.add(source.name)
                yield source


def list_path(path: str) -> Iterator[Source]:
    """Yield the sources at one path."""
    if path == "-":
        yield Source(STDIN, lambda: open(0, "rb", closefd=False))  # noqa: SIM115
    elif os.path.isdir(path):
        for folder, folders, files in os.walk(path):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            for name in puzzle_names(files):
                file = os.path.join(folder, name)
                is_zip = name.endswith(".zip") and zipfile.is_zipfile(file)
                if is_zip or os.path.isfile(file):
                    yield from list_zip(file) if is_zip else filter(is_text, [file_source(file)])
    else:
        yield from list_zip(path) if path.endswith(".zip") else [file_source(path)]


def file_source(path: str) -> Source:
    """Return a file as a source."""
    return Source(path, lambda: open(path, "rb"))


def list_zip(path: str) -> Iterator[Source]:
    """Yield the sources in a zip."""
    with zipfile.ZipFile(path) as archive:
        members = [info.filename for info in archive.infolist() if not info.is_dir()]
        by_folder: dict[str, list[str]] = {}
        for member in members:
            folder, name = os.path.split(member)
            by_folder.setdefault(folder, []).append(name)
        chosen = {
            os.path.join(folder, name)
            for folder, names in by_folder.items()
            if not any(part.startswith(".") for part in Path(folder).parts)
            for name in puzzle_names(names)
        }
        for member in filter(chosen.__contains__, members):
            source = Source(f"{path}/{member}", lambda member=member: archive.open(member))  # type: ignore[misc]
            if is_text(source):
                yield source


def puzzle_names(names: list[str]) -> list[str]:
    """Return the names of files in a folder that may hold puzzles, in alphabetic order."""
    solutions = {f"sol{name[3:]}" for name in names if name.startswith("dom")}
    solutions |= {f"{Path(name).stem}.sol" for name in names if not name.endswith(".sol")}
    return sorted(n for n in names if not (n.startswith(".") or n == INDEX or n in solutions))


def is_text(source: Source) -> bool:
    """Return whether no NUL byte is near the beginning; unreadable sources are reported later."""
    try:
        with source.open() as stream:
            beginning = stream.read(1024)
        return b"\0" not in beginning or beginning.startswith((BOM_UTF16_LE, BOM_UTF16_BE))
    except (OSError, RuntimeError, zipfile.BadZipFile):
        return True


# ---------------------------------------------------------------- pieces


def cut_source(source: Source, notations: Notations, notation: str | None) -> Iterator[Piece]:
    """Yield the pieces of a source, in `notation`, or without one each in any of `notations`.

    A window that cannot be decoded is one piece with the reason, and so is a source that is
    empty or cannot be read.
    """
    is_empty = True
    allowed = {notation: notations[notation]} if notation else notations
    try:
        with source.open() as stream:
            for first, data in read_windows(stream, allowed):
                is_empty = False
                try:
                    text = encode.decode_text(data).replace("\r\n", "\n")
                except encode.GridError as error:
                    place = f"{error.line + first - 1}:{error.column}"
                    reason = f"{place}: found {error.found}, expected {error.expected}"
                    yield Piece(source.name, first, "", reason)
                    continue
                split = notations[notation].split(text) if notation else split_text(text, notations)
                for line, chunk in split:
                    yield Piece(source.name, first + line - 1, chunk)
        if is_empty:
            yield Piece(source.name, 1, "", "1:1: found an empty input, expected a puzzle")
    except (OSError, RuntimeError, zipfile.BadZipFile) as error:  # RuntimeError: a password
        reason = getattr(error, "strerror", None) or str(error)
        yield Piece(source.name, 1, "", " ".join(reason.split()))


def read_windows(stream: IO[bytes], notations: Notations) -> Iterator[tuple[int, bytes]]:
    """Yield the number of the first line of each window, and its bytes.

    A window ends at a blank line, or at any line end where each line is a puzzle.
    """
    held, line = b"", 1
    while block := stream.read(WINDOW):
        held += block
        if len(block) == WINDOW and (end := window_end(held, notations)):
            yield line, held[:end]
            line += held.count(b"\n", 0, end)
            held = held[end:]
    if held.strip():
        yield line, held


def window_end(data: bytes, notations: Notations) -> int:
    """Return the offset after the last puzzle that certainly ends in the data, or 0."""
    *_, end = [0, *(blank.end() for blank in BLANK_LINE.finditer(data))]
    if not end:
        with contextlib.suppress(encode.GridError):
            start = encode.decode_text(data[: data.find(b"\n", 4096) + 1]).replace("\r\n", "\n")
            if has_puzzle_on_line(start, notations):
                return data.rfind(b"\n") + 1
    return end


def split_text(text: str, notations: Notations) -> list[Chunk]:
    """Return the puzzles in a text, each in any notation, with the line where it begins.

    A notation splits the text if it recognises each puzzle that it finds and reads the first.
    Otherwise the paragraphs of the text are split one by one, or its lines where one is a puzzle.
    """
    for name in sorted(notations, key="grid".__eq__):  # grid, which recognises most texts, last
        notation = notations[name]
        if not notation.matches(text):
            continue
        chunks = notation.split(text)
        rivals = {n: notations[n] for n in notations if name == "grid" and n != name}
        if (
            chunks
            and can_read(notation, chunks[0][1])
            and all(notation.matches(chunk) for _, chunk in chunks)
            and not (chunks[1:] and any(is_puzzle(chunk, rivals) for _, chunk in chunks))
        ):
            return chunks
    paragraphs = number_chunks(PARAGRAPH.split(text))
    if len(paragraphs) > 1:
        return [
            (first + line - 1, chunk)
            for first, paragraph in paragraphs
            for line, chunk in split_text(paragraph, notations)
        ]
    if has_puzzle_on_line(text, notations):
        return [
            (number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip()
        ]
    return paragraphs


def has_puzzle_on_line(text: str, notations: Notations) -> bool:
    """Return whether one of the first lines is a puzzle by itself."""
    one_per_line = {
        n: notations[n] for n in notations if getattr(notations[n], "ONE_PER_LINE", False)
    }
    lines = filter(str.strip, text.split("\n", LEADING)[:LEADING])
    return any(is_puzzle(line, one_per_line) for line in lines)


def is_puzzle(text: str, notations: Notations) -> bool:
    """Return whether one of the notations recognises the text and can read it."""
    return any(
        notation.matches(text) and can_read(notation, text) for notation in notations.values()
    )


def can_read(notation: Notation[object], text: str) -> bool:
    """Return whether the notation reads the first puzzle of the text."""
    try:
        return all(notation.read(chunk) is not None for _, chunk in notation.split(text)[:1])
    except encode.GridError:
        return False
