"""What goes beyond the assignment: python3 -m lab COMMAND ...

A command is a module or package of lab, or one that its puzzle brings (--puzzle, Light Up
without it).  Its docstring is the help, `arguments` declares what it takes, `run` does it and
returns the exit status; or STEPS names such modules of its own.
"""

import argparse
import importlib
import io
import sys
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType

if not __package__:  # python3 PATH/lab COMMAND, from any folder
    sys.path[0] = str(Path(__file__).resolve().parent.parent)

import decode
from lab import Unusable, puzzles

COMMANDS = {
    "convert": "one notation to another",
    "verify": "a solved or half-solved grid against the rules",
    "check": "a student's folder or program, rule by rule",
    "race": "one puzzle down every road, side by side",
    "bench": "the cost of ASP, and what the other roads cost beside it",
}


def main() -> int:
    name = "lab"
    try:
        command, module, words = chosen(sys.argv[1:])
        name = " ".join(command.split()[:2])  # without the steps
        options = parsed(command, module, words)
        if not isinstance(sys.stdout, io.TextIOWrapper):
            raise Unusable("standard output: it is closed")
        sys.stdout.reconfigure(errors="backslashreplace")
        status = int(module.run(options))
        sys.stdout.flush()
        return status
    except (Unusable, decode.ProgramError) as error:
        for line in str(error).splitlines():
            decode.tell(f"{name}: {line}")
        return 2
    except BrokenPipeError:  # the reader has what it wanted
        return 0
    except OSError as error:  # of standard output: commands see to their own files
        decode.tell(f"{name}: standard output: {error.strerror}")
        return 2
    except MemoryError:
        decode.tell(f"{name}: out of memory")
        return 2
    except KeyboardInterrupt:
        return 130


def chosen(words: list[str]) -> tuple[str, ModuleType, list[str]]:
    """The name of a command with its steps, its module, and the words that are for it."""
    own, others = puzzle(words).commands, puzzles.default().commands
    if words and words[0] in others and words[0] not in {**COMMANDS, **own}:
        raise Unusable(f"{words[0]} is a command of {puzzles.default().title} alone")
    name = select("lab", str(__doc__).splitlines()[0], {**COMMANDS, **own}, words)
    module = puzzle(words).module(name) if name in own else importlib.import_module(f"lab.{name}")
    command, words = f"lab {name}", words[1:]
    while steps := getattr(module, "STEPS", None):
        name = select(command, str(module.__doc__), steps, words)
        module = importlib.import_module(f"{module.__name__}.{name}")
        command, words = f"{command} {name}", words[1:]
    return command, module, words


def select(prog: str, about: str, commands: Mapping[str, str], words: list[str]) -> str:
    """The first word, if it is a command; anything else is for argparse: --help, or an error."""
    if words and words[0] in commands:
        return words[0]
    parser = argparse.ArgumentParser(prog=prog, description=about)
    choices = parser.add_subparsers(metavar="COMMAND", required=True)
    for name, purpose in commands.items():
        choices.add_parser(name, help=purpose)
    parser.parse_args(words[:1])
    raise AssertionError("argparse exits")


def parsed(command: str, module: ModuleType, words: list[str]) -> argparse.Namespace:
    """The options of a command."""
    parser = argparse.ArgumentParser(prog=command, description=module.__doc__)
    module.arguments(parser)
    return parser.parse_intermixed_args(words)


def puzzle(words: list[str]) -> puzzles.Puzzle:
    """The puzzle that --puzzle names, else the default: which commands there are hangs on it."""
    parser = argparse.ArgumentParser(prog="lab", add_help=False, allow_abbrev=False)
    puzzles.add_argument(parser)
    return parser.parse_known_args(words)[0].puzzle or puzzles.default()


if __name__ == "__main__":
    decode.leave(main())  # a search that is still going on does not outlive the answer
