"""Reads the shards of a class, which several machines judged, and merges them into one run.

A shard is the OUT of a lab grade with --shard.  All shards of a class have one puzzle, kit, seed
and course.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from lab import Unusable
from lab.common.language import translate
from lab.common.words import join_and
from lab.course import compare_courses, read_course
from lab.grade import output_folder
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

    path: Path
    number: int
    total: int
    run: GradeRun
    course: Course
    settings: str  # in words: what all shards of a class share


def read_shards(options: GradeOptions, paths: Sequence[Path]) -> GradeRun:
    """Return the run of a class whose shards are in these folders, with all submissions.

    Raises Unusable for a folder of another run, puzzle or course, and unless each shard is there
    once.
    """
    if not paths:
        raise Unusable(translate("found no shard, expected the OUT of each shard"))
    shards = [read_shard(path, options.assignment.puzzle) for path in paths]
    for shard in shards:
        check_shard(options, shard, shards[0])
    numbers, total = [shard.number for shard in shards], shards[0].total
    if sorted(numbers) != list(range(1, total + 1)):
        listed = ", ".join(map(str, numbers))
        raise Unusable(translate(SHARDS_MISSING, listed=listed, total=total))

    submissions = [
        submission._replace(
            path=shard.path / output_folder.SUBMISSIONS / submission.key / output_folder.DELIVERED
        )
        for shard in shards
        for submission in shard.run.submissions
    ]
    submissions.sort(key=lambda submission: submission.key)
    return shards[-1].run._replace(shard=None, submissions=submissions)


def read_shard(path: Path, puzzle: Puzzle) -> Shard:
    """Return the shard in a folder; raise Unusable if there is none, or one of another puzzle."""
    run = output_folder.read_run([path])
    if not run or not run.shard:
        raise Unusable(f"{path}: {translate(NO_SHARD)}")
    if Path(run.puzzle).name != puzzle.name:
        text = translate(OTHER_PUZZLE, found=run.puzzle, expected=puzzle.name)
        raise Unusable(f"{path}: {text}")
    course = read_course(output_folder.find_given_file([path], output_folder.COURSE_FILE), puzzle)
    number, total = run.shard
    settings = translate(RUN_SETTINGS, seed=run.seed, total=total, digest=run.kit_digest)
    return Shard(path, number, total, run, course, settings)


def check_shard(options: GradeOptions, shard: Shard, first: Shard) -> None:
    """Raise Unusable unless a shard has the settings of the first shard and of these options."""
    if shard.settings != first.settings:
        text = "found {found}, expected {expected}"
        text = translate(text, found=shard.settings, expected=first.settings)
        raise Unusable(f"{shard.path}: {text}")
    if differences := compare_courses(first.course, shard.course):
        pairs = (f"{name} {join_and([before, value])}" for name, before, value in differences)
        values = {"first": first.path, "second": shard.path, "listed": ", ".join(pairs)}
        raise Unusable(translate(OTHER_COURSE, **values))
    for name, value, expected in compare_courses(first.course, options.course):
        if name in ("group", "language"):  # judgements depend on them
            values = {"name": name, "value": value, "expected": expected}
            raise Unusable(f"{shard.path}: {translate(OTHER_SETTING, **values)}")
