"""Looks at a puzzle's folder, as a colleague would: each module finds faults of one kind."""

import re
from pathlib import Path
from typing import NamedTuple


class Fault(NamedTuple):
    """A fault of a puzzle's folder: the file, the line from 1, and a sentence."""

    path: Path
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.text}"


def find_line(path: Path, pattern: str) -> int:
    """Return the number of the first line that has the pattern, 1 if none has."""
    lines = path.read_text("utf-8", "replace").splitlines() if path.is_file() else []
    return next((n for n, line in enumerate(lines, start=1) if re.search(pattern, line)), 1)
