"""The commands of README.txt, run as a shell would, print what it says."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.kit import ROOT

README = (ROOT / "README.txt").read_text()
SHOWN = re.findall(r"^    \$ (.*)\n((?:    (?!\$).*\n)*)", README, re.MULTILINE)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("readme") / "kit"
    shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(".*", "__pycache__", "out"))
    return folder


def test_commands_in_their_order(copy: Path) -> None:
    assert len(SHOWN) > 5
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"  # python3 is this Python
    for command, output in SHOWN:
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=copy,
            env={**os.environ, "PATH": path},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert done.returncode == 0, done.stdout
        expected = re.sub(r"(?m)^    ", "", output)
        pattern = re.escape(expected).replace(re.escape("...\n"), "(?s:.*)")
        assert re.fullmatch(pattern, done.stdout), (command, done.stdout)


def test_the_map_names_what_is_there() -> None:
    names = re.findall(r"^([a-z][\w.-]*/?) {2,}", README, re.MULTILINE)
    assert len(names) >= 8
    for name in names:
        assert (ROOT / name).exists(), name


def test_two_commands_set_everything_up() -> None:
    commands = re.findall(r"^    (python3 -m venv .*)$", README, re.MULTILINE)
    assert len(commands) == 2
    assert all("requirements.txt" in command for command in commands)
