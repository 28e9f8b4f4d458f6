"""What the tactics make of a board, with words about the outcome; and the next step alone."""

from typing import NamedTuple

from lab.lightup.backbone import backbone
from lab.lightup.hint.film import frame
from lab.lightup.hint.reasoning import TACTICS, Rating, Reasoning, rated
from lab.lightup.hint.steps import Step
from lab.lightup.rules import Board, bare, offences, white
from lab.pictures import Frame


class Attempt:
    """A reasoning and the steps taken so far, for a thread that works and one that reads."""

    def __init__(self, board: Board, tactics: str) -> None:
        self.reasoning, self.steps = Reasoning(board, tactics), list[Step]()
        self.is_over = False  # no more steps will come
        self._tactics = tactics
        self._help = ""

    def work(self) -> None:
        """Take all steps; if that leaves cells open, find out what would help."""
        for step in self.reasoning.steps():
            self.steps.append(step)
        self.is_over = True
        if self.reasoning.open and not self.reasoning.contradiction:
            self._help = what_helps(self.reasoning.board, self._tactics)

    def stage(self) -> str:
        """How far it is."""
        return "stuck, looking for what would help" if self.is_over else self._progress()

    def outcome(self, limit: float | None) -> str:
        """The verdict, the cells decided and the tactics needed, in words."""
        reasoning, progress = self.reasoning, self._progress()
        if reasoning.contradiction:
            return f"contradiction: {reasoning.contradiction}\n{progress}"
        if not self.is_over:
            return f"the time limit of {limit:g} s came: {progress}"
        if not reasoning.open:
            return progress
        return f"stuck: {progress}{self._help and '; '}{self._help}"

    def rating(self) -> Rating:
        """How hard the board is, if all tactics were used."""
        return rated(self.reasoning, [step.tactic for step in self.steps])

    def _progress(self) -> str:
        cells = len(white(self.reasoning.board))
        needed = ", ".join(sorted({step.tactic for step in self.steps}))
        decided = f"{cells - self.reasoning.open} of {cells} cells decided"
        return f"{decided}{' with ' if needed else ''}{needed}"


def what_helps(board: Board, tried: str) -> str:
    """What goes on where the tactics tried do not, in words: the simplest other tactic, if any."""
    others = "".join(tactic for tactic in TACTICS if tactic not in tried)
    reasoning = Reasoning(board, others)
    if step := next(reasoning.steps(), None):
        return f"tactic {step.tactic} would help"
    return reasoning.contradiction or "no tactic would help, as there are several solutions"


# ---------------------------------------------------------------- the next step


class Hint(NamedTuple):
    """The next step, if there is one, a picture, and what is wrong (empty if nothing is)."""

    step: Step | None
    frame: Frame
    problem: str = ""


def hint(board: Board, tactics: str) -> Hint:
    """The next step for someone who is stuck, unless something is wrong already."""
    if wrong := mistakes(board):
        return Hint(None, *wrong)
    reasoning = Reasoning(board, tactics)
    if step := next(reasoning.steps(), None):
        return Hint(step, frame(step, reasoning.board))
    problem = ""
    if reasoning.open:
        problem = f"stuck: none of these tactics applies; {what_helps(board, tactics)}"
    return Hint(None, Frame(board, {}, problem or "all is decided"), problem)


def mistakes(board: Board) -> tuple[Frame, str] | None:
    """What is wrong with the bulbs and marks so far, and no more of the solution than that.

    Returns a picture with the cells in question marked, and the same in words.
    """
    if backbone(board) is not None:
        return None
    marks = {}
    if backbone(bare(board)) is None:
        words = "the puzzle has no solution"
    elif found := offences(board, partial=True):
        words = "\n".join(f"wrong: {one.words}" for one in found)
        marks = {cell: "wrong" for one in found for cell in one.cells}
    else:
        words = "wrong: no solution has all these bulbs and marks"
    return Frame(board, marks, words), words
