"""Smallest sets of demands that clash, for any logic program.

A demand is an atom that an answer set may meet or not: this clue has its bulbs, that line is drawn.
Demands clash if no answer set meets all of them.

The search for a smallest clash uses implicit hitting sets.  Each answer set leaves at least one
demand of each clash unmet.  Pick the fewest demands such that each answer set found so far leaves
one of the picked demands unmet.  If they clash, no smaller set does.  Otherwise another answer set
meets all picked demands; add this answer set, and pick again.

Several questions may be asked of a program, such as whether this or that value follows.  Then each
pick belongs to one question, and the clash is the smallest of all questions.

Sources: A. Ignatiev, A. Previti, M. Liffiton, J. Marques-Silva, "Smallest MUS Extraction with
Minimal Hitting Set Dualization", CP 2015; several questions: E. Gamba, B. Bogaerts, T. Guns,
"Efficiently Explaining CSPs with Unsatisfiable Subset Optimization", IJCAI 2021.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Generic, TypeVar

from clingo.backend import HeuristicType

import decode
from lab.common.words import Cell
from lab.explain.queries import GrowingProgram

CORES_TO_SHRINK = 3  # cores that are shrunk if no clash is proven smallest
HITTING = Path(__file__).with_name("hitting.lp")

Demand = TypeVar("Demand", int, Cell)


@dataclass
class Demands(Generic[Demand]):
    """Demands on the answer sets of a program, each with its literal.

    The demands are assumed before the rules, so that clingo's core has demands, not atoms that
    imply demands.
    """

    program: GrowingProgram
    literals: Mapping[Demand, int]
    assumptions: Collection[int] = ()  # these, and the rules, always hold
    rules: Collection[int] = ()
    rank: int = 0  # of two clashes of equal size, the one of the lower rank is better
    met: Collection[Demand] = ()  # all that the last answer set meets

    def find_core(self, demands: Collection[Demand]) -> set[Demand] | None:
        """Return which `demands` clash; None if an answer set meets all of them, see `met`."""

        def note_met(answer: decode.AnswerSet) -> None:
            is_true = answer.model.is_true
            self.met = {demand for demand, lit in self.literals.items() if is_true(lit)}

        assumptions = (*self.assumptions, *map(self.literals.__getitem__, demands), *self.rules)
        core = self.program.solve(note_met, assumptions, models=1)
        if core is None:
            return None
        return {demand for demand in demands if self.literals[demand] in core}

    def prefer_met(self) -> None:
        """Let clingo look for answer sets that meet many demands."""
        solver: Any = self.program.control.configuration.solver
        solver.heuristic = "Domain"
        with self.program.control.backend() as backend:
            for literal in self.literals.values():
                kind = HeuristicType.True_ if literal > 0 else HeuristicType.False_
                backend.add_heuristic(abs(literal), kind, 1, 1, [])


@dataclass(frozen=True)
class DemandSet(Generic[Demand]):
    """Some of the demands: a clash, whose members are all needed; or a pick, which may clash."""

    members: set[Demand]
    is_smallest: bool  # proven: no fewer demands clash
    question: Any = None  # the name of its question, if there are several


def shrink_clash(demands: Demands[Demand], members: set[Demand]) -> set[Demand]:
    """Return members that clash, each of them needed.  All members together must clash."""
    clash: set[Demand] = members
    for member in sorted(members):
        if member in clash:
            core = demands.find_core([d for d in demands.literals if d in clash and d != member])
            clash = clash if core is None else core
    return clash


def find_smaller_clashes(demands: Demands[Demand]) -> Iterator[DemandSet[Demand]]:
    """Yield smaller and smaller clashes; the last one again when proven smallest.

    Yields none if an answer set meets all demands.
    """
    if demands.find_core(demands.literals) is not None:
        units = {member: number for number, member in enumerate(demands.literals)}
        yield from ClashSearch(units, {None: demands}).find_smaller(set(units), [None])


class ClashSearch(Generic[Demand]):
    """A search for a clash that is the smallest in all of several questions.

    units: the unit of each demand; demands of one unit count as one
    questions: demands of one program, which differ in their assumptions only, by name: None, or a
        demand that no answer set to this question meets
    most_conflicts: of clingo for each pick; -1 for any number
    """

    def __init__(
        self,
        units: Mapping[Demand, int],
        questions: Mapping[Any, Demands[Demand]],
        most_conflicts: int = -1,
    ) -> None:
        self._units: Mapping[Demand, int] = units
        self._questions: Mapping[Any, Demands[Demand]] = questions
        self._numbers: dict[Any, int] = {member: n for n, member in enumerate([None, *units])}
        lines = [f"member({self._numbers[member]},{unit}).\n" for member, unit in units.items()]
        lines += [f"question({self._numbers[q]},{d.rank}).\n" for q, d in questions.items()]
        options = ["--opt-strategy=usc", f"--solve-limit={most_conflicts}"]
        self._hitting = GrowingProgram([str(HITTING)], options, text="".join(lines))
        self._picks, self._asks = map(self._hitting.list_literals_by_number, ("pick", "ask"))
        self._answers = 0
        self._clashes: list[DemandSet[Demand]] = []  # so far; there may be smaller ones
        next(iter(questions.values())).prefer_met()  # then each answer set excludes many picks

    def find_smaller(
        self, members: set[Demand], questions: Collection[Any]
    ) -> Iterator[DemandSet[Demand]]:
        """Yield smaller and smaller clashes of members; the last one again when proven smallest.

        All members must clash in each question.  If clingo gives up on a pick, clashes are also
        made from the smallest cores of the questions; the last clash is then the smallest known,
        without a proof.
        """
        clashes = self._clashes = [clash for clash in self._clashes if clash.question in questions]
        while pick := self._pick(members, questions):
            smallest = min(clashes, key=self._compute_cost, default=None)
            if smallest and self._compute_cost(smallest) <= self._compute_cost(pick):
                yield replace(smallest, is_smallest=True)
                return
            demands, picked = self._questions[pick.question], pick.members
            while (core := demands.find_core(picked)) is None:
                self._answers += 1
                lacking = self._numbers.keys() - demands.met
                numbers = sorted(self._numbers[member] for member in lacking)
                facts = "".join(f"lacking({self._answers},{number}).\n" for number in numbers)
                self._hitting.extend("answer", self._answers, facts)
                picked |= members & lacking  # so that the next answer set lacks other ones
            clashes.append(DemandSet(shrink_clash(demands, core), False, pick.question))
            yield min(clashes, key=self._compute_cost)
        cores = {q: self._questions[q].find_core(members) or set() for q in questions}
        for question in sorted(questions, key=lambda q: len(cores[q]))[:CORES_TO_SHRINK]:
            members = shrink_clash(self._questions[question], cores[question])
            clashes.append(DemandSet(members, False, question))
        yield min(clashes, key=self._compute_cost)

    def _compute_cost(self, clash: DemandSet[Demand]) -> tuple[int, int]:
        """Return the size of a clash and the rank of its question."""
        size = len({self._units[member] for member in clash.members})
        return size, self._questions[clash.question].rank

    def _pick(self, members: set[Demand], questions: Collection[Any]) -> DemandSet[Demand] | None:
        """Return as few members as a smallest clash may have; None if that takes too long."""
        picks: list[DemandSet[Demand]] = []  # ever smaller ones

        def note_pick(answer: decode.AnswerSet) -> None:
            is_true = answer.model.is_true
            question = next(q for q in questions if is_true(self._asks[self._numbers[q]]))
            picked = {m for m in members if is_true(self._picks[self._numbers[m]])}
            picks.append(DemandSet(picked, False, question))

        allowed = {self._picks[self._numbers[member]] for member in members}
        allowed |= {self._asks[self._numbers[question]] for question in questions}
        literals = {*self._picks.values(), *self._asks.values()}
        self._hitting.solve(note_pick, [-literal for literal in sorted(literals - allowed)])
        return picks[-1] if self._hitting.result.exhausted else None
