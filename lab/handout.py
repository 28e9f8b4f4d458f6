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
from lab.common.files import check_target, write, write_files
from lab.common.language import translate
from lab.common.terminal import print_message
from lab.common.words import count_noun
from lab.material import make_handout

FOR_ALL = "{files}; none of {programs} among them passes check"
FOR_STUDENTS = "{files} for {students}; none of {programs} among them passes check"


def arguments(parser: argparse.ArgumentParser) -> None:
    puzzles.add_argument(parser, "whose assignment it is")
    add = parser.add_argument
    add("-o", type=Path, dest="target", metavar="FOLDER|FILE.zip", help="the handout to write")
    add("--course", type=Path, metavar="FILE.toml", help="the course; - prints one to fill in")
    new_examples = "make new examples, but dom01; the same N makes the same"
    add("--seed", type=int, metavar="N", help=new_examples)
    add("--for", dest="names", metavar="FILE", help="a folder for each name; FILE has one a line")


def run(options: argparse.Namespace) -> int:
    puzzle = options.puzzle or puzzles.find_default_puzzle()
    if options.course == Path("-"):
        write(course.format_course_file(puzzle))
        return 0
    if not options.target:
        raise Unusable("found no -o, expected -o FOLDER or -o FILE.zip")
    check_target(options.target)
    chosen_course = course.read_course(options.course, puzzle)
    handout = make_handout(puzzle, chosen_course, options.seed, options.names)
    write_files(options.target, handout.files, puzzle.name)
    numbers = {
        "files": count_noun(len(handout.files), "file"),
        "students": count_noun(handout.student_count, "student"),
        "programs": count_noun(handout.program_count, "program"),
    }
    print_message(translate(FOR_STUDENTS if options.names else FOR_ALL, **numbers))
    return 0
