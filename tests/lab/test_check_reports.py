"""`lab check`: reports on untouched files, facts in another order, boards that are not solved."""

import dataclasses
from collections.abc import Iterator
from pathlib import Path

import pytest

from lab import puzzles
from lab.check.bank.assignment import Assignment
from lab.check.bank.folder_bank import FolderBank
from lab.check.bank.start_files import Starts, list_code_lines
from lab.check.judges import encode_facts, example_runs
from lab.check.programs.program import SubmittedProgram
from lab.check.report import print_report
from lab.common.findings import Report
from lab.common.terminal import get_console
from lab.runner.copies import FolderCopies
from lab.runner.pool import TaskPool
from tests import kit

pytestmark = pytest.mark.usefixtures("small_boards")

SOLVING = (kit.ROOT / "lightup.lp").read_text("utf-8")


@pytest.fixture(scope="module")
def pool() -> Iterator[TaskPool]:
    with TaskPool() as pool:
        yield pool


def make_assignment(*sizes: int, large_size: int = 0) -> Assignment:
    """Return Light Up with an example of each size, and with one large board or none."""
    assignment = Assignment(FolderBank(kit.LIGHT_UP))
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


# ---------------------------------------------------------------- files as they were handed out


@pytest.mark.parametrize(
    ("name", "start", "comment", "code"),
    [
        ("lightup.lp", "% Authors:\n% 1. Every white cell is lit.\n", "% Ada", "#show cell/3."),
        ("lightup.lp", "% Authors:\n", "  % Ada", "#const k=1."),
        ("encode.py", "# Authors:\nimport sys\n", "# Ada", "print(1)"),
    ],
)
def test_a_file_has_begun_with_its_first_statement(
    tmp_path: Path, name: str, start: str, comment: str, code: str
) -> None:
    starts = Starts(
        {name: {"text": list_code_lines(Path(name).suffix, start), "first": "write a rule"}}
    )
    path = tmp_path / name
    path.write_text(f"{start}\n{comment}\n")
    assert starts.first_step(path) == "write a rule"
    path.write_text(f"{start}\n{code}\n")
    assert starts.first_step(path) == ""


@pytest.mark.parametrize("name", ["lightup", "amaze"])
@pytest.mark.parametrize("line", ["#show extra/1.", "#const k=1."])
def test_a_directive_in_mistakes_lp_makes_what_was_learned_void(
    tmp_path: Path, name: str, line: str
) -> None:
    bank = FolderBank(puzzles.find_puzzle(name))
    names = set(bank.mistake_names)
    assert names <= bank.mistake_table.keys()
    changed_bank = FolderBank(puzzles.find_puzzle(name))
    changed_bank.mistake_file = tmp_path / "mistakes.lp"
    text = bank.mistake_file.read_text("utf-8")
    changed_bank.mistake_file.write_text(f"{text}\n{line}\n", "utf-8")
    table = changed_bank.mistake_table
    assert not table.keys() & names


# ---------------------------------------------------------------- facts in another order

COLUMN_BY_COLUMN = r"""
import sys
text = sys.stdin.read()
rows = text.split()
if len(set(map(len, rows))) != 1 or set("".join(rows)) - set(".x01234"):
    sys.exit("this is no grid")
h, w = len(rows), len(rows[0])
for c in range(w):
    for r in range(h):
        if rows[r][c] != ".":
            print(f"cell({r},{c},{rows[r][c]}).")
print(f"dim({h}).\n#const n={h}.")
"""


def remark_codes(pool: TaskPool, folder: Path, script: str) -> list[str]:
    """Return the codes of the remarks on an encode.py that has no findings."""
    (folder / "encode.py").write_text(script)
    copies = FolderCopies(folder, pool.folder)
    check = encode_facts.EncodeCheck(pool, make_assignment(), copies)
    assert list(check.findings()) == []
    return [remark.code for remark in check.remarks()]


def test_right_facts_in_another_order_have_one_remark(pool: TaskPool, tmp_path: Path) -> None:
    assert remark_codes(pool, tmp_path, COLUMN_BY_COLUMN) == ["order"]


def test_a_size_that_depends_on_the_end_of_the_last_line_is_remarked(
    pool: TaskPool, tmp_path: Path
) -> None:
    script = COLUMN_BY_COLUMN.replace('print(f"dim', "h = text.count('\\n')\nprint(f\"dim")
    assert remark_codes(pool, tmp_path, script) == ["tolerance", "order"]


# ---------------------------------------------------------------- boards that are not solved

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
    pool: TaskPool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reason: str
) -> None:
    seconds = 60.0 if "memory" in reason else 0.5
    monkeypatch.setitem(example_runs.TIME_LIMITS, example_runs.MODEST_ROWS, seconds)
    report = check_program(pool, make_assignment(10), tmp_path, SOLVING + STOPS[reason])
    (finding,) = report.findings
    assert (finding.stage, finding.code) == ("solves", "time")
    assert finding.message.startswith("an example of 10x10 is not solved: ")
    assert finding.message.endswith(reason)
    assert report.answers["solves"] == "no"


def test_an_error_of_clingo_on_larger_boards_is_a_finding(pool: TaskPool, tmp_path: Path) -> None:
    overflow = ":- dim(N), N > 4, #sum { 1000000000,R,C : cell(R,C,b) } > 2000000000."
    report = check_program(pool, make_assignment(), tmp_path, SOLVING + overflow)
    assert [finding.code for finding in report.findings] == ["contract"]
    assert "clingo rejects the program" in report.findings[0].message


@pytest.mark.long
def test_a_large_board_that_was_stopped_is_not_counted(pool: TaskPool, tmp_path: Path) -> None:
    assignment = make_assignment(7, large_size=40)
    report = check_program(pool, assignment, tmp_path, SOLVING)
    assert (report.verdict, report.fresh) == ("pass", 1)
    slow = "p(A,B,C) :- A = 1..300, B = 1..300, C = 1..300, dim(N), N > 30."
    report = check_program(pool, assignment, tmp_path, SOLVING + slow)
    assert (report.verdict, report.fresh) == ("pass", 0)
    assert "more board" not in report.summary


def test_the_size_at_which_rules_are_counted_is_reported(
    pool: TaskPool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(example_runs, "STEEP_RATIO", 10.0)
    program = f"{SOLVING}p(A,B) :- A = 1..80, B = 1..80, dim(N), N > 6.\n"
    assignment, line = make_assignment(7, 10), program.count("\n")

    report = check_program(pool, assignment, tmp_path, program)
    (remark,) = (remark for remark in report.remarks if remark.code == "growth")
    assert remark.message.startswith("at 10x10 your program grounds ")
    assert remark.message.endswith(f"line {line} makes most of them")
    copy = pool.programs / "growth.lp"
    copy.write_text(program)
    for rows, text in ((7, f"the rule in line {line} makes most of them at 7x7"), (6, "")):
        monkeypatch.setattr(example_runs, "COUNTED_ROWS", rows)  # no example has 6 rows or fewer
        submitted = SubmittedProgram(pool, assignment, copy)
        costly = example_runs.name_costly_rule(submitted, assignment.examples)
        assert costly == text


def test_a_report_answers_only_the_questions_that_were_asked(
    pool: TaskPool, tmp_path: Path
) -> None:
    report = check_program(pool, make_assignment(), tmp_path, "bulb(R,C) :- ")
    assert report.answers == {"reads": "no"}


def print_checked(pool: TaskPool, folder: Path, text: str) -> str:
    """Return what the terminal shows of a program that is checked with an example of 5x5."""
    checked = check_program(pool, make_assignment(5), folder, text)
    with get_console().capture() as capture:
        print_report(checked)
    return capture.get()


def test_a_remark_stands_beneath_its_question(pool: TaskPool, tmp_path: Path) -> None:
    program = "{ cel(R,C,b) } :- dim(R), dim(C).\n:- cell(0,0,x)."
    question, remark, *_ = print_checked(pool, tmp_path, program).splitlines()
    assert question == "Does it read? yes"
    assert remark.startswith("  remark: lightup.lp:1: cel/3 occurs in no body and is not shown")


def test_another_right_solution_is_called_right(pool: TaskPool, tmp_path: Path) -> None:
    shown = print_checked(pool, tmp_path, f"{SOLVING}\n:- cell(0,1,b).\n")
    assert "your program accepts another right solution, shown as its answer" in shown
    assert "..     .b         b." in shown
