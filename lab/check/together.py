"""Two mistakes at once: how a program behaves that has both.

mistakes/together.lp of the puzzle, which is optional, has all mistakes whose names stand in it as
has("MISTAKE"), and makes those that are facts.  lab.check.learn runs it with each pair of them.
What the pairs with the same behaviour have in common is known of a program that behaves so.
"""

import itertools
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from lab.check.bank import Behaviour
from lab.check.behaviour import digest, label, observed, texts
from lab.check.subject import Subject
from lab.common.terminal import show_progress
from lab.runner.pool import TaskPool

NAME = re.compile(r'\bhas\("([^"]+)"\)')
AT_A_TIME = 20  # programs
DIGITS = 12  # of the digest of a behaviour

Pairs = dict[str, list[str]]  # the mistakes by the digest of a behaviour


def key(behaviour: Behaviour) -> str:
    """A digest of a behaviour."""
    return digest(texts(behaviour), DIGITS)


def read(subject: Subject) -> Pairs:
    """The pairs in behaviour.json; none if they are of another program or of other trials."""
    table = subject.bank.files.table
    data = json.loads(table.read_text("ascii")) if table.exists() else {}
    program = subject.bank.files.programs / "together.lp"
    labels = [label(subject.bank.source), label(program)] if program.exists() else []
    pairs: Pairs = data["pairs"] if labels and data.get("pairs_of") == labels else {}
    return pairs


def known_pairs(subject: Subject) -> Mapping[str, list[str]]:
    """Return the pairs of the subject's bank."""
    pairs = subject.bank.pairs()
    return read(subject) if pairs is None else pairs


def ways(subject: Subject) -> list[str]:
    """The names in together.lp, each once; those of one mistake differ behind a slash."""
    program = subject.bank.files.programs / "together.lp"
    found = NAME.findall(program.read_text("utf-8")) if program.exists() else []
    return sorted(set(found))


def mistake(way: str) -> str:
    """The mistake that is made in a way."""
    return way.partition("/")[0]


def without(pairs: Pairs, subject: Subject, alone: Iterable[Behaviour]) -> Pairs:
    """The pairs that are not right and do not behave as one program, `alone`, of the bank."""
    left_out = {key([{} for _ in subject.trials]), *map(key, alone)}
    return {one: pairs[one] for one in pairs if one not in left_out}


def found(pool: TaskPool, subject: Subject) -> Pairs:
    """Runs all pairs, which takes minutes where there are hundreds."""
    couples = [
        pair
        for pair in itertools.combinations(ways(subject), 2)
        if mistake(pair[0]) != mistake(pair[1])
    ]
    pairs: dict[str, list[set[str]]] = {}
    for pair, behaviour in zip(couples, behaviours(pool, subject, couples)):
        pairs.setdefault(key(behaviour), []).append(set(map(mistake, pair)))
    common = {one: sorted(set.intersection(*sets)) for one, sets in pairs.items()}
    return {one: ids for one, ids in sorted(common.items()) if ids}


def behaviours(
    pool: TaskPool, subject: Subject, sets: Sequence[tuple[str, ...]]
) -> Iterator[Behaviour]:
    """The behaviour of together.lp with each set of its names."""
    text = (subject.bank.files.programs / "together.lp").read_text("utf-8") if sets else ""
    for first in range(0, len(sets), AT_A_TIME):
        show_progress(f"pairs of mistakes: {first} of {len(sets)}")
        paths = []
        for number, names in enumerate(sets[first : first + AT_A_TIME]):
            paths.append(pool.programs / f"together{number}.lp")
            facts = "".join(f'has("{name}").\n' for name in names)
            paths[-1].write_text(text + facts)
        yield from observed(pool, subject, paths)
    show_progress()
