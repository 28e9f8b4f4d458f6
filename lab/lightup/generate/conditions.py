"""What follows from conditions on cells, and what of it depends on which condition.

A literal is a cell's number for a bulb there, its negative for none.  A condition says how many
at least of some literals are true.  Its slack is how many more of them may become false: without
slack, all others are true, and the false ones are the reason.  As each conclusion knows its
condition, conditions can be switched off again, and with them what depends on them, and nothing
else (J. Doyle: A Truth Maintenance System, Artificial Intelligence 12, 1979).
"""

import itertools
from collections import deque
from collections.abc import Iterable, Sequence

OFF, PLAIN, FURTHER = 0, 1, 2  # a condition is off; on; on, but not for suppositions
NO_CONDITION = -1  # the reason of what was not concluded


class Conditions:
    """Conditions on cells numbered from 1, which all have a solution in common.

    The lists `true`, `reason` and `within` have an entry for each literal: a negative index counts
    from the end.  `literals`, `slack` and `force` have one for each condition.
    """

    def __init__(self, cells: int) -> None:
        size = 2 * cells + 1
        self.true, self.reason = bytearray(size), [NO_CONDITION] * size
        self.within: list[list[int]] = [[] for _ in range(size)]  # the conditions with the literal
        self.literals: list[Sequence[int]] = []  # those that the condition may conclude
        self.slack: list[int] = []
        self.force: list[int] = []

    def add(self, least: int, literals: Sequence[int], force: int = PLAIN) -> int:
        """Add a condition on literals of unknown truth; return its number."""
        number = len(self.slack)
        self.literals.append(literals)
        self.force.append(force)
        self.slack.append(len(literals) - least)
        for literal in literals:
            self.within[literal].append(number)
        return number

    def is_open(self, literal: int) -> bool:
        """Whether neither the literal nor its opposite is known to be true."""
        return not (self.true[literal] or self.true[-literal])

    def conclude(self, ready: Iterable[int]) -> list[int]:
        """Make true all that follows from conditions without slack; return these literals."""
        true, within, slack, force = self.true, self.within, self.slack, self.force
        waiting, conclusions = list(ready), []
        while waiting:
            condition = waiting.pop()
            for literal in self.literals[condition]:
                if not (true[literal] or true[-literal]):
                    true[literal] = 1
                    self.reason[literal] = condition
                    conclusions.append(literal)
                    for affected in within[-literal]:
                        slack[affected] -= 1
                        if not slack[affected] and force[affected]:
                            waiting.append(affected)
        return conclusions

    def set_true(self, literal: int, reason: int = NO_CONDITION) -> None:
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
        """Forget the conclusions from these conditions, and further ones from them; return all."""
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

    def find_ready(self, lost: Iterable[int]) -> list[int]:
        """Return the conditions that may conclude some of the lost literals again."""
        return [
            condition
            for literal in lost
            for condition in self.within[literal]
            if not self.slack[condition] and self.force[condition]
        ]

    def _withdraw(self, condition: int) -> list[int]:
        """Make the conclusions of a condition unknown, and return them; slacks do not change."""
        literals = [
            literal
            for literal in self.literals[condition]
            if self.true[literal] and self.reason[literal] == condition
        ]
        for literal in literals:
            self.true[literal] = 0
        return literals

    # ------------------------------------------------------------ suppositions

    def refute(self, literal: int) -> tuple[int, list[int]] | None:
        """Suppose an open literal; if plain conditions contradict it, add a condition against it.

        Returns that condition, and those that led to the contradiction; None without one.
        """
        if not self.is_open(literal):
            return None
        supposed, contradiction = self._follow(literal)
        if contradiction is None:
            self.forget(supposed)
            return None
        conditions, premises = self._find_grounds(contradiction, set(supposed))
        self.forget(supposed)
        nogood = self.add(1, [-literal, *premises], FURTHER)
        self.literals[nogood], self.slack[nogood] = [-literal], 0  # the premises are false
        return nogood, conditions

    def _follow(self, literal: int) -> tuple[list[int], int | None]:
        """Make a literal true and what follows from it, up to a contradiction.

        Returns these literals, and the condition that cannot be met, or None.
        """
        true, slack, force = self.true, self.slack, self.force
        self.set_true(literal)
        supposed = [literal]
        waiting = deque(supposed)
        while waiting:
            for condition in self.within[-waiting.popleft()]:
                if slack[condition] > 0 or force[condition] != PLAIN:
                    continue
                if slack[condition] < 0:
                    return supposed, condition
                for conclusion in self.literals[condition]:
                    if not (true[conclusion] or true[-conclusion]):
                        self.set_true(conclusion, condition)
                        supposed.append(conclusion)
                        waiting.append(conclusion)
        return supposed, None

    def _find_grounds(self, contradiction: int, supposed: set[int]) -> tuple[list[int], list[int]]:
        """Return the conditions that led to a contradiction, and their earlier false literals."""
        conditions, premises = {contradiction: None}, set()  # a dict, to keep the order
        waiting = deque(conditions)
        while waiting:
            for literal in self.literals[waiting.popleft()]:
                if -literal in supposed:
                    reason = self.reason[-literal]
                    if reason != NO_CONDITION and reason not in conditions:
                        conditions[reason] = None
                        waiting.append(reason)
                elif self.true[-literal]:
                    premises.add(literal)
        return list(conditions), sorted(premises)
