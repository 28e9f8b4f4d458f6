"""Makes a class of made-up students, and measures what it takes to grade it.

Their programs are those in the puzzle's folder: right/ has right ones and an encode.py, mistakes.lp
and mistakes-ID.lp are wrong ones; two of three students are right.  Each has the student's name
in it, so that no two are the same content.
"""

import itertools
import sys
import tempfile
import threading
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

import psutil

from lab import Unusable
from lab.check.folder_bank import FolderBank
from lab.common.measure import measure
from lab.common.terminal import Table, show_progress
from lab.puzzles import Puzzle

NUMBER, LARGE = 24, 200  # students
BESIDE = 6  # of them by lab check, one after another
FIRST = 1001  # the number of the first one in Moodle
LIMIT, TICK = 7200.0, 1.0  # seconds for all of it, between looks at the memory


def run(puzzle: Puzzle, large: bool) -> None:
    """Print the seconds for a submission, and the most memory, of `grade` and of `check`."""
    number = LARGE if large else NUMBER
    lab = [sys.executable, "-m", "lab"]
    choice = ["--puzzle", puzzle.spelt]
    with tempfile.TemporaryDirectory(prefix="class-") as name:
        folder = Path(name)
        make(puzzle, folder / "class.zip", number)
        with Table("{:26}{:>14}{:>16}{:>10}", "", "submissions", "s a submission", "MB") as table:
            command = [*lab, "grade", *choice, str(folder / "class.zip"), "-o", str(folder / "out")]
            with Peak() as peak:
                show_progress(f"a class of {number}")
                done = measure(command, "", LIMIT)
            if done.status:
                raise Unusable(f"lab grade ended with status {done.status}: {done.stderr}")
            table.add("grade", str(number), f"{done.seconds / number:.2f}", peak.megabytes)
            paths = list(unpacked(folder, number))
            begin = time.perf_counter()
            with Peak() as peak:
                for path in paths:
                    measure([*lab, "check", *choice, str(path)], "", LIMIT)
            seconds = (time.perf_counter() - begin) / len(paths)
            table.add("check, one after another", str(len(paths)), f"{seconds:.2f}", peak.megabytes)
    show_progress()


def unpacked(folder: Path, number: int) -> Iterator[Path]:
    """Some of the submissions as zips, right and wrong ones in proportion."""
    with zipfile.ZipFile(folder / "class.zip") as archive:
        names = archive.namelist()
        for name in names[:: max(1, number // BESIDE)][:BESIDE]:
            yield Path(archive.extract(name, folder / "loose"))


class Peak:
    """The most memory that this process's children and theirs had at a time, shared parts once."""

    def __enter__(self) -> "Peak":
        self.bytes, self._over = 0, threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    @property
    def megabytes(self) -> str:
        """In words."""
        return f"{self.bytes / 1e6:.0f}"

    def _watch(self) -> None:
        me = psutil.Process()
        while not self._over.wait(TICK):
            self.bytes = max(self.bytes, sum(map(share, me.children(recursive=True))))


def share(process: psutil.Process) -> int:
    """The bytes of a process, of those shared with others its share."""
    try:
        full = process.memory_full_info()
        return int(getattr(full, "pss", full.uss))
    except psutil.Error:
        return 0


# ---------------------------------------------------------------- a class


def make(puzzle: Puzzle, path: Path, number: int) -> None:
    """Make a class as Moodle gives it: a zip of folders with a zip in each."""
    right = sorted((puzzle.folder / "right").glob("*.lp"))
    wrong = list(FolderBank(puzzle).mistake_programs().values())
    script = puzzle.folder / "right" / "encode.py"
    if not right or not wrong or not script.exists():
        raise Unusable(f"{puzzle.folder}: found no programs in right/ and mistakes.lp")
    rights = itertools.cycle(path.read_text() for path in right)
    wrongs = itertools.cycle(wrong)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for place in range(number):
            student = f"student-{place + 1:03}"
            program = next(wrongs if place % 3 == 2 else rights)
            files = {
                "README.txt": f"Authors: {student_name(place)}\n",
                "encode.py": f"# Authors: {student_name(place)}\n{script.read_text()}",
                f"{puzzle.name}.lp": f"% Authors: {student_name(place)}\n{program}",
            }
            home = f"{student}_{FIRST + place}_assignsubmission_file"
            archive.writestr(f"{home}/{student}.zip", zipped(files))


def student_name(place: int) -> str:
    """The name of a student: Student Abc, with a letter for each digit of 001."""
    digits = f"{place + 1:03}"
    return "Student " + "".join(chr(ord("a") + int(digit)) for digit in digits).capitalize()


def zipped(files: dict[str, str]) -> bytes:
    """The bytes of a zip of texts."""
    with tempfile.TemporaryFile() as file:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, text in files.items():
                archive.writestr(name, text)
        file.seek(0)
        return file.read()
