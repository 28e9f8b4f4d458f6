"""Makes a class of made-up students, and measures what it takes to grade it.

Their programs are those in the puzzle's folder: right/ has right ones and an encode.py, mistakes.lp
and mistakes-ID.lp are wrong ones; two of three students are right.  Each has the student's name
in it, so that no two are the same content.
"""

import io
import itertools
import sys
import tempfile
import zipfile
from pathlib import Path

from lab import Unusable
from lab.check.folder_bank import FolderBank
from lab.common.measure import measure
from lab.common.terminal import Table, show_progress
from lab.puzzles import Puzzle

NUMBER, LARGE = 24, 200  # students
BESIDE = 6  # of them by lab check, one after another
FIRST = 1001  # the number of the first one in Moodle
LIMIT = 7200.0  # seconds for all of it


def run(puzzle: Puzzle, large: bool) -> None:
    """Print the seconds for a submission of `grade`, and of `check` one after another."""
    number = LARGE if large else NUMBER
    lab = [sys.executable, "-m", "lab"]
    choice = ["--puzzle", puzzle.spelt]
    table = Table("{:26}{:>14}{:>16}", "", "submissions", "s a submission")
    with tempfile.TemporaryDirectory(prefix="class-") as name:
        folder = Path(name)
        make_class(puzzle, folder / "class.zip", number)
        show_progress(f"a class of {number}")
        command = [*lab, "grade", *choice, str(folder / "class.zip"), "-o", str(folder / "out")]
        graded = measure(command, "", LIMIT)
        show_progress()
        if graded.status:
            raise Unusable(f"lab grade ended with status {graded.status}: {graded.stderr}")
        table.add("grade", str(number), f"{graded.seconds / number:.2f}")
        with zipfile.ZipFile(folder / "class.zip") as archive:
            members = archive.namelist()[:: max(1, number // BESIDE)][:BESIDE]
            paths = [archive.extract(member, folder / "loose") for member in members]
        checks = [measure([*lab, "check", *choice, path], "", LIMIT) for path in paths]
        seconds = sum(check.seconds for check in checks) / len(checks)
        table.add("check, one after another", str(len(checks)), f"{seconds:.2f}")


def make_class(puzzle: Puzzle, path: Path, number: int) -> None:
    """Write a class as Moodle gives it, a zip of folders with a zip in each; raises Unusable."""
    right = sorted((puzzle.folder / "right").glob("*.lp"))
    wrong = list(FolderBank(puzzle).mistake_programs().values())
    script = puzzle.folder / "right" / "encode.py"
    if not right or not wrong or not script.exists():
        raise Unusable(f"{puzzle.folder}: found no programs in right/ and mistakes.lp")
    right_programs = itertools.cycle(program.read_text() for program in right)
    wrong_programs = itertools.cycle(wrong)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for index in range(number):
            letters = "".join("abcdefghij"[int(digit)] for digit in f"{index + 1:03}")
            author = f"Student {letters.capitalize()}"
            program = next(wrong_programs if index % 3 == 2 else right_programs)
            submission = io.BytesIO()
            with zipfile.ZipFile(submission, "w", zipfile.ZIP_DEFLATED) as files:
                files.writestr("README.txt", f"Authors: {author}\n")
                files.writestr("encode.py", f"# Authors: {author}\n{script.read_text()}")
                files.writestr(f"{puzzle.name}.lp", f"% Authors: {author}\n{program}")
            student = f"student-{index + 1:03}"
            folder = f"{student}_{FIRST + index}_assignsubmission_file"
            archive.writestr(f"{folder}/{student}.zip", submission.getvalue())
