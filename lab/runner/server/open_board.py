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
OPTIONS = ("--warn=none", "--configuration=frumpy")  # options of clingo
# Of clingo: each does its work fastest.  The one for proofs stands still on some large boards.
PROOF_HEURISTIC, SEARCH_HEURISTIC, COUNTING_HEURISTIC = "berkmin", "vmtf", "vsids"
ACCEPTED, FORBIDDEN, UNDRAWABLE = "accepted", "forbidden", "undrawable"
REFUSED, DOUBLED, COUNTED = "refused", "doubled", "counted"
FOUND, NONE, UNDECIDED = "found", "none", "undecided"  # how a question ends
UNKNOWN = "?"  # the code of a pair that the texts do not allow
SHRINKING_CONFLICTS = 2000  # conflicts of the solver to find a pair with fewer cells
PAIR_CONFLICTS = 20_000  # conflicts of the solver for one pair
MOST_RETRIES = 5  # pairs that are given up, as they violate a constraint in some answer sets only
DENSITIES = (0.05, 0.15, 0.3, 0.5)  # shares of the cells that may be given on random boards
GIVEN, ANSWER, VIOLATED, BROKEN = "kit__given", "kit__answer", "kit__violated", "kit__broken"

CellRows = Sequence[Sequence[str]]
BoardWithAnswer = tuple[CellRows, CellRows]  # given cells, and the answer
Assumptions = list[tuple[clingo.Symbol, bool] | int]  # atoms with truth values, literals
SET_ASIDE, WRONG, ANY_VIOLATED, MAY_BE_UNDRAWABLE = (
    clingo.Function(f"kit__{name}")
    for name in ("set_aside", "wrong", "any_violated", "may_be_undrawable")
)
HOLD: Assumptions = [(SET_ASIDE, False)]  # the constraints hold: answers of the program
RIGHT: Assumptions = [(WRONG, False), *HOLD]  # right answers of the program


class SearchRow(NamedTuple):
    """How a question about a size ended; with a pair if one was found."""

    question: str
    state: str
    givens: CellRows = ()
    answer: CellRows = ()
    tried: int = 0  # right answers that were tried
    constraints: Sequence[int] = ()  # constraints that forbid pairs in some answer sets only


class OpenBoard:
    """All boards of a size beside the rules and a program, grounded once."""

    def __init__(self, texts: Iterable[str], is_proof: bool = True) -> None:
        """Ground the texts of the program, of the rules and of the size; raise RuntimeError."""
        heuristic = f"--heuristic={PROOF_HEURISTIC if is_proof else SEARCH_HEURISTIC}"
        self.control = clingo.Control([*OPTIONS, heuristic], lambda code, text: None)
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
        self.constraints = [atom.symbol.arguments[0].number for atom in list_atoms(VIOLATED, 1)]
        self.codes = [atom.symbol.arguments[0] for atom in list_atoms(BROKEN, 1)]

    def _set_up(
        self, models: int, limit: str = "umax", project: str = "no", mode: str = "ignore"
    ) -> None:
        """Set how many answer sets are wanted, 0 for all, and the limit of conflicts."""
        solving: Any = self.control.configuration.solve
        solving.models, solving.solve_limit = models, f"{limit},umax"
        solving.project, solving.opt_mode = project, mode

    def find_pair(
        self, assumptions: Assumptions, conflicts: int, *, is_smallest: bool = False
    ) -> tuple[str, Sequence[clingo.Symbol]]:
        """Return how a search for a pair ended, and its shown atoms; with few cells, if asked."""
        models: list[Sequence[clingo.Symbol]] = []

        def keep(model: clingo.Model) -> None:
            models.append(model.symbols(shown=True))

        self._set_up(1, str(conflicts))
        result = self.control.solve(assumptions, on_model=keep)
        if models and is_smallest:
            self._set_up(0, str(min(conflicts, SHRINKING_CONFLICTS)), mode="opt")
            self.control.solve(assumptions, on_model=keep)
        if models:
            return FOUND, models[-1]
        return NONE if result.exhausted else UNDECIDED, ()

    def count(self, assumptions: Assumptions, most: int, *, is_distinct: bool) -> int:
        """Return the number of answer sets over all boards, or of distinct pairs; `most` at most.

        Nothing of them is written, which takes most of the time otherwise.
        """
        solver: Any = self.control.configuration.solver
        solver.heuristic = COUNTING_HEURISTIC
        self._set_up(most, project="show,3" if is_distinct else "no")
        self.control.solve(assumptions)
        return int(self.control.statistics["summary"]["models"]["enumerated"])

    def list_pairs(self, assumptions: Assumptions, *, is_distinct: bool) -> Iterator[str]:
        """Yield the pair of each answer set as a text, or each pair once; parse_pair reads it."""
        self._set_up(0, project="show,3" if is_distinct else "no")
        with self.control.solve(assumptions, yield_=True) as handle:
            for model in handle:
                # one call for all its symbols: there are many pairs
                yield str(clingo.Function("", sorted(model.symbols(shown=True))))

    def fix_pair(self, pair: BoardWithAnswer) -> list[int] | None:
        """Return the literals by which just this pair is left.

        Return None if no answer set can have it: one of its cells is never given, or never shown.
        """
        names = {(name, *cell) for name, cells in zip((GIVEN, ANSWER), pair) for cell in cells}
        if not names <= self.cells.keys():
            return None
        return [lit if name in names else -lit for name, lit in self.cells.items()]

    def count_answer_sets(self, pair: BoardWithAnswer) -> int | None:
        """Return in how many answer sets, 2 at most, the program has a pair; None if undecided."""
        if (literals := self.fix_pair(pair)) is None:
            return 0
        self._set_up(2, str(PAIR_CONFLICTS))
        result = self.control.solve([*HOLD, *literals])
        number = int(self.control.statistics["summary"]["models"]["enumerated"])
        return number if number == 2 or result.exhausted else None

    def exclude_if_set_aside(self, pair: BoardWithAnswer) -> None:
        """Exclude the answer sets with a pair in which constraints are violated.

        The pair is possible: some answer set has it.
        """
        atoms = self.control.symbolic_atoms
        body = self.fix_pair(pair) or []
        body += [atom.literal for atom in (atoms[SET_ASIDE], atoms[ANY_VIOLATED]) if atom]
        backend: Any = self.control.backend()
        with backend:
            backend.add_rule([], body)


def read_pair(atoms: Iterable[clingo.Symbol]) -> BoardWithAnswer:
    """Return the given cells and the answer among the atoms of an answer set."""
    cells: dict[str, list[tuple[str, ...]]] = {GIVEN: [], ANSWER: []}
    for atom in atoms:
        if atom.name in cells:
            cells[atom.name].append(tuple(map(str, atom.arguments)))
    givens, answer = map(sorted, cells.values())
    return givens, answer


def parse_pair(text: str) -> BoardWithAnswer:
    """Return the pair in a text of OpenBoard.list_pairs."""
    return read_pair(clingo.parse_term(text).arguments)


def find_smallest(texts: Iterable[str]) -> BoardWithAnswer:
    """Return the pair with the fewest given cells, then with the fewest cells of the answer."""
    return min(map(parse_pair, texts), key=lambda pair: (len(pair[0]), len(pair[1]), pair))


def make_violated_atom(number: int) -> clingo.Symbol:
    """Return kit__violated(number): the program violates this constraint."""
    return clingo.Function(VIOLATED, [clingo.Number(number)])


def make_broken_atom(code: clingo.Symbol) -> clingo.Symbol:
    """Return kit__broken(code): the answer breaks this rule."""
    return clingo.Function(BROKEN, [code])


# ---------------------------------------------------------------- questions


def search_size(
    *,
    texts: list[str],
    asks_forbidden: bool,
    conflicts: int,
    is_proof: bool,
    count: int | None,
    any_answer_texts: list[str],
    pairs: list[BoardWithAnswer],
) -> list[SearchRow]:
    """Ask the questions about a program on all boards of a size; return how each ended.

    texts       of the program, of the rules and of the size, see lab/search/
    conflicts   of the solver, for each question except those about `count` and `pairs`
    is_proof    whether these are enough for a proof
    count       number of right answers, if they are counted.  COUNTED tells whether the program
                has as many answer sets, and as many pairs.  If it does not, and no pair is wrong,
                REFUSED or DOUBLED has a pair that shows it
    any_answer_texts   the same texts with any answer in place of the program
    pairs       right answers: REFUSED has the first that the program refuses, DOUBLED the first
                that comes twice
    """
    board = OpenBoard(texts, is_proof)
    rows = list(find_wrong_answers(board, conflicts))
    if asks_forbidden:
        rows.append(find_forbidden(board, conflicts))
    undrawable: Assumptions = [(MAY_BE_UNDRAWABLE, True), *HOLD]
    state, atoms = board.find_pair(undrawable, conflicts, is_smallest=True)
    rows.append(SearchRow(UNDRAWABLE, state, *read_pair(atoms)))
    if count is not None:
        rows += compare_counts(board, count, any_answer_texts)
    return rows + list(try_pairs(board, pairs) if pairs else ())


def find_wrong_answers(board: OpenBoard, conflicts: int) -> Iterator[SearchRow]:
    """Yield an accepted wrong answer, then one for other rules; at last a row without a pair."""
    assumptions: Assumptions = [(WRONG, True), *HOLD]
    state = FOUND
    while state == FOUND:
        state, atoms = board.find_pair(assumptions, conflicts, is_smallest=True)
        codes = [code for code in board.codes if make_broken_atom(code) in atoms]
        yield SearchRow(ACCEPTED, state, *read_pair(atoms))
        assumptions += [(make_broken_atom(code), False) for code in codes]


def find_forbidden(board: OpenBoard, conflicts: int) -> SearchRow:
    """Look for a right answer that a constraint forbids.

    Helper atoms may differ in another answer set with the same pair, so each pair is tried again
    with the constraints.
    """
    assumptions: Assumptions = [(SET_ASIDE, True), (WRONG, False), (ANY_VIOLATED, True)]
    constraints: list[int] = []
    for _ in range(MOST_RETRIES):
        state, atoms = board.find_pair(assumptions, conflicts, is_smallest=True)
        if state != FOUND:
            return SearchRow(FORBIDDEN, state)
        pair = read_pair(atoms)
        number = board.count_answer_sets(pair)
        if number == 0:
            return SearchRow(FORBIDDEN, FOUND, *pair)
        constraints = [n for n in board.constraints if make_violated_atom(n) in atoms]
        if number is None:
            break
        board.exclude_if_set_aside(pair)
    return SearchRow(FORBIDDEN, UNDECIDED, constraints=constraints)


def compare_counts(
    board: OpenBoard, count: int, any_answer_texts: list[str]
) -> Iterator[SearchRow]:
    """Yield whether a program has as many answer sets, and pairs, as there are right answers.

    Both numbers are needed.  As many pairs do not say that each comes once.  As many answer sets do
    not say that no pair is missing, as another pair may come twice.  If a number differs, yield the
    smallest pair that is refused, and the smallest that comes twice.
    """
    sets = board.count(RIGHT, count + 1, is_distinct=False)
    is_equal = sets == count == board.count(RIGHT, count + 1, is_distinct=True)
    yield SearchRow(COUNTED, NONE if is_equal else FOUND)
    if not is_equal:
        right_pairs = OpenBoard(any_answer_texts).list_pairs(RIGHT, is_distinct=True)
        numbers = dict.fromkeys(right_pairs, 0)  # of answer sets of the program
        for pair in board.list_pairs(RIGHT, is_distinct=False):
            if pair in numbers:
                numbers[pair] += 1
        refused = [pair for pair, number in numbers.items() if number == 0]
        doubled = [pair for pair, number in numbers.items() if number > 1]
        for question, faulty in ((REFUSED, refused), (DOUBLED, doubled)):
            if faulty:
                yield SearchRow(question, FOUND, *find_smallest(faulty))


def try_pairs(board: OpenBoard, pairs: Sequence[BoardWithAnswer]) -> Iterator[SearchRow]:
    """Yield the first right answer that is refused, and the first that comes twice."""
    numbers = list(map(board.count_answer_sets, pairs))
    for question, number in ((REFUSED, 0), (DOUBLED, 2)):
        if number in numbers:
            yield SearchRow(question, FOUND, *pairs[numbers.index(number)])
        else:
            state = UNDECIDED if None in numbers else NONE
            yield SearchRow(question, state, tried=len(pairs) - numbers.count(None))


# ---------------------------------------------------------------- answers


def count_right_answers(texts: list[str], most: int) -> int:
    """Return the number of right answers to all boards of a size, `most` at most."""
    return OpenBoard(texts).count(RIGHT, most, is_distinct=False)


def count_pairs(texts: list[str], most: int, is_right: bool = False) -> tuple[int, int, str]:
    """Return the numbers of answer sets and of pairs, `most` at most, and a digest of the pairs.

    With `is_right` only right answers count.  Without rules in the texts all answers are right.  A
    program has exactly the right answers if both numbers and the digest are those of the right
    answers.  The digest does not depend on the order of the pairs; "" if there are `most` answer
    sets.
    """
    board, assumptions = OpenBoard(texts), RIGHT if is_right else HOLD
    sets = board.count(assumptions, most, is_distinct=False)
    if sets == most:
        return sets, board.count(assumptions, most, is_distinct=True), ""
    pairs = {*board.list_pairs(assumptions, is_distinct=True)}
    digests = (hashlib.sha256(pair.encode()).digest()[:8] for pair in pairs)
    total = sum(int.from_bytes(digest, "big") for digest in digests) % (1 << 64)
    return sets, len(pairs), f"{total:016x}"


def list_right_answers(texts: list[str]) -> list[BoardWithAnswer]:
    """Return all boards of a size with a right answer."""
    return list(map(parse_pair, OpenBoard(texts).list_pairs(RIGHT, is_distinct=True)))


def sample_pairs(
    texts: list[str], number: int, seed: int, is_right: bool = False
) -> list[BoardWithAnswer]:
    """Return `number` random boards with an answer, or with `is_right` a right one; fewer if rare.

    The first board is blank if that is possible; others have given cells in some of their places.
    """
    board, chance = OpenBoard(texts), random.Random(seed)
    solver: Any = board.control.configuration.solver
    solver.rand_freq, solver.sign_def = 1, "rnd"
    places = sorted({name[1:3] for name in board.cells if name[0] == GIVEN})
    pairs: list[BoardWithAnswer] = []
    for n in range(number):
        share = DENSITIES[n % len(DENSITIES)] if n else 0
        blank_places = {place for place in places if chance.random() >= share}
        blank_literals = [
            -literal
            for name, literal in board.cells.items()
            if name[0] == GIVEN and name[1:3] in blank_places
        ]
        solver.seed = chance.getrandbits(31)
        for literals in (blank_literals, []):  # perhaps no board has an answer without these
            assumptions: Assumptions = [*(RIGHT if is_right else HOLD), *literals]
            state, atoms = board.find_pair(assumptions, PAIR_CONFLICTS)
            if state == FOUND:
                pairs.append(read_pair(atoms))
                break
    return pairs


def list_broken_codes(texts: list[str], pairs: list[BoardWithAnswer]) -> list[list[str]]:
    """Return the codes of the rules that each pair breaks; [UNKNOWN] if it is not found."""
    board, results = OpenBoard(texts), []
    for pair in pairs:
        codes = [UNKNOWN]
        if (literals := board.fix_pair(pair)) is not None:
            state, atoms = board.find_pair([*HOLD, *literals], PAIR_CONFLICTS)
            if state == FOUND:
                codes = [str(code) for code in board.codes if make_broken_atom(code) in atoms]
        results.append(codes)
    return results


def find_breaking_pair(texts: list[str], code: str) -> list[BoardWithAnswer]:
    """Return a small pair that breaks this rule alone, in a list; [] if no pair does."""
    board = OpenBoard(texts)
    if code not in map(str, board.codes):
        return []
    assumptions: Assumptions = [(make_broken_atom(name), str(name) == code) for name in board.codes]
    state, atoms = board.find_pair([*assumptions, *HOLD], PAIR_CONFLICTS, is_smallest=True)
    return [read_pair(atoms)] if state == FOUND else []


# ---------------------------------------------------------------- two programs


def compare_programs(texts: list[list[str]], most: int) -> tuple[bool, int, list[BoardWithAnswer]]:
    """Compare the pairs that two programs, each with texts, have on all boards of a size.

    List `most` pairs of each program at most.  Return whether all pairs were listed; the number, 0
    or 1, of a program with a pair that the other lacks, or -1; and a smallest such pair, or [].
    """
    lists: list[set[str]] = []
    for texts_of_program in texts:
        board = OpenBoard(texts_of_program)
        if board.count(HOLD, most + 1, is_distinct=True) > most:
            return False, -1, []
        lists.append(set(board.list_pairs(HOLD, is_distinct=True)))
    if lists[0] == lists[1]:
        return True, -1, []
    pair = find_smallest(lists[0] ^ lists[1])
    owner = [pair in map(parse_pair, pairs) for pairs in lists].index(True)
    return True, owner, [pair]


def count_answer_sets(texts: list[str], pairs: list[BoardWithAnswer]) -> list[int]:
    """Return for each pair in how many answer sets the program has it, 2 at most; -1: undecided."""
    numbers = map(OpenBoard(texts).count_answer_sets, pairs)
    return [-1 if number is None else number for number in numbers]


# ---------------------------------------------------------------- constraints


def find_idle_constraints(sizes: list[list[str]], number: int, conflicts: int) -> list[int]:
    """Return which of `number` constraints forbid only what others also forbid.

    sizes: the texts for each size.  Of several constraints that forbid the same, the first is kept.
    """
    boards = list(map(OpenBoard, sizes))
    idle: list[int] = []
    for constraint in reversed(range(number)):
        alone: Assumptions = [(SET_ASIDE, True), (make_violated_atom(constraint), True)]
        kept = (n for n in range(number) if n != constraint and n not in idle)
        alone += [(make_violated_atom(n), False) for n in kept]
        if all(board.find_pair(alone, conflicts)[0] == NONE for board in boards):
            idle.append(constraint)
    return sorted(idle)


def list_kept_codes(
    sizes: list[list[str]], constraints: list[int], number: int, conflicts: int
) -> list[str]:
    """Return the codes of the rules that answers break if they violate these constraints alone."""
    kept = set[str]()
    for board in map(OpenBoard, sizes):
        alone: Assumptions = [(SET_ASIDE, True), (WRONG, True)]
        alone += [(make_violated_atom(n), False) for n in range(number) if n not in constraints]
        for code in board.codes:
            if board.find_pair([*alone, (make_broken_atom(code), True)], conflicts)[0] == FOUND:
                kept.add(str(code))
    return sorted(kept)
