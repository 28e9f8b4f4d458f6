"""lab check of programs for Amaze: its bank, right programs, and programs with one change.

Whether a program is right is found here by clingo and by boards of brute force, without lab check.
"""

import itertools
import random
from collections.abc import Iterable, Iterator
from pathlib import Path

import clingo
import pytest

import encode
from amaze import checking, rules
from amaze.rules import Board
from lab.check.bank.answers import fill_board, find_added_cells
from lab.check.bank.assignment import Assignment
from lab.check.bank.folder_bank import FolderBank
from lab.check.bank.mistake_table import read_mistake_id
from lab.check.judges import naming, optimum, run_judges, wrong_answers
from lab.check.judges.examination import Examination
from lab.check.programs.mistaken_programs import run_known_program
from lab.check.programs.program import SubmittedProgram, TrialRun
from lab.delivery.deliveries import Delivery
from lab.findings import RULES
from lab.runner.task_pool import TaskPool
from tests.amaze.mutants import list_mutants
from tests.kit import AMAZE, DATA, long

ASSIGNMENT = Assignment(FolderBank(AMAZE))
RIGHT = sorted((DATA / "amaze" / "right").glob("*.lp"))
MISTAKES = DATA / "mistakes" / "amaze"
WRITINGS = sorted(MISTAKES.glob("*/*.lp"))
HARMLESS = {"ends-not-counted", "own-line-touches-accepted"}
MUTANTS = 150

Cells = frozenset[tuple[str, str, str]]


@pytest.fixture(scope="module")
def pool() -> Iterator[TaskPool]:
    with TaskPool() as pool:
        yield pool


def name(path: Path) -> str:
    return "/".join(path.parts[-2:])


def fill_board_from(text: str) -> Board:
    return [list(row) for row in text.split("/")]


# ---------------------------------------------------------------- by brute force


def find_optima(board: Board) -> set[Cells]:
    """The cells beyond the ends of all boards that cost least."""
    solved = list(rules.solutions(board))
    least = min(map(rules.cost, solved), default=0)
    return {frozenset(find_added_cells(board, one)) for one in solved if rules.cost(one) == least}


def list_shown_cells(text: str, board: Board, *options: str) -> list[Cells] | None:
    """The cells beyond the ends that each best answer set shows; None if clingo refuses."""
    given = {(str(r), str(c), v) for (r, c), v in rules.find_numbers(board).items()}
    try:
        control = clingo.Control(["0", *options], logger=lambda code, message: None)
        control.add("base", [], text + encode.format_facts(board))
        control.ground([("base", [])])
    except RuntimeError:
        return None
    found = []
    with control.solve(yield_=True) as models:
        for model in models:
            if model.cost == [] or model.optimality_proven or "--opt-mode=ignore" in options:
                symbols = model.symbols(shown=True)
                atoms = [symbol for symbol in symbols if symbol.match("cell", 3)]
                cells = frozenset(read_cell(atom) for atom in atoms)
                found.append(cells - given)
            if len(found) > 5000:
                break
    return found


def read_cell(atom: clingo.Symbol) -> tuple[str, str, str]:
    """Return the row, column and value of an atom cell(R,C,V)."""
    r, c, v = map(str, atom.arguments)
    return r, c, v


def is_wrong(text: str, board: Board) -> bool:
    """Whether a program answers other than right: a board that is not best, one twice, or none.

    Of several best boards it may find some only, if it accepts the others when nothing is
    minimised.
    """
    expected, found = find_optima(board), list_shown_cells(text, board, "--opt-mode=optN")
    if found is None or len(set(found)) != len(found) or not set(found) <= expected:
        return True
    if expected <= set(found):
        return False
    every = list_shown_cells(text, board, "--opt-mode=ignore")
    return not found or every is None or not expected <= set(every)


def boards(number: int) -> list[Board]:
    """Random boards of up to 16 cells, a third of them with a number that is not the next."""
    chance, found = random.Random(19), list[Board]()
    while len(found) < number:
        height, width = chance.choice([(1, 4), (2, 3), (3, 2), (3, 3), (3, 4), (4, 3), (4, 4)])
        places = list(itertools.product(range(height), range(width)))
        lines = chance.randint(1, min(3, len(places) // 2))
        board = [["."] * width for _ in range(height)]
        values = chance.sample("12345", lines) if chance.random() < 0.3 else "123"[:lines]
        for index, (r, c) in enumerate(chance.sample(places, 2 * lines)):
            board[r][c] = values[index // 2]
        found.append(board)
    return found


# ---------------------------------------------------------------- the trials and the bank


def test_brute_force_finds_what_trying_everything_finds() -> None:
    for board in map(fill_board_from, ("1.1/...", "12/21", "1.2/..1/2..", "11/..", "1../.2./1.2")):
        blank = [(r, c) for r, row in enumerate(board) for c, v in enumerate(row) if v == "."]
        values = [".", *{v for row in board for v in row} - {"."}]
        every = []
        for chosen in itertools.product(values, repeat=len(blank)):
            solved = [row[:] for row in board]
            for (r, c), value in zip(blank, chosen):
                solved[r][c] = value
            every += [solved] * rules.is_solved(board, solved)
        assert sorted(every) == sorted(rules.solutions(board))


def test_each_mistake_has_a_sentence_and_two_writings() -> None:
    writings: dict[tuple[str, str], int] = {}
    for path in WRITINGS:
        key = path.parent.name, path.read_text().splitlines()[0]
        writings[key] = writings.get(key, 0) + 1
    assert {mistake for mistake, _ in writings} == set(ASSIGNMENT.bank.sentences)
    assert min(writings.values()) >= 2


def test_the_table_of_mistakes_has_the_programs_of_the_folder() -> None:
    """If not: python3 -m lab.inspection.learn --puzzle amaze"""
    programs = ASSIGNMENT.bank.mistake_programs
    assert set(ASSIGNMENT.bank.mistake_table) == set(programs)
    assert set(map(read_mistake_id, programs)) == set(ASSIGNMENT.bank.sentences)


def tried(pool: TaskPool, paths: Iterable[Path]) -> Iterator[TrialRun]:
    """Programs that are trusted on the trials."""
    for run in pool.map(lambda path: run_known_program(pool, ASSIGNMENT, path), paths):
        path = run.program.path
        copy = pool.programs / f"{path.parent.name}-{path.name}"
        copy.write_bytes(path.read_bytes())
        yield run._replace(program=SubmittedProgram(pool, ASSIGNMENT, copy))


@pytest.mark.long
def test_every_mistake_is_caught_and_named(pool: TaskPool) -> None:
    assert len(WRITINGS) > 90
    for path, seen in zip(WRITINGS, tried(pool, WRITINGS)):
        mistake = path.parent.name
        findings = wrong_answers.find_broken_rules(seen)
        names = naming.explain_findings(seen)
        expected = set() if mistake in HARMLESS else {mistake}
        found = {names.get(one.code) for one in findings if one.code != "several"}
        assert found == expected - {"several"}, path  # the links of lines may differ, too
        assert ("several" in names.values()) >= (mistake == "several")
        if mistake in HARMLESS:
            remarks = optimum.remark_on_optima(seen)
            assert mistake in {remark.code for remark in remarks}, path


@pytest.mark.parametrize(
    "mistake", [long("two-numbers-a-cell"), long("no-cells-shown"), "minimises-cells"]
)
def test_a_mistake_is_reported_with_its_sentence(pool: TaskPool, mistake: str) -> None:
    path = MISTAKES / mistake / "points.lp"
    report = run_judges(Examination(pool, ASSIGNMENT, Delivery(mistake, path.parent, None, path)))
    assert {finding.mistake for finding in report.findings} == {mistake}
    assert ASSIGNMENT.bank.sentences[mistake] in {one.sentence for one in report.findings}


# ---------------------------------------------------------------- right programs


@pytest.mark.long
@pytest.mark.parametrize("path", RIGHT, ids=name)
def test_a_right_program_passes_with_the_remarks_of_its_first_line(
    pool: TaskPool, path: Path
) -> None:
    work = Delivery(path.name, path.parent, None, path)
    report = run_judges(Examination(pool, ASSIGNMENT, work, seed=7))
    assert report.findings == []
    first = path.read_text().splitlines()[0].removeprefix("% remarks: ").split(", ")
    costly = {remark.code for remark in report.remarks if remark.stage == RULES}
    assert costly == set(first) - {"none"}


@pytest.mark.long
def test_no_proof_is_claimed_of_costs(pool: TaskPool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program whose number 4 costs 5 keeps the rules; small boards do not show its fault."""
    monkeypatch.setitem(vars(ASSIGNMENT), "examples", ASSIGNMENT.examples[:2])
    rules, _, _ = AMAZE.encoding.read_text().partition("#minimize")
    minimised = "#minimize { K+K/4,R,C : on(R,C,K) }.\n#show cell(R,C,K) : on(R,C,K).\n"
    program = pool.programs / "costly.lp"
    program.write_text(rules + minimised)
    work = Delivery(program.name, program.parent, None, program)
    report = run_judges(Examination(pool, ASSIGNMENT, work, seed=7))
    assert report.proof == [
        "proven on every square board of up to 4x4: no answer is accepted that breaks a rule",
        "the costs are not proven, but compared on the boards tried",
    ]
    assert "other-cost" in {remark.code for remark in report.remarks}


def test_fresh_boards_are_of_the_puzzle() -> None:
    for size in checking.CHECKING.sizes:
        board = checking.make_board(size, random.Random(size))
        assert AMAZE.record.read(encode_text(board)) == board


def encode_text(board: Board) -> bytes:
    return "".join(" ".join(row) + "\n" for row in board).encode()


# ---------------------------------------------------------------- programs with one change


def changed() -> list[tuple[str, str]]:
    """Changed programs, each after what was changed in it."""
    every = [
        (f"{path.name}:{change}", text)
        for path in RIGHT
        for change, text in list_mutants(path.read_text())
    ]
    return random.Random(19).sample(every, MUTANTS)


@pytest.mark.long
@pytest.mark.parametrize("part", range(10))
def test_programs_with_one_change_are_judged_well(
    pool: TaskPool, tmp_path: Path, part: int
) -> None:
    """What fails is wrong on the board that is shown; what passes is right on other boards."""
    others = boards(60)
    for number, (change, text) in list(enumerate(changed()))[part::10]:
        path = tmp_path / f"{number}.lp"
        path.write_text(text)
        work = Delivery(path.name, tmp_path, None, path)
        report = run_judges(Examination(pool, ASSIGNMENT, work, seed=number))
        texts = [finding.grids["grid"] for finding in report.findings if finding.grid]
        wrong = [AMAZE.record.read(text.encode()) for text in texts]
        assert all(is_wrong(text, board) for board in wrong), change
        if not report.findings:
            assert not any(is_wrong(text, board) for board in others), change


def test_a_board_in_which_an_answer_is_drawn_keeps_the_ends() -> None:
    board = fill_board_from("1.1/...")
    assert fill_board(
        board, next(iter(ASSIGNMENT.bank.make_solved_trial(board).solutions))
    ) == fill_board_from("111/...")
