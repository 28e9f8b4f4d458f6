"""A process that does jobs, one after another: python3 -m lab.web.worker MODULE

MODULE has JOBS, functions by name, and perhaps prepare(), which is called first.  A request is a
line of JSON on standard input: {"job": NAME, ...}, the rest are the arguments.  The answer is a
line of JSON on standard output for each part.  The last one has "end": "done", or "end": "fault"
and the sentence "fault".  The process ends with its standard input.
"""

import gc
import importlib
import json
import os
import signal
import sys
from argparse import ArgumentTypeError
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import decode
from encode import GridError
from lab import Unusable
from lab.common import processes

Jobs = Mapping[str, Callable[..., Any]]


def main(module_name: str) -> None:
    """Do jobs until standard input ends; what a job prints goes nowhere."""
    decode.read_all_messages()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that sends requests decides
    processes.die_with_parent()
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 1)
    module = importlib.import_module(module_name)
    getattr(module, "prepare", lambda: None)()
    gc.freeze()
    for line in requests:
        for part in do_job(module.JOBS, json.loads(line)):
            answers.write(json.dumps(part).encode() + b"\n")
            answers.flush()


def do_job(jobs: Jobs, request: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the parts of the answer to a request; a job returns one or yields some."""
    try:
        answer = jobs[request.pop("job")](**request)
        if isinstance(answer, Iterator):
            yield from answer
            answer = {}
        yield {**answer, "end": "done"}
    except (Unusable, GridError, decode.ProgramError, ArgumentTypeError) as error:
        yield {"end": "fault", "fault": str(error)}
    except MemoryError:
        yield {"end": "fault", "fault": "out of memory"}
    except Exception as error:  # a defect, or a request that the page does not send
        fault = f"the kit broke down: {type(error).__name__}: {error}"
        yield {"end": "fault", "fault": fault}


if __name__ == "__main__":
    main(sys.argv[1])
