"""The chapters of bench for Light Up: the roads of race, generate beside another program, grade."""

from collections.abc import Callable

from lab.bench import classes
from lab.lightup.bench import generator, page, roads

CHAPTERS: dict[str, Callable[[bool], None]] = {
    "roads": roads.run,
    "generator": generator.run,
    "web": page.run,
    "grade": lambda large: classes.run(roads.PUZZLE, large),
}
