"""Commands where all is taken away that Linux has and macOS has not."""

import subprocess
import sys
import venv
from pathlib import Path

import psutil
import pytest

from tests.kit import EXAMPLES, ROOT, Done, run

# psutil reads /proc itself, as it is that of Linux; it takes the place of macOS's own.
CUSTOM = """\
import multiprocessing.popen_spawn_posix
import multiprocessing.resource_tracker
import os
import sys
import sysconfig

import psutil

sysconfig.get_config_vars()  # reads a file that has the system in its name
sys.platform = "darwin"
del os.sched_getaffinity
"""


@pytest.fixture(name="python", scope="module")
def make_python(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return a Python that takes this system for macOS, in all processes that it starts."""
    folder = tmp_path_factory.mktemp("macos")
    venv.create(folder)
    (packages,) = folder.glob("lib/python3*/site-packages")
    (packages / "macos.py").write_text(CUSTOM)  # some systems have a sitecustomize of their own
    (packages / "kit.pth").write_text(f"{Path(psutil.__file__).parent.parent}\nimport macos\n")
    return str(folder / "bin" / "python")


def run_on_macos(python: str, *words: object) -> Done:
    """Run a command of the lab by this Python."""
    return subprocess.run(
        [python, "-m", "lab", *map(str, words)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        cwd=ROOT,
        timeout=120,
        text=True,
        check=False,
    )


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="takes away what Linux has")
def test_commands_do_without_what_linux_alone_has(python: str, tmp_path: Path) -> None:
    words = ("generate", "--size", "5x5", "--count", "3", "--seed", "1")
    assert run_on_macos(python, *words).stdout == run("-m", "lab", *words).stdout
    table = tmp_path / "table.csv"
    corpus = run_on_macos(python, "corpus", EXAMPLES / "dom01.txt", "-o", table)
    assert corpus.returncode == 0
    assert table.read_text().count("\n") == 2
    check = run_on_macos(python, "check", EXAMPLES.parent / "lightup.lp", "--part", "lightup")
    assert (check.returncode, "Does it solve? yes" in check.stdout) == (0, True)
    assert check.stderr.startswith("pass, not contained: reading other files")
