"""Solve puzzles by the hundred thousand, and make a table of them.

A source is a file, a folder, a zip or - for standard input, with one puzzle or many, in any
notation that convert reads, mixed as they like.  A row has the verdict (unique, several, none,
undecided), proven by NAME.lp of the puzzle and judged by its rules; a puzzle that cannot be read
is a row with the reason.  Rows come in the order of the input.  A table in a file is written as
it goes: give the same command again, and it goes on where it stopped.

Boards of a shape that comes often, of up to 225 cells, are solved one after another by a program
that is grounded once for all of them; so conflicts, like seconds, may be others in each run.

Exit status: 0 if the table is complete, 1 if some puzzles could not be read, 2 if it cannot be
made, 3 if some are undecided, 130 interrupted.
"""

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial
from math import inf
from pathlib import Path

import decode
from lab import Unusable, notations, puzzles
from lab.common.pool import ProcessPool, count_processors
from lab.common.terminal import show_progress
from lab.corpus import cluster, plots, summary, table
from lab.corpus.chosen import Folder
from lab.corpus.rows import Row, Task, boards_in, columns, made
from lab.corpus.solving import UNDECIDED
from lab.corpus.sources import Piece, Source, check, found, pieces
from lab.corpus.where import DERIVED, Condition, ConditionError
from lab.puzzles import Puzzle

FEW_PIECES, MOST_PIECES = 4, 64  # that are given to a process together: at first, and later
MOST_CHARACTERS = 100_000  # of them
RATED_BATCHES = 8  # after which a process is replaced, see ProcessPool
LIMIT = 60.0  # seconds for a puzzle
ALWAYS = ("source", "number")  # columns by which a table is gone on with


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    add = parser.add_argument
    add("sources", nargs="+", metavar="SOURCE", help="a file, a folder, a zip; - for stdin")
    add("-o", type=target, dest="table", metavar="TABLE", help=TABLE_HELP)
    add("--rate", action="store_true", help="add label, tactics and steps, as hint --rate says")
    add("--unique", action="store_true", help="drop what is a turn or mirror of an earlier puzzle")
    add("--where", metavar="CONDITION", help=WHERE_HELP)
    add("--to", type=Path, metavar="FOLDER", help="write the puzzles of the table there, as dom*")
    add("--columns", metavar="A,B,...", help=COLUMNS_HELP)
    add("--plots", type=Path, metavar="FOLDER", help="draw difficulty, steps and seconds there")
    add("--time-limit", type=decode.parse_seconds, default=LIMIT, metavar="S", help=LIMIT_HELP)
    add("--jobs", type=jobs, metavar="N", help="processes; as many as processors without it")
    add("--scheduler", metavar="ADDRESS", help="of a Dask cluster that does the work")
    notations.add_notation(parser)
    puzzles.add_argument(parser, "what the sources hold, if the first does not show it")
    parser.formatter_class = argparse.RawDescriptionHelpFormatter


TABLE_HELP = "ends in .csv, .jsonl or .parquet; CSV on standard output without it"
WHERE_HELP = (
    "only rows like this: \"size<=10 and label=='hard' and unique\"; the names are the columns, "
    f"{', '.join(DERIVED)}"
)
COLUMNS_HELP = "those wanted, or +NAME,-NAME beside what there is without it: all but solution"
LIMIT_HELP = f"seconds for a puzzle, which is undecided then ({LIMIT:g})"


def target(text: str) -> Path:
    """The path of a table, for argparse."""
    if Path(text).suffix in table.ENDINGS:
        return Path(text)
    expected = f"a name that ends in {', '.join(table.ENDINGS)}"
    raise argparse.ArgumentTypeError(f"found {text!r}, expected {expected}")


def jobs(text: str) -> int:
    """A number of processes, for argparse."""
    if text.isdecimal() and 1 <= int(text) <= 1000:
        return int(text)
    raise argparse.ArgumentTypeError(f"found {text!r}, expected a number from 1 to 1000")


def run(options: argparse.Namespace) -> int:
    """Run the command; returns the exit status."""
    check(options.sources)
    if options.plots:
        plots.check()
    puzzle = puzzle_of(options)
    notations.checked(puzzle, options.notation)
    if options.rate and not puzzle.has("rating"):
        raise Unusable(f"--rate: {puzzle.title} has no ratings, no rating.py in its folder")
    maker = Maker(puzzle, options)
    is_complete = False
    try:
        maker.go_on()
        is_complete = True
    finally:
        show_progress()
        maker.close(is_complete)
    return maker.status


def puzzle_of(options: argparse.Namespace) -> Puzzle:
    """The puzzle given, else the one that the beginning of the first source shows."""
    first = options.sources[0]
    if options.puzzle or first == "-":
        return options.puzzle or puzzles.default_puzzle()
    for source in found([first]):
        with source.open() as stream:
            return puzzles.choose_puzzle(None, stream.read(1 << 16))
    return puzzles.default_puzzle()


class Maker:
    """Makes a table, with all that comes of its rows."""

    def __init__(self, puzzle: Puzzle, options: argparse.Namespace) -> None:
        self._puzzle, self._options = puzzle, options
        self._task = Task(puzzle.spelt, options.notation, options.time_limit, options.rate)
        known = columns(puzzle, options.rate)
        self._condition = condition(options.where, known)
        kinds = {name: known[name] for name in wanted(options.columns, list(known))}
        labels = tuple(puzzle.module("rating").LABELS) if options.rate else ()
        self._summary = summary.Summary(labels)
        self._folder = Folder(options.to, list(kinds)) if options.to else None
        self._table = table.opened(options.table, kinds)
        self._counts: Counter[str] = Counter()  # the puzzles of each source so far
        self._last = ("", 0)  # source and number of the last row of an earlier run

    def go_on(self) -> None:
        """Read the rows that there are, and make the others."""
        for row in self._table.old():
            self._summary.is_repeat(row)
            self._summary.add(row, is_new=False)
            self._last = str(row["source"]), int(str(row["number"]))
            if self._folder:
                self._folder.add_old(row)
        if self._folder:
            self._folder.check()
        batches = batched(self._remaining(), self._processes)
        for rows in self._results(batches):
            self._take(rows)

    def close(self, is_complete: bool) -> None:
        """Close the table and the folder; draw and report, if nothing is missing."""
        self._table.close(is_complete)
        if self._folder:
            self._folder.close()
        if is_complete and self._options.plots:
            plots.draw(self._summary, self._options.plots)
        if is_complete or self._summary.new:
            summary.report(self._summary)

    @property
    def status(self) -> int:
        """The exit status of a complete table."""
        if self._summary.verdicts[summary.UNREADABLE]:
            return 1
        return 3 if self._summary.verdicts[UNDECIDED] else 0

    @property
    def _processes(self) -> int:
        return self._options.jobs or count_processors()

    def _results(self, batches: Iterable[list[Piece]]) -> Iterator[list[Row]]:
        """The rows of batches, in order, by the cluster or by processes of this machine."""
        work = partial(made, self._task)
        if self._options.scheduler:
            yield from cluster.shared(work, batches, self._options.scheduler)
            return
        tasks = RATED_BATCHES if self._options.rate else inf
        with ProcessPool(work, self._processes, tasks_per_process=tasks) as pool:
            yield from pool.map(batches)

    def _take(self, rows: list[Row]) -> None:
        """Number rows, drop those not wanted, and write the others."""
        kept = [row for row in rows if self._is_wanted(row)]
        for row in kept:
            if self._folder:
                self._folder.add(row)
            self._summary.add(row.values)
        self._table.add([row.values for row in kept])
        show_progress(self._summary.speed)

    def _is_wanted(self, row: Row) -> bool:
        """Whether a row, which gets its number, belongs into the table."""
        source = str(row.values["source"])
        self._counts[source] += 1
        row.values["number"] = self._counts[source]
        if source == self._last[0] and self._counts[source] <= self._last[1]:
            return False
        is_repeat = self._summary.is_repeat(row.values)
        if self._options.unique and is_repeat:
            return False
        return self._condition is None or self._condition.holds(row.values)

    def _remaining(self) -> Iterator[Piece]:
        """The pieces after the last row of an earlier run; raises Unusable if that is not found."""
        name, number = self._last
        sources = found(self._options.sources)
        if name:
            source = next((one for one in sources if one.name == name), None)
            if source is None:
                raise Unusable(
                    f"{self._options.table}: its last row is of {name}, which is not among the "
                    "sources; give the same sources, or name another file"
                )
            yield from self._after(source, number)
        for source in sources:
            yield from self._pieces(source)

    def _after(self, source: Source, number: int) -> Iterator[Piece]:
        """The pieces of a source without those of its first puzzles, which are counted."""
        count = 0
        for piece in self._pieces(source):
            if count < number:
                size = count_of(self._puzzle, piece, self._options.notation)
                if count + size <= number:
                    count += size
                    self._counts[source.name] = count
                    continue
            yield piece

    def _pieces(self, source: Source) -> Iterator[Piece]:
        return pieces(source, self._puzzle.notations, self._options.notation)


def count_of(puzzle: Puzzle, piece: Piece, notation: str | None) -> int:
    """How many rows a piece has."""
    if piece.fault:
        return 1
    try:
        return len(boards_in(puzzle, piece, notation))
    except ValueError:
        return 1


def batched(all_pieces: Iterable[Piece], processes: int) -> Iterator[list[Piece]]:
    """The pieces in lists, short ones at first, so that few pieces keep all processes busy, too."""
    batch: list[Piece] = []
    characters, number = 0, 0
    for piece in all_pieces:
        batch.append(piece)
        characters += len(piece.text)
        most = min(MOST_PIECES, FEW_PIECES ** (1 + number // processes))
        if len(batch) >= most or characters >= MOST_CHARACTERS:
            yield batch
            batch, characters, number = [], 0, number + 1
    if batch:
        yield batch


def condition(text: str | None, known: dict[str, type]) -> Condition | None:
    """The condition of --where; raises Unusable."""
    try:
        return Condition(text, known) if text is not None else None
    except ConditionError as error:
        raise Unusable(f"--where {text!r}: {error}") from None


def wanted(text: str | None, known: list[str]) -> list[str]:
    """The columns of --columns, in order; raises Unusable for a name that is none."""
    names = [name for name in known if name != "solution"]
    words = text.split(",") if text else []
    is_change = all(word[:1] in "+-" for word in words)
    for word in words:
        if word.lstrip("+-") not in known:
            raise Unusable(f"--columns: found {word!r}, expected names of {', '.join(known)}")
    if not is_change:
        return list(dict.fromkeys([*ALWAYS, *(word.lstrip("+-") for word in words)]))
    added = {word[1:] for word in words if word.startswith("+")}
    dropped = {word[1:] for word in words if word.startswith("-")} - {*ALWAYS}
    return [name for name in known if name in added or (name in names and name not in dropped)]
