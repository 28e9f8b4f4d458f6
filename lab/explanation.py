"""What the explain commands of all puzzles share: arguments, output and exit status."""

import argparse
import json
from types import ModuleType
from typing import Any

import decode
from lab import notations, puzzles
from lab.common.command import parse_seconds
from lab.common.files import write
from lab.puzzles import Puzzle

STATUS = {"unique": 0, "none": 1, "several": 1, None: 3}  # by verdict


def add_arguments(parser: argparse.ArgumentParser, puzzle: Puzzle) -> None:
    """Declare FILE, --from, --puzzle, --json and --time-limit."""
    notations.add_arguments(parser)
    puzzles.add_fixed_argument(parser, puzzle)
    add = parser.add_argument
    add("--json", action="store_true", help="the explanation as data")
    add("--time-limit", type=parse_seconds, metavar="S", help="print what is known after S s")


def print_explanation(account: ModuleType, exploration: Any, as_json: bool) -> int:
    """Print an exploration as the functions of `account` describe it; return the exit status."""
    if as_json:
        write(json.dumps(account.describe_as_data(exploration)) + "\n")
    else:
        write(account.describe_in_words(exploration))
    decode.report(account.describe_verdict(exploration))
    return STATUS[exploration.verdict]
