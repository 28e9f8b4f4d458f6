"""The three checks, against cases worked out by hand and against another reading of the rules."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.common.words import Cell
from lab.lightup import rules
from lab.lightup.checking import list_small_parts
from lab.lightup.rules import Board
from tests import kit

WAYS = ((0, 1), (1, 0), (0, -1), (-1, 0))
Expected = tuple[list[tuple[Cell, Cell]], dict[Cell, tuple[int, int]], list[Cell]]


# board, pairs in sight, clues with (bulbs, most), dark cells; rows joined by /
FINISHED: dict[str, Expected] = {
    "b": ([], {}, []),
    ".": ([], {}, [(0, 0)]),
    "x": ([], {}, []),
    "0": ([], {}, []),
    "1": ([], {(0, 0): (0, 0)}, []),
    "b.b": ([((0, 0), (0, 2))], {}, []),
    "bbb": ([((0, 0), (0, 1)), ((0, 1), (0, 2))], {}, []),
    "bxb": ([], {}, []),
    "b/./b": ([((0, 0), (2, 0))], {}, []),
    "b1b": ([], {(0, 1): (2, 2)}, []),
    "b./..": ([], {}, [(1, 1)]),
    "b-/-b": ([], {}, []),
    ".b./b4b/.b.": ([], {}, []),
    "b2x/x.b": ([], {(0, 1): (1, 1)}, []),
}
HALF: dict[str, Expected] = {
    ".": ([], {}, []),
    "-": ([], {}, [(0, 0)]),
    "-.": ([], {}, []),
    "1.": ([], {}, []),
    "1-": ([], {(0, 0): (0, 0)}, [(0, 1)]),
    "2.": ([], {(0, 0): (0, 1)}, []),
    "0.": ([], {}, [(0, 1)]),
    "b1./xx.": ([], {}, []),
    "b1./xxx": ([], {}, [(0, 2)]),
    "b.x/x1.": ([], {}, []),
    "b.x/x1-": ([], {(1, 1): (0, 0)}, [(1, 2)]),
    "bb": ([((0, 0), (0, 1))], {}, []),
}


CASES = [
    pytest.param(rows, partial, expected, id=f"{'half' if partial else 'finished'} {rows}")
    for partial, cases in ((False, FINISHED), (True, HALF))
    for rows, expected in cases.items()
]


@pytest.mark.parametrize(("rows", "partial", "expected"), CASES)
def test_by_hand(rows: str, partial: bool, expected: Expected) -> None:
    board = rows.split("/")
    wrong_clues = rules.find_wrong_clues(board, partial)
    counts = {wrong.cell: (wrong.bulbs, wrong.most) for wrong in wrong_clues}
    found = rules.find_bulbs_in_sight(board), counts, rules.find_dark_cells(board, partial)
    assert found == expected


@given(kit.boards(6, 6, "......xb012-"))
@kit.budget(150)
def test_finished_grids_cell_by_cell(board: Board) -> None:
    places = {(r, c): cell for r, row in enumerate(board) for c, cell in enumerate(row)}
    bulbs = {place for place, cell in places.items() if cell == "b"}
    lit = {place: walk_light(places, place) for place, cell in places.items() if cell in ".b-"}
    sight = {
        (bulb, min(ahead))
        for bulb in bulbs
        for axis in (0, 1)
        if (ahead := {seen for seen in bulbs & lit[bulb] if seen[axis] > bulb[axis]})
    }
    assert set(rules.find_bulbs_in_sight(board)) == sight
    dark = [place for place in sorted(lit) if not lit[place] & bulbs]
    assert rules.find_dark_cells(board) == dark
    counts = {
        (r, c): sum((r + y, c + x) in bulbs for y, x in WAYS)
        for (r, c), cell in places.items()
        if cell in "012"
    }
    wrong = {place: n for place, n in counts.items() if str(n) != places[place]}
    assert {miscount.cell: miscount.bulbs for miscount in rules.find_wrong_clues(board)} == wrong


def walk_light(places: dict[Cell, str], start: Cell) -> set[Cell]:
    """Return the cells that a bulb in `start` lights, by walking."""
    lit = {start}
    for y, x in WAYS:
        place = (start[0] + y, start[1] + x)
        while places.get(place, "x") in ".b-":
            lit.add(place)
            place = (place[0] + y, place[1] + x)
    return lit


@given(kit.boards(6, 6, "...x12"), st.data())
@kit.budget(80)
def test_solutions_and_all_parts_of_solutions_pass(board: Board, data: st.DataObject) -> None:
    for solution in itertools.islice(kit.solve_by_sat(board), 3):
        rows = solution.split()
        bulbs = rules.find_cells(rows, "b")
        hidden = data.draw(st.sets(st.sampled_from(bulbs))) if bulbs else set()
        part = kit.fill_cells(rows, dict.fromkeys(hidden, "."))
        assert not (
            rules.find_bulbs_in_sight(part)
            or rules.find_wrong_clues(part, True)
            or rules.find_dark_cells(part, True)
        )
        assert rules.is_solved(part) == (not hidden)


@given(kit.boards(4, 4, "....x012b-"))
@kit.budget(150)
def test_a_partial_board_with_an_offence_has_no_solution(board: Board) -> None:
    if (
        rules.find_bulbs_in_sight(board)
        or rules.find_wrong_clues(board, True)
        or rules.find_dark_cells(board, True)
    ):
        puzzle = [row.translate(str.maketrans("b-", "..")) for row in board]
        for solution in kit.solve_by_sat(puzzle):
            pairs = zip("".join(board), solution.replace("\n", ""))
            assert any((mark, cell) in {("b", "."), ("-", "b")} for mark, cell in pairs)


@pytest.mark.parametrize(
    ("board", "expected"),
    [
        (["xx..x", "x...x", "xx..x"], ["xx. x.. xx.", "x.. ... x..", "..x ..x ..x"]),
        (["xx.", "x..", "xx.", "...", "xxx"], ["xx. x.. xx.", "x.. xx. ...", "xx. ... xxx"]),
    ],
)
def test_boards_that_are_no_squares_have_square_parts(board: Board, expected: list[str]) -> None:
    assert [" ".join(part) for part in list_small_parts(board)] == expected
