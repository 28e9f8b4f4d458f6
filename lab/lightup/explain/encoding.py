"""Somebody's encoding, asked for two solutions by decode.py in a process of its own."""

import subprocess
import sys
import tempfile
from pathlib import Path
from types import TracebackType

import decode
import encode
from lab import Unusable
from lab.lightup.explain.exploration import Findings
from lab.lightup.explain.repair import unsolved
from lab.lightup.rules import Board, offences

NUMBERS = ("no solution", "one solution", "several solutions")


class Encoding:
    """A context in which the process runs; it ends with it, whatever it still does."""

    def __init__(self, path: str, board: Board) -> None:
        self.path, self.board = path, board

    def __enter__(self) -> "Encoding":
        self._folder = tempfile.TemporaryDirectory()
        self._answers, self._words, facts = (
            Path(self._folder.name, name) for name in ("answers.txt", "words.txt", "domain.lp")
        )
        facts.write_text(encode.facts(self.board))
        command = [sys.executable, decode.__file__, "--models", "2", "--", self.path, str(facts)]
        with self._answers.open("w") as answers, self._words.open("w") as words:
            # Its files may be /dev/fd/N, from <(...) of a shell: leave them open.
            self._process = subprocess.Popen(command, stdout=answers, stderr=words, close_fds=False)
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

    @property
    def answered(self) -> bool:
        """Whether the answer is there; Unusable, with clingo's words, if there cannot be one."""
        status = self._process.poll()
        if status is None:
            return False
        if status not in (0, 1):
            words = self._words.read_text(errors="replace").replace("decode.py: ", "")
            raise Unusable(words.strip() or f"{self.path}: decode.py ended with status {status}")
        return True

    def disagreement(self, findings: Findings) -> str:
        """How the answer differs from what is right, nothing if it does not."""
        text = self._answers.read_text()
        grids = [grid.split() for grid in text.split("\n\n") if grid]
        for grid in grids:
            if unsolved(grid) != self.board:
                return f"{self.path} shows another board:\n" + "\n".join(grid)
            if wrong := offences(grid):
                return f"{self.path} shows what is no solution ({wrong[0].words}):\n" + "\n".join(
                    grid
                )
        found, right = len(grids), len(findings.solutions)
        if findings.verdict and found != right:
            return f"{self.path} finds {NUMBERS[found]}, but the puzzle has {NUMBERS[right]}"
        return ""
