"""Judges a program on every board of a size, by the search of lab/everyboard.

Each board that the search finds is run once more as an ordinary board, and its answer is judged by
rules.py: a finding rests on these alone.
"""

import random
from collections.abc import Iterable, Sequence
from pathlib import Path

import decode
from lab import Unusable
from lab.check import breaches
from lab.check.answers import (
    Answer,
    ProgramAnswers,
    TrialBoard,
    is_square,
    make_answer,
    read_answers,
)
from lab.check.subject import SEVERAL, Subject
from lab.common.findings import Finding
from lab.everyboard import ACCEPTS, REFUSES, BoardSearch, SearchResult
from lab.everyboard.boards import Candidate, Frame, Size
from lab.puzzles import UNIQUE, Rows
from lab.runner.pool import Task, TaskPool

PROVEN_ROWS = 5  # boards of up to so many rows are proven
OBLONG_SIDE = 4  # of boards that are no squares, at most
SEARCHED_ROWS = (8, 10, 13)  # rows of boards on which faults are only searched
FREE_CELLS = 16  # of such a board; the others are those of a random board
SEARCH_CONFLICTS = 500  # of the solver, on such boards


class ProofJudge:
    """The judgement of one program on all boards of the small sizes, and on many larger ones."""

    def __init__(self, pool: TaskPool, subject: Subject, program: Path) -> None:
        self.pool, self.subject, self.program = pool, subject, program
        self.findings: list[Finding] = []  # each of another code
        self.result = SearchResult()

    def judge(self, seed: int) -> list[Finding]:
        """Search small boards, and larger ones if nothing is found; return the findings."""
        self._search(list_sizes(self.subject))
        if not self.findings and not self.result.obstacles:
            frames = make_frames(self.subject, seed)
            sizes = list(frames) or [(n, n) for n in SEARCHED_ROWS[:1]]
            self._search(sizes, frames, SEARCH_CONFLICTS)
        order = self.subject.codes
        return sorted(self.findings, key=lambda finding: order.index(finding.code))

    def _search(
        self, sizes: Sequence[Size], frames: dict[Size, Frame] | None = None, conflicts: int = 0
    ) -> None:
        """Search the boards of some sizes; add what is found to the findings and the result."""
        is_unique = self.subject.puzzle.best == UNIQUE  # else a solution need not be accepted
        search = BoardSearch(
            self.pool,
            self.subject.puzzle,
            self.program,
            self.subject.bank.reference,
            self.subject.values,
            self._holds,
            (ACCEPTS, REFUSES, SEVERAL) if is_unique else (ACCEPTS, SEVERAL),
            result=self.result,
        )
        if frames is not None:
            search.frames, search.conflicts, search.is_sample = frames, conflicts, True
            search.questions = [name for name in search.questions if name != SEVERAL]
        search.search(sizes)

    def _holds(self, candidate: Candidate) -> bool:
        """Run the program on a candidate's board; return whether it is wrong there.

        The first finding of each code is kept.
        """
        try:
            board = self.subject.puzzle.read_back(decode.format_grid(candidate.board))
        except Unusable:  # this board is no puzzle
            return False
        finding = self._find_fault(candidate.question, board, make_answer(candidate.answer))
        if finding and finding.code not in [known.code for known in self.findings]:
            self.findings.append(finding)
        return finding is not None

    def _find_fault(self, question: str, board: Rows, answer: Answer) -> Finding | None:
        """Return the finding of a board that answers a question, if the program is wrong on it."""
        subject, facts = self.subject, self.subject.bank.format_facts(board)
        codes = subject.broken_codes(board, answer)
        trial = TrialBoard(board, self._find_solutions(board), facts)
        if question == SEVERAL:
            run = breaches.run_trials(self.pool, subject, self.program, [trial])
            is_doubled = bool(run.differences) and (SEVERAL,) in run.differences[0]
            return breaches.report_several(subject, trial, run.answers[0]) if is_doubled else None
        if bool(codes) != (question == ACCEPTS):
            return None  # rules.py does not agree with the reference
        found = self._answer(self.program, trial, 1)
        if not found:
            return None
        if found.optimises:
            return self._find_wrong_optimum(trial, found)
        if self._accepts(trial, answer) != (question == ACCEPTS):
            return None
        if question == REFUSES:
            return breaches.report_refusal(
                self.pool, subject, self.program, trial, answer, found.found
            )
        expected = breaches.draw_expected(trial)
        return breaches.report_wrong_answer(subject, board, codes[0], answer, expected)

    def _find_wrong_optimum(self, trial: TrialBoard, answers: ProgramAnswers) -> Finding | None:
        """Return the finding of a program that optimises, whose best answers alone count."""
        subject = self.subject
        for answer in answers.found:
            if codes := subject.broken_codes(trial.board, answer):
                expected = breaches.draw_expected(trial)
                return breaches.report_wrong_answer(
                    subject, trial.board, codes[0], answer, expected
                )
        if trial.solutions and not answers.found:
            solution = min(trial.solutions, key=sorted)
            return breaches.report_refusal(
                self.pool, subject, self.program, trial, solution, answers.found
            )
        return None

    def _find_solutions(self, board: Rows) -> frozenset[Answer]:
        """Return one answer of the reference to a board, if rules.py agrees, or none."""
        trial = TrialBoard(board, frozenset(), self.subject.bank.format_facts(board))
        answers = self._answer(self.subject.puzzle.encoding, trial, 1, is_trusted=True)
        found = answers.found if answers else []
        right = [answer for answer in found if not self.subject.broken_codes(board, answer)]
        return frozenset(right)

    def _answer(
        self, path: Path, trial: TrialBoard, most: int, is_trusted: bool = False
    ) -> ProgramAnswers | None:
        """Return up to `most` answers of a program to a board, None if the run is not done."""
        task = breaches.answers_task(self.subject, path, [trial], most)
        outcome = self.pool.run(task._replace(is_trusted=is_trusted))
        return read_answers(outcome.value[0]) if outcome.is_done else None

    def _accepts(self, trial: TrialBoard, answer: Answer) -> bool | None:
        """Return whether the program accepts an answer to a board, None if the run is not done."""
        arguments = {
            "path": str(self.program),
            "boards": [(trial.facts, sorted(answer))],
            "values": self.subject.values,
        }
        outcome = self.pool.run(Task("accept_answers", arguments))
        return bool(outcome.value[0]) if outcome.is_done else None


def list_sizes(subject: Subject) -> list[Size]:
    """Return the sizes of boards to be proven, by their number of cells."""
    sizes = [(n, n) for n in range(1, PROVEN_ROWS + 1)]
    if not all(is_square(trial.board) for trial in subject.bank.trials):
        sides = range(1, OBLONG_SIDE + 1)
        sizes += [(h, w) for h in sides for w in sides if h != w]
    return sorted(sizes, key=lambda size: (size[0] * size[1], size))


def make_frames(subject: Subject, seed: int) -> dict[Size, Frame]:
    """Make a random board of each of SEARCHED_ROWS, with some free cells.

    None if the puzzle makes no boards, or if solutions have a cost.
    """
    make_board, frames = subject.settings.make_board, dict[Size, Frame]()
    if not make_board or subject.puzzle.best != UNIQUE:
        return frames
    for rows in SEARCHED_ROWS:
        chance = random.Random(f"frame {seed} {rows}")
        board = make_board(rows, chance)
        cells = [(r, c) for r, row in enumerate(board) for c, _ in enumerate(row)]
        free = frozenset(chance.sample(cells, min(FREE_CELLS, len(cells))))
        frames[len(board), len(board[0])] = Frame(board, free)
    return frames


def largest_square(sizes: Iterable[Size]) -> int:
    """Return the largest n for which all squares of up to n rows are among the sizes."""
    squares, n = {h for h, w in sizes if h == w}, 0
    while n + 1 in squares:
        n += 1
    return n
