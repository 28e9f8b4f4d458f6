"""A third puzzle is one folder: its errors have their place, its bank of mistakes is used.

lab/new/latin/ holds Latin squares with holes.  No other file of the kit knows them.  All
commands on such folders: tests/lab/test_bare_folder.py.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from lab.check.bank.assignment import Assignment
from lab.check.bank.folder_bank import FolderBank
from lab.check.programs.mistaken_programs import complete_table
from lab.inspection import learn
from lab.puzzles import find_puzzle
from lab.runner.task_pool import TaskPool
from tests.kit import DATA, LATIN, Done, examine_path, long_except, read_table, run, run_lab

COLUMN = ":- number(R,C,K), number(S,C,K), R < S."  # the rule of latin.lp
SHOW = "#show cell(R,C,K) : number(R,C,K)."
ASSIGNMENT = Assignment(FolderBank(find_puzzle(str(LATIN))))
COMMON = {  # mistakes of the bank: the code, and what a student has in place of COLUMN
    "column-missing": ("column", "twice(C) :- number(R,C,K), number(S,C,K), R < S."),
    "diagonals-too": (
        "refuses-solution",
        f"{COLUMN}\nline(R,R,d) :- size(N,N), R = 0..N-1.\n"
        "line(R,N-1-R,e) :- size(N,N), R = 0..N-1.\n"
        ":- number(R,C,K), number(S,D,K), line(R,C,L), line(S,D,L), R < S.",
    ),
}
OTHERS = {  # codes, and what a program has in place of SHOW
    "holes filled": ({"given", "refuses-solution"}, f"{SHOW} #show cell(R,C,7) : cell(R,C,x)."),
    "two values": ({"contract"}, f"{SHOW} #show cell(R,C,K+1) : number(R,C,K)."),
    "outside": ({"contract"}, "#show cell(R+9,C,K) : number(R,C,K)."),
    "several": ({"several"}, f"{SHOW} {{ extra }}."),
    "nothing": ({"no-values"}, "#show number/3."),
}


@pytest.fixture(scope="module")
def pool() -> Iterator[TaskPool]:
    with TaskPool() as pool:
        yield pool


def run_check(folder: Path, path: Path, *words: str) -> Done:
    return run("-m", "lab", "check", "--json", "--puzzle", folder, path, *words)


def test_a_bad_grid_is_refused_with_its_place() -> None:
    done = run("encode.py", "--puzzle", LATIN, stdin="12\n2b\n")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("encode.py: <stdin>:2:2: found 'b', expected '.' (open)")


def test_a_wrong_grid_is_judged() -> None:
    wrong = run_lab("verify", "--puzzle", LATIN, stdin="12\n22\n")
    assert wrong.returncode == 1
    assert wrong.stdout == (
        "row 1, column 0: another 2 in its row\nrow 0, column 1: another 2 in its column\n"
    )


def test_a_bad_fact_is_refused_with_its_place() -> None:
    done = run_lab("convert", "--puzzle", LATIN, stdin="dim(2).\n cell(0,1,q). cell(1,0,1).\n")
    assert done.stderr.startswith("lab convert: <stdin>:2:2: found cell(0,1,q), expected '.'")


@pytest.mark.long
def test_a_right_submission_passes_outside_the_kit(pool: TaskPool, tmp_path: Path) -> None:
    folder = shutil.copytree(LATIN, tmp_path / "latin")
    work = tmp_path / "work"
    work.mkdir()
    shutil.copy(folder / "latin.lp", work)
    shutil.copy(DATA / "students" / "right-in-all" / "encode.py", work)
    report = examine_path(pool, Assignment(FolderBank(find_puzzle(str(folder)))), work)
    assert (report.verdict, report.findings) == ("pass", [])
    assert {"contract", "rules", "solves"} <= report.reached and max(report.proven) >= (3, 3)


@pytest.mark.parametrize("mistake", long_except(COMMON, "column-missing"))
def test_a_wrong_program_has_its_mistake_named(
    pool: TaskPool, tmp_path: Path, mistake: str
) -> None:
    code, rule = COMMON[mistake]
    (tmp_path / "mine.lp").write_text((LATIN / "latin.lp").read_text().replace(COLUMN, rule))
    (finding,) = examine_path(pool, ASSIGNMENT, tmp_path / "mine.lp").findings
    assert (finding.code, finding.mistake) == (code, mistake)


@pytest.mark.parametrize("name", long_except(OTHERS, "two values", "several"))
def test_an_answer_that_cannot_be_drawn_fails(pool: TaskPool, tmp_path: Path, name: str) -> None:
    codes, show = OTHERS[name]
    path = tmp_path / "mine.lp"
    path.write_text((LATIN / "latin.lp").read_text().replace(SHOW, show))
    report = examine_path(pool, ASSIGNMENT, path)
    assert codes <= {one.code for one in report.findings} <= codes | {"refuses-solution"}
    assert {one.mistake for one in report.findings} == {None}


def test_an_encode_that_loses_rows_is_caught(pool: TaskPool, tmp_path: Path) -> None:
    script = (DATA / "students" / "right-in-all" / "encode.py").read_text()
    (tmp_path / "encode.py").write_text(script.replace("range(n)", "range(n-1)", 1))
    report = examine_path(pool, ASSIGNMENT, tmp_path)
    assert {(one.part, one.code) for one in report.findings} == {("encode", "contract")}


def test_the_behaviour_of_its_bank_can_be_learnt(pool: TaskPool, tmp_path: Path) -> None:
    puzzle = find_puzzle(str(shutil.copytree(LATIN, tmp_path / "latin")))
    assert FolderBank(puzzle).mistake_table == {}
    on_the_spot = complete_table(pool, Assignment(FolderBank(puzzle)))
    learn.learn(pool, FolderBank(puzzle))
    assert FolderBank(puzzle).mistake_table == on_the_spot


LARGE = "12345\n23451\n34512\n45123\n5123.\n"
LACKING = {  # the file, what is in it, and what is said
    "a misspelt name": (
        "checking.py",
        "from lab.settings.check import CheckSettings\nCHECKING = CheckSettings(valu='number')\n",
        "checking.py:2: CHECKING: found the name valu, expected one of value, given_code, ",
    ),
    "no trials": ("trials.txt", None, "Latin cannot be checked: "),
    "a bad trial": ("trials.txt", ".\n\n..\n.b\n", "trials.txt:4:2: found 'b', expected "),
    "empty trials": ("trials.txt", "", "trials.txt:1:1: found an empty input, expected a puzzle\n"),
    "large trials": ("trials.txt", LARGE, "found no board of up to 4 rows\n"),
    "bytes": ("trials.txt", b"\xff.", "trials.txt:1:1: found the byte 0xff, expected plain text\n"),
    "a bad example": ("examples/dom02.txt", "1?\n", "dom02.txt:1:2: found '?', expected "),
    "a bad mistake": ("mistakes-two.lp", "a :- ", "not all mistakes can be solved"),
    "no record": ("checking.py", "VALUE = 'number'\n", "found no CHECKING, expected CHECKING = "),
    "no solutions": ("rules.py", "RULES = offences = {}\n", "has no solutions() in rules.py\n"),
}


@pytest.mark.parametrize("name", long_except(LACKING, "a misspelt name"))
def test_a_folder_without_a_part_for_check_is_refused(tmp_path: Path, name: str) -> None:
    folder = shutil.copytree(LATIN, tmp_path / "latin")
    file, text, words = LACKING[name]
    wrong = (LATIN / "latin.lp").read_text().replace(COLUMN, "")
    program = tmp_path / "mine.lp"
    program.write_text(wrong if "mistake" in name else (LATIN / "latin.lp").read_text())
    if text is None:
        (folder / file).unlink()
    else:
        (folder / file).write_bytes(text if isinstance(text, bytes) else text.encode())
    done = run_check(folder, program)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert words in done.stderr


FAULT = """
import multiprocessing
class Odd(Exception):
    def __init__(self, row, column):
        super().__init__(f"row {row}")
def raise_local():
    class Local(Exception): pass
    raise Local("here")
def raise_odd():
    raise Odd(1, 2)
def raise_key_error():
    raise KeyError("here")
def break_in_pool(function):
    def call(*arguments, **options):
        if multiprocessing.parent_process():
            FUNCTION()
        return function(*arguments, **options)
    return call
"""
RAISED = {  # functions of FAULT: the line of the error, and its text
    "raise_local": (8, "Local: here"),
    "raise_odd": (10, "Odd: row 1"),
    "raise_key_error": (12, "KeyError: 'here'"),
}
RATE = "FIGURES = Figures(rate=break_in_pool(len))"
COUNT = "FIGURES = Figures({'x': break_in_pool(len)})"
POOLED = {  # commands that have a process pool: the file that fails, and its last line
    "generate --size=3x3 --seed=1": ("puzzle.py", "read = break_in_pool(read)"),
    "hint --rate {}/latin/examples/dom01.txt": ("figures.py", RATE),
    "corpus {}/latin/examples": ("figures.py", COUNT),
    "grade {0}/class -o {0}/grades --trust": ("rules.py", "offences = break_in_pool(offences)"),
}


def make_faulty_folder(folder: Path, name: str, last_line: str, function: str) -> None:
    """Make a folder of Latin squares whose code fails in the processes of a pool."""
    shutil.copytree(LATIN, folder)
    (folder / "fault.py").write_text(FAULT.replace("FUNCTION", function))
    names = "from .fault import break_in_pool\nfrom lab.settings import Figures\n"
    with (folder / name).open("a") as file:
        file.write(f"\n{names}{last_line}\n")


@pytest.mark.parametrize("function", long_except(RAISED, "raise_odd"))
@pytest.mark.parametrize("command", POOLED)
def test_an_error_in_a_pool_has_its_place(tmp_path: Path, command: str, function: str) -> None:
    folder = tmp_path / "latin"
    make_faulty_folder(folder, *POOLED[command], function)
    for name in ("Ada", "Bob"):
        (tmp_path / "class" / name).mkdir(parents=True)
        shutil.copy(LATIN / "latin.lp", tmp_path / "class" / name)
    words = [*command.format(tmp_path).split(), f"--puzzle={folder}"]
    done = run("-m", "lab", *words)
    line, text = RAISED[function]
    place = f"{folder / 'fault.py'}:{line}: {text}"
    if words[0] == "grade":  # the class goes on
        assert done.returncode == 0, done.stderr
        table = read_table((tmp_path / "grades" / "grades.csv").read_text("utf-8"))
        assert [row["mistakes"] for row in table] == [
            f"the kit failed, grade it again: {place}"
        ] * 2
    else:
        assert (done.returncode, done.stderr) == (2, f"lab {words[0]}: {place}\n")
