"""The answers of logic programs, whatever these are; for sandboxed processes, as JSON."""

import contextlib
import io
import re
from collections.abc import Iterator, Sequence
from typing import Any

import clingo

import decode

MOST = 600  # answers; more than the 2 ** 9 that nine cells of one value allow
UNKNOWN = "atoms that were not found again"
EXAMPLES = 5  # atoms that are named of those in which answer sets differ

Cells = tuple[decode.Cell, ...]  # of an answer: those that are shown and not given
Wanted = Sequence[Sequence[Sequence[str]]]  # the cells of several answers


class Lenient(decode.Program):
    """A program, in files and a text, with facts; its answers are read as they are.

    The cells of an answer are those among the shown that are not facts of the grid and have one
    of the values, a regular expression; they need not lie on the board.
    """

    def __init__(
        self, paths: Sequence[str], facts: str = "", values: str = "", text: str = ""
    ) -> None:
        super().__init__(paths, text=text + facts)
        self._given, self._values = set(facts.splitlines()), re.compile(values)
        self._in_all = list(filter(self._is_filled, self.output.facts))
        self.possible = [pair for pair in self.output.shown if self._is_filled(pair[1])]

    def cells(self, answer: decode.AnswerSet) -> Cells:
        """The cells of an answer, in their order."""
        is_true = answer.model.is_true
        shown = (cell for literal, cell in self.possible if not literal or is_true(literal))
        return tuple(sorted({*self._in_all, *shown}))

    def admits(self, cells: Cells) -> bool:
        """Whether these cells are an answer if nothing is minimised."""
        literals: dict[decode.Cell, list[int]] = {}
        for literal, cell in self.possible:
            literals.setdefault(cell, []).append(literal)
        known, wanted = {*self._in_all, *literals}, set(cells)
        always = {*self._in_all, *(cell for cell, found in literals.items() if 0 in found)}
        if not always <= wanted <= known:
            return False
        open_cells = {cell: found for cell, found in literals.items() if cell not in always}
        refused = [
            -one for cell, found in open_cells.items() if cell not in wanted for one in found
        ]
        shown = [self._any_of(found) for cell, found in open_cells.items() if cell in wanted]
        core = self.solve(assumptions=refused + shown, models=1, opt_mode="ignore")
        return core is None

    def _any_of(self, literals: Sequence[int]) -> int:
        """A literal that is true where one of these is."""
        if len(literals) == 1:
            return literals[0]
        with self.control.backend() as backend:
            atom = backend.add_atom()
            for literal in literals:
                backend.add_rule([atom], [literal])
        return int(atom)

    def _is_filled(self, cell: decode.Cell) -> bool:
        is_given = f"cell({','.join(cell)})." in self._given
        return bool(self._values.fullmatch(cell[2])) and not is_given


class Collection:
    """The distinct answers of a program, `most` at most; the best ones if it optimises.

    Inspects at most two answer sets for each of them.
    """

    def __init__(self, program: Lenient, most: int) -> None:
        self.program, self.most = program, most
        self.found: dict[Cells, None] = {}
        self.differing: list[str] = []  # atoms in which answer sets with the same cells differ
        self._doubled: Cells | None = None  # the cells of two answer sets
        self._atoms: set[clingo.Symbol] = set()  # of the first of them
        self.shows: set[str] = set()  # signatures of what answers without cells show
        self.cost: Sequence[int] = []
        mode = "opt"
        if program.optimises:
            program.optimise(self._improve)
            mode = f"enum,{decode.format_cost(self.cost, ',')}"
        if self.cost or not program.optimises:
            program.solve(self._collect, opt_mode=mode)
        if self._doubled is not None:  # all atoms are looked at only now: there may be many
            program.solve(self._compare, opt_mode=mode)
            self.differing = self.differing or [UNKNOWN]

    def _improve(self, answer: decode.AnswerSet) -> None:
        self.cost = answer.cost

    def _collect(self, answer: decode.AnswerSet) -> bool:
        """Note an answer; return whether more are wanted."""
        cells = self.program.cells(answer)
        if cells in self.found:
            self._doubled = cells
            answer.exclude(self.program.possible)
            return True
        self.found[cells] = None
        if not cells:
            self.shows |= set(map(signature, answer.model.symbols(shown=True)))
        return len(self.found) < self.most

    def _compare(self, answer: decode.AnswerSet) -> bool:
        """Find how two answer sets with the doubled cells differ; return whether to go on."""
        if self.program.cells(answer) != self._doubled:
            answer.exclude(self.program.possible)
            return True
        atoms = set(answer.model.symbols(atoms=True))
        self.differing = sorted(map(str, atoms ^ (self._atoms or atoms)))[:EXAMPLES]
        self._atoms = self._atoms or atoms
        return not self.differing


def answers(
    paths: list[str],
    facts: str,
    values: str,
    most: int = MOST,
    text: str = "",
    *,
    wanted: Wanted = (),
) -> dict[str, Any]:
    """The answers of programs with facts, as answers.Answers.

    Of programs that optimise, those `wanted` are admitted that are answers, the best or not.
    """
    with quiet():
        return described(Collection(Lenient(paths, facts, values, text), most), wanted)


def solved(path: str, facts: str, values: str) -> dict[str, Any]:
    """Two answers of a program, as answers.Answers with the number of ground rules."""
    with quiet():
        collection = Collection(Lenient([path], facts, values), most=2)
    figures: Any = collection.program.control.statistics["problem"]["lp"]  # this takes a while
    return {**described(collection), "rules": int(figures["rules"])}


def described(collection: Collection, wanted: Wanted = ()) -> dict[str, Any]:
    """A collection of answers as JSON."""
    asked = [tuple((r, c, value) for r, c, value in cells) for cells in wanted]
    is_asked = collection.program.optimises and not set(asked) <= collection.found.keys()
    return {
        "found": list(collection.found),
        "is_complete": len(collection.found) < collection.most,
        "differing": collection.differing,
        "optimises": collection.program.optimises,
        "shows": sorted(collection.shows),
        "cost": list(collection.cost),
        "admitted": [one for one in asked if is_asked and collection.program.admits(one)],
    }


def answers_to_each(
    paths: list[str], boards: list[tuple[str, Wanted]], values: str, most: int
) -> list[dict[str, Any]]:
    """The answers of programs to the facts of several boards, each with what is wanted there."""
    return [answers(paths, facts, values, most, wanted=wanted) for facts, wanted in boards]


def answers_of_each(
    paths: list[str], facts: str, values: str, wanted: Wanted = ()
) -> list[dict[str, Any]]:
    """The answers of several programs that are trusted, one by one."""
    return [answers([path], facts, values, wanted=wanted) for path in paths]


def signature(symbol: clingo.Symbol) -> str:
    """Name and arity of an atom, such as cell/3; the text of any other term."""
    if symbol.type != clingo.SymbolType.Function:
        return str(symbol)
    return f"{symbol.name}/{len(symbol.arguments)}"


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Without clingo's remarks, which decode.py would report."""
    with contextlib.redirect_stderr(io.StringIO()):
        yield
