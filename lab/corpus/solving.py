"""Solves one puzzle by its NAME.lp and has the answer judged by its rules.py."""

import functools
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent import futures
from typing import NamedTuple

import decode
import encode
from lab import puzzles
from lab.corpus.figures import read_figures
from lab.corpus.shape import MOST_CELLS, Shape
from lab.puzzles import Puzzle, Rows, shape_like

UNIQUE, SEVERAL, NONE, UNDECIDED = "unique", "several", "none", "undecided"
VERDICTS = (UNIQUE, SEVERAL, NONE, UNDECIDED)
INTERVAL = 0.05  # seconds between two interrupts of a search that is late
OFTEN = 10  # boards of a size after which a program for all of them is worth grounding
BOARDS: Counter[tuple[str, int, int]] = Counter()  # solved so far: by puzzle, height and width


class Solved(NamedTuple):
    """The verdict on a puzzle; `several` are equally good where a least cost is wanted."""

    verdict: str
    solution: Rows | None  # the first one
    cost: int | None  # the least, where the puzzle wants that
    seconds: float


class WrongAnswer(Exception):
    """An answer of NAME.lp that rules.py rejects, or finds to have another cost."""


def solve(puzzle: Puzzle, board: Rows, limit: float) -> Solved:
    """Solve a board within `limit` seconds, or else return the verdict undecided.

    Grounding is not interrupted; if it takes longer than the limit, no search follows.  A short
    search by a program for all boards of this size is not interrupted either.  Raises WrongAnswer
    or decode.ProgramError.
    """
    start = time.perf_counter()
    answers = find_answers_by_shape(puzzle, board)
    if answers is None:
        return solve_alone(puzzle, board, limit)
    verdict = (NONE, UNIQUE, SEVERAL)[len(answers)]
    seconds = time.perf_counter() - start
    solutions = check_answers(puzzle, answers, board)
    return Solved(verdict, solutions[0] if solutions else None, None, seconds)


def find_answers_by_shape(puzzle: Puzzle, board: Rows) -> list[Rows] | None:
    """Return up to two solved boards that differ, found by a program for boards of this size.

    None if there is no such program, if the size has not come often, if the search is a long
    one, or if two answer sets show the same board.
    """
    height, width = len(board), len(board[0])
    given_values = read_figures(puzzle).given_values
    if not given_values or height * width > MOST_CELLS:
        return None
    size = puzzle.spelt, height, width
    BOARDS[size] += 1
    if BOARDS[size] <= OFTEN:
        return None
    answers = ground_shape(threading.get_ident(), *size).find_answers(board)
    return None if answers and len(answers) == 2 and answers[0] == answers[1] else answers


@functools.lru_cache(64)
def ground_shape(thread: int, spelt: str, height: int, width: int) -> Shape:
    """Return the program of a puzzle for boards of a size; each thread has its own."""
    puzzle = puzzles.find_puzzle(spelt)
    return Shape(puzzle, read_figures(puzzle).given_values, height, width)


def solve_alone(puzzle: Puzzle, board: Rows, limit: float) -> Solved:
    """Solve a board by a program grounded for it; see solve()."""
    start = time.perf_counter()
    search = decode.Search([str(puzzle.encoding)], text=encode.format_facts(board))

    def interrupt() -> None:
        if search.stage == "solving":  # grounding cannot be interrupted
            search.program.control.interrupt()

    in_time = run_within(search.run, limit, interrupt)
    seconds = time.perf_counter() - start
    is_proven = in_time or not search.program.optimises
    number = len(search.boards) if is_proven else 0
    if in_time or number == 2:
        verdict = (NONE, UNIQUE, SEVERAL)[number]
    else:
        return Solved(UNDECIDED, None, None, seconds)
    solutions = check_answers(puzzle, search.boards, board)
    cost = check_cost(puzzle, solutions, search.cost) if search.proven and solutions else None
    return Solved(verdict, solutions[0] if solutions else None, cost, seconds)


def run_within(work: Callable[[], None], limit: float, interrupt: Callable[[], None]) -> bool:
    """Run work in a thread to its end; return whether it ended before `limit` seconds had gone.

    After these it is interrupted again and again.
    """
    with futures.ThreadPoolExecutor(1) as executor:
        future = executor.submit(work)
        in_time = bool(futures.wait([future], limit).done)
        while not in_time and not futures.wait([future], INTERVAL).done:
            interrupt()
    future.result()  # raises what the work raised
    return in_time


def check_answers(puzzle: Puzzle, answers: Sequence[Rows], board: Rows) -> list[Rows]:
    """Return answers as boards of the puzzle; raises WrongAnswer if its rules reject one."""
    solutions = [shape_like(rows, board) for rows in answers]
    for solution in solutions:
        for offence in puzzle.rules.offences(solution, board)[:1]:
            program = puzzle.encoding.name
            raise WrongAnswer(f"{program} has an answer that is no solution: {offence.words}")
    return solutions


def check_cost(puzzle: Puzzle, solutions: Sequence[Rows], cost: Sequence[int]) -> int:
    """Return the cost of all solutions by the rules; raises WrongAnswer if clingo's differs."""
    costs = {puzzle.rules.cost(solution) for solution in solutions}
    if costs != set(cost[:1]):
        raise WrongAnswer(f"{puzzle.encoding.name} has cost {cost}, the rules {sorted(costs)}")
    return costs.pop()
