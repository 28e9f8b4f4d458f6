"""What the tests of check share: students' programs, and ways to judge them."""

import contextlib
import io
from collections.abc import Callable, Sequence
from pathlib import Path

import psutil

import decode
from lab.check import report
from lab.check.bank import answers
from lab.check.bank.answers import TrialBoard
from lab.check.bank.assignment import Assignment
from lab.check.bank.folder_bank import FolderBank
from lab.check.judges import wrong_answers
from lab.check.programs import mistaken_programs
from lab.check.programs.program import SubmittedProgram, TrialRun
from lab.findings import Report
from lab.runner.task_pool import TaskPool
from tests import kit

Judge = Callable[[str | bytes], Report]  # reports on the text of a program; see conftest.py

ASSIGNMENT = Assignment(FolderBank(kit.LIGHT_UP))

MISTAKES = sorted((kit.DATA / "mistakes" / "lightup").iterdir())

WRONG_PROGRAMS = {folder.name: sorted(folder.glob("*.lp")) for folder in MISTAKES}

REFERENCE = (kit.ROOT / "lightup.lp").read_text()

STUDENTS = {path.name: path for path in sorted((kit.DATA / "students").iterdir())}

GOOD = kit.DATA / "students" / "right-in-all"


def check(*words: object) -> kit.Done:
    return kit.run("-m", "lab", "check", *words)


def examine(pool: TaskPool, path: Path, most_rows: int = 0) -> Report:
    return kit.examine_path(pool, ASSIGNMENT, path, most_rows)


def format_for_terminal(examined: Report) -> str:
    """Return what the terminal shows of a report."""
    with contextlib.redirect_stdout(io.StringIO()) as output:
        report.print_report(examined)
    return output.getvalue()


def run_trusted(pool: TaskPool, programs: Sequence[Path]) -> list[TrialRun]:
    """Run trusted programs on the small trial boards, each on all of them in one process."""

    def run_program(path: Path) -> TrialRun:
        run = mistaken_programs.run_known_program(pool, ASSIGNMENT, path)
        return run._replace(program=copy_to_pool(pool, path))

    return pool.map(run_program, programs)


def copy_to_pool(pool: TaskPool, path: Path) -> SubmittedProgram:
    """Copy a program to where the servers in the sandbox can read it; return the copy."""
    copy = pool.programs / path.parent.name / path.name
    copy.parent.mkdir(exist_ok=True)
    copy.write_bytes(path.read_bytes())
    return SubmittedProgram(pool, ASSIGNMENT, copy)


def list_broken_codes(run: TrialRun) -> list[str]:
    """Return the codes of the rules that a program breaks."""
    return [finding.code for finding in wrong_answers.find_broken_rules(run)]


def compare_with_sat(trial: TrialBoard) -> None:
    """Assert that a trial board has the solutions that a SAT solver finds."""
    solved = (answers.fill_board(trial.board, solution) for solution in trial.solutions)
    board = list(map("".join, trial.board))
    assert set(map(decode.format_grid, solved)) == set(kit.solve_by_sat(board)), board


def list_processes(folder: Path) -> list[int]:
    """List the processes, except servers, whose command line contains the path of a folder."""
    pids = []
    for pid in psutil.pids():
        with contextlib.suppress(OSError):
            command = Path(f"/proc/{pid}/cmdline").read_bytes()
            if str(folder).encode() in command and b"server.py" not in command:
                pids.append(pid)
    return pids


def examine_script(pool: TaskPool, folder: Path, text: str) -> Report:
    """Write a text as encode.py into a folder; return the report on the folder."""
    (folder / "encode.py").write_text(text)
    return examine(pool, folder)
