"""What the rows of a corpus have in common: figures for the summary, and points for the plots."""

import random
import sys
import time
from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from lab.common.words import count_noun
from lab.corpus.rows import Value
from lab.corpus.solving import VERDICTS

Values = Mapping[str, Value]
POINTS = 3000  # rows that a plot has at most: a sample of all
LINES = 12  # sizes in the table; if there are more, neighbours share a line
UNREADABLE = "no puzzle"


class Point(NamedTuple):
    """What the plots show of a puzzle."""

    cells: int
    density: float  # clues for a cell
    seconds: float
    label: str
    steps: int | None


class Summary:
    """Counts rows; those of an earlier run count, but not for the puzzles a second."""

    def __init__(self, labels: tuple[str, ...]) -> None:
        self.labels = labels  # the easiest first; empty without ratings
        self.verdicts: Counter[str] = Counter()
        self.by_size: dict[int, Counter[str]] = {}  # labels, or verdicts without ratings
        self.rows = self.repeats = self.new = 0
        self.points: list[Point] = []  # a sample
        self._seen: set[int] = set()  # the ids, as numbers
        self._chance = random.Random(0)
        self._pointed = 0
        self._start = time.monotonic()

    def is_repeat(self, row: Values) -> bool:
        """Whether a puzzle with the id of this row has been met before; it counts as met now."""
        if not row.get("id"):
            return False
        number = int(str(row["id"]), 16)
        if number in self._seen:
            self.repeats += 1
            return True
        self._seen.add(number)
        return False

    def add(self, row: Values, is_new: bool = True) -> None:
        """Count a row of the table."""
        self.rows += 1
        self.new += is_new
        verdict = str(row.get("verdict") or UNREADABLE)
        self.verdicts[verdict] += 1
        height, width, label = row.get("height"), row.get("width"), row.get("label")
        if isinstance(height, int) and isinstance(width, int):
            kind = str(label or verdict) if self.labels else verdict
            self.by_size.setdefault(max(height, width), Counter())[kind] += 1
            self._sample(row, height * width, kind)

    @property
    def speed(self) -> str:
        """New puzzles, and how many of them a second."""
        seconds = max(time.monotonic() - self._start, 1e-6)
        puzzles = count_noun(self.new, "puzzle")
        return f"{puzzles} in {seconds:.1f} s, {self.new / seconds:.0f} a second"

    def kinds(self) -> list[str]:
        """The labels or verdicts that occur, the easiest first."""
        found = {kind for counts in self.by_size.values() for kind in counts}
        return [k for k in dict.fromkeys([*self.labels, *VERDICTS, UNREADABLE]) if k in found]

    def sizes(self) -> dict[str, Counter[str]]:
        """The counts by size, the longer side, in a few lines."""
        step = next(s for s in (1, 2, 5, 10, 20, 50, 100, 10**9) if self._lines(s) <= LINES)
        lines: dict[str, Counter[str]] = {}
        for size in sorted(self.by_size):
            first = size // step * step
            name = str(size) if step == 1 else f"{first}-{first + step - 1}"
            lines.setdefault(name, Counter()).update(self.by_size[size])
        return lines

    def _lines(self, step: int) -> int:
        return len({size // step for size in self.by_size})

    def _sample(self, row: Values, cells: int, kind: str) -> None:
        """Keep a row for the plots, so that each row has the same chance."""
        clues, seconds, steps = row.get("clues"), row.get("seconds"), row.get("steps")
        point = Point(
            cells,
            clues / cells if isinstance(clues, int) else 0.0,
            seconds if isinstance(seconds, float | int) else 0.0,
            kind,
            steps if isinstance(steps, int) else None,
        )
        self._pointed += 1
        if len(self.points) < POINTS:
            self.points.append(point)
        elif (place := self._chance.randrange(self._pointed)) < POINTS:
            self.points[place] = point


def report(summary: Summary) -> None:
    """Print the summary on standard error."""
    from rich.console import Console
    from rich.table import Table

    console = Console(file=sys.stderr, highlight=False, soft_wrap=True)
    verdicts = Table(box=None, padding=(0, 2, 0, 0))
    verdicts.add_column("verdict")
    verdicts.add_column("puzzles", justify="right")
    for verdict in (*VERDICTS, UNREADABLE):
        if summary.verdicts[verdict]:
            verdicts.add_row(verdict, f"{summary.verdicts[verdict]:,}")
    console.print(verdicts)
    if summary.by_size:
        console.print()
        sizes = Table(box=None, padding=(0, 2, 0, 0))
        sizes.add_column("size")
        kinds = summary.kinds()
        for kind in kinds:
            sizes.add_column(kind, justify="right")
        for name, counts in summary.sizes().items():
            sizes.add_row(name, *(f"{counts[kind]:,}" if counts[kind] else "-" for kind in kinds))
        console.print(sizes)
    console.print(f"\n{summary.speed}; {count_noun(summary.repeats, 'repeat')}")
