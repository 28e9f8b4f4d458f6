"""Read from a viz file how cells look, for boards on pages.

Only nodes (R,C) and what NODE_DEFAULTS lists are read, by clingo alone, as clingraph would switch
on Python in logic programs for the whole process.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, NamedTuple

import clingo
from clingo import String, Symbol, SymbolType

from lab.common.words import Cell
from lab.pictures import SIDE, format_board_facts
from lab.puzzles import Puzzle, Rows

NODE = re.compile(r"node\((\((\d+),(\d+)\))\)")
ESCAPED = re.compile(r"\\(.)")  # of a label: n, l and r end a line
NODE_KINDS = ("node", "graph_nodes")
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


class CellLook(NamedTuple):
    """The look of a cell by the viz file: text, colours of shape and text, shares of the side."""

    text: str
    colour: str
    ink: str
    width: float = 1
    height: float = 1
    has_image: bool = False


class LabelFunctions:
    """clingraph's functions for viz files: all but `format` return an empty text."""

    def format(self, pattern: Symbol, *values: Symbol) -> Symbol:
        """Fill the braces of a pattern with values or the elements of one tuple."""
        if len(values) == 1 and values[0].type == SymbolType.Function and not values[0].name:
            values = tuple(values[0].arguments)
        return String(pattern.string.format(*map(get_text, values)))

    def __getattr__(self, name: str) -> Any:
        return lambda *values: String("")


def read_looks(puzzle: Puzzle, puzzle_rows: Rows, board: Rows) -> dict[Cell, CellLook]:
    """Return the looks of the cells of a board, which may be the puzzle's own, without an answer.

    There are none if the puzzle has no viz file, or if anything in that or in a value is wrong:
    show reports the fault; here it ends no run that only wants to show a board.
    """
    try:
        return dict(list_looks(puzzle, puzzle_rows, board))
    except Exception:  # the functions that a viz file calls may raise anything
        return {}


def list_looks(puzzle: Puzzle, puzzle_rows: Rows, board: Rows) -> Iterator[tuple[Cell, CellLook]]:
    """Yield the cells that the viz file draws, with their looks; raises what a fault causes."""
    is_puzzle = list(map(list, board)) == list(map(list, puzzle_rows))
    facts = format_board_facts(puzzle_rows, None if is_puzzle else board)
    control, functions = clingo.Control(logger=lambda code, message: None), LabelFunctions()
    control.add(f"{puzzle.viz.read_text('utf-8')}\n{facts}")
    control.ground(context=functions)
    with control.solve(yield_=True) as models:
        shown = next((model.symbols(shown=True) for model in models), ())
    attributes = defaultdict[str, dict[str, Any]](dict)  # of nodes, by element and name
    for symbol in shown:
        if symbol.match("attr", 4) and str(symbol.arguments[0]) in NODE_KINDS:
            _, element, name, value = symbol.arguments
            attributes[str(element)][str(name)] = get_text(value)
    for match in filter(None, (NODE.fullmatch(str(symbol)) for symbol in shown)):
        values = {**NODE_DEFAULTS, **attributes["default"], **attributes[match[1]]}
        label = ESCAPED.sub(lambda sign: " " if sign[1] in "nlr" else sign[1], values["label"])
        look = CellLook(label.strip(), "white", values["fontcolor"])
        if "filled" in values["style"] and values["fillcolor"] != look.colour:
            width, height = (min(1, float(values[n]) * 72 / SIDE) for n in ("width", "height"))
            if values["shape"] in ("square", "circle"):
                width = height = min(width, height)
            look = look._replace(colour=values["fillcolor"], width=width, height=height)
        cell = int(match[2]), int(match[3])
        yield cell, look._replace(has_image=bool(values["image"]))


def get_text(value: Symbol) -> str:
    """Return a value as text, a string without its quotation marks."""
    return value.string if value.type == SymbolType.String else str(value)
