"""Smallest sets of clues that clash, by implicit hitting sets.

Clues that can be met together leave out a group of clues, one of which at least is in every
clash.  A smallest set with one clue out of every known group either clashes, and then no
smaller one does, or its answer adds one more group (A. Ignatiev, A. Previti, M. Liffiton,
J. Marques-Silva: Smallest MUS Extraction with Minimal Hitting Set Dualization, CP 2015).
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import decode
from lab.common.queries import cell_of
from lab.common.words import Cell
from lab.lightup.query import Query
from lab.lightup.rules import BULB, CLUES, Board, cells


class Subset(NamedTuple):
    """Clues that clash; without any one of them the others can be met."""

    cells: set[Cell]
    fewest: bool  # proved: no fewer clues clash


class Demands:
    """The atoms name(R,C) of a query, each of which may be demanded or left open."""

    def __init__(self, query: Query, name: str, always: Iterable[int] = ()) -> None:
        self.query, self.literals = query, query.literals(name)
        self.always = list(always)  # assumptions beside the demands
        self.core: set[Cell] = set()  # those of the last demands that could not be met together

    def meet(self, wanted: set[Cell]) -> set[Cell] | None:
        """What an answer meets that meets all that is wanted; None if there is none."""
        met: set[Cell] = set()
        core = self.query.solve(
            lambda answer: met.update(
                cell for cell, literal in self.literals.items() if answer.model.is_true(literal)
            ),
            [*self.always, *(self.literals[cell] for cell in wanted)],
            models=1,
        )
        if core is None:
            return met
        self.core = {cell for cell in wanted if self.literals[cell] in core}
        return None


def switched(board: Board, known: Board | None = None, always: Iterable[Cell] = ()) -> Demands:
    """The clues as demands, of any solution or of others than the known one.

    An answer leaves out a group that is irreducible: it does not meet fewer clues than it can.
    """
    facts = known_bulbs(known) if known else ""
    query = Query(
        board,
        "models/rules",
        "explain/switched",
        "explain/other",
        facts=facts,
        options=["--heuristic=Domain"],
    )
    met = query.literals("met")
    return Demands(query, "met", [met[cell] for cell in always])


def known_bulbs(solution: Board) -> str:
    """A known solution as facts."""
    return "known.\n" + "".join(f"known({r},{c}).\n" for r, c in cells(solution, BULB))


def smallest(board: Board, demands: Demands) -> Iterator[Subset]:
    """Ever smaller sets of clues that clash, the last one proved smallest; all together must."""
    clues = set(cells(board, CLUES))
    best = irreducible(demands, clues)
    yield Subset(best, False)
    hitting, groups = Query(board, "explain/hitting", options=["--opt-strategy=usc"]), 0
    while len(wanted := hit(hitting)) < len(best):
        while (met := demands.meet(wanted)) is not None:
            group, groups = clues - met, groups + 1
            facts = "".join(f"group({groups},{r},{c}).\n" for r, c in group)
            hitting.extend("group", groups, facts)
            wanted = wanted | group  # so the next group is another one
        clash = irreducible(demands, demands.core)
        if len(clash) < len(best):
            best = clash
            yield Subset(best, False)
    yield Subset(best, True)


def irreducible(demands: Demands, wanted: set[Cell]) -> set[Cell]:
    """Some of the demands, which cannot be met together either, but without any one can."""
    rest = wanted
    for cell in sorted(wanted):
        if cell in rest and demands.meet(rest - {cell}) is None:
            rest = demands.core
    return rest


def superfluous(demands: Demands, clues: set[Cell]) -> set[Cell]:
    """The clues without any one of which the others still clash."""
    found: set[Cell] = set()
    for cell in sorted(clues):
        if cell not in found and demands.meet(clues - {cell}) is None:
            found |= clues - demands.core
    return found


def hit(hitting: Query) -> set[Cell]:
    """As few clues as possible with one out of every group."""
    picked: set[Cell] = set()

    def better(answer: decode.AnswerSet) -> None:
        picked.clear()
        picked.update(
            cell_of(atom) for atom in answer.model.symbols(atoms=True) if atom.match("pick", 2)
        )

    hitting.solve(better)
    return picked
