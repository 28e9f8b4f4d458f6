"""Runs a program on trial boards, and finds the rules that it breaks, each on its first board."""

import itertools
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

from lab.check.answers import (
    Answer,
    ProgramAnswers,
    TrialBoard,
    cells_outside,
    doubled_cells,
    draw_answer,
    fill_board,
    read_answers,
)
from lab.check.assignment import CONTRACT, COST, REFUSES, SEVERAL, Assignment, Difference
from lab.common.findings import Finding, Grid
from lab.common.language import format_decimal, translate
from lab.common.words import Place, join_and, join_clauses
from lab.puzzles import Rows
from lab.runner.pool import TASK_MEMORY, TASK_SECONDS, Outcome, Task, TaskPool
from lab.runner.solving import MOST
from lab.settings.check import Codes

STAGE = "rules"
TROUBLE = {
    "time": "the program comes to no end on this grid within {seconds} s of computing",
    "memory": "the program takes more than {megabytes} MB of memory on this grid",
    "output": "the program writes without end on this grid",
    "error": "clingo rejects the program: {words}",
    "crash": "clingo breaks down on this grid",
}
FORBIDDEN, FORBIDDEN_BY_ONE = ": {rules} forbid it", ": {rules} forbids it"
RIGHT_TOO = "your program accepts another right solution, shown as its answer, and not this one"
SEVERAL_SETS = "a solution comes in several answer sets, which differ in {atoms}"
LONGEST_ATOMS = 200  # characters of a student's atoms in a message
GROUP_SIZE, GROUP_CELLS = 10, 1500  # boards that one task answers, and their cells

T = TypeVar("T")


class TrialRun(NamedTuple):
    """The answers of a program to trial boards, and how they differ from the solutions.

    If the run on a board is not done, `trouble` is its outcome, and the answers end before it.
    """

    path: Path
    trials: Sequence[TrialBoard]
    answers: list[ProgramAnswers]
    differences: list[Difference]
    trouble: Outcome | None = None


def make_answers_task(
    assignment: Assignment, program: Path, trials: Sequence[TrialBoard], most: int = MOST
) -> Task:
    """Return the task that finds up to `most` answers of a program to each of some trial boards."""
    boards = [(trial.facts, trial.requests) for trial in trials]
    arguments = {"path": str(program), "boards": boards, "values": assignment.values, "most": most}
    return Task("find_answers", arguments, TASK_SECONDS)


def run_trials(
    pool: TaskPool,
    assignment: Assignment,
    path: Path,
    trials: Sequence[TrialBoard],
    most: int = MOST,
) -> TrialRun:
    """Run a program on trial boards, for up to `most` answers to each.

    A task has a group of boards; if it is not done, each board has a task of its own.
    """

    def run_group(group: Sequence[TrialBoard]) -> list[Outcome]:
        """Return the outcomes on boards up to the first that is not done."""
        outcome = pool.run(make_answers_task(assignment, path, group, most))
        if outcome.is_done and len(outcome.value) == len(group):
            return [Outcome("done", value) for value in outcome.value]
        if len(group) == 1:
            return [outcome]
        outcomes: list[Outcome] = []
        for trial in group:
            outcomes += run_group([trial])
            if not outcomes[-1].is_done:
                break
        return outcomes

    answers: list[ProgramAnswers] = []
    trouble = None
    groups = make_groups(trials, (trial.board for trial in trials))
    while groups and not trouble:
        batch, groups = groups[: pool.number], groups[pool.number :]
        outcomes = list(itertools.chain.from_iterable(pool.map(run_group, batch)))
        trouble = next((outcome for outcome in outcomes if not outcome.is_done), None)
        is_done = itertools.takewhile(lambda outcome: outcome.is_done, outcomes)
        answers += [read_answers(outcome.value) for outcome in is_done]
    differences = [assignment.difference(*pair) for pair in zip(trials, answers)]
    return TrialRun(path, trials, answers, differences, trouble)


def leave_out_rules(run: TrialRun, codes: Collection[str]) -> TrialRun:
    """Return a run in which no answer breaks the rules with these codes."""
    differences = []
    for difference in run.differences:
        kept: dict[Codes, frozenset[Answer]] = {}
        for broken, answers in difference.items():
            if kept_codes := tuple(code for code in broken if code not in codes):
                kept[kept_codes] = kept.get(kept_codes, frozenset()) | answers
        differences.append(kept)
    return run._replace(differences=differences)


def make_groups(items: Iterable[T], boards: Iterable[Rows]) -> list[list[T]]:
    """Return the items, each with a board, in groups for a task.

    A group has at most GROUP_SIZE boards, and GROUP_CELLS cells in all unless it has one board.
    """
    groups: list[list[T]] = []
    total = 0
    for item, board in zip(items, boards):
        cells = len(board) * len(board[0])
        total += cells
        if not groups or len(groups[-1]) == GROUP_SIZE or total > GROUP_CELLS:
            groups.append([])
            total = cells
        groups[-1].append(item)
    return groups


def find_broken_rules(pool: TaskPool, assignment: Assignment, run: TrialRun) -> list[Finding]:
    """Return a finding for each rule that a program breaks, without the names of mistakes."""
    if finding := find_empty_answers(pool, assignment, run):
        return [finding]
    findings = [
        make_difference_finding(pool, assignment, run, codes, number)
        for codes, number in choose_reports(run.differences, assignment.codes).items()
    ]
    if run.trouble:
        board = run.trials[len(run.answers)].board
        findings.append(make_trouble_finding(board, run.trouble, TASK_SECONDS))
    return findings


def find_empty_answers(pool: TaskPool, assignment: Assignment, run: TrialRun) -> Finding | None:
    """Return a finding if no answer fills a cell of any board, else None.

    None also for a program that minimises, and whose other answers fill cells.
    """
    if any(any(answers.found) or any(answers.admitted) for answers in run.answers):
        return None
    for trial, answers in zip(run.trials, run.answers):
        if answers.found and any(trial.solutions) and frozenset() not in trial.solutions:
            solution = min(trial.solutions, key=sorted)
            culprits = name_culprits(find_culprits(pool, assignment, run.path, trial, solution))
            return Finding(
                CONTRACT,
                assignment.empty_code,
                translate("no answer shows a {atom}", atom=assignment.atom) + culprits,
                grid=fill_board(trial.board, ()),
                expected=" ".join(map(str, sorted(solution))),
                got=", ".join(answers.shows)[:LONGEST_ATOMS] or translate("nothing"),
            )
    return None


def choose_reports(differences: Iterable[Difference], order: Codes) -> dict[Codes, int]:
    """Map the codes of each report to the number of the first trial board that shows them.

    Each rule that an answer breaks alone has a report, in `order`.  Answers that break several
    rules come after these: the first rule has a report, unless one of them has a report already.
    """
    first: dict[Codes, int] = {}
    for number, difference in enumerate(differences):
        for codes in difference:
            first.setdefault(codes, number)
    ranks: dict[Codes, int] = {(code,): rank for rank, code in enumerate(order)}
    reports: dict[Codes, int] = {}
    for codes in sorted(first, key=lambda codes: ranks.get(codes, len(ranks))):
        if not any(reported[0] in codes for reported in reports):
            reports[codes] = first[codes]
    return reports


def make_difference_finding(
    pool: TaskPool, assignment: Assignment, run: TrialRun, codes: Codes, number: int
) -> Finding:
    """Return the finding that the trial board of this number shows."""
    trial, answers, wrong = run.trials[number], run.answers[number], run.differences[number][codes]
    if codes == (SEVERAL,):
        return make_several_finding(assignment, trial, answers)
    if codes == (REFUSES,):
        solution = min(wrong, key=sorted)
        return make_refusal_finding(
            pool, assignment, run.path, trial, solution, answers=answers.found
        )
    answer = min(wrong, key=lambda answer: (len(answer), sorted(answer)))
    expected = draw_expected(trial)
    return make_wrong_answer_finding(
        assignment, trial.board, codes[0], answer, expected, least=trial.least
    )


def make_several_finding(
    assignment: Assignment, trial: TrialBoard, answers: ProgramAnswers
) -> Finding:
    """Return the finding of a solution that comes in several answer sets."""
    atoms = ", ".join(answers.differing[:3])[:LONGEST_ATOMS]
    brief = translate(SEVERAL_SETS, atoms=atoms or translate("atoms that were not found again"))
    got = translate("several with the same {value:many}", value=assignment.value)
    expected = translate("one answer set for each solution")
    grid = fill_board(trial.board, ())
    return Finding(STAGE, SEVERAL, brief, grid=grid, expected=expected, got=got)


def make_refusal_finding(
    pool: TaskPool,
    assignment: Assignment,
    path: Path,
    trial: TrialBoard,
    solution: Answer,
    *,
    answers: Sequence[Answer],
) -> Finding:
    """Return the finding of a solution that a program refuses; the program has the `answers`."""
    culprits = find_culprits(pool, assignment, path, trial, solution)
    clauses = [translate("a right solution is refused") + name_culprits(culprits)]
    if answers and not assignment.broken_codes(trial.board, answers[0], trial.least):
        clauses.append(translate(RIGHT_TOO))
    return Finding(
        STAGE,
        REFUSES,
        join_clauses(clauses),
        grid=fill_board(trial.board, ()),
        expected=fill_board(trial.board, solution),
        got=draw_answer(trial.board, answers[0]) if answers else translate("no solution"),
        culprits=culprits,
    )


def draw_expected(trial: TrialBoard) -> Grid:
    """Return a solution of a board, or that there is none."""
    if not trial.solutions:
        return translate("no solution")
    return fill_board(trial.board, min(trial.solutions, key=sorted))


def make_wrong_answer_finding(
    assignment: Assignment,
    board: Rows,
    code: str,
    answer: Answer,
    expected: Grid | None = None,
    *,
    least: int | None = None,
) -> Finding:
    """Return the finding of an answer that is no solution, or costs more than the `least`."""
    brief, detail = assignment.describe_code(code), ""
    if code == CONTRACT and (outside := cells_outside(board, answer)):
        brief = translate("a {value} is shown where the board has no cell", value=assignment.value)
        count = translate("rows and columns count from 0 to n-1")
        detail = join_clauses([", ".join(map(str, outside)), count])
    elif code == CONTRACT:
        brief = translate("a cell has more than one {value}", value=assignment.value)
        detail = ", ".join(map(str, doubled_cells(answer)))
    elif code == COST:
        cost = assignment.cost(board, answer)
        detail = translate("the board costs {cost}, the best one {least}", cost=cost, least=least)
    elif code != assignment.settings.given_code:
        offences = assignment.offences(board, answer)
        detail = next((offence.words for offence in offences if offence.rule == code), "")
    stage = CONTRACT if code == CONTRACT else STAGE
    grid, got = fill_board(board, ()), draw_answer(board, answer)
    return Finding(stage, code, brief, detail, grid=grid, expected=expected, got=got)


def accepts_answer(
    pool: TaskPool,
    assignment: Assignment,
    path: Path,
    board: Rows,
    answer: Iterable[tuple[str, str, str]],
) -> bool | None:
    """Return whether a program accepts an answer to a board, None if the run is not done."""
    boards = [(assignment.bank.format_facts(board), sorted(answer))]
    arguments = {"path": str(path), "boards": boards, "values": assignment.values}
    outcome = pool.run(Task("accept_answers", arguments))
    return bool(outcome.value[0]) if outcome.is_done else None


def find_culprits(
    pool: TaskPool, assignment: Assignment, path: Path, trial: TrialBoard, solution: Answer
) -> tuple[Place, ...]:
    """Return the places of the constraints that forbid a solution, none if they are unknown."""
    arguments = {"path": str(path), "facts": trial.facts, "values": assignment.values}
    outcome = pool.run(Task("find_forbidding_rules", {**arguments, "wanted": sorted(solution)}))
    places = outcome.value["places"] if outcome.is_done else []
    return tuple(Place(Path(file).name, line) for file, line in places)


def name_culprits(places: Sequence[Place]) -> str:
    """Return `: FILE:LINE forbids it` for constraints that forbid a solution, "" for none."""
    rules = join_and(map(str, places))
    text = translate(FORBIDDEN if len(places) > 1 else FORBIDDEN_BY_ONE, rules=rules)
    return text if places else ""


def make_trouble_finding(board: Rows, outcome: Outcome, seconds: float) -> Finding:
    """Return the finding for a run on a board that was not done within so many seconds."""
    stage, code = (CONTRACT, CONTRACT) if outcome.end == "error" else (STAGE, "time")
    limits = {"seconds": format_decimal(seconds), "megabytes": TASK_MEMORY >> 20}
    text = translate(TROUBLE[outcome.end], words=outcome.value, **limits)
    return Finding(stage, code, text, grid=fill_board(board, ()))
