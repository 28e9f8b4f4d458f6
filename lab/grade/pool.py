"""Shares the work among processes; one that breaks down costs one submission, not the run."""

import contextlib
import multiprocessing
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

from lab import Unusable
from lab.common.terminal import show_progress
from lab.common.words import count_noun
from lab.grade import judging
from lab.grade.judging import Settings, Verdict, Work

BROKEN = "the judge broke down over this submission, twice"
SOON = 90  # seconds that are not given in minutes


def verdicts(works: list[Work], settings: Settings, jobs: int) -> Iterator[tuple[Work, Verdict]]:
    """The verdict on each, in the order in which they are found.

    When a process breaks down, those that were being judged are judged again one by one, and so
    are those over which the kit failed.
    """
    waiting = {one.label: one for one in works}
    suspects: list[str] = []
    while waiting:
        now = [waiting[suspects[0]]] if suspects else list(waiting.values())
        before, failed = len(waiting), []
        for label, verdict in attempt(now, settings, min(jobs, len(now))):
            if verdict.get("is_defect") and not suspects:
                failed.append(label)  # whatever it was may be over when the others are judged
            else:
                yield waiting.pop(label), verdict
        broken = [label for label in unfinished(settings.room) if label in waiting]
        if suspects and suspects[0] in waiting:
            yield waiting.pop(suspects[0]), {"trouble": BROKEN, "is_defect": True}
        suspects = [label for label in [*suspects[1:], *failed, *broken] if label in waiting]
        if len(waiting) == before and not suspects:
            raise Unusable("no process that judges can be started, or none stays alive")


def attempt(works: list[Work], settings: Settings, jobs: int) -> Iterator[tuple[str, Verdict]]:
    """The labels and verdicts of those that are judged before a process breaks down."""
    pool = ProcessPoolExecutor(
        jobs, multiprocessing.get_context("spawn"), judging.prepare, (settings,)
    )
    try:
        futures = {pool.submit(judging.verdict, work): work.label for work in works}
        for future in as_completed(futures):
            with contextlib.suppress(BrokenProcessPool):
                yield futures[future], future.result()
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in multiprocessing.active_children():
            process.terminate()
        for process in multiprocessing.active_children():
            process.join()
        raise
    pool.shutdown()


def unfinished(room: Path) -> list[str]:
    """The labels of those that were being judged; they are forgotten."""
    notes = sorted(room.glob(f"*{judging.NOTE}"))
    for note in notes:
        note.unlink()
    return [note.name.removesuffix(judging.NOTE) for note in notes]


class Estimate:
    """The status line: how many are judged, and when the rest will be."""

    def __init__(self, number: int) -> None:
        self.number, self.done, self.begin = number, 0, time.monotonic()
        self.show()

    def add(self) -> None:
        """One more is judged."""
        self.done += 1
        self.show()

    def show(self) -> None:
        """Rewrite the line."""
        text = f"{self.done} of {count_noun(self.number, 'submission')} judged"
        if self.done:
            seconds = (time.monotonic() - self.begin) / self.done * (self.number - self.done)
            text += f", about {in_words(seconds)} left"
        show_progress(text)


def in_words(seconds: float) -> str:
    """A time to come: 40 s, 5 min."""
    return f"{seconds:.0f} s" if seconds < SOON else f"{seconds / 60:.0f} min"
