"""What goes beyond the assignment: python3 -m lab COMMAND ...

A command is a module or package of lab, or of the folder of the puzzle (--puzzle, Light Up
without it).  Its docstring is the help, arguments(parser) declares its options, run(options)
does the work and returns the exit status.  A package may have STEPS instead: such modules of
its own, by name, each with its help.
"""

import argparse
import importlib
import sys
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType

if not __package__:  # python3 PATH/lab COMMAND, from any folder
    sys.path[0] = str(Path(__file__).resolve().parent.parent)

import decode
from lab import Unusable, puzzles
from lab.common import command

COMMANDS = {
    "convert": "one notation to another",
    "verify": "a solved or half-solved grid against the rules",
    "check": "a student's folder or program, rule by rule",
    "sheet": "puzzles on paper, several on a page, with their solutions",
    "handout": "what students get: the sheet, starts, examples, a check without solutions",
    "grade": "a class of submissions, with points, pages and tables",
    "corpus": "a table of puzzles by the hundred thousand",
    "race": "one puzzle down every road, side by side",
    "bench": "the cost of ASP, and what the other roads cost beside it",
    "web": "a page to play on, and to write a logic program beside",
}
MORE = (
    "The options of a command follow it; COMMAND --help lists them. --puzzle NAME selects the "
    "puzzle, which has commands of its own; it is Light Up without."
)


def main() -> int:
    """Run the command of sys.argv; returns the exit status, for every error that is foreseen."""
    decode.read_all_messages()
    name = ["lab"]

    def action() -> int:
        title, module, words = chosen(sys.argv[1:])
        name.append(" ".join(title.split()[:2]))  # without the steps
        return command.run_module(module, command.parse_options(title, module, words))

    return command.run_action(lambda: name[-1], action)


def chosen(words: list[str]) -> tuple[str, ModuleType, list[str]]:
    """The name of a command with its steps, its module, and the words that are for it."""
    words = command_first(words)
    puzzle, default = puzzle_of(words), puzzles.default_puzzle()
    own = puzzle.commands
    commands = {**COMMANDS, **own}
    if words and words[0] in default.commands and words[0] not in commands:
        raise Unusable(f"{puzzle.title} has no command {words[0]}")
    name = select("lab", str(__doc__).splitlines()[0], commands, words, epilog=MORE)
    module = puzzle.module(name) if name in own else importlib.import_module(f"lab.{name}")
    title, words = f"lab {name}", words[1:]
    while steps := getattr(module, "STEPS", None):
        name = select(title, str(module.__doc__), steps, words)
        module = importlib.import_module(f"{module.__name__}.{name}")
        title, words = f"{title} {name}", words[1:]
    return title, module, words


def command_first(words: list[str]) -> list[str]:
    """The words; --puzzle and its value, if they come first, are moved to the end."""
    first = words[0] if words else ""
    moved = 2 if first == "--puzzle" else 1 if first.startswith("--puzzle=") else 0
    return words[moved:] + words[:moved]


def puzzle_of(words: list[str]) -> puzzles.Puzzle:
    """The puzzle that --puzzle names, else the default; some commands are of one puzzle alone."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--puzzle", nargs="?")  # the command reports a missing value
    name = parser.parse_known_args(words)[0].puzzle
    try:
        return puzzles.default_puzzle() if name is None else puzzles.find_puzzle(name)
    except argparse.ArgumentTypeError as error:
        raise Unusable(f"--puzzle: {error}") from None


def select(
    prog: str, about: str, commands: Mapping[str, str], words: list[str], epilog: str = ""
) -> str:
    """The first word, if it is a command; else argparse prints the help or an error and exits."""
    if words and words[0] in commands:
        return words[0]
    parser = argparse.ArgumentParser(prog=prog, description=about, epilog=epilog)
    choices = parser.add_subparsers(metavar="COMMAND", required=True)
    for name, purpose in commands.items():
        choices.add_parser(name, help=purpose)
    if words and words[0].startswith("-") and words[0] not in ("-h", "--help"):
        parser.error(f"found {words[0]}, expected a command before its options")
    parser.parse_args(words[:1])
    raise AssertionError("argparse exits")


if __name__ == "__main__":
    decode.leave(main())  # a search that is still going on does not outlive the answer
