"""Make a PDF with several puzzles on a page, with their names, difficulty and solutions.

FILE is a puzzle in any notation, one of examples/, or a folder, of which all dom*.txt are taken.
The difficulty is read from index.txt beside a puzzle, the solution of dom*.txt from sol*.txt;
other puzzles are solved.  An answer in FILE is set aside if rules.py of the puzzle has bare().
Puzzles for one person, dom-NAME.txt of generate --for, get pages of their own with the name on
them; several folders give each person several puzzles.

Exit status: 0 if the PDF was made; 1 if a puzzle was drawn unsolved, as it has no solution or
several, or takes too long to solve; 2 if the PDF cannot be made.
"""

import argparse
from functools import partial
from pathlib import Path

from lab import Unusable, notations, puzzles
from lab.common.command import parse_count
from lab.common.language import LANGUAGES, use_language
from lab.common.terminal import print_message, show_progress
from lab.common.words import count_noun
from lab.course import read_course
from lab.sheet import pdf_pages
from lab.sheet.entries import add_solutions, read_entries
from lab.sheet.printing import find_font, has_letter

MAX_PER_PAGE = 24  # puzzles on a page
SOLUTIONS_PER_PUZZLE = 2  # solutions in the room of one puzzle


def arguments(parser: argparse.ArgumentParser) -> None:
    notations.add_notation(parser)
    puzzles.add_argument(parser)
    add = parser.add_argument
    add("files", nargs="+", metavar="FILE", help="puzzles, or folders of them")
    add("-o", type=parse_pdf_path, dest="target", required=True, metavar="FILE.pdf", help="the PDF")
    add("--paper", choices=pdf_pages.PAPER, default="a4", help="a4 (default) or letter")
    per_page = partial(parse_count, most=MAX_PER_PAGE)
    add("--per-page", type=per_page, default=6, metavar="N", help="puzzles, default 6")
    add("--title", metavar="TEXT", help="at the top of each page")
    add("--course", type=Path, metavar="FILE.toml", help="its title and language; see lab handout")
    add("--language", choices=LANGUAGES, help="of the sheet; English, or that of the course")
    add = parser.add_mutually_exclusive_group().add_argument
    add("--solutions", type=parse_pdf_path, metavar="FILE.pdf", help="write the solutions there")
    add("--no-solutions", action="store_true", help="leave out the last pages, the solutions")


def parse_pdf_path(text: str) -> Path:
    path = Path(text)
    if path.suffix.lower() != ".pdf":
        raise argparse.ArgumentTypeError(f"found {text!r}, expected a name that ends in .pdf")
    return path


def run(options: argparse.Namespace) -> int:
    for path in filter(None, (options.target, options.solutions)):
        if not path.absolute().parent.is_dir():
            raise Unusable(f"{path}: No such file or directory")
        if path.is_dir():
            raise Unusable(f"{path}: Is a directory")
    if options.solutions and options.solutions.resolve() == options.target.resolve():
        raise Unusable(f"--solutions: found {options.solutions} again, expected another file")
    puzzle, entries = read_entries(options.puzzle, options.files, options.notation)
    course = read_course(options.course, puzzle)
    use_language(options.language or course.language, puzzle.folder)
    if not options.no_solutions:
        add_solutions(puzzle, entries)
    solved_entries = [entry for entry in entries if entry.solution]
    show_progress(f"drawing {count_noun(len(entries) + len(solved_entries), 'picture')}")
    style = pdf_pages.PageStyle(options.paper, options.title or course.title)
    puzzle_pages = pdf_pages.make_puzzle_pages(puzzle, entries, options.per_page, style)
    capacity = min(SOLUTIONS_PER_PUZZLE * options.per_page, MAX_PER_PAGE)
    solution_pages = pdf_pages.make_solution_pages(puzzle, solved_entries, capacity, style)
    show_progress()
    if options.solutions:
        if solved_entries:
            pdf_pages.write_pdf(options.solutions, solution_pages, style)
        else:
            print_message(f"{options.solutions}: not written, as no solution is drawn")
        pdf_pages.write_pdf(options.target, puzzle_pages, style)
    else:
        pdf_pages.write_pdf(options.target, [*puzzle_pages, *solution_pages], style)
    for text in pdf_pages.list_texts([*puzzle_pages, *solution_pages], style):
        if not all(has_letter(find_font(letter), letter) for letter in text):
            print_message(f"found no font of this machine that has all letters of {text}")
    remarks = [f"{entry.name}: {entry.remark}" for entry in entries if entry.remark]
    for remark in remarks:
        print_message(remark)
    return 1 if remarks else 0
