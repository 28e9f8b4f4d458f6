"""Judges submissions in several processes, one submission after another in each.

After each submission, the process ends its servers and removes its files: no submission can read or
change another one.  Each process makes the fresh boards once, and measures the reference on them
once.
"""

import contextlib
import os
import shutil
import signal
import tempfile
from collections.abc import Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

from lab import Unusable, puzzles
from lab.check.bank.assignment import Assignment
from lab.check.bank.folder_bank import FolderBank
from lab.check.judges import run_judges
from lab.check.judges.examination import Examination
from lab.common import processes
from lab.common.language import translate, use_language
from lab.common.process_pool import ProcessPool, WorkFailed
from lab.delivery import deliveries, layout, zips
from lab.grade.grading import Judgement, Submission
from lab.runner.task_pool import TaskPool
from lab.sandbox import Sandbox
from lab.sandbox.folders import open_temporary_folder
from lab.settings.course import Course

UNCONTAINED = (
    "this machine cannot contain the programs of strangers ({leaks}); --trust runs them all the "
    "same, python3 -m lab check --isolation says what would help"
)


class JudgeSettings(NamedTuple):
    """The settings that are the same for all submissions of a run."""

    puzzle: str  # as --puzzle takes it
    seed: int  # the seed of the fresh boards
    course: Course
    temporary: Path  # folder for temporary files


def require_sandbox(is_trusted: bool) -> None:
    """Raise Unusable if this machine cannot contain programs, unless they are trusted."""
    sandbox = Sandbox()
    if not (sandbox.is_safe or is_trusted):
        raise Unusable(translate(UNCONTAINED, leaks="; ".join(sandbox.leaks)))


def judge_all(
    submissions: Sequence[Submission], settings: JudgeSettings, jobs: int
) -> Iterator[tuple[Submission, Judgement]]:
    """Yield each submission with its judgement as soon as it is ready, in any order.

    If the kit fails or a process dies, the judgement has an error.  Raises Unusable if no
    process can be started.
    """
    judge, prepare = partial(judge_path, settings), partial(set_up_process, settings)
    with ProcessPool(judge, jobs, prepare=prepare) as pool:
        for index, outcome in pool.collect_outcomes(
            [submission.path for submission in submissions]
        ):
            if isinstance(outcome, Judgement):
                yield submissions[index], outcome
            elif not isinstance(outcome, WorkFailed):
                raise outcome
            else:
                reason = str(outcome).strip().rpartition("\n")[2]  # the last line of a traceback
                error = translate("the kit failed, grade it again: {reason}", reason=reason)
                yield submissions[index], Judgement(error=error, has_kit_failed=True)


def set_up_process(settings: JudgeSettings) -> None:
    """Make SIGTERM end this process tree; choose the language and the folder of temporary files."""

    def end_process(*_: object) -> None:
        processes.end_process_tree()
        os._exit(processes.SIGTERM_STATUS)

    signal.signal(signal.SIGTERM, end_process)
    tempfile.tempdir = str(settings.temporary)
    use_language(settings.course.language, puzzles.find_puzzle(settings.puzzle).folder)


@cache
def open_assignment_and_pool(puzzle: str) -> tuple[Assignment, TaskPool]:
    """Return the assignment of a puzzle and a task pool, which last as long as this process."""
    return Assignment(FolderBank(puzzles.find_puzzle(puzzle))), TaskPool(1).__enter__()


def judge_path(settings: JudgeSettings, path: Path) -> Judgement:
    """Return the judgement on a folder or zip, with an error if that cannot be opened."""
    assignment, pool = open_assignment_and_pool(settings.puzzle)
    options = deliveries.DeliveryOptions(is_handed_in=True, group=settings.course.group)
    with contextlib.ExitStack() as stack:
        stack.callback(pool.forget_submission)
        new_folder = stack.enter_context(open_temporary_folder("open-"))
        try:
            delivery_path = prepare_delivery(path, new_folder)
            delivery = stack.enter_context(
                deliveries.open_delivery(assignment.puzzle.name, delivery_path, options)
            )
            if delivery.doubt:
                return Judgement(error=delivery.doubt)
            report = run_judges(Examination(pool, assignment, delivery, settings.seed))
            names = (assignment.script_name, assignment.program_name)
            programs = zip(names, (delivery.script, delivery.program))
            sources = {name: deliveries.read_head(path) for name, path in programs if path}
        except Unusable as error:
            message = str(error)
            for folder in (path, path.parent, new_folder):
                message = message.replace(f"{folder}{os.sep}", "")
            return Judgement(error=message)
    return Judgement(report, sources=sources)


def prepare_delivery(path: Path, new_folder: Path) -> Path:
    """Return the folder or zip that check opens for the submission at a path.

    Return `path` unless it is a folder with zips and without programs.  Of such a folder, return
    its only file; or, if there are several, `new_folder` with a copy of each file and an unpacked
    folder NAME.zip for each zip.  Raises Unusable if a zip cannot be unpacked, or if the only file
    is another kind of archive.
    """
    if not path.is_dir():
        return path
    files = [file for file in sorted(path.iterdir()) if file.name[0] != "." and file.is_file()]
    if len(files) == 1:
        deliveries.refuse_archive(files[0])
    zip_files = [file for file in files if file.suffix.lower() == ".zip"]
    if not zip_files or any(file.suffix in layout.SOURCES for file in files):
        return path
    if len(files) == 1:
        return files[0]
    for file in files:
        if file in zip_files:
            zips.unpack(file, new_folder / file.name)
        else:
            shutil.copyfile(file, new_folder / file.name)
    return new_folder
