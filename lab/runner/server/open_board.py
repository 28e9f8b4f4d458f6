"""Searches every board of a size at once, see open_board.lp and lab/search/; runs in a server.

A pair is a board with an answer: its given cells and the cells of the answer, both sorted lists of
(row, column, value), three texts.
"""

import hashlib
import random
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import clingo

OPEN_BOARD = Path(__file__).with_name("open_board.lp")
GIVEN_CELLS = Path(__file__).with_name("given_cells.lp")
OPTIONS = ("--warn=none", "--configuration=frumpy")  # of clingo; this configuration proves fast
ACCEPTED, FORBIDDEN, UNDRAWABLE = "accepted", "forbidden", "undrawable"
REFUSED, DOUBLED, COUNTED = "refused", "doubled", "counted"
FOUND, NONE, UNDECIDED = "found", "none", "undecided"  # how a question ends
UNKNOWN = "?"  # in place of codes, of a pair that the texts do not allow
SHRINKING_CONFLICTS = 2000  # of the solver, to find a pair with fewer cells
PAIR_CONFLICTS = 20_000  # likewise, for one pair
MOST_RETRIES = 5  # pairs of a constraint that another answer set refutes
DENSITIES = (0.05, 0.15, 0.3, 0.5)  # shares of the cells that may be given on random boards

GIVEN, ANSWER, FORBIDS_I = "kit__given", "kit__answer", "kit__forbids"

CellRows = Sequence[Sequence[str]]
BoardWithAnswer = tuple[CellRows, CellRows]  # given cells, and the answer
Assumptions = list[tuple[clingo.Symbol, bool] | int]  # atoms with truth values, literals
SET_ASIDE, WRONG, FORBIDS, CANNOT_DRAW = (
    clingo.Function(f"kit__{name}") for name in ("set_aside", "wrong", "forbidden", "undrawable")
)
RIGHT: Assumptions = [(WRONG, False), (SET_ASIDE, False)]  # right answers of the program


class SearchRow(NamedTuple):
    """How a question about a size ended; with a pair if one was found."""

    question: str
    state: str
    givens: CellRows = ()
    answer: CellRows = ()
    codes: Sequence[str] = ()  # of the rules that the answer breaks
    number: int = 0  # of pairs that were counted or tried
    constraints: Sequence[int] = ()  # that forbid pairs in some answer sets only


class OpenBoard:
    """All boards of a size beside the rules and a program, grounded once."""

    def __init__(self, texts: Iterable[str]) -> None:
        """Ground the texts of the program, of the rules and of the size; raise RuntimeError."""
        self.messages: list[str] = []
        self.control = clingo.Control(OPTIONS, lambda _, text: self.messages.append(text))
        for text in texts:
            self.control.add("base", [], text)
        self.control.load(str(GIVEN_CELLS))
        self.control.load(str(OPEN_BOARD))
        self.control.ground([("base", [])])
        list_atoms = self.control.symbolic_atoms.by_signature
        self.cells = {  # the literal of each cell of boards and answers
            (name, *map(str, atom.symbol.arguments)): atom.literal
            for name in (GIVEN, ANSWER)
            for atom in list_atoms(name, 3)
        }
        self.constraints = [atom.symbol.arguments[0].number for atom in list_atoms(FORBIDS_I, 1)]
        self.codes = [atom.symbol.arguments[0] for atom in list_atoms("kit__broken", 1)]

    def find_pair(
        self, assumptions: Assumptions, conflicts: int, is_shrinking: bool = True
    ) -> tuple[str, Sequence[clingo.Symbol]]:
        """Return how a search for a pair ended, and its atoms, with few cells if asked."""
        state, atoms = self._solve(assumptions, conflicts, "ignore", 1)
        if state == FOUND and is_shrinking:
            _, smaller = self._solve(assumptions, SHRINKING_CONFLICTS, "opt", 0)
            atoms = smaller or atoms
        return state, atoms

    def _solve(
        self, assumptions: Assumptions, conflicts: int, opt_mode: str, models: int
    ) -> tuple[str, Sequence[clingo.Symbol]]:
        solving: Any = self.control.configuration.solve
        solving.models, solving.opt_mode, solving.project = models, opt_mode, "no"
        solving.solve_limit = f"{conflicts},umax"
        last: list[Sequence[clingo.Symbol]] = [()]

        def keep(model: clingo.Model) -> None:
            last[0] = model.symbols(shown=True)

        result = self.control.solve(assumptions, on_model=keep)
        return FOUND if last[0] else NONE if result.exhausted else UNDECIDED, last[0]

    def count(self, assumptions: Assumptions, most: int, is_distinct: bool) -> int:
        """Return the number of answer sets over all boards, or of distinct pairs; `most` at most.

        Nothing of them is written, which takes most of the time otherwise.
        """
        solving: Any = self.control.configuration.solve
        solving.models, solving.opt_mode, solving.solve_limit = most, "ignore", "umax,umax"
        solving.project = "show,3" if is_distinct else "no"
        self.control.solve(assumptions)
        return int(self.control.statistics["summary"]["models"]["enumerated"])

    def list_pairs(self, assumptions: Assumptions) -> Iterator[str]:
        """Yield the pair of each answer set over all boards, as a text; parse_pair reads it."""
        solving: Any = self.control.configuration.solve
        solving.models, solving.opt_mode, solving.solve_limit = 0, "ignore", "umax,umax"
        solving.project = "no"
        with self.control.solve(assumptions, yield_=True) as handle:
            for model in handle:
                # one call for all its symbols: there are many pairs
                yield str(clingo.Function("", sorted(model.symbols(shown=True))))

    def count_answer_sets(
        self, pair: BoardWithAnswer, conflicts: int = PAIR_CONFLICTS
    ) -> int | None:
        """Return in how many answer sets, 2 at most, the program has a pair; None if undecided."""
        names = name_cells(pair)
        if not names <= self.cells.keys():  # a cell that the program never shows
            return 0
        literals = [lit if name in names else -lit for name, lit in self.cells.items()]
        set_aside = self.control.symbolic_atoms[SET_ASIDE]
        assert set_aside
        solving: Any = self.control.configuration.solve
        solving.models, solving.opt_mode, solving.project = 2, "ignore", "no"
        solving.solve_limit = f"{PAIR_CONFLICTS},umax"
        result = self.control.solve([*literals, -set_aside.literal])
        number = int(self.control.statistics["summary"]["models"]["enumerated"])
        return number if number == 2 or result.exhausted else None

    def exclude_with_set_aside(self, pair: BoardWithAnswer) -> None:
        """Let no answer set that violates a constraint have this pair."""
        names, atoms = name_cells(pair), self.control.symbolic_atoms
        body = [lit if name in names else -lit for name, lit in self.cells.items()]
        for atom in (atoms[SET_ASIDE], atoms[FORBIDS]):
            body += [atom.literal] if atom else []
        backend: Any = self.control.backend()
        with backend:
            backend.add_rule([], body)


def name_cells(pair: BoardWithAnswer) -> set[tuple[str, ...]]:
    """Return the cells of a pair as keys of OpenBoard.cells."""
    return {(name, *cell) for name, cells in zip((GIVEN, ANSWER), pair) for cell in cells}


def read_pair(atoms: Iterable[clingo.Symbol]) -> BoardWithAnswer:
    """Return the given cells and the answer among the atoms of an answer set."""
    cells: dict[str, list[tuple[str, ...]]] = {GIVEN: [], ANSWER: []}
    for atom in atoms:
        if atom.name in cells:
            cells[atom.name].append(tuple(map(str, atom.arguments)))
    givens, answer = map(sorted, cells.values())
    return givens, answer


def name_constraint(number: int) -> clingo.Symbol:
    return clingo.Function(FORBIDS_I, [clingo.Number(number)])


def name_code(code: clingo.Symbol) -> clingo.Symbol:
    return clingo.Function("kit__broken", [code])


# ---------------------------------------------------------------- questions


def search_sizes(sizes: list[dict[str, Any]]) -> list[list[SearchRow]]:
    """Ask questions about a program on all boards of each size; return how each question ended.

    A size is a dict with these keys:
    texts       of the program, of the rules and of the size, see lab/search/
    questions   ACCEPTED: is an answer accepted that breaks a rule?  Asked again for other rules.
                FORBIDDEN: does a constraint forbid a right answer?
                UNDRAWABLE: is there an answer that decode.py may be unable to draw?
    conflicts   of the solver, for each of these
    number      of right answers, if they are counted: COUNTED tells whether the program has as
                many answer sets, and as many pairs.  If not, and no pair is wrong, REFUSED or
                DOUBLED has a pair that shows it;
    right_texts the same texts with any answer in place of the program
    pairs       right answers: REFUSED has the first that the program refuses, DOUBLED the first
                that comes twice
    """
    return [list(search_size(**size)) for size in sizes]


def search_size(
    *,
    texts: list[str],
    questions: list[str],
    conflicts: int,
    number: int | None,
    right_texts: list[str],
    pairs: list[BoardWithAnswer],
) -> Iterator[SearchRow]:
    board = OpenBoard(texts)
    if ACCEPTED in questions:
        yield from find_accepted(board, conflicts)
    if FORBIDDEN in questions:
        yield find_forbidden(board, conflicts)
    if UNDRAWABLE in questions:
        state, atoms = board.find_pair([(CANNOT_DRAW, True), (SET_ASIDE, False)], conflicts)
        yield SearchRow(UNDRAWABLE, state, *read_pair(atoms))
    if number is not None:
        yield from compare_counts(board, number, right_texts)
    if pairs:
        yield from try_pairs(board, pairs)


def find_accepted(board: OpenBoard, conflicts: int) -> Iterator[SearchRow]:
    """Yield a wrong answer that is accepted, then others that break none of its rules."""
    assumptions: Assumptions = [(SET_ASIDE, False), (WRONG, True)]
    state = FOUND
    while state == FOUND:
        state, atoms = board.find_pair(assumptions, conflicts)
        codes = [code for code in board.codes if name_code(code) in atoms]
        yield SearchRow(ACCEPTED, state, *read_pair(atoms), list(map(str, codes)))
        assumptions += [(name_code(code), False) for code in codes]


def find_forbidden(board: OpenBoard, conflicts: int) -> SearchRow:
    """Look for a right answer that a constraint forbids.

    Helper atoms may differ in another answer set with the same pair, so each pair is tried again
    with the constraints.
    """
    assumptions: Assumptions = [(SET_ASIDE, True), (WRONG, False), (FORBIDS, True)]
    constraints: list[int] = []
    for _ in range(MOST_RETRIES):
        state, atoms = board.find_pair(assumptions, conflicts)
        if state != FOUND:
            return SearchRow(FORBIDDEN, state)
        pair = read_pair(atoms)
        number = board.count_answer_sets(pair)
        if number == 0:
            return SearchRow(FORBIDDEN, FOUND, *pair)
        constraints = [n for n in board.constraints if name_constraint(n) in atoms]
        board.exclude_with_set_aside(pair)
    return SearchRow(FORBIDDEN, UNDECIDED, constraints=constraints)


def compare_counts(
    board: OpenBoard, right_number: int, rules_text: list[str]
) -> Iterator[SearchRow]:
    """Yield whether a program has as many answer sets, and pairs, as there are right answers.

    If only the pairs were counted, an answer could come twice; if only the answer sets were, one
    that comes twice could hide one that is missing.
    """
    sets = board.count(RIGHT, right_number + 1, is_distinct=False)
    pairs = board.count(RIGHT, right_number + 1, is_distinct=True) if sets else 0
    is_equal = sets == pairs == right_number
    yield SearchRow(COUNTED, NONE if is_equal else FOUND, number=sets)
    if not is_equal and rules_text:
        numbers = dict.fromkeys(OpenBoard(rules_text).list_pairs(RIGHT), 0)
        for pair in board.list_pairs(RIGHT):
            if pair in numbers:
                numbers[pair] += 1
        refused = [pair for pair, number in numbers.items() if number == 0]
        doubled = [pair for pair, number in numbers.items() if number > 1]
        for question, faulty in ((REFUSED, refused), (DOUBLED, doubled)):
            if faulty:
                yield SearchRow(question, FOUND, *find_smallest(faulty))


def parse_pair(text: str) -> BoardWithAnswer:
    """Return the pair in a text of OpenBoard.list_pairs."""
    return read_pair(clingo.parse_term(text).arguments)


def find_smallest(texts: Iterable[str]) -> BoardWithAnswer:
    """Return the pair with the fewest given cells, then with the fewest cells of the answer."""
    return min(map(parse_pair, texts), key=lambda pair: (len(pair[0]), len(pair[1]), pair))


def try_pairs(board: OpenBoard, pairs: Sequence[BoardWithAnswer]) -> Iterator[SearchRow]:
    """Yield the first right answer that is refused, and the first that comes twice."""
    numbers = list(map(board.count_answer_sets, pairs))
    for question, number in ((REFUSED, 0), (DOUBLED, 2)):
        if number in numbers:
            yield SearchRow(question, FOUND, *pairs[numbers.index(number)])
        else:
            state = UNDECIDED if None in numbers else NONE
            yield SearchRow(question, state, number=len(pairs) - numbers.count(None))


# ---------------------------------------------------------------- answers


def count_right_answers(texts: list[str], most: int) -> int:
    """Return the number of right answers to all boards of a size, `most` at most."""
    return OpenBoard(texts).count(RIGHT, most, is_distinct=False)


def count_right_pairs(texts: list[str], most: int) -> tuple[int, int, str]:
    """Return what count_pairs returns, of right answers alone; the texts have rules."""
    return measure_pairs(OpenBoard(texts), RIGHT, most)


def count_pairs(texts: list[str], most: int) -> tuple[int, int, str]:
    """Return the numbers of answer sets and of pairs, `most` at most, and a digest of the pairs.

    The texts need no rules: a program that has as many of both as there are right answers, and
    the same digest, has exactly these.  The digest does not depend on the order of the pairs; it
    is "" if there are `most` of them.
    """
    return measure_pairs(OpenBoard(texts), [(SET_ASIDE, False)], most)


def measure_pairs(board: OpenBoard, assumptions: Assumptions, most: int) -> tuple[int, int, str]:
    sets, pairs = (board.count(assumptions, most, is_distinct=is_set) for is_set in (False, True))
    total = 0
    for pair in {*board.list_pairs(assumptions)} if sets < most else ():
        total += int.from_bytes(hashlib.sha256(pair.encode()).digest()[:8], "big")
    return sets, pairs, f"{total % (1 << 64):016x}" if sets < most else ""


def list_right_answers(texts: list[str]) -> list[BoardWithAnswer]:
    """Return all boards of a size with a right answer."""
    return list(map(parse_pair, OpenBoard(texts).list_pairs(RIGHT)))


def draw_right_answers(texts: list[str], number: int, seed: int) -> list[BoardWithAnswer]:
    """Return so many random boards of a size with a right answer, or less if they are hard to find.

    The first board has as few given cells as possible.
    """
    return list(draw_pairs(OpenBoard(texts), RIGHT, number, random.Random(seed)))


def draw_answers(texts: list[str], number: int, seed: int) -> list[BoardWithAnswer]:
    """Return random boards with an answer of a program, right or wrong, as draw_right_answers."""
    assumptions: Assumptions = [(SET_ASIDE, False)]
    return list(draw_pairs(OpenBoard(texts), assumptions, number, random.Random(seed)))


def list_broken_codes(texts: list[str], pairs: list[BoardWithAnswer]) -> list[list[str]]:
    """Return the codes of the rules that each pair breaks; [UNKNOWN] if it is not possible."""
    board, results = OpenBoard(texts), []
    for pair in pairs:
        names = name_cells(pair)
        literals = [lit if name in names else -lit for name, lit in board.cells.items()]
        state, atoms = board.find_pair([*literals, (SET_ASIDE, False)], PAIR_CONFLICTS, False)
        is_there = state == FOUND and names <= board.cells.keys()
        codes = [str(code) for code in board.codes if name_code(code) in atoms]
        results.append(codes if is_there else [UNKNOWN])
    return results


def break_rule(texts: list[str], code: str) -> list[BoardWithAnswer]:
    """Return a smallest pair that breaks this rule and no other one, none if there is no such."""
    board = OpenBoard(texts)
    if code not in map(str, board.codes):
        return []
    assumptions: Assumptions = [(name_code(name), str(name) == code) for name in board.codes]
    state, atoms = board.find_pair([*assumptions, (SET_ASIDE, False)], PAIR_CONFLICTS)
    return [read_pair(atoms)] if state == FOUND else []


def draw_pairs(
    board: OpenBoard, assumptions: Assumptions, number: int, chance: random.Random
) -> Iterator[BoardWithAnswer]:
    solver: Any = board.control.configuration.solver
    solver.rand_freq, solver.sign_def = 1, "rnd"
    places = sorted({name[1:3] for name in board.cells if name[0] == GIVEN})
    for n in range(number):
        share = DENSITIES[n % len(DENSITIES)] if n else 0
        blank = {place for place in places if chance.random() >= share}
        names = [name for name in board.cells if name[0] == GIVEN and name[1:3] in blank]
        solver.seed = chance.getrandbits(31)
        for blanks in ([-board.cells[name] for name in names], []):
            more: Assumptions = [*assumptions, *blanks]
            state, atoms = board.find_pair(more, PAIR_CONFLICTS, is_shrinking=not n)
            if state == FOUND:
                yield read_pair(atoms)
                break


# ---------------------------------------------------------------- two programs


def compare_programs(texts: list[list[str]], most: int) -> tuple[bool, int, list[BoardWithAnswer]]:
    """Compare the pairs that two programs, each with texts, have on all boards of a size.

    Return whether all were listed, `most` of each program at most; and the number of the program
    that alone has a pair, with a smallest such pair, or -1 and [].
    """
    lists: list[set[str]] = []
    for texts_of_program in texts:
        board = OpenBoard(texts_of_program)
        if board.count([(SET_ASIDE, False)], most + 1, is_distinct=True) > most:
            return False, -1, []
        lists.append(set(board.list_pairs([(SET_ASIDE, False)])))
    if lists[0] == lists[1]:
        return True, -1, []
    pair = find_smallest(lists[0] ^ lists[1])
    owner = [pair in map(parse_pair, texts_of_pairs) for texts_of_pairs in lists].index(True)
    return True, owner, [pair]


def count_answer_sets(texts: list[str], pairs: list[BoardWithAnswer]) -> list[int]:
    """Return for each pair in how many answer sets the program has it, 2 at most; -1: undecided."""
    numbers = map(OpenBoard(texts).count_answer_sets, pairs)
    return [-1 if number is None else number for number in numbers]


# ---------------------------------------------------------------- constraints


def find_idle_constraints(sizes: list[list[str]], number: int, conflicts: int) -> list[int]:
    """Return which of `number` constraints forbid nothing that the others do not forbid, too.

    sizes: the texts for each size.  Of several constraints that forbid the same, the first is kept.
    """
    boards = list(map(OpenBoard, sizes))
    idle: list[int] = []
    for constraint in reversed(range(number)):
        rest = [n for n in range(number) if n != constraint and n not in idle]
        if not any(is_violated_alone(board, [constraint], rest, conflicts) for board in boards):
            idle.append(constraint)
    return sorted(idle)


def is_violated_alone(
    board: OpenBoard, constraints: Sequence[int], rest: Iterable[int], conflicts: int
) -> bool:
    """Return whether some answer violates constraints, and none of the rest; true if undecided."""
    assumptions: Assumptions = [(SET_ASIDE, True)]
    assumptions += [(name_constraint(n), True) for n in constraints]
    assumptions += [(name_constraint(n), False) for n in rest]
    return board.find_pair(assumptions, conflicts, is_shrinking=False)[0] != NONE


def list_kept_codes(
    sizes: list[list[str]], constraints: list[int], number: int, conflicts: int
) -> list[str]:
    """Return the codes of the rules that answers break if they violate these constraints alone."""
    kept = set[str]()
    for board in map(OpenBoard, sizes):
        assumptions: Assumptions = [(SET_ASIDE, True), (WRONG, True)]
        assumptions += [(name_constraint(n), False) for n in range(number) if n not in constraints]
        for code in board.codes:
            found = board.find_pair([*assumptions, (name_code(code), True)], conflicts, False)
            if found[0] == FOUND:
                kept.add(str(code))
    return sorted(kept)
