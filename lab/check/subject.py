"""What check needs to know of a puzzle: its small boards, its rules, its words.

All of it stands in the puzzle's folder.  trials.txt and `solutions` in rules.py are necessary;
a module checking.py may have any of the names in Defaults.
"""

import functools
import math
import re
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, TypeVar

from decode import BLANK as OPEN
from lab import Unusable
from lab.check.answers import (
    Answer,
    FilledCell,
    ProgramAnswers,
    added_cells,
    cells_outside,
    doubled_cells,
    fill_board,
    format_board,
    given_cells,
    is_on,
    is_square,
)
from lab.check.samples import Samples, derived
from lab.common.words import Cell
from lab.puzzles import LEAST_COST, Offence, Puzzle, Rows, shape_like

if TYPE_CHECKING:
    from lab.check.behaviour import Behaviour
    from lab.check.together import Pairs
    from lab.runner.pool import Outcome

SMALL = 4  # rows of the trials by which mistakes are known
CONTRACT, REFUSES, SEVERAL = "contract", "refuses-solution", "several"
COST = "cost"  # of solutions that are not the best

T = TypeVar("T")

Codes = tuple[str, ...]  # the rules that an answer breaks, in the order of their report
Difference = dict[Codes, frozenset[Answer]]  # the wrong answers by what they break


class Defaults:
    """What holds where checking.py, a module of the puzzle's folder, does not have the name."""

    VALUE = "value"  # what a program puts into cells
    GIVEN = "given"  # the code of an answer with another value for a given cell
    OPTIMISES = "optimises"  # the code of the remark that a program minimises
    HARD_CODED = ""  # the mistake of programs that answer the same to every board,
    FREE_CHOICE = ""  # of those with several answer sets for one solution,
    NOT_OPTIMISED = ""  # of those that minimise nothing where there is a cost,
    SQUARE_ONLY = ""  # of those that are wrong on boards that are no squares, and on no other,
    ON_GIVEN = ""  # and of those whose wrong answers all change a given cell
    OBLONG: Sequence[Rows] = ()  # boards that are no squares, for a remark
    WALLS = ""  # values that a page draws as black cells
    SIGNS: Mapping[str, str] = {}  # what a page draws for a value; "o" is a disc
    lit_cells: Callable[[Rows], Collection[Cell]] | None = None  # tinted cells of a board
    CAUSE: Rows = ()  # a board that shows why programs of equal behaviour refuse solutions
    fresh: Callable[[int, Random], Rows] | None = None  # a random board of so many rows
    SIZES: Sequence[int] = ()  # the rows of those for programs, if others than usual
    LARGE: Sequence[int] = ()  # rows of one more board, on which only two answers are judged
    OF_GRIDS: Sequence[int] = ()  # and of those for encode.py
    COSTS: Mapping[str, Callable[[Rows, Rows], int]] = {}  # see harmless.py
    TOLERATED: Mapping[str, Sequence[tuple[Rows, Rows]]] = {}  # see harmless.py
    SAMPLES: Samples | None = None  # grids for encode.py; without them, see samples.derived

    @staticmethod
    def parts(board: Rows) -> Iterable[Rows]:
        """Smaller boards of which each may show what a board shows, the smallest first."""
        return ()

    @staticmethod
    def is_comparable(board: Rows, codes: Codes) -> bool:
        """Whether this board shows by itself if two programs break these rules alike."""
        return True


class TrialBoard:
    """A board and all its solutions, the best ones where these have a cost: the `least`."""

    def __init__(
        self,
        subject: "Subject",
        board: Rows,
        solutions: Iterable[Answer],
        least: int | None = None,
    ) -> None:
        self.board, self.solutions, self.least = board, frozenset(solutions), least
        self.facts = subject.facts(board)
        self.is_blank = any(OPEN in row for row in board)  # somewhere
        self._subject = subject
        self._broken: dict[Answer, Codes] = {}

    def broken(self, answer: Answer) -> Codes:
        """The codes of what an answer breaks, see Subject.broken."""
        if answer not in self._broken:
            self._broken[answer] = self._subject.broken(self.board, answer, self.least)
        return self._broken[answer]

    @functools.cached_property
    def wanted(self) -> list[list[FilledCell]]:
        """What a program is asked for that optimises: the cells of each of the best solutions."""
        return [] if self.least is None else sorted(map(sorted, self.solutions))

    def difference(self, answers: ProgramAnswers) -> Difference:
        """How the answers of a program differ from the solutions; empty if they do not."""
        found = set(answers.found)
        wrong: dict[Codes, set[Answer]] = {}
        for answer in found - self.solutions:
            wrong.setdefault(self.broken(answer), set()).add(answer)
        if refused := self._refused(answers):
            wrong[REFUSES,] = refused
            if refused == self.solutions:  # which is why others are best
                wrong.pop((COST,), None)
        if answers.differing:
            wrong[SEVERAL,] = {frozenset()}
        return {codes: frozenset(answers) for codes, answers in wrong.items()}

    def _refused(self, answers: ProgramAnswers) -> set[Answer]:
        """The solutions that a program does not accept.

        Where solutions have a cost, those that a program does not find best may be accepted;
        elsewhere a program that optimises may find any others worse.
        """
        missing = set(self.solutions.difference(answers.found))
        if answers.optimises and self.least is not None:
            return missing.difference(answers.admitted)
        is_best = answers.optimises and len(missing) < len(self.solutions)
        return missing if answers.is_complete and not is_best else set()


class Subject:
    """A puzzle whose programs are checked."""

    def __init__(self, puzzle: Puzzle) -> None:
        """Raises Unusable if the puzzle's folder lacks what check needs."""
        self.puzzle = puzzle
        self.program, self.script = f"{puzzle.name}.lp", "encode.py"
        self.trial_file = puzzle.folder / "trials.txt"
        self.bank, self.table = puzzle.folder / "mistakes", puzzle.folder / "behaviour.json"
        self._checking: Any = puzzle.module("checking") if puzzle.has("checking") else None
        self._found: dict[Hashable, Any] = {}
        missing = "trials.txt" if not self.trial_file.is_file() else "solutions() in rules.py"
        if not (self.trial_file.is_file() and hasattr(puzzle.rules, "solutions")):
            raise Unusable(f"{puzzle.title} cannot be checked: {puzzle.folder} has no {missing}")

    def remembered(self, key: Hashable, find: Callable[[], T]) -> T:
        """What find() returned the first time that it was asked for under this key."""
        if key not in self._found:
            self._found[key] = find()
        found: T = self._found[key]
        return found

    def own(self, name: str) -> Any:
        """A name of the puzzle's checking.py, or of Defaults."""
        return getattr(self._checking, name, getattr(Defaults, name))

    # ------------------------------------------------------------ boards

    @functools.cached_property
    def trials(self) -> list[TrialBoard]:
        """The small boards of trials.txt, in its order; by these mistakes are known."""
        small = [trial for trial in self.all_trials if len(trial.board) <= SMALL]
        if not small:
            raise Unusable(f"{self.trial_file}: found no board of up to {SMALL} rows")
        return small

    @functools.cached_property
    def larger(self) -> list[TrialBoard]:
        """The others, for what is right on the small ones.

        Wrong programs may find any number of answers on them.
        """
        return [trial for trial in self.all_trials if len(trial.board) > SMALL]

    @functools.cached_property
    def all_trials(self) -> list[TrialBoard]:
        """The boards of trials.txt; raises Unusable, with the place, for what is none."""
        return list(map(self.trial, self._source(self.trial_file).boards("grid")))

    @functools.cached_property
    def examples(self) -> list[Rows]:
        """The examples of a form that programs have to be fit for, the smallest first."""
        paths = sorted(self.puzzle.examples.glob("dom*.txt"))
        boards: list[Rows] = [self._source(path).board("grid") for path in paths]
        return sorted(filter(self.is_fit, boards), key=lambda board: len(board) * len(board[0]))

    def least(self, board: Rows) -> int | None:
        """What the solution of an example costs, where solutions have a cost."""
        return self._least.get(format_board(board))

    @functools.cached_property
    def _least(self) -> dict[str, int]:
        """What the solutions of the examples cost, by the texts of the puzzles."""
        costs: dict[str, int] = {}
        for path in self.puzzle.examples.glob("dom*.txt"):
            solution = path.with_name(path.name.replace("dom", "sol"))
            if self.puzzle.best == LEAST_COST and solution.exists():
                solved = self.puzzle.record.read(solution.read_bytes(), True)
                costs[format_board(self._source(path).board("grid"))] = self.puzzle.rules.cost(
                    solved
                )
        return costs

    def is_fit(self, board: Rows) -> bool:
        """Whether programs have to be fit for a board of this form: a square, if all trials are."""
        return is_square(board) or not all(is_square(trial.board) for trial in self.all_trials)

    def _source(self, path: Path) -> Any:
        from lab.notations import Source

        return Source(str(path), path.read_bytes(), self.puzzle)

    @functools.cached_property
    def oblong(self) -> list[TrialBoard]:
        """Boards that are no squares, which a program may be unfit for."""
        return list(map(self.trial, self.own("OBLONG")))

    def trial(self, board: Rows) -> TrialBoard:
        """A small board with its solutions, by brute force."""
        rules: Any = self.puzzle.rules
        solved = list(rules.solutions(board))
        if self.puzzle.best == LEAST_COST and solved:
            costs = [rules.cost(one) for one in solved]
            best = [one for one, cost in zip(solved, costs) if cost == min(costs)]
            return TrialBoard(self, board, (added_cells(board, one) for one in best), min(costs))
        return TrialBoard(self, board, (added_cells(board, one) for one in solved))

    def facts(self, board: Rows) -> str:
        """The program text for a board, as the kit's encode.py writes it."""
        import encode

        return encode.format_facts(board)

    def statements(self, grid: str) -> list[str]:
        """The lines that encode.py has to write for a grid text; raises encode.GridError."""
        from lab.check.statements import stated

        return stated(self.puzzle.record.read(grid.encode()))

    def reference(self, board: Rows) -> "Outcome | None":
        """What came of the reference on an example, where that is known."""
        return None

    def known_behaviours(self) -> "dict[Path, Behaviour] | None":
        """The behaviour of every program of the bank, where these programs are not at hand."""
        return None

    def known_pairs(self) -> "Pairs":
        """Pairs of mistakes by how they behave, see lab/check/together.py."""
        from lab.check import together

        return together.read(self)

    def known_cause(self, path: Path) -> list[Any] | None:
        """What mistakes.cause finds for a program of the bank that is not at hand."""
        return None

    def known_boards(self) -> "Sequence[TrialBoard]":
        """Boards in place of those that are made for each check."""
        return ()

    @property
    def group(self) -> int:
        """How many authors a submission may have."""
        return 2

    def beginning(self, *paths: Path | None) -> str:
        """What to do first, if all these files are still as they were handed out; else empty."""
        return ""

    def untouched(self, path: Path) -> str:
        """What to do first, if a file is still as it was handed out; else empty."""
        return ""

    def known_grids(self) -> Sequence[str]:
        """Grids for encode.py in place of those that are made for each check."""
        return ()

    @functools.cached_property
    def sentences(self) -> dict[str, str]:
        """What a student reads about each mistake, by its ID; empty without a bank."""
        file = self.bank / "sentences.txt"
        lines = file.read_text("utf-8", "replace").splitlines() if file.exists() else []
        pairs = [line.partition(": ") for line in lines if line]
        return {mistake: sentence for mistake, _, sentence in pairs}

    @functools.cached_property
    def samples(self) -> Samples:
        """The grids that an encode.py is tried with."""
        return self.own("SAMPLES") or derived([trial.board for trial in self.all_trials])

    # ------------------------------------------------------------ rules

    @property
    def codes(self) -> Codes:
        """All codes of what can be wrong with an answer, in the order of their report."""
        codes = (CONTRACT, *self.puzzle.rules.RULES, self.own("GIVEN"), COST, REFUSES, SEVERAL)
        return tuple(dict.fromkeys(codes))

    def broken(self, board: Rows, answer: Answer, least: int | None = None) -> Codes:
        """The codes of what an answer breaks; COST if nothing else and it costs more than `least`.

        These are (CONTRACT,) for cells that cannot be drawn; else that of a changed given cell,
        then the rules that the board breaks without such cells.
        """
        if cells_outside(board, answer) or doubled_cells(answer):
            return (CONTRACT,)
        own = {(cell.row, cell.column) for cell in given_cells(board)}
        changes = {cell for cell in answer if (cell.row, cell.column) in own}
        rules = {offence.rule for offence in self.offences(board, answer - changes)}
        order = [*self.puzzle.rules.RULES, *sorted(rules)]
        given_first = [self.own("GIVEN")] * bool(changes)
        ordered = [code for code in order if code in rules]
        is_dear = least is not None and self.cost(board, answer) > least
        return tuple(dict.fromkeys(given_first + ordered)) or (COST,) * is_dear

    def cost(self, board: Rows, answer: Answer) -> int:
        """What an answer on a board costs, by the judge of the puzzle."""
        return self.puzzle.rules.cost(shape_like(fill_board(board, answer), board))

    def offences(self, board: Rows, answer: Answer) -> list[Offence]:
        """How an answer on a board breaks the rules, by the judge of the puzzle."""
        rows = fill_board(board, (cell for cell in answer if is_on(board, cell)))
        return self.puzzle.rules.offences(shape_like(rows, board), board)

    # ------------------------------------------------------------ words

    def sentence(self, code: str) -> str:
        """What is wrong with a board that is accepted, in words."""
        rules: Mapping[str, str] = self.puzzle.rules.RULES
        if code in rules:
            number = list(rules).index(code) + 1
            return f"a board is accepted that breaks rule {number}, {rules[code]}"
        if code == self.own("GIVEN"):
            return f"a {self.own('VALUE')} is accepted on a {code} cell"
        return "a board is accepted that is no solution"

    @property
    def nothing(self) -> str:
        """The code of a program whose answers never fill a cell."""
        return f"no-{self.own('VALUE')}s"

    @functools.cached_property
    def values(self) -> str:
        """A regular expression for the values that answers may put into cells."""
        return value_pattern(
            cell.value for trial in self.all_trials for one in trial.solutions for cell in one
        )

    @functools.cached_property
    def given_values(self) -> str:
        """A regular expression for the values of given cells."""
        return value_pattern(
            cell.value for trial in self.all_trials for cell in given_cells(trial.board)
        )

    def number_of_fillings(self, board: Rows) -> float:
        """How many ways there are to fill the cells of a board; endless if numbers may be any."""
        names = self.values.split("|")
        kinds = 1 + len(names) if all(map(str.isalpha, names)) else math.inf
        return float(kinds ** (len(board) * len(board[0])))

    @property
    def atom(self) -> str:
        """An atom of an answer as the contract has it: cell(R,C,b), or cell(R,C,V) of several."""
        return f"cell(R,C,{self.values if self.values.isalpha() else 'V'})"

    @property
    def constants(self) -> set[str]:
        """The names that facts and answers have as values."""
        return {*filter(str.isalpha, f"{self.values}|{self.given_values}".split("|"))}


def value_pattern(values: Iterable[str]) -> str:
    """A regular expression for values: the names as they are, and any number if there is one."""
    known = set(values)
    numbers = {value for value in known if value.isdecimal()}
    names = sorted(map(re.escape, known - numbers))
    any_number = [r"\d+" if "0" in numbers else r"[1-9]\d*"] if numbers else []
    return "|".join(names + any_number)
