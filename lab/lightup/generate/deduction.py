"""What the tactics A to D and H of lab.hint conclude, and whether they can do without a clue.

What follows from the rules of the puzzle, stated as conditions, is what A, B, C and what is
always on conclude; D is a further condition, and H what refutes a supposed bulb.

The tactics are lab.hint's to define, in tactics.lp.  This is another road to the same
conclusions, for a generator that asks thousands of times; the tests compare the two.
"""

from collections.abc import Sequence

from lab.lightup.generate.layout import Draft, Layout
from lab.lightup.generate.propagation import FURTHER, OFF, PLAIN, Conditions


def indispensable(draft: Draft, further: str = "") -> list[int]:
    """The clues of a draft that cannot be spared, tried in its order; see Deduction."""
    deduction = Deduction(draft.layout, draft.clues, further)
    return [clue for clue in draft.order if not deduction.dispensable(clue)]


class Deduction:
    """The conclusions from clues, all of one solution, by A, B, C and further tactics out of DH."""

    def __init__(self, layout: Layout, clues: dict[int, int], further: str = "") -> None:
        self._layout, self._supposes = layout, "H" in further
        self._conditions = Conditions(layout.height * layout.width)
        self._rules()
        self._hanging = {black: self._clue(black, clue, further) for black, clue in clues.items()}
        self._clue_of = {c: clue for clue, hanging in self._hanging.items() for c in hanging}
        slack = self._conditions.slack
        self._conditions.conclude([number for number, left in enumerate(slack) if not left])
        self._suppose([-cell for cell in layout.white])

    @property
    def open(self) -> list[int]:
        """The cells about which nothing was concluded."""
        return [cell for cell in self._layout.white if self._conditions.is_open(cell)]

    @property
    def known(self) -> list[int]:
        """What was concluded, as literals."""
        true = self._conditions.true
        return [literal for c in self._layout.white for literal in (c, -c) if true[literal]]

    def dispensable(self, clue: int) -> bool:
        """Take a clue away if all that is known can be concluded without it."""
        conditions, hanging = self._conditions, self._hanging[clue]
        force = [conditions.force[number] for number in hanging]
        for number in hanging:
            conditions.force[number] = OFF
        lost = conditions.retract(hanging)
        reasons = [conditions.reason[literal] for literal in lost]
        regained = conditions.conclude(conditions.ready(lost))
        regained += self._suppose(lost)
        if len(regained) == len(lost):
            return True
        conditions.forget(regained)
        for literal, reason in zip(lost, reasons):
            conditions.know(literal, reason)
        for number, value in zip(hanging, force):
            conditions.force[number] = value
        return False

    def _suppose(self, literals: Sequence[int]) -> list[int]:
        """What H concludes about these literals, if it is in use, and what follows from that.

        A bulb refuted once is so for good, as long as the clues are there that did it.
        """
        news: list[int] = []
        refuted = self._supposes
        while refuted:
            refuted = False
            for literal in literals:
                if literal < 0 and (found := self._conditions.refuted(-literal)):
                    nogood, grounds = found
                    for clue in {self._clue_of[n] for n in grounds if n in self._clue_of}:
                        self._hanging[clue].append(nogood)
                    news += self._conditions.conclude([nogood])
                    refuted = True
        return news

    # ------------------------------------------------------------ the rules as conditions

    def _rules(self) -> None:
        """Every cell is lit, the condition of its own number, and no bulb lights another.

        A cell is seen by those that it sees.  So these are the conditions on it, too.
        """
        conditions, layout = self._conditions, self._layout
        cells = layout.height * layout.width
        conditions.literals = [()] * (cells + 1)
        conditions.slack, conditions.force = [1] * (cells + 1), [OFF] * (cells + 1)
        for cell, seen in layout.seen.items():
            conditions.literals[cell], conditions.within[cell] = seen, seen.copy()
            conditions.slack[cell], conditions.force[cell] = len(seen) - 1, PLAIN
        for run in layout.across + layout.down:
            conditions.add(len(run) - 1, [-cell for cell in run])

    def _clue(self, black: int, clue: int, further: str) -> list[int]:
        """B, A and, if in use, D: a bulb on a corner leaves only the other places."""
        add, beside = self._conditions.add, self._layout.beside[black]
        numbers = [add(clue, beside), add(len(beside) - clue, [-cell for cell in beside])]
        for corner, *seen in self._layout.corners(black) if "D" in further and clue else ():
            rest = [cell for cell in beside if cell not in seen]
            if len(rest) > clue:
                needed = [rest]
            else:  # every one, or they do not suffice
                needed = [[cell] for cell in rest] if len(rest) == clue else [[]]
            numbers += [add(1, [-corner, *cells], FURTHER) for cells in needed]
        return numbers
