"""What check needs of a puzzle, as tables: lab/check/tables.py reads them where they are used."""

import ast
import functools
import itertools
import json
from collections.abc import Iterable, Mapping
from typing import Any

from lab.check import fresh, growth
from lab.check.answers import Answer, fill_board, format_board
from lab.check.bank import TrialBoard
from lab.check.known_mistakes import complete_table
from lab.check.subject import Subject
from lab.puzzles import Rows, shape_like
from lab.runner.pool import TaskPool

SOLVER = "solutions"  # the function of rules.py that stays at home
NAMES = (  # of the settings that are written as they are
    *("value", "given_code", "optimises_code", "walls", "signs", "cause_board", "tolerated"),
    *("hard_coded", "free_choice", "not_optimised", "square_only", "on_given"),
)


class Tabled:
    """The tables of a puzzle; what is the same for all students is found once."""

    def __init__(self, pool: TaskPool, subject: Subject, seed: int) -> None:
        self.pool, self.subject, self.seed = pool, subject, seed

    def text(self, examples: Iterable[Rows], more: Mapping[str, Any]) -> str:
        """The tables as JSON, `more` of them added; programs have to solve the examples."""
        boards = dict(self._boards)
        for board in examples:
            known = boards.get(format_board(board)) or self._entry(board, [])
            least = {"best": self.subject.bank.least_cost(board)}
            boards[format_board(board)] = known | {"reference": self._reference(board)} | least
        places = {name: place for place, name in enumerate(boards)}
        kinds = {**self._kinds, "examples": list(map(format_board, examples))}
        data = {
            **self._common,
            **{kind: [places[name] for name in names] for kind, names in kinds.items()},
            "boards": list(boards.values()),
            **more,
        }
        return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"

    @functools.cached_property
    def _trials(self) -> dict[str, list[TrialBoard]]:
        """The boards with their solutions, by kinds."""
        subject = self.subject
        return {
            "trials": list(subject.bank.trials),
            "oblong": list(subject.bank.oblong),
            "fresh": fresh.make_trial_boards(self.pool, subject, self.seed),
            "cause": [subject.bank.solve(subject.settings.cause_board)]
            if subject.settings.cause_board
            else [],
            "asked": [
                TrialBoard(board, frozenset(), "")
                for pairs in subject.settings.tolerated.values()
                for board, _ in pairs
            ],
        }

    @functools.cached_property
    def _kinds(self) -> dict[str, list[str]]:
        """The texts of the boards of each kind."""
        return {
            kind: [format_board(one.board) for one in some] for kind, some in self._trials.items()
        }

    @functools.cached_property
    def _boards(self) -> dict[str, dict[str, Any]]:
        """What is known of each board, by its text."""
        found: dict[str, dict[str, Any]] = {}
        for some in self._trials.values():
            for one in some:
                entry = self._entry(one.board, one.solutions) | {"least": one.least}
                found.setdefault(format_board(one.board), entry)
        return found

    def _entry(self, board: Rows, solutions: Iterable[Answer]) -> dict[str, Any]:
        """What is known of a board; `costs` are what its solutions cost by some mistakes."""
        known = sorted(map(sorted, solutions))
        costs = self.subject.settings.costs
        boards = [shape_like(fill_board(board, one), board) for one in known] if costs else []
        return {
            "board": list(board),
            "facts": self.subject.bank.format_facts(board),
            "solutions": [list(map(list, one)) for one in known],
            "costs": {code: [cost(board, one) for one in boards] for code, cost in costs.items()},
        }

    def _reference(self, board: Rows) -> Any:
        """What came of the reference on an example."""
        run = growth.run_reference(self.pool, self.subject, board)
        return [run.outcome.end, run.outcome.value]

    @functools.cached_property
    def _common(self) -> dict[str, Any]:
        """What is the same for all students, except the boards."""
        subject = self.subject
        samples, grids = subject.bank.samples, list(fresh.make_grids(subject, self.seed))
        good = [*samples.well_formed, *samples.tolerated.values(), *grids]
        return {
            "name": subject.puzzle.name,
            "title": subject.puzzle.title,
            "best": subject.puzzle.best,
            "own": {name: getattr(subject.settings, name) for name in NAMES},
            "costs": list(subject.settings.costs),
            "samples": samples._asdict(),
            "grids": grids,
            "statements": {grid: subject.bank.expected_lines(grid) for grid in good},
            "incomparable": incomparable(subject),
            "mistakes": complete_table(self.pool, subject).to_json(),
            "sentences": subject.bank.sentences,
        }


def incomparable(subject: Subject) -> list[Any]:
    """Groups of boards and the codes for which checking.is_comparable holds of none of them."""
    is_comparable, rules = subject.settings.is_comparable, subject.codes
    boards = {format_board(trial.board): trial.board for trial in subject.trials}
    groups: dict[tuple[str, ...], list[list[str]]] = {}
    for size in range(1, len(rules) + 1):
        for codes in itertools.combinations(rules, size):
            unfit = tuple(name for name, board in boards.items() if not is_comparable(board, codes))
            groups.setdefault(unfit, []).append(list(codes))
    return [[list(unfit), codes] for unfit, codes in groups.items() if unfit]


def judge(source: str) -> str:
    """The text of a rules.py without its brute force."""
    lines = source.splitlines(keepends=True)
    for node in reversed(ast.parse(source).body):
        if isinstance(node, ast.FunctionDef) and node.name == SOLVER:
            del lines[node.lineno - 1 : (node.end_lineno or node.lineno)]
    return "".join(lines)
