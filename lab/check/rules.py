"""Whether each rule is right: those that a program breaks, on the smallest grids that show it."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from lab.check.findings import Finding, lines
from lab.check.judge import MEMORY, SECONDS, Judges, Outcome, Task
from lab.check.tasks import WANTED
from lab.check.trials import (
    CODES,
    REFUSES,
    SEVERAL,
    Answer,
    Difference,
    Trial,
    difference,
    drawn,
    outside,
    trials,
)
from lab.lightup.rules import Board, offences, white

STAGE = "rules"
CONTRACT = "contract"  # the stage and the code of what is no answer at all
SAYS = {
    CONTRACT: "a bulb is shown where the board has no cell: {what}; rows and columns count from "
    "0 to n-1",
    "black": "a bulb is accepted on a black cell",
    "lit": "a board is accepted that breaks rule 1, every white cell is lit: {what}",
    "sight": "a board is accepted that breaks rule 2, no bulb lights another: {what}",
    "clue": "a board is accepted that breaks rule 3, a clue is the number of bulbs beside it: "
    "{what}",
    REFUSES: "a right solution is refused{what}",
    SEVERAL: "a solution comes in several answer sets{what}",
}
TROUBLE = {
    "time": "the program comes to no end on this grid within {seconds:g} s of computing",
    "memory": f"the program takes more than {MEMORY >> 20} MB of memory on this grid",
    "output": "the program writes without end on this grid",
    "error": "clingo rejects the program: {words}",
    "crash": "clingo breaks down on this grid",
}
LONG = 200  # characters of somebody else's text
FIRST, MORE = 2, 12  # trials at a time: a program without end is found out on the first


class Tried(NamedTuple):
    """A program on boards: its answers and how they differ from the truth, up to the first
    board that ended otherwise, in `trouble`, or that has answers without bound."""

    path: Path
    boards: Sequence[Trial]
    answers: list[dict[str, Any]]
    differences: list[Difference]
    trouble: Outcome | None = None


def tried(judges: Judges, path: Path, boards: Sequence[Trial] = ()) -> Tried:
    """A program on the trials, or on other boards."""
    boards = boards or trials()
    answers: list[dict[str, Any]] = []
    while len(answers) < len(boards):
        now = boards[len(answers) :][: MORE if answers else FIRST]
        tasks = [Task("answers", {"path": str(path), "facts": trial.facts}) for trial in now]
        for outcome in judges.all(tasks):
            if outcome.end != "done":
                return Tried(path, boards, answers, differing(boards, answers), outcome)
            answers.append(outcome.value)
        if any(map(boundless, boards, answers)):
            break
    return Tried(path, boards, answers, differing(boards, answers))


def boundless(trial: Trial, found: dict[str, Any]) -> bool:
    """Whether there are more answers than sets of cells: bulbs are anywhere, and further boards
    would tell no more."""
    return not found["complete"] and 2 ** (len(trial.board) * len(trial.board[0])) < WANTED


def differing(boards: Sequence[Trial], answers: list[dict[str, Any]]) -> list[Difference]:
    return [difference(trial, found) for trial, found in zip(boards, answers)]


def findings(judges: Judges, seen: Tried) -> list[Finding]:
    """Each rule that is broken, on the first board that shows it; no mistake is named yet."""
    number = bulbless(seen)
    if number is not None:
        return [no_bulbs(seen, number)]
    found = [witness(judges, seen, code, number) for code, number in first(seen).items()]
    if seen.trouble:
        found.append(trouble(seen.boards[len(seen.answers)].board, seen.trouble))
    return found


def first(seen: Tried) -> dict[str, int]:
    """The codes to tell of, and the boards: of boards that break several rules only if none of
    them is told of anyway."""
    found: dict[str, int] = {}
    for number, one in enumerate(seen.differences):
        for code in one:
            found.setdefault(code, number)
    told = {code: found[code] for code in CODES if code in found}
    names = set(told)
    for code, number in found.items():
        if names.isdisjoint(parts := code.split("+")):
            told[code] = number
            names.add(parts[0])
    return told


# ---------------------------------------------------------------- what is found


def witness(judges: Judges, seen: Tried, code: str, number: int) -> Finding:
    """The finding of a code on a board."""
    trial, answers = seen.boards[number], seen.answers[number]
    right = sorted(map(sorted, trial.solutions))
    expected = lines(drawn(trial.board, right[0])) if right else "no solution"
    if code == SEVERAL:
        return several(trial.board, answers)
    if code == REFUSES:
        wanted = min(seen.differences[number][REFUSES], key=sorted)
        got = [pictured(trial.board, frozenset(atoms)) for atoms in answers["answers"][:1]]
        return Finding(
            STAGE,
            REFUSES,
            SAYS[REFUSES].format(what=blame(judges, seen.path, trial, wanted)),
            grid=lines(trial.board),
            expected=lines(drawn(trial.board, wanted)),
            got=got[0] if got else "no solution",
        )
    wrong = min(seen.differences[number][code], key=lambda one: (len(one), sorted(one)))
    return accepted(trial.board, code, wrong, expected)


def accepted(board: Board, code: str, wrong: Answer, expected: str | None) -> Finding:
    """A board that breaks rules."""
    name = code.split("+", maxsplit=1)[0]
    full = drawn(board, wrong)
    strangers = outside(board, wrong)
    what = ", ".join(strangers) or next(iter(told(full, name)), "")
    got = pictured(board, wrong)
    stage = CONTRACT if name == CONTRACT else STAGE
    return Finding(
        stage, name, SAYS[name].format(what=what), grid=lines(board), expected=expected, got=got
    )


def pictured(board: Board, atoms: Answer) -> str:
    """The board with bulbs; the atoms themselves, if some are on no cell of it."""
    if outside(board, atoms):
        return "\n".join(sorted(atoms))
    return lines(drawn(board, atoms))


def told(full: Board, code: str) -> list[str]:
    """The offences against one rule, in words."""
    return [offence.words for offence in offences(full) if offence.rule == code]


def several(board: Board, answers: dict[str, Any]) -> Finding:
    atoms = ", ".join(answers["differing"][:3])[:LONG]
    what = f", which differ in {atoms}" if atoms else ""
    return Finding(
        STAGE,
        SEVERAL,
        SAYS[SEVERAL].format(what=what),
        grid=lines(board),
        expected="one answer set for each solution",
        got="several with the same bulbs",
    )


def blame(judges: Judges, path: Path, trial: Trial, wanted: Answer) -> str:
    """The lines of the constraints that refuse a solution."""
    arguments = {"path": str(path), "facts": trial.facts, "wanted": sorted(wanted)}
    outcome = judges.one(Task("blamed", arguments))
    places = outcome.value["places"] if outcome.end == "done" else []
    where = " and ".join(f"{Path(file).name}:{line}" for file, line in places)
    verb = "forbid" if len(places) > 1 else "forbids"
    return f": {where} {verb} it" if places else ""


def trouble(board: Board, outcome: Outcome, seconds: float = SECONDS) -> Finding:
    stage, code = (CONTRACT, CONTRACT) if outcome.end == "error" else (STAGE, "time")
    message = TROUBLE[outcome.end].format(words=outcome.value, seconds=seconds)
    return Finding(stage, code, message, grid=lines(board))


def bulbless(seen: Tried) -> int | None:
    """The first board with white cells that has an answer, if no answer ever has a bulb."""
    if any(map(any, (one["answers"] for one in seen.answers))):
        return None
    answered = (
        number
        for number, (trial, found) in enumerate(zip(seen.boards, seen.answers))
        if white(trial.board) and found["answers"]
    )
    return next(answered, None)


def no_bulbs(seen: Tried, number: int) -> Finding:
    trial, found = seen.boards[number], seen.answers[number]
    shows = ", ".join(one for one in found["shows"] if one not in {"cell/3", "dim/1"})
    instead = f", but {shows}" if shows else ""
    right = min(map(sorted, trial.solutions), default=[])
    return Finding(
        CONTRACT,
        "no-bulbs",
        f"no answer shows a cell(R,C,b){instead}",
        grid=lines(trial.board),
        expected=" ".join(right) or "no solution",
        got=shows or "nothing",
    )
