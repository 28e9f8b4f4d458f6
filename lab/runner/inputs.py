"""Runs a command with each of several inputs: python3 -I -S inputs.py COMMAND... < JSON

Standard input is a list of texts.  For each of them a line of JSON is written: status, standard
output, standard error and the seconds of computing; bytes are Latin-1.  The list ends before the
first run that a signal ended, or that wrote too much.
"""

import contextlib
import json
import os
import sys
import tempfile

MOST_OUTPUT = 1 << 20  # bytes of a stream


def main() -> None:
    """Run the command with each of the inputs."""
    for text in json.load(sys.stdin):
        with contextlib.ExitStack() as stack:
            # as in python3 encode.py < dom01.txt > domain.lp; no process may write after its end
            files = [stack.enter_context(tempfile.TemporaryFile()) for _ in range(3)]
            files[0].write(text.encode("latin-1"))
            files[0].seek(0)
            streams = [(os.POSIX_SPAWN_DUP2, file.fileno(), n) for n, file in enumerate(files)]
            command = sys.argv[1:]
            child = os.posix_spawn(command[0], command, os.environ, file_actions=streams)
            _, status, usage = os.wait4(child, 0)
            texts = []
            for file in files[1:]:
                file.seek(0)
                texts.append(file.read(MOST_OUTPUT + 1).decode("latin-1"))
        if os.WIFSIGNALED(status) or max(map(len, texts)) > MOST_OUTPUT:
            return
        cpu = usage.ru_utime + usage.ru_stime
        print(json.dumps([os.waitstatus_to_exitcode(status), *texts, cpu]), flush=True)


if __name__ == "__main__":
    main()
