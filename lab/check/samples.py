"""Grids for encode.py: those that it has to read, those that it may refuse, and what is no grid."""

from collections.abc import Sequence
from typing import NamedTuple

import decode

STRANGE = "?"  # a character that no puzzle has


class Samples(NamedTuple):
    """Grid texts; `tolerated` and `malformed` by what they are, in words."""

    well_formed: Sequence[str]  # every encode.py has to read them, the simplest first
    tolerated: dict[str, str]  # it may refuse them
    malformed: dict[str, str]  # it should refuse them
    rectangle: str = ""  # which of `tolerated` is no square


def derived(boards: Sequence[Sequence[Sequence[str]]]) -> Samples:
    """Samples made of small boards: two of each height, and what spoils one of them."""
    by_height: dict[int, list[str]] = {}
    for board in boards:
        by_height.setdefault(len(board), []).append(decode.format_grid(board))
    rows = next((list(map(list, one)) for one in boards if len(one) > 1 < len(one[0])), [["."]])
    grid = decode.format_grid(rows)
    short = [*rows[:-1], rows[-1][:-1]]
    return Samples(
        [grid for grids in by_height.values() for grid in grids[:2]],
        {
            "the last line without its end": grid.rstrip("\n"),
            "lines that end as on Windows": grid.replace("\n", "\r\n"),
        },
        {
            "an empty input": "",
            "a row that is too short": decode.format_grid(short),
            "a row that is too long": decode.format_grid([*rows[:-1], rows[-1] + rows[-1][:1]]),
            "a strange character": decode.format_grid([[STRANGE, *rows[0][1:]], *rows[1:]]),
        },
    )
