"""What a server is asked to do in a sandboxed process: TASKS, by name; results become JSON."""

import subprocess
import sys
import tempfile
from collections.abc import Callable
from typing import IO, Any

from lab import confine
from lab.check import outline, solving


def run_script(script: str, grid: str, folder: str) -> dict[str, Any]:
    """Run a script in a new folder inside `folder`, with a grid on its standard input.

    Returns its exit status and the text that it wrote to stdout and stderr.
    """
    with (
        tempfile.TemporaryFile() as stdin,
        tempfile.TemporaryFile() as stdout,
        tempfile.TemporaryFile() as stderr,
    ):
        stdin.write(grid.encode())
        stdin.seek(0)
        confine.leave_the_world()
        status = subprocess.run(
            [sys.executable, "-B", script],
            stdin=stdin,
            stdout=stdout,
            stderr=stderr,
            cwd=tempfile.mkdtemp(dir=folder),
            preexec_fn=prepare,
            start_new_session=True,
            check=False,
        ).returncode
        return {"status": status, "stdout": contents(stdout), "stderr": contents(stderr)}


def prepare() -> None:
    """See to it that this process ends with its parent, and when its time is over."""
    confine.die_with_parent()
    confine.end_when_overdue()


def contents(file: IO[bytes]) -> str:
    """The text of a file, as long as files may be."""
    file.seek(0)
    return file.read(confine.OUTPUT).decode(errors="replace")


TASKS: dict[str, Callable[..., Any]] = {
    "run_script": run_script,
    "answers": solving.answers,
    "solved": solving.solved,
    "answers_of_each": solving.answers_of_each,
    "outline": outline.outline,
    "facts": outline.facts,
    "valueless": outline.valueless,
    "blamed": outline.blamed,
    "apart": outline.apart,
    "counts": outline.counts,
}
