"""The files that students get, for the handout and for the pages as a folder.

contents.py lists them; sheet.py, first_steps.py, examples.py and tables.py write parts of them;
proof.py looks for solutions among them.
"""

from itertools import chain
from typing import NamedTuple

from decode import BLANK
from lab import Unusable
from lab.check.bank.assignment import Assignment
from lab.check.bank.folder_bank import FolderBank
from lab.common.files import Files
from lab.common.language import LANGUAGES, use_language
from lab.common.terminal import print_message, show_progress
from lab.course.texts import PUZZLE_TEXTS, HandoutTexts
from lab.inspection.boards import find_program_faults
from lab.inspection.examples import find_example_faults
from lab.material import proof
from lab.material.contents import Handout
from lab.material.examples import choose_examples
from lab.notations import list_choices
from lab.puzzles import Puzzle
from lab.runner.task_pool import TaskPool
from lab.settings.course import Course

OBLONG_BOARD = [".."]
DEFAULT_SEED = 0  # the seed of the random boards of check


class HandoutFiles(NamedTuple):
    """The files of a handout by their paths, with the numbers of students and of programs run."""

    files: Files
    student_count: int
    program_count: int


def make_handout(
    puzzle: Puzzle, course: Course, seed: int | None = None, names_file: str | None = None
) -> HandoutFiles:
    """Make a handout in the language of the course, which is used from then on.

    seed, names_file: as choose_examples takes them.  With names, each student has a folder.
    Reports missing words of the puzzle on stderr.  Raises Unusable if the puzzle has faults, or a
    program in the handout solves a board.
    """
    use_language(course.language, puzzle.folder)
    assignment = Assignment(FolderBank(puzzle))
    examples_by_student = choose_examples(assignment, seed, names_file)
    boards = [example.board for examples in examples_by_student.values() for example in examples]
    choices = list_choices(puzzle, (len(boards[0]), len(boards[0][0]))).values()
    has_blanks = any(BLANK in values for values in chain(choices, *boards))
    texts = HandoutTexts(
        puzzle, course, assignment.atom, assignment.is_fit(OBLONG_BOARD), has_blanks
    )
    report_missing_words(texts)
    with TaskPool() as pool:
        show_progress("solving trial boards and examples")
        faults = list(map(str, find_program_faults(pool, assignment)))
        if faults := faults or list(map(str, find_example_faults(pool, assignment))):
            raise Unusable("\n".join(faults))
        show_progress("tables for check")
        handout = Handout(pool, assignment, texts, seed or DEFAULT_SEED)
        files = {
            f"{student}/{path}" if student else path: file
            for student, examples in examples_by_student.items()
            for path, file in handout.make_files(examples).items()
        }
        show_progress("looking for solutions in it")
        program_count = proof.prove_no_solution(pool, assignment, files)
    show_progress()
    return HandoutFiles(files, len(examples_by_student), program_count)


def report_missing_words(texts: HandoutTexts) -> None:
    """Report on stderr which words of its own a puzzle lacks in the language of the course."""
    puzzle, language = texts.puzzle, texts.course.language
    if not texts.puzzle_words:
        text = f"{puzzle.title} has no words of its own in {LANGUAGES[language]}"
        print_message(f"{text}: the rules are as in check")
    elif missing := [name for name in PUZZLE_TEXTS if name not in texts.puzzle_words]:
        file = f"{puzzle.folder / 'handout.toml'}: [{language}]"
        print_message(f"{file}: found no {', '.join(missing)}: general words stand there")
