"""How hard puzzles are, as hint --rate says, for corpus."""

from lab.lightup.hint.reasoning import LABELS
from lab.lightup.hint.together import ratings

__all__ = ["LABELS", "ratings"]
