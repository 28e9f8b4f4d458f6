"""Writes the tables of a handout: what check needs of a puzzle, without any program.

lab/check/bank/table_bank.py reads them.
"""

import dataclasses
import functools
import itertools
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from lab.check.bank.answers import AnswerCount, TrialBoard, fill_board
from lab.check.bank.assignment import Assignment
from lab.check.bank.mistake_table import format_table
from lab.check.judges import example_runs
from lab.check.judges.every_board import list_sizes, open_checker
from lab.check.programs import fresh_boards
from lab.check.programs.mistaken_programs import complete_table
from lab.common.words import format_rows
from lab.puzzles import Board, shape_like
from lab.runner.task_pool import TaskPool
from lab.search.checker import COUNTED_SIDE
from lab.settings.check import WITHHELD, CheckSettings

GRID_STEP, MOST_GRIDS = 3, 6  # of the sizes of grids; their facts are stored, too
DRAWN_PAIRS = 6  # right answers of a size whose boards are read


class TableWriter:
    """Writes the tables of a puzzle; what is the same for all students is made once."""

    def __init__(self, pool: TaskPool, assignment: Assignment, seed: int) -> None:
        self.pool, self.assignment, self.seed = pool, assignment, seed

    def format_tables(self, examples: Sequence[Board], course_tables: Mapping[str, object]) -> str:
        """Return all tables as JSON; programs have to solve the examples."""
        entries = dict(self._entries)
        for board in examples:
            name = format_rows(board)
            run = example_runs.run_reference(self.pool, self.assignment, board)
            entries[name] = {
                **(entries.get(name) or self._make_entry(TrialBoard(board, frozenset(), ""))),
                "reference": [run.outcome.end, run.outcome.value],
                "best": self.assignment.bank.least_costs.get(name),
            }
        numbers = {name: number for number, name in enumerate(entries)}
        kinds = {kind: [trial.board for trial in boards] for kind, boards in self._boards.items()}
        kinds["examples"] = list(examples)
        data = {
            **self._common_tables,
            **{kind: [numbers[format_rows(b)] for b in boards] for kind, boards in kinds.items()},
            "boards": list(entries.values()),
            **course_tables,
        }
        return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"

    @functools.cached_property
    def _boards(self) -> dict[str, list[TrialBoard]]:
        """The boards of the tables, except examples, by kind."""
        bank, settings = self.assignment.bank, self.assignment.settings
        tolerated = [board for pairs in settings.tolerated.values() for board, _ in pairs]
        return {
            "trials": list(bank.trials),
            "fresh": fresh_boards.make_trial_boards(self.pool, self.assignment, self.seed),
            "cause": [bank.solve(settings.cause_board)] if settings.cause_board else [],
            "tolerated": [TrialBoard(board, frozenset(), "") for board in tolerated],
        }

    @functools.cached_property
    def _entries(self) -> dict[str, dict[str, Any]]:
        """The entries of these boards by their texts; the first of equal boards counts."""
        entries: dict[str, dict[str, Any]] = {}
        for trial in itertools.chain.from_iterable(self._boards.values()):
            entry = self._make_entry(trial) | {"least": trial.least}
            entries.setdefault(format_rows(trial.board), entry)
        return entries

    def _make_entry(self, trial: TrialBoard) -> dict[str, Any]:
        """Return the facts and solutions of a board; "costs" are what mistakes report."""
        board, solutions = trial.board, sorted(map(sorted, trial.solutions))
        costs = self.assignment.settings.wrong_costs
        boards = [shape_like(fill_board(board, s), board) for s in solutions] if costs else []
        return {
            "board": list(board),
            "facts": self.assignment.bank.format_facts(board),
            "solutions": [list(map(list, solution)) for solution in solutions],
            "costs": {code: [cost(board, s) for s in boards] for code, cost in costs.items()},
        }

    @functools.cached_property
    def _common_tables(self) -> dict[str, Any]:
        """The tables that are the same for all students, except the boards."""
        assignment, bank = self.assignment, self.assignment.bank
        grids = fresh_boards.make_grids(assignment, self.seed)[::GRID_STEP][:MOST_GRIDS]
        readable = [*bank.samples.well_formed, *bank.samples.tolerated.values(), *grids]
        return {
            "name": assignment.puzzle.name,
            "title": assignment.puzzle.title,
            "best": assignment.puzzle.best,
            "marks": list(assignment.puzzle.marks),
            "settings": {
                field.name: getattr(assignment.settings, field.name)
                for field in dataclasses.fields(CheckSettings)
                if field.metadata != WITHHELD
            },
            "costs": list(assignment.settings.wrong_costs),
            "samples": bank.samples._asdict(),
            "grids": grids,
            "statements": {grid: bank.list_expected_lines(grid) for grid in readable},
            "mistakes": format_table(complete_table(self.pool, assignment)),
            "sentences": bank.sentences,
            "exercises": assignment.exercises,
            "counts": [[*count] for count in self._list_counts()],
            "own_names": sorted(open_checker(assignment).own_names),
        }

    def _list_counts(self) -> Iterator[AnswerCount]:
        """Yield the numbers of right answers to all boards of each small size that has any.

        A size of which puzzle.py rejects the blank board, and all others that are drawn, is left
        out: a program need not answer them.
        """
        checker, squares_only = open_checker(self.assignment), self.assignment.has_squares_only
        for size in list_sizes(COUNTED_SIDE, 0 if squares_only else COUNTED_SIDE):
            is_read = checker.read_board(size, ()) is not None
            if not is_read and not checker.draw_right_answers(self.pool, size, DRAWN_PAIRS):
                continue
            if number := checker.count_right_answers(self.pool, size):
                digest = checker.digest_right_answers(self.pool, size, number)
                yield AnswerCount(size, checker.format_size(size), number, digest)
