"""encode.py against the contract: facts of good grids, one clear line for bad ones."""

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings

import encode
from tests.kit import EXAMPLES, ROOT, boards, join_grid, run

ASSIGNMENT = """\
cell(0,0,x).
cell(0,4,x).
cell(0,6,x).
cell(1,2,0).
cell(2,0,2).
cell(2,5,3).
cell(4,1,x).
cell(4,6,2).
cell(5,4,0).
cell(6,0,0).
cell(6,2,x).
cell(6,6,x).
dim(7).
#const n=7.
"""
DOM01 = (EXAMPLES / "dom01.txt").read_text()

MALFORMED = {  # the grid, then where, what was found and what it probably meant
    "": ("1:1", "an empty input", "a grid"),
    "\n\n": ("1:1", "an empty input", "a grid"),
    "...\n..\n": ("2:3", "a row of 2 cells", "3 as in line 1"),
    "..\n...\n": ("2:3", "a row of 3 cells", "2 as in line 1"),
    "..\n\n..\n": ("2:1", "a blank line", "a row"),
    "\n..\n": ("1:1", "a blank line", "a row"),
    "..\n.5\n": ("2:2", "'5'", "no clue exceeds 4"),
    ".X\n..\n": ("1:2", "'X'", "a small 'x'"),
    "..\n\t.\n": ("2:1", "a tab", "'.'"),
    ". .\n": ("1:2", "a blank", "'.'"),
    "..  \n..\n": ("1:3", "a blank", "'.'"),
    ".b\n..\n": ("1:2", "'b'", "a bulb is part of the answer"),
    "-.\n..\n": ("1:1", "'-'", "'.'"),
    ".\u00e9\n..\n": ("1:2", "'\u00e9'", "'x'"),
    "..\r.\n": ("1:3", "a carriage return", "newline"),
    "..\n.\x00\n": ("2:2", "a NUL byte", "'x'"),
    "7x7\n...\n": ("1:1", "'7'", "'.'"),
}


def test_the_grid_of_the_assignment_byte_for_byte() -> None:
    assert run("encode.py", stdin=DOM01).stdout == ASSIGNMENT
    assert run("encode.py", EXAMPLES / "dom01.txt").stdout == ASSIGNMENT
    assert run("encode.py", "-", stdin=DOM01).stdout == ASSIGNMENT


@pytest.mark.parametrize(
    "variant",
    [
        DOM01.replace("\n", "\r\n"),
        "\ufeff" + DOM01,
        DOM01.rstrip(),
        DOM01 + "\n\n",
        DOM01 + "  \n\r\n",
    ],
    ids=["crlf", "bom", "no last newline", "blank lines", "blanks in blank lines"],
)
def test_tolerated(variant: str) -> None:
    text = variant.removeprefix("\ufeff")
    for data in (variant.encode(), text.encode("utf-16")):
        assert encode.format_facts(encode.read_grid(data)) == ASSIGNMENT


def test_rectangles() -> None:
    done = run("encode.py", stdin="..x\n4..\n")
    assert done.stdout == "cell(0,2,x).\ncell(1,0,4).\ndim(2,3).\n#const rows=2.\n#const cols=3.\n"


@pytest.mark.parametrize("grid", MALFORMED, ids=ascii)
def test_malformed(grid: str) -> None:
    place, unexpected, expected = MALFORMED[grid]
    done = run("encode.py", stdin=grid)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"encode.py: <stdin>:{place}: found {unexpected}")
    assert expected in done.stderr.split(", expected ", 1)[1]
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("data", [b"..\n.\xff\n", b"\xff\xfe.\x00."])
def test_bytes_that_are_no_text(data: bytes) -> None:
    with pytest.raises(encode.GridError):
        encode.read_grid(data)


def test_a_file_is_named_in_its_error(tmp_path: object) -> None:
    file = f"{tmp_path}/bad.txt"
    with open(file, "w") as bad:
        bad.write("..\n.9\n")
    assert run("encode.py", file).stderr.startswith(f"encode.py: {file}:2:2: found '9'")
    for path in (f"{tmp_path}/absent.txt", tmp_path):
        done = run("encode.py", path)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


@pytest.mark.parametrize("arguments", [("",), ("dom01", "--puzzle="), ("--puzzle", "", "dom01")])
def test_an_empty_argument_is_refused(arguments: tuple[str, ...]) -> None:
    done = run("encode.py", *arguments)
    message = "encode.py: found an empty argument, expected a name or a path\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", message)


def test_examples_are_found_by_name(tmp_path: Path) -> None:
    """From any folder, with or without .txt; what lies here comes first."""
    for name in ("dom01", "dom01.txt"):
        assert run("encode.py", name, cwd=tmp_path).stdout == ASSIGNMENT
    amaze = run("encode.py", "--puzzle", "amaze", "dom01", cwd=tmp_path)
    assert amaze.stdout.startswith("cell(1,1,2).")
    for puzzle in ("lab/lightup", ROOT / "lab" / "lightup"):
        assert run("encode.py", "--puzzle", puzzle, "dom01", cwd=tmp_path).stdout == ASSIGNMENT
    (tmp_path / "dom01").write_text("..\n")
    assert run("encode.py", "dom01", cwd=tmp_path).stdout.startswith("dim(1,2).")
    absent = run("encode.py", "dom99", cwd=tmp_path)
    message = "encode.py: dom99: No such file or directory\n"
    assert (absent.returncode, absent.stdout, absent.stderr) == (2, "", message)


def test_a_folder_with_the_name_of_an_example_does_not_hide_it(tmp_path: Path) -> None:
    (tmp_path / "dom01").mkdir()
    assert run("encode.py", "dom01", cwd=tmp_path).stdout == ASSIGNMENT
    assert run("show", "dom01", "-o", "a.svg", cwd=tmp_path).returncode == 0
    (tmp_path / "other").mkdir()
    refused = run("encode.py", "other", cwd=tmp_path)
    assert (refused.returncode, refused.stderr) == (2, "encode.py: other: Is a directory\n")


def test_help_lists_the_exit_statuses() -> None:
    assert "Exit status: 0; 2 for" in run("encode.py", "--help").stdout


@pytest.mark.parametrize("flag", ["-I", "-IS", *["-P"] * (sys.version_info >= (3, 11))])
def test_taken_away_alone_and_isolated(flag: str, tmp_path: Path) -> None:
    (tmp_path / "encode.py").write_bytes((ROOT / "encode.py").read_bytes())
    command = [sys.executable, flag, "encode.py"]
    done = subprocess.run(command, cwd=tmp_path, input=DOM01, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, ASSIGNMENT, "")
    command = [sys.executable, flag, str(ROOT / "encode.py"), "--puzzle", "amaze"]
    done = subprocess.run(command, cwd=tmp_path, input="1.\n", capture_output=True, text=True)
    message = "encode.py: <stdin>:1:1: found only one 1, expected each number exactly twice\n"
    assert (done.returncode, done.stderr) == (2, message)  # one class GridError


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("import nothing_of_this_name\n", "No module named 'nothing_of_this_name'"),
        ("def read(\n", "was never closed"),
        ("NAME = 'odd'\n", "found no function read"),
        (None, "found no puzzle.py for"),
    ],
)
def test_records_that_cannot_be_used(text: str | None, expected: str, tmp_path: Path) -> None:
    if text:
        (tmp_path / "puzzle.py").write_text(text)
    done = run("encode.py", "--puzzle", tmp_path, stdin="1\n")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith("encode.py: --puzzle: ")
    assert expected in done.stderr


@pytest.mark.parametrize(
    ("value", "stdout", "stderr"),
    [
        ("[['\"é\"']]", 'cell(0,0,"é").\ndim(1).\n#const n=1.\n', ""),
        ("{}[7]", "", "encode.py: --puzzle: {}: puzzle.py: KeyError: 7\n"),
        ("[]", "", "encode.py: --puzzle: {}: puzzle.py: IndexError: list index out of range\n"),
    ],
)
def test_values_returned_by_read_are_written_or_refused(
    value: str, stdout: str, stderr: str, tmp_path: Path
) -> None:
    (tmp_path / "puzzle.py").write_text(f"def read(data):\n    return {value}\n", "utf-8")
    done = run("encode.py", "--puzzle", tmp_path, stdin="1\n")
    expected = (2 if stderr else 0, stdout, stderr.format(tmp_path))
    assert (done.returncode, done.stdout, done.stderr) == expected


def test_a_reader_that_leaves_and_a_full_disk() -> None:
    program = [sys.executable, str(ROOT / "encode.py")]
    grid = ("x" * 500 + "\n") * 500
    pipe = subprocess.Popen(
        program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert pipe.stdin and pipe.stdout and pipe.stderr
    pipe.stdout.close()
    pipe.stdin.write(grid)
    pipe.stdin.close()
    assert (pipe.stderr.read(), pipe.wait()) == ("", 0)
    pipe.stderr.close()
    if not os.path.exists("/dev/full"):
        pytest.skip("no /dev/full here")
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            program, input=grid, stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)


def test_too_little_memory_is_reported() -> None:
    process = subprocess.run(
        [sys.executable, "encode.py"],
        input="\n".join(["x" * 1000] * 3000),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (100_000_000, 100_000_000)),
    )
    result = process.returncode, process.stdout, process.stderr
    assert result == (2, "", "encode.py: out of memory\n")


@given(boards(9, 9))
@settings(deadline=None)
def test_facts_tell_the_whole_grid(board: list[str]) -> None:
    assert encode.read_grid(join_grid(board).encode()) == board
    lines = encode.format_facts(board).splitlines()
    told = [line[5:-2].split(",") for line in lines if line.startswith("cell(")]
    black = [
        [str(r), str(c), value]
        for r, row in enumerate(board)
        for c, value in enumerate(row)
        if value != "."
    ]
    assert told == black
    h, w = len(board), len(board[0])
    size = [f"dim({h}).", f"#const n={h}."]
    if h != w:
        size = [f"dim({h},{w}).", f"#const rows={h}.", f"#const cols={w}."]
    assert lines[len(black) :] == size
