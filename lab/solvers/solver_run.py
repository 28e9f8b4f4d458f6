"""Runs the solver of one road on one board, in a process of its own."""

import contextlib
import json
from signal import Signals
from typing import Any, NamedTuple

import decode
from lab.common.processes import make_module_command
from lab.puzzles import LEAST_COST, VERDICT_BY_NUMBER, Board, Puzzle
from lab.solvers import UNDECIDED
from lab.solvers.measure import EndedProcess, measure


class SolverRun(NamedTuple):
    road: str
    missing: str  # what is not installed, and how to install it; empty if nothing is missing
    verdict: str  # unique, several or optimum, none, undecided
    boards: list[Board]  # solutions, not checked yet: two at most, or each better than the last
    size: dict[str, int]  # the size of the translated puzzle: clauses, variables and so on
    translate: float | None  # seconds to translate the puzzle, None: not finished
    solve: float | None  # seconds to solve it, None: not finished
    note: str  # why it is undecided
    process: EndedProcess


def run_solver(puzzle: Puzzle, road: str, board: Board, limit: float) -> SolverRun:
    """Run the solver of a road on a board, for `limit` seconds at most.

    The process prints lines of JSON, see lab/solvers/__main__.py.
    """
    command = [*make_module_command("lab.solvers"), puzzle.name_or_path, road]
    process = measure(command, decode.format_grid(board), limit)
    boards: list[Board] = []
    report: dict[str, Any] = {}
    for line in process.stdout.splitlines():
        with contextlib.suppress(ValueError):  # a line that was cut off
            report |= json.loads(line)
            if "solution" in report:
                boards.append(report.pop("solution"))
    verdict = UNDECIDED
    if puzzle.best == LEAST_COST:
        if report.get("complete"):
            verdict = "optimum" if boards else "none"
    elif report.get("complete") or len(boards) > 1:
        verdict = VERDICT_BY_NUMBER[len(boards)]
    note = describe_failure(process, limit) or report.get("note", "")
    return SolverRun(
        road=road,
        missing=report.get("missing", ""),
        verdict=verdict,
        boards=boards,
        size=report.get("size", {}),
        translate=report.get("translate"),
        solve=report.get("solve") if process.in_time else None,
        note=note if verdict == UNDECIDED else "",
        process=process,
    )


def describe_failure(process: EndedProcess, limit: float) -> str:
    """Return why a process did not finish its work; empty if it did."""
    if not process.in_time:
        return f"over {limit:g} s"
    if process.status < 0:
        return f"ended by {Signals(-process.status).name}"
    return process.stderr.strip().splitlines()[-1] if process.status and process.stderr else ""
