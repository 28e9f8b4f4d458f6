"""Report an explanation of a puzzle: in words, as data, and as a picture."""

from collections.abc import Collection
from typing import Any

import decode
from lab.common.language import translate
from lab.common.words import Cell, count_noun, format_cell
from lab.lightup.explain.clash import ClueClash
from lab.lightup.explain.exploration import COUNT_LIMIT, LightUpExploration
from lab.lightup.rules import (
    BULB,
    CLUES,
    NO_BULB,
    UNNUMBERED,
    Board,
    find_cells,
    replace_cells,
    white_cells,
)
from lab.pictures import Frame

VERDICTS = {
    "none": "no solution",
    "several": "several solutions",
    "unique": "one solution",
    None: "undecided: the time limit came first",
}


def describe_verdict(exploration: LightUpExploration) -> str:
    """Return the verdict in words, with what the time limit left open."""
    verdict = translate(VERDICTS[exploration.verdict])
    if exploration.verdict and not (exploration.is_explained or exploration.is_done):
        return f"{verdict}; the time limit came while {exploration.stage}"
    if not exploration.verdict and exploration.solutions:
        return f"{verdict}; there is a solution, but perhaps not only one"
    return verdict


# ---------------------------------------------------------------- words


def describe_in_words(exploration: LightUpExploration) -> str:
    """Return the explanation in words: paragraphs with a blank line between them; or ""."""
    clash, paragraphs = exploration.clash, list[str]()
    if clash:
        clues = list_cells(clash.board, clash.clues)
        paragraphs = [f"{count_clashing(clash)}:\n{clues}", clash.reason, "\n".join(clash.board)]
    elif exploration.verdict == "several":
        paragraphs = describe_solutions(exploration)
    elif exploration.solutions:
        paragraphs = ["\n".join(exploration.solutions[0]), *describe_clues(exploration)]
    return "\n\n".join(paragraphs) + "\n" if paragraphs else ""


def count_clashing(clash: ClueClash) -> str:
    """Return how many clues clash, and whether it is proven that fewer do not."""
    number = len(clash.clues)
    clues = translate("these {number} clues clash" if number != 1 else "this clue cannot be met")
    return clues.format(number=number) + describe_proof(clash.is_smallest)


def describe_solutions(exploration: LightUpExploration) -> list[str]:
    """Return the number of solutions, the shared cells, two solutions, and the repair."""
    board, count = exploration.board, exploration.count
    paragraphs = []
    if count is not None:
        number = f"more than {COUNT_LIMIT}" if count > COUNT_LIMIT else f"exactly {count}"
        paragraphs.append(f"there are {number} solutions")
    if exploration.bulbs is not None and exploration.empty is not None:
        shared = dict.fromkeys(exploration.bulbs, BULB) | dict.fromkeys(exploration.empty, NO_BULB)
        rows = "\n".join(replace_cells(board, shared))
        paragraphs.append(f"the same in all of them (b a bulb, - none; . differs):\n{rows}")
    grids = decode.compare_grids(*exploration.solutions)
    paragraphs.append(f"two of them, and where they differ:\n{grids}")
    repair = exploration.repair
    if repair:
        proof = describe_proof(repair.is_smallest)
        blackened = repair.changes & white_cells(board)
        places = list_cells(repair.puzzle, repair.changes)
        changes = f"with {count_noun(len(repair.changes), 'more clue')}{proof}"
        if blackened:
            number = count_noun(len(blackened), "white cell")
            changes = f"with {number} made black{proof} (no clues alone do)"
        paragraphs.append(f"{changes}, there is exactly one solution:\n{places}")
        paragraphs.append("\n".join(repair.puzzle))
    return paragraphs


def describe_clues(exploration: LightUpExploration) -> list[str]:
    """Return which clues of a puzzle with one solution can go, as far as it is known."""
    board, sufficient = exploration.board, exploration.sufficient
    paragraphs = []
    if exploration.superfluous:
        places = list_cells(board, exploration.superfluous)
        paragraphs.append(f"each of these clues can go without losing uniqueness:\n{places}")
    elif exploration.superfluous is not None:
        paragraphs.append("no clue can go without losing uniqueness")
    if sufficient:
        needless = set(find_cells(board, CLUES)) - sufficient.members
        rows = "\n".join(replace_cells(board, dict.fromkeys(needless, UNNUMBERED)))
        number = count_noun(len(sufficient.members), "clue")
        paragraphs.append(f"{number} do{describe_proof(sufficient.is_smallest)}:\n{rows}")
    return paragraphs


def describe_proof(is_smallest: bool) -> str:
    """Return in words whether it is proven that fewer clues or changes do not suffice."""
    return translate(", no fewer do" if is_smallest else ", whether fewer do is open")


def list_cells(board: Board, places: Collection[Cell]) -> str:
    """Return the characters of some cells with their places, one a line."""
    return "\n".join(f"  {board[r][c]} at {format_cell((r, c))}" for r, c in sorted(places))


# ---------------------------------------------------------------- data


def describe_as_data(exploration: LightUpExploration) -> dict[str, Any]:
    """Return the explanation for programs, without the keys that are unknown or do not apply.

    `proved`: the clash, the repair or the set of sufficient clues is as small as possible.
    `solutions` is the number of solutions; if it exceeds COUNT_LIMIT, `more_than` is given instead.
    """
    clash, repair, sufficient = exploration.clash, exploration.repair, exploration.sufficient
    smallest, count = clash or repair or sufficient, exploration.count
    values: dict[str, Any] = {
        "verdict": exploration.verdict,
        "clash": clash and list_pairs(clash.clues),
        "dark": (clash and list_pairs(clash.dark)) or None,
        "reason": clash and clash.reason,
        "solutions": count if count is not None and count <= COUNT_LIMIT else None,
        "more_than": COUNT_LIMIT if count and count > COUNT_LIMIT else None,
        "bulbs": list_pairs(exploration.bulbs),
        "empty": list_pairs(exploration.empty),
        "differ": list_pairs(exploration.differ) if exploration.verdict == "several" else None,
        "repair": "\n".join(repair.puzzle) + "\n" if repair else None,
        "superfluous": list_pairs(exploration.superfluous),
        "sufficient": list_pairs(sufficient.members) if sufficient else None,
        "proved": smallest.is_smallest if smallest else None,
    }
    return {key: value for key, value in values.items() if value is not None}


def list_pairs(places: Collection[Cell] | None) -> list[list[int]] | None:
    """Return cells as [row, column], row by row; None for None."""
    return None if places is None else [list(cell) for cell in sorted(places)]


# ---------------------------------------------------------------- picture


def draw_frame(exploration: LightUpExploration) -> Frame:
    """Return a picture of the clash, or of a solution with the marked cells explained."""
    clash = exploration.clash
    if clash:
        marks = dict.fromkeys(clash.clues, "clash") | dict.fromkeys(clash.dark, "dark")
        caption = translate("no solution: {clash}", clash=count_clashing(clash))
        return Frame(clash.board, marks, f"{caption}\n{clash.reason}")
    board = exploration.solutions[0] if exploration.solutions else exploration.board
    differ = dict.fromkeys(exploration.differ or (), "differ")
    superfluous = dict.fromkeys(exploration.superfluous or (), "superfluous")
    caption = describe_verdict(exploration)
    if exploration.verdict == "several":
        caption += translate(": this is one of them; the marked cells differ in others")
    elif superfluous:
        caption += translate("; each of the marked clues can go")
    return Frame(board, differ | superfluous, caption)
