"""WalkSAT: a random walk from assignment to assignment until all clauses hold.

Each step picks a broken clause (one that does not hold) and flips a variable of the clause:

- a variable whose flip breaks no other clause, if there is one (a free move);
- otherwise, with the probability `noise`, any variable of the clause;
- otherwise a variable whose flip breaks the fewest clauses.

Before the walk, unit propagation settles clauses of one literal and what follows from them.
Propagation may prove that there is no solution; the walk cannot.

Source: B. Selman, H. Kautz, B. Cohen, "Noise Strategies for Improving Local Search", AAAI 1994.
"""

import collections
import random
from collections.abc import Iterable, Sequence

from lab.lightup.sat.cnf import Clause

DEFAULT_FLIPS = 300_000
DEFAULT_TRIES = 10
DEFAULT_NOISE = 0.5


class UnsatisfiableClauses(Exception):
    """The clauses cannot all hold."""


def find_assignment(
    clauses: Iterable[Clause],
    seed: int = 0,
    flips: int = DEFAULT_FLIPS,
    tries: int = DEFAULT_TRIES,
    noise: float = DEFAULT_NOISE,
) -> set[int] | None:
    """Return the true variables of an assignment, or None after `tries` walks of `flips` steps.

    Raises UnsatisfiableClauses if unit propagation proves that there is no assignment.
    """
    settled, open_clauses = propagate_units(clauses)
    chance = random.Random(seed)
    for _ in range(tries):
        walk = Walk(open_clauses, chance)
        if walk.run(flips, noise):
            return {literal for literal in settled if literal > 0} | walk.list_true_variables()
    return None


def propagate_units(clauses: Iterable[Clause]) -> tuple[set[int], list[list[int]]]:
    """Return the literals that unit propagation settles, and the clauses left, without them.

    Each clause left has at least two literals, of different variables.  Raises
    UnsatisfiableClauses.
    """
    sets = (set(clause) for clause in clauses)
    open_clauses = {i: c for i, c in enumerate(sets) if not any(-literal in c for literal in c)}
    clauses_with = collections.defaultdict(list)
    for number, clause in open_clauses.items():
        for literal in clause:
            clauses_with[literal].append(number)
    if not all(open_clauses.values()):
        raise UnsatisfiableClauses
    waiting = [min(clause) for clause in open_clauses.values() if len(clause) == 1]
    settled: set[int] = set()
    while waiting:
        literal = waiting.pop()
        if -literal in settled:
            raise UnsatisfiableClauses
        settled.add(literal)
        for number in clauses_with[literal]:
            open_clauses.pop(number, None)
        for number in clauses_with[-literal]:
            if number in open_clauses:
                open_clauses[number].discard(-literal)
                if len(open_clauses[number]) == 1:
                    waiting += open_clauses[number]
    return settled, [list(clause) for clause in open_clauses.values()]


class Walk:
    """An assignment, and for each clause how many of its literals hold; flips update both.

    The clauses have at least two literals, of different variables.
    """

    def __init__(self, clauses: Sequence[Clause], chance: random.Random) -> None:
        self.random, self.clauses = chance.random, clauses
        self.variables = {abs(literal) for clause in clauses for literal in clause}
        most = max(self.variables, default=0)
        self.value = [chance.random() < 0.5 for _ in range(most + 1)]
        self.clauses_with: list[list[int]] = [[] for _ in range(2 * most + 1)]  # -N from the end
        for number, clause in enumerate(clauses):
            for literal in clause:
                self.clauses_with[literal].append(number)
        self.holding = [sum(self.value[abs(n)] == (n > 0) for n in clause) for clause in clauses]
        self.broken = [number for number, holding in enumerate(self.holding) if not holding]
        # The index of each clause in `broken`.
        self.indices = {number: index for index, number in enumerate(self.broken)}

    def run(self, flips: int, noise: float) -> bool:
        """Flip variables until all clauses hold, at most `flips`; return whether all hold."""
        for _ in range(flips):
            if not self.broken:
                break
            self.flip(self.choose_literal(noise))
        return not self.broken

    def list_true_variables(self) -> set[int]:
        """Return the variables of the clauses that are true."""
        return {variable for variable in self.variables if self.value[variable]}

    def choose_literal(self, noise: float) -> int:
        """Return the literal to make true, of a random broken clause."""
        literals = self.clauses[self.broken[int(self.random() * len(self.broken))]]
        holding, clauses_with = self.holding, self.clauses_with
        breaks = [  # how many clauses hold by the opposite literal alone
            [holding[number] for number in clauses_with[-literal]].count(1) for literal in literals
        ]
        fewest = min(breaks)
        if fewest == 0 or self.random() >= noise:
            literals = [literal for literal, n in zip(literals, breaks) if n == fewest]
        return literals[int(self.random() * len(literals))]

    def flip(self, literal: int) -> None:
        """Make a false literal true, and update the counts."""
        self.value[abs(literal)] = literal > 0
        for number in self.clauses_with[literal]:
            if self.holding[number] == 0:
                last, index = self.broken.pop(), self.indices.pop(number)
                if last != number:  # it moves to the index of the clause that holds now
                    self.broken[index], self.indices[last] = last, index
            self.holding[number] += 1
        for number in self.clauses_with[-literal]:
            self.holding[number] -= 1
            if self.holding[number] == 0:
                self.indices[number] = len(self.broken)
                self.broken.append(number)
