"""What the tactics A, B and C leave open, fast: sets of cells are the bits of numbers.

This is what Deduction.open is without further tactics, which the tests compare; here nothing is
known of reasons.  A sound board is looked for among many, and this is asked of each.
"""

from collections.abc import Iterable, Mapping, Sequence

from lab.lightup.generate.layout import Layout


def left_open(layout: Layout, clues: Mapping[int, int]) -> list[int]:
    """The cells about which A, B and C conclude nothing, from clues that one solution meets."""
    across, down = rows_of(layout), columns_of(layout)
    hungry = [(clue, union(layout.beside[black])) for black, clue in clues.items()]
    open_cells = dark = sum(across)
    bulbs, before = 0, -1
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
        new |= last_sources(across, down, open_cells, dark)
        bulbs |= new
        for run in across + down:
            if run & new:
                dark &= ~run
        open_cells &= dark
        across, down = [run for run in across if run & dark], [run for run in down if run & dark]
    return members(open_cells)


def last_sources(across: Sequence[int], down: Sequence[int], open_cells: int, dark: int) -> int:
    """The open cells of which each is the last that could light some dark cell, by C.

    That is a cell alone in both of its runs, or alone in a run that another run crosses, in which
    none is left, in a dark cell.
    """
    last_across, done_across = by_sources(across, open_cells)
    last_down, done_down = by_sources(down, open_cells)
    found = open_cells & sum(last_across) & sum(last_down)
    for runs, done in ((last_across, done_down & dark), (last_down, done_across & dark)):
        for run in runs:
            if run & done:
                found |= run & open_cells
    return found


def by_sources(runs: Iterable[int], open_cells: int) -> tuple[list[int], int]:
    """The runs with one open cell, and all cells of those with none."""
    last, done = [], 0
    for run in runs:
        sources = run & open_cells
        if not sources:
            done |= run
        elif not sources & (sources - 1):
            last.append(run)
    return last, done


def rows_of(layout: Layout) -> list[int]:
    """The runs in the rows, as sets."""
    return [((1 << len(run)) - 1) << run.start for run in layout.across]


def columns_of(layout: Layout) -> list[int]:
    """The runs in the columns, as sets."""
    first = [0]  # those of so many cells from the first on
    for row in range(layout.height):
        first.append(first[-1] | 1 << row * layout.width)
    return [first[len(run)] << run.start for run in layout.down]


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
