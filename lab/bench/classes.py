"""Makes a class of made-up students, and measures what it takes to grade it.

Their programs are those in the puzzle's folder: right/ has right ones and an encode.py, mistakes.lp
and mistakes-ID.lp are wrong ones; two of three students are right.  Each has the student's name
in it, so that no two are the same content.
"""

import sys
import tempfile
from pathlib import Path

from lab import Unusable
from lab.check.folder_bank import FolderBank
from lab.common.measure import measure
from lab.common.terminal import Table, show_progress
from lab.puzzles import Puzzle

NUMBER, LARGE = 24, 200  # students
BESIDE = 6  # of them by lab check, one after another
LIMIT = 7200.0  # seconds for all of it


def run(puzzle: Puzzle, large: bool) -> None:
    """Print the seconds for a submission of `grade`, and of `check` one after another."""
    number = LARGE if large else NUMBER
    lab = [sys.executable, "-m", "lab"]
    choice = ["--puzzle", puzzle.spelt]
    table = Table("{:26}{:>14}{:>16}", "", "submissions", "s a submission")
    with tempfile.TemporaryDirectory(prefix="class-") as name:
        submissions = make_class(puzzle, Path(name, "class"), number)
        show_progress(f"a class of {number}")
        command = [*lab, "grade", *choice, f"{name}/class", "-o", f"{name}/out"]
        graded = measure(command, "", LIMIT)
        if graded.status:
            raise Unusable(f"lab grade ended with status {graded.status}: {graded.stderr}")
        table.add("grade", str(number), f"{graded.seconds / number:.2f}")
        checked = submissions[:: number // BESIDE]
        checks = [measure([*lab, "check", *choice, str(path)], "", LIMIT) for path in checked]
        seconds = sum(check.seconds for check in checks) / len(checks)
        table.add("check, one after another", str(len(checks)), f"{seconds:.2f}")


def make_class(puzzle: Puzzle, folder: Path, number: int) -> list[Path]:
    """Write a folder for each student as Moodle names it, and return them; raises Unusable."""
    right = [path.read_text() for path in sorted((puzzle.folder / "right").glob("*.lp"))]
    wrong = list(FolderBank(puzzle).mistake_programs().values())
    script = puzzle.folder / "right" / "encode.py"
    if not right or not wrong or not script.exists():
        raise Unusable(f"{puzzle.folder}: found no programs in right/ and mistakes.lp")
    submissions = []
    for index in range(number):
        letters = "".join("abcdefghij"[int(digit)] for digit in f"{index:03}")
        author = f"Authors: Student {letters.capitalize()}\n"
        programs = wrong if index % 3 == 2 else right
        submission = folder / f"Student {letters.capitalize()}_{1001 + index}_assignsubmission_file"
        submission.mkdir(parents=True)
        (submission / "README.txt").write_text(author)
        (submission / "encode.py").write_text(f"# {author}{script.read_text()}")
        program = programs[index // 3 % len(programs)]
        (submission / f"{puzzle.name}.lp").write_text(f"% {author}{program}")
        submissions.append(submission)
    return submissions
