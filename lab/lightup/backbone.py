"""What all solutions of a half-solved board have in common, by clingo's consequences."""

from lab.common.queries import cell_of
from lab.common.words import Cell
from lab.lightup.query import Query, is_bulb
from lab.lightup.rules import BULB, EMPTY, OPEN, Board, bare, cells


def backbone(board: Board) -> dict[Cell, str] | None:
    """Return the open cells that are a bulb in all solutions, or in none; None without solution.

    Solutions are those with the bulbs of the board, and without any where it has '-'.
    """
    query = Query(bare(board), "models/rules", "models/puzzle")
    atoms = query.control.symbolic_atoms.by_signature("cell", 3)
    literals = {cell_of(atom.symbol): atom.literal for atom in atoms if is_bulb(atom.symbol)}
    assumptions = [literals[cell] for cell in cells(board, BULB)]
    assumptions += [-literals[cell] for cell in cells(board, EMPTY)]
    always, ever = (query.consequences(mode, assumptions) for mode in ("cautious", "brave"))
    if always is None or ever is None:
        return None
    return {
        cell: BULB if cell in always else EMPTY
        for cell in cells(board, OPEN)
        if cell in always or cell not in ever
    }
