"""A Python that finds no module beside a script, nor in the folder where it is started.

So does the embeddable Python of Windows, which has a list of its paths, python313._pth, and any
Python with $PYTHONSAFEPATH.
"""

import sys
from pathlib import Path

import pytest

from tests.kit import EXAMPLES, Done, run

pytestmark = pytest.mark.skipif(sys.version_info < (3, 11), reason="no $PYTHONSAFEPATH")


@pytest.fixture(autouse=True)
def hide_folders(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let all processes that are started find no module beside their scripts."""
    monkeypatch.setenv("PYTHONSAFEPATH", "1")


def run_command(folder: Path, *words: object) -> Done:
    """Run a command of the kit in another folder."""
    return run("lab", *words, cwd=folder)


def test_a_picture_is_drawn(tmp_path: Path) -> None:
    done = run_command(tmp_path, "sheet", EXAMPLES / "dom01.txt", "-o", "puzzles.pdf")
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "puzzles.pdf").read_bytes().startswith(b"%PDF")


def test_a_solver_is_run(tmp_path: Path) -> None:
    done = run_command(tmp_path, "race", EXAMPLES / "dom01.txt")
    (line,) = (line for line in done.stdout.splitlines() if line.startswith("tactics"))
    assert line.split()[1] == "unique"
