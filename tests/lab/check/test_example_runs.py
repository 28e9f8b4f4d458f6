"""Programs on the examples: mistakes that only these show, limits of time, growth."""

import dataclasses
import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from lab.check import points
from lab.check.bank.assignment import Assignment
from lab.check.bank.folder_bank import FolderBank
from lab.check.judges import example_runs
from lab.check.judges.example_runs import ExampleRun
from lab.check.programs.program import SubmittedProgram
from lab.common import processes
from lab.common.words import format_rows
from lab.course import make_default_course
from lab.findings import Report
from lab.puzzles import Board, Puzzle
from lab.runner.task_pool import Outcome, TaskPool
from tests import kit
from tests.lab.check.kit import ASSIGNMENT, REFERENCE, WRONG_PROGRAMS, Judge, copy_to_pool, examine

BUSY = "busy :- n > 4, not cell(1,1,x).\n"

HARD = "1 { in(P,H) : H = 1..11 } 1 :- P = 1..12, busy. :- in(P,H), in(Q,H), P < Q."

LARGE: dict[str, tuple[str, Callable[[str], str]]] = {
    # code, and what goes wrong on boards that are larger, or busier, than the trials
    "sight": (
        "sight",
        lambda text: text.replace(":- across(R,S,S),", ":- not busy, across(R,S,S),"),
    ),
    "refuses": ("refuses-solution", lambda text: text + ":- busy."),
    "several": ("several", lambda text: text + "{ a } :- busy."),
    "outside": ("contract", lambda text: text + "cell(n+5,0,b) :- busy."),
    "time": ("time", lambda text: text + HARD),
}


@pytest.mark.parametrize("name", kit.long_except(LARGE, "several"))
def test_a_mistake_on_larger_boards_is_found(
    judge_few: Judge, short_limits: None, name: str
) -> None:
    code, change = LARGE[name]
    finding = judge_few(change(BUSY + REFERENCE)).findings[0]
    assert finding.stage in ("contract", "rules", "solves") and finding.code == code


@pytest.mark.parametrize(
    "choice", [*map(kit.long, ("{ any }.", "{ any(R,C) } :- cell(R,C,_).")), "{ a } :- busy."]
)
def test_an_example_counts_as_solved_if_its_grid_is_right(judge_few: Judge, choice: str) -> None:
    report = judge_few(BUSY + REFERENCE + choice)
    assert {finding.code for finding in report.findings} == {"several"}
    assert {result.state for result in report.example_results} == {"right"}
    course = make_default_course(ASSIGNMENT.puzzle)
    grade = points.grade_report(report, course)
    assert [(loss.part, loss.points) for loss in grade.losses] == [("other", Fraction(4))]


def test_a_wrong_program_beside_an_endless_encode_py_runs_on_the_examples(
    pool: TaskPool, few_examples: None, tmp_path: Path
) -> None:
    (tmp_path / "lightup.lp").write_bytes(WRONG_PROGRAMS["clue-missing"][0].read_bytes())
    (tmp_path / "encode.py").write_text("while True: print('x' * 999)\n")
    report = examine(pool, tmp_path)
    assert {"time", "clue"} <= {finding.code for finding in report.findings}
    assert len(report.example_results) == len(ASSIGNMENT.examples)


@pytest.mark.long
def test_a_right_program_may_be_slow_on_larger_trials(judge_few: Judge, short_limits: None) -> None:
    assert judge_few(REFERENCE + "busy :- n = 7, cell(1,1,x).\n" + HARD).verdict == "pass"


def test_an_example_is_cut_to_where_it_shows_the_mistake(
    pool: TaskPool, few_examples: None
) -> None:
    program = copy_to_pool(pool, WRONG_PROGRAMS["clue-missing"][0])
    measurement = example_runs.measure_examples(program, ASSIGNMENT.examples)
    findings = example_runs.find_faults_of_runs(program, measurement.runs)
    assert {finding.code for finding in findings} == {"clue"}
    assert max(len(finding.grids["grid"].splitlines()) for finding in findings) <= 4


def test_a_rule_that_only_an_example_shows_broken_is_reported_as_broken(
    pool: TaskPool, few_examples: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = [ASSIGNMENT.bank.make_solved_trial(["."]), ASSIGNMENT.bank.make_solved_trial(["x"])]
    for name in ("small_trials", "larger_trials"):
        monkeypatch.setitem(vars(ASSIGNMENT), name, few)
    examined = examine(pool, WRONG_PROGRAMS["clue-missing"][0])
    assert {finding.stage for finding in examined.findings} == {"rules"}
    assert examined.stages == ["reads", "contract", "rules"]


@pytest.fixture
def time_ends_at_7x7(few_examples: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first example larger than 7x7 comes to no end."""
    run_boards = example_runs.run_boards

    def run_small_boards(
        program: SubmittedProgram, boards: Sequence[Board], name: str
    ) -> list[ExampleRun]:
        runs = run_boards(program, boards, name)
        stop = Outcome("time", cpu=9.0)
        late = (replace(run, outcome=stop, finding=None) for run in runs if len(run.board) > 7)
        return [*(run for run in runs if len(run.board) <= 7), next(late)]

    monkeypatch.setattr(example_runs, "run_boards", run_small_boards)


def test_the_same_examples_count_for_each_program_and_say_why_they_fail(
    pool: TaskPool, time_ends_at_7x7: None
) -> None:
    sizes = [f"{len(board)}x{len(board)}" for board in ASSIGNMENT.examples]
    stopped = measure_reference(pool, ASSIGNMENT)
    assert (
        [example.size for example in stopped.example_results]
        == sizes
        == ["5x5", "7x7", "10x10", "14x14"]
    )
    states = [example.state for example in stopped.example_results]
    assert states == ["right"] * 2 + ["too slow"] * 2
    assert stopped.example_results[2].reason == (
        "an example of 10x10 is not solved: 2 s of computing were over"
    )
    assert stopped.example_results[3].reason == (
        "an example of 14x14 is not solved: the program was stopped at a smaller one"
    )
    assert stopped.unsolved and len(stopped.unsolved.grids["grid"].splitlines()) == 10
    wrong = examine(pool, WRONG_PROGRAMS["clue-missing"][0])
    assert [example.size for example in wrong.example_results] == sizes
    assert "breaks rule 3" in wrong.example_results[0].reason
    assert wrong.unsolved and set(wrong.unsolved.grids) == {"grid", "got"}
    assert Report.from_json(json.loads(json.dumps(wrong.to_json()))) == wrong


@pytest.mark.parametrize(("seconds", "is_too_large"), [(0.1, True), (0.05, False)])
def test_an_example_beyond_the_time_limit_is_not_begun(seconds: float, is_too_large: bool) -> None:
    run = ExampleRun(["." * 50] * 50, Outcome("done", cpu=seconds))
    assert example_runs.exceeds_limit(run, ["." * 100] * 100) is is_too_large


def test_larger_examples_do_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = example_runs.list_counted_examples(ASSIGNMENT)
    assert max(map(len, ASSIGNMENT.examples)) == 100 and max(map(len, counted)) == 25
    monkeypatch.setattr(example_runs, "MODEST_ROWS", 1)
    assert list(map(len, example_runs.list_counted_examples(ASSIGNMENT))) == [5]


def test_a_time_limit_is_reported_either_as_a_remark_or_in_the_summary(
    pool: TaskPool, time_ends_at_7x7: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged = measure_reference(pool, ASSIGNMENT)
    assert [remark.code for remark in judged.remarks] == ["time"]
    assert "not a fault" not in judged.summary
    monkeypatch.setattr(example_runs, "MODEST_ROWS", 7)
    judged = measure_reference(pool, ASSIGNMENT)
    assert not judged.remarks
    assert "not a fault" in judged.summary


def measure_reference(pool: TaskPool, assignment: Assignment) -> example_runs.Measurement:
    """Measure the reference on the examples."""
    copy = copy_to_pool(pool, kit.ROOT / "lightup.lp")
    program = dataclasses.replace(copy, assignment=assignment)
    return example_runs.measure_examples(program, assignment.examples)


def test_a_reference_that_reaches_the_time_limit_is_not_compared(
    pool: TaskPool, time_ends_at_7x7: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(example_runs, "MODEST_ROWS", 7)
    bank = FolderBank(ASSIGNMENT.puzzle)
    bank.reference_outcomes = dict.fromkeys(map(format_rows, bank.examples), Outcome("time"))
    judged = measure_reference(pool, Assignment(bank))
    assert not judged.remarks
    assert "reference" not in judged.summary


def test_servers_that_are_killed_between_two_programs_are_replaced(
    pool: TaskPool, few_examples: None
) -> None:
    program = copy_to_pool(pool, kit.ROOT / "lightup.lp")
    for _ in range(2):
        measurement = example_runs.measure_examples(program, ASSIGNMENT.examples)
        assert example_runs.find_faults_of_runs(program, measurement.runs) == []
        processes.end_process_tree()


def make_assignment(puzzle: Puzzle, *sizes: int, large_size: int = 0) -> Assignment:
    """Return an assignment with an example of each size, and with one large board or none."""
    assignment = Assignment(FolderBank(puzzle))
    large_sizes = [[large_size]] if large_size else []
    assignment.settings = dataclasses.replace(
        assignment.settings, sizes=(), large_sizes=large_sizes
    )
    boards = {len(board): board for board in assignment.examples}
    vars(assignment)["examples"] = [boards[size] for size in sizes]
    return assignment


def check_program(pool: TaskPool, assignment: Assignment, folder: Path, text: str) -> Report:
    path = folder / "lightup.lp"
    path.write_text(text, "utf-8")
    return kit.examine_path(pool, assignment, path)


STOPS = {  # reason of a stop -> rules that bring it about on boards of more than 7 rows
    "0.5 s of computing were over": (
        "{ at(P,H) : H = 1..11 } = 1 :- P = 1..12, dim(N), N > 7.\n:- at(P,H), at(Q,H), P < Q.\n"
    ),
    "its memory was used up": (
        "p(A,B,C,D) :- A = 1..99, B = 1..99, C = 1..99, D = 1..99, dim(N), N > 7.\n"
    ),
}


@pytest.mark.parametrize("reason", kit.long_except(STOPS, "0.5 s of computing were over"))
def test_no_solved_example_is_a_finding_with_the_reason(
    pool: TaskPool,
    unsearched: Assignment,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    reason: str,
) -> None:
    seconds = 60.0 if "memory" in reason else 0.5
    monkeypatch.setitem(example_runs.TIME_LIMITS, example_runs.MODEST_ROWS, seconds)
    assignment = make_assignment(unsearched.puzzle, 10)
    report = check_program(pool, assignment, tmp_path, REFERENCE + STOPS[reason])
    (finding,) = report.findings
    assert (finding.stage, finding.code) == ("solves", "time")
    assert finding.message.startswith("an example of 10x10 is not solved: ")
    assert finding.message.endswith(reason)
    assert report.answers["solves"] == "no"


def test_an_error_of_clingo_on_larger_boards_is_a_finding(
    pool: TaskPool, unsearched: Assignment, tmp_path: Path
) -> None:
    overflow = ":- dim(N), N > 4, #sum { 1000000000,R,C : cell(R,C,b) } > 2000000000."
    assignment = make_assignment(unsearched.puzzle)
    report = check_program(pool, assignment, tmp_path, REFERENCE + overflow)
    assert [finding.code for finding in report.findings] == ["contract"]
    assert "clingo rejects the program" in report.findings[0].message


@pytest.mark.long
def test_a_large_board_that_was_stopped_is_not_counted(pool: TaskPool, tmp_path: Path) -> None:
    assignment = make_assignment(kit.LIGHT_UP, 7, large_size=40)
    report = check_program(pool, assignment, tmp_path, REFERENCE)
    assert (report.verdict, report.fresh_count) == ("pass", 1)
    slow = "p(A,B,C) :- A = 1..300, B = 1..300, C = 1..300, dim(N), N > 30."
    report = check_program(pool, assignment, tmp_path, REFERENCE + slow)
    assert (report.verdict, report.fresh_count) == ("pass", 0)
    assert "more board" not in report.summary


def test_the_size_at_which_rules_are_counted_is_reported(
    pool: TaskPool, unsearched: Assignment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(example_runs, "STEEP_RATIO", 10.0)
    program = f"{REFERENCE}p(A,B) :- A = 1..80, B = 1..80, dim(N), N > 6.\n"
    assignment, line = make_assignment(unsearched.puzzle, 7, 10), program.count("\n")

    report = check_program(pool, assignment, tmp_path, program)
    (remark,) = (remark for remark in report.remarks if remark.code == "growth")
    assert remark.message.startswith("at 10x10 your program grounds ")
    assert remark.message.endswith(f"line {line} makes most of them")
    copy = pool.programs / "growth.lp"
    copy.write_text(program)
    for rows, text in ((7, f"the rule in line {line} makes most of them at 7x7"), (6, "")):
        monkeypatch.setattr(example_runs, "COUNTED_ROWS", rows)  # no example has 6 rows or fewer
        submitted = SubmittedProgram(pool, assignment, copy)
        costly = example_runs.describe_costly_rule(submitted, assignment.examples)
        assert costly == text
