"""Make the folder of a new puzzle, report the faults of one, or make the trial boards of one.

NAME, or PATH/NAME, becomes a copy of a puzzle under the new name, on which the commands work at
once: of Latin squares, or of the puzzle after --like.  A comment TO DO is the first line of each
file in which yours differs.  The copy has at most three examples of the other puzzle.  You may
delete checking.py, handout.toml and mistakes*.

--check compares rules.py with NAME.lp, rules.lp and the fillings of small boards, and looks at the
examples, boards.lp, notations, mistakes, names, translations and comments TO DO.  A fault is a line
FILE:LINE: ...; the first trial board that decides each rule is reported on standard error.

--trials writes trials.txt, the few boards that check needs.  For each known mistake, and for
NAME.lp with any one of its constraints left out, it has a smallest board that shows the error; for
each pair of mistakes, a board that tells them apart.  Pairs that no board tells apart are faults.
An old trials.txt is replaced with --force only: its boards are used again, and those of more than
four rows stay; those that puzzle.py rejects are removed at once.  boards.lp in the folder, if any,
has constraints on given(R,C,V), where not each board is a puzzle.

Exit status: 0; 1 if there are faults; 2 for a name or folder that cannot be used.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

from decode import format_grid
from lab import Unusable, puzzles
from lab.check.bank.assignment import Assignment
from lab.check.bank.folder_bank import FolderBank
from lab.common.command import describe_error
from lab.common.files import save, write
from lab.common.language import requested_texts
from lab.common.terminal import print_message, show_progress
from lab.common.words import format_size, get_size
from lab.inspection import boards, names, notations, translations
from lab.inspection.checker import find_checker_faults
from lab.inspection.examples import find_example_faults
from lab.inspection.mistakes import find_mistake_faults
from lab.new.template import make_folder
from lab.new.trials import TrialMaker
from lab.puzzles import Puzzle
from lab.runner.task_pool import TaskPool

EXAMPLE_SECONDS = 60.0  # seconds of computing for an example that is larger than check solves


def arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add(
        "name",
        metavar="NAME",
        help="the new folder; with --check or --trials a folder, or a puzzle's name",
    )
    add = parser.add_mutually_exclusive_group().add_argument
    like = "the puzzle to copy, by its name or folder"
    add(
        "--like",
        type=puzzles.find_puzzle,
        metavar="NAME",
        default=str(names.MODEL_FOLDER),
        help=like,
    )
    add("--check", action="store_true", help="report the faults of a folder")
    add("--trials", action="store_true", help="make trials.txt in a folder")
    parser.add_argument("--force", action="store_true", help="with --trials: replace trials.txt")


def run(options: argparse.Namespace) -> int:
    if options.trials:
        return write_trials(puzzles.find_puzzle(options.name), options.force)
    if not options.check:
        print_message(make_folder(Path(options.name), options.like))
        return 0
    puzzle, faults = puzzles.find_puzzle(options.name), set[str]()
    for fault in map(str, find_faults(puzzle)):
        if fault not in faults:
            show_progress()
            write(f"{fault}\n")
        faults.add(fault)
    show_progress()
    print_message(f"faults: {len(faults)}" if faults else f"{puzzle.title} has no faults")
    return 1 if faults else 0


def write_trials(puzzle: Puzzle, is_forced: bool) -> int:
    """Write trials.txt of a puzzle, over an old one if `is_forced`; return the exit status."""
    path = puzzle.folder / "trials.txt"
    if path.is_file() and not is_forced:
        raise Unusable(f"{path}: exists, and nothing is overwritten without --force")
    with TaskPool() as pool:
        maker = TrialMaker(pool, puzzle)
        trial_boards, difference_count = maker.make()
    save(path, "\n".join(map(format_grid, trial_boards)))
    show_progress()
    for fault in maker.faults:
        write(f"{fault}\n")
    sizes = " to ".join(format_size(get_size(trial_boards[n])) for n in (0, -1))
    summary = f"{len(trial_boards)} boards, {sizes}; differences shown: {difference_count}"
    print_message("\n".join([*map(str, maker.remarks), f"{path}: {summary}"]))
    return 1 if maker.faults else 0


def find_faults(puzzle: Puzzle) -> Iterator[object]:
    """Yield the faults of a puzzle's folder; text where a file cannot be used at all."""
    yield from names.find_file_faults(puzzle)
    yield from names.find_record_faults(puzzle)
    yield from catch_errors(names.find_leftovers(puzzle))
    texts = [file for pattern in ("*.py", "*.toml") for file in puzzle.folder.glob(pattern)]
    for path in sorted([*puzzle.program_folder.glob("*.lp"), *texts]):
        yield from catch_errors(names.find_text_faults(path))
    yield from catch_errors(names.find_handout_faults(puzzle))
    try:
        assignment = Assignment(FolderBank(puzzle))
        has_program = bool(assignment.small_trials) and puzzle.encoding.is_file()
    except Exception as error:
        yield describe_error(error)
        return
    requested_texts.clear()
    show_progress("rules")
    yield from catch_errors(boards.find_faults_of_solutions(assignment))
    yield from catch_errors(boards.find_rule_faults(assignment))
    yield from catch_errors(boards.find_forbidden_boards(assignment))
    show_progress("notations")
    yield from catch_errors(notations.find_notation_faults(assignment))
    yield from catch_errors(notations.find_zero_faults(assignment))
    yield from catch_errors(translations.find_translation_faults(puzzle))
    if not has_program:
        return
    with TaskPool() as pool:
        show_progress("examples")
        yield from catch_errors(find_example_faults(pool, assignment, EXAMPLE_SECONDS))
        show_progress("programs")
        yield from catch_errors(boards.find_program_faults(pool, assignment))
        yield from catch_errors(find_checker_faults(pool, assignment))
        yield from catch_errors(find_mistake_faults(pool, assignment))


def catch_errors(faults: Iterator[object]) -> Iterator[object]:
    """Yield the faults; at the end the text of an error, if a file cannot be used."""
    try:
        yield from faults
    except Exception as error:
        yield describe_error(error)
