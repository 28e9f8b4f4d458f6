"""The first steps of a handout: a page with exercises, and the programs that it names.

steps/LANGUAGE.md in a puzzle's folder has the text.  A block whose first line is % steps/NAME.lp is
also a file.  A heading of the third level begins an exercise; its first paragraph is the task, and
the block after this has the commands.  A block of the kind `board` is drawn.  CONTENTS stands where
the table of contents belongs.
"""

import itertools
import re
import textwrap

from lab.check.bank.start_files import WIDTH
from lab.material.sheet import render_markdown, render_page
from lab.pictures.svg import draw_board_svg
from lab.puzzles import Puzzle

PAGE = "first-steps.html"
CONTENTS, PICTURE = "CONTENTS", "PICTURE"  # paragraphs
HEADING = re.compile(r"(?m)^#(#+) (.+)$")
FILE = re.compile(r"(?ms)^```\n(% (steps/\S+\.lp)\n.*?)^```$")
EXERCISE = re.compile(r"(?m)^### (.+)\n\n((?:.+\n)+)\n((?: {4}.+\n)+)")
BOARD = re.compile(r"(?ms)^```board\n(.*?)^```$")


def read_steps_text(puzzle: Puzzle, language: str) -> str:
    """Return the text of the first steps, in English where it is not translated, "" for none."""
    paths = [puzzle.folder / "steps" / f"{code}.md" for code in (language, "en")]
    return next((path.read_text("utf-8") for path in paths if path.is_file()), "")


def format_first_steps(puzzle: Puzzle, language: str) -> dict[str, str]:
    """Return the page and the programs by their paths; none for a puzzle without first steps."""
    text = read_steps_text(puzzle, language)
    if not text:
        return {}
    files = {path: program for program, path in FILE.findall(text)}
    for number, (title, task, commands) in enumerate(EXERCISE.findall(text), start=1):
        task_lines = textwrap.wrap(task.replace("`", ""), WIDTH - 2, break_on_hyphens=False)
        lines = [f"steps/step{number}.lp -- {title}", "", *task_lines, ""]
        lines += textwrap.dedent(commands).splitlines()
        files[f"steps/step{number}.lp"] = "".join(f"% {line}".rstrip() + "\n" for line in lines)
    return {PAGE: format_page(puzzle, language, text), **files}


def format_page(puzzle: Puzzle, language: str, text: str) -> str:
    """Return the text as a page of HTML that needs no other file."""
    headings = enumerate(HEADING.findall(text), start=1)
    items = (f"{'  ' * len(level)}- [{title}](#part-{n})" for n, (level, title) in headings)
    boards = [grid.split() for grid in BOARD.findall(text)]
    body = render_markdown(BOARD.sub(PICTURE, text).replace(CONTENTS, "\n".join(items)))
    for board in boards:
        picture = draw_board_svg(puzzle, board, puzzle.title)
        body = body.replace(f"<p>{PICTURE}</p>", f'<p class="board">{picture}</p>', 1)
    numbers = itertools.count(1)
    body = re.sub("<h([23])>", lambda match: f'<h{match[1]} id="part-{next(numbers)}">', body)
    return render_page(language, text.partition("\n")[0].removeprefix("# "), body)
