"""Proves that a handout holds no solution: programs among its files are run."""

import tempfile
from pathlib import Path

from lab import Unusable
from lab.check.bank.assignment import Assignment
from lab.check.judges import encode_facts
from lab.check.programs.program import SubmittedProgram, make_groups
from lab.common.files import Files, write_folder
from lab.runner.copies import FolderCopies
from lab.runner.task_pool import TaskPool

CHOICE = Path(__file__).with_name("choice.lp")
FACT_WORDS = (b"cell(", b"#const ")  # every program that writes the facts of a grid has them


def prove_no_solution(pool: TaskPool, assignment: Assignment, files: Files) -> int:
    """Run each logic program of a handout and each Python program that may write facts.

    A logic program is run as it is, and as a checker of the rules, with a choice beside it.
    Equal programs are run once.  Returns the number of different ones.
    Raises Unusable if a logic program solves all trial boards, or a Python program writes
    the facts of a grid.
    """
    home = Path(tempfile.mkdtemp(dir=pool.folder), "handout")
    write_folder(home, files)
    programs: dict[bytes, str] = {}
    for name, data in files.items():
        is_python = name.endswith(".py") or data.startswith(b"#!")
        if name.endswith(".lp") or (is_python and all(word in data for word in FACT_WORDS)):
            programs[data] = name
    for data, name in programs.items():
        if name.endswith(".lp"):
            values = "".join(f"value({value}).\n" for value in assignment.solution_values)
            choice = CHOICE.read_bytes() + values.encode()
            if any(solves_boards(pool, assignment, text) for text in (data, data + choice)):
                raise Unusable(f"{name}: found a logic program that passes check")
        elif writes_facts(pool, assignment, home, data):
            raise Unusable(f"{name}: found a program that writes the facts of a grid")
    return len(programs)


def solves_boards(pool: TaskPool, assignment: Assignment, data: bytes) -> bool:
    """Return whether a logic program has the right answers on all trial boards."""
    path = Path(tempfile.mkdtemp(dir=pool.programs), assignment.program_name)
    path.write_bytes(data)
    program, trials = SubmittedProgram(pool, assignment, path), assignment.small_trials
    runs = map(program.run_trials, make_groups(trials))
    return all(not run.stop and not any(run.differences) for run in runs)


def writes_facts(pool: TaskPool, assignment: Assignment, home: Path, data: bytes) -> bool:
    """Return whether a Python program in the folder `home` writes the facts of a grid.

    Saves the program as encode.py there.
    """
    (home / assignment.script_name).write_bytes(data)
    grid = assignment.bank.samples.well_formed[-1]
    with FolderCopies(home, pool.folder).make_copy() as copy:
        results = pool.run_script(
            copy, assignment.script_name, [grid.encode()], encode_facts.SCRIPT_LIMITS
        )
    expected = assignment.bank.list_expected_lines(grid)
    facts = encode_facts.read_result(pool, results[0], expected)
    return sorted(facts.statements) == sorted(expected)
