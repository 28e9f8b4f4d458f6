"""What the page needs of a puzzle: how it is played, how it looks, and the help that there is.

It stands in the module web.py of the puzzle's folder, which may have any of the names in
Defaults.  A puzzle without web.py can be played all the same: values are typed.
"""

import string
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import decode
import encode
from encode import GridError
from lab import Unusable, notations, puzzles
from lab.common.words import Cell
from lab.pictures import Frame
from lab.puzzles import Puzzle, Rows
from lab.syntax import tokens

LARGEST = 10_000  # cells of a board
PRESS, LINE, TYPE = "press", "line", "type"  # the values of Defaults.PLAY


class Look(NamedTuple):
    """How a value of a cell is shown, and how it is called."""

    words: str
    text: str = ""
    style: str = ""  # "wall" for a filled cell, "faint" for a small sign
    image: Path | None = None


class Mark(NamedTuple):
    """What a mark of a picture means, and its tone: reason, gain, wrong, chain or note."""

    tone: str
    words: str


class Field(NamedTuple):
    """A wish for a new puzzle: a number if there are no choices; the default may be empty."""

    name: str
    words: str
    default: str
    choices: Sequence[str] = ()


class Scene(NamedTuple):
    """A picture of a board: cells to point out, words below, numbers in cells; see Frame."""

    board: Rows
    marks: Mapping[Cell, str] = {}
    caption: str = ""
    numbers: Mapping[Cell, int] = {}


Scenes = Sequence[Scene | Frame]


class Advice(NamedTuple):
    """A hint: scenes that say more and more, and what the last one puts on the board."""

    scenes: Scenes
    news: Sequence[tuple[Cell, str]] = ()


class Explanation(NamedTuple):
    """Why a puzzle has no solution or several; each repair is a puzzle, with words."""

    words: str
    scenes: Scenes
    repairs: Sequence[tuple[str, Rows]] = ()


class Rating(NamedTuple):
    """How hard a puzzle is: in words, and for each tactic its letter, meaning and number."""

    words: str
    tactics: Sequence[tuple[str, str, int]] = ()


class Defaults:
    """The names that web.py may have, and what holds without them."""

    PLAY = TYPE
    PRESSES: Mapping[str, Mapping[str, str]] = {}
    """PRESS: the first and the second way to press a cell, by name: value -> the next value."""

    LOOKS: Mapping[str, Look] = {}  # by value; others are shown as they are
    TINTS: Mapping[str, Mark] = {}  # the names that tints() returns; their tone is warm or cool
    MARKS: Mapping[str, Mark] = {}  # the marks of the frames
    TACTICS: Mapping[str, str] = {}  # of hint(), by letter, in words
    FIRST_TACTICS = ""  # those that are switched on at first
    FIELDS: Sequence[Field] = ()  # of make()
    ADDRESS = "grid"  # the notation in addresses

    @staticmethod
    def tints(board: Any) -> Mapping[str, Iterable[Cell]]:
        """Cells to be tinted while playing, by name of the tint."""
        return {}

    is_soluble: Callable[[Any], bool] | None = None
    """Whether a half-solved board can be solved; asked of the encoding without it."""

    hint: Callable[[Any, Any, str], Advice] | None = None
    """The next step: of a puzzle, a half-solved board of it, and some tactics."""

    explain: Callable[[Any], Explanation] | None = None  # of a puzzle
    rate: Callable[[Any], Rating] | None = None  # of a puzzle
    replay: Callable[[Any], Scenes] | None = None  # a puzzle solved step by step
    make: Callable[[Mapping[str, str]], Any] | None = None  # a new puzzle by wishes


HELP = ("hint", "explain", "rate", "replay", "make")


class Playable:
    """A puzzle as the page sees it."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self._module = puzzle.module("web") if puzzle.has("web") else None

    def own(self, name: str) -> Any:
        """What web.py has under a name of Defaults, else the default."""
        return getattr(self._module, name, getattr(Defaults, name))

    def needed(self, name: str) -> Any:
        """The same for a function; raises Unusable if the puzzle has none."""
        function = self.own(name)
        if function is None:
            raise Unusable(f"{self.puzzle.title} has no {name} yet")
        return function

    def board(self, rows: Any, solved: bool = True) -> Any:
        """The board of a page's rows, with the puzzle's own type; raises Unusable."""
        try:
            text = decode.format_grid(rows)
            if sum(map(len, rows)) > LARGEST:
                raise Unusable(f"found a board of more than {LARGEST} cells, too large for a page")
            return self.puzzle.record.read(text.encode(), solved)
        except GridError as error:
            raise Unusable(f"the board: {error}") from None
        except (TypeError, ValueError):
            raise Unusable("the board: found no rows of cells") from None

    def read(self, text: str, name: str) -> list[Any]:
        """The puzzles in a text of any notation; raises Unusable with the place in `name`.

        Facts are a logic program, which may take any time and memory: call this in a desk only.
        """
        check_logic(text, name)
        boards = notations.Source(name, text.encode(), self.puzzle).boards()
        for board in boards:
            if len(board) * len(board[0]) > LARGEST:
                size = f"{len(board)}x{len(board[0])}"
                raise Unusable(f"{name}: found {size}, expected {LARGEST} cells at most")
        return boards

    def address(self, board: Any) -> str:
        """The puzzle as it stands in an address; rows of a grid are separated by /."""
        text = notations.write(self.puzzle, board, self.own("ADDRESS")).strip()
        return text.partition("?")[2] or "/".join(map(str.strip, text.splitlines()))

    def addressed(self, text: str) -> Any:
        """The puzzle of an address."""
        if self.own("ADDRESS") == "grid":
            text = text.replace("/", "\n")
        return self.read(text, "the address")[0]

    @property
    def examples(self) -> list[str]:
        """The names of the examples."""
        found = sorted(path.stem for path in self.puzzle.examples.glob("*.txt"))
        puzzles = [name for name in found if not name.startswith(("sol", "index"))]
        return sorted(puzzles, key=lambda name: (not name.startswith("dom"), name))

    def table(self) -> dict[str, Any]:
        """All of this that the page needs, as JSON."""
        looks = {value: look._replace(image=None) for value, look in self.own("LOOKS").items()}
        pictured = [value for value, look in self.own("LOOKS").items() if look.image]
        return {
            "name": self.puzzle.spelt,
            "title": self.puzzle.title,
            "file": self.puzzle.encoding.name,
            "best": self.puzzle.best,
            "play": self.own("PLAY"),
            "presses": [[name, next] for name, next in self.own("PRESSES").items()],
            "values": self._typed() if self.own("PLAY") == TYPE else [],
            "looks": {value: look._asdict() for value, look in looks.items()},
            "pictured": pictured,
            "tints": {name: tint._asdict() for name, tint in self.own("TINTS").items()},
            "marks": {name: mark._asdict() for name, mark in self.own("MARKS").items()},
            "tactics": self.own("TACTICS"),
            "first_tactics": self.own("FIRST_TACTICS"),
            "fields": [field._asdict() for field in self.own("FIELDS")],
            "rules": dict(self.puzzle.rules.RULES),
            "help": [name for name in HELP if self.own(name)],
            "notations": list(self.puzzle.notation_names),
            "examples": self.examples,
        }

    def state(self, given: Any, board: Any) -> dict[str, Any]:
        """What is to be shown of a board while it is played: tints, offences, the verdict."""
        rules = self.puzzle.rules
        left = rules.offences(board, given)
        wrong = rules.offences(board, given, True) if left else []
        tints = {name: sorted(cells) for name, cells in self.own("tints")(board).items()}
        return {
            "tints": tints,
            "wrong": [one._asdict() for one in wrong],
            "is_solved": not left,
            "left": len(left),
            "cost": self.cost(board),
        }

    def cost(self, board: Any) -> int | None:
        """What a board costs, where that is to be least."""
        is_costly = self.puzzle.best == puzzles.LEAST_COST
        return self.puzzle.rules.cost(board) if is_costly else None

    def is_soluble(self, given: Any, board: Any, cost: int | None = None) -> bool:
        """Whether a half-solved board can be solved, at this cost if one is given."""
        own = self.own("is_soluble")
        return bool(own(board)) if own else is_possible(self.puzzle, given, board, cost)

    def _typed(self) -> list[str]:
        """The characters that a cell may be filled with."""
        return list(readable(self.puzzle.record, string.digits + string.ascii_lowercase))


def check_logic(text: str, name: str) -> None:
    """Raise Unusable for a text that would read files, or run a script, if it were facts."""
    for token in tokens.read_tokens(text):
        if token.kind in ("include", "script"):
            line = tokens.line_number(text, token.start)
            raise Unusable(f"{name}:{line}: found {token.text}, expected facts only")


def readable(record: Any, characters: str) -> Iterator[str]:
    """Those of the characters that a record reads in an answer and not in a black cell."""
    for one in characters:
        try:
            record.read(one.encode(), True)
        except GridError:
            continue
        if one != "x":
            yield one


def is_possible(puzzle: Puzzle, given: Any, board: Any, cost: int | None) -> bool:
    """Whether an answer of the puzzle's encoding has all that a board has beyond the given.

    With a `cost`, an answer that costs no more.
    """
    program = decode.Program([str(puzzle.encoding)], text=encode.format_facts(given))
    literals = {(int(r), int(c), v): literal for literal, (r, c, v) in program.canvas.shown}
    wanted = [
        (r, c, value)
        for r, row in enumerate(board)
        for c, value in enumerate(row)
        if value not in (encode.OPEN, given[r][c])
    ]
    if not all(cell in literals for cell in wanted):
        return False
    assumed = [literals[cell] for cell in wanted if literals[cell]]
    mode = "ignore" if cost is None else f"enum,{cost}"
    return program.solve(lambda answer: False, assumed, models=1, opt_mode=mode) is None
