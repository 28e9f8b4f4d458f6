"""A new puzzle by the fields of a form, the one that lab generate makes of the same wishes."""

import argparse
from collections.abc import Callable, Mapping
from typing import Any, NoReturn

from lab import Unusable, series

ANY = "any"  # the choice that is no wish
SIZE = ("height", "width")  # fields that are one option


class Parser(argparse.ArgumentParser):
    """The options of a command; raises Unusable for wrong ones."""

    def error(self, message: str) -> NoReturn:
        raise Unusable(message)


def options(generate: Any, wishes: Mapping[str, str]) -> argparse.Namespace:
    """The options of a puzzle's command generate; each field has the name of one."""
    parser = Parser(add_help=False)
    generate.arguments(parser)
    size = "x".join(wishes.get(name, "") for name in SIZE)
    wished = {name: text for name, text in wishes.items() if text not in ("", ANY)}
    words = [f"--{name}={text}" for name, text in wished.items() if name not in SIZE]
    return parser.parse_args([f"--size={size}", *words])


def one(chosen: argparse.Namespace, made: Callable[[str], series.GeneratedPuzzle]) -> Any:
    """The board that made(seed) returns for the first order of the options."""
    try:
        return made(series.orders_of(chosen)[0].seed).board
    except series.Exhausted:
        raise Unusable("no such puzzle was found, and there may be none") from None
