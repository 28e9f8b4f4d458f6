"""Report the faults of a puzzle's folder, such as one of your own.

Compares rules.py with NAME.lp and with the fillings of small boards; looks at the examples, the
notations, the mistakes, and the names of files and in handout.toml.  A fault is a line
FILE:LINE: ... on standard output.  Exit status: 0; 1 if there are faults; 2 for a folder that
cannot be used.
"""

import argparse
from collections.abc import Iterator

import decode
from lab import Unusable, puzzles
from lab.check.folder_bank import FolderBank
from lab.check.subject import Subject
from lab.common.terminal import show_progress
from lab.inspection import boards, names, notations
from lab.inspection.examples import find_example_faults
from lab.inspection.mistakes import find_mistake_faults
from lab.puzzles import Puzzle
from lab.runner.pool import TaskPool

EXAMPLE_SECONDS = 60.0  # of computing, for an example that is larger than check solves


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    add = parser.add_argument
    add("--check", action="store_true", required=True, help="report the faults of a folder")
    add("name", metavar="FOLDER", help="the puzzle's folder, or a puzzle of the kit by its name")


def run(options: argparse.Namespace) -> int:
    """Run the command; return the exit status."""
    try:
        puzzle = puzzles.find_puzzle(options.name)
    except argparse.ArgumentTypeError as error:
        raise Unusable(str(error)) from None
    count = 0
    for fault in find_faults(puzzle):
        show_progress()
        print(fault, flush=True)
        count += 1
    show_progress()
    decode.report(f"faults: {count}" if count else f"{puzzle.title} has no faults")
    return 1 if count else 0


def find_faults(puzzle: Puzzle) -> Iterator[object]:
    """Yield the faults of a puzzle's folder; text where a file cannot be used at all."""
    show_progress("names")
    yield from report_unusable(names.find_file_faults(puzzle))
    yield from report_unusable(names.find_handout_faults(puzzle))
    try:
        subject = Subject(FolderBank(puzzle))
        has_program = bool(subject.small_trials) and puzzle.encoding.is_file()
    except Unusable as error:
        yield error
        return
    show_progress("rules")
    yield from report_unusable(boards.find_solution_faults(subject))
    yield from report_unusable(boards.find_rule_faults(subject))
    show_progress("notations")
    yield from report_unusable(notations.find_notation_faults(subject))
    if not has_program:
        return
    with TaskPool() as pool:
        show_progress("programs")
        yield from report_unusable(boards.find_program_faults(pool, subject))
        yield from report_unusable(find_example_faults(pool, subject, EXAMPLE_SECONDS))
        yield from report_unusable(find_mistake_faults(pool, subject))


def report_unusable(faults: Iterator[object]) -> Iterator[object]:
    """Yield the faults; at the end the text of Unusable, if a file cannot be used."""
    try:
        yield from faults
    except Unusable as error:
        yield error
