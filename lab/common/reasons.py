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
from lab.common.clash import Demands
from lab.common.queries import GrowingProgram
from lab.common.words import Cell

PICKING = Path(__file__).with_name("picking.lp")
FIRST_ATTEMPTS, MORE_ATTEMPTS = 400, 15  # for the first reason, for each further one
MOST_CONFLICTS, INTERRUPTED = 50, 15  # of an attempt; the attempts that one with more counts for
CORES_TO_SHRINK = 4  # for a reason that may not be the smallest, when there are no attempts left


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
        self._program, self._rules, self._facts = program, set(rules), list(facts)
        self._groups = [list(group) for group in groups]
        self._cells = {lit: cell for part in (facts, *groups) for lit, cell in part.items()}
        self._attempts, self._answers = FIRST_ATTEMPTS, 0
        self._reasons: dict[int, set[int]] = {}  # by value; there may be smaller ones
        lines = [f"fact({literal},{r},{c}).\n" for literal, (r, c) in self._cells.items()]
        lines += [f"value({literal}).\n" for group in groups for literal in group]
        self._picking = GrowingProgram([str(PICKING)], text="".join(lines))
        solving: Any = self._picking.control.configuration.solve
        solving.solve_limit = str(MOST_CONFLICTS)
        find_literals = self._picking.literals_by_number
        self._picks, self._targets = find_literals("pick"), find_literals("target")
        self._bounds = find_literals("over")
        # Each answer set lacks as little as possible, so that it tells much.
        solver: Any = program.control.configuration.solver
        solver.heuristic = "Domain"
        with program.control.backend() as backend:
            for literal in self._cells:
                kind = HeuristicType.True_ if literal > 0 else HeuristicType.False_
                backend.add_heuristic(abs(literal), kind, 1, 1, [])

    def list_reasons(self) -> Iterator[Reason]:
        """Yield a reason for each value of the first group, and for others that are as small.

        Each value is a fact for those that follow.
        """
        while self._groups[0]:
            reason = self._find_smallest() or self._find_small()
            yield reason
            for group in self._groups:
                group[:] = [value for value in group if value != reason.value]
            self._reasons.pop(reason.value, None)
            self._facts.append(reason.value)
            self._attempts += MORE_ATTEMPTS

    def _find_smallest(self) -> Reason | None:
        """Return a reason in as few cells as possible; None if there are no attempts left."""
        known_sizes = map(self._measure, self._reasons.values())
        sizes = range(min(known_sizes, default=len(self._bounds)))
        for size, group in itertools.product(sizes, self._groups):
            while self._attempts > 0 and (reason := self._pick(size, group)):
                value, facts = reason
                demands = self._demand(value)
                core = demands.find_core([*facts, *self._rules])
                if core is not None:
                    return self._shrink(value, core, size)
                self._answers += 1
                lacking = self._cells.keys() - demands.met
                lines = "".join(f"lacking({self._answers},{lit}).\n" for lit in sorted(lacking))
                self._picking.extend("answer", self._answers, lines)
        return None

    def _find_small(self) -> Reason:
        """Return the smallest reason that is known or found in one of the smallest cores."""
        cores = {}
        for value in itertools.chain(*self._groups):
            core = self._demand(value).find_core([*self._facts, *self._rules]) or set()
            if value not in self._reasons or self._facts[-1] in core:
                cores[value] = core
        most = len(self._bounds)
        for value in sorted(cores, key=lambda value: len(cores[value]))[:CORES_TO_SHRINK]:
            most = min(map(self._measure, self._reasons.values()), default=most)
            if reason := self._shrink(value, cores[value], most):
                self._reasons[value] = reason.facts
        value = min(self._reasons, key=lambda value: self._measure(self._reasons[value]))
        return Reason(value, self._reasons[value])

    def _measure(self, facts: Iterable[int]) -> int:
        """Return in how many cells facts are."""
        return len({self._cells[literal] for literal in facts})

    def _demand(self, value: int) -> Demands[int]:
        """Return what an answer set without this value may meet, the latest fact first.

        Assumed before the rules, facts are in cores themselves, not what they follow from.
        """
        literals = dict.fromkeys([*self._facts, *self._cells, *self._rules])
        return Demands(self._program, {literal: literal for literal in literals}, [-value])

    def _shrink(self, value: int, core: set[int], most: int) -> Reason | None:
        """Return the reason of a value in a core, with no fact that can be left out.

        Returns None if it is in more than `most` cells.
        """
        demands, facts, needed = self._demand(value), core - self._rules, set[int]()
        for fact in sorted(facts):
            if fact in facts:
                kept = (facts | self._rules) - {fact}
                smaller_core = demands.find_core([lit for lit in demands.literals if lit in kept])
                facts = facts if smaller_core is None else smaller_core - self._rules
                needed |= facts & {fact}
                if self._measure(needed) > most:
                    return None
        return Reason(value, facts)

    def _pick(self, size: int, group: Sequence[int]) -> Reason | None:
        """Return what may be the reason of a value of the group, in at most `size` cells.

        Returns None if there is none, or if the attempts came to their end.
        """
        picked: list[Reason] = []

        def note_pick(answer: decode.AnswerSet) -> None:
            is_true = answer.model.is_true
            value = next(value for value in group if is_true(self._targets[value]))
            picked.append(Reason(value, {lit for lit in self._facts if is_true(self._picks[lit])}))

        facts, values = set(self._facts), set(group)
        assumptions = [-self._bounds[size]]
        assumptions += [-literal for fact, literal in self._picks.items() if fact not in facts]
        assumptions += [-lit for value, lit in self._targets.items() if value not in values]
        while self._attempts > 0:
            self._picking.solve(note_pick, assumptions, models=1)
            self._attempts -= INTERRUPTED if self._picking.result.interrupted else 1
            if not self._picking.result.interrupted:
                return picked[0] if picked else None
        return None
