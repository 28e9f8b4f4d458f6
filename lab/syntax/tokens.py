"""Reads the text of a logic program: its tokens, its files, the places of clingo's complaints.

clingo parses nothing here: this module decides whether clingo gets to see a program at all.
"""

import re
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from lab.common.words import NOWHERE, Place

MOST = 1 << 20  # bytes of all files of a program
LONG = 100  # characters of a name that are shown
TOKEN = re.compile(
    r"""
    (?P<string> "(?:\\.|[^"\\\n])*"? )
  | (?P<open_comment> %\* )
  | (?P<comment> %[^\n]* )
  | (?P<include> \#include\b )
  | (?P<script> \#script\b )
  | (?P<interval> \.\. )
  | (?P<stop> \. )
  | (?P<bracket> [()\[\]{}] )
  | (?P<word> [\#&]?[\w']+ )
  | (?P<sign> [^\s\w] )
    """,
    re.VERBOSE,
)
COMMENT = re.compile(r"%\*|\*%")
PAIRS = {")": "(", "]": "[", "}": "{"}
CLOSES = {opening: closing for closing, opening in PAIRS.items()}


class Token(NamedTuple):
    kind: str
    text: str
    start: int


class ProgramRefused(Exception):
    """A program that clingo does not get to see: why, and where if that is known."""

    def __init__(self, words: str, place: Place = NOWHERE) -> None:
        super().__init__(f"{place}: {words}" if place.line else words)
        self.place = place


def read_tokens(text: str) -> Iterator[Token]:
    """The tokens of a text, without comments and white space."""
    position = 0
    while found := TOKEN.search(text, position):
        position = found.end()
        if found.lastgroup == "open_comment":
            position = end_of_comment(text, position)
        elif found.lastgroup not in (None, "comment"):
            yield Token(str(found.lastgroup), found[0], found.start())


def end_of_comment(text: str, position: int) -> int:
    """The position after a block comment that began before `position`; such comments nest."""
    depth = 1
    while depth and (found := COMMENT.search(text, position)):
        depth += 1 if found[0] == "%*" else -1
        position = found.end()
    return position if not depth else len(text)


def line_number(text: str, position: int) -> int:
    """The line of a position, from 1."""
    return text.count("\n", 0, position) + 1


# ---------------------------------------------------------------- files


def copy_program(program: Path, home: Path, folder: Path) -> Path:
    """Copy a program and what it includes to a folder; return the copy of the program.

    Links are followed.  Raises Refused for #script, and for a file outside of `home`.
    """
    try:
        first = program.resolve()
    except (OSError, RuntimeError):
        raise ProgramRefused(f"{program.name}: this is a link that leads nowhere") from None
    if home not in first.parents:
        raise ProgramRefused(f"{program.name}: this is a link to a file outside of its folder")
    sizes: dict[Path, int] = {}
    waiting = [first]
    while waiting:
        file = waiting.pop()
        name = legible(file.relative_to(home))
        text = read(file, name, MOST - sum(sizes.values()))
        sizes[file] = len(text)
        copy = folder / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(text)
        found = included(text.decode("utf-8", "replace"), name, file, home)
        waiting += [one for one in found if one not in sizes]
    return folder / legible(first.relative_to(home))


def legible(path: Path) -> str:
    """The path as a name that clingo can read, in UTF-8."""
    return path.as_posix().encode(errors="replace").decode()


def read(file: Path, name: str, most: int) -> bytes:
    """The bytes of a plain file, `most` at most; raises Refused."""
    try:
        if not stat.S_ISREG(file.stat().st_mode):
            raise ProgramRefused(f"{name}: this is no plain file")
        with file.open("rb") as opened:
            data = opened.read(most + 1)
    except OSError as error:
        raise ProgramRefused(f"{name}: {error.strerror}") from None
    if len(data) > most:
        raise ProgramRefused(f"{name}: the program is longer than {MOST >> 20} MB")
    return data


def included(text: str, name: str, file: Path, home: Path) -> Iterator[Path]:
    """The files that a text includes, all within the folder `home`, each once."""
    found = read_tokens(text)
    names = set()
    for token in found:
        if token.kind == "script":
            here = Place(name, line_number(text, token.start))
            raise ProgramRefused("#script is not accepted; only logic is judged", here)
        if token.kind == "include" and (wanted := next(found, token)).text not in names:
            names.add(wanted.text)
            try:
                yield inside(wanted, file, home)
            except ProgramRefused as refusal:
                raise ProgramRefused(
                    str(refusal), Place(name, line_number(text, token.start))
                ) from None


def inside(token: Token, file: Path, home: Path) -> Path:
    """The file that a token after #include names; raises Refused."""
    wanted = Path(token.text.strip('"'))
    absent = ProgramRefused(f"the included file {str(wanted)[:LONG]} does not exist")
    try:
        path = (file.parent / wanted).resolve()
        is_there = path.is_file()
    except (OSError, ValueError, RuntimeError):  # too long, no name at all, a loop of links
        raise absent from None
    if token.kind != "string" or wanted.is_absolute() or home not in path.parents:
        raise ProgramRefused("#include reaches outside the folder of the program")
    if not is_there:
        raise absent
    return path


def strip_folder(folder: Path, file: str) -> str:
    """The name of a file, which a stranger gives, from a folder on."""
    return file.removeprefix(f"{folder}/")


def read_copy(folder: Path, file: str) -> str | None:
    """The text of a file that was copied into a folder; None for any other, wherever it lies."""
    path = folder / file
    if ".." in path.parts or not path.is_relative_to(folder) or not path.is_file():
        return None
    return path.read_bytes().decode(errors="replace")


# ---------------------------------------------------------------- brackets and full stops


def open_bracket(text: str, position: int) -> Token | None:
    """The last bracket before a position that is open in the statement there."""
    open_ones: list[Token] = []
    for token in read_tokens(text[:position]):
        if token.kind == "stop":
            open_ones = []
        elif token.kind == "bracket" and token.text in PAIRS.values():
            open_ones.append(token)
        elif token.kind == "bracket" and open_ones and open_ones[-1].text == PAIRS[token.text]:
            open_ones.pop()
    return open_ones[-1] if open_ones else None


def token_before(text: str, position: int) -> Token | None:
    """The last token before a position."""
    return next(reversed(list(read_tokens(text[:position]))), None)


def find_position(text: str, number: int, column: int) -> int:
    """The position of a line and a column, from 1; clingo counts columns in bytes."""
    lines = text.split("\n")
    row = lines[number - 1] if number <= len(lines) else ""
    characters = len(row.encode()[: column - 1].decode(errors="ignore"))
    return sum(len(one) + 1 for one in lines[: number - 1]) + characters
