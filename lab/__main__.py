"""What goes beyond the assignment: python3 -m lab COMMAND ...

A command is the module or folder lab.COMMAND: its docstring is the help, `arguments` declares
what it takes, `run` does it and returns the exit status.
"""

import argparse
import importlib
import io
import sys
from collections.abc import Callable

import decode
from lab import Unusable

COMMANDS = {
    "convert": "one notation to another",
    "verify": "a solved or half-solved grid against the three rules",
    "explain": "why a puzzle has no solution, or several",
    "check": "a student's folder or program, rule by rule",
    "hint": "what a person can conclude, step by step, in pictures",
    "generate": "puzzles with exactly one solution, as large and as difficult as wished",
    "sat": "Light Up as clauses, and what SAT solvers make of them",
    "race": "one puzzle down every road, side by side",
    "bench": "the cost of ASP, and what the other roads cost beside it",
}


def main() -> int:
    name, options, run = parsed(sys.argv[1:])
    try:
        if not isinstance(sys.stdout, io.TextIOWrapper):
            raise Unusable("standard output: it is closed")
        sys.stdout.reconfigure(errors="backslashreplace")
        status = run(options)
        sys.stdout.flush()
        return status
    except (Unusable, decode.ProgramError) as error:
        for line in str(error).splitlines():
            decode.tell(f"lab {name}: {line}")
        return 2
    except BrokenPipeError:  # the reader has what it wanted
        return 0
    except OSError as error:  # of standard output: commands see to their own files
        decode.tell(f"lab {name}: standard output: {error.strerror}")
        return 2
    except MemoryError:
        decode.tell(f"lab {name}: out of memory")
        return 2
    except KeyboardInterrupt:
        return 130


def parsed(words: list[str]) -> tuple[str, argparse.Namespace, Callable[[argparse.Namespace], int]]:
    """The command, its options and its function; only that command's module is imported."""
    if words[:1] == [] or words[0] not in COMMANDS:
        overview().parse_args(words)
    name = words[0]
    module = importlib.import_module(f"lab.{name}")
    parser = argparse.ArgumentParser(prog=f"lab {name}", description=module.__doc__)
    module.arguments(parser)
    try:
        options = parser.parse_intermixed_args(words[1:])
    except TypeError:  # it has commands of its own
        options = parser.parse_args(words[1:])
    return name, options, module.run


def overview() -> argparse.ArgumentParser:
    """What answers --help, and words that are no command."""
    parser = argparse.ArgumentParser(prog="lab", description=str(__doc__).splitlines()[0])
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for name, purpose in COMMANDS.items():
        commands.add_parser(name, help=purpose)
    return parser


if __name__ == "__main__":
    decode.leave(main())  # a search that is still going on does not outlive the answer
