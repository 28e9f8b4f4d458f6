"""Measures the solvers of race in rounds, in which they take turns, and compares them with ASP."""

import functools
from collections.abc import Callable, Iterable, Mapping
from statistics import median

import decode
from lab.common.measure import Process
from lab.common.terminal import Table, show_progress
from lab.solvers.solver_run import UNDECIDED, SolverRun

ASP = "asp"
LAGGING = 10  # times as long as ASP: one round of such a solver is enough

Figures = dict[str, list[Process]]  # by solver, a process for each round


def measure_rounds(
    name: str, roads: Iterable[str], measure_road: Callable[[str], Process | None], rounds: int
) -> Figures:
    """Run each solver once in each round, and leave out those that come to no verdict.

    name: of the board, for the status line.
    measure_road: runs the solver of this name; returns None if it comes to no verdict.
    """
    figures: Figures = {road: [] for road in roads}
    for number in range(rounds):
        for road in list(figures):
            asp, earlier = figures.get(ASP), figures[road]
            if asp and earlier and median_seconds(earlier) > LAGGING * median_seconds(asp):
                continue
            show_progress(f"{name}, round {number + 1}, {road}")
            process = measure_road(road)
            show_progress()
            if process:
                figures[road].append(process)
            else:
                del figures[road]
    return figures


def decided_process(run: SolverRun) -> Process | None:
    """Return the process of a run, None if it came to no verdict; report a missing tool once."""
    if run.missing:
        report_missing(run.missing)
    return run.process if run.verdict != UNDECIDED else None


@functools.cache
def report_missing(message: str) -> None:
    """Print on standard error which tool is not installed, once for each message."""
    show_progress()
    decode.report(f"lab bench: {message}")


def median_seconds(processes: Iterable[Process]) -> float:
    """Return the median of the seconds of processes, from start to end."""
    return median(process.seconds for process in processes)


def open_table(roads: list[str]) -> Table:
    """Return a table of these roads beside ASP, for the rows of format_ratios."""
    return Table("{:18}{:>10}" + "{:>10}" * len(roads), "", ASP, *roads)


def format_ratios(name: str, times: Mapping[str, float], roads: Iterable[str]) -> list[str]:
    """Return a row: the seconds of ASP, and how many times as long these roads take.

    A road without seconds has a -; without those of ASP there are no ratios.
    """
    if ASP not in times:
        return [name, "-"]
    cells = [f"{times[road] / times[ASP]:.2f}" if road in times else "-" for road in roads]
    return [name, f"{times[ASP]:.3f} s", *cells]
