"""The bank of mistakes, the right programs and the sample students: each is what it says.

The first line of a mistake says what is wrong with it.  tests/lab/readings.py says it again, in
Python, and both must accept the same boards.  Nothing here uses lab check.
"""

import functools
import itertools
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sized
from pathlib import Path

import clingo
import pytest

import encode
from lab.lightup import rules
from lab.lightup.rules import Board
from tests.kit import (
    DATA,
    EXAMPLES,
    RIGHT_PROGRAMS,
    ROOT,
    SOME_STUDENTS,
    fill_cells,
    long,
    long_except,
    run,
    solve_by_brute_force,
)
from tests.lab.readings import MEANINGS, RULES, Bulbs, solution

MISTAKES = DATA / "mistakes" / "lightup"
WRITINGS = sorted(MISTAKES.glob("*/*.lp"))
STUDENTS = sorted(path.name for path in (DATA / "students").iterdir())

BOARDS = [text.split() for text in (ROOT / "lab/lightup/trials.txt").read_text().split("\n\n")]
TRIALS = [board for board in BOARDS if len(board) <= 4]  # on others a reading may accept millions
OBLONG = [["...x"], ["1..", "..x"], [".", "2", "."], ["..", "x.", "3."]]
GRIDS = [".\n", "x.\n.2\n", "...\n1..\n4x0\n", "0..3\n....\n....\n2...\n"]

REPEATING = {"free-choice", "no-bulbs-shown"}  # answer sets with the same bulbs among the shown
TWINS = {"own-cell-dark", "bulb-blackens-cell", "bulb-sees-itself"}  # no answer has a bulb
UNSEEN = {  # what is wrong with students whose answers do not show it, or never come
    "include-outside": "contract",
    "script": "contract",
    "light-without-end": "time",
    "predicate-misspelt": "syntax",
}


# ---------------------------------------------------------------- boards


def make_puzzle(source: random.Random, spoilt: bool = False) -> Board:
    """A small square with the clues of some placement of bulbs; if `spoilt`, one is any clue."""
    size = source.choice((2, 3, 3, 4))
    board = ["".join(source.choices("..x" if size < 4 else ".x", k=size)) for _ in range(size)]
    if len(rules.find_white_cells(board)) > 8:
        return make_puzzle(source, spoilt)
    bulbs = source.choice(sorted(count_solutions(board), key=sorted))
    black = rules.find_cells(board, rules.BLACK)
    beside = {cell: len(bulbs.intersection(rules.list_neighbours(board, cell))) for cell in black}
    clues = {cell: str(beside[cell]) for cell in black if source.random() < 0.7}
    if spoilt and clues:
        clues[source.choice(list(clues))] = source.choice(rules.CLUES)
    return fill_cells(board, clues)


def count_solutions(board: Board) -> Counter[Bulbs]:
    """Each solution once."""
    found = (text.split() for text in solve_by_brute_force(board))
    return Counter(frozenset(rules.find_cells(board, rules.BULB)) for board in found)


FEW = 12  # boards: for the tests that are not long


@functools.cache
def make_boards() -> list[Board]:
    """The same in each run."""
    source = random.Random(13)
    return [make_puzzle(source, spoilt=number % 3 == 0) for number in range(36)]


# ---------------------------------------------------------------- programs on boards

SHOWN = re.compile(rf"(?<!\S)cell\((-?\d+),(-?\d+),{rules.BULB}\)(?!\S)")


def count_answers(program: Path, board: Board) -> Counter[Bulbs]:
    """How many answer sets show these bulbs; where something is optimised, all that there are."""
    control = clingo.Control(["--opt-mode=ignore", "0"], logger=lambda code, message: None)
    control.load(str(program))
    control.add("base", [], encode.format_facts(board))
    control.ground([("base", [])])
    with control.solve(yield_=True) as models:
        return Counter(map(find_bulbs, models))


def find_bulbs(model: clingo.Model) -> Bulbs:
    return frozenset((int(r), int(c)) for r, c in SHOWN.findall(str(model)))


@functools.cache
def list_accepted(mistake: str, sentence: str) -> list[set[Bulbs]]:
    """What a meaning accepts on the boards."""
    return [MEANINGS[mistake][sentence](board) for board in make_boards()]


@functools.cache
def list_truth() -> list[Counter[Bulbs]]:
    """The solutions of the boards."""
    return [count_solutions(board) for board in make_boards()]


def read_first_line(program: Path) -> str:
    return program.read_text().splitlines()[0].removeprefix("% ")


def name(path: Path) -> str:
    return "/".join(path.parts[-2:])


# ---------------------------------------------------------------- the bank


def test_a_reading_without_changes_is_the_rules() -> None:
    for board, expected in zip(make_boards(), list_truth()):
        assert RULES(board) == set(expected), board


# one program of each mistake, the others are long
LAST = {program.parent: program for program in WRITINGS}.values()


@pytest.mark.parametrize("program", [p if p in LAST else long(p) for p in WRITINGS], ids=name)
def test_a_mistake_is_what_its_first_line_says(program: Path) -> None:
    compare(program, slice(FEW))


@pytest.mark.long
@pytest.mark.parametrize("program", WRITINGS, ids=name)
def test_a_mistake_is_on_more_boards_what_its_first_line_says(program: Path) -> None:
    compare(program, slice(FEW, None))


def compare(program: Path, some: slice) -> None:
    """Assert that a mistake accepts on these boards what its first line says."""
    mistake, repeats = program.parent.name, False
    meant = list_accepted(mistake, read_first_line(program))[some]
    for board, expected in zip(make_boards()[some], meant):
        found = count_answers(program, board)
        assert set(found) == expected, board
        repeats |= max(found.values(), default=1) > 1
    assert repeats == (mistake in REPEATING)


def test_each_mistake_has_a_sentence_and_each_meaning_two_writings() -> None:
    lines = (ROOT / "lab/lightup/mistakes.txt").read_text().splitlines()
    assert [line.split(": ")[0] for line in lines] == sorted(MEANINGS)
    assert all(line.endswith(".") and ":-" not in line for line in lines)
    written = Counter((program.parent.name, read_first_line(program)) for program in WRITINGS)
    assert set(written) == {(mistake, line) for mistake in MEANINGS for line in MEANINGS[mistake]}
    assert min(written.values()) >= 2


@pytest.mark.long
def test_the_trials_distinguish_each_mistake_from_the_rules_and_from_every_other() -> None:
    assert all(len(row) == len(board) for board in BOARDS for row in board)
    on_trials = {
        (mistake, sentence): [reading(board) for board in TRIALS]
        for mistake, sentences in MEANINGS.items()
        for sentence, reading in sentences.items()
    }
    right = [RULES(board) for board in TRIALS]
    assert [mistake for (mistake, _), sets in on_trials.items() if sets == right] == ["free-choice"]
    for (one, sets), (other, others) in itertools.combinations(on_trials.items(), 2):
        pair = {one[0], other[0]}
        assert sets != others or len(pair) == 1 or pair <= TWINS, (one, other)


# ---------------------------------------------------------------- right programs


@pytest.mark.parametrize("stem", long_except(RIGHT_PROGRAMS, "flags", "optimum"))
def test_a_right_program_has_each_solution_once(stem: str) -> None:
    program = RIGHT_PROGRAMS[stem]
    for board, expected in zip(make_boards(), list_truth()):
        assert count_answers(program, board) == expected, board
    for puzzle in ("01", "02"):
        board = (EXAMPLES / f"dom{puzzle}.txt").read_text().split()
        assert count_answers(program, board) == Counter([solution(f"sol{puzzle}.txt")])


@pytest.mark.parametrize("program", RIGHT_PROGRAMS.values(), ids=name)
def test_a_right_program_has_the_remarks_of_its_first_line(program: Path) -> None:
    remarks = read_first_line(program).removeprefix("remark: ").split(", ")
    oblong = all(count_answers(program, board) == count_solutions(board) for board in OBLONG)
    assert oblong == ("square-only" not in remarks)
    assert ("#minimize" in program.read_text()) == ("fewest-bulbs" in remarks)


# ---------------------------------------------------------------- students


@pytest.mark.parametrize("student", long_except(STUDENTS, *SOME_STUDENTS))
def test_a_student_is_right_or_wrong_as_expected(student: str, tmp_path: Path) -> None:
    folder = DATA / "students" / student
    lines = [line.split(": ") for line in (folder / "expected.txt").read_text().splitlines()]
    expected = {value for key, value in lines if key in ("verdict", "code")}
    found = set(list_faults(folder, tmp_path))
    assert expected <= (found | {"fail"} if found else {"pass"})
    for mistake in [value for key, value in lines if key == "mistake"]:
        sets = [set(count_answers(folder / "lightup.lp", board)) for board in make_boards()]
        assert sets in [list_accepted(mistake, sentence) for sentence in MEANINGS[mistake]]


def list_faults(folder: Path, empty: Path) -> Iterator[str]:
    """The codes of all that is wrong in a student's folder."""
    script, program = folder / "encode.py", folder / "lightup.lp"
    if script.exists() and not is_faithful(script, empty):
        yield "contract"
    if folder.name in UNSEEN:
        yield UNSEEN[folder.name]
    elif program.exists():
        yield from list_broken_codes(program)


def is_faithful(script: Path, empty: Path) -> bool:
    """Whether an encode.py prints the facts of each grid, in whatever order."""
    for text in GRIDS:
        done = run(str(script), stdin=text, cwd=empty)
        facts = encode.format_facts(text.split()).splitlines()
        if done.returncode or sorted(done.stdout.splitlines()) != sorted(facts):
            return False
    return True


def list_broken_codes(program: Path) -> Iterator[str]:
    """The codes of what is wrong with a program's answers, for each board that shows it."""
    try:
        found = [count_answers(program, board) for board in make_boards()]
    except RuntimeError:
        yield "syntax"
        return
    for board, got, expected in zip(make_boards(), found, list_truth()):
        for bulbs in got.keys() - expected.keys():
            yield from list_offence_codes(fill_cells(board, dict.fromkeys(bulbs, rules.BULB)))
        if expected.keys() - got.keys():
            yield "refuses-solution"
        if max(got.values(), default=1) > 1:
            yield "several"


def list_offence_codes(board: Board) -> list[str]:
    """The codes of the rules that a board with bulbs breaks."""
    checks: dict[str, Callable[[Board], Sized]] = {
        "lit": rules.find_dark_cells,
        "sight": rules.find_bulbs_in_sight,
        "clue": rules.find_wrong_clues,
    }
    return [code for code, check in checks.items() if check(board)]
