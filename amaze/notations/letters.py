"""letters: a grid with a letter for each line, after a line with its columns and rows or without.

A to Z are 1 to 26, a to z 27 to 52, or 1 to 26 where no letter is a capital.
Source: the puzzles of github.com/thomasahle/numberlink, which have the numbers of columns and rows.
"""

import re

from amaze.notations.pairs import read_row_spans
from amaze.notations.pzprv3 import LETTERED, LETTERS
from encode import BLANK
from lab import Unusable
from lab.notations.text import LINE, Alphabet, find_spans, read_size, split_paragraphs

HEAD = re.compile(r"\s*([0-9]{1,9})[ \t]+([0-9]{1,9})[ \t]*\n")
CAPITALS = Alphabet(re.compile(r"\S"), LETTERED.meaning, LETTERED.expected)
SMALL = CAPITALS._replace(
    meaning={cell: LETTERED.meaning[cell.upper()] for cell in f"{BLANK}{LETTERS[26:]}"}
)

split = split_paragraphs


def matches(text: str) -> bool:
    """Return whether there are only letters, '.' and lines with a size."""
    cells = re.sub(rf"(?m:^{HEAD.pattern})", "", text)
    return bool(re.fullmatch(r"[A-Za-z.\s]*", cells) and re.search("[A-Za-z]", cells))


def read(text: str) -> list[list[str]]:
    head = HEAD.match(text)
    rows = find_spans(LINE, text, head.end() if head else 0)
    alphabet = CAPITALS if re.search("[A-Z]", text) else SMALL
    if head:
        width, height = read_size(text, head, 1, 2)
    else:
        height, width = len(rows), len(alphabet.token.findall(text, *rows[0]))
    return read_row_spans(text, rows, height, width, alphabet)


def write(board: list[list[str]]) -> str:
    """Return the grid; raise Unusable for a number above 52."""
    letters = {number: letter for letter, number in LETTERED.meaning.items()}
    if missing := {cell for row in board for cell in row} - letters.keys():
        raise Unusable(f"letters has 52 lines: found {min(missing, key=int)}")
    return "".join("".join(letters[cell] for cell in row) + "\n" for row in board)
