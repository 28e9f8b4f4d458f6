"""The notations and `lab convert`: worked examples, round trips, malformed text, the door.

data/formats/read holds texts, NOTATION-*.txt, and the grids they mean; malformed holds texts
and how the message about each begins.
"""

import contextlib
import re
import subprocess
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import decode
from lab import Unusable, notations
from lab.notations import fact_program
from tests.kit import DATA as ALL_DATA
from tests.kit import (
    LIGHT_UP,
    ROOT,
    Done,
    any_text,
    assert_complaint,
    assert_linear,
    budget,
    make_reader,
    needs,
    run_lab,
)

DATA = ALL_DATA / "formats"
NOTATIONS = notations.find_notations(LIGHT_UP)
NAMES = sorted(NOTATIONS)
read_data = make_reader(LIGHT_UP)

quick = budget(40)


def list_cases(kind: str) -> list[object]:
    return [pytest.param(path, id=path.stem) for path in sorted((DATA / kind).glob("*.txt"))]


def split_grids(text: str) -> list[list[str]]:
    """The rows of grids, read in the plainest way."""
    return [part.split() for part in re.split(r"\n\n", text)]


def read(text: str, notation: str | None = None) -> list[list[str]]:
    return read_data(text.encode(), "FILE", notation)


def list_held_cells(notation: str) -> list[str]:
    """Return the cells that a notation can write; all can write those of puzzles."""
    answers = [cell for cell in "b-" if notations.can_write(LIGHT_UP, notation, cell)]
    return [*".x01234", *answers]


@st.composite
def boards(draw: st.DrawFn, *names: str, least: int = 1, square: bool = False) -> list[str]:
    """Boards that all these notations can write."""
    cells = set(".x01234b-").intersection(*map(list_held_cells, names))
    h, w = draw(st.integers(least, 9)), draw(st.integers(least, 9))
    if square or "inf432" in names:
        h = w
    row = st.text(sorted(cells), min_size=w, max_size=w)
    return draw(st.lists(row, min_size=h, max_size=h))


# ---------------------------------------------------------------- reading


@pytest.mark.parametrize("path", list_cases("read"))
def test_a_stored_text_is_read_as_its_boards(path: Path) -> None:
    expected = split_grids(path.with_suffix(".grid").read_text())
    assert read_data(path.read_bytes(), "FILE", path.stem.split("-")[0]) == expected
    assert read_data(path.read_bytes(), "FILE") == expected


@pytest.mark.parametrize("path", list_cases("malformed"))
def test_a_malformed_text_is_refused_with_the_place(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error is that of the notation meant, given or guessed, at the right place."""
    monkeypatch.setattr(fact_program, "MOST_RULES", 20_000)  # which clingo makes soon
    assert_complaint(read_data, path)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "1:1: found an empty input"),
        (b"\n \n", "1:1: found an empty input"),
        (b"\xff\xfe.\x00.", "1:5: found the byte 0x2e"),
        (b"..\n.\xe9\n", "2:2: found the byte 0xe9"),
        (b"dim(2). cell(0,0,x).\0cell(", "1:21: found a NUL byte"),
        (b"hello, world!\n", "1:1: found a text in no known notation, expected one of grid, fa"),
        (b"1\n0\n", "1:1: found what may be grid or inf432, expected --from"),
        (b"3\n3\n1 1 0\n2 2 5\n3 3 1\n", "1:1: found what may be pencilbox or triples"),
        (b"2 3\n1 3 -1\n2 1 4\n", "1:1: found what may be lpl or triples, expected --from"),
        (b"dim(2). rows(2). cols(2). digit(1,1,4).", "1:1: found what may be facts or potsdam"),
    ],
)
def test_no_notation_or_several(data: bytes, message: str) -> None:
    with pytest.raises(Unusable, match=re.escape(message)):
        read_data(data, "FILE")


GUESSES = {  # texts that fit no notation exactly, and what each candidate misses
    "7\n" + "#.#....\n" * 7: (
        "2:2: found '.' (-) and no _ or O, expected --from or --cells for such a text (inf432); "
        "not grid (1:1: found '7')"
    ),
    "2\n_#\n__\n\n2\n.#\n..\n": (
        "6:1: found '.' (-) and no _ or O, expected --from or --cells for such a text (inf432); "
        "not grid (2:1: found '_')"
    ),
    "2 2\nX_\n_1\n": (
        "2:1: found 'X', expected '#' (x), '.', 'L' (b), '0', '1', '2', '3' or '4' (nus); "
        "not lpl (2:1: found 'X_'); not grid (1:2: found a blank)"
    ),
    "3\n3\n# . .\n. 1 .\n. . #\n": (
        "3:1: found '#', expected '.', '5' (x), '+' (b), '*' (-), '0', '1', '2', '3' or '4' "
        "(pencilbox); not grid (3:1: found '#'); not inf432 (2:2: found a row of 1 cell)"
    ),
}


@pytest.mark.parametrize(("text", "message"), GUESSES.items())
def test_a_guess_lists_what_each_candidate_misses(text: str, message: str) -> None:
    with pytest.raises(Unusable) as error:
        read(text)
    assert str(error.value) == f"FILE:{message}"


def test_marks_alone_are_read_only_from_a_named_notation() -> None:
    assert read("2\n#.\n..\n", "inf432") == [["x-", "--"]]
    assert read("2\n#.\n._\n") == [["x-", "-."]]
    assert read("1\n.\n") == [["1", "."]]


def test_readings_that_agree_are_not_ambiguous() -> None:
    assert read("1 1\n0\n") == [["0"]]  # nus and lpl


# ---------------------------------------------------------------- writing


@pytest.mark.parametrize(
    ("notation", "text"),
    [
        ("grid", "..x\n1bb\n"),
        ("facts", "cell(0,2,x).\ncell(1,0,1).\ncell(1,1,b).\ncell(1,2,b).\ndim(2,3).\n"
                  "#const rows=2.\n#const cols=3.\n"),
        ("tatham", "3x2:bB1b\n"),
        ("puzzlink", "https://puzz.link/p?akari/3/2/h.b\n"),
        ("pzprv3", "pzprv3/lightup/2/3/. . - /1 # # /\n"),
        ("savefile", "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\nVERSION :1:1\n"
                     "GAME    :8:Light Up\nPARAMS  :3:3x2\nCPARAMS :3:3x2\nDESC    :4:bB1b\n"
                     "NSTATES :1:1\nSTATEPOS:1:1\n"),
        ("pencilbox", "2\n3\n. . 5 \n1 + + \n"),
        ("janko", "[begin]\npuzzle akari\nrows 2\ncols 3\n[problem]\n- - x\n1 - -\n"
                  "[solution]\n- - -\n- o o\n[end]\n"),
        ("json", "[[-1, -1,  5],\n [ 1, -1, -1]]\n"),
        ("dzn", "h = 2;\nw = 3;\nb = [| -1, -1,  5\n     |  1, -1, -1\n     |];\n"),
        ("lpl", "2 3\n .  .  5,\n 1  L  L\n"),
        ("nus", "2 3\n..#\n1LL\n"),
        ("potsdam", "rows(2).\ncols(3).\nempty(1,3).\ndigit(2,1,1).\nlight(2,2).\nlight(2,3).\n"),
    ],
)  # fmt: skip
def test_each_notation_writes_this_board(notation: str, text: str) -> None:
    assert notations.format_board(LIGHT_UP, ["..x", "1bb"], notation) == text


def test_long_runs_are_written_in_parts() -> None:
    board = ["." * 30, "x" + "." * 29]
    assert notations.format_board(LIGHT_UP, board, "tatham") == "30x2:zdBzc\n"
    assert (
        notations.format_board(LIGHT_UP, board, "puzzlink")
        == "https://puzz.link/p?akari/30/2/zp.zo\n"
    )


def test_inf432_writes_square_boards_only() -> None:
    assert notations.format_board(LIGHT_UP, ["b-x", "1..", ".04"], "inf432") == "3\nO.#\n1__\n_04\n"
    with pytest.raises(Unusable, match="square"):
        notations.format_board(LIGHT_UP, ["...", "..."], "inf432")


# ---------------------------------------------------------------- round trips


@pytest.mark.parametrize("notation", NAMES)
@given(data=st.data())
@quick
def test_the_notation_is_guessed(notation: str, data: st.DataObject) -> None:
    """A board of one column may be meant in two ways; marks alone may be white cells.

    A line of three clues is a row of pencilbox, or a black cell of triples.
    """
    board = data.draw(boards(notation, least=2))
    assume(notation not in ("pencilbox", "triples") or len(board[0]) != 3)
    assume(notation != "inf432" or "-" not in "".join(board) or set(".b") & set("".join(board)))
    assert read(notations.format_board(LIGHT_UP, board, notation)) == [board]


@pytest.mark.parametrize("notation", NAMES)
@given(data=st.data())
@quick
def test_several_boards_are_read_back_without_values_unknown_to_the_notation(
    notation: str, data: st.DataObject
) -> None:
    is_square, kept = notation == "inf432", list_held_cells(notation)
    some = data.draw(st.lists(boards("grid", square=is_square), min_size=2, max_size=3))
    text = "\n".join(notations.format_board(LIGHT_UP, board, notation) for board in some)
    assert read(text, notation) == [
        [re.sub("[b-]", lambda c: c[0] if c[0] in kept else ".", row) for row in board]
        for board in some
    ]


@pytest.mark.parametrize("notation", NAMES)
@given(data=st.data())
@budget(40)
def test_a_damaged_text_is_read_or_refused_with_the_place(
    notation: str, data: st.DataObject
) -> None:
    """Whatever happens to a text, there is a board or a place of what is wrong."""
    text = notations.format_board(LIGHT_UP, data.draw(boards(notation)), notation)
    at = data.draw(st.integers(0, len(text)))
    length = data.draw(st.integers(0, 3))
    patch = data.draw(st.text("\0\n\t\r .,;:/|[](){}%#?'\"-+*=_019abBxLOé", max_size=3))
    damaged = text[:at] + patch + text[at + length :]
    for given_notation in (notation, None):
        check_outcome(damaged, given_notation)


def check_outcome(text: str, notation: str | None) -> None:
    try:
        found = read(text, notation)
    except Unusable as error:
        assert re.match(r"FILE:[1-9]\d*:[1-9]\d*: found .+, expected .", str(error))
        line, column = map(int, str(error).split(":")[1:3])
        lines = text.split("\n")
        assert line <= len(lines)
        assert column <= len(lines[line - 1]) + 1
    else:
        assert found
        for board in found:
            assert board
            assert len({len(row) for row in board}) == 1
            assert set("".join(board)) <= set(".x01234b-")


@given(any_text(60))
@budget(100)
def test_any_text_is_read_or_refused_with_the_place(text: str) -> None:
    check_outcome(text, None)


# ---------------------------------------------------------------- the command


def convert(*words: str, stdin: str = "") -> Done:
    return run_lab("convert", *words, stdin=stdin)


def test_convert_writes_several_puzzles() -> None:
    done = convert(stdin="2x1:B0\n3x2:bB1b\n")
    assert (done.returncode, done.stdout, done.stderr) == (0, "x0\n\n..x\n1..\n", "")
    back = convert("--to", "tatham", stdin=done.stdout)
    assert (back.returncode, back.stdout) == (0, "2x1:B0\n3x2:bB1b\n")


def test_convert_counts_the_cells_that_it_drops() -> None:
    done = convert("--to", "puzzlink", stdin="b.x\n-1b\n")
    assert (done.returncode, done.stdout) == (0, "https://puzz.link/p?akari/3/2/h.g6\n")
    assert done.stderr.splitlines() == [
        "lab convert: puzzlink has no bulbs: 2 left out",
        "lab convert: puzzlink has no marks of cells without a bulb: 1 left out",
    ]


def test_convert_keeps_what_the_notation_has() -> None:
    done = convert("--to", "pzprv3", stdin="b.x\n-1b\n")
    assert (done.stdout, done.stderr) == ("pzprv3/lightup/2/3/# . - /+ 1 # /\n", "")


def test_convert_reads_a_file_and_refuses_what_it_cannot_read(tmp_path: Path) -> None:
    puzzle = tmp_path / "puzzle.txt"
    puzzle.write_text("2 2\n.#\n..\n")
    assert convert(str(puzzle)).stdout == ".x\n..\n"
    wrong = convert("--from", "nus", "--to", "nus", stdin="2 2\n.#\n.?\n")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert wrong.stderr.startswith("lab convert: <stdin>:3:2: found '?'")


def test_help_says_what_is_dropped() -> None:
    words = " ".join(convert("--help").stdout.split())
    assert "bulbs are dropped except in grid, facts, inf432, janko, legup, lpl, nus" in words


# ---------------------------------------------------------------- fresh puzzles


@needs("sgt-lightup")
@pytest.mark.parametrize(
    "parameters",
    ["3x3d0", "7x7d0", "10x6b25s2d0", "5x12s0d1", "8x8s3d1", "9x9b30s4d2", "14x10s1d2"],
)
def test_fresh_puzzles(parameters: str, tmp_path: Path) -> None:
    """Puzzles of Simon Tatham's program have one solution, and are written as it writes them."""
    command = ["sgt-lightup", "--generate", "3", parameters]
    made = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120).stdout
    puzzles = read(made)
    assert "".join(notations.format_board(LIGHT_UP, board, "tatham") for board in puzzles) == made
    w, h = map(int, re.findall(r"\d+", parameters)[:2])
    domain = tmp_path / "domain.lp"
    for board in puzzles:
        assert (len(board), len(board[0])) == (h, w)
        domain.write_text(notations.format_board(LIGHT_UP, board, "facts"))
        search = decode.Search([str(ROOT / "lightup.lp"), str(domain)])
        search.run()
        assert len(search.boards) == 1


@pytest.mark.parametrize("text", ["http://kanpen.net/{}", "pzprv3\n{}"])
@pytest.mark.parametrize("part", ["a", "?"])
def test_the_work_for_an_address_grows_as_its_length(text: str, part: str) -> None:
    def read_text(size: int) -> None:
        with contextlib.suppress(Unusable):
            read_data(text.format(part * size).encode(), "FILE", None)

    assert_linear(read_text, 10_000)
