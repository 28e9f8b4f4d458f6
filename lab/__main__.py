"""What goes beyond the assignment: python3 -m lab COMMAND ...

A command is the module lab.COMMAND: its docstring is the help, `arguments` declares what it
takes, `run` does it and returns the exit status.
"""

import argparse
import importlib
import os
import sys

import decode
from lab import Unusable

COMMANDS = {
    "convert": "one notation to another",
    "verify": "a solved or half-solved grid against the three rules",
    "explain": "why a puzzle has no solution, or several",
}


def main() -> int:
    options = parsed(sys.argv[1:])
    try:
        status: int = options.run(options)
        sys.stdout.flush()
        return status
    except (Unusable, decode.ProgramError) as error:
        for line in str(error).splitlines():
            decode.tell(f"lab {options.command}: {line}")
        return 2
    except BrokenPipeError:  # the reader has what it wanted
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 0
    except KeyboardInterrupt:
        decode.leave(130)


def parsed(words: list[str]) -> argparse.Namespace:
    """The options; of the command modules only the wanted one is imported."""
    parser = argparse.ArgumentParser(prog="lab", description=str(__doc__).splitlines()[0])
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, purpose in COMMANDS.items():
        if name in words[:1]:
            module = importlib.import_module(f"lab.{name}")
            command = commands.add_parser(name, help=purpose, description=module.__doc__)
            module.arguments(command)
            command.set_defaults(run=module.run)
        else:
            commands.add_parser(name, help=purpose)
    return parser.parse_args(words)


if __name__ == "__main__":
    sys.exit(main())
