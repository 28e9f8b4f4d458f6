"""Judges submissions, one after another, in a process of its own; pool.py has several of these.

Between two submissions the servers that have seen the first one are ended and its files removed,
so that none can be read or changed by the next.  The boards that are made from the seed, and
what the reference costs, are found once in each process.
"""

import contextlib
import multiprocessing.util
import os
import re
import shutil
import signal
import tempfile
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

from lab import Unusable, puzzles
from lab.check.examine import Examination
from lab.check.folder_bank import FolderBank
from lab.check.subject import Subject
from lab.common import processes
from lab.delivery import deliveries, layout, zips
from lab.runner.pool import TaskPool
from lab.sandbox.folders import remove

SECONDS = re.compile(r" and \d+\.\d s\b")  # in a summary: measured, other each time
SOURCE = 1 << 16  # characters of a program that are kept, for look-alikes
FORGIVEN = ("deep",)  # codes of what a delivery lacks, and loses nothing for
NOTE = ".judging"

Verdict = dict[str, Any]  # JSON: what store.py keeps of a submission that was judged


class Settings(NamedTuple):
    """What all submissions of a run have in common."""

    puzzle: str  # as --puzzle takes it
    seed: int
    group: int
    room: Path  # for temporary files


class Work(NamedTuple):
    """A submission to judge: its label, and a folder or a zip."""

    label: str
    path: Path


# ---------------------------------------------------------------- in the processes


class Judge:
    """What one of the processes holds."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.subject = Subject(FolderBank(puzzles.find_puzzle(settings.puzzle)))
        self.pool = TaskPool(1)
        self.pool.__enter__()

    def verdict(self, path: Path) -> Verdict:
        """What is found of a submission; `trouble` if it cannot be judged."""
        begin = time.perf_counter()
        room = Path(tempfile.mkdtemp(prefix="open-"))
        asked = deliveries.DeliveryOptions(is_delivery=True, group=self.settings.group)
        try:
            with deliveries.open_delivery(
                self.subject.puzzle.name, packed(path, room), asked
            ) as work:
                found = self.judged(work)
        except Unusable as error:
            return {"trouble": str(error).replace(f"{path.parent}/", "").replace(f"{room}/", "")}
        finally:
            remove(room)
            self.pool.renew()
        return {**found, "seconds": round(time.perf_counter() - begin, 3)}

    def judged(self, work: deliveries.Delivery) -> Verdict:
        """The report on what was opened, its authors and its programs."""
        faults = tuple(fault for fault in work.faults if fault.code not in FORGIVEN)
        forgiven = tuple(fault for fault in work.faults if fault.code in FORGIVEN)
        examination = Examination(
            self.pool, self.subject, work._replace(faults=faults), self.settings.seed
        )
        forgiven_work = work._replace(faults=forgiven, is_strict=False)
        examination.report.remark(*forgiven_work.remarks)
        report = examination.run()
        report.name = report.where = ""
        report.summary = SECONDS.sub("", report.summary)
        sources = {path.name: source(path) for path in (work.script, work.program) if path}
        data = {**asdict(report), "reached": report.stages}
        return {"report": data, "authors": report.authors, "sources": sources}


JUDGE: Judge  # of this process


def prepare(settings: Settings) -> None:
    """Begin the work of a process: it ends with its parent, or when it is asked to."""
    global JUDGE  # noqa: PLW0603
    processes.die_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides
    tempfile.tempdir = str(settings.room)
    JUDGE = Judge(settings)
    signal.signal(signal.SIGTERM, lambda *_: stop())
    multiprocessing.util.Finalize(None, JUDGE.pool.__exit__, (None, None, None), exitpriority=1)


def stop() -> None:
    """End this process and all that it started; the parent removes the files."""
    processes.end_process_tree()
    os._exit(143)


def verdict(work: Work) -> Verdict:
    """What the judge of this process finds; a defect of the kit is the trouble of one submission.

    A note in the room has the label as its name while the work is being judged.
    """
    note = JUDGE.settings.room / f"{work.label}{NOTE}"
    note.touch()
    try:
        found = JUDGE.verdict(work.path)
    except Exception as error:  # whatever it is, the others are judged
        found = {"trouble": f"the kit failed: {type(error).__name__}: {error}", "is_defect": True}
    note.unlink()
    return found


def source(path: Path) -> str:
    """The text of a program, cut off; "" if it is no plain file."""
    with contextlib.suppress(OSError):
        if path.is_file() and not path.is_symlink():
            with path.open("rb") as file:
                return file.read(SOURCE).decode("utf-8", "replace")
    return ""


def packed(path: Path, room: Path) -> Path:
    """What a submission is: a folder or a zip.

    If a folder has zips and no program beside them, it is that zip, or a folder in `room` with
    its other files and with a folder for each zip.  Raises Unusable if one cannot be opened.
    """
    if not path.is_dir():
        return path
    inside = [one for one in sorted(path.iterdir()) if one.name[0] != "." and one.is_file()]
    archives = [one for one in inside if one.suffix.lower() == ".zip"]
    others = [one for one in inside if one not in archives]
    if not archives or any(one.suffix in layout.SOURCES for one in others):
        return path
    if len(archives) == 1 and not others:
        return archives[0]
    for one in others:
        shutil.copyfile(one, room / one.name)
    for number, one in enumerate(archives):
        folder = room / (one.stem if len(archives) == 1 else f"{number + 1} {one.stem}")
        folder.mkdir()
        zips.unpack(one, folder, layout.superfluous_in_folders)
    return room
