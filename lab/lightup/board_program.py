"""Ask the logic programs of the lab about a board: its solutions, and what these have in common."""

import os
from collections.abc import Iterable, Sequence

import decode
import encode
from lab.common.words import Cell
from lab.explain.queries import GrowingProgram, read_cell
from lab.lightup.rules import BLANK, BULB, NO_BULB, Board, bare, find_cells

FOLDER = os.path.dirname(os.path.abspath(__file__))


class BoardProgram(GrowingProgram):
    """Programs and a board, grounded together; bulbs are cell(R,C,b)."""

    def __init__(
        self, board: Board, *programs: str, facts: str = "", options: Sequence[str] = ()
    ) -> None:
        paths = [os.path.join(FOLDER, f"{name}.lp") for name in programs]
        super().__init__(paths, options, text=encode.format_facts(board) + facts)

    def find_best(self, assumptions: Iterable[int]) -> Board | None:
        """Return the best solution by #minimize; None if there is none."""
        boards: list[Board] = []  # ever better ones
        self.solve(lambda answer: boards.append(join_rows(answer.rows)), assumptions)
        return boards[-1] if boards else None

    def list_bulb_literals(self) -> dict[Cell, int]:
        atoms = self.control.symbolic_atoms.by_signature("cell", 3)
        bulbs = (atom for atom in atoms if str(atom.symbol.arguments[2]) == BULB)
        return {read_cell(atom.symbol): atom.literal for atom in bulbs}

    def find_consequences(self, mode: str, assumptions: Iterable[int]) -> set[Cell] | None:
        """Return the bulbs that all answer sets have (mode cautious), or any of them (brave).

        None if there is no answer set.
        """
        bulbs: list[set[Cell]] = []  # the last ones are the consequences
        literals = self.list_bulb_literals()

        def note_bulbs(answer: decode.AnswerSet) -> None:
            is_true = answer.model.is_true
            bulbs.append({cell for cell, literal in literals.items() if is_true(literal)})

        self.solve(note_bulbs, assumptions, enum_mode=mode)
        return bulbs[-1] if bulbs else None


def join_rows(rows: decode.Board) -> Board:
    """Return h strings, a board of Light Up, for h lists of cells."""
    return list(map("".join, rows))


def find_backbone(board: Board) -> dict[Cell, str] | None:
    """Return what all solutions have in an open cell, BULB or NO_BULB; None without a solution.

    Cells that differ between solutions are left out.  The bulbs of the board are in all solutions;
    where the board has '-', there is no bulb.
    """
    program = BoardProgram(bare(board), "models/relaxed", "models/strict")
    literals = program.list_bulb_literals()
    assumptions = [literals[cell] for cell in find_cells(board, BULB)]
    assumptions += [-literals[cell] for cell in find_cells(board, NO_BULB)]
    always, ever = (program.find_consequences(mode, assumptions) for mode in ("cautious", "brave"))
    if always is None or ever is None:
        return None
    return {
        cell: BULB if cell in always else NO_BULB
        for cell in find_cells(board, BLANK)
        if cell in always or cell not in ever
    }
