"""The face of Amaze: its grid text, boards of numbers, notations, pictures and examples.

data/amaze/read and malformed are as in data/formats; programs holds other encodings.
"""

import html
import json
import re
import shutil
import struct
import sys
from itertools import product
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import decode
import encode
from amaze import puzzle as record
from amaze import rules
from lab import Unusable, notations
from tests.kit import AMAZE as PUZZLE
from tests.kit import (
    DATA,
    ROOT,
    Done,
    any_text,
    assert_complaint,
    budget,
    long,
    make_reader,
    needs,
    run,
    run_lab,
    run_process,
)

EXAMPLES = ROOT / "amaze" / "examples"
PROGRAMS = sorted((DATA / "amaze" / "programs").glob("*.lp"))
AMAZE = ROOT / "amaze" / "amaze.lp"
NAMES = sorted(notations.find_notations(PUZZLE))
read_data = make_reader(PUZZLE)

DOM01_FACTS = "cell(1,1,2).\ncell(2,3,1).\ncell(4,0,1).\ncell(4,4,2).\ndim(5).\n#const n=5.\n"
DOM01 = (EXAMPLES / "dom01.txt").read_text()

quick = budget(40)


def format_facts(text: str) -> str:
    return encode.format_facts(record.read(text.encode()))


def solve(text: str, *arguments: object, program: Path = AMAZE) -> Done:
    return run("decode.py", program, "-", *arguments, stdin=format_facts(text))


def split_cells(text: str) -> list[list[str]]:
    """The cells of a grid, read in the plainest way."""
    return [line.split() if " " in line else list(line) for line in text.splitlines()]


@st.composite
def boards(draw: st.DrawFn, numbers: st.SearchStrategy[list[int]] | None = None) -> rules.Board:
    """Puzzles of up to 6 rows and columns; their numbers count from 1 unless given."""
    h, w = draw(st.integers(1, 6)), draw(st.integers(2, 6))
    spots = draw(st.permutations(list(product(range(h), range(w)))))
    pairs = draw(st.integers(1, h * w // 2))
    board = [["."] * w for _ in range(h)]
    values = draw(numbers)[:pairs] if numbers is not None else range(1, pairs + 1)
    for number, start, end in zip(values, spots[::2], spots[1::2]):
        for r, c in (start, end):
            board[r][c] = str(number)
    return board


ANY_NUMBERS = st.lists(st.integers(1, 9999), min_size=18, max_size=18, unique=True)


# ---------------------------------------------------------------- encode.py

MALFORMED = {  # the grid, then where, what was found and what was expected
    "": ("1:1", "an empty input", "a grid"),
    "...\n...\n": ("1:1", "no numbers", "pairs of equal numbers"),
    "1..\n..\n": ("2:3", "a row of 2 cells", "3 as in line 1"),
    "1.\n..1\n": ("2:3", "a row of 3 cells", "2 as in line 1"),
    "1 .\n.\t. 1\n": ("2:5", "a row of 3 cells", "2 as in line 1"),
    "1 10 .\n . 1  \n": ("2:5", "a row of 2 cells", "3 as in line 1"),
    "1.\n\n.1\n": ("2:1", "a blank line", "a row"),
    "1.\n  \n.1\n": ("2:1", "a blank line", "a row"),
    "121\n..1\n": ("1:2", "only one 2", "each number exactly twice"),
    "11.\n..1\n": ("2:3", "a third 1", "each number exactly twice"),
    "11.\n..1\n21.\n": ("2:3", "a third 1", "each number exactly twice"),
    "1 1 .\n. 12 .\n": ("2:3", "only one 12", "each number exactly twice"),
    "101\n": ("1:2", "'0'", "an empty cell is '.'"),
    "  1x\n  x1\n": ("1:4", "'x'", "a digit 1 to 9"),
    "1 0 1\n": ("1:3", "'0'", "an empty cell is '.'"),
    "1 01\n": ("1:3", "'01'", "a number 1 to 9999"),
    "1 12345 1\n": ("1:3", "'12345'", "a number 1 to 9999"),
    "1 -1\n": ("1:3", "'-1'", "a number 1 to 9999"),
    "1..1\n. . . .\n": ("1:1", "'1..1'", "separated by blanks as in line 2"),
    "1xx1\n": ("1:2", "'x'", "no black cells"),
    "1,1\n": ("1:2", "','", "separated by blanks"),
    "aa\n": ("1:1", "'a'", "longer numbers stand between blanks"),
    "\u0661\u0661\n": ("1:1", "'\u0661'", "a digit 1 to 9"),
    "11\r..\r": ("1:3", "a carriage return", "newline"),
    "11\x00\n": ("1:3", "a NUL byte", "a digit 1 to 9"),
}


def test_the_published_puzzle_byte_for_byte() -> None:
    assert format_facts(DOM01) == DOM01_FACTS
    assert run("encode.py", "--puzzle=amaze", EXAMPLES / "dom01.txt").stdout == DOM01_FACTS


@pytest.mark.parametrize(
    "variant",
    [
        DOM01.replace("\n", "\r\n"),
        "\ufeff" + DOM01,
        DOM01.rstrip(),
        DOM01 + "\n  \n",
        DOM01.replace("\n", " \t\n"),
        re.sub("(.)", r"\1 ", DOM01),
        re.sub("(.)", r"\t\1 ", DOM01),
    ],
    ids=["crlf", "bom", "no newline", "blank lines", "blanks at the end", "blanks", "tabs"],
)
def test_blanks_and_line_ends_that_change_nothing(variant: str) -> None:
    assert encode.format_facts(record.read(variant.encode())) == DOM01_FACTS


def test_numbers_of_several_digits_and_rectangles() -> None:
    text = "cell(0,1,10).\ncell(1,0,10).\ncell(1,1,3).\ncell(1,2,3).\n"
    assert (
        format_facts(".  10 .\n10  3 3\n") == f"{text}dim(2,3).\n#const rows=2.\n#const cols=3.\n"
    )


def test_blanks_before_a_line_separate_no_cells() -> None:
    assert format_facts("  11\n  ..\n") == format_facts("11\n ..\n") == format_facts("11\n..\n")


def test_a_column_of_long_numbers_is_read_as_it_is_written() -> None:
    column = [["12"], ["."], ["12"]]
    assert record.read(decode.format_grid(column).encode()) == column


@pytest.mark.parametrize("grid", MALFORMED, ids=ascii)
def test_malformed_grids(grid: str) -> None:
    place, found, expected = MALFORMED[grid]
    with pytest.raises(encode.GridError) as error:
        record.read(grid.encode())
    assert str(error.value).startswith(f"{place}: found {found}, expected ")
    assert expected in str(error.value).split(", expected ", 1)[1]


def test_a_grid_with_a_number_thrice_or_bad_bytes_is_refused() -> None:
    process = run("encode.py", "--puzzle", "amaze", stdin="11\n.1\n")
    assert (process.returncode, process.stdout) == (2, "")
    message = "encode.py: <stdin>:2:2: found a third 1, expected each number exactly twice\n"
    assert process.stderr == message
    for data in (b"11\n.\xff\n", b"\xff\xfe1\x001"):
        with pytest.raises(encode.GridError):
            record.read(data)
    assert run("encode.py", "--puzzle", "sudoku", stdin="11\n").returncode == 2


# ---------------------------------------------------------------- decode.py

WIDE = "cell(0,0,1). cell(0,2,1). cell(1,1,12). dim(2,3).\n"
BOARDS = {  # a program for the domain WIDE, then status, standard output and error
    "{ cell(0,1,1) }. #minimize { 1 : cell(0,1,1) }.": (0, "  1  .  1\n  . 12  .\n", "optimum 0\n"),
    "{ line(0,1,1) }. :- not line(0,1,1). #show. #show cell(R,C,K) : line(R,C,K).": (
        0,
        "  1  1  1\n  . 12  .\n",
        "",
    ),
    "{ a }. cell(1,0,0) :- a. cell(1,0,100) :- not a. cell(1,2,0..0).": (
        1,
        "",
        "several solutions; two of them, and where they differ:\n"
        "   1   .   1      1   .   1      -   -   -\n"
        "   0  12   0    100  12   0      *   -   -\n",
    ),
    "{ cell(0,1,2); h(1..20) }. :- not cell(0,1,2).": (
        0,
        "  1  2  1\n  . 12  .\n",
        "one solution in several answer sets: clingo 0 shows it more than once\n",
    ),
    "{ cell(0,1,(1;2)) } = 2.": (2, "", "decode.py: cell(0,1,"),
    "{ cell(0,0,2) } = 1.": (0, "  2  .  1\n  . 12  .\n", ""),  # over the given 1
    "{ cell(0,3,2) } = 1.": (
        2,
        "",
        "decode.py: cell(0,3,2) lies outside the board of 2 rows and 3 columns, counted from 0\n",
    ),
    "{ cell(0,3,2) } = 1. #minimize { 1 : cell(0,3,2) }.": (
        2,
        "",
        "decode.py: cell(0,3,2) lies outside the board of 2 rows and 3 columns, counted from 0\n",
    ),
    "#minimize { K,R,C : cell(R,C,K) }.": (0, "  1  .  1\n  . 12  .\n", "optimum 14\n"),
    "cell(0,1,1). #minimize { K,R,C : cell(R,C,K) }. :- not cell(1,1,12).": (
        0,
        "  1  1  1\n  . 12  .\n",
        "optimum 15\n",
    ),
    "{ cell(0,1,1) }. :- cell(0,1,1). :- not cell(0,1,1).": (1, "", "no solution\n"),
}


@pytest.mark.parametrize("program", BOARDS)
def test_boards_of_numbers(program: str) -> None:
    status, grid, message = BOARDS[program]
    process = run("decode.py", "-", stdin=f"{WIDE}{program}\n")
    assert (process.returncode, process.stdout) == (status, grid), process.stderr
    assert process.stderr.startswith(message)
    assert message or not process.stderr


def test_several_boards_of_numbers_are_printed() -> None:
    """Each board once, in however many answer sets."""
    choices = "{ cell(0,1,1); cell(1,0,2); helper }."
    process = run("decode.py", "-", "--models=0", stdin=WIDE + choices)
    assert process.returncode == 0
    assert sorted(map(split_cells, process.stdout.split("\n\n"))) == [
        [["1", first, "1"], [second, "12", "."]] for first in ".1" for second in ".2"
    ]


def test_columns_are_as_wide_as_their_numbers() -> None:
    assert decode.format_grid([["1", "."], [".", "9"]]) == "1.\n.9\n"
    assert decode.format_grid([["1", "."], [".", "10"]]) == "  1  .\n  . 10\n"
    assert decode.format_grid([["10"], ["."]]) == " 10\n  .\n"


def test_numbers_may_be_clues_of_light_up() -> None:
    """A board of Light Up without x and 0 is not a board of numbers."""
    domain = "cell(0,0,1). cell(1,1,1). dim(2,3)."
    process = run("decode.py", "lightup.lp", "-", stdin=domain)
    assert (process.returncode, process.stdout) == (0, "1.b\nb1.\n")
    for shown in ("", "#show. #show cell(R,C,V) : cell(R,C,V)."):
        none = run("decode.py", "-", stdin=domain + shown)
        assert none.stderr == (
            "decode.py: no answer can have a cell(R,C,V) beside those given, such as cell(R,C,b) "
            "for a bulb, but the board has blank cells\n"
        )


def test_an_optimum_proven_at_the_last_second(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Time is up between the proof and the search for another board."""
    domain = tmp_path / "domain.lp"
    domain.write_text("cell(0,0..1,1). dim(1,3). { cell(0,2,1) }. #minimize { K,C : cell(0,C,K) }.")

    search = decode.Search([str(domain)])
    search.program = decode.Program(search.paths)
    search.boards, search.cost, search.is_optimal = [[["1", "1", "."]]], [2], True
    status, words = decode.find_verdict(search, 1)
    assert status == 0
    assert words.startswith("optimum 2\nanother board may cost the same")
    assert decode.find_verdict(search, 1, is_json=True) == (0, "")
    for is_json in (False, True):
        status, words = decode.find_verdict(search, 1, has_models=True, is_json=is_json)
        assert status == 3
        assert words.endswith("; the optimum is 2, but more boards may have it")
    decode.write_record(search, search.boards)
    record = json.loads(capfd.readouterr().out)
    assert (record["is_optimal"], record["is_complete"], record["cost"]) == (True, False, [2])


# ---------------------------------------------------------------- examples


def read_solution(name: str) -> list[list[str]]:
    """The solution of dom01, which is sol01, and so on."""
    return split_cells((EXAMPLES / f"{name.replace('dom', 'sol')}.txt").read_text())


DOMS = {path.stem: path.read_text() for path in sorted(EXAMPLES.glob("dom*.txt"))}


@pytest.mark.parametrize("name", [long(name) if name == "dom09" else name for name in DOMS])
def test_the_solution_of_each_example_costs_what_is_proven(name: str) -> None:
    """The solution keeps the rules and costs what is proven; the same number, the same puzzle."""
    puzzle, solution = DOMS[name], read_solution(name)
    assert rules.is_solved(split_cells(puzzle), solution)
    process = solve(puzzle)
    assert process.returncode == 0
    assert process.stderr.splitlines()[0] == f"optimum {rules.cost(solution)}"
    assert rules.cost(split_cells(process.stdout)) == rules.cost(solution)
    assert rules.is_solved(split_cells(puzzle), split_cells(process.stdout))


@pytest.mark.long
def test_the_published_optima_and_the_odd_ones() -> None:
    verdicts = {
        name: solve((EXAMPLES / f"{name}.txt").read_text()).stderr
        for name in ("dom01", "dom02", "ambiguous", "unsolvable")
    }
    assert verdicts == {
        "dom01": "optimum 20\nanother board costs the same\n",
        "dom02": "optimum 12\nanother board costs the same\n",
        "ambiguous": "optimum 5\nanother board costs the same\n",
        "unsolvable": "no solution\n",
    }


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
@pytest.mark.parametrize("name", [long("dom01"), long("dom03"), "dom04", long("dom05")])
def test_programs_that_show_cells_otherwise_get_the_same_board(program: Path, name: str) -> None:
    """A student's program that shows cells in its own way gets the same board and cost."""
    puzzle = (EXAMPLES / f"{name}.txt").read_text()
    process = solve(puzzle, program=program)
    assert process.returncode == 0
    board = split_cells(process.stdout)
    assert rules.is_solved(split_cells(puzzle), board)
    assert rules.cost(board) == rules.cost(read_solution(name))
    assert process.stderr.startswith(f"optimum {rules.cost(board)}\n")


# ---------------------------------------------------------------- notations


def read(text: str, notation: str | None = None) -> list[rules.Board]:
    return read_data(text.encode(), "FILE", notation)


def list_cases(kind: str) -> list[object]:
    return [
        pytest.param(path, id=path.stem) for path in sorted((DATA / "amaze" / kind).glob("*.txt"))
    ]


@pytest.mark.parametrize("path", list_cases("read"))
def test_a_stored_text_is_read_as_its_boards(path: Path) -> None:
    parts = path.with_suffix(".grid").read_text().split("\n\n")
    expected = [[row.split() for row in part.splitlines()] for part in parts]
    assert read_data(path.read_bytes(), "FILE", path.stem.split("-")[0]) == expected
    assert read_data(path.read_bytes(), "FILE") == expected


@pytest.mark.parametrize("path", list_cases("malformed"))
def test_a_malformed_text_is_refused_with_the_place(path: Path) -> None:
    assert_complaint(read_data, path)


def test_each_notation_writes_this_board() -> None:
    board = [[".", "1", ".", "."], ["2", ".", ".", "1"], [".", ".", ".", "2"]]
    assert notations.format_board(PUZZLE, board, "grid") == ".1..\n2..1\n...2\n"
    assert notations.format_board(PUZZLE, board, "facts").startswith("cell(0,1,1).\ncell(1,0,2).\n")
    assert notations.format_board(PUZZLE, board, "dzn") == (
        "X = 3;\nY = 4;\nN = 2;\n"
        "end_points_start_x = [1, 2];\nend_points_start_y = [2, 1];\n"
        "end_points_end_x = [2, 3];\nend_points_end_y = [4, 4];\n"
    )
    assert notations.format_board(PUZZLE, board, "puzzlink") == (
        "https://puzz.link/p?numlin/4/3/g1h2h1i2\n"
    )
    assert notations.format_board(PUZZLE, board, "pzprv3") == (
        "pzprv3/numlin/3/4/. 1 . . /2 . . 1 /. . . 2 /0 0 0 /0 0 0 /0 0 0 /0 0 0 0 /0 0 0 0 /\n"
    )
    assert notations.format_board(PUZZLE, board, "letters") == ".A..\nB..A\n...B\n"
    with pytest.raises(Unusable, match="found the value 53"):
        notations.format_board(PUZZLE, [["53", "53"]], "letters")
    with pytest.raises(Unusable, match="found 3 without 1"):
        notations.format_board(PUZZLE, [["3", "3", "2", "2"]], "dzn")


@pytest.mark.parametrize("name", NAMES)
@given(board=boards())
@quick
def test_a_board_is_read_back_from_each_notation(name: str, board: rules.Board) -> None:
    """There and back, also where the notation is not given; zeros needs a zero to be guessed."""
    assume(name != "zeros" or any("." in row for row in board))
    text = notations.format_board(PUZZLE, board, name)
    assert read(text, name) == read(text) == [board]


@given(board=boards(ANY_NUMBERS))
@quick
def test_numbers_need_not_count_from_1(board: rules.Board) -> None:
    for notation in ("grid", "facts", "puzzlink", "pzprv3"):
        assert read(notations.format_board(PUZZLE, board, notation), notation) == [board]


@pytest.mark.parametrize("notation", NAMES)
@given(data=st.data())
@budget(40)
def test_a_damaged_text_is_read_or_refused_with_the_place(
    notation: str, data: st.DataObject
) -> None:
    """A changed text is read as a puzzle, or an error has a place in it."""
    text = notations.format_board(PUZZLE, data.draw(boards()), notation)
    at, length = data.draw(st.integers(0, len(text))), data.draw(st.integers(0, 3))
    patch = data.draw(st.text("\0\n\t\r .,;:/|[](){}%#=_0123456789xXé", max_size=3))
    damaged = text[:at] + patch + text[at + length :]
    for given_notation in (notation, None):
        check_outcome(damaged, given_notation)


@given(st.text("\0\n\t\r .0123456789XYN=[];,()%aé", max_size=40) | any_text(40))
@budget(20)
def test_any_text_is_read_or_refused_with_the_place(text: str) -> None:
    for notation in (None, *NAMES):
        check_outcome(text, notation)


def check_outcome(text: str, notation: str | None) -> None:
    try:
        boards_read = read(text, notation)
    except Unusable as error:
        assert re.match(r"FILE:[1-9]\d*:[1-9]\d*: found .+, expected .", str(error))
        line, column = map(int, str(error).split(":")[1:3])
        rows = text.split("\n")
        assert line <= len(rows)
        assert column <= len(rows[line - 1]) + 1
    else:
        for board in boards_read:
            assert len({len(row) for row in board}) == 1
            numbers = [cell for row in board for cell in row if cell != "."]
            assert numbers
            assert all(numbers.count(number) == 2 for number in numbers)


def convert(*arguments: str, stdin: str) -> Done:
    return run_lab("convert", *arguments, stdin=stdin)


@pytest.mark.parametrize("command", ["convert", "explain", long("race"), long("sheet")])
def test_an_answer_in_the_grid_is_set_aside(command: str, tmp_path: Path) -> None:
    options = ("-o", tmp_path / "sheet.pdf", "--no-solutions") if command == "sheet" else ()
    outputs = []
    for name in ("dom02", "sol02"):
        path = shutil.copy(EXAMPLES / f"{name}.txt", tmp_path / "board.txt")
        done = run_lab(command, "--puzzle", "amaze", path, *options)
        is_same_each_time = command in ("convert", "explain")
        outputs.append((done.returncode, done.stdout if is_same_each_time else ""))
    assert outputs[0] == outputs[1]
    assert outputs[0][0] == (1 if command == "explain" else 0)  # there are several optima


def test_an_answer_of_no_puzzle_is_refused_as_a_puzzle() -> None:
    done = convert("--puzzle", "amaze", stdin="11.1\n")
    assert (done.returncode, done.stdout) == (2, "")
    assert "<stdin>:1:4: found a third 1, expected each number exactly twice" in done.stderr


def test_convert_knows_amaze_by_its_data() -> None:
    data = (DATA / "amaze" / "read" / "dzn-plain.txt").read_text()
    grid = convert(stdin=data)  # the content shows that it is Amaze
    assert (grid.returncode, grid.stdout, grid.stderr) == (0, ".1..\n2..1\n...2\n", "")
    back = convert("--puzzle", "amaze", "--to", "dzn", stdin=grid.stdout)
    assert re.sub(r"\s", "", back.stdout) == re.sub(r"\s", "", data)
    assert convert("--puzzle=amaze", "--to=facts", stdin=grid.stdout).stdout == format_facts(
        grid.stdout
    )
    for arguments, message in (
        (("--to", "tatham"), "lab convert: found tatham for Amaze, expected one of grid, facts"),
        (("--from", "nus"), "lab convert: found nus for Amaze, expected one of grid, facts"),
        (("--puzzle", "lightup"), "lab convert: <stdin>:1:1: found"),
    ):
        process = convert(*arguments, stdin=data)
        assert (process.returncode, process.stdout) == (2, "")
        assert process.stderr.startswith(message)


# ---------------------------------------------------------------- pictures


def show(*arguments: object, cwd: Path, stdin: str = "") -> Done:
    return run("show", "--puzzle", "amaze", *arguments, cwd=cwd, stdin=stdin)


Shape = tuple[str, str, str]  # of a node: its kind, colour and label


def read_shapes(svg: Path) -> dict[str, Shape]:
    """The nodes of a picture in the order in which they are drawn, by name."""
    nodes = re.findall(r'class="node">\n<title>(.*?)</title>(.*?)</g>', svg.read_text(), re.DOTALL)
    shapes_by_name = {}
    for name, body in nodes:
        kind, colour = re.findall(r'<(\w+) fill="([^"]+)"', body)[0]
        shapes_by_name[html.unescape(name)] = (
            kind,
            colour,
            "".join(re.findall(r"<text[^>]*>(.*?)</text>", body)),
        )
    return shapes_by_name


def measure_pixels(png: Path) -> tuple[int, int]:
    data = png.read_bytes()
    assert data.startswith(b"\x89PNG")
    return struct.unpack(">II", data[16:24])


def test_the_solved_grid_and_the_picture(tmp_path: Path) -> None:
    process = show("dom03.txt", cwd=tmp_path)
    sol03 = (EXAMPLES / "sol03.txt").read_text()
    assert (process.returncode, process.stdout) == (0, sol03 + "dom03.png\n")
    assert process.stderr == "optimum 101\n"
    assert measure_pixels(tmp_path / "dom03.png") == (6 * 72 + 29, 6 * 72 + 29)
    assert [path.name for path in tmp_path.iterdir()] == ["dom03.png"]


def test_every_line_of_an_svg(tmp_path: Path) -> None:
    """First a square for each cell, then discs and joints of lines, arms to equal neighbours."""
    assert show("dom04", "-o", "p.svg", cwd=tmp_path).returncode == 0
    drawn = read_shapes(tmp_path / "p.svg")
    assert [name[0] == "(" for name in drawn] == [True] * 40 + [False] * (len(drawn) - 40)
    puzzle, solution = split_cells((EXAMPLES / "dom04.txt").read_text()), read_solution("dom04")
    numbers = {(r, c): number for r, row in enumerate(solution) for c, number in enumerate(row)}
    colours: dict[str, str] = {}
    for (r, c), number in numbers.items():
        assert drawn.pop(f"({r},{c})") == ("polygon", "none", "")
        if number == ".":
            continue
        is_end = puzzle[r][c] != "."
        kind, colour, label = drawn.pop(f"{'disc' if is_end else 'joint'}({r},{c})")
        assert (kind, label) == ("ellipse", number if is_end else "")
        assert colours.setdefault(number, colour) == colour
        for s, d in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            if numbers.get((r + s, c + d)) == number:
                assert drawn.pop(f"arm({r},{c},{s},{d})") == ("polygon", colour, "")
    assert not drawn
    assert len(set(colours.values())) == len(colours) == 5


def test_ends_that_touch_are_no_solution_yet(tmp_path: Path) -> None:
    for arguments, stdin in ((["--unsolved"], "11.2\n...2\n3..3\n"), ([], "11.\n23.\n.32\n")):
        show("-", *arguments, "-o", "p.svg", cwd=tmp_path, stdin=stdin)
        names = [name.partition("(")[0] for name in read_shapes(tmp_path / "p.svg")]
        assert names.count("disc") == 6
        assert "ring" not in names


def test_ends_of_a_wrong_solution_are_seen(tmp_path: Path) -> None:
    """A loop through both ends, as this encoding does not count their neighbours."""
    loop = tmp_path / "loop.lp"
    loop.write_text("size(N) :- dim(N). cell(R,C,1) :- size(N), R = 0..N-1, C = 0..N-1.")
    show("-", "--encoding", loop, "-o", "p.svg", cwd=tmp_path, stdin="1.\n.1\n")
    drawn = read_shapes(tmp_path / "p.svg")
    ends = {name: drawn[name][2] for name in drawn if name.startswith("disc")}
    assert ends == {"disc(0,0)": "1", "disc(1,1)": "1"}
    assert {name for name in drawn if name.startswith("ring")} == {"ring(0,0)", "ring(1,1)"}


def test_the_picture_of_an_unsolved_puzzle(tmp_path: Path) -> None:
    process = show("dom04", "--unsolved", "-o", "p.svg", cwd=tmp_path)
    assert (process.returncode, process.stdout) == (0, "p.svg\n")
    drawn = read_shapes(tmp_path / "p.svg")
    assert len(drawn) == 5 * 8 + 10
    assert sum(name.startswith("disc") for name in drawn) == 10


def test_many_numbers_have_many_colours(tmp_path: Path) -> None:
    row = "".join(f"cell(0,{c},{20 * c + 1}). cell(1,{c},{20 * c + 1}). " for c in range(20))
    show("--facts", "-", "-o", "p.svg", cwd=tmp_path, stdin=f"{row} dim(2,20).")
    discs = [shape for name, shape in read_shapes(tmp_path / "p.svg").items() if "disc" in name]
    assert len({colour for _, colour, _ in discs}) == 20
    assert {label for _, _, label in discs} == {str(number) for number in range(1, 400, 20)}


def test_cells_that_break_a_rule_have_a_ring(tmp_path: Path) -> None:
    # 1 branches at (1,1) and does not end at (0,1), 2 has one end, 3 no line
    puzzle = "dim(3). cell(0,1,1). cell(2,1,1). cell(0,0,3). cell(2,2,3). cell(2,0,2). "
    wrong = puzzle + "cell(1,1,1). cell(0,2,1). cell(1,2,1). cell(1,0,0). "
    ringed = {
        puzzle: set(),
        wrong: {(0, 0), (1, 1), (2, 0), (2, 1), (2, 2)},
        wrong + "partial.": {(1, 1)},
    }
    for facts, cells_ringed in ringed.items():
        show("--facts", "-", "-o", "p.svg", cwd=tmp_path, stdin=facts)
        rings = {name for name in read_shapes(tmp_path / "p.svg") if name.startswith("ring")}
        assert rings == {f"ring({r},{c})" for r, c in cells_ringed}


def test_marks_numbers_and_a_caption(tmp_path: Path) -> None:
    puzzle = (
        'dim(2). cell(0,0,1). mark(1,1,differ). numbered. caption(0,"the marked cell differs").'
    )
    assert show("--facts", "-", "-o", "p.svg", cwd=tmp_path, stdin=puzzle).returncode == 0
    drawn = read_shapes(tmp_path / "p.svg")
    assert {drawn[f"({r},{c})"][1] for r, c in ((0, 0), (0, 1), (1, 0))} == {"none"}
    assert drawn["(1,1)"] == ("polygon", "#8ec5ff", "")
    assert drawn["caption(0)"][2] == "the marked cell differs"
    assert [drawn[f"{edge}({i})"][2] for edge in ("row", "column") for i in (0, 1)] == [*"0101"]


def test_formats_and_names(tmp_path: Path) -> None:
    facts = DATA / "amaze" / "read" / "facts-interval.txt"
    process = show(facts, "-o", "p.pdf", cwd=tmp_path)
    assert (process.returncode, process.stdout) == (0, " 13 13\n  .  .\np.pdf\n")
    assert (tmp_path / "p.pdf").read_bytes().startswith(b"%PDF")
    process = show("--facts", "-", "-o", "f.png", cwd=tmp_path, stdin="cell(0,0..2,1). dim(1,3).")
    assert process.stdout == "f.png\n"
    assert measure_pixels(tmp_path / "f.png") == (3 * 72 + 29, 72 + 29)
    (tmp_path / "never.lp").write_text(":- dim(N), N > 0.")
    none = show("dom01", "--encoding", "never.lp", "-o", "n.png", cwd=tmp_path)
    assert (none.returncode, none.stdout, none.stderr) == (1, "n.png\n", "no solution\n")
    for arguments, begin in (
        (["absent"], "show: absent: No such file or directory, neither here nor in exam"),
        (["-"], "encode.py: <stdin>:1:1: found only one 1"),
    ):
        process = show(*arguments, cwd=tmp_path, stdin="1.\n..\n")
        assert (process.returncode, process.stderr.count("\n")) == (2, 1)
        assert process.stderr.startswith(begin)


@pytest.mark.long  # as that of Light Up
@needs("neato")
def test_the_stock_command_line(tmp_path: Path) -> None:
    for program in (AMAZE, ROOT / "amaze" / "viz-amaze.lp"):
        shutil.copy(program, tmp_path)
    (tmp_path / "domain.lp").write_text(format_facts((EXAMPLES / "dom02.txt").read_text()))
    python = sys.executable
    line = (
        f"{python} -m clingo amaze.lp domain.lp --outf=2 --quiet=1 | "
        f"{Path(python).parent}/clingraph --out=render --engine=neato --format=svg "
        "--viz-encoding=viz-amaze.lp"
    )
    process = run_process(["bash", "-c", line], tmp_path)
    assert (process.returncode, process.stderr) == (0, "")
    drawn = read_shapes(tmp_path / "out/0/default.svg")
    assert sum(name.startswith("(") for name in drawn) == 25
    assert sorted(shape[2] for name, shape in drawn.items() if "disc" in name) == [*"1122"]
    assert sum(name.startswith("arm") for name in drawn) == 2 * (5 + 2)
