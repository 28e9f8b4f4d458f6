"""The commands of README.txt, run as a shell would, print what it says."""

import re
from pathlib import Path

import pytest

from tests.kit import ROOT, assert_commands_print, copy_kit, list_shown_commands

README = (ROOT / "README.txt").read_text()
HEADING = re.compile(r"\n\n(?=.+\n---)")
TAKES_LONG = (
    "python3 -m lab check --puzzle amaze amaze/amaze.lp",
    "python3 -m lab check lightup.lp",
)
SHOWN = [shown for section in HEADING.split(README) if (shown := list_shown_commands(section))]


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_kit(tmp_path_factory.mktemp("readme") / "kit", "tests")


@pytest.mark.parametrize("shown", SHOWN, ids=lambda shown: shown[0][0])
def test_commands_of_a_section_in_their_order(copy: Path, shown: list[tuple[str, str]]) -> None:
    soon = [(command, output) for command, output in shown if command not in TAKES_LONG]
    assert_commands_print(soon, copy, is_whole=True)


@pytest.mark.long
def test_the_commands_that_take_long(copy: Path) -> None:
    shown = [pair for section in SHOWN for pair in section if pair[0] in TAKES_LONG]
    assert len(shown) == len(TAKES_LONG)
    assert_commands_print(shown, copy, is_whole=True)


def test_no_command_is_left_out() -> None:
    """For example one at the end of a section, or with another indentation."""
    commands = [command for shown in SHOWN for command, _ in shown]
    assert commands == re.findall(r"(?m)^ *\$ (.*)", README)
    assert len(commands) > len(SHOWN) > 2


def test_the_map_names_what_is_there() -> None:
    names = re.findall(r"^([a-z][\w.-]*/?) {2,}", README, re.MULTILINE)
    assert len(names) >= 8
    for name in names:
        assert (ROOT / name).exists(), name


def test_two_commands_set_everything_up() -> None:
    commands = re.findall(r"^    (python3 -m venv .*)$", README, re.MULTILINE)
    assert len(commands) == 2
    assert all("requirements.txt" in command for command in commands)
