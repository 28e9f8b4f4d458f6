"""Solves one puzzle by its NAME.lp and has the answer judged by its rules.py."""

import threading
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

import clingo
import clingo._internal

import decode
import encode
from lab.puzzles import Puzzle, Rows, shaped

UNIQUE, SEVERAL, NONE, UNDECIDED = "unique", "several", "none", "undecided"
VERDICTS = (UNIQUE, SEVERAL, NONE, UNDECIDED)
DECIDED = (UNIQUE, SEVERAL)  # verdicts that show an answer
TICK = 0.05  # seconds between two looks at the time
OWN = threading.local()  # of a thread: its watch


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
    start = time.perf_counter()
    search = decode.Search([str(puzzle.encoding)], text=encode.facts(board))
    verdict = verdict_of(search, run(search, limit))
    seconds = time.perf_counter() - start
    answers = [shaped(rows, board) for rows in search.boards] if verdict in DECIDED else []
    for answer in answers:
        judge(puzzle, answer, board)
    cost = judged_cost(puzzle, answers, search.cost) if search.proven and answers else None
    figures = conflicts(search.program.control)
    return Finding(verdict, answers[0] if answers else None, cost, seconds, figures)


class Watch(threading.Thread):
    """Interrupts searches whose time is up; a thread that solves has one for all its puzzles."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self._search: decode.Search | None = None  # the one that is going on
        self._end = 0.0  # of its time, by time.monotonic()
        self._late: decode.Search | None = None  # the last one whose time was up

    def run(self) -> None:
        while True:
            time.sleep(TICK)
            search = self._search
            if search and time.monotonic() > self._end:
                self._late = search
                if search.stage == "solving":  # grounding cannot be interrupted
                    search.program.control.interrupt()

    def over(self, search: decode.Search, limit: float) -> bool:
        """Run a search; returns whether it ended before `limit` seconds had gone."""
        self._end, self._search = time.monotonic() + limit, search
        try:
            search.run()
        finally:
            self._search = None
        return self._late is not search


def run(search: decode.Search, limit: float) -> bool:
    """Run a search in this thread; returns whether it ended before `limit` seconds had gone."""
    watch: Watch | None = getattr(OWN, "watch", None)
    if not watch or not watch.is_alive():  # threads do not outlive a fork
        watch = OWN.watch = Watch()
        watch.start()
    return watch.over(search, limit)


def verdict_of(search: decode.Search, in_time: bool) -> str:
    """The verdict of a search that has ended, in time or not."""
    if not in_time:
        two = len(search.boards) > 1 and not search.program.optimises
        return SEVERAL if two else UNDECIDED
    return (NONE, UNIQUE, SEVERAL)[len(search.boards)]


def judge(puzzle: Puzzle, answer: Rows, board: Rows) -> None:
    """Raise Wrong if the rules of the puzzle reject an answer."""
    for offence in puzzle.rules.offences(answer, board)[:1]:
        raise Wrong(f"{puzzle.encoding.name} has an answer that is no solution: {offence.words}")


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
