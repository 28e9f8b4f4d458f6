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
from lab.common.words import count_noun
from lab.notations.pzprjs import PIECE, make_matcher, read_address
from lab.notations.reading import build_board
from lab.notations.text import find_spans, make_grid_error, split_lines

ONE_PER_LINE = True
NAMES = ("numlin", "numberlink", "arukone")
TOKEN = re.compile(r"[g-z]|[0-9a-f]|-[0-9a-f]{2}|[+=%][0-9a-f]{3}|.")
NUMBER = re.compile(r"([-+=%]?)([0-9a-f]+)")
BASES = {"=": 4096, "%": 8192}

matches = make_matcher(NAMES).match
split = split_lines


def read(text: str) -> list[list[str]]:
    address = read_address(text, NAMES)
    text, height, width = address.text, address.height, address.width
    if address.has_rows:
        text = text.replace("_", " ")
        rows = find_spans(PIECE, text, *address.cells)
        return list(NUMBERS.read_rows(text, rows, height, width, False))
    cells: list[tuple[str, re.Match[str]]] = []
    for token in TOKEN.finditer(text, *address.cells):
        hexadecimal = NUMBER.fullmatch(token[0])
        number = hexadecimal and int(hexadecimal[2], 16) + BASES.get(hexadecimal[1], 0)
        if "g" <= token[0] <= "z":
            cells += [(BLANK, token)] * (int(token[0], 36) - 15)
        elif number and number <= LARGEST_NUMBER:
            cells.append((str(number), token))
        else:
            expected = f"a number from 1 to {LARGEST_NUMBER} or 'g' to 'z' (1 to 20 empty cells)"
            raise make_grid_error(text, token.start(), repr(token[0]), expected)
        if len(cells) > height * width:
            fault = f"more than {count_noun(height * width, 'cell')}"
            raise make_grid_error(text, token.start(), fault, "the end of the board")
    if len(cells) < height * width:
        fault = count_noun(len(cells), "cell")
        raise make_grid_error(text, address.cells[1], fault, f"{height} times {width}")
    values, tokens = (
        [part[first : first + width] for first in range(0, len(cells), width)]
        for part in zip(*cells)
    )
    return list(build_board(puzzle, values, tokens))


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
