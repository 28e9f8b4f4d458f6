"""How hard puzzles are, as hint --rate says, for corpus."""

from collections.abc import Sequence

from lab.lightup.hint.reasoning import LABELS, Rating, rating
from lab.lightup.rules import Board

__all__ = ["LABELS", "ratings"]


def ratings(boards: Sequence[Board]) -> list[Rating]:
    """The rating of each board: its label, tactics and steps."""
    return list(map(rating, boards))
