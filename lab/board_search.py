"""Search all boards of a size at once for one on which a program is wrong, or prove that none is.

The given cells are a choice of the solver, not facts.  The program, which nobody trusts, and a
rival stand side by side in a sandboxed server, see lab/runner/server/every_board.lp.  Each board
that the solver finds, with an answer, is a candidate.  The caller runs the program on it.  If this
shows no fault, the candidate is excluded, and the search is repeated.
"""

import contextlib
import functools
from collections import defaultdict
from collections.abc import Callable, Container, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

from decode import BLANK
from lab import Unusable
from lab.common.words import Cell, Place, read_places
from lab.notations import list_choices
from lab.puzzles import BOARDS_FILE, Puzzle
from lab.runner.server.every_board import (
    FOUND,
    QUESTIONS,
    UNDECIDED,
    WRONGLY_ACCEPTED,
    SearchRow,
    take_statements,
)
from lab.runner.server.rewriting import Unsearchable, rewrite_program
from lab.runner.server.syntax_tree import parse_text
from lab.runner.task_pool import Task, TaskPool

MOST_ROUNDS = 3  # searches of a size, each without the candidates that showed no fault
SECONDS = 4.0  # of computing for a task with one size
BOARDS = "boards"  # the role of boards.lp

Size = tuple[int, int]  # rows and columns
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
    keeps_rules: whether the answer of a candidate keeps all rules of the puzzle.  If it does, and
        the program is right about it, the rival forbids the answer for its cost alone; the
        restrictions of the rival that the answer violates are ignored from then on
    skips_unsolvable: whether a size on which the rival has no solution counts as proven, as it has
        no puzzles
    ignored: the numbers of restrictions that are ignored; the search adds others
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
    _samples: set[Size] = field(default_factory=set)  # sizes of which nothing is proven
    _replies: dict[Size, Reply] = field(default_factory=dict)  # the last on each size

    def search(self, sizes: Sequence[Size], samples: Sequence[Size] = ()) -> SearchResult[Evidence]:
        """Search all sizes, then settle them in order; return the result.

        WRONGLY_ACCEPTED is asked until all restrictions of the rival are violated, other questions
        once.  A size whose candidates stay undecided ends the search, as larger ones take longer.
        The search proves nothing of the sizes `samples`; they count if the others show no fault.
        """
        self._samples.update(samples)
        all_sizes, number = [*sizes, *samples], self.pool.number
        groups = [all_sizes[first::number] for first in range(min(number, len(all_sizes)))]
        # a thread of the pool may wait for this search; so its tasks need other threads
        with ThreadPoolExecutor(number) as threads:
            list(threads.map(self._ask, groups))  # raises what a thread raised
        for size in sizes:
            if self.result.unsearchable or not self._settle(size):
                break
        if not (self.result.faults or self.result.unsearchable):
            for size in samples:
                self._settle(size)
        unproven_sizes = [size for size in sizes if size in self.result.searched]
        if unproven_sizes:
            self.result.open_choices = self._replies[unproven_sizes[0]].open_choices
        return self.result

    def _settle(self, size: Size) -> bool:
        """Confirm the candidates of a size; search it again without the refuted ones.

        Return whether each candidate is confirmed or refuted.  It is not if a run has no end, or
        after MOST_ROUNDS rounds that added no ignored restriction.  Leave a sample whose search
        was cut short out of the result.
        """
        with contextlib.suppress(Undecided):
            for rows in self._list_rounds(size):
                candidates = (row for row in rows if row.state == FOUND)
                refuted_rows = [row for row in candidates if not self._confirm(row)]
                if not refuted_rows:
                    self._add_settled_size(size, rows)
                    return True
                self._refuted += refuted_rows
        if self._replies[size].is_done or size not in self._samples:
            self.result.searched.append(size)
        return False

    def _list_rounds(self, size: Size) -> Iterator[Sequence[SearchRow]]:
        """Yield the rows of a size after each search, until a search does not end."""
        rounds = 0
        while rounds < MOST_ROUNDS:
            while sizes := self._list_sizes_to_ask(size):
                self._ask(sizes)
            reply = self._replies[size]
            if not reply.is_done:
                break
            ignored_before = len(self.ignored)
            yield [row for row in reply.rows if row.size == size]
            if len(self.ignored) == ignored_before:  # else there is less to find
                rounds += 1

    def _list_sizes_to_ask(self, size: Size) -> Sequence[Size]:
        """Return the sizes to ask before `size` is settled, none if the reply on it is up to date.

        It is outdated if a candidate in it was refuted since then, or violates a restriction that
        is ignored since then: because of this candidate, larger sizes were not asked everything.
        If a task of several sizes did not end, this size is asked alone.
        """
        reply = self._replies[size]
        if not reply.is_done:
            return [size] if len(reply.sizes) > 1 else []
        is_outdated = any(
            row in self._refuted or not self.ignored.isdisjoint(list_kinds(row))
            for row in reply.rows
        )
        return reply.sizes[reply.sizes.index(size) :] if is_outdated else []

    def _add_settled_size(self, size: Size, rows: Sequence[SearchRow]) -> None:
        """Add a size to the proven or the searched sizes, unless there is a fault."""
        if self.result.faults:  # then not every question is asked
            return
        is_undecided = any(row.state == UNDECIDED for row in rows)  # none is, without any puzzle
        is_proven = size not in self._samples and not is_undecided
        (self.result.proven if is_proven else self.result.searched).append(size)

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

    def _ask(self, sizes: Sequence[Size]) -> None:
        """Run the task search_boards; keep the reply for each size, and unsearchable parts."""
        boards = [
            (format_boards(self.puzzle, size) + self._format_excluded(size), *size)
            for size in sizes
        ]
        arguments = {
            "path": str(self.program),
            "rival": self.rival,
            "boards": [board for board in boards if board[1:] not in self._samples],
            "samples": [board for board in boards if board[1:] in self._samples],
            "values": self.values,
            "questions": list(self.questions),
            "ignored": sorted(self.ignored),
            "skips_unsolvable": self.skips_unsolvable,
            "without": [(place.file, place.line) for place in self.without],
        }
        seconds = self.seconds * min(len(sizes), 2)
        outcome = self.pool.run(Task("search_boards", arguments, seconds, 4 * seconds))
        reply = Reply(sizes)
        if outcome.is_done:
            for text, line in outcome.value["unsearchable"]:
                part = (text, *read_places([line]))
                if part not in self.result.unsearchable:  # sizes are searched in several threads
                    self.result.unsearchable.append(part)
            rows = [SearchRow(tuple(size), *fields) for size, *fields in outcome.value["results"]]
            reply = Reply(sizes, True, rows, read_places(outcome.value["open_choices"]))
        self._replies |= dict.fromkeys(sizes, reply)

    def _format_excluded(self, size: Size) -> str:
        """Return the facts that exclude the refuted candidates of a size."""
        facts = []
        candidates = [row for row in self._refuted if row.size == size]
        for number, candidate in enumerate(candidates):
            facts.append(f"excluded({number},{candidate.question}).\n")
            facts += [f"board({number},{','.join(cell)}).\n" for cell in candidate.givens]
            facts += [f"solved({number},{','.join(cell)}).\n" for cell in candidate.answer]
        return "".join(facts)


def list_kinds(row: SearchRow) -> Sequence[str | int]:
    """Return the kinds of faults that a candidate shows.

    For WRONGLY_ACCEPTED they are the restrictions of the rival that the answer violates, and other
    cells; for another question they are the question.
    """
    if row.question != WRONGLY_ACCEPTED:
        return [row.question]
    return [*row.restrictions, "other cells"] if row.has_other_cells else row.restrictions


def format_boards(puzzle: Puzzle, size: Size, free: Container[Cell] | None = None) -> str:
    """Return facts for every_board.lp: the size, what each cell may or must have, boards.lp.

    With `free`, all other cells are blank.
    """
    height, width = size
    groups = defaultdict[tuple[str, ...], list[Cell]](list)  # cells by the values they may have
    for cell, values_of_cell in list_choices(puzzle, size).items():
        if free is None or cell in free:
            groups[tuple(values_of_cell)].append(cell)
    facts = [f"size({height})." if height == width else f"size({height},{width})."]
    for values, cells in groups.items():
        given_values = ";".join(value for value in values if value != BLANK)
        is_all = len(cells) == height * width
        places = [f"0..{height - 1},0..{width - 1}"] if is_all else [f"{r},{c}" for r, c in cells]
        for place in places:
            if given_values:
                facts.append(f"may({place},({given_values})).")
            if BLANK not in values:
                facts.append(f"must({place}).")
    return "\n".join([*facts, rename_predicates(puzzle.boards_text), ""])


@functools.lru_cache
def rename_predicates(text: str) -> str:
    """Return the text of boards.lp with names that nothing in every_board.lp has.

    Raises Unusable, with the line, if a search of all boards cannot have such a text.
    """
    try:
        program = rewrite_program(take_statements(parse_text(text)), BOARDS)
    except Unsearchable as error:
        raise Unusable(f"{BOARDS_FILE}:{error.place[1]}: {error}") from None
    return "\n".join(map(str, program.rules))
