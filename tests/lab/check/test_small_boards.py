"""Right and wrong programs on the small trial boards, and rules that are judged alone."""

import re
from pathlib import Path

import pytest

from lab.check.bank.assignment import Assignment
from lab.check.judges import example_runs, run_judges
from lab.check.judges.examination import Examination
from lab.check.programs.program import SubmittedProgram
from lab.delivery import deliveries
from lab.runner.task_pool import TaskPool
from tests import kit
from tests.lab.check.kit import (
    ASSIGNMENT,
    MISTAKES,
    REFERENCE,
    STUDENTS,
    Judge,
    check,
    examine,
    format_for_terminal,
    list_broken_codes,
    run_trusted,
)


@pytest.mark.parametrize("name", kit.long_except(kit.RIGHT_PROGRAMS, "indexed", "optimum"))
def test_a_right_program_has_no_findings(pool: TaskPool, name: str) -> None:
    (run,) = run_trusted(pool, [kit.RIGHT_PROGRAMS[name]])
    assert list_broken_codes(run) == []
    larger = run.program.run_trials(ASSIGNMENT.larger_trials)
    assert list_broken_codes(larger) == []


def test_a_minimum_that_nobody_asked_for_is_a_remark(
    pool: TaskPool, unsearched: Assignment
) -> None:
    examined = kit.examine_path(pool, unsearched, kit.RIGHT_PROGRAMS["optimum"])
    assert (examined.verdict, examined.findings) == ("pass", [])
    assert [remark.code for remark in examined.remarks] == ["fewest-bulbs"]


@pytest.mark.long
@pytest.mark.parametrize("name", ["optimum", "quartic", "segments"])
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
def test_a_student_gets_the_expected_report(pool: TaskPool, few_examples: None, name: str) -> None:
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


@pytest.mark.long
def test_a_program_for_squares_passes_without_a_remark(pool: TaskPool) -> None:
    squares = examine(pool, kit.DATA / "lightup" / "right" / "points.lp")
    assert not squares.findings and not squares.remarks
    assert "proven on every square board of up to 6x6" in format_for_terminal(squares)


def test_a_remark_on_a_rule_without_effect_names_its_boards(judge_few: Judge) -> None:
    rules = ":- cell(0,0,x), cell(0,0,b).\n:- cell(2,0,b), dim(3,1).\n"  # one is for 3x1 boards
    text = (
        "mine.lp:1: no effect of this rule was found: without it, the answers are the same on all "
        "boards up to 3x3, all square boards up to 6x6, and all trial boards and examples up to "
        "10x10"
    )
    assert [remark.message for remark in judge_few(rules + REFERENCE).remarks] == [text]


@pytest.mark.long
def test_a_rule_that_changes_larger_examples_has_no_remark(judge_few: Judge) -> None:
    begin = ":- down(S,C,S),"
    rule = next(line for line in REFERENCE.splitlines() if line.startswith(begin))
    rules = [rule.replace(begin, f"{begin} size(N,N), N {sign} 6,") for sign in ("<=", ">")]
    examined = judge_few(REFERENCE.replace(rule, "\n".join(rules)))
    assert (examined.verdict, examined.remarks) == ("pass", [])


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
def test_a_rule_is_judged_while_others_are_missing(tmp_path: Path, name: str, number: int) -> None:
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


def test_more_answer_sets_than_can_be_listed_are_a_free_choice(judge_few: Judge) -> None:
    (finding,) = judge_few(REFERENCE + "{ a(1..60); b(1..60) }.").findings
    assert (finding.code, finding.mistake, finding.grid) == ("several", "free-choice", [["."]])


@pytest.mark.long
def test_a_right_program_may_have_many_atoms_that_are_not_shown(pool: TaskPool) -> None:
    path = pool.programs / "atoms.lp"
    path.write_text(REFERENCE + "p(1..300000).")
    run = SubmittedProgram(pool, ASSIGNMENT, path).run_trials(ASSIGNMENT.small_trials[-4:])
    assert (run.stop, any(run.differences)) == (None, False)


@pytest.mark.long
def test_a_very_long_program_is_judged_on_fewer_small_boards(
    pool: TaskPool, tmp_path: Path
) -> None:
    path = tmp_path / "lightup.lp"
    many_rules = (f"p{n}(R,C) :- white(R,C), R = {n}.\n" for n in range(12_000))
    path.write_text(REFERENCE + "".join(many_rules))
    with deliveries.open_delivery("lightup", path) as delivery:
        examination = Examination(pool, ASSIGNMENT, delivery)
        report = run_judges(examination)
    assert (report.verdict, report.proven) == ("pass", [])
    assert "slow" in [remark.code for remark in report.remarks]
    assert examination.right_run
    boards = len(examination.right_run.trials)
    assert 1 <= boards < len(ASSIGNMENT.small_trials)
    pool.forget_submission()
