"""Solves one puzzle by its NAME.lp and has the answer judged by its rules.py."""

import functools
import threading
import time
from collections.abc import Sequence
from typing import NamedTuple

from lab import Unusable, puzzles
from lab.common.background import BackgroundTask
from lab.corpus.shape import MOST_CELLS, ShapeProgram
from lab.puzzles import Puzzle, Rows, shape_like
from lab.settings import read_figures
from lab.solvers import UNDECIDED, VERDICT_BY_NUMBER

VERDICTS = ("unique", "several", "none", UNDECIDED)
INTERRUPT_INTERVAL = 0.05  # seconds between two interrupts of a search that is late


class SolveResult(NamedTuple):
    """The verdict on a puzzle, or on its optima where a least cost is wanted."""

    verdict: str
    solution: Rows | None  # the first of several; None: there is none, or it is undecided
    cost: int | None  # the least cost; None for a puzzle without costs
    seconds: float  # of grounding and search, to microseconds


def find_verdict(puzzle: Puzzle, board: Rows, limit: float) -> SolveResult:
    """Solve a board within `limit` seconds; the verdict is undecided if that is too short.

    The limit interrupts neither grounding nor the search of a ShapeProgram, which is short.  Raises
    Unusable for an answer that rules.py rejects, or decode.ProgramError.
    """
    start = time.perf_counter()
    answers: Sequence[Rows] | None = find_answers_by_shape(puzzle, board)
    cost = None
    if answers is None:
        answers, cost = find_answers_alone(puzzle, board, limit)
    seconds = round(time.perf_counter() - start, 6)
    if answers is None:
        return SolveResult(UNDECIDED, None, None, seconds)
    solutions = [shape_like(rows, board) for rows in answers]
    for solution in solutions:
        check_solution(puzzle, solution, board, cost)
    verdict = VERDICT_BY_NUMBER[len(solutions)]
    return SolveResult(verdict, solutions[0] if solutions else None, cost, seconds)


def find_answers_by_shape(puzzle: Puzzle, board: Rows) -> list[Rows] | None:
    """Return up to two different solved boards, found by the program for boards of this size.

    None if there is no such program, if the search is too long, or if its two answer sets show the
    same board.
    """
    height, width = len(board), len(board[0])
    given_values = read_figures(puzzle).given_values
    if not given_values or height * width > MOST_CELLS:
        return None
    program = ground_shape(threading.get_ident(), puzzle.name_or_path, height, width)
    answers = program.find_two_answers(board)
    return None if answers and len(answers) == 2 and answers[0] == answers[1] else answers


@functools.lru_cache(64)
def ground_shape(thread: int, puzzle_name: str, height: int, width: int) -> ShapeProgram:
    """Return the program of a puzzle for boards of a size; a cache, with one for each thread."""
    puzzle = puzzles.find_puzzle(puzzle_name)
    return ShapeProgram(puzzle, read_figures(puzzle).given_values, height, width)


def find_answers_alone(
    puzzle: Puzzle, board: Rows, limit: float
) -> tuple[Sequence[Rows] | None, int | None]:
    """Return up to two different solved boards, found by NAME.lp for this board, and their cost.

    The boards are None if the time limit came first, the cost if solutions have none.
    """
    search = puzzle.make_search(board)
    task = BackgroundTask(search.run)
    task.start()
    in_time = task.wait(limit)
    while not task.wait(INTERRUPT_INTERVAL):
        if search.stage == "solving":  # grounding cannot be interrupted
            search.program.control.interrupt()
    if not in_time and (search.program.optimises or len(search.boards) < 2):
        return None, None
    return search.boards, search.cost[0] if search.is_optimal else None


def check_solution(puzzle: Puzzle, solution: Rows, board: Rows, cost: int | None) -> None:
    """Raise Unusable if an answer of NAME.lp breaks a rule of rules.py, or costs more or less."""
    program = puzzle.encoding.name
    for offence in puzzle.rules.offences(solution, board)[:1]:
        raise Unusable(f"{program} has an answer that is not a solution: {offence.sentence}")
    if cost is not None and (expected := puzzle.rules.cost(solution)) != cost:
        raise Unusable(f"{program} has an answer of cost {cost}, expected {expected}")
