"""Pairs of submissions that look alike, ranked for a person to read; never a verdict.

Two things count: how much of two programs is the same, whatever their names, spaces, comments
and the order of their rules, and mistakes that few make and that show in the same way.  What the
handout gives to all is left out, and so are pairs with an author in common.
Source of the first: copydetect, by winnowing (Schleimer, Wilkerson and Aiken, SIGMOD 2003).
"""

import functools
import importlib.util
import io
import itertools
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import decode
from lab.common.findings import DELIVERY, Finding
from lab.common.words import count_noun
from lab.delivery.authors import fold_name
from lab.grade.graded import Graded, Session
from lab.grade.markup import Child, element, table
from lab.handout import contents
from lab.handout.words import Words

NEEDED = ("copydetect", "pygments_clingo")
INSTALL = "python3 -m pip install -r lab/grade/requirements.txt"
ABSENT = f"programs were not compared with each other; {INSTALL} installs what that needs"
SAME = 25  # characters in a row that count as the same, where a name is one character
LEAST = 0.5  # of two programs that is the same, to be listed
RARE = 20  # a mistake is rare that two make, or one of so many
SMALL = 4  # in a class of fewer for each who makes it, nothing is rare
WEIGHT = 0.25  # of a rare mistake in common, beside the share of the program that is the same
MOST = 20  # pairs that are listed
INTRODUCTION = (
    "Ranked for you to read: short programs for one task look alike by themselves, and this is no "
    "verdict. The figures are the share of both programs that is the same apart from names, "
    "comments and order; what the handout gives is left out."
)

Sign = tuple[str | None, ...]  # of a finding: its mistake and how it shows


class Pair(NamedTuple):
    """Two submissions: the share of each file that is the same, and rare mistakes in words.

    The higher its rank, the earlier a person should look at it.
    """

    one: Graded
    other: Graded
    same: Mapping[str, float]
    mistakes: Sequence[str]
    rank: float


def is_installed() -> bool:
    """Whether programs can be compared."""
    return all(importlib.util.find_spec(name) for name in NEEDED)


def pairs(session: Session, graded: Sequence[Graded]) -> list[Pair]:
    """The pairs to look at, the most alike first."""
    compared = comparisons(session, graded) if is_installed() else {}
    common = rare(graded)
    weights = telling(compared.values(), math.comb(len(graded), 2))
    found = []
    for i, j in sorted({*compared, *common}):
        if not are_together(graded[i], graded[j]):
            same, mistakes = compared.get((i, j), {}), common.get((i, j), [])
            rank = sum(weights[name] * share for name, share in same.items())
            pair = Pair(graded[i], graded[j], same, mistakes, rank + WEIGHT * len(mistakes))
            found.append(pair)
    return sorted(found, key=lambda pair: -pair.rank)


def telling(compared: Iterable[Mapping[str, float]], number: int) -> dict[str, float]:
    """How much it says, from 1 to 0, that a file is alike: the less, the more pairs it is of.

    encode.py may be the same in half of a class, as there are few ways to write it.
    """
    counts = Counter(name for same in compared for name in same)
    return {name: 1 - (count - 1) / number for name, count in counts.items()}


def are_together(one: Graded, other: Graded) -> bool:
    """Whether two submissions have an author or a participant in common."""
    names = [
        set(map(fold_name, [*each.authors, *(person.name for person in each.people)]))
        for each in (one, other)
    ]
    return not names[0].isdisjoint(names[1])


# ---------------------------------------------------------------- programs

Numbers = tuple[int, int]  # of two submissions, the lower first


def comparisons(session: Session, graded: Sequence[Graded]) -> dict[Numbers, dict[str, float]]:
    """The share of each file that is the same, of the pairs with one that is notable."""
    given = handed_out(session)
    found: dict[Numbers, dict[str, float]] = {}
    for name in sorted({name for one in graded for name in one.sources}):
        prints = fingerprints(name, [one.sources.get(name, "") for one in graded], given)
        for i, j in itertools.combinations(prints, 2):
            share = likeness(prints[i], prints[j])
            if share >= LEAST:
                found.setdefault((i, j), {})[name] = share
    return found


def handed_out(session: Session) -> dict[str, str]:
    """The files that students begin with."""
    puzzle, course = session.subject.puzzle, session.course
    return contents.starts(Words(puzzle, course, session.subject.atom))


def fingerprints(name: str, texts: Sequence[str], given: Mapping[str, str]) -> dict[int, Any]:
    """copydetect's fingerprints of texts by their numbers, without those that have nothing own.

    All hashes count, not a selection by their values, which are others in each process.
    """
    from copydetect import CodeFingerprint

    @functools.cache
    def fingerprint(text: str) -> Any:
        return CodeFingerprint(name, SAME, 1, boilerplate, fp=io.StringIO(text))

    boilerplate: list[int] = []
    if given.get(name):
        boilerplate = sorted(fingerprint(given[name]).hashes)
        fingerprint.cache_clear()
    made = {number: fingerprint(text) for number, text in enumerate(texts) if text}
    return {number: one for number, one in made.items() if one.hashes}


def likeness(one: Any, other: Any) -> float:
    """The share of two fingerprints that is the same, the mean of both."""
    from copydetect import compare_files

    if one is other:
        return 1.0
    _, shares, _ = compare_files(one, other)
    return min(float(sum(shares)) / 2, 1.0)


# ---------------------------------------------------------------- mistakes


def rare(graded: Sequence[Graded]) -> dict[Numbers, list[str]]:
    """The rare mistakes in common, in words, of all pairs that have any."""
    signs = [dict(signed(one)) for one in graded]
    counts = Counter(sign for each in signs for sign in each)
    most = max(2, len(graded) // RARE)
    few = {sign for sign, count in counts.items() if 2 <= count <= most}
    found: dict[Numbers, list[str]] = {}
    for sign in few:
        who = [number for number, each in enumerate(signs) if sign in each]
        if len(who) * SMALL <= len(graded):
            for numbers in itertools.combinations(who, 2):
                found.setdefault(numbers, []).append(signs[who[0]][sign])
    return {numbers: sorted(words) for numbers, words in found.items()}


def signed(one: Graded) -> Iterator[tuple[Sign, str]]:
    """What tells the mistakes of a submission from others, with the words for each."""
    for finding in one.report.findings if one.report else []:
        if finding.stage != DELIVERY:
            yield sign(finding), finding.message


def sign(finding: Finding) -> Sign:
    """The mistake of a finding, and where and how it shows."""
    return (finding.mistake or finding.code, finding.message, finding.grid, finding.got)


# ---------------------------------------------------------------- the overview


def section(session: Session, graded: Sequence[Graded]) -> Iterator[Child]:
    """The section of overview.html; what cannot be compared is reported there, too."""
    found = pairs(session, graded)
    if not is_installed():
        decode.report(ABSENT)
        yield element("h2", "Submissions that look alike")
        yield element("p", f"{ABSENT[0].upper()}{ABSENT[1:]}.")
    elif found:
        yield element("h2", "Submissions that look alike")
    if found:
        yield element("p", INTRODUCTION)
        names = sorted({name for pair in found for name in pair.same})
        headings = ["Two submissions", *(f"Same in {name}" for name in names), "Rare mistakes"]
        columns = frozenset(range(1, 1 + len(names)))
        yield table(headings, list(rows(found[:MOST], names)), columns)
    if len(found) > MOST:
        yield element("p", f"{count_noun(len(found) - MOST, 'more pair')} of this kind.")


def rows(found: Iterable[Pair], names: Sequence[str]) -> Iterator[list[Child]]:
    """A row for each pair."""
    from lab.grade.overview import links

    for pair in found:
        shares = (pair.same.get(name) for name in names)
        yield [
            links([pair.one, pair.other]),
            *("" if share is None else f"{share:.0%}" for share in shares),
            "; ".join(pair.mistakes),
        ]
