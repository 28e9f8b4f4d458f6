"""The explanation of a puzzle of Light Up, with the reason of a clash and a repair."""

from collections.abc import Collection

from lab.common.language import translate
from lab.common.words import Cell, count_noun, format_cell
from lab.explain.clash import find_smaller_clashes
from lab.explain.exploration import (
    PROOFS,
    Exploration,
    describe_differing_grids,
    list_spare_cells,
    list_values_at,
)
from lab.lightup import rules
from lab.lightup.board_program import BoardProgram, find_backbone, join_rows
from lab.lightup.explain.clash import ClueClash, demand_clues, explain_clash
from lab.lightup.explain.repair import find_repairs
from lab.lightup.rules import CLUES, UNNUMBERED, Board
from lab.pictures.frames import Frame
from lab.puzzles import VERDICT_BY_NUMBER, find_differing_cells

CLASHING = (  # the second text is for a proven clash
    "these {number} clues clash, perhaps fewer do",
    "these {number} clues clash, no fewer do",
)
COUNT_LIMIT = 1000  # more solutions than these are not counted


class LightUpExploration(Exploration):
    spare_noun = "clue"
    board: Board
    solutions: list[Board]
    repair: Board | None
    clue_clash: ClueClash | None = None  # `clash` with its reason
    count: int | None = None  # the number of solutions, COUNT_LIMIT + 1 for more
    differ: set[Cell] | None = None  # cells with a bulb in some solutions, not in all

    @property
    def differing_cells(self) -> list[Cell]:
        return sorted(self.differ or ())

    def find_solutions(self) -> None:
        program = BoardProgram(self.board, "models/relaxed", "models/strict")
        self.stage = "looking for solutions"
        program.solve(lambda answer: self.solutions.append(join_rows(answer.rows)), models=2)
        self.verdict = VERDICT_BY_NUMBER[len(self.solutions)]
        if self.solutions:
            self.stage = "comparing the solutions"
            self.shared = find_backbone(self.board) or {}
            self.differ = rules.find_white_cells(self.board) - self.shared.keys()
            self.stage = "counting the solutions"
            numbers: list[int] = []
            program.solve(
                lambda answer: numbers.append(answer.model.number), models=COUNT_LIMIT + 1
            )
            self.count = len(numbers)

    def find_clash(self) -> None:
        self.stage = "looking for a smallest clash"
        for clash in find_smaller_clashes(demand_clues(self.board)):
            is_known = self.clash == clash.members
            reason = self.clue_clash if is_known else explain_clash(self.board, clash.members)
            self.clash, self.clue_clash, self.is_fewest = clash.members, reason, clash.is_smallest

    def find_spare(self) -> None:
        self.stage = "looking for superfluous clues"
        demands = demand_clues(self.board, self.solutions[0])
        self.spare = list_spare_cells(demands)
        self.find_sufficient(demands)

    def find_repair(self) -> None:
        self.stage = "looking for the fewest changes"
        for repair in find_repairs(self.board):
            self.repair, self.is_fewest = repair.puzzle, repair.is_smallest

    # ------------------------------------------------------------ words

    def describe_clash(self) -> list[str]:
        clash = self.clue_clash
        if not clash:
            return []
        clues = list_values_at(clash.board, self.clash or ())
        rows = "\n".join(["the board without the other clues:", *clash.board])
        return [f"{self.count_clashing()}:\n{clues}", clash.reason, rows]

    def count_clashing(self) -> str:
        """Return how many clues clash, and whether it is proven that fewer do not."""
        number = len(self.clash or ())
        if number == 1:
            return translate("this clue clashes with the rules")
        return translate(CLASHING[self.is_fewest], number=number)

    def describe_differences(self) -> list[str]:
        board, count, repair = self.board, self.count, self.repair
        paragraphs = []
        if count is not None:
            number = f"more than {COUNT_LIMIT}" if count > COUNT_LIMIT else f"exactly {count}"
            paragraphs.append(f"there are {number} solutions")
        if self.differ is not None:
            rows = "\n".join(rules.replace_cells(board, self.shared))
            paragraphs.append(f"the same in all of them (b a bulb, - none; . differs):\n{rows}")
        paragraphs.append(describe_differing_grids(*self.solutions))
        if repair:
            cells, proof = find_differing_cells([board, repair]), PROOFS[self.is_fewest]
            blackened, values = (
                rules.find_white_cells(board) & {*cells},
                list_values_at(repair, cells),
            )
            changes = f"with {count_noun(len(cells), 'more clue')}, {proof}"
            if blackened:
                number = count_noun(len(blackened), "white cell")
                changes = f"with {number} made black, {proof} (no clues alone do)"
            paragraphs.append(f"{changes}, there is exactly one solution:\n{values}")
            paragraphs.append("\n".join(repair))
        return paragraphs

    def keep_givens(self, cells: Collection[Cell]) -> Board:
        needless = set(rules.find_cells(self.board, CLUES)).difference(cells)
        return rules.replace_cells(self.board, dict.fromkeys(needless, UNNUMBERED))

    # ------------------------------------------------------------ repairs and picture

    def list_repairs(self) -> list[tuple[str, Board]]:
        """Return the puzzle after the fewest changes, or without one of the clues that clash."""
        repairs = []
        if self.repair:
            label = translate("the fewest changes that leave one solution")
            repairs = [(label, self.repair)]
        for r, c in sorted(self.clash or ()):
            values = {"clue": self.board[r][c], "place": format_cell((r, c))}
            label = translate("without the clue {clue} at {place}", **values)
            repairs.append((label, rules.replace_cells(self.board, {(r, c): UNNUMBERED})))
        return repairs

    def draw_frame(self) -> Frame:
        clash = self.clue_clash
        if not clash:
            return super().draw_frame()
        caption = translate("no solution: {clash}", clash=self.count_clashing())
        return Frame(clash.board, self.list_marks(), f"{caption}\n{clash.reason}")

    def list_marks(self) -> dict[Cell, str]:
        dark = self.clue_clash.dark if self.clue_clash else ()
        return super().list_marks() | dict.fromkeys(dark, "dark")


EXPLORATION = LightUpExploration
