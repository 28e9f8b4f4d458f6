"""Make a puzzle of any kind with exactly one solution, by its logic program alone.

open.lp makes the given cells of NAME.lp a choice: each answer set is a puzzle with an answer to it.
A random one comes first.  As long as its puzzle has two answers, a given value where these differ
is exchanged for one that leaves only one of the two.  In the end given cells are taken away, as far
as exactly one answer stays.
"""

import random
from collections.abc import Container, Iterable, Iterator
from pathlib import Path
from typing import Any

import decode
import encode
from encode import BLANK
from lab import puzzles
from lab.common.words import Cell
from lab.notations import Source
from lab.puzzles import Puzzle
from lab.series import Exhausted, GeneratedPuzzle

OPEN = Path(__file__).with_name("open.lp")
MOST_DRAWINGS = 30  # random puzzles from which one is made
MOST_EXCHANGES = 300  # of given values in each of them

Givens = dict[Cell, str]  # a puzzle: the values of its given cells, BLANK for the other cells
Answer = frozenset[tuple[str, str, str]]  # row, column and value of each cell


def make_puzzle(
    name: str, size: tuple[int, int], taken: Container[Any], seed: str
) -> GeneratedPuzzle:
    """Return the puzzle of this size (rows, columns) and seed, none of the boards `taken`.

    `name` is the value of --puzzle.  Raises Exhausted after MOST_DRAWINGS drawings.
    """
    puzzle, chance = puzzles.find_puzzle(name), random.Random(seed)
    open_puzzle = OpenPuzzle(puzzle, size)
    for _ in range(MOST_DRAWINGS):
        givens = open_puzzle.draw(chance)
        if givens and (givens := leave_one_answer(open_puzzle, givens, chance)):
            made = solve(puzzle, size, take_away(open_puzzle, givens, chance))
            if made and made.board not in taken:
                return made
    raise Exhausted


def leave_one_answer(
    open_puzzle: "OpenPuzzle", givens: Givens, chance: random.Random
) -> Givens | None:
    """Exchange given values until there is one answer; None if MOST_EXCHANGES do not suffice."""
    for _ in range(MOST_EXCHANGES):
        answers = open_puzzle.find_answers(givens)
        if len(answers) == 1:
            return givens
        for exchanged in list_exchanges(open_puzzle, givens, answers, chance):
            if sum(open_puzzle.has_answer(exchanged, answer) for answer in answers) == 1:
                givens = exchanged
                break
        else:
            return None
    return None


def list_exchanges(
    open_puzzle: "OpenPuzzle", givens: Givens, answers: Iterable[Answer], chance: random.Random
) -> Iterator[Givens]:
    """Yield the puzzles with another value in or beside a cell where the answers differ."""
    first, second = answers
    differing = {(int(r), int(c)) for r, c, _ in first ^ second}
    beside = {(r + y, c + x) for r, c in differing for y in (-1, 0, 1) for x in (-1, 0, 1)}
    for cells in (differing, beside - differing):
        for cell in shuffle(cells & givens.keys(), chance):
            for value in shuffle(open_puzzle.choices[cell], chance):
                if value != givens[cell]:
                    yield {**givens, cell: value}


def take_away(open_puzzle: "OpenPuzzle", givens: Givens, chance: random.Random) -> Givens:
    """Return the puzzle without the given cells that its only answer does not need."""
    for cell in shuffle(givens, chance):
        if givens[cell] != BLANK and BLANK in open_puzzle.choices[cell]:
            without = {**givens, cell: BLANK}
            if len(open_puzzle.find_answers(without)) == 1:
                givens = without
    return givens


def shuffle(items: Iterable[Any], chance: random.Random) -> list[Any]:
    """Return the items in an order that depends on nothing but `chance`."""
    ordered = sorted(items)
    chance.shuffle(ordered)
    return ordered


def solve(puzzle: Puzzle, size: tuple[int, int], givens: Givens) -> GeneratedPuzzle | None:
    """Return a puzzle with its only solution by NAME.lp; None if there is none, or another."""
    rows = [[givens[r, c] for c in range(size[1])] for r in range(size[0])]
    search = decode.Search([str(puzzle.encoding)], text=encode.format_facts(rows))
    search.run()
    if len(search.boards) != 1:
        return None
    board, solution = (
        puzzle.record.read(decode.format_grid(grid).encode(), solved)
        for grid, solved in ((rows, False), (search.boards[0], True))
    )
    return GeneratedPuzzle(board, solution)


class OpenPuzzle:
    """The logic program of a puzzle, with given cells that are open to choice, grounded once.

    `choices` has the values that each cell may be given, with BLANK if it may have none.
    """

    def __init__(self, puzzle: Puzzle, size: tuple[int, int]) -> None:
        height, width = size
        cells = [(r, c) for r in range(height) for c in range(width)]
        if find_values := getattr(puzzle.record, "given_values", None):
            self.choices = {cell: list(find_values(*cell, *size)) for cell in cells}
        else:
            self.choices = dict.fromkeys(cells, list_choices(puzzle, max(size)))
        facts = [
            f"open_blank({r},{c}).\n" if value == BLANK else f"open_value({r},{c},{value}).\n"
            for (r, c), values in self.choices.items()
            for value in values
        ]
        facts.append(encode.format_facts([[BLANK] * width] * height))
        self._program = decode.Program([str(puzzle.encoding), str(OPEN)], text="".join(facts))
        atoms = self._program.control.symbolic_atoms.by_signature("cell", 3)
        literals = {str(atom.symbol): atom.literal for atom in atoms}
        self._given_literals = {
            ((r, c), value): literals[f"cell({r},{c},{value})"]
            for (r, c), values in self.choices.items()
            for value in values
            if value != BLANK
        }
        shown = [(cell, literal) for literal, cell in self._program.output.shown if literal]
        inputs = set(self._given_literals.values())
        answer = [(cell, literal) for cell, literal in shown if literal not in inputs]
        # Where NAME.lp has given cells and answers in the same atoms, any answer has more of them
        # than are given.
        self._is_merged = not answer
        self._answer_literals = dict(answer or shown)

    def draw(self, chance: random.Random) -> Givens | None:
        """Return a random puzzle that has an answer; None if no board of this size has one."""
        drawn: list[Givens] = []

        def note_given(answer: decode.AnswerSet) -> None:
            is_true = answer.model.is_true
            values = {
                cell: value for (cell, value), lit in self._given_literals.items() if is_true(lit)
            }
            drawn.append(dict.fromkeys(self.choices, BLANK) | values)

        solver: Any = self._program.control.configuration.solver
        solver.lookahead, solver.sign_def = "no", "rnd"
        solver.seed, solver.rand_freq = chance.getrandbits(31), 1  # each decision is random
        self._program.solve(note_given, models=1)
        solver.rand_freq = 0
        return drawn[0] if drawn else None

    def find_answers(self, givens: Givens) -> list[Answer]:
        """Return up to two answers of a puzzle."""
        answers: list[Answer] = []

        def note_answer(answer: decode.AnswerSet) -> bool:
            is_true = answer.model.is_true
            cells = frozenset(
                cell for cell, literal in self._answer_literals.items() if is_true(literal)
            )
            if cells in answers:
                answer.exclude([(literal, cell) for cell, literal in self._answer_literals.items()])
            else:
                answers.append(cells)
            return len(answers) < 2

        self._program.solve(note_answer, self._assume(givens))
        return answers

    def has_answer(self, givens: Givens, answer: Answer) -> bool:
        """Whether an answer keeps the rules on a puzzle."""
        literals = [lit if cell in answer else -lit for cell, lit in self._answer_literals.items()]
        return self._program.solve(assumptions=[*self._assume(givens), *literals], models=1) is None

    def _assume(self, givens: Givens) -> list[int]:
        """Return the literals by which exactly these cells are given."""
        return [
            literal if givens[cell] == value else -literal
            for (cell, value), literal in self._given_literals.items()
            if givens[cell] == value or not self._is_merged
        ]


def list_choices(puzzle: Puzzle, side: int) -> list[str]:
    """Return the values of cells in a puzzle's examples and trial boards, BLANK among them.

    If one of them is a number, so are all from 1 to the longer side of a board.
    """
    paths = [*puzzle.examples.glob("dom*.txt"), *puzzle.folder.glob("trials.txt")]
    sources = [Source(str(path), path.read_bytes(), puzzle) for path in paths]
    boards = [board for source in sources for board in source.boards("grid")]
    values = {value for board in boards for row in board for value in row}
    if any(value.isdecimal() for value in values):
        values |= {str(number) for number in range(1, side + 1)}
    return sorted(values)
