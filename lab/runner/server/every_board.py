"""Searches all boards of a size for one on which two programs differ; runs in a sandboxed server.

The given cells are a choice of every_board.lp, so that the solver ranges over all boards.
"""

import functools
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import clingo
from clingo import ast
from clingo.ast import AST, ProgramBuilder

from decode import BLANK
from lab.runner.server.acceptor import Acceptor, make_acceptor
from lab.runner.server.rewriting import (
    FIRST,
    SECOND,
    RoleProgram,
    Unsearchable,
    is_constraint,
    make_literal,
    rewrite_program,
)
from lab.runner.server.syntax_tree import SourceLine, find_place, parse_program, parse_text

EVERY_BOARD = Path(__file__).with_name("every_board.lp")
ERROR = re.compile(r"(.*?):(\d+):[-:\d]+ error: (.*)", re.DOTALL)  # a message of clingo
OPTIONS = ("--warn=none", "--configuration=frumpy")
SAMPLE_HEURISTIC = "vmtf"  # finds boards sooner; the heuristic of frumpy proves sooner
# the questions: on which board is an answer wrongly accepted, wrongly refused, doubled?
WRONGLY_ACCEPTED, WRONGLY_REFUSED, DOUBLED = QUESTIONS = ("accepted", "refused", "doubled")
SOLVABLE = "solvable"  # asked after the others: has a board of this size a solution?
BASE, WRONG, OTHER = "base", "wrong", "other"  # program parts of every_board.lp
OTHER_CELLS = clingo.Function("differ")  # the atom for an answer with other cells
FOUND, NONE, UNDECIDED = "found", "none", "undecided"  # how a search ends
CONFLICTS = 30_000  # of the solver, for a question and a size
SAMPLE_CONFLICTS = 30  # likewise in a sample, before each restriction is probed
PROBE_CONFLICTS = 100  # of the solver, for one restriction,
LARGE_PROBE_CONFLICTS, LARGE_CELLS = 20, 400  # or so many on boards of so many cells
SHRINKING_CONFLICTS = 3000  # of the solver, to find a board with fewer given cells

Symbols = Sequence[clingo.Symbol]
Boards = tuple[str, int, int]  # of a size: facts of every_board.lp, rows and columns


class SearchRow(NamedTuple):
    """How the search for boards of a size that answer a question ended, with a board if FOUND."""

    size: tuple[int, int]  # rows and columns
    question: str
    state: str
    givens: Sequence[Sequence[str]] = ()  # cells: row, column, value
    answer: Sequence[Sequence[str]] = ()  # likewise
    restrictions: Sequence[int] = ()  # of the second program, which the answer violates
    places: Sequence[SourceLine] = ()  # of these restrictions
    has_other_cells: bool = False  # than the second program allows

    @property
    def board(self) -> list[list[str]]:
        """The rows of the board that was found."""
        height, width = self.size
        rows = [[BLANK] * width for _ in range(height)]
        for r, c, value in self.givens:
            rows[int(r)][int(c)] = value
        return rows


class Question(NamedTuple):
    """A question about two programs, ready to be grounded with the boards of a size."""

    name: str
    part: str
    rules: Sequence[AST]  # of both programs
    facts: str  # asked(QUESTION), shows(ROLE), ignored(I)
    restrictions: Sequence[SourceLine] = ()  # of the second program
    open_choices: Sequence[SourceLine] = ()  # of the second program; the answer may leave them open
    is_decided: bool = True


def search_boards(
    path: str,
    rival: str,
    *,
    boards: list[Boards],
    samples: list[Boards],
    values: str,
    questions: list[str],
    ignored: list[int],
    without: list[SourceLine],
    skips_unsolvable: bool,
) -> dict[str, Any]:
    """Search boards of several sizes, given as facts of every_board.lp with rows and columns.

    The question        asks for boards with
    WRONGLY_ACCEPTED    an answer of the program at `path` that is no answer of the program with the
                        text `rival`, even without the restrictions in `ignored`
    WRONGLY_REFUSED     an answer of the rival that the program does not have
    DOUBLED             two answer sets of the program with the same cells

    A question that one size answers is not asked of the next.  With `skips_unsolvable`, a size has
    no results if the rival has no answer to any of its boards: it has no puzzle on which a program
    could be wrong, as 3x3 in Sudoku.  The search proves nothing of the boards `samples`, and looks
    for no doubled answers on them.  Constraints of the program at the places `without` are left
    out.
    """
    left_out = {(file, line) for file, line in without}
    results: list[SearchRow] = []
    try:
        program = [
            statement
            for statement in take_statements(parse_program(path))
            if find_place(statement) not in left_out or not is_constraint(statement)
        ]
        pair = Roles(program), read_rival(rival)
        prepared_questions = [make_question(name, *pair, ignored) for name in questions]
        for boards_of_size in [*boards, *samples]:
            is_sample = boards_of_size in samples
            rows: list[SearchRow] = []
            for question in prepared_questions:
                earlier = [row for row in results if row.question == question.name]
                if not (is_sample and question.name == DOUBLED):
                    rows += search_size(question, boards_of_size, earlier, values, is_sample)
            doubtful = {FOUND} if is_sample else {FOUND, UNDECIDED}
            if skips_unsolvable and not doubtful.isdisjoint(row.state for row in rows):
                solvable = make_question(SOLVABLE, *pair, ignored)
                is_solvable = search_size(solvable, boards_of_size, [], values, is_sample)
                rows = rows if next(is_solvable).state != NONE else []
            results += rows
    except Unsearchable as error:
        return {"unsearchable": [(str(error), error.place)], "open_choices": [], "results": []}
    choices = {place for question in prepared_questions for place in question.open_choices}
    return {"unsearchable": [], "open_choices": sorted(choices), "results": results}


def prepare(arguments: dict[str, Any]) -> None:
    """Rewrite the rival, which is the same for many programs; raise Unsearchable."""
    rival = read_rival(arguments["rival"])
    _ = rival.chooser, rival.acceptor


@functools.lru_cache(maxsize=1)
def read_rival(text: str) -> "Roles":
    """Return the rival in its roles; raise Unsearchable for an error in it."""
    return Roles(take_statements(parse_text(text)))


def take_statements(program: tuple[list[AST], list[str]]) -> list[AST]:
    """Return the statements of what parse_program returns; raise Unsearchable for an error."""
    statements, errors = program
    if errors:
        raise make_unsearchable(errors)
    return statements


def make_unsearchable(messages: Sequence[str]) -> Unsearchable:
    """Return the exception for the first error among clingo's messages."""
    for text in messages:
        if match := ERROR.match(text):
            return Unsearchable(match[3].splitlines()[0], (match[1], int(match[2])))
    return Unsearchable("\n".join(messages), ("", 0))


# ---------------------------------------------------------------- questions


class Roles:
    """A program in its two roles, each rewritten once; a role may raise Unsearchable."""

    def __init__(self, statements: Sequence[AST]) -> None:
        self._statements = statements

    @functools.cached_property
    def chooser(self) -> RoleProgram:
        """The program that chooses an answer."""
        return rewrite_program(self._statements, FIRST)

    @functools.cached_property
    def acceptor(self) -> Acceptor:
        """The program that accepts or refuses an answer."""
        return make_acceptor(rewrite_program(self._statements, SECOND))


def make_question(name: str, program: Roles, rival: Roles, ignored: Sequence[int]) -> Question:
    """Prepare a question; raise Unsearchable if a search cannot answer it.

    WRONGLY_ACCEPTED leaves out restrictions of the rival that are `ignored`.
    """
    first, second = (program, rival) if name in (WRONGLY_ACCEPTED, DOUBLED) else (rival, program)
    rules = [*first.chooser.rules, *first.chooser.contradictions]
    facts = f"asked({name}).{format_shows(first.chooser)}"
    if name == SOLVABLE:
        return Question(name, BASE, rules, facts)
    if name == DOUBLED:  # two answer sets of the program differ in an atom that it chooses
        copy = program.acceptor.program
        rules += [*copy.rules, *copy.contradictions, *list_differences(program.acceptor)]
        return Question(name, OTHER, rules, facts + format_shows(copy))
    acceptor = second.acceptor
    rules += acceptor.rules
    facts += format_shows(acceptor.program)
    if name == WRONGLY_ACCEPTED:
        facts += "".join(f"ignored({number})." for number in ignored)
    limits = acceptor.restrictions, acceptor.open_choices, acceptor.is_decided
    return Question(name, WRONG, rules, facts, *limits)


def format_shows(program: RoleProgram) -> str:
    """Return a fact if a program shows cells, else ""."""
    return f"shows({program.role})." if program.shows_cells else ""


def list_differences(acceptor: Acceptor) -> Iterator[AST]:
    """Yield, for each predicate p that a program chooses, other :- first__p, not second__p."""
    for name, arity in sorted(acceptor.chosen):
        place = acceptor.program.rules[0].location
        arguments = [ast.Variable(place, f"X{number}") for number in range(arity)]
        chosen = make_literal(place, name.replace(SECOND, FIRST, 1), arguments)
        absent = make_literal(place, name, arguments, ast.Sign.Negation)
        yield ast.Rule(place, make_literal(place, OTHER, []), [chosen, absent])


# ---------------------------------------------------------------- answers


def ground(question: Question, boards: Boards, values: str) -> clingo.Control:
    """Ground a question with the boards of a size; raise Unsearchable if clingo rejects a rule."""
    facts, height, width = boards
    constants = [f"-cn={height}"] if height == width else [f"-crows={height}", f"-ccols={width}"]
    messages: list[str] = []

    def is_answer(value: clingo.Symbol) -> clingo.Symbol:
        return clingo.Number(int(bool(re.fullmatch(values, str(value)))))

    control = clingo.Control([*constants, *OPTIONS], lambda _, text: messages.append(text))
    parts: list[Any] = [(part, []) for part in dict.fromkeys((BASE, question.part))]
    try:
        with ProgramBuilder(control) as builder:
            for rule in question.rules:
                builder.add(rule)
        control.load(str(EVERY_BOARD))
        control.add(BASE, [], facts + question.facts)
        control.ground(parts, context=SimpleNamespace(is_answer=is_answer))
    except RuntimeError as error:
        if "bad_alloc" in str(error):
            raise
        raise make_unsearchable(messages) from None
    return control


def search_size(
    question: Question,
    boards: Boards,
    earlier: Sequence[SearchRow],
    values: str,
    is_sample: bool,
) -> Iterator[SearchRow]:
    """Search the boards of a size for those that answer a question; yield how each search ended.

    WRONGLY_ACCEPTED is asked until no board violates further restrictions; other questions once,
    and not at all if `earlier`, smaller boards answer them.
    """
    violated = [name for row in earlier for name in name_violations(row)]
    if question.name != WRONGLY_ACCEPTED and any(row.state == FOUND for row in earlier):
        return
    control = ground(question, boards, values)
    conflicts = SAMPLE_CONFLICTS if is_sample else CONFLICTS
    if is_sample:
        solver: Any = control.configuration.solver
        solver.heuristic = SAMPLE_HEURISTIC
    names = [OTHER_CELLS, *map(name_restriction, range(len(question.restrictions)))]
    state, is_shrinking = FOUND, question.part == WRONG
    while state == FOUND:
        assumptions = [(name, False) for name in violated]
        state, atoms = find_board(control, assumptions, conflicts, is_shrinking)
        if state == UNDECIDED and is_shrinking:
            names_left = [name for name in names if name not in violated]
            is_large = boards[1] * boards[2] >= LARGE_CELLS
            limit = LARGE_PROBE_CONFLICTS if is_large else PROBE_CONFLICTS
            state, atoms = probe(control, assumptions, names_left, limit)
        if state == NONE and not question.is_decided:
            state = UNDECIDED
        row = read_row(question, boards, state, atoms)
        yield row
        if question.name != WRONGLY_ACCEPTED:
            break
        violated += name_violations(row)


def probe(
    control: clingo.Control, assumptions: Any, names: Symbols, conflicts: int
) -> tuple[str, Symbols]:
    """Search once more, one restriction at a time, up to the first board; return state and board.

    This quickly finds a restriction that few boards can violate, such as boards of one size.
    """
    for name in names:
        state, atoms = find_board(control, [*assumptions, (name, True)], conflicts, True)
        if state == FOUND:
            return state, atoms
    return UNDECIDED, ()


def name_restriction(number: int) -> clingo.Symbol:
    return clingo.Function("violated", [clingo.Number(number)])


def name_violations(row: SearchRow) -> list[clingo.Symbol]:
    """Return the atoms for the violated restrictions, and for other cells."""
    names = list(map(name_restriction, row.restrictions))
    return [*names, OTHER_CELLS] if row.has_other_cells else names


def find_board(
    control: clingo.Control, assumptions: Any, conflicts: int, is_shrinking: bool
) -> tuple[str, Symbols]:
    """Return how a search ends, and the atoms of a board; with few given cells, if asked."""
    solving: Any = control.configuration.solve
    atoms: list[Symbols] = [()]

    def keep(model: clingo.Model) -> None:
        atoms[0] = model.symbols(atoms=True)

    solving.models, solving.opt_mode, solving.solve_limit = 1, "ignore", f"{conflicts},umax"
    result = control.solve(assumptions, on_model=keep)
    if not result.satisfiable:
        return NONE if result.exhausted else UNDECIDED, ()
    if is_shrinking:
        solving.models, solving.opt_mode = 0, "opt"
        solving.solve_limit = f"{SHRINKING_CONFLICTS},umax"
        control.solve(assumptions, on_model=keep)
    return FOUND, atoms[0]


def read_row(question: Question, boards: Boards, state: str, atoms: Symbols) -> SearchRow:
    """Return a row with the board that these atoms describe; leave out ignored restrictions."""
    givens, answer, numbers = [], [], []
    ignored = {atom.arguments[0] for atom in atoms if atom.match("ignored", 1)}
    for atom in atoms:
        if atom.match("given", 3):
            givens.append(tuple(map(str, atom.arguments)))
        elif atom.match("answer", 4) and atom.arguments[0].name == FIRST:
            answer.append(tuple(map(str, atom.arguments[1:])))
        elif atom.match("violated", 1) and atom.arguments[0] not in ignored:
            numbers.append(atom.arguments[0].number)
    places = [question.restrictions[number] for number in sorted(numbers)]
    size, name, cells = boards[1:], question.name, (sorted(givens), sorted(answer))
    return SearchRow(size, name, state, *cells, sorted(numbers), places, OTHER_CELLS in atoms)
