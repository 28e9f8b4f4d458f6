"""A process that answers questions, one after another: python3 -m lab.web.desk TASKS

TASKS is a module with QUESTIONS, functions by name, and perhaps prepare(), which is called first.
A question is a line of JSON on standard input, {"question": NAME, ...}.  The answer is lines of
JSON on standard output: parts, the last one with "end": done, or fault with its words.  The
process ends with its standard input.
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

FAULTS = (Unusable, GridError, decode.ProgramError, ArgumentTypeError)
Questions = Mapping[str, Callable[..., Any]]


def main(module: str) -> None:
    """Answer questions until there are no more."""
    decode.read_all_messages()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that asks decides
    processes.die_with_parent()
    requests, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 1)
    tasks = importlib.import_module(module)
    questions: Questions = tasks.QUESTIONS
    getattr(tasks, "prepare", lambda: None)()
    gc.freeze()
    for line in requests:
        for part in answer(questions, json.loads(line)):
            replies.write(json.dumps(part).encode() + b"\n")
            replies.flush()


def answer(questions: Questions, request: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The parts of the answer to a question."""
    try:
        result = questions[request.pop("question")](**request)
        if isinstance(result, Iterator):
            yield from result
            result = {}
        yield {**result, "end": "done"}
    except FAULTS as fault:
        yield {"end": "fault", "words": str(fault)}
    except MemoryError:
        yield {"end": "fault", "words": "out of memory"}
    except Exception as error:  # a defect, or a question that the page does not ask
        yield {"end": "fault", "words": f"the kit broke down: {type(error).__name__}: {error}"}


if __name__ == "__main__":
    main(sys.argv[1])
