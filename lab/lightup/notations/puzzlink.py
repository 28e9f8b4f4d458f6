"""puzzlink: an address of puzz.link, pzv.jp or similar sites, or its end WIDTH/HEIGHT/CELLS.

One a line; the puzzle is called akari, lightup or bijutsukan.  0 to 4 is a clue, 5 to 9 a
clue with a white cell after it, a to e a clue with two, `.` a black cell without a clue,
g to z are 1 to 20 white cells.
Source: pzprjs, src/pzpr/parser.js and decode4Cell in src/variety-common/Encode.js.
"""

import re

from lab.notations.text import Runs, grid_error, read_size, split_lines

HOLDS = ".x01234"
ONE_PER_LINE = True
NAMES = ("akari", "lightup", "bijutsukan")
START = re.compile(rf"\s*(?:https?://|[\w.-]+/\S*\?|(?:{'|'.join(NAMES)})/|[0-9]+/[0-9]+/)")
HEAD = re.compile(
    r"(?:(?P<name>[a-z]\w*?)(?:_edit)?/)?(?:[a-z][\w:]*/)?"  # pzprjs allows options there
    r"(?P<width>[0-9]{1,9})/(?P<height>[0-9]{1,9})/"
)
WHITES = {letter: "." * n for n, letter in enumerate("ghijklmnopqrstuvwxyz", start=1)}
CLUES = {f"{clue + 5 * n:x}": f"{clue}{'.' * n}" for n in range(3) for clue in range(5)}
CELLS = Runs(
    {**WHITES, **CLUES, ".": "x"},
    "'0' to '9' or 'a' to 'e' (a clue), '.' (black) or 'g' to 'z' (1 to 20 white cells)",
)
LETTERS = {cells: letter for letter, cells in CELLS.meaning.items()}

matches = START.match
split = split_lines


def read(text: str) -> list[str]:
    start = text.find("?") + 1 or len(text) - len(text.lstrip())
    head = HEAD.match(text, start)
    if not head:
        raise grid_error(text, start, "no size", "akari/WIDTH/HEIGHT/")
    if head["name"] not in (None, *NAMES):
        raise grid_error(
            text, start, f"the puzzle {head['name']!r}", "akari, lightup or bijutsukan"
        )
    height, width = read_size(text, head, "height", "width")
    end = max(head.end(), len(text.rstrip().removesuffix("/")))
    return CELLS.board(text, (head.end(), end), height, width)


def write(board: list[str]) -> str:
    cells = re.sub(r"[0-4]\.{0,2}|\.{1,20}|x", lambda run: LETTERS[run[0]], "".join(board))
    return f"https://puzz.link/p?akari/{len(board[0])}/{len(board)}/{cells}\n"
