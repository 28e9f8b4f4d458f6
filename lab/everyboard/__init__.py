"""Search all boards of a size at once for one on which a program is wrong, or prove that none is.

The given cells are a choice of the solver, not facts; the program, which nobody trusts, and a rival
stand side by side in a sandboxed server, see lab/runner/every_board.lp.  What the solver finds is a
candidate: the caller runs the program on that board alone, and a candidate that does not hold there
is excluded and searched again.
"""

import itertools
import math
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lab.common.words import Place
from lab.everyboard.boards import Candidate, Size, format_boards, format_excluded, read_candidate
from lab.puzzles import Puzzle
from lab.runner.board_search import ACCEPTS, FOUND, OPEN, REFUSES, SEVERAL
from lab.runner.pool import Task, TaskPool

TOGETHER_ROWS = 3  # boards of up to so many rows share a task, if several run at a time
MOST_ROUNDS = 3  # searches of a size, each without the candidates that did not hold
CONFLICTS = 30_000  # of the solver, for a question and a size
SECONDS = 4.0  # of computing, for a task


@dataclass
class SearchResult:
    """The faults that a search found, and the sizes on which it ended without a fault."""

    found: list[Candidate] = field(default_factory=list)  # each holds on its board
    proven: list[Size] = field(default_factory=list)  # no board of these sizes has a fault
    searched: list[Size] = field(default_factory=list)  # none was found within the limits
    obstacles: list[tuple[str, Place]] = field(default_factory=list)  # what it cannot judge
    choices: list[Place] = field(default_factory=list)  # which answers seem not to decide


@dataclass
class BoardSearch:
    """A search for boards of a puzzle on which a program differs from a rival.

    rival: the text of the other program, such as the reference
    values: a regular expression for the values of answers
    holds: whether a candidate is true when the program is run on its board alone
    """

    pool: TaskPool
    puzzle: Puzzle
    program: Path
    rival: str
    values: str
    holds: Callable[[Candidate], bool]
    questions: Sequence[str] = (ACCEPTS, REFUSES, SEVERAL)
    conflicts: int = CONFLICTS
    is_sample: bool = False  # if so, nothing is proven
    without: Sequence[Place] = ()  # constraints of the program that are left out
    result: SearchResult = field(default_factory=SearchResult)
    # whether an answer that violates restrictions of the rival keeps all rules of the puzzle;
    # if so, these restrictions are no rules, such as those that only optima keep
    keeps_rules: Callable[[Candidate], bool] | None = None
    implied: set[int] = field(default_factory=set)  # such restrictions
    _choices: list[Place] = field(default_factory=list)
    _reported: list[int] = field(default_factory=list)  # restrictions that are reported already

    def search(self, sizes: Sequence[Size]) -> SearchResult:
        """Search all sizes, then settle them in order until a size stays open; return the result.

        ACCEPTS is asked until all restrictions of the rival are found, other questions once.  A
        size that is neither proven nor answered ends the search, as larger ones take longer.
        """
        groups = self._make_groups(sizes)
        with ThreadPoolExecutor(self.pool.number) as threads:  # those of the pool may wait for this
            first_rows = list(threads.map(lambda group: self._run(group, []), groups))
        for group, rows in zip(groups, first_rows):
            if self.result.obstacles or not self._settle(group, rows):
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

    def _settle(self, sizes: Sequence[Size], rows: list[dict[str, Any]] | None) -> bool:
        """Sort the results of a task, and repeat it without refuted candidates.

        Return whether all boards of these sizes are settled.  It stops after MOST_ROUNDS rounds
        without a new implied restriction.
        """
        if rows is None:  # then each size by itself
            together = len(sizes) > 1
            return together and all(self._settle([size], self._run([size], [])) for size in sizes)
        refuted: list[Candidate] = []
        rounds = 0
        while rounds < MOST_ROUNDS:
            implied_before = len(self.implied)
            candidates = [row for row in rows if row["state"] == FOUND]
            refuted_rows = [row for row in candidates if not self._keep_true(row)]
            if not refuted_rows:
                return self._add_sizes(sizes, rows)
            for row in refuted_rows:
                candidate = read_candidate(row)
                if self.keeps_rules and row["question"] == ACCEPTS and self.keeps_rules(candidate):
                    self.implied.update(number for number in row["restrictions"] if number >= 0)
                refuted.append(candidate)
            rounds += len(self.implied) == implied_before  # else there is less to find
            rows = self._run(sizes, refuted)
            if rows is None:
                return self._settle(sizes, rows)
        self.result.choices = self._choices
        self.result.searched += sizes
        return self.is_sample

    def _keep_true(self, row: dict[str, Any]) -> bool:
        """Run a candidate; if true, add it to the result, else return False.

        A candidate is not run if its question is answered already.
        """
        is_answered = row["question"] not in self.questions
        if row["question"] == ACCEPTS:
            is_answered = {*row["restrictions"]} <= {*self._reported, *self.implied}
        if is_answered:
            return True
        candidate = read_candidate(row)
        if not self.holds(candidate):
            return False
        self.result.found.append(candidate)
        if candidate.question == ACCEPTS:
            self._reported += row["restrictions"]
        else:
            self.questions = [name for name in self.questions if name != candidate.question]
        return True

    def _add_sizes(self, sizes: Sequence[Size], rows: Sequence[dict[str, Any]]) -> bool:
        """Add the sizes before the first fault to the result; return whether all are settled.

        A size of which no board is a puzzle has no rows, and is proven.  After a fault not every
        question is asked.
        """
        unsettled = {tuple(row["size"]) for row in rows if row["state"] == OPEN}
        faulty = {(len(each.board), len(each.board[0])) for each in self.result.found}
        is_first = faulty <= {*sizes}
        for size in itertools.takewhile(lambda size: is_first and size not in faulty, sizes):
            is_proven = size not in unsettled and not self.is_sample
            (self.result.proven if is_proven else self.result.searched).append(size)
        return self.is_sample or not unsettled

    def _format_boards(self, size: Size, refuted: Sequence[Candidate]) -> str:
        """Return the facts of all boards of a size, but for the `refuted` ones."""
        excluded = [c for c in refuted if (len(c.board), len(c.board[0])) == size]
        return format_boards(self.puzzle, size) + format_excluded(excluded)

    def _run(
        self, sizes: Sequence[Size], refuted: Sequence[Candidate]
    ) -> list[dict[str, Any]] | None:
        """Run the task search_boards; keep obstacles and choices, return the rows or None."""
        arguments = {
            "path": str(self.program),
            "rival": self.rival,
            "boards": [(self._format_boards(size, refuted), *size) for size in sizes],
            "values": self.values,
            "questions": list(self.questions),
            "conflicts": self.conflicts,
            "is_sample": self.is_sample,
            "reported": self._reported,
            "ignored": sorted(self.implied),
            "without": [(place.file, place.line) for place in self.without],
        }
        outcome = self.pool.run(Task("search_boards", arguments, SECONDS, 4 * SECONDS))
        if not outcome.is_done:
            return None
        for text, (file, line) in outcome.value["obstacles"]:
            obstacle = (text, Place(Path(file).name, line))
            if obstacle not in self.result.obstacles:  # sizes are searched in several threads
                self.result.obstacles.append(obstacle)
        self._choices = [Place(Path(file).name, line) for file, line in outcome.value["choices"]]
        results: list[dict[str, Any]] = outcome.value["results"]
        return results
