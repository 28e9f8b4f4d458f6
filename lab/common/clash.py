"""Smallest sets of demands that clash, for any logic program.

A demand is an atom that an answer set may meet or not: this clue has its bulbs, that line is drawn.
Demands clash if no answer set meets all of them.

The search for a smallest clash uses implicit hitting sets.  If an answer set leaves a group of
demands unmet, and no answer set meets more, then every clash contains a demand of that group.
Pick as few demands as possible, at least one of each group found so far.  If they clash, no smaller
set does.  Otherwise an answer set meets them, and the demands that it leaves unmet are a new group.

Source: A. Ignatiev, A. Previti, M. Liffiton, J. Marques-Silva, "Smallest MUS Extraction with
Minimal Hitting Set Dualization", CP 2015.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

import decode
from lab.common.queries import GrowingProgram
from lab.common.words import Cell

HITTING = Path(__file__).with_name("hitting.lp")

Demand = TypeVar("Demand", int, Cell)


@dataclass(frozen=True)
class Clash(Generic[Demand]):
    """Demands that clash; without any one of them the rest can be met."""

    members: set[Demand]
    is_smallest: bool  # proven: no fewer demands clash


class Demands(Generic[Demand]):
    """Atoms of a program, by demand; each question says which of them must hold."""

    def __init__(
        self,
        program: GrowingProgram,
        literals: Mapping[Demand, int],
        assumptions: Iterable[int] = (),
    ) -> None:
        """`literals` are those of the demands, `assumptions` hold in every question."""
        self.program, self.assumptions = program, list(assumptions)
        self.literals: Mapping[Demand, int] = literals
        self.met: set[Demand] = set()  # all that the last answer set meets

    def find_core(self, demands: Collection[Demand]) -> set[Demand] | None:
        """Return those of `demands` that clash; None if an answer set meets all, see `met`."""

        def note_met(answer: decode.AnswerSet) -> None:
            is_true = answer.model.is_true
            self.met = {demand for demand, lit in self.literals.items() if is_true(lit)}

        assumptions = [*self.assumptions, *(self.literals[demand] for demand in demands)]
        core = self.program.solve(note_met, assumptions, models=1)
        if core is None:
            return None
        return {demand for demand in demands if self.literals[demand] in core}


def find_clash(
    demands: Demands[Demand], members: set[Demand], always: Collection[Demand] = ()
) -> set[Demand]:
    """Return members that clash together with `always`, none of which can be left out.

    All members must clash so.
    """
    clash: set[Demand] = members
    for member in sorted(members):
        if member in clash:
            kept = {*clash, *always} - {member}
            core = demands.find_core([d for d in demands.literals if d in kept])
            clash = clash if core is None else core.difference(always)
    return clash


def find_smaller_clashes(demands: Demands[Demand], members: set[Demand]) -> Iterator[Clash[Demand]]:
    """Yield smaller and smaller clashes of the members; the last one again when proven smallest.

    All members together must clash.  The program needs a heuristic by which the first answer set
    of each search is maximal: no other answer set meets the same demands and one more.
    """
    smallest = find_clash(demands, members)
    yield Clash(smallest, False)
    numbers = {member: number for number, member in enumerate(sorted(members))}
    facts = f"member(0..{len(numbers) - 1}).\n"
    hitting = GrowingProgram([str(HITTING)], ["--opt-strategy=usc"], text=facts)
    groups = 0
    while len(picked := pick_fewest(hitting, numbers)) < len(smallest):
        while (core := demands.find_core(picked)) is None:
            group, groups = members - demands.met, groups + 1
            facts = "".join(f"group({groups},{numbers[member]}).\n" for member in group)
            hitting.extend("group", groups, facts)
            picked |= group  # so that the next group is another one
        clash = find_clash(demands, core)
        if len(clash) < len(smallest):
            smallest = clash
            yield Clash(smallest, False)
    yield Clash(smallest, True)


def pick_fewest(hitting: GrowingProgram, numbers: Mapping[Demand, int]) -> set[Demand]:
    """Return as few members as possible, at least one of each group that hitting.lp has."""
    literals = hitting.literals_by_number("pick")
    picks: list[set[Demand]] = []  # ever smaller ones

    def note_picked(answer: decode.AnswerSet) -> None:
        is_true = answer.model.is_true
        picks.append({member for member, n in numbers.items() if is_true(literals[n])})

    hitting.solve(note_picked)
    return picks[-1]
