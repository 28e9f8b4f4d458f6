"""--cells, in each command that has --from, and for puzzles without notations of their own."""

from pathlib import Path

import pytest

from tests.kit import DATA, EXAMPLES, LATIN, long, run_lab

LETTERS = str.maketrans("x.b", "X_B")
WORDS = "X=x _=. B=b"


def list_texts(name: str) -> dict[str, str]:
    """Return an example with other letters, in forms that mean the same."""
    rows = (EXAMPLES / f"{name}.txt").read_text().translate(LETTERS).split()
    h, w = len(rows), len(rows[0])
    tight = "".join(f"{row}\n" for row in rows)
    apart = "".join(f"{' '.join(row)}\n" for row in rows)
    return {
        "no size": tight,
        "blanks": apart,
        "commas": apart.replace(" ", ","),
        "a list": str([list(row) for row in rows]).replace("], [", "],\n["),
        "a size": f"{h} {w}\n{tight}",
        "a size and blanks": f"{h}, {w}\n{apart}",
        "two lines": f"{h}\n{w}\n\n{tight}",
        "a square": f" {h}\n{apart}",
        "CRLF": apart.replace("\n", "\r\n"),
    }


@pytest.mark.parametrize("form", list_texts("dom01"))
def test_a_map_of_letters_reads_grids_of_other_people(form: str) -> None:
    done = run_lab("convert", "--cells", WORDS, stdin=list_texts("dom01")[form])
    assert (done.stdout, done.stderr) == ((EXAMPLES / "dom01.txt").read_text(), "")


COMMANDS = [  # each has --from
    ["convert", "--to", "tatham"],
    ["verify"],
    ["explain"],
    ["hint"],
    ["hint", "--rate"],
    long(["race"]),
    ["corpus", "--columns", "verdict,bulbs"],
    ["sat", "encode"],
]


@pytest.mark.parametrize("command", COMMANDS)
def test_cells_is_wherever_from_is(command: list[str], tmp_path: Path) -> None:
    name = "sol01" if command == ["verify"] else "dom01"
    for folder, text in (("grid", (EXAMPLES / f"{name}.txt").read_text()), ("letters", "")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "puzzle.txt").write_text(text or list_texts(name)["a size"])
    plain = run_lab(*command, "puzzle.txt", cwd=tmp_path / "grid")
    done = run_lab(*command, "--cells", WORDS, "puzzle.txt", cwd=tmp_path / "letters")
    assert done.returncode == plain.returncode < 2
    if command[0] not in ("race", "corpus"):  # which measure the time
        assert (done.stdout, done.stderr) == (plain.stdout, plain.stderr)
    refused = run_lab(*command, "puzzle.txt", cwd=tmp_path / "letters")
    assert refused.returncode == 2 or command[0] == "corpus"


def test_a_sheet_of_other_letters(tmp_path: Path) -> None:
    (tmp_path / "puzzle.txt").write_text(list_texts("dom01")["blanks"])
    done = run_lab("sheet", "-o", "out.pdf", "--cells", WORDS, "puzzle.txt", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "out.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(
    ("puzzle", "words", "text", "grid"),
    [
        ("amaze", "0=.", "2\n1 0\n0 1\n", "1.\n.1\n"),
        ("amaze", "-=. a=1 b=12", "ab-\nab-\n", "  1 12  .\n  1 12  .\n"),
        (LATIN, "*=. one=1 two=2", "one,two\n*,one\n", "12\n.1\n"),
        ("lightup", "-2=. -1=x", "2 3\n-2 -1 4\n0 -2 -2\n\n1\n-1\n", ".x4\n0..\n\nx\n"),
        ("lightup", "==x /=.", "=/\n/1\n", "x.\n.1\n"),
        ("lightup", "#=x", "2x3\n..2\n.#.\n\n3 X 2\n..2\n.#.\n", "..2\n.x.\n\n..2\n.x.\n"),
        ("lightup", "X=x _=.", '[["X","_"], ["1","_"], ["_","X"]]\n', "x.\n1.\n.x\n"),
        ("amaze", "0=.", "{{1,0},{0,0},{0,1}}\n", "1.\n..\n.1\n"),
        (LATIN, "[=1 ]=.", "[]\n][\n", "1.\n.1\n"),
    ],
)
def test_cells_of_any_puzzle(puzzle: object, words: str, text: str, grid: str) -> None:
    done = run_lab("convert", "--puzzle", puzzle, "--cells", words, stdin=text)
    assert (done.stdout, done.stderr) == (grid, "")


@pytest.mark.parametrize(
    ("words", "text", "message"),
    [
        ("X=x _=.", "X_\n_.\n", "2:2: found '.', expected 'X' (x), '_' (.) or another value"),
        ("X=x _=.", "X_\n_q\n", "2:2: found 'q', expected '.' (white), 'x' (black)"),
        ("X=x _=.", "X _\n_ 12\n", "2:3: found '12', expected '.' (white), 'x' (black)"),
        ("X=black _=.", "_X\n__\n", "1:2: found 'X (black)', expected '.' (white), 'x'"),
        ("X=x _=.", "7 7\nX_\n__\n", "2:3: found a row of 2 cells, expected 7"),
        ("X=x _=.", "2 2\nX_\n_\n", "3:2: found a row of 1 cell, expected 2"),
        ("X=x _=.", "[,]\n", "1:4: found 0 rows, expected 1 row"),
        ("X=x _=.", "1 2\n](\n", "2:3: found 0 rows, expected 1 row"),
    ],
)
def test_a_text_that_the_letters_do_not_fit(words: str, text: str, message: str) -> None:
    done = run_lab("convert", "--cells", words, stdin=text)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"lab convert: <stdin>:{message}")
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("words", ["X", "X=", "=x", "X=x _", "X=x X=.", " "])
def test_words_that_are_no_map(words: str) -> None:
    done = run_lab("convert", "--cells", words, stdin="X\n")
    assert (done.returncode, done.stdout) == (2, "")
    assert "argument --cells: found '" in done.stderr
    assert ", expected " in done.stderr


def test_cells_and_from_exclude_each_other() -> None:
    done = run_lab("convert", "--from", "nus", "--cells", WORDS, stdin="X\n")
    assert (done.returncode, done.stdout) == (2, "")
    assert "not allowed with argument --from" in done.stderr


AMAZE_TEXTS = ("janko-page", "puzzlekit-several", "flowfree-wide", "puzzlink-kanpen")


@pytest.mark.parametrize("name", [*AMAZE_TEXTS, "puzzlink-address", "pzprv3-file"])
def test_the_content_shows_that_a_puzzle_is_amaze(name: str) -> None:
    path = DATA / "amaze" / "read" / f"{name}.txt"
    done = run_lab("convert", path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == run_lab("convert", "--puzzle", "amaze", path).stdout
