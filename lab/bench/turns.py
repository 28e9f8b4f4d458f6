"""Rounds in which roads take turns, and a line of what they cost beside ASP."""

from collections.abc import Callable, Iterable, Mapping
from statistics import median

import decode
from lab.roads.travel import Process, Trip
from lab.terminal import progress

ASP = "asp"
LAGGING = 10  # times as long as ASP: one round of such a road is enough

Figures = dict[str, list[Process]]  # by road, one a round
Travel = Callable[[str], tuple[Process, bool]]  # down a road; whether it came to a verdict


def compared(name: str, roads: Iterable[str], travel: Travel, rounds: int) -> Figures:
    """The processes of the roads that answer in time, a round after another."""
    figures: Figures = {road: [] for road in roads}
    for number in range(rounds):
        for road in [road for road in figures if not lags(road, figures)]:
            progress(f"{name}, round {number + 1}, {road}")
            process, answered = travel(road)
            figures[road].append(process)
            if not answered:
                del figures[road]
    progress()
    return figures


def lags(road: str, figures: Figures) -> bool:
    asp, times = figures.get(ASP, []), figures[road]
    return bool(asp and times) and seconds(times) > LAGGING * seconds(asp)


def judged(trip: Trip) -> tuple[Process, bool]:
    """The process of a trip, and whether it came to a verdict."""
    if trip.missing:
        decode.tell(f"lab bench: {trip.missing}")
    return trip.process, trip.verdict != "undecided"


def seconds(processes: Iterable[Process]) -> float:
    return median(process.seconds for process in processes)


def head(others: Iterable[str]) -> str:
    """The line above those of ratios."""
    return f"{'':18}{ASP:>10}" + "".join(f"{road:>10}" for road in others)


def ratios(name: str, times: Mapping[str, float], others: Iterable[str]) -> str:
    """The seconds of ASP, and how many times as long the others take; - for no answer."""
    if ASP not in times:
        return f"{name:18}{'-':>10}"
    cells = [f"{times[road] / times[ASP]:.2f}" if road in times else "-" for road in others]
    return f"{name:18}{times[ASP]:>8.3f} s" + "".join(f"{cell:>10}" for cell in cells)
