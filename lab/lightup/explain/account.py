"""Writes an explanation of a puzzle: in words, as data, and as a picture."""

from collections.abc import Collection
from typing import Any

import decode
from lab.common.words import Cell, count_noun, format_cell
from lab.lightup.explain.clash import Subset
from lab.lightup.explain.exploration import COUNTED, Exploration
from lab.lightup.explain.repair import Repair, put
from lab.lightup.rules import BULB, CLUES, EMPTY, UNNUMBERED, Board, cells, white
from lab.pictures import Frame

VERDICTS = {
    "none": "no solution",
    "several": "several solutions",
    "unique": "one solution",
    None: "undecided: the time limit came first",
}


def verdict(known: Exploration) -> str:
    """The verdict in words, with what the time limit left open."""
    words = VERDICTS[known.verdict]
    if known.verdict and not known.is_explained and not known.is_done:
        return f"{words}; the time limit came while {known.stage}"
    if not known.verdict and known.solutions:
        return f"{words}; there is a solution, whether it is the only one is open"
    return words


# ---------------------------------------------------------------- words


def text(known: Exploration) -> str:
    """The explanation in words: paragraphs, a blank line between them."""
    paragraphs = {"none": clash, "several": ambiguity, "unique": clues, None: so_far}
    return "\n\n".join(paragraphs[known.verdict](known)) + "\n"


def clash(known: Exploration) -> list[str]:
    """The clues that clash, the reason, and the clues by themselves in the grid."""
    if not known.clash:
        return []
    clues, board, reason = known.clash
    return [f"{clashing(clues)}:\n{listed(board, clues.cells)}", reason.words, lines(board)]


def clashing(clues: Subset) -> str:
    """How many clues clash, and whether fewer would."""
    one = len(clues.cells) == 1
    what = "this clue cannot be met" if one else f"these {len(clues.cells)} clues clash"
    return f"{what}{fewer(clues)}"


def ambiguity(known: Exploration) -> list[str]:
    """How many solutions, what they have in common, two of them, and the repair."""
    parts = []
    if known.count is not None:
        parts.append(
            f"there are more than {COUNTED} solutions"
            if known.count > COUNTED
            else f"there are exactly {known.count} solutions"
        )
    if known.bulbs is not None and known.empty is not None:
        backbone = {**dict.fromkeys(known.bulbs, BULB), **dict.fromkeys(known.empty, EMPTY)}
        common = lines(put(known.board, backbone))
        parts.append(f"the same in all of them (b a bulb, - none; . differs):\n{common}")
    parts.append(f"two of them, and where they differ:\n{compared(*known.solutions)}")
    if known.repair:
        parts += repair(known.repair, known.board)
    return parts


def repair(found: Repair, board: Board) -> list[str]:
    """The changes, and the repaired grid."""
    written, blackened = sorted(found.cells - white(board)), sorted(found.cells & white(board))
    if written:
        what = f"with {count_noun(len(written), 'more clue')}{fewer(found)}"
        changes = listed(found.puzzle, written)
    else:
        cells_black = f"{count_noun(len(blackened), 'white cell')} made black"
        what = f"with {cells_black}{fewer(found)} (no clues alone do)"
        changes = "\n".join(f"  {format_cell(cell)}" for cell in blackened)
    return [f"{what}, there is exactly one solution:\n{changes}", lines(found.puzzle)]


def clues(known: Exploration) -> list[str]:
    """The solution, and which clues it does not need."""
    board = known.board
    parts = [lines(known.solutions[0])]
    if known.superfluous:
        places = listed(board, known.superfluous)
        parts.append(f"each of these clues can go without losing uniqueness:\n{places}")
    elif known.superfluous is not None:
        parts.append("no clue can go without losing uniqueness")
    if known.sufficient:
        kept = known.sufficient
        dimmed = put(board, dict.fromkeys(set(cells(board, CLUES)) - kept.cells, UNNUMBERED))
        parts.append(f"{count_noun(len(kept.cells), 'clue')} do{fewer(kept)}:\n{lines(dimmed)}")
    return parts


def so_far(known: Exploration) -> list[str]:
    """A solution, when it is open whether it is the only one."""
    return [lines(solution) for solution in known.solutions]


def fewer(found: Subset | Repair) -> str:
    """Whether fewer would do, as far as it is proved."""
    return ", no fewer do" if found.fewest else ", whether fewer do is open"


def listed(board: Board, places: Collection[Cell]) -> str:
    """Clues with their places, one a line."""
    return "\n".join(f"  {board[r][c]} at {format_cell((r, c))}" for r, c in sorted(places))


def compared(first: Board, second: Board) -> str:
    """Two boards side by side, with where they differ."""
    return decode.compare_grids(first, second)


def lines(board: Board) -> str:
    """The rows of a board, one a line, without a newline at the end."""
    return "\n".join(board)


# ---------------------------------------------------------------- data


def data(known: Exploration, disagreement: str = "") -> dict[str, Any]:
    """The explanation for programs; what is not known or does not apply is left out.

    Beside the cells: `proved`, that the clash, the repair or the sufficient clues are the
    fewest; `solutions`, their number, or `more_than`.
    """
    found = known.clash.clues if known.clash else known.repair or known.sufficient
    count = known.count
    facts: dict[str, Any] = {
        "verdict": known.verdict,
        "clash": known.clash and pairs(known.clash.clues.cells),
        "dark": (known.clash and pairs(known.clash.reason.dark)) or None,
        "reason": known.clash and known.clash.reason.words,
        "solutions": count if count is not None and count <= COUNTED else None,
        "more_than": COUNTED if count and count > COUNTED else None,
        "bulbs": pairs(known.bulbs),
        "empty": pairs(known.empty),
        "differ": pairs(known.differ) if known.verdict == "several" else None,
        "repair": lines(known.repair.puzzle) + "\n" if known.repair else None,
        "superfluous": pairs(known.superfluous),
        "sufficient": pairs(known.sufficient.cells) if known.sufficient else None,
        "proved": found.fewest if found else None,
        "disagreement": disagreement or None,
    }
    return {name: value for name, value in facts.items() if value is not None}


def pairs(places: Collection[Cell] | None) -> list[list[int]] | None:
    """Cells as [row, column], row by row."""
    return None if places is None else [list(cell) for cell in sorted(places)]


# ---------------------------------------------------------------- picture


def drawing(known: Exploration) -> Frame:
    """The clash, one of the solutions, or the only one; with what is marked in words."""
    if known.clash:
        clues, board, reason = known.clash
        marks = {**dict.fromkeys(clues.cells, "clash"), **dict.fromkeys(reason.dark, "dark")}
        return Frame(board, marks, f"no solution: {clashing(clues)}\n{reason.words}")
    board = known.solutions[0] if known.solutions else known.board
    differ = dict.fromkeys(known.differ or (), "differ")
    marks = {**differ, **dict.fromkeys(known.superfluous or (), "superfluous")}
    return Frame(board, marks, f"{verdict(known)}{pointing(known)}")


def pointing(known: Exploration) -> str:
    """What the marks on the picture of a solution point out."""
    if known.verdict == "several":
        return ": this is one of them; the marked cells differ in others"
    return "; each of the marked clues can go" if known.superfluous else ""
