"""Which known mistake makes a program behave as it does.

The bank is data: mistakes/ID/*.lp of the puzzle, each a program with that mistake and no other,
and sentences.txt, a line "ID: what the student reads" for each.  A program has a mistake if it
answers every trial as a program of the bank with this mistake does.  With several mistakes at
once it answers like none of them; then each rule that it breaks is compared by itself.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from lab.check.answers import answer, given, is_square
from lab.check.behaviour import MANY, Behaviour, behaviours, signature, signed
from lab.check.breaches import Tried
from lab.check.judge import Judges, Task
from lab.check.subject import COST, REFUSES, SEVERAL, Codes, Subject, Trial
from lab.puzzles import LEAST_COST

Names = dict[Codes, str]  # the mistakes by the codes of what they explain


class Suspect(NamedTuple):
    """A mistake, a program that has it, and how that behaves."""

    mistake: str
    path: Path
    behaviour: Behaviour


def sentences(subject: Subject) -> dict[str, str]:
    """What a student reads about each mistake, by its ID; empty without a bank."""
    return subject.sentences


def named(judges: Judges, subject: Subject, seen: Tried) -> dict[str, str]:
    """The mistakes of a program, by the code of the finding that each of them explains.

    What breaks several rules at once is reported under the first of them.
    """
    codes = set(chain.from_iterable(seen.differences))
    names = names_of(judges, subject, seen, codes)
    joint = {several[0]: names[several] for several in names if len(several) > 1}
    alone = {code: names[code,] for (code, *others) in names if not others}
    reported = {code: name for code, name in joint.items() if (code,) not in codes}
    return alone | reported


def names_of(judges: Judges, subject: Subject, seen: Tried, codes: set[Codes]) -> Names:
    """The mistakes by what they explain.

    Those of checking.py are known by what the answers have in common, the others by behaviour.
    """
    everything = [*codes, (subject.nothing,)]
    hard_coded, on_given = subject.own("HARD_CODED"), subject.own("ON_GIVEN")
    if hard_coded and is_invariable(seen):
        return dict.fromkeys(everything, hard_coded)
    if on_given and codes and all(subject.own("GIVEN") in one for one in codes):
        return dict.fromkeys(codes, on_given)
    free_choice = {(SEVERAL,)} & codes if subject.own("FREE_CHOICE") else set()
    names = dict.fromkeys(free_choice, subject.own("FREE_CHOICE"))
    is_optimising = any(one.optimises for one in seen.answers)
    if subject.own("NOT_OPTIMISED") and (COST,) in codes and not is_optimising:
        names[COST,] = subject.own("NOT_OPTIMISED")
    elif subject.own("SQUARE_ONLY") and is_for_squares(seen):
        return dict.fromkeys(everything, subject.own("SQUARE_ONLY"))
    mine = signed(seen.differences, seen.answers)
    if not any(mine) or not seen.is_whole:
        return names
    suspects = [
        Suspect(path.parent.name, path, behaviour)
        for path, behaviour in behaviours(judges, subject).items()
        if path.parent.name != subject.own("NOT_OPTIMISED") or not is_optimising
    ]
    alike = [suspect for suspect in suspects if suspect.behaviour == mine]
    if not alike:
        return names | one_by_one(subject, seen.trials, mine, suspects)
    mistake = decided(judges, subject, seen.path, alike)
    return dict.fromkeys(everything, mistake) | names if mistake else names


def is_invariable(seen: Tried) -> bool:
    """Whether the answers are the same on all of several boards, and fill cells."""
    union = frozenset(cell for one in seen.answers for answer in one.found for cell in answer)
    pairs = zip(seen.trials, seen.answers)
    same = all(one.found == [union - given(trial.board)] for trial, one in pairs)
    return same and len(seen.answers) > 1 and bool(union)


def is_for_squares(seen: Tried) -> bool:
    """Whether all squares are right, and at least half of the other boards wrong."""
    pairs = [
        (is_square(trial.board), bool(one)) for trial, one in zip(seen.trials, seen.differences)
    ]
    wrong = [is_wrong for is_a_square, is_wrong in pairs if not is_a_square]
    return (True, True) not in pairs and (True, False) in pairs and 2 * sum(wrong) > len(wrong)


# ---------------------------------------------------------------- several mistakes


def one_by_one(
    subject: Subject, trials: Sequence[Trial], mine: Behaviour, suspects: Iterable[Suspect]
) -> Names:
    """For each rule that is broken the mistake that explains it, if there is only one."""
    explained: dict[Codes, set[str]] = {}
    for suspect in suspects:
        for codes in shared(subject, trials, mine, suspect.behaviour):
            explained.setdefault(codes, set()).add(suspect.mistake)
    return {codes: ids.pop() for codes, ids in explained.items() if len(ids) == 1}


def shared(
    subject: Subject, trials: Sequence[Trial], mine: Behaviour, its: Behaviour
) -> set[Codes]:
    """The codes of what both break in the same way, wherever that can be compared.

    None if the other breaks what this one does not: then its mistake is not among the causes.
    """
    equal: set[Codes] = set()
    unequal: set[Codes] = set()
    for trial, one, other in zip(trials, mine, its):
        for codes in comparable(subject, trial, one, other):
            if codes not in one:
                return set()
            (equal if one[codes] == other.get(codes) else unequal).add(codes)
    return equal - unequal


def comparable(
    subject: Subject, trial: Trial, one: dict[Codes, str], other: dict[Codes, str]
) -> Iterator[Codes]:
    """The codes whose answers to a trial show whether two programs break a rule alike.

    A program that refuses more also refuses some boards that break rules, so rules are compared
    only where both refuse the same.
    """
    if MANY in one or MANY in other:
        return
    same = one.get((REFUSES,)) == other.get((REFUSES,))
    for codes in one.keys() | other.keys():
        if codes == (REFUSES,) or (same and subject.own("is_comparable")(trial.board, codes)):
            yield codes


# ---------------------------------------------------------------- several names


def decided(judges: Judges, subject: Subject, path: Path, alike: Sequence[Suspect]) -> str | None:
    """The mistake of those that behave alike: the only one, or the one with the same cause."""
    ids = {suspect.mistake for suspect in alike}
    if len(ids) > 1:
        mine = cause(judges, subject, path)
        known = partial(cause, judges, subject, is_trusted=True)
        causes = judges.map(lambda one: known(one.path), alike) if mine else []
        ids = {one.mistake for one, its in zip(alike, causes) if its == mine}
    return ids.pop() if len(ids) == 1 else None


def cause(judges: Judges, subject: Subject, path: Path, is_trusted: bool = False) -> list[Any]:
    """What makes a program find solutions that it refuses, and what it answers then.

    That may be that its own cells are kept `apart` from those that are given, or that the
    constraints to be `blamed` are left out.  Empty if neither helps, or no board shows it.
    Programs that should minimise are compared by what they accept if nothing is minimised.
    """
    if is_trusted and (known := subject.known_cause(path)) is not None:
        return known
    if not subject.own("CAUSE"):
        return []
    trial = subject.trial(subject.own("CAUSE"))
    program = {"path": str(path), "facts": trial.facts, "values": subject.values}
    if subject.puzzle.best == LEAST_COST:
        every = judges.one(Task("unminimised", program, is_trusted=is_trusted))
        return ["unminimised", signature(map(answer, every.value))] if every.is_done else []
    apart = judges.one(Task("apart", program, is_trusted=is_trusted))
    if apart.is_done and apart.value:
        return ["apart", sorted(apart.value)]
    wanted = min(map(sorted, trial.solutions))
    blamed = judges.one(Task("blamed", {**program, "wanted": wanted}, is_trusted=is_trusted))
    answers = blamed.value["answers"] if blamed.is_done else []
    return ["blamed", sorted(answers)] if answers else []
