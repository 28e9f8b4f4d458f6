"""Measurements for the notebook roads.  Seconds are computing time of this process."""

import csv
import random
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import decode
import encode
from lab import puzzles
from lab.lightup import rules
from lab.lightup.bench import make_random_board
from lab.lightup.counts import place_bulbs
from lab.lightup.hint.tactics import LABELS
from lab.lightup.models import pysat
from lab.lightup.rules import Board
from lab.lightup.sat import walksat
from lab.lightup.sat.cnf import make_clauses
from lab.pictures.frames import Frame
from lab.puzzles import Puzzle

RUNS, PAIRS = "lightup.lp", "notebooks/pairs.lp"
LIGHT_UP = puzzles.find_default_puzzle()
MOST = 10_000  # solutions that are counted
MOST_FLIPS = 20_000  # flips of a walk
LIMIT = 20.0  # seconds for a search


class ProgramCost(NamedTuple):
    """The rules of a ground program, and the seconds to ground and to solve it."""

    rules: int
    grounding: float
    solving: float

    @property
    def seconds(self) -> float:
        return self.grounding + self.solving


def compute_cost(path: str, board: Any) -> ProgramCost:
    """Return the cost of a program of the kit on a board, the proof of uniqueness included."""
    start = time.process_time()
    program = decode.Program([path], text=encode.format_facts(board))
    ground = time.process_time()
    program.solve(models=2)
    end = time.process_time()
    figures: Any = program.control.statistics
    return ProgramCost(int(figures["problem"]["lp"]["rules"]), ground - start, end - ground)


def compute_growth(path: str, sizes: Sequence[int]) -> dict[int, ProgramCost]:
    """Return the cost of a program on random boards, by their sizes."""
    return {size: compute_cost(path, make_random_board(size)) for size in sizes}


def time_first_and_second(board: Board) -> dict[str, tuple[float, float]]:
    """Return the seconds to the first solution and from there to the end, by solver.

    The end is the proof that there is no other solution.  Translation does not count.
    """
    program = decode.Program([str(LIGHT_UP.encoding)], text=encode.format_facts(board))
    times = [time.process_time()]

    def note_time(answer: decode.AnswerSet) -> bool:
        times.append(time.process_time())
        return True

    program.solve(note_time, models=2)
    times.append(time.process_time())
    seconds = {"clingo": (times[1] - times[0], times[-1] - times[1])}
    solutions = pysat.MODEL(board).solutions()
    times = [time.process_time()]
    for _ in range(2):
        next(solutions, None)
        times.append(time.process_time())
    return seconds | {"CaDiCaL": (times[1] - times[0], times[2] - times[1])}


# ---------------------------------------------------------------- clues


def count_solutions_by_clues(solution: Board, seed: int) -> dict[int, int]:
    """Return the number of solutions, up to MOST, by the number of clues that are left.

    At first all black cells have clues; then one after another is removed, in random order.
    """
    board = rules.add_clues(solution)
    clues = rules.find_cells(board, rules.CLUES)
    random.Random(seed).shuffle(clues)
    counts = {len(clues): count_solutions(board)}
    for left, (r, c) in zip(reversed(range(len(clues))), clues):
        board[r] = board[r][:c] + rules.UNNUMBERED + board[r][c + 1 :]
        counts[left] = count_solutions(board)
        if counts[left] == MOST:
            break
    return counts


def count_solutions(board: Board) -> int:
    """Return the number of solutions, MOST at most."""
    program = decode.Program([str(LIGHT_UP.encoding)], text=encode.format_facts(board))
    program.solve(models=MOST)
    statistics: Any = program.control.statistics
    return int(statistics["summary"]["models"]["enumerated"])


# ---------------------------------------------------------------- WalkSAT


def walk(board: Board, seed: int, most: int) -> Iterator[Frame]:
    """Yield a frame for each flip of WalkSAT on a board, `most` of them; stop at a solution.

    Cells of clauses that do not hold are marked.
    """
    settled, clauses = walksat.propagate_units(make_clauses(board)[1])
    walking = walksat.Walk(clauses, random.Random(seed))
    settled_bulbs = {literal for literal in settled if literal > 0}
    for flip in range(most):
        broken = {abs(v) for number in walking.broken for v in clauses[number]}
        marks = {divmod(cell - 1, len(board[0])): "wrong" for cell in sorted(broken)}
        caption = f"flip {flip}: {len(walking.broken)} clauses do not hold"
        bulbs = settled_bulbs | walking.list_true_variables()
        yield Frame(place_bulbs(board, bulbs), marks, caption)
        if not walking.broken:
            return
        walking.run(1, walksat.DEFAULT_NOISE)


def compute_median_flips(board: Board, noise: float, walks: int = 15) -> float:
    """Return the median number of flips of several walks."""
    return median(count_flips(board, seed, noise) for seed in range(walks))


def count_flips(board: Board, seed: int, noise: float) -> int:
    """Return the number of flips of a walk to a solution, MOST_FLIPS if it finds none."""
    _, clauses = walksat.propagate_units(make_clauses(board)[1])
    walking = walksat.Walk(clauses, random.Random(seed))
    for number in range(MOST_FLIPS):
        if walking.run(1, noise):
            return number
    return MOST_FLIPS


# ---------------------------------------------------------------- difficulty


def compute_shares(table: str) -> dict[str, dict[int, float]]:
    """Return the share of each label in per cent, by the size of the board, from a corpus table."""
    counts: dict[int, Counter[str]] = defaultdict(Counter)
    with Path(table).open(encoding="utf-8") as file:
        for line in csv.DictReader(file):
            counts[int(line["height"])][line["label"]] += 1
    labels = [label for label in LABELS if any(count[label] for count in counts.values())]
    return {
        label: {size: 100 * count[label] / count.total() for size, count in sorted(counts.items())}
        for label in labels
    }


# ---------------------------------------------------------------- optimisers


class Bounds(NamedTuple):
    """The cost of the best board so far, and the lower bound of all costs, by seconds."""

    best: dict[float, float]
    least: dict[float, float]
    is_proven: bool


def list_bounds(puzzle: Puzzle, board: Any, strategy: str) -> Bounds:
    """Return the bounds that one strategy of clasp finds within LIMIT seconds."""
    program = decode.Program([str(puzzle.encoding)], text=encode.format_facts(board))
    search: Any = program.control.configuration
    search.configuration, search.solver.opt_strategy = "many", strategy
    search.solve.models = 0
    best: dict[float, float] = {}
    least: dict[float, float] = {}
    start = time.process_time()

    def read_seconds() -> float:
        return time.process_time() - start

    with program.control.solve(
        on_model=lambda model: best.update({read_seconds(): model.cost[0]}),
        on_unsat=lambda cost: least.update({read_seconds(): cost[0]}),
        async_=True,
    ) as solving:
        is_proven = solving.wait(LIMIT)
        solving.cancel()
    end = read_seconds()
    for line in (best, least):
        if line:
            line[end] = list(line.values())[-1]
    return Bounds(best, least, is_proven)


def make_bound_lines(bounds_by_name: Mapping[str, Bounds]) -> dict[str, dict[float, float]]:
    """Return the lines of a chart of bounds, by their names."""
    return {
        f"{name}, {kind}": line
        for name, pair in bounds_by_name.items()
        for kind, line in (("best board", pair.best), ("lower bound", pair.least))
        if line
    }
