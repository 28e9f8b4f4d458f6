"""Grades one submission in a service: python3 -m lab.grade.service SERVICE FOLDER

It runs in the unpacked zip of autograder.py.  FOLDER is Gradescope's /autograder, with submission/
and submission_metadata.json, or the student's checkout in Classroom 50.
Sources: see results.py; gradescope-autograders.readthedocs.io, Submission Metadata.
"""

import json
import os
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
from lab.common.language import use_language
from lab.common.terminal import print_message, take_arguments
from lab.course import read_course
from lab.grade import results
from lab.grade.autograder import COURSE_FILE, GRADESCOPE, RESULT_FILES, SETTINGS_FILE
from lab.grade.dates import parse_iso_time
from lab.grade.folder import Json, read_json, save_json
from lab.grade.grading import GradeOptions, Submission, grade_submission
from lab.grade.judging import JudgeSettings, judge_all, require_sandbox
from lab.sandbox.folders import remove_tree


def grade_in_service(service: str, folder: Path) -> None:
    """Grade the submission in a folder and write the result there.

    For Gradescope it is submission/, with the time in submission_metadata.json.
    """
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
        if is_gradescope:
            created = read_json(folder / "submission_metadata.json").get("created_at", "")
            name, delivered = "submission", parse_iso_time(str(created))
            submission = Submission(name, name, folder / name, delivered=delivered)
        else:
            submission = copy_checkout(folder, temporary)
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
    path = folder / RESULT_FILES[service]
    path.parent.mkdir(exist_ok=True)
    save_json(path, result)


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
    service, folder = arguments[0], Path(arguments[1]).resolve()
    for path in (ROOT.parent / SETTINGS_FILE, folder):
        if not path.exists():
            print_message(f"lab.grade.service: {path}: No such file or directory")
            return 2
    try:
        grade_in_service(service, folder)
    except Unusable as error:
        print_message(f"lab.grade.service: {error}")
        if service != GRADESCOPE:
            return 2
        message = "This was not judged: the autograder cannot run here; tell your teacher."
        save_result(service, folder, {"score": 0, "output": message})
    return 0


if __name__ == "__main__":
    services = "|".join(RESULT_FILES)
    program_arguments = take_arguments(
        "lab.grade.service", "Gradescope or Classroom 50", services, ".+"
    )
    sys.exit(main(program_arguments))
