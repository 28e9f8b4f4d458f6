"""Amaze on the page: lines are drawn by dragging; lab/web/playable.py has all names."""

import functools
from collections.abc import Mapping

from amaze import generate
from amaze.generate.making import made
from amaze.rules import EMPTY, Board
from lab.web import wishes as forms
from lab.web.playable import Field, Look

PLAY = "line"
LOOKS = {EMPTY: Look("empty")}
FIELDS = (
    Field("height", "rows", "6"),
    Field("width", "columns", "6"),
    Field("lines", "lines (empty: by the size)", ""),
    Field("seed", "seed (empty: a new one)", ""),
)


def make(wishes: Mapping[str, str]) -> Board:
    """A new puzzle, the one that lab generate makes of the same wishes."""
    names = [field.name for field in FIELDS if field.name in wishes]
    options = forms.options(generate, {name: wishes[name] for name in names})
    board: Board = forms.one(options, functools.partial(made, generate.wish_of(options), ()))
    return board
