"""Faults of examples: each needs one solution, or one of least cost, also in its file."""

from collections.abc import Iterator
from pathlib import Path

from lab.check.bank.answers import find_added_cells
from lab.check.bank.assignment import Assignment
from lab.check.judges import example_runs
from lab.check.judges.example_runs import ExampleRun
from lab.check.programs.program import open_reference
from lab.inspection import Fault
from lab.notations import open_source
from lab.puzzles import UNIQUE, Board, list_example_files
from lab.runner.task_pool import TaskPool


def find_example_faults(
    pool: TaskPool, assignment: Assignment, seconds: float = 0
) -> Iterator[Fault]:
    """Yield the faults of all examples; raise Unusable, with the place, if one is not a grid.

    An example that the reference does not solve within the limits of check gets `seconds`.  With 0
    seconds, only the stored solution of such an example is judged, if there is one.
    """
    puzzle = assignment.puzzle
    for path, solution_path in list_example_files(puzzle.examples_folder):
        board = open_source(str(path), puzzle).read_board("grid")
        run = example_runs.run_reference(pool, assignment, board)
        if seconds and run.outcome.end == "time":
            reference = open_reference(pool, assignment)
            run = example_runs.solve_example(reference, board, seconds)
        if seconds or run.outcome.end != "time":
            yield from find_puzzle_faults(assignment, path, run)
        if solution_path.is_file():
            solved = open_source(str(solution_path), puzzle).read_board("grid", solved=True)
            yield from find_stored_faults(assignment, solution_path, run, solved)
        elif seconds:
            yield Fault(path, 1, f"found no {solution_path.name} with its solution")


def find_puzzle_faults(assignment: Assignment, path: Path, run: ExampleRun) -> Iterator[Fault]:
    """Yield the fault of a puzzle: no solution, several of them, or a wrong one."""
    name = assignment.program_name
    if not run.outcome.is_done:
        reason = run.outcome.value or f"stopped, as its {run.outcome.end} was used up"
        yield Fault(path, 1, f"{name} has no answer: {reason}")
        return
    solutions = run.answers.found
    if not solutions:
        yield Fault(path, 1, f"found no solution by {name}, expected one")
    elif codes := assignment.list_broken_codes(run.board, solutions[0]):
        yield Fault(path, 1, f"the answer of {name} breaks the rule {codes[0]} of rules.py")
    elif len(solutions) > 1 and assignment.puzzle.best == UNIQUE:
        yield Fault(path, 1, f"found several solutions by {name}, expected one")


def find_stored_faults(
    assignment: Assignment, path: Path, run: ExampleRun, solved: Board
) -> Iterator[Fault]:
    rules = assignment.puzzle.rules
    offence = next(iter(rules.offences(solved, run.board)), None)
    solutions = run.answers.found if run.outcome.is_done else []
    if offence:
        yield Fault(path, 1, f"breaks the rule {offence.rule}: {offence.sentence}")
    elif assignment.puzzle.best == UNIQUE:
        if len(solutions) == 1 and find_added_cells(run.board, solved) not in solutions:
            yield Fault(path, 1, f"is not the solution that {assignment.program_name} finds")
    elif solutions:
        cost, least = rules.cost(solved), assignment.compute_cost(run.board, solutions[0])
        if cost > least:
            yield Fault(path, 1, f"costs {cost}, the best board {least}")
