"""Values of cells: terms, words, negative numbers."""

import shutil
from pathlib import Path

from tests.kit import DATA, run, run_lab

KAKURO = DATA / "kakuro"
BLACK_CELLS = """def given_values(r, c, height, width):
    return ["x"]
"""


def test_a_grid_that_read_refuses_is_one_clear_line(tmp_path: Path) -> None:
    folder = shutil.copytree(KAKURO, tmp_path / "kakuro")
    record = (folder / "puzzle.py").read_text().partition("def given_values")[0]
    (folder / "puzzle.py").write_text(record.replace("|[^ ]", "|[^ ]+") + BLACK_CELLS)
    done = run("-m", "lab", "generate", "--puzzle", folder, "--size=4x4", "--seed=1")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    # a row of black cells has no blanks, and read takes it for one value
    assert "puzzle.py refuses 4x4: found 'xxxx'" in done.stderr


RECORD = """
import re
import encode
NAME, TITLE, BEST = "sums", "Sums", "unique"
CELLS = re.compile(r"[.]|-?[0-9]+|clue[(][0-9]+,[0-9]+[)]")
SYNTAX = encode.CellSyntax(re.compile("[^ ]+"), CELLS.fullmatch, "'.', a number or clue(D,A)", {})
def read(data, solved=False):
    return encode.split_cells(encode.split_lines(data), SYNTAX)
"""


def test_a_value_may_be_a_term_or_a_negative_number(tmp_path: Path) -> None:
    (tmp_path / "puzzle.py").write_text(RECORD)
    (tmp_path / "rules.py").write_text("RULES = {}\ndef offences(*boards): return []\n")
    grid = " clue(16,0)          .         -3\n          . clue(0,12)         10\n"
    facts = run_lab("convert", "--puzzle", tmp_path, "--to=facts", stdin=grid).stdout
    rows = ["cell(0,0,clue(16,0)).", "cell(0,2,-3).", "cell(1,1,clue(0,12))."]
    assert facts.splitlines()[:3] == rows
    assert run_lab("convert", "--puzzle", tmp_path, stdin=facts).stdout == grid
    done = run("decode.py", "-", stdin=facts + "#show cell/3. { cell(0,1,-7) } = 1. cell(1,0,yes).")
    assert [line.split() for line in done.stdout.splitlines()] == [
        ["clue(16,0)", "-7", "-3"],
        ["yes", "clue(0,12)", "10"],
    ]


def test_a_zero_beside_negative_numbers_is_a_value() -> None:
    program = "cell(0,0,0). dim(1,3). { cell(0,1,0) } = 1. { cell(0,2,-1) } = 1. #show cell/3."
    assert run("decode.py", "-", stdin=program).stdout.split() == ["0", "0", "-1"]
