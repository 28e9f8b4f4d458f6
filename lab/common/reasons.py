"""Smallest reasons for the values of cells, by the logic program of a puzzle.

An answer set without a value tells that each reason of the value contains something that this
answer set lacks, too.  Pick a value, and as few cells as possible that no answer set so far speaks
against.  If the value follows from them, no value has a smaller reason.  Otherwise there is one
more answer set to tell so.

Source: E. Gamba, B. Bogaerts, T. Guns, "Efficiently Explaining CSPs with Unsatisfiable Subset
Optimization", IJCAI 2021.
"""

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from clingo.backend import HeuristicType

import decode
from lab.common.clash import Demands, find_clash
from lab.common.queries import GrowingProgram
from lab.common.words import Cell

PICKING = Path(__file__).with_name("picking.lp")
FIRST_ATTEMPTS, FIRST_CONFLICTS = 220, 120  # for the first reason; conflicts in each attempt
MORE_ATTEMPTS, MORE_CONFLICTS = 12, 50  # for each further one
MOST_LEFT = 100  # attempts for further reasons that stay from the first
INTERRUPTED = 2  # conflicts of an interrupted attempt that count for an attempt
CORES_TO_SHRINK = 3  # for a reason that may not be the smallest, when there are no attempts left


class Reason(NamedTuple):
    """The literal of a value, and the literals from which it follows by all rules."""

    value: int
    facts: set[int]


class ReasonSearch:
    """A search for reasons in a program, where `rules` are literals.

    `facts` are the literals of what is known, with their cells; `groups` those of what follows from
    it.  Of reasons of the same size, one for a value of the first group comes first.
    """

    def __init__(
        self,
        program: GrowingProgram,
        rules: Iterable[int],
        facts: Mapping[int, Cell],
        groups: Sequence[Mapping[int, Cell]],
    ) -> None:
        self._rules, self._facts, self._groups = set(rules), list(facts), list(map(list, groups))
        cells = {literal: cell for part in (facts, *groups) for literal, cell in part.items()}
        self._cells, literals = cells, {literal: literal for literal in [*cells, *self._rules]}
        # What is assumed before the rules is in cores itself, not what it follows from.
        self._demands = {value: Demands(program, literals, [-value]) for value in cells}
        self._attempts, self._answers = FIRST_ATTEMPTS, 0
        self._reasons: dict[int, set[int]] = {}  # by value; there may be smaller ones
        lines = [f"fact({literal},{r},{c}).\n" for literal, (r, c) in cells.items()]
        lines += [f"value({literal}).\n" for group in groups for literal in group]
        self._picking = GrowingProgram([str(PICKING)], text="".join(lines))
        self._conflicts = FIRST_CONFLICTS  # the most in an attempt
        self._picks, self._targets, self._bounds = map(
            self._picking.literals_by_number, ("pick", "target", "over")
        )
        # Each answer set lacks as little as possible, so that it tells much.
        solver: Any = program.control.configuration.solver
        solver.heuristic = "Domain"
        with program.control.backend() as backend:
            for literal in cells:
                kind = HeuristicType.True_ if literal > 0 else HeuristicType.False_
                backend.add_heuristic(abs(literal), kind, 1, 1, [])

    def list_reasons(self) -> Iterator[Reason]:
        """Yield a reason for each value of the first group, and for others that are as small.

        Each value is a fact for those that follow.
        """
        while self._groups[0]:
            reason = self._find_smallest() or self._find_small()
            yield reason
            next(group for group in self._groups if reason.value in group).remove(reason.value)
            self._reasons.pop(reason.value, None)
            self._facts.append(reason.value)
            self._attempts = min(self._attempts, MOST_LEFT) + MORE_ATTEMPTS
            self._conflicts = MORE_CONFLICTS

    def _find_smallest(self) -> Reason | None:
        """Return a reason in as few cells as possible; None if there are no attempts left."""
        sizes = range(min(map(len, self._reasons.values()), default=len(self._bounds)))
        for size, group in itertools.product(sizes, self._groups):
            while self._attempts > 0 and (picked := self._pick(size, group)):
                demands = self._demands[picked.value]
                core = demands.find_core([*picked.facts, *self._rules])
                if core is not None:
                    facts = find_clash(demands, core - self._rules, self._rules)
                    return Reason(picked.value, facts)
                self._answers += 1
                lacking = sorted(self._cells.keys() - demands.met)
                lines = "".join(f"lacking({self._answers},{literal}).\n" for literal in lacking)
                self._picking.extend("answer", self._answers, lines)
        return None

    def _find_small(self) -> Reason:
        """Return the smallest reason that is known or found in one of the smallest cores."""
        cores: dict[int, set[int]] = {}
        for value in itertools.chain(*self._groups):
            core = self._demands[value].find_core([*self._facts, *self._rules]) or set()
            if value not in self._reasons or core.intersection(self._facts[-1:]):
                cores[value] = core - self._rules
        for value in sorted(cores, key=lambda value: len(cores[value]))[:CORES_TO_SHRINK]:
            facts = find_clash(self._demands[value], cores[value], self._rules)
            self._reasons[value] = min(self._reasons.get(value, facts), facts, key=len)
        return min(itertools.starmap(Reason, self._reasons.items()), key=lambda r: len(r.facts))

    def _pick(self, size: int, group: Sequence[int]) -> Reason | None:
        """Return what may be the reason of a value of the group, in at most `size` cells.

        Returns None if there is none, or if the attempts came to their end.
        """
        picked: list[Reason] = []

        def note_pick(answer: decode.AnswerSet) -> None:
            is_true = answer.model.is_true
            value = next(value for value in group if is_true(self._targets[value]))
            picked.append(Reason(value, {lit for lit in self._facts if is_true(self._picks[lit])}))

        allowed = ((self._picks, set(self._facts)), (self._targets, set(group)))
        assumptions = [-lit for part, kept in allowed for n, lit in part.items() if n not in kept]
        solving: Any = self._picking.control.configuration.solve
        solving.solve_limit = str(self._conflicts)
        while self._attempts > 0:
            self._picking.solve(note_pick, [-self._bounds[size], *assumptions], models=1)
            is_interrupted = self._picking.result.interrupted
            self._attempts -= self._conflicts // INTERRUPTED if is_interrupted else 1
            if not is_interrupted:
                return picked[0] if picked else None
        return None
