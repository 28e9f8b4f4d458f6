"""`lab check`: the bank of mistakes, right programs, students' folders, and hostile ones."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

import pytest

from lab import confine
from lab.check import (
    behaviour,
    contract,
    examine,
    growth,
    mistakes,
    report,
    rules,
    source,
    trials,
)
from lab.check.findings import Finding, Report
from lab.check.judge import Judges, Task
from tests import kit

MISTAKES = sorted(path for path in behaviour.BANK.iterdir() if path.is_dir())
WRITINGS = {folder.name: sorted(folder.glob("*.lp")) for folder in MISTAKES}
RIGHT = sorted((kit.DATA / "right").glob("*.lp"))
STUDENTS = sorted((kit.DATA / "students").iterdir())
CODES = {"syntax", "contract", "lit", "sight", "clue", "black", "refuses-solution", "several"}
CODES |= {"no-bulbs", "growth", "time"}
GOOD = kit.DATA / "students" / "right-in-all"


@pytest.fixture(scope="module")
def judges():
    with Judges() as judges:
        yield judges


@pytest.fixture
def few_examples(tmp_path_factory, monkeypatch):
    """One square example of each size up to 14 rows."""
    folder = tmp_path_factory.mktemp("examples")
    for board in growth.examples():
        if len(board) <= 14:
            (folder / f"dom{len(board):02}.txt").write_text(kit.text(board))
    monkeypatch.setattr(growth, "EXAMPLES", folder)


def check(*words):
    return kit.run("-m", "lab", "check", *words)


def examined(judges, path):
    return examine.Examination(judges, examine.submission(Path(path))).run()


# ---------------------------------------------------------------- the bank


def tried(judges, programs):
    """Programs that are trusted on the trials, many in a process."""
    tasks = [
        Task("all_answers", {"paths": list(map(str, programs)), "facts": trial.facts}, 60, 300)
        for trial in trials.trials()
    ]
    answers = zip(*(outcome.value for outcome in judges.all(tasks)))
    return [
        rules.Tried(path, trials.trials(), list(found), rules.differing(trials.trials(), found))
        for path, found in zip(programs, answers)
    ]


def test_the_trials_have_all_their_solutions():
    for trial in trials.trials():
        found = {kit.text(trials.drawn(trial.board, answer)) for answer in trial.solutions}
        assert found == set(kit.by_sat(trial.board)), trial.board


def test_every_mistake_is_caught_and_named_in_two_writings(judges):
    programs = [path for paths in WRITINGS.values() for path in paths[:2]]
    table = behaviour.read(behaviour.TABLE)
    for seen in tried(judges, programs):
        mistake = seen.path.parent.name
        findings, names = rules.findings(judges, seen), mistakes.named(judges, seen)
        assert {names.get(one.code) for one in findings} == {mistake}, seen.path
        assert (
            behaviour.signed(seen.differences, seen.answers) == table[behaviour.label(seen.path)]
        ), seen.path


def test_every_mistake_has_a_sentence_and_writings():
    assert set(mistakes.sentences()) == set(WRITINGS)
    assert min(map(len, WRITINGS.values())) >= 2


def test_behaviour_is_known_of_the_whole_bank():
    """If not: python3 -m lab.check.learn"""
    known = behaviour.read(behaviour.TABLE)
    assert {behaviour.label(path) for paths in WRITINGS.values() for path in paths} == set(known)


def test_a_mistake_that_is_new_in_the_bank_is_named(judges, tmp_path):
    folder = tmp_path / "two-bulbs"
    folder.mkdir()
    text = (kit.ROOT / "lightup.lp").read_text()
    program = "\n".join(line for line in text.splitlines() if "> 1." not in line)
    (folder / "one.lp").write_text(program)
    other = tmp_path / "other.lp"
    other.write_text(program.replace("#show cell/3.", "#show cell/3. % other"))
    (seen,) = tried(judges, [other])
    assert mistakes.named(judges, seen, tmp_path)["sight"] == "two-bulbs"


def test_a_bulb_on_a_black_cell_is_named_whatever_it_lights(judges):
    (seen,) = tried(judges, [kit.DATA / "students" / "bulbs-anywhere" / "lightup.lp"])
    assert set(mistakes.named(judges, seen).values()) == {"bulb-on-black"}


def test_a_mistake_explains_a_rule_only_if_it_breaks_no_other():
    both, one = [{"lit": "a", "sight": "b"}], [{"lit": "a"}]
    assert mistakes.shared([True], both, one) == {"lit"}
    assert mistakes.shared([True], one, both) == set()


def test_boards_that_break_several_rules_are_told_of_if_nothing_else_is():
    wrong = frozenset([frozenset()])
    several, one = {"lit+clue": wrong}, {"clue": wrong}
    assert rules.first(rules.Tried(Path(), [], [], [several])) == {"lit+clue": 0}
    assert rules.first(rules.Tried(Path(), [], [], [several, one])) == {"clue": 1}


def test_no_right_program_is_accused(judges):
    for seen in tried(judges, RIGHT):
        assert rules.findings(judges, seen) == [], seen.path


@pytest.mark.parametrize("name", ["optimum", "quartic", "segments"])
def test_remarks(judges, few_examples, monkeypatch, name):
    monkeypatch.setattr(growth, "STEEP", 10.0)  # on small boards
    path = kit.DATA / "right" / f"{name}.lp"
    first = path.read_text().splitlines()[0]
    wanted = first.partition("remark: ")[2].split(", ") if "remark: " in first else []
    found = examined(judges, path)
    assert (found.verdict, sorted(one.code for one in found.remarks)) == ("pass", sorted(wanted))
    if name == "quartic":
        (growth_remark,) = [one for one in found.remarks if one.code == "growth"]
        assert re.fullmatch(
            r"at 14x14 your program grounds \d\d,\d{3} rules, the reference \d,\d{3}; the rule in "
            "line 18 makes most of them",
            growth_remark.message,
        )


@pytest.mark.parametrize("folder", STUDENTS, ids=lambda path: path.name)
def test_students(judges, few_examples, folder):
    told = examined(judges, folder)
    found = {
        "verdict": {told.verdict},
        "code": {one.code for one in told.findings},
        "mistake": {one.mistake for one in told.findings},
        "remark": {one.code for one in told.remarks},
    }
    for line in (folder / "expected.txt").read_text().splitlines():
        key, _, value = line.partition(": ")
        assert value in found[key], (line, told)
    assert found["code"] <= CODES


# ---------------------------------------------------------------- the examples

HARD = "1 { in(P,H) : H = 1..11 } 1 :- P = 1..12, n > 4. :- in(P,H), in(Q,H), P < Q."
LARGE = {  # code, and what goes wrong on boards that are larger than the trials
    "sight": ("sight", lambda text: text.replace(":- across(R,S,S),", ":- n < 5, across(R,S,S),")),
    "refuses": ("refuses-solution", lambda text: text + ":- n > 4."),
    "several": ("several", lambda text: text + "{ a } :- n > 4."),
    "outside": ("contract", lambda text: text + "cell(n+5,0,b) :- n > 4."),
    "time": ("time", lambda text: text + HARD),
}


@pytest.mark.parametrize("name", LARGE)
def test_what_only_larger_boards_show(judges, few_examples, monkeypatch, tmp_path, name):
    monkeypatch.setattr(growth, "PATIENT", 1.0)
    code, change = LARGE[name]
    path = tmp_path / "mine.lp"
    path.write_text(change((kit.ROOT / "lightup.lp").read_text()))
    (finding,) = examined(judges, path).findings
    assert (finding.stage, finding.code) == ("solves", code)


def test_an_example_is_cut_down_to_what_shows_the_mistake(judges, few_examples):
    findings, _, _ = growth.judged(judges, WRITINGS["clue-missing"][0])
    assert {one.code for one in findings} == {"clue"}
    assert max(len(one.grid.split()) for one in findings) <= 4


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
    "a :- b c.": "1:8: found a name after 'b', expected a comma between conditions",
    "p(X) := q(X).": "1:7: found an arrow of another language, expected :-",
    'p("abc).': "1:3: found a string without its end",
    "% Ä\né.": "2:1: found 'é', which has no meaning here",
    "a. %* no end": "found the end of the file within a comment",
    "a :- b, X ! 3.": "1:11: found '!', which has no meaning here (not equal is !=)",
    "#const n=7.": "1: found #const n in the program, expected it in the facts of the grid only",
    '#include "other.lp".': "1: the included file other.lp does not exist",
}


@pytest.mark.parametrize("program", SYNTAX)
def test_what_does_not_read_is_told_in_plain_words(judges, tmp_path, program):
    path = tmp_path / "mine.lp"
    path.write_text(program, "utf-8")
    found = examined(judges, path)
    assert found.verdict == "fail"
    assert found.findings[0].message.startswith("mine.lp:")
    assert SYNTAX[program] in found.findings[0].message


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


@pytest.mark.parametrize("name", PROGRAMS)
def test_hostile_programs(judges, tmp_path, name):
    code, text = PROGRAMS[name]
    path = tmp_path / "mine.lp"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    found = examined(judges, path)
    assert [one.code for one in found.findings][:1] == [code]


def test_many_answers_are_no_trouble(judges, few_examples, tmp_path):
    path = tmp_path / "mine.lp"
    path.write_text((kit.ROOT / "lightup.lp").read_text() + "{ a(1..60); b(1..60) }.")
    (finding,) = examined(judges, path).findings
    assert (finding.code, finding.mistake, finding.grid) == ("several", "free-choice", ".")


def test_a_file_outside_of_the_folder_is_not_included(judges, tmp_path):
    (tmp_path / "above.lp").write_text("")
    folder = tmp_path / "work"
    folder.mkdir()
    (folder / "mine.lp").write_text('a.\n#include "../above.lp".')
    (finding,) = examined(judges, folder / "mine.lp").findings
    assert finding.message == "mine.lp:2: #include reaches outside the folder of the program"


def test_a_link_to_a_file_elsewhere_is_not_read(judges, tmp_path):
    secret = tmp_path / "secret.lp"
    secret.write_text("secret(1) :-")
    folder = tmp_path / "work"
    folder.mkdir()
    (folder / "lightup.lp").symlink_to(secret)
    (finding,) = examined(judges, folder).findings
    assert finding.code == "contract"
    assert "secret(1)" not in finding.message


# ---------------------------------------------------------------- hostile encode.py

DAEMON = "import os, time\nif os.fork(): os._exit(0)\nos.setsid()\nif os.fork(): os._exit(0)\n"
SCRIPTS = {  # code, a part of the message, the script
    "sleeps": ("time", "does not end", "import time; time.sleep(99)"),
    "computes": ("time", "does not end", "while True: pass"),
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
        "writes nothing",
        "import os, shutil\nshutil.rmtree(os.path.dirname(os.path.abspath(__file__)))",
    ),
    "closes": ("contract", "", "import os\nos.close(1)\nos.close(2)\nprint(1)"),
    "binary": (
        "contract",
        "does not read",
        "import sys\nsys.stdout.buffer.write(bytes(range(256)) * 99)",
    ),
    "endless facts": ("time", "no end", "print('p(0). p(X+1) :- p(X).')"),
    "script": ("contract", "#script", "print('#script (lua) x #end.')"),
    "exits": ("contract", "status 3", "raise SystemExit(3)"),
    "argument": ("contract", "the grid comes on standard input", "import sys\nopen(sys.argv[1])"),
}


@pytest.mark.parametrize("name", SCRIPTS)
def test_hostile_scripts(judges, monkeypatch, tmp_path, name):
    code, part, text = SCRIPTS[name]
    monkeypatch.setattr(contract, "SECONDS", 1)
    (tmp_path / "encode.py").write_text(text)
    found = examined(judges, tmp_path)
    assert [one.code for one in found.findings] == [code]
    assert part in found.findings[0].message
    assert (tmp_path / "encode.py").read_text() == text
    assert not running(judges.folder)


def running(folder):
    """The processes that have something of a folder on their command line, bar the servers."""
    found = []
    for pid, _ in confine.processes():
        try:
            words = Path(f"/proc/{pid}/cmdline").read_bytes()
        except OSError:
            continue
        if str(folder).encode() in words:
            found.append(pid)
    return found


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_interrupted_it_leaves_nothing_behind(tmp_path, number, status):
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


def test_data(tmp_path):
    done = check("--json", "--junit", tmp_path / "junit.xml", WRITINGS["rows-only"][0])
    assert (done.returncode, done.stderr) == (1, "fail: 1 finding\n")
    data = json.loads(done.stdout)
    assert list(data) == ["verdict", "findings", "remarks"]
    (finding,) = data["findings"]
    board = trials.solved(finding["grid"].split())
    got = finding.pop("got").split()
    assert trials.broken(board.board, trials.answer(got)) == ["sight"]
    assert trials.answer(finding.pop("expected").split()) in board.solutions
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


def test_a_person_reads_the_mistake_beside_the_grid():
    done = check(WRITINGS["rows-only"][1])
    assert done.returncode == 1
    assert mistakes.sentences()["rows-only"] in done.stdout
    assert "\n  grid   expected   got\n  ..     b.         b.\n" in done.stdout
    assert "\033" not in done.stdout


def test_colours_are_for_terminals(monkeypatch, capsys):
    found = Report("mine.lp")
    found.find(Finding("rules", "lit", "red \033[0m"))
    assert "\033" not in report.as_text(found)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert report.as_text(found).count("\033") == 4  # a stage, its answer; none of the finding's
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\033" not in report.as_text(found)


def test_a_right_submission_passes():
    done = check(GOOD)
    assert (done.returncode, done.stderr) == (0, "pass\n")
    assert "Does it solve? yes" in done.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([kit.EXAMPLES], "found neither encode.py nor lightup.lp"),
        (["nowhere"], "no such file or folder"),
        ([kit.ROOT / "encode.py"], "no logic program"),
    ],
)
def test_nothing_to_check(words, said):
    done = check(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("lab check: ")
    assert said in done.stderr


def test_a_report_that_cannot_be_written():
    done = check("--junit", "/nowhere/junit.xml", WRITINGS["rows-only"][0])
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "lab check: /nowhere/junit.xml: No such file or directory\n"


def test_tokens_are_those_of_clingo():
    text = 'a("%* #script"). % #script\n%* #script %* "*% #include *% #include "b".'
    kinds = [token.kind for token in source.tokens(text) if token.kind != "bracket"]
    assert kinds == ["word", "string", "stop", "include", "string", "stop"]
