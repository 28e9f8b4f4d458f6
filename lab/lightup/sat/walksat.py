"""WalkSAT: a random walk from assignment to assignment until all clauses hold.

Every step picks a clause that does not hold and flips one of its variables: one whose flip
breaks no other clause, if there is any (a free move); otherwise with the probability `noise`
any, else one that breaks the fewest.  Source: B. Selman, H. Kautz, B. Cohen, "Noise
Strategies for Improving Local Search", AAAI 1994.

Clauses of one literal are settled before the walk, with all that follows (unit propagation).
This may show that there is no solution; the walk by itself never can.
"""

import random
from collections import defaultdict
from collections.abc import Iterable, Sequence

from lab.lightup.sat.cnf import Clause

FLIPS = 300_000
TRIES = 10
NOISE = 0.5


class Contradiction(Exception):
    """The clauses cannot all hold."""


def solve(
    clauses: Iterable[Clause],
    seed: int = 0,
    flips: int = FLIPS,
    tries: int = TRIES,
    noise: float = NOISE,
) -> set[int] | None:
    """The true variables of an assignment, None if `tries` walks of `flips` steps found none.

    Raises Contradiction where unit propagation comes to one.
    """
    settled, rest = propagated(clauses)
    chance = random.Random(seed)
    for _ in range(tries):
        walk = Walk(rest, chance)
        if walk.run(flips, noise):
            return {literal for literal in settled if literal > 0} | walk.true()
    return None


def propagated(clauses: Iterable[Clause]) -> tuple[set[int], list[list[int]]]:
    """The literals that unit propagation settles, and what is left of the other clauses."""
    sets = (set(clause) for clause in clauses)
    rest = {i: c for i, c in enumerate(sets) if not any(-literal in c for literal in c)}
    where = defaultdict(list)
    for number, clause in rest.items():
        for literal in clause:
            where[literal].append(number)
    if not all(rest.values()):
        raise Contradiction
    waiting = [literal for clause in rest.values() if len(clause) == 1 for literal in clause]
    settled: set[int] = set()
    while waiting:
        literal = waiting.pop()
        if -literal in settled:
            raise Contradiction
        if literal in settled:
            continue
        settled.add(literal)
        for number in where[literal]:
            rest.pop(number, None)
        for number in where[-literal]:
            if number in rest:
                rest[number].discard(-literal)
                if len(rest[number]) == 1:
                    waiting += rest[number]
    return settled, [list(clause) for clause in rest.values()]


class Walk:
    """An assignment, and of each clause what a flip needs; so it costs what it touches.

    The clauses have at least two literals, of different variables.
    """

    def __init__(self, clauses: Sequence[Clause], chance: random.Random) -> None:
        self.random = chance.random
        most = max((abs(literal) for clause in clauses for literal in clause), default=0)
        self.value = [chance.random() < 0.5 for _ in range(most + 1)]
        self.variables = [[abs(literal) for literal in clause] for clause in clauses]
        self.clauses_with: list[list[int]] = [[] for _ in range(2 * most + 1)]  # by literal, -N too
        self.holding = [0] * len(clauses)  # how many literals of a clause hold,
        self.critical = [0] * len(clauses)  # and their variables, combined by exclusive or:
        self.breaks = [0] * (most + 1)  # if it is one, flipping that variable breaks the clause
        for number, clause in enumerate(clauses):
            for literal in clause:
                self.clauses_with[literal].append(number)
                if self.value[abs(literal)] == (literal > 0):
                    self.holding[number] += 1
                    self.critical[number] ^= abs(literal)
            if self.holding[number] == 1:
                self.breaks[self.critical[number]] += 1
        self.broken = [number for number, holding in enumerate(self.holding) if not holding]
        self.place = dict(zip(self.broken, range(len(self.broken))))  # of a clause in that list

    def run(self, flips: int, noise: float) -> bool:
        """Whether all clauses hold after so many flips at most."""
        for _ in range(flips):
            if not self.broken:
                break
            self.flip(self.choice(noise))
        return not self.broken

    def true(self) -> set[int]:
        """The variables of the clauses that are true."""
        return {v for clause in self.variables for v in clause if self.value[v]}

    def choice(self, noise: float) -> int:
        """The variable to flip."""
        random, breaks = self.random, self.breaks
        variables = self.variables[self.broken[int(random() * len(self.broken))]]
        fewest = min([breaks[variable] for variable in variables])
        if fewest == 0 or random() >= noise:
            variables = [variable for variable in variables if breaks[variable] == fewest]
        return variables[int(random() * len(variables))]

    def flip(self, variable: int) -> None:
        """Change the value of a variable, and what the clauses with it need."""
        holding, critical, breaks = self.holding, self.critical, self.breaks
        value = self.value[variable] = not self.value[variable]
        literal = variable if value else -variable
        for number in self.clauses_with[literal]:
            if holding[number] == 0:
                self._mend(number)
                breaks[variable] += 1
            elif holding[number] == 1:
                breaks[critical[number]] -= 1
            holding[number] += 1
            critical[number] ^= variable
        for number in self.clauses_with[-literal]:
            holding[number] -= 1
            critical[number] ^= variable
            if holding[number] == 0:
                breaks[variable] -= 1
                self.place[number] = len(self.broken)
                self.broken.append(number)
            elif holding[number] == 1:
                breaks[critical[number]] += 1

    def _mend(self, number: int) -> None:
        """Take a clause out of the broken ones; the last of them moves to its place."""
        last = self.broken.pop()
        place = self.place.pop(number)
        if last != number:
            self.broken[place] = last
            self.place[last] = place
