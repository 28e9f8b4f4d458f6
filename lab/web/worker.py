"""A process that does jobs, one after another: python3 -m lab.web.worker MODULE

MODULE has prepare(), which is called first, and answer_request(**request).  A request is an object
of JSON, a line of standard input, with the name of a puzzle and the language of the answer.  The
answer is a line of JSON on standard output for each part, then {"end": true}, or a sentence
{"fault": ...} in its place.  The process ends with its standard input.
"""

import importlib
import json
import os
import signal
import sys
from collections.abc import Callable, Iterator
from typing import Any

import decode
from encode import GridError
from lab import Unusable, puzzles
from lab.common import processes
from lab.common.language import use_language
from lab.common.terminal import take_arguments


def main(module_name: str) -> None:
    """Do jobs until standard input ends."""
    decode.read_all_messages()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that sends requests decides
    processes.die_with_parent()
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what a job prints does not belong to an answer
    module = importlib.import_module(module_name)
    module.prepare()
    for line in sys.stdin.buffer:
        for part in do_job(module.answer_request, json.loads(line)):
            print(json.dumps(part), file=answers, flush=True)


def do_job(answer_request: Callable[..., Any], request: dict[str, Any]) -> Iterator[Any]:
    """Yield the parts of the answer to a request; a job returns one or yields some."""
    try:
        if language := request.pop("language", None):
            use_language(language, puzzles.find_puzzle(request["puzzle"]).folder)
        answer = answer_request(**request)
        yield from answer if isinstance(answer, Iterator) else [answer]
        yield {"end": True}
    except (Unusable, GridError, decode.ProgramError) as error:
        yield {"fault": str(error)}
    except Exception as error:  # a defect, too little memory, a request that the page does not send
        yield {"fault": f"the kit broke down: {type(error).__name__}: {error}"}


if __name__ == "__main__":
    main(*take_arguments("lab.web.worker", "lab web", r"lab\.web\.(jobs|program_check)"))
