"""Everything beyond the assignment: python3 -m lab COMMAND ...

A command is a module or package of lab, or of the folder of the puzzle (--puzzle, Light Up by
default).  Its docstring is the help, arguments(parser) declares its options, run(options) does
the work and returns the exit status.  A package may instead have SUBCOMMANDS: the names of its
modules that are commands in the same way, each with its help.
"""

import argparse
import importlib
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType

if not __package__:  # python3 PATH/lab COMMAND, from any folder
    sys.path[0] = str(Path(__file__).resolve().parent.parent)

try:
    from lab import Unusable, puzzles
    from lab.common import command
except KeyboardInterrupt:  # importing them takes longer than many commands
    sys.exit(130)

COMMANDS = {
    "convert": "one notation to another",
    "verify": "a solved or half-solved grid against the rules",
    "compare": "two logic programs on all boards of some sizes",
    "check": "a student's folder or program, rule by rule",
    "generate": "puzzles with exactly one solution, of the size that you name",
    "explain": "why a puzzle has no solution or several, and how to repair it",
    "hint": "the next value that follows, with its reason",
    "sheet": "puzzles on paper, several on a page, with their solutions",
    "handout": "what students get: the sheet, starts, examples, a check without solutions",
    "grade": "a class of submissions, with points, pages and tables",
    "corpus": "a table of puzzles by the hundred thousand",
    "new": "a folder for your own puzzle; with --check, the faults of one",
    "race": "one puzzle solved by clingo and by other solvers, side by side",
    "bench": "the cost of ASP, and of other solvers beside it",
    "web": "a page to play on, and to write a logic program beside",
}
MORE = (
    "The options of a command follow it; COMMAND --help lists them. --puzzle NAME selects the "
    "puzzle, which may have more commands; the default is Light Up."
)


def main() -> int:
    return command.run_command("lab", find_command)


def find_command(arguments: list[str]) -> tuple[str, ModuleType, list[str]]:
    """Return the title of a command, such as lab sat encode, its module, and the arguments left."""
    if arguments[:1] == ["--puzzle"]:  # it may stand before the command
        arguments = arguments[2:] + arguments[:2]
    elif arguments and arguments[0].startswith("--puzzle="):
        arguments = arguments[1:] + arguments[:1]
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--puzzle", nargs="?")  # the command reports a missing value
    puzzle_name = parser.parse_known_args(arguments)[0].puzzle
    try:
        puzzle = puzzles.find_puzzle(puzzle_name) if puzzle_name else puzzles.find_default_puzzle()
    except Unusable as error:
        raise Unusable(f"--puzzle: {error}" if puzzle_name else str(error)) from None

    commands = {**COMMANDS, **puzzle.commands}
    for candidate in puzzles.list_puzzles():
        if arguments and arguments[0] not in commands and arguments[0] in candidate.commands:
            raise Unusable(f"{puzzle.title} has no command {arguments[0]}")

    name = select_command("lab", str(__doc__).splitlines()[0], commands, arguments, epilog=MORE)
    module, title, arguments = puzzle.load_command(name), f"lab {name}", arguments[1:]
    while subcommands := getattr(module, "SUBCOMMANDS", None):
        name = select_command(title, str(module.__doc__), subcommands, arguments)
        module = importlib.import_module(f"{module.__name__}.{name}")
        title, arguments = f"{title} {name}", arguments[1:]
    return title, module, arguments


def select_command(
    prog: str, about: str, commands: Mapping[str, str], arguments: list[str], epilog: str = ""
) -> str:
    """Return the first argument if it is a command; else print the help or an error, and exit."""
    if arguments and arguments[0] in commands:
        return arguments[0]
    parser = argparse.ArgumentParser(prog=prog, description=about, epilog=epilog)
    choices = parser.add_subparsers(metavar="COMMAND", required=True)
    for name, purpose in commands.items():
        choices.add_parser(name, help=purpose)
    if arguments and arguments[0].startswith("-") and arguments[0] not in ("-h", "--help"):
        parser.error(f"found {arguments[0]}, expected a command before its options")
    parser.parse_args(arguments[:1])
    raise AssertionError("argparse exits")


if __name__ == "__main__":
    os._exit(main())  # a search that is still going on does not outlive the answer
