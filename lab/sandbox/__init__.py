"""The sandbox: runs a stranger's program so that it sees its own folder and little else.

    sandbox = Sandbox()
    if not sandbox.is_safe:
        print(sandbox.format_report())          # what this machine contains, what it does not
    result = sandbox.level.run(Command([sys.executable, "encode.py"], folder), b"x.\n.1\n")

`run` returns a CommandResult: status, stdout, stderr, and `limit`, the one that ended the command.
`start` starts a command that answers line by line.  Give each submission a folder of its own, with
a copy of its work and nothing else.  Output is a stranger's text: print it through
lab.common.words.escape_controls.

There are three isolation levels, and the first that works here is taken: bubblewrap (namespaces),
Landlock, limits only.  What it contains is tried when it is made (0.1 s) and not assumed:
`sandbox.leaks` lists what it does not contain.  On Windows that is everything but the limits.
"""

import os

from lab.common.language import translate
from lab.common.processes import CAN_FORK
from lab.sandbox import isolation
from lab.sandbox.isolation import ATTEMPT_TEXTS
from lab.sandbox.levels import IsolationLevel, list_candidate_levels
from lab.sandbox.running import Command, CommandEnded, CommandResult, Limits, RunningCommand

__all__ = ["Command", "CommandEnded", "CommandResult", "Limits", "RunningCommand", "Sandbox"]
WITHOUT_VARIABLE = "LAB_SANDBOX_WITHOUT"  # a variable: names of levels to leave out, with commas


class Sandbox:
    """The best isolation level that works here, and what it contains."""

    def __init__(self) -> None:
        """Find the level; leave out levels that WITHOUT_VARIABLE names."""
        if not CAN_FORK:
            self.level, self.contains = IsolationLevel(), dict.fromkeys(ATTEMPT_TEXTS, False)
            return
        without = os.environ.get(WITHOUT_VARIABLE, "").split(",")
        for level in list_candidate_levels(without):
            if contains := isolation.try_attempts(level):
                self.level, self.contains = level, contains
                return
        raise OSError("no program can be started in a sandbox")

    @property
    def is_safe(self) -> bool:
        """Whether strangers' work may be run in it."""
        return all(self.contains[name] for name in isolation.SERIOUS)

    @property
    def leaks(self) -> list[str]:
        """The things that it does not contain."""
        return [
            translate(ATTEMPT_TEXTS[name]) for name, holds in self.contains.items() if not holds
        ]

    def format_report(self) -> str:
        """Return lines on what is contained and which limits hold."""
        lines = list(isolation.format_report(self.level, self.contains))
        if not self.is_safe:
            lines.append(isolation.UNSAFE_ADVICE)
        return "\n".join(lines) + "\n"
