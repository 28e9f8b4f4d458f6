"""Commands where all is taken away that Linux has and macOS has not."""

import re
import sys
import venv
from pathlib import Path

import psutil
import pytest

import encode
from tests.kit import EXAMPLES, ROOT, Done, run, run_process

GRID = (EXAMPLES / "dom01.txt").read_text()
FACTS = encode.format_facts(GRID.split())
# psutil is that of Linux: it reads /proc by another name, where macOS's own asks its kernel.
CUSTOM = """\
import multiprocessing.popen_spawn_posix
import multiprocessing.resource_tracker
import os
import sys
import sysconfig

import filelock
import psutil

with filelock.SoftFileLock(f"{FOLDER}/{os.getpid()}.lock"):
    pass  # it keeps the function of the C library, which macOS has by another name
sysconfig.get_config_vars()  # reads a file that has the system in its name
sys.platform = "darwin"
del os.sched_getaffinity
psutil.PROCFS_PATH = FOLDER + "/processes"


def hide(event, arguments):
    names = ("open", "os.listdir", "os.scandir")
    if event in names and str(arguments[0]).startswith(("/proc", "/sys")):
        raise FileNotFoundError(2, "No such file or directory", arguments[0])


sys.addaudithook(hide)
"""


@pytest.fixture(name="python", scope="module")
def make_python(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return a Python that takes this system for macOS, in all processes that it starts."""
    folder = tmp_path_factory.mktemp("macos")
    venv.create(folder)
    (packages,) = folder.glob("lib/python3*/site-packages")
    (folder / "processes").symlink_to("/proc")
    custom = f"FOLDER = {str(folder)!r}\n{CUSTOM}"
    (packages / "macos.py").write_text(custom)  # some systems have a sitecustomize of their own
    (packages / "kit.pth").write_text(f"{Path(psutil.__file__).parent.parent}\nimport macos\n")
    return str(folder / "bin" / "python")


def run_on_macos(python: str, *words: object, stdin: str = "") -> Done:
    """Run a program of the kit by this Python."""
    return run_process([python, *map(str, words)], stdin=stdin)


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="takes away what Linux has")
@pytest.mark.parametrize(
    ("words", "stdin"),
    [
        ("encode.py", GRID),
        ("decode.py lightup.lp -", FACTS),
        ("-m lab generate --size 5x5 --count 3 --seed 1", ""),
        ("-m lab convert examples/dom01.txt --to facts", ""),
        ("-m lab hint examples/dom01.txt", ""),
        ("-m lab explain -", "1.\n.0\n"),
    ],
    ids=["encode.py", "decode.py", "generate", "convert", "hint", "explain"],
)
def test_a_command_prints_what_it_prints_on_linux(python: str, words: str, stdin: str) -> None:
    done, here = run_on_macos(python, *words.split(), stdin=stdin), run(*words.split(), stdin=stdin)
    assert done.returncode == here.returncode
    assert (done.stdout, done.stderr) == (here.stdout, here.stderr)


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="takes away what Linux has")
def test_commands_do_without_what_linux_alone_has(python: str, tmp_path: Path) -> None:
    table, picture = tmp_path / "table.csv", tmp_path / "dom01.png"
    assert run_on_macos(python, "show", "dom01.txt", "-o", picture).returncode == 0
    assert picture.read_bytes().startswith(b"\x89PNG")
    corpus = run_on_macos(python, "-m", "lab", "corpus", EXAMPLES / "dom01.txt", "-o", table)
    assert corpus.returncode == 0
    assert table.read_text().count("\n") == 2
    handout = run_on_macos(python, "-m", "lab", "handout", "-o", tmp_path / "handout")
    assert re.search(r"none of \d+ programs among them passes check\n$", handout.stderr)
    submission = tmp_path / "class" / "a"
    submission.mkdir(parents=True)
    for name in ("encode.py", "lightup.lp"):
        (submission / name).write_text((ROOT / name).read_text())
    (submission / "README.txt").write_text("Authors: A B\n")
    check = run_on_macos(python, "-m", "lab", "check", submission)
    assert (check.returncode, "Does it solve? yes" in check.stdout) == (0, True)
    assert check.stderr.startswith(
        "pass, with 1 finding on the delivery, not contained: reading other files"
    )
    words = ("-m", "lab", "grade", submission.parent, "-o", tmp_path / "out")
    refused = run_on_macos(python, *words)
    assert refused.stderr.startswith("lab grade: this machine cannot contain")
    grade = run_on_macos(python, *words, "--trust")
    assert grade.stderr.startswith("1 submission: ")
