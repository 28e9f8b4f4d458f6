"""The exercises of first-steps, and the judges of their solutions.

    %load_ext notebooks.exercises

adds the cell magic %%exercise NAME, which keeps the program in its cell, and is_right(NAME).
No solution stands here: a program is judged by what it answers on some boards, and what is right
there comes from the rules of the puzzle in plain Python.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import clingo
from IPython.display import display

import decode
import encode
from lab import ROOT, puzzles
from lab.notebook import Board, ground_rules
from lab.notebook.boards import find_answers
from lab.notebook.magic import cell_program
from lab.puzzles import Rows

LATIN = puzzles.find_puzzle(str(ROOT / "lab" / "new" / "latin"))
START = Path(__file__).with_name("latin-start.lp")  # all but the rules
PICTURE = ["1.x", "..3", "x2."]  # the board of the first exercise
BOARDS = (".", "x./..", "../..", "1./..", ".x./x.x/.x.", "x../.2./..3", ".../..x/...")
ROWS = ("L", ".L.", "..x.L..x.", "Lx.xL", "..xx..L.L")  # lamps L and walls x
LINEAR = 30  # ground rules for each cell of a board
WIDE = ["." * 12] * 12
written: dict[str, str] = {}  # the programs of the cells, by exercise


def load_ipython_extension(shell: Any) -> None:
    """Add the magic %%exercise and the function is_right."""
    shell.register_magic_function(keep, "cell", "exercise")
    shell.push({"is_right": is_right})


def keep(line: str, cell: str) -> None:
    """Keep the program in a cell as that of the exercise in the line."""
    name = line.strip()
    if name not in EXERCISES:
        print(f"found {name!r}, expected {', '.join(EXERCISES)}")
        return
    written[name] = cell_program(cell)
    print(f"kept; is_right({name!r}) says whether it is right")


def is_right(name: str) -> None:
    """Print whether the kept program of an exercise is right, or why it is not."""
    if name not in written:
        print(f"run the cell that begins with %%exercise {name} first")
        return
    fault = EXERCISES[name](written[name])
    print(f"not yet: {fault}" if fault else "right")


# ---------------------------------------------------------------- judges


def atoms(program: str) -> set[str]:
    """Return the atoms in all answer sets of a program; raises a ProgramError."""
    messages: list[str] = []
    control = clingo.Control(
        ["--enum-mode=cautious"], lambda _, message: messages.append(message.strip())
    )
    common: set[str] = set()
    try:
        control.add("base", [], program)
        control.ground([("base", [])])
        with control.solve(yield_=True) as models:
            for model in models:
                common = set(map(str, model.symbols(atoms=True)))
    except RuntimeError:
        raise decode.ProgramError("\n".join(messages).replace("<block>", "cell")) from None
    return common


def judge_facts(program: str) -> str:
    """Return the fault of the facts of the board in PICTURE."""
    try:
        stated = atoms(program)
    except decode.ProgramError as error:
        return str(error)
    expected = atoms(encode.format_facts(PICTURE))
    if missing := expected - stated:
        return f"{len(missing)} of {len(expected)} facts are missing"
    return "".join(f"{fact} does not hold on this board" for fact in sorted(stated - expected)[:1])


def defines_exactly(name: str, cases: Mapping[str, set[str]]) -> Callable[[str], str]:
    """Return the judge of programs that derive, from facts, exactly these atoms of a predicate."""

    def judge(program: str) -> str:
        for facts, expected in cases.items():
            try:
                true_atoms = atoms(f"{program}\n{facts}.")
            except decode.ProgramError as error:
                return str(error)
            derived = {atom for atom in true_atoms if atom.startswith(f"{name}(")}
            if derived != expected:
                return f"with {facts}, found {sorted(derived)}, expected {sorted(expected)}"
        return ""

    return judge


def format_row(row: str) -> str:
    """Return the facts of a row of cells, with lamps at L and walls at x."""
    return ". ".join(
        f"open({c})" + f". lamp({c})" * (cell == "L") for c, cell in enumerate(row) if cell != "x"
    )


def find_lit(row: str) -> set[str]:
    """Return lit(C) for each cell of the runs, between walls, that have a lamp."""
    runs = re.finditer("[^x]*L[^x]*", row)
    return {f"lit({c})" for run in runs for c in range(*run.span())}


def accepts_exactly(*rules: Callable[[Rows], bool]) -> Callable[[str], str]:
    """Return the judge of programs, added to START, that accept the boards that keep all rules."""

    def judge(program: str) -> str:
        for text in BOARDS:
            board = Board(text, None, LATIN)
            answers = find_answers(program, board, files=[str(START)])
            if answers.messages:
                return answers.messages
            accepted = {tuple(solved.answer or ()) for solved in answers.boards}
            filled = list_fillings(board.rows)
            expected = {rows for rows in filled if all(rule(rows) for rule in rules)}
            for verb, wrong in (("accepts", accepted - expected), ("refuses", expected - accepted)):
                if wrong:
                    display(Board(board.rows, min(wrong), LATIN))
                    return f"your program {verb} this"
        return ""

    return judge


def list_fillings(board: Rows) -> Iterator[tuple[str, ...]]:
    """Yield all ways to fill the open cells of a board so that no row has a number twice."""
    numbers = "123456789"[: max(len(board), len(board[0]))]
    text = "/".join("".join(row) for row in board)
    for values in product(numbers, repeat=text.count(".")):
        filled = text.replace(".", "{}").format(*values)
        if not any(row.count(number) > 1 for row in filled.split("/") for number in numbers):
            yield tuple(filled.split("/"))


def has_different_columns(board: Rows) -> bool:
    """Whether no number stands twice in a column."""
    return not LATIN.rules.offences(list(board))


def has_different_diagonals(board: Rows) -> bool:
    """Whether no two cells that touch at a corner have the same number."""
    return not any(
        a == b != "x"
        for upper, lower in pairwise(board)
        for a, b in (*zip(upper, lower[1:]), *zip(upper[1:], lower))
    )


def judge_cheap(program: str) -> str:
    """Return the fault of a program that should have few ground rules."""
    if fault := EXERCISES["columns"](program):
        return fault
    rules = ground_rules([str(START)], WIDE, program)
    most = LINEAR * len(WIDE) ** 2
    return f"{rules} ground rules on a board of 12x12, {most} at most are wanted" * (rules > most)


CORNERS = {
    f"dim({n})": {f"corner({r},{c})" for r in {0, n - 1} for c in {0, n - 1}} for n in range(1, 6)
}
LIGHT = {format_row(row): find_lit(row) for row in ROWS}
EXERCISES: Mapping[str, Callable[[str], str]] = {  # the judges: each returns the fault, or ""
    "facts": judge_facts,
    "corners": defines_exactly("corner", CORNERS),
    "columns": accepts_exactly(has_different_columns),
    "diagonals": accepts_exactly(has_different_columns, has_different_diagonals),
    "cheap": judge_cheap,
    "light": defines_exactly("lit", LIGHT),
}
