"""Finds the names of authors in README.txt, and looks for them in the comments of programs."""

# ruff: noqa: RUF001  (letters that look alike are meant)

import itertools
import re
import unicodedata
from collections.abc import Iterable
from operator import itemgetter

LABEL = re.compile(  # "Authors:", "**Author(s)**:", "Autor/a:", or such a word alone on its line
    r"(?:authors?|autor(?::innen|\w*)|auteure?s?|verfasser\w*|names?|nombres?)[^:\w]*\w{0,2}[^:\w]*(?::(.*)|$)",
    re.IGNORECASE,
)
# A string, or its beginning: a longer match takes much memory.
STRING = r'"(?:\\.|[^"\\\n]){0,1000}"?'
COMMENTS = {  # by the suffix of a file; a match without group 1 is a string, which may hold # or %
    ".py": re.compile(
        r'("""[\s\S]*?"""|\'\'\'[\s\S]*?\'\'\'|#[^\n]*|^__author__[^\n]*)'
        rf"|{STRING}|" + STRING.replace('"', "'"),
        re.M,
    ),
    ".lp": re.compile(rf"(%\*[\s\S]*?\*%|%[^\n]*)|{STRING}"),
}
MARGIN = re.compile(r"(?:[\s#%*\"'|>/=_+-]|\d[.)])*")  # what begins lines of comments and of lists
NO_NAME = re.compile(r"\([^)]*\)?|<[^>]*>?|\[[^\]]*\]?|\S*@\S*|[*_\"]")  # remarks beside a name
NUMBER = re.compile(r"\S*\d\S*")
INDENTED = re.compile(r"[#%*]*\s{4}")
LONGEST_LINE, MOST_WORDS = 300, 6  # characters of a line, words of a name
LETTERS = str.maketrans({"ø": "o", "đ": "d", "ð": "d", "ł": "l", "ı": "i", "þ": "th"})
UMLAUT = re.compile("([aou])e")  # ä, ö, ü written in two letters


def read_names(text: str) -> list[str]:
    """Return the names after each label such as "Authors:", on its line or in the lines below it.

    The lines below it are read up to a blank one.  A line of names goes on in the next one if it
    ends with a comma, or if the next one is indented.
    """
    names: list[str] = []
    raw_lines = [line[:LONGEST_LINE] for line in text.splitlines()]
    lines = [MARGIN.sub("", line, count=1).strip() for line in raw_lines]
    for number, line in enumerate(lines):
        if label := LABEL.match(line):
            same_line, below = label[1] or "", number + 1
            while same_line and below < len(lines) and lines[below]:
                if same_line[-1] not in ",;" and not INDENTED.match(raw_lines[below]):
                    break
                same_line += ";" * (same_line[-1] not in ",;") + lines[below]
                below += 1
            names += split_names(same_line) or read_block(raw_lines[below:])
    return list(dict.fromkeys(names))


def read_block(lines: Iterable[str]) -> list[str]:
    """Return the names in the first block of lines: one on each line, or all on a single line.

    A block with a colon or a long line is prose, and has none.
    """
    block = itertools.takewhile(
        str.strip, itertools.dropwhile(lambda line: not line.strip(), lines)
    )
    texts = (MARGIN.sub("", line, count=1) for line in block)
    name_lines = [line for line in texts if clean_name(line)]
    if any(":" in line or len(line.split()) > 2 * MOST_WORDS for line in name_lines):
        return []
    return split_names(name_lines[0]) if len(name_lines) == 1 else list(map(clean_name, name_lines))


def split_names(text: str) -> list[str]:
    """Return the names in a text: between semicolons, else between commas and the word `and`."""
    pieces = text.split(";") if ";" in text else re.split(r",|\s(?:and|y|et|und)\s|&", text)
    return [name for piece in pieces if (name := clean_name(piece))]


def clean_name(text: str) -> str:
    """Return a name without numbers and remarks beside it, "" if nothing is left.

    A number alone, such as student-001, stands for a name.
    """
    plain = NO_NAME.sub(" ", text)
    name = " ".join((NUMBER.sub(" ", plain).strip(" .,:-") or plain).split()).strip(" .,:-'")
    return name if any(map(str.isalpha, name)) else ""


def read_comments(text: str, suffix: str) -> str:
    """Return the comments and docstrings of a program with this suffix, in the lines they have."""
    parts, end = [], 0
    for comment in filter(itemgetter(1), COMMENTS[suffix].finditer(text)):
        parts += ["\n" * text.count("\n", end, comment.start()), comment[1]]
        end = comment.end()
    return "".join(parts)


def find_line_of_authors(comments: str, names: Iterable[str]) -> tuple[int, str]:
    """Return the number and the text of the line where authors stand; 0 and "" without a comment.

    Prefer the first line with one of the names, then the first with a colon, then the first.
    """
    lines = []
    for number, raw_line in enumerate(comments.splitlines(), start=1):
        line = MARGIN.sub("", raw_line[:LONGEST_LINE], count=1).strip(' "*')
        if line:
            lines.append((number, line))
    name_lines = [(n, line) for n, line in lines if any(is_named(name, line) for name in names)]
    colon_lines = [(n, line) for n, line in lines if ":" in line]
    return next(iter([*name_lines, *colon_lines, *lines]), (0, ""))


def is_named(name: str, text: str) -> bool:
    """Return whether all parts of a name occur in a text, in any place."""
    return fold_name(name) <= fold_name(text)


def fold_name(name: str) -> frozenset[str]:
    """Return the parts of a name without accents, case, apostrophes and the e of an umlaut."""
    plain = unicodedata.normalize("NFKD", re.sub("['\u2019`´]", "", name).casefold())
    letters = "".join(c for c in plain if not unicodedata.combining(c)).translate(LETTERS)
    return frozenset(UMLAUT.sub(r"\1", part) for part in re.findall(r"[^\W_]+", letters))
