"""Looks at a puzzle's folder, as a colleague would: each module finds faults of one kind."""

import re
from pathlib import Path
from typing import NamedTuple

from lab.puzzles import read_text


class Fault(NamedTuple):
    """A fault of a puzzle's folder: the file, the line from 1, and a sentence."""

    path: Path
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.text}"


def find_line(path: Path, pattern: str, first: int = 1) -> int:
    """Return the number of the line from `first` on that has the pattern, `first` if none has."""
    numbered = enumerate(read_text(path).splitlines()[first - 1 :], start=first)
    return next((n for n, line in numbered if re.search(pattern, line)), first)
