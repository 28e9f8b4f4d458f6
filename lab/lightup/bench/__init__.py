"""What Light Up costs: the roads of race, and generate beside another program."""

from collections.abc import Callable, Iterator

from lab.lightup.bench import generator, roads

CHAPTERS: dict[str, Callable[[bool], Iterator[str]]] = {
    "roads": roads.lines,
    "generator": generator.lines,
}
