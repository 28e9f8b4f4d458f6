"""Runs a command once for each of several inputs, in one sandbox: several.py COMMAND...

Standard input is JSON: "inputs", texts of a character a byte (Latin-1); "cpu" and "wall", the
seconds that each run may take; "scratch", the writable folder.  For each input it writes a line
of JSON: status, standard output, standard error, seconds of computing and on the clock.

Each run is a process of its own, and nothing is left of one when the next begins.  It stops
without a line at the first run that a signal or a limit ends, or that leaves a file: such a run
needs a sandbox of its own.  It imports nothing of the kit.
"""

from __future__ import annotations

import contextlib
import json
import os
import resource
import signal
import subprocess
import sys
import time

ALL = -1  # processes of a namespace, for kill(2): but for the first one and this one


def main() -> None:
    """Run the command with each input; write a line for each run."""
    request = json.loads(sys.stdin.buffer.readline())
    for text in request["inputs"]:
        begin, before = time.monotonic(), cpu_of_children()
        try:
            result = subprocess.run(
                sys.argv[1:],
                check=False,
                input=text.encode("latin-1"),
                capture_output=True,
                timeout=request["wall"],
                start_new_session=True,
            )
        except (subprocess.TimeoutExpired, MemoryError, OSError):
            return
        cpu, seconds = cpu_of_children() - before, time.monotonic() - begin
        with contextlib.suppress(ProcessLookupError):  # as it should be
            os.kill(ALL, signal.SIGKILL)
        if result.returncode < 0 or cpu > request["cpu"] or os.listdir(request["scratch"]):
            return
        texts = (stream.decode("latin-1") for stream in (result.stdout, result.stderr))
        print(json.dumps([result.returncode, *texts, cpu, seconds]), flush=True)


def cpu_of_children() -> float:
    """Return the seconds that all ended children computed."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


if __name__ == "__main__":
    main()
