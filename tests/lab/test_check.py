"""`lab check`: the bank of mistakes, right programs, students' folders, and hostile ones."""

import contextlib
import dataclasses
import itertools
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

import psutil
import pytest

import decode
import encode
from lab.check import answers, breaches, contract, fresh, growth, known_mistakes, mistakes, report
from lab.check.examine import Examination
from lab.check.folder_bank import FolderBank
from lab.check.mistake_table import MistakeTable, mistake_id
from lab.check.subject import Subject
from lab.common import processes
from lab.common.findings import Finding, Report
from lab.common.terminal import get_console
from lab.common.words import NOWHERE
from lab.delivery import deliveries
from lab.runner import copies, solving
from lab.runner.pool import Outcome, TaskPool
from lab.syntax import messages, tokens
from tests import kit

SUBJECT = Subject(FolderBank(kit.LIGHT_UP))
MISTAKES = sorted((kit.DATA / "mistakes" / "lightup").iterdir())
WRITINGS = {folder.name: sorted(folder.glob("*.lp")) for folder in MISTAKES}
RIGHT = sorted((SUBJECT.puzzle.folder / "right").glob("*.lp"))
STUDENTS = sorted((kit.DATA / "students").iterdir())
CODES = {"syntax", "contract", "lit", "sight", "clue", "black", "refuses-solution", "several"}
CODES |= {"no-bulbs", "growth", "time"}
GOOD = kit.DATA / "students" / "right-in-all"


@pytest.fixture(scope="module")
def pool():
    with TaskPool() as pool:
        yield pool


@pytest.fixture
def few_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    """One square example of each size up to 14 rows, and no boards made for the check."""
    few_settings = dataclasses.replace(SUBJECT.settings, sizes=(), large_sizes=())
    monkeypatch.setattr(SUBJECT, "settings", few_settings)
    few = {len(board): board for board in SUBJECT.examples if len(board) <= 14}
    monkeypatch.setitem(vars(SUBJECT), "examples", list(few.values()))


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a second of computing for what comes to no end."""
    monkeypatch.setattr(breaches, "SECONDS", 0.5)
    monkeypatch.setattr(growth, "PATIENT", 0.5)


def check(*words):
    return kit.run("-m", "lab", "check", *words)


def examined(pool: TaskPool, path: Path):
    return kit.examined(pool, SUBJECT, Path(path))


def printed(found):
    with get_console().capture() as capture:
        report.print_report(found)
    return capture.get()


# ---------------------------------------------------------------- the bank


def tried(pool: TaskPool, programs):
    """Programs that are trusted on the trials, many in a process."""
    pairs = pool.map(lambda path: known_mistakes.run_program(pool, SUBJECT, path), programs)
    return [
        breaches.TrialRun(lent(pool, path), SUBJECT.trials, *pair)
        for path, pair in zip(programs, pairs)
    ]


def lent(pool: TaskPool, path: Path):
    """A copy of a program where the servers in the sandbox see it."""
    copy = pool.programs / path.parent.name / path.name
    copy.parent.mkdir(exist_ok=True)
    copy.write_bytes(path.read_bytes())
    return copy


def findings_of(pool: TaskPool, seen):
    return breaches.find_broken_rules(pool, SUBJECT, seen)


def names_of(pool: TaskPool, seen):
    return mistakes.explain_findings(pool, SUBJECT, seen)


def test_the_trials_have_all_their_solutions() -> None:
    for trial in SUBJECT.bank.trials:
        found = {
            decode.format_grid(answers.fill_board(trial.board, one)) for one in trial.solutions
        }
        assert found == set(kit.by_sat(trial.board)), trial.board


SIDES, CORNERS = [(0, 1), (1, 0), (0, -1), (-1, 0)], [(1, 1), (1, -1), (-1, -1), (-1, 1)]
FAULTS = {  # of tests/data/faulty.lp; a bulb at the corner of a 4 makes no difference
    "forgotten": itertools.product(range(5), SIDES),
    "added": itertools.product(range(4), CORNERS),
    "presumed": itertools.product(range(5), SIDES),
    "through": itertools.product("x01234", SIDES),
    "passes": itertools.product(range(1, 6), SIDES),
    "ends": itertools.product(range(1, 4), SIDES),
}


def faults():
    yield from (f"tolerated({clue},{n})." for clue in range(5) for n in range(5) if clue != n)
    for name, places in FAULTS.items():
        yield from (f"{name}({which},{r},{c})." for which, (r, c) in places)


@pytest.mark.parametrize(("part",), kit.first_of(zip(range(5)), 1))
def test_the_trials_tell_every_fault_of_a_clue_or_a_ray(part) -> None:
    text = (kit.DATA / "faulty.lp").read_text()
    boards = SUBJECT.larger + SUBJECT.trials
    assert not any(unlike(text, trial) for trial in boards)
    some = list(faults())[part::5]
    assert [one for one in some if not any(unlike(text + one, trial) for trial in boards)] == []


def unlike(text: str, trial):
    """Whether a program that is trusted answers other than right."""
    found = solving.find_answers([], trial.facts, SUBJECT.values, text=text)
    return bool(SUBJECT.difference(trial, answers.read_answers(found)))


@pytest.mark.parametrize(("part",), kit.first_of(zip(range(8)), 1))
def test_every_writing_of_a_mistake_is_caught_and_named(pool: TaskPool, part) -> None:
    """Each behaves as the mistake does in the table, in one of its variants."""
    table = SUBJECT.bank.mistake_table.mistakes.items()
    programs = [path for paths in WRITINGS.values() for path in paths]
    for seen in tried(pool, programs[part::8]):
        mistake = seen.path.parent.name
        findings, names = findings_of(pool, seen), names_of(pool, seen)
        assert {names.get(one.code) for one in findings} == {mistake}, seen.path
        behaviour = known_mistakes.describe_behaviour(seen.answers, seen.differences)
        variants = [row.behaviour for name, row in table if mistake_id(name) == mistake]
        assert behaviour in variants or mistake == "hard-coded", seen.path


def test_every_mistake_has_a_sentence_and_writings() -> None:
    assert set(SUBJECT.bank.sentences) == set(WRITINGS)
    assert set(map(mistake_id, SUBJECT.bank.mistake_programs())) == set(WRITINGS)
    assert min(map(len, WRITINGS.values())) >= 2


def test_the_table_is_of_these_programs() -> None:
    """If not: python3 -m lab.check.learn"""
    known = SUBJECT.bank.mistake_table
    assert set(known.mistakes) == set(SUBJECT.bank.mistake_programs())
    assert known.pairs


def test_a_mistake_that_is_new_in_the_bank_is_named(pool: TaskPool, tmp_path: Path) -> None:
    text = (kit.ROOT / "lightup.lp").read_text()
    program = "\n".join(line for line in text.splitlines() if "> 1." not in line)
    other = tmp_path / "other.lp"
    other.write_text(program.replace("#show cell/3.", "#show cell/3. % other"))
    bank = FolderBank(kit.LIGHT_UP)
    bank.mistake_table = MistakeTable()
    bank.mistake_programs = lambda: {"two-bulbs": program}
    (seen,) = tried(pool, [other])
    assert mistakes.explain_findings(pool, Subject(bank), seen)["sight"] == "two-bulbs"


def test_a_bulb_on_a_black_cell_is_named_whatever_it_lights(pool: TaskPool) -> None:
    (seen,) = tried(pool, [kit.DATA / "students" / "bulbs-anywhere" / "lightup.lp"])
    assert set(names_of(pool, seen).values()) == {"bulb-on-black"}


NO_BULB = ["own-cell-dark", "bulb-blackens-cell", "bulb-sees-itself"]  # is ever possible
BULBLESS = {  # what is put in place of the choice of the reference, to the same effect
    "choice without cells": "{ cell(R,C,b) } :- cell(R,C,w), black(R,C).",
    "forbidden": "{ cell(R,C,b) } :- white(R,C). :- cell(_,_,b).",
    "thrice": "{ cell(R,C,b) } :- white(R,C). "
    ":- cell(_,_,b). :- cell(R,_,b), R >= 0. :- cell(_,C,b), C >= 0.",
}


@pytest.mark.parametrize(("part",), kit.first_of(zip(range(3)), 1))
def test_what_makes_bulbs_impossible_is_reported_by_its_cause(pool: TaskPool, part) -> None:
    programs = [path for mistake in NO_BULB for path in WRITINGS[mistake][part::3]]
    for seen in tried(pool, programs):
        assert names_of(pool, seen)["refuses-solution"] == seen.path.parent.name, seen.path


@pytest.mark.parametrize(("name",), kit.first_of(zip(BULBLESS), 2))
def test_without_a_known_cause_no_mistake_is_named(
    pool: TaskPool, tmp_path: Path, name: str
) -> None:
    path = tmp_path / "mine.lp"
    choice = "{ cell(R,C,b) } :- white(R,C), not barred(R,C)."
    path.write_text((kit.ROOT / "lightup.lp").read_text().replace(choice, BULBLESS[name]))
    (seen,) = tried(pool, [path])
    assert [one.code for one in findings_of(pool, seen)] == ["refuses-solution"]
    assert names_of(pool, seen) == {}
    assert bool(known_mistakes.find_cause(pool, SUBJECT, lent(pool, path))) == (name == "forbidden")


def test_a_mistake_explains_a_rule_only_if_it_breaks_no_other() -> None:
    both, one = [{("lit",): "a", ("sight",): "b"}], [{("lit",): "a"}]
    trials = [SUBJECT.bank.solve(["."])]
    assert mistakes.common_codes(SUBJECT, trials, both, one) == {("lit",)}
    assert mistakes.common_codes(SUBJECT, trials, one, both) == set()


def test_boards_that_break_several_rules_are_reported_if_nothing_else_is() -> None:
    wrong = frozenset([frozenset()])
    several, one = {("lit", "clue"): wrong}, {("clue",): wrong}
    assert breaches.choose_witnesses([several], SUBJECT.codes) == {("lit", "clue"): 0}
    assert breaches.choose_witnesses([several, one], SUBJECT.codes) == {("clue",): 1}
    pairs = [("lit", "sight"), ("lit", "clue"), ("sight", "clue"), ("black", "lit", "clue")]
    shown = breaches.choose_witnesses([dict.fromkeys(pairs, wrong)], SUBJECT.codes)
    assert shown == {("lit", "sight"): 0, ("sight", "clue"): 0}


def test_what_breaks_several_rules_is_named_under_the_first(pool: TaskPool, tmp_path: Path) -> None:
    path = tmp_path / "mine.lp"
    path.write_text("cell(0,0,b). cell(0,1,b). cell(1,3,b).")
    (seen,) = tried(pool, [path])
    names = names_of(pool, seen)
    assert {names[one.code] for one in findings_of(pool, seen)} == {"hard-coded"}


def bulbs(*places):
    return frozenset(answers.FilledCell(str(r), str(c), "b") for r, c in places)


def test_bulbs_outside_the_board_are_shown_as_atoms() -> None:
    assert answers.draw_answer([".."], bulbs((0, 1))) == [[".", "b"]]
    assert answers.draw_answer([".."], bulbs((0, 1), (0, 2))) == "cell(0,1,b)\ncell(0,2,b)"


@pytest.mark.parametrize(("part",), kit.first_of(zip(range(3)), 1))
def test_no_right_program_is_accused(pool: TaskPool, part) -> None:
    for seen in tried(pool, RIGHT[part::3]):
        assert findings_of(pool, seen) == [], seen.path
        larger = breaches.run_trials(pool, SUBJECT, seen.path, SUBJECT.larger)
        assert findings_of(pool, larger) == [], seen.path


@pytest.mark.parametrize("name", ["optimum", "quartic", "segments"])
def test_remarks(pool: TaskPool, few_examples, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(growth, "STEEP", 10.0)  # on small boards
    path = SUBJECT.puzzle.folder / "right" / f"{name}.lp"
    first = path.read_text().splitlines()[0]
    wanted = first.partition("remark: ")[2].split(", ") if "remark: " in first else []
    found = examined(pool, path)
    assert (found.verdict, sorted(one.code for one in found.remarks)) == ("pass", sorted(wanted))
    if name == "quartic":
        (growth_remark,) = [one for one in found.remarks if one.code == "growth"]
        assert re.fullmatch(
            r"at 14x14 your program grounds \d\d,\d{3} rules, the reference \d,\d{3}; the rule in "
            "line 18 makes most of them",
            growth_remark.message,
        )


@pytest.mark.parametrize(("folder",), kit.one_in(4, zip(STUDENTS)), ids=lambda path: path.name)
def test_students(pool: TaskPool, few_examples, folder: Path) -> None:
    report = examined(pool, folder)
    found = {
        "verdict": {report.verdict},
        "code": {one.code for one in report.findings},
        "mistake": {one.mistake for one in report.findings},
        "remark": {one.code for one in report.remarks},
    }
    for line in (folder / "expected.txt").read_text().splitlines():
        key, _, value = line.partition(": ")
        assert value in found[key], (line, report)
    assert found["code"] <= CODES


# ---------------------------------------------------------------- the examples

BUSY = "busy :- n > 4, not cell(1,1,x).\n"
HARD = "1 { in(P,H) : H = 1..11 } 1 :- P = 1..12, busy. :- in(P,H), in(Q,H), P < Q."
LARGE = {  # code, and what goes wrong on boards that are larger, or busier, than the trials
    "sight": (
        "sight",
        lambda text: text.replace(":- across(R,S,S),", ":- not busy, across(R,S,S),"),
    ),
    "refuses": ("refuses-solution", lambda text: text + ":- busy."),
    "several": ("several", lambda text: text + "{ a } :- busy."),
    "outside": ("contract", lambda text: text + "cell(n+5,0,b) :- busy."),
    "time": ("time", lambda text: text + HARD),
}


@pytest.mark.parametrize(("name",), kit.first_of(zip(LARGE), 1))
def test_what_only_larger_boards_show(
    pool: TaskPool, few_examples, impatient, tmp_path: Path, name: str
) -> None:
    code, change = LARGE[name]
    path = tmp_path / "mine.lp"
    path.write_text(change(BUSY + (kit.ROOT / "lightup.lp").read_text()))
    (finding,) = examined(pool, path).findings
    assert (finding.stage, finding.code) == ("solves", code)


def test_a_right_program_may_be_slow_on_the_larger_trials(
    pool: TaskPool, few_examples, impatient, tmp_path: Path
) -> None:
    path = tmp_path / "mine.lp"
    slow = "busy :- n = 7, cell(1,1,x).\n" + HARD
    path.write_text((kit.ROOT / "lightup.lp").read_text() + slow)
    assert examined(pool, path).verdict == "pass"


def test_an_example_is_cut_down_to_what_shows_the_mistake(pool: TaskPool, few_examples) -> None:
    program = lent(pool, WRITINGS["clue-missing"][0])
    findings = growth.judge_examples(pool, SUBJECT, program, Report("mine.lp"))
    assert {one.code for one in findings} == {"clue"}
    assert max(len(one.grid) for one in findings) <= 4


def test_a_rule_that_an_example_shows_wrong_is_not_said_to_be_right(
    pool: TaskPool, few_examples, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = [SUBJECT.bank.solve(["."]), SUBJECT.bank.solve(["x"])]
    for name in ("trials", "larger"):
        monkeypatch.setitem(vars(SUBJECT), name, few)
    found = examined(pool, WRITINGS["clue-missing"][0])
    assert {one.stage for one in found.findings} == {"rules"}
    assert found.stages == ["reads", "contract", "rules"]


@pytest.fixture
def stopped(few_examples, monkeypatch: pytest.MonkeyPatch):
    """Runs that end in time up to 7x7 only."""
    solved = growth.run_examples

    def some(pool: TaskPool, subject, program: str):
        runs = solved(pool, subject, program)
        late = (run._replace(outcome=Outcome("time")) for run in runs if len(run.board) > 7)
        return [*(run for run in runs if len(run.board) <= 7), next(late)]

    monkeypatch.setattr(growth, "run_examples", some)


def test_a_stop_is_reported_once(pool: TaskPool, stopped, monkeypatch: pytest.MonkeyPatch) -> None:
    report = judge_reference(pool, SUBJECT)
    assert [remark.code for remark in report.remarks] == ["time"]
    assert "stopped" not in report.summary
    monkeypatch.setattr(growth, "MODEST", 7)
    report = judge_reference(pool, SUBJECT)
    assert report.remarks == []
    assert "stopped" in report.summary


def judge_reference(pool: TaskPool, subject):
    """The report on the examples that the reference solves."""
    report = Report("lightup.lp")
    growth.judge_examples(pool, subject, lent(pool, kit.ROOT / "lightup.lp"), report)
    return report


def test_of_a_reference_that_was_stopped_nothing_is_said(
    pool: TaskPool, stopped, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(growth, "MODEST", 7)
    stop = Outcome("time")
    monkeypatch.setattr(
        growth, "run_reference", lambda pool, subject, board: growth.ExampleRun(board, stop)
    )
    subject = Subject(FolderBank(SUBJECT.puzzle))  # which remembers no figures of the reference
    report = judge_reference(pool, subject)
    assert report.remarks == []
    assert "reference" not in report.summary


# ---------------------------------------------------------------- words

SYNTAX = {  # program: what is said
    "p(X) :- q(Y).\nq(1).": "1: the variable X is unsafe",
    "p(R,C,B) :- cell(R,C,_).": "1: the variable B is unsafe, as nothing gives it a value: a "
    "capital begins a variable; was the constant b meant?",
    "{ cell(R,C,b) } :- white(R,C)\n:- a.": "2:1: the statement that ends in line 1 has no full",
    "a.\nb": ": the statement that ends in line 2 has no full stop",
    "a :- b(1,\n c(2).": "2:6: the bracket ( of line 1 is not closed before this place",
    "{ a ; b :- c.": "1:9: the bracket { of line 1 is not closed before this place",
    "a.\nCell(1,2).": "2:5: found Cell(...), but a capital begins a variable",
    ":- a, , b.": "1:7: found , after ',', expected one more condition between them",
    "a :- b c.": "1:8: found c after 'b', expected a comma between conditions",
    "a :- b or c.": "1:8: found or after 'b', expected a comma between conditions; for 'or' write",
    "a :- b(X), X in 1..2.": "X = 0..4",
    "a :- count { X,Y : b(X,Y) } > 1.": "found count { in line 1, expected #count {",
    "-: a.": "1:2: found an arrow of another language, expected :-",
    "q(1).\np(X) <- q(X), r(X).": "2: found an arrow of another language, expected :-",
    "\ufeffa.": "1:1: found a byte-order mark, expected UTF-8 without it",
    "p(X) := q(X).": "1:7: found an arrow of another language, expected :-",
    'p("abc).': "1:3: found a string without its end",
    "% Ä\né.": "2:1: found 'é', which has no meaning here",
    "a. %* no end": "found the end of the file within a comment",
    "a :- b, X ! 3.": "1:11: found '!', which has no meaning here (not equal is !=)",
    "#const n=7.": "1: found #const n in the program, expected it in the facts of the grid only",
    '#include "other.lp".': "1: the included file other.lp does not exist",
}


@pytest.mark.parametrize("program", SYNTAX)
def test_what_does_not_read_is_reported_in_plain_words(
    pool: TaskPool, tmp_path: Path, program: str
) -> None:
    path = tmp_path / "mine.lp"
    path.write_text(program, "utf-8")
    found = examined(pool, path)
    assert found.verdict == "fail"
    assert found.findings[0].message.startswith("mine.lp:")
    assert SYNTAX[program] in found.findings[0].message


CAUSES = {  # in a program that reads, and answers wrong
    "cell(0..m-1,0,b).": "1: (m-1) has no value, as m is no number; the size of the grid is the "
    "constant n",
    "cell(0,0,b) :- tile(1).\ntile(1,1).": "1: tile/1 occurs in no head and in no facts; was "
    "tile/2 meant",
    "{ cell(0,0,b) }.\ncell(0,1,x). dim(2).": "2: found cell(0,1,x). in the program",
}


def test_a_predicate_of_the_program_is_no_fact_of_a_grid(pool: TaskPool, tmp_path: Path) -> None:
    (tmp_path / "mine.lp").write_text("dim(0..n-1). cell(0,0,b).")
    found = examined(pool, tmp_path / "mine.lp")
    assert "reads" not in {one.stage for one in found.findings}


@pytest.mark.parametrize("program", CAUSES)
def test_the_cause_of_wrong_answers_is_reported_first(
    pool: TaskPool, tmp_path: Path, program: str
) -> None:
    path = tmp_path / "mine.lp"
    path.write_text(program)
    cause, *others = examined(pool, path).findings
    assert (cause.stage, cause.code) == ("reads", "syntax")
    assert cause.message.startswith(f"mine.lp:{CAUSES[program]}")
    assert others
    assert {one.stage for one in others}.isdisjoint({"reads"})


def test_a_program_in_utf_16_is_reported_so(pool: TaskPool, tmp_path: Path) -> None:
    for text in ("a.", REFERENCE):
        (tmp_path / "mine.lp").write_text(text, "utf-16")
        (finding,) = examined(pool, tmp_path / "mine.lp").findings
    assert finding.message == "mine.lp: found UTF-16, expected UTF-8: save the file so"


def test_a_name_that_is_no_text_is_no_trouble(pool: TaskPool, few_examples, tmp_path: Path) -> None:
    folder = Path(os.fsdecode(bytes(tmp_path) + b"/\xe4"))
    folder.mkdir()
    path = Path(os.fsdecode(bytes(folder) + b"/\xe4.lp"))
    path.write_text((kit.ROOT / "lightup.lp").read_text())
    assert examined(pool, path).verdict == "pass"


# ---------------------------------------------------------------- hostile programs

DEEP = "p(" + "f(" * 20_000 + "1" + ")" * 20_000 + ")."
PROGRAMS = {  # code, and the program
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
    "reads above": ("contract", '#include "../mine.lp".'),
    "reads the library": ("contract", "#include <incmode>."),
    "not text": ("syntax", b"\xff\xfe\x00p."),
}
ALIKE = {"endless and large", "large"}  # as endless: a second passes


@pytest.mark.parametrize(
    ("name",), [kit.long([name]) if name in ALIKE else (name,) for name in PROGRAMS]
)
def test_hostile_programs(pool: TaskPool, impatient, tmp_path: Path, name: str) -> None:
    code, text = PROGRAMS[name]
    path = tmp_path / "mine.lp"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    found = examined(pool, path)
    assert [one.code for one in found.findings][:1] == [code]


def test_many_answers_are_no_trouble(pool: TaskPool, few_examples, tmp_path: Path) -> None:
    path = tmp_path / "mine.lp"
    path.write_text((kit.ROOT / "lightup.lp").read_text() + "{ a(1..60); b(1..60) }.")
    (finding,) = examined(pool, path).findings
    assert (finding.code, finding.mistake, finding.grid) == ("several", "free-choice", [["."]])


def test_many_atoms_are_no_trouble(pool: TaskPool, tmp_path: Path) -> None:
    """Where a program is right, nobody looks at atoms that are not shown."""
    path = pool.programs / "atoms.lp"
    path.write_text(REFERENCE + "p(1..300000).")
    seen = breaches.run_trials(pool, SUBJECT, path, SUBJECT.trials[-4:])
    assert (seen.trouble, any(seen.differences)) == (None, False)


def test_a_file_outside_of_the_folder_is_not_included(pool: TaskPool, tmp_path: Path) -> None:
    (tmp_path / "above.lp").write_text("")
    folder = tmp_path / "work"
    folder.mkdir()
    (folder / "mine.lp").write_text('a.\n#include "../above.lp".')
    (finding,) = examined(pool, folder / "mine.lp").findings
    assert finding.message == "mine.lp:2: #include reaches outside the folder of the program"


def test_a_link_to_a_file_elsewhere_is_not_read(pool: TaskPool, tmp_path: Path) -> None:
    secret = tmp_path / "secret.lp"
    secret.write_text("secret(1) :-")
    folder = tmp_path / "work"
    folder.mkdir()
    (folder / "lightup.lp").symlink_to(secret)
    (finding,) = examined(pool, folder).findings
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
    "argument": ("contract", "the grid comes on standard input", "import sys\nopen(sys.argv[1])"),
}


@pytest.mark.parametrize(("name",), kit.one_in(3, zip(SCRIPTS)))
def test_hostile_scripts(
    pool: TaskPool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str
) -> None:
    code, part, text = SCRIPTS[name]
    monkeypatch.setattr(contract, "SECONDS", 1)
    monkeypatch.setattr(contract, "WALL", 60 if "computes" in part else 2)
    (tmp_path / "encode.py").write_text(text)
    found = examined(pool, tmp_path)
    assert [one.code for one in found.findings] == [code]
    assert part in found.findings[0].message
    assert (tmp_path / "encode.py").read_text() == text
    assert not lasting(pool.folder)


def lasting(folder: Path, patience=5.0):
    """Those of the processes running in a folder that do not end soon."""
    give_up = time.monotonic() + patience
    while (found := running(folder)) and time.monotonic() < give_up:
        time.sleep(0.01)
    return found


def running(folder: Path):
    """The processes that have something of a folder on their command line, bar the servers."""
    found = []
    for pid in psutil.pids():
        try:
            words = Path(f"/proc/{pid}/cmdline").read_bytes()
        except OSError:
            continue
        if str(folder).encode() in words and b"server.py" not in words:
            found.append(pid)
    return found


SCRIPT = (GOOD / "encode.py").read_text()


def written(pool: TaskPool, folder: Path, text: str):
    (folder / "encode.py").write_text(text)
    return examined(pool, folder)


def test_encode_is_copied_whatever_else_there_is(pool: TaskPool, tmp_path: Path) -> None:
    for number in range(copies.MOST_FILES):
        (tmp_path / f"dom{number}.txt").write_text("x\n")
    folder = tmp_path / "__helpers" / "deep"
    folder.mkdir(parents=True)
    (folder / "rows.py").write_text("# long\n" * 30_000)
    assert written(pool, tmp_path, f"import __helpers.deep.rows\n{SCRIPT}").verdict == "pass"
    found = written(pool, tmp_path, f"open('dom9.txt').close()\n{SCRIPT}\n0/0")
    assert [one.code for one in found.remarks] == ["folder"]
    (finding,) = written(pool, tmp_path, "#" * (copies.LARGEST_FILE + 1)).findings
    assert finding.message == "encode.py: this is larger than 1 MB"


CHANGES = {  # of a file and its folder
    "added": lambda file: (file.parent / "note").write_text(""),
    "written": lambda file: (file.write_text("other"), os.utime(file, ns=(0, 0))),
    "replaced": lambda file: (file.rename(file.parent / "old"), file.write_text("text")),
    "removed": lambda file: file.unlink(),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_run_changes_no_copy_but_its_own(tmp_path: Path, change) -> None:
    file = tmp_path / "work" / "deep" / "rows.py"
    file.parent.mkdir(parents=True)
    file.write_text("text")
    made = copies.FolderCopies(tmp_path / "work", tmp_path)
    for _ in range(2):
        with made.make_copy() as folder:
            assert [path.name for path in (folder / "deep").iterdir()] == ["rows.py"]
            assert (folder / "deep" / "rows.py").read_text() == "text"
            CHANGES[change](folder / "deep" / "rows.py")
        assert not folder.exists()
    assert file.read_text() == "text"


def test_a_folder_in_place_of_encode(pool: TaskPool, tmp_path: Path) -> None:
    (tmp_path / "encode.py").mkdir()
    (finding,) = examined(pool, tmp_path).findings
    assert finding.message == "encode.py: found a folder or device, expected a file"


def test_facts_may_have_ranges_and_pools(pool: TaskPool) -> None:
    facts = contract.read_facts(pool, "cell(0,(1;2),x). cell(1,0..1,x).\ndim(3).\n#const n=3.")
    cells = contract.pick_cells(facts.statements)
    assert (facts.trouble, len(cells), facts.statements[-1]) == ("", 4, "#const n=3.")


@pytest.mark.parametrize(
    ("code", "message", "got"),
    [
        ("print('Encoding ...')", "does not read: line 1 is Encoding ...", "Encoding ..."),
        ("print('cell(0,0,.).')", "does not read: line 1 is cell(0,0,.).", "cell(0,0,.)."),
        ("print('dim(1)')", "the statement that ends in line 1 has no full stop", "dim(1)"),
        ("print('dim(1')", "the bracket ( of line 1 is not closed before this place", "dim(1"),
        ("print('dim(2).')", "encode.py: wrong dim; missing n", "dim(2)."),
        ("print('dim(1).')", "encode.py: missing n", "(nothing)"),
    ],
)
def test_what_encode_writes_is_shown_beside_what_is_expected(
    pool: TaskPool, tmp_path: Path, code: str, message, got
) -> None:
    finding = written(pool, tmp_path, code).findings[0]
    assert finding.message.endswith(message)
    assert finding.expected.endswith("#const n=1.")
    assert finding.got == got


def test_what_encode_makes_of_a_strange_character_is_remarked(
    pool: TaskPool, tmp_path: Path
) -> None:
    text = (
        "import sys\nrows = sys.stdin.read().split()\nfor r, row in enumerate(rows):\n"
        "    for c, k in enumerate(row):\n        if k != '.': print(f'cell({r},{c},{k}).')\n"
        "print(f'dim({len(rows)}).\\n#const n={len(rows)}.')"
    )
    found = written(pool, tmp_path, text)
    assert found.verdict == "pass"
    assert (
        "given a strange character, encode.py writes cell(0,0,?). cell(0,1,0). cell(1,0,1). "
        "cell(1,2,2). cell(2,1,3). cell(2,2,4). dim(3). #const n=3., expected a complaint instead"
    ) in [one.message for one in found.remarks]


def test_after_a_timeout_no_other_grid_is_tried(pool: TaskPool, monkeypatch: pytest.MonkeyPatch):
    asked = []

    def late(pool: TaskPool, copies, name: str, grids):
        asked.extend(grids)
        trouble = contract.WrittenFacts(trouble="late", code="time")
        return {grid: trouble if "x" in grid else contract.WrittenFacts() for grid in grids}

    monkeypatch.setattr(contract, "run_encode", late)
    (finding,) = contract.EncodeCheck(pool, SUBJECT, None).findings()
    assert (finding.message, finding.grid, len(asked)) == ("late", [["x"]], contract.PROBE)


def test_findings_on_encode_stand_before_those_on_the_program(
    pool: TaskPool, tmp_path: Path
) -> None:
    (tmp_path / "lightup.lp").write_text("{ cell(R,C,b) : dim(R), dim(C), not cell(R,C,x) }.")
    (tmp_path / "encode.py").write_text("print('dim(0).')")
    with deliveries.open_delivery("lightup", tmp_path) as work:
        alone = work._replace(is_delivery=False)
        found = Examination(pool, SUBJECT, alone).run()
    assert found.findings[0].part == "encode"  # the stage of it comes first


def test_a_slow_encode_passes_with_a_remark(
    pool: TaskPool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(contract, "SLOW", -1.0)
    assert "time" in [one.code for one in written(pool, tmp_path, SCRIPT).remarks]


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_interrupted_it_leaves_nothing_behind(tmp_path: Path, number, status) -> None:
    (tmp_path / "encode.py").write_text("import time\ntime.sleep(99)")
    command = [sys.executable, "-m", "lab", "check", str(tmp_path)]
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    process = subprocess.Popen(
        command, cwd=kit.ROOT, stderr=subprocess.PIPE, text=True, env=environment
    )
    while not (found := running(tmp_path / "check-")):
        assert process.poll() is None
        time.sleep(0.02)
    process.send_signal(number)
    _, words = process.communicate(timeout=20)
    assert (process.returncode, words) == (status, "")
    assert not [pid for pid in found if Path(f"/proc/{pid}").exists()]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["encode.py"]


# ---------------------------------------------------------------- from the shell


GOT = ("got", "expected")


def test_data(tmp_path: Path) -> None:
    done = check("--json", "--junit", tmp_path / "junit.xml", WRITINGS["rows-only"][0])
    assert (done.returncode, kit.verdict(done)) == (1, "fail: 1 finding")
    data = json.loads(done.stdout)
    names = ["verdict", "seed", "findings", "remarks", "uncontained"]
    assert list(data) == [*names, "stages", "authors", "unjudged"]
    assert data["stages"] == {"reads": "yes", "contract": "yes", "rules": "no"}
    assert (data["authors"], data["unjudged"]) == ([], [])  # of a program alone
    (finding,) = data["findings"]
    trial = SUBJECT.bank.solve(finding["grid"].split())
    got, expected = (answers.added_cells(trial.board, finding.pop(key).split()) for key in GOT)
    assert SUBJECT.broken_codes(trial.board, got) == ("sight",)
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
    names = [case.get("name") for case in suite.iter("testcase")]
    assert names == ["Does it read?", "Does it keep the contract?", "Is each rule right?"]
    (failure,) = suite.iter("failure")
    assert failure.get("type") == "sight"


def test_a_person_reads_the_mistake_beside_the_grid() -> None:
    done = check(WRITINGS["rows-only"][1])
    assert done.returncode == 1
    assert SUBJECT.bank.sentences["rows-only"] in done.stdout
    assert "\n  grid   expected   got\n  ..     b.         b.\n" in done.stdout
    assert "\033" not in done.stdout


def test_the_same_mistake_elsewhere_is_reported_without_its_place() -> None:
    found = Report("mine.lp")
    found.add_findings(
        Finding("contract", "contract", "a board", "row 0", mistake="lit-missing", sentence="why"),
        Finding("rules", "clue", "another board", "row 1", mistake="lit-missing", sentence="why"),
    )
    text = printed(found)
    assert "  a board: row 0\n  why\n" in text
    assert "  another board: the same mistake\n" in text


@pytest.mark.long
def test_a_seed_repeats_a_report(pool: TaskPool) -> None:
    """Byte by byte, by another pool in other folders, with no path or time of this machine."""
    folders = [*STUDENTS, kit.ROOT / "tests" / "data" / "hostile" / "escapes"]
    first, again = [], []
    for texts in (first, again):
        with TaskPool() as others:
            for folder in folders:
                found = examined(others, folder)
                texts.append(
                    printed(found) + report.format_json(found) + report.format_junit(found)
                )
    assert first == again
    assert not [text for text in first if f"{pool.folder.parent}/check-" in text]


def test_a_judge_that_is_killed_between_two_programs_is_no_finding(pool: TaskPool) -> None:
    path = lent(pool, kit.ROOT / "lightup.lp")
    for _ in range(2):
        assert growth.judge_examples(pool, SUBJECT, path, Report("lightup.lp")) == []
        processes.end_process_tree()


REPEATED = 200
FLAT = 8 << 20  # bytes


@pytest.mark.long
def test_many_checks_in_a_row_leave_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, few_examples
) -> None:
    """No file, no process, and no memory beyond what the first forty took."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setitem(vars(SUBJECT), "trials", SUBJECT.trials[:12])
    this = psutil.Process()
    folders = [GOOD, *(folder for folder in STUDENTS if folder.name in FREQUENT)]
    before, sizes = set(this.children(recursive=True)), []
    for _ in range(REPEATED // 10):
        with TaskPool() as pool:
            for folder in itertools.islice(itertools.cycle(folders), 10):
                examined(pool, folder)
        assert list(tmp_path.iterdir()) == []
        assert set(this.children(recursive=True)) == before
        sizes.append(this.memory_info().rss)
    assert sizes[-1] - sizes[3] < FLAT, sizes


FREQUENT = {"only-encode", "full-stop-missing", "counts-from-1", "columns-first"}


def test_findings_stand_in_the_order_of_their_stages() -> None:
    report = Report("mine.lp")
    late, early = Finding("rules", "lit", "dark"), Finding("reads", "syntax", "reported first")
    report.add_findings(late)
    report.add_findings(early)
    assert report.findings == [early, late]


def test_how_far_it_came_is_reported_to_junit_too() -> None:
    found = Report("mine.lp", summary="up to 7x7")
    assert "up to 7x7" in report.format_junit(found)


def test_what_was_not_contained_is_reported_everywhere() -> None:
    found = Report("mine.lp", uncontained=["files can be read", "UDP can be used"])
    words = "not contained: files can be read; UDP can be used"
    assert report.format_verdict(found) == f"pass, {words}"
    assert json.loads(report.format_json(found))["uncontained"] == found.uncontained
    (output,) = ElementTree.fromstring(report.format_junit(found)).iter("system-out")
    assert words in output.text.splitlines()
    found.add_findings(Finding("rules", "lit", "red"))
    assert report.format_verdict(found) == f"fail: 1 finding, {words}"


def test_a_terminal_that_lacks_a_character_gets_its_number(tmp_path: Path) -> None:
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
    assert (done.returncode, kit.verdict(done)) == (1, "fail: 1 finding")
    assert "found '\\u201c'" in done.stdout


def test_colours_are_for_terminals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    found = Report("mine.lp")
    found.add_findings(Finding("rules", "lit", "red \033[0m"))
    for is_terminal, no_colour, codes in [(False, "", 0), (True, "", 4), (True, "1", 0)]:
        monkeypatch.setattr(sys.stdout, "isatty", lambda answer=is_terminal: answer)
        monkeypatch.setenv("NO_COLOR", no_colour)
        get_console.cache_clear()
        text = printed(found)
        assert text.count("\033") == codes  # a stage, its answer; none of the finding's
    get_console.cache_clear()


def test_a_right_submission_passes() -> None:
    done = check(GOOD)
    assert (done.returncode, kit.verdict(done)) == (0, "pass")
    assert "Does it solve? yes" in done.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([kit.EXAMPLES], "found neither encode.py nor lightup.lp"),
        (["nowhere"], "no such file or folder"),
        ([kit.ROOT / "encode.py"], "no logic program"),
    ],
)
def test_nothing_to_check(words, said) -> None:
    done = check(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("lab check: ")
    assert said in done.stderr


def test_a_report_that_cannot_be_written() -> None:
    done = check("--junit", "/nowhere/junit.xml", WRITINGS["rows-only"][0])
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "lab check: /nowhere/junit.xml: No such file or directory\n"


def test_tokens_are_those_of_clingo() -> None:
    text = 'a("%* #script"). % #script\n%* #script %* "*% #include *% #include "b".'
    kinds = [token.kind for token in tokens.read_tokens(text) if token.kind != "bracket"]
    assert kinds == ["word", "string", "stop", "include", "string", "stop"]


# ---------------------------------------------------------------- strangers' words and files


def test_what_a_terminal_would_obey_is_shown(pool: TaskPool, tmp_path: Path) -> None:
    words = r"\x1b[2J\x9b1m\u202e\x07"
    found = written(pool, tmp_path, f"raise SystemExit('{words}')")
    found.name = "\x1b[1m\nname"
    shown = r"\x1b[2J\x9b1m\u202e\x07"
    assert shown in printed(found)
    assert shown in json.loads(report.format_json(found))["findings"][0]["message"]
    suites = ElementTree.fromstring(report.format_junit(found))
    assert shown in suites.find(".//failure").get("message")
    assert suites.find("testsuite").get("name") == r"\x1b[1m\nname"
    assert all(
        one.isprintable() or one == "\n" for one in report.format_junit(found) + printed(found)
    )


def test_a_large_program_is_read_in_time(tmp_path: Path) -> None:
    for text in ("a." * 500_000, '\\"' * 500_000, '#include "a".' * 70_000, "%*" * 500_000):
        (tmp_path / "a").write_text("")
        (tmp_path / "mine.lp").write_text(text)
        begin = time.process_time()
        place = tmp_path / f"copy{len(list(tmp_path.iterdir()))}"
        place.mkdir()
        with contextlib.suppress(tokens.ProgramRefused):
            tokens.copy_program(tmp_path / "mine.lp", tmp_path, place)
        assert time.process_time() - begin < 5


def test_a_file_that_a_reply_names_is_read_only_if_it_was_copied(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("secret")
    folder = tmp_path / "copy"
    folder.mkdir()
    (folder / "mine.lp").write_text("a :- b")
    for name in (f"{tmp_path}/secret", "../secret", "/dev/zero", "absent.lp"):
        message = f"{name}:1:1-2: error: syntax error, unexpected a"
        (found,) = messages.explain_errors([message], folder)
        assert (found.message, found.place) == (message, NOWHERE)
    assert tokens.read_copy(folder, "mine.lp") == "a :- b"


def test_encode_is_not_compared_with_itself(
    pool: TaskPool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Not even if the kit's has been replaced."""
    monkeypatch.setattr("encode.format_facts", lambda rows: "dim(1).\n")
    found = written(pool, tmp_path, "print('dim(1).')")
    assert found.findings[0].message == "encode.py: missing n"


def test_nothing_is_imported_from_the_folder_of_a_stranger(tmp_path: Path) -> None:
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
    assert (done.returncode, kit.verdict(done)) == (1, "fail: 2 findings")
    assert not (tmp_path / "imported").exists()


# ---------------------------------------------------------------- boards made for a check

REFERENCE = (kit.ROOT / "lightup.lp").read_text()
RAYS = {  # in place of the runs of the reference: what is lit, and what sees what, within a reach
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


def short_sighted(reach):
    """The reference with rays of so many cells."""
    text = REFERENCE
    for rule, instead in RAYS.items():
        assert rule in text
        text = text.replace(rule, instead.replace("REACH", str(reach)))
    return text


def forgetful(begin, size):
    """The reference without the rules that begin so, on boards of a size."""
    assert begin in REFERENCE
    return REFERENCE.replace(begin, f"{begin} not size({size},{size}),")


SELDOM = {  # what is wrong on some boards only, which are neither trials nor examples
    "rays of 20": (short_sighted(20), {"lit", "sight", "refuses-solution"}),
    "no clues at 6": (forgetful(":- cell(R,C,N), N = 0..4,", 6), {"clue"}),
    "no sight at 11": (forgetful(":- down(S,C,S),", 11), {"sight"}),
    "rays of 12": (short_sighted(12), {"lit", "sight", "refuses-solution"}),
    "rays of 15": (short_sighted(15), {"lit", "sight", "refuses-solution"}),
    "no sight at 6": (forgetful(":- across(R,S,S),", 6), {"sight"}),
    "no sight at 8": (forgetful(":- across(R,S,S),", 8), {"sight"}),
}


@pytest.mark.long
def test_what_is_wrong_on_large_boards_only(pool: TaskPool, tmp_path: Path) -> None:
    """Found on a board of 31 to 60 rows, of which two answers are judged."""
    for begin, code in ((":- across(R,S,S),", "sight"), (":- cell(R,C,N), N = 0..4,", "clue")):
        large = "large :- size(N,N), N = 31..60."
        text = REFERENCE.replace(begin, f"{begin} not large,") + large
        (tmp_path / "lightup.lp").write_text(text)
        found = examined(pool, tmp_path)
        assert {one.code for one in found.findings} == {code}
        assert found.findings[0].stage == "solves"
        assert "--seed 0 repeats it" in found.remarks[0].message


@pytest.mark.parametrize(("name",), kit.first_of(zip(SELDOM), 1))
def test_what_is_wrong_on_some_boards_only(pool: TaskPool, tmp_path: Path, name: str) -> None:
    text, codes = SELDOM[name]
    (tmp_path / "lightup.lp").write_text(text)
    found = examined(pool, tmp_path)
    assert {one.code for one in found.findings} <= codes
    assert found.findings[0].stage == "rules"
    (remark,) = found.remarks
    assert "--seed 0 repeats it" in remark.message


@pytest.mark.long
def test_no_right_program_is_accused_on_fresh_boards(pool: TaskPool) -> None:
    boards = fresh.make_trial_boards(pool, SUBJECT, 1)
    assert [len(trial.board) for trial in boards] == list(SUBJECT.settings.sizes)
    for path in [*RIGHT, kit.ROOT / "lightup.lp"]:
        seen = breaches.run_trials(pool, SUBJECT, lent(pool, path), boards, fresh.MOST + 1)
        assert not any(seen.differences), path


def test_a_seed_makes_the_same_boards_again(pool: TaskPool) -> None:
    subjects = [Subject(FolderBank(kit.LIGHT_UP)) for _ in range(2)]  # neither knows the other's
    first, again, different = (
        [trial.board for trial in fresh.make_trial_boards(pool, subject, seed)]
        for subject, seed in zip([*subjects, subjects[0]], (5, 5, 6))
    )
    assert first == again != different
    assert list(fresh.make_grids(SUBJECT, 5)) == list(fresh.make_grids(SUBJECT, 5))


def test_fresh_boards_have_the_solutions_that_a_sat_solver_finds(pool: TaskPool) -> None:
    for trial in fresh.make_trial_boards(pool, SUBJECT, 2)[:6]:
        found = {
            decode.format_grid(answers.fill_board(trial.board, one)) for one in trial.solutions
        }
        assert found == set(kit.by_sat(trial.board))


def test_encode_that_answers_from_a_table(pool: TaskPool, tmp_path: Path) -> None:
    grids = SUBJECT.bank.samples.well_formed
    table = {grid: encode.format_facts(grid.split()) for grid in grids}
    script = f"import sys\nprint({table!r}.get(sys.stdin.read(), 'dim(1). #const n=1.'))"
    (finding, *_) = written(pool, tmp_path, script).findings
    assert finding.grids["grid"] not in [grid.rstrip("\n") for grid in grids]
