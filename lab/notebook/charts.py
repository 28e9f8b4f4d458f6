"""Numbers for notebooks: the size of ground programs, and charts."""

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

import decode
import encode
from lab.puzzles import Board


def count_ground_rules(programs: Sequence[str], rows: Board, text: str = "") -> int:
    """Return the number of ground rules of program files and a program text on a board."""
    program = decode.Program(programs, text=text + encode.format_facts(rows))
    program.solve(models=1)  # clingo counts when it solves
    statistics: Any = program.control.statistics
    return int(statistics["problem"]["lp"]["rules"])


def chart(
    lines: Mapping[str, Mapping[float, float]],
    x: str,
    y: str,
    scale: str = "linear",
    has_steps: bool = False,
) -> Any:
    """Return a chart of lines, each a mapping from x to y; `x` and `y` name the axes.

    `scale` is that of y, linear or log.  With `has_steps`, a value holds up to the next one.
    """
    from matplotlib import pyplot, ticker

    figure, axes = pyplot.subplots(figsize=(6, 3.5), dpi=120, layout="constrained")
    style = "steps-post" if has_steps else "default"
    for (name, points), marker in zip(lines.items(), itertools.cycle("os^DvPX")):
        axes.plot(*zip(*points.items()), marker=marker, ms=4, label=name, drawstyle=style)
    if all(isinstance(x_value, int) for points in lines.values() for x_value in points):
        axes.xaxis.set_major_locator(ticker.MaxNLocator(integer=True))
    axes.set(xlabel=x, ylabel=y, yscale=scale)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False)
    pyplot.close(figure)
    return figure
