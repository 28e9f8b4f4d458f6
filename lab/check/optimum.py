"""Remarks on a program that optimises otherwise than asked, and still finds the right optima.

A puzzle's checking.py may name two kinds of such mistakes, each by an ID with a sentence:

    costs       a function of the puzzle and the solved board: the cost that clingo reports, where
                this is not the board's own cost
    tolerated   puzzles, each with a board that breaks a rule and is never the optimum: the program
                accepts it if nothing is minimised
"""

from collections.abc import Iterator

from lab.check import breaches
from lab.check.answers import added_cells, fill_board
from lab.check.bank import TrialBoard
from lab.check.subject import Subject
from lab.common.findings import Remark
from lab.puzzles import shape_like
from lab.runner.pool import TaskPool

OTHER, SOME = "other-cost", "some-optima"
SOME_WORDS = (
    "of several boards that cost the least only some are found, as something else is minimised too"
)


def make_remarks(pool: TaskPool, subject: Subject, run: breaches.TrialRun) -> Iterator[Remark]:
    """Yield the remarks on a program that is right on all trial boards."""
    sentences = subject.bank.sentences
    for code, pairs in subject.settings.tolerated.items():
        boards = [
            TrialBoard(
                board,
                frozenset([added_cells(board, solved)]),
                subject.bank.format_facts(board),
                least=0,
            )
            for board, solved in pairs
        ]
        answers_to_each = breaches.run_trials(pool, subject, run.path, boards).answers
        if any(answers.admitted for answers in answers_to_each):
            yield Remark(breaches.STAGE, code, sentences.get(code, code))
    if remark := remark_on_cost(subject, run):
        yield remark
    for trial, answers in zip(run.trials, run.answers):
        if answers.optimises and trial.solutions.difference(answers.found):
            yield Remark(breaches.STAGE, SOME, SOME_WORDS)
            return


def remark_on_cost(subject: Subject, run: breaches.TrialRun) -> Remark | None:
    """Return a remark if clingo reports other costs than the boards have, else None.

    It is that of the known mistake that reports the same costs, or has the first other cost.
    """
    optima = [
        (trial.board, shape_like(fill_board(trial.board, answers.found[0]), trial.board), answers)
        for trial, answers in zip(run.trials, run.answers)
        if answers.optimises and answers.found
    ]
    own_cost = subject.puzzle.rules.cost
    mismatches = [
        (answers.cost, own_cost(solved))
        for _, solved, answers in optima
        if list(answers.cost) != [own_cost(solved)]
    ]
    if not mismatches:
        return None
    reported, cost = mismatches[0]
    text = f"clingo reports the cost {' and '.join(map(str, reported))} for a board whose own cost"
    for code, function in subject.settings.costs.items():
        if all([function(*boards)] == list(answers.cost) for *boards, answers in optima):
            sentence = subject.bank.sentences.get(code)
            return Remark(breaches.STAGE, code, sentence or f"{text} is {cost}")
    return Remark(breaches.STAGE, OTHER, f"{text} is {cost}")
