"""Commands under Python for Windows, run by Wine: .ci/windows makes the folder $LAB_WINDOWS."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.kit import EXAMPLES, ROOT, Done, run_lab

FOLDER = os.environ.get("LAB_WINDOWS", "")
pytestmark = [
    pytest.mark.windows,
    pytest.mark.skipif(not FOLDER, reason="$LAB_WINDOWS is no folder of .ci/windows"),
]


def run_on_windows(*words: object, stdin: str = "", cwd: Path = ROOT) -> Done:
    """Run Python for Windows with these arguments."""
    command = [f"{FOLDER}/run", *map(str, words)]
    return subprocess.run(
        command, input=stdin, capture_output=True, cwd=cwd, timeout=300, text=True, check=False
    )


@pytest.mark.parametrize(
    "words",
    [
        ("generate", "--size", "5x5", "--count", "3", "--seed", "1"),
        ("convert", EXAMPLES / "dom01.txt", "--to", "facts"),
        ("hint", EXAMPLES / "dom01.txt"),
    ],
    ids=lambda words: words[0],
)
def test_a_command_prints_what_it_prints_on_linux(words: tuple[object, ...]) -> None:
    done, here = run_on_windows("-m", "lab", *words), run_lab(*words)
    assert (done.returncode, done.stdout, done.stderr) == (
        here.returncode,
        here.stdout,
        here.stderr,
    )
