"""PlaySettings: how a puzzle is played on the page; WEB in web.py of its folder.

A puzzle without web.py can be played all the same: values are typed.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from lab.common.words import Cell
from lab.pictures.frames import Frame
from lab.puzzles import Board

if TYPE_CHECKING:  # it imports solvers, which a browser does not have
    from lab.explain.exploration import Explanation

ANY = "any"  # the choice of a field that leaves its option out
PRESS, LINE, TYPE = "press", "line", "type"  # ways to fill cells: the values of PlaySettings.input


class Look(NamedTuple):
    """The name of a cell's value, and what is shown in the cell: a text or an image."""

    name: str
    text: str = ""
    style: str = ""  # "wall" for a filled cell, "faint" for a small sign
    image: Path | None = None


class CellMark(NamedTuple):
    """The colour of marked or tinted cells, and its meaning in words."""

    tone: str  # of a mark: reason, gain, wrong, chain or note; of a tint: warm or done
    meaning: str


GENERAL_MARKS = {  # marks of frames that all puzzles have
    "reason": CellMark("reason", "the reason"),
    "conclusion": CellMark("gain", "what follows"),
    "together": CellMark("wrong", "cannot all be right"),
    "clash": CellMark("wrong", "given cells that clash"),
    "differ": CellMark("note", "differs in other solutions"),
    "superfluous": CellMark("note", "a given cell that can go"),
    "wrong": CellMark("wrong", "breaks a rule"),
}


class Field(NamedTuple):
    """A field of the form for a new puzzle: a list of choices, or a text if there are none.

    Its name is that of an option of the command generate, or height or width, parts of --size.
    """

    name: str
    label: str
    default: str
    choices: Sequence[str | tuple[str, str]] = ()  # values, or pairs of a value and its label


GENERAL_FIELDS = (  # fields of the command generate for all puzzles
    Field("height", "rows", "9"),
    Field("width", "columns", "9"),
    Field("seed", "seed (empty: a new one)", ""),
)


class PageHint(NamedTuple):
    """The next step: frames (where to look, then what follows), and the cells to be filled."""

    frames: Sequence[Frame]
    changes: Sequence[tuple[Cell, str]] = ()


class Rating(NamedTuple):
    """How hard a puzzle is; for each tactic its letter, its meaning and how often it was used."""

    label: str
    tactics: Sequence[tuple[str, str, int]] = ()


@dataclass(frozen=True)
class PlaySettings:
    """How a puzzle is played.

    lab/web/help.py has find_hint, explain_mistake and explain_puzzle for puzzles where these are
    None.  Any other function that is None has no button.
    """

    input: str = TYPE
    # for PRESS, by the labels of the two mouse buttons: what a press puts in place of a value
    presses: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    # by value; other values are shown as they are.  If this is empty, the server draws boards by
    # the viz file, and pages without a server show values
    looks: Mapping[str, Look] = field(default_factory=dict)
    tints: Mapping[str, CellMark] = field(default_factory=dict)  # by names in find_tints
    marks: Mapping[str, CellMark] = field(default_factory=dict)  # marks by their names in frames
    introduction: str = ""  # what is done, and what the rules alone do not say
    solved: Board = None  # a small board with its answer, as a picture beside the rules
    tactics: Mapping[str, str] = field(default_factory=dict)  # letter -> meaning
    first_tactics: str = ""  # letters of the tactics that are switched on at first
    fields: Sequence[Field] = GENERAL_FIELDS  # the fields of the form for a new puzzle
    address_notation: str = "grid"  # the notation of the puzzle in addresses

    # takes a half-solved board; returns the cells to be tinted, by the name of the tint
    find_tints: Callable[[Board], Mapping[str, Iterable[Cell]]] = lambda board: {}
    # takes a half-solved board; returns whether it can be solved; without it, NAME.lp decides
    is_soluble: Callable[[Board], bool] | None = None
    # takes a puzzle, a half-solved board of it and letters of tactics; returns the next step
    find_hint: Callable[[Board, Board, str], PageHint] | None = None
    # takes a puzzle and a half-solved board of it; returns what is wrong, None if nothing is
    explain_mistake: Callable[[Board, Board], Frame | None] | None = None
    # take a puzzle
    explain_puzzle: "Callable[[Board], Explanation] | None" = None
    rate_puzzle: Callable[[Board], Rating] | None = None
    replay_solution: Callable[[Board], Sequence[Frame]] | None = None  # step by step
