"""Search all boards of a size at once for one on which a program is wrong, or prove that none is.

The given cells are a choice of the solver, not facts.  The program, which nobody trusts, and a
rival stand side by side in a sandboxed server, see lab/runner/server/every_board.lp.  The solver
finds candidates: the caller runs the program on such a board alone; without a fault there the
board is excluded, and the search goes on.
"""

import itertools
import math
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

from lab.common.words import Place, read_places
from lab.everyboard.boards import Size, format_boards, format_excluded
from lab.puzzles import Puzzle
from lab.runner.server.board_search import FOUND, OPEN, QUESTIONS, WRONGLY_ACCEPTED, SearchRow
from lab.runner.task_pool import Task, TaskPool

TOGETHER_ROWS = 3  # boards of up to so many rows share a task, if several run at a time
MOST_ROUNDS = 3  # searches of a size, each without the candidates that showed no fault
CONFLICTS = 30_000  # of the solver, for a question and a size
SAMPLE_CONFLICTS = 30  # likewise in a sample, before each restriction is probed
SECONDS = 4.0  # of computing, for a task

Evidence = TypeVar("Evidence")


@dataclass
class SearchResult(Generic[Evidence]):
    """The faults that a search found, and the sizes on which it ended without a fault."""

    faults: list[Evidence] = field(default_factory=list)
    proven: list[Size] = field(default_factory=list)  # no board of these sizes has a fault
    searched: list[Size] = field(default_factory=list)  # none was found within the limits
    obstacles: list[tuple[str, Place]] = field(default_factory=list)  # what it cannot judge
    choices: Sequence[Place] = ()  # which answers seem not to decide


class Reply(NamedTuple):
    """The result of the task search_boards."""

    rows: list[SearchRow]
    choices: list[Place]


@dataclass
class BoardSearch(Generic[Evidence]):
    """A search for boards of a puzzle on which a program differs from a rival.

    rival: the text of the other program, such as the reference
    values: a regular expression for the values of answers
    confirm: runs the program on the board of a candidate alone; returns its fault, if it has one
    without: constraints of the program that are left out
    keeps_rules: whether an answer that violates restrictions of the rival keeps all rules of the
        puzzle; then these restrictions are no rules, but such as only optima keep
    implied: the numbers of such restrictions, as far as they are known; the search adds others
    """

    pool: TaskPool
    puzzle: Puzzle
    program: Path
    rival: str
    values: str
    confirm: Callable[[SearchRow], Evidence | None]
    questions: Sequence[str] = QUESTIONS
    is_sample: bool = False  # if so, nothing is proven
    without: Sequence[Place] = ()
    keeps_rules: Callable[[SearchRow], bool] | None = None
    implied: set[int] = field(default_factory=set)
    result: SearchResult[Evidence] = field(default_factory=SearchResult)
    _answered: set[str | int] = field(default_factory=set)  # questions, and restrictions
    _faulty: set[Size] = field(default_factory=set)

    def search(self, sizes: Sequence[Size]) -> SearchResult[Evidence]:
        """Search all sizes, then settle them in order until a size stays open; return the result.

        WRONGLY_ACCEPTED is asked until all restrictions of the rival are violated, other questions
        once.  A size that is neither proven nor answered ends the search, as larger ones take
        longer.
        """
        groups = self._make_groups(sizes)
        # a thread of the pool may wait for this search; so its tasks need other threads
        with ThreadPoolExecutor(self.pool.number) as threads:
            replies = list(threads.map(self._ask, groups))
        for group, reply in zip(groups, replies):
            if self.result.obstacles or not self._settle(group, reply):
                break
        return self.result

    def _make_groups(self, sizes: Sequence[Size]) -> list[Sequence[Size]]:
        """Return the sizes in groups, each for a task, which rewrites both programs anew."""
        if self.is_sample or self.pool.number == 1:
            length = max(1, math.ceil(len(sizes) / self.pool.number))
            return [sizes[start : start + length] for start in range(0, len(sizes), length)]
        small = [size for size in sizes if max(size) <= TOGETHER_ROWS]
        larger = [[size] for size in sizes if size not in small]
        return [small, *larger] if small else [*larger]

    def _settle(self, sizes: Sequence[Size], reply: Reply | None) -> bool:
        """Confirm the candidates of a task; run it again without the refuted ones.

        Return whether all boards of these sizes are settled.  It stops after MOST_ROUNDS rounds
        without a new implied restriction.
        """
        refuted: list[SearchRow] = []
        rounds = 0
        while reply and rounds < MOST_ROUNDS:
            implied_before = len(self.implied)
            candidates = (row for row in reply.rows if row.state == FOUND)
            refuted_rows = [row for row in candidates if not self._confirm(row)]
            if not refuted_rows:
                return self._add_sizes(sizes, reply.rows)
            refuted += refuted_rows
            rounds += len(self.implied) == implied_before  # else there is less to find
            choices, reply = reply.choices, self._ask(sizes, refuted)
        if not reply:  # then each size by itself
            together = len(sizes) > 1
            return together and all(self._settle([size], self._ask([size])) for size in sizes)
        self.result.choices = choices
        self.result.searched += sizes
        return self.is_sample

    def _is_answered(self, row: SearchRow) -> bool:
        """Return whether faults of this kind are in the result, or no rules."""
        if row.question != WRONGLY_ACCEPTED:
            return row.question in self._answered
        return self._answered.union(self.implied).issuperset(list_violations(row))

    def _confirm(self, row: SearchRow) -> bool:
        """Add the fault of a candidate to the result; return False if it has none.

        A candidate is not run if faults of its kind are in the result already.
        """
        if self._is_answered(row):
            return True
        fault = self.confirm(row)
        if fault is not None:
            self.result.faults.append(fault)
            self._faulty.add(row.size)
            is_open = row.question == WRONGLY_ACCEPTED
            self._answered.update(list_violations(row) if is_open else [row.question])
        elif self.keeps_rules and row.question == WRONGLY_ACCEPTED and self.keeps_rules(row):
            self.implied.update(row.restrictions)
        return fault is not None

    def _add_sizes(self, sizes: Sequence[Size], rows: Sequence[SearchRow]) -> bool:
        """Add the sizes before the first fault to the result; return whether all are settled.

        A size without any puzzle has no rows, and is proven.  After a fault not every question is
        asked.
        """
        unsettled = {row.size for row in rows if row.state == OPEN}
        is_first = self._faulty <= {*sizes}
        for size in itertools.takewhile(lambda n: is_first and n not in self._faulty, sizes):
            is_proven = size not in unsettled and not self.is_sample
            (self.result.proven if is_proven else self.result.searched).append(size)
        return self.is_sample or not unsettled

    def _format_boards(self, size: Size, refuted: Sequence[SearchRow]) -> str:
        """Return the facts of all boards of a size, but for the `refuted` ones."""
        excluded = [candidate for candidate in refuted if candidate.size == size]
        return format_boards(self.puzzle, size) + format_excluded(excluded)

    def _ask(self, sizes: Sequence[Size], refuted: Sequence[SearchRow] = ()) -> Reply | None:
        """Run the task search_boards; keep obstacles, return the reply, None if it is not done."""
        arguments = {
            "path": str(self.program),
            "rival": self.rival,
            "boards": [(self._format_boards(size, refuted), *size) for size in sizes],
            "values": self.values,
            "questions": list(self.questions),
            "conflicts": SAMPLE_CONFLICTS if self.is_sample else CONFLICTS,
            "is_sample": self.is_sample,
            "ignored": sorted(self.implied),
            "without": [(place.file, place.line) for place in self.without],
        }
        outcome = self.pool.run(Task("search_boards", arguments, SECONDS, 4 * SECONDS))
        if not outcome.is_done:
            return None
        for text, line in outcome.value["obstacles"]:
            obstacle = (text, *read_places([line]))
            if obstacle not in self.result.obstacles:  # sizes are searched in several threads
                self.result.obstacles.append(obstacle)
        rows = [SearchRow(tuple(size), *fields) for size, *fields in outcome.value["results"]]
        return Reply(rows, read_places(outcome.value["choices"]))


def list_violations(row: SearchRow) -> Sequence[str | int]:
    """Return the restrictions of the rival that an answer violates; other cells count as one."""
    return [*row.restrictions, *["other cells"] * row.has_other_cells]
