"""Remarks on a program that optimises in another way than asked, and still finds the right optima.

A puzzle's checking.py may name two kinds of such mistakes, each by an ID with a sentence:

    wrong_costs a function of the puzzle and the solved board: the cost that clingo reports, where
                this is not the board's own cost
    tolerated   puzzles, each with a board that breaks a rule and is never the optimum: the program
                accepts it if nothing is minimised
"""

from collections.abc import Iterator

from lab.check.bank.answers import TrialBoard, fill_board, find_added_cells
from lab.check.judges.examination import Examination
from lab.check.programs.program import TrialRun
from lab.common.language import translate
from lab.common.words import join_and
from lab.findings import RULES, Remark
from lab.puzzles import LEAST_COST, shape_like

NEEDLESS_MINIMISING = (
    "nothing has to be minimised: a puzzle has one solution, and #minimize would hide a second one"
)
OTHER_COST = "clingo reports the cost {reported} for a board whose own cost is {cost}"
SOME_OPTIMA = (
    "of several boards that cost the least only some are found, as something else is minimised too"
)


def remark_on_minimising(examination: Examination) -> Iterator[Remark]:
    """Yield remarks on what a program minimises that is right on all small trial boards."""
    assignment, run = examination.assignment, examination.right_run
    assert run
    if assignment.puzzle.best == LEAST_COST:
        yield from remark_on_optima(run)
    elif any(answers.optimises for answers in run.answers):
        yield Remark(RULES, assignment.settings.optimises_code, translate(NEEDLESS_MINIMISING))


def remark_on_optima(run: TrialRun) -> Iterator[Remark]:
    """Yield remarks on a program that is asked for optima, and finds them."""
    assignment = run.program.assignment
    for code, pairs in assignment.settings.tolerated.items():
        boards = []
        for board, solved in pairs:
            solutions = frozenset([find_added_cells(board, solved)])
            facts = assignment.bank.format_facts(board)
            boards.append(TrialBoard(board, solutions, facts, least=0))
        tolerated_run = run.program.run_trials(boards)
        if any(answers.accepted for answers in tolerated_run.answers):
            sentence = translate(assignment.bank.sentences.get(code, code))
            yield Remark(RULES, code, sentence)
    yield from remark_on_cost(run)
    for trial, answers in zip(run.trials, run.answers):
        if answers.optimises and trial.solutions.difference(answers.found):
            yield Remark(RULES, "some-optima", translate(SOME_OPTIMA))
            break


def remark_on_cost(run: TrialRun) -> Iterator[Remark]:
    """Yield a remark if clingo reports other costs than the boards have.

    The remark names a known mistake that reports the same costs, or the first cost that differs.
    """
    assignment = run.program.assignment
    optima, text = [], ""
    for trial, answers in zip(run.trials, run.answers):
        if answers.optimises and answers.found:
            solved = shape_like(fill_board(trial.board, answers.found[0]), trial.board)
            reported, own_cost = list(answers.cost), assignment.puzzle.rules.cost(solved)
            optima.append((reported, trial, trial.list_solutions().index(answers.found[0])))
            if reported != [own_cost] and not text:
                costs = join_and(map(str, reported))
                text = translate(OTHER_COST, reported=costs, cost=own_cost)
    if not text:
        return
    for code in run.trials[0].wrong_costs:
        if all([trial.wrong_costs[code][n]] == reported for reported, trial, n in optima):
            sentence = translate(assignment.bank.sentences.get(code, ""))
            yield Remark(RULES, code, sentence or text)
            return
    yield Remark(RULES, "other-cost", text)
