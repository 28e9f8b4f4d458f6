"""TEACHING.txt: each of its commands is run, in its order, in a copy of the kit."""

import re
import zipfile
from pathlib import Path

import pytest

from lab import __main__, puzzles
from tests.kit import DATA, ROOT, assert_commands_print, copy_kit, list_shown_commands

TEXT = (ROOT / "TEACHING.txt").read_text()
SHOWN = list_shown_commands(TEXT)
MADE = (  # by its commands
    *("course.toml", "handout.zip", "handouts/Kurt Gödel/check", "puzzles.pdf", "class.pdf"),
    *("class-solutions.pdf", "submission.json", "grades/grades.csv", "grades/feedback.zip"),
    *("grades/overview.html", "latin.zip"),
)


def write_submissions(path: Path, names: tuple[str, ...]) -> None:
    """Write a zip of one right submission, or of one for each name, in Moodle's folders."""
    right = DATA / "students" / "right-in-all"
    with zipfile.ZipFile(path, "w") as archive:
        folders = [f"{name}_{n}_assignsubmission_file/" for n, name in enumerate(names, 1001)]
        for folder in folders or [""]:
            archive.writestr(f"{folder}README.txt", "Authors: Ada Lovelace\n")
            for name, mark in (("encode.py", "#"), ("lightup.lp", "%")):
                text = f"{mark} Authors: Ada Lovelace\n{(right / name).read_text()}"
                archive.writestr(f"{folder}{name}", text)


@pytest.mark.long
def test_commands_of_the_guide_work_in_their_order(tmp_path: Path) -> None:
    kit = copy_kit(tmp_path / "kit")
    write_submissions(kit / "submission.zip", ())
    write_submissions(kit / "submissions.zip", ("Ada Lovelace", "Kurt Gödel"))
    assert_commands_print(SHOWN, kit, is_whole=False)
    for name in MADE:
        assert (kit / name).exists(), name


def test_the_guide_names_existing_commands_in_short_lines() -> None:
    commands = {**__main__.COMMANDS, **puzzles.find_default_puzzle().commands}
    named = [match[1] for command, _ in SHOWN if (match := re.search(r"-m lab (\w+)", command))]
    own = {"handout", "generate", "sheet", "check", "grade", "verify", "new"}
    assert set(named) == own <= set(commands)
    assert max(map(len, TEXT.splitlines())) <= 100
