"""The files of a handout: sheet, first steps, starts to fill in, programs that run and draw, check.

Only these files of the kit are handed out: KIT_FILES without OMITTED_MODULES, and the puzzle's viz
file, its images and its languages/.  All others are written for the handout.
"""

import re
from collections.abc import Collection
from pathlib import Path

from decode import BLANK
from lab import ROOT
from lab.check.bank.assignment import Assignment
from lab.check.bank.bank import RULES_FILE, TABLES_FILE, TABLES_FOLDER
from lab.check.bank.start_files import list_code_lines
from lab.common.files import list_matching_paths
from lab.common.language import FOLDER as LANGUAGES_FOLDER
from lab.course.texts import HandoutTexts, format_starts
from lab.material.examples import Example, format_files
from lab.material.first_steps import format_first_steps
from lab.material.sheet import Sheet
from lab.material.tables import TableWriter
from lab.notations import list_accepted_numbers, list_choices
from lab.puzzles import remove_definitions
from lab.runner.task_pool import TaskPool

KIT_FILES = (  # decode.py, show, and the modules of lab that they and check need
    *("decode.py", "show"),
    *("lab/__init__.py", "lab/findings.py", "lab/puzzles.py", "lab/common/__init__.py"),
    *("lab/common/command.py", "lab/common/file_kinds.py", "lab/common/files.py"),
    *("lab/common/language.py", "lab/common/processes.py", "lab/common/shapes.py"),
    *("lab/common/terminal.py", "lab/common/words.py", f"lab/common/{LANGUAGES_FOLDER}/*.json"),
    *("lab/check/**/*.py", "lab/check/**/*.lp"),
    *("lab/pictures/__init__.py", "lab/pictures/graph.py"),  # show needs them
    *("lab/delivery/*.py", "lab/runner/*.py", "lab/runner/server/*.*"),
    *("lab/search/__init__.py", "lab/search/rewriting.py"),
    *("lab/settings/__init__.py", "lab/settings/check.py", "lab/settings/course.py"),
    *("lab/sandbox/*.py", "lab/syntax/*.py", "lab/syntax/*.txt"),
)
OMITTED_MODULES = (  # they need a puzzle's folder, or compare submissions; each docstring says so
    "lab/check/bank/folder_bank.py",
    "lab/check/judges/every_board.py",
    "lab/syntax/normal_forms.py",
)
# students do not need these
TEACHER_PACKAGES = ("filelock", "jinja2", "markdown-it-py", "svglib", "tomli", "tzdata")
IMAGE_NAME = re.compile(r'"([\w-]+\.png)"')  # named in a viz file
SOLVER_NAMES = ("solutions",)  # functions of rules.py that are not handed out
COURSE_FIELDS = ("language", "group", "points", "partial_percent", "penalties")
TABLES_PATH = TABLES_FOLDER.relative_to(ROOT).as_posix()
TEMPLATES_FOLDER = Path(__file__).parent / "files"  # check, and tasks.json for Visual Studio Code


class Handout:
    """The files of a handout; what is the same for all students is made once."""

    def __init__(
        self, pool: TaskPool, assignment: Assignment, texts: HandoutTexts, seed: int
    ) -> None:
        self.assignment, self.texts = assignment, texts
        self.starts = format_starts(texts)
        self.tables = TableWriter(pool, assignment, seed)

    def make_files(self, examples: list[Example]) -> dict[str, bytes]:
        """Return the files of a handout with these examples, by their paths."""
        puzzle, bank, first = self.assignment.puzzle, self.assignment.bank, examples[0]
        grids = [*bank.samples.well_formed, *format_files(examples).values()]
        has_blanks = any(" " in grid for grid in grids)
        facts, cells = bank.format_facts(first.board), self.describe_cells(examples)
        rows = max(len(example.board) for example in examples)
        sheet = Sheet(self.texts, first, facts, has_blanks, cells, rows)
        rules = (puzzle.folder / "rules.py").read_text("utf-8", "replace")
        check = (TEMPLATES_FOLDER / "check").read_text("utf-8")
        requirements = (ROOT / "requirements.txt").read_text("utf-8").splitlines(keepends=True)
        boards = sorted((example.board for example in examples), key=len)
        tables = self.tables.format_tables(boards, self.make_course_tables())
        contents = {
            "ASSIGNMENT.txt": sheet.text,
            "ASSIGNMENT.html": sheet.page,
            **format_first_steps(puzzle, self.texts.course.language),
            **self.starts,
            "requirements.txt": "".join(
                line for line in requirements if not line.startswith(TEACHER_PACKAGES)
            ),
            "check": check.format(program=self.texts.program),
            "check.cmd": '@python "%~dp0check" %*\r\n',
            ".vscode/tasks.json": (TEMPLATES_FOLDER / "tasks.json").read_text("utf-8"),
            **format_files(examples),
            f"{TABLES_PATH}/{TABLES_FILE}": tables,
            f"{TABLES_PATH}/{RULES_FILE}": remove_definitions(rules, SOLVER_NAMES),
        }
        images = IMAGE_NAME.findall(puzzle.viz.read_text("utf-8", "replace"))
        paths = [folder / name for name in images for folder in (puzzle.viz.parent, ROOT)]
        drawing = [puzzle.viz, *filter(Path.is_file, paths)]
        return {
            **{name: text.encode("utf-8") for name, text in contents.items()},
            **{path.name: path.read_bytes() for path in drawing},
            **{
                f"{TABLES_PATH}/{LANGUAGES_FOLDER}/{path.name}": path.read_bytes()
                for path in sorted((puzzle.folder / LANGUAGES_FOLDER).glob("*.json"))
            },
            **{
                path: (ROOT / path).read_bytes()
                for path in list_matching_paths(ROOT, KIT_FILES)
                if path not in OMITTED_MODULES
            },
        }

    def describe_cells(self, examples: list[Example]) -> dict[str, str]:
        """Return what may stand in a grid, in general words: given values, and those in answers."""
        puzzle, trials = self.assignment.puzzle, self.assignment.bank.trials
        given_values, larger_values = set[str](), set[str]()
        for board in [*(trial.board for trial in trials), *(e.board for e in examples)]:
            height, width = len(board), len(board[0])
            if hasattr(puzzle.record, "given_values"):
                given_values.update(*list_choices(puzzle, (height, width)).values())
                larger_values.update(*list_choices(puzzle, (2 * height, 2 * width)).values())
            else:
                given_values.update(*board, list_accepted_numbers(puzzle, board))
        given_kind = "growing" if larger_values - given_values else "given"
        added = {*self.assignment.solution_values}
        marks = added.intersection(puzzle.marks)
        values = {"blank": given_values & {BLANK}, given_kind: given_values - {BLANK}}
        values["mark"] = marks
        values["answer"] = added - marks - given_values
        meanings = self.texts.language["puzzle"]["cell"]
        return {format_values(cells): meanings[kind] for kind, cells in values.items() if cells}

    def make_course_tables(self) -> dict[str, object]:
        """Return the tables with the points, the starts, and what to do first in each start."""
        course = self.texts.course
        files = {"encode.py": "encode", self.texts.program: "program"}
        starts = {
            name: {
                "text": list_code_lines(Path(name).suffix, self.starts[name]),
                "first": self.texts.find_first_step(kind),
            }
            for name, kind in files.items()
        }
        sentences = {name: self.texts.find_first_step(name) for name in ("before", "after")}
        return {
            "starts": {"files": starts, **sentences},
            "course": {name: getattr(course, name) for name in COURSE_FIELDS},
        }


def format_values(values: Collection[str]) -> str:
    """Return a list of values: the ends of many numbers, one term with arguments."""
    numbers = sorted((value for value in values if value.isdecimal()), key=int)
    names = {value.partition("(")[0]: value for value in sorted({*values}.difference(numbers))}
    terms = [f"{value}, ..." if "(" in value else value for value in names.values()]
    return ", ".join([*(numbers if len(numbers) < 4 else (numbers[0], "...", numbers[-1])), *terms])
