"""The search of all boards of a size, compared with running programs on each board alone."""

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
from lab.board_search import Size, format_boards
from lab.notations import list_choices
from lab.puzzles import Puzzle
from lab.runner.server.every_board import QUESTIONS, SearchRow, search_boards

Facts = str  # of a board with its size
Cells = frozenset[tuple[str, str, str]]
PAIRS = """  % the cells of an answer do not decide in one step which pairs have a bulb
    black((R,C)) :- cell(R,C,(x;0;1;2;3;4)).
    white((R,C)) :- R = 0..n-1, C = 0..n-1, not black((R,C)).
    { bulb(P) } :- white(P).
    next((R,C),(R,C+1),1) :- white((R,C)), white((R,C+1)).
    next((R,C),(R+1,C),2) :- white((R,C)), white((R+1,C)).
    next(P,Q,-D) :- next(Q,P,D), D > 0.
    ray(Q,D) :- bulb(P), next(P,Q,D).
    ray(Q,D) :- ray(P,D), next(P,Q,D).
    :- bulb(P), ray(P,_).
    :- white(P), not bulb(P), not ray(P,1), not ray(P,2), not ray(P,-1), not ray(P,-2).
    :- cell(R,C,N), N = 0..4, N != { bulb((R-1,C)); bulb((R+1,C)); bulb((R,C-1)); bulb((R,C+1)) }.
    #show cell(R,C,b) : bulb((R,C)).
"""
UNDECIDED_LINE = PAIRS[: PAIRS.index("not ray")].count("\n") + 1


class Answers(NamedTuple):
    """The answers of a program on a board, and whether two answer sets have the same cells."""

    cells: set[Cells]
    is_doubled: bool


@functools.cache
def run_program(text: str, facts: Facts, values: str) -> Answers | None:
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


def find_faults(text: str, rival: str, facts: Facts, values: str) -> set[str]:
    """Return the questions that a board answers with yes."""
    program, reference = (run_program(lp, facts, values) for lp in (text, rival))
    if program is None or reference is None:
        return {"error"}
    return {
        name
        for name, is_fault in (
            ("accepted", program.cells - reference.cells),
            ("refused", reference.cells - program.cells),
            ("doubled", program.is_doubled),
        )
        if is_fault
    }


def list_boards(puzzle: Puzzle, size: Size, most: int) -> Iterator[Facts]:
    """Yield the facts of all boards of a size, or of a random sample if there are more."""
    choices = list_choices(puzzle, size)
    height, width = size
    number = 1
    for values in choices.values():
        number *= len(values)
    if number <= most:
        boards: Iterable[Any] = itertools.product(*choices.values())
    else:
        chance = random.Random(str(size))
        boards = [[chance.choice(v) for v in choices.values()] for _ in range(most)]
    for cells in boards:
        rows = [list(cells[r * width : (r + 1) * width]) for r in range(height)]
        yield encode.format_facts(rows)


def search(
    path: str, rival: str, puzzle: Puzzle, sizes: Iterable[Size], values: str
) -> dict[str, Any]:
    """Search the boards of each of these sizes for itself, without a sandbox."""
    merged: dict[str, Any] = {"unsearchable": [], "results": []}
    for size in sizes:
        data = search_boards(
            path,
            rival,
            boards=[(format_boards(puzzle, size), *size)],
            values=values,
            questions=list(QUESTIONS),
            samples=[],
            without=[],
            ignored=[],
            skips_unsolvable=True,
        )
        merged["unsearchable"] += data["unsearchable"]
        merged["results"] += data["results"]
    return merged


def read_facts(row: SearchRow) -> Facts:
    """Return the facts of the board of a result."""
    return encode.format_facts(row.board)


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
        for name, other in change_rule(rule):
            rest = [*statements[:number], *other, *statements[number + 1 :]]
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
