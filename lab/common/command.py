"""Run a command: parse its options, report expected errors, return the exit status."""

import argparse
import contextlib
import io
import re
import sys
import threading
import traceback
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

import decode
from lab import LimitReached, Unusable
from lab.common.files import write
from lab.common.processes import SIGTERM_STATUS, exit_at_sigterm, is_crowded
from lab.common.terminal import open_closed_streams, print_message
from lab.common.words import escape_controls

CROWDED = "this user may start no more processes or threads"


class CommandLimit:
    """The --time-limit of the command that runs in this process, for what reads its input."""

    seconds: float | None = None


class ParagraphFormatter(argparse.HelpFormatter):
    """Fills each paragraph of a description; one with indented lines stays as it is."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        fill = super()._fill_text
        paragraphs = text.strip().split("\n\n")
        return "\n\n".join(p if "\n " in p else fill(p, width, indent) for p in paragraphs)


class Parser(argparse.ArgumentParser):
    """A parser that refuses empty arguments, and whose messages cannot control the terminal."""

    def __init__(self, **options: Any) -> None:
        super().__init__(formatter_class=ParagraphFormatter, **options)
        self.register("type", int, parse_whole_number)

    def error(self, message: str) -> NoReturn:
        super().error(escape_controls(message))

    def _get_value(self, action: argparse.Action, arg_string: str) -> Any:
        if not arg_string:  # a command would take it for an option that is not there
            raise argparse.ArgumentError(action, "found '', expected at least one character")
        return super()._get_value(action, arg_string)


def parse_options(command: str, module: ModuleType, arguments: list[str]) -> argparse.Namespace:
    parser = Parser(prog=command, description=module.__doc__)
    module.arguments(parser)
    return parser.parse_intermixed_args(arguments)


def run_command(name: str, find: Callable[[list[str]], tuple[str, Any, list[str]]]) -> int:
    """Run the command that `find` returns for the arguments in sys.argv; return the exit status.

    `find` returns the command's title, its module, and the arguments after its name.  Expected
    errors are reported on standard error, with status 2, or 3 for LimitReached.  Each line begins
    with the first two words of the title, or with `name` if `find` raised the error.
    """
    decode.read_all_messages()
    open_closed_streams()
    exit_at_sigterm()
    try:
        title, module, arguments = find(sys.argv[1:])
        name = " ".join(title.split()[:2])  # without the sub-command
        options = parse_options(title, module, arguments)
        CommandLimit.seconds = getattr(options, "time_limit", None)
        if not isinstance(sys.stdout, io.TextIOWrapper):
            raise Unusable("standard output: it is closed")
        sys.stdout.reconfigure(errors="backslashreplace", newline="\n")
        status = int(module.run(options))
        write("")  # the last of what else was printed
        return status
    except KeyboardInterrupt:
        return 130
    except SystemExit as error:
        if str(error) != str(SIGTERM_STATUS):  # texts, as clingo puts one error into another
            raise  # it is argparse's
        return SIGTERM_STATUS
    except Exception as error:
        if isinstance(error.__context__, KeyboardInterrupt):  # it interrupted argparse
            return 130
        if isinstance(error, OSError) and error.errno in decode.CLOSED_PIPE:
            return 0  # the reader has seen enough
        lines, status = describe_error(error).splitlines(), 2 + isinstance(error, LimitReached)
    for line in lines:
        print_message(f"{name}: {line}")
    return status


def describe_error(error: Exception) -> str:
    """Return the text of an expected error or one in a puzzle's folder; raise any other again."""
    if isinstance(error, (Unusable, decode.ProgramError, argparse.ArgumentTypeError)):
        return str(error)
    if isinstance(error, MemoryError):
        return "out of memory"
    if is_crowded(error):
        return CROWDED
    if isinstance(error, OSError):
        reason = error.strerror or str(error)
        return f"{error.filename}: {reason}" if error.filename else reason
    stack = traceback.extract_tb(error.__traceback__)
    frames = [frame for frame in stack if is_of_puzzle(Path(frame.filename))]
    if not frames:
        raise error
    return f"{frames[-1].filename}:{frames[-1].lineno}: {type(error).__name__}: {error}"


def is_of_puzzle(path: Path) -> bool:
    """Return whether a file is in a puzzle's folder, or in a folder of it."""
    return any((folder / "puzzle.py").is_file() for folder in path.parents[:2])


def parse_whole_number(text: str) -> int:
    with contextlib.suppress(ValueError):
        return int(text)
    raise argparse.ArgumentTypeError(f"found {text!r}, expected a whole number")


def parse_count(text: str, most: int = 100_000, least: int = 1) -> int:
    """Return a number from `least` to `most`; for argparse."""
    if re.fullmatch(r"\d{1,9}", text) and least <= int(text) <= most:
        return int(text)
    raise argparse.ArgumentTypeError(f"found {text!r}, expected a number from {least} to {most}")


def parse_share(text: str) -> float:
    """Return a number from 0 to 1; for argparse."""
    with contextlib.suppress(ValueError):
        if 0 <= float(text) <= 1:
            return float(text)
    raise argparse.ArgumentTypeError(f"found {text!r}, expected a number from 0 to 1")


def parse_seconds(text: str) -> float:
    """Return a number of seconds that threads can wait; for argparse."""
    with contextlib.suppress(ValueError):
        if 0 < float(text) <= threading.TIMEOUT_MAX:
            return float(text)
    expected = f"seconds above 0, at most {threading.TIMEOUT_MAX:.0f}"
    raise argparse.ArgumentTypeError(f"found {text!r}, expected {expected}")
