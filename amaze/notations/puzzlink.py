"""puzzlink: an address of Numberlink on puzz.link, pzv.jp, kanpen.net or similar sites, or its end.

One a line; the puzzle is called numlin or numberlink, or arukone, which shows letters.  1 to f, -10
to -ff and +100 to +fff are numbers, =000 is 4096 and %000 is 8192; g to z are 1 to 20 empty cells.
In kanpen.net's own form the cells are those of pzprv3.
Source: pzprjs, see lab/notations/pzprjs.py, and readNumber16 in src/variety-common/Encode.js.
"""

import itertools
import re

from amaze import puzzle
from amaze.notations.pzprv3 import NUMBERS
from amaze.puzzle import LARGEST_NUMBER
from encode import BLANK
from lab.notations.pzprjs import PIECE, make_matcher, read_address
from lab.notations.reading import build_board
from lab.notations.text import RunReader, find_spans, split_lines

ONE_PER_LINE = True
NAMES = ("numlin", "numberlink", "arukone")
TOKEN = re.compile(r"[g-z]|[0-9a-f]|-[0-9a-f]{2}|[+=%][0-9a-f]{3}|.")
NUMBER = re.compile(r"([-+=%]?)([0-9a-f]+)")
BASES = {"=": 4096, "%": 8192}

matches = make_matcher(NAMES).match
split = split_lines


def find_run(token: str) -> list[str]:
    """Return the cells that a token stands for, none for an unknown token."""
    if "g" <= token <= "z":
        return [BLANK] * (int(token, 36) - 15)
    hexadecimal = NUMBER.fullmatch(token)
    number = int(hexadecimal[2], 16) + BASES.get(hexadecimal[1], 0) if hexadecimal else 0
    return [str(number)] if 0 < number <= LARGEST_NUMBER else []


EXPECTED = f"a number from 1 to {LARGEST_NUMBER} or 'g' to 'z' (1 to 20 empty cells)"
CELLS = RunReader(TOKEN, find_run, EXPECTED)


def read(text: str) -> list[list[str]]:
    address = read_address(text, NAMES)
    size = address.height, address.width
    if address.has_rows:
        text = address.text.replace("_", " ")
        return list(NUMBERS.read_rows(text, find_spans(PIECE, text, *address.cells), *size))
    return list(build_board(puzzle, *CELLS.read_cells(address.text, address.cells, *size)))


def write(board: list[list[str]]) -> str:
    cells = ""
    for is_blank, group in itertools.groupby(itertools.chain(*board), BLANK.__eq__):
        run = list(group)
        if is_blank:
            lengths = [20] * (len(run) // 20) + [len(run) % 20]
            cells += "".join(chr(ord("f") + length) for length in lengths if length)
        else:
            cells += "".join(format_number(int(number)) for number in run)
    return f"https://puzz.link/p?numlin/{len(board[0])}/{len(board)}/{cells}\n"


def format_number(number: int) -> str:
    for sign, first in (("%", 8192), ("=", 4096)):
        if number >= first:
            return f"{sign}{number - first:03x}"
    digits = f"{number:x}"
    return {1: "", 2: "-", 3: "+"}[len(digits)] + digits
