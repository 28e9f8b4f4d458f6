"""Read from a viz file how it draws cells, for boards on pages.

Only nodes (R,C) and what NODE_DEFAULTS lists are read, by clingo alone, as clingraph would switch
on Python in logic programs for the whole process.
"""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import clingo

from lab.common.words import Cell
from lab.pictures import graph
from lab.pictures.frames import SIDE, format_board_facts
from lab.puzzles import Board, Puzzle

CELL = re.compile(r"\((\d+),(\d+)\)")
ESCAPED = re.compile(r"\\(.)")  # an escape in a label: n, l and r end a line
NODE_DEFAULTS = {
    "label": "",
    "fillcolor": "white",
    "fontcolor": "black",
    "style": "",
    "shape": "",
    "width": "0.5",
    "height": "0.5",
    "image": "",
}


class DrawnCell(NamedTuple):
    """A cell as the viz file draws it: text, colours of shape and text, shares of the side."""

    text: str
    colour: str
    ink: str
    width: float = 1
    height: float = 1
    has_image: bool = False


class LabelFunctions(graph.VizFunctions):
    """The functions for viz files; those that clingraph alone has return an empty text."""

    def __getattr__(self, name: str) -> Any:
        return lambda *values: clingo.String("")


def read_drawn_cells(puzzle: Puzzle, puzzle_rows: Board, board: Board) -> dict[Cell, DrawnCell]:
    """Return the drawn cells of a board, which may be the puzzle's own, without an answer.

    There are none if the puzzle has no viz file, or if anything in that or in a value is wrong:
    show reports the fault; here it ends no run that only wants to show a board.
    """
    try:
        return dict(list_drawn_cells(puzzle, puzzle_rows, board))
    except Exception:  # the functions that a viz file calls may raise anything
        return {}


def list_drawn_cells(
    puzzle: Puzzle, puzzle_rows: Board, board: Board
) -> Iterator[tuple[Cell, DrawnCell]]:
    """Yield the cells that the viz file draws, by their places; raises what a fault causes."""
    is_puzzle = list(map(list, board)) == list(map(list, puzzle_rows))
    facts = format_board_facts(puzzle_rows, None if is_puzzle else board)
    drawing = graph.Graph(facts, puzzle.viz, LabelFunctions())
    defaults = NODE_DEFAULTS | drawing.attributes["graph_nodes", "default"]
    for name in drawing.nodes:
        if not (match := CELL.fullmatch(name)):
            continue
        values = defaults | drawing.attributes["node", name]
        label = ESCAPED.sub(lambda sign: " " if sign[1] in "nlr" else sign[1], values["label"])
        drawn = DrawnCell(label.strip(), "white", values["fontcolor"])
        if "filled" in values["style"] and values["fillcolor"] != drawn.colour:
            width, height = (min(1, float(values[n]) * 72 / SIDE) for n in ("width", "height"))
            if values["shape"] in ("square", "circle"):
                width = height = min(width, height)
            drawn = drawn._replace(colour=values["fillcolor"], width=width, height=height)
        yield (int(match[1]), int(match[2])), drawn._replace(has_image=bool(values["image"]))
