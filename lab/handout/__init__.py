"""Make what students get: the sheet, starts to fill in, examples, and a check without solutions.

The folder or .zip has the assignment as text and as a page, first steps to read, starts of the two
programs, decode.py, show, examples, and check with tables of solved boards, of known mistakes and
of the points of the course.  No program in it solves a board: each time, every logic program among
the files is run, and every Python program that may write facts, and none may pass check.

--course - prints a course to fill in, as TOML: what the sheet says, and what each part is worth.
Exit status: 0 if the handout was made; 2 if it cannot be.
"""

import argparse
from pathlib import Path

from lab import Unusable, course, puzzles
from lab.check.bank.assignment import Assignment
from lab.check.bank.folder_bank import FolderBank
from lab.common.files import check_target, write, write_files
from lab.common.language import LANGUAGES, translate, use_language
from lab.common.processes import exit_at_sigterm
from lab.common.terminal import print_message, show_progress
from lab.common.words import count_noun
from lab.course.texts import PUZZLE_TEXTS, HandoutTexts
from lab.handout import proof
from lab.handout.contents import Handout
from lab.handout.examples import choose_examples
from lab.inspection.boards import find_program_faults
from lab.inspection.examples import find_example_faults
from lab.runner.task_pool import TaskPool

FOR_ALL = "{files}; none of {programs} among them passes check"
FOR_STUDENTS = "{files} for {students}; none of {programs} among them passes check"
OBLONG_BOARD = [".."]
DEFAULT_SEED = 0  # of the random boards of check


def arguments(parser: argparse.ArgumentParser) -> None:
    puzzles.add_argument(parser, "whose assignment it is")
    add = parser.add_argument
    add("-o", type=Path, dest="target", metavar="FOLDER|FILE.zip", help="the handout to write")
    add("--course", metavar="FILE.toml", help="the course; - prints one to fill in")
    new_examples = "make new examples, but dom01; the same N makes the same"
    add("--seed", type=int, metavar="N", help=new_examples)
    add("--for", dest="names", metavar="FILE", help="a folder for each name; FILE has one a line")


def run(options: argparse.Namespace) -> int:
    puzzle = options.puzzle or puzzles.default_puzzle()
    if options.course == "-":
        write(course.format_course_file(puzzle))
        return 0
    if not options.target:
        raise Unusable("found no -o, expected -o FOLDER or -o FILE.zip")
    check_target(options.target)
    exit_at_sigterm()
    course_path = Path(options.course) if options.course else None
    chosen_course = course.read_course(course_path, puzzle)
    use_language(chosen_course.language, puzzle.folder)
    assignment = Assignment(FolderBank(puzzle))
    texts = HandoutTexts(puzzle, chosen_course, assignment.atom, assignment.is_fit(OBLONG_BOARD))
    examples_by_student = choose_examples(assignment, options.seed, options.names)
    if not texts.own:
        lack = f"{puzzle.title} has no words of its own in {LANGUAGES[chosen_course.language]}"
        print_message(f"{lack}: the rules are as in check")
    elif missing := [name for name in PUZZLE_TEXTS if name not in texts.own]:
        file = f"{puzzle.folder / 'handout.toml'}: [{chosen_course.language}]"
        print_message(f"{file}: found no {', '.join(missing)}: general words stand there")
    with TaskPool() as pool:
        show_progress("solving trial boards and examples")
        faults = list(map(str, find_program_faults(pool, assignment)))
        if faults := faults or list(map(str, find_example_faults(pool, assignment))):
            raise Unusable("\n".join(faults))
        show_progress("tables for check")
        handout = Handout(pool, assignment, texts, options.seed or DEFAULT_SEED)
        files = {
            f"{student}/{path}" if student else path: file
            for student, examples in examples_by_student.items()
            for path, file in handout.files(examples).items()
        }
        show_progress("looking for solutions in it")
        count = proof.prove_no_solution(pool, assignment, files)
    show_progress()
    write_files(options.target, files, puzzle.name)
    numbers = {
        "files": count_noun(len(files), "file"),
        "students": count_noun(len(examples_by_student), "student"),
        "programs": count_noun(count, "program"),
    }
    print_message(translate(FOR_STUDENTS if options.names else FOR_ALL, **numbers))
    return 0
