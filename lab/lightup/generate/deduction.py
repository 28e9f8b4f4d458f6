"""Computes what the tactics A, B, C, D and H of hint conclude, and whether they need a clue for it.

Conditions state the rules of the puzzle.  A, B and C conclude what follows from a single condition;
D adds conditions; H supposes a bulb and refutes it.

tactics.lp defines the tactics for hint.  This module draws the same conclusions faster, for a
generator that asks thousands of times; tests compare the two.

A literal is a cell's number for a bulb there, its negative for none.  A condition says that at
least a number of its literals are true.  Its slack is how many more of them may become false:
without slack, all others are true, and the false ones are the reason.  Each conclusion keeps its
condition.  So a condition can be switched off again, with exactly what depends on it
(J. Doyle: A Truth Maintenance System, Artificial Intelligence 12, 1979).
"""

import itertools
from collections.abc import Iterable, Mapping, Sequence

from lab.lightup.generate.layout import Layout

OFF, PLAIN, FURTHER = 0, 1, 2  # a condition is off; on; on, but not while H supposes a bulb
NO_CONDITION = -1  # the reason of a literal that was supposed, not concluded


class ConditionSet:
    """Conditions on cells numbered from 1, which all have a solution in common.

    `true`, `reason` and `conditions` have an entry for each literal; a negative index counts from
    the end.  `literals`, `slack` and `level` have one for each condition.
    """

    def __init__(self, cell_count: int) -> None:
        size = 2 * cell_count + 1
        self.true, self.reason = bytearray(size), [NO_CONDITION] * size
        self.conditions: list[list[int]] = [[] for _ in range(size)]
        self.literals: list[Sequence[int]] = []  # what the condition may conclude
        self.slack: list[int] = []
        self.level: list[int] = []

    def add(self, least: int, literals: Sequence[int], level: int = PLAIN) -> int:
        """Add a condition on literals of unknown truth; return its number."""
        number = len(self.slack)
        self.literals.append(literals)
        self.level.append(level)
        self.slack.append(len(literals) - least)
        for literal in literals:
            self.conditions[literal].append(number)
        return number

    def is_open(self, literal: int) -> bool:
        """Whether neither the literal nor its opposite is known to be true."""
        return not (self.true[literal] or self.true[-literal])

    def set_true(self, literal: int, reason: int = NO_CONDITION) -> list[int]:
        """Make a literal true; return the conditions that are left without slack."""
        self.true[literal], self.reason[literal] = 1, reason
        slack, conditions = self.slack, self.conditions[-literal]
        for condition in conditions:
            slack[condition] -= 1
        return [condition for condition in conditions if slack[condition] <= 0]

    def conclude(self, ready: Iterable[int], level: int = FURTHER) -> tuple[list[int], int | None]:
        """Make true what follows from these conditions without slack, and from the conclusions.

        Conditions above this level, or off, conclude nothing.  Returns the conclusions, up to a
        contradiction, and the condition that cannot be met.  Only a supposition can lead to one.
        """
        true, waiting, conclusions = self.true, list(ready), list[int]()
        for condition in waiting:
            if not 0 < self.level[condition] <= level:
                continue
            if self.slack[condition] < 0:
                return conclusions, condition
            for literal in self.literals[condition]:
                if not (true[literal] or true[-literal]):
                    waiting += self.set_true(literal, condition)
                    conclusions.append(literal)
        return conclusions, None

    def forget(self, literals: Iterable[int]) -> None:
        """Make literals unknown; what was concluded from them stays."""
        for literal in literals:
            self.true[literal] = 0
            for condition in self.conditions[-literal]:
                self.slack[condition] += 1

    def retract(self, conditions: Iterable[int]) -> list[int]:
        """Forget the conclusions from these conditions, and further ones from them; return all."""
        lost, waiting = list[int](), list(conditions)
        for condition in waiting:
            for literal in self.literals[condition]:
                if self.true[literal] and self.reason[literal] == condition:
                    waiting += [n for n in self.conditions[-literal] if not self.slack[n]]
                    self.forget([literal])
                    lost.append(literal)
        return lost

    def refute(self, literal: int) -> tuple[int, set[int]] | None:
        """Suppose an open literal; if plain conditions contradict it, add a condition against it.

        Returns the new condition and the conditions that led to the contradiction, or None if
        there is none.  All that was supposed or concluded is forgotten again.
        """
        conclusions, contradiction = self.conclude(self.set_true(literal), PLAIN)
        supposed = {literal, *conclusions}
        if contradiction is None:
            self.forget(supposed)
            return None
        # Go back from the contradiction to the literals that were false before.  As long as these
        # are false, the supposed literal is false, too; this is the new condition.
        used_conditions, false_before = [contradiction], set[int]()
        for condition in used_conditions:
            for false_literal in self.literals[condition]:
                if -false_literal in supposed:
                    reason = self.reason[-false_literal]
                    if reason != NO_CONDITION and reason not in used_conditions:
                        used_conditions.append(reason)
                elif self.true[-false_literal]:
                    false_before.add(false_literal)
        self.forget(supposed)
        refutation = self.add(1, [-literal, *sorted(false_before)], FURTHER)
        self.literals[refutation], self.slack[refutation] = [-literal], 0
        return refutation, set(used_conditions)


class Deduction(ConditionSet):
    """The conclusions from clues, all of one solution, by A, B, C and further tactics out of DH."""

    def __init__(self, layout: Layout, clues: Mapping[int, int], further: str = "") -> None:
        self._layout, self._uses_h = layout, "H" in further
        super().__init__(layout.height * layout.width)
        for seen_cells in layout.seen.values():  # every white cell is lit
            self.add(1, seen_cells)
        for run in layout.across + layout.down:  # no bulb lights another
            self.add(len(run) - 1, [-cell for cell in run])
        self._conditions_of = {  # by clue, also those that H adds because of it
            black: self._add_clue(black, clue, further) for black, clue in clues.items()
        }
        self.conclude([number for number, slack in enumerate(self.slack) if not slack])
        self._refute_bulbs([-cell for cell in layout.white])

    @property
    def open_cells(self) -> list[int]:
        """The cells about which nothing was concluded."""
        return [cell for cell in self._layout.white if self.is_open(cell)]

    @property
    def conclusions(self) -> list[int]:
        """The literals known to be true: a cell's number for a bulb, its negative for none."""
        return [literal for c in self._layout.white for literal in (c, -c) if self.true[literal]]

    def remove_if_spare(self, clue: int) -> bool:
        """Take a clue away if all conclusions follow without it; return whether it was taken."""
        numbers = self._conditions_of[clue]
        levels = [self.level[number] for number in numbers]
        for number in numbers:
            self.level[number] = OFF
        lost = self.retract(numbers)
        reasons = [self.reason[literal] for literal in lost]
        within = (number for literal in lost for number in self.conditions[literal])
        regained, _ = self.conclude([number for number in within if not self.slack[number]])
        regained += self._refute_bulbs(lost)
        if len(regained) == len(lost):
            return True
        self.forget(regained)
        for literal, reason in zip(lost, reasons):
            self.set_true(literal, reason)
        for number, value in zip(numbers, levels):
            self.level[number] = value
        return False

    def _refute_bulbs(self, literals: Sequence[int]) -> list[int]:
        """Conclude by H, if in use, which of the negative literals are true; and what follows.

        Returns all conclusions.  A refutation belongs to each clue that it rests on, and goes when
        one of these clues goes.
        """
        conclusions: list[int] = []
        has_refuted = self._uses_h
        while has_refuted:
            has_refuted = False
            for literal in literals:
                is_bulb_open = literal < 0 and self.is_open(literal)
                if is_bulb_open and (result := self.refute(-literal)):
                    refutation, used_conditions = result
                    for numbers in self._conditions_of.values():
                        if not used_conditions.isdisjoint(numbers):
                            numbers.append(refutation)
                    conclusions += self.conclude([refutation])[0]
                    has_refuted = True
        return conclusions

    def _add_clue(self, black: int, clue: int, further: str) -> list[int]:
        """Add the conditions for B, A and, if in use, D; return their numbers.

        D: a bulb may stand on a cell that lights two places of the clue.  Then the other n places
        have all bulbs of the clue, and any n - clue + 1 places include a bulb.
        """
        add, beside = self.add, self._layout.beside[black]
        numbers = [add(clue, beside), add(len(beside) - clue, [-cell for cell in beside])]
        if "D" not in further or not clue:
            return numbers
        for lit_places in itertools.combinations(beside, 2):
            # The cell that sees both; between opposite places, this is the black cell itself.
            corner = sum(lit_places) - black
            if corner in self._layout.seen:
                free = [cell for cell in beside if cell not in lit_places]
                numbers += [
                    add(1, [-corner, *cells], FURTHER)
                    for cells in itertools.combinations(free, max(0, len(free) - clue + 1))
                ]
        return numbers
