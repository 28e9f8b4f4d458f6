"""What the tactics A, B and C conclude without any other: by plain.c, where it can be compiled.

Otherwise bits.py and deduction.py conclude the same, more slowly.  The library lies beside the
bytecode of this package and is compiled when it is first needed.
"""

import ctypes
import functools
import hashlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from lab.lightup.generate import bits, deduction
from lab.lightup.generate.layout import Draft, Layout, drawn
from lab.lightup.rules import CLUES, UNNUMBERED

SOURCE = Path(__file__).with_suffix(".c")
OPTIONS = ("-std=c99", "-O2", "-shared", "-fPIC")


def left_open(layout: Layout, clues: Mapping[int, int]) -> list[int]:
    """The cells about which A, B and C conclude nothing, from clues that one solution meets."""
    compiled = library()
    if not compiled:
        return bits.left_open(layout, clues)
    kinds, width = bordered(layout, clues), layout.width + 2
    found = (ctypes.c_int * len(kinds))()
    count = compiled.left_open(width, len(kinds), kinds, found)
    return [number_of(place, layout.width) for place in found[:count]]


def indispensable(draft: Draft) -> list[int]:
    """The clues without any of which A, B and C conclude less, left when others are taken away.

    They are tried in the order of the draft.
    """
    compiled = library()
    if not compiled:
        return deduction.indispensable(draft)
    width = draft.layout.width
    places = [place_of(clue, width) for clue in draft.order]
    kinds = ctypes.create_string_buffer(bordered(draft.layout, draft.clues))
    order = (ctypes.c_int * len(places))(*places)
    compiled.thin(width + 2, len(kinds) - 1, kinds, len(order), order)
    left = kinds.value.decode()
    return [clue for clue, place in zip(draft.order, places) if left[place] in CLUES]


def bordered(layout: Layout, clues: Mapping[int, int]) -> bytes:
    """The board with these clues, row by row, within a border of black cells."""
    edge = UNNUMBERED * (layout.width + 2)
    rows = [UNNUMBERED + row + UNNUMBERED for row in drawn(layout, clues)]
    return "".join((edge, *rows, edge)).encode()


def place_of(cell: int, width: int) -> int:
    """Where a cell of this number stands within the border."""
    row, column = divmod(cell - 1, width)
    return (row + 1) * (width + 2) + column + 1


def number_of(place: int, width: int) -> int:
    """The number of the cell that stands there."""
    row, column = divmod(place, width + 2)
    return (row - 1) * width + column


@functools.cache
def library() -> Any:
    """The functions of plain.c; None if there is no compiler, or no place for the library."""
    try:
        code = hashlib.sha256(SOURCE.read_bytes()).hexdigest()[:16]
        path = SOURCE.parent / "__pycache__" / f"{SOURCE.stem}-{code}.so"
        if not path.exists():
            compile_to(path)
        return ctypes.CDLL(str(path))
    except (OSError, subprocess.SubprocessError):
        return None


def compile_to(path: Path) -> None:
    """Compile plain.c; raises OSError or SubprocessError if that fails."""
    compiler = shutil.which("cc")
    if not compiler:
        raise FileNotFoundError("cc")
    path.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=path.parent) as folder:
        new = os.path.join(folder, path.name)
        command = [compiler, *OPTIONS, "-o", new, str(SOURCE)]
        subprocess.run(command, check=True, capture_output=True, timeout=60)
        os.replace(new, path)
