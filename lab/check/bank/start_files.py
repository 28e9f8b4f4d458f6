"""The files that a handout gives to fill in, and what a student does first in each of them."""

import contextlib
import textwrap
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from lab.common.files import decode_any_text

WIDTH = 79  # characters of a line
LARGEST_START = 1 << 16  # bytes of a file that may still be as it was handed out


def list_code_lines(suffix: str, text: str) -> list[str]:
    """Return the lines of code of a .py or .lp file, stripped: neither blank nor comments."""
    comment_mark = "#" if suffix == ".py" else "%"  # in a .lp file, #show is code
    lines = (line.strip() for line in text.splitlines())
    return [line for line in lines if line and not line.startswith(comment_mark)]


class StartFiles(NamedTuple):
    """The handed-out files by name, each with its lines of code ("text") and advice ("first")."""

    files: Mapping[str, Mapping[str, Any]] = {}
    before: str = ""  # sentence above the advice
    after: str = ""  # sentence below it

    def find_advice(self, path: Path) -> str:
        """Return the advice for a file that is still as it was handed out, else ""."""
        start = self.files.get(path.name)
        with contextlib.suppress(OSError):
            if start and path.is_file() and path.stat().st_size <= LARGEST_START:
                code_lines = list_code_lines(path.suffix, decode_any_text(path.read_bytes())[0])
                return str(start["first"]) if code_lines == start["text"] else ""
        return ""

    def format_advice(self, paths: Iterable[Path]) -> str:
        """Return the advice, numbered, if all files are as they were handed out, else ""."""
        texts = [self.find_advice(path) for path in paths]
        if not texts or not all(texts):
            return ""
        numbered = (
            textwrap.fill(text, WIDTH, initial_indent=f"  {n}. ", subsequent_indent=" " * 5)
            for n, text in enumerate(texts, start=1)
        )
        return "\n\n".join([self.before, *numbered, self.after]) + "\n"
