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
    asked = json.loads(sys.stdin.buffer.readline())
    for text in asked["inputs"]:
        begin, before = time.monotonic(), computed()
        try:
            done = subprocess.run(
                sys.argv[1:],
                check=False,
                input=text.encode("latin-1"),
                capture_output=True,
                timeout=asked["wall"],
                start_new_session=True,
            )
        except (subprocess.TimeoutExpired, MemoryError, OSError):
            return
        cpu, seconds = computed() - before, time.monotonic() - begin
        with contextlib.suppress(ProcessLookupError):  # as it should be
            os.kill(ALL, signal.SIGKILL)
        if done.returncode < 0 or cpu > asked["cpu"] or os.listdir(asked["scratch"]):
            return
        texts = (stream.decode("latin-1") for stream in (done.stdout, done.stderr))
        print(json.dumps([done.returncode, *texts, cpu, seconds]), flush=True)


def computed() -> float:
    """Seconds of all children that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()
