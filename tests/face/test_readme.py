"""The commands of README.txt, run as a shell would, print what it says."""

import re
import shutil
from pathlib import Path

import pytest

from tests.kit import ROOT, assert_commands_print, shown_commands

README = (ROOT / "README.txt").read_text()
SHOWN = shown_commands(README)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("readme") / "kit"
    shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(".*", "__pycache__", "out"))
    return folder


def test_commands_in_their_order(copy: Path) -> None:
    assert len(SHOWN) > 5
    assert_commands_print(SHOWN, copy, is_whole=True)


def test_the_map_names_what_is_there() -> None:
    names = re.findall(r"^([a-z][\w.-]*/?) {2,}", README, re.MULTILINE)
    assert len(names) >= 8
    for name in names:
        assert (ROOT / name).exists(), name


def test_two_commands_set_everything_up() -> None:
    commands = re.findall(r"^    (python3 -m venv .*)$", README, re.MULTILINE)
    assert len(commands) == 2
    assert all("requirements.txt" in command for command in commands)
