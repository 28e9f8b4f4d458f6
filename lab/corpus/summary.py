"""Counts over the rows of a corpus for its summary, and a sample of its puzzles for the plots."""

import random
import sys
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from lab.common.words import count_noun
from lab.corpus.rows import Value
from lab.corpus.solving import VERDICTS

Values = Mapping[str, Value]
SAMPLE = 3000  # puzzles that a plot shows at most
MOST_LINES = 12  # of sizes in the summary; if there are more, neighbours share a line
UNREADABLE = "no puzzle"


class Point(NamedTuple):
    """A puzzle in the plots."""

    cells: int
    density: float  # clues for a cell
    seconds: float
    kind: str  # label or verdict
    steps: int | None


class Summary:
    """Counts of rows; the puzzles a second are those of this run only."""

    def __init__(self, labels: Iterable[str]) -> None:
        """`labels` are those of ratings, the easiest first; empty without ratings."""
        self.labels = tuple(labels)
        self.verdicts: Counter[str] = Counter()
        self.rows_of_run = 0
        self.points: list[Point] = []  # a random sample
        self._by_size: dict[int, Counter[str]] = {}  # labels, or verdicts without ratings
        self._ids: set[int] = set()
        self._repeats = 0
        self._random = random.Random(0)
        self._start = time.monotonic()

    def count_repeat(self, values: Values) -> bool:
        """Return whether there was a puzzle with the id of this row before, and remember the id."""
        if not values.get("id"):
            return False
        number = int(str(values["id"]), 16)
        is_repeat = number in self._ids
        self._repeats += is_repeat
        self._ids.add(number)
        return is_repeat

    def add_row(self, values: Values, is_of_run: bool = True) -> None:
        """Count a row of the table."""
        self.rows_of_run += is_of_run
        verdict = str(values.get("verdict") or UNREADABLE)
        self.verdicts[verdict] += 1
        row: Mapping[str, Any] = values
        if not row.get("height"):
            return
        kind = row.get("label") or verdict if self.labels else verdict
        size = max(row["height"], row["width"])
        self._by_size.setdefault(size, Counter())[kind] += 1
        cells = row["height"] * row["width"]
        density = (row.get("clues") or 0) / cells
        point = Point(cells, density, row.get("seconds") or 0.0, kind, row.get("steps"))
        if len(self.points) < SAMPLE:
            self.points.append(point)
        elif (place := self._random.randrange(self.verdicts.total())) < SAMPLE:
            self.points[place] = point

    @property
    def speed(self) -> str:
        """The puzzles of this run, and how many of them a second."""
        seconds = max(time.monotonic() - self._start, 1e-6)
        puzzles = count_noun(self.rows_of_run, "puzzle")
        return f"{puzzles} in {seconds:.1f} s, {self.rows_of_run / seconds:.0f} a second"

    @property
    def kinds(self) -> list[str]:
        """The labels or verdicts that occur, the easiest first."""
        kinds = {kind for counts in self._by_size.values() for kind in counts}
        return [k for k in dict.fromkeys([*self.labels, *VERDICTS, UNREADABLE]) if k in kinds]

    @property
    def sizes(self) -> dict[str, Counter[str]]:
        """The counts by size, which is the longer side, in at most MOST_LINES lines."""
        for step in (1, 2, 5, 10, 20, 50, 100, 10**9):
            lines: dict[int, Counter[str]] = {}
            for size in sorted(self._by_size):
                lines.setdefault(size // step * step, Counter()).update(self._by_size[size])
            if len(lines) <= MOST_LINES:
                break
        return {
            str(first) if step == 1 else f"{first}-{first + step - 1}": counts
            for first, counts in lines.items()
        }

    def print(self) -> None:
        """Print the summary on standard error."""
        from rich.console import Console
        from rich.table import Table

        console = Console(file=sys.stderr, highlight=False, soft_wrap=True)
        verdicts = Table(box=None, padding=(0, 2, 0, 0))
        verdicts.add_column("verdict")
        verdicts.add_column("puzzles", justify="right")
        for verdict in (*VERDICTS, UNREADABLE):
            if self.verdicts[verdict]:
                verdicts.add_row(verdict, f"{self.verdicts[verdict]:,}")
        console.print(verdicts)
        if self._by_size:
            sizes = Table(box=None, padding=(0, 2, 0, 0))
            sizes.add_column("size")
            for kind in self.kinds:
                sizes.add_column(kind, justify="right")
            for name, counts in self.sizes.items():
                numbers = (f"{counts[k]:,}" if counts[k] else "-" for k in self.kinds)
                sizes.add_row(name, *numbers)
            console.print()
            console.print(sizes)
        console.print(f"\n{self.speed}; {count_noun(self._repeats, 'repeat')}")
