"""Results for other programs, and autograders tried in folders like those of the services."""

import json
import os
import shutil
import stat
import subprocess
import sys
import zipfile
from datetime import datetime, timezone
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from lab import course, sandbox
from lab.check import points
from lab.check.bank.assignment import Assignment
from lab.check.bank.folder_bank import FolderBank
from lab.common.files import walk_files
from lab.findings import ExampleResult, Finding, Remark, Report
from lab.grade import autograder, service
from lab.grade.grading import (
    GradedSubmission,
    GradeOptions,
    Judgement,
    Submission,
    grade_submission,
)
from lab.sandbox import levels
from lab.sandbox.folders import remove_tree
from lab.settings.course import Course
from tests import kit

ASSIGNMENT = Assignment(FolderBank(kit.LIGHT_UP))
COURSE = course.make_default_course(kit.LIGHT_UP)
MOMENT = datetime(2027, 11, 5, 22, 30, tzinfo=timezone.utc)


def make_graded(report: Report | None, course: Course = COURSE) -> GradedSubmission:
    """A submission with this report, or one that could not be judged."""
    judgement = Judgement(report) if report else Judgement(error="this zip is broken")
    submission = Submission("Ana_7", "Ana", Path(), delivered=MOMENT)
    return grade_submission(submission, judgement, course, [])


def make_failing_report() -> Report:
    """A report with a finding on rule 2."""
    report = Report("Ana", uncontained=["it may read files"], unjudged=["encode.py"])
    report.add_findings(
        Finding("rules", "sight", "two bulbs", sentence="Why.", grid="..", got="bb")
    )
    report.remarks.append(Remark("rules", "square-only", "for squares only"))
    report.example_results = [ExampleResult("5x5", "right"), ExampleResult("7x7", "wrong")]
    return report


def make_options(plan: Course = COURSE) -> GradeOptions:
    return GradeOptions(ASSIGNMENT, plan, seed=5)


# ---------------------------------------------------------------- the documented forms

SEEN = {"visible", "hidden", "after_due_date", "after_published"}
OF_ALL = {
    *("score", "execution_time", "output", "output_format", "test_output_format"),
    *("test_name_format", "visibility", "stdout_visibility", "extra_data", "tests", "leaderboard"),
}
OF_TEST = {
    *("score", "max_score", "status", "name", "name_format", "number", "output", "output_format"),
    *("tags", "visibility", "extra_data"),
}


def is_of_gradescope(data: dict[str, Any]) -> bool:
    """Whether the names and the values are those of Gradescope's specification."""
    assert set(data) <= OF_ALL
    assert isinstance(data["score"], float | int)
    assert data["stdout_visibility"] in SEEN
    for test in data["tests"]:
        assert set(test) <= OF_TEST
        assert test["status"] in ("passed", "failed")
        assert 0 <= test["score"] <= test["max_score"]
        assert all(isinstance(test[name], str) for name in ("name", "number", "output"))
    return True


def is_of_classroom50(data: dict[str, Any]) -> bool:
    """Whether it keeps the contract of result.json."""
    strings = ("classroom", "assignment", "submission", "commit", "release", "review", "datetime")
    assert set(data) == {"schema", *strings, "score", "max-score", "tests"}
    assert data["schema"] == "classroom50/result/v1"
    assert all(data[name] and isinstance(data[name], str) for name in strings)
    for test in data["tests"]:
        assert set(test) == {"test-name", "passed", "score", "max-score"}
        assert type(test["passed"]) is bool
        assert 0 <= test["score"] <= test["max-score"]
    for name in ("score", "max-score"):
        assert {type(item[name]) for item in [data, *data["tests"]]} == {int}
        assert data[name] == sum(test[name] for test in data["tests"])
    return True


def test_gradescope_reads_the_points_by_part() -> None:
    data = service.make_gradescope_result(make_options(), make_graded(make_failing_report()))
    assert is_of_gradescope(data)
    assert [(test["score"], test["max_score"]) for test in data["tests"]] == [
        *((2, 2), (0, 5), (4, 4), (0, 4), (4, 4), (2, 4), (2, 2))
    ]
    assert data["score"] == 14
    sight, examples = data["tests"][3], data["tests"][5]
    assert sight["output"] == "-4: Why."
    solved = "1 of 2 examples of up to 7x7 are solved"
    assert examples["output"] == f"-2: {solved}; this follows from rule 2"
    boards = "two bulbs\nWhy.\ngrid   got\n..     bb\n"
    for text in ("fail: 14 of 25 points\n", boards, "remark: for squares only", "seed 5"):
        assert text in data["output"]
    assert "not judged: encode.py\nnot contained: it may read files\n" in data["output"]


def test_a_submission_that_cannot_be_judged_has_no_points() -> None:
    submission = make_graded(None)
    data = service.make_gradescope_result(make_options(), submission)
    assert is_of_gradescope(data)
    assert (data["score"], {test["score"] for test in data["tests"]}) == (0, {0})
    assert "this zip is broken" in data["output"]
    assert service.make_classroom50_result(make_options(), submission, {})["score"] == 0


def test_classroom_50_reads_whole_points() -> None:
    names = {"CLASSROOM": "asp", "ASSIGNMENT": "akari", "COMMIT_URL": "https://a/commit/1"}
    data = service.make_classroom50_result(
        make_options(), make_graded(make_failing_report()), names
    )
    assert is_of_classroom50(data)
    assert (data["score"], data["max-score"]) == (14, 25)
    assert (data["classroom"], data["review"]) == ("asp", "https://a/commit/1")
    assert data["datetime"] == "2027-11-05T22:30:00Z"
    right = service.make_classroom50_result(make_options(), make_graded(Report("Ana")), {})
    assert is_of_classroom50(right)


def test_scores_are_the_points_of_the_course_in_whole_numbers(tmp_path: Path) -> None:
    path = tmp_path / "course.toml"
    path.write_text("[points]\ndelivery = 2.5\nrules = 10\n")  # 23.5 in all
    plan = course.read_course(path, kit.LIGHT_UP)
    data = service.make_classroom50_result(make_options(plan), make_graded(Report("Ana"), plan), {})
    assert is_of_classroom50(data)
    assert data["score"] == data["max-score"] == 24
    assert all(test["passed"] and test["score"] == test["max-score"] for test in data["tests"])
    assert is_of_classroom50(
        service.make_classroom50_result(
            make_options(plan), make_graded(make_failing_report(), plan), {}
        )
    )


@pytest.mark.parametrize(
    ("parts", "total", "unit", "expected"),
    [
        ([2, 5, 4], 11, 1, [2, 5, 4]),
        ([2, 5, 4], Fraction(99, 10), 1, [2, 4, 4]),  # 1.8, 4.5 and 3.6, of 10
        ([1, 1, 1], Fraction(5, 2), 1, [1, 1, 1]),
        ([1, 1, 1], 1, 1, [0, 1, 0]),
        ([0, 0], 0, 1, [0, 0]),
        ([Fraction(10, 3)] * 3, 10, 100, [333, 334, 333]),
    ],
)
def test_shares_are_whole_and_have_the_sum(
    parts: list[int | Fraction], total: int | Fraction, unit: int, expected: list[int]
) -> None:
    exact_parts = {str(index): Fraction(part) for index, part in enumerate(parts)}
    shares = points.round_shares(exact_parts, Fraction(total), unit)
    assert list(shares.values()) == expected


# ---------------------------------------------------------------- the zip


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An autograder for Gradescope."""
    path = tmp_path_factory.mktemp("zip") / "autograder.zip"
    result = kit.run_lab("grade", "--autograder", "gradescope", "-o", path)
    assert (result.returncode, result.stdout, result.stderr) == (0, f"{path}\n", "")
    return path


def test_the_zip_for_gradescope(archive: Path) -> None:
    with zipfile.ZipFile(archive) as opened:
        names = set(opened.namelist())
        modes = {info.filename: info.external_attr >> 16 for info in opened.infolist()}
    assert {"setup.sh", "run_autograder", "requirements.txt", "settings.json"} <= names
    for name in ("setup.sh", "run_autograder"):
        assert stat.S_IMODE(modes[name]) == 0o755
    assert {"kit/encode.py", "kit/lightup.lp", "kit/lab/runner/task_pool.py"} <= names
    assert not [name for name in names if name.startswith("kit/tests") or "__pycache__" in name]
    again = autograder.pack_autograder("gradescope", kit.LIGHT_UP, None, None, False)
    assert again == archive.read_bytes()


def test_a_public_zip_is_reported(tmp_path: Path) -> None:
    result = kit.run_lab("grade", "--autograder", "classroom50", "-o", tmp_path / "a.zip")
    assert result.returncode == 0
    assert "contains the solution: Classroom 50 shows it to everybody" in result.stderr
    with zipfile.ZipFile(tmp_path / "a.zip") as opened:
        assert {"autograder.py", "requirements.txt", "kit/lightup.lp"} <= set(opened.namelist())


def test_without_its_course_no_zip_is_made(tmp_path: Path) -> None:
    out, message = tmp_path / "out.zip", "nowhere.toml: No such file or directory"
    words = ("--autograder", "gradescope", "-o", out, "--course", "nowhere.toml")
    result = kit.run_lab("grade", *words, cwd=tmp_path)
    assert (result.returncode, result.stdout, result.stderr) == (2, "", f"lab grade: {message}\n")
    assert not out.exists()


# ---------------------------------------------------------------- as in the container


def extract_zip(archive: Path, folder: Path) -> Path:
    """A zip unpacked by the program that the services use, which keeps what can be run."""
    folder.mkdir(parents=True)
    with zipfile.ZipFile(archive) as opened:
        for info in opened.infolist():
            path = Path(opened.extract(info, folder))
            path.chmod(stat.S_IMODE(info.external_attr >> 16))
    return folder


def container(archive: Path, root: Path, work: Path, *, is_set_up: bool = False) -> Path:
    """Gradescope's /autograder, with a submission."""
    source = extract_zip(archive, root / "source")
    if is_set_up:
        subprocess.run(["bash", source / "setup.sh"], check=True)
    else:
        (source / "venv").symlink_to(sys.prefix)
    shutil.copy(source / "run_autograder", root)
    (root / "submission").mkdir()
    for name in ("encode.py", "lightup.lp", "latin.lp"):
        if (work / name).exists():
            text = (work / name).read_text()
            mark = "#" if name == "encode.py" else "%"
            (root / "submission" / name).write_text(f"{mark} Authors: Ana Gil\n{text}")
    (root / "submission" / "README.txt").write_text("Authors: Ana Gil\n")
    data = {"id": 12, "created_at": "2027-11-06T10:00:00.5+01:00", "users": [{"name": "Ana Gil"}]}
    (root / "submission_metadata.json").write_text(json.dumps(data))
    return root


def run(root: Path, **variables: str) -> dict[str, Any]:
    """What run_autograder writes, started as Gradescope does."""
    environment = {"PATH": os.environ["PATH"], **variables}
    result = subprocess.run([root / "run_autograder"], cwd=root, env=environment)
    assert result.returncode == 0
    data: dict[str, Any] = json.loads((root / "results" / "results.json").read_text())
    return data


def test_a_checkout_is_copied_without_deep_folders_and_git(tmp_path: Path) -> None:
    folder = kit.write_files(tmp_path / "checkout", {"lightup.lp": "", ".git/x": "", "a/b": ""})
    kit.nest_folders(folder / "a", 1200, "a")
    copy = service.copy_checkout(folder, tmp_path / "room").path
    files = [path.relative_to(copy).as_posix() for path in walk_files(copy)]
    assert files == ["lightup.lp", "a/b"]
    remove_tree(folder)


@pytest.mark.long
def test_a_submission_to_gradescope(archive: Path, tmp_path: Path) -> None:
    work = kit.DATA / "students" / "good-encode-bad-program"
    data = run(container(archive, tmp_path / "autograder", work))
    assert is_of_gradescope(data)
    lost = [test["name"] for test in data["tests"] if test["status"] == "failed"]
    assert lost[0].startswith("Rule 2")
    assert data["score"] == round(25 - 4 - 4 * 6 / 7, 2)  # one of seven examples is solved


def test_without_its_puzzle_nothing_is_judged(archive: Path, tmp_path: Path) -> None:
    root = container(archive, tmp_path / "autograder", kit.DATA / "students" / "right-in-all")
    settings = root / "source" / "settings.json"
    settings.write_text(settings.read_text().replace("lightup", "nowhere"))
    data = run(root)
    assert data["score"] == 0
    assert "tell your teacher" in data["output"]


@pytest.mark.long
def test_a_late_submission_for_a_puzzle_outside_the_kit(tmp_path: Path) -> None:
    puzzle = shutil.copytree(kit.LATIN, tmp_path / "mine" / "latin")
    toml = tmp_path / "mine" / "course.toml"
    toml.write_text("deadline = 2027-11-05T23:00:00+01:00\n")
    archive = tmp_path / "autograder.zip"
    arguments = ["--puzzle", puzzle, "--course", toml, "-o", archive]
    assert kit.run_lab("grade", "--autograder", "gradescope", *arguments).returncode == 0
    work = tmp_path / "work"
    work.mkdir()
    shutil.copy(puzzle / "latin.lp", work)
    shutil.copy(kit.DATA / "students" / "right-in-all" / "encode.py", work)
    shutil.rmtree(tmp_path / "mine")
    data = run(container(archive, tmp_path / "autograder", work))
    assert data["score"] == 22.5  # a day late
    assert "on 1 begun day after the deadline" in data["output"]


@pytest.mark.long
def test_without_a_sandbox_nothing_is_judged(archive: Path, tmp_path: Path) -> None:
    root = container(archive, tmp_path / "autograder", kit.DATA / "students" / "right-in-all")
    (root / "source" / autograder.COURSE_FILE).write_text('language = "de"\n')
    data = run(root, **{sandbox.WITHOUT_VARIABLE: f"{levels.BUBBLEWRAP},{levels.LANDLOCK}"})
    assert data["score"] == 0
    assert data["output"].startswith("Dies wurde nicht bewertet: ")


@pytest.mark.long
def test_the_autograder_runs_with_the_packages_of_setup_sh(archive: Path, tmp_path: Path) -> None:
    work = kit.DATA / "students" / "right-in-all"
    root = container(archive, tmp_path / "autograder", work, is_set_up=True)
    data = run(root)
    assert (data["score"], data["output"].splitlines()[0]) == (25, "pass: 25 of 25 points")


@pytest.mark.long
def test_a_checkout_in_classroom_50(tmp_path: Path) -> None:
    archive = tmp_path / "bundle.zip"
    assert kit.run_lab("grade", "--autograder", "classroom50", "-o", archive).returncode == 0
    bundle = extract_zip(archive, tmp_path / "bundle")
    (bundle / "venv").symlink_to(sys.prefix)
    checkout = tmp_path / "akari-ana"
    checkout.mkdir()
    (checkout / ".github").mkdir()
    shutil.copy(kit.DATA / "students" / "right-in-all" / "encode.py", checkout)
    (checkout / "README.txt").write_text("Authors: Ana Gil\n")
    for arguments in (["init", "-q"], ["add", "."], ["commit", "-qm", "work"]):
        name = ["-c", "user.name=Ana", "-c", "user.email=ana@example.org"]
        subprocess.run(["git", *name, *arguments], cwd=checkout, check=True)
    variables_there = {"CLASSROOM": "asp", "ASSIGNMENT": "akari", "SUBMISSION_TAG": "submit/1"}
    variables_there |= {
        name: f"https://example.org/{name}" for name in ("COMMIT_URL", "RELEASE_URL")
    }
    result = subprocess.run(
        [sys.executable, bundle / "autograder.py"],
        cwd=checkout,
        env={**os.environ, **variables_there},
    )
    assert result.returncode == 0
    data = json.loads((checkout / "result.json").read_text())
    assert is_of_classroom50(data)
    assert (data["submission"], data["score"]) == ("submit/1", 5)
    by_name = {test["test-name"]: test["passed"] for test in data["tests"]}
    assert by_name["encode.py"]
    assert not by_name["Rule 1: every white cell is lit"]
