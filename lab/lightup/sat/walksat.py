"""WalkSAT: a random walk from assignment to assignment until all clauses hold.

Each step picks a broken clause, one that does not hold, and flips one of its variables:

- a variable whose flip breaks no other clause, if there is one (a free move);
- otherwise, with the probability `noise`, any variable of the clause;
- otherwise a variable whose flip breaks the fewest clauses.

Before the walk, unit propagation settles clauses of one literal and what follows from them.  It may
prove that there is no solution; the walk cannot prove that.

Source: B. Selman, H. Kautz, B. Cohen, "Noise Strategies for Improving Local Search", AAAI 1994.
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
    """Return the true variables of an assignment, or None after `tries` walks of `flips` steps.

    Raises Contradiction if unit propagation proves that there is no assignment.
    """
    settled, open_clauses = propagate_units(clauses)
    chance = random.Random(seed)
    for _ in range(tries):
        walk = Walk(open_clauses, chance)
        if walk.run(flips, noise):
            return {literal for literal in settled if literal > 0} | walk.true_variables()
    return None


def propagate_units(clauses: Iterable[Clause]) -> tuple[set[int], list[list[int]]]:
    """Return the literals that unit propagation settles, and the other clauses without them.

    The clauses that are left have at least two literals, of different variables.  Raises
    Contradiction.
    """
    sets = (set(clause) for clause in clauses)
    open_clauses = {i: c for i, c in enumerate(sets) if not any(-literal in c for literal in c)}
    clauses_with = defaultdict(list)
    for number, clause in open_clauses.items():
        for literal in clause:
            clauses_with[literal].append(number)
    if not all(open_clauses.values()):
        raise Contradiction
    waiting = [
        literal for clause in open_clauses.values() if len(clause) == 1 for literal in clause
    ]
    settled: set[int] = set()
    while waiting:
        literal = waiting.pop()
        if -literal in settled:
            raise Contradiction
        if literal in settled:
            continue
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
    """An assignment, and counts for each clause and variable that each flip updates.

    The clauses have at least two literals, of different variables.
    """

    def __init__(self, clauses: Sequence[Clause], chance: random.Random) -> None:
        self.random = chance.random
        most = max((abs(literal) for clause in clauses for literal in clause), default=0)
        self.value = [chance.random() < 0.5 for _ in range(most + 1)]
        self.variables = [[abs(literal) for literal in clause] for clause in clauses]
        self.clauses_with: list[list[int]] = [[] for _ in range(2 * most + 1)]  # -N from the end
        # For each clause: how many of its literals hold, and the exclusive or of their variables.
        # If one literal holds, this is its variable: a flip would break the clause.
        self.holding = [0] * len(clauses)
        self.critical = [0] * len(clauses)
        self.breaks = [0] * (most + 1)  # for each variable: how many clauses a flip would break
        for number, clause in enumerate(clauses):
            for literal in clause:
                self.clauses_with[literal].append(number)
                if self.value[abs(literal)] == (literal > 0):
                    self.holding[number] += 1
                    self.critical[number] ^= abs(literal)
            if self.holding[number] == 1:
                self.breaks[self.critical[number]] += 1
        self.broken = [number for number, holding in enumerate(self.holding) if not holding]
        self.place = {number: place for place, number in enumerate(self.broken)}  # in `broken`

    def run(self, flips: int, noise: float) -> bool:
        """Flip variables until all clauses hold, at most `flips`; return whether all hold."""
        for _ in range(flips):
            if not self.broken:
                break
            self.flip(self.choose_variable(noise))
        return not self.broken

    def true_variables(self) -> set[int]:
        """Return the variables of the clauses that are true."""
        return {v for clause in self.variables for v in clause if self.value[v]}

    def choose_variable(self, noise: float) -> int:
        """Return the variable to flip, of a random broken clause."""
        random, breaks = self.random, self.breaks
        variables = self.variables[self.broken[int(random() * len(self.broken))]]
        fewest = min([breaks[variable] for variable in variables])
        if fewest == 0 or random() >= noise:
            variables = [variable for variable in variables if breaks[variable] == fewest]
        return variables[int(random() * len(variables))]

    def flip(self, variable: int) -> None:
        """Change the value of a variable, and update the counts."""
        holding, critical, breaks = self.holding, self.critical, self.breaks
        value = self.value[variable] = not self.value[variable]
        literal = variable if value else -variable
        for number in self.clauses_with[literal]:
            if holding[number] == 0:
                last, place = self.broken.pop(), self.place.pop(number)
                if last != number:  # it moves to the place of the clause that holds now
                    self.broken[place], self.place[last] = last, place
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
