"""Runs one road for one board in a process of its own, and returns the result."""

import contextlib
import json
import sys
from dataclasses import dataclass, field
from signal import Signals
from typing import Any, NamedTuple

import decode
from lab.common.measure import Process, measure
from lab.puzzles import LEAST_COST, UNIQUE, Puzzle, Rows

UNDECIDED = "undecided"


class SolverRun(NamedTuple):
    """The result of one road for one board."""

    road: str
    missing: str  # the tool that is not installed, and how to install it; empty if it is
    verdict: str  # unique, several or optimum, none, undecided
    found: list[Any]  # boards, not checked yet: two at most, or each better than the last
    size: dict[str, int]  # of the translated puzzle: clauses, variables and so on
    translate: float | None  # seconds to translate the puzzle, None: not finished
    solve: float | None  # seconds to solve it, None: not finished
    note: str  # why it is undecided
    process: Process


@dataclass(frozen=True)
class SolverOutput:
    """What a process of lab.solvers has printed; see lab/solvers/__main__.py."""

    found: list[Any]
    missing: str = ""
    size: dict[str, int] = field(default_factory=dict)
    translate: float | None = None
    solve: float | None = None
    note: str = ""
    complete: bool = False


def run_solver(puzzle: Puzzle, road: str, board: Rows, limit: float) -> SolverRun:
    """Run a road for a board in a process of lab.solvers, for `limit` seconds at most."""
    command = [sys.executable, "-m", "lab.solvers", puzzle.spelt, road]
    process = measure(command, decode.format_grid(board), limit)
    report = parse_output(process.stdout)
    verdict = VERDICTS[puzzle.best](len(report.found), report.complete)
    return SolverRun(
        road=road,
        missing=report.missing,
        verdict=verdict,
        found=report.found,
        size=report.size,
        translate=report.translate,
        solve=report.solve if process.in_time else None,
        note=(describe_failure(process, limit) or report.note) if verdict == UNDECIDED else "",
        process=process,
    )


def parse_output(output: str) -> SolverOutput:
    """The report in lines of JSON; other lines are skipped, such as one that was cut off."""
    found: list[Any] = []
    values: dict[str, Any] = {}
    for line in output.splitlines():
        with contextlib.suppress(ValueError):
            values |= json.loads(line)
            if "solution" in values:
                found.append(values.pop("solution"))
    return SolverOutput(found, **values)


def describe_failure(process: Process, limit: float) -> str:
    """Why a process did not finish; empty if it did."""
    if not process.in_time:
        return f"over {limit:g} s"
    if process.status < 0:
        return f"ended by {Signals(-process.status).name}"
    return process.stderr.strip().splitlines()[-1] if process.status and process.stderr else ""


# ---------------------------------------------------------------- verdicts


def uniqueness(found: int, complete: bool) -> str:
    """The verdict on a number of solutions; `complete` if the search for more has ended."""
    if found > 1:
        return "several"
    if complete:
        return "unique" if found else "none"
    return UNDECIDED


def optimality(found: int, complete: bool) -> str:
    """The verdict on a number of better and better boards; `complete` if the last is the best."""
    if not complete:
        return UNDECIDED
    return "optimum" if found else "none"


VERDICTS = {UNIQUE: uniqueness, LEAST_COST: optimality}
