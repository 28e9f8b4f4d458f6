"""Which known mistake makes a program behave as it does.

The bank is data: mistakes/ID/*.lp of its puzzle, each a program with that mistake and no other, and
sentences.txt, a line "ID: what to tell the student" for each.  A program has a mistake if it
answers to every trial as a program of the bank with this mistake does.  With several mistakes
at once it answers like none of them; then each rule that it breaks is compared by itself.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from lab.check.behaviour import BANK, MANY, Behaviour, behaviours, signed
from lab.check.judge import Judges, Task
from lab.check.rules import Tried
from lab.check.trials import REFUSES, SEVERAL, Trial, solved
from lab.lightup.rules import CLUES, cells

TELLING = ["...", ".2.", "..."]  # where each of the three rules can be broken by itself


class Suspect(NamedTuple):
    """A mistake, a program that has it, and how that behaves."""

    mistake: str
    path: Path
    behaviour: Behaviour


def sentences(bank: Path = BANK) -> dict[str, str]:
    """What to tell about each mistake, by its id."""
    lines = (bank / "sentences.txt").read_text("utf-8").splitlines()
    pairs = [line.partition(": ") for line in lines if line]
    return {mistake: sentence for mistake, _, sentence in pairs}


def named(judges: Judges, seen: Tried, bank: Path = BANK) -> dict[str, str]:
    """The mistakes of a program by the codes of what they explain.

    Boards that break several rules are told of under the first of them, see rules.first.
    """
    codes = set(chain.from_iterable(seen.differences))
    names = by_codes(judges, seen, bank, codes)
    firsts = {code.partition("+")[0]: name for code, name in names.items()}
    return names | {code: name for code, name in firsts.items() if code not in codes}


def by_codes(judges: Judges, seen: Tried, bank: Path, codes: set[str]) -> dict[str, str]:
    """The mistakes by codes, or by several joined."""
    mine = signed(seen.differences, seen.answers)
    if invariable(seen):
        return dict.fromkeys([*codes, "no-bulbs"], "hard-coded")
    if codes and all("black" in code.split("+") for code in codes):
        return dict.fromkeys(codes, "bulb-on-black")  # whatever such a bulb lights
    names = {SEVERAL: "free-choice"} if SEVERAL in codes else {}
    if not any(mine) or len(mine) < len(seen.boards):
        return names
    suspects = [
        Suspect(path.parent.name, path, found) for path, found in behaviours(judges, bank).items()
    ]
    if alike := [suspect for suspect in suspects if suspect.behaviour == mine]:
        mistake = decided(judges, seen, alike)
        return dict.fromkeys([*codes, "no-bulbs"], mistake) | names if mistake else names
    return names | dict(one_by_one(seen.boards, mine, suspects))


def invariable(seen: Tried) -> bool:
    """Whether the answers are the same on every board, and have bulbs."""
    answers = {frozenset(map(frozenset, one["answers"])) for one in seen.answers}
    return len(answers) == 1 < len(seen.boards) and any(map(any, seen.answers[0]["answers"]))


# ---------------------------------------------------------------- several mistakes


def one_by_one(
    boards: Iterable[Trial], mine: Behaviour, suspects: Iterable[Suspect]
) -> Iterator[tuple[str, str]]:
    """Codes, and the only mistake that explains each of them."""
    free = [not cells(trial.board, CLUES) for trial in boards]
    explained: dict[str, set[str]] = {}
    for suspect in suspects:
        for code in shared(free, mine, suspect.behaviour):
            explained.setdefault(code, set()).add(suspect.mistake)
    return ((code, ids.pop()) for code, ids in explained.items() if len(ids) == 1)


def shared(free: list[bool], mine: Behaviour, its: Behaviour) -> set[str]:
    """The rules that both break in the same way, none if one breaks what the other does not.

    A program that refuses more refuses some boards too that break rules, so rules are compared
    where both refuse the same; and those of light where the board is `free` of clues, as
    mistakes with clues reject some of these boards.
    """
    equal, unequal = set(), set()
    for no_clues, one, other in zip(free, mine, its):
        if MANY in one or MANY in other:
            continue
        same = one.get(REFUSES) == other.get(REFUSES)
        for code in one.keys() | other.keys():
            comparable = code == REFUSES or (same and (no_clues or not of_light(code)))
            if comparable and one.get(code) == other.get(code):
                equal.add(code)
            elif comparable:
                unequal.add(code)
            if comparable and code not in one:
                return set()
    return equal - unequal


def of_light(code: str) -> bool:
    return bool({"lit", "sight"} & set(code.split("+")))


# ---------------------------------------------------------------- several names


def decided(judges: Judges, seen: Tried, alike: Sequence[Suspect]) -> str | None:
    """The one mistake; of several with the same answers, that whose cause looks the same."""
    ids = {suspect.mistake for suspect in alike}
    if len(ids) > 1:
        mine = cause(judges, seen.path)
        causes = judges.map(lambda one: cause(judges, one.path), alike) if mine else []
        ids = {one.mistake for one, its in zip(alike, causes) if its == mine}
    return ids.pop() if len(ids) == 1 else None


def cause(judges: Judges, path: Path) -> list[Any]:
    """What helps a program that refuses solutions, and what it then answers: that its bulbs are
    `apart` from the cells of the grid, or that it is rid of the constraints that are `blamed`."""
    trial = solved(TELLING)
    program = {"path": str(path), "facts": trial.facts}
    told = judges.one(Task("apart", program))
    if told.end == "done" and told.value:
        return ["apart", sorted(told.value)]
    wanted = min(map(sorted, trial.solutions))
    told = judges.one(Task("blamed", {**program, "wanted": wanted}))
    answers = told.value["answers"] if told.end == "done" else []
    return ["blamed", sorted(answers)] if answers else []
