"""--time-limit ends each command that has it, even while clingo grounds; a terminal shows why."""

import os
import pty
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from lab import __main__
from lab.common.command import Parser
from lab.notations import fact_program
from lab.puzzles import find_puzzle
from tests.kit import LATIN, ROOT, long, long_except, read_terminal, run, run_lab

LIMIT, GRACE = 1.3, 20.0  # seconds; the second is for the start and end of a command among others
ENDLESS = """
big(A,B,C,D) :- A = 1..300, B = 1..300, C = 1..300, D = 1..300.
:- big(A,B,C,A), A < 0.
"""
FIGURES = 'from lab.settings import Figures\n\nFIGURES = Figures(given_values="x12345")\n'
SLOW_FACTS = """dim(2). #const n=2. cell(0,0,1).  % and a join without a ground rule
p(1..3000). q :- p(X), p(Y), p(Z), X+Y+Z < 0.
"""
COMMANDS = {  # each command with a limit: more arguments, its status line, its exit status
    "corpus": ("DOM", "1 s: 0 puzzles", 3),
    "explain": ("DOM", "1 s: grounding", 3),
    "generate": ("--size=3x3 --seed=1", "1 s: 0 of 1 puzzles", 3),
    "hint": ("DOM", "1 s: looking for reasons", 3),
    "hint --steps": ("DOM", "1 s: looking for reasons", 3),
    "hint --rate": ("DOM", "1 s: 0 of 1 puzzle", 3),
    "race": ("DOM", "asp", 0),
}


IN_OTHER_TESTS = {"corpus", "generate", "hint", "explain"}  # here and of Light Up
WITH_BOARD = [name for name, (arguments, *_) in COMMANDS.items() if "DOM" in arguments]


def make_slow_puzzle(folder: Path, file: str) -> Path:
    """Make a folder of Latin squares with a file that takes clingo hours to ground."""
    copy = shutil.copytree(LATIN, folder / "latin")
    with (copy / file).open("a") as program:
        program.write(ENDLESS)
    return copy


def test_each_command_with_a_limit_is_tested() -> None:
    puzzle, names = find_puzzle(str(LATIN)), set()
    for name in __main__.COMMANDS:
        module = puzzle.load_command(name)
        if hasattr(module, "arguments"):
            parser = Parser(prog=name)
            module.arguments(parser)
            names |= {name} if "--time-limit" in parser.format_usage() else set()
    assert names == {command.split()[0] for command in COMMANDS}


@pytest.mark.parametrize(
    "command", [long(name) if name.split()[0] in IN_OTHER_TESTS else name for name in COMMANDS]
)
def test_a_limit_ends_grounding(command: str, tmp_path: Path) -> None:
    check_limit(command, make_slow_puzzle(tmp_path, "latin.lp"))


@pytest.mark.long
def test_a_limit_ends_grounding_of_boards_lp(tmp_path: Path) -> None:
    check_limit("generate", make_slow_puzzle(tmp_path, "boards.lp"))


@pytest.mark.long
def test_a_limit_ends_grounding_for_all_boards_of_a_size(tmp_path: Path) -> None:
    folder = make_slow_puzzle(tmp_path, "latin.lp")
    (folder / "figures.py").write_text(FIGURES)
    check_limit("corpus", folder)


@pytest.mark.parametrize("command", long_except(WITH_BOARD, "hint"))
def test_a_limit_ends_the_reading_of_facts(command: str, tmp_path: Path) -> None:
    facts = tmp_path / "facts.lp"
    facts.write_text(SLOW_FACTS)
    words = [*command.split(), "--puzzle", str(LATIN), str(facts), f"--time-limit={LIMIT}"]
    start = time.monotonic()
    done = run("-m", "lab", *words)  # its end ends the grounding, too
    assert time.monotonic() - start < LIMIT + GRACE
    assert done.returncode == 3 or command == "corpus"
    assert "the time limit of 1.3 s came while clingo read facts" in done.stdout + done.stderr


@pytest.mark.parametrize("command", ["hint dom08", "explain dom08", "explain --puzzle=amaze dom09"])
def test_what_is_found_while_the_picture_is_drawn_is_late(command: str, tmp_path: Path) -> None:
    picture = tmp_path / "late.svg"
    words = [*command.split(), "--time-limit=0.0001", "--picture", picture]
    done = run("-m", "lab", *words)
    assert (done.returncode, picture.is_file()) == (3, True)
    assert "the time limit" in done.stderr


def test_facts_that_are_a_slow_program_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fact_program, "MOST_SECONDS", 0.1)
    facts = SLOW_FACTS.replace("3000", "150")  # that end soon after
    done = run_lab("convert", "--puzzle", LATIN, "--from", "facts", stdin=facts)
    expected = "lab convert: <stdin>:1:1: found over 0.1 s of grounding, expected facts"
    assert (done.returncode, done.stderr.splitlines()[-1]) == (2, expected)


def check_limit(command: str, folder: Path) -> None:
    """Run a command of COMMANDS on a terminal; check its time, its status and its status line."""
    arguments, line, status = COMMANDS[command]
    dom = str(folder / "examples" / "dom01.txt")
    words = [*command.split(), f"--puzzle={folder}", *arguments.replace("DOM", dom).split()]
    ours, theirs = pty.openpty()
    start = time.monotonic()
    process = subprocess.Popen(
        [sys.executable, "-m", "lab", *words, f"--time-limit={LIMIT}"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=theirs,
        text=True,
    )
    os.close(theirs)
    screen, (stdout, _) = read_terminal(ours), process.communicate()
    assert time.monotonic() - start < LIMIT + GRACE
    assert process.returncode == status
    assert f"\x1b[K{line}" in screen
    assert "the time limit" in screen or "undecided" in stdout
