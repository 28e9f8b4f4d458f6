"""The files that a handout gives to fill in, and what a student does first in each of them."""

import contextlib
import textwrap
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

WIDTH = 79  # characters of a line
LARGEST = 1 << 16  # bytes of a file that may still be as it was handed out


def strip_program(program: str) -> list[str]:
    """Return the lines of a program, stripped, without blank lines and lines of comment."""
    lines = (line.strip() for line in program.splitlines())
    return [line for line in lines if line and line[0] not in "#%"]


class Starts(NamedTuple):
    """The handed-out files by name, each with its stripped "text" and the "first" step."""

    files: Mapping[str, Mapping[str, Any]] = {}
    before: str = ""  # sentence above the steps
    after: str = ""  # sentence below them

    def first_step(self, path: Path) -> str:
        """Return the first step in a file that is still as it was handed out, else ""."""
        start = self.files.get(path.name)
        with contextlib.suppress(OSError):
            if start and path.is_file() and path.stat().st_size <= LARGEST:
                is_untouched = strip_program(path.read_text("utf-8", "replace")) == start["text"]
                return str(start["first"]) if is_untouched else ""
        return ""

    def introduction(self, paths: Iterable[Path]) -> str:
        """Return the numbered first steps if all files are as they were handed out, else ""."""
        steps = [self.first_step(path) for path in paths]
        if not steps or not all(steps):
            return ""
        numbered = (
            textwrap.fill(step, WIDTH, initial_indent=f"  {n}. ", subsequent_indent=" " * 5)
            for n, step in enumerate(steps, start=1)
        )
        return "\n\n".join([self.before, *numbered, self.after]) + "\n"
