"""Whether each rule is right: those that a program breaks, on the smallest boards that show it."""

from collections.abc import Iterable, Sequence
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from decode import BLANK
from lab.check.answers import (
    Answer,
    ProgramAnswers,
    cells_outside,
    doubled_cells,
    fill_board,
    format_answer,
    format_board,
    given_cells,
    read_answers,
)
from lab.check.bank import TrialBoard
from lab.check.settings import Codes
from lab.check.subject import CONTRACT, COST, REFUSES, SEVERAL, Difference, Subject
from lab.common.findings import Finding
from lab.puzzles import Rows
from lab.runner.pool import MEMORY, SECONDS, Outcome, Task, TaskPool
from lab.runner.solving import MOST

STAGE = "rules"
TROUBLE = {
    "time": "the program comes to no end on this grid within {seconds:g} s of computing",
    "memory": f"the program takes more than {MEMORY >> 20} MB of memory on this grid",
    "output": "the program writes without end on this grid",
    "error": "clingo rejects the program: {words}",
    "crash": "clingo breaks down on this grid",
}
LONG = 200  # characters of somebody else's text
AT_FIRST, AT_A_TIME = 2, 12  # trials: a program without end is found out on the first
TOGETHER = 6  # trials that one process answers
OF_CONTRACT = {"cell/3", "dim/1"}  # what every program may show


class TrialRun(NamedTuple):
    """The answers of a program on trials, and how they differ from the solutions.

    They end at the first trial with an outcome other than done, the `trouble`, and soon after
    one with answers without bound.
    """

    path: Path
    trials: Sequence[TrialBoard]
    answers: list[ProgramAnswers]
    differences: list[Difference]
    trouble: Outcome | None = None

    @property
    def is_whole(self) -> bool:
        """Whether there are answers to every trial."""
        return len(self.answers) == len(self.trials)


def answers_task(subject: Subject, program: Path, trial: TrialBoard, most: int = MOST) -> Task:
    """The task that finds the answers of a program."""
    arguments = {
        "paths": [str(program)],
        "facts": trial.facts,
        "values": subject.values,
        "most": most,
        "wanted": trial.requests,
    }
    return Task("answers", arguments, SECONDS)


def run_trials(
    pool: TaskPool,
    subject: Subject,
    path: Path,
    trials: Sequence[TrialBoard] | None = None,
    most: int = MOST,
) -> TrialRun:
    """A program on trials, on the small ones if none are given; so many answers to each."""
    trials = subject.trials if trials is None else trials
    answers: list[ProgramAnswers] = []
    trouble = None
    while len(answers) < len(trials) and not trouble:
        now = trials[len(answers) :][: AT_A_TIME if answers else AT_FIRST]
        outcomes = answered(pool, subject, path, now, most)
        trouble = next((outcome for outcome in outcomes if not outcome.is_done), None)
        done = outcomes[: outcomes.index(trouble)] if trouble else outcomes
        answers += [read_answers(outcome.value) for outcome in done]
        if any(is_boundless(subject, *pair) for pair in zip(trials, answers)):
            break
    differences = [subject.difference(trial, one) for trial, one in zip(trials, answers)]
    return TrialRun(path, trials, answers, differences, trouble)


def answered(
    pool: TaskPool, subject: Subject, path: Path, trials: Sequence[TrialBoard], most: int
) -> list[Outcome]:
    """The outcomes on trials, up to the first that is not done.

    A process answers several trials, one after another; if it does not come to its end, each of
    them has a process of its own.
    """
    together = TOGETHER if len(trials) > AT_FIRST else 1
    groups = [trials[start : start + together] for start in range(0, len(trials), together)]
    outcomes = pool.map(lambda group: of_group(pool, subject, path, group, most), groups)
    return list(chain.from_iterable(outcomes))


def of_group(
    pool: TaskPool, subject: Subject, path: Path, trials: Sequence[TrialBoard], most: int
) -> list[Outcome]:
    """The outcomes on trials that one process answers, up to the first that is not done."""
    if len(trials) > 1:
        boards = [(trial.facts, trial.requests) for trial in trials]
        program = {"paths": [str(path)], "values": subject.values, "most": most}
        whole = pool.one(Task("answers_to_each", {**program, "boards": boards}, SECONDS))
        if whole.is_done and len(whole.value) == len(trials):
            return [Outcome("done", value) for value in whole.value]
    outcomes: list[Outcome] = []
    for trial in trials:
        outcomes.append(pool.one(answers_task(subject, path, trial, most)))
        if not outcomes[-1].is_done:
            break
    return outcomes


def is_boundless(subject: Subject, trial: TrialBoard, answers: ProgramAnswers) -> bool:
    """Whether there are more answers than the board has cells for.

    Then some are outside of the board, and further trials would show nothing new.
    """
    return not answers.is_complete and subject.number_of_fillings(trial.board) < MOST


# ---------------------------------------------------------------- what is found


def find_broken_rules(pool: TaskPool, subject: Subject, seen: TrialRun) -> list[Finding]:
    """A finding for each rule that is broken; no mistake is named yet."""
    number = unfilled(seen)
    if number is not None:
        return [nothing_shown(subject, seen.trials[number], seen.answers[number])]
    shown = choose_witnesses(seen.differences, subject.codes)
    found = [witness(pool, subject, seen, codes, number) for codes, number in shown.items()]
    if seen.trouble:
        board = seen.trials[len(seen.answers)].board
        found.append(report_trouble(board, seen.trouble, SECONDS))
    return found


def choose_witnesses(differences: Iterable[Difference], order: Codes) -> dict[Codes, int]:
    """Maps the codes to report to the number of the first trial that shows them.

    Answers that break several rules are reported only if no answer breaks one of these alone.
    """
    first: dict[Codes, int] = {}
    for number, difference in enumerate(differences):
        for codes in difference:
            first.setdefault(codes, number)
    shown: dict[Codes, int] = {(code,): first[code,] for code in order if (code,) in first}
    reported = {code for codes in shown for code in codes}
    for codes, number in first.items():
        if reported.isdisjoint(codes):
            shown[codes] = number
            reported.add(codes[0])
    return shown


def witness(pool: TaskPool, subject: Subject, seen: TrialRun, codes: Codes, number: int) -> Finding:
    """The finding that a trial shows."""
    trial, answers = seen.trials[number], seen.answers[number]
    if codes == (SEVERAL,):
        return several(subject, trial.board, answers)
    wrong = seen.differences[number][codes]
    if codes == (REFUSES,):
        wanted = min(wrong, key=sorted)
        blame = blamed(pool, subject, seen.path, trial, wanted)
        return refused(trial.board, wanted, answers, blame)
    right = min(trial.solutions, key=sorted, default=None)
    return report_wrong_answer(
        subject,
        trial.board,
        codes[0],
        min(wrong, key=lambda answer: (len(answer), sorted(answer))),
        "no solution" if right is None else format_board(fill_board(trial.board, right)),
        least=trial.least,
    )


def report_wrong_answer(
    subject: Subject,
    board: Rows,
    code: str,
    wrong: Answer,
    expected: str | None = None,
    *,
    least: int | None = None,
) -> Finding:
    """The finding of an answer that is no solution, or not the best if that costs the `least`."""
    brief, detail = subject.sentence(code), ""
    if code == CONTRACT:
        brief, detail = unplaced(subject, board, wrong)
    elif code == COST:
        detail = f"the board costs {subject.cost(board, wrong)}, the best one {least}"
    elif code != subject.settings.given_code:
        offences = subject.offences(board, wrong)
        detail = next((offence.words for offence in offences if offence.rule == code), "")
    return Finding(
        CONTRACT if code == CONTRACT else STAGE,
        code,
        brief,
        detail,
        grid=format_board(board),
        expected=expected,
        got=format_answer(board, wrong),
    )


def unplaced(subject: Subject, board: Rows, answer: Answer) -> tuple[str, str]:
    """Why an answer cannot be drawn, and its cells for which that holds."""
    value = subject.settings.value
    if strange := cells_outside(board, answer):
        atoms = ", ".join(map(str, strange))
        hint = "rows and columns count from 0 to n-1"
        return f"a {value} is shown where the board has no cell", f"{atoms}; {hint}"
    return f"a cell has more than one {value}", ", ".join(map(str, doubled_cells(answer)))


def refused(board: Rows, wanted: Answer, answers: ProgramAnswers, blame: str) -> Finding:
    """The finding of a solution that is no answer."""
    return Finding(
        STAGE,
        REFUSES,
        f"a right solution is refused{blame}",
        grid=format_board(board),
        expected=format_board(fill_board(board, wanted)),
        got=format_answer(board, answers.found[0]) if answers.found else "no solution",
    )


def blamed(pool: TaskPool, subject: Subject, path: Path, trial: TrialBoard, wanted: Answer) -> str:
    """The lines of the constraints that refuse a solution, in words; "" if others do."""
    arguments = {"path": str(path), "facts": trial.facts, "values": subject.values}
    outcome = pool.one(Task("blamed", {**arguments, "wanted": sorted(wanted)}))
    places = outcome.value["places"] if outcome.is_done else []
    where = " and ".join(f"{Path(file).name}:{line}" for file, line in places)
    verb = "forbid" if len(places) > 1 else "forbids"
    return f": {where} {verb} it" if places else ""


def several(subject: Subject, board: Rows, answers: ProgramAnswers) -> Finding:
    """The finding of a solution that comes in several answer sets."""
    atoms = ", ".join(answers.differing[:3])[:LONG]
    return Finding(
        STAGE,
        SEVERAL,
        "a solution comes in several answer sets" + (f", which differ in {atoms}" if atoms else ""),
        grid=format_board(board),
        expected="one answer set for each solution",
        got=f"several with the same {subject.settings.value}s",
    )


def report_trouble(board: Rows, outcome: Outcome, seconds: float) -> Finding:
    """The finding of a program that was not solved with a board within so many seconds."""
    stage, code = (CONTRACT, CONTRACT) if outcome.end == "error" else (STAGE, "time")
    message = TROUBLE[outcome.end].format(words=outcome.value, seconds=seconds)
    return Finding(stage, code, message, grid=format_board(board))


def unfilled(seen: TrialRun) -> int | None:
    """The first trial where an answer should fill a cell, if no answer to any trial does."""
    if any(answers.is_ever_filled for answers in seen.answers) or is_idle(seen):
        return None
    shown = (
        number
        for number, (trial, answers) in enumerate(zip(seen.trials, seen.answers))
        if answers.found
        and any(BLANK in row for row in trial.board)
        and frozenset() not in trial.solutions
    )
    return next(shown, None)


def is_idle(seen: TrialRun) -> bool:
    """Whether a program that optimises fills no cell as it finds that best, and hides none.

    Then boards with the same given values cost the same, however these are placed.
    """
    costs: dict[tuple[str, ...], set[tuple[int, ...]]] = {}
    for trial, answers in zip(seen.trials, seen.answers):
        if answers.found and answers.optimises and trial.solutions:
            values = tuple(sorted(cell.value for cell in given_cells(trial.board)))
            costs.setdefault(values, set()).add(tuple(answers.cost))
    return bool(costs) and all(len(found) == 1 for found in costs.values())


def nothing_shown(subject: Subject, trial: TrialBoard, answers: ProgramAnswers) -> Finding:
    """The finding of a program whose answers fill no cell."""
    shows = ", ".join(one for one in answers.shows if one not in OF_CONTRACT)
    instead = f", but {shows}" if shows else ""
    right = min(trial.solutions, key=sorted, default=frozenset())
    return Finding(
        CONTRACT,
        subject.empty_code,
        f"no answer shows a {subject.atom}{instead}",
        grid=format_board(trial.board),
        expected=" ".join(map(str, sorted(right))) or "no solution",
        got=shows or "nothing",
    )
