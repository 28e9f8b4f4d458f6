"""Judges a program on every board of a size, by the search of lab/board_search.py.

Each board that the search finds is run once more as an ordinary board, and its answer is judged by
rules.py: a finding rests on these alone.
No handout has this module: it is one of OMITTED_MODULES in lab/material/contents.py.
"""

import itertools
from collections.abc import Iterator, Sequence

import decode
from lab import Unusable
from lab.board_search import BoardSearch, SearchResult, Size, Undecided, format_boards
from lab.check.bank.answers import ProgramAnswers, TrialBoard, make_answer, read_answers
from lab.check.bank.assignment import REFUSES, SEVERAL, Assignment, Difference
from lab.check.judges import wrong_answers
from lab.check.programs.program import SubmittedProgram, open_reference
from lab.common.language import translate
from lab.common.terminal import show_progress
from lab.common.words import Place, read_places
from lab.findings import RULES, Finding, Remark, Report
from lab.puzzles import UNIQUE, Rows
from lab.runner.server.every_board import (
    DOUBLED,
    QUESTIONS,
    WRONGLY_ACCEPTED,
    WRONGLY_REFUSED,
    SearchRow,
)
from lab.runner.server.solving import MOST_ANSWERS
from lab.settings.check import Codes

PROVEN_ROWS = 5  # boards of up to so many rows are proven,
PROVEN_ROWS_OF_OPTIMA = 4  # or of so many where solutions have a cost
OBLONG_SIDE = 3  # of oblong boards, at most
SEARCHED_ROWS = (6, 7, 8, 10)  # rows of boards on which faults are only searched,
LARGER_ROWS = (13, 16, 20, 25, 30)  # likewise if larger boards are asked for,
LARGER_SECONDS = 15.0  # of computing for each of these sizes
KEPT_ROWS = (1, 2, 3)  # rows of boards that show which rule a constraint keeps
COMPARED_ROWS = 3  # of boards on which a program and a known mistake are compared,
COMPARED_SECONDS = 0.3  # of computing

UNPROVEN = "no search of all boards can judge {part}: the verdict rests on the boards tried"
OPEN_CHOICE = "no search of all boards can judge this rule, as the cells do not decide it at once"
IDLE = (
    "this rule has no effect: without it, the answers are the same on all boards up to {size} "
    "and all square boards up to {square}"
)


def search_every_board(
    program: SubmittedProgram, report: Report, most_rows: int = 0
) -> tuple[list[Finding], list[Remark]]:
    """Search all boards of small sizes, and a sample of larger ones if nothing is found.

    The largest of these have `most_rows` rows, if that is more than usual.  Set in the report the
    sizes that are proven and searched; return a finding for each code, in the order of reports,
    and remarks.
    """
    assignment = program.assignment
    has_costs = assignment.puzzle.best != UNIQUE
    search = BoardSearch(
        program.pool,
        assignment.puzzle,
        program.path,
        assignment.bank.reference,
        assignment.values,
        confirm=lambda candidate: judge_candidate(program, candidate),
        # a solution that has a cost need not be accepted
        questions=(WRONGLY_ACCEPTED, DOUBLED) if has_costs else QUESTIONS,
        keeps_rules=(lambda row: not list_broken_codes(assignment, row)) if has_costs else None,
        ignored=assignment.cache.ignored,
    )
    if has_costs:
        search.search(list_sizes(PROVEN_ROWS_OF_OPTIMA, 0))
    else:
        sizes = list_sizes(PROVEN_ROWS, 0 if assignment.has_squares_only else OBLONG_SIDE)
        search.search(sizes, [(n, n) for n in SEARCHED_ROWS])
    search_larger_boards(search, most_rows)
    result = search.result
    report.proven, report.searched, report.has_costs = result.proven, result.searched, has_costs
    findings = {finding.code: finding for finding in reversed(result.faults)}  # the first of each
    return [findings[code] for code in assignment.codes if code in findings], list_remarks(result)


def search_larger_boards(search: BoardSearch[Finding], most_rows: int) -> None:
    """Search squares of more rows than usual, up to `most_rows`, until there is a fault."""
    search.seconds = LARGER_SECONDS
    for n in sorted({*LARGER_ROWS, most_rows}):
        if search.result.faults or search.result.unsearchable:
            break
        if max(SEARCHED_ROWS, default=0) < n <= most_rows:
            show_progress(f"{n}x{n}")
            search.search([], [(n, n)])


def list_remarks(result: SearchResult[Finding]) -> list[Remark]:
    """Return a remark on each part of a program that kept a search from proving anything."""
    parts = [(translate(UNPROVEN, part=text), place) for text, place in result.unsearchable]
    if not result.faults:
        parts += [(translate(OPEN_CHOICE), place) for place in result.open_choices]
    return [Remark(RULES, "unproven", text, place) for text, place in parts]


def list_broken_codes(assignment: Assignment, candidate: SearchRow) -> Codes:
    """Return the codes that the answer of a candidate breaks, whatever program gave it."""
    return assignment.list_broken_codes(candidate.board, make_answer(candidate.answer))


def judge_candidate(program: SubmittedProgram, candidate: SearchRow) -> Finding | None:
    """Run a program on the board of a candidate; return the finding if it is wrong there.

    Raises Undecided if the run is not done.
    """
    assignment = program.assignment
    try:
        board = assignment.puzzle.read_back(decode.format_grid(candidate.board))
    except Unusable:  # this board is not a puzzle
        return None
    trial = TrialBoard(board, frozenset(), assignment.bank.format_facts(board))
    if right_answers := answer_board(open_reference(program.pool, assignment), trial):
        solutions = (s for s in right_answers.found if not assignment.list_broken_codes(board, s))
        trial.solutions = frozenset(solutions)
    answers = answer_board(program, trial, MOST_ANSWERS if candidate.question == DOUBLED else 1)
    if not answers:
        raise Undecided
    for codes, wrong in find_difference(program, trial, answers, candidate).items():
        return wrong_answers.report_difference(program, trial, answers, codes, wrong)
    return None


def find_difference(
    program: SubmittedProgram, trial: TrialBoard, answers: ProgramAnswers, candidate: SearchRow
) -> Difference:
    """Return how a program with these answers is wrong, as the candidate says; empty if it is not.

    rules.py alone decides, even where the reference disagrees.  Raises Undecided.
    """
    if candidate.question == DOUBLED:
        if not answers.differing and not answers.is_complete:
            raise Undecided
        return {(SEVERAL,): frozenset()} if answers.differing else {}
    answer = make_answer(candidate.answer)
    codes = program.assignment.list_broken_codes(trial.board, answer)
    is_accepted = candidate.question == WRONGLY_ACCEPTED
    if bool(codes) != is_accepted:
        return {}
    if answers.optimises:  # then its best answer alone counts
        difference = program.assignment.group_wrong_answers(trial, answers)
        difference.pop((), None)  # another solution than that of the reference
        return difference
    if accept_answer([program], candidate) != [is_accepted]:
        return {}
    return {codes or (REFUSES,): frozenset([answer])}


def answer_board(
    program: SubmittedProgram, trial: TrialBoard, most: int = 1
) -> ProgramAnswers | None:
    """Return up to `most` answers of a program to a board, None if the run is not done."""
    outcome = program.find_answers([trial], most)
    return read_answers(outcome.value[0]) if outcome.is_done else None


def name_kept_rule(program: SubmittedProgram, constraints: Sequence[Place]) -> str:
    """Return the code of the rule that a program does not keep without some constraints.

    Return "" if it keeps all rules without them, or breaks several; on boards of KEPT_ROWS.
    """
    assignment = program.assignment
    result = BoardSearch(
        program.pool,
        assignment.puzzle,
        program.path,
        assignment.bank.reference,
        assignment.values,
        confirm=lambda candidate: list_broken_codes(assignment, candidate) or None,
        questions=[WRONGLY_ACCEPTED],
        without=constraints,
    ).search([(n, n) for n in KEPT_ROWS])
    broken = assignment.puzzle.rules.RULES.keys() & itertools.chain.from_iterable(result.faults)
    return broken.pop() if len(broken) == 1 else ""


def accept_answer(
    programs: Sequence[SubmittedProgram], candidate: SearchRow
) -> Sequence[bool | None]:
    """Return whether each program accepts the answer of a candidate; raise Undecided."""
    board, answer = candidate.board, make_answer(candidate.answer)
    accepts = [program.accepts(board, answer) for program in programs]
    if None in accepts:
        raise Undecided
    return accepts


def has_other_answers(program: SubmittedProgram, mistaken: SubmittedProgram, rival: str) -> bool:
    """Return whether runs of a program and of one with a known mistake differ on a board.

    The squares of COMPARED_ROWS rows are searched: larger ones show little more, and take longer.
    `rival` is the text of the mistaken program; it may lack what has no effect.
    """
    assignment = program.assignment

    def confirm(candidate: SearchRow) -> Rows | None:
        """Return the board of a candidate if one program alone accepts its answer."""
        first, second = accept_answer((program, mistaken), candidate)
        return candidate.board if first != second else None

    search = BoardSearch(
        program.pool,
        assignment.puzzle,
        program.path,
        rival,
        assignment.values,
        confirm,
        (WRONGLY_ACCEPTED, WRONGLY_REFUSED),
        skips_unsolvable=False,
        seconds=COMPARED_SECONDS,
    )
    return bool(search.search([(COMPARED_ROWS, COMPARED_ROWS)]).faults)


def make_idle_rule_remarks(program: SubmittedProgram) -> Iterator[Remark]:
    """Yield a remark on each rule of a right program that changes nothing on any small board."""
    assignment = program.assignment
    if assignment.puzzle.best != UNIQUE:
        return
    sizes = list_sizes(PROVEN_ROWS, OBLONG_SIDE)  # a rule may be for oblongs, even if none is asked
    boards = [(format_boards(assignment.puzzle, size), *size) for size in sizes]
    outcome = program.run_task("find_idle_rules", boards=boards, values=assignment.values)
    size, square = (f"{n}x{n}" for n in (OBLONG_SIDE, PROVEN_ROWS))
    for place in read_places(outcome.value if outcome.is_done else []):
        yield Remark(RULES, "idle", translate(IDLE, size=size, square=square), place)


def list_sizes(most_rows: int, oblong_side: int) -> list[Size]:
    """Return the sizes of squares up to most_rows, and of oblongs, by their number of cells."""
    sizes = [(n, n) for n in range(1, most_rows + 1)]
    sizes += itertools.permutations(range(1, oblong_side + 1), 2)
    return sorted(sizes, key=lambda size: (size[0] * size[1], size))
