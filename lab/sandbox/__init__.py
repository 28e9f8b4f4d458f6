"""The sandbox: runs a stranger's program so that it sees its own folder and little else.

    sandbox = Sandbox()
    outcome = sandbox.run([sys.executable, "encode.py"], folder, stdin=b"x.\n.1\n")

There are three rungs, and the first that works here is taken: bubblewrap (namespaces), Landlock,
limits only.  What it contains is tried when it is made and not assumed: `sandbox.containments`,
printed by python3 -m lab check --isolation.
"""

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from lab.sandbox import isolation, probe
from lab.sandbox.folders import remove
from lab.sandbox.limits import Limits, Outcome
from lab.sandbox.rungs import CODE, Start, ladder
from lab.sandbox.running import Ended, Running

__all__ = ["CODE", "Ended", "Limits", "Outcome", "Running", "Sandbox"]
WITHOUT = "LAB_SANDBOX_WITHOUT"  # a variable: rungs to be left out, with commas between them
DEFAULTS = Limits()


class Sandbox:
    """A way to run commands; `without` names rungs that are not to be taken."""

    def __init__(self, without: frozenset[str] | None = None) -> None:
        if without is None:
            without = frozenset(filter(None, os.environ.get(WITHOUT, "").split(",")))
        for self.rung in ladder(without):
            if (found := probe.tried(self.run)) is not None:
                self.containments = found
                return
        raise OSError("no program can be started in a sandbox")

    @property
    def is_safe(self) -> bool:
        """Whether strangers' work may be run in it."""
        return all(one.holds for one in self.containments if one.name in probe.SERIOUS)

    @property
    def leaks(self) -> list[str]:
        """What it does not contain, in words."""
        return [one.words for one in self.containments if not one.holds]

    def report(self) -> str:
        """What it contains and what not, limits too; a line each."""
        lines = list(isolation.lines(self.rung, self.containments, self.run))
        return "\n".join([*lines, *[isolation.STRANGERS] * (not self.is_safe)]) + "\n"

    def run(
        self,
        command: list[str],
        folder: Path,
        stdin: bytes = b"",
        limits: Limits = DEFAULTS,
        code: Path | None = None,
    ) -> Outcome:
        """Runs a command in a folder, to its end or to a limit.

        It may read this folder and that of `code`, for which CODE stands in its words, and write
        into an empty folder, which TMPDIR names.
        """
        with self.start(command, folder, limits, code) as running:
            return running.finish(stdin)

    @contextlib.contextmanager
    def start(
        self,
        command: list[str],
        folder: Path,
        limits: Limits = DEFAULTS,
        code: Path | None = None,
    ) -> Iterator[Running]:
        """A command that runs; nothing of it is left afterwards."""
        with self.scratch() as scratch:
            start = Start(command, folder.resolve(), scratch, code and code.resolve(), limits)
            running = self.rung.run(start)
            try:
                yield running
            finally:
                running.end()

    @contextlib.contextmanager
    def scratch(self) -> Iterator[Path]:
        """The writable folder; a rung may bring its own."""
        if self.rung.scratch:
            yield self.rung.scratch
            return
        folder = Path(tempfile.mkdtemp(prefix="scratch-"))
        try:
            yield folder
        finally:
            remove(folder)
