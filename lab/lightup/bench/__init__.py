"""The chapters of bench for Light Up."""

from collections.abc import Callable

from lab.bench import classes
from lab.lightup.bench import corpus, generator, roads

CHAPTERS: dict[str, Callable[[bool], None]] = {
    "roads": roads.run,
    "generator": generator.run,
    "corpus": corpus.run,
    "grade": lambda large: classes.run(roads.PUZZLE, large),
}
