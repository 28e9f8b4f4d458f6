"""Somebody's encoding, asked for two solutions by answers.py in a process of its own."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from types import TracebackType

import encode
from lab import Unusable
from lab.lightup.explain import answers
from lab.lightup.explain.exploration import Exploration
from lab.lightup.rules import Board, bare, offences

NUMBERS = ("no solution", "one solution", "several solutions")


class Encoding:
    """A context manager around the process, which is killed at its end."""

    def __init__(self, path: str, board: Board) -> None:
        self.path, self.board = path, board

    def __enter__(self) -> "Encoding":
        self._folder = tempfile.TemporaryDirectory()
        self._answers, self._words, facts = (
            Path(self._folder.name, name) for name in ("answers.json", "words.txt", "domain.lp")
        )
        facts.write_text(encode.format_facts(self.board))
        command = [sys.executable, answers.__file__, self.path, str(facts)]
        with self._answers.open("w") as stdout, self._words.open("w") as stderr:
            # Its files may be /dev/fd/N, from <(...) of a shell: leave them open.
            self._process = subprocess.Popen(command, stdout=stdout, stderr=stderr, close_fds=False)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._process.kill()
        self._process.wait()
        self._folder.cleanup()

    def has_answered(self) -> bool:
        """Whether the process is done; raises Unusable, with clingo's words, if it failed."""
        status = self._process.poll()
        if status:
            words = self._words.read_text(errors="replace")
            raise Unusable(words.strip() or f"{self.path}: ended with status {status}")
        return status == 0

    def disagreement(self, found: Exploration) -> str:
        """How its answers differ from what is right, in words; empty if they do not."""
        data = json.loads(self._answers.read_text())
        if data["fault"]:
            return f"{self.path} has an answer that is no grid: {data['fault']}"
        for grid in data["grids"]:
            text = "\n".join(grid)
            if bare(grid) != self.board:
                return f"{self.path} shows another board:\n{text}"
            if wrong := offences(grid):
                return f"{self.path} shows what is no solution ({wrong[0].words}):\n{text}"
        count, right = len(data["grids"]), len(found.solutions)
        if found.verdict and count != right:
            return f"{self.path} finds {NUMBERS[count]}, but the puzzle has {NUMBERS[right]}"
        return ""
