"""The explanation of a puzzle: found step by step, then described in words, as data, as a picture.

Exploration explains any puzzle by its logic program.  A puzzle's folder may have another one in
explain/exploration.py, under the name EXPLORATION, which overrides what it does better.

Sentences that the page shows are translated; those of the command alone are English.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import decode
from encode import BLANK
from lab.common.language import translate
from lab.common.words import Cell, count_noun, format_cell, format_rows, join_clauses, list_cells
from lab.explain.clash import Demands, DemandSet, find_smaller_clashes
from lab.explain.grounding import CellValues, GivenProgram, describe_clashing_cells
from lab.pictures.frames import Frame
from lab.puzzles import VERDICT_BY_NUMBER, Board, Puzzle, find_differing_cells, shape_like

VERDICTS = {"none": "no solution", "unique": "exactly one solution", "several": "several solutions"}
PROOFS = ("perhaps fewer do", "no fewer do")  # the words by whether a proof says so
WHATEVER_ELSE = "(whatever the other given cells have, as long as no further cell is given)"
OPTIMA = {
    "unique": "exactly one optimum, of cost {cost}",
    "several": "several optima, of cost {cost}",
}


class Explanation(NamedTuple):
    """Why a puzzle has no solution or several; each repair is a label and another puzzle."""

    sentence: str
    frames: Sequence[Frame]
    repairs: Sequence[tuple[str, Board]] = ()


class Exploration:
    """The explanation of a puzzle; explore() finds it step by step, in a thread.

    An attribute is None while it is unknown, and where it does not apply.
    """

    program: GivenProgram
    spare_noun = "given cell"  # the word for what can be superfluous
    searches_fewest = True  # False: be content with further cells that are all needed

    def __init__(self, puzzle: Puzzle, board: Board, fewest_given: bool = False) -> None:
        self.puzzle, self.board, self.fewest_given = puzzle, board, fewest_given
        self.stage = "grounding"  # what explore() does now
        self.is_done = False
        self.cost = ""  # of the optima: a number for each priority; "" if solutions have no cost
        self.verdict: str | None = None  # none, several or unique
        self.solutions: Sequence[Board] = []
        self.clash: Collection[Cell] | None = None  # no solution: given cells that cannot stay
        self.spare: Collection[Cell] | None = None  # one solution: given cells, each can go
        # of a unique puzzle: given cells that suffice for its solution
        self.sufficient: DemandSet[Cell] | None = None
        self.shared: CellValues = {}  # several solutions: the values that are the same in all
        self.repair: Board | None = None  # several solutions: a similar puzzle that has one
        self.is_fewest = False  # proven: no smaller clash, or no repair by fewer changes

    @property
    def is_explained(self) -> bool:
        """Whether only improvements and proofs are still open."""
        return bool(self.clash or self.repair or self.sufficient)

    @property
    def is_smallest(self) -> bool:
        """Whether a proof excludes a smaller clash, sufficient set or repair."""
        return self.sufficient.is_smallest if self.sufficient else self.is_fewest

    @property
    def differing_cells(self) -> list[Cell]:
        """The cells in which solutions differ, row by row."""
        return find_differing_cells(self.solutions)

    def explore(self) -> None:
        """Find out everything, the verdict first."""
        self.find_solutions()
        if self.verdict == "none":
            self.find_clash()
        elif self.verdict == "unique":
            self.find_spare()
        else:
            self.find_repair()
        self.is_done = True

    # ------------------------------------------------------------ the search

    def find_solutions(self) -> None:
        """Find the verdict and up to two solutions."""
        self.program = GivenProgram(self.puzzle, self.board)
        self.cost = self.program.cost
        self.stage = "looking for solutions"
        first = self.program.find_answer()
        if first is None:
            self.verdict = "none"
            return
        self.program.exclude(first)
        second = self.program.find_answer()
        answers = [first] if second is None else [first, second]
        self.solutions = [overlay_values(self.board, values) for values in answers]
        self.verdict = VERDICT_BY_NUMBER[len(answers)]

    def find_clash(self) -> None:
        self.stage = "looking for cells that clash"
        self.clash = self.program.find_clashing_cells()

    def find_spare(self) -> None:
        """Find the given cells that can go, if the puzzle may have blank cells in their place."""
        self.stage = "leaving out given cells"
        program, literals = self.program, self.program.given_literals
        fixed = {cell for cell in literals if BLANK not in program.possible_values[cell]}
        if fixed == literals.keys():
            return
        spare = list_spare_cells(Demands(program, literals, program.rule_texts)) - fixed
        fixed |= {cell for cell in spare if not self.is_unique_without([cell])}
        self.spare = spare - fixed
        assumptions = [*program.rule_texts, *(literals[cell] for cell in fixed)]
        removable = {cell: literal for cell, literal in literals.items() if cell not in fixed}
        self.find_sufficient(Demands(program, removable, assumptions))
        if self.sufficient:
            members = self.sufficient.members | fixed
            is_right = self.is_unique_without(literals.keys() - members)
            self.sufficient = replace(self.sufficient, members=members) if is_right else None

    def is_unique_without(self, cells: Iterable[Cell]) -> bool:
        """Return whether the puzzle has exactly one solution without these given cells."""
        board = overlay_values(self.board, dict.fromkeys(cells, BLANK))
        return len(self.puzzle.find_two_solutions(board)) == 1

    def find_sufficient(self, demands: Demands[Cell]) -> None:
        """Find the fewest demands that leave no other solution, if that is asked for.

        Each demand is a given cell; an answer set that meets them all is another solution than the
        puzzle's.
        """
        if self.fewest_given:
            self.stage = f"looking for the fewest {self.spare_noun}s"
            for clash in find_smaller_clashes(demands):
                self.sufficient = clash

    def find_repair(self) -> None:
        """Find what is the same in all solutions, and the fewest blank cells to fill."""
        cells = list_cells(self.solutions[0])
        first = {(r, c): value for (r, c), value in cells if value != self.board[r][c]}
        self.stage = "looking for what is the same in all solutions"
        shared = self.program.find_answer("cautious", 0) or {}
        self.shared = dict(shared.items() & first.items())
        self.stage = "looking for the fewest further given cells"
        literals = {
            (r, c): self.program.answer_literals[r, c, value]
            for (r, c), value in first.items()
            if self.board[r][c] == BLANK and (r, c) not in self.shared
            if value in self.program.possible_values[r, c]
        }
        demands = Demands(self.program, literals, self.program.assumptions)
        for clash in find_smaller_clashes(demands):
            self.repair = overlay_values(self.board, {cell: first[cell] for cell in clash.members})
            self.is_fewest = clash.is_smallest
            if not self.searches_fewest:
                break

    # ------------------------------------------------------------ words, data, a picture

    def describe_verdict(self) -> str:
        """Return the verdict in words, and what explore() was doing when the time limit came."""
        if not self.verdict:
            clauses = ["undecided"]
        elif self.cost:
            clauses = [translate(OPTIMA[self.verdict], cost=self.cost)]
        else:
            clauses = [translate(VERDICTS[self.verdict])]
        if self.solutions and not self.verdict:
            clauses.append("there is a solution, but perhaps not only one")
        if not (self.is_done or self.is_explained):
            clauses.append(f"the time limit came while {self.stage}")
        return join_clauses(clauses)

    def describe_in_words(self) -> str:
        """Return the explanation as paragraphs with a blank line between them; or ""."""
        paragraphs: list[str] = []
        if self.verdict == "none":
            paragraphs = self.describe_clash()
        elif self.verdict == "unique":
            paragraphs = [format_rows(self.solutions[0]), *self.describe_spare()]
        elif self.verdict == "several":
            paragraphs = self.describe_differences()
        return "\n\n".join(paragraphs) + "\n" if paragraphs else ""

    def describe_clash(self) -> list[str]:
        if self.clash is None:
            return []
        lines = [describe_clashing_cells(self.clash)]
        if 0 < len(self.clash) < len(self.program.given_literals):
            lines += [WHATEVER_ELSE, format_rows(self.keep_givens(self.clash))]
        return ["\n".join(lines)]

    def describe_spare(self) -> list[str]:
        """Return paragraphs on superfluous given cells, and on a sufficient set of given cells."""
        paragraphs = []
        if self.spare:
            cells, nouns = list_values_at(self.board, self.spare), f"{self.spare_noun}s"
            paragraphs.append(f"each of these {nouns} can go without losing uniqueness:\n{cells}")
        elif self.spare is not None:
            paragraphs.append(f"no {self.spare_noun} can go without losing uniqueness")
        if self.sufficient:
            number = count_noun(len(self.sufficient.members), self.spare_noun)
            rows = format_rows(self.keep_givens(self.sufficient.members))
            paragraphs.append(f"{number} do, {PROOFS[self.sufficient.is_smallest]}:\n{rows}")
        return paragraphs

    def keep_givens(self, cells: Collection[Cell]) -> Board:
        """Return the board with these given cells alone."""
        return keep_cells(self.board, cells)

    def describe_differences(self) -> list[str]:
        """Return paragraphs on several solutions: where they differ, and how to leave one."""
        paragraphs = []
        if self.shared:
            rows = format_rows(keep_cells(self.solutions[0], self.shared))
            paragraphs.append(f"the same in all solutions:\n{rows}")
        paragraphs.append(describe_differing_grids(*self.solutions))
        if self.repair:
            paragraphs.append(f"{self.describe_repair()}\n{PROOFS[self.is_fewest]}")
        return paragraphs

    def describe_repair(self) -> str:
        """Return the values of the first solution that leave no other if they are given."""
        repair = self.repair or self.board
        cells = find_differing_cells([self.board, repair])
        text = join_clauses(f"{format_cell((r, c))}: {repair[r][c]}" for r, c in cells)
        return translate(
            "values of the first solution that, if given, leave no other: {text}", text=text
        )

    def describe_as_data(self) -> dict[str, Any]:
        """Return the explanation for programs, under the same names for every puzzle.

        `marks` has the cells that the picture marks, by mark; `repairs` has other puzzles, each
        after a label.
        """
        marks, sufficient = self.list_marks(), self.sufficient
        return {
            "verdict": self.verdict,
            "is_complete": self.is_done,
            "cost": [int(number) for number in self.cost.split(",") if number],
            "text": self.describe_in_words(),
            "marks": {
                kind: sorted(c for c in marks if marks[c] == kind) for kind in marks.values()
            },
            "shared": sorted(self.shared.items()),
            "sufficient": sorted(sufficient.members) if sufficient else None,
            "repairs": self.list_repairs(),
            "is_smallest": self.is_smallest,
        }

    def list_repairs(self) -> Sequence[tuple[str, Board]]:
        """Return other puzzles, with one solution if possible, each after a label."""
        return [(self.describe_repair(), self.repair)] if self.repair else []

    def draw_frames(self) -> list[Frame]:
        """Return a picture of the explanation, and if there is one, of another solution."""
        frames = [self.draw_frame()]
        if len(self.solutions) > 1:
            text = translate("and this is another one")
            frames.append(frames[0]._replace(board=self.solutions[-1], caption=text))
        return frames

    def draw_frame(self) -> Frame:
        """Return a picture of a solution, or of the board, with the marked cells explained."""
        board = self.solutions[0] if self.solutions else self.board
        return Frame(board, self.list_marks(), self.format_caption(), givens=self.board)

    def format_caption(self) -> str:
        """Return what the marks of the picture mean, after the verdict."""
        clauses = [self.describe_verdict()]
        if self.clash:
            clauses.append(translate("the marked cells clash"))
        elif self.verdict == "several":
            clauses.append(translate("this is one of them; the marked cells differ in others"))
        elif self.spare:
            clauses.append(translate("each of the marked values can go"))
        return join_clauses(clauses)

    def list_marks(self) -> dict[Cell, str]:
        """Return the mark of each cell to point out, see Frame."""
        marks = dict.fromkeys(self.differing_cells, "differ")
        marks |= dict.fromkeys(self.spare or (), "superfluous")
        return marks | dict.fromkeys(self.clash or (), "clash")


def list_spare_cells(demands: Demands[Cell]) -> set[Cell]:
    """Return the cells that can each be left out alone without another solution."""
    cells = set(demands.literals)
    return {cell for cell in cells if demands.find_core(cells - {cell}) is not None}


def describe_differing_grids(first: Board, second: Board) -> str:
    return f"two of them, and where they differ:\n{decode.compare_grids(first, second)}"


def overlay_values(board: Board, values: CellValues) -> Board:
    rows = [[values.get((r, c), v) for c, v in enumerate(row)] for r, row in enumerate(board)]
    overlaid: Board = shape_like(rows, board)
    return overlaid


def keep_cells(board: Board, cells: Collection[Cell]) -> Board:
    rows = enumerate(board)
    return [[v if (r, c) in cells else BLANK for c, v in enumerate(row)] for r, row in rows]


def list_values_at(board: Board, cells: Iterable[Cell]) -> str:
    """Return the values of some cells with their names, one a line."""
    return "\n".join(f"  {board[r][c]} at {format_cell((r, c))}" for r, c in sorted(cells))
