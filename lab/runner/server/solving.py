"""Finds the answers of any logic program; runs in a sandboxed server.

A cell is (row, column, value), three texts.  An answer is the sorted cells that an answer set
shows, without the given ones, and only those whose value matches a regular expression, `values`.
`offers` are answers that an optimising program is asked to accept if nothing is minimised.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any

import clingo

import decode

MOST_ANSWERS = 600  # more than the 2 ** 9 that nine cells of one value allow
MOST_SETS = 1000  # answer sets that an exercise may have on a board
MOST_DIFFERING = 5  # atoms that are named where answer sets differ

Cells = tuple[decode.CellAtom, ...]
Offers = Sequence[Sequence[Sequence[str]]]


class LenientProgram(decode.Program):
    """A ground program; the cells of its answers need not lie on the board."""

    def __init__(
        self, paths: Sequence[str], facts: str = "", values: str = "", text: str = ""
    ) -> None:
        super().__init__(paths, text=text + facts)
        self.given, self._values = set(facts.splitlines()), re.compile(values)
        self._in_all = list(filter(self._is_in_answer, self.output.facts))
        self.possible = [pair for pair in self.output.shown if self._is_in_answer(pair[1])]

    def _is_in_answer(self, cell: decode.CellAtom) -> bool:
        is_given = f"cell({','.join(cell)})." in self.given
        return bool(self._values.fullmatch(cell[2])) and not is_given

    def read_cells(self, answer_set: decode.AnswerSet) -> Cells:
        """Return the answer that an answer set shows."""
        is_true = answer_set.model.is_true
        shown = (cell for literal, cell in self.possible if not literal or is_true(literal))
        return tuple(sorted({*self._in_all, *shown}))

    def accepts(
        self,
        answer: Sequence[Sequence[str]],
        on_answer: Callable[[decode.AnswerSet], bool | None] = lambda _: True,
    ) -> bool:
        """Return whether these cells are an answer if nothing is minimised.

        Calls `on_answer` with one answer set that has them.
        Adds auxiliary atoms to the ground program, which leave its answers as they are.
        """
        cells = set(map(tuple, answer))
        literals: dict[decode.CellAtom, list[int]] = {}
        for literal, cell in self.possible:
            literals.setdefault(cell, []).append(literal)
        always = {*self._in_all, *(cell for cell in literals if 0 in literals[cell])}
        if not always <= cells <= {*self._in_all, *literals}:
            return False
        assumptions = []
        for cell, alternatives in literals.items():
            if cell not in cells:
                assumptions += [-literal for literal in alternatives]
            elif cell not in always:
                with self.control.backend() as backend:
                    atom = backend.add_atom()  # true where one of these literals is
                    for literal in alternatives:
                        backend.add_rule([atom], [literal])
                assumptions.append(int(atom))
        return self.solve(on_answer, assumptions, models=1, opt_mode="ignore") is None


class AnswerCollection:
    """The first `most` distinct answers of a program; only optimal ones if it optimises.

    Inspects at most two answer sets for each answer.
    """

    def __init__(self, program: LenientProgram, most: int = MOST_ANSWERS) -> None:
        self.program, self.most = program, most
        self.answers: dict[Cells, None] = {}
        self.differing: list[str] = []  # atoms in which answer sets with the same cells differ
        self.shows: set[str] = set()  # what answers without cells show
        self.undrawable = ""  # why decode.py refuses to draw some answer
        self.cost: Sequence[int] = []
        self._doubled: Cells | None = None  # the cells of two answer sets
        self._atoms: set[clingo.Symbol] = set()  # the atoms of the first of these two
        mode = "opt"
        if program.optimises:
            program.solve(self._improve)
            mode = ",".join(["enum", *map(str, self.cost)])
        if self.cost or not program.optimises:
            program.solve(self._collect, opt_mode=mode)
        if self._doubled is not None:  # only now are all atoms read: there may be many
            program.solve(self._compare, opt_mode=mode)
            self.differing = self.differing or [""]  # they were not found again

    def _improve(self, answer_set: decode.AnswerSet) -> None:
        self.cost = answer_set.cost

    def _collect(self, answer_set: decode.AnswerSet) -> bool:
        """Add an answer; return whether to search on."""
        cells = self.program.read_cells(answer_set)
        self.undrawable = self.undrawable or explain_undrawable(answer_set)
        if cells in self.answers:
            self._doubled = cells
            answer_set.exclude(self.program.possible)
            return True
        self.answers[cells] = None
        if not cells:
            for symbol in answer_set.model.symbols(shown=True):
                is_atom = symbol.type == clingo.SymbolType.Function
                name = f"{symbol.name}/{len(symbol.arguments)}" if is_atom else str(symbol)
                if f"{symbol}." not in self.program.given:
                    self.shows.add(str(symbol) if name == "cell/3" else name)
        return len(self.answers) < self.most

    def _compare(self, answer_set: decode.AnswerSet) -> bool:
        """Find how two answer sets with the doubled cells differ; return whether to search on."""
        if self.program.read_cells(answer_set) != self._doubled:
            answer_set.exclude(self.program.possible)
            return True
        atoms = set(answer_set.model.symbols(atoms=True))
        self.differing = sorted(map(str, atoms ^ (self._atoms or atoms)))[:MOST_DIFFERING]
        self._atoms = self._atoms or atoms
        return not self.differing

    def make_reply(self, offers: Offers = (), counts_rules: bool = False) -> dict[str, Any]:
        """Return the fields of answers.ProgramAnswers; without `counts_rules` there are 0 rules.

        Counting takes longer than solving a small board.
        """
        optimises = self.program.optimises
        offered = [tuple(map(tuple, cells)) for cells in offers]
        rules: Any = 0
        if counts_rules:
            rules = self.program.control.statistics["problem"]["lp"]["rules"]
        is_open = optimises and not set(offered) <= self.answers.keys()
        return {
            "found": list(self.answers),
            "is_complete": len(self.answers) < self.most,
            "differing": self.differing,
            "undrawable": self.undrawable,
            "optimises": optimises,
            "shows": sorted(self.shows),
            "cost": list(self.cost),
            "rules": int(rules),
            "accepted": list(filter(self.program.accepts, offered)) if is_open else [],
        }


def explain_undrawable(answer_set: decode.AnswerSet) -> str:
    """Return why decode.py refuses to draw the cells of an answer set, "" if it draws them."""
    try:
        _ = answer_set.rows
    except decode.DisplayError as error:
        return str(error)
    except decode.ProgramError:  # no cell is shown, which other findings explain
        return ""
    return ""


def find_answers(
    path: str,
    boards: list[tuple[str, Offers]],
    values: str,
    most: int = MOST_ANSWERS,
    counts_rules: bool = False,
) -> list[dict[str, Any]]:
    """Return the answers of a program to each of several boards, given as facts with offers."""
    results = []
    for facts, offers in boards:
        collection = AnswerCollection(LenientProgram([path], facts, values), most)
        results.append(collection.make_reply(offers, counts_rules))
    return results


def are_accepted(
    path: str, boards: list[tuple[str, Sequence[Sequence[str]]]], values: str
) -> list[bool]:
    """Return for each answer, given with the facts of its board, whether a program has it.

    Nothing is minimised.
    """
    return [LenientProgram([path], facts, values).accepts(answer) for facts, answer in boards]


def solve_texts(boards: list[tuple[str, str, Offers]], values: str) -> list[list[Cells]]:
    """Return the answers of each text of a program with facts, and the offers that it accepts.

    The last text is the first that has an answer which was offered.
    """
    all_answers = []
    for text, facts, offers in boards:
        reply = AnswerCollection(LenientProgram([], facts, values, text)).make_reply(offers)
        all_answers.append(reply["found"] + reply["accepted"])
        if any(tuple(map(tuple, offer)) in all_answers[-1] for offer in offers):
            break
    return all_answers


def find_true_atoms(
    text: str, facts: str, values: str, answer: list[list[str]]
) -> list[tuple[str, bool]]:
    """Return the atoms that hold with an answer of a program, each with whether it is a fact.

    Nothing is minimised.
    """
    program = LenientProgram([], facts, values, text)
    atoms: list[clingo.Symbol] = []
    program.accepts(answer, lambda answer_set: atoms.extend(answer_set.model.symbols(atoms=True)))
    symbolic_atoms = ((atom, program.control.symbolic_atoms[atom]) for atom in atoms)
    return [(str(atom), bool(ground and ground.is_fact)) for atom, ground in symbolic_atoms]


def find_atoms(path: str, facts: str, names: list[str]) -> list[list[str]]:
    """Return the sorted atoms of these signatures in each answer set of a program with facts.

    Answer sets that are equal in them count once; nothing is minimised.
    """
    program = decode.Program([path], text=facts)
    answer_sets = set[tuple[str, ...]]()

    def note_atoms(answer_set: decode.AnswerSet) -> bool:
        atoms = answer_set.model.symbols(atoms=True)
        signatures = ((atom, f"{atom.name}/{len(atom.arguments)}") for atom in atoms)
        answer_sets.add(tuple(sorted(str(atom) for atom, name in signatures if name in names)))
        return len(answer_sets) < MOST_SETS

    program.solve(note_atoms, opt_mode="ignore")
    return sorted(map(list, answer_sets))
