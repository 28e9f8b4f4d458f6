"""The summary of a table: counts of its rows, and a sample of its puzzles for the plots."""

import random
import time
from collections import Counter
from collections.abc import Iterable

from lab.common.terminal import print_message
from lab.common.words import count_noun
from lab.corpus.rows import RowValues
from lab.corpus.solving import VERDICTS

SAMPLE_SIZE = 3000  # puzzles that a plot shows at most
UNREADABLE = "no puzzle"  # the word in place of a verdict


class Summary:
    """Counts of the rows of all runs; only `rows_of_run` and `progress` are about this run."""

    def __init__(self, labels: Iterable[str]) -> None:
        """`labels` are those of ratings, the easiest first; empty without ratings."""
        self.labels = tuple(labels)
        self.verdicts: Counter[str] = Counter()
        self.rows_of_run = 0
        self.sample: list[RowValues] = []  # random rows with a board
        self.counts_by_size: dict[int, Counter[str]] = {}  # labels or verdicts, by the longer side
        self._ids: set[str] = set()
        self._repeats = self._boards = 0
        self._chance = random.Random(0)
        self._start = time.monotonic()

    def count_repeat(self, puzzle_id: str | None) -> bool:
        """Note an id; count it and return True if it came before; None never repeats."""
        is_repeat = puzzle_id in self._ids
        self._repeats += is_repeat
        if puzzle_id:
            self._ids.add(puzzle_id)
        return is_repeat

    def add_row(self, values: RowValues, is_of_run: bool = True) -> None:
        self.rows_of_run += is_of_run
        self.verdicts[values.get("verdict") or UNREADABLE] += 1
        if not (values.get("height") and values.get("width")):
            return
        self._boards += 1
        size = max(values["height"], values["width"])
        self.counts_by_size.setdefault(size, Counter())[self.find_category(values)] += 1
        if len(self.sample) < SAMPLE_SIZE:
            self.sample.append(values)
        elif (index := self._chance.randrange(self._boards)) < SAMPLE_SIZE:
            self.sample[index] = values

    def find_category(self, values: RowValues) -> str:
        """Return the label of a row, or its verdict if it has no label."""
        return str(values.get("label") or values.get("verdict") or UNREADABLE)

    @property
    def progress(self) -> str:
        """The rows of this run and the rows a second, in words."""
        seconds = max(time.monotonic() - self._start, 1e-6)
        puzzles = count_noun(self.rows_of_run, "puzzle")
        return f"{puzzles} in {seconds:.1f} s, {self.rows_of_run / seconds:.0f} a second"

    @property
    def categories(self) -> list[str]:
        """The labels or verdicts that occur, the easiest first."""
        present = {category for counts in self.counts_by_size.values() for category in counts}
        return [c for c in (*self.labels, *VERDICTS, UNREADABLE) if c in present]

    def print(self) -> None:
        lines = ["verdict      puzzles"]
        verdicts = [v for v in (*VERDICTS, UNREADABLE) if self.verdicts[v]]
        lines += [f"{verdict:10}{self.verdicts[verdict]:>10,}" for verdict in verdicts]
        if self.counts_by_size:
            lines += ["", "size      " + "".join(f"{category:>10}" for category in self.categories)]
            for size, counts in sorted(self.counts_by_size.items()):
                cells = (f"{counts[category]:>10,}" for category in self.categories)
                lines.append(f"{size:<10}" + "".join(cells))
        lines += ["", f"{self.progress}; {count_noun(self._repeats, 'repeat')}"]
        print_message("\n".join(lines))
