"""Makes a class of made-up students, and measures how long it takes to grade it.

Two of three students deliver a right program, from right/ in the puzzle's folder, where encode.py
lies too; the others deliver mistakes.lp with a mistake, or mistakes-ID.lp.  Each program has the
student's name in it, as equal submissions are judged once.
"""

import sys
import tempfile
from pathlib import Path

from lab import Unusable
from lab.bench.rounds import measure_success
from lab.check.folder_bank import FolderBank
from lab.common.terminal import TerminalTable, show_progress
from lab.puzzles import Puzzle

SIZE, LARGE_SIZE = 24, 200  # students
CHECKED = 6  # submissions that lab check judges too
TIME_LIMIT = 7200.0  # seconds for a command


def compare_grading(puzzle: Puzzle, large: bool) -> None:
    """Print the seconds for a submission of `grade`, and of `check` one after another."""
    size = LARGE_SIZE if large else SIZE
    lab = [sys.executable, "-m", "lab"]
    choice = ["--puzzle", puzzle.name_or_path]
    table = TerminalTable("{:26}{:>14}{:>16}", "", "submissions", "s a submission")
    with tempfile.TemporaryDirectory(prefix="class-") as name:
        submissions = make_class(puzzle, Path(name, "class"), size)
        show_progress(f"a class of {size}")
        command = [*lab, "grade", *choice, f"{name}/class", "-o", f"{name}/out"]
        seconds = measure_success(command, TIME_LIMIT).seconds
        table.add("grade", str(size), f"{seconds / size:.2f}")
        checks = [
            measure_success([*lab, "check", *choice, str(path)], TIME_LIMIT, statuses=(0, 1))
            for path in submissions[:: size // CHECKED]
        ]
        seconds = sum(check.seconds for check in checks) / len(checks)
        table.add("check, one after another", str(len(checks)), f"{seconds:.2f}")


def make_class(puzzle: Puzzle, folder: Path, size: int) -> list[Path]:
    """Write and return a folder for each student; raise Unusable if there are no programs."""
    right = [path.read_text() for path in sorted((puzzle.folder / "right").glob("*.lp"))]
    wrong = list(FolderBank(puzzle).mistake_programs().values())
    script = puzzle.folder / "right" / "encode.py"
    if not right or not wrong or not script.exists():
        raise Unusable(f"{puzzle.folder}: found no programs in right/ and mistakes.lp")
    submissions = []
    for index in range(size):
        letters = "".join("abcdefghij"[int(digit)] for digit in f"{index:03}")
        name = f"Student {letters.capitalize()}"  # a name of an author has no digits
        author = f"Authors: {name}\n"
        programs = wrong if index % 3 == 2 else right
        submission = folder / f"{name}_{1001 + index}_assignsubmission_file"
        submission.mkdir(parents=True)
        (submission / "README.txt").write_text(author)
        (submission / "encode.py").write_text(f"# {author}{script.read_text()}")
        program = programs[index // 3 % len(programs)]
        (submission / f"{puzzle.name}.lp").write_text(f"% {author}{program}")
        submissions.append(submission)
    return submissions
