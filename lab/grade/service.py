"""Grades one submission in a service: python3 -m lab.grade.service SERVICE FOLDER

It runs in the unpacked zip of autograder.py.  FOLDER is Gradescope's /autograder, with submission/
and submission_metadata.json, or the student's checkout in Classroom 50.
Sources: gradescope-autograders.readthedocs.io, Autograder Specifications, Submission Metadata;
foundation50/classroom50, wiki, Advanced Autograding, the result.json contract.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from datetime import datetime, timezone
from pathlib import Path

import decode
from lab import ROOT, Unusable, puzzles
from lab.check import points, report
from lab.check.bank.assignment import Assignment
from lab.check.bank.folder_bank import FolderBank
from lab.check.points import Grade
from lab.common.files import is_deep
from lab.common.language import translate, use_language
from lab.common.terminal import print_message, take_arguments
from lab.common.words import escape_controls
from lab.course import read_course
from lab.grade.autograder import COURSE_FILE, GRADESCOPE, RESULT_FILES, SETTINGS_FILE
from lab.grade.dates import parse_iso_time
from lab.grade.grading import GradedSubmission, GradeOptions, Submission, grade_submission
from lab.grade.html_pages import format_loss, format_total
from lab.grade.judging import JudgeSettings, judge_all, require_sandbox
from lab.grade.output_folder import Json, read_json, save_json
from lab.sandbox.folders import open_temporary_folder


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
    with open_temporary_folder("grade-") as temporary:
        is_gradescope = service == GRADESCOPE
        if is_gradescope:
            created = read_json(folder / "submission_metadata.json").get("created_at", "")
            name, delivered = "submission", parse_iso_time(str(created))
            submission = Submission(name, name, folder / name, delivered=delivered)
        else:
            submission = copy_checkout(folder, temporary)
        judge_settings = JudgeSettings(puzzle.name_or_path, settings["seed"], course, temporary)
        ((_, judgement),) = judge_all([submission], judge_settings, 1)
    graded = grade_submission(submission, judgement, course, [])
    options = GradeOptions(Assignment(FolderBank(puzzle)), course, seed=settings["seed"])
    if is_gradescope:
        result = make_gradescope_result(options, graded)
    else:
        result = make_classroom50_result(options, graded, os.environ)
    save_result(service, folder, result)


def save_result(service: str, folder: Path, result: Json) -> None:
    path = folder / RESULT_FILES[service]
    path.parent.mkdir(exist_ok=True)
    save_json(path, result)


def copy_checkout(folder: Path, temporary: Path) -> Submission:
    """Return the submission in a checkout, delivered at the time of its last commit, else now.

    The submission is a copy in `temporary`, without the files of git, and without folders that
    walk_files does not enter.
    """
    leave_out = shutil.ignore_patterns(".git", ".github", ".classroom50*")

    def ignore(path: str, names: list[str]) -> set[str]:
        inner = names if is_deep(path, folder) else []
        return leave_out(path, names) | {n for n in inner if os.path.isdir(os.path.join(path, n))}

    copy = shutil.copytree(folder, temporary / folder.name, symlinks=True, ignore=ignore)
    command = ["git", "-C", str(folder), "show", "-s", "--format=%cI", "HEAD"]
    commit = subprocess.run(command, capture_output=True, text=True, check=False)
    delivered = parse_iso_time(commit.stdout.strip()) or datetime.now().astimezone()
    return Submission(folder.name, folder.name, copy, delivered=delivered)


# ---------------------------------------------------------------- results


def make_gradescope_result(options: GradeOptions, graded: GradedSubmission) -> Json:
    """Return results.json: a test for each part of the points, with the reasons of its losses.

    Losses of the sum, as for late work, lower the score but no test.
    """
    grade = graded.grade
    tests = [
        {
            "name": points.describe_part(options.assignment, part),
            "number": str(number),
            "score": float(round(grade.points[part], 2)),
            "max_score": float(round(worth, 2)),
            "status": "passed" if grade.points[part] == worth else "failed",
            "output": format_losses(grade, part),
        }
        for number, (part, worth) in enumerate(options.course.points.items(), start=1)
    ]
    return {
        "score": float(round(grade.total, 2)),
        "output": format_summary(options, graded),
        "stdout_visibility": "hidden",
        "tests": tests,
    }


def format_losses(grade: Grade, part: str) -> str:
    """Return a line for each loss of a part, or of the sum (LOSSES_OF_SUM)."""
    losses = [loss for loss in grade.losses if loss.part == part]
    return "\n".join(escape_controls(format_loss(loss)) for loss in losses)


def format_summary(options: GradeOptions, graded: GradedSubmission) -> str:
    """Return verdict, points, losses of the sum, findings with their boards, remarks, seed."""
    lines = [format_total(graded), escape_controls(graded.judgement.error)]
    lines += [format_losses(graded.grade, part) for part in points.LOSSES_OF_SUM]
    lines += report.format_findings(graded.report.findings)
    lines += report.list_reservations(graded.report)
    for remark in graded.report.remarks:
        lines.append(f"{translate('remark:')} {escape_controls(remark.message)}")
    if not graded.judgement.error:
        seed = options.seed
        lines.append(translate("boards made for the check have the seed {seed}", seed=seed))
    return "\n".join(filter(None, lines))


def make_classroom50_result(
    options: GradeOptions, graded: GradedSubmission, variables: Mapping[str, str]
) -> Json:
    """Return result.json: a test for each part of the points, in whole numbers.

    The sums of scores and of max-scores are the points and the total of the course, rounded.
    Losses of the sum are taken from all parts in proportion.
    variables: the environment of Classroom 50's runner.
    """
    course, grade, key = options.course, graded.grade, graded.key
    maxima = points.round_shares(course.points, course.total, unit=1)
    rounded_points = points.round_shares(grade.points, grade.total, unit=1)
    scores = {part: min(score, maxima[part]) for part, score in rounded_points.items()}
    tests = [
        {
            "test-name": points.describe_part(options.assignment, part),
            "passed": grade.points[part] == worth,
            "score": scores[part],
            "max-score": maxima[part],
        }
        for part, worth in course.points.items()
    ]
    delivered = graded.submission.delivered
    return {
        "schema": "classroom50/result/v1",
        "classroom": variables.get("CLASSROOM") or course.name or course.title,
        "assignment": variables.get("ASSIGNMENT") or options.assignment.puzzle.name,
        "submission": variables.get("SUBMISSION_TAG") or key,
        "commit": variables.get("COMMIT_URL") or key,
        "release": variables.get("RELEASE_URL") or key,
        "review": variables.get("REVIEW_URL") or variables.get("COMMIT_URL") or key,
        "datetime": f"{delivered.astimezone(timezone.utc):%Y-%m-%dT%H:%M:%SZ}" if delivered else "",
        "score": sum(scores.values()),
        "max-score": sum(maxima.values()),
        "tests": tests,
    }


# ---------------------------------------------------------------- the program


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
        message = translate(  # into English if the course could not be read
            "This was not judged: the autograder cannot run here; tell your teacher."
        )
        save_result(service, folder, {"score": 0, "output": message})
    return 0


if __name__ == "__main__":
    services = "|".join(RESULT_FILES)
    program_arguments = take_arguments(
        "lab.grade.service", "Gradescope or Classroom 50", services, ".+"
    )
    sys.exit(main(program_arguments))
