"""`lab explain`: minimal by removing each member in turn, smallest by brute force, backbones
by enumeration, repairs by solving them again; the judge is a SAT solver, or every placement.
"""

import itertools
import json

import pytest
from hypothesis import HealthCheck, assume, example, given

from lab.lightup import rules
from lab.lightup.explain import account, files
from lab.lightup.explain.exploration import COUNTED, Exploration
from lab.lightup.explain.repair import repairs
from lab.lightup.rules import CLUES, cells, white
from tests import kit

LIGHTUP = kit.ROOT / "lightup.lp"
RULES = LIGHTUP.read_text()

# Most boards drawn are not of the kind that a test is about.
searching = kit.budget(15, suppress_health_check=[HealthCheck.filter_too_much])


def explored(board, **options):
    found = Exploration(board, **options)
    found.explore()
    return found


def solutions(board, limit=2):
    return list(itertools.islice(kit.by_sat(board), limit))


def without(board, clues):
    return kit.placed(board, dict.fromkeys(clues, "x"))


def subsets(things, size):
    return map(set, itertools.combinations(sorted(things), size))


# ---------------------------------------------------------------- no solution


@given(kit.boards(7, 7, "....x0123"))
@searching
def test_a_clash_is_unsolvable_and_none_of_its_clues_can_go(board):
    assume(not solutions(board))
    found = explored(board)
    clash = found.clash.clues.cells
    others = set(cells(board, CLUES)) - clash
    assert found.verdict == "none"
    assert found.clash.board == without(board, others)
    assert not solutions(found.clash.board)
    assert all(solutions(without(board, others | {clue})) for clue in clash)
    assert found.clash.reason.words


@given(kit.boards(4, 4, "...x0123"))
@searching
def test_no_fewer_clues_clash(board):
    assume(not solutions(board))
    clues, found = set(cells(board, CLUES)), explored(board).clash.clues
    assert found.fewest
    for fewer in range(len(found.cells)):
        assert all(solutions(without(board, clues - some)) for some in subsets(clues, fewer))


@given(kit.boards(4, 4, "...x012"))
@searching
def test_dark_cells_are_those_that_no_bulb_may_light(board):
    """Judged on every placement of bulbs that do not see each other, with the clues met."""
    assume(not solutions(board))
    found = explored(board)
    assert found.clash.reason.dark == dark_by_brute_force(found.clash.board)


def dark_by_brute_force(board):
    """Cells left dark by all placements, no cell if there is no placement."""
    places = sorted(white(board))
    dark = None
    for bulbs in itertools.product(".b", repeat=len(places)):
        placed = kit.placed(board, dict(zip(places, bulbs)))
        if not rules.in_sight(placed) and not rules.miscounted(placed):
            unlit = set(rules.dark(placed))
            dark = unlit if dark is None else dark & unlit
    return sorted(dark or [])


REASONS = {  # rows joined by /: the clash, the dark cells, a part of the reason
    "3./.x": ([[0, 0]], None, "the 3 at row 0, column 0 has two white cells beside it"),
    "4x/x.": ([[0, 0]], None, "the 4 at row 0, column 0 has no white cells beside it"),
    "..../.0../..3./....": (
        [[1, 1], [2, 2]],
        None,
        "want the same cells: of row 1, column 2; row 2, column 1 the first needs 1 or more",
    ),
    "0.x": ([[0, 0]], [[0, 1]], "no bulb may light row 0, column 1"),
    "0.x/.xx/xx.": ([[0, 0]], [[0, 1], [1, 0]], "light row 0, column 1; row 1, column 0"),
}


@pytest.mark.parametrize("rows", REASONS)
def test_well_known_reasons(rows):
    clash, dark, reason = REASONS[rows]
    data = as_data(rows.split("/"))
    assert data["clash"] == clash
    assert data.get("dark") == dark
    assert reason in data["reason"]


# ---------------------------------------------------------------- several solutions


@given(kit.boards(6, 6, ".......xxxx1"))
@searching
def test_the_backbone_is_what_all_solutions_share(board):
    known = [set(cells(solution.split(), "b")) for solution in solutions(board, 400)]
    assume(2 <= len(known) < 400)
    found = Exploration(board)
    found.solve()
    assert found.count == len(known)
    assert found.bulbs == set.intersection(*known)
    assert found.empty == white(board) - set.union(*known)
    assert found.differ == white(board) - found.bulbs - found.empty


@given(kit.boards(5, 5, "....xxx1"))
@searching
def test_every_repair_leaves_one_solution(board):
    assume(len(solutions(board)) == 2)
    for repair in itertools.islice(repairs(board), 2):
        assert solutions(repair.puzzle) == [kit.text(repair.solution)]
        changed = differing(board, repair.puzzle)
        assert set(changed) == repair.cells
        kinds = set(changed.values())
        assert kinds <= {"x0", "x1", "x2", "x3", "x4"} or kinds == {".x"}


def differing(board, other):
    return {
        (r, c): a + b
        for r, rows in enumerate(zip(board, other))
        for c, (a, b) in enumerate(zip(*rows))
        if a != b
    }


@example(["...", "...", "x.."])  # here a swap that others' light hinders would mislead,
@example([".x..", "....", ".xxx"])  # and here one whose bulbs are not there
@given(kit.boards(3, 4, ".....xx1"))
@searching
def test_no_fewer_changes_do_and_clues_come_first(board):
    assume(len(solutions(board)) == 2)
    repair = explored(board).repair
    fewest = fewest_clues(board)
    if fewest is None:
        fewest = fewest_blackened(board, len(repair.cells))
        assert repair.cells <= white(board)
    else:
        assert not repair.cells & white(board)
    assert repair.fewest
    assert len(repair.cells) == fewest


def fewest_clues(board):
    """The fewest numbers on black cells that leave one solution; None if there are none."""
    unnumbered = cells(board, "x")
    counts = []
    for solution in kit.by_sat(board):
        bulbs = set(cells(solution.split(), "b"))
        counts.append([len(bulbs.intersection(rules.neighbours(board, x))) for x in unnumbered])
    for size in range(len(unnumbered) + 1):
        for some in itertools.combinations(range(len(unnumbered)), size):
            shown = [tuple(row[k] for k in some) for row in counts]
            if any(shown.count(row) == 1 for row in shown):
                return size
    return None


def fewest_blackened(board, most):
    for size in range(most):
        for some in subsets(white(board), size):
            if len(solutions(without(board, some))) == 1:
                return size
    return most


# ---------------------------------------------------------------- one solution


@given(kit.boards(6, 6, "...xx012"))
@searching
def test_superfluous_clues_and_a_sufficient_set(board):
    assume(len(solutions(board)) == 1)
    found = explored(board, fewest_clues=True)
    clues = set(cells(board, CLUES))
    assert found.superfluous == {
        clue for clue in clues if len(solutions(without(board, {clue}))) == 1
    }
    kept = found.sufficient.cells
    assert len(solutions(without(board, clues - kept))) == 1
    assert all(len(solutions(without(board, clues - kept | {clue}))) == 2 for clue in kept)


@given(kit.boards(4, 4, "..xx012"))
@searching
def test_no_fewer_clues_suffice(board):
    assume(len(solutions(board)) == 1)
    clues, found = set(cells(board, CLUES)), explored(board, fewest_clues=True).sufficient
    assert found.fewest
    for fewer in range(len(found.cells)):
        for some in subsets(clues, fewer):
            assert len(solutions(without(board, clues - some))) == 2


# ---------------------------------------------------------------- the command


def explain(board, *options, encoding=LIGHTUP):
    return kit.run_lab("explain", encoding, *options, stdin=kit.text(board))


def explain_in_a_process(board, *options, encoding=LIGHTUP):
    """For commands that end before their search does, which goes on until the process ends."""
    return kit.run("-m", "lab", "explain", encoding, *options, stdin=kit.text(board))


def as_data(board, *options):
    return json.loads(explain(board, "--json", *options).stdout)


KEYS = {  # rows joined by /: the verdict, the status, what the data are about
    "3./..": ("none", 1, {"clash", "reason", "proved"}),
    "../..": ("several", 1, {"solutions", "bulbs", "empty", "differ", "repair", "proved"}),
    "..x": ("several", 1, {"solutions", "bulbs", "empty", "differ", "repair", "proved"}),
    ".": ("unique", 0, {"solutions", "bulbs", "empty", "superfluous"}),
    "x": ("unique", 0, {"solutions", "bulbs", "empty", "superfluous"}),
}


@pytest.mark.parametrize("rows", KEYS)
def test_the_data_are_those_of_the_verdict(rows):
    verdict, status, keys = KEYS[rows]
    done = explain(rows.split("/"), "--json")
    data = json.loads(done.stdout)
    assert (data["verdict"], set(data), done.returncode) == (verdict, keys | {"verdict"}, status)


def test_the_words_name_the_clash_and_draw_it_alone():
    done = explain(["....", ".0..", "..3.", "...1"])
    assert done.returncode == 1
    assert done.stderr == "no solution\n"
    assert "  0 at row 1, column 1\n  3 at row 2, column 2\n" in done.stdout
    assert done.stdout.endswith("\n\n....\n.0..\n..3.\n...x\n")


def test_many_solutions_are_more_than_can_be_counted():
    done = explain_in_a_process(["." * 7] * 7, "--json", "--time-limit", "1")
    data = json.loads(done.stdout)
    assert data["more_than"] == COUNTED
    assert "solutions" not in data


def test_bulbs_and_marks_are_set_aside():
    done = explain(["b-"], "--json")
    assert json.loads(done.stdout)["differ"] == [[0, 0], [0, 1]]
    assert "set aside" in done.stderr


LACKING = {  # an encoding that lacks a rule, a board where it matters, the message
    "lit": (":- across(R,C,S), down(R,C,T)", ["."], "row 0, column 0: is dark"),
    "in sight": (":- across(R,S,S)", ["..", "xx"], "these bulbs see each other"),
    "clues": (":- cell(R,C,N), N = 0..4", ["3.", ".."], "the clue 3 has"),
}


@pytest.mark.parametrize("rule", LACKING)
def test_an_encoding_that_disagrees(rule, tmp_path):
    start, board, message = LACKING[rule]
    assert start in RULES
    encoding = tmp_path / "student.lp"
    # The rule goes: its head becomes an atom that nobody asks for.
    encoding.write_text(RULES.replace(start, start.replace(":-", "pointless :-")))
    done = explain(board, "--json", encoding=encoding)
    assert str(encoding) in done.stderr
    assert message in json.loads(done.stdout)["disagreement"]


NO_GRIDS = {  # what is added to lightup.lp, or None in its place, and what is printed of it
    "bulb on black": ("cell(R,C,b) :- cell(R,C,x).", "is shown where cell(0,1,x) is given"),
    "outside": ("cell(9,9,b).", "cell(9,9,b) lies outside the board"),
    "no bulbs": (None, "no answer can have a cell(R,C,V) beside those given"),
}


@pytest.mark.parametrize("fault", NO_GRIDS)
def test_an_encoding_whose_answers_are_no_grids(fault, tmp_path):
    rule, message = NO_GRIDS[fault]
    program, puzzle = tmp_path / "student.lp", tmp_path / "puzzle.txt"
    program.write_text(f"{RULES}\n{rule}\n" if rule else "lamp(R,C) :- cell(R,C,x).\n")
    puzzle.write_text(".x\n")
    done = kit.run_lab("explain", "--json", puzzle, program)
    data = json.loads(done.stdout)
    assert (done.returncode, data["verdict"], data["solutions"]) == (0, "unique", 1)
    assert data["disagreement"].startswith(f"{program} has an answer that is no grid: ")
    assert message in data["disagreement"]
    assert data["disagreement"] in done.stderr


# ---------------------------------------------------------------- which file is which


@pytest.mark.parametrize(
    "words",
    [
        ["dom01"],
        ["dom01", LIGHTUP],
        [LIGHTUP, "dom01"],
        [kit.EXAMPLES / "dom01.txt", "PROGRAM"],
        ["PROGRAM", kit.EXAMPLES / "dom01.txt"],
        ["FACTS"],
        ["FACTS", LIGHTUP],
        [LIGHTUP, "FACTS"],
    ],
)
def test_a_puzzle_and_a_program_in_any_order(words, tmp_path):
    named = {"PROGRAM": tmp_path / "rules.txt", "FACTS": tmp_path / "domain.lp"}
    named["PROGRAM"].write_text(RULES)
    named["FACTS"].write_text(kit.facts((kit.EXAMPLES / "dom01.txt").read_text()))
    done = kit.run_lab("explain", *(named.get(word, word) for word in words))
    assert (done.returncode, done.stderr) == (0, "one solution\n")
    assert done.stdout.startswith((kit.EXAMPLES / "sol01.txt").read_text())


@pytest.mark.parametrize("words", [[], ["-"], [LIGHTUP], [LIGHTUP, "-"], ["-", LIGHTUP]])
def test_standard_input_is_the_puzzle(words):
    done = kit.run_lab("explain", *words, stdin="1.\n")
    assert (done.returncode, done.stderr) == (0, "one solution\n")


def test_what_looks_like_a_program():
    for path in [
        *(kit.LIGHT_UP.folder / "right").glob("*.lp"),
        *(kit.DATA / "programs").glob("*.lp"),
    ]:
        assert files.is_program(str(path)), path
    for path in kit.EXAMPLES.glob("*.txt"):
        assert not files.is_program(str(path)), path
    for path in (kit.DATA / "formats" / "read").glob("*.txt"):
        assert not files.is_program(str(path)), path


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["dom01", "dom02"], "dom01 and dom02 are puzzles, expected a program and a puzzle"),
        (["dom01", "dom02", LIGHTUP], "found 3 files, expected a program and a puzzle"),
        (["absent.txt"], "absent.txt: No such file or directory"),
        (["dom01", "absent.lp"], "absent.lp: No such file or directory"),
    ],
)
def test_files_that_cannot_be_used(words, message):
    done = kit.run_lab("explain", *words)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"lab explain: {message}\n")


def test_an_encoding_that_agrees_whatever_it_shows(tmp_path):
    encoding = tmp_path / "student.lp"
    encoding.write_text(RULES + "#show size/2.\n")
    done = explain(["..", "xx"], encoding=encoding)
    assert done.stderr == "several solutions\n"


@pytest.mark.parametrize("size", [1, 12])  # before the search is done, or after
def test_an_encoding_that_clingo_rejects(size, tmp_path):
    encoding = tmp_path / "student.lp"
    encoding.write_text("cell(\n")
    done = explain_in_a_process(["." * size] * size, encoding=encoding)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"{encoding}:2:1" in done.stderr


def test_the_time_limit_leaves_the_verdict_open():
    done = explain_in_a_process(["." * 150] * 150, "--json", "--time-limit", "0.05")
    assert (done.returncode, json.loads(done.stdout)) == (3, {})
    assert "undecided" in done.stderr


def test_what_is_known_when_time_is_up_is_printed():
    """Nobody proves the fewest cells to blacken here within the limit."""
    done = explain_in_a_process(["." * 8] * 8, "--time-limit", "1.5")
    assert done.returncode == 1
    assert f"more than {COUNTED} solutions" in done.stdout
    assert "white cells made black, whether fewer do is open" in done.stdout
    repaired = done.stdout.split("\n\n")[-1].split()
    assert len(solutions(repaired)) == 1


@pytest.mark.parametrize(
    ("rows", "marks", "words"),
    [
        ("3./..", {(0, 0): "clash"}, "no solution: this clue cannot be met, no fewer do\n"),
        ("../..", dict.fromkeys([(0, 0), (0, 1), (1, 0), (1, 1)], "differ"), "several solutions: "),
        ("1.", {(0, 0): "superfluous"}, "one solution; each of the marked clues can go"),
        (".", {}, "one solution"),
    ],
)
def test_what_a_picture_shows(rows, marks, words):
    frame = account.drawing(explored(rows.split("/")))
    assert frame.marks == marks
    assert frame.caption.startswith(words)


def test_an_ending_that_cannot_be_drawn_is_refused_first(tmp_path):
    done = explain(["1."], "--picture", tmp_path / "p.bmp")
    assert (done.returncode, done.stdout) == (2, "")
    assert "p.bmp: found the ending '.bmp'" in done.stderr


def test_a_picture(tmp_path):
    pytest.importorskip("pygraphviz", reason="pictures need pygraphviz")
    for rows in ("3./..", "../..", "b"):
        path = tmp_path / "picture.svg"
        done = explain(rows.replace("b", ".").split("/"), "--picture", path)
        assert "<svg" in path.read_text(), done.stderr
        path.unlink()
