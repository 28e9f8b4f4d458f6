"""Search all boards of a size at once for one on which a program is wrong, or prove that none is.

The given cells are a choice of the solver, not facts.  The program, which nobody trusts, and a
rival stand side by side in a sandboxed server, see lab/runner/server/every_board.lp.  Each board
that the solver finds, with an answer, is a candidate.  The caller runs the program on it.  If this
shows no fault, the candidate is excluded, and the search is repeated.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

from lab.common.words import Place, read_places
from lab.everyboard.boards import Size, format_boards, format_excluded
from lab.puzzles import Puzzle
from lab.runner.server.every_board import FOUND, OPEN, QUESTIONS, WRONGLY_ACCEPTED, SearchRow
from lab.runner.task_pool import Task, TaskPool

MOST_ROUNDS = 3  # searches of a size, each without the candidates that showed no fault
SECONDS = 4.0  # of computing for a task with one size

Evidence = TypeVar("Evidence")


class Undecided(Exception):
    """The run of a program on the board of a candidate came to no end."""


@dataclass
class SearchResult(Generic[Evidence]):
    """The faults that a search found, and the sizes on which it ended without a fault."""

    faults: list[Evidence] = field(default_factory=list)
    proven: list[Size] = field(default_factory=list)  # no puzzle of these sizes shows a fault
    searched: list[Size] = field(default_factory=list)  # none was found within the limits
    unsearchable: list[tuple[str, Place]] = field(default_factory=list)  # by their texts
    open_choices: Sequence[Place] = ()  # which answers seem not to decide


class Reply(NamedTuple):
    """The result of the task search_boards for some sizes."""

    sizes: Sequence[Size]
    is_done: bool = False
    rows: Sequence[SearchRow] = ()
    open_choices: Sequence[Place] = ()


@dataclass
class BoardSearch(Generic[Evidence]):
    """A search for boards of a puzzle on which a program differs from a rival.

    rival: the text of the other program, such as the reference
    values: a regular expression for the values of answers
    confirm: runs the program on the board of a candidate alone; returns its fault, None if it has
        none; raises Undecided
    without: constraints of the program that are left out
    keeps_rules: whether the answer of a candidate keeps all rules of the puzzle; if it does, and
        the program has no fault there, the restrictions of the rival that it violates are kept
        by optima only, and are ignored from then on
    skips_unsolvable: whether a size on which the rival has no solution counts as proven, as it has
        no puzzles
    ignored: the numbers of such restrictions, as far as they are known; the search adds others
    seconds: of computing for a task with one size; a task with several has twice as many
    """

    pool: TaskPool
    puzzle: Puzzle
    program: Path
    rival: str
    values: str
    confirm: Callable[[SearchRow], Evidence | None]
    questions: Sequence[str] = QUESTIONS
    without: Sequence[Place] = ()
    keeps_rules: Callable[[SearchRow], bool] | None = None
    skips_unsolvable: bool = True
    ignored: set[int] = field(default_factory=set)
    seconds: float = SECONDS
    result: SearchResult[Evidence] = field(default_factory=SearchResult)
    _answered: set[str | int] = field(default_factory=set)  # kinds of the faults, see list_kinds
    _refuted: list[SearchRow] = field(default_factory=list)  # candidates that showed no fault

    def search(self, sizes: Sequence[Size], samples: Sequence[Size] = ()) -> SearchResult[Evidence]:
        """Search all sizes, then settle them in order; return the result.

        WRONGLY_ACCEPTED is asked until all restrictions of the rival are violated, other questions
        once.  A size whose candidates stay undecided ends the search, as larger ones take longer.
        The search proves nothing of the sizes `samples`; they count if the others show no fault.
        """
        all_sizes, number = [*sizes, *samples], self.pool.number
        groups = [all_sizes[first::number] for first in range(min(number, len(all_sizes)))]
        # a thread of the pool may wait for this search; so its tasks need other threads
        with ThreadPoolExecutor(number) as threads:
            replies = list(threads.map(lambda group: self._ask(group, samples), groups))
        reply_of = {size: reply for reply in replies for size in reply.sizes}
        for size in sizes:
            if self.result.unsearchable or not self._settle(size, reply_of, samples):
                break
        for size in samples if not (self.result.faults or self.result.unsearchable) else ():
            self._settle(size, reply_of, samples)
        unproven_sizes = [size for size in sizes if size in self.result.searched]
        if unproven_sizes:
            self.result.open_choices = reply_of[unproven_sizes[0]].open_choices
        return self.result

    def _settle(self, size: Size, reply_of: dict[Size, Reply], samples: Sequence[Size]) -> bool:
        """Confirm the candidates of a size; search it again without the refuted ones.

        Return whether each candidate is confirmed or refuted.  It is not if a run has no end, or
        after MOST_ROUNDS rounds that added no ignored restriction.  Store new replies in
        `reply_of`.  Leave a sample whose search was cut short out of the result.
        """
        rounds = 0
        while rounds < MOST_ROUNDS:
            reply = reply_of[size]
            if not reply.is_done and len(reply.sizes) == 1:
                break
            if not reply.is_done or self._is_outdated(reply):
                later_sizes = reply.sizes[reply.sizes.index(size) :]
                sizes = later_sizes if reply.is_done else [size]
                reply_of |= dict.fromkeys(sizes, self._ask(sizes, samples))
                continue
            rows = [row for row in reply.rows if row.size == size]
            ignored_before = len(self.ignored)
            try:
                candidates = (row for row in rows if row.state == FOUND)
                refuted_rows = [row for row in candidates if not self._confirm(row)]
            except Undecided:
                break
            if not refuted_rows:
                self._add_size(size, rows, size in samples)
                return True
            self._refuted += refuted_rows
            rounds += len(self.ignored) == ignored_before  # else there is less to find
        if reply.is_done or size not in samples:
            self.result.searched.append(size)
        return False

    def _is_outdated(self, reply: Reply) -> bool:
        """Return whether a row was refuted, or violates a restriction that is ignored, since then.

        A question that was not asked of larger sizes, because of this row, is asked again.
        """
        return any(
            row in self._refuted or not self.ignored.isdisjoint(list_kinds(row))
            for row in reply.rows
        )

    def _confirm(self, row: SearchRow) -> bool:
        """Add the fault of a candidate to the result; return False if it has none.

        A candidate is not run if faults of all its kinds are in the result already, or are ignored.
        """
        kinds = list_kinds(row)
        if self._answered.union(self.ignored).issuperset(kinds):
            return True
        fault = self.confirm(row)
        if fault is not None:
            self.result.faults.append(fault)
            self._answered.update(kinds)
        elif self.keeps_rules and row.question == WRONGLY_ACCEPTED and self.keeps_rules(row):
            self.ignored.update(row.restrictions)
        return fault is not None

    def _add_size(self, size: Size, rows: Sequence[SearchRow], is_sample: bool) -> None:
        """Add a size to the result if no fault is found up to it.

        A size without any puzzle has no rows, and is proven.  After a fault not every question is
        asked.
        """
        if not self.result.faults:
            is_proven = not is_sample and all(row.state != OPEN for row in rows)
            (self.result.proven if is_proven else self.result.searched).append(size)

    def _format_boards(self, size: Size) -> str:
        """Return the facts of all boards of a size, and of refuted candidates."""
        excluded = [candidate for candidate in self._refuted if candidate.size == size]
        return format_boards(self.puzzle, size) + format_excluded(excluded)

    def _ask(self, sizes: Sequence[Size], samples: Sequence[Size]) -> Reply:
        """Run the task search_boards; keep unsearchable parts, return the reply."""
        boards = {size: (self._format_boards(size), *size) for size in sizes}
        arguments = {
            "path": str(self.program),
            "rival": self.rival,
            "boards": [boards[size] for size in sizes if size not in samples],
            "samples": [boards[size] for size in sizes if size in samples],
            "values": self.values,
            "questions": list(self.questions),
            "ignored": sorted(self.ignored),
            "skips_unsolvable": self.skips_unsolvable,
            "without": [(place.file, place.line) for place in self.without],
        }
        seconds = self.seconds * min(len(sizes), 2)
        outcome = self.pool.run(Task("search_boards", arguments, seconds, 4 * seconds))
        if not outcome.is_done:
            return Reply(sizes)
        for text, line in outcome.value["unsearchable"]:
            part = (text, *read_places([line]))
            if part not in self.result.unsearchable:  # sizes are searched in several threads
                self.result.unsearchable.append(part)
        rows = [SearchRow(tuple(size), *fields) for size, *fields in outcome.value["results"]]
        return Reply(sizes, True, rows, read_places(outcome.value["open_choices"]))


def list_kinds(row: SearchRow) -> Sequence[str | int]:
    """Return the kinds of faults that a candidate shows.

    For WRONGLY_ACCEPTED they are the restrictions of the rival that the answer violates, and other
    cells; for another question they are the question.
    """
    if row.question != WRONGLY_ACCEPTED:
        return [row.question]
    return [*row.restrictions, *["other cells"] * row.has_other_cells]
