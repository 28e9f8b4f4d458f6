"""Reports: for a person, as JSON, as JUnit's XML."""

import json
import os
import sys
from contextlib import redirect_stdout
from pathlib import Path
from xml.etree import ElementTree

import pytest

from lab.check import report
from lab.check.bank import answers
from lab.common.terminal import get_console
from lab.common.words import Size
from lab.findings import Finding, Report
from lab.runner.task_pool import TaskPool
from tests import kit
from tests.lab.check.kit import (
    ASSIGNMENT,
    REFERENCE,
    STUDENTS,
    WRONG_PROGRAMS,
    Judge,
    check,
    examine,
    examine_script,
    format_for_terminal,
)

GOT = ("got", "expected")


def test_json_and_junit_have_the_whole_report(tmp_path: Path) -> None:
    done = check("--json", "--junit", tmp_path / "junit.xml", WRONG_PROGRAMS["rows-only"][0])
    assert (done.returncode, kit.read_verdict(done)) == (1, "fail: 1 finding")
    data = json.loads(done.stdout)
    names = ["verdict", "seed", "proven", "counted", "searched", "tried", "findings"]
    names += ["remarks", "uncontained", "stages", "authors", "unjudged"]
    assert list(data) == names
    assert data["stages"] == {"reads": "yes", "contract": "yes", "rules": "no"}
    assert (data["authors"], data["unjudged"]) == ([], [])  # of a program alone
    (finding,) = data["findings"]
    trial = ASSIGNMENT.bank.make_solved_trial(finding["grid"].split())
    got, expected = (answers.find_added_cells(trial.board, finding.pop(key).split()) for key in GOT)
    assert ASSIGNMENT.list_broken_codes(trial.board, got) == ("sight",)
    assert expected in trial.solutions
    assert finding.pop("message").startswith("a board is accepted that breaks rule 2")
    assert finding == {"stage": "rules", "code": "sight", "mistake": "rows-only", "grid": "..\n.."}
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
    text = format_for_terminal(examine(pool, WRONG_PROGRAMS["rows-only"][1]))
    assert ASSIGNMENT.bank.sentences["rows-only"] in text
    assert "\n  grid   expected   got\n  ..     b.         b.\n" in text


def test_a_mistake_is_explained_at_its_first_finding_only() -> None:
    examined = Report("mine.lp")
    examined.add_findings(
        Finding("contract", "contract", "a board", "row 0", mistake="lit-missing", sentence="why"),
        Finding("rules", "clue", "another board", "row 1", mistake="lit-missing", sentence="why"),
    )
    text = format_for_terminal(examined)
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
            examined.remarks = [r for r in examined.remarks if r.code != "time"]
        formats = format_for_terminal, report.format_json, report.format_junit
        return ["".join(format(examined) for format in formats) for examined in reports]

    folders = [*STUDENTS.values(), kit.DATA / "hostile" / "escapes"]
    first = report_all()
    assert first == report_all()
    assert not [text for text in first if f"{pool.folder.parent}/check-" in text]


def test_findings_stand_in_the_order_of_their_stages() -> None:
    examined = Report("mine.lp")
    late, early = Finding("rules", "lit", "dark"), Finding("reads", "syntax", "reported first")
    examined.add_findings(late)
    examined.add_findings(early)
    assert examined.findings == [early, late]


def test_findings_on_encode_stand_before_those_on_the_program(
    pool: TaskPool, few_examples: None, tmp_path: Path
) -> None:
    (tmp_path / "lightup.lp").write_text("cell(n,0,b).")
    (tmp_path / "encode.py").write_text("print('dim(0).')")
    parts = [finding.part for finding in examine(pool, tmp_path).findings]
    assert set(parts) == {"encode", "program"} and parts == sorted(parts)


RIGHT = "no wrong answer is accepted, and no constraint forbids a right one"
EXACT = "exactly the right answers, each once"
SQUARES = [(1, 1), (2, 2), (3, 3)]


@pytest.mark.parametrize(
    ("proven", "counted", "searched", "sentences"),
    [
        ([(2, 2)], [], [], []),
        ([(1, 1), (2, 2)], [], [], [f"proven on every square board of up to 2x2: {RIGHT}"]),
        (
            [(1, 1), (1, 2), (2, 1), (2, 2)],
            [(1, 1), (1, 2), (2, 1), (2, 2)],
            [],
            [f"proven on every board of up to 2x2: {EXACT}"],
        ),
        (
            SQUARES,
            SQUARES[:2],
            [(4, 4), (6, 6)],  # 5x5 was not searched, so that 6x6 is not named
            [
                f"proven on every square board of up to 2x2: {EXACT}",
                f"proven on every square board of up to 3x3: {RIGHT}",
                "no fault found up to 4x4",
            ],
        ),
    ],
)
def test_no_more_sizes_are_called_proven_than_are(
    proven: list[Size], counted: list[Size], searched: list[Size], sentences: list[str]
) -> None:
    made = Report("mine.lp", proven=proven, counted=counted, searched=searched)
    assert made.proof == sentences
    assert Report.from_json(json.loads(json.dumps(made.to_json()))) == made
    made.tried = 40
    (*_, last) = made.proof
    assert last.endswith("40 right answers of larger boards, drawn at random, were found again")


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
    done = kit.run_process([sys.executable, "-m", "lab", "check", path], PYTHONIOENCODING="ascii")
    assert (done.returncode, kit.read_verdict(done)) == (1, "fail: 1 finding")
    assert "found \\u201c, expected" in done.stdout


@pytest.mark.parametrize(
    ("is_terminal", "no_colour", "has_colours"),
    [(False, "", False), (True, "", True), (True, "1", False)],
)
def test_only_terminals_get_colours_unless_no_color_is_set(
    monkeypatch: pytest.MonkeyPatch, is_terminal: bool, no_colour: str, has_colours: bool
) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("NO_COLOR", no_colour)
    examined = Report("mine.lp")
    examined.add_findings(Finding("rules", "lit", "red \033[0m"))
    reader, writer = os.openpty() if is_terminal else os.pipe()
    get_console.cache_clear()
    with open(writer, "w") as stream, redirect_stdout(stream):
        report.print_report(examined)
    get_console.cache_clear()
    text = kit.read_terminal(reader)
    assert ("\033[" in text) == has_colours
    assert "red \\x1b[0m" in text


def test_each_format_escapes_controls(pool: TaskPool, few_examples: None, tmp_path: Path) -> None:
    escapes = r"\x1b[2J\x9b1m\u202e\x07"  # Python of encode.py, and what the reports show
    examined = examine_script(pool, tmp_path, f"raise SystemExit('{escapes}')")
    examined.name = "\x1b[1m\nname"
    terminal, junit = format_for_terminal(examined), report.format_junit(examined)
    assert escapes in terminal
    assert escapes in json.loads(report.format_json(examined))["findings"][0]["message"]
    (suite,) = ElementTree.fromstring(junit)
    assert suite.get("name") == r"\x1b[1m\nname"
    assert [escapes in failure.get("message", "") for failure in suite.iter("failure")] == [True]
    assert all(character.isprintable() or character == "\n" for character in junit + terminal)


def test_a_report_answers_only_the_questions_asked(judge: Judge) -> None:
    assert judge("bulb(R,C) :- ").answers == {"reads": "no"}


def test_a_remark_stands_beneath_its_question(judge_few: Judge) -> None:
    program = "{ cel(R,C,b) } :- dim(R), dim(C).\n:- cell(0,0,x)."
    text = format_for_terminal(judge_few(program))
    question, remark, *_ = text.splitlines()
    assert question == "Does it read? yes"
    assert remark.startswith("  remark: mine.lp:1: cel/3 occurs in no body and is not shown")


def test_another_right_solution_is_called_right(judge_few: Judge) -> None:
    text = format_for_terminal(judge_few(f"{REFERENCE}\n:- cell(0,1,b).\n"))
    assert "your program accepts another right solution, shown as its answer" in text
    assert "..     .b         b." in text
