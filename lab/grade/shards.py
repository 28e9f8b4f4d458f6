"""Reads the shards of a class, which several machines judged, and merges them into one run.

A shard is the OUT of a lab grade with --shard.  All shards of a class have one puzzle, kit, seed
and course.
"""

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from lab import Unusable
from lab.common.language import translate
from lab.common.words import join_and
from lab.course import compare_courses, read_course
from lab.grade.folder import (
    COURSE_FILE,
    DELIVERED,
    JUDGEMENTS,
    SUBMISSIONS,
    find_given_file,
    read_run,
)
from lab.grade.grading import GradeOptions, GradeRun
from lab.puzzles import Puzzle
from lab.settings.course import Course

NO_SHARD = "found no shard, expected what lab grade --shard K/N makes"
OTHER_PUZZLE = "found the puzzle {found}, expected {expected}"
RUN_SETTINGS = "seed {seed}, {total} shards and digest {digest} of the kit"
OTHER_COURSE = "{first} and {second} have different courses: {listed}"
OTHER_SETTING = "found {name} {value}, expected {expected} as in the course"
SHARDS_MISSING = "found the shards {listed}, expected each of 1 to {total} once"


class Shard(NamedTuple):
    """A part of a class that one machine has judged: number `number`, from 1, of `total`."""

    folder: Path
    number: int
    total: int
    run: GradeRun
    course: Course
    settings: str  # in words: what all shards of a class share


def read_shards(options: GradeOptions, folders: Sequence[Path]) -> GradeRun:
    """Return the run of a class whose shards are in these folders, with all submissions.

    Raises Unusable for a folder of another run, puzzle or course, and unless each shard is there
    once.
    """
    if not folders:
        raise Unusable(translate("found no shard, expected the OUT of each shard"))
    shards = [read_shard(folder, options.assignment.puzzle) for folder in folders]
    for shard in shards:
        check_shard(options, shard, shards[0])
    return merge_shards(shards)


def read_shard(folder: Path, puzzle: Puzzle) -> Shard:
    """Return the shard in a folder; raise Unusable if there is none, or one of another puzzle."""
    run = read_run([folder])
    if not run or not run.shard:
        raise Unusable(f"{folder}: {translate(NO_SHARD)}")
    if Path(run.puzzle).name != puzzle.name:
        text = translate(OTHER_PUZZLE, found=run.puzzle, expected=puzzle.name)
        raise Unusable(f"{folder}: {text}")
    course = read_course(find_given_file([folder], COURSE_FILE), puzzle)
    number, total = run.shard
    settings = translate(RUN_SETTINGS, seed=run.seed, total=total, digest=run.kit_digest)
    return Shard(folder, number, total, run, course, settings)


def check_shard(options: GradeOptions, shard: Shard, first: Shard) -> None:
    """Raise Unusable unless a shard has the settings of the first shard and of these options."""
    if shard.settings != first.settings:
        text = "found {found}, expected {expected}"
        text = translate(text, found=shard.settings, expected=first.settings)
        raise Unusable(f"{shard.folder}: {text}")
    if differences := compare_courses(first.course, shard.course):
        pairs = (f"{name} {join_and([before, value])}" for name, before, value in differences)
        values = {"first": first.folder, "second": shard.folder, "listed": ", ".join(pairs)}
        raise Unusable(translate(OTHER_COURSE, **values))
    for name, value, expected in compare_courses(first.course, options.course):
        if name in ("group", "language"):  # judgements depend on them
            values = {"name": name, "value": value, "expected": expected}
            raise Unusable(f"{shard.folder}: {translate(OTHER_SETTING, **values)}")


def merge_shards(shards: Sequence[Shard]) -> GradeRun:
    """Return the run with the submissions of all shards; raise Unusable if one is missing."""
    numbers, total = [shard.number for shard in shards], shards[0].total
    if sorted(numbers) != list(range(1, total + 1)):
        listed = ", ".join(map(str, numbers))
        raise Unusable(translate(SHARDS_MISSING, listed=listed, total=total))
    submissions = [
        submission._replace(path=shard.folder / SUBMISSIONS / submission.key / DELIVERED)
        for shard in shards
        for submission in shard.run.submissions
    ]
    submissions.sort(key=lambda submission: submission.key)
    return shards[-1].run._replace(shard=None, submissions=submissions)


def copy_judgements(source: Path, target: Path) -> None:
    """Copy the judgements in a folder OUT into another one; raise OSError if one cannot be read."""
    for path in (source / JUDGEMENTS).iterdir():
        if path.suffix == ".json":
            shutil.copyfile(path, target / JUDGEMENTS / path.name)
