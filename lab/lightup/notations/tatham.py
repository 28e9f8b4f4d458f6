"""tatham: a game ID of Simon Tatham's Light Up, WIDTHxHEIGHT:CELLS, one a line.

a to z are 1 to 26 white cells, B a black cell, a digit a clue.  Parameters of the generator
(b20s4d1: black cells, symmetry, difficulty) may follow the size; a width alone is a square.
Source: lightup.c of Simon Tatham's Portable Puzzle Collection, encode_params and
new_game_desc.
"""

import re
import string

from lab.notations.text import Chunk, Runs, fault, lines, size

HOLDS = ".x01234"
ONE_A_LINE = True  # no blank line between two puzzles
ID = r"\s*[0-9]+(?:x[0-9]+)?(?:[bsd][0-9]+)*[:#]"
NEARLY = r"\s*[0-9]+x[0-9]+(?:\s*\Z|(?=[^\n.-]*(?:\n|\Z)).*[:#ac-wyzB])"  # not 1x1.. of a grid
HEAD = re.compile(r"\s*([0-9]{1,9})(?:x([0-9]{1,9}))?(?:[bsd][0-9]+)*")
WHITES = {letter: "." * n for n, letter in enumerate(string.ascii_lowercase, start=1)}
CELLS = Runs(
    {**WHITES, "B": "x", **{clue: clue for clue in "01234"}},
    "'a' to 'z' (1 to 26 white cells), 'B' (black) or a clue '0' to '4'",
)


def recognised(text: str) -> bool:
    return bool(re.match(f"{ID}|{NEARLY}", text))


def split(text: str) -> list[Chunk]:
    return lines(text)


def read(text: str) -> list[str]:
    head = HEAD.match(text)
    if not head:
        raise fault(text, 0, "no size", "WIDTHxHEIGHT:")
    if text[head.end() : head.end() + 1] != ":":
        raise fault(text, head.end(), described(text[head.end() : head.end() + 1]), "':'")
    width, height = size(text, head, 1, 2 if head[2] else 1)
    return CELLS.board(text, (head.end() + 1, len(text.rstrip())), height, width)


def described(character: str) -> str:
    if character == "#":
        return "'#' (a random seed, from which only the program itself makes the puzzle)"
    return repr(character) if character.strip() else "the end of the size"


def write(board: list[str]) -> str:
    cells = "".join(board).replace("x", "B")
    letters = re.sub(r"\.{1,26}", lambda run: string.ascii_lowercase[len(run[0]) - 1], cells)
    return f"{len(board[0])}x{len(board)}:{letters}\n"
