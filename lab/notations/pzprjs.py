"""Addresses and files of pzprjs, the program of puzz.link, pzv.jp and kanpen.net, for all puzzles.

After the first '?' an address has options such as type=player&, the name of the puzzle with _edit
or _play, more options, WIDTH/HEIGHT/ and the cells; this part alone is an address, too.  kanpen.net
has the name before the '?'; its own form, ?problem=, is a PencilBox file with '_' for blanks and
'/' for line ends.  A file, pzprv3/NAME/ROWS/COLS/ and the rows, may stand in an address, too.
Source: pzprjs, src/pzpr/parser.js, src-ui/js/ui/Boot.js and src/variety-common/FileData.js.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from lab.notations.text import (
    Chunk,
    Span,
    find_spans,
    join_or,
    make_grid_error,
    number_chunks,
    read_size,
)

SITE = re.compile(r"\s*https?://(?P<host>[^/?#\s]+)")
KNOWN_HOST = re.compile(r"(?:www\.)?(?:puzz\.link|pzv\.jp|kanpen\.net)")
KANPEN = re.compile(r"[^?]*?\b(?P<name>\w+)\.html\?(?P<form>pzpr|problem)=")
NAME = re.compile(r"(?:\w+=\w*&)*(?:(?P<name>(?![0-9]+/)[^/\s]+?)(?:_edit|_play)?/)?")
SIZE = re.compile(  # the size, which may follow other options
    r"(?:(?![0-9]+/)[^/\s]*/)*(?P<width>[0-9]{1,9})/(?P<height>[0-9]{1,9})/"
)
PUZZLE = re.compile(r"[a-z][\w-]*")
FILE = re.compile(
    r"\s*pzprv3(?:\.[0-9]+)?[ \t]*[/\n]\s*(?P<name>\w+)[ \t]*[/\n]"
    r"\s*(?P<height>[0-9]{1,9})[ \t]*[/\n]\s*(?P<width>[0-9]{1,9})[ \t]*[/\n]"
)
FILE_IN_ADDRESS = re.compile(r"[^?]*\?(?:\w+=\w*&)*(?=pzprv3)")
ESCAPE = re.compile(r"%([0-9A-Fa-f]{2})")
PIECE = re.compile(r"[^/\s][^/\n]*")  # the text between slashes or line ends
HISTORY = re.compile(r"^[ \t]*(?:info:|history:|__HISTORY__|http://)", re.MULTILINE)

matches_file = re.compile(rf"\s*(?:pzprv3|{FILE_IN_ADDRESS.pattern})").match


class Address(NamedTuple):
    """An address without escaped slashes, the size of its puzzle and the span of its cells."""

    text: str
    height: int
    width: int
    cells: Span
    has_rows: bool  # as in a PencilBox file, with '_' for blanks and '/' for line ends


def make_matcher(names: Sequence[str]) -> re.Pattern[str]:
    """Return the pattern of texts that may be an address of the puzzle with these names."""
    listed = "|".join(names)
    return re.compile(
        rf"(?!{FILE_IN_ADDRESS.pattern})"
        rf"\s*(?:https?://|[\w.-]+/\S*\?|\?|(?:{listed})(?:_edit|_play)?/|[0-9]+/[0-9]+/)"
    )


def read_address(text: str, names: Sequence[str]) -> Address:
    """Return the address in a line, of the puzzle with these names; raise a GridError."""
    if "/" not in text.partition("?")[2]:  # where they are, %2f may be a number
        text = re.sub("%2f", "/", text, flags=re.IGNORECASE)
    site, kanpen = SITE.match(text), KANPEN.match(text)
    start = text.find("?") + 1 or len(text) - len(text.lstrip())
    named = kanpen or NAME.match(text, start)
    assert named  # it matches the empty text, too
    name = named["name"]
    if site and ("?" not in text or not (kanpen or (name and PUZZLE.fullmatch(name)))):
        if KNOWN_HOST.fullmatch(site["host"]):
            raise make_grid_error(text, site.end(), "no puzzle", f"?{names[0]}/WIDTH/HEIGHT/")
        fault = f"an address of {site['host']}, a site that is not known"
        expected = f"one of puzz.link, pzv.jp or kanpen.net, as in puzz.link/p?{names[0]}/3/3/"
        raise make_grid_error(text, site.start("host"), fault, expected)
    if name not in (None, *names):
        raise make_grid_error(text, named.start("name"), f"the puzzle {name!r}", join_or(names))
    size = SIZE.match(text, named.end())
    if not size:
        raise make_grid_error(text, start, "no size", f"{names[0]}/WIDTH/HEIGHT/")
    width, height = read_size(text, size, "width", "height")
    end = max(size.end(), len(text.rstrip().removesuffix("/")))
    if kanpen and kanpen["form"] == "problem":
        # In this form the rows come first, so `width` is the number of rows.
        return Address(text, width, height, (size.end(), end), True)
    return Address(text, height, width, (size.end(), end), False)


class PuzzleFile(NamedTuple):
    """The text of a file, the name and size of its puzzle, and the spans of its other lines."""

    text: str
    name: str
    height: int
    width: int
    lines: list[Span]


def read_pzprjs_file(text: str, names: Sequence[str]) -> PuzzleFile:
    """Return the file of a puzzle with these names; raise a GridError.

    If the file stands in an address, blanks replace all but the cells, so that places stay the
    same.
    """
    if address := FILE_IN_ADDRESS.match(text):
        text = " " * address.end() + text[address.end() :]
        text = ESCAPE.sub(lambda escape: f"{chr(int(escape[1], 16))}  ".replace("\n", "/"), text)
    head = FILE.match(text)
    if not head:
        start = address.end() if address else 0
        raise make_grid_error(text, start, "no size", f"pzprv3/{names[0]}/ROWS/COLS/")
    if head["name"] not in names:
        raise make_grid_error(
            text, head.start("name"), f"the puzzle {head['name']!r}", join_or(names)
        )
    height, width = read_size(text, head, "height", "width")
    history = HISTORY.search(text, head.end())
    end = history.start() if history else len(text)
    return PuzzleFile(text, head["name"], height, width, find_spans(PIECE, text, head.end(), end))


def split_files(text: str) -> list[Chunk]:
    """Return the puzzles in the text; each begins at a line with pzprv3 or an address."""
    return number_chunks(
        re.split(r"^(?=[ \t]*(?:pzprv3|[^\s?]*\?\S*pzprv3))", text, flags=re.MULTILINE)
    )
