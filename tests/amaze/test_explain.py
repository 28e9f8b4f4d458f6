"""lab explain of Amaze, compared with all paths and all boards."""

import itertools
import json
import threading
from collections.abc import Iterator

import pytest

from amaze import rules
from amaze.explain.exploration import AmazeExploration
from amaze.explain.repair import Drafts, list_moves
from amaze.optima import Optima
from amaze.rules import BLANK, Board
from lab.common.background import BackgroundWork
from lab.common.words import Cell
from lab.puzzles import find_puzzle
from tests.amaze.test_check import boards, fill_board_from
from tests.kit import long, run, run_lab


def list_paths(puzzle: Board, start: Cell, stop: Cell, taken: set[Cell]) -> Iterator[set[Cell]]:
    """Yield the cells of each path between two ends that avoids the cells taken."""
    if start == stop:
        yield {stop}
        return
    for r, c in rules.list_neighbours(start):
        inside = 0 <= r < len(puzzle) and 0 <= c < len(puzzle[0])
        if inside and (r, c) not in taken:
            for tail in list_paths(puzzle, (r, c), stop, taken | {start}):
                yield tail | {start}


def can_be_drawn(puzzle: Board, lines: list[int], taken: frozenset[Cell] = frozenset()) -> bool:
    """Whether lines can be drawn together around the ends of the other lines."""
    if not lines:
        return True
    ends = rules.group_ends(puzzle)
    start, stop = ends[lines[0]]
    blocked = {cell for number, pair in ends.items() if number != lines[0] for cell in pair} | taken
    return any(
        can_be_drawn(puzzle, lines[1:], taken | cells)
        for cells in list_paths(puzzle, start, stop, blocked)
    )


def list_optima(puzzle: Board) -> list[Board]:
    """Return the optima by brute force."""
    boards = list(rules.solutions(puzzle))
    least = min(map(rules.cost, boards), default=0)
    return sorted(board for board in boards if rules.cost(board) == least)


def explore(puzzle: Board) -> AmazeExploration:
    exploration = AmazeExploration(find_puzzle("amaze"), puzzle)
    exploration.explore()
    return exploration


SMALL = [board for board in boards(40) if len(board) * len(board[0]) <= 12]
TWO_MOVES = "2.1.\n....\n.2.1\n"
CROSSED = ["1.2/.../2.1", "12.3/..../..../3.12", "1.2.1/...../..2..", "12/21"]


@pytest.mark.parametrize("puzzle", SMALL + list(map(fill_board_from, CROSSED)), ids=str)
def test_explanations_agree_with_a_search_of_all_boards(puzzle: Board) -> None:
    exploration, expected = explore(puzzle), list_optima(puzzle)
    lines = sorted(rules.group_ends(puzzle))
    if not expected:
        assert exploration.verdict == "none" and exploration.clash
        clash = exploration.list_lines(exploration.clash)
        assert not can_be_drawn(puzzle, clash)
        subsets = itertools.combinations(lines, len(clash) - 1)
        assert all(can_be_drawn(puzzle, list(subset)) for subset in subsets)
        return
    assert exploration.cost == str(rules.cost(expected[0]))
    assert exploration.solutions == expected
    if len(expected) == 1:
        assert exploration.spare is not None
        assert exploration.list_lines(exploration.spare) == [
            number for number in lines if is_spare(puzzle, expected[0], number)
        ]
        return
    places = [(r, c) for r, row in enumerate(puzzle) for c, _ in enumerate(row)]
    assert exploration.differing_cells == [
        (r, c) for r, c in places if len({board[r][c] for board in expected}) > 1
    ]
    assert exploration.repair
    number = len(list_moves(puzzle, exploration.repair))
    assert len(list_optima(exploration.repair)) == 1
    assert exploration.repair in list(move_ends(puzzle, number))
    assert all(len(list_optima(board)) != 1 for board in move_ends(puzzle, number - 1))


def move_ends(puzzle: Board, number: int) -> Iterator[Board]:
    """Yield all puzzles with `number` ends moved."""
    numbers = rules.find_numbers(puzzle)
    places = [(r, c) for r, row in enumerate(puzzle) for c, _ in enumerate(row)]
    for starts in itertools.combinations(numbers, number):
        stay = {cell: value for cell, value in numbers.items() if cell not in starts}
        free = [cell for cell in places if cell not in stay]
        for cells in itertools.permutations(free, number):
            ends = stay | {cell: numbers[start] for cell, start in zip(cells, starts)}
            yield [
                [ends.get((r, c), BLANK) for c, _ in enumerate(row)] for r, row in enumerate(puzzle)
            ]


def is_spare(puzzle: Board, optimum: Board, number: int) -> bool:
    """Whether without a line the others are as they were, and the only optimum."""
    without, remaining = (
        [[BLANK if value == str(number) else value for value in row] for row in board]
        for board in (puzzle, optimum)
    )
    return bool(rules.find_numbers(without)) and list_optima(without) == [remaining]


def test_the_command_reports_what_it_finds() -> None:
    process = run_lab("explain", "--puzzle", "amaze", stdin="1.2\n...\n2.1\n")
    assert process.returncode == 1
    assert process.stdout.startswith("lines 1 and 2 cannot be drawn together")
    assert process.stderr == "no solution\n"
    data = json.loads(run_lab("explain", "--puzzle", "amaze", "--json", "dom02").stdout)
    assert (data["verdict"], data["cost"]) == ("several", [12])
    assert "3 boards are best" in data["text"]


@pytest.mark.parametrize(
    "puzzle", ["2.1./..../.2.1", long("..2./2.3./...1/3.1."), long(".34./3..4/..2./11.2")]
)
def test_two_ends_where_one_is_too_few(puzzle: str) -> None:
    board = fill_board_from(puzzle)
    exploration = explore(board)
    assert exploration.repair
    repaired = exploration.repair
    changes = list_moves(board, repaired)
    assert (len(changes), exploration.too_few) == (2, 1)
    assert repaired in list(move_ends(board, 2))
    assert len(list_optima(repaired)) == 1
    assert all(len(list_optima(moved)) != 1 for moved in move_ends(board, 1))
    cells = rules.find_numbers(board)
    for number, start, end in changes:
        assert (cells[start], repaired[end[0]][end[1]]) == (number, number)


@pytest.mark.parametrize("puzzle", ["...1/..2./1..2", long(".1.2/..12/....")])
def test_a_moved_end_goes_to_the_nearest_place(puzzle: str) -> None:
    board = fill_board_from(puzzle)
    repair = explore(board).repair
    assert repair
    assert len(list_moves(board, repair)) == 1
    single = [moved for moved in move_ends(board, 1) if len(list_optima(moved)) == 1]
    distances = [measure_distance(list_moves(board, moved)) for moved in single]
    assert measure_distance(list_moves(board, repair)) == min(distances)


def measure_distance(moves: list[tuple[str, Cell, Cell]]) -> int:
    """Return by how many rows and columns the only end moves."""
    ((_, start, end),) = moves
    return sum(abs(a - b) for a, b in zip(start, end))


def list_puzzles(height: int, width: int) -> Iterator[Board]:
    """Yield all puzzles of two lines."""
    places = [(r, c) for r in range(height) for c in range(width)]
    for first in itertools.combinations(places, 2):
        for second in itertools.combinations([cell for cell in places if cell not in first], 2):
            ends = dict.fromkeys(first, "1") | dict.fromkeys(second, "2")
            yield [[ends.get((r, c), BLANK) for c in range(width)] for r in range(height)]


@pytest.mark.parametrize(
    ("height", "width"), [(2, 3), *(long(*size) for size in ((2, 4), (3, 3), (2, 5), (3, 4)))]
)
def test_a_draft_with_a_single_optimum_is_never_ruled_out(height: int, width: int) -> None:
    optima = map(list_optima, list_puzzles(height, width))
    single = {str(boards[0]) for boards in optima if len(boards) == 1}
    drafts = Drafts(next(list_puzzles(height, width)))
    while pairs := [
        (board, other_solution)
        for board in list_drafts(drafts)
        if (other_solution := Optima(rules.bare(board)).find_other_solution(board))
    ]:
        for board, other_solution in pairs:
            drafts.rule_out(board, other_solution)
    assert set(map(str, list_drafts(drafts))) == single


@pytest.mark.parametrize(
    ("before", "after", "stays"),
    [
        ("111/..1/..1", "1../1../111", "111/221/..1"),  # another line is in the way
        ("11./.1./22.", "1../11./22.", "111/.../.22"),  # the line goes on elsewhere
    ],
)
def test_a_swap_that_cannot_be_made_rules_out_no_board(before: str, after: str, stays: str) -> None:
    board = fill_board_from(stays)
    assert list_optima(rules.bare(board)) == [board]
    drafts = Drafts(rules.bare(board))
    drafts.rule_out(fill_board_from(before), fill_board_from(after))
    assert board in list_drafts(drafts)


def list_drafts(drafts: Drafts) -> list[Board]:
    """Return all drafts that are left, wherever the ends are."""
    boards: list[Board] = []
    drafts.solve(lambda answer: boards.append(answer.rows))
    return boards


@pytest.mark.parametrize("slow", [long(1), 2])
def test_at_the_time_limit_the_bound_reached_so_far_is_printed(
    slow: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    propose, is_over = Drafts.propose, threading.Event()

    def propose_late(drafts: Drafts, number: int, distance: int) -> Board | None:
        """Return a draft; with the slow number, raise an error when the test is over."""
        if number == slow:
            is_over.wait(60)
            raise TimeoutError
        return propose(drafts, number, distance)

    monkeypatch.setattr(Drafts, "propose", propose_late)
    command = "explain", "--puzzle", "amaze", "--time-limit", "0.5"
    try:
        process = run_lab(*command, stdin=TWO_MOVES)
        data = json.loads(run_lab(*command, "--json", stdin=TWO_MOVES).stdout)
    finally:
        is_over.set()
        for thread in threading.enumerate():
            if isinstance(thread, BackgroundWork):
                thread.join()
    assert process.returncode == 1
    bound = "fewest ends to move: more than 1 end, how many is not known yet\n"
    assert (bound in process.stdout) == (slow == 2)
    number = f"{slow} end{'s' * (slow > 1)}"
    assert f"the time limit came while looking for {number} to move: " in process.stderr
    assert (data["text"], data["repairs"]) == (process.stdout, [])


def test_an_explanation_is_empty_until_the_clash_is_known() -> None:
    exploration = AmazeExploration(find_puzzle("amaze"), fill_board_from("12/21"))
    assert exploration.describe_in_words() == ""
    exploration.verdict = "none"  # and the lines that clash are still unknown
    assert exploration.describe_in_words() == ""


def test_a_blocked_cell_is_a_fact_for_the_encoding() -> None:
    lines = run("encode.py", "--puzzle", "amaze", "dom02").stdout
    before = run("decode.py", "amaze/amaze.lp", "-", stdin=lines)
    assert before.stderr == "optimum 12\nanother board costs the same\n"
    process = run("decode.py", "amaze/amaze.lp", "-", stdin=f"{lines}blocked(3,3).\n")
    assert (process.returncode, process.stderr) == (0, "optimum 12\n")


def test_a_line_whose_ends_are_cut_off_is_named() -> None:
    process = run_lab("explain", "--puzzle", "amaze", stdin="13.3\n2..1\n..2.\n")
    assert (process.returncode, process.stderr) == (1, "no solution\n")
    assert process.stdout == "line 1 cannot be drawn: the ends of the others cut its ends off\n"
