"""Make what students get: the sheet, starts to fill in, examples, and a check without solutions.

--course - prints a course to fill in, as TOML: what the sheet says, and what each part is worth.
"""

import argparse

from lab import course, puzzles
from lab.files import write


def arguments(parser: argparse.ArgumentParser) -> None:
    puzzles.add_argument(parser, "whose assignment it is")
    add = parser.add_argument
    add("--course", metavar="FILE.toml", required=True, help="the course; - prints one to fill in")


def run(options: argparse.Namespace) -> int:
    write(course.toml(options.puzzle or puzzles.default()))
    return 0
