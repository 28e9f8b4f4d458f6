"""Finds the rules that a program breaks on trial boards, each on its first board."""

from collections.abc import Iterable, Sequence

from lab.check.bank.answers import (
    Answer,
    ProgramAnswers,
    TrialBoard,
    fill_board,
    find_cells_outside,
    find_doubled_cells,
    show_answer,
)
from lab.check.bank.assignment import (
    COST,
    DISPLAY,
    REFUSES,
    SEVERAL,
    UNDRAWABLE,
    Assignment,
    Difference,
)
from lab.check.programs.program import SubmittedProgram, TrialRun
from lab.common.language import Noun, format_decimal, translate
from lab.common.words import Place, add_detail, join_and, join_clauses
from lab.findings import CONTRACT, RULES, Finding
from lab.puzzles import Board
from lab.runner.task_pool import TASK_MEMORY, TASK_SECONDS, Outcome
from lab.settings.check import Codes

STOP_TEXTS = {
    "time": "the program comes to no end on this grid within {seconds} s of computing",
    "memory": "the program takes more than {megabytes} MB of memory on this grid",
    "output": "the program writes without end on this grid",
    "error": "clingo rejects the program: {words}",
    "crash": "clingo breaks down on this grid",
}
FORBIDDEN, FORBIDDEN_BY_ONE = "{rules} forbid it", "{rules} forbids it"
SHOWS_OTHER = "your program accepts another right solution, shown as its answer, and not this one"
BREAKS_RULE = "a board is accepted that breaks rule {number}, {rule}"
NO_SOLUTION = "no solution"
SEVERAL_SETS = "a solution comes in several answer sets, which differ in {atoms}"
LONGEST_ATOMS = 200  # characters of a student's atoms in a message


def find_broken_rules(run: TrialRun) -> list[Finding]:
    """Return a finding for each rule that a program breaks, without the names of mistakes."""
    if finding := find_empty_answers(run):
        return [finding]
    findings = []
    for codes, n in choose_reports(run.differences, run.program.assignment.codes).items():
        wrong = run.differences[n][codes]
        findings.append(
            make_difference_finding(run.program, run.trials[n], run.answers[n], codes, wrong)
        )
    if run.stop:
        board = run.trials[len(run.answers)].board
        findings.append(make_stop_finding(board, run.stop, TASK_SECONDS))
    return findings


def find_empty_answers(run: TrialRun) -> Finding | None:
    """Return a finding if no answer fills a cell of any board, else None.

    Return None, too, if answers that cost more fill cells.
    """
    if any(any(answers.found) or any(answers.accepted) for answers in run.answers):
        return None
    for trial, answers in zip(run.trials, run.answers):
        if answers.found and any(trial.solutions) and frozenset() not in trial.solutions:
            solution = min(trial.solutions, key=sorted)
            culprits = run.program.find_culprits(trial, solution)
            assignment = run.program.assignment
            fault = translate("no answer shows a {atom}", atom=assignment.atom)
            return Finding(
                CONTRACT,
                assignment.empty_code,
                add_culprits(fault, culprits),
                grid=fill_board(trial.board, ()),
                expected=" ".join(map(str, sorted(solution))),
                got=", ".join(answers.shows)[:LONGEST_ATOMS] or translate("nothing"),
            )
    return None


def choose_reports(differences: Iterable[Difference], order: Codes) -> dict[Codes, int]:
    """Map the codes of each report to the number of the first trial board that shows them.

    Each rule that an answer breaks alone has a report, in `order`.  Answers that break several
    rules together come later: their first rule has a report unless one of their rules has a report
    already.
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
    program: SubmittedProgram,
    trial: TrialBoard,
    answers: ProgramAnswers,
    codes: Codes,
    wrong: Iterable[Answer],
) -> Finding:
    """Return the finding of a program whose answers to a board break these codes.

    `wrong` has the wrong answers, or the solutions that are refused.
    """
    assignment, board, grid = program.assignment, trial.board, fill_board(trial.board, ())
    if codes == (SEVERAL,):
        atoms = ", ".join(answers.differing[:3])[:LONGEST_ATOMS]
        brief = translate(SEVERAL_SETS, atoms=atoms or translate("atoms that were not found again"))
        got = translate("several with the same {value:many}", value=assignment.value)
        expected = translate("one answer set for each solution")
        return Finding(RULES, SEVERAL, brief, grid=grid, expected=expected, got=got)
    if codes == (REFUSES,):
        solution = min(wrong, key=sorted)
        culprits = program.find_culprits(trial, solution)
        clauses = [add_culprits(translate("a right solution is refused"), culprits)]
        if answers.found and not assignment.list_broken_codes(board, answers.found[0], trial.least):
            clauses.append(translate(SHOWS_OTHER))
        return Finding(
            RULES,
            REFUSES,
            join_clauses(clauses),
            grid=grid,
            expected=fill_board(board, solution),
            got=show_answer(board, answers.found[0]) if answers.found else translate(NO_SOLUTION),
            culprits=culprits,
        )
    answer = min(wrong, key=lambda answer: (len(answer), sorted(answer)))
    solutions = sorted(map(sorted, trial.solutions))
    shown = fill_board(board, solutions[0]) if solutions else translate(NO_SOLUTION)
    return make_wrong_answer_finding(assignment, board, codes[0], answer, shown, least=trial.least)


def make_wrong_answer_finding(
    assignment: Assignment,
    board: Board,
    code: str,
    answer: Answer,
    expected: Board | None = None,
    *,
    least: int | None,
) -> Finding:
    """Return the finding of an answer that is not a solution, or costs more than the `least`."""
    rules: dict[str, str] = assignment.puzzle.rules.RULES
    stage, value, given_code = RULES, assignment.value, assignment.settings.given_code
    brief, detail = translate("a board that is not a solution is accepted"), ""
    if code in rules:
        number = list(rules).index(code) + 1
        brief = translate(BREAKS_RULE, number=number, rule=translate(rules[code]))
    elif code == given_code:
        cell = Noun(f"{code} cell")
        brief = translate("a {value} is accepted on a {cell}", value=value, cell=cell)
    elif code == COST:
        cost = assignment.compute_cost(board, answer)
        detail = translate("the board costs {cost}, the best one {least}", cost=cost, least=least)
    elif code == CONTRACT:
        stage, brief = CONTRACT, translate("a cell has more than one {value}", value=value)
        detail = ", ".join(map(str, find_doubled_cells(answer)))
        if outside := find_cells_outside(board, answer):
            brief = translate("a {value} is shown where the board has no cell", value=value)
            count = translate("rows and columns count from 0 to n-1")
            detail = join_clauses([", ".join(map(str, outside)), count])
    if code not in (CONTRACT, COST, given_code):
        offences = assignment.list_offences(board, answer)
        detail = next((offence.sentence for offence in offences if offence.rule == code), "")
    grid, got = fill_board(board, ()), show_answer(board, answer)
    return Finding(stage, code, brief, detail, grid=grid, expected=expected, got=got)


def make_display_finding(board: Board, answers: ProgramAnswers) -> Finding:
    """Return the finding of an answer that decode.py cannot draw."""
    text = translate(UNDRAWABLE, words=answers.undrawable)
    return Finding(CONTRACT, DISPLAY, text, grid=fill_board(board, ()))


def add_culprits(fault: str, places: Sequence[Place]) -> str:
    """Return a fault with the constraints that forbid a solution: `FAULT: FILE:LINE forbids it`."""
    if not places:
        return fault
    rules = join_and(map(str, places))
    detail = translate(FORBIDDEN if len(places) > 1 else FORBIDDEN_BY_ONE, rules=rules)
    return add_detail(fault, detail)


def make_stop_finding(board: Board, outcome: Outcome, seconds: float) -> Finding:
    """Return the finding for a run on a board that a limit, such as `seconds`, has ended."""
    stage, code = (CONTRACT, CONTRACT) if outcome.end == "error" else (RULES, "time")
    limits = {"seconds": format_decimal(seconds), "megabytes": TASK_MEMORY >> 20}
    text = translate(STOP_TEXTS[outcome.end], words=outcome.value, **limits)
    return Finding(stage, code, text, grid=fill_board(board, ()))
