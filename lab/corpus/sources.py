"""Streams the puzzles of files, folders, zips and standard input, in any notation, mixed too.

A source is one file, member of a zip or standard input.  It is read in windows of bounded size,
and each is cut into pieces that hold one puzzle each, as a rule.  Nothing is parsed here but the
beginning of a piece where that decides how to cut.
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
from lab.notations.text import Chunk, numbered

WINDOW = 1 << 20  # bytes that are read together; a puzzle that is larger makes it grow
STDIN = "<stdin>"
BLANK_LINE = re.compile(rb"\n[ \t\r]*\n")
PARAGRAPH = re.compile(r"((?:\A|\n)(?:[^\S\n]*\n)+)")
LEADING = 3  # lines of a paragraph, one of which shows that it has a puzzle on each line

Notations = dict[str, Notation[object]]


class Source(NamedTuple):
    """The name of a source, as it stands in the table, and how to open it."""

    name: str
    open: Callable[[], IO[bytes]]


class Piece(NamedTuple):
    """A part of a source: the line where it begins, its text, or why it cannot be read."""

    source: str
    line: int
    text: str
    fault: str = ""


# ---------------------------------------------------------------- what there is


def check(paths: Iterable[str]) -> None:
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


def found(paths: Iterable[str]) -> Iterator[Source]:
    """The sources at these paths, `-` being standard input, each once, folders in alphabetic order.

    In folders and zips, what does not hold puzzles is left out: hidden files, index.txt, files that
    are no text, and solutions: solNAME where there is domNAME, NAME.sol where there is NAME.txt.
    """
    names: set[str] = set()
    for path in paths:
        for source in at(path):
            if source.name not in names:
                names.add(source.name)
                yield source


def at(path: str) -> Iterator[Source]:
    """The sources at one path."""
    if path == "-":
        yield Source(STDIN, lambda: open(0, "rb", closefd=False))  # noqa: SIM115
    elif os.path.isdir(path):
        for folder, folders, files in os.walk(path):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            for name in likely(files):
                yield from inside(os.path.join(folder, name))
    elif path.endswith(".zip"):
        yield from members(path)
    else:
        yield Source(path, lambda: open(path, "rb"))  # noqa: SIM115


def inside(path: str) -> Iterator[Source]:
    """The sources at the path of a file in a folder: none if it is no text."""
    if path.endswith(".zip") and zipfile.is_zipfile(path):
        yield from members(path)
    elif os.path.isfile(path):
        source = Source(path, lambda: open(path, "rb"))  # noqa: SIM115
        if is_text(source):
            yield source


def members(path: str) -> Iterator[Source]:
    """The sources in a zip, in its order."""
    with zipfile.ZipFile(path) as archive:
        names = [info.filename for info in archive.infolist() if not info.is_dir()]
        by_folder: dict[str, list[str]] = {}
        for name in names:
            by_folder.setdefault(os.path.dirname(name), []).append(os.path.basename(name))
        wanted = {
            os.path.join(folder, name)
            for folder, files in by_folder.items()
            if not any(part.startswith(".") for part in Path(folder).parts)
            for name in likely(files)
        }
        for name in names:
            source = Source(f"{path}/{name}", lambda name=name: archive.open(name))  # type: ignore[misc]
            if name in wanted and is_text(source):
                yield source


def likely(names: list[str]) -> list[str]:
    """The names of a folder that may hold puzzles, in alphabetic order."""
    solved = {f"sol{name[3:]}" for name in names if name.startswith("dom")}
    solved |= {f"{Path(name).stem}.sol" for name in names if not name.endswith(".sol")}
    return sorted(n for n in names if not (n.startswith(".") or n == INDEX or n in solved))


def is_text(source: Source) -> bool:
    """Whether no NUL byte is near the beginning; what else cannot be read is reported later."""
    try:
        with source.open() as stream:
            beginning = stream.read(1024)
        return b"\0" not in beginning or beginning.startswith((BOM_UTF16_LE, BOM_UTF16_BE))
    except (OSError, RuntimeError, zipfile.BadZipFile):
        return True


# ---------------------------------------------------------------- how it is cut


def pieces(source: Source, notations: Notations, given: str | None) -> Iterator[Piece]:
    """The pieces of a source, in the notation given, else each in whatever it is.

    A window that cannot be read is one piece, with the reason.
    """
    is_empty = True
    try:
        with source.open() as stream:
            for line, data in windows(stream, given_or_all(notations, given)):
                for piece in cut(source.name, line, data, notations, given):
                    is_empty = False
                    yield piece
        if is_empty:
            yield Piece(source.name, 1, "", "1:1: found an empty input, expected a puzzle")
    except (OSError, RuntimeError, zipfile.BadZipFile) as error:  # RuntimeError: a password
        reason = getattr(error, "strerror", None) or str(error)
        yield Piece(source.name, 1, "", " ".join(reason.split()))


def given_or_all(notations: Notations, given: str | None) -> Notations:
    """The notation given alone, else all of them."""
    return {given: notations[given]} if given else notations


def cut(
    name: str, line: int, data: bytes, notations: Notations, given: str | None
) -> Iterator[Piece]:
    """The pieces of a window that begins with this line of its source."""
    try:
        text = encode.decode_text(data).replace("\r\n", "\n")
    except encode.GridError as error:
        place = f"{error.line + line - 1}:{error.column}"
        yield Piece(name, line, "", f"{place}: found {error.found}, expected {error.expected}")
        return
    chunks = notations[given].split(text) if given else separated(text, notations)
    for first, chunk in chunks:
        yield Piece(name, line + first - 1, chunk)


def windows(stream: IO[bytes], notations: Notations) -> Iterator[tuple[int, bytes]]:
    """The stream in parts that end at a blank line, with the number of the first line of each.

    Or at any line end, where each line is a puzzle.  What is in one part is held in memory.
    """
    held, line = b"", 1
    while block := stream.read(WINDOW):
        held += block
        is_last = len(block) < WINDOW
        if not is_last and (end := last_end(held, notations)):
            yield line, held[:end]
            line += held.count(b"\n", 0, end)
            held = held[end:]
    if held.strip():
        yield line, held


def last_end(data: bytes, notations: Notations) -> int:
    """The offset after the last puzzle that ends in the data; 0 if none is known to end there."""
    *_, last = [0, *(blank.end() for blank in BLANK_LINE.finditer(data))]
    if last:
        return last
    with contextlib.suppress(encode.GridError):
        start = encode.decode_text(data[: data.find(b"\n", 4096) + 1]).replace("\r\n", "\n")
        if has_one_a_line(start, notations):
            return data.rfind(b"\n") + 1
    return 0


def separated(text: str, notations: Notations) -> list[Chunk]:
    """The puzzles in a text, each in whatever notation, with the line where it begins.

    The notation that recognises all of what it takes for the puzzles, and reads the first, splits
    the text; else each paragraph is looked at alone, and a line alone where one can be read.
    """
    for name in sorted(notations, key="grid".__eq__):  # grid recognises nearly everything
        notation = notations[name]
        if notation.recognised(text):
            chunks = notation.split(text)
            others = {} if name != "grid" else {n: notations[n] for n in notations if n != name}
            if (
                chunks
                and reads(notation, chunks[0][1])
                and all(notation.recognised(chunk) for _, chunk in chunks)
                and not (chunks[1:] and any(recognised(chunk, others) for _, chunk in chunks))
            ):
                return chunks
    paragraphs = numbered(PARAGRAPH.split(text))
    if len(paragraphs) > 1:
        return [
            (first + line - 1, chunk)
            for first, paragraph in paragraphs
            for line, chunk in separated(paragraph, notations)
        ]
    if has_one_a_line(text, notations):
        return [
            (number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip()
        ]
    return paragraphs


def recognised(text: str, notations: Notations) -> bool:
    """Whether one of the notations recognises the text, and reads it."""
    return any(one.recognised(text) and reads(one, text) for one in notations.values())


def has_one_a_line(text: str, notations: Notations) -> bool:
    """Whether one of the first lines is a puzzle by itself."""
    alone = {n: one for n, one in notations.items() if getattr(one, "ONE_A_LINE", False)}
    lines = filter(str.strip, text.split("\n", LEADING)[:LEADING])
    return any(recognised(line, alone) for line in lines)


def reads(notation: Notation[object], text: str) -> bool:
    """Whether the notation reads the first puzzle of the text."""
    try:
        return all(notation.read(chunk) is not None for _, chunk in notation.split(text)[:1])
    except encode.GridError:
        return False
