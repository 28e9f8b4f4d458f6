"""What is other than asked in a program that optimises, and makes no board worse: remarks.

A puzzle's checking.py may name two kinds of it, each by an ID with a sentence in the bank:

    COSTS       what clingo reports as the cost of a solved board, if it is not the board's own:
                a function of the puzzle and the solved board
    TOLERATED   puzzles, each with a board that breaks a rule and is never the best: it is
                accepted if nothing is minimised
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from lab.check import breaches
from lab.check.answers import Answer, added_cells, fill_board
from lab.check.bank import TrialBoard
from lab.check.subject import Subject
from lab.common.findings import Remark
from lab.puzzles import Rows, shape_like
from lab.runner.pool import TaskPool

OTHER, SOME = "other-cost", "some-optima"


def remarks(pool: TaskPool, subject: Subject, seen: breaches.TrialRun) -> Iterator[Remark]:
    """What there is to be remarked on a program that is right on all trials."""
    sentences = subject.bank.sentences
    for code in tolerated(pool, subject, seen):
        yield Remark(breaches.STAGE, code, sentences.get(code, code))
    if code := other_cost(subject, seen):
        yield Remark(breaches.STAGE, code, sentences.get(code) or dear(subject, seen))
    for trial, answers in zip(seen.trials, seen.answers):
        if answers.optimises and trial.solutions.difference(answers.found):
            message = "of several boards that cost the least only some are found, as something else"
            yield Remark(breaches.STAGE, SOME, f"{message} is minimised too")
            return


def tolerated(pool: TaskPool, subject: Subject, seen: breaches.TrialRun) -> Iterator[str]:
    """The IDs of what is accepted if nothing is minimised, and is never the best."""
    known: Mapping[str, Sequence[tuple[Rows, Rows]]] = subject.settings.tolerated
    for code, pairs in known.items():
        trials = [asked(subject, *pair) for pair in pairs]
        tried = breaches.run_trials(pool, subject, seen.path, trials)
        if any(answers.admitted for answers in tried.answers):
            yield code


def asked(subject: Subject, puzzle: Rows, solved: Rows) -> TrialBoard:
    """A trial that asks whether this board is accepted."""
    facts = subject.bank.format_facts(puzzle)
    return TrialBoard(puzzle, frozenset([added_cells(puzzle, solved)]), facts, least=0)


def other_cost(subject: Subject, seen: breaches.TrialRun) -> str:
    """The ID of the cost that clingo reports for the best boards; "" if it is their own."""
    rules: Any = subject.puzzle.rules
    own = {"": lambda puzzle, solved: rules.cost(solved)}
    costs: Mapping[str, Callable[[Any, Any], int]] = {**own, **subject.settings.costs}
    found = [
        (trial.board, solved(trial.board, one.found[0]), list(one.cost))
        for trial, one in zip(seen.trials, seen.answers)
        if one.optimises and one.found
    ]
    for code, cost in costs.items():
        if all([cost(board, best)] == reported for board, best, reported in found):
            return code
    return OTHER


def solved(board: Rows, answer: Answer) -> Any:
    """The board with an answer, in the form of the judge."""
    return shape_like(fill_board(board, answer), board)


def dear(subject: Subject, seen: breaches.TrialRun) -> str:
    """What clingo reports instead of the cost, on the first trial where it does."""
    for trial, one in zip(seen.trials, seen.answers):
        if one.found and list(one.cost) != [cost := subject.cost(trial.board, one.found[0])]:
            reported = " and ".join(map(str, one.cost))
            return f"clingo reports the cost {reported} for a board whose own cost is {cost}"
    return ""
