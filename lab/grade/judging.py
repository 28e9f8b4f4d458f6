"""Judges submissions in several processes, one submission after another in each.

Between two submissions the servers that have seen the first one are ended and its files removed,
so that the next one can neither read nor change them.  Each process makes the fresh boards, and
measures the reference on them, once.
"""

import contextlib
import os
import re
import shutil
import signal
import tempfile
import time
from collections.abc import Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

from lab import Unusable, puzzles
from lab.check.examine import Examination
from lab.check.folder_bank import FolderBank
from lab.check.subject import Subject
from lab.common import processes
from lab.common.pool import ProcessPool, WorkerDied
from lab.delivery import deliveries, layout, zips
from lab.grade.grading import Judgement, Submission
from lab.runner.pool import TaskPool
from lab.sandbox import Sandbox
from lab.sandbox.folders import remove_tree

SECONDS = re.compile(r" and \d+\.\d s\b")  # in a report's summary; measured, so never the same
SOURCE = 1 << 16  # characters of a program that are kept for the comparison of programs
SEEDS = 10**6  # of fresh boards, for runs without --seed
FORGIVEN = ("deep",)  # codes of faults in a delivery that cost no points


class JudgeSettings(NamedTuple):
    """The settings that all submissions of a run are judged with."""

    puzzle: str  # as --puzzle takes it
    seed: int  # of the fresh boards
    group: int  # authors of a submission, at most
    temporary: Path  # folder for temporary files


def require_sandbox(is_trusted: bool) -> None:
    """Raise Unusable if this machine cannot contain programs, unless they are trusted."""
    sandbox = Sandbox()
    if not (sandbox.is_safe or is_trusted):
        raise Unusable(
            f"this machine cannot contain the programs of strangers ({'; '.join(sandbox.leaks)}); "
            "--trust runs them all the same, python3 -m lab check --isolation says what would help"
        )


def judge_all(
    submissions: Sequence[Submission], settings: JudgeSettings, jobs: int
) -> Iterator[tuple[Submission, Judgement]]:
    """Yield each submission with its judgement as soon as it is ready, in any order.

    A submission over which the kit failed or a process died is judged again, alone, after all
    others: the reason may have been another submission.
    """
    waiting = list(submissions)
    for is_second_time in (False, True):
        failed: list[Submission] = []
        work = partial(judge_in_process, settings)
        prepare = partial(prepare_process, settings)
        with ProcessPool(work, 1 if is_second_time else jobs, prepare=prepare) as pool:
            paths = [submission.path for submission in waiting]
            for index, outcome in pool.outcomes(paths):
                if isinstance(outcome, Judgement):
                    yield waiting[index], outcome
                elif isinstance(outcome, Unusable) and not isinstance(outcome, WorkerDied):
                    raise outcome  # no judge can be started here
                elif is_second_time:
                    yield waiting[index], Judgement(error=describe_defect(outcome), is_defect=True)
                else:
                    failed.append(waiting[index])
        waiting = failed


def describe_defect(error: Exception) -> str:
    """Return what went wrong in the kit, in words."""
    if isinstance(error, WorkerDied):
        return "the process that judges died over this submission, twice"
    return f"the kit failed: {type(error).__name__}: {error}"


# ---------------------------------------------------------------- in the processes


def prepare_process(settings: JudgeSettings) -> None:
    """Let SIGTERM end this process and all that it started; the parent removes the files."""

    def end_process(*_: object) -> None:
        processes.end_process_tree()
        os._exit(143)

    signal.signal(signal.SIGTERM, end_process)
    tempfile.tempdir = str(settings.temporary)


def judge_in_process(settings: JudgeSettings, path: Path) -> Judgement:
    """Return the judgement on the folder or zip at a path, by the judge of this process."""
    return start_judge(settings).judge_path(path)


@cache
def start_judge(settings: JudgeSettings) -> "Judge":
    """Return the judge of this process, which its end ends."""
    judge = Judge(settings)
    judge.__enter__()
    return judge


class Judge:
    """A context manager that judges submissions one after another."""

    def __init__(self, settings: JudgeSettings) -> None:
        self.settings = settings
        self.subject = Subject(FolderBank(puzzles.find_puzzle(settings.puzzle)))
        self.pool = TaskPool(1)

    def __enter__(self) -> "Judge":
        self.pool.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        """End all servers."""
        self.pool.__exit__(None, None, None)

    def judge_path(self, path: Path) -> Judgement:
        """Return the judgement on the folder or zip at a path."""
        begin = time.perf_counter()
        folder = Path(tempfile.mkdtemp(prefix="open-"))
        request = deliveries.DeliveryOptions(is_delivery=True, group=self.settings.group)
        try:
            puzzle, path_to_open = self.subject.puzzle.name, find_delivery(path, folder)
            with deliveries.open_delivery(puzzle, path_to_open, request) as delivery:
                judgement = self.examine_delivery(delivery)
        except Unusable as error:
            message = str(error).replace(f"{path.parent}/", "").replace(f"{folder}/", "")
            return Judgement(error=message)
        finally:
            remove_tree(folder)
            self.pool.renew()
        return judgement._replace(seconds=round(time.perf_counter() - begin, 3))

    def examine_delivery(self, delivery: deliveries.Delivery) -> Judgement:
        """Return the judgement on what was delivered; faults in FORGIVEN become remarks."""
        faults = tuple(fault for fault in delivery.faults if fault.code not in FORGIVEN)
        forgiven = tuple(fault for fault in delivery.faults if fault.code in FORGIVEN)
        examination = Examination(
            self.pool, self.subject, delivery._replace(faults=faults), self.settings.seed
        )
        forgiven_delivery = delivery._replace(faults=forgiven, is_strict=False)
        examination.report.remarks += forgiven_delivery.remarks
        report = examination.run()
        report.name = report.given_path = ""
        report.summary = SECONDS.sub("", report.summary)
        programs = [path for path in (delivery.script, delivery.program) if path]
        sources = {path.name: read_source(path) for path in programs}
        return Judgement(report, sources=sources)


def read_source(path: Path) -> str:
    """Return the beginning of a program, or "" if it is no plain file."""
    with contextlib.suppress(OSError):
        if path.is_file() and not path.is_symlink():
            with path.open("rb") as file:
                return file.read(SOURCE).decode("utf-8", "replace")
    return ""


def find_delivery(path: Path, folder: Path) -> Path:
    """Return the folder or zip that check should open for a submission.

    | at `path`                           | result                                              |
    |-------------------------------------|-----------------------------------------------------|
    | a zip, or a folder with programs    | `path`                                              |
    | a folder with one zip and no more   | this zip                                            |
    | a folder with zips and other files  | `folder`: these files, and a folder for each zip    |

    Raises Unusable if a zip has to be opened and cannot be.
    """
    if not path.is_dir():
        return path
    files = [file for file in sorted(path.iterdir()) if file.name[0] != "." and file.is_file()]
    zip_files = [file for file in files if file.suffix.lower() == ".zip"]
    plain_files = [file for file in files if file not in zip_files]
    if not zip_files or any(file.suffix in layout.SOURCES for file in plain_files):
        return path
    if len(zip_files) == 1 and not plain_files:
        return zip_files[0]
    for file in plain_files:
        shutil.copyfile(file, folder / file.name)
    for number, file in enumerate(zip_files, start=1):
        inner = folder / (file.stem if len(zip_files) == 1 else f"{number} {file.stem}")
        inner.mkdir()
        zips.unpack(file, inner)
    return folder
