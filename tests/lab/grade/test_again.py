"""The results do not depend on the number of jobs, the order and interruptions."""

import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from tests.kit import DATA, ROOT, read_table, run_process
from tests.lab.grade import kit
from tests.lab.grade.test_run import read_contents

SEEN = 0.05  # seconds between looks at a run
MANY = {  # a class of eight, one of them twice
    **kit.CLASS,
    "Same As Ana_1005": kit.CLASS["Ana Pérez_1001"],
    "Broken_1006": kit.make_submission("B R", "number(R,C,K) :- cell(R,C,K)"),
    "Empty_1007": {},
    "Slow_1008": kit.make_submission("S L", script="import time\ntime.sleep(60)\n"),
}

pytestmark = pytest.mark.long


def make_command(out: Path, *arguments: object) -> list[str]:
    fixed = [sys.executable, "-m", "lab", "grade", "--puzzle", str(kit.LATIN), "-o", str(out)]
    return [*fixed, *map(str, arguments)]


def grade(out: Path, *arguments: object) -> Path:
    result = run_process(make_command(out, *arguments))
    assert (result.returncode, result.stderr.count("\n")) == (0, 1), result.stderr
    return out


def read_comparable_files(out: Path) -> dict[str, bytes]:
    """All files but the verdicts themselves."""
    return {n: data for n, data in read_contents(out).items() if not n.startswith("judged/")}


@pytest.fixture(scope="module")
def class_(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return kit.moodle(tmp_path_factory.mktemp("class") / "class.zip", MANY)


@pytest.fixture(scope="module")
def whole(class_: Path) -> dict[str, bytes]:
    """The outputs of one job, with which all others are compared."""
    return read_comparable_files(grade(class_.with_name("whole"), class_, "--jobs", 1))


def test_any_number_of_jobs(class_: Path, whole: dict[str, bytes], tmp_path: Path) -> None:
    assert read_comparable_files(grade(tmp_path / "out", class_, "--jobs", 3)) == whole


def test_a_folder_may_replace_a_zip(class_: Path, whole: dict[str, bytes], tmp_path: Path) -> None:
    shutil.unpack_archive(class_, tmp_path / "class")
    assert read_comparable_files(grade(tmp_path / "out", tmp_path / "class")) == whole


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_a_killed_run_continues_where_it_was(
    class_: Path, whole: dict[str, bytes], tmp_path: Path, number: signal.Signals
) -> None:
    out, partial = tmp_path / "out", tmp_path / "out.partial"
    kept: dict[str, bytes] = {}
    for least in (2, 4):
        run = subprocess.Popen(
            make_command(out, class_, "--jobs", 2), cwd=ROOT, stderr=subprocess.PIPE
        )
        below = psutil.Process(run.pid)
        while run.poll() is None and not (
            len(list(partial.glob("judged/*.json"))) >= least and (partial / "temporary").exists()
        ):  # judgements may be there from the run before, which a run that starts now has not read
            time.sleep(SEEN)
        started = below.children(recursive=True)
        run.send_signal(number)
        _, stderr = run.communicate(timeout=120)
        assert run.returncode in (-number, 130, 143)
        if number == signal.SIGINT:
            assert stderr == b"interrupted; the same command goes on from here\n"
        else:
            assert b"Traceback" not in stderr and (number == signal.SIGKILL or stderr == b"")
        assert not out.exists()
        psutil.wait_procs(started, timeout=120)
        assert not [process for process in started if process.is_running()]
        now = {path.name: path.read_bytes() for path in partial.glob("judged/*.json")}
        assert len(now) >= least and now.items() >= kept.items()
        kept = now
    if number != signal.SIGKILL:
        assert not (partial / "temporary").exists()
    assert read_comparable_files(grade(out, class_)) == whole
    assert {name: (out / "judged" / name).read_bytes() for name in kept} == kept
    assert not partial.exists() and not (out / "temporary").exists()


def test_a_submission_whose_process_was_killed_is_judged_when_run_again(
    class_: Path, whole: dict[str, bytes], tmp_path: Path
) -> None:
    out = tmp_path / "out"
    run = subprocess.Popen(make_command(out, class_, "--jobs", 2), cwd=ROOT, stderr=subprocess.PIPE)
    while not list(out.with_name("out.partial").glob("judged/*.json")):
        time.sleep(SEEN)
    children = psutil.Process(run.pid).children()
    children[0].kill()
    _, stderr = run.communicate(timeout=200)
    assert (run.returncode, b" 1 not judged" in stderr) == (0, True), stderr
    assert (
        b"the kit failed, grade it again: a worker process ended"
        in (out / "grades.csv").read_bytes()
    )
    grade(out, class_)  # its overview has the points that this changes
    assert read_comparable_files(grade(out, class_)) == whole


def test_only_changed_submissions_are_judged_again(class_: Path, tmp_path: Path) -> None:
    out = grade(tmp_path / "out", class_)
    before = read_contents(out)
    changed = {**MANY, "Empty_1007": kit.CLASS["李 雷_1003"]}
    changed["New_1009"] = kit.make_submission("N W")
    again = read_contents(grade(out, kit.moodle(tmp_path / "class.zip", changed)))
    same = before.keys() & again.keys()
    assert sum(name.startswith("judged/") for name in same) == len(MANY) - 2
    assert all(before[name] == again[name] for name in same if "1001" in name)
    assert b"New_1009" in again["grades.csv"]


# ---------------------------------------------------------------- what breaks


def test_a_class_of_attacks(tmp_path: Path) -> None:
    """Each attack is a row of the table, and the right submission among them passes."""
    right = DATA / "hostile" / "right.py"
    attacks = [path for path in sorted((DATA / "hostile").iterdir()) if path.is_dir()]
    for place, folder in enumerate(path for path in attacks if "fork" not in path.name):
        home = shutil.copytree(folder, tmp_path / "class" / f"{place:02} {folder.name}")
        shutil.copy(right, home)
    shutil.copytree(DATA / "students" / "right-in-all", tmp_path / "class" / "99 right")
    (tmp_path / "class" / "99 right" / "README.txt").write_text("Authors: A B\n")
    run = [sys.executable, "-m", "lab", "grade", "class", "-o", "out"]
    result = run_process(run, tmp_path, PYTHONPATH=str(ROOT))
    assert (result.returncode, result.stderr.count("\n")) == (0, 1), result.stderr
    table = read_table((tmp_path / "out" / "grades.csv").read_text("utf-8"))
    rows = {row["submission"]: row for row in table}
    assert len(rows) == len(list((tmp_path / "class").iterdir()))
    right_row = rows.pop("99 right")
    losses = [loss for loss in right_row["lost"].split("; ") if loss]
    assert [loss.split(":")[0] for loss in losses] == ["2 delivery"]  # no author in its files
    total = float(right_row["total"])
    assert all(float(row["total"]) < total and row["lost"] for row in rows.values())
