"""An attempt to solve a board with some tactics, its outcome in words; and the next step alone."""

from typing import NamedTuple

from lab.common.language import translate
from lab.common.words import cut_lines
from lab.lightup.board_program import find_backbone
from lab.lightup.hint.presentation import draw_step
from lab.lightup.hint.reasoning import Reasoning, TacticStep
from lab.lightup.hint.tactics import TACTICS
from lab.lightup.rules import Board, bare, find_white_cells, offences
from lab.pictures.frames import Frame

PROGRESS = (  # the second text is for at least one tactic
    "{decided} of {cells} cells decided",
    "{decided} of {cells} cells decided with {tactics}",
)


class SolvingAttempt:
    """A reasoning and its steps so far; one thread may work while another one reads the steps."""

    def __init__(self, board: Board, tactics: str) -> None:
        self.reasoning, self.steps = Reasoning(board, tactics), list[TacticStep]()
        self.is_over = False  # no more steps will come
        self._tactics = tactics
        self._advice = ""

    def work(self) -> None:
        """Take all steps; if cells are still open then, find out which tactic would help."""
        for step in self.reasoning.take_steps():
            self.steps.append(step)
        self.is_over = True
        if self.reasoning.open_count and not self.reasoning.contradiction:
            self._advice = describe_helpful_tactic(self.reasoning.board, self._tactics)

    def describe_stage(self) -> str:
        """Return what `work` is doing, for the status line."""
        return "stuck, looking for what would help" if self.is_over else self._describe_progress()

    def describe_outcome(self, limit: float | None) -> str:
        """Return the verdict, the cells decided and the tactics needed, in words.

        `limit` is the time limit in seconds that the work may have met.
        """
        reasoning, progress = self.reasoning, self._describe_progress()
        if reasoning.contradiction:
            contradiction = translate("contradiction: {words}", words=reasoning.contradiction)
            return f"{contradiction}\n{progress}"
        if not self.is_over:
            return f"the time limit of {limit:g} s came: {progress}"
        if not reasoning.open_count:
            return progress
        stuck = translate("stuck: {progress}", progress=progress)
        return "; ".join(filter(None, [stuck, self._advice]))

    def _describe_progress(self) -> str:
        cells = len(find_white_cells(self.reasoning.board))
        needed = ", ".join(sorted({step.tactic for step in self.steps}))
        values = {"decided": cells - self.reasoning.open_count, "cells": cells, "tactics": needed}
        return translate(PROGRESS[bool(needed)], **values)


def describe_helpful_tactic(board: Board, tactics: str) -> str:
    """Return in words which tactic, the simplest beyond these, applies to a board."""
    reasoning = Reasoning(board, "".join(tactic for tactic in TACTICS if tactic not in tactics))
    if step := next(reasoning.take_steps(), None):
        return translate("tactic {tactic} would help", tactic=step.tactic)
    no_help = translate("no tactic would help, as there are several solutions")
    return reasoning.contradiction or no_help


class NextStep(NamedTuple):
    """The next step, if there is one, a picture, and what is wrong (empty if nothing is)."""

    step: TacticStep | None
    frame: Frame
    problem: str = ""


def find_next_step(board: Board, tactics: str) -> NextStep:
    """Return the next step for someone who is stuck, unless something is wrong already."""
    if wrong := draw_mistakes(board):
        return NextStep(None, wrong, wrong.caption)
    reasoning = Reasoning(board, tactics)
    if step := next(reasoning.take_steps(), None):
        return NextStep(step, draw_step(step, reasoning.board))
    problem = ""
    if reasoning.open_count:
        advice = describe_helpful_tactic(board, tactics)
        problem = translate("stuck: none of these tactics applies; {advice}", advice=advice)
    return NextStep(None, Frame(board, {}, problem or translate("all is decided")), problem)


def draw_mistakes(board: Board) -> Frame | None:
    """Return what is wrong with the bulbs and marks so far, or None; give nothing else away.

    The frame marks the cells in question, and its caption says the same in words.
    """
    if find_backbone(board) is not None:
        return None
    if find_backbone(bare(board)) is None:
        return Frame(board, {}, translate("the puzzle has no solution"))
    if broken := offences(board, partial=True):
        marks = {cell: "wrong" for offence in broken for cell in offence.cells}
        caption = cut_lines([translate("wrong: {words}", words=item.sentence) for item in broken])
        return Frame(board, marks, caption)
    return Frame(board, {}, translate("wrong: no solution has all these bulbs and marks"))
