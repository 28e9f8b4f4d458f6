"""What the tactics A, B and C leave open, fast: sets of cells are the bits of numbers.

This is what Deduction.open is without further tactics, which the tests compare; here nothing is
known of reasons.  A sound board is looked for among many, and this is asked of each.
"""

from collections.abc import Iterable, Mapping

from lab.lightup.generate.layout import Layout


def left_open(layout: Layout, clues: Mapping[int, int]) -> list[int]:
    """The cells about which A, B and C conclude nothing, from clues that one solution meets."""
    seen = sight(layout)
    open_cells, bulbs, lit = union(layout.white), 0, 0
    hungry = [(clue, union(layout.beside[black])) for black, clue in clues.items()]
    dark = [(1 << cell, cells) for cell, cells in seen.items()]
    before = -1
    while before != open_cells:
        before = open_cells
        new = 0  # bulbs
        for clue, beside in hungry:
            if free := beside & open_cells:
                need = clue - (beside & bulbs).bit_count()
                if not need:  # A
                    open_cells &= ~free
                elif need == free.bit_count():  # B
                    new |= free
        dark = [(cell, cells) for cell, cells in dark if not cell & lit]
        for _, cells in dark:
            sources = cells & open_cells
            if not sources & (sources - 1):  # C: one is left
                new |= sources
        bulbs |= new
        for cell in members(new):
            lit |= seen[cell]
        open_cells &= ~lit
    return members(open_cells)


def sight(layout: Layout) -> dict[int, int]:
    """The cells that a bulb on each white cell lights, that one too."""
    across = {cell: cells for run in layout.across for cells in (union(run),) for cell in run}
    down = {cell: cells for run in layout.down for cells in (union(run),) for cell in run}
    return {cell: cells | down[cell] for cell, cells in across.items()}


def union(cells: Iterable[int]) -> int:
    """The set of these cells."""
    return sum([1 << cell for cell in cells])


def members(cells: int) -> list[int]:
    """The cells of a set, row by row."""
    found = []
    while cells:
        least = cells & -cells
        found.append(least.bit_length() - 1)
        cells ^= least
    return found
