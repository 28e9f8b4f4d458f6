"""SubmittedProgram: a logic program that is judged, with what it does on boards."""

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from lab.check.bank.answers import Answer, ProgramAnswers, TrialBoard, read_answers
from lab.check.bank.assignment import Assignment, Difference
from lab.common.words import Place, read_places
from lab.puzzles import Board
from lab.runner.server.solving import MOST_ANSWERS
from lab.runner.task_pool import TASK_SECONDS, TASK_WALL, Outcome, Task, TaskPool

GROUP_SIZE, GROUP_CELLS = 25, 1500  # boards that one task answers, and their cells


@dataclass(frozen=True)
class SubmittedProgram:
    """A program for an assignment, in a folder that the servers of a pool see.

    A program of the kit `is_trusted`: its tasks run outside of the sandbox.
    """

    pool: TaskPool
    assignment: Assignment
    path: Path
    is_trusted: bool = False

    def run_task(self, name: str, cpu: float = TASK_SECONDS, **arguments: Any) -> Outcome:
        """Return the outcome of a task, see lab/runner/server/tasks.py, that reads this program."""
        arguments = {"path": str(self.path), **arguments}
        wall = max(TASK_WALL, 3 * cpu + 5)
        return self.pool.run(Task(name, arguments, cpu, wall, is_trusted=self.is_trusted))

    def run_on_board(self, name: str, facts: str, **arguments: Any) -> Outcome:
        """Return the outcome of a task that reads this program, a board and values of answers."""
        return self.run_task(name, facts=facts, values=self.assignment.values, **arguments)

    def find_answers(
        self,
        trials: Iterable[TrialBoard],
        most: int = MOST_ANSWERS,
        cpu: float = 0,
        **options: bool,
    ) -> Outcome:
        """Return the outcome of the task that finds up to `most` answers to each of some boards."""
        boards = [(trial.facts, trial.offers) for trial in trials]
        values = self.assignment.values
        seconds = cpu or TASK_SECONDS
        return self.run_task(
            "find_answers", seconds, boards=boards, values=values, most=most, **options
        )

    def run_trials(self, trials: Sequence[TrialBoard], most: int = MOST_ANSWERS) -> "TrialRun":
        """Run the program on trial boards, for up to `most` answers to each.

        A task has a group of boards; if it is not done, each board has a task of its own.
        """

        def run_group(group: Sequence[TrialBoard]) -> list[Outcome]:
            """Return the outcomes on boards up to the first that is not done."""
            outcome = self.find_answers(group, most)
            if outcome.is_done and len(outcome.value) == len(group):
                return [Outcome("done", value) for value in outcome.value]
            if len(group) == 1:
                return [outcome]
            outcomes: list[Outcome] = []
            for trial in group:
                outcomes += run_group([trial])
                if not outcomes[-1].is_done:
                    break
            return outcomes

        answers: list[ProgramAnswers] = []
        stop = None
        groups, number = make_groups(trials), self.pool.number
        while groups and not stop:
            batch, groups = groups[:number], groups[number:]
            for outcome in itertools.chain.from_iterable(self.pool.map(run_group, batch)):
                if not outcome.is_done:
                    stop = outcome
                    break
                answers.append(read_answers(outcome.value))
        return make_run(self, trials, answers)._replace(stop=stop)

    def accepts(self, board: Board, answer: Answer) -> bool | None:
        """Return whether the program accepts an answer to a board, None if the run is not done."""
        boards = [(self.assignment.bank.format_facts(board), sorted(answer))]
        outcome = self.run_task("accept_answers", boards=boards, values=self.assignment.values)
        return bool(outcome.value[0]) if outcome.is_done else None

    def find_culprits(self, trial: TrialBoard, solution: Answer) -> tuple[Place, ...]:
        """Return the places of the constraints that forbid a solution, none if they are unknown."""
        outcome = self.run_on_board("find_forbidding_rules", trial.facts, answer=sorted(solution))
        places = outcome.value["places"] if outcome.is_done else []
        return tuple(dict.fromkeys(read_places(places)))  # several may stand on one line


class TrialRun(NamedTuple):
    """The answers of a program to trial boards, and how they differ from the solutions.

    If the run on a board is not done, `stop` is its outcome, and the answers end before it.
    """

    program: SubmittedProgram
    trials: Sequence[TrialBoard]
    answers: Sequence[ProgramAnswers]
    differences: Sequence[Difference]
    stop: Outcome | None = None


def make_run(
    program: SubmittedProgram, trials: Sequence[TrialBoard], answers: Sequence[ProgramAnswers]
) -> TrialRun:
    """Return the run of a program that gave these answers, the first of them to the first trial."""
    differences = list(map(program.assignment.group_wrong_answers, trials, answers))
    return TrialRun(program, trials, answers, differences)


def open_reference(pool: TaskPool, assignment: Assignment) -> SubmittedProgram:
    """Return the reference as a program that is trusted."""
    return SubmittedProgram(pool, assignment, assignment.puzzle.encoding, is_trusted=True)


def make_groups(trials: Iterable[TrialBoard]) -> list[list[TrialBoard]]:
    """Return the boards in groups for a task.

    A group has at most GROUP_SIZE boards, and GROUP_CELLS cells in all unless it has one board.
    """
    groups: list[list[TrialBoard]] = []
    total = 0
    for trial in trials:
        cells = len(trial.board) * len(trial.board[0])
        total += cells
        if not groups or len(groups[-1]) == GROUP_SIZE or total > GROUP_CELLS:
            groups.append([])
            total = cells
        groups[-1].append(trial)
    return groups
