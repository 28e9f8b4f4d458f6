"""`lab explain` of Light Up, compared with what a SAT solver or brute force says."""

import itertools
import json
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, example, given

from lab.common.background import BackgroundWork
from lab.common.words import Cell
from lab.lightup import rules
from lab.lightup.explain.exploration import COUNT_LIMIT, LightUpExploration
from lab.lightup.explain.repair import ChangedPuzzle, find_repairs
from lab.lightup.rules import CLUES, Board, find_cells, find_white_cells
from tests import kit

# Most boards drawn are not of the kind that a test is about.
searching = kit.budget(15, suppress_health_check=[HealthCheck.filter_too_much])


def explore(board: Board, fewest_given: bool = False) -> LightUpExploration:
    exploration = LightUpExploration(kit.LIGHT_UP, board, fewest_given)
    exploration.explore()
    return exploration


def find_solutions(board: Board, limit: int = 2) -> list[str]:
    return list(itertools.islice(kit.solve_by_sat(board), limit))


def remove_cells(board: Board, clues: Iterable[Cell]) -> Board:
    return kit.fill_cells(board, dict.fromkeys(clues, "x"))


def list_subsets(places: Iterable[Cell], size: int) -> Iterator[set[Cell]]:
    return map(set, itertools.combinations(sorted(places), size))


# ---------------------------------------------------------------- no solution


@given(kit.boards(7, 7, "....x0123"))
@searching
def test_a_clash_is_unsolvable_and_none_of_its_clues_can_go(board: Board) -> None:
    assume(not find_solutions(board))
    exploration = explore(board)
    clash, clues = exploration.clue_clash, exploration.clash
    assert clash and clues
    needless = set(find_cells(board, CLUES)).difference(clues)
    assert clash.board == remove_cells(board, needless)
    assert not find_solutions(clash.board)
    assert all(find_solutions(remove_cells(board, needless | {clue})) for clue in clues)
    assert clash.reason


@given(kit.boards(4, 4, "...x0123"))
@searching
def test_no_fewer_clues_clash(board: Board) -> None:
    assume(not find_solutions(board))
    clues, exploration = set(find_cells(board, CLUES)), explore(board)
    assert exploration.clash and exploration.is_smallest
    for fewer in range(len(exploration.clash)):
        assert all(
            find_solutions(remove_cells(board, clues - kept)) for kept in list_subsets(clues, fewer)
        )


@given(kit.boards(4, 4, "...x012"))
@searching
def test_dark_cells_are_those_that_no_bulb_may_light(board: Board) -> None:
    assume(not find_solutions(board))
    clash = explore(board).clue_clash
    assert clash and clash.dark == find_dark_cells_by_brute_force(clash.board)


def find_dark_cells_by_brute_force(board: Board) -> list[Cell]:
    """Return the cells that are dark whatever bulbs meet the clues and do not see each other.

    Empty if there are no such bulbs.
    """
    places = sorted(find_white_cells(board))
    dark: set[Cell] | None = None
    for bulbs in itertools.product(".b", repeat=len(places)):
        placed = kit.fill_cells(board, dict(zip(places, bulbs)))
        if not rules.find_bulbs_in_sight(placed) and not rules.find_wrong_clues(placed):
            unlit = set(rules.find_dark_cells(placed))
            dark = unlit if dark is None else dark & unlit
    return sorted(dark or [])


Reason = tuple[list[list[int]], list[list[int]] | None, str]
REASONS: dict[str, Reason] = {  # rows joined by /: the clash, the dark cells, part of the reason
    "3./.x": ([[0, 0]], None, "the 3 at row 0, column 0 has 2 white cells beside it"),
    "4x/x.": ([[0, 0]], None, "the 4 at row 0, column 0 has 0 white cells beside it"),
    "..../.0../..3./....": (
        [[1, 1], [2, 2]],
        None,
        "want the same cells: of row 1, column 2; row 2, column 1 the first needs 1 or more",
    ),
    "0.x": ([[0, 0]], [[0, 1]], "no bulb may light row 0, column 1"),
    "0.x/.xx/xx.": ([[0, 0]], [[0, 1], [1, 0]], "light row 0, column 1; row 1, column 0"),
}


@pytest.mark.parametrize("rows", REASONS)
def test_well_known_reasons(rows: str) -> None:
    clash, dark, reason = REASONS[rows]
    data = as_data(rows.split("/"))
    assert (data["marks"]["clash"], data["marks"].get("dark")) == (clash, dark)
    assert reason in data["text"]


# ---------------------------------------------------------------- several solutions


@given(kit.boards(6, 6, ".......xxxx1"))
@searching
def test_the_backbone_is_what_all_solutions_share(board: Board) -> None:
    bulbs = [set(find_cells(solution.split(), "b")) for solution in find_solutions(board, 400)]
    assume(2 <= len(bulbs) < 400)
    exploration = LightUpExploration(kit.LIGHT_UP, board)
    exploration.find_solutions()
    assert exploration.count == len(bulbs)
    in_all, in_some = set.intersection(*bulbs), set.union(*bulbs)
    empty = dict.fromkeys(find_white_cells(board) - in_some, "-")
    assert exploration.shared == {**dict.fromkeys(in_all, "b"), **empty}
    assert exploration.differ == in_some - in_all


@given(kit.boards(5, 5, "....xxx1"))
@searching
def test_every_repair_leaves_one_solution(board: Board) -> None:
    assume(len(find_solutions(board)) == 2)
    for repair in itertools.islice(find_repairs(board), 2):
        assert find_solutions(repair.puzzle) == [kit.join_grid(repair.solution)]
        changed = list_changes(board, repair.puzzle)
        assert set(changed) == repair.changes
        kinds = set(changed.values())
        assert kinds <= {"x0", "x1", "x2", "x3", "x4"} or kinds == {".x"}


def list_changes(board: Board, changed: Board) -> dict[Cell, str]:
    """Return the characters before and after a change, by cell."""
    return {
        (r, c): a + b
        for r, rows in enumerate(zip(board, changed))
        for c, (a, b) in enumerate(zip(*rows))
        if a != b
    }


@example(["...", "...", "x.."])  # here a swap that others' light hinders would mislead,
@example([".x..", "....", ".xxx"])  # and here one whose bulbs are not there
@given(kit.boards(3, 4, ".....xx1"))
@searching
def test_no_fewer_changes_do_and_clues_come_first(board: Board) -> None:
    assume(len(find_solutions(board)) == 2)
    exploration, fewest = explore(board), count_fewest_clues(board)
    assert exploration.repair and exploration.is_smallest
    changed = list_changes(board, exploration.repair).keys()
    if fewest is None:
        fewest = count_fewest_blackened(board, len(changed))
        assert changed <= find_white_cells(board)
    else:
        assert not changed & find_white_cells(board)
    assert len(changed) == fewest


def count_fewest_clues(board: Board) -> int | None:
    """Return the fewest clues to add that leave one solution; None if no clues do."""
    unnumbered = find_cells(board, "x")
    counts = []
    for solution in kit.solve_by_sat(board):
        bulbs = set(find_cells(solution.split(), "b"))
        counts.append([len(bulbs & {*rules.list_neighbours(board, x)}) for x in unnumbered])
    for size in range(len(unnumbered) + 1):
        for chosen in itertools.combinations(range(len(unnumbered)), size):
            clues = [tuple(row[k] for k in chosen) for row in counts]
            if any(clues.count(row) == 1 for row in clues):
                return size
    return None


def count_fewest_blackened(board: Board, most: int) -> int:
    """Return the fewest white cells to make black that leave one solution, or `most`."""
    for size in range(most):
        for blackened in list_subsets(find_white_cells(board), size):
            if len(find_solutions(remove_cells(board, blackened))) == 1:
                return size
    return most


# ---------------------------------------------------------------- one solution


@given(kit.boards(6, 6, "...xx012"))
@searching
def test_superfluous_clues_and_a_sufficient_set(board: Board) -> None:
    assume(len(find_solutions(board)) == 1)
    exploration = explore(board, fewest_given=True)
    clues = set(find_cells(board, CLUES))
    assert exploration.spare == {
        clue for clue in clues if len(find_solutions(remove_cells(board, {clue}))) == 1
    }
    assert exploration.sufficient
    kept = exploration.sufficient.members
    assert len(find_solutions(remove_cells(board, clues - kept))) == 1
    assert all(len(find_solutions(remove_cells(board, clues - kept | {c}))) == 2 for c in kept)


@given(kit.boards(4, 4, "..xx012"))
@searching
def test_no_fewer_clues_suffice(board: Board) -> None:
    assume(len(find_solutions(board)) == 1)
    clues, sufficient = set(find_cells(board, CLUES)), explore(board, fewest_given=True).sufficient
    assert sufficient
    assert sufficient.is_smallest
    for fewer in range(len(sufficient.members)):
        for kept in list_subsets(clues, fewer):
            assert len(find_solutions(remove_cells(board, clues - kept))) == 2


# ---------------------------------------------------------------- the command


def explain(board: Board, *options: object) -> kit.Done:
    return kit.run_lab("explain", *options, stdin=kit.join_grid(board))


def explain_in_a_process(board: Board, *options: object) -> kit.Done:
    """Run the command in its own process; the search ends with this process."""
    return kit.run("-m", "lab", "explain", *options, stdin=kit.join_grid(board))


def as_data(board: Board) -> Any:
    return json.loads(explain(board, "--json").stdout)


VERDICTS = {  # rows joined by /: the verdict, the status, number of shared cells and of repairs
    "3./..": ("none", 1, 0, 1),
    "../..": ("several", 1, 0, 1),
    "..x": ("several", 1, 0, 1),
    ".": ("unique", 0, 1, 0),
    "x": ("unique", 0, 0, 0),
}


@pytest.mark.parametrize("rows", VERDICTS)
def test_the_data_are_those_of_the_verdict(rows: str) -> None:
    verdict, status, shared, repairs = VERDICTS[rows]
    process = explain(rows.split("/"), "--json")
    data = json.loads(process.stdout)
    assert (data["verdict"], process.returncode) == (verdict, status)
    assert (len(data["shared"]), len(data["repairs"])) == (shared, repairs)
    assert data["is_complete"] and data["is_smallest"] == (verdict != "unique")
    assert data["text"] == explain(rows.split("/")).stdout


def test_the_words_name_the_clash_and_draw_it_alone() -> None:
    process = explain(["....", ".0..", "..3.", "...1"])
    assert process.returncode == 1
    assert process.stderr == "no solution\n"
    assert "  0 at row 1, column 1\n  3 at row 2, column 2\n" in process.stdout
    rows = "....\n.0..\n..3.\n...x\n"
    assert process.stdout.endswith(f"\n\nthe board without the other clues:\n{rows}")


def test_a_clue_that_can_be_met_is_not_said_to_be_unmet() -> None:
    """A bulb beside the 1 meets it; then a cell remains dark."""
    process = explain(["x..", ".1.", "..."])
    assert "this clue clashes with the rules:\n  1 at row 1, column 1\n" in process.stdout
    assert "where the clues are met, one cell stays dark" in process.stdout


@pytest.fixture
def time_is_up_after_the_first_repair(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the time limit come when there is a repair, whatever the clock says."""
    is_repaired, is_over = threading.Event(), threading.Event()
    tasks: list[BackgroundWork[None]] = []

    def find_one_repair(board: Board) -> Iterator[ChangedPuzzle]:
        yield next(find_repairs(board))
        is_repaired.set()  # and kept by the exploration
        is_over.wait(60)

    def stop_when_repaired(task: BackgroundWork[None], *_: object) -> bool:
        tasks.append(task)
        task.start()
        assert is_repaired.wait(60)
        return False

    monkeypatch.setattr("lab.lightup.explain.exploration.find_repairs", find_one_repair)
    monkeypatch.setattr(BackgroundWork, "start_and_wait", stop_when_repaired)
    yield
    is_over.set()
    for task in tasks:
        task.join()


def test_bulbs_and_marks_are_set_aside() -> None:
    process = explain(["b-"], "--json")
    assert json.loads(process.stdout)["marks"] == {"differ": [[0, 0], [0, 1]]}
    assert "set aside" in process.stderr


def test_standard_input_is_the_puzzle() -> None:
    for options in ([], ["-"]):
        process = kit.run_lab("explain", *options, stdin="1.\n")
        assert (process.returncode, process.stderr) == (0, "exactly one solution\n")


@pytest.mark.parametrize(("options", "output"), [([], ""), (["--json"], '{"verdict": null, ')])
def test_the_time_limit_leaves_the_verdict_open(options: list[str], output: str) -> None:
    process = explain_in_a_process(["." * 150] * 150, *options, "--time-limit", "0.05")
    assert (process.returncode, process.stdout[:18]) == (3, output)
    assert "undecided" in process.stderr


@pytest.mark.usefixtures("time_is_up_after_the_first_repair")
def test_at_the_time_limit_the_repair_found_so_far_is_printed() -> None:
    process = explain(["." * 8] * 8, "--time-limit", "1.5", "--json")
    data = json.loads(process.stdout)
    assert process.returncode == 1
    assert not data["is_complete"] and not data["is_smallest"]
    assert f"there are more than {COUNT_LIMIT} solutions" in data["text"]
    assert "white cells made black, perhaps fewer do" in data["text"]
    repaired = data["text"].split("\n\n")[-1].split()
    assert len(find_solutions(repaired)) == 1


@pytest.mark.parametrize(
    ("rows", "marks", "caption"),
    [
        ("3./..", {(0, 0): "clash"}, "no solution: this clue clashes with the rules\n"),
        ("../..", dict.fromkeys([(0, 0), (0, 1), (1, 0), (1, 1)], "differ"), "several solutions; "),
        ("1.", {(0, 0): "superfluous"}, "exactly one solution; each of the marked values can go"),
        (".", {}, "exactly one solution"),
    ],
)
def test_a_picture_marks_explained_cells(rows: str, marks: dict[Cell, str], caption: str) -> None:
    frame = explore(rows.split("/")).draw_frame()
    assert frame.marks == marks
    assert frame.caption.startswith(caption)


def test_a_picture_has_the_verdict_as_its_caption(tmp_path: Path) -> None:
    pytest.importorskip("pygraphviz", reason="pictures need pygraphviz")
    path = tmp_path / "picture.svg"
    for rows, status, caption in (("3./..", 1, "no solution"), (".", 0, "exactly one solution")):
        assert explain(rows.split("/"), "--picture", path).returncode == status
        assert f">{caption}" in path.read_text()
        path.unlink()
