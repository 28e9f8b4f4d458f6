"""`lab check` from the shell, interrupted, and many times in a row."""

import itertools
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from lab.runner.task_pool import TaskPool
from tests import kit
from tests.lab.check.kit import ASSIGNMENT, GOOD, STUDENTS, check, examine, list_processes


@pytest.mark.long
def test_a_right_submission_passes() -> None:
    done = check(GOOD)
    assert (done.returncode, kit.read_verdict(done)) == (0, "pass, with 3 findings on the delivery")
    assert "Does it solve? yes" in done.stdout


@pytest.mark.parametrize(
    ("path", "message"),
    [
        (kit.EXAMPLES, "found neither encode.py nor lightup.lp"),
        ("nowhere", "no such file or folder"),
        (kit.ROOT / "encode.py", "no logic program"),
    ],
)
def test_a_path_with_nothing_to_check_is_bad_input(path: Path | str, message: str) -> None:
    done = check(path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("lab check: ")
    assert message in done.stderr


@pytest.mark.parametrize("rows", ["0", "31"])
def test_a_search_of_boards_too_small_or_too_large_is_refused(rows: str) -> None:
    done = check("--search", rows, kit.ROOT / "lightup.lp")
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
    assert f"--search: found {rows}, expected a number from 1 to 30" in done.stderr


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--puzzle=amaze", "amaze/amaze.lp"], "found a puzzle whose solutions have a cost"),
        (["--rule=1", "lightup.lp"], "found --rule, --step or --part encode beside it"),
        (["--part=encode", "encode.py"], "found --rule, --step or --part encode beside it"),
    ],
)
def test_a_search_where_no_boards_are_searched_is_refused(options: list[str], message: str) -> None:
    done = check("--search=20", *options)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"lab check: --search: {message}" in done.stderr


def test_a_junit_file_that_cannot_be_written_is_bad_input(tmp_path: Path) -> None:
    (tmp_path / "mine.lp").write_text("a :- ")
    done = check("--junit", "/nowhere/junit.xml", tmp_path / "mine.lp")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "lab check: /nowhere/junit.xml: No such file or directory\n"


@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGINT, 130), kit.long(signal.SIGTERM, 143)]
)
def test_an_interrupted_check_leaves_nothing(tmp_path: Path, number: int, status: int) -> None:
    (tmp_path / "encode.py").write_text("import time\ntime.sleep(99)")
    command = [sys.executable, "-m", "lab", "check", str(tmp_path)]
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    process = subprocess.Popen(
        command, cwd=kit.ROOT, stderr=subprocess.PIPE, text=True, env=environment
    )
    while not list_processes(tmp_path / "tmp"):
        assert process.poll() is None
        time.sleep(0.02)
    process.send_signal(number)
    _, stderr = process.communicate(timeout=120)
    assert (process.returncode, stderr) == (status, "")
    assert not list_processes(tmp_path / "tmp")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["encode.py"]


@pytest.mark.long
def test_no_module_is_imported_from_the_current_folder(tmp_path: Path) -> None:
    for name in ("encode", "decode", "json", "argparse", "tempfile", "psutil", "rich"):
        (tmp_path / f"{name}.py").write_text(f"open({str(tmp_path / 'imported')!r}, 'a')")
    (tmp_path / "lightup.lp").write_text("a :- ")
    command = [sys.executable, "-m", "lab", "check", "."]
    done = kit.run_process(command, tmp_path, PYTHONPATH=str(kit.ROOT))
    assert (done.returncode, kit.read_verdict(done)) == (1, "fail: 5 findings")
    assert not (tmp_path / "imported").exists()


CHECKS = 200

MOST_GROWTH = 8 << 20  # bytes of memory

FREQUENT = ("only-encode", "full-stop-missing", "counts-from-1", "columns-first")


@pytest.mark.long
def test_many_checks_in_a_row_leave_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, few_examples: None
) -> None:
    """No file or process is left, and memory does not grow after the first forty checks."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setitem(vars(ASSIGNMENT), "small_trials", ASSIGNMENT.small_trials[:12])
    this = psutil.Process()
    folders = [GOOD, *map(STUDENTS.__getitem__, FREQUENT)]
    children, sizes = set(this.children(recursive=True)), []
    for _ in range(CHECKS // 10):
        with TaskPool() as pool:
            for folder in itertools.islice(itertools.cycle(folders), 10):
                examine(pool, folder)
        assert list(tmp_path.iterdir()) == []
        assert set(this.children(recursive=True)) <= children
        sizes.append(this.memory_info().rss)
    assert sizes[-1] - sizes[3] < MOST_GROWTH, sizes
