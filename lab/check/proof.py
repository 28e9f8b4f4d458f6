"""Judges a program on every board of a size, by the search of lab/everyboard.

Each board that the search finds is run once more as an ordinary board, and its answer is judged by
rules.py: a finding rests on these alone.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import decode
from lab import Unusable
from lab.check import trial_runs
from lab.check.answers import Answer, ProgramAnswers, TrialBoard, make_answer, read_answers
from lab.check.assignment import SEVERAL as SEVERAL_CODE
from lab.check.assignment import Assignment
from lab.check.program import SubmittedProgram, open_reference
from lab.common.findings import RULES, Finding, Remark
from lab.common.language import translate
from lab.common.words import Place
from lab.everyboard import CONFLICTS, BoardSearch, SearchResult
from lab.everyboard.boards import Candidate, Size, format_boards
from lab.puzzles import UNIQUE, Rows
from lab.runner.board_search import ACCEPTS, REFUSES, SEVERAL

OBLONG_SIZES = ((1, 2), (2, 1), (2, 3))  # of boards on which rules may have an effect, too
PROVEN_ROWS = 5  # boards of up to so many rows are proven,
PROVEN_ROWS_OF_OPTIMA = 4  # or of so many where solutions have a cost
OBLONG_SIDE = 3  # of boards that are no squares, at most
SEARCHED_ROWS = (6, 7, 8, 10)  # rows of boards on which faults are only searched
SEARCH_CONFLICTS = 30  # of the solver, on such boards, before each restriction is probed

UNPROVEN = "no search of all boards can judge {part}: the verdict rests on the boards tried"
CHOICE = "no search of all boards can judge this choice, as the cells do not decide it at once"
IDLE = "this rule has no effect: without it, the answers are the same on square boards up to {size}"


class Proof(NamedTuple):
    """The judgement of a program on all boards of small sizes."""

    findings: Sequence[Finding]
    proven: list[Size]
    searched: list[Size]
    remarks: Sequence[Remark]


def judge_every_board(program: SubmittedProgram) -> Proof:
    """Search all boards of small sizes, and larger ones if nothing is found."""
    judge = ProofJudge(program)
    findings, result = judge.judge(), judge.result
    remarks = [
        Remark(RULES, "unproven", translate(UNPROVEN, part=text), place)
        for text, place in result.obstacles
    ]
    if not findings:
        remarks += [Remark(RULES, "unproven", translate(CHOICE), p) for p in result.choices]
    return Proof(findings, result.proven, result.searched, remarks)


def remark_on_idle_rules(program: SubmittedProgram) -> Iterator[Remark]:
    """Yield a remark on each rule of a right program that changes nothing on any small board."""
    if program.assignment.puzzle.best == UNIQUE:
        for place in find_idle_places(program):
            text = translate(IDLE, size=f"{PROVEN_ROWS}x{PROVEN_ROWS}")
            yield Remark(RULES, "idle", text, place)


class ProofJudge:
    """The judgement of one program on all boards of the small sizes, and on many larger ones."""

    def __init__(self, program: SubmittedProgram) -> None:
        self.program, self.assignment = program, program.assignment
        self.findings: list[Finding] = []  # one for each code
        self.result = SearchResult()

    def judge(self) -> list[Finding]:
        """Search small boards, and larger ones if nothing is found; return the findings."""
        self._search(list_sizes(self.assignment))
        is_unique = self.assignment.puzzle.best == UNIQUE
        if is_unique and not self.findings and not self.result.obstacles:
            self._search([(n, n) for n in SEARCHED_ROWS], is_sample=True)
        order = self.assignment.codes
        return sorted(self.findings, key=lambda finding: order.index(finding.code))

    def _search(self, sizes: Sequence[Size], is_sample: bool = False) -> None:
        """Search the boards of some sizes; add what is found to the findings and the result.

        In a sample nothing is proven, and time is short.
        """
        is_unique = self.assignment.puzzle.best == UNIQUE
        questions = [ACCEPTS]
        questions += [REFUSES] * is_unique  # else a solution need not be accepted
        questions += [SEVERAL] * (not is_sample)
        search = BoardSearch(
            self.program.pool,
            self.assignment.puzzle,
            self.program.path,
            self.assignment.bank.reference,
            self.assignment.values,
            self._holds,
            questions,
            SEARCH_CONFLICTS if is_sample else CONFLICTS,
            is_sample,
            result=self.result,
            keeps_rules=None if is_unique else self._keeps_rules,
            implied=self.assignment.implied,
        )
        search.search(sizes)

    def _holds(self, candidate: Candidate) -> bool:
        """Run the program on a candidate's board; return whether it is wrong there.

        The first finding of each code is kept.
        """
        try:
            board = self.assignment.puzzle.read_back(decode.format_grid(candidate.board))
        except Unusable:  # this board is no puzzle
            return False
        finding = self._find_fault(candidate.question, board, make_answer(candidate.answer))
        if finding and finding.code not in [earlier.code for earlier in self.findings]:
            self.findings.append(finding)
        return finding is not None

    def _keeps_rules(self, candidate: Candidate) -> bool:
        """Return whether the answer of a candidate keeps all rules of the puzzle."""
        board, answer = candidate.board, make_answer(candidate.answer)
        return not self.assignment.broken_codes(board, answer)

    def _find_fault(self, question: str, board: Rows, answer: Answer) -> Finding | None:
        """Return the finding of a board that answers a question, if the program is wrong on it."""
        assignment = self.assignment
        trial = TrialBoard(board, self._find_solutions(board), assignment.bank.format_facts(board))
        if question == SEVERAL:
            return self._find_doubled(trial)
        codes, answers = assignment.broken_codes(board, answer), find_answer(self.program, trial)
        if bool(codes) != (question == ACCEPTS) or not answers:  # rules.py may not agree
            return None
        if answers.optimises:
            return self._find_wrong_optimum(trial, answers)
        accepts = self.program.accepts(board, answer)
        if accepts != (question == ACCEPTS):
            return None
        if codes:
            expected = trial_runs.draw_expected(trial)
            return trial_runs.make_wrong_answer_finding(
                assignment, board, codes[0], answer, expected
            )
        return trial_runs.make_refusal_finding(self.program, trial, answer, answers.found)

    def _find_doubled(self, trial: TrialBoard) -> Finding | None:
        """Return the finding of a solution in several answer sets, if there is one."""
        run = self.program.run_trials([trial])
        if run.differences and (SEVERAL_CODE,) in run.differences[0]:
            return trial_runs.make_several_finding(self.assignment, trial, run.answers[0])
        return None

    def _find_wrong_optimum(self, trial: TrialBoard, answers: ProgramAnswers) -> Finding | None:
        """Return the finding of a program that optimises, whose best answers alone count."""
        assignment = self.assignment
        for answer in answers.found:
            if codes := assignment.broken_codes(trial.board, answer):
                expected = trial_runs.draw_expected(trial)
                return trial_runs.make_wrong_answer_finding(
                    assignment, trial.board, codes[0], answer, expected
                )
        if trial.solutions and not answers.found:
            solution = min(trial.solutions, key=sorted)
            return trial_runs.make_refusal_finding(self.program, trial, solution, ())
        return None

    def _find_solutions(self, board: Rows) -> frozenset[Answer]:
        """Return a set with one right answer of the reference, or the empty set."""
        trial = TrialBoard(board, frozenset(), self.assignment.bank.format_facts(board))
        result = find_answer(open_reference(self.program.pool, self.assignment), trial)
        answers = result.found if result else []
        right = [answer for answer in answers if not self.assignment.broken_codes(board, answer)]
        return frozenset(right)


def find_answer(program: SubmittedProgram, trial: TrialBoard) -> ProgramAnswers | None:
    """Return one answer of a program to a board, if any; None if the run is not done."""
    outcome = program.find_answers([trial], most=1)
    return read_answers(outcome.value[0]) if outcome.is_done else None


def find_idle_places(program: SubmittedProgram) -> list[Place]:
    """Return the places of rules that have no effect on the sizes searched."""
    assignment = program.assignment
    sizes = [*list_sizes(assignment), *OBLONG_SIZES]
    boards = [(format_boards(assignment.puzzle, size), *size) for size in dict.fromkeys(sizes)]
    outcome = program.run_task("find_idle_rules", boards=boards, values=assignment.values)
    places = outcome.value if outcome.is_done else []
    return [Place(Path(file).name, line) for file, line in places]


def list_sizes(assignment: Assignment) -> list[Size]:
    """Return the sizes of boards to be proven, by their number of cells."""
    is_unique = assignment.puzzle.best == UNIQUE
    most = PROVEN_ROWS if is_unique else PROVEN_ROWS_OF_OPTIMA
    sizes = [(n, n) for n in range(1, most + 1)]
    if is_unique and not assignment.has_squares_only:
        sides = range(1, OBLONG_SIDE + 1)
        sizes += [(h, w) for h in sides for w in sides if h != w]
    return sorted(sizes, key=lambda size: (size[0] * size[1], size))
