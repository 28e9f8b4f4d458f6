"""Programs that are run on each board alone, and programs with one change: the search's oracle."""

import functools
import itertools
import random
import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import clingo
from clingo import ast
from clingo.ast import AST, ASTType

import encode
from lab.check.bank.answers import find_added_cells
from lab.common.words import Size
from lab.notations import list_choices
from lab.puzzles import Board, Puzzle

Cells = frozenset[tuple[str, str, str]]


class Answers(NamedTuple):
    """The answers of a program on a board, and whether two answer sets have the same cells."""

    cells: set[Cells]
    is_doubled: bool


@functools.cache
def run_program(text: str, facts: str, values: str) -> Answers | None:
    """Return the answers of a program on a board, None if clingo rejects it."""
    control = clingo.Control(["0", "--opt-mode=ignore", "--warn=none"], logger=lambda *_: None)
    given = set(facts.splitlines())
    try:
        control.add("base", [], text + "\n" + facts)
        control.ground([("base", [])])
    except RuntimeError:
        return None
    distinct: set[Cells] = set()
    number = 0
    with control.solve(yield_=True) as models:
        for model in models:
            number += 1
            shown = [symbol for symbol in model.symbols(shown=True) if symbol.match("cell", 3)]
            cells = [s for s in shown if s.positive and f"{s}." not in given]
            terms = (tuple(map(str, cell.arguments)) for cell in cells)
            distinct.add(frozenset((r, c, v) for r, c, v in terms if re.fullmatch(values, v)))
            assert number < 100_000
    return Answers(distinct, number > len(distinct))


def find_faults(puzzle: Puzzle, text: str, board: Board, values: str) -> set[str]:
    """Return the questions that runs on a board answer with yes, by solutions() of rules.py."""
    program = run_program(text, encode.format_facts(board), values)
    if program is None:
        return {"error"}
    rules: Any = puzzle.rules
    solved_boards = list(
        rules.solutions(puzzle.read_drawn_grid("".join("".join(r) + "\n" for r in board)))
    )
    right = {frozenset(map(tuple, find_added_cells(board, solved))) for solved in solved_boards}
    return {
        name
        for name, is_fault in (
            ("accepted", program.cells - right),
            ("refused", right - program.cells),
            ("doubled", program.is_doubled),
        )
        if is_fault
    }


def list_boards(puzzle: Puzzle, size: Size, most: int) -> Iterator[Board]:
    """Yield all boards of a size, or a random sample if there are more."""
    choices, width = list_choices(puzzle, size), size[1]
    number = 1
    for values in choices.values():
        number *= len(values)
    if number <= most:
        boards: Iterable[Any] = itertools.product(*choices.values())
    else:
        chance = random.Random(str(size))
        boards = [[chance.choice(v) for v in choices.values()] for _ in range(most)]
    for cells in boards:
        yield [list(cells[r * width : (r + 1) * width]) for r in range(size[0])]


# ---------------------------------------------------------------- mutants


def list_mutants(text: str) -> Iterator[tuple[str, str]]:
    """Yield a name and the text of each program with one change.

    A constraint is left out, a literal is left out, a number is one more.
    """
    statements: list[AST] = []
    ast.parse_string(text, statements.append)
    statements = [s for s in statements if s.ast_type != ASTType.Comment]
    for number, rule in enumerate(statements):
        if rule.ast_type != ASTType.Rule:
            continue
        for name, changed_rules in change_rule(rule):
            rest = [*statements[:number], *changed_rules, *statements[number + 1 :]]
            yield f"{rule.location.begin.line} {name}", "\n".join(map(str, rest))


def change_rule(rule: AST) -> Iterator[tuple[str, list[AST]]]:
    if str(rule).startswith("#false"):
        yield "left out", []
    for place in range(len(rule.body)):
        body = [part for number, part in enumerate(rule.body) if number != place]
        yield f"without {rule.body[place]}", [rule.update(body=body)]
    for place in range(str(rule).count("#") + 20):
        changer = NumberChanger(place)
        changed = changer(rule)
        if changer.place >= 0:
            break
        yield f"number {place} of {rule}", [changed]


class NumberChanger(ast.Transformer):
    """Adds 1 to one number of a statement."""

    def __init__(self, place: int) -> None:
        self.place = place

    def visit_SymbolicTerm(self, term: AST) -> AST:
        if term.symbol.type != clingo.SymbolType.Number:
            return term
        self.place -= 1
        if self.place == -1:
            return term.update(symbol=clingo.Number(term.symbol.number + 1))
        return term
