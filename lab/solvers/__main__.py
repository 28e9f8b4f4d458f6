"""Runs the solver of one road: python3 -m lab.solvers PUZZLE ROAD < grid

It prints lines of JSON, which lab/solvers/solver_run.py reads:

    {"missing": "minisat is not installed"}             then nothing else
    {"size": {"clauses": 180}, "translate": SECONDS}    before solving
    {"solution": ["xb..x.x", ...]}                      two at most, or all where a cost is least
    {"note": "why the solver could not decide"}         or {"complete": true}
    {"size": {...}, "solve": SECONDS}                   after solving
"""

import gc
import itertools
import json
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import decode
from lab import Unusable, puzzles
from lab.common.files import name_file_in_errors
from lab.common.terminal import print_message, take_arguments
from lab.puzzles import UNIQUE, Puzzle
from lab.solvers import Model, NotInstalled, NoVerdict, asp


def main(name: str, road: str) -> None:
    """Solve the grid on standard input and print the reports."""
    decode.read_all_messages()
    gc.disable()  # millions of small objects without cycles, in a process that ends soon
    puzzle = puzzles.find_puzzle(name)
    try:
        make_model = find_model_maker(puzzle, road)
    except NotInstalled as absence:
        print_facts(missing=str(absence))
        return
    with name_file_in_errors("<stdin>"):
        board = puzzle.record.read(sys.stdin.buffer.read())
    most = 2 if puzzle.best == UNIQUE else None
    model: Model[Any] | None = None
    translated = start = time.perf_counter()
    try:
        model = make_model(board)
        translated = time.perf_counter()
        print_facts(size=model.size, translate=translated - start)
        for solution in itertools.islice(model.solutions(), most):
            print_facts(solution=solution)
    except NoVerdict as reason:
        print_facts(note=str(reason))
    except MemoryError:
        print_facts(note="out of memory")
    else:
        print_facts(complete=True)
    if model:
        print_facts(size=model.size, solve=time.perf_counter() - translated)


def find_model_maker(puzzle: Puzzle, road: str) -> Callable[[Any], Model[Any]]:
    """Return what makes the Model of a road; raises NotInstalled."""
    if road == "asp":
        return partial(asp.LogicModel, puzzle)
    model_class: Callable[[Any], Model[Any]] = puzzle.load_module(f"models.{road}").MODEL
    return model_class


def print_facts(**facts: object) -> None:
    print(json.dumps(facts), flush=True)


if __name__ == "__main__":
    arguments = take_arguments("lab.solvers", "lab race and lab bench", ".+", ".+")
    try:
        main(*arguments)
    except Unusable as error:
        print_message(f"lab.solvers: {error}")
        sys.exit(2)
