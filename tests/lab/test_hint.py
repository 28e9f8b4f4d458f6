"""The general hint: each reason forces its cell, by solvers that do not know the logic program."""

import functools
import itertools
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import clingo
import pytest

from lab.common.words import Cell
from lab.hint.hints import Hint, HintProgram
from lab.notations import open_source
from lab.pictures.frames import KNOWN_BLANK
from lab.puzzles import Board, Puzzle, find_differing_cells, find_puzzle, shape_like
from tests.kit import DATA, LATIN, long, read_places, run_lab
from tests.lab import test_generate
from tests.lab.test_generate import count_sudokus

SUDOKU, HITORI = DATA / "sudoku", DATA / "hitori"
SLITHERLINK, FUTOSHIKI = DATA / "slitherlink", DATA / "futoshiki"


def read_example(folder: Path, name: str) -> list[list[str]]:
    return [list(row) for row in (folder / "examples" / f"{name}.txt").read_text().split()]


def keep_reason(board: Board, hint: Hint) -> list[list[str]]:
    """Return the board with no values but those of the reason."""
    values = dict(hint.reason)
    return [[values.get((r, c), ".") for c, _ in enumerate(row)] for r, row in enumerate(board)]


def test_each_reason_on_a_latin_square_forces_its_cell() -> None:
    puzzle = find_puzzle(str(LATIN))
    rules: Any = puzzle.rules
    board, solution = (read_example(LATIN, name) for name in ("dom01", "sol01"))
    for hint in HintProgram(puzzle, board).list_hints():
        r, c = hint.cell
        rows = ["".join(row) for row in keep_reason(board, hint)]
        values = {answer[r][c] for answer in rules.solutions(rows)}
        assert values - {"x"} == {hint.value} == {solution[r][c]}, hint
        board[r][c] = hint.value
    assert board == solution


@pytest.mark.parametrize(("name", "count"), [("dom01", 2), long("dom01", 4), long("dom02", None)])
def test_each_reason_on_a_sudoku_forces_its_cell_minimally(name: str, count: int | None) -> None:
    board = read_example(SUDOKU, name)
    hints = HintProgram(find_puzzle(str(SUDOKU)), board).list_hints()
    blanks = sum(row.count(".") for row in board)
    for hint in itertools.islice(hints, count):
        reason = keep_reason(board, hint)
        assert not can_differ(reason, hint)
        for r, c in hint.given_cells:
            rows = [row[:] for row in reason]
            rows[r][c] = "."
            assert can_differ(rows, hint)
        board[hint.cell[0]][hint.cell[1]] = hint.value
    assert blanks - sum(row.count(".") for row in board) == (count or blanks)


def can_differ(rows: list[list[str]], hint: Hint) -> bool:
    """Whether the cell of a hint can have another value on a Sudoku."""
    r, c = hint.cell
    boards = [
        [*rows[:r], [*rows[r][:c], v, *rows[r][c + 1 :]], *rows[r + 1 :]] for v in "123456789"
    ]
    return any(count_sudokus(board) for board in boards if board[r][c] != hint.value)


def test_each_reason_on_a_hitori_forces_its_mark_and_is_minimal() -> None:
    """clingo solves another program, to which the values of the reason alone are added."""
    numbers, solution = (read_example(HITORI, name) for name in ("dom01", "sol01"))
    marks: list[Cell] = []
    for hint in HintProgram(find_puzzle(str(HITORI)), numbers).list_hints():
        assert not can_be_plain(numbers, hint.cell, hint.reason)
        for pair in hint.reason:
            assert can_be_plain(numbers, hint.cell, [p for p in hint.reason if p != pair])
        marks += [hint.cell] * (hint.value == "x")
    places = [(r, c) for r, row in enumerate(solution) for c, value in enumerate(row)]
    assert sorted(marks) == [(r, c) for r, c in places if solution[r][c] == "x"]


def can_be_plain(numbers: Board, cell: Cell, reason: list[tuple[Cell, str]]) -> bool:
    """Whether a cell is not marked in some solution, if only the reason's values are known.

    A cell without a known number is not a cell of the board.
    """
    control = clingo.Control(["--warn=none"])
    known = [f"cell({r},{c},{value}).\n" for (r, c), value in reason if value != "x"]
    marks = [f":- not black({r},{c}).\n" for (r, c), value in reason if value == "x"]
    facts = "".join([*known, *marks, f"dim({len(numbers)}).\n:- black({cell[0]},{cell[1]}).\n"])
    control.add("base", [], test_generate.HITORI + facts)
    control.ground()
    return bool(control.solve().satisfiable)


def list_answers(puzzle: Puzzle, board: Board, kept: Iterable[Cell]) -> list[Board]:
    """Return all solutions of a board with these cells alone, by rules in plain Python."""
    rules: Any = puzzle.rules
    cells = set(kept)
    rows = [
        [v if (r, c) in cells else "." for c, v in enumerate(row)] for r, row in enumerate(board)
    ]
    return list(rules.solutions(shape_like(rows, board)))


SMALL_BOARDS = [  # with one solution
    (LATIN, "1../.2./..."),
    long(LATIN, "12../..1./.4../3..."),
    (SLITHERLINK, "...../.3.../...../.2.3./....."),
    long(SLITHERLINK, "......./.3...3./......./.3...../......./...2.../......."),
    (FUTOSHIKI, "1..../...../..2../...../....."),
    (FUTOSHIKI, ".<.../...../..3../...../....."),
]


@pytest.mark.parametrize(("folder", "text"), SMALL_BOARDS)
def test_the_first_reason_is_the_smallest_of_all_values(folder: Path, text: str) -> None:
    """All sets of fewer given cells leave each blank cell open, if any board does."""
    puzzle = find_puzzle(str(folder))
    board = puzzle.record.read(text.replace("/", "\n").encode())
    reason = next(HintProgram(puzzle, board).list_reasons())
    places = [(r, c) for r, row in enumerate(board) for c in range(len(row))]
    givens = [(r, c) for r, c in places if board[r][c] != "."]
    open_cells = set(find_differing_cells(list_answers(puzzle, board, ()))) - set(givens)
    for size in range(len(reason.members)):
        for kept in itertools.combinations(givens, size):
            assert open_cells <= set(find_differing_cells(list_answers(puzzle, board, kept)))
    assert any(
        open_cells - set(find_differing_cells(list_answers(puzzle, board, kept)))
        for kept in itertools.combinations(givens, len(reason.members))
    )


@pytest.mark.long
def test_cells_without_an_edge_follow_and_are_told_where_a_reason_needs_them() -> None:
    puzzle = find_puzzle(str(SLITHERLINK))
    board = open_source("dom01", puzzle).read_board()
    list_kept = functools.cache(lambda kept: list_answers(puzzle, board, kept))
    known: dict[Cell, str] = {}
    needed: set[Cell] = set()
    for hint in HintProgram(puzzle, board).list_hints():
        clues = [cell for cell, value in hint.reason if value in "0123"]
        values = {cell: value for cell, value in hint.reason if cell not in clues}
        assert values.items() <= known.items()
        answers = list_kept(frozenset(clues))
        for (r, c), value in values.items():
            answers = [answer for answer in answers if (answer[r][c] == "e") == (value == "e")]
        r, c = hint.cell
        assert {answer[r][c] for answer in answers} == {"e" if hint.value == "e" else "."}
        known[hint.cell] = hint.value
        needed |= values.keys()
    absent = {cell for cell, value in known.items() if value == KNOWN_BLANK}
    assert absent and absent <= needed


@pytest.mark.parametrize(("folder", "values"), [(LATIN, 8), (SLITHERLINK, 14)])
def test_steps_fill_the_board_and_a_rating_counts_them(folder: Path, values: int) -> None:
    """The same ones every time, those on cells without a value among them."""
    lines = run_lab("hint", "--puzzle", folder, "--steps", "dom01").stdout.splitlines()
    assert sum(" is not e," not in line for line in lines) == values
    done = run_lab("hint", "--puzzle", folder, "--rate", "dom01")
    sizes = [len(read_places(line)) - 1 for line in lines]
    mean = sum(sizes) / len(sizes)
    numbers = f"{max(sizes)} at most, {mean:.1f} on average"
    dom = folder / "examples" / "dom01.txt"
    assert done.stdout == f"{dom}: steps: {len(lines)}; given cells in a reason: {numbers}\n"


@pytest.mark.long
def test_the_bounds_of_a_choice_are_a_rule() -> None:
    lines = run_lab("hint", "--puzzle", SUDOKU, "--next", "dom01").stdout
    assert "by: Each cell has one number, which may be given; 1. Each number" in lines


def test_a_mark_hides_no_number_if_the_puzzle_is_named(tmp_path: Path) -> None:
    pytest.importorskip("pygraphviz", reason="pictures need pygraphviz")
    half = tmp_path / "half.txt"
    half.write_text("52x14\n22452\n31x42\n24235\n43222\n")
    picture = tmp_path / "half.svg"
    arguments = ("--puzzle", HITORI, "--of", "dom01", half, "--picture", picture)
    done = run_lab("hint", *arguments, "--steps")
    assert (done.returncode, len(done.stdout.splitlines())) == (0, 5)
    numbers = (HITORI / "examples" / "dom01.txt").read_text().replace("\n", "")
    assert sorted(re.findall(r">(\d)</text>", picture.read_text())) == sorted(numbers)
    half.write_text("52x14\n22x52\n31142\n24235\n43222\n")
    done = run_lab("hint", *arguments)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "no solution has what is in row 1, column 2\n"
    done = run_lab("hint", "--puzzle", HITORI, "--of", "dom01", stdin="12\n21\n")
    assert (done.returncode, done.stdout) == (2, "")
    message = "found 2 rows of 2 cells, expected 5 rows of 5 cells, as in --of"
    assert done.stderr == f"lab hint: {message}\n"


def test_a_command_of_a_puzzle_reads_no_other(tmp_path: Path) -> None:
    facts = run_lab("convert", "--puzzle=amaze", "--to=dzn", stdin="1.1\n").stdout
    (tmp_path / "pairs.dzn").write_text(facts)
    done = run_lab("hint", "--of=pairs.dzn", "pairs.dzn", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("lab hint: pairs.dzn:"), done


def test_a_wrong_board_names_the_cells_that_clash() -> None:
    done = run_lab("hint", "--puzzle", LATIN, stdin="1..1\n....\n..2.\n....\n")
    assert (done.returncode, done.stdout) == (1, "")
    cells = "row 0, columns 0, 3"
    assert done.stderr == f"no solution has these cells together: {cells}\n"


@pytest.mark.parametrize("options", [(), ("--steps",)])
def test_a_solved_board_needs_no_hint(options: tuple[str, ...]) -> None:
    puzzle, answer = (LATIN / "examples" / f"{name}01.txt" for name in ("dom", "sol"))
    done = run_lab("hint", "--puzzle", LATIN, "--of", puzzle, answer, *options)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "all is decided\n")
    done = run_lab("hint", "--puzzle", LATIN, "--rate", answer)
    assert (done.returncode, done.stdout) == (0, f"{answer}: all is decided\n")


def test_a_board_without_a_forced_cell_has_no_hint() -> None:
    done = run_lab("hint", "--puzzle", LATIN, stdin="..\n..\n")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "no further value is the same in all solutions\n"


def test_cells_of_one_row_are_named_together() -> None:
    folder = DATA / "starbattle"
    first = run_lab("hint", "--puzzle", folder, "dom01").stdout.partition("\n")[0]
    assert first.startswith(
        "row 3, column 0 is x, because of row 0, column 0; row 1, column 3; row 2, columns 0, 4; "
    )
    assert len(read_places(first)) == 11
