"""Judges a program on every board of a size, by the search of lab/search/.

A board that the search finds is run as an ordinary board, and rules.py judges the answer: findings
rest on such runs alone.  No handout has this module: it is one of OMITTED_MODULES in
lab/material/contents.py.
"""

import itertools
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from lab.check.bank.answers import TrialBoard, make_answer, read_answers
from lab.check.bank.assignment import DISPLAY, REFUSES, SEVERAL, Assignment
from lab.check.judges import wrong_answers
from lab.check.programs.program import SubmittedProgram, open_reference
from lab.common.language import translate
from lab.common.terminal import show_progress
from lab.common.words import Place, format_size, get_size
from lab.findings import CONTRACT, RULES, TOO_LONG, Finding, Remark, Report, find_largest_square
from lab.puzzles import UNIQUE
from lab.runner.server.open_board import ACCEPTED, DOUBLED, UNDECIDED, UNDRAWABLE
from lab.runner.server.solving import MOST_ANSWERS
from lab.runner.task_pool import TASK_SECONDS
from lab.search.checker import COUNTED_SIDE, list_sizes
from lab.search.questions import BoardSearch, Candidate, SizeRequest, SizeResult
from lab.search.rewriting import Unsearchable
from lab.syntax.changes import remove_constraint

PROVEN_ROWS = 6  # rows of the largest squares on which a search goes on to its end
PROVEN_ROWS_OF_OPTIMA = 4  # the same for puzzles whose solutions have a cost
SEARCHED_ROWS = 10  # rows of the largest squares that every check searches
LARGER_ROWS = (13, 16, 20, 25, 30)  # rows of the squares that --search adds
LARGER_CONFLICTS = 1000  # conflicts of the solver for a question on one of these squares
LARGER_SECONDS = 20.0  # seconds of computing for one of these squares, or for a size of optima
SEARCH_CONFLICTS = 500  # conflicts for a question on the squares above PROVEN_ROWS
SEARCH_SECONDS = 3.0  # seconds of computing for one of the squares above PROVEN_ROWS
PROOF_PAIRS, SEARCH_PAIRS = 12, 6  # random right answers of a square: up to PROVEN_ROWS, and above
# Rows of the largest blank board that is run, and answers to each.
BLANK_ROWS, BLANK_ANSWERS = 12, 8
BLANK_SECONDS = 2.0  # seconds of computing for all blank boards
TRIED_SIZES = ((1, 1), (2, 2))  # sizes of which all boards are run if no search comes to its end
IDLE_ROWS = 6  # rows of the largest squares on which single constraints are left out

UNPROVEN = "no search of all boards can judge {part}: the verdict rests on the boards tried"
MINIMISED = "what is minimised or maximised"
OPEN_HELPER = (
    "no search of all boards can judge this rule, as the cells do not decide its helper atoms"
)
UNCONFIRMED = "the search of all boards of {size} found a board that a run does not confirm"
IDLE = (
    "no effect of this rule was found: without it, the answers are the same on all boards up to "
    "{size}, all square boards up to {square}, and all trial boards and examples up to {most}"
)


def search_every_board(
    program: SubmittedProgram, report: Report, most_rows: int
) -> tuple[list[Finding], list[Remark]]:
    """Search all boards of small sizes, then larger ones, up to a size that shows a fault.

    Set in the report the sizes that are proven, counted and searched; return a finding for each
    code, in the order of reports, and remarks on what kept the search from proving more.
    """
    assignment = program.assignment
    report.has_costs = assignment.puzzle.best != UNIQUE
    report.lacks_checker = not assignment.puzzle.rules_text
    if report.lacks_checker:
        return [], []
    try:
        search = program.open_search()
    except Unsearchable as error:
        return [], [make_unproven_remark(str(error), error.place)]
    remarks = []
    # the search looks at all answers of a program, a run at those that cost least
    minimising = search.program.minimising
    is_whole = minimising is None
    if minimising and not report.has_costs:
        remarks.append(make_unproven_remark(translate(MINIMISED), minimising))
    findings: list[Finding] = []
    for results in ask_sizes(search, plan_sizes(assignment, most_rows), program.pool.number):
        for result in results:
            size_findings, size_remarks = judge_result(program, result, is_whole)
            findings += size_findings
            remarks += size_remarks
            note_result(report, result, is_proof=is_whole or report.has_costs)
        late_sizes = [result.size for result in results if not result.is_done]
        if any(max(size) <= PROVEN_ROWS for size in late_sizes):
            findings += try_smallest_boards(program)
        if late_sizes or any(finding.code != DISPLAY for finding in findings):
            break
    if not findings and not report.has_costs:
        findings += try_blank_boards(program)
    return choose_findings(assignment, report, findings), list(dict.fromkeys(remarks))


def ask_sizes(
    search: BoardSearch, requests: Iterator[SizeRequest], number: int
) -> Iterator[list[SizeResult]]:
    """Search `number` sizes at a time, each in a task of its own; yield their results."""
    # a thread of the pool may wait for this search; so its tasks need other threads
    threads = ThreadPoolExecutor(number)
    try:
        while batch := list(itertools.islice(requests, number)):
            if max(batch[0].size) > SEARCHED_ROWS:
                show_progress(format_size(batch[0].size))
            prepared = list(map(search.prepare_task, batch))  # here, as the threads below end
            yield list(threads.map(search.run_task, prepared))
    finally:  # after an interruption the pool ends the tasks, which nobody waits for
        threads.shutdown(wait=False, cancel_futures=True)


def judge_result(
    program: SubmittedProgram, result: SizeResult, is_whole: bool
) -> tuple[list[Finding], list[Remark]]:
    """Return the findings of a size, by runs, and remarks on questions without an answer.

    If a run does not confirm the board of a question, the question becomes undecided.  With
    `is_whole` nothing is minimised, so that search and run see the same answers, and there is a
    remark.
    """
    size, findings = format_size(result.size), []
    remarks = [
        Remark(RULES, "unproven", translate(OPEN_HELPER), place)
        for place in result.open_constraints
    ]
    for candidate in list(result.candidates):
        if finding := judge_candidate(program, candidate):
            findings.append(finding)
            continue
        result.candidates.remove(candidate)
        if candidate.question != UNDRAWABLE:  # that question finds boards which only may be faulty
            result.states[candidate.question] = UNDECIDED
            unconfirmed = Remark(RULES, "unproven", translate(UNCONFIRMED, size=size))
            remarks += [unconfirmed] if is_whole else []
    if not result.is_done and max(result.size) <= PROVEN_ROWS:  # larger ones are not promised
        remarks.append(Remark(RULES, "unproven", translate(TOO_LONG, size=size)))
    return findings, remarks


def choose_findings(
    assignment: Assignment, report: Report, findings: Sequence[Finding]
) -> list[Finding]:
    """Return the first finding for each code, in the order of reports.

    A finding on display is left out if the report has one, or if an answer breaks the contract.
    """
    first = {finding.code: finding for finding in reversed(findings)}
    if CONTRACT in first or any(finding.code == DISPLAY for finding in report.findings):
        first.pop(DISPLAY, None)
    order = {code: number for number, code in enumerate((DISPLAY, *assignment.codes))}
    return sorted(first.values(), key=lambda finding: order.get(finding.code, len(order)))


def note_result(report: Report, result: SizeResult, is_proof: bool) -> None:
    """Add what the search says of a size to a report, if it is done and shows no fault.

    `is_proof` is false for a program that shows only its best answers.
    """
    if result.is_done and not result.candidates:
        lists = [report.proven if result.is_proven and is_proof else report.searched]
        lists += [report.counted] if result.is_counted and is_proof else []
        for sizes in lists:
            sizes.append(result.size)
        report.tried += result.tried


def find_covered_rows(assignment: Assignment, report: Report, remarks: Sequence[Remark]) -> int:
    """Return up to how many rows the search has covered all boards.

    Return 0 after a remark, which is a doubt, and where boards may be oblong.
    """
    if remarks or report.has_costs or not assignment.has_squares_only:
        return 0
    return find_largest_square([*report.proven, *report.searched])


def plan_sizes(assignment: Assignment, most_rows: int) -> Iterator[SizeRequest]:
    """Yield the sizes to ask for, the smallest first, up to `most_rows` rows."""
    if assignment.puzzle.best != UNIQUE:
        for n in range(1, PROVEN_ROWS_OF_OPTIMA + 1):
            yield SizeRequest((n, n), seconds=LARGER_SECONDS)
        return
    has_oblongs = not assignment.has_squares_only
    for size in list_sizes(COUNTED_SIDE, COUNTED_SIDE if has_oblongs else 0):
        yield SizeRequest(size)
    for n in range(COUNTED_SIDE + 1, SEARCHED_ROWS + 1):
        for size in ((1, n), (n, 1)) if has_oblongs else ():
            yield SizeRequest(size, pairs=1)
        if n <= PROVEN_ROWS:
            yield SizeRequest((n, n), pairs=PROOF_PAIRS)
        else:
            yield SizeRequest((n, n), SEARCH_CONFLICTS, SEARCH_PAIRS, SEARCH_SECONDS)
    for n in sorted({*LARGER_ROWS, most_rows}):
        if SEARCHED_ROWS < n <= most_rows:
            yield SizeRequest((n, n), LARGER_CONFLICTS, SEARCH_PAIRS, LARGER_SECONDS)


# ---------------------------------------------------------------- remarks


def make_unproven_remark(part: str, place: Place) -> Remark:
    return Remark(RULES, "unproven", translate(UNPROVEN, part=part), place)


def make_idle_rule_remarks(program: SubmittedProgram) -> Iterator[Remark]:
    """Yield a remark on each constraint of a right program that changes no answer to these boards.

    They are all boards of some sizes, and the larger trial boards and examples.
    """
    assignment = program.assignment
    if assignment.puzzle.best != UNIQUE:
        return
    try:
        search = program.open_search()
    except Unsearchable:
        return
    sizes = list_sizes(IDLE_ROWS, COUNTED_SIDE)
    trials = [*assignment.bank.trials, *map(assignment.bank.make_trial, assignment.examples)]
    trials = [t for t in trials if get_size(t.board) not in sizes and len(t.board) <= SEARCHED_ROWS]
    size, square, most = (format_size((n, n)) for n in (COUNTED_SIDE, IDLE_ROWS, SEARCHED_ROWS))
    places = search.list_idle_constraints(sizes)
    counts = count_answers(program, trials) if places else None
    path = program.path.with_stem(f"{program.path.stem}-without")
    for place in places:
        path.write_text(remove_constraint(program.text, place[:2]), "utf-8")
        if counts is not None and counts == count_answers(replace(program, path=path), trials):
            text = translate(IDLE, size=size, square=square, most=most)
            yield Remark(RULES, "idle", text, place)


def count_answers(
    program: SubmittedProgram, trials: Sequence[TrialBoard]
) -> list[tuple[int, bool]] | None:
    """Return for each board how many answers there are, and whether one comes twice.

    Return None if the runs are not done.
    """
    outcome = program.find_answers(trials)
    if not outcome.is_done:
        return None
    all_answers = map(read_answers, outcome.value)
    return [(len(answers.found), bool(answers.differing)) for answers in all_answers]


def find_kept_code(program: SubmittedProgram, constraints: Sequence[Place]) -> str:
    """Return the code of the rule that answers break if they violate these constraints alone.

    Return "" if they break none, or several.
    """
    assignment = program.assignment
    try:
        search = program.open_search()
    except Unsearchable:
        return ""
    codes = assignment.puzzle.rules.RULES.keys() & search.list_kept_codes(constraints)
    return codes.pop() if len(codes) == 1 else ""


# ---------------------------------------------------------------- ordinary runs


def try_smallest_boards(program: SubmittedProgram) -> list[Finding]:
    """Run a program on each board of TRIED_SIZES that has a solution; return the findings.

    Where the grounding of the search never ends, such a board may show why.
    """
    assignment, checker = program.assignment, program.assignment.checker
    boards = [b for size in TRIED_SIZES for b in checker.list_solvable_boards(program.pool, size)]
    return wrong_answers.find_broken_rules(
        program.run_trials(list(map(assignment.bank.make_solved_trial, boards)))
    )


def try_blank_boards(program: SubmittedProgram) -> list[Finding]:
    """Run a program on the blank boards above PROVEN_ROWS; return a finding for a wrong answer.

    Only the first answers are judged; a missing answer goes unnoticed.
    """
    assignment, checker = program.assignment, program.assignment.checker
    sizes = [(n, n) for n in range(PROVEN_ROWS + 1, BLANK_ROWS + 1)]
    boards = [board for size in sizes if (board := checker.read_board(size, ()))]
    trials = list(map(assignment.bank.make_trial, boards))
    outcome = program.find_answers(trials, BLANK_ANSWERS, BLANK_SECONDS)
    for board, data in zip(boards, outcome.value if outcome.is_done else ()):
        for answer in read_answers(data).found:
            if assignment.list_broken_codes(board, answer):
                candidate = Candidate(ACCEPTED, board, (), sorted(answer))
                finding = judge_candidate(program, candidate)
                return [finding] if finding else []
    return []


def judge_candidate(program: SubmittedProgram, candidate: Candidate) -> Finding | None:
    """Run a program on the board of a candidate; return the finding if it is wrong there."""
    assignment, board = program.assignment, candidate.board
    trial = assignment.bank.make_trial(board)
    most = MOST_ANSWERS if candidate.question in (DOUBLED, UNDRAWABLE) else 1
    outcome = program.find_answers([trial], most)
    if not outcome.is_done:
        return wrong_answers.make_stop_finding(board, outcome, TASK_SECONDS)
    answers = read_answers(outcome.value[0])
    if candidate.question == UNDRAWABLE:
        return wrong_answers.make_display_finding(board, answers) if answers.undrawable else None
    reference = open_reference(program.pool, assignment).find_answers([trial], 1)
    if reference.is_done:
        trial.solutions = frozenset(
            answer
            for answer in read_answers(reference.value[0]).found
            if not assignment.list_broken_codes(board, answer)
        )
    answer = make_answer(candidate.answer)
    codes = assignment.list_broken_codes(board, answer)
    if candidate.question == DOUBLED:
        codes = (SEVERAL,) if answers.differing else ()
    elif answers.optimises:  # only the best answer counts
        difference = assignment.group_wrong_answers(trial, answers)
        codes = next((key for key in difference if key not in ((), (REFUSES,))), ())
        answer = next(iter(difference.get(codes, [answer])))
    elif bool(codes) != (candidate.question == ACCEPTED) or program.accepts(board, answer) != bool(
        codes
    ):
        codes = ()
    else:
        codes = codes or (REFUSES,)
    if not codes:
        return None
    return wrong_answers.make_difference_finding(program, trial, answers, codes, [answer])
