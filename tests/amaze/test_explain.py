"""lab explain of Amaze, beside paths that are found by trying all of them."""

import itertools
import json
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from amaze import rules
from amaze.explain.blocking import Blocked
from amaze.explain.drafts import rival
from amaze.explain.exploration import Exploration
from amaze.explain.moving import Moved, length, moves
from amaze.rules import EMPTY, Board
from lab.common.background import BackgroundTask
from lab.common.words import Cell
from tests.amaze.test_check import board_of, boards
from tests.kit import first_of, run, run_lab


def paths(puzzle: Board, start: Cell, stop: Cell, taken: set[Cell]) -> Iterator[set[Cell]]:
    """The cells of every path between two ends that uses no cell taken."""
    if start == stop:
        yield {stop}
        return
    for r, c in rules.around(start):
        inside = 0 <= r < len(puzzle) and 0 <= c < len(puzzle[0])
        if inside and (r, c) not in taken:
            for rest in paths(puzzle, (r, c), stop, taken | {start}):
                yield rest | {start}


def can_be_drawn(puzzle: Board, lines: list[int], taken: frozenset[Cell] = frozenset()) -> bool:
    """Whether lines can be drawn together, the ends of others being in the way."""
    if not lines:
        return True
    ends = rules.ends(puzzle)
    start, stop = ends[lines[0]]
    blocked = {cell for number, pair in ends.items() if number != lines[0] for cell in pair} | taken
    every = paths(puzzle, start, stop, blocked)
    return any(can_be_drawn(puzzle, lines[1:], taken | cells) for cells in every)


def best(puzzle: Board, blocked: tuple[Cell, ...] = ()) -> list[Board]:
    """The optima that use no blocked cell, by brute force."""
    every = [
        board for board in rules.solutions(puzzle) if all(board[r][c] == EMPTY for r, c in blocked)
    ]
    least = min(map(rules.cost, every), default=0)
    return sorted(board for board in every if rules.cost(board) == least)


def explored(puzzle: Board) -> Exploration:
    found = Exploration(puzzle)
    found.explore()
    return found


SMALL = [board for board in boards(40) if len(board) * len(board[0]) <= 12]
TWO_OF_EACH = "2.1.\n....\n.2.1\n"  # ends to move, and cells to block
CROSSED = ["1.2/.../2.1", "12.3/..../..../3.12", "1.2.1/...../..2..", "12/21"]


@pytest.mark.parametrize("puzzle", SMALL + list(map(board_of, CROSSED)), ids=str)
def test_what_is_explained(puzzle: Board) -> None:
    found, expected = explored(puzzle), best(puzzle)
    lines = sorted(rules.ends(puzzle))
    if not expected:
        assert found.verdict == "none"
        assert not can_be_drawn(puzzle, found.clash)
        fewer = itertools.combinations(lines, len(found.clash) - 1)
        assert all(can_be_drawn(puzzle, list(some)) for some in fewer)
        return
    assert found.cost == rules.cost(expected[0])
    assert found.optima == expected
    if len(expected) == 1:
        assert found.spare == [number for number in lines if is_spare(puzzle, expected[0], number)]
        return
    places = [(r, c) for r, row in enumerate(puzzle) for c, _ in enumerate(row)]
    assert found.cells == [(r, c) for r, c in places if len({one[r][c] for one in expected}) > 1]
    free = [cell for cell in places if cell not in rules.filled(puzzle)]
    assert found.is_blockable == (found.blocks is not None)
    if found.blocks is not None:
        assert is_left_alone(puzzle, expected, tuple(found.blocks))
        fewer = itertools.combinations(free, len(found.blocks) - 1)
        assert not any(is_left_alone(puzzle, expected, some) for some in fewer)
    else:
        subsets = (itertools.combinations(free, number) for number in range(len(free) + 1))
        assert not any(is_left_alone(puzzle, expected, some) for some in itertools.chain(*subsets))
    assert found.repair
    number = len(found.repair.moves)
    assert len(best(found.repair.puzzle)) == 1
    assert found.repair.puzzle in list(moved(puzzle, number))
    assert all(len(best(one)) != 1 for one in moved(puzzle, number - 1))


def moved(puzzle: Board, number: int) -> Iterator[Board]:
    """All puzzles that come of moving so many ends."""
    given = rules.filled(puzzle)
    places = [(r, c) for r, row in enumerate(puzzle) for c, _ in enumerate(row)]
    for starts in itertools.combinations(given, number):
        stay = {cell: value for cell, value in given.items() if cell not in starts}
        free = [cell for cell in places if cell not in stay]
        for cells in itertools.permutations(free, number):
            ends = stay | {cell: given[start] for cell, start in zip(cells, starts)}
            yield [
                [ends.get((r, c), EMPTY) for c, _ in enumerate(row)] for r, row in enumerate(puzzle)
            ]


def is_left_alone(puzzle: Board, optima: list[Board], blocked: tuple[Cell, ...]) -> bool:
    """Whether one of the optima is the only one without the blocked cells."""
    left = best(puzzle, blocked)
    return len(left) == 1 and left[0] in optima


def is_spare(puzzle: Board, optimum: Board, number: int) -> bool:
    """Whether without a line the others are as they were, and the only optimum."""
    without, rest = (
        [[EMPTY if value == str(number) else value for value in row] for row in board]
        for board in (puzzle, optimum)
    )
    return bool(rules.filled(without)) and best(without) == [rest]


def test_the_command_reports_what_it_finds() -> None:
    done = run_lab("explain", "--puzzle", "amaze", stdin="1.2\n...\n2.1\n")
    assert done.returncode == 1
    assert done.stdout.startswith("lines 1 and 2 cannot be drawn together")
    assert done.stderr == "no solution\n"
    data = json.loads(run_lab("explain", "--puzzle", "amaze", "--json", "dom02").stdout)
    assert (data["verdict"], data["cost"], data["optima"]) == ("several", 12, 3)


@pytest.mark.parametrize(
    ("puzzle",), first_of(zip(["2.1./..../.2.1", "..2./2.3./...1/3.1.", ".34./3..4/..2./11.2"]), 1)
)
def test_two_ends_where_one_is_too_few(puzzle: str) -> None:
    board = board_of(puzzle)
    found = explored(board)
    assert found.repair
    changes, mended = found.repair
    assert (len(changes), found.too_few) == (2, 1)
    assert mended in list(moved(board, 2))
    assert len(best(mended)) == 1
    assert all(len(best(one)) != 1 for one in moved(board, 1))
    cells = rules.filled(board)
    for number, start, end in changes:
        assert (cells[start], mended[end[0]][end[1]]) == (number, number)


@pytest.mark.parametrize(("puzzle",), first_of(zip(["...1/..2./1..2", ".1.2/..12/...."]), 1))
def test_one_end_goes_to_the_nearest_place(puzzle: str) -> None:
    board = board_of(puzzle)
    repair = explored(board).repair
    assert repair
    assert len(repair.moves) == 1
    single = [one for one in moved(board, 1) if len(best(one)) == 1]
    assert length(repair.moves) == min(length(moves(board, one)) for one in single)


def puzzles(height: int, width: int) -> Iterator[Board]:
    """All puzzles of two lines."""
    places = [(r, c) for r in range(height) for c in range(width)]
    for first in itertools.combinations(places, 2):
        for second in itertools.combinations([cell for cell in places if cell not in first], 2):
            ends = dict.fromkeys(first, "1") | dict.fromkeys(second, "2")
            yield [[ends.get((r, c), EMPTY) for c in range(width)] for r in range(height)]


@pytest.mark.parametrize(("height", "width"), first_of([(2, 4), (3, 3), (2, 5), (3, 4)], 1))
def test_what_is_ruled_out_is_no_only_optimum(height: int, width: int) -> None:
    every = map(best, puzzles(height, width))
    single = {str(found[0]) for found in every if len(found) == 1}
    drafts = Moved(next(puzzles(height, width)))
    while others := [pair for draft in drafted(drafts) if (pair := (draft, rival(draft)))[1]]:
        for draft, other in others:
            assert other
            drafts.rule_out(draft, other)
    assert set(map(str, drafted(drafts))) == single


@pytest.mark.parametrize(
    ("before", "after", "stays"),
    [
        ("111/..1/..1", "1../1../111", "111/221/..1"),  # another line is in the way
        ("11./.1./22.", "1../11./22.", "111/.../.22"),  # the line goes on elsewhere
    ],
)
def test_a_swap_rules_out_no_board_where_it_cannot_be_made(
    before: str, after: str, stays: str
) -> None:
    board = board_of(stays)
    assert best(rules.implied(board)) == [board]
    drafts = Moved(rules.implied(board))
    drafts.rule_out(board_of(before), board_of(after))
    assert board in drafted(drafts)


def drafted(drafts: Moved) -> list[Board]:
    """All drafts that are left, wherever the ends are."""
    found: list[Board] = []
    drafts.solve(lambda answer: found.append(answer.rows))
    return found


@pytest.mark.parametrize(
    ("drafts", "noun", "deed", "slow"),
    [(Moved, "end", "move", 1), (Moved, "end", "move", 2), (Blocked, "cell", "block", 2)],
)
def test_what_is_known_when_time_is_up(
    drafts: Any, noun: str, deed: str, slow: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    propose, is_over = drafts.propose, threading.Event()

    def proposed(drafts: Any, most: int, distance: int | None = None) -> object:
        """A draft; where it should be slow, none before the test is over, and then an error."""
        if most == slow:
            is_over.wait(60)
            raise TimeoutError
        return propose(drafts, most, *[distance] if distance else [])

    monkeypatch.setattr(drafts, "propose", proposed)
    words = "explain", "--puzzle", "amaze", "--time-limit", "0.5"
    try:
        done = run_lab(*words, stdin=TWO_OF_EACH)
        data = json.loads(run_lab(*words, "--json", stdin=TWO_OF_EACH).stdout)
    finally:
        is_over.set()
        for thread in threading.enumerate():
            if isinstance(thread, BackgroundTask):
                thread.join()
    assert done.returncode == 1
    known = f"fewest {noun}s to {deed}: more than 1 {noun}, how many is not known yet\n"
    assert (known in done.stdout) == (slow == 2)
    number = f"{slow} {noun}{'s' * (slow > 1)}"
    assert f"the time limit came while looking for {number} to {deed}: " in done.stderr
    assert (data["blocks"], data["is_blockable"]) == (None, None)
    if drafts is Moved:
        assert (data["moves"], data["puzzle"], data["too_few"]) == (None, None, slow - 1)
    else:
        assert data["too_few_blocks"] == 1


def test_blocked_cells_are_facts_for_the_encoding() -> None:
    """What is explained can be tried."""
    lines = run("encode.py", "--puzzle", "amaze", "dom02").stdout
    before = run("decode.py", "amaze/amaze.lp", "-", stdin=lines)
    assert before.stderr == "optimum 12\nanother board costs the same\n"
    data = json.loads(run_lab("explain", "--puzzle", "amaze", "--json", "dom02").stdout)
    assert (data["is_blockable"], data["too_few_blocks"]) == (True, 0)
    ((r, c),) = data["blocks"]
    done = run("decode.py", "amaze/amaze.lp", "-", stdin=f"{lines}blocked({r},{c}).\n")
    assert (done.returncode, done.stderr) == (0, "optimum 12\n")


def test_where_no_cells_help() -> None:
    """As if two optima went through the same cells."""
    puzzle = board_of("2.1./..../.2.1")
    found = explored(puzzle)
    drafts = Blocked(puzzle, found.cost)
    for board in found.optima:
        assert drafts.is_possible
        drafts.rule_out(
            board, [[value if value == EMPTY else "3" for value in row] for row in board]
        )
    assert (drafts.propose(99), drafts.is_possible) == (None, False)


def test_one_line_that_is_cut_off() -> None:
    done = run_lab("explain", "--puzzle", "amaze", stdin="13.3\n2..1\n..2.\n")
    assert (done.returncode, done.stderr) == (1, "no solution\n")
    assert done.stdout == "line 1 cannot be drawn: the ends of the others cut its ends off\n"
