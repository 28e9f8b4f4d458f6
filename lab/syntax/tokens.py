"""Reads the text of a logic program: its tokens and its files.

clingo parses nothing here: this module decides whether clingo gets to see a program at all.
"""

import bisect
import functools
import re
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from lab.common.files import decode_any_text, explain_depth, read_at_most
from lab.common.language import translate
from lab.common.words import NOWHERE, Place

MOST_BYTES = 1 << 20  # bytes of all files of a program
LONGEST_NAME = 100  # characters of a name that are shown
LIBRARY = (
    "found #include and a library of clingo in < >, expected the name of a file in quotes; the "
    "rules need no library"
)
TOKEN = re.compile(
    r"""
    (?P<string> "(?:\\.|[^"\\\n])*"? )
  | (?P<open_comment> %\* )
  | (?P<comment> (?:%|\#!)[^\n]* )
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
COMMENT_MARK = re.compile(r"%\*|\*%|%[^\n]*")  # within %* ... *%; a comment of a line hides marks
NO_BLANK = re.compile(r"\S")
CLOSES = {"(": ")", "[": "]", "{": "}"}


class Token(NamedTuple):
    """A token of a program: the name of its group in TOKEN, its text and its position."""

    kind: str
    text: str
    start: int

    @property
    def nesting(self) -> int:
        """1 for a bracket that opens, -1 for one that closes, 0 for any other token."""
        return (self.text in CLOSES) - (self.text in CLOSES.values())


NO_TOKEN = Token("", "", 0)


class Statement(NamedTuple):
    """A statement without its full stop; all its texts have the same length."""

    start: int  # its position in the program
    source: str
    code: str  # the text with blanks in place of comments and of the contents of strings
    skeleton: str  # the code with blanks in place of the contents of brackets


class ProgramRefused(Exception):
    """A program that may reach outside its folder; clingo does not get to see it."""

    def __init__(self, message: str, place: Place = NOWHERE) -> None:
        super().__init__(place.prefix(message))
        self.message, self.place = message, place


def read_tokens(text: str, position: int = 0) -> Iterator[Token]:
    """Yield the tokens from a position on, without comments and white space."""
    return (token for token in read_all_tokens(text, position) if token.kind != "comment")


def read_all_tokens(text: str, position: int = 0) -> Iterator[Token]:
    """Yield the tokens from a position on, and comments, without white space.

    Block comments nest; one without an end ends the tokens.
    """
    while match := TOKEN.search(text, position):
        kind, position = str(match.lastgroup), match.end()
        if kind == "open_comment":
            depth = 1
            while depth and (mark := COMMENT_MARK.search(text, position)):
                depth += {"%*": 1, "*%": -1}.get(mark[0], 0)
                position = mark.end()
            if depth:
                return
            kind = "comment"
        yield Token(kind, text[match.start() : position], match.start())


@functools.lru_cache(maxsize=1)  # a program has up to 20 errors
def list_statements(text: str) -> list[Statement]:
    """Return the statements of a text; also #show, #const and weights in [ ]."""
    statements: list[Statement] = []
    first, position, depth = -1, 0, 0
    code: list[str] = []
    skeleton: list[str] = []
    for token in (*read_tokens(text), Token("stop", "", len(text))):
        if first < 0:
            first = position = token.start
        gap = NO_BLANK.sub(" ", text[position : token.start])
        if token.kind == "stop":
            texts = ("".join([*parts, gap]) for parts in (code, skeleton))
            if code:
                statements.append(Statement(first, text[first : token.start], *texts))
            first, depth, code, skeleton = -1, 0, [], []
            continue
        word, blank = token.text, NO_BLANK.sub(" ", token.text)
        if token.kind == "string":
            word = f'"{blank[1:-1]}"' if len(blank) > 1 else word
        depth -= token.text in CLOSES.values() and depth > 0
        code += gap, word
        skeleton += gap, blank if depth else word
        depth += token.text in CLOSES
        position = token.start + len(token.text)
    return statements


# ---------------------------------------------------------------- files


def copy_program(program: Path, home: Path, folder: Path) -> Path:
    """Copy a program and what it includes to a folder, as UTF-8; return the copy of the program.

    Links are followed.  Raises ProgramRefused for #script, for a file outside of `home`, and for
    files that cannot be read or are too long.
    """
    try:
        first = program.resolve()
    except (OSError, RuntimeError):
        text = translate("this is a link that leads nowhere")
        raise ProgramRefused(f"{program.name}: {text}") from None
    if home not in first.parents:
        text = translate("this is a link to a file outside of its folder")
        raise ProgramRefused(f"{program.name}: {text}")
    copies: dict[Path, Path] = {}
    left, waiting = MOST_BYTES, [first]
    while waiting:
        file = waiting.pop()
        name = file.relative_to(home).as_posix().encode(errors="replace").decode()  # for clingo
        data = read_plain_file(file, name, left)
        left -= len(data)
        copies[file] = folder / name
        copies[file].parent.mkdir(parents=True, exist_ok=True)
        text, encoding = decode_any_text(data)  # clingo itself reads nothing but plain UTF-8
        copies[file].write_bytes(text.encode() if encoding else data)
        included = find_included(text, name, file, home)
        waiting += [path for path in included if path not in copies]
    return copies[first]


def read_plain_file(file: Path, name: str, most: int) -> bytes:
    """Return the bytes of a plain file, `most` at most; raise ProgramRefused for other files."""
    try:
        if not stat.S_ISREG(file.stat().st_mode):
            raise ProgramRefused(f"{name}: {translate('this is not a plain file')}")
        data = read_at_most(file, most + 1)
    except OSError as error:
        raise ProgramRefused(f"{name}: {error.strerror}") from None
    if len(data) > most:
        text = translate("the program is longer than {most} MB", most=MOST_BYTES >> 20)
        raise ProgramRefused(f"{name}: {text}")
    return data


def find_included(text: str, name: str, file: Path, home: Path) -> Iterator[Path]:
    """Yield the files in `home` that a text includes; raise ProgramRefused for other files."""
    stream = read_tokens(text)
    names = set()
    for token in stream:
        if token.kind not in ("script", "include"):
            continue
        argument = next(stream, token) if token.kind == "include" else token
        if argument.text in names:
            continue
        names.add(argument.text)
        place = Place(name, find_line_number(text, token.start))  # which takes its time
        if token.kind == "script":
            raise ProgramRefused(translate("#script is not accepted; only logic is judged"), place)
        if argument.text == "<":
            raise ProgramRefused(translate(LIBRARY), place)
        relative = Path(argument.text.strip('"'))
        shown = str(relative)[:LONGEST_NAME]
        absent = translate("the included file {file} does not exist", file=shown)
        try:
            path = (file.parent / relative).resolve()
            is_there = path.is_file()
        except (OSError, ValueError, RuntimeError):  # too long, no name at all, a loop of links
            raise ProgramRefused(absent, place) from None
        if argument.kind != "string" or relative.is_absolute() or home not in path.parents:
            text = translate("#include reaches outside the folder of the program")
            raise ProgramRefused(text, place)
        if not is_there:
            raise ProgramRefused(absent, place)
        if fault := explain_depth(path.relative_to(home)):
            raise ProgramRefused(fault, place)
        yield path


def read_copy(folder: Path, file: str) -> str | None:
    """Return the text of a file that was copied into a folder, None for any other file."""
    path = folder / file
    if ".." in path.parts or not path.is_relative_to(folder) or not path.is_file():
        return None
    return path.read_bytes().decode(errors="replace")


# ---------------------------------------------------------------- positions


def find_line_number(text: str, position: int) -> int:
    """Return the line of a position, from 1."""
    return bisect.bisect_left(list_line_ends(text), position) + 1


@functools.lru_cache(maxsize=2)  # a program, and one of its statements
def list_line_ends(text: str) -> list[int]:
    return [match.start() for match in re.finditer("\n", text)]


def find_place(text: str, file: str, position: int) -> Place:
    """Return the line and the column of a position, from 1."""
    return Place(file, find_line_number(text, position), position - text.rfind("\n", 0, position))


def find_position(text: str, line: int, column: int) -> int:
    """Return the position of a line and a column, from 1; clingo counts columns in bytes."""
    lines = text.split("\n")
    row = lines[line - 1] if line <= len(lines) else ""
    characters = len(row.encode()[: column - 1].decode(errors="ignore"))
    return min(sum(len(line) + 1 for line in lines[: line - 1]) + characters, len(text))


def read_brackets(tokens: Iterable[Token]) -> tuple[list[tuple[Token, Token]], Token | None]:
    """Return the brackets that are open at the end, and the first that closes none.

    With each open bracket comes the token before it.  A full stop closes all.
    """
    open_brackets: list[tuple[Token, Token]] = []
    unopened, last = None, NO_TOKEN
    for token in tokens:
        if token.kind == "stop":
            open_brackets.clear()
        elif token.text in CLOSES:
            open_brackets.append((token, last))
        elif open_brackets and token.text == CLOSES[open_brackets[-1][0].text]:
            open_brackets.pop()
        elif token.text in CLOSES.values():
            unopened = unopened or token
        last = token
    return open_brackets, unopened


def find_statement(text: str, position: int) -> Statement:
    """Return the last statement that begins up to a position; an empty one if none does."""
    statements = list_statements(text)
    number = bisect.bisect(statements, position, key=lambda statement: statement.start)
    return statements[number - 1] if number else Statement(0, "", "", "")
