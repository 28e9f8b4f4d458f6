"""Solves one puzzle by its NAME.lp and has the answer judged by its rules.py."""

import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import clingo
import clingo._internal

import decode
import encode
from lab.corpus.shape import Shape, is_fit
from lab.puzzles import Puzzle, Rows, shape_like

UNIQUE, SEVERAL, NONE, UNDECIDED = "unique", "several", "none", "undecided"
VERDICTS = (UNIQUE, SEVERAL, NONE, UNDECIDED)
DECIDED = (UNIQUE, SEVERAL)  # verdicts that show an answer
TICK = 0.05  # seconds between two looks at the time
Key = tuple[str, int, int]  # a puzzle, rows and columns
OFTEN = 10  # boards of a shape after which a program for all of them is worth grounding
MOST_SHAPES = 64  # of which a thread keeps the programs
LONG = 1.0  # seconds for a board by such a program


class Own(threading.local):
    """What a thread that solves has for all its puzzles."""

    def __init__(self) -> None:
        self.watch: Watch | None = None
        self.seen: Counter[Key] = Counter()  # boards by shape
        self.shapes: dict[Key, Shape] = {}


OWN = Own()


class Finding(NamedTuple):
    """What is known of a puzzle; `several` are equally good where a least cost is wanted."""

    verdict: str
    answer: Rows | None  # a solution
    cost: int | None  # the least, where the puzzle wants that
    seconds: float
    conflicts: int | None  # of clasp


class Wrong(Exception):
    """An answer that the rules reject, or whose cost is another one, in words."""


def solved(puzzle: Puzzle, board: Rows, limit: float) -> Finding:
    """Solve a board, until `limit` seconds have gone.

    Grounding is not interrupted; if it takes longer than the limit, no search follows.
    """
    shape = shape_of(puzzle, board)
    found = solved_by(shape, board, limit) if shape else None
    return found or solved_alone(puzzle, board, limit)


def solved_by(shape: Shape, board: Rows, limit: float) -> Finding | None:
    """Solve a board by the program for its shape.

    None if two answer sets have the same board, or if it takes long: a program for one board may
    be faster then.
    """
    start = time.perf_counter()
    answers: list[Rows] = []
    brief = min(limit, LONG)
    in_time = run(lambda: answers.extend(shape.answers(board)), shape.control.interrupt, brief)
    if not in_time:
        OWN.shapes.clear()  # whatever the interrupt has left
    if (len(answers) == 2 and answers[0] == answers[1]) or (not in_time and limit > LONG):
        return None
    verdict = verdict_of(len(answers), in_time)
    seconds = time.perf_counter() - start
    first = next(iter(judged(shape.puzzle, answers, board, verdict)), None)
    return Finding(verdict, first, None, seconds, conflicts(shape.control))


def solved_alone(puzzle: Puzzle, board: Rows, limit: float) -> Finding:
    """Solve a board by a program grounded for it."""
    start = time.perf_counter()
    search = decode.Search([str(puzzle.encoding)], text=encode.format_facts(board))

    def interrupt() -> None:
        if search.stage == "solving":  # grounding cannot be interrupted
            search.program.control.interrupt()

    in_time = run(search.run, interrupt, limit)
    is_some = in_time or not search.program.optimises
    verdict = verdict_of(len(search.boards) if is_some else 0, in_time)
    seconds = time.perf_counter() - start
    answers = judged(puzzle, search.boards, board, verdict)
    cost = judged_cost(puzzle, answers, search.cost) if search.proven and answers else None
    first = next(iter(answers), None)
    return Finding(verdict, first, cost, seconds, conflicts(search.program.control))


def shape_of(puzzle: Puzzle, board: Rows) -> Shape | None:
    """The program for boards of this shape; None if these cannot have one, or did not come often.

    A thread keeps the latest.
    """
    if not is_fit(puzzle, board):
        return None
    key = puzzle.spelt, len(board), len(board[0])
    OWN.seen[key] += 1
    if OWN.seen[key] <= OFTEN:
        return None
    if key not in OWN.shapes:
        if len(OWN.shapes) == MOST_SHAPES:
            del OWN.shapes[next(iter(OWN.shapes))]
        OWN.shapes[key] = Shape(puzzle, *key[1:])
    return OWN.shapes[key]


class Watch(threading.Thread):
    """Interrupts searches whose time is up; a thread that solves has one for all its puzzles."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self._over = threading.Event()  # it has to end
        self._lock = threading.Lock()  # a search that has ended is not interrupted
        self._interrupt: Callable[[], None] | None = None  # the search that is going on
        self._end = 0.0  # of its time, by time.monotonic()
        self._is_late = False

    def run(self) -> None:
        while not self._over.wait(TICK):
            with self._lock:
                if self._interrupt and time.monotonic() > self._end:
                    self._is_late = True
                    self._interrupt()

    def end(self) -> None:
        """End this thread."""
        self._over.set()
        self.join()

    def over(self, search: Callable[[], None], interrupt: Callable[[], None], limit: float) -> bool:
        """Run a search; returns whether it ended before `limit` seconds had gone."""
        with self._lock:
            self._end, self._is_late = time.monotonic() + limit, False
            self._interrupt = interrupt
        try:
            search()
        finally:
            with self._lock:
                self._interrupt = None
        return not self._is_late


def run(search: Callable[[], None], interrupt: Callable[[], None], limit: float) -> bool:
    """Run a search in this thread; returns whether it ended before `limit` seconds had gone."""
    if not OWN.watch or not OWN.watch.is_alive():  # threads do not outlive a fork
        OWN.watch = Watch()
        OWN.watch.start()
    return OWN.watch.over(search, interrupt, limit)


def rest() -> None:
    """End what watches over this thread's searches: a process with one thread is safe to fork."""
    if OWN.watch:
        OWN.watch.end()
        OWN.watch = None


def verdict_of(number: int, in_time: bool) -> str:
    """The verdict of a search that has found so many answers, 2 at most."""
    if not in_time:
        return SEVERAL if number > 1 else UNDECIDED
    return (NONE, UNIQUE, SEVERAL)[number]


def judged(puzzle: Puzzle, found: Sequence[Rows], board: Rows, verdict: str) -> list[Rows]:
    """The answers that a verdict shows; raises Wrong if the rules of the puzzle reject one."""
    answers = [shape_like(rows, board) for rows in found] if verdict in DECIDED else []
    for answer in answers:
        for offence in puzzle.rules.offences(answer, board)[:1]:
            wrong = f"an answer that is no solution: {offence.words}"
            raise Wrong(f"{puzzle.encoding.name} has {wrong}")
    return answers


def judged_cost(puzzle: Puzzle, answers: Sequence[Rows], cost: Sequence[int]) -> int:
    """The cost of all answers by the rules; raises Wrong if it is not that of clingo."""
    costs = {puzzle.rules.cost(answer) for answer in answers}
    if costs != set(cost[:1]):
        raise Wrong(f"{puzzle.encoding.name} has cost {cost}, the rules {sorted(costs)}")
    return costs.pop()


def conflicts(control: clingo.Control) -> int | None:
    """The conflicts of the last search.

    control.statistics would make a dictionary of all figures there are, which takes as long as to
    solve a small board.
    """
    inside: Any = clingo._internal
    handle: Any = control
    call, lib = inside._c_call, inside._lib
    figures = call("clingo_statistics_t*", lib.clingo_control_statistics, handle._rep)
    place = call("uint64_t", lib.clingo_statistics_root, figures)
    for name in (b"solving", b"solvers", b"conflicts"):
        if not call("bool", lib.clingo_statistics_map_has_subkey, figures, place, name):
            return None
        place = call("uint64_t", lib.clingo_statistics_map_at, figures, place, name)
    return int(call("double", lib.clingo_statistics_value_get, figures, place))
