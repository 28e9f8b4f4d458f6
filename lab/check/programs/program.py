"""SubmittedProgram: a logic program that is judged, with what it does on boards."""

import functools
import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from lab.check.bank.answers import Answer, ProgramAnswers, TrialBoard, make_answer, read_answers
from lab.check.bank.assignment import Assignment, Difference
from lab.check.programs import beliefs
from lab.common.words import Cell, Place, get_size, read_places
from lab.puzzles import Board
from lab.runner.server.solving import MOST_ANSWERS
from lab.runner.task_pool import TASK_SECONDS, TASK_WALL, Outcome, Task, TaskPool
from lab.syntax import changes
from lab.syntax.program_text import ProgramText, SourceLine

if TYPE_CHECKING:  # a handout has no BoardSearch
    from lab.search.questions import BoardSearch

MOST_TEXT = 1 << 18  # characters of programs in a task
GROUP_SIZE, GROUP_CELLS = 25, 1500  # boards that one task answers, and their cells
ENOUGH_ANSWERS = 5000  # answers to some boards together that end a run: a program without rules


@dataclass(frozen=True)
class SubmittedProgram:
    """A program for an assignment, in a folder that the servers of a pool see.

    A program of the kit `is_trusted`: its tasks run outside of the sandbox.
    """

    pool: TaskPool
    assignment: Assignment
    path: Path
    is_trusted: bool = False

    def open_search(self) -> "BoardSearch":
        """Return the search of this program on all boards of a size; raise Unsearchable."""
        from lab.search.questions import BoardSearch  # a module that is not handed out

        return BoardSearch(self.pool, self.assignment.checker, self.path)

    def run_task(self, name: str, cpu: float = TASK_SECONDS, **arguments: Any) -> Outcome:
        """Return the outcome of a task, see lab/runner/server/tasks.py, that reads this program."""
        return self._run_task(name, cpu, {"path": str(self.path), **arguments})

    def _run_task(self, name: str, cpu: float, arguments: dict[str, Any]) -> Outcome:
        wall = max(TASK_WALL, 3 * cpu + 5)
        return self.pool.run(Task(name, arguments, cpu, wall, is_trusted=self.is_trusted))

    def find_answers(
        self,
        trials: Iterable[TrialBoard],
        most: int = MOST_ANSWERS,
        cpu: float = TASK_SECONDS,
        **options: bool,
    ) -> Outcome:
        """Return the outcome of the task that finds up to `most` answers to each of some boards."""
        boards = [(trial.facts, trial.offers) for trial in trials]
        values = self.assignment.value_pattern
        return self.run_task(
            "find_answers", cpu, boards=boards, values=values, most=most, **options
        )

    def run_trials(self, trials: Sequence[TrialBoard], most: int = MOST_ANSWERS) -> "TrialRun":
        """Run the program on trial boards, for up to `most` answers to each.

        A task has a group of boards; if it is not done, each board has a task of its own.
        ENOUGH_ANSWERS end the run early.
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
        stop, answers_left = None, ENOUGH_ANSWERS
        groups, number = make_groups(trials), self.pool.number
        while groups and not stop and answers_left > 0:
            batch, groups = groups[:number], groups[number:]
            for outcome in itertools.chain.from_iterable(self.pool.map(run_group, batch)):
                if not outcome.is_done:
                    stop = outcome
                if stop or answers_left <= 0:
                    break
                answers.append(read_answers(outcome.value))
                answers_left -= len(answers[-1].found)
        return make_run(self, trials, answers)._replace(stop=stop)

    @functools.cached_property
    def text(self) -> ProgramText:
        """The text of the program and of what it includes."""
        return ProgramText(self.path)

    def accepts(self, board: Board, answer: Answer) -> bool | None:
        """Return whether the program accepts an answer to a board, None if the run is not done."""
        boards = [(self.assignment.bank.format_facts(board), sorted(answer))]
        outcome = self.run_task("are_accepted", boards=boards, values=self.assignment.value_pattern)
        return bool(outcome.value[0]) if outcome.is_done else None

    def find_culprits(self, trial: TrialBoard, solution: Answer) -> tuple[Place, ...]:
        """Return the places of the constraints that forbid a solution, none if they are unknown."""
        places, _ = self.find_forbidding_rules(trial.facts, solution)
        return tuple(dict.fromkeys(read_places(places)))  # several may stand on one line

    def find_forbidding_rules(
        self, facts: str, solution: Answer
    ) -> tuple[list[SourceLine], list[Answer]]:
        """Find the rules that forbid an answer: one or two constraints, else another rule.

        Return their places, and the answers without them; both are empty if there are none.
        """
        seconds, relaxed = TASK_SECONDS, changes.list_relaxed_programs(self.text)
        size = max(1, min(GROUP_SIZE, MOST_TEXT // (len(self.text.text) + 1)))
        while seconds > 0 and (group := list(itertools.islice(relaxed, size))):
            outcome = self.solve_texts([(text, facts) for _, text in group], [solution], seconds)
            if not outcome.is_done:
                break
            for (places, _), answers in zip(group, outcome.value):
                changed_answers = list(map(make_answer, answers))
                if solution in changed_answers:
                    return places, changed_answers
            seconds -= outcome.cpu
        return [], []

    def solve_texts(
        self,
        texts: Iterable[tuple[str, str]],
        offers: Sequence[Answer] = (),
        cpu: float = TASK_SECONDS,
    ) -> Outcome:
        """Return the outcome of answering changed texts of this program, each with some facts.

        A text that optimises is also asked to accept the `offers`; its answers include those
        accepted.
        """
        boards = [(text, facts, list(map(sorted, offers))) for text, facts in texts]
        arguments = {"boards": boards, "values": self.assignment.value_pattern}
        return self._run_task("solve_texts", cpu, arguments)

    def answer_with_cells_apart(self, facts: str) -> list[Answer]:
        """Return the answers of the program if its own cells are kept apart from given ones."""
        text = changes.keep_cells_apart(self.text, self.assignment.value_pattern)
        return self._solve_text(text, changes.rename_given_cells(facts))

    def answer_without_minimising(self, facts: str) -> list[Answer]:
        """Return all answers of the program if nothing is minimised."""
        return self._solve_text(changes.remove_minimising(self.text), facts)

    def _solve_text(self, text: str, facts: str) -> list[Answer]:
        outcome = self.solve_texts([(text, facts)])
        return list(map(make_answer, outcome.value[0])) if outcome.is_done else []

    def find_beliefs(self, board: Board, answer: Answer) -> list[tuple[str, list[Cell]]]:
        """Return what the program takes to hold on a board with an answer; see beliefs.py."""
        arguments = {
            "text": changes.remove_constraints(self.text),
            "facts": self.assignment.bank.format_facts(board),
            "values": self.assignment.value_pattern,
            "answer": sorted(answer),
        }
        outcome = self._run_task("find_true_atoms", 1.0, arguments)
        atoms = dict(outcome.value) if outcome.is_done else {}
        return beliefs.choose_beliefs(atoms, sorted(answer), get_size(board)) if atoms else []

    def count_ground_rules(self, board: Board, cpu: float) -> list[tuple[SourceLine, int]]:
        """Count the ground rules of each rule that has a body; return the largest first.

        clingo does not count them, so companions of the rules do; see changes.add_markers.  Return
        [] if the task is not done.
        """
        facts, marker = self.assignment.bank.format_facts(board), "ground_"
        while marker in self.text.text + facts:  # no predicate of the program may look like one
            marker += "_"
        text, places = changes.add_markers(self.text, marker)
        arguments = {"text": text, "facts": facts, "marker": marker}
        outcome = self._run_task("count_markers", cpu, arguments)
        counts = outcome.value if outcome.is_done else []
        return [(places[number], count) for number, count in counts]


class TrialRun(NamedTuple):
    """The answers of a program to trial boards, and how they differ from the solutions.

    The answers end before the first board whose run is not done; `stop` is the outcome of this run.
    They end early without a stop if there are enough answers.
    """

    program: SubmittedProgram
    trials: Sequence[TrialBoard]
    answers: Sequence[ProgramAnswers]
    differences: Sequence[Difference]
    stop: Outcome | None = None


def make_run(
    program: SubmittedProgram, trials: Sequence[TrialBoard], answers: Sequence[ProgramAnswers]
) -> TrialRun:
    """Return the run of a program with these answers, one for each of the first trials."""
    differences = list(map(program.assignment.group_wrong_answers, trials, answers))
    return TrialRun(program, trials, answers, differences)


def open_reference(pool: TaskPool, assignment: Assignment) -> SubmittedProgram:
    """Return the reference as a trusted program."""
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
