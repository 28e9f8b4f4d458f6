"""Light Up on the page: how it is played, and the help there."""

from lab import ROOT
from lab.common.language import translate
from lab.common.words import format_cell, join_and
from lab.explain.clash import Demands, find_smaller_clashes
from lab.lightup import rules
from lab.lightup.board_program import BoardProgram, find_backbone
from lab.lightup.generate.clues import KEPT_SHARE
from lab.lightup.generate.shape import SYMMETRIES
from lab.lightup.hint.attempt import SolvingAttempt, find_next_step
from lab.lightup.hint.presentation import draw_steps, name_cell
from lab.lightup.hint.reasoning import rate_board
from lab.lightup.hint.tactics import LABELS, REASONED, TACTICS
from lab.lightup.rules import BLANK, BULB, CLUES, NO_BULB, UNNUMBERED, Board
from lab.pictures.frames import Frame
from lab.settings.web import ANY, PRESS, CellMark, Field, Look, PageHint, PlaySettings, Rating

SYMMETRY_LABELS = ("none", "half turn", "quarter turn", "left to right", "both ways")


# ---------------------------------------------------------------- hints


def give_hint(givens: Board, board: Board, tactics: str) -> PageHint:
    """Return the next step in two frames: first where to look, then what follows."""
    hint = find_next_step(board, tactics)
    if not hint.step:
        return PageHint([hint.frame])
    inference = hint.step.inference
    marks = dict.fromkeys(inference.reason, "reason")
    names = [name_cell(hint.step.before, cell) for cell in inference.reason]
    if not marks:
        cell = inference.conclusions[0][0]
        marks, names = {cell: "reason"}, [format_cell(cell)]
    caption = translate("look at {cells}", cells=join_and(dict.fromkeys(names)))
    if inference.supposed:
        marks, place = {inference.supposed: "supposed"}, format_cell(inference.supposed)
        caption = translate("what if there were a bulb at {place}?", place=place)
    return PageHint([Frame(board, marks, caption), hint.frame], inference.conclusions)


def replay_solution(givens: Board) -> list[Frame]:
    """Return a frame for each step to the solution, by all tactics."""
    attempt = SolvingAttempt(givens, "".join(TACTICS))
    attempt.work()
    return draw_steps(
        givens, attempt.steps, attempt.reasoning.board, attempt.describe_outcome(None)
    )


def rate_puzzle(givens: Board) -> Rating:
    rating = rate_board(givens)
    unsolved = rating.contradiction or translate("not solved: it has several solutions")
    label = translate(rating.label) if rating.label else unsolved
    counts = [(t, translate(TACTICS[t]), rating.step_counts[t]) for t in rating.tactics]
    return Rating(label, counts)


# ---------------------------------------------------------------- explanations


def explain_mistake(givens: Board, board: Board) -> Frame | None:
    """Return the fewest bulbs, marks and clues that clash; None if the board can be solved."""
    bulbs, marks = rules.find_cells(board, BULB), rules.find_cells(board, NO_BULB)
    program = BoardProgram(givens, "models/relaxed", "explain/switched")
    placed = program.list_bulb_literals()
    literals = program.list_literals("met") | {cell: placed[cell] for cell in bulbs}
    literals |= {cell: -placed[cell] for cell in marks}
    clashes = list(find_smaller_clashes(Demands(program, literals)))
    if not clashes:
        return None
    clash = sorted(clashes[-1].members)
    looks = [WEB.looks[board[r][c]] for r, c in clash]
    cells = [
        translate("{look} at {place}", look=translate(look.name), place=format_cell(cell))
        for look, cell in zip(looks, clash)
    ]
    caption = translate("no solution has all of these: {cells}", cells="; ".join(cells))
    return Frame(board, dict.fromkeys(clash, "together"), caption)


WEB = PlaySettings(
    input=PRESS,
    presses={
        "bulb": {BLANK: BULB, BULB: BLANK, NO_BULB: BULB},
        "mark": {BLANK: NO_BULB, NO_BULB: BLANK, BULB: NO_BULB},
    },
    introduction="Put bulbs into white cells. A bulb lights its own cell, and all cells from there "
    "up, down, left and right, until a black cell or the edge ends the light.",
    solved=[".x2b", "..bx", "b...", "2b.."],
    looks={
        BLANK: Look("white"),
        BULB: Look("bulb", image=ROOT / "bulb.png"),
        NO_BULB: Look("marked, no bulb", "•", "faint"),
        UNNUMBERED: Look("black", style="wall"),
        **{clue: Look(f"black, clue {clue}", clue, "wall") for clue in CLUES},
    },
    tints={"lit": CellMark("warm", "lit"), "satisfied": CellMark("done", "satisfied")},
    marks={
        "supposed": CellMark("note", "supposed bulb"),
        "chain": CellMark("chain", "follows from it, in this order"),
        "completed": CellMark("reason", "completed by it"),
        "fails": CellMark("wrong", "would fail"),
        "dark": CellMark("wrong", "stays dark"),
        "clash": CellMark("wrong", "clues that clash"),
        "superfluous": CellMark("note", "a clue that can go"),
    },
    tactics=TACTICS,
    first_tactics=REASONED,
    fields=(
        Field("height", "rows", "7"),
        Field("width", "columns", "7"),
        Field("difficulty", "difficulty", ANY, (ANY, *LABELS)),
        Field("symmetry", "symmetry", "none", tuple(zip(SYMMETRIES, SYMMETRY_LABELS, strict=True))),
        Field("density", "share of black cells", "0.25"),
        Field("clues", "clues", "many", tuple(KEPT_SHARE)),
        Field("seed", "seed (empty: a new one)", ""),
    ),
    address_notation="puzzlink",
    find_tints=rules.find_tints,
    is_soluble=lambda board: find_backbone(board) is not None,
    find_hint=give_hint,
    explain_mistake=explain_mistake,
    rate_puzzle=rate_puzzle,
    replay_solution=replay_solution,
)
