"""Measures roads in rounds, in which they take turns; the table compares them with ASP."""

import functools
from collections.abc import Callable, Iterable, Mapping
from statistics import median

import decode
from lab.common.measure import Process
from lab.common.terminal import Table, show_progress
from lab.solvers.solver_run import UNDECIDED, SolverRun

ASP = "asp"
LAGGING = 10  # times as long as ASP: one round of such a road is enough

Figures = dict[str, list[Process]]  # by road, one for each round
Run = Callable[[str], Process | None]  # runs a road; None if it comes to no verdict


def take_turns(name: str, roads: Iterable[str], run: Run, rounds: int) -> Figures:
    """Run each road once in each round; those that come to no verdict are left out.

    `name` is that of the board, for the status line.
    """
    figures: Figures = {road: [] for road in roads}
    for number in range(rounds):
        for road in [road for road in figures if not is_lagging(road, figures)]:
            show_progress(f"{name}, round {number + 1}, {road}")
            process = run(road)
            show_progress()
            if process:
                figures[road].append(process)
            else:
                del figures[road]
    return figures


def is_lagging(road: str, figures: Figures) -> bool:
    """Whether a road has had a round and took more than LAGGING times as long as ASP."""
    asp, own = figures.get(ASP, []), figures[road]
    return bool(asp and own) and seconds(own) > LAGGING * seconds(asp)


def process_of(trip: SolverRun) -> Process | None:
    """The process of a trip, None if it came to no verdict."""
    if trip.missing:
        report_missing(trip.missing)
    return trip.process if trip.verdict != UNDECIDED else None


@functools.cache
def report_missing(tool: str) -> None:
    """Print on standard error what is not installed, once for each tool."""
    show_progress()
    decode.report(f"lab bench: {tool}")


def seconds(processes: Iterable[Process]) -> float:
    """The median of the seconds of processes, from start to end."""
    return median(process.seconds for process in processes)


# ---------------------------------------------------------------- the table


def table(others: list[str]) -> Table:
    """The table whose rows are those of `ratios`."""
    return Table("{:18}{:>10}" + "{:>10}" * len(others), "", ASP, *others)


def ratios(name: str, times: Mapping[str, float], others: Iterable[str]) -> list[str]:
    """A row: the seconds of ASP, and how many times as long the others take.

    A road without seconds has a -; without those of ASP there are no ratios.
    """
    if ASP not in times:
        return [name, "-"]
    cells = [f"{times[road] / times[ASP]:.2f}" if road in times else "-" for road in others]
    return [name, f"{times[ASP]:.3f} s", *cells]
