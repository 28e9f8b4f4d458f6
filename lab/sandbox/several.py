"""Runs a command once for each of several inputs, in one sandbox: several.py COMMAND...

Standard input is JSON: a list of the inputs, texts of a character a byte (Latin-1); the seconds of
computing and on the clock that each run may take; the writable folder.  For each input it writes
a line of JSON: status, standard output, standard error, seconds of computing.

Each run is a process of its own, and nothing is left of one when the next begins.  It stops
without a line at the first run that a signal or a limit ends, or that leaves a file: such a run
needs a sandbox of its own.  It imports nothing of the kit.
"""

import contextlib
import json
import os
import resource
import signal
import subprocess
import sys

ALL = -1  # processes of a namespace, for kill(2): but for the first one and this one


def main() -> None:
    """Run the command with each input; write a line for each run."""
    inputs, most_cpu, wall, scratch = json.load(sys.stdin)
    before = 0.0
    for text in inputs:
        try:
            result = subprocess.run(
                sys.argv[1:],
                check=False,
                input=text.encode("latin-1"),
                capture_output=True,
                timeout=wall,
                start_new_session=True,
            )
        except (subprocess.TimeoutExpired, MemoryError, OSError):
            return
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        total = usage.ru_utime + usage.ru_stime
        cpu, before = total - before, total
        with contextlib.suppress(ProcessLookupError):  # as it should be
            os.kill(ALL, signal.SIGKILL)
        if result.returncode < 0 or cpu > most_cpu or os.listdir(scratch):
            return
        texts = (stream.decode("latin-1") for stream in (result.stdout, result.stderr))
        print(json.dumps([result.returncode, *texts, cpu]), flush=True)


if __name__ == "__main__":
    main()
