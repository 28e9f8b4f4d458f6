"""The chapters of bench for Light Up: the roads of race, and generate beside another program."""

from collections.abc import Callable

from lab.lightup.bench import generator, roads

CHAPTERS: dict[str, Callable[[bool], None]] = {
    "roads": roads.run,
    "generator": generator.run,
}
