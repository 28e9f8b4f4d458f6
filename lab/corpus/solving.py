"""Solves one puzzle by its NAME.lp and has the answer judged by its rules.py.

Boards of equal size share one ground program, NAME.lp with any given cells, in which assumptions
select the board.  NAME.lp alone solves large boards, and boards that take longer with assumptions.
"""

import functools
import itertools
import threading
import time
from collections.abc import Sequence
from typing import NamedTuple

import decode
from decode import BLANK
from lab import Unusable, puzzles
from lab.common.background import BackgroundWork
from lab.common.words import list_cells
from lab.explain.queries import OpenProgram
from lab.puzzles import VERDICT_BY_NUMBER, Board, Puzzle, shape_like
from lab.settings import read_figures
from lab.solvers import UNDECIDED

VERDICTS = ("unique", "several", "none", UNDECIDED)
INTERRUPT_INTERVAL = 0.05  # seconds between two interrupts of a search that is late
MOST_CELLS = 225  # cells of the largest boards whose shared program has few enough ground rules
MOST_CONFLICTS = 2000  # conflicts in one search; after these NAME.lp alone may be faster
SHAPE_OPTIONS = (
    "--configuration=frumpy",  # the fastest here, of all that clasp has
    "--forget-on-step=15",  # forget all that was learnt from the boards before
)


class SolveResult(NamedTuple):
    """The verdict on a puzzle, or on its optima where a least cost is wanted."""

    verdict: str
    solution: Board | None  # the first of several; None: there is none, or it is undecided
    cost: int | None  # the least cost; None for a puzzle without costs
    seconds: float  # seconds of grounding and search, to microseconds


def solve_within_limit(puzzle: Puzzle, board: Board, limit: float) -> SolveResult:
    """Solve a board within `limit` seconds; the verdict is undecided if that is too short.

    Raises decode.ProgramError, or Unusable for an answer that rules.py rejects.
    """
    start = time.perf_counter()
    answers: Sequence[Board] | None = find_answers_by_shape(puzzle, board, limit)
    cost = None
    if answers is None:
        seconds_left = limit - (time.perf_counter() - start)
        answers, cost = find_answers_alone(puzzle, board, seconds_left)
    seconds = round(time.perf_counter() - start, 6)
    if answers is None:
        return SolveResult(UNDECIDED, None, None, seconds)

    solutions = [shape_like(rows, board) for rows in answers]
    program = puzzle.encoding.name
    for solution in solutions:
        for offence in puzzle.list_offences(solution, board)[:1]:
            raise Unusable(f"{program} has an answer that is not a solution: {offence.sentence}")
        if cost is not None and (expected := puzzle.rules.cost(solution)) != cost:
            raise Unusable(f"{program} has an answer of cost {cost}, expected {expected}")
    verdict = VERDICT_BY_NUMBER[len(solutions)]
    return SolveResult(verdict, solutions[0] if solutions else None, cost, seconds)


def find_answers_alone(
    puzzle: Puzzle, board: Board, limit: float
) -> tuple[Sequence[Board] | None, int | None]:
    """Return up to two different solved boards, found by NAME.lp for this board, and their cost.

    The boards are None if the time limit came first, the cost if solutions have none.
    """
    search = puzzle.make_search(board)
    solving = BackgroundWork(search.run)
    solving.start()
    in_time = solving.wait(max(limit, 0))
    while not solving.wait(INTERRUPT_INTERVAL):
        if search.stage == "grounding":  # grounding cannot be interrupted: the process must end
            return None, None
        search.program.control.interrupt()
    if not in_time and (search.program.optimises or len(search.boards) < 2):
        return None, None
    return search.boards, search.cost[0] if search.is_optimal else None


def find_answers_by_shape(puzzle: Puzzle, board: Board, limit: float) -> list[Board] | None:
    """Return up to two different solved boards, found by the program for boards of this size.

    Return None if grounding takes more than `limit` seconds, or the search more than it may.
    """
    height, width = len(board), len(board[0])
    given_values = read_figures(puzzle).given_values
    is_small = height * width <= MOST_CELLS
    if not (is_small and given_values and {*itertools.chain(*board)} <= {*given_values, BLANK}):
        return None
    program = ground_shape(threading.get_ident(), puzzle.name_or_path, height, width, limit)
    return program.find_two_answers(board, limit) if program else None


@functools.lru_cache(64)
def ground_shape(
    thread: int, puzzle_name: str, height: int, width: int, limit: float
) -> "ShapeProgram | None":
    """Return the program of a puzzle for boards of a size; a cache, with one for each thread.

    None if grounding takes more than `limit` seconds.
    """
    puzzle = puzzles.find_puzzle(puzzle_name)
    grounding = BackgroundWork(lambda: ShapeProgram(puzzle, height, width))
    grounding.start()
    return grounding.result if grounding.wait(limit) else None


class ShapeProgram(OpenProgram):
    """The program of a puzzle for boards of a height and width, with any given cells."""

    def __init__(self, puzzle: Puzzle, height: int, width: int) -> None:
        given_values = read_figures(puzzle).given_values
        values = [*given_values, BLANK]
        choices = dict.fromkeys(itertools.product(range(height), range(width)), values)
        super().__init__(choices, [str(puzzle.encoding)], SHAPE_OPTIONS)
        self._answer_cells = [
            (literal, int(r), int(c), value)
            for literal, (r, c, value) in self.output.shown
            if value not in given_values
        ]

    def find_two_answers(self, board: Board, limit: float) -> list[Board] | None:
        """Return the boards of up to two answer sets.

        None if that takes more than MOST_CONFLICTS or `limit` seconds, or if both show the same
        board.
        """
        answers: list[Board] = []

        def collect(answer: decode.AnswerSet) -> None:
            rows, is_true = [list(row) for row in board], answer.model.is_true
            for literal, r, c, value in self._answer_cells:
                if not literal or is_true(literal):
                    rows[r][c] = value
            answers.append(rows)

        self.control.configuration.solve.solve_limit = str(MOST_CONFLICTS)  # type: ignore[union-attr]
        assumptions = self.assume_givens(dict(list_cells(board)))
        timer = threading.Timer(limit, self.control.interrupt)
        timer.start()
        try:
            self.solve(collect, assumptions, models=2)
        finally:
            timer.cancel()
        if len(answers) == 2:
            return None if answers[0] == answers[1] else answers
        return answers if self.result.exhausted else None
