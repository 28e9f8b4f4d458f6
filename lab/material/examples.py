"""The examples of a handout: the kit's, new ones from a seed, or a set for each name."""

import shlex
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import decode
from lab import Unusable
from lab.check.bank.assignment import Assignment
from lab.common import command
from lab.common.terminal import show_progress
from lab.common.words import format_size, get_size
from lab.course.texts import FIRST_NAME, read_handout_file
from lab.notations import open_source
from lab.puzzles import Board, Puzzle, list_example_files

EVERYBODY = ""  # the name if all students get the same


class Example(NamedTuple):
    """A puzzle with its solution; its name is dom01, dom02 and so on."""

    name: str
    board: Board
    solution: Any


def choose_examples(
    assignment: Assignment, seed: int | None, names_file: str | None
) -> dict[str, list[Example]]:
    """Return the examples by the name of the student who gets them, or for EVERYBODY.

    The first is always dom01 of the kit.  With a seed or a file of names the others are new, except
    those that the puzzle's handout.toml keeps; without options there, they have the sizes of the
    kit's examples.  Raises Unusable if there are none.
    """
    puzzle, folder = assignment.puzzle, assignment.puzzle.examples_folder
    examples = [e for e in read_examples(puzzle, folder) if assignment.is_fit(e.board)]
    if not examples:
        raise Unusable(f"{folder}: found no example with its solution that check takes")
    if seed is None and names_file is None:
        return {EVERYBODY: examples}
    settings = read_handout_file(puzzle).get("examples", {})
    sizes = [f"--size={format_size(get_size(e.board))}" for e in examples[1:] or examples]
    first = [example for example in examples if example.name == FIRST_NAME]
    last = [example for example in examples if example.name in settings.get("keep", ())]
    option_lines = settings.get("generate", sizes)
    examples_by_student = generate_examples(puzzle, option_lines, seed or 0, names_file)
    return {
        student: [
            example._replace(name=f"dom{number:02}")
            for number, example in enumerate([*first, *new_examples, *last], start=1)
        ]
        for student, new_examples in examples_by_student.items()
    }


def read_examples(puzzle: Puzzle, folder: Path) -> list[Example]:
    """Return the puzzles of a folder, dom*.txt, that have a solution, sol*.txt, in order."""
    examples = []
    for path, solution_path in list_example_files(folder):
        if solution_path.exists():
            board = open_source(str(path), puzzle).read_board("grid")
            solution = open_source(str(solution_path), puzzle).read_board("grid", solved=True)
            examples.append(Example(path.stem, board, solution))
    return examples


def generate_examples(
    puzzle: Puzzle, option_lines: Sequence[str], seed: int, names_file: str | None
) -> dict[str, list[Example]]:
    """Return new examples by the name of the student, one for each line of options.

    The options are those of the puzzle's command `generate`, which writes dom01.txt and sol01.txt
    into a folder, or with --for dom-NAME.txt and sol-NAME.txt.  Raises Unusable if it fails.
    """
    examples: dict[str, list[Example]] = {}
    module: Any = puzzle.load_command("generate")
    for number, line in enumerate(option_lines, start=1):
        show_progress(f"example {number} of {len(option_lines)}")
        with tempfile.TemporaryDirectory() as folder:
            arguments = [*shlex.split(line), f"--seed={seed}{number:02}", f"-o={folder}/new"]
            arguments += [f"--puzzle={puzzle.name_or_path}"]
            arguments += [f"--for={names_file}"] if names_file else []
            if module.run(command.parse_options("lab generate", module, arguments)):
                raise Unusable(f"lab generate {shlex.join(arguments)}: made no puzzle")
            for example in read_examples(puzzle, Path(folder, "new")):
                student = example.name.removeprefix("dom-") if names_file else EVERYBODY
                examples.setdefault(student, []).append(example)
    show_progress()
    return examples


def format_files(examples: Sequence[Example]) -> dict[str, str]:
    """Return the files of examples by path: each puzzle, and its solution of the same number."""
    texts: dict[str, str] = {}
    for example in examples:
        solution = example.name.replace("dom", "sol", 1)
        texts[f"examples/{example.name}.txt"] = decode.format_grid(example.board)
        texts[f"examples/{solution}.txt"] = decode.format_grid(example.solution)
    return texts
