"""What follows from conditions on cells, and what of it hangs on which condition.

A literal is a cell's number for a bulb there, its negative for none.  A condition says how many
at least of some literals are true.  Its slack is how many more of them may become false: without
slack, all others are true, and the false ones are the reason.  As each conclusion knows its
condition, conditions can be put out of force again, and with them what hangs on them, and
nothing else (J. Doyle: A Truth Maintenance System, Artificial Intelligence 12, 1979).
"""

import itertools
from collections import deque
from collections.abc import Iterable, Sequence

OFF, PLAIN, FURTHER = 0, 1, 2  # a condition is not in force; in force; not for suppositions
NOTHING = -1  # the reason of what was not concluded


class Conditions:
    """Conditions on cells numbered from 1, which all have a solution in common."""

    def __init__(self, cells: int) -> None:
        literals = 2 * cells + 1  # by number, the negative ones from the end
        self.true, self.reason = bytearray(literals), [NOTHING] * literals
        self.within: list[list[int]] = [[] for _ in range(literals)]  # the conditions on it
        self.literals: list[Sequence[int]] = []  # that a condition may conclude
        self.slack: list[int] = []
        self.force: list[int] = []

    def add(self, least: int, literals: Sequence[int], force: int = PLAIN) -> int:
        """Add a condition about literals of which none is known; returns its number."""
        number = len(self.slack)
        self.literals.append(literals)
        self.force.append(force)
        self.slack.append(len(literals) - least)
        for literal in literals:
            self.within[literal].append(number)
        return number

    def is_open(self, literal: int) -> bool:
        """Whether neither the literal nor its opposite is known."""
        return not (self.true[literal] or self.true[-literal])

    def conclude(self, ready: Iterable[int]) -> list[int]:
        """Conclude what follows from conditions without slack, and what from that; returns it."""
        true, within, slack, force = self.true, self.within, self.slack, self.force
        waiting, news = list(ready), []
        while waiting:
            condition = waiting.pop()
            for literal in self.literals[condition]:
                if not (true[literal] or true[-literal]):
                    true[literal] = 1
                    self.reason[literal] = condition
                    news.append(literal)
                    for other in within[-literal]:
                        slack[other] -= 1
                        if not slack[other] and force[other]:
                            waiting.append(other)
        return news

    def know(self, literal: int, reason: int = NOTHING) -> None:
        """Make a literal true; what follows from it is not concluded yet."""
        self.true[literal], self.reason[literal] = 1, reason
        for condition in self.within[-literal]:
            self.slack[condition] -= 1

    def forget(self, literals: Iterable[int]) -> None:
        """Make literals unknown; what was concluded from them stays."""
        for literal in literals:
            self.true[literal] = 0
            for condition in self.within[-literal]:
                self.slack[condition] += 1

    def retract(self, conditions: Iterable[int]) -> list[int]:
        """Forget what was concluded from these conditions, and what from that; returns it."""
        lost: list[int] = []
        waiting = deque(itertools.chain.from_iterable(map(self._withdraw, conditions)))
        while waiting:
            literal = waiting.popleft()
            lost.append(literal)
            for condition in self.within[-literal]:
                if not self.slack[condition]:
                    waiting.extend(self._withdraw(condition))
                self.slack[condition] += 1
        return lost

    def ready(self, lost: Iterable[int]) -> list[int]:
        """The conditions that may conclude some of this again."""
        return [
            condition
            for literal in lost
            for condition in self.within[literal]
            if not self.slack[condition] and self.force[condition]
        ]

    def _withdraw(self, condition: int) -> list[int]:
        """Make what a condition concluded unknown; the slack of others is as before."""
        literals = [
            literal
            for literal in self.literals[condition]
            if self.true[literal] and self.reason[literal] == condition
        ]
        for literal in literals:
            self.true[literal] = 0
        return literals

    # ------------------------------------------------------------ suppositions

    def refuted(self, literal: int) -> tuple[int, list[int]] | None:
        """Suppose an open literal; if plain conditions contradict it, a condition against it.

        With it come the conditions that it follows from, beside what is known.
        """
        if not self.is_open(literal):
            return None
        supposed, contradiction = self._follow(literal)
        if contradiction is None:
            self.forget(supposed)
            return None
        conditions, premises = self._grounds(contradiction, set(supposed))
        self.forget(supposed)
        nogood = self.add(1, [-literal, *premises], FURTHER)
        self.literals[nogood], self.slack[nogood] = [-literal], 0  # the premises are false
        return nogood, conditions

    def _follow(self, literal: int) -> tuple[list[int], int | None]:
        """A literal and what follows from it, which is known then, as far as a contradiction.

        That is a condition that cannot be met, or None.
        """
        true, slack, force = self.true, self.slack, self.force
        self.know(literal)
        supposed = [literal]
        waiting = deque(supposed)
        while waiting:
            for condition in self.within[-waiting.popleft()]:
                if slack[condition] > 0 or force[condition] != PLAIN:
                    continue
                if slack[condition] < 0:
                    return supposed, condition
                for other in self.literals[condition]:
                    if not (true[other] or true[-other]):
                        self.know(other, condition)
                        supposed.append(other)
                        waiting.append(other)
        return supposed, None

    def _grounds(self, contradiction: int, supposed: set[int]) -> tuple[list[int], list[int]]:
        """The conditions that led to a contradiction, and their literals that were false before."""
        conditions, premises = {contradiction: None}, set()  # a dict, to keep the order
        waiting = deque(conditions)
        while waiting:
            for literal in self.literals[waiting.popleft()]:
                if -literal in supposed:
                    reason = self.reason[-literal]
                    if reason != NOTHING and reason not in conditions:
                        conditions[reason] = None
                        waiting.append(reason)
                elif self.true[-literal]:
                    premises.add(literal)
        return list(conditions), sorted(premises)
