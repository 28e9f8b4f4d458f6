"""What the tactics A to D and H of hint conclude, and whether they can do without a clue.

What follows from the rules of the puzzle, stated as conditions, is what A, B and C conclude; D is
a further condition, and H what refutes a supposed bulb.

The tactics are hint's to define, in tactics.lp.  This is another way to the same conclusions, for
a generator that asks thousands of times; the tests compare the two.
"""

from collections.abc import Mapping, Sequence

from lab.lightup.generate.conditions import FURTHER, OFF, PLAIN, Conditions
from lab.lightup.generate.layout import Layout


class Deduction:
    """The conclusions from clues, all of one solution, by A, B, C and further tactics out of DH."""

    def __init__(self, layout: Layout, clues: Mapping[int, int], further: str = "") -> None:
        self._layout, self._supposes = layout, "H" in further
        self._conditions = Conditions(layout.height * layout.width)
        self._add_rules()
        self._conditions_of = {  # by clue, also those that H adds because of it
            black: self._add_clue(black, clue, further) for black, clue in clues.items()
        }
        self._clue_of = {
            number: clue for clue, numbers in self._conditions_of.items() for number in numbers
        }
        slack = self._conditions.slack
        self._conditions.conclude([number for number, left in enumerate(slack) if not left])
        self._suppose([-cell for cell in layout.white])

    @property
    def open(self) -> list[int]:
        """The cells about which nothing was concluded."""
        return [cell for cell in self._layout.white if self._conditions.is_open(cell)]

    @property
    def literals(self) -> list[int]:
        """The conclusions: a cell's number for a bulb, its negative for none."""
        true = self._conditions.true
        return [literal for c in self._layout.white for literal in (c, -c) if true[literal]]

    def spare_clue(self, clue: int) -> bool:
        """Take a clue away if all conclusions can be drawn without it; return whether it went."""
        conditions, numbers = self._conditions, self._conditions_of[clue]
        force = [conditions.force[number] for number in numbers]
        for number in numbers:
            conditions.force[number] = OFF
        lost = conditions.retract(numbers)
        reasons = [conditions.reason[literal] for literal in lost]
        regained = conditions.conclude(conditions.find_ready(lost))
        regained += self._suppose(lost)
        if len(regained) == len(lost):
            return True
        conditions.forget(regained)
        for literal, reason in zip(lost, reasons):
            conditions.set_true(literal, reason)
        for number, value in zip(numbers, force):
            conditions.force[number] = value
        return False

    def _suppose(self, literals: Sequence[int]) -> list[int]:
        """Conclude about these literals by H, if it is in use; return all that follows.

        A bulb refuted once is so for good, as long as the clues are there that did it.
        """
        conclusions: list[int] = []
        has_refuted = self._supposes
        while has_refuted:
            has_refuted = False
            for literal in literals:
                if literal < 0 and (refutation := self._conditions.refute(-literal)):
                    nogood, grounds = refutation
                    for clue in {self._clue_of[n] for n in grounds if n in self._clue_of}:
                        self._conditions_of[clue].append(nogood)
                    conclusions += self._conditions.conclude([nogood])
                    has_refuted = True
        return conclusions

    # ------------------------------------------------------------ the rules as conditions

    def _add_rules(self) -> None:
        """Add: every cell is lit, the condition of its own number, and no bulb lights another.

        Sight is symmetric, so `seen` also lists the conditions that contain the cell.
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

    def _add_clue(self, black: int, clue: int, further: str) -> list[int]:
        """Add B, A and, if in use, D: a bulb on a corner leaves only the other places.

        Returns the numbers of these conditions.
        """
        add, beside = self._conditions.add, self._layout.beside[black]
        numbers = [add(clue, beside), add(len(beside) - clue, [-cell for cell in beside])]
        for corner, *lit in self._layout.corners(black) if "D" in further and clue else ():
            free = [cell for cell in beside if cell not in lit]
            if len(free) > clue:
                needed = [free]
            else:  # every one, or they do not suffice
                needed = [[cell] for cell in free] if len(free) == clue else [[]]
            numbers += [add(1, [-corner, *cells], FURTHER) for cells in needed]
        return numbers
