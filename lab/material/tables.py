"""Writes the bank of a handout: what check needs of a puzzle, without any program.

lab/check/bank/bank.py has its fields, and reads them.
"""

import functools
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import decode
from lab.check.bank.answers import AnswerCount, TrialBoard
from lab.check.bank.assignment import Assignment
from lab.check.bank.mistake_table import format_table
from lab.check.judges import example_runs
from lab.check.programs import fresh_boards
from lab.check.programs.mistaken_programs import complete_table
from lab.common.words import format_rows
from lab.puzzles import Board
from lab.runner.task_pool import TaskPool
from lab.search.checker import COUNTED_SIDE, list_sizes

# The distance of the sizes of grids, and their number; their facts are stored, too.
GRID_STEP, MOST_GRIDS = 3, 6
# settings that make boards and grids, or cut them: a handout has those that were made
MAKER_SETTINGS = {
    *("make_board", "sizes", "large_sizes", "make_grid", "grid_sizes", "samples"),
    *("parts", "wrong_costs"),
}
SAMPLED_PAIRS = 6  # right answers of a size whose boards are read


class TableWriter:
    """Writes the bank of a puzzle; what is the same for all students is made once."""

    def __init__(self, pool: TaskPool, assignment: Assignment, seed: int) -> None:
        self.pool, self.assignment, self.seed = pool, assignment, seed

    def format_tables(self, examples: Sequence[Board], course_tables: Mapping[str, object]) -> str:
        """Return the bank as JSON, fractions as text; programs have to solve the examples."""
        bank, common = self.assignment.bank, self._common_tables
        outcomes = {
            format_rows(board): example_runs.run_reference(
                self.pool, self.assignment, board
            ).outcome
            for board in examples
        }
        data = {
            **common,
            "examples": examples,
            "least_costs": {t: bank.least_costs[t] for t in outcomes if t in bank.least_costs},
            "facts": common["facts"] | self._format_facts(examples),
            "reference_outcomes": {text: outcome[:2] for text, outcome in outcomes.items()},
            **course_tables,
        }
        return json.dumps(data, ensure_ascii=False, separators=(",", ":"), default=str) + "\n"

    def _format_facts(self, boards: Sequence[Board]) -> dict[str, str]:
        return {decode.format_grid(b): self.assignment.bank.format_facts(b) for b in boards}

    @functools.cached_property
    def _common_tables(self) -> dict[str, Any]:
        """The tables that are the same for all students."""
        assignment, bank, settings = self.assignment, self.assignment.bank, self.assignment.settings
        grids = fresh_boards.make_grids(assignment, self.seed)[::GRID_STEP][:MOST_GRIDS]
        readable = [*bank.samples.well_formed, *bank.samples.tolerated.values(), *grids]
        fresh = fresh_boards.make_trial_boards(self.pool, assignment, self.seed)
        solved = [bank.make_solved_trial(settings.cause_board)] if settings.cause_board else []
        boards = [trial.board for trial in (*bank.trials, *fresh, *solved)]
        boards += [board for pairs in settings.tolerated.values() for board, _ in pairs]
        return {
            "puzzle": {
                name: getattr(assignment.puzzle, name)
                for name in ("name", "title", "best", "marks")
            },
            "settings": {
                name: value for name, value in vars(settings).items() if name not in MAKER_SETTINGS
            },
            "trials": list(map(format_trial, bank.trials)),
            "fresh_boards": list(map(format_trial, fresh)),
            "solved_trials": list(map(format_trial, solved)),
            "facts": {
                **{grid: "\n".join(bank.list_expected_lines(grid)) for grid in readable},
                **self._format_facts(boards),
            },
            "samples": bank.samples._asdict(),
            "grids": grids,
            "mistake_table": format_table(complete_table(self.pool, assignment)),
            "sentences": bank.sentences,
            "exercises": bank.exercises,
            "counts": list(self._list_counts()),
            "own_names": sorted(assignment.checker.own_names),
        }

    def _list_counts(self) -> Iterator[AnswerCount]:
        """Yield the numbers of right answers to all boards of each small size that has any.

        A size is left out if puzzle.py rejects its blank board and all random ones: a program need
        not answer them.
        """
        checker, squares_only = self.assignment.checker, self.assignment.has_squares_only
        for size in list_sizes(COUNTED_SIDE, 0 if squares_only else COUNTED_SIDE):
            is_read = checker.read_board(size, ()) is not None
            if not is_read and not checker.sample_right_answers(self.pool, size, SAMPLED_PAIRS):
                continue
            if number := checker.count_right_answers(self.pool, size):
                digest = checker.digest_right_answers(self.pool, size, number)
                facts = checker.boards_text + checker.format_size_facts(size)
                yield AnswerCount(size, facts, number, digest)


def format_trial(trial: TrialBoard) -> list[Any]:
    """Return a trial board without its facts as JSON can hold it."""
    solutions = list(map(sorted, trial.list_solutions()))
    return [trial.board, solutions, trial.least, trial.wrong_costs]
