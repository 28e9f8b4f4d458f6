"""Solve puzzles by the hundred thousand, and make a table of them.

A source is a file, a folder, a zip or - for standard input, with one puzzle or many, in any
notation that convert reads, mixed as they like.  A row has the verdict (unique, several, none,
undecided), found by NAME.lp of the puzzle and checked by its rules; a puzzle that cannot be read
is a row with the reason.  Rows come in the order of the input.  With -o each row is written at
once: after an interruption, the same command continues the table.

Exit status, by the rows that are in the table: 0 if each has a verdict, 1 if one has a reason
instead, 3 if one is undecided; 2 if the table cannot be made, 130 if interrupted.
"""

import argparse
import contextlib
import os
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from math import inf
from pathlib import Path

import decode
from lab import Unusable, notations, puzzles
from lab.common.command import parse_count, parse_seconds
from lab.common.locks import hold_lock
from lab.common.process_pool import ProcessPool, count_processors
from lab.common.terminal import print_message, show_progress
from lab.common.words import count_noun
from lab.corpus import cluster, plots
from lab.corpus.conditions import RowCondition
from lab.corpus.rows import Row, RowValues, list_columns, make_rows
from lab.corpus.solving import VERDICTS
from lab.corpus.sources import READ_ERRORS, Piece, check_paths, cut_source, list_sources
from lab.corpus.summary import UNREADABLE, Summary
from lab.corpus.table import find_rows_file, open_table
from lab.puzzles import Board, Puzzle
from lab.series.puzzle_folder import PuzzleFolder
from lab.settings import read_figures
from lab.solvers import UNDECIDED

BATCH_SIZE = 8  # pieces that a process gets at once
TIME_LIMIT = 60.0  # seconds for a puzzle
FIRST_COLUMNS = ("source", "number")  # columns of every table
# Columns of a table in a file, as a later run needs them for the summary, --unique and --to:
FILE_COLUMNS = (*FIRST_COLUMNS, "id", "height", "width", "verdict", "label")
NOT_SHOWN = ("size", "cells", "solution")  # columns that a table has only if they are named
NOT_IN_INDEX = ("solution", "reason")  # columns of the table that the index of --to leaves out


def arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("sources", nargs="+", metavar="SOURCE", help="a file, a folder, a zip; - for stdin")
    add("-o", type=Path, dest="table", metavar="TABLE", help=TABLE_HELP)
    add("--rate", action="store_true", help=RATE_HELP)
    add("--unique", action="store_true", help="drop rotations and reflections of earlier puzzles")
    add("--where", metavar="CONDITION", help=WHERE_HELP)
    add("--to", type=Path, metavar="FOLDER", help="write the puzzles of the table there, as dom*")
    add("--columns", metavar="A,B,...", help=COLUMNS_HELP)
    add("--plots", type=Path, metavar="FOLDER", help="draw difficulty and steps there")
    add("--time-limit", type=parse_seconds, default=TIME_LIMIT, metavar="S", help=LIMIT_HELP)
    add("--jobs", type=partial(parse_count, most=1000), metavar="N", help=JOBS_HELP)
    add("--scheduler", metavar="ADDRESS", help="of a Dask cluster that does the work")
    notations.add_notation(parser)
    puzzles.add_argument(parser, "what the sources hold, if the first does not show it")


RATE_HELP = (
    "add label, tactics and steps by figures.py of the puzzle: the tactics that a person needs; "
    "hint --rate of puzzles without tactics measures something else, the given cells of reasons"
)
JOBS_HELP = "processes; as many as processors without it"
TABLE_HELP = "ends in .csv, .jsonl or .parquet; CSV on standard output without it"
WHERE_HELP = (
    "only the rows for which it is true: \"size<=10 and label=='hard' and unique\"; its names are "
    f"the columns and {', '.join(VERDICTS)}"
)
COLUMNS_HELP = (
    f"these columns; or +NAME,-NAME to add and leave out: without it, all but "
    f"{', '.join(NOT_SHOWN)}.  Always "
    f"there: {', '.join(FIRST_COLUMNS)}; with -o {', '.join(FILE_COLUMNS[2:])}, too"
)
LIMIT_HELP = f"after S seconds a puzzle is undecided ({TIME_LIMIT:g})"


def run(options: argparse.Namespace) -> int:
    check_paths(options.sources)
    if options.plots:
        plots.check_matplotlib()
    puzzle = options.puzzle or guess_puzzle(options)
    notations.check_notation(puzzle, options.notation)
    if options.rate and not read_figures(puzzle).rate:
        raise Unusable(f"--rate: {puzzle.title} has no ratings, no rate in its figures.py")
    table = options.table
    lock = hold_lock(find_rows_file(table), "lab corpus") if table else contextlib.nullcontext()
    with lock:
        maker = TableMaker(puzzle, options)
        is_complete = False
        try:
            maker.make_table()
            is_complete = True
        finally:
            maker.close(is_complete)
    if maker.summary.verdicts[UNREADABLE]:
        return 1
    return 3 if maker.summary.verdicts[UNDECIDED] else 0


def list_outputs(options: argparse.Namespace) -> list[Path]:
    """Return the files and folders that the command writes."""
    table = find_rows_file(options.table) if options.table else None
    return list(filter(None, (table, options.to, options.plots)))


def guess_puzzle(options: argparse.Namespace) -> Puzzle:
    """Return the puzzle that the first source shows: the beginning of its first readable file.

    For standard input and pipes, which can be read only once, return the default puzzle.
    """
    path = options.sources[0]
    if os.path.isfile(path) or os.path.isdir(path):
        for source in list_sources([path], list_outputs(options)):
            try:
                with source.open() as stream:
                    beginning = stream.read(1 << 16)
            except READ_ERRORS:
                continue  # its row says why
            return puzzles.choose_puzzle(None, beginning)
    return puzzles.find_default_puzzle()


class TableMaker:
    """Makes the table, the folder of --to and the summary."""

    def __init__(self, puzzle: Puzzle, options: argparse.Namespace) -> None:
        """Open the table and the folder; raises Unusable for bad options."""
        self._puzzle, self._options = puzzle, options
        types = list_columns(puzzle, options.rate)
        self._condition = RowCondition(options.where, types) if options.where else None
        always = FILE_COLUMNS if options.table else FIRST_COLUMNS
        columns = choose_columns(options.columns, types, always)
        self.summary = Summary(read_figures(puzzle).labels if options.rate else ())
        self._index_columns = [name for name in columns if name not in NOT_IN_INDEX]
        index_head = ["name", *self._index_columns]
        self._folder = PuzzleFolder(options.to, index_head) if options.to else None
        self._table = open_table(options.table, columns)
        self._last_row = ("", 0)  # source and number of the last row of an earlier run
        self._has_earlier_rows = False  # whether all rows of an earlier run are read

    def make_table(self) -> None:
        """Make the rows that an earlier run has not made, and write them."""
        self._read_earlier_rows()
        options = self._options
        work = partial(
            make_rows, self._puzzle.name_or_path, options.notation, options.time_limit, options.rate
        )
        processes = options.jobs or count_processors()
        pieces = self._list_remaining_pieces()
        batches = iter(lambda: list(islice(pieces, BATCH_SIZE)), [])
        # Ratings need much memory, which a process gives back when it ends.
        with ProcessPool(
            work,
            processes,
            describe_stage=lambda: count_noun(self.summary.rows_of_run, "puzzle"),
            items_per_process=8 if options.rate else inf,
        ) as pool:
            if options.scheduler:
                results = cluster.map_on_cluster(work, batches, options.scheduler)
            else:
                results = pool.map(batches)
            for rows in results:
                self._add_rows(rows)

    def close(self, is_complete: bool) -> None:
        """Close the table and the folder; draw the plots of a complete table, print the summary."""
        show_progress()
        self._table.close(is_complete)
        if self._folder:
            self._folder.close(self._has_earlier_rows)
        if is_complete and self._options.plots and self.summary.sample:
            plots.draw_plots(self.summary, self._options.plots)
        if self._condition and self._condition.divisions_by_zero:
            count = count_noun(self._condition.divisions_by_zero, "row")
            print_message(f"--where: divides by 0 in {count}, and is false there")
        if is_complete or self.summary.rows_of_run:
            self.summary.print()

    def _read_earlier_rows(self) -> None:
        """Count the rows of an earlier run and note the last; without any, check the folder."""
        for values in self._table.read_rows():
            self.summary.count_repeat(values.get("id"))
            self.summary.add_row(values, is_of_run=False)
            self._last_row = values["source"], values["number"]
            if values.get("height"):
                self._add_to_folder(values)
        if self._folder and self._last_row[0]:
            self._folder.check_has_own_index()
        elif self._folder:
            self._folder.check_has_no_puzzles()
        self._has_earlier_rows = True

    def _add_rows(self, rows: list[Row]) -> None:
        """Write the rows that --unique and --where keep to the table and the folder; count them."""
        chosen = []
        for values, board in rows:
            if self._condition and not self._condition.is_true_of(values):
                continue
            is_repeat = self.summary.count_repeat(values.get("id"))
            if is_repeat and self._options.unique:
                continue
            chosen.append(values)
            if board:
                self._add_to_folder(values, board)
            self.summary.add_row(values)
        show_progress()
        self._table.add_rows(chosen)
        show_progress(self.summary.progress)

    def _add_to_folder(self, values: RowValues, board: Board | None = None) -> None:
        """Add a puzzle to the folder of --to; an earlier run, without `board`, wrote its files."""
        if self._folder:
            number = f"{self._folder.puzzle_count + 1:04}"
            cells = [values.get(name) for name in self._index_columns]
            line = [f"dom{number}", *("-" if cell is None else str(cell) for cell in cells)]
            text = decode.format_grid(board) if board else ""
            solution = f"{values['solution']}\n" if board and values.get("solution") else ""
            self._folder.add_puzzle(number, line, text, solution.replace("/", "\n"))

    def _list_remaining_pieces(self) -> Iterator[Piece]:
        """Yield the pieces after the last row of an earlier run.

        Raises Unusable if that row belongs to none of the sources.
        """
        last_source, last_number = self._last_row
        choice = notations.choose_notations(self._puzzle, self._options.notation)
        is_reached = not last_source
        for source in list_sources(self._options.sources, list_outputs(self._options)):
            is_reached = is_reached or source.name == last_source
            if is_reached:
                pieces = cut_source(source, choice)
                finished = last_number if source.name == last_source else 0
                yield from islice(pieces, finished, None)
        if not is_reached:
            raise Unusable(
                f"{self._options.table}: its last row is a puzzle of {last_source}, which is not "
                "among the sources; give the same sources, or name another file"
            )


def choose_columns(
    text: str | None, types: dict[str, type], always: Sequence[str]
) -> dict[str, type]:
    """Return the columns of --columns and of `always`, with their types.

    "A,B" chooses A and B; "+A,-B" adds A to all columns except NOT_SHOWN, and leaves out B.
    Raises Unusable for unknown names, and if only some have a sign.
    """
    entries = text.split(",") if text else []
    has_signs = all(entry.startswith(("+", "-")) for entry in entries)
    names = [entry[1:] for entry in entries] if has_signs else entries
    for name in names:
        if name not in types:
            raise Unusable(f"--columns: found {name!r}, expected names of {', '.join(types)}")
    if not has_signs:
        return {name: types[name] for name in (*always, *names) if name in types}
    added = {entry[1:] for entry in entries if entry.startswith("+")}
    dropped = {entry[1:] for entry in entries if entry.startswith("-")}
    kept = {*types} - {*NOT_SHOWN} - dropped | added | {*always}
    return {name: kind for name, kind in types.items() if name in kept}
