"""One road, in a process of its own: python3 -m lab.roads NAME < grid

NAME is a module of lab.roads: minisat, or amaze.asp, whose grid is of Amaze.

What it reports, in lines of JSON, is for lab.roads.travel:

    {"missing": "minisat is not installed"}             and no more
    {"size": {"clauses": 180}, "translate": SECONDS}    now it begins to solve
    {"solution": ["xb..x.x", ...]}                      each of two at most, of Amaze all
    {"note": "why it is not known whether there are more"}
    {"size": {...}, "solve": SECONDS}                   the end
"""

import gc
import importlib
import itertools
import json
import sys
import time
from typing import Any

import encode
from lab.roads import GaveUp, Missing, Problem


def main(name: str) -> None:
    gc.disable()  # a short life with millions of small objects, none of them in cycles
    try:
        road = importlib.import_module(f"lab.roads.{name}")
    except Missing as missing:
        report(missing=str(missing))
        return
    puzzle, most = ("amaze", None) if name.startswith("amaze.") else ("lightup", 2)
    board: Any = encode.READERS[puzzle](sys.stdin.buffer.read())
    problem: Problem[Any] | None = None
    translated = start = time.perf_counter()
    try:
        problem = road.Problem(board)
        translated = time.perf_counter()
        report(size=problem.size, translate=translated - start)
        for solution in itertools.islice(problem.solutions(), most):
            report(solution=solution)
    except GaveUp as reason:
        report(note=str(reason))
    except MemoryError:
        report(note="out of memory")
    else:
        report(complete=True)
    if problem:
        report(size=problem.size, solve=time.perf_counter() - translated)


def report(**facts: object) -> None:
    print(json.dumps(facts), flush=True)


main(sys.argv[1])
