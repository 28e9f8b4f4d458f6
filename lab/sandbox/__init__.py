"""The sandbox: runs a stranger's program so that it sees its own folder and little else.

    sandbox = Sandbox()
    if not sandbox.is_safe:
        print(sandbox.report())                 # what this machine contains, what it does not
    facts = sandbox.python(folder, "encode.py", stdin=b"x.\n.1\n")
    answer = sandbox.clingo(folder, "lightup.lp", "domain.lp", "--outf=2", "0")

Each of the two runs a program with words, in a folder that it may read, and returns an Outcome:
status, stdout, stderr, and `over`, the limit that ended it.  `sandbox.run` runs any command,
`sandbox.start` one that answers line by line.  Give each submission a folder of its own, with a
copy of its work and nothing else; none of these can change it where `sandbox.is_safe`.  What
comes out is a stranger's text: print it through lab.words.shown.

There are three isolation levels, and the first that works here is taken: bubblewrap (namespaces),
Landlock, limits only.  What it contains is tried when it is made (0.1 s) and not assumed:
`sandbox.leaks` says in sentences what it does not contain.
"""

import contextlib
import json
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from lab.sandbox import isolation, probe, replies
from lab.sandbox.folders import remove_tree
from lab.sandbox.levels import IsolationLevel, Start, candidate_levels
from lab.sandbox.limits import CommandResult, Limits
from lab.sandbox.running import CommandEnded, RunningCommand

__all__ = ["CommandEnded", "CommandResult", "Limits", "RunningCommand", "Sandbox", "SandboxRunner"]
WITHOUT = "LAB_SANDBOX_WITHOUT"  # a variable: levels to be left out, with commas between them
DEFAULTS = Limits()
SEVERAL = Path(__file__).with_name("several.py")


class SandboxRunner:
    """A way to run commands, on one isolation level."""

    def __init__(self, level: IsolationLevel) -> None:
        self.level = level

    def run(
        self,
        command: list[str],
        folder: Path,
        stdin: bytes = b"",
        limits: Limits = DEFAULTS,
        readable: Sequence[Path] = (),
    ) -> CommandResult:
        """Runs a command in a folder, to its end or to a limit.

        It may read this folder and the files and folders `readable`, and write into an empty
        folder, which TMPDIR names.
        """
        with self.start(command, folder, limits, readable) as running:
            return running.finish(stdin)

    def run_each(
        self, command: list[str], folder: Path, inputs: Sequence[bytes], limits: Limits = DEFAULTS
    ) -> list[CommandResult]:
        """What comes of a command with each of several inputs, in one sandbox, which takes less
        time than one for each.

        The outcomes are those of the first inputs: it stops where a run needs a sandbox of its
        own, as it reached a limit or left something; without a namespace at the first one.
        """
        if not self.level.scratch or sum(map(len, inputs)) > limits.output:
            return []
        texts = [one.decode("latin-1") for one in inputs]
        asked = {"inputs": texts, "cpu": limits.cpu, "wall": limits.wall}
        request = json.dumps({**asked, "scratch": str(self.level.scratch)}).encode()
        number = len(inputs)
        together = limits._replace(
            cpu=limits.cpu * number, wall=limits.wall * number, output=limits.output * number
        )
        words = [sys.executable, "-I", str(SEVERAL), *command]
        whole = self.run(words, folder, request + b"\n", together, [SEVERAL])
        return list(replies.of_each(whole.stdout, limits))[:number]

    def python(
        self, folder: Path, *words: str, stdin: bytes = b"", limits: Limits = DEFAULTS
    ) -> CommandResult:
        """Runs a Python program, the first of the words, in its folder."""
        return self.run([sys.executable, *words], folder, stdin, limits)

    def clingo(
        self, folder: Path, *words: str, stdin: bytes = b"", limits: Limits = DEFAULTS
    ) -> CommandResult:
        """Runs clingo with logic programs of a folder and options, which are the words.

        Its output has the answer sets, its status is 0 whether there are any or not.
        """
        return self.run([sys.executable, "-m", "clingo", *words], folder, stdin, limits)

    @contextlib.contextmanager
    def start(
        self,
        command: list[str],
        folder: Path,
        limits: Limits = DEFAULTS,
        readable: Sequence[Path] = (),
        may_signal: bool = False,
    ) -> Iterator[RunningCommand]:
        """A command that runs; nothing of it is left afterwards.

        Only a program of the kit `may_signal` other processes.
        """
        with self.scratch() as scratch:
            seen = tuple(path.resolve() for path in readable)
            start = Start(command, folder.resolve(), seen, scratch, limits, may_signal)
            running = self.level.run(start)
            try:
                yield running
            finally:
                running.end()

    @contextlib.contextmanager
    def scratch(self) -> Iterator[Path]:
        """The writable folder; a level may bring its own."""
        if self.level.scratch:
            yield self.level.scratch
            return
        folder = Path(tempfile.mkdtemp(prefix="scratch-"))
        try:
            yield folder
        finally:
            remove_tree(folder)


class Sandbox(SandboxRunner):
    """The best isolation level that works here; `without` names levels to leave out."""

    def __init__(self, without: frozenset[str] | None = None) -> None:
        if without is None:
            without = frozenset(filter(None, os.environ.get(WITHOUT, "").split(",")))
        for level in candidate_levels(without):
            super().__init__(level)
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
        lines = list(isolation.lines(self.level, self.containments, self.run))
        return "\n".join([*lines, *[isolation.STRANGERS] * (not self.is_safe)]) + "\n"
