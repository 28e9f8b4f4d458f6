"""Make a puzzle of any kind with exactly one solution, by its logic program alone.

The given cells of NAME.lp are a choice: each answer set is a puzzle with an answer to it.  A random
one is drawn.  As long as its puzzle has two answers, a given value near their difference is
exchanged for one that only one of the answers allows.  Finally, given cells are taken away as long
as exactly one answer stays.
"""

import random
from collections.abc import Container, Iterable, Iterator
from typing import Any

import decode
import encode
from encode import BLANK
from lab import Unusable, puzzles
from lab.common.words import Cell, Size, format_size, get_size
from lab.explain.queries import OpenProgram, limit_cost, read_cell
from lab.hint.hints import HintProgram
from lab.notations import list_choices
from lab.puzzles import Board, Puzzle
from lab.series import Exhausted, GeneratedPuzzle

MOST_DRAWINGS = 30  # random puzzles from which one is made
MOST_EXCHANGES = 300  # exchanges of given values in one of them

Givens = dict[Cell, str]  # a puzzle: the values of its given cells, BLANK for the other cells
AnswerCells = frozenset[decode.CellAtom]


def make_puzzle(
    name: str, size: Size, difficulty: int | None, taken: Container[Board], seed: str
) -> GeneratedPuzzle:
    """Return the puzzle of this size (rows, columns) and seed; its board is not in `taken`.

    `name` is the value of --puzzle.  `difficulty`, if any, is the number of given
    cells in the largest reason of its hints.  Raises Exhausted if no board of this size has an
    answer, and after MOST_DRAWINGS drawings; Unusable if puzzle.py refuses the size.
    """
    puzzle = puzzles.find_puzzle(name)
    open_puzzle = OpenPuzzle(puzzle, size, random.Random(seed))
    for _ in range(MOST_DRAWINGS):
        givens = open_puzzle.draw_givens()
        if not givens:
            raise Exhausted(f"no such puzzle: {describe_lack(puzzle, size)}")
        check_size(puzzle, list_rows(givens, size))
        if givens := open_puzzle.leave_one_answer(givens):
            made = complete_puzzle(puzzle, size, open_puzzle.take_away(givens))
            if not made or made.board in taken:
                continue
            hints = [] if difficulty is None else HintProgram(puzzle, made.board).list_hints()
            if difficulty in (None, max((len(hint.given_cells) for hint in hints), default=0)):
                return made
    raise Exhausted


def describe_lack(puzzle: Puzzle, size: Size) -> str:
    """Return a sentence on a size without any board that NAME.lp can solve."""
    text = f"{puzzle.encoding.name} has no solution for any board of {format_size(size)}"
    if puzzle.boards_text:
        text += f" that {puzzles.BOARDS_FILE} allows"
    return "; ".join(filter(None, (text, describe_values(puzzle, size))))


def describe_values(puzzle: Puzzle, size: Size) -> str:
    """Return a sentence on given values that may be too few for a size, "" if none are missing."""
    values = list_choices(puzzle, size)[0, 0]
    if hasattr(puzzle.record, "given_values") or any(map(str.isdecimal, values)):
        return ""
    return (
        f"given cells have {', '.join(values)} only, as in the examples and trials.txt; if others "
        "are possible, define given_values in puzzle.py"
    )


def check_size(puzzle: Puzzle, rows: Board) -> None:
    """Raise Unusable if puzzle.py refuses a board."""
    try:
        puzzles.read_board(puzzle.record, decode.format_grid(rows).encode())
    except encode.GridError as error:
        reason = f"found {error.found}, expected {error.expected}"
        size = format_size(get_size(rows))
        raise Unusable(f"--size: puzzle.py refuses {size}: {reason}") from None


def complete_puzzle(puzzle: Puzzle, size: Size, givens: Givens) -> GeneratedPuzzle | None:
    """Return a puzzle with its only solution; None if NAME.lp has none, several or a wrong one."""
    rows = list_rows(givens, size)
    solutions, read = puzzle.find_two_solutions(rows), puzzle.read_drawn_grid
    if len(solutions) != 1:
        return None
    board, solved = read(decode.format_grid(rows)), read(decode.format_grid(solutions[0]), True)
    return None if puzzle.list_offences(solved, board) else GeneratedPuzzle(board, solved)


def list_rows(givens: Givens, size: Size) -> list[list[str]]:
    return [[givens[r, c] for c in range(size[1])] for r in range(size[0])]


class OpenPuzzle:
    """The logic program of a puzzle, with given cells that are open to choice, grounded once."""

    def __init__(self, puzzle: Puzzle, size: Size, chance: random.Random) -> None:
        """Ground the program for boards of this size (rows, columns); `chance` decides the rest."""
        self._chance = chance
        self._choices = list_choices(puzzle, size)
        self._program = OpenProgram(self._choices, [str(puzzle.encoding)])
        self._given_literals = self._program.choice_literals
        atoms = self._program.control.symbolic_atoms.by_signature("cell", 3)
        literals = {(read_cell(a.symbol), str(a.symbol.arguments[2])): a.literal for a in atoms}
        inputs = {0, *(literals[choice] for choice in self._given_literals)}
        shown = [(cell, literal) for literal, cell in self._program.output.shown]
        answer = [(cell, literal) for cell, literal in shown if literal not in inputs]
        # If NAME.lp uses the same atoms for given cells and answers, answers have given cells, too.
        self._answer_literals = dict(answer or shown)
        self._has_boards = bool(puzzle.boards_text)
        if self._has_boards:
            self._program.add_boards_file(puzzle.folder / puzzles.BOARDS_FILE)
            solver: Any = self._program.control.configuration.solver
            solver.save_progress = 0  # or each drawing would be like the one before

    def draw_givens(self) -> Givens | None:
        """Return a random puzzle that has an answer; None if no board of this size has one."""
        drawn: list[Givens] = []

        def note_givens(answer: decode.AnswerSet) -> None:
            is_true = answer.model.is_true
            givens = (pair for pair, literal in self._given_literals.items() if is_true(literal))
            drawn.append(dict.fromkeys(self._choices, BLANK) | dict(givens))

        solver: Any = self._program.control.configuration.solver
        solver.lookahead, solver.sign_def = "no", "rnd"
        solver.seed, solver.rand_freq = self._chance.getrandbits(31), 1  # random decisions only
        for assumptions in (self._exclude_values(), []):
            if not drawn:
                self._program.solve(note_givens, assumptions, models=1, opt_mode="ignore")
        solver.rand_freq = 0
        return drawn[0] if drawn else None

    def _exclude_values(self) -> list[int]:
        """Return literals that forbid some random values as given, if there is a boards.lp."""
        if not self._has_boards:
            return []
        values = sorted({value for _, value in self._given_literals})
        excluded = self._chance.sample(values, self._chance.randrange(len(values)))
        return [-lit for (_, value), lit in self._given_literals.items() if value in excluded]

    def leave_one_answer(self, givens: Givens) -> Givens | None:
        """Exchange given values until one answer is left; None after MOST_EXCHANGES of them."""
        for _ in range(MOST_EXCHANGES):
            answers = self._find_answers(givens)
            if len(answers) == 1:
                return givens
            for exchanged in self._list_exchanges(givens, answers):
                if sum(self._has_answer(exchanged, answer) for answer in answers) == 1:
                    givens = exchanged
                    break
            else:
                return None
        return None

    def take_away(self, givens: Givens) -> Givens:
        """Return the puzzle without the given cells that its only answer does not need."""
        for cell in self._shuffle(givens):
            without = {**givens, cell: BLANK}
            if givens[cell] != BLANK and BLANK in self._choices[cell]:
                givens = without if len(self._find_answers(without)) == 1 else givens
        return givens

    def _list_exchanges(self, givens: Givens, answers: Iterable[AnswerCells]) -> Iterator[Givens]:
        """Yield the puzzles with another value in or beside a cell where two answers differ."""
        first, second = answers
        differing = {(int(r), int(c)) for r, c, _ in first ^ second}
        beside = {(r + y, c + x) for r, c in differing for y in (-1, 0, 1) for x in (-1, 0, 1)}
        for cells in (differing, beside - differing):
            for cell in self._shuffle(cells & givens.keys()):
                for value in self._shuffle(self._choices[cell]):
                    if value != givens[cell]:
                        yield {**givens, cell: value}

    def _shuffle(self, items: Iterable[Any]) -> list[Any]:
        """Return the items in a random order, whatever order they have."""
        ordered = sorted(items)
        self._chance.shuffle(ordered)
        return ordered

    def _find_answers(self, givens: Givens) -> list[AnswerCells]:
        """Return up to two answers of a puzzle, of the least cost if it has costs."""
        answers: list[AnswerCells] = []
        pairs = [(literal, cell) for cell, literal in self._answer_literals.items()]

        def note_answer(answer: decode.AnswerSet) -> bool:
            cells = frozenset(cell for literal, cell in pairs if answer.model.is_true(literal))
            if cells in answers:
                answer.exclude(pairs)
            else:
                answers.append(cells)
            return len(answers) < 2

        assumptions, opt_mode = self._program.assume_givens(givens), "opt"
        if self._program.optimises:
            opt_mode = limit_cost(self._program, assumptions)
        self._program.solve(note_answer, assumptions, opt_mode=opt_mode)
        return answers

    def _has_answer(self, givens: Givens, answer: AnswerCells) -> bool:
        """Whether an answer keeps the rules on a puzzle."""
        literals = [lit if cell in answer else -lit for cell, lit in self._answer_literals.items()]
        assumptions = [*self._program.assume_givens(givens), *literals]
        return self._program.solve(assumptions=assumptions, models=1, opt_mode="ignore") is None
