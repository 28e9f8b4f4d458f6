#!/usr/bin/env python3
"""Logic programs in, solved grid out: python3 decode.py lightup.lp domain.lp

clingo grounds and solves the programs; the grid of the only solution goes to standard
output, every word about it to standard error.  Two answer sets are the same solution if
they show the same bulbs, cell(R,C,b), or where there are none the same numbers, cell(R,C,K);
rows and columns count from 0.  No rule of a puzzle is known here: what the programs say is
what is printed.

Exit status: 0 exactly one solution, or a proven optimum; 1 none or several; 2 programs that
cannot be used; 3 the time limit came first; 130 interrupted.
"""

import argparse
import contextlib
import functools
import gc
import os
import re
import signal
import stat
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NoReturn

try:
    import clingo
    import clingo.core
except ImportError as missing:
    sys.stderr.write(f"decode.py: {missing}; install it with: python3 -m pip install clingo\n")
    sys.exit(2)

WHITE, BULB, BLACK = ".", "b", set("x01234")
CELL = re.compile(r"^cell\(([^(),]+),([^(),]+),(\w+)\)$", re.MULTILINE)
NUMBERED = re.compile(r",[1-9][0-9]*\)$")  # how a cell with a number ends


# Settings of clasp with which such programs take less time, and none that was measured takes
# more.  Where nothing is minimised, atoms are tried true first: bulbs light what is dark.  And
# before the search each atom is tried once by itself: what fails at once is learned there, and
# not amid thousands of guesses, which would all be undone.
SETTINGS = ("--trans-ext=no", "--eq=0")
PROBING = "atom,1"

# Where something is minimised, one thread looks for ever better answers and another, by the
# cores of what cannot be had, proves from below that there are no better ones.  Each knows the
# other's bounds (not its clauses: with them, times vary tenfold from run to run).  On some
# boards of Amaze either alone takes many times as long as the other.
OPTIMISERS = ("bb,lin", "usc,oll,stratify")


class ProgramError(Exception):
    """Programs that cannot be used, or an answer that is no grid; each line says why."""


def main() -> None:
    options = arguments()
    signal.signal(signal.SIGINT, lambda *_: leave(130))
    gc.disable()  # a short life with millions of small objects, none of them in cycles
    try:
        leave(judged(options) if options.models is None else enumerated(options))
    except ProgramError as error:
        fail(str(error))
    except MemoryError:
        fail("out of memory")


def judged(options: argparse.Namespace) -> int:
    """The grid of the only solution, or of an optimum; otherwise what there is instead."""
    search = Search(options.programs, improved=progress)
    done = search.within(options.time_limit)
    if options.stats and done:
        tell(statistics(search))
    if not done and not search.proven:
        return undecided(search, options.time_limit)
    if not search.grids and not search.proven:
        tell("no solution")
        return 1
    assert search.program
    first, *others = search.grids or [search.best]
    if WHITE in first and BULB not in first and not others and not search.program.of_numbers:
        raise ProgramError("the answer has no cell(R,C,b), but the board has white cells")
    if search.proven:
        tell(f"optimum {numbers(search.cost)}")
        tell_remarks(search.program, first, others, done)
    elif others:
        tell("several solutions; two of them, and where they differ:")
        tell(compared(first, others[0]))
        return 1
    elif search.repeats:
        tell("one solution in several answer sets: clingo 0 shows it more than once")
    write(first)
    return 0


def tell_remarks(program: "Program", first: str, others: list[str], done: bool) -> None:
    """What there is to say of an optimum beyond its cost."""
    if others:
        tell("another board costs the same")
    elif not done:
        tell("whether another board costs the same was not found out within the time limit")
    if WHITE in first and program.of_numbers and not program.number_literals:
        tell("no answer can have another cell(R,C,K) than those given")


def undecided(search: "Search", limit: float) -> int:
    """What is known when the time is up."""
    reached = f"undecided: the time limit of {limit:g} s came while {search.stage}"
    if search.best:
        tell(f"{reached}; the best board so far costs {numbers(search.cost)}, not proven optimal")
        write(search.best)
    elif search.grids:
        tell(f"{reached}; there is a solution, whether it is the only one is open")
    else:
        tell(f"{reached}; no solution was found so far")
    return 3


def enumerated(options: argparse.Namespace) -> int:
    """Up to so many solutions as they are found, a blank line between them."""
    search = Search(options.programs, options.models, Printer(), progress)
    done = search.within(options.time_limit)
    if options.stats and done:
        tell(statistics(search))
    if not done:
        tell(f"undecided: the time limit of {options.time_limit:g} s came while {search.stage}")
        return 3
    if not search.grids:
        tell("no solution")
    return 0 if search.grids else 1


# ---------------------------------------------------------------- the search


class Search:
    """The distinct solutions of logic programs, `wanted` at most (0: all of them).

    The attributes tell how far it is, while it goes on and when it was cut short.  Programs
    that optimise are solved to the optimum first; then their solutions are the optimal ones.
    `found` is called with each grid, `improved` with each cost on the way to the optimum.
    """

    def __init__(
        self,
        paths: Sequence[str],
        wanted: int = 2,
        found: Callable[[str], None] = lambda grid: None,
        improved: Callable[[Sequence[int]], None] = lambda cost: None,
    ) -> None:
        self.paths, self.wanted, self.found, self.improved = paths, wanted, found, improved
        self.stage = "grounding"  # then solving, at last done
        self.seconds: dict[str, float] = {}  # by stage
        self.grids: dict[str, None] = {}  # texts of h lines, in the order of their discovery
        self.repeats = False  # a solution came in more than one answer set
        self.best = ""  # of programs that optimise: the best grid so far,
        self.cost: Sequence[int] = []  # its cost, the highest priority first,
        self.proven = False  # and that there is none better
        self.program: Program | None = None
        self._error: BaseException | None = None

    def run(self) -> None:
        """Ground and solve, here and now; raises a ProgramError where that cannot be done."""
        start = time.perf_counter()
        self.program = Program(self.paths)
        grounded = time.perf_counter()
        self.stage, self.seconds["grounding"] = "solving", grounded - start
        self._solve(self.program)
        self.stage, self.seconds["solving"] = "done", time.perf_counter() - grounded

    def within(self, seconds: float | None) -> bool:
        """Run in a thread; whether it was done in time.

        If not, the thread goes on: program.control.interrupt() ends solving, but grounding,
        which clingo cannot interrupt, ends with the process only.
        """
        thread = threading.Thread(target=self._guarded, daemon=True)
        thread.start()
        thread.join(seconds)
        if self._error:
            raise self._error
        return self.stage == "done"

    def _guarded(self) -> None:
        try:
            self.run()
        except BaseException as error:  # for the thread that waits
            self._error = error

    def _solve(self, program: "Program") -> None:
        if not program.optimises:
            program.solve(self._collect)
            return
        program.optimise(self._improve)
        self.proven = bool(self.best)
        if self.proven:
            program.solve(self._collect, opt_mode=f"enum,{numbers(self.cost, ',')}")

    def _improve(self, answer: "Answer") -> bool:
        self.best, self.cost = answer.grid, answer.cost
        self.improved(answer.cost)
        return True

    def _collect(self, answer: "Answer") -> bool:
        """Note a new solution; when one comes again, see that it does not a third time.

        So the answer sets looked at are at most twice the solutions, however many there are.
        """
        if answer.grid in self.grids:
            self.repeats = True
            answer.exclude()
            return True
        self.grids[answer.grid] = None
        self.found(answer.grid)
        return len(self.grids) != self.wanted


# ---------------------------------------------------------------- clingo


class Program:
    """Logic programs, loaded and grounded; `control` is clingo's, `size` rows and columns.

    `paths` are files, `-` is standard input, `text` is a program more.  The parts named base
    and display are grounded.  Remarks of clingo go to standard error, its errors into a
    ProgramError.
    """

    def __init__(self, paths: Sequence[str], options: Sequence[str] = (), text: str = "") -> None:
        self._text = text
        self._errors: list[str] = []
        self._board: list[str] = []
        self.control = clingo.Control([*SETTINGS, *options], logger=self._log)
        self.output = Output()
        self.control.register_observer(self.output)
        self._try(self._load, paths)
        self._try(self.control.ground, [("base", []), ("display", [])])
        self.size = self._size()
        if not self.optimises:
            search: Any = self.control.configuration.solver
            search.sign_def, search.init_moms = "pos", 0

    @property
    def optimises(self) -> bool:
        """Whether anything is minimised or maximised."""
        return self.output.optimises

    def optimise(self, on_answer: Callable[["Answer"], bool]) -> None:
        """Pass on ever better answers until there are none, from two threads in competition."""
        search: Any = self.control.configuration
        search.configuration, search.solve.parallel_mode = "many", "2,compete"
        search.solve.distribute = "no"
        for solver, strategy in zip(search.solver, OPTIMISERS):
            solver.opt_strategy = strategy
        self.solve(on_answer)
        search.solve.parallel_mode = "1"

    def solve(self, on_answer: Callable[["Answer"], bool], opt_mode: str = "opt") -> None:
        """Pass on answer sets until there are no more, or `on_answer` returns False."""
        search: Any = self.control.configuration
        search.solve.models, search.solve.opt_mode = 0, opt_mode
        if not self.optimises:
            search.solver.lookahead = PROBING
        refused: list[ProgramError] = []

        def note(model: clingo.Model) -> bool:
            try:
                return on_answer(Answer(self, model))
            except ProgramError as error:  # clingo would put the number of its thread before it
                refused.append(error)
                return False

        self._try(self.control.solve, on_model=note)
        if refused:
            raise refused[0]

    def grid(self, model: clingo.Model) -> str:
        """The board of an answer set, as text; a ProgramError for a cell that has no place."""
        cells = CELL.findall("\n".join(map(str, model.symbols(shown=True))))
        bulbs = [(row, column) for row, column, value in cells if value == BULB]
        if not bulbs and self.of_numbers:
            return aligned(self._filled(cells))
        if not self._board:
            self._board = self._empty_board([] if model.symbols(terms=True) else cells)
        if not bulbs and not self.bulb_literals and any(WHITE in row for row in self._board):
            or_line = " or, beside those given, a cell(R,C,K)" if self._may_be_of_numbers else ""
            raise ProgramError(
                f"no answer can have a cell(R,C,b){or_line}, but the board has white cells"
            )
        rows = [list(row) for row in self._board]
        for row, column in bulbs:
            r, c = self._place(f"cell({row},{column},{BULB})", row, column)
            if rows[r][c] not in (WHITE, BULB):
                there = f"cell({r},{c},{rows[r][c]})"
                raise ProgramError(f"cell({r},{c},{BULB}) is a bulb on the black cell {there}")
            rows[r][c] = BULB
        return "".join("".join(row) + "\n" for row in rows)

    @functools.cached_property
    def of_numbers(self) -> bool:
        """Whether cells hold numbers: no answer has a bulb, and a number may come or go.

        Where no cell may, numbers are all that is given, and something is to be optimised.
        """
        if self.bulb_literals or self.number_literals:
            return not self.bulb_literals
        return self.optimises and self._may_be_of_numbers

    @functools.cached_property
    def _may_be_of_numbers(self) -> bool:
        """Whether what is given may be numbers: it may be clues as well."""
        return {"0", "x", BULB}.isdisjoint(value for *_, value in self._given)

    @functools.cached_property
    def bulb_literals(self) -> list[int]:
        """What decides on the bulbs of an answer: the literals of shown atoms and terms."""
        return [literal for cell, literal in self._shown_cells() if cell.endswith(f",{BULB})")]

    @functools.cached_property
    def number_literals(self) -> list[int]:
        """What decides on the numbers of an answer that are not given."""
        given = {f"cell({','.join(cell)})" for cell in self._given}
        return [
            literal
            for cell, literal in self._shown_cells()
            if NUMBERED.search(cell) and cell not in given
        ]

    def _shown_cells(self) -> Iterator[tuple[str, int]]:
        """The terms and atoms cell(R,C,V) that answers may show, with their literals."""
        yield from self.output.terms
        for atom in self.control.symbolic_atoms.by_signature("cell", 3):
            if atom.literal in self.output.atoms:
                yield str(atom.symbol), atom.literal

    @functools.cached_property
    def _given(self) -> list[tuple[str, ...]]:
        """The facts cell(R,C,V), as row, column and value."""
        return [tuple(map(str, cell)) for cell in self._facts("cell", 3)]

    def _filled(self, shown: Sequence[tuple[str, ...]]) -> list[list[str]]:
        """The rows of given and shown cells; those with 0, or without either, are WHITE."""
        height, width = self.size
        rows = [[""] * width for _ in range(height)]
        for row, column, value in [*self._given, *shown]:
            if not value.isdecimal() and value not in BLACK:
                continue
            r, c = self._place(f"cell({row},{column},{value})", row, column)
            if rows[r][c] not in ("", value):
                there = f"cell({r},{c},{rows[r][c]})"
                raise ProgramError(f"cell({r},{c},{value}) is a number where there is {there}")
            rows[r][c] = value
        return [[WHITE if cell in ("", "0") else cell for cell in row] for row in rows]

    def _empty_board(self, visible: Sequence[tuple[str, ...]]) -> list[str]:
        """The rows without bulbs.

        If there is a black cell among the shown atoms, `visible`, then all of them are there,
        as #show is for whole predicates; else they are read from the facts, which takes longer.
        """
        black = [cell for cell in visible if cell[2] in BLACK]
        if not black:
            facts = (tuple(map(str, fact)) for fact in self._facts("cell", 3))
            black = [cell for cell in facts if cell[2] in BLACK]
        rows = [[WHITE] * self.size[1] for _ in range(self.size[0])]
        for row, column, value in black:
            r, c = self._place(f"cell({row},{column},{value})", row, column)
            rows[r][c] = value
        return ["".join(row) for row in rows]

    def _place(self, atom: str, row: str, column: str) -> tuple[int, int]:
        height, width = self.size
        try:
            r, c = int(row), int(column)
        except ValueError:
            raise ProgramError(f"{atom}: row and column must be numbers") from None
        if not (0 <= r < height and 0 <= c < width):
            board = f"{height} rows and {width} columns, counted from 0"
            raise ProgramError(f"{atom} lies outside the board of {board}")
        return r, c

    def _size(self) -> tuple[int, int]:
        """The constants and dim facts that encode.py pairs, else what there is of either.

        Programs may have constants and dim predicates of their own, for other things.
        """
        squares = {(n, n) for (n,) in self._numbers("dim", 1)}
        boards = {(h, w) for h, w in self._numbers("dim", 2)}
        n, rows, cols = map(self._constant, ("n", "rows", "cols"))
        named = [(n, n), (rows, cols)]
        told = [*sorted(squares, reverse=True), *sorted(boards, reverse=True)]
        paired = [size for size in named if size in squares | boards]
        for size in paired + named + told:
            if all(size):
                return size
        raise ProgramError(
            "no size: expected dim(N), dim(H,W) or a constant n, as encode.py writes them"
        )

    def _constant(self, name: str) -> int:
        value = self.control.get_const(name)
        return positive(value) if value else 0

    def _numbers(self, name: str, arity: int) -> Iterator[list[int]]:
        return ([positive(value) for value in fact] for fact in self._facts(name, arity))

    def _facts(self, name: str, arity: int) -> list[list[clingo.Symbol]]:
        atoms = self.control.symbolic_atoms.by_signature(name, arity)
        return [atom.symbol.arguments for atom in atoms if atom.is_fact]

    def _load(self, paths: Sequence[str]) -> None:
        text = self._text
        for path in paths:
            if path == "-":
                text += sys.stdin.buffer.read().decode("utf-8-sig")
            else:
                check_readable(path)
                self.control.load(path)
        if text:
            self.control.add("base", [], text)

    def _log(self, code: clingo.MessageCode, message: str) -> None:
        text = message.replace("<block>", "<stdin>").rstrip()
        if code != clingo.MessageCode.RuntimeError:
            tell(text)
        elif SPLIT not in text:  # else it comes once more, whole
            self._errors.append(" ".join(text.split()))

    def _try(self, action: Callable[..., Any], *args: Any, **kwargs: Any) -> None:
        try:
            action(*args, **kwargs)
        except RuntimeError as error:
            text = "\n".join(self._errors) or " ".join(str(error).split())
            raise ProgramError(text.replace("<block>", "<stdin>")) from None
        except UnicodeDecodeError as error:
            raise ProgramError(f"not UTF-8: {error}") from None


class Answer:
    """An answer set, as long as clingo's model lasts."""

    def __init__(self, program: Program, model: clingo.Model) -> None:
        self._program, self._model = program, model
        self.grid, self.cost = program.grid(model), model.cost

    def exclude(self) -> None:
        """No further answer set of this search has the same bulbs, or numbers."""
        true, program = self._model.is_true, self._program
        literals = program.number_literals if program.of_numbers else program.bulb_literals
        self._model.context.add_clause([-lit if true(lit) else lit for lit in literals])


class Output(clingo.Observer):
    """What of the ground program goes into answers.

    The grounder gives a shown term one literal, whatever its conditions are.
    """

    def __init__(self) -> None:
        self.atoms: set[int] = set()
        self.terms: list[tuple[str, int]] = []  # cells with a bulb or a number
        self.optimises = False

    def output_atom(self, symbol: clingo.Symbol, atom: int) -> None:
        self.atoms.add(atom)

    def output_term(self, symbol: clingo.Symbol, condition: Sequence[int]) -> None:
        cell = CELL.match(str(symbol))
        if cell and (cell[3] == BULB or cell[3].isdecimal()):
            self.terms += [(cell[0], literal) for literal in condition]

    def minimize(self, priority: int, literals: Sequence[tuple[int, int]]) -> None:
        self.optimises = True


def positive(symbol: clingo.Symbol) -> int:
    """A number that may be a size, else 0."""
    return max(symbol.number, 0) if symbol.type == clingo.SymbolType.Number else 0


def check_readable(path: str) -> None:
    """Raise what clingo would say badly, or not at all; pipes are left untouched."""
    try:
        if not stat.S_ISFIFO(os.stat(path).st_mode):
            open(path, "rb").close()
    except OSError as error:
        raise ProgramError(f"{path}: {error.strerror}") from None


# clingo 5.8 aborts the process when one of its messages cuts a character of several bytes in
# two, as those about unexpected bytes do; read such messages leniently instead.
SPLIT = "\N{REPLACEMENT CHARACTER}"
clingo.core._to_str = lambda text: clingo.core._ffi.string(text).decode(errors="replace")  # type: ignore


# ---------------------------------------------------------------- words


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="decode.py", description="Solve and print a grid.")
    add = parser.add_argument
    add("programs", nargs="+", metavar="PROGRAM", help="a logic program; - for standard input")
    add("--models", type=natural, metavar="N", help="print up to N solutions, 0 for all")
    add("--time-limit", type=seconds, metavar="S", help="give up after S seconds (status 3)")
    add("--stats", action="store_true", help="figures of grounding and solving")
    return parser.parse_args()


def natural(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 0")
    return int(text)


def seconds(text: str) -> float:
    with contextlib.suppress(ValueError):
        if 0 < float(text) <= threading.TIMEOUT_MAX:
            return float(text)
    raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds above 0")


def numbers(cost: Sequence[int], separator: str = " ") -> str:
    return separator.join(map(str, cost))


def aligned(rows: Sequence[Sequence[str]], longest: int = 0) -> str:
    """A grid with a blank between its columns if there are cells of several characters."""
    longest = longest or max(len(cell) for row in rows for cell in row)
    width = longest + 1 if longest > 1 else 1
    return "".join("".join(f"{cell:>{width}}" for cell in row) + "\n" for row in rows)


def compared(first: str, second: str) -> str:
    """Two grids and a third that marks their differences with *, side by side if they fit."""
    grids = [cells_of(first), cells_of(second)]
    grids.append([["*" if a != b else "-" for a, b in zip(*rows)] for rows in zip(*grids)])
    longest = max(len(cell) for rows in grids for row in rows for cell in row)
    columns = [aligned(rows, longest).splitlines() for rows in grids]
    if len(columns[0][0]) > 30:
        return "\n\n".join("\n".join(rows) for rows in columns)
    return "\n".join("   ".join(rows) for rows in zip(*columns))


def cells_of(grid: str) -> list[list[str]]:
    """The rows of a grid, whose cells stand side by side or between blanks."""
    return [line.split() if " " in line else list(line) for line in grid.splitlines()]


def statistics(search: Search) -> str:
    assert search.program
    figures: Any = search.program.control.statistics
    program, problem = figures["problem"]["lp"], figures["problem"]["generator"]
    solver = figures["solving"]["solvers"]
    ground, solve = search.seconds["grounding"], search.seconds["solving"]
    return (
        f"grounding {ground:7.3f} s  {program['rules']:.0f} rules, {program['atoms']:.0f} atoms\n"
        f"solving   {solve:7.3f} s  {problem['vars']:.0f} variables, "
        f"{problem['constraints']:.0f} constraints, "
        f"{solver['choices']:.0f} choices, {solver['conflicts']:.0f} conflicts"
    )


def progress(cost: Sequence[int]) -> None:
    if sys.stderr.isatty():
        tell(f"cost {numbers(cost)}")


class Printer:
    """Writes grids, a blank line between them."""

    separator = ""

    def __call__(self, grid: str) -> None:
        write(self.separator + grid)
        self.separator = "\n"


def write(text: str) -> None:
    """To standard output, at once; a reader that has left is no error."""
    try:
        with open(1, "w", encoding="ascii", closefd=False) as stdout:
            stdout.write(text)
    except BrokenPipeError:
        leave(0)
    except OSError as error:
        fail(f"standard output: {error.strerror}")


def tell(text: str) -> None:
    with contextlib.suppress(OSError, AttributeError):  # nobody listens
        sys.stderr.write(text + "\n")
        sys.stderr.flush()


def fail(text: str) -> NoReturn:
    for line in text.splitlines():
        tell(f"decode.py: {line}")
    leave(2)


def leave(status: int) -> NoReturn:
    """End the process now, also from a grounding thread, and without tearing clingo down."""
    os._exit(status)


if __name__ == "__main__":
    main()
