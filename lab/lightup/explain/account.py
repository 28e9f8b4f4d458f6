"""What was found out about a puzzle: in words, as data, and as a picture."""

from collections.abc import Collection
from typing import Any

import decode
from lab.lightup.explain.clash import Subset
from lab.lightup.explain.exploration import COUNTED, Findings
from lab.lightup.explain.repair import Repair, put
from lab.lightup.rules import CLUES, Board, cells, white
from lab.words import Cell, at, counted

VERDICTS = {
    "none": "no solution",
    "several": "several solutions",
    "unique": "one solution",
    None: "undecided: the time limit came first",
}


def verdict(findings: Findings) -> str:
    """The verdict, and what else remained open."""
    said = VERDICTS[findings.verdict]
    if findings.verdict and not findings.explained and not findings.done:
        return f"{said}; the time limit came while {findings.stage}"
    if not findings.verdict and findings.solutions:
        return f"{said}; there is a solution, whether it is the only one is open"
    return said


# ---------------------------------------------------------------- words


def text(findings: Findings) -> str:
    """Paragraphs, a blank line between them."""
    told = {"none": clash, "several": ambiguity, "unique": clues, None: sofar}
    return "\n\n".join(told[findings.verdict](findings)) + "\n"


def clash(findings: Findings) -> list[str]:
    """The clues that clash, the reason, and the clues by themselves in the grid."""
    if not findings.clash:
        return []
    clues, board, reason = findings.clash
    one = len(clues.cells) == 1
    what = "this clue cannot be met" if one else f"these {len(clues.cells)} clues clash"
    return [f"{what}{fewer(clues)}:\n{listed(board, clues.cells)}", reason.words, drawn(board)]


def ambiguity(findings: Findings) -> list[str]:
    """How many solutions, what they have in common, two of them, and the repair."""
    told = []
    if findings.count is not None:
        told.append(
            f"there are more than {COUNTED} solutions"
            if findings.count > COUNTED
            else f"there are exactly {findings.count} solutions"
        )
    if findings.bulbs is not None and findings.empty is not None:
        backbone = {**dict.fromkeys(findings.bulbs, "b"), **dict.fromkeys(findings.empty, "-")}
        common = drawn(put(findings.board, backbone))
        told.append(f"the same in all of them (b a bulb, - none; . differs):\n{common}")
    told.append(f"two of them, and where they differ:\n{compared(*findings.solutions)}")
    if findings.repair:
        told += repair(findings.repair, findings.board)
    return told


def repair(found: Repair, board: Board) -> list[str]:
    """The changes, and the repaired grid."""
    written, blackened = sorted(found.cells - white(board)), sorted(found.cells & white(board))
    if written:
        what = f"with {counted(len(written), 'more clue')}{fewer(found)}"
        changes = listed(found.puzzle, written)
    else:
        cells_black = f"{counted(len(blackened), 'white cell')} made black"
        what = f"with {cells_black}{fewer(found)} (no clues alone do)"
        changes = "\n".join(f"  {at(cell)}" for cell in blackened)
    return [f"{what}, there is exactly one solution:\n{changes}", drawn(found.puzzle)]


def clues(findings: Findings) -> list[str]:
    """The solution, and which clues it does not need."""
    board = findings.board
    told = [drawn(findings.solutions[0])]
    if findings.superfluous:
        places = listed(board, findings.superfluous)
        told.append(f"each of these clues can go without losing uniqueness:\n{places}")
    elif findings.superfluous is not None:
        told.append("no clue can go without losing uniqueness")
    if findings.sufficient:
        kept = findings.sufficient
        dimmed = put(board, dict.fromkeys(set(cells(board, CLUES)) - kept.cells, "x"))
        told.append(f"{counted(len(kept.cells), 'clue')} do{fewer(kept)}:\n{drawn(dimmed)}")
    return told


def sofar(findings: Findings) -> list[str]:
    """A solution, when it is open whether it is the only one."""
    return [drawn(solution) for solution in findings.solutions]


def fewer(found: Subset | Repair) -> str:
    """Whether fewer would do: what is proved, and no more."""
    return ", no fewer do" if found.fewest else ", whether fewer do is open"


def listed(board: Board, places: Collection[Cell]) -> str:
    return "\n".join(f"  {board[r][c]} at {at((r, c))}" for r, c in sorted(places))


def compared(first: Board, second: Board) -> str:
    return decode.compared(drawn(first) + "\n", drawn(second) + "\n").rstrip("\n")


def drawn(board: Board) -> str:
    return "\n".join(board)


# ---------------------------------------------------------------- data


def data(findings: Findings, disagreement: str = "") -> dict[str, Any]:
    """The same for programs; what is not known or does not apply is left out.

    Beside the cells: `proved`, that the clash, the repair or the sufficient clues are the
    fewest; `solutions`, their number, or `more_than`.
    """
    found = findings.clash.clues if findings.clash else findings.repair or findings.sufficient
    count = findings.count
    facts: dict[str, Any] = {
        "verdict": findings.verdict,
        "clash": findings.clash and pairs(findings.clash.clues.cells),
        "dark": (findings.clash and pairs(findings.clash.reason.dark)) or None,
        "reason": findings.clash and findings.clash.reason.words,
        "solutions": count if count is not None and count <= COUNTED else None,
        "more_than": COUNTED if count and count > COUNTED else None,
        "bulbs": pairs(findings.bulbs),
        "empty": pairs(findings.empty),
        "differ": pairs(findings.differ) if findings.verdict == "several" else None,
        "repair": drawn(findings.repair.puzzle) + "\n" if findings.repair else None,
        "superfluous": pairs(findings.superfluous),
        "sufficient": pairs(findings.sufficient.cells) if findings.sufficient else None,
        "proved": found.fewest if found else None,
        "disagreement": disagreement or None,
    }
    return {name: value for name, value in facts.items() if value is not None}


def pairs(places: Collection[Cell] | None) -> list[list[int]] | None:
    return None if places is None else [list(cell) for cell in sorted(places)]


# ---------------------------------------------------------------- picture


def drawing(findings: Findings) -> tuple[Board, dict[Cell, str]]:
    """A board and the marks on it: the clash, one of the solutions, or the only one."""
    if findings.clash:
        clues, board, reason = findings.clash
        return board, {**dict.fromkeys(clues.cells, "clash"), **dict.fromkeys(reason.dark, "dark")}
    board = findings.solutions[0] if findings.solutions else findings.board
    differ = dict.fromkeys(findings.differ or (), "differ")
    return board, {**differ, **dict.fromkeys(findings.superfluous or (), "changed")}
