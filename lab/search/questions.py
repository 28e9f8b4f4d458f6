"""Ask the questions of the search about a program, size after size."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from lab.common.words import Place, Size
from lab.puzzles import UNIQUE, Board
from lab.runner.server import open_board
from lab.runner.server.open_board import (
    ACCEPTED,
    COUNTED,
    FORBIDDEN,
    NONE,
    BoardWithAnswer,
    CellRows,
)
from lab.runner.task_pool import Outcome, Task, TaskPool
from lab.search.checker import Checker
from lab.search.rewriting import SearchableProgram, rewrite_program

PROOF_CONFLICTS = 200_000  # conflicts of the solver for a question on sizes that are to be proven
SECONDS = 6.0  # seconds of computing for a task
KEPT_ROWS = (1, 2, 3)  # rows of boards that show which rules a constraint keeps
MOST_CONSTRAINTS = 100  # constraints of the longest programs in which each one is left out
IDLE_CONFLICTS = 2000  # conflicts of the solver after which a constraint counts as needed on a size


class SizeRequest(NamedTuple):
    """A size, and how long each question about it is searched.

    pairs: number of random right answers to try where right answers are not counted; at least one
    seconds: of computing, for the task of this size
    """

    size: Size
    conflicts: int = PROOF_CONFLICTS
    pairs: int = 40
    seconds: float = SECONDS


class Candidate(NamedTuple):
    """A board on which a question found a fault; a run on the board decides."""

    question: str
    board: Board
    givens: CellRows
    answer: CellRows


@dataclass
class SizeResult:
    """The results of the search on a size.

    states: how each question ended
    """

    size: Size
    is_done: bool = True  # no limit of time or memory was reached
    states: dict[str, str] = field(default_factory=dict)
    candidates: list[Candidate] = field(default_factory=list)
    tried: int = 0  # right answers that were tried
    open_constraints: list[Place] = field(default_factory=list)  # see open_board.find_forbidden

    @property
    def is_counted(self) -> bool:
        """Whether the program has exactly the right answers, each once."""
        return self.states.get(ACCEPTED) == NONE == self.states.get(COUNTED)

    @property
    def is_proven(self) -> bool:
        """Whether no answer is wrong, and no constraint forbids a right one.

        The second is not asked where solutions have a cost.
        """
        questions = (ACCEPTED, FORBIDDEN) if FORBIDDEN in self.states else (ACCEPTED,)
        is_done = all(self.states.get(name) == NONE for name in questions)
        return not self.candidates and (self.is_counted or is_done)


class BoardSearch:
    """The search of a program, in a file that the servers of a pool see."""

    def __init__(self, pool: TaskPool, checker: Checker, path: Path) -> None:
        """Raise Unsearchable if a part of the program means another thing beside the checker."""
        self._pool, self._checker = pool, checker
        self.program: SearchableProgram = rewrite_program(path, checker.own_names)
        self._texts = self.program.texts

    def ask(self, request: SizeRequest) -> SizeResult:
        """Ask all questions about a size."""
        return self.run_task(self.prepare_task(request))

    def prepare_task(self, request: SizeRequest) -> tuple[SizeResult, Task | None]:
        """Return a result, and the task for run_task, None if no puzzle of the size is known.

        Right answers are counted and sampled here.  A server that does this ends with the calling
        thread.
        """
        checker, size, result = self._checker, request.size, SizeResult(request.size)
        is_unique = checker.puzzle.best == UNIQUE
        number = checker.count_right_answers(self._pool, size)
        is_sampled = number is None
        pairs = checker.sample_right_answers(self._pool, size, request.pairs) if is_sampled else []
        if pairs is None:
            result.is_done = False
            return result, None
        if is_unique and not (number or pairs):
            if number == 0:  # there are no puzzles
                result.states = {ACCEPTED: NONE, FORBIDDEN: NONE}
            return result, None
        arguments = {
            "texts": self.list_texts(size),
            # an optimum alone has to be accepted, so other right answers may be forbidden
            "asks_forbidden": is_unique,
            "conflicts": request.conflicts,
            "is_proof": request.conflicts == PROOF_CONFLICTS,
            "count": number,
            "any_answer_texts": checker.list_texts(size, is_any_answer=True),
            "pairs": pairs,
        }
        return result, Task("search_size", arguments, request.seconds, 4 * request.seconds)

    def run_task(self, prepared: tuple[SizeResult, Task | None]) -> SizeResult:
        """Run the task of a size, and complete its result."""
        result, task = prepared
        if task:
            outcome = self._pool.run(task)
            result.is_done = outcome.is_done
            self._read_rows(result, outcome.value if outcome.is_done else [])
        return result

    def _read_rows(self, result: SizeResult, rows: Sequence[Sequence[Any]]) -> None:
        """Read the rows of the task into a result."""
        for row in (open_board.SearchRow(*row) for row in rows):
            result.states.setdefault(row.question, row.state)  # the first: ACCEPTED has several
            if row.state == open_board.UNDECIDED:
                places = [self.program.constraints[number] for number in row.constraints]
                result.open_constraints += places
            result.tried += row.tried if row.question == open_board.REFUSED else 0
            if row.state == open_board.FOUND and row.question != COUNTED:
                board = self._checker.read_board(result.size, row.givens)
                if board is None:  # boards.lp does not say that this is no puzzle
                    result.states[row.question] = open_board.UNDECIDED
                else:
                    candidate = Candidate(row.question, board, row.givens, row.answer)
                    result.candidates.append(candidate)

    def list_texts(self, size: Size) -> list[str]:
        """Return the texts of the program, of the rules and of a size."""
        return [*self._texts, *self._checker.list_texts(size)]

    def sample_answers(self, size: Size, number: int) -> list[BoardWithAnswer]:
        """Return up to `number` random boards of a size, each with an answer of the program."""
        outcome = self._run("sample_pairs", texts=self.list_texts(size), number=number, seed=1)
        return list(map(tuple, outcome.value)) if outcome.is_done else []

    def count_answer_sets(self, size: Size, pairs: Sequence[BoardWithAnswer]) -> list[int]:
        """Return in how many answer sets the program has each pair, 2 at most; -1 if undecided."""
        texts = self.list_texts(size)
        outcome = self._run("count_answer_sets", texts=texts, pairs=list(pairs))
        return list(outcome.value) if outcome.is_done else [-1] * len(pairs)

    def list_idle_constraints(self, sizes: Sequence[Size]) -> list[Place]:
        """Return the constraints that can be left out on these sizes without more answers.

        Return none for a program with over MOST_CONSTRAINTS constraints.
        """
        texts, number = list(map(self.list_texts, sizes)), len(self.program.constraints)
        if number > MOST_CONSTRAINTS:
            return []
        outcome = self._run(
            "find_idle_constraints", sizes=texts, number=number, conflicts=IDLE_CONFLICTS
        )
        numbers = outcome.value if outcome.is_done else []
        return [self.program.constraints[n] for n in numbers]

    def list_kept_codes(self, places: Sequence[Place]) -> list[str]:
        """Return the codes of rules that answers break if they violate these constraints alone."""
        constraints = [
            number for number, place in enumerate(self.program.constraints) if place in places
        ]
        texts = [self.list_texts((n, n)) for n in KEPT_ROWS]
        outcome = self._run(
            "list_kept_codes",
            sizes=texts,
            constraints=constraints,
            number=len(self.program.constraints),
            conflicts=IDLE_CONFLICTS,
        )
        return list(outcome.value) if outcome.is_done and constraints else []

    def _run(self, task: str, **arguments: Any) -> Outcome:
        return self._pool.run(Task(task, arguments, SECONDS, 4 * SECONDS))
