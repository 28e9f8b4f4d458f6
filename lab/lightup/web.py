"""Light Up on the page: how it is played, and the help there; lab/web/playable.py has all names."""

import functools
from collections import Counter
from collections.abc import Mapping, Sequence

from lab import ROOT, Unusable
from lab.common.words import Cell, format_cell
from lab.lightup import generate
from lab.lightup.backbone import backbone
from lab.lightup.explain import account
from lab.lightup.explain.clash import replace_cells
from lab.lightup.explain.exploration import LightUpExploration
from lab.lightup.generate.making import made
from lab.lightup.generate.shape import SYMMETRIES
from lab.lightup.generate.thin import SHARE
from lab.lightup.hint.attempt import Attempt, find_hint
from lab.lightup.hint.frames import draw_steps
from lab.lightup.hint.reasoning import Step
from lab.lightup.hint.sentences import name_cell
from lab.lightup.hint.tactics import LABELS, REASONED, TACTICS
from lab.lightup.rules import BULB, CLUES, EMPTY, OPEN, UNNUMBERED, Board, cells, runs
from lab.pictures import Frame
from lab.web import wishes as forms
from lab.web.playable import Advice, Explanation, Field, Look, Mark, Rating
from lab.web.wishes import ANY

PLAY = "press"
PRESSES = {
    "bulb": {OPEN: BULB, BULB: OPEN, EMPTY: BULB},
    "mark": {OPEN: EMPTY, EMPTY: OPEN, BULB: EMPTY},
}
LOOKS = {
    OPEN: Look("white"),
    BULB: Look("bulb", image=ROOT / "bulb.png"),
    EMPTY: Look("marked, no bulb", "•", "faint"),
    UNNUMBERED: Look("black", style="wall"),
    **{clue: Look(f"black, clue {clue}", clue, "wall") for clue in CLUES},
}
TINTS = {"lit": Mark("warm", "lit")}
MARKS = {
    "reason": Mark("reason", "the reason"),
    "conclusion": Mark("gain", "what follows"),
    "supposed": Mark("note", "supposed bulb"),
    "chain": Mark("chain", "follows from it, in this order"),
    "completed": Mark("reason", "completed by it"),
    "fails": Mark("wrong", "would fail"),
    "wrong": Mark("wrong", "breaks a rule"),
    "clash": Mark("wrong", "clues that clash"),
    "dark": Mark("wrong", "stays dark"),
    "differ": Mark("note", "differs in other solutions"),
    "superfluous": Mark("note", "a clue that can go"),
}
FIRST_TACTICS = REASONED
ADDRESS = "puzzlink"
FIELDS = (
    Field("height", "rows", "7"),
    Field("width", "columns", "7"),
    Field("difficulty", "difficulty", ANY, (ANY, *LABELS)),
    Field("symmetry", "symmetry", "none", tuple(SYMMETRIES)),
    Field("density", "share of black cells", "0.25"),
    Field("clues", "clues", "many", tuple(SHARE)),
    Field("seed", "seed (empty: a new one)", ""),
)
NAMES = [field.name for field in FIELDS]


def tints(board: Board) -> dict[str, set[Cell]]:
    """The white cells that are lit."""
    bulbs = set(cells(board, BULB))
    return {"lit": {cell for run in runs(board) if bulbs.intersection(run) for cell in run}}


def is_soluble(board: Board) -> bool:
    """Whether there is a solution with all bulbs and marks of a board."""
    return backbone(board) is not None


# ---------------------------------------------------------------- hints


def hint(given: Board, board: Board, tactics: str) -> Advice:
    """The next step: first where to look, then what follows."""
    found = find_hint(board, tactics)
    if not found.step:
        return Advice([found.frame])
    words, marks = spot(found.step)
    return Advice([Frame(board, marks, words), found.frame], found.step.inference.cells)


def spot(step: Step) -> tuple[str, dict[Cell, str]]:
    """Where to look for a step, in words and as marks."""
    inference = step.inference
    if inference.supposed:
        return f"what if there were a bulb at {format_cell(inference.supposed)}?", {
            inference.supposed: "supposed"
        }
    if not inference.reason:
        cell = inference.cells[0][0]
        return f"{format_cell(cell)} is the same in all solutions", {cell: "reason"}
    names = [name_cell(step.before, cell) for cell in inference.reason]
    return f"look at {' and '.join(dict.fromkeys(names))}", dict.fromkeys(
        inference.reason, "reason"
    )


def replay(puzzle: Board) -> list[Frame]:
    """All steps to the solution, by all tactics."""
    attempt = Attempt(puzzle, "".join(TACTICS))
    attempt.work()
    return draw_steps(puzzle, attempt.steps, attempt.reasoning.board, attempt.outcome(None))


def rate(puzzle: Board) -> Rating:
    """How hard a puzzle is, by the tactics that it needs."""
    attempted = Attempt(puzzle, "".join(TACTICS))
    attempted.work()
    rating, counts = attempted.rating(), Counter(step.tactic for step in attempted.steps)
    used = [(letter, TACTICS[letter], counts[letter]) for letter in TACTICS if counts[letter]]
    words = rating.label or rating.contradiction or "not solved: it has several solutions"
    return Rating(words, used)


# ---------------------------------------------------------------- explanations


def explain(puzzle: Board) -> Explanation:
    """Why a puzzle has no solution or several, and what would mend it."""
    exploration = LightUpExploration(puzzle)
    exploration.explore()
    scenes = [account.draw_frame(exploration)]
    if exploration.verdict == "several":
        rival = exploration.solutions[1]
        scenes.append(Frame(rival, scenes[0].marks, "and this is another one"))
    return Explanation(account.report_verdict(exploration), scenes, repairs(exploration))


def repairs(exploration: LightUpExploration) -> list[tuple[str, Sequence[str]]]:
    """Puzzles with another verdict, each with what was changed."""
    if exploration.repair:
        return [("the fewest changes that leave one solution", exploration.repair.puzzle)]
    if not exploration.clash:
        return []
    return [
        (
            f"without the clue {exploration.board[r][c]} at {format_cell((r, c))}",
            replace_cells(exploration.board, {(r, c): "x"}),
        )
        for r, c in sorted(exploration.clash.clues)
    ]


# ---------------------------------------------------------------- new puzzles


def make(wishes: Mapping[str, str]) -> Board:
    """A new puzzle, the one that lab generate makes of the same wishes."""
    options = forms.options(generate, {name: wishes[name] for name in NAMES if name in wishes})
    wish = generate.wish_of(options)
    if hindrance := generate.impossible(wish.shape):
        raise Unusable(f"no such puzzle: {hindrance}")
    board: Board = forms.one(options, functools.partial(made, wish, ()))
    return board
