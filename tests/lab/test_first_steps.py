"""The exercises before the assignment: their page can be followed in a handout, line by line.

What is right in them is compared with the puzzle's rules.py, or computed here.
"""

import html
import itertools
import json
import os
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from lab.check.bank.answers import ExerciseBoard
from lab.check.bank.assignment import Assignment
from lab.check.bank.folder_bank import FolderBank
from lab.check.judges import run_judges
from lab.check.judges.examination import Examination
from lab.common.files import write_folder
from lab.common.language import LANGUAGES, use_language
from lab.course import make_default_course
from lab.course.texts import HandoutTexts
from lab.delivery import deliveries
from lab.findings import Report
from lab.lightup import rules
from lab.material import DEFAULT_SEED
from lab.material.contents import Handout
from lab.material.examples import choose_examples
from lab.material.first_steps import PAGE, format_first_steps, read_steps_text
from lab.runner.task_pool import TaskPool
from tests.kit import AMAZE, DATA, LIGHT_UP, Done, list_shown_commands, long, run, run_process

STEPS = LIGHT_UP.folder / "steps"
ASSIGNMENT = Assignment(FolderBank(LIGHT_UP))
NUMBERS = range(1, 10)
CLINGO_STATUSES = (0, 10, 30)  # there are answer sets; of python3 -m clingo and of clingo
WRONG = {  # programs of exercises, and a part of what is said of them
    1: ("cell(0,1,x). cell(2,1,1). cell(2,2,x). dim(3).", "cell(2,0,1)"),
    2: ("black(R,C) :- cell(R,C,x).", "black(0,0)"),
    3: ("white(R,C) :- dim(N), R = 0..N-1, C = 0..N-1, not cell(R,C,x).", "white(0,0)"),
    4: ("beside(R,C) :- dim(N), R = 0..N-1, C = 0..N-1, cell(A,B,_), |R-A| < 2, |C-B| < 2,"
        " not cell(R,C,_).", "beside(1,1)"),
    5: ("bulb(R,C) :- dim(N), R = 0..N-1, C = 0..N-1, not cell(R,C,_).", "falta este: {};"),
    6: ("{ bulb(R,C) } :- dim(N), R = 0..N-1, C = 0..N-1, not cell(R,C,_)."
        " :- bulb(R,C), bulb(R,D).", "{bulb(0,0)}"),
    7: ("{ bulb(R,C) } :- dim(N), R = 0..N-1, C = 0..N-1, not cell(R,C,_)."
        " :- K = #count { R : bulb(R,C) }, L = #count { R : cell(R,C,_) }, K != L.",
        "este sobra: {"),
    8: ("lit(R,C) :- bulb(R,C). lit(R,C+1) :- lit(R,C), dim(N), C < N-1, not cell(R,C+1,_).",
        "lit(0,"),
    9: ("lit(R,C) :- bulb(R,C). lit(A,B) :- lit(R,C), |R-A| + |C-B| = 1, dim(N), A = 0..N-1,"
        " B = 0..N-1, not cell(A,B,_).", "lit(1,1)"),
}  # fmt: skip


def format_atoms(name: str, cells: set[tuple[int, int]]) -> set[str]:
    return {f"{name}({r},{c})" for r, c in cells}


def list_expected_answers(number: int, board: list[str]) -> set[frozenset[str]]:
    """Return the right answer sets of an exercise on a board, by plain Python and rules.py."""
    black, white = set(rules.find_cells(board, rules.BLACK)), rules.find_white_cells(board)
    bulbs = set(rules.find_cells(board, "b"))
    runs = rules.list_runs(board)
    rows = [{cell for cell in run if len({r for r, _ in run}) == 1} for run in runs]
    cells = {
        2: ("black", black),
        3: ("white", white),
        4: ("beside", white & {n for cell in black for n in rules.list_neighbours(board, cell)}),
        8: ("lit", bulbs | {cell for run in rows if run & bulbs and len(run) > 1 for cell in run}),
        9: ("lit", {cell for run in rules.list_runs(board) if bulbs & set(run) for cell in run}),
    }
    if number in cells:
        return {frozenset(format_atoms(*cells[number]))}
    choices = itertools.chain.from_iterable(
        itertools.combinations(sorted(white), k) for k in range(len(white) + 1)
    )
    is_right: dict[int, Callable[[tuple[tuple[int, int], ...]], bool]] = {
        5: lambda chosen: True,
        6: lambda chosen: len({r for r, _ in chosen}) == len(chosen),
        7: lambda chosen: len(chosen) == len(black),
    }
    right = filter(is_right[number], choices)
    return {frozenset(format_atoms("bulb", set(chosen))) for chosen in right}


@pytest.mark.parametrize("number", NUMBERS[1:])
def test_answers_of_each_exercise_agree_with_the_rules_in_python(number: int) -> None:
    boards: list[ExerciseBoard] = list(ASSIGNMENT.bank.exercises[number - 1].boards)
    sizes = [len(board.board) for board in boards]
    assert len(boards) > 2 and sizes == sorted(sizes)
    for board in boards:
        assert set(map(frozenset, board.answers)) == list_expected_answers(
            number, list(map(str, board.board))
        )
        assert ("bulb(" in board.facts) == (number > 7)


# ---------------------------------------------------------------- the page


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_is_the_same_in_each_language(language: str) -> None:
    files = format_first_steps(LIGHT_UP, language)
    page, text = files[PAGE], html.unescape(files[PAGE])
    links, parts = re.findall(r'href="#([^"]+)"', page), re.findall(r'<h[23] id="([^"]+)"', page)
    assert links == parts and len(parts) == 20
    assert not re.findall(r'(?:src|href)="(?!#)', page)
    assert page.count("<svg") == 1 and f'lang="{language}"' in page
    assert {path for path in files if "/step" not in path.removeprefix("steps")} >= {PAGE}
    assert {f"steps/step{number}.lp" for number in NUMBERS} <= files.keys()
    assert {*re.findall(r"steps/\w+\.lp", text)} == files.keys() - {PAGE}
    for number in NUMBERS:
        assert f"./check --step {number}\n" in text
        assert all(line.startswith("%") for line in files[f"steps/step{number}.lp"].splitlines())
        solution = re.sub(r"(?m)^[%#].*\n", "", (STEPS / f"step{number}.lp").read_text())
        assert solution.strip().splitlines()[-1] not in text
    english = format_first_steps(LIGHT_UP, "en")
    commands = list_shown_commands(read_steps_text(LIGHT_UP, language))
    assert commands == list_shown_commands(read_steps_text(LIGHT_UP, "en")) and len(commands) == 8
    for path in english.keys() - {PAGE}:
        assert "/step" in path[5:] or files[path] == english[path]
    if language != "en":
        paragraphs = {*re.findall("<(?:p|h2 [^>]*)>(.{4,})</", page)}
        assert not paragraphs & {*re.findall("<(?:p|h2 [^>]*)>(.{4,})</", english[PAGE])}


# ---------------------------------------------------------------- in a handout


@pytest.fixture(scope="module")
def handout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A handout in Spanish; lab handout would also look for solutions in it, which takes long."""
    course = replace(make_default_course(LIGHT_UP), language="es")
    use_language("es", LIGHT_UP.folder)
    texts = HandoutTexts(LIGHT_UP, course, ASSIGNMENT.atom, has_rectangles=False)
    (examples,) = choose_examples(ASSIGNMENT, None, None).values()
    folder = tmp_path_factory.mktemp("handout") / "made"
    with TaskPool() as pool:
        write_folder(folder, Handout(pool, ASSIGNMENT, texts, DEFAULT_SEED).make_files(examples))
    return folder


def follow(handout: Path, command: str) -> Done:
    """Run a command of the page as a student does in a terminal."""
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    return run_process(["bash", "-c", command], handout, PATH=path)


@pytest.mark.long
def test_each_line_of_the_page_can_be_followed(handout: Path) -> None:
    text = read_steps_text(LIGHT_UP, "es")
    shown = dict(list_shown_commands(text))
    commands = re.findall(r"(?m)^    (?:\$ )?(python3 .*|\./check.*)", text)
    assert len(commands) == len(shown) + 2 * len(NUMBERS) + 1
    checks = [command for command in commands if command.startswith("./check")]
    assert {*checks} == {f"./check --step {number}" for number in NUMBERS}
    for command in [*checks[:1], *(c for c in commands if c not in checks)]:
        done = follow(handout, command)
        if command.startswith("./check"):
            assert done.returncode == 1, done
            assert re.search(r"step\d\.lp todavía no tiene ninguna regla\n", done.stdout), done
            continue
        assert done.returncode in CLINGO_STATUSES and not done.stderr, done
        if "..." not in (expected := shown.get(command, "...")):
            assert sorted(done.stdout.split()) == sorted(expected.split()), done
    for name in re.findall(r"`((?:steps/)?\w+\.(?:lp|txt|cmd))`|`\.\\(check\.cmd)`", text):
        assert (handout / "".join(name)).is_file(), name
    size = "echo 'size(n).' | python3 -m clingo -V0 0 steps/board.lp -"  # as in clingo's hints
    assert "size(4)" in follow(handout, size).stdout
    sets = follow(handout, "python3 -m clingo -V0 0 steps/guess.lp").stdout.splitlines()
    assert len(sets) == 8 + 1
    assert len(follow(handout, "python3 -m clingo -V0 0 steps/flags.lp").stdout.splitlines()) == 6


@pytest.mark.long
@pytest.mark.parametrize("is_right", [False, True], ids=["wrong", "right"])
def test_an_exercise_is_judged_on_the_students_file(handout: Path, is_right: bool) -> None:
    number = 7
    file = handout / "steps" / f"step{number}.lp"
    start = file.read_text()
    program, fault = WRONG[number]
    try:
        file.write_text(start + ((STEPS / file.name).read_text() if is_right else program))
        done = follow(handout, f"./check --step {number}")
    finally:
        file.write_text(start)
    if is_right:
        assert (done.returncode, done.stderr) == (0, "superado\n"), done
    else:
        assert (done.returncode, done.stderr.count("\n")) == (1, 1), done
        lines = done.stdout.split("¿Es correcto el ejercicio? no\n")[1].splitlines()
        assert fault in lines[0], lines


@pytest.fixture(scope="module")
def pool() -> Iterator[TaskPool]:
    with TaskPool() as pool:
        yield pool


@pytest.mark.parametrize("number", NUMBERS)
def test_each_exercise_is_judged(pool: TaskPool, tmp_path: Path, number: int) -> None:
    use_language("es", LIGHT_UP.folder)
    (tmp_path / "wrong.lp").write_text(WRONG[number][0])
    (finding,) = judge_exercise(pool, tmp_path / "wrong.lp", number).findings
    assert WRONG[number][1] in finding.brief
    assert len(finding.grid or ()) <= 4  # of the boards, one of the smallest
    assert judge_exercise(pool, STEPS / f"step{number}.lp", number).findings == []


def judge_exercise(pool: TaskPool, path: Path, number: int) -> Report:
    """Return the report on a program of an exercise."""
    with deliveries.open_delivery(LIGHT_UP.name, path) as delivery:
        examination = Examination(pool, ASSIGNMENT, delivery)
        examination.exercise = ASSIGNMENT.bank.exercises[number - 1]
        return run_judges(examination)


@pytest.mark.long
def test_check_of_a_handout_draws_where_predicates_hold(handout: Path) -> None:
    """Light that goes round corners, in the program of the assignment."""
    program = DATA / "mistakes" / "lightup" / "rays-turn" / "spreading.lp"
    done = follow(handout, f"./check {program}")
    assert done.returncode == 1
    beliefs = done.stdout.split("Lo que aquí se cumple para el programa, según sus predicados:\n")
    assert len(beliefs) == 2 and beliefs[1].splitlines()[1].startswith("  **  ")


@pytest.mark.long
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        long("--step 10", "--step: found 10, expected a number from 1 to 9"),
        long("--step 2 --rule 1", "--step: found --rule or --part beside it, expected neither"),
        (
            "--step 2 lab",
            "lab/steps/step2.lp: found no such file, expected your program of exercise 2",
        ),
    ],
)
def test_check_refuses_bad_steps_in_one_line(handout: Path, arguments: str, message: str) -> None:
    done = follow(handout, f"./check {arguments}")
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"check: {message}\n")


def test_a_puzzle_without_exercises_has_no_steps() -> None:
    done = run("-m", "lab", "check", "--puzzle", "amaze", "--step", 1)
    assert (done.returncode, done.stderr) == (2, "lab check: --step: Amaze has no exercises\n")
    assert format_first_steps(AMAZE, "en") == {}


ANY_FAULTS = {  # what is said of any program, and a program of the third exercise
    "the variables R and C are unsafe": "white(R,C) :- not cell(R,C,_).",
    "was black/2 of line 1 meant?":
        "white(R,C) :- dim(N), R = 0..N-1, C = 0..N-1, not blak(R,C). black(R,C) :- cell(R,C,_).",
    "found :, but a ':' in a head is 'or'": "white(R,C) : dim(N), R = 0..N-1, C = 0..N-1.",
    "no answer set: the rules forbid everything": "white(0,0). :- dim(N).",
    "comes to no end": "{ a(1..30) }. :- #sum { 2**X,X : a(X) } = 5. white(0,0).",
}  # fmt: skip


@pytest.mark.parametrize(
    "words", [long(words) if "no end" in words else words for words in ANY_FAULTS]
)
def test_faults_of_any_program_are_told_in_exercises(
    pool: TaskPool, tmp_path: Path, words: str
) -> None:
    path = tmp_path / "mine.lp"
    path.write_text(ANY_FAULTS[words])
    report = judge_exercise(pool, path, 3)
    assert report.findings
    remarks = [remark.text for remark in report.remarks]
    assert any(words in text for text in [report.findings[0].text, *remarks]), report


def test_an_exercise_is_judged_by_the_kit_too(tmp_path: Path) -> None:
    path = tmp_path / "mine.lp"
    path.write_text(ANY_FAULTS["no answer set: the rules forbid everything"])
    done = run("-m", "lab", "check", "--step", 3, "--json", path)
    data = json.loads(done.stdout)
    assert (done.returncode, data["verdict"]) == (1, "fail")
    assert set(data["stages"]) == {"reads", "step"}
