"""The answers of logic programs, whatever these are; for sandboxed processes, as JSON."""

import contextlib
import io
import re
from collections.abc import Iterator, Sequence
from typing import Any

import clingo

import decode

MOST = 600  # answers; more than the 2 ** 9 that nine cells of one value allow
EXAMPLES = 5  # atoms that are named of those in which answer sets differ

Cells = list[list[str]]  # the shown cell(R,C,V) of an answer, each as row, column and value


class Lenient(decode.Program):
    """A program, in files and a text, with facts; its answers are read as they are.

    Of the answer at hand, `atoms` are true, `shown` is shown and `cells` are the shown cells
    that are not among the facts and have one of the values, a regular expression.
    """

    def __init__(
        self, paths: Sequence[str], facts: str = "", values: str = "", text: str = ""
    ) -> None:
        self._known, self._values = set(facts.splitlines()), re.compile(values)
        self.atoms: set[clingo.Symbol] = set()
        self.shown: Sequence[clingo.Symbol] = ()
        self.cells: Cells = []
        super().__init__(paths, text=text + facts)

    def read(self, answer: decode.Answer) -> None:
        """Make this the answer at hand."""
        self.atoms = set(answer.model.symbols(atoms=True))
        self.shown = answer.model.symbols(shown=True)
        cells = (map(str, symbol.arguments) for symbol in self.shown if symbol.match("cell", 3))
        self.cells = sorted(filter(self.is_filled, map(list, cells)))

    def is_filled(self, cell: Sequence[str]) -> bool:
        """Whether a cell is not among the facts, and has one of the values."""
        is_known = f"cell({','.join(cell)})." in self._known
        return bool(self._values.fullmatch(cell[2])) and not is_known


class Collection:
    """Answers collected until there are `most`, each of them from two answer sets at most."""

    def __init__(self, program: Lenient, most: int) -> None:
        self.program, self.most = program, most
        self.found: dict[str, Cells] = {}
        self.differing: list[str] = []
        self.cost: Sequence[int] | None = None
        self._atoms: dict[str, set[clingo.Symbol]] = {}

    def improve(self, answer: decode.Answer) -> bool:
        """Note the cost of a better answer."""
        self.program.read(answer)
        self.cost = answer.cost
        return True

    def collect(self, answer: decode.Answer) -> bool:
        """Note an answer; return whether more are wanted."""
        program = self.program
        program.read(answer)
        key, atoms = str(program.cells), program.atoms
        if key in self.found:
            self.differing = sorted(map(str, atoms ^ self._atoms[key]))[:EXAMPLES]
            answer.exclude(pair for pair in program.output.shown if program.is_filled(pair[1]))
            return True
        self.found[key], self._atoms[key] = program.cells, atoms
        return len(self.found) < self.most


def answers(
    paths: list[str], facts: str, values: str, most: int = MOST, text: str = ""
) -> dict[str, Any]:
    """The distinct answers of programs with facts, as answers.Answers; the best if they optimise.

    Answers are the same if they fill the same cells.
    """
    with quiet():
        program = Lenient(paths, facts, values, text)
        collection = Collection(program, most)
        if not program.optimises:
            program.solve(collection.collect)
        else:
            program.optimise(collection.improve)
            if collection.cost is not None:
                best = f"enum,{decode.numbers(collection.cost, ',')}"
                program.solve(collection.collect, opt_mode=best)
    figures: Any = program.control.statistics["problem"]["lp"]
    return {
        "found": list(collection.found.values()),
        "is_complete": len(collection.found) < most,
        "differing": collection.differing,
        "optimises": program.optimises,
        "shows": sorted(set(map(signature, program.shown))),
        "rules": int(figures["rules"]),
    }


def answers_of_each(paths: list[str], facts: str, values: str) -> list[dict[str, Any]]:
    """The answers of several programs that are trusted, one by one."""
    return [answers([path], facts, values) for path in paths]


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
