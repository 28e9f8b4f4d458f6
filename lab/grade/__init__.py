"""Grade a class: check each submission, give points, write tables and a page for each student.

CLASS is the download of all submissions from Moodle, Blackboard or Canvas, as a zip or a folder,
nbgrader's folder, or any folder or zip of folders or zips, at any depth. OUT is written whole or
not at all: grades.csv, worksheet.csv (with --worksheet), feedback.zip for Moodle, overview.html,
similar.csv with submissions that are much alike, and a folder for each submission with its page;
judged/ and run.json are for the next run. The same command again continues an interrupted run; it
judges only new and changed submissions, and those on which the kit failed. OUT keeps the puzzle,
the course, the worksheet, the seed and --trust for further runs. OUT/adjust.csv is yours: points
more or less, comments and deadlines of students, which every run keeps and respects.  Other files
that you put into OUT are kept, too.

Each submission runs in the sandbox.  Exit status: 0 OUT was made; 2 it cannot be made.
"""

import argparse
from pathlib import Path

from lab import Unusable, puzzles
from lab.check.bank.assignment import Assignment
from lab.check.bank.folder_bank import FolderBank
from lab.common.command import parse_count
from lab.common.files import save, write
from lab.common.language import translate, use_language
from lab.common.process_pool import count_processors
from lab.common.terminal import print_message
from lab.course import guess_language, read_course
from lab.grade import autograder, html_pages, output_folder, session
from lab.grade.grading import GradeOptions
from lab.grade.worksheet import Worksheet

MANY_CLASSES = "found {number} classes, expected one"
NO_PLACE = "--autograder goes without {names}"
PUBLIC_SOLUTION = (
    "{file} contains the solution: Classroom 50 shows it to everybody who knows the address of its "
    "page"
)


def arguments(parser: argparse.ArgumentParser) -> None:
    puzzles.add_argument(parser, "the puzzle of the assignment")
    add = parser.add_argument
    add("paths", nargs="*", type=Path, metavar="CLASS", help="the class; none for --autograder")
    add("-o", "--output", type=Path, metavar="OUT", required=True, help="the folder to write")
    course_help = "points and deadline; see lab handout --course -"
    add("--course", type=Path, metavar="FILE.toml", help=course_help)
    worksheet_help = "Moodle's grading worksheet; OUT gets it filled in"
    add("--worksheet", type=Path, metavar="FILE.csv", help=worksheet_help)
    jobs_help = "submissions judged at the same time; all cores without it"
    add("--jobs", type=parse_count, metavar="N", help=jobs_help)
    add("--seed", type=int, metavar="N", help="seed of the boards that are made for the check")
    add("--autograder", choices=autograder.RESULT_FILES, help="OUT is a zip that grades there")
    add("--trust", action="store_true", help="run programs even if the sandbox cannot contain them")


def run(options: argparse.Namespace) -> int:
    use_language(guess_language(options.course))  # for errors before the course is read
    if options.autograder:
        write_autograder(options)
        return 0
    grade_options = complete_options(options)
    if len(options.paths) != 1:
        raise Unusable(translate(MANY_CLASSES, number=len(options.paths)))
    submissions = session.grade_class(grade_options, options.paths[0], options.output)
    files = [options.output / name for name in output_folder.TEACHER_FILES]
    write("".join(f"{path}\n" for path in files if path.exists()))
    print_message(html_pages.summarise_verdicts(submissions))
    return 0


def write_autograder(options: argparse.Namespace) -> None:
    """Write the zip of --autograder; raise Unusable if there are a class or options of classes."""
    names = ["CLASS"] if options.paths else []
    names += [f"--{name}" for name in ("worksheet", "jobs") if getattr(options, name)]
    if names:
        raise Unusable(translate(NO_PLACE, names=", ".join(names)))
    service, course, out = options.autograder, options.course, options.output
    puzzle = options.puzzle or puzzles.find_default_puzzle()
    save(out, autograder.pack_autograder(service, puzzle, course, options.seed, options.trust))
    write(f"{out}\n")
    if service == autograder.CLASSROOM50:
        print_message(translate(PUBLIC_SOLUTION, file=out))


def complete_options(options: argparse.Namespace) -> GradeOptions:
    """Return the options of a run, and use the language of its course.

    An option that is left out keeps its value of the previous run into OUT.
    """
    sources = output_folder.OutputFolder(options.output).sources
    previous_run = output_folder.read_run(sources)
    name = previous_run.puzzle if previous_run else puzzles.DEFAULT
    puzzle = options.puzzle or puzzles.find_puzzle(name)
    course_file, worksheet_file = output_folder.COURSE_FILE, output_folder.WORKSHEET_FILE
    course_path = options.course or output_folder.find_given_file(sources, course_file)
    worksheet_path = options.worksheet or output_folder.find_given_file(sources, worksheet_file)
    given_files = {course_file: course_path, worksheet_file: worksheet_path}
    use_language(guess_language(course_path), puzzle.folder)
    course = read_course(course_path, puzzle)
    use_language(course.language, puzzle.folder)
    return GradeOptions(
        Assignment(FolderBank(puzzle)),
        course,
        Worksheet(worksheet_path) if worksheet_path else None,
        options.jobs or count_processors(),
        options.seed,
        options.trust or bool(previous_run and previous_run.is_trusted),
        {name: path.read_bytes() for name, path in given_files.items() if path},
    )
