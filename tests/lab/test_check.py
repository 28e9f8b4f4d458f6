"""`lab check`: the bank of mistakes, right programs, students' folders, and hostile ones."""

import contextlib
import dataclasses
import itertools
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import psutil
import pytest
from clingo import ast

import decode
import encode
from lab.check import points, report
from lab.check.bank import answers
from lab.check.bank.answers import TrialBoard
from lab.check.bank.assignment import Assignment
from lab.check.bank.folder_bank import FolderBank
from lab.check.bank.mistake_table import Behaviour, mistake_id
from lab.check.judges import encode_facts, every_board, example_runs, naming, wrong_answers
from lab.check.judges.example_runs import ExampleRun
from lab.check.programs import fresh, mistaken_programs
from lab.check.programs.program import SubmittedProgram, TrialRun
from lab.common import processes
from lab.common.findings import Finding, Report
from lab.common.language import use_language
from lab.common.terminal import get_console
from lab.common.words import NOWHERE
from lab.course import default_course
from lab.puzzles import Rows
from lab.runner import copies
from lab.runner.pool import Outcome, TaskPool
from lab.runner.server import solving
from lab.sandbox import Limits
from lab.settings.check import Codes
from lab.syntax import messages, tokens
from tests import kit

ASSIGNMENT = Assignment(FolderBank(kit.LIGHT_UP))
MISTAKES = sorted((kit.DATA / "mistakes" / "lightup").iterdir())
WRONG_PROGRAMS = {folder.name: sorted(folder.glob("*.lp")) for folder in MISTAKES}
REFERENCE = (kit.ROOT / "lightup.lp").read_text()
STUDENTS = {path.name: path for path in sorted((kit.DATA / "students").iterdir())}
GOOD = kit.DATA / "students" / "right-in-all"


@pytest.fixture(scope="module")
def pool() -> Iterator[TaskPool]:
    with TaskPool() as pool:
        yield pool


@pytest.fixture
def few_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    """One square example of each size up to 14 rows, no boards made for the check.

    All boards of up to four rows are searched, and no larger ones.
    """
    monkeypatch.setattr(every_board, "SEARCHED_ROWS", ())
    monkeypatch.setattr(every_board, "PROVEN_ROWS", 4)
    none: dict[str, Any] = {"sizes": (), "large_sizes": ()}
    few_settings = dataclasses.replace(ASSIGNMENT.settings, **none, grid_sizes=(6, 11, 14))
    monkeypatch.setattr(ASSIGNMENT, "settings", few_settings)
    few = {len(board): board for board in ASSIGNMENT.examples if len(board) <= 14}
    monkeypatch.setitem(vars(ASSIGNMENT), "examples", list(few.values()))


@pytest.fixture
def short_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a second of computing for a program on a board."""
    monkeypatch.setattr(wrong_answers, "TASK_SECONDS", 0.5)
    monkeypatch.setattr("lab.check.programs.program.TASK_SECONDS", 0.5)
    monkeypatch.setitem(example_runs.TIME_LIMITS, example_runs.REQUIRED_ROWS, 0.5)


def check(*words: object) -> kit.Done:
    return kit.run("-m", "lab", "check", *words)


def examine(pool: TaskPool, path: Path) -> Report:
    return kit.examine_path(pool, ASSIGNMENT, path)


def terminal_text(examined: Report) -> str:
    """Return what the terminal shows of a report."""
    with get_console().capture() as capture:
        report.print_report(examined)
    return capture.get()


# ---------------------------------------------------------------- the bank


def run_trusted(pool: TaskPool, programs: Sequence[Path]) -> list[TrialRun]:
    """Run trusted programs on the small trial boards, each on all of them in one process."""

    def run_program(path: Path) -> TrialRun:
        run = mistaken_programs.run_known_program(pool, ASSIGNMENT, path)
        return run._replace(program=copy_to_pool(pool, path))

    return pool.map(run_program, programs)


def copy_to_pool(pool: TaskPool, path: Path) -> SubmittedProgram:
    """Copy a program to where the servers in the sandbox can read it; return the copy."""
    copy = pool.programs / path.parent.name / path.name
    copy.parent.mkdir(exist_ok=True)
    copy.write_bytes(path.read_bytes())
    return SubmittedProgram(pool, ASSIGNMENT, copy)


def broken_codes(run: TrialRun) -> list[str]:
    """Return the codes of the rules that a program breaks."""
    return [finding.code for finding in wrong_answers.find_broken_rules(run)]


def compare_with_sat(trial: TrialBoard) -> None:
    """Assert that a trial board has the solutions that a SAT solver finds."""
    solved = (answers.fill_board(trial.board, solution) for solution in trial.solutions)
    board = list(map("".join, trial.board))
    assert set(map(decode.format_grid, solved)) == set(kit.by_sat(board)), board


def test_the_trials_have_all_their_solutions() -> None:
    for trial in ASSIGNMENT.bank.trials:
        compare_with_sat(trial)


SIDES, CORNERS = [(0, 1), (1, 0), (0, -1), (-1, 0)], [(1, 1), (1, -1), (-1, -1), (-1, 1)]
FAULTS = [  # facts, each of which adds a fault to tests/data/faulty.lp
    *(f"tolerated({clue},{n})." for clue in range(5) for n in range(5) if clue != n),
    *(
        f"{predicate}({first},{r},{c})."
        for predicate, first_arguments, directions in (
            ("forgotten", range(5), SIDES),
            ("added", range(4), CORNERS),  # a bulb at the corner of a 4 makes no difference
            ("presumed", range(5), SIDES),
            ("through", "x01234", SIDES),
            ("passes", range(1, 6), SIDES),
            ("ends", range(1, 4), SIDES),
        )
        for first in first_arguments
        for r, c in directions
    ),
]
KINDS = ("tolerated", "forgotten", "added", "presumed", "through", "passes", "ends")


@pytest.mark.parametrize("kind", kit.long_except(KINDS, "ends"))
def test_every_fault_of_a_clue_or_a_ray_shows_on_a_trial_board(kind: str) -> None:
    text = (kit.DATA / "faulty.lp").read_text()
    assert not answers_wrong(text)
    faults = [fault for fault in FAULTS if fault.startswith(kind)]
    assert faults and [fault for fault in faults if not answers_wrong(text + fault)] == []


def answers_wrong(text: str) -> bool:
    """Return whether a trusted program answers wrong to a trial board."""
    for trial in ASSIGNMENT.larger_trials + ASSIGNMENT.small_trials:
        program = solving.LenientProgram([], trial.facts, ASSIGNMENT.values, text)
        found = answers.read_answers(solving.AnswerCollection(program).make_reply())
        if ASSIGNMENT.difference(trial, found):
            return True
    return False


SOON = ("zero-ignored",)  # the mistakes that are not long


@pytest.mark.parametrize("mistake", kit.long_except(WRONG_PROGRAMS, *SOON))
def test_every_program_with_a_mistake_is_caught_and_its_mistake_named(
    pool: TaskPool, mistake: str
) -> None:
    """It also behaves as one of the variants of the mistake in the table."""
    table = ASSIGNMENT.bank.mistake_table.items()
    for run in run_trusted(pool, WRONG_PROGRAMS[mistake]):
        names = naming.explain_findings(run)
        assert {names.get(code) for code in broken_codes(run)} == {mistake}, run.program.path
        behaviour = mistaken_programs.describe_behaviour(run)
        variants = [row.behaviour for name, row in table if mistake_id(name) == mistake]
        assert behaviour in variants or mistake == "hard-coded", run.program.path


def test_every_mistake_has_a_sentence_and_two_programs() -> None:
    assert set(ASSIGNMENT.bank.sentences) == set(WRONG_PROGRAMS)
    assert set(map(mistake_id, ASSIGNMENT.bank.mistake_programs())) == set(WRONG_PROGRAMS)
    assert min(map(len, WRONG_PROGRAMS.values())) >= 2


def test_the_mistake_table_has_the_mistakes_of_the_bank() -> None:
    """If it has others: python3 -m lab.inspection.learn"""
    table = ASSIGNMENT.bank.mistake_table
    assert set(table) == set(ASSIGNMENT.bank.mistake_programs())


@pytest.mark.long
def test_a_mistake_that_the_table_lacks_is_named(
    pool: TaskPool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    program = "\n".join(line for line in REFERENCE.splitlines() if "> 1." not in line)
    path = tmp_path / "mine.lp"
    path.write_text(program.replace("#show cell/3.", "#show cell/3. % another text"))
    bank = FolderBank(kit.LIGHT_UP)
    bank.mistake_table = {}
    monkeypatch.setattr(bank, "mistake_programs", lambda: {"two-bulbs": program})
    (run,) = run_trusted(pool, [path])
    program_of_bank = dataclasses.replace(run.program, assignment=Assignment(bank))
    names = naming.explain_findings(run._replace(program=program_of_bank))
    assert names["sight"] == "two-bulbs"


@pytest.mark.long
def test_a_bulb_on_a_black_cell_is_named_whatever_it_lights(pool: TaskPool) -> None:
    (run,) = run_trusted(pool, [kit.DATA / "students" / "bulbs-anywhere" / "lightup.lp"])
    assert set(naming.explain_findings(run).values()) == {"bulb-on-black"}


@pytest.mark.long
def test_a_size_that_is_a_number_is_named_whatever_the_number(pool: TaskPool) -> None:
    (program,) = (path for path in WRONG_PROGRAMS["size-fixed"] if path.stem == "segments")
    path = pool.programs / "seven.lp"
    path.write_text(program.read_text().replace("0..4, C = 0..4", "0..6, C = 0..6"))
    run = SubmittedProgram(pool, ASSIGNMENT, path).run_trials(ASSIGNMENT.small_trials)
    assert set(naming.explain_findings(run).values()) == {"size-fixed"}


@pytest.mark.long
@pytest.mark.usefixtures("few_examples")
def test_a_program_for_squares_passes_without_a_remark(pool: TaskPool) -> None:
    squares = examine(pool, kit.DATA / "lightup" / "right" / "points.lp")
    assert not squares.findings and not squares.remarks
    assert "proven on every square board of up to 4x4" in terminal_text(squares)


def test_where_the_predicates_of_a_wrong_program_hold(pool: TaskPool, few_examples: None) -> None:
    """On a board that it accepts wrongly, and on a right solution that it refuses."""
    refused = examine(pool, MISTAKES[0].parent / "sight-through-black" / "row-rays.lp")
    (refusal,) = refused.findings
    white = tuple((r, c) for r in range(3) for c in range(3) if (r, c) != (1, 1))
    assert refusal.judged_board == "expected" and refusal.grid == [
        *map(list, ("...", ".x.", "..."))
    ]
    assert refusal.beliefs == (("lit", white), ("black", ((1, 1),)), ("white", white))
    accepted = examine(pool, MISTAKES[0].parent / "rays-turn" / "spreading.lp")
    (dark,) = accepted.findings
    assert (dark.judged_board, dark.got) == ("got", [["b", "."], [".", "."]])
    assert dict(dark.beliefs)["lit"] == ((0, 0), (0, 1), (1, 0), (1, 1))
    assert "  What holds here for your program, by its predicates:\n  lit" in terminal_text(
        accepted
    )
    assert Report.from_json(json.loads(json.dumps(accepted.to_json()))) == accepted


SEES_ITS_ROW_ONLY = """
white(R,C) :- dim(N), R = 0..N-1, C = 0..N-1, not cell(R,C,_).
{ bulb(R,C) } :- white(R,C).
sees(R,C,R,D) :- white(R,C), white(R,D), not wall(R,C,D).
wall(R,C,D) :- white(R,C), white(R,D), cell(R,E,_), (E - C) * (E - D) < 0.
lit(R,C) :- bulb(R,C).
lit(S,D) :- bulb(R,C), sees(R,C,S,D).
:- white(R,C), not lit(R,C).
:- bulb(R,C), bulb(S,D), sees(R,C,S,D), C != D.
#show cell(R,C,b) : bulb(R,C).
"""


def test_what_a_cell_sees_is_drawn_for_a_bulb(
    pool: TaskPool, few_examples: None, tmp_path: Path
) -> None:
    path = tmp_path / "lightup.lp"
    path.write_text(SEES_ITS_ROW_ONLY)
    examined = examine(pool, path)
    finding = next(each for each in examined.findings if each.code == "sight")
    bulbs = [(r, c) for r, row in enumerate(finding.got or ()) for c in range(2) if row[c] == "b"]
    assert finding.grid == [[".", "."], [".", "."]] and len(bulbs) == 2
    first = bulbs[0][1]
    beliefs = dict(finding.beliefs)
    assert beliefs[f"sees(0,{first},A,B)"] == ((0, 0), (0, 1))
    assert set(beliefs) == {"lit", "white", f"sees(0,{first},A,B)"}
    assert f"  lit   sees(0,{first},A,B)   white\n  **    **              **\n" in (
        terminal_text(examined)
    )


ONE_RULE = {  # parts of the reference that are left out, and the rules that it keeps then
    "only the first rule": (("> 1.", "!= N."), {1}),
    "only the second rule": (("not lit_across(R,S)", "!= N."), {2}),
    "only the third rule": (("> 1.", "not lit_across(R,S)"), {3}),
}


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("only the second rule", 2),
        *(kit.long("only the second rule", number) for number in (1, 3)),
        *(kit.long(f"only the {name} rule", n) for name in ("first", "third") for n in (1, 2, 3)),
    ],
)
def test_a_rule_is_judged_alone_while_others_are_missing(
    tmp_path: Path, name: str, number: int
) -> None:
    parts, kept = ONE_RULE[name]
    program = REFERENCE.replace("N = 0..4,\n   {", "N = 0..4, {").replace(", not barred(R,C)", "")
    lines = [line for line in program.splitlines() if not any(part in line for part in parts)]
    (tmp_path / "lightup.lp").write_text("\n".join(lines))
    done = check("--rule", number, tmp_path / "lightup.lp")
    assert done.returncode == (number not in kept), done
    assert f"only rule {number} was judged" in done.stdout
    verdict = "pass" if number in kept else "fail: 1 finding"
    others = ", ".join(f"rule {other}" for other in (1, 2, 3) if other != number)
    assert done.stderr == f"{verdict}, not judged: {others}\n"
    assert ("breaks rule" in done.stdout) == (number not in kept)
    assert done.stdout.count("is absent or never applies") == (number not in kept)


@pytest.mark.long
def test_a_mistake_in_one_rule_is_named_while_others_are_missing(tmp_path: Path) -> None:
    program = (MISTAKES[0].parent / "sight-one-cell" / "rays.lp").read_text()
    rule_1, _ = program.split(":- bulb(R,C), bulb(R+A,C+B)")
    text = f"{rule_1}\n#show cell(R,C,b) : bulb(R,C).\n".replace(
        "white(R,C), side(A,B).", "white(R,C), side(A,B), A+B > 0."
    )
    (tmp_path / "mine.lp").write_text(text)
    done = check("--rule", 1, "--language", "de", tmp_path / "mine.lp")
    assert (
        done.returncode == 1 and "Das Licht geht in einer Zeile nur in eine Richtung" in done.stdout
    )


def test_a_rule_that_the_puzzle_has_not_is_unusable() -> None:
    done = check("--rule", 4, kit.ROOT / "lightup.lp")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "lab check: --rule: found 4, expected a number from 1 to 3\n"


NO_BULB = ["own-cell-dark", "bulb-blackens-cell", "bulb-sees-itself"]  # no answer has a bulb
BULBLESS = {  # rules in place of the reference's choice, after which no answer has a bulb either
    "choice without cells": "{ cell(R,C,b) } :- cell(R,C,w), black(R,C).",
    "forbidden": "{ cell(R,C,b) } :- white(R,C). :- cell(_,_,b).",
    "forbidden thrice": "{ cell(R,C,b) } :- white(R,C). "
    ":- cell(_,_,b). :- cell(R,_,b), R >= 0. :- cell(_,C,b), C >= 0.",
}


@pytest.mark.long
@pytest.mark.parametrize("mistake", NO_BULB)
def test_a_program_without_bulbs_is_named_by_its_cause(pool: TaskPool, mistake: str) -> None:
    for run in run_trusted(pool, WRONG_PROGRAMS[mistake]):
        assert naming.explain_findings(run)["refuses-solution"] == mistake, run.program.path


@pytest.mark.parametrize("name", kit.long_except(BULBLESS, "forbidden"))
def test_without_a_known_cause_no_mistake_is_named(
    pool: TaskPool, tmp_path: Path, name: str
) -> None:
    path = tmp_path / "mine.lp"
    choice = "{ cell(R,C,b) } :- white(R,C), not barred(R,C)."
    path.write_text(REFERENCE.replace(choice, BULBLESS[name]))
    (run,) = run_trusted(pool, [path])
    assert broken_codes(run) == ["refuses-solution"]
    assert naming.explain_findings(run) == {}
    assert bool(mistaken_programs.find_cause(run.program)) == (name == "forbidden")


def test_a_mistake_explains_a_rule_only_if_the_program_breaks_all_its_rules() -> None:
    lit: Behaviour = [{("lit",): "a"}]
    lit_and_sight: Behaviour = [{("lit",): "a", ("sight",): "b"}]
    assert naming.common_codes(lit_and_sight, lit) == {("lit",)}
    assert naming.common_codes(lit, lit_and_sight) == set()


def test_boards_that_break_several_rules_are_reported_if_nothing_else_is() -> None:
    def choose(*boards: list[Codes]) -> dict[Codes, int]:
        wrong = frozenset([answers.Answer()])
        return wrong_answers.choose_reports(
            [dict.fromkeys(codes, wrong) for codes in boards], ASSIGNMENT.codes
        )

    assert choose([("lit", "clue")]) == {("lit", "clue"): 0}
    assert choose([("lit", "clue")], [("clue",)]) == {("clue",): 1}
    codes: list[Codes] = [("lit", "sight"), ("lit", "clue"), ("sight", "clue")]
    assert choose([*codes, ("black", "lit", "clue")]) == {codes[0]: 0, codes[2]: 0}


def test_what_breaks_several_rules_is_named_under_the_first(pool: TaskPool, tmp_path: Path) -> None:
    path = tmp_path / "mine.lp"
    path.write_text("cell(0,0,b). cell(0,1,b). cell(1,3,b).")
    (run,) = run_trusted(pool, [path])
    names = naming.explain_findings(run)
    assert {names[code] for code in broken_codes(run)} == {"hard-coded"}


def bulbs(*places: tuple[int, int]) -> answers.Answer:
    return frozenset(answers.FilledCell(str(r), str(c), "b") for r, c in places)


def test_bulbs_outside_the_board_are_shown_as_atoms() -> None:
    assert answers.draw_answer([".."], bulbs((0, 1))) == [[".", "b"]]
    assert answers.draw_answer([".."], bulbs((0, 1), (0, 2))) == "cell(0,1,b)\ncell(0,2,b)"


@pytest.mark.parametrize("name", kit.long_except(kit.RIGHT_PROGRAMS, "indexed", "optimum"))
def test_a_right_program_has_no_findings(pool: TaskPool, name: str) -> None:
    (run,) = run_trusted(pool, [kit.RIGHT_PROGRAMS[name]])
    assert broken_codes(run) == []
    larger = run.program.run_trials(ASSIGNMENT.larger_trials)
    assert broken_codes(larger) == []


@pytest.mark.parametrize("name", kit.long_except(["optimum", "quartic", "segments"], "optimum"))
def test_a_right_program_has_the_remarks_of_its_first_line(
    pool: TaskPool, few_examples: None, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(example_runs, "STEEP_RATIO", 10.0)  # on small boards
    path = kit.DATA / "lightup" / "right" / f"{name}.lp"
    first = path.read_text().splitlines()[0]
    codes = first.partition("remark: ")[2].split(", ") if "remark: " in first else []
    examined = examine(pool, path)
    assert examined.verdict == "pass"
    shown_codes = sorted({*codes} - {"square-only"})  # the assignment asks for squares only
    assert sorted(remark.code for remark in examined.remarks) == shown_codes
    if name == "quartic":
        (growth_remark,) = [remark for remark in examined.remarks if remark.code == "growth"]
        assert re.fullmatch(
            r"at 14x14 your program grounds \d\d,\d{3} rules, the reference \d,\d{3}; the rule in "
            "line 18 makes most of them",
            growth_remark.message,
        )


@pytest.mark.parametrize("name", kit.long_except(STUDENTS, *kit.SOME_STUDENTS))
def test_a_student_gets_the_report_of_expected_txt(
    pool: TaskPool, few_examples: None, name: str
) -> None:
    folder = STUDENTS[name]
    examined = examine(pool, folder)
    values: dict[str, set[str | None]] = {
        "verdict": {examined.verdict},
        "code": {finding.code for finding in examined.findings},
        "mistake": {finding.mistake for finding in examined.findings},
        "remark": {remark.code for remark in examined.remarks},
    }
    for line in (folder / "expected.txt").read_text().splitlines():
        key, _, value = line.partition(": ")
        assert value in values[key], (line, examined)


# ---------------------------------------------------------------- the examples

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
def test_a_mistake_that_only_larger_boards_show_is_found(
    pool: TaskPool, few_examples: None, short_limits: None, tmp_path: Path, name: str
) -> None:
    code, change = LARGE[name]
    path = tmp_path / "mine.lp"
    path.write_text(change(BUSY + REFERENCE))
    finding = examine(pool, path).findings[0]
    assert finding.stage in ("contract", "rules", "solves") and finding.code == code


@pytest.mark.long
def test_a_right_program_may_be_slow_on_the_larger_trials(
    pool: TaskPool, few_examples: None, short_limits: None, tmp_path: Path
) -> None:
    path = tmp_path / "mine.lp"
    path.write_text(REFERENCE + "busy :- n = 7, cell(1,1,x).\n" + HARD)
    assert examine(pool, path).verdict == "pass"


def test_an_example_is_cut_down_to_a_board_that_shows_the_mistake(
    pool: TaskPool, few_examples: None
) -> None:
    program = copy_to_pool(pool, WRONG_PROGRAMS["clue-missing"][0])
    measurement = example_runs.measure_examples(program, ASSIGNMENT.examples)
    findings = example_runs.report_faults(program, measurement)
    assert {finding.code for finding in findings} == {"clue"}
    assert max(len(finding.grids["grid"].splitlines()) for finding in findings) <= 4


def test_a_rule_that_only_an_example_shows_broken_is_reported_as_broken(
    pool: TaskPool, few_examples: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = [ASSIGNMENT.bank.solve(["."]), ASSIGNMENT.bank.solve(["x"])]
    for name in ("small_trials", "larger_trials"):
        monkeypatch.setitem(vars(ASSIGNMENT), name, few)
    examined = examine(pool, WRONG_PROGRAMS["clue-missing"][0])
    assert {finding.stage for finding in examined.findings} == {"rules"}
    assert examined.stages == ["reads", "contract", "rules"]


@pytest.fixture
def time_ends_at_7x7(few_examples: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first example larger than 7x7 comes to no end."""
    run_boards = example_runs.run_boards

    def run_small_boards(program: SubmittedProgram, boards: Sequence[Rows]) -> list[ExampleRun]:
        runs = run_boards(program, boards)
        stop = Outcome("time", cpu=9.0)
        late = (run._replace(outcome=stop) for run in runs if len(run.board) > 7)
        return [*(run for run in runs if len(run.board) <= 7), next(late)]

    monkeypatch.setattr(example_runs, "run_boards", run_small_boards)


def test_the_same_examples_count_for_each_program_and_say_why_they_fail(
    pool: TaskPool, time_ends_at_7x7: None
) -> None:
    sizes = [f"{len(board)}x{len(board)}" for board in ASSIGNMENT.examples]
    stopped = measure_reference(pool, ASSIGNMENT)
    assert [each.size for each in stopped.solved] == sizes == ["5x5", "7x7", "10x10", "14x14"]
    assert [each.state for each in stopped.solved] == ["right"] * 2 + ["too slow"] * 2
    assert stopped.solved[2].reason == (
        "an example of 10x10 is not solved: 2 s of computing were over"
    )
    assert stopped.solved[3].reason == (
        "an example of 14x14 is not solved: the program was stopped at a smaller one"
    )
    assert stopped.unsolved and len(stopped.unsolved.grids["grid"].splitlines()) == 10
    wrong = examine(pool, WRONG_PROGRAMS["clue-missing"][0])
    assert [each.size for each in wrong.solved] == sizes
    assert "breaks rule 3" in wrong.solved[0].reason
    assert wrong.unsolved and set(wrong.unsolved.grids) == {"grid", "got"}
    assert Report.from_json(json.loads(json.dumps(wrong.to_json()))) == wrong


@pytest.mark.parametrize(("seconds", "is_too_large"), [(0.1, True), (0.05, False)])
def test_an_example_that_cannot_be_done_in_time_is_not_begun(
    seconds: float, is_too_large: bool
) -> None:
    run = ExampleRun(["." * 50] * 50, Outcome("done", cpu=seconds))
    assert example_runs.exceeds_limit(run, ["." * 100] * 100) is is_too_large


DISPLAYS = {
    "en": "the answer is shown as lamp/2, expected cell(R,C,b)",
    "es": "la respuesta se muestra como lamp/2, se esperaba cell(R,C,b)",
    "fr": "la réponse est montrée comme lamp/2, on attendait cell(R,C,b)",
    "de": "die Antwort wird als lamp/2 gezeigt, erwartet wird cell(R,C,b)",
}


def rename_bulbs(show: str) -> str:
    """Return the reference with lamp(R,C) in place of each cell(R,C,b), and what it shows."""
    rules = re.sub(r"cell\(([^,()]*),([^,()]*),b\)", r"lamp(\1,\2)", REFERENCE)
    return re.sub("(?m)^#show.*$", "", rules) + show


@pytest.mark.long
@pytest.mark.parametrize("language", DISPLAYS)
def test_right_bulbs_under_another_name_are_one_fault(
    pool: TaskPool, few_examples: None, tmp_path: Path, language: str
) -> None:
    path = tmp_path / "lightup.lp"
    path.write_text(rename_bulbs("#show lamp/2.\n#show dim/1.\n"))
    use_language(language)
    examined = examine(pool, path)
    assert [finding.brief for finding in examined.findings] == [DISPLAYS[language]]
    assert {each.state for each in examined.solved} == {"right"}
    course = default_course(kit.LIGHT_UP)
    losses = points.grade_report(examined, course).losses
    assert [str(loss) for loss in losses] == [f"4 other: {DISPLAYS[language]}"]


@pytest.mark.parametrize(
    ("show", "name"),
    [
        ("lampara(R,C,b) :- lamp(R,C). #show lampara/3.", "lampara/3"),
        kit.long(
            "casilla(R,C,b) :- lamp(R,C). casilla(R,C,V) :- cell(R,C,V). #show casilla/3.",
            "casilla/3",
        ),
        kit.long("", "lamp/2"),
    ],
)
def test_any_form_of_a_display_is_found_with_a_wrong_rule_too(
    pool: TaskPool, few_examples: None, tmp_path: Path, show: str, name: str
) -> None:
    path = tmp_path / "lightup.lp"
    path.write_text(rename_bulbs(show))
    brief = DISPLAYS["en"].replace("lamp/2", name)
    assert [finding.brief for finding in examine(pool, path).findings] == [brief]
    path.write_text(re.sub(r"(?m)^:-.*not lit_across.*$", "", rename_bulbs(show)))
    examined = examine(pool, path)
    assert [finding.code for finding in examined.findings] == ["display", "lit"]
    assert examined.findings[1].mistake == "lit-missing"
    course = default_course(kit.LIGHT_UP)
    losses = points.grade_report(examined, course).losses
    assert [str(loss).partition(":")[0] for loss in losses] == [
        *("4 lit", "4 other", "4 examples"),
    ]


@pytest.mark.parametrize("shown", ["lit_across/2", kit.long("white/2")])
def test_a_name_without_bulbs_is_no_display(
    pool: TaskPool, few_examples: None, tmp_path: Path, shown: str
) -> None:
    (tmp_path / "lightup.lp").write_text(rename_bulbs(f"#show {shown}.\n"))
    (finding,) = examine(pool, tmp_path / "lightup.lp").findings
    assert finding.code == "no-bulbs"


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
    assert "no fault" not in judged.summary
    monkeypatch.setattr(example_runs, "MODEST_ROWS", 7)
    judged = measure_reference(pool, ASSIGNMENT)
    assert not judged.remarks
    assert "no fault" in judged.summary


def measure_reference(pool: TaskPool, assignment: Assignment) -> example_runs.Measurement:
    """Measure the reference on the examples."""
    copy = copy_to_pool(pool, kit.ROOT / "lightup.lp")
    program = dataclasses.replace(copy, assignment=assignment)
    return example_runs.measure_examples(program, assignment.examples)


def test_a_reference_that_reaches_the_time_limit_is_not_compared(
    pool: TaskPool, time_ends_at_7x7: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(example_runs, "MODEST_ROWS", 7)
    late = Outcome("time")
    monkeypatch.setattr(
        example_runs, "run_reference", lambda *arguments: ExampleRun(arguments[-1], late)
    )
    assignment = Assignment(
        FolderBank(ASSIGNMENT.puzzle)
    )  # which remembers no run of the reference
    judged = measure_reference(pool, assignment)
    assert not judged.remarks
    assert "reference" not in judged.summary


# ---------------------------------------------------------------- words

SYNTAX = {  # program: a part of the message
    "p(X) :- q(Y).\nq(1).": "1: the variable X is unsafe",
    "p(R,C,B) :- cell(R,C,_).": "1: the variable B is unsafe, as nothing gives it a value: a "
    "capital begins a variable; was the constant b meant?",
    "{ cell(R,C,b) } :- white(R,C)\n:- a.": ":1: the statement that ends here has no full stop",
    "a.\nb": ":2: the statement that ends here has no full stop",
    "a :- b(1,\n c(2).": "2:6: the bracket ( of line 1 is not closed before this place",
    "{ a ; b :- c.": "1:9: the bracket { of line 1 is not closed before this place",
    "a.\nCell(1,2).": "2:5: found Cell(...), but a capital begins a variable",
    ":- a, , b.": "1:7: found , after ',', expected one more condition between them",
    "a :- b c.": "1:8: found c after 'b', expected a comma between conditions",
    "a :- b or c.": "1:8: found or, expected a comma between conditions; for 'or' write two rules",
    "a :- b order.": "1:8: found order after 'b', expected a comma between conditions",
    "a :- b(X), X in 1..2.": "1:14: found in, expected =, as in X = 0..4",
    "a(Y) :- b(X), Y is X+1.": "1:17: found is, expected =, as in X = Y+1",
    "a :- b && c.": "1:9: found &&, expected a comma between conditions",
    "a :- b, \\+ c.": "1:9: found \\+, expected not",
    "a.\n: - b.": "2:1: found : -, expected :- without a blank",
    "show cell/3.": "1:6: found show, expected #show",
    "a(1).\n#show Cell/3.": "2: nothing gives a value to a variable of this #show, expected a "
    "predicate and the number of its arguments, as in #show cell/3, or a condition after ':'",
    "a :- count { X,Y : b(X,Y) } > 1.": "1:15: found count {, expected #count {",
    "-: a.": "1:2: found -:, expected :-",
    "q(1).\np(X) <- q(X), r(X).": "2: found <-, but this compares two terms; a rule has :-",
    "\ufeffa.": "1:1: found a byte-order mark, expected UTF-8 without it",
    "a.\n// light\nb.": "2:1: found //, expected %, which begins a comment",
    "a.\n# light\nb.": "2:1: found '#', which has no meaning here (a comment begins with %)",
    "row(0..N-1).": "1: the variable N is unsafe, as nothing gives it a value: a capital begins "
    "a variable; was the constant n meant?",
    "p(X) := q(X).": "1:7: found :=, expected :-",
    'p("abc).': "1:3: found a string without its end",
    "% Ä\né.": "2:1: found é, expected e: names have the letters a to z",
    "a. %* no end": "found the end of the file within a comment",
    "a :- b, X ! 3.": "1:11: found '!', which has no meaning here (not equal is !=)",
    "#const n=7.": "1: found #const n in the program, expected it in the facts of the grid only",
    '#include "other.lp".': "1: the included file other.lp does not exist",
}


CONFUSIONS = {  # a wrong program: a remark on it
    "tile(R,C) :- cell(R,C,x).\n{ cel(R,C,b) : tile(R,C) }.\n#show cell/3.": (
        "mine.lp:2: cel/3 occurs in no body and is not shown; was cell/3 meant?"
    ),
    "lit(R,C) :- cell(R,C,x).\n{ cell(r,0,b) : lit(r,0) }.": (
        "mine.lp:2: r is a constant, as it begins with a small letter; was the variable R meant?"
    ),
    "a :- #count { cell(R,C,b) : cell(R,C,x) } > 0.": "mine.lp:1: cell(R,C,b) is counted as a "
    "term, whether it holds or not; after ':' it is an atom",
    "bulb(R,C), cell(R,C,b) :- cell(R,C,x).": "mine.lp:1: found bulb(R,C), cell(R,C,b), but a "
    "comma between heads is 'or'; for 'and' write a rule for each",
    "a(1).\nseen(R,C) : - cell(R,C,x).": "mine.lp:2: found : -, but a ':' in a head is 'or' over "
    "all atoms with this condition; a rule has :- without a blank",
}


@pytest.mark.parametrize("program", kit.long_except(CONFUSIONS, *itertools.islice(CONFUSIONS, 2)))
def test_names_that_are_probably_others_are_remarks(
    pool: TaskPool, few_examples: None, tmp_path: Path, program: str
) -> None:
    (tmp_path / "mine.lp").write_text(program)
    examined = examine(pool, tmp_path / "mine.lp")
    assert CONFUSIONS[program] in [remark.message for remark in examined.remarks]


@pytest.mark.parametrize(
    "old, new", [("not lit(R,C)", "not list(R,C)"), kit.long("lit(R,C) :-", "lit(r,c) :-")]
)
def test_a_name_that_is_probably_another_is_no_known_mistake(
    pool: TaskPool, few_examples: None, tmp_path: Path, old: str, new: str
) -> None:
    text = (
        "dim(0..n-1,0..n-1).\nwhite(R,C) :- dim(R,C), not cell(R,C,(x;0..4)).\n"
        "{ cell(R,C,b) } :- white(R,C).\nlit(R,C) :- white(R,C), cell(R,C,b).\n"
        ":- white(R,C), not lit(R,C)."
    )
    (tmp_path / "mine.lp").write_text(text.replace(old, new))
    examined = examine(pool, tmp_path / "mine.lp")
    refusal = next(f for f in examined.findings if f.code == "refuses-solution")
    assert (refusal.mistake, refusal.sentence) == (None, "")


HALF = "row(0..n-1).\nwhite(R,C) :- row(R), row(C), not cell(R,C,x).\n"
CULPRITS = {  # a program whose answers have too few cells: parts of the first message
    HALF + "{ cell(R,C,b) } :- white(R,C).\n:- white(R,C), cell(R,C,b).": ("mine.lp:4 forbids it",),
    HALF + "1 { cell(R,C,b) : white(R,C) } 1.": ("refused", "mine.lp:3 forbids it"),
    HALF + "cell(R,C,b) :- white(R,C).": ("refused", "mine.lp:3 forbids it"),
    HALF + "{ cell(R,C,b) } :- white(R,C).\nseen(R,C) : - white(R,C).": ("mine.lp:4 forbids it",),
    HALF + "{ cell(R,C,b) } :- white(R,C).\nn = 7.": ("mine.lp:4 forbids it",),
    HALF + "{ cell(R,C,b) } :- white(R,C).\nnot cell(0,0,b).\nnot cell(0,1,b).": ("mine.lp:4",),
}


@pytest.mark.parametrize("program", kit.long_except(CULPRITS, *itertools.islice(CULPRITS, 2)))
def test_a_rule_that_leaves_too_few_answers_is_named(
    pool: TaskPool, few_examples: None, tmp_path: Path, program: str
) -> None:
    (tmp_path / "mine.lp").write_text(program)
    messages = [finding.message for finding in examine(pool, tmp_path / "mine.lp").findings]
    assert any(all(part in message for part in CULPRITS[program]) for message in messages)


def test_a_board_with_a_solution_shows_that_no_bulb_is_there(
    pool: TaskPool, few_examples: None, tmp_path: Path
) -> None:
    (tmp_path / "mine.lp").write_text(":- not cell(0,0,1).\n:- cell(0,0,b).\n#show cell/3.")
    (finding,) = examine(pool, tmp_path / "mine.lp").findings
    assert finding.message == "no answer shows a cell(R,C,b): no rule has one in its head"
    assert finding.expected == "cell(0,1,b) cell(1,2,b) cell(2,0,b)"


def test_shown_cells_that_are_no_bulbs_are_listed(
    pool: TaskPool, few_examples: None, tmp_path: Path
) -> None:
    text = HALF + '{ cell(R,C,"b") } :- white(R,C).\n:- white(R,C), not cell(R,C,"b").'
    (tmp_path / "mine.lp").write_text(text)
    assert 'cell(0,0,"b")' in str(examine(pool, tmp_path / "mine.lp").findings[0].got)


def test_a_half_written_program_that_takes_bulbs_for_black_cells(
    pool: TaskPool, few_examples: None, tmp_path: Path
) -> None:
    text = HALF.replace("cell(R,C,x)", "cell(R,C,_)") + "{ cell(R,C,b) } :- white(R,C)."
    (tmp_path / "mine.lp").write_text(text)
    (finding,) = examine(pool, tmp_path / "mine.lp").findings
    assert (finding.code, finding.mistake) == ("no-bulbs", "bulb-blackens-cell")


ENDLESS = "p(R,C,C) :- cell(R,C,x).\np(R,C,0) :- dim(R), dim(C).\np(R,C,D+1) :- p(R,C,D)"


def test_a_rule_that_grounds_without_end_is_named(
    pool: TaskPool, few_examples: None, short_limits: None, tmp_path: Path
) -> None:
    path = tmp_path / "mine.lp"
    path.write_text(f"{ENDLESS}.")
    (finding,) = examine(pool, path).findings
    assert finding.code == "time"
    assert finding.message.startswith("mine.lp:3: the program comes to no end on this grid")
    assert finding.message.endswith(
        ": D+1 grows with each step, and nothing in this rule bounds it"
    )
    path.write_text(f"{ENDLESS}, D < n.")
    assert all(finding.code != "time" for finding in examine(pool, path).findings)


@pytest.mark.long
@pytest.mark.parametrize(
    ("rule", "term"), [("p(f(X)) :- p(X).", "f(X)"), ("p(Y) :- p(X), Y = X+1.", "X+1")]
)
def test_a_term_that_grows_without_end_is_named(
    pool: TaskPool, few_examples: None, tmp_path: Path, rule: str, term: str
) -> None:
    path = tmp_path / "mine.lp"
    path.write_text(f"p(1).\n{rule}")
    (finding,) = examine(pool, path).findings
    assert finding.message.startswith("mine.lp:2: ")
    assert f": {term} grows with each step" in finding.message


CYCLES = {  # rules that ground without end, and what is said of them after "mine.lp:"
    "q(X) :- p(X).\np(X+1) :- q(X).\np(0).": (
        "2: {trouble}: X+1 grows with each round through this rule and mine.lp:1, and "
        "nothing in them bounds it"
    ),
    "p(0,n).\np(Y,B) :- r(Y,B,0).\nq(B,X) :- p(X,B), B = 0..n.\nr(f(X),B,A) :- q(B,X), A = 0..1.": (
        "4: {trouble}: f(X) grows with each round through this rule and mine.lp:2 and mine.lp:3, "
        "and nothing in them bounds it"
    ),
    # what bounds the argument in another rule is no cause; the second cycle has no bound
    "p(0).\nq(X+1) :- p(X).\np(X) :- q(X), X < n.\ns(X+1) :- t(X).\nt(X) :- s(X).\ns(0).": (
        "4: {trouble}: X+1 grows with each round through this rule and mine.lp:5, and "
        "nothing in them bounds it"
    ),
}


@pytest.mark.long
@pytest.mark.parametrize(
    ("rules", "message"),
    CYCLES.items(),
)
def test_a_cycle_of_rules_that_grounds_without_end_is_named(
    rules: str, message: str, pool: TaskPool, tmp_path: Path
) -> None:
    (tmp_path / "mine.lp").write_text(rules)
    examined = examine(pool, tmp_path / "mine.lp")
    trouble = "the program comes to no end on this grid within 1 s of computing"
    assert examined.findings[0].message == f"mine.lp:{message.format(trouble=trouble)}"
    line, _, text = message.format(trouble=trouble).partition(": ")
    assert f"mine.lp:{line}:1: error: {text}\n" in report.format_gcc(examined)


@pytest.mark.parametrize("program", SYNTAX)
def test_a_syntax_error_is_reported_in_plain_words(
    pool: TaskPool, tmp_path: Path, program: str
) -> None:
    path = tmp_path / "mine.lp"
    path.write_text(program, "utf-8")
    message = examine(pool, path).findings[0].message
    assert message.startswith("mine.lp:")
    assert SYNTAX[program] in message


CAUSES = {  # a program that reads and answers wrong: the beginning of the first message
    "cell(0..m-1,0,b).": "1: (m-1) has no value, as m is no number; the size of the grid is the "
    "constant n",
    "cell(0,0,b) :- tile(1).\ntile(1,1).": "1: tile/1 occurs in no head and in no facts; was "
    "tile/2 of line 2 meant",
    "{ cell(0,0,b) }.\ncell(0,1,x). dim(2).": "2: found cell(0,1,x). in the program",
}


def test_a_predicate_of_the_program_is_no_fact_of_a_grid(
    pool: TaskPool, few_examples: None, tmp_path: Path
) -> None:
    (tmp_path / "mine.lp").write_text("dim(0..n-1). cell(0,0,b).")
    examined = examine(pool, tmp_path / "mine.lp")
    assert "reads" not in {finding.stage for finding in examined.findings}


@pytest.mark.parametrize("program", kit.long_except(CAUSES, *itertools.islice(CAUSES, 2)))
def test_the_cause_of_wrong_answers_is_reported_first(
    pool: TaskPool, few_examples: None, tmp_path: Path, program: str
) -> None:
    path = tmp_path / "mine.lp"
    path.write_text(program)
    cause, *wrong_answers = examine(pool, path).findings
    assert (cause.stage, cause.code) == ("reads", "syntax")
    assert cause.message.startswith(f"mine.lp:{CAUSES[program]}")
    assert wrong_answers
    assert "reads" not in {finding.stage for finding in wrong_answers}


def test_a_program_in_utf_16_is_reported_as_such(pool: TaskPool, tmp_path: Path) -> None:
    for text in ("a.", REFERENCE):
        (tmp_path / "mine.lp").write_text(text, "utf-16")
        (finding,) = examine(pool, tmp_path / "mine.lp").findings
        assert finding.message == "mine.lp: found UTF-16, expected UTF-8: save the file so"


def test_a_path_that_is_not_utf_8_can_be_checked(
    pool: TaskPool, few_examples: None, tmp_path: Path
) -> None:
    folder = Path(os.fsdecode(bytes(tmp_path) + b"/\xe4"))
    folder.mkdir()
    path = Path(os.fsdecode(bytes(folder) + b"/\xe4.lp"))
    path.write_text("cell(0,0,b).")
    assert {finding.stage for finding in examine(pool, path).findings} == {"rules"}


# ---------------------------------------------------------------- hostile programs

DEEP = "p(" + "f(" * 20_000 + "1" + ")" * 20_000 + ")."
PROGRAMS: dict[str, tuple[str, str | bytes]] = {  # code, and the program
    "endless": ("time", "p(0). p(X+1) :- p(X)."),
    "endless and large": ("time", "p(f(0,0)). p(f(X,X)) :- p(X)."),
    "large": ("time", "p(1..3000). q(X,Y,Z) :- p(X), p(Y), p(Z)."),
    "hard": (
        "time",
        "1 { in(P,H) : H = 1..11 } 1 :- P = 1..12. :- in(P,H), in(Q,H), P < Q.",
    ),
    "deep": ("syntax", DEEP),
    "lua": ("contract", '#script (lua) os.execute("touch /tmp/touched") #end.'),
    "hidden script": ("contract", "%* %* *% *% #script (lua) x #end."),
    "reads another file": ("contract", '#include "/etc/passwd".'),
    "reads the library": ("contract", "#include <incmode>."),
    "not text": ("syntax", b"\xff\xfe\x00p."),
}
ALIKE = {"endless", "endless and large", "large", "hard"}  # without end: a second passes


@pytest.mark.parametrize("name", [kit.long(n) if n in ALIKE else n for n in PROGRAMS])
def test_a_hostile_program_has_a_finding(
    pool: TaskPool, short_limits: None, tmp_path: Path, name: str
) -> None:
    code, text = PROGRAMS[name]
    path = tmp_path / "mine.lp"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    assert examine(pool, path).findings[0].code == code


def test_more_answer_sets_than_can_be_listed_are_a_free_choice(
    pool: TaskPool, few_examples: None, tmp_path: Path
) -> None:
    path = tmp_path / "mine.lp"
    path.write_text(REFERENCE + "{ a(1..60); b(1..60) }.")
    (finding,) = examine(pool, path).findings
    assert (finding.code, finding.mistake, finding.grid) == ("several", "free-choice", [["."]])


@pytest.mark.long
def test_a_right_program_may_have_many_atoms_that_are_not_shown(pool: TaskPool) -> None:
    path = pool.programs / "atoms.lp"
    path.write_text(REFERENCE + "p(1..300000).")
    run = SubmittedProgram(pool, ASSIGNMENT, path).run_trials(ASSIGNMENT.small_trials[-4:])
    assert (run.trouble, any(run.differences)) == (None, False)


def test_a_file_outside_the_folder_is_not_included(pool: TaskPool, tmp_path: Path) -> None:
    (tmp_path / "above.lp").write_text("")
    folder = tmp_path / "work"
    folder.mkdir()
    (folder / "mine.lp").write_text('a.\n#include "../above.lp".')
    (finding,) = examine(pool, folder / "mine.lp").findings
    assert finding.code == "contract"
    assert finding.message == "mine.lp:2: #include reaches outside the folder of the program"


def test_a_link_to_a_file_elsewhere_is_not_read(pool: TaskPool, tmp_path: Path) -> None:
    secret = tmp_path / "secret.lp"
    secret.write_text("secret(1) :-")
    folder = tmp_path / "work"
    folder.mkdir()
    (folder / "lightup.lp").symlink_to(secret)
    (finding,) = examine(pool, folder).findings
    assert finding.code == "contract"
    assert "secret(1)" not in finding.message


# ---------------------------------------------------------------- hostile encode.py

DAEMON = "import os, time\nif os.fork(): os._exit(0)\nos.setsid()\nif os.fork(): os._exit(0)\n"
SCRIPTS = {  # code, a part of the message, the script
    "sleeps": ("time", "does not end", "import time; time.sleep(99)"),
    "computes": ("time", "computes for more than 1 s", "while True: pass"),
    "computes a little too long": (
        "time",
        "computes for more than 1 s",
        "import time\nwhile time.process_time() < 1.5: pass\nprint('dim(1). #const n=1.')",
    ),
    "ignores signals": (
        "time",
        "does not end",
        "import signal, time\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\ntime.sleep(99)",
    ),
    "floods": ("time", "writes without end", "while True: print('cell(0,0,x).' * 99)"),
    "floods stderr": (
        "time",
        "writes without end",
        "import sys\nwhile True: sys.stderr.write('x' * 999)",
    ),
    "eats memory": ("contract", "MemoryError", "x = [bytes(1 << 28) for _ in range(99)]"),
    "forks": (
        "time",
        "starts processes without end",
        "import os, time\nfor _ in range(7): os.fork()\ntime.sleep(99)",
    ),
    "stays": ("contract", "writes nothing", DAEMON + "time.sleep(99)"),
    "kills": ("contract", "", "import os\nos.kill(os.getppid(), 9)\nos.killpg(0, 9)"),
    "removes": (
        "contract",
        "Read-only file system",
        "import os, shutil\nshutil.rmtree(os.path.dirname(os.path.abspath(__file__)))",
    ),
    "closes": ("contract", "", "import os\nos.close(1)\nos.close(2)\nprint(1)"),
    "binary": (
        "contract",
        "does not read",
        "import sys\nsys.stdout.buffer.write(bytes(range(256)) * 99)",
    ),
    "endless facts": ("time", "no end", "print('p(1..1000000000).')"),
    "rule": ("contract", "line 1 is p(0). p(X+1) :- p(X).", "print('p(0). p(X+1) :- p(X).')"),
    "choice": ("contract", "neither a fact", "print('{ cell(0,0,x) }. :- not cell(0,0,x).')"),
    "statement": ("contract", "line 2 is #show dim/1.", "print('a.\\n#show dim/1.')"),
    "script": ("contract", "#script", "print('#script (lua) x #end.')"),
    "exits": ("contract", "status 3", "raise SystemExit(3)"),
    "argument": (
        "contract",
        "status 1: read the grid from standard input",
        "import sys\nopen(sys.argv[1])",
    ),
}


@pytest.mark.parametrize("name", kit.long_except(SCRIPTS, "sleeps", "removes"))
def test_a_hostile_script_has_one_finding_and_leaves_no_process(
    pool: TaskPool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str
) -> None:
    code, part, text = SCRIPTS[name]
    limits = Limits(cpu=1, wall=60 if "computes" in part else 2)
    monkeypatch.setattr(encode_facts, "LIMITS", limits)
    (tmp_path / "encode.py").write_text(text)
    (finding,) = examine(pool, tmp_path).findings
    assert finding.code == code
    assert part in finding.message
    assert (tmp_path / "encode.py").read_text() == text
    give_up = time.monotonic() + 5.0
    while (pids := list_processes(pool.folder)) and time.monotonic() < give_up:
        time.sleep(0.01)
    assert pids == []


def list_processes(folder: Path) -> list[int]:
    """List the processes, except servers, whose command line contains the path of a folder."""
    pids = []
    for pid in psutil.pids():
        with contextlib.suppress(OSError):
            command = Path(f"/proc/{pid}/cmdline").read_bytes()
            if str(folder).encode() in command and b"server.py" not in command:
                pids.append(pid)
    return pids


SCRIPT = (GOOD / "encode.py").read_text()


def examine_script(pool: TaskPool, folder: Path, text: str) -> Report:
    """Write a text as encode.py into a folder; return the report on the folder."""
    (folder / "encode.py").write_text(text)
    return examine(pool, folder)


def test_encode_and_its_modules_are_copied_before_other_files(
    pool: TaskPool, few_examples: None, tmp_path: Path
) -> None:
    for number in range(copies.MOST_FILES):
        (tmp_path / f"dom{number}.txt").write_text("x\n")
    folder = tmp_path / "__helpers" / "deep"
    folder.mkdir(parents=True)
    (folder / "rows.py").write_text("# long\n" * 30_000)
    assert examine_script(pool, tmp_path, f"import __helpers.deep.rows\n{SCRIPT}").verdict == "pass"
    examined = examine_script(pool, tmp_path, f"open('dom9.txt').close()\n{SCRIPT}\n0/0")
    assert [remark.code for remark in examined.remarks] == ["folder"]
    (finding,) = examine_script(pool, tmp_path, "#" * (copies.LARGEST_FILE + 1)).findings
    assert finding.message == "encode.py: this is larger than 1 MB"


def test_a_run_changes_no_copy_but_its_own(tmp_path: Path) -> None:
    file = tmp_path / "work" / "deep" / "rows.py"
    file.parent.mkdir(parents=True)
    file.write_text("text")
    work = copies.FolderCopies(tmp_path / "work", tmp_path)
    for _ in range(2):
        with work.make_copy() as folder:
            (copy,) = (folder / "deep").iterdir()
            assert copy.read_text() == "text"
            copy.write_text("another text")
            copy.with_name("note").write_text("")
        assert not folder.exists()
    assert file.read_text() == "text"


READS_FILE = SCRIPT.replace("sys.stdin", "open('examples/dom01.txt')")


def test_encode_that_opens_an_example_is_told_to_read_standard_input(
    pool: TaskPool, few_examples: None, tmp_path: Path
) -> None:
    """Whether it finds the example or not; what Python says comes second."""
    assert READS_FILE != SCRIPT
    (finding,) = examine_script(pool, tmp_path, READS_FILE).findings
    hint = "read the grid from standard input, sys.stdin, not from a file"
    assert finding.detail.startswith(f"{hint}; encode.py:")
    assert "No such file or directory: 'examples/dom01.txt'" in finding.detail
    (tmp_path / "examples").mkdir()
    shutil.copy(kit.EXAMPLES / "dom01.txt", tmp_path / "examples")
    finding, *_ = examine_script(pool, tmp_path, READS_FILE).findings
    assert finding.text == f"encode.py writes the same for every grid: {hint}"


@pytest.mark.long
def test_encode_that_opens_an_example_is_told_so_in_spanish(
    pool: TaskPool, few_examples: None, tmp_path: Path
) -> None:
    use_language("es")
    (finding,) = examine_script(pool, tmp_path, READS_FILE).findings
    assert finding.detail.startswith("el puzle se lee de la entrada estándar, sys.stdin")


@pytest.mark.long
def test_letters_that_the_code_page_lacks_are_read_as_clingo_reads_them(tmp_path: Path) -> None:
    """Some systems have no UTF-8 as their own encoding, such as Windows."""
    script = """import sys\nsys.stdout.buffer.write("größe.\\n".encode())\n"""
    (tmp_path / "encode.py").write_text(script, "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "lab", "check", "--part", "encode", tmp_path],
        env={**os.environ, "PYTHONUTF8": "0", "LC_ALL": "C"},
        cwd=kit.ROOT,
        capture_output=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stderr) == (1, b"fail: 1 finding, not judged: lightup.lp\n")
    assert b"what encode.py writes does not read: line 1 is gr" in done.stdout


def test_a_folder_in_place_of_encode_is_reported(pool: TaskPool, tmp_path: Path) -> None:
    (tmp_path / "encode.py").mkdir()
    (finding,) = examine(pool, tmp_path).findings
    assert finding.message == "encode.py: found a folder or device, expected a file"


def test_facts_may_have_ranges_and_pools(pool: TaskPool) -> None:
    text = "cell(0,(1;2),x). cell(1,0..1,x).\ndim(3).\n#const n=3."
    facts = encode_facts.read_facts(pool, text, [])
    cells = encode_facts.pick_cells(facts.statements)
    assert (facts.trouble, len(cells), facts.statements[-1]) == ("", 4, "#const n=3.")


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("cell(0,1,x). cell(1,0,2). dim(2). #const n=2.", []),
        ("% a grid\ncell( 0, 1, x ) .\ncell(1,0,2).% black\ndim(2).\n#const n = 2.\n", []),
        ("row(0..n-1).cell(0,1,x).cell(1,0,2).dim(2).\n#const n=2.", []),
        ('name("a. cell(0,1,x)."). cell(1,0,2). dim(2). #const n=2.', ["cell(0,1,x)."]),
        ("cell(1,0,2). % cell(0,1,x).\ndim(2). #const n=2.", ["cell(0,1,x)."]),
        ("%*\ncell(0,1,x).\n*% cell(1,0,2). dim(2). #const n=2.", ["cell(0,1,x)."]),
        ("-cell(0,1,x). cell(1,0,2). dim(2). #const n=2.", ["cell(0,1,x)."]),
        ("my_cell(0,1,x). cell(1,0,2). dim(2). #const n=2.", ["cell(0,1,x)."]),
    ],
)
def test_facts_are_read_as_clingo_reads_them(pool: TaskPool, text: str, missing: list[str]) -> None:
    expected = ["cell(0,1,x).", "cell(1,0,2).", "dim(2).", "#const n=2."]
    facts = encode_facts.read_facts(pool, text, expected)
    assert not facts.trouble
    assert sorted({*expected} - {*facts.statements}) == missing


@pytest.mark.parametrize(
    "text",
    [
        "cell(0,1,x). cell(0 0,1,x).",
        "cell(0,1,x). a :- cell(0,1,x).",
        "cell(0,1,x). dim(2 2).",
        "cell(0,1,x). #const n=2. #const n=2.",
        "cell(0,1,x)",
    ],
)
def test_what_is_no_fact_is_trouble(pool: TaskPool, text: str) -> None:
    expected = ["cell(0,1,x).", "dim(22).", "#const n=2."]
    assert encode_facts.read_facts(pool, text, expected).trouble


@pytest.mark.usefixtures("few_examples")
@pytest.mark.parametrize(
    ("code", "message", "got"),
    [
        ("print('Encoding ...')", "does not read: line 1 is Encoding ...", "Encoding ..."),
        kit.long("print('cell(0,0,.).')", "does not read: line 1 is cell(0,0,.).", "cell(0,0,.)."),
        kit.long(
            "print('dim(1)')", "in line 1, the statement that ends here has no full stop", "dim(1)"
        ),
        kit.long(
            "print('dim(1')", "the bracket ( of line 1 is not closed before this place", "dim(1"
        ),
        kit.long(
            "print(f'dim({len(input()) + 1}).')", "encode.py: wrong dim; missing n", "dim(2)."
        ),
        ("print(f'dim({len(input())}).')", "encode.py: missing n", "(nothing)"),
    ],
)
def test_wrong_facts_of_encode_are_shown_beside_those_expected(
    pool: TaskPool, tmp_path: Path, code: str, message: str, got: str
) -> None:
    finding = examine_script(pool, tmp_path, code).findings[0]
    assert finding.message.endswith(message)
    assert finding.grids["expected"].endswith("#const n=1.")
    assert finding.got == got


def test_an_encode_that_takes_any_character_passes_without_a_remark(
    pool: TaskPool, few_examples: None, tmp_path: Path
) -> None:
    text = (
        "import sys\nrows = sys.stdin.read().split()\nfor r, row in enumerate(rows):\n"
        "    for c, k in enumerate(row):\n        if k != '.': print(f'cell({r},{c},{k}).')\n"
        "print(f'dim({len(rows)}).\\n#const n={len(rows)}.')"
    )
    examined = examine_script(pool, tmp_path, text)
    assert (examined.verdict, examined.remarks) == ("pass", [])


READS_ROWS = (
    "import sys\ntext = sys.stdin.read()\nrows = text.split('\\n')\nn = len(rows)\n"
    "for r in range(n):\n    for c in range(n):\n"
    "        if rows[r][c] != '.': print(f'cell({r},{c},{rows[r][c]}).')\n"
    "print(f'dim({n}).\\n#const n={n}.')"
)


@pytest.mark.usefixtures("few_examples")
@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("", "", "7: IndexError: string index out of range; it would be right if the grid did not"),
        (
            "c in range(n)",
            "c in range(len(rows[r]))",
            "wrong dim and n: it would be right if the grid did not end with a newline",
        ),
        kit.long(
            "len(rows)", "len(rows) - 2", ": it would be right if an empty line followed the grid"
        ),
        kit.long("len(rows)", "len(rows) - 1", ""),
        kit.long("len(rows)", "len(rows) + 7", "7: IndexError: string index out of range"),
    ],
)
def test_a_grid_that_ends_with_a_newline_is_named_as_the_cause(
    pool: TaskPool, tmp_path: Path, old: str, new: str, message: str
) -> None:
    findings = examine_script(pool, tmp_path, READS_ROWS.replace(old, new, 1)).findings
    if not message:
        assert findings == []
    elif "right" in message:
        assert message in findings[0].message
    else:
        assert findings[0].message.endswith(message)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("import sys\ndef f():\n    return {}[1]\nf()", ": encode.py:3: KeyError: 1"),
        kit.long("print((1)", ": encode.py:1: SyntaxError: '(' was never closed"),
        kit.long("import json\njson.loads('[')", ": encode.py:2: json.decoder.JSONDecodeError: "),
    ],
)
def test_the_line_of_an_exception_is_named(
    pool: TaskPool, few_examples: None, tmp_path: Path, text: str, message: str
) -> None:
    assert message in examine_script(pool, tmp_path, text).findings[0].message


def test_after_a_timeout_no_more_grids_are_tried(
    pool: TaskPool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(encode_facts, "LIMITS", Limits(wall=1))
    (tmp_path / "encode.py").write_text("import time\ntime.sleep(99)\n")
    runs: list[copies.FolderCopies] = []

    class CountedCopies(copies.FolderCopies):
        def make_copy(self) -> Any:
            runs.append(self)
            return super().make_copy()

    check = encode_facts.EncodeCheck(pool, ASSIGNMENT, CountedCopies(tmp_path, pool.folder))
    (finding,) = check.findings()
    assert (finding.code, finding.grid) == ("time", [["."]])
    assert 0 < len(runs) < 5  # of 30 grids


def test_findings_on_encode_stand_before_those_on_the_program(
    pool: TaskPool, few_examples: None, tmp_path: Path
) -> None:
    (tmp_path / "lightup.lp").write_text("cell(n,0,b).")
    (tmp_path / "encode.py").write_text("print('dim(0).')")
    parts = [finding.part for finding in examine(pool, tmp_path).findings]
    assert set(parts) == {"encode", "program"} and parts == sorted(parts)


@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGINT, 130), kit.long(signal.SIGTERM, 143)]
)
def test_an_interrupted_check_leaves_nothing_behind(
    tmp_path: Path, number: int, status: int
) -> None:
    (tmp_path / "encode.py").write_text("import time\ntime.sleep(99)")
    command = [sys.executable, "-m", "lab", "check", str(tmp_path)]
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    process = subprocess.Popen(
        command, cwd=kit.ROOT, stderr=subprocess.PIPE, text=True, env=environment
    )
    while not (pids := list_processes(tmp_path / "tmp")):
        assert process.poll() is None
        time.sleep(0.02)
    process.send_signal(number)
    _, stderr = process.communicate(timeout=20)
    assert (process.returncode, stderr) == (status, "")
    assert not any(map(psutil.pid_exists, pids))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["encode.py"]


# ---------------------------------------------------------------- from the shell


GOT = ("got", "expected")


def test_json_and_junit_have_the_whole_report(tmp_path: Path) -> None:
    done = check("--json", "--junit", tmp_path / "junit.xml", WRONG_PROGRAMS["rows-only"][0])
    assert (done.returncode, kit.read_verdict(done)) == (1, "fail: 1 finding")
    data = json.loads(done.stdout)
    names = ["verdict", "seed", "proven", "searched", "findings", "remarks", "uncontained"]
    assert list(data) == [*names, "stages", "authors", "unjudged"]
    assert data["stages"] == {"reads": "yes", "contract": "yes", "rules": "no"}
    assert (data["authors"], data["unjudged"]) == ([], [])  # of a program alone
    (finding,) = data["findings"]
    trial = ASSIGNMENT.bank.solve(finding["grid"].split())
    got, expected = (answers.added_cells(trial.board, finding.pop(key).split()) for key in GOT)
    assert ASSIGNMENT.broken_codes(trial.board, got) == ("sight",)
    assert expected in trial.solutions
    assert finding.pop("message").startswith("a board is accepted that breaks rule 2")
    assert finding == {
        "stage": "rules",
        "code": "sight",
        "mistake": "rows-only",
        "grid": "..\n..",
    }
    suites = ElementTree.parse(tmp_path / "junit.xml").getroot()
    (suite,) = suites
    assert (suites.tag, suite.tag) == ("testsuites", "testsuite")
    assert (suite.get("tests"), suite.get("failures")) == ("3", "1")
    names = [case.get("name", "") for case in suite.iter("testcase")]
    assert names == ["Does it read?", "Does it keep the contract?", "Is each rule right?"]
    (failure,) = suite.iter("failure")
    assert failure.get("type") == "sight"
    assert "\033" not in done.stdout + done.stderr


def test_the_terminal_shows_the_mistake_and_the_boards(pool: TaskPool, few_examples: None) -> None:
    text = terminal_text(examine(pool, WRONG_PROGRAMS["rows-only"][1]))
    assert ASSIGNMENT.bank.sentences["rows-only"] in text
    assert "\n  grid   expected   got\n  ..     b.         b.\n" in text


def test_a_mistake_is_explained_at_its_first_finding_only() -> None:
    examined = Report("mine.lp")
    examined.add_findings(
        Finding("contract", "contract", "a board", "row 0", mistake="lit-missing", sentence="why"),
        Finding("rules", "clue", "another board", "row 1", mistake="lit-missing", sentence="why"),
    )
    text = terminal_text(examined)
    assert "  a board: row 0\n  why\n" in text
    assert "  another board: the same mistake\n" in text


@pytest.mark.long
def test_a_seed_repeats_a_report(pool: TaskPool) -> None:
    """The reports of two pools are equal texts, without paths of temporary folders."""

    def report_all() -> list[str]:
        with TaskPool() as new_pool:
            reports = [examine(new_pool, folder) for folder in folders]
        for examined in reports:  # how far a slow program comes depends on the machine
            examined.summary = ""
            examined.remarks = [each for each in examined.remarks if each.code != "time"]
        formats = terminal_text, report.format_json, report.format_junit
        return ["".join(format(examined) for format in formats) for examined in reports]

    folders = [*STUDENTS.values(), kit.DATA / "hostile" / "escapes"]
    first = report_all()
    assert first == report_all()
    assert not [text for text in first if f"{pool.folder.parent}/check-" in text]


def test_servers_that_are_killed_between_two_programs_are_replaced(pool: TaskPool) -> None:
    program = copy_to_pool(pool, kit.ROOT / "lightup.lp")
    for _ in range(2):
        measurement = example_runs.measure_examples(program, ASSIGNMENT.examples)
        assert example_runs.report_faults(program, measurement) == []
        processes.end_process_tree()


CHECKS = 200
MOST_GROWTH = 8 << 20  # bytes of memory
FREQUENT = ("only-encode", "full-stop-missing", "counts-from-1", "columns-first")


@pytest.mark.long
def test_many_checks_in_a_row_leave_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, few_examples: None
) -> None:
    """No file or process is left, and memory does not grow after the first forty checks."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setitem(vars(ASSIGNMENT), "small_trials", ASSIGNMENT.small_trials[:12])
    this = psutil.Process()
    folders = [GOOD, *map(STUDENTS.__getitem__, FREQUENT)]
    children, sizes = set(this.children(recursive=True)), []
    for _ in range(CHECKS // 10):
        with TaskPool() as pool:
            for folder in itertools.islice(itertools.cycle(folders), 10):
                examine(pool, folder)
        assert list(tmp_path.iterdir()) == []
        assert set(this.children(recursive=True)) <= children
        sizes.append(this.memory_info().rss)
    assert sizes[-1] - sizes[3] < MOST_GROWTH, sizes


def test_findings_stand_in_the_order_of_their_stages() -> None:
    examined = Report("mine.lp")
    late, early = Finding("rules", "lit", "dark"), Finding("reads", "syntax", "reported first")
    examined.add_findings(late)
    examined.add_findings(early)
    assert examined.findings == [early, late]


def test_junit_has_the_summary() -> None:
    assert "up to 7x7" in report.format_junit(Report("mine.lp", summary="up to 7x7"))


def test_every_format_reports_what_the_sandbox_does_not_contain() -> None:
    examined = Report("mine.lp", uncontained=["files can be read", "UDP can be used"])
    gaps = "not contained: files can be read; UDP can be used"
    assert report.format_verdict(examined) == f"pass, {gaps}"
    assert json.loads(report.format_json(examined))["uncontained"] == examined.uncontained
    output = ElementTree.fromstring(report.format_junit(examined)).findtext(".//system-out", "")
    assert gaps in output.splitlines()
    examined.add_findings(Finding("rules", "lit", "red"))
    assert report.format_verdict(examined) == f"fail: 1 finding, {gaps}"


def test_a_character_that_the_terminal_lacks_is_shown_by_its_number(tmp_path: Path) -> None:
    path = tmp_path / "mine.lp"
    path.write_text("\u201ca.", "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "lab", "check", path],
        cwd=kit.ROOT,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, kit.read_verdict(done)) == (1, "fail: 1 finding")
    assert "found \\u201c, expected" in done.stdout


@pytest.mark.parametrize(
    ("is_terminal", "no_colour", "codes"), [(False, "", 0), (True, "", 4), (True, "1", 0)]
)
def test_only_terminals_get_colours_unless_no_color_is_set(
    monkeypatch: pytest.MonkeyPatch, is_terminal: bool, no_colour: str, codes: int
) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: is_terminal)
    monkeypatch.setenv("NO_COLOR", no_colour)
    examined = Report("mine.lp")
    examined.add_findings(Finding("rules", "lit", "red \033[0m"))
    get_console.cache_clear()
    text = terminal_text(examined)
    get_console.cache_clear()
    assert text.count("\033") == codes  # of a stage and its answer; the finding's is escaped


@pytest.mark.long
def test_a_right_submission_passes() -> None:
    done = check(GOOD)
    assert (done.returncode, kit.read_verdict(done)) == (0, "pass")
    assert "Does it solve? yes" in done.stdout


@pytest.mark.parametrize(
    ("path", "complaint"),
    [
        (kit.EXAMPLES, "found neither encode.py nor lightup.lp"),
        ("nowhere", "no such file or folder"),
        (kit.ROOT / "encode.py", "no logic program"),
    ],
)
def test_a_path_with_nothing_to_check_is_bad_input(path: Path | str, complaint: str) -> None:
    done = check(path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("lab check: ")
    assert complaint in done.stderr


def test_a_junit_file_that_cannot_be_written_is_bad_input(tmp_path: Path) -> None:
    (tmp_path / "mine.lp").write_text("a :- ")
    done = check("--junit", "/nowhere/junit.xml", tmp_path / "mine.lp")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "lab check: /nowhere/junit.xml: No such file or directory\n"


def test_tokens_are_those_of_clingo() -> None:
    text = 'a("%* #script"). % #script\n%* #script %* "*% #include *% #include "b".'
    kinds = [token.kind for token in tokens.read_tokens(text) if token.kind != "bracket"]
    assert kinds == ["word", "string", "stop", "include", "string", "stop"]


def test_comments_end_where_they_end_for_clingo() -> None:
    chance, pieces = random.Random(1), ["%*", "*%", "%", "#!", "\n", "a.", '"', " ", "*"]
    compared = 0
    for _ in range(6000):
        text = "".join(chance.choices(pieces, k=chance.randrange(12)))
        statements: list[ast.AST] = []
        with contextlib.suppress(RuntimeError):  # a text that clingo does not read
            ast.parse_string(text, statements.append, logger=lambda code, message: None)
            rules = [node for node in statements if node.ast_type == ast.ASTType.Rule]
            kinds = [token.kind for token in tokens.read_tokens(text)]
            assert kinds.count("stop") == len(rules), text
            compared += "a." in text
    assert compared > 300


# ---------------------------------------------------------------- strangers' words and files


def test_every_format_escapes_control_characters(
    pool: TaskPool, few_examples: None, tmp_path: Path
) -> None:
    escapes = r"\x1b[2J\x9b1m\u202e\x07"  # Python of encode.py, and what the reports show
    examined = examine_script(pool, tmp_path, f"raise SystemExit('{escapes}')")
    examined.name = "\x1b[1m\nname"
    terminal, junit = terminal_text(examined), report.format_junit(examined)
    assert escapes in terminal
    assert escapes in json.loads(report.format_json(examined))["findings"][0]["message"]
    (suite,) = ElementTree.fromstring(junit)
    assert suite.get("name") == r"\x1b[1m\nname"
    assert [escapes in failure.get("message", "") for failure in suite.iter("failure")] == [True]
    assert all(character.isprintable() or character == "\n" for character in junit + terminal)


@pytest.mark.parametrize("part", kit.long_except(["a.", '\\"', '#include "a".', "%*"], "%*"))
def test_the_work_for_a_program_grows_as_its_size(tmp_path: Path, part: str) -> None:
    (tmp_path / "a").write_text("")
    place = tmp_path / "copy"

    def copy_program(size: int) -> None:
        (tmp_path / "mine.lp").write_text(part * (size // len(part)))
        place.mkdir()
        with contextlib.suppress(tokens.ProgramRefused):
            tokens.copy_program(tmp_path / "mine.lp", tmp_path, place)
        shutil.rmtree(place)

    kit.assert_linear(copy_program, 400_000)


def test_an_error_in_a_file_outside_the_copy_is_not_explained(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("secret")
    folder = tmp_path / "copy"
    folder.mkdir()
    (folder / "mine.lp").write_text("a :- b")
    for name in (f"{tmp_path}/secret", "../secret", "/dev/zero", "absent.lp"):
        message = f"{name}:1:1-2: error: syntax error, unexpected a"
        (finding,) = messages.explain_errors([message], folder)
        assert (finding.message, finding.place) == (message, NOWHERE)
    assert tokens.read_copy(folder, "mine.lp") == "a :- b"


def test_encode_is_not_compared_with_the_kit_s_encode(
    pool: TaskPool, few_examples: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A student may have replaced it by the submission."""
    monkeypatch.setattr("encode.format_facts", lambda rows: "dim(1).\n")
    examined = examine_script(pool, tmp_path, "print(f'dim({len(input())}).')")
    assert examined.findings[0].message == "encode.py: missing n"


@pytest.mark.long
def test_no_module_is_imported_from_the_current_folder(tmp_path: Path) -> None:
    for name in ("encode", "decode", "json", "argparse", "tempfile", "psutil", "rich"):
        (tmp_path / f"{name}.py").write_text(f"open({str(tmp_path / 'imported')!r}, 'a')")
    (tmp_path / "lightup.lp").write_text("a :- ")
    environment = {**os.environ, "PYTHONPATH": str(kit.ROOT)}
    done = subprocess.run(
        [sys.executable, "-m", "lab", "check", "."],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, kit.read_verdict(done)) == (1, "fail: 2 findings")
    assert not (tmp_path / "imported").exists()


# ---------------------------------------------------------------- wrong with few grids

READ = "import os, random, sys\nrows = sys.stdin.read().split()\nn = len(rows)\n"
CELLS = "cells = [(r, c, v) for r in range(len(rows)) for c, v in enumerate(rows[r]) if v != '.']\n"
PRINT = "for cell in cells: print('cell(%s,%s,%s).' % cell)\nprint(f'dim({n}). #const n={n}.')\n"
RARELY_WRONG = {  # statements before the cells are listed, and after that
    "13 rows at most": ("assert n <= 13", ""),
    "only the first 16 rows": ("rows = rows[:16]", ""),
    "n**6 steps above 13": ("for _ in range(n**6 if n > 13 else 0): pass", ""),
    "a mirrored row at 14": ("if n == 14: rows[5] = rows[5][::-1]", ""),
    "a 4 in the row before the last": ("if n > 7: rows[-2] = rows[-2].replace('4', '.')", ""),
    "rows of x alone": ("", "cells = [cell for cell in cells if set(rows[cell[0]]) != {'x'}]"),
    "3s where a row has three": (
        "rows = [row.replace('3', '.') if row.count('3') == 3 else row for row in rows]",
        "",
    ),
    "x beside (13,13)": (
        "",
        "cells = [(r, c, v) for r, c, v in cells if v != 'x' or abs(r - 13) + abs(c - 13) > 3]",
    ),
    "a judge's TMPDIR": ("rows = rows if 'scratch' in os.getenv('TMPDIR', '') else rows[:1]", ""),
    "from 37 to 50 rows": ("rows = rows if not 36 < n < 51 else rows[:1]", ""),
}


@pytest.mark.parametrize("name", kit.long_except(RARELY_WRONG, "only the first 16 rows"))
def test_an_encode_that_is_wrong_with_few_grids_is_found(
    pool: TaskPool, tmp_path: Path, name: str
) -> None:
    before, after = RARELY_WRONG[name]
    text = f"{READ}{before}\n{CELLS}{after}\n{PRINT}"
    assert examine_script(pool, tmp_path, text).verdict == "fail"


def test_an_encode_that_is_wrong_now_and_then_is_unstable(
    pool: TaskPool, few_examples: None, tmp_path: Path
) -> None:
    text = f"{READ}{CELLS}cells += [(0, random.randrange(10**9), 'x')]\n{PRINT}"
    (finding,) = examine_script(pool, tmp_path, text).findings
    assert (finding.code, finding.message) == ("unstable", encode_facts.UNSTABLE)


# ---------------------------------------------------------------- boards made for a check

RAYS = {  # rules of the reference, and in their place rules by which a bulb has a limited reach
    ":- across(R,C,S), down(R,C,T), not lit_across(R,S), not lit_down(T,C).": """
        reach(R,C,D) :- across(R,C,S), across(R,D,S), |C-D| < REACH.
        fall(R,C,D) :- down(R,C,S), down(D,C,S), |R-D| < REACH.
        lit(R,C) :- reach(R,C,D), cell(R,D,b).
        lit(R,C) :- fall(R,C,D), cell(D,C,b).
        :- white(R,C), not lit(R,C).""",
    ":- across(R,S,S), { cell(R,C,b) : across(R,C,S) } > 1.": """
        :- reach(R,C,D), C < D, cell(R,C,b), cell(R,D,b).""",
    ":- down(S,C,S),   { cell(R,C,b) : down(R,C,S) } > 1.": """
        :- fall(R,C,D), R < D, cell(R,C,b), cell(D,C,b).""",
}


def limit_rays(reach: int) -> str:
    """Return the reference with bulbs that light `reach` cells in each direction."""
    text = REFERENCE
    for rule, limited_rule in RAYS.items():
        assert rule in text
        text = text.replace(rule, limited_rule.replace("REACH", str(reach)))
    return text


def drop_rules(begin: str, size: int) -> str:
    """Return the reference without the rules that begin so, on boards of `size` rows only."""
    assert begin in REFERENCE
    return REFERENCE.replace(begin, f"{begin} not size({size},{size}),")


def ease(condition: str) -> str:
    """Return the reference with clues that need one bulb less where a condition holds."""
    begin = ":- cell(R,C,N), N = 0..4,"
    rule = REFERENCE[REFERENCE.index(begin) :].partition("!= N.")[0]
    return f"""{REFERENCE.replace(begin, f"{begin} not eased(R,C),")}
        {rule.replace(begin, ":- eased(R,C), cell(R,C,N),")} < N-1.
        eased(R,C) :- {condition}.
        edge(R,C) :- black(R,C), size(H,W), 1 {{ R = 0; R = H-1; C = 0; C = W-1 }}.
        corner(R,C) :- size(H,W), R = (0;H-1), C = (0;W-1)."""


RARE_MISTAKES = {  # programs that are wrong on few boards, no trials or examples; possible codes
    "no clues at 6": (drop_rules(":- cell(R,C,N), N = 0..4,", 6), {"clue"}),
    "rays of 20": (limit_rays(20), {"lit", "sight", "refuses-solution"}),
    "no sight at 11": (drop_rules(":- down(S,C,S),", 11), {"sight"}),
    "rays of 12": (limit_rays(12), {"lit", "sight", "refuses-solution"}),
    "rays of 15": (limit_rays(15), {"lit", "sight", "refuses-solution"}),
    "no sight at 6": (drop_rules(":- across(R,S,S),", 6), {"sight"}),
    "no sight at 8": (drop_rules(":- across(R,S,S),", 8), {"sight"}),
    "no sight at 13": (drop_rules(":- across(R,S,S),", 13), {"sight"}),
    "no clues at 17": (drop_rules(":- cell(R,C,N), N = 0..4,", 17), {"clue"}),
    "a 3 beside a corner": (ease("cell(R,C,3), corner(A,B), |R-A|+|C-B| = 1"), {"clue"}),
    "a 2 in a corner": (ease("cell(R,C,2), corner(R,C)"), {"clue"}),
    "two 2s on the border": (
        ease("cell(R,C,2), edge(R,C), 2 { edge(A,B) : cell(A,B,2) }"),
        {"clue"},
    ),
}
NUMBERED = REFERENCE.replace("{ cell(R,C,b) } :-", "{ bulb(R*100+C) } :-")


@pytest.mark.long
def test_a_mistake_on_boards_of_31_to_60_rows_only_is_found(pool: TaskPool, tmp_path: Path) -> None:
    for begin, code in ((":- across(R,S,S),", "sight"), (":- cell(R,C,N), N = 0..4,", "clue")):
        large = "large :- size(N,N), N = 31..60."
        text = REFERENCE.replace(begin, f"{begin} not large,") + large
        (tmp_path / "lightup.lp").write_text(text)
        examined = examine(pool, tmp_path)
        assert {finding.code for finding in examined.findings} == {code}
        assert examined.findings[0].stage == "solves"
        assert "--seed 0 repeats it" in examined.remarks[0].message


@pytest.mark.long
def test_a_number_of_a_cell_for_100_columns_at_most_is_found(
    pool: TaskPool, tmp_path: Path
) -> None:
    (tmp_path / "lightup.lp").write_text(NUMBERED + "cell(R,C,b) :- white(R,C), bulb(R*100+C).")
    examined = examine(pool, tmp_path)
    assert {finding.stage for finding in examined.findings} == {"solves"}


@pytest.mark.parametrize("name", kit.long_except(RARE_MISTAKES, "no clues at 6"))
def test_a_mistake_on_few_boards_is_found(pool: TaskPool, tmp_path: Path, name: str) -> None:
    text, codes = RARE_MISTAKES[name]
    (tmp_path / "lightup.lp").write_text(text)
    examined = examine(pool, tmp_path)
    assert {finding.code for finding in examined.findings} <= codes
    stage = "solves" if name == "rays of 20" else "rules"  # large boards are judged after examples
    assert examined.findings[0].stage == stage
    assert all("--seed 0 repeats it" in remark.message for remark in examined.remarks)


WRONG_ON_FEW_BOARDS = {  # programs of tests/data/rare, whose first lines say what is wrong
    "clue_slots": {"clue"},
    "decimal_ids": {"lit"},
    "diagonal_threes": {"refuses-solution"},
    "half_turn": {"refuses-solution"},
    "jump_rays": {"sight", "refuses-solution"},
    "product_keys": {"clue", "refuses-solution"},
    "region_half": {"refuses-solution"},
    "two_fours": {"several"},
    "wrapped_four": {"clue"},
}


@pytest.mark.parametrize("name", kit.long_except(WRONG_ON_FEW_BOARDS, "half_turn"))
def test_a_program_of_another_author_that_is_wrong_on_few_boards_fails(
    pool: TaskPool, name: str
) -> None:
    examined = examine(pool, kit.DATA / "rare" / f"{name}.lp")
    assert examined.verdict == "fail"
    assert {finding.code for finding in examined.findings} <= WRONG_ON_FEW_BOARDS[name]


@pytest.mark.long
def test_right_programs_are_right_on_fresh_boards(pool: TaskPool) -> None:
    boards = fresh.make_trial_boards(pool, ASSIGNMENT, 1)
    assert {len(trial.board) for trial in boards} >= set(ASSIGNMENT.settings.sizes)
    for path in [*kit.RIGHT_PROGRAMS.values(), kit.ROOT / "lightup.lp"]:
        run = copy_to_pool(pool, path).run_trials(boards, fresh.MOST_SOLUTIONS + 1)
        assert not any(run.differences), path


def make_small_boards(pool: TaskPool, seed: int) -> list[TrialBoard]:
    """Return the boards of 5 to 10 rows that are made for a check."""
    assignment = Assignment(FolderBank(kit.LIGHT_UP))  # a new one remembers no boards
    assignment.settings = dataclasses.replace(assignment.settings, sizes=range(5, 11))
    return fresh.make_trial_boards(pool, assignment, seed)


def test_a_seed_makes_the_same_boards_again(pool: TaskPool) -> None:
    def make_boards(seed: int) -> list[Rows]:
        return [trial.board for trial in make_small_boards(pool, seed)]

    assert make_boards(5) == make_boards(5) != make_boards(6)
    assert list(fresh.make_grids(ASSIGNMENT, 5)) == list(fresh.make_grids(ASSIGNMENT, 5))


def test_fresh_boards_have_all_their_solutions(pool: TaskPool) -> None:
    for trial in make_small_boards(pool, 2):
        compare_with_sat(trial)


def test_an_encode_that_answers_from_a_table_is_found(pool: TaskPool, tmp_path: Path) -> None:
    grids = ASSIGNMENT.bank.samples.well_formed
    table = {grid: encode.format_facts(grid.split()) for grid in grids}
    script = f"import sys\nprint({table!r}.get(sys.stdin.read(), 'dim(1). #const n=1.'))"
    finding = examine_script(pool, tmp_path, script).findings[0]
    assert finding.grids["grid"] not in [grid.rstrip("\n") for grid in grids]
