"""The general explain, judged by brute force over the rules in plain Python."""

import itertools
import json
import shutil
from pathlib import Path
from typing import Any

import clingo
import pytest

from lab.explain.grounding import GivenProgram
from lab.explain.switching import SWITCH, switch_constraints
from lab.pictures.frames import OUTLINE_COLOURS
from lab.puzzles import find_puzzle
from tests.kit import DATA, LATIN, run_lab

SUDOKU, HITORI = DATA / "sudoku", DATA / "hitori"
WHATEVER = "(whatever the other given cells have, as long as no further cell is given)"


def solve_latin(rows: list[str]) -> list[list[str]]:
    rules: Any = find_puzzle(str(LATIN)).rules
    return list(rules.solutions(rows))


def explain(board: list[str], status: int) -> dict[str, Any]:
    done = run_lab("explain", "--puzzle", LATIN, "--json", stdin="\n".join(board) + "\n")
    assert done.returncode == status
    data: dict[str, Any] = json.loads(done.stdout)
    assert data["is_complete"]
    return data


def fill(board: list[str], values: list[Any]) -> list[str]:
    rows = [list(row) for row in board]
    for (r, c), value in values:
        rows[r][c] = value
    return ["".join(row) for row in rows]


def test_a_clash_without_one_of_its_given_cells_has_a_solution() -> None:
    board = ["12..", "..3.", "...4", "...."]
    board[0] = "12.3"
    board[3] = "..4."
    data = explain(board, 1)
    empty = ["...."] * 4
    values = [[cell, board[cell[0]][cell[1]]] for cell in data["marks"]["clash"]]
    assert not solve_latin(fill(empty, values))
    for kept in itertools.combinations(values, len(values) - 1):
        assert solve_latin(fill(empty, list(kept)))


def test_a_played_value_that_each_answer_has_clashes_with_nothing(tmp_path: Path) -> None:
    folder = shutil.copytree(DATA / "guards", tmp_path / "guards")
    with (folder / "guards.lp").open("a") as file:
        file.write("cell(0,0,g).\n")
    blank = [["."] * 2] * 2
    program = GivenProgram(find_puzzle(str(folder)), blank, [["g", "."], [".", "."]])
    assert program.find_clashing_cells() == []


def test_further_given_cells_leave_one_solution_and_none_is_needless() -> None:
    board = ["123", "...", "..."]
    data = explain(board, 1)
    ((_, repaired),) = data["repairs"]
    cells = [(r, c) for r in range(3) for c in range(3) if repaired[r][c] != board[r][c]]
    further = [[(r, c), repaired[r][c]] for r, c in cells]
    assert len(solve_latin(repaired)) == 1
    for kept in itertools.combinations(further, len(further) - 1):
        assert len(solve_latin(fill(board, list(kept)))) > 1
    assert data["is_smallest"] and data["marks"]["differ"] and not data["shared"]


def test_no_given_cell_can_go_that_makes_a_board_what_it_is() -> None:
    example = DATA / "kakuro" / "examples" / "dom01.txt"  # black cells and clues: none can go
    done = run_lab("explain", "--puzzle", DATA / "kakuro", "--json", example)
    assert (done.returncode, json.loads(done.stdout)["marks"]) == (0, {})
    kakuro = find_puzzle(str(DATA / "kakuro"))
    board = kakuro.read_drawn_grid(example.read_text())
    cells = [(r, c) for r, row in enumerate(board) for c, value in enumerate(row) if value != "."]
    assert cells
    for r, c in cells:
        rows = [list(row) for row in board]
        rows[r][c] = "."
        assert len(kakuro.find_two_solutions(rows)) != 1


def test_each_superfluous_cell_can_go() -> None:
    board = ["123", "23.", "3.."]
    data = explain(board, 0)
    for r, row in enumerate(board):
        for c, value in enumerate(row):
            if value != ".":
                is_spare = len(solve_latin(fill(board, [[(r, c), "."]]))) == 1
                assert ([r, c] in data["marks"].get("superfluous", [])) == is_spare


def test_the_clash_is_drawn_in_a_grid() -> None:
    done = run_lab("explain", "--puzzle", LATIN, stdin="1..1\n....\n..2.\n....\n")
    cells = "row 0, columns 0, 3"
    text = f"no solution has these cells together: {cells}\n{WHATEVER}\n1..1\n....\n....\n....\n"
    assert (done.returncode, done.stdout, done.stderr) == (1, text, "no solution\n")


def test_the_fewest_given_cells_suffice_and_fewer_do_not() -> None:
    board = ["123", "23.", "3.."]
    done = run_lab("explain", "--puzzle", LATIN, "--json", "--fewest-clues", stdin="\n".join(board))
    cells = json.loads(done.stdout)["sufficient"]
    values = [[(r, c), board[r][c]] for r, c in cells]
    assert len(solve_latin(fill(["..."] * 3, values))) == 1
    places = [(r, c) for r in range(3) for c in range(3) if board[r][c] != "."]
    for kept in itertools.combinations(places, len(cells) - 1):
        assert len(solve_latin(fill(["..."] * 3, [[(r, c), board[r][c]] for r, c in kept]))) > 1


def test_a_puzzle_where_all_cells_are_given() -> None:
    """The cells that clash have no solution, whatever numbers the other cells have."""
    board = ["111", "222", "333"]
    done = run_lab("explain", "--puzzle", DATA / "hitori", "--json", stdin="\n".join(board))
    clash = [tuple(cell) for cell in json.loads(done.stdout)["marks"]["clash"]]
    rules: Any = find_puzzle(str(DATA / "hitori")).rules
    others = [(r, c) for r in range(3) for c in range(3) if (r, c) not in clash]
    for numbers in itertools.product("123", repeat=len(others)):
        filled = fill(board, [[cell, number] for cell, number in zip(others, numbers)])
        assert not list(rules.solutions(filled))
    for cell in clash:
        freed = (fill(board, [[cell, number]]) for number in "123")
        assert done.returncode == 1 and any(
            list(rules.solutions(fill(rows, [[o, v] for o, v in zip(others, numbers)])))
            for rows in freed
            for numbers in itertools.product("123", repeat=len(others))
        )


def test_a_marked_cell_is_framed_where_the_viz_file_knows_no_marks(tmp_path: Path) -> None:
    pytest.importorskip("pygraphviz", reason="pictures need pygraphviz")
    picture = tmp_path / "clash.svg"
    run_lab("explain", "--puzzle", LATIN, "--picture", picture, stdin="1..1\n....\n..2.\n....\n")
    assert picture.read_text().count(OUTLINE_COLOURS["clash"]) == 2


def test_given_cells_that_cannot_be_blank_are_never_superfluous() -> None:
    done = run_lab("explain", "--puzzle", HITORI, "--fewest-clues", "dom01")
    assert done.stdout == (HITORI / "examples" / "sol01.txt").read_text()


def test_without_a_solution_for_any_given_cells_there_is_no_list_of_cells(tmp_path: Path) -> None:
    folder = shutil.copytree(HITORI, tmp_path / "hitori")
    with (folder / "hitori.lp").open("a") as file:
        file.write(":- dim(2).\n")
    for command in ("explain", "hint"):
        done = run_lab(command, "--puzzle", folder, stdin="12\n21\n")
        assert "no board of this size has a solution" in done.stdout + done.stderr
        assert done.returncode == 1


def test_the_text_of_a_constraint_is_the_comment_beside_it_or_above(tmp_path: Path) -> None:
    program = tmp_path / "program.lp"
    program.write_bytes(
        b"""% First, heading.
a("100% pure"). b("%* no comment").
:- a("50% pure").
:- a("50% pure").  % Beside a string.
:- b(1), %* within *% a(1).  % After a block.

%* A block
   of two lines. *%
:- a(1),
   % not a heading
   b(2).
:- a(2).

% caf\xe9
:- a(3).

:- a(4).
"""
    )
    _, texts = switch_constraints(str(program))
    assert texts == [
        "First, heading",
        "Beside a string",
        "After a block",
        "A block of two lines",
        "A block of two lines",
        "caf\N{REPLACEMENT CHARACTER}",
        "line 17 of the program",
    ]


@pytest.mark.parametrize(
    ("rule", "constraints"),
    [
        (":- a(1), not a(2).", 1),
        ("not a(1) :- a(2).", 1),
        ("not not a(1) :- a(2).", 1),
        ("X = 1..2 :- a(X).", 1),
        ("{ a(4..6) } 2.", 1),
        ("1 { a(4..6) } 2 :- a(3).", 1),
        ("#count { X : a(X+3) : b(X) } = 1 :- a(3).", 1),
        ("2 <= #sum { X : a(X+3) : b(X) } 4.", 1),
        ("#sum+ { X : a(X+3) : b(X) } :- a(3).", 0),
    ],
)
def test_each_form_of_constraint_is_switched_off(
    tmp_path: Path, rule: str, constraints: int
) -> None:
    """With its atom it allows what the rule allows, and without it more."""
    program = tmp_path / "program.lp"
    program.write_text(f"b(1..3). {{ a(1..3) }}. {rule}\n#show a/1.\n")
    text, texts = switch_constraints(str(program))
    assert len(texts) == constraints
    allowed = list_answer_sets(program.read_text())
    assert list_answer_sets(f"{text} {SWITCH}(1).") == allowed
    assert (len(list_answer_sets(text)) > len(allowed)) == constraints


def list_answer_sets(text: str) -> list[list[str]]:
    control = clingo.Control(["0"], logger=lambda *_: None)
    control.add("base", [], text)
    control.ground([("base", [])])
    answer_sets: list[list[str]] = []
    control.solve(on_model=lambda m: answer_sets.append(sorted(map(str, m.symbols(shown=True)))))
    return sorted(answer_sets)
