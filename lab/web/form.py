"""The form for a new puzzle: each field has the name of an option of the command generate."""

import argparse
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn

from lab import Unusable, series
from lab.web.settings import Field

ANY = "any"  # the choice that leaves an option out
SIZE = ("height", "width")  # two fields that are one option


class OptionParser(argparse.ArgumentParser):
    """A parser that raises Unusable for wrong options."""

    def error(self, message: str) -> NoReturn:
        """Raise Unusable."""
        raise Unusable(message)


def parse_form(
    generate: Any, fields: Sequence[Field], values: Mapping[str, str]
) -> argparse.Namespace:
    """Return the options of the module `generate` for the values of fields; raise Unusable."""
    parser = OptionParser(add_help=False)
    generate.arguments(parser)
    options = [f"--size={'x'.join(values.get(name, '') for name in SIZE)}"]
    for field in fields:
        value = values.get(field.name, "")
        if field.name not in SIZE and value not in ("", ANY):
            options.append(f"--{field.name}={value}")
    return parser.parse_args(options)


def make_first_board(
    options: argparse.Namespace, make: Callable[[str], series.GeneratedPuzzle]
) -> Any:
    """Return the board that make(seed) makes, with the seed that the command would use first.

    Raises Unusable if there is none.
    """
    try:
        return make(series.list_orders(options)[0].seed).board
    except series.Exhausted:
        raise Unusable("no such puzzle was found, and there may be none") from None
