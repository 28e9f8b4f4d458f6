"""Search all boards of a size at once for one on which a program is wrong, or prove that none is.

The given cells are a choice of the solver, not facts; the program, which nobody trusts, and a rival
stand side by side in a sandboxed server, see lab/runner/every_board.lp.  What the solver finds is a
candidate: the caller runs the program on that board alone, and a candidate that does not hold there
is excluded and searched again.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lab.common.words import Place
from lab.everyboard.boards import (
    Candidate,
    Frame,
    Size,
    format_boards,
    format_excluded,
    read_candidate,
)
from lab.puzzles import LEAST_COST, Puzzle
from lab.runner.pool import Task, TaskPool

ACCEPTS, REFUSES, SEVERAL = "accepts", "refuses", "several"  # questions of board_search.py
TOGETHER_ROWS = 4  # boards of up to so many rows share a task
MOST_ROUNDS = 4  # searches of a size, each without the candidates that did not hold
CONFLICTS = 30_000  # of the solver, for a question and a size
SECONDS = 4.0  # of computing, for a task


@dataclass
class SearchResult:
    """What a search found, and the sizes of boards on which it found nothing."""

    found: list[Candidate] = field(default_factory=list)  # each holds on its board
    proven: list[Size] = field(default_factory=list)  # no board of these sizes has a fault
    searched: list[Size] = field(default_factory=list)  # none was found within the limits
    obstacles: list[tuple[str, Place]] = field(default_factory=list)  # what it cannot judge

    def add_size(self, size: Size, is_proven: bool) -> None:
        """Add a size on whose boards nothing more was found."""
        (self.proven if is_proven else self.searched).append(size)


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
    frames: Mapping[Size, Frame] = field(default_factory=dict)  # then boards differ in few cells
    is_sample: bool = False  # then nothing is proven
    without: Sequence[Place] = ()  # constraints of the program that are left out
    result: SearchResult = field(default_factory=SearchResult)
    # restrictions of the rival that are no rules, such as those that only optima keep
    implied: set[int] = field(default_factory=set)
    _ended: list[int] = field(default_factory=list)  # restrictions of the rival that were found

    def search(self, sizes: Sequence[Size]) -> SearchResult:
        """Search the boards of each size, the smallest first; return the result so far.

        ACCEPTS is asked until all restrictions of the rival are found, other questions once.  A
        size that is neither proven nor answered ends the search, as larger ones take longer.
        """
        small = [size for size in sizes if max(size) <= TOGETHER_ROWS]
        rows = self._run(small, []) if len(small) > 1 else None
        if rows is not None and not any(row["state"] == "found" for row in rows):
            settled = [self._add_size(size, rows) for size in small]
            sizes = [size for size in sizes if size not in small] if all(settled) else []
        for size in sizes:
            if not self.questions or self.result.obstacles or not self._search_size(size):
                break
        return self.result

    def _search_size(self, size: Size) -> bool:
        """Search the boards of a size until no candidate is false, MOST_ROUNDS times at most.

        Return whether the boards of this size are settled.
        """
        false: list[Candidate] = []
        for _ in range(MOST_ROUNDS):
            rows = self._run([size], false)
            if rows is None:
                break
            candidates = [
                (row, read_candidate(row, size)) for row in rows if row["state"] == "found"
            ]
            refuted = [pair for pair in candidates if not self._keep_true(*pair)]
            if not refuted:
                return self._add_size(size, rows)
            for row, candidate in refuted:
                if candidate.question == ACCEPTS and self.puzzle.best == LEAST_COST:
                    self.implied.update(row["restrictions"])
                false.append(candidate)
        self.result.add_size(size, False)
        return self.is_sample

    def _keep_true(self, row: dict[str, Any], candidate: Candidate) -> bool:
        """Keep a candidate and end its question, if it holds; return whether it does."""
        if not self.holds(candidate):
            return False
        self.result.found.append(candidate)
        if candidate.question == ACCEPTS:
            self._ended += row["restrictions"]
        else:
            self.questions = [name for name in self.questions if name != candidate.question]
        return True

    def _add_size(self, size: Size, rows: Sequence[dict[str, Any]]) -> bool:
        """Add a size to the result; return whether it is settled.

        A size of which no board is a puzzle has no rows, and is proven.
        """
        states = [row["state"] for row in rows if tuple(row["size"]) == size]
        is_settled = "open" not in states
        self.result.add_size(size, is_settled and not self.is_sample)
        return is_settled or self.is_sample

    def _format_boards(self, size: Size) -> str:
        """Return the facts of the boards of a size, those that fit its frame if it has one."""
        return format_boards(self.puzzle, size, self.frames.get(size))

    def _run(
        self, sizes: Sequence[Size], false: Sequence[Candidate]
    ) -> list[dict[str, Any]] | None:
        """Return the results of the task search_boards, None if it was not done."""
        excluded = format_excluded(false)
        arguments = {
            "path": str(self.program),
            "rival": self.rival,
            "boards": [(self._format_boards(size) + excluded, *size) for size in sizes],
            "values": self.values,
            "questions": list(self.questions),
            "conflicts": self.conflicts,
            "ended": self._ended,
            "ignored": sorted(self.implied),
            "without": [(place.file, place.line) for place in self.without],
        }
        outcome = self.pool.run(Task("search_boards", arguments, SECONDS, 4 * SECONDS))
        if not outcome.is_done:
            return None
        self.result.obstacles = [
            (text, Place(Path(file).name, line))
            for text, (file, line) in outcome.value["obstacles"]
        ]
        results: list[dict[str, Any]] = outcome.value["results"]
        return results
