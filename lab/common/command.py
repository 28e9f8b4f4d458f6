"""How a command is run: its options, and the exit status for every error that is foreseen."""

import argparse
import errno
import importlib
import io
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

import decode
from lab import Unusable

CROWDED = "this user may start no more processes or threads"


def parse_options(command: str, module: ModuleType, words: list[str]) -> argparse.Namespace:
    """The options of a command, as its module declares them."""
    parser = argparse.ArgumentParser(prog=command, description=module.__doc__)
    module.arguments(parser)
    return parser.parse_intermixed_args(words)


def run_module(module: Any, options: argparse.Namespace) -> int:
    """The exit status of a command that is run now; raises Unusable without standard output."""
    if not isinstance(sys.stdout, io.TextIOWrapper):
        raise Unusable("standard output: it is closed")
    sys.stdout.reconfigure(errors="backslashreplace")
    status = int(module.run(options))
    sys.stdout.flush()
    return status


def run_action(name: Callable[[], str], action: Callable[[], int]) -> int:
    """The exit status of an action; what ends it early is reported in a line that has the name."""
    try:
        return action()
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # the reader has what it wanted
        return 0
    except (Unusable, decode.ProgramError) as error:
        lines = str(error).splitlines()
    except MemoryError:
        lines = ["out of memory"]
    except OSError as error:  # of standard output: commands see to their own files
        is_crowded = error.errno == errno.EAGAIN
        lines = [CROWDED if is_crowded else f"standard output: {error.strerror}"]
    except RuntimeError as error:
        if str(error) != "can't start new thread":
            raise
        lines = [CROWDED]
    for line in lines:
        decode.report(f"{name()}: {line}")
    return 2


def run_command(name: str, package: str) -> int:
    """Run the one command that a program has, by the words of sys.argv; returns the status."""
    decode.read_all_messages()

    def action() -> int:
        module = importlib.import_module(package)
        return run_module(module, parse_options(name, module, sys.argv[1:]))

    return run_action(lambda: name, action)
