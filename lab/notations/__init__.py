"""Read and write boards in any notation of their puzzle; a missing notation is guessed."""

import argparse
import contextlib
import functools
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import decode
import encode
from lab import LimitReached, Unusable, puzzles
from lab.common.files import name_file_in_errors
from lab.common.words import Cell, Size, list_cells, quote_line
from lab.notations.letter_grid import LetterGrid, parse_cells
from lab.notations.reading import REQUIRED, make_notation, parse_boards
from lab.puzzles import SHARED_NOTATIONS, Board, Puzzle


class CellTexts(NamedTuple):
    """The value of --cells: words TEXT=VALUE."""

    words: str


NotationChoice = str | CellTexts | None  # the value of --from or --cells; None: guess the notation


class Source(NamedTuple):
    """A file or standard input: its name in messages, its bytes, and the puzzle of its boards."""

    name: str
    data: bytes
    puzzle: Puzzle

    def read_boards(self, notation: NotationChoice = None, solved: bool = False) -> list[Board]:
        """Return all boards; raise Unusable, with the place, if there are none."""
        notations = choose_notations(self.puzzle, notation)
        with name_file_in_errors(self.name):
            text = encode.decode_text(self.data).replace("\r\n", "\n")
            if not text.strip():
                raise encode.GridError(1, 1, "an empty input", "a puzzle")
            return parse_boards(text, notations, solved)

    def read_puzzles(self, notation: NotationChoice = None) -> list[Board]:
        """Return all boards, as read_boards does; each may have an answer that bare() removes."""
        try:
            return self.read_boards(notation)
        except LimitReached:
            raise
        except Unusable as error:
            try:
                boards = self.read_boards(notation, solved=True)
                for board in boards:
                    self.puzzle.read_drawn_grid(decode.format_grid(self.puzzle.bare(board)))
                return boards
            except LimitReached:
                raise
            except Unusable:
                raise error from None

    def read_board(self, notation: NotationChoice = None, solved: bool = False) -> Board:
        """Return the only board; raise Unusable if there is none, or more than one."""
        return self.pick_board(self.read_boards(notation, solved))

    def pick_board(self, boards: list[Board]) -> Board:
        """Return the only board; raise Unusable if there are several."""
        if len(boards) > 1:
            raise Unusable(f"{self.name}: found {len(boards)} puzzles, expected one")
        return boards[0]

    def name_boards(self, boards: list[Board]) -> Iterator[tuple[str, Board]]:
        """Yield each board with the name of the source, and #1, #2 ... if there are several."""
        for number, board in enumerate(boards, start=1):
            yield (f"{self.name}#{number}" if len(boards) > 1 else self.name), board


@functools.lru_cache(16)
def find_notations(puzzle: Puzzle) -> dict[str, Any]:
    """Return the notations of a puzzle by name; raise Unusable if one cannot be used."""
    return {name: find_notation(puzzle, name) for name in puzzle.notation_names}


def find_notation(puzzle: Puzzle, name: str) -> Any:
    """Return the notation of a module in notations/, or else a shared one.

    The notation is the module itself, or NOTATION in it.  Raises Unusable if it cannot be used.
    """
    if name in SHARED_NOTATIONS and not puzzle.has(f"notations.{name}"):
        return make_notation(name, puzzle.record)
    path = puzzle.folder / "notations" / f"{name}.py"
    try:
        module = puzzle.load_module(f"notations.{name}")
    except Exception as error:  # a module may contain anything
        fault = str(error) if isinstance(error, Unusable) else f"{path}:1: {error}"
        raise Unusable(fault) from None
    notation = getattr(module, "NOTATION", module)
    if missing := [part for part in REQUIRED if not callable(getattr(notation, part, None))]:
        raise Unusable(f"{path}:1: found no {', '.join(missing)}, expected NOTATION or functions")
    return notation


def choose_notations(puzzle: Puzzle, notation: NotationChoice) -> dict[str, Any]:
    """Return the notations that a text may be in, by name: all, unless a person chose."""
    if isinstance(notation, CellTexts):
        grid = LetterGrid(puzzle.record, notation.words, is_open=True, size="*")
        return {"--cells": grid}
    check_notation(puzzle, notation)
    return {notation: find_notation(puzzle, notation)} if notation else find_notations(puzzle)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of every command that reads boards: a file, and its notation."""
    parser.add_argument(
        "file", nargs="?", default="-", metavar="FILE", help="standard input without it"
    )
    add_notation(parser)


def add_notation(parser: argparse.ArgumentParser) -> None:
    """Declare --from and --cells, for a command that declares its files itself."""
    listed = "; ".join(
        f"{', '.join(puzzle.notation_names)} ({puzzle.title})" for puzzle in puzzles.list_puzzles()
    )
    options = parser.add_mutually_exclusive_group()
    options.add_argument(
        "--from",
        dest="notation",
        metavar="F",
        help=f"the notation of FILE, if the content does not show it: {listed}",
    )
    options.add_argument(
        "--cells", dest="notation", type=read_cell_texts, metavar='"TEXT=CELL ..."', help=CELLS_HELP
    )


CELLS_HELP = (
    'read a grid with other texts for its cells, such as "#=x _=.", each with the value in a '
    "grid; values that are not named stand for themselves.  Blanks or commas between the cells, "
    "and lines with the size before them, may be there or not"
)


def read_cell_texts(words: str) -> CellTexts:
    """Return the value of --cells; raise an ArgumentTypeError."""
    for word in words.split() or [""]:
        if not re.fullmatch(r"\S+=[^=\s]+", word):
            raise argparse.ArgumentTypeError(f"found {word!r}, expected TEXT=CELL, such as #=x")
    if len(dict(parse_cells(words))) < len(words.split()):
        raise argparse.ArgumentTypeError(f"found {words!r}, expected each text once")
    return CellTexts(words)


def open_source(path: str, puzzle: Puzzle | None = None) -> Source:
    """Read a file, standard input ('-'), or an example by its name, such as dom01.

    Without `puzzle`, the content decides on the puzzle.  Raises Unusable if it cannot be read.
    """
    examples = (puzzle or puzzles.find_default_puzzle()).examples_folder
    place = path if path == "-" else encode.find_example(path, examples)
    name = "<stdin>" if path == "-" else quote_line(place)
    with name_file_in_errors(name):
        data = encode.read_bytes(place)
    return Source(name, data, puzzles.choose_puzzle(puzzle, data))


def read_puzzles(
    paths: Iterable[str], options: argparse.Namespace
) -> Iterator[tuple[str, Puzzle, Board]]:
    """Yield the name, the puzzle and the board of each puzzle in files, after puzzle.bare()."""
    for path in paths:
        source = open_source(path, options.puzzle)
        for name, board in source.name_boards(source.read_puzzles(options.notation)):
            yield name, source.puzzle, source.puzzle.bare(board)


def add_of_option(parser: argparse.ArgumentParser, help: str) -> None:
    """Declare --of, for a command that reads a grid with an answer and its puzzle."""
    parser.add_argument("--of", metavar="PUZZLE", help=f"{help}; --from and --cells are for both")


def read_answer(options: argparse.Namespace, puzzle: Puzzle | None) -> tuple[Puzzle, Board, Board]:
    """Return the puzzle, the board of FILE with an answer, and the board of --of or None.

    Without `puzzle`, the content of FILE decides on the puzzle.
    """
    if options.of == options.file == "-":
        raise Unusable("the grid and its puzzle cannot both come from standard input")
    source = open_source(options.file, puzzle)
    board = source.read_board(options.notation, solved=True)
    if options.of is None:
        return source.puzzle, board, None
    return source.puzzle, board, open_source(options.of, source.puzzle).read_board(options.notation)


def format_board(puzzle: Puzzle, board: Board, notation: str) -> str:
    """Return the text of a board; answer cells that the notation cannot write become blank.

    Raises Unusable if the notation cannot write the board.
    """
    check_notation(puzzle, notation)
    for cell in list_answer_cells(puzzle):
        if not can_write(puzzle, notation, cell):
            rows = [["." if value == cell else value for value in row] for row in board]
            board = puzzles.shape_like(rows, board)
    return str(find_notation(puzzle, notation).write(board))


def list_answer_cells(puzzle: Puzzle) -> dict[str, str]:
    """Return the answer cells that not every notation can write, each with its plural noun."""
    return getattr(puzzle.record, "ANSWERS", {})


def can_write(puzzle: Puzzle, notation: str, cell: str) -> bool:
    return cell in getattr(find_notation(puzzle, notation), "HOLDS", [cell])


def has_one_per_line(puzzle: Puzzle, notation: str) -> bool:
    """Whether a notation has a puzzle on each line, without blank lines between."""
    return bool(getattr(find_notation(puzzle, notation), "ONE_PER_LINE", False))


def check_notation(puzzle: Puzzle, notation: NotationChoice) -> None:
    """Raise Unusable if the puzzle has no notation of this name."""
    if isinstance(notation, str) and notation not in puzzle.notation_names:
        expected = ", ".join(puzzle.notation_names)
        raise Unusable(f"found {notation} for {puzzle.title}, expected one of {expected}")


def list_choices(puzzle: Puzzle, size: Size) -> dict[Cell, list[str]]:
    """Return the values that each cell may be given, with BLANK if it may have none.

    Without given_values in the record, take the values in the examples and trial boards.  If one is
    a number, add the numbers from 1 to the longer side.
    """
    cells = [(r, c) for r in range(size[0]) for c in range(size[1])]
    if hasattr(puzzle.record, "given_values"):
        call, expected = "given_values(r, c, height, width)", "to return a list of values"
        return {
            cell: puzzles.call_function(puzzle.record, call, expected, *cell, *size)
            for cell in cells
        }
    examples = [path for path, _ in puzzles.list_example_files(puzzle.examples_folder)]
    paths = [*examples, *puzzle.folder.glob("trials.txt")]
    sources = [
        Source(str(path), path.read_bytes(), puzzle) for path in paths if path.stat().st_size
    ]
    boards = [board for source in sources for board in source.read_boards("grid")]
    values = {value for board in boards for row in board for value in row}
    if any(value.isdecimal() for value in values):
        values |= {str(number) for number in range(1, max(size) + 1)}
    return dict.fromkeys(cells, sorted(values))


def list_accepted_numbers(puzzle: Puzzle, board: Board) -> Iterator[str]:
    """Yield the numbers up to the longer side that `read` accepts in place of a board's number."""
    places = [(r, c) for (r, c), value in list_cells(board) if value.isdecimal()]
    for r, c in places[:1]:
        rows = [list(row) for row in board]
        for number in range(max(len(board), len(board[0])) + 1):
            rows[r][c] = str(number)
            with contextlib.suppress(Unusable):
                puzzle.read_drawn_grid(decode.format_grid(rows))
                yield rows[r][c]


def format_choices(choices: Mapping[Cell, Collection[str]]) -> str:
    """Return the facts of a blank board, and those of given_cells.lp, for all cells of a board."""
    height, width = (max(numbers) + 1 for numbers in zip(*choices))
    facts = [encode.format_facts([decode.BLANK * width] * height)]
    facts += [f"kit__place({r},{c}).\n" for r, c in choices]
    for (r, c), values in choices.items():
        facts += [f"kit__may({r},{c},{value}).\n" for value in values if value != decode.BLANK]
        facts += [] if decode.BLANK in values else [f"kit__must({r},{c}).\n"]
    return "".join(facts)
