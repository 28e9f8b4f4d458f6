"""The rules of a puzzle as a checker, the boards of a size as text, and their right answers."""

import itertools
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

import decode
from decode import BLANK
from lab import Unusable
from lab.common.words import Size
from lab.explain.queries import BOARDS_PREFIX
from lab.notations import format_choices, list_choices
from lab.puzzles import UNIQUE, Board, Puzzle
from lab.runner.server.open_board import GIVEN_CELLS, OPEN_BOARD, BoardWithAnswer
from lab.runner.task_pool import Task, TaskPool
from lab.syntax.statements import NAME, rename_predicates

MOST_PAIRS = 200_000  # right answers of a size, if they are counted, at most
COUNTED_SIDE = 3  # rows and columns of the largest boards whose right answers are counted
SAMPLE_SECONDS = 3.0  # seconds of computing to count right answers, or to sample some

Result = TypeVar("Result")


class AnswerValues(NamedTuple):
    """The values that answers may have: constants, and numbers from `least` on if it is not None.

    possible: all values in solutions of the trial boards, for random answers
    """

    constants: frozenset[str]
    least: str | None
    possible: frozenset[str]


def read_values(values: Iterable[str]) -> AnswerValues:
    """Return the values of answers from those in some solutions."""
    possible = frozenset(values)
    numbers = {value for value in possible if value.removeprefix("-").isdecimal()}
    least = "1"
    if any(value.startswith("-") for value in numbers):
        least = "#inf"
    elif "0" in numbers:
        least = "0"
    return AnswerValues(possible - numbers, least if numbers else None, possible)


def list_sizes(most_rows: int, oblong_side: int) -> list[Size]:
    """Return the sizes of squares and oblongs, those with fewer cells first.

    Squares have up to `most_rows` rows, oblongs up to `oblong_side` rows and columns.
    """
    sizes = [(n, n) for n in range(1, most_rows + 1)]
    sizes += itertools.permutations(range(1, oblong_side + 1), 2)
    return sorted(sizes, key=lambda size: (size[0] * size[1], size))


@dataclass
class Checker:
    """The checker of a puzzle; what it knows of a size is the same for all programs."""

    puzzle: Puzzle
    values: AnswerValues
    _cache: dict[object, object] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @cached_property
    def rules_text(self) -> str:
        """The text of rules.lp with names that no program has."""
        return rename_predicates(self.puzzle.rules_text, "rules__")

    @cached_property
    def boards_text(self) -> str:
        """The text of boards.lp with names that no program has."""
        return rename_predicates(self.puzzle.boards_text, BOARDS_PREFIX)

    @property
    def knows_right_answers(self) -> bool:
        """Whether right answers can be counted and sampled: without a cost, by rules.lp."""
        return bool(self.puzzle.rules_text) and self.puzzle.best == UNIQUE

    @cached_property
    def own_names(self) -> frozenset[str]:
        """The names that a program must not rename by #const: values, and all in the texts."""
        values = {value for row in list_choices(self.puzzle, (2, 2)).values() for value in row}
        programs = [path.read_text("utf-8") for path in (GIVEN_CELLS, OPEN_BOARD)]
        texts = [self.rules_text, self.boards_text, *programs, *values, *self.values.possible]
        return frozenset(NAME.findall("\n".join(texts)))

    def format_size_facts(self, size: Size, *, is_any_answer: bool = False) -> str:
        """Return the facts of open_board.lp for a size; with any answer in place of a program's."""
        height, width = size
        lines = [format_choices(list_choices(self.puzzle, size))]
        lines += [f"rules__size({height},{width})."]
        dim = f"{height}" if height == width else f"{height},{width}"
        lines += [f"{BOARDS_PREFIX}dim({dim})."]
        lines += [f"kit__value({value})." for value in sorted(self.values.constants)]
        lines += [f"kit__mark({value})." for value in self.puzzle.marks]
        lines += [f"kit__numbers({self.values.least})."] if self.values.least else []
        if is_any_answer:
            numbers = {str(n) for n in range(1, max(size) + 1)} if self.values.least else set()
            lines += [f"kit__any({value})." for value in sorted(self.values.possible | numbers)]
        return "\n".join([*lines, ""])

    def list_texts(self, size: Size, *, is_any_answer: bool = False) -> list[str]:
        """Return the texts for a size without a program, or with any answer in its place."""
        facts = self.format_size_facts(size, is_any_answer=is_any_answer)
        return [self.rules_text, self.boards_text, facts]

    def _find_once(self, key: object, find: Callable[[], Result]) -> Result:
        """Return the result of a function that is called once for a key; other threads wait."""
        with self._lock:
            if key not in self._cache:
                self._cache[key] = find()
            return self._cache[key]  # type: ignore[return-value]

    def count_right_answers(self, pool: TaskPool, size: Size) -> int | None:
        """Return how many right answers the boards of a size have; None if they are not counted.

        Nothing is counted above COUNTED_SIDE, MOST_PAIRS or SAMPLE_SECONDS, nor where solutions
        have a cost.
        """
        if not self.knows_right_answers or max(size) > COUNTED_SIDE:
            return None

        def count() -> int | None:
            texts = self.list_texts(size, is_any_answer=True)
            arguments = {"texts": texts, "most": MOST_PAIRS + 1}
            number = run_trusted(pool, "count_right_answers", arguments)
            return None if number is None or number > MOST_PAIRS else int(number)

        return self._find_once(("number", size), count)

    def digest_right_answers(self, pool: TaskPool, size: Size, number: int) -> str:
        """Return the digest of all right answers to the boards of a size, `number` of them.

        Return "" if it takes too long.
        """
        arguments = {"texts": self.list_texts(size, is_any_answer=True), "most": number + 1}
        counts = run_trusted(pool, "count_pairs", {**arguments, "is_right": True})
        return str(counts[2]) if counts else ""

    def list_solvable_boards(self, pool: TaskPool, size: Size) -> list[Board]:
        """Return all puzzles of a small size that have a solution."""
        pairs = run_trusted(
            pool, "list_right_answers", {"texts": self.list_texts(size, is_any_answer=True)}
        )
        givens = dict.fromkeys(tuple(map(tuple, cells)) for cells, _ in pairs or [])
        boards = (self.read_board(size, cells) for cells in givens)
        return [board for board in boards if board is not None]

    def sample_right_answers(
        self, pool: TaskPool, size: Size, number: int
    ) -> list[BoardWithAnswer] | None:
        """Return up to `number` random puzzles of a size, each with a right answer.

        Return None if it takes too long.
        """
        if not self.knows_right_answers:
            return []

        def sample() -> list[BoardWithAnswer] | None:
            texts = self.list_texts(size, is_any_answer=True)
            arguments = {"texts": texts, "number": number, "seed": 1, "is_right": True}
            pairs = run_trusted(pool, "sample_pairs", arguments)
            if pairs is None:
                return None
            return [pair for pair in pairs if self.read_board(size, pair[0])]

        return self._find_once(("pairs", size, number), sample)

    def sample_boards(self, pool: TaskPool, size: Size, number: int) -> list[Board]:
        """Return up to `number` random puzzles of a size, whether they have a solution or not."""
        texts = [self.boards_text, self.format_size_facts(size)]
        arguments = {"texts": texts, "number": number, "seed": 1}
        pairs = run_trusted(pool, "sample_pairs", arguments) or []
        boards = (self.read_board(size, givens) for givens, _ in pairs)
        return [board for board in boards if board is not None]

    def find_board_that_breaks(self, pool: TaskPool, size: Size, code: str) -> Board | None:
        """Return a puzzle of a size with an answer that breaks this rule alone, or None."""
        arguments = {"texts": self.list_texts(size, is_any_answer=True), "code": code}
        pairs = run_trusted(pool, "find_breaking_pair", arguments)
        return self.read_board(size, pairs[0][0]) if pairs else None

    def list_broken_codes(
        self, pool: TaskPool, size: Size, pairs: Sequence[BoardWithAnswer]
    ) -> list[list[str]] | None:
        """Return the codes of the rules that each pair of a size breaks by rules.lp."""
        arguments = {"texts": self.list_texts(size, is_any_answer=True), "pairs": list(pairs)}
        codes: list[list[str]] | None = run_trusted(pool, "list_broken_codes", arguments)
        return codes

    def read_board(self, size: Size, givens: Iterable[Iterable[str]]) -> Board | None:
        """Return the board with these given cells, None if puzzle.py rejects it."""
        rows = [[BLANK] * size[1] for _ in range(size[0])]
        for r, c, value in givens:
            rows[int(r)][int(c)] = value
        try:
            board: Board = self.puzzle.read_drawn_grid(decode.format_grid(rows))
        except Unusable:
            return None
        return board


def run_trusted(pool: TaskPool, name: str, arguments: Mapping[str, Any]) -> Any:
    """Return the value of a task of the kit's own programs, None if it is not done."""
    task = Task(name, dict(arguments), SAMPLE_SECONDS, 4 * SAMPLE_SECONDS, is_trusted=True)
    outcome = pool.run(task)
    return outcome.value if outcome.is_done else None
