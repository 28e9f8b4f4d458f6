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
