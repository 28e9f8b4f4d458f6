"""The exercises of first-steps, and what says whether they are right.

    %load_ext notebooks.exercises

adds the cell magic %%exercise NAME, which keeps the program in its cell, and is_right(NAME).
No solution stands here: a program is judged by what it answers on some boards, and what is right
there comes from the rules of the puzzle in plain Python.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import clingo
from IPython.display import display

import decode
import encode
from lab import ROOT, puzzles
from lab.notebook import Board, ground_rules
from lab.notebook.boards import find_answers
from lab.notebook.magic import prepend_magic_line
from lab.puzzles import Rows

LATIN = puzzles.find_puzzle(str(ROOT / "tests" / "data" / "latin"))
START = Path(__file__).with_name("latin-start.lp")  # all but the rules
PICTURE = ["1.x", "..3", "x2."]  # the board of the first exercise
BOARDS = (".", "x./..", "../..", "1./..", ".x./x.x/.x.", "x../.2./..3", ".../..x/...")
LINEAR = 30  # ground rules for each cell of a board
WIDE = ["." * 12] * 12
written: dict[str, str] = {}  # the programs of the cells, by exercise


class Exercise(NamedTuple):
    """What is asked, and the function that says what is wrong; empty if nothing is."""

    task: str
    judge: Callable[[str], str]


def load_ipython_extension(shell: Any) -> None:
    """Add the magic, and is_right."""
    shell.register_magic_function(keep, "cell", "exercise")
    shell.push({"is_right": is_right})


def keep(line: str, cell: str) -> None:
    """Keep the program of an exercise."""
    name = line.strip()
    if name not in EXERCISES:
        print(f"found {name!r}, expected {', '.join(EXERCISES)}")
        return
    written[name] = prepend_magic_line(cell)
    print(f"kept; is_right({name!r}) says whether it is right")


def is_right(name: str) -> None:
    """Print whether the program of an exercise is right, and if it is not, why."""
    if name not in written:
        print(f"run the cell that begins with %%exercise {name} first")
        return
    wrong = EXERCISES[name].judge(written[name])
    print(f"not yet: {wrong}" if wrong else "right")


# ---------------------------------------------------------------- judges


def atoms(program: str) -> set[str]:
    """The atoms in all answer sets of a program; raises a ProgramError with clingo's words."""
    words: list[str] = []
    control = clingo.Control(["--enum-mode=cautious"], lambda _, text: words.append(text.strip()))
    found: set[str] = set()
    try:
        control.add("base", [], program)
        control.ground([("base", [])])
        with control.solve(yield_=True) as answers:
            for answer in answers:
                found = set(map(str, answer.symbols(atoms=True)))
    except RuntimeError:
        raise decode.ProgramError("\n".join(words).replace("<block>", "cell")) from None
    return found


def facts(program: str) -> str:
    """What is wrong with the facts of the board in PICTURE."""
    try:
        found = atoms(program)
    except decode.ProgramError as error:
        return str(error)
    expected = atoms(encode.format_facts(PICTURE))
    if missing := expected - found:
        return f"{len(missing)} of {len(expected)} facts are missing"
    return "".join(f"{fact} does not hold on this board" for fact in sorted(found - expected)[:1])


def corners(program: str) -> str:
    """What is wrong with corner(R,C), on boards of different sizes."""
    for n in range(1, 6):
        try:
            found = {one for one in atoms(f"{program}\ndim({n}).") if one.startswith("corner(")}
        except decode.ProgramError as error:
            return str(error)
        expected = {f"corner({r},{c})" for r in {0, n - 1} for c in {0, n - 1}}
        if found != expected:
            return f"with dim({n}), found {sorted(found)}, expected {sorted(expected)}"
    return ""


def keeps(*rules: Callable[[Rows], bool]) -> Callable[[str], str]:
    """A judge of programs that go with START: they accept what keeps all these rules."""

    def judge(program: str) -> str:
        for text in BOARDS:
            board = Board(text, None, LATIN)
            answers = find_answers(program, board, files=[str(START)])
            if answers.messages:
                return answers.messages
            found = {tuple(one.answer or ()) for one in answers.boards}
            expected = {one for one in filled(board.rows) if all(rule(one) for rule in rules)}
            for answer in sorted(found - expected)[:1]:
                display(Board(board.rows, answer, LATIN))
                return "your program accepts this"
            for answer in sorted(expected - found)[:1]:
                display(Board(board.rows, answer, LATIN))
                return "your program refuses this"
        return ""

    return judge


def filled(board: Rows) -> Iterator[tuple[str, ...]]:
    """All ways to fill the open cells of a board in which no row has a number twice."""
    numbers = "123456789"[: max(len(board), len(board[0]))]

    def rows(done: tuple[str, ...], rest: Sequence[Sequence[str]]) -> Iterator[tuple[str, ...]]:
        if not rest:
            yield done
            return
        for row in ways("", "".join(rest[0])):
            yield from rows((*done, row), rest[1:])

    def ways(done: str, rest: str) -> Iterator[str]:
        if not rest:
            yield done
        elif rest[0] != ".":
            yield from ways(done + rest[0], rest[1:]) if is_fresh(done, rest[0]) else ()
        else:
            for number in numbers:
                if number not in done:
                    yield from ways(done + number, rest[1:])

    def is_fresh(done: str, value: str) -> bool:
        return value == "x" or value not in done

    return rows((), board)


def columns(board: Rows) -> bool:
    """Whether no number stands twice in a column."""
    return not LATIN.rules.offences(list(board))


def diagonals(board: Rows) -> bool:
    """Whether no two cells that touch at a corner have the same number."""
    for upper, lower in pairwise(board):
        for c, value in enumerate(upper):
            beside = lower[max(c - 1, 0) : c] + lower[c + 1 : c + 2]  # type: ignore[operator]
            if value != "x" and value in beside:
                return False
    return True


def cheap(program: str) -> str:
    """What is wrong with a program that has few ground rules."""
    if wrong := EXERCISES["columns"].judge(program):
        return wrong
    rules = ground_rules([str(START)], WIDE, program)
    most = LINEAR * len(WIDE) ** 2
    return f"{rules} ground rules on a board of 12x12, {most} at most are wanted" * (rules > most)


EXERCISES: Mapping[str, Exercise] = {
    "facts": Exercise("the facts of a board", facts),
    "corners": Exercise("corner(R,C), for every size", corners),
    "columns": Exercise("no number twice in a column", keeps(columns)),
    "diagonals": Exercise("nor where two corners touch", keeps(columns, diagonals)),
    "cheap": Exercise("the columns with few ground rules", cheap),
}
