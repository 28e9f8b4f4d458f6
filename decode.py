#!/usr/bin/env python3
"""Logic programs in, solved grid out: python3 decode.py lightup.lp domain.lp

clingo grounds and solves the programs.  The grid of the only solution goes to standard output,
every remark about it to standard error.  A grid shows the given cells, which are the facts
cell(R,C,V), and over them the cells cell(R,C,V) that an answer set shows; rows R and columns C
count from 0, the value V is a small letter or a number.  Answer sets with the same grid are the
same solution.  No rule of any puzzle is known here: what the programs say is what is printed.

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
from collections.abc import Callable, Iterable, Sequence
from itertools import chain, repeat
from typing import Any, NoReturn

try:
    import clingo
    import clingo.core
except ImportError as missing:
    sys.stderr.write(
        f"decode.py: {missing}; activate the environment (. .venv/bin/activate) "
        "or install it: python3 -m pip install clingo\n"
    )
    sys.exit(2)

BLANK = "."  # a cell without a value
CELL = re.compile(r"^(?:cell\(([^(),]+),([^(),]+),([a-z]|[0-9]+)\)|.*)$", re.MULTILINE)
BESIDE = "a cell(R,C,V) beside those given, such as cell(R,C,b) for a bulb"
BATCH = 50_000  # symbols of clingo that are looked at together
PARTS = ("base", "display")  # the parts of programs that are grounded
STATEMENT = re.compile(  # comments and strings match too, so that nothing is found in them
    rb'%\*.*?\*%|%[^\n]*|"(?:[^"\\]|\\.)*"|(#include\s*<incmode>)|#program\s+(\w+)\s*(\(\s*\w)?',
    re.DOTALL,
)

# These settings of clasp save time on the programs measured, and cost none of them any.  Where
# nothing is minimised, atoms are tried true first, and before the search each atom is tried once
# by itself (PROBING): what fails at once is learned before the first guess.
SETTINGS = ("--trans-ext=no", "--eq=0")
PROBING = "atom,1"

# Where something is minimised: strategies, and the conflicts after which the next are tried.  One
# proves from below, by unsatisfiable cores, that there are no better answers; the other looks for
# ever better ones.  On some boards either takes many times as long as the other, so they take
# turns.  At last they compete, in two threads that share bounds, no clauses (with them, times vary
# tenfold from run to run); before that, a board takes as long in every run.
FROM_BELOW, FROM_ABOVE = "usc,oll,stratify", "bb,lin"
OPTIMISERS = (
    ([FROM_BELOW], "8000"),
    ([FROM_ABOVE], "40000"),
    ([FROM_BELOW], "40000"),
    ([FROM_ABOVE, FROM_BELOW], "umax"),
)

Rows = list[list[str]]  # a board: h rows of w cells, each BLANK or a value
Cell = tuple[str, str, str]  # row, column and value as clingo writes them


class ProgramError(Exception):
    """Programs that cannot be used, or an answer that is no grid; each line says why."""


def main() -> None:
    read_all_messages()
    options = parse_arguments()
    signal.signal(signal.SIGINT, lambda *_: leave(130))
    gc.disable()  # a short life with millions of small objects, none of them in cycles
    try:
        leave(
            report_only_solution(options)
            if options.models is None
            else enumerate_solutions(options)
        )
    except ProgramError as error:
        fail(str(error))
    except MemoryError:
        fail("out of memory")


def report_only_solution(options: argparse.Namespace) -> int:
    """Print the only solution or an optimum, or report what there is instead; the status."""
    search = Search(options.programs, on_cost=report_cost, options=options.constants)
    done = run_search(search, options)
    if not done and not search.proven:
        return report_undecided(search, options.time_limit)
    if not search.boards and not search.proven:
        report("no solution")
        return 1
    first, *others = search.boards or [search.best]
    if search.proven:
        report_optimum(search, bool(others), done)
    elif others:
        report("several solutions; two of them, and where they differ:")
        report(compare_grids(first, others[0]))
        return 1
    elif first == search.program.canvas.rows and has_blank(first):
        raise ProgramError(f"the answer does not have {BESIDE}, but the board has blank cells")
    elif search.repeats:
        report("one solution in several answer sets: clingo 0 shows it more than once")
    write(format_grid(first))
    return 0


def enumerate_solutions(options: argparse.Namespace) -> int:
    """Print up to so many solutions as they are found, a blank line between them; the status."""
    between = chain([""], repeat("\n"))

    def found(rows: Rows) -> None:
        write(next(between) + format_grid(rows))

    search = Search(options.programs, options.models, found, report_cost, options.constants)
    if not run_search(search, options):
        report(f"undecided: the time limit of {options.time_limit:g} s came while {search.stage}")
        return 3
    if not search.boards:
        report("no solution")
    return 0 if search.boards else 1


def run_search(search: "Search", options: argparse.Namespace) -> bool:
    """Run a search, report its figures if wanted; return whether it was done in time."""
    done = search.run_within(options.time_limit)
    if options.stats and done:
        report(format_statistics(search))
    return done


def report_optimum(search: "Search", others: bool, done: bool) -> None:
    """Report the cost of an optimum, and what is known of other boards."""
    report(f"optimum {format_cost(search.cost)}")
    if others:
        report("another board costs the same")
    elif not done:
        report("whether another board costs the same was not found out within the time limit")
    if has_blank(search.best) and not search.program.canvas.shown:
        report("no answer can have another cell(R,C,K) than those given")


def report_undecided(search: "Search", limit: float) -> int:
    """Report what is known when the time is up, and print the best board; the status."""
    reached = f"undecided: the time limit of {limit:g} s came while {search.stage}"
    if search.best:
        report(
            f"{reached}; the best board so far costs {format_cost(search.cost)}, not proven optimal"
        )
        write(format_grid(search.best))
    elif search.boards:
        report(f"{reached}; there is a solution, whether it is the only one is open")
    else:
        report(f"{reached}; no solution was found so far")
    return 3


# ---------------------------------------------------------------- the search


class Search:
    """Finds the distinct solutions of logic programs, `limit` at most (0: all of them).

    The attributes say how far it is, while it goes on and when it was cut short.  Programs
    that optimise are solved to the optimum first; then their solutions are the optimal ones.
    `on_board` is called with each board, `on_cost` with each cost on the way to the optimum.
    """

    def __init__(
        self,
        paths: Sequence[str],
        limit: int = 2,
        on_board: Callable[[Rows], None] = lambda rows: None,
        on_cost: Callable[[Sequence[int]], None] = lambda cost: None,
        options: Sequence[str] = (),
        *,
        text: str = "",
    ) -> None:
        self.paths, self.limit, self.on_board, self.on_cost = paths, limit, on_board, on_cost
        self.options = options  # of clingo
        self.text = text  # one more program
        self.stage = "grounding"  # then solving, at last done
        self.seconds: dict[str, float] = {}  # by stage
        self.boards: list[Rows] = []  # the first two solutions
        self.repeats = False  # a solution came in more than one answer set
        self.best: Rows = []  # of programs that optimise: the best board so far,
        self.cost: Sequence[int] = []  # its cost, the highest priority first,
        self.proven = False  # and that there is none better
        self.program: Program  # when it is grounded
        self._texts: set[str] = set()  # of all solutions so far

    def run(self) -> None:
        """Ground and solve, here and now; raises a ProgramError where that cannot be done."""
        start = time.perf_counter()
        self.program = Program(self.paths, self.options, self.text)
        _ = self.program.size  # raises
        grounded = time.perf_counter()
        self.stage, self.seconds["grounding"] = "solving", grounded - start
        self._solve(self.program)
        self.stage, self.seconds["solving"] = "done", time.perf_counter() - grounded

    def run_within(self, seconds: float | None) -> bool:
        """Run in a thread; return whether it was done in time.

        If not, the thread goes on: program.control.interrupt() ends solving, but grounding,
        which clingo cannot interrupt, ends with the process only.
        """
        errors: list[BaseException] = []

        def run() -> None:
            try:
                self.run()
            except BaseException as error:  # for the thread that waits
                errors.append(error)

        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        thread.join(seconds)
        if errors:
            raise errors[0]
        return self.stage == "done"

    def _solve(self, program: "Program") -> None:
        if not program.optimises:
            program.solve(self._collect)
            return
        program.optimise(self._improve)
        self.proven = bool(self.best)
        if self.proven:
            program.solve(self._collect, opt_mode=f"enum,{format_cost(self.cost, ',')}")

    def _improve(self, answer: "AnswerSet") -> None:
        self.best, self.cost = answer.rows, answer.cost
        self.on_cost(answer.cost)

    def _collect(self, answer: "AnswerSet") -> bool:
        """Note a new solution; exclude one that comes again.

        Inspects at most two answer sets for each solution.
        """
        text = format_grid(answer.rows)
        if text in self._texts:
            self.repeats = True
            answer.exclude()
            return True
        self._texts.add(text)
        self.boards += [answer.rows] * (len(self.boards) < 2)
        self.on_board(answer.rows)
        return len(self._texts) != self.limit


# ---------------------------------------------------------------- clingo


class Program:
    """Logic programs, loaded and grounded; `control` is clingo's.

    `paths` are files, `-` is standard input, `options` are clingo's, `text` is one more program.
    Remarks of clingo go to standard error, its errors into a ProgramError.
    """

    is_extended = False  # whether more parts are grounded later, and it is solved many times

    def __init__(self, paths: Sequence[str], options: Sequence[str] = (), text: str = "") -> None:
        self._errors: list[str] = []
        self.output = Output()
        self.control: clingo.Control = self._try(
            clingo.Control, [*SETTINGS, *options], logger=self._log
        )
        self.control.register_observer(self.output)
        self._try(self._load, paths, text)
        self.ground(*((part, []) for part in PARTS))
        if not self.optimises:
            search: Any = self.control.configuration.solver
            search.sign_def, search.init_moms = "pos", 0
            if not self.is_extended:
                search.lookahead = PROBING

    def ground(self, *parts: tuple[str, Sequence[clingo.Symbol]]) -> None:
        """Ground parts of the programs, each a name and its arguments."""
        self._try(self.control.ground, parts)
        self.optimises = self.output.optimises  # whether anything is minimised or maximised
        self.output.sort()
        vars(self).pop("canvas", None)  # there may be more cells now

    def optimise(self, on_answer: Callable[["AnswerSet"], object]) -> None:
        """Pass on ever better answers until there are none."""
        search: Any = self.control.configuration
        search.configuration, search.solve.distribute = "many", "no"
        best: list[list[int]] = []

        def improve(answer: AnswerSet) -> None:
            if not best or answer.cost < best[-1]:
                best.append(answer.cost)
                on_answer(answer)

        for strategies, conflicts in OPTIMISERS:
            search.solve.parallel_mode = f"{len(strategies)},compete"
            search.solve.solve_limit = conflicts
            for solver, strategy in zip(search.solver, strategies):
                solver.opt_strategy = strategy
            bound = ",".join(["opt", *map(str, best[-1] if best else ())])
            self.solve(improve, opt_mode=bound)
            if self.result.exhausted or self.result.interrupted:
                break
        search.solve.parallel_mode, search.solve.solve_limit = "1", "umax"

    def solve(
        self,
        on_answer: Callable[["AnswerSet"], bool | None] = lambda answer: True,
        assumptions: Iterable[int] = (),
        models: int = 0,
        opt_mode: str = "opt",
        enum_mode: str = "auto",
    ) -> set[int] | None:
        """Pass on `models` answer sets (0: all), or fewer if `on_answer` returns False.

        Returns None if there was an answer set, else those of the assumptions that clash.
        Assumptions are literals; the modes are clasp's.
        """
        solving: Any = self.control.configuration.solve
        solving.models, solving.opt_mode, solving.enum_mode = models, opt_mode, enum_mode
        refused: list[ProgramError] = []
        core: set[int] = set()

        def note(model: clingo.Model) -> bool | None:
            try:
                return on_answer(AnswerSet(self, model))
            except ProgramError as error:  # clingo would put the number of its thread before it
                refused.append(error)
                return False

        self.result: clingo.SolveResult = self._try(
            self.control.solve, list(assumptions), on_model=note, on_core=core.update
        )
        if refused:
            raise refused[0]
        return None if self.result.satisfiable else core

    @functools.cached_property
    def canvas(self) -> "Canvas":
        """The cells, given and possible, on a board of the programs' size."""
        hidden = [] if self.output.facts else parse_cells(self._facts("cell", 3))
        return Canvas(self.size, self.output, [cell for cell in hidden if cell])

    @functools.cached_property
    def size(self) -> tuple[int, int]:
        """Rows and columns; raises a ProgramError if there are none.

        The constants and dim facts that encode.py pairs, else what there is of either: programs
        may have constants and dim predicates of their own, for other things.
        """
        squares = sorted(((n, n) for (n,) in self.numbers("dim", 1)), reverse=True)
        facts = [*squares, *sorted(((h, w) for h, w in self.numbers("dim", 2)), reverse=True)]
        n, rows, cols = (size_of(self.control.get_const(name)) for name in ("n", "rows", "cols"))
        named = [(n, n), (rows, cols)]
        for size in [*(size for size in named if size in facts), *named, *facts]:
            if all(size):
                return size
        raise ProgramError(
            "no size: expected dim(N), dim(H,W) or a constant n, as encode.py writes them"
        )

    def numbers(self, name: str, arity: int) -> list[list[int]]:
        """The arguments of the facts of a predicate, 0 for what is no number above 0."""
        facts = self._facts(name, arity)
        return [list(map(size_of, fact.arguments)) for fact in facts]

    def _facts(self, name: str, arity: int) -> list[clingo.Symbol]:
        atoms = self.control.symbolic_atoms.by_signature(name, arity)
        return [atom.symbol for atom in atoms if atom.is_fact]

    def _load(self, paths: Sequence[str], text: str) -> None:
        for path in paths:
            data = sys.stdin.buffer.read() if path == "-" else read_program(path)
            if not self.is_extended:
                report_ungrounded("<stdin>" if path == "-" else path, data)
            if path == "-":
                text += data.decode("utf-8-sig")
            else:
                self.control.load(path)
        if text:
            self.control.add("base", [], text)

    def _log(self, code: clingo.MessageCode, message: str) -> None:
        text = message.replace("<block>", "<stdin>").rstrip()
        if code != clingo.MessageCode.RuntimeError:
            report(text)
        elif CUT not in text:  # else it comes once more, whole
            self._errors.append(" ".join(text.split()))

    def _try(self, action: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        """What an action of clingo returns; raises a ProgramError with clingo's words."""
        try:
            return action(*args, **kwargs)
        except RuntimeError as error:
            text = "\n".join(self._errors) or " ".join(str(error).split())
            raise ProgramError(text.replace("<block>", "<stdin>")) from None
        except UnicodeDecodeError as error:
            raise ProgramError(f"not UTF-8: {error}") from None


class AnswerSet:
    """An answer set, as long as clingo's model lasts."""

    def __init__(self, program: Program, model: clingo.Model) -> None:
        self.program, self.model, self.cost = program, model, model.cost

    @functools.cached_property
    def rows(self) -> Rows:
        """Its board; raises a ProgramError if it is none, or if no answer adds to what is given."""
        canvas = self.program.canvas
        if not canvas.shown and not self.program.optimises and has_blank(canvas.rows):
            raise ProgramError(f"no answer can have {BESIDE}, but the board has blank cells")
        return canvas.with_shown(self.model.is_true)

    def exclude(self, cells: Iterable[tuple[int, Cell]] | None = None) -> None:
        """Let no further answer set of this search show the same; `cells` out of all possible."""
        true, deciding = self.model.is_true, self.program.canvas.shown if cells is None else cells
        self.model.context.add_clause([-lit if true(lit) else lit for lit, _ in deciding if lit])


class Output(clingo.Observer):
    """The cells that go into answers, noted while clingo grounds."""

    def __init__(self) -> None:
        self.facts: list[Cell] = []  # shown atoms that are facts
        self.shown: list[tuple[int, Cell]] = []  # others after their literals; 0: in all answers
        self.optimises = False
        self._new: list[tuple[int | None, clingo.Symbol]] = []

    def output_atom(self, symbol: clingo.Symbol, atom: int) -> None:
        self._new.append((atom or None, symbol))
        if len(self._new) == BATCH:
            self.sort()

    def output_term(self, symbol: clingo.Symbol, condition: Sequence[int]) -> None:
        """Note a term; clingo gives it one literal at most, whatever its conditions are."""
        self._new.append(((*condition, 0)[0], symbol))

    def minimize(self, priority: int, literals: Sequence[tuple[int, int]]) -> None:
        self.optimises = True

    def sort(self) -> None:
        """Add the cells among the latest symbols to `facts` and `shown`."""
        for (literal, _), cell in zip(self._new, parse_cells([symbol for _, symbol in self._new])):
            if cell and literal is not None:
                self.shown.append((literal, cell))
            elif cell:
                self.facts.append(cell)
        self._new.clear()


class Canvas:
    """The board of a program: given cells, and over them the cells that an answer shows.

    The facts are given, but where they are shown, letters other than x are the answer's.  Such
    a letter is the program's name for a blank cell if an answer can have another value in its
    place, and so is 0 if an answer can have it where nothing is given.

    `rows` is the board without the answer's cells; `shown` are these, each after its literal.
    """

    def __init__(self, size: tuple[int, int], output: Output, hidden: Sequence[Cell]) -> None:
        given = dict.fromkeys(output.facts or hidden)  # in order, each once
        shown = [pair for pair in output.shown if pair[1] not in given]
        places = {cell[:2] for cell in given}
        blank = {"0" for _, cell in shown if cell[2] == "0" and cell[:2] not in places}
        letters = {cell[:2]: cell[2] for cell in given if is_letter(cell)}
        blank |= {letters[cell[:2]] for _, cell in shown if cell[:2] in letters}
        cells = [cell for cell in given if cell[2] not in blank]
        if output.facts:
            shown += [(0, cell) for cell in cells if is_letter(cell)]
            cells = [cell for cell in cells if not is_letter(cell)]
        self.rows = overlay_cells([[BLANK] * size[1] for _ in range(size[0])], cells, zero="0")
        self.shown = [pair for pair in shown if pair[1][2] != "0"]
        self._zeros = [pair for pair in shown if pair[1][2] == "0"]

    def with_shown(self, is_true: Callable[[int], bool]) -> Rows:
        """The rows of an answer; raises a ProgramError for a cell that has no place."""
        shown = chain(self.shown, self._zeros)
        return overlay_cells(
            self.rows, [c for literal, c in shown if not literal or is_true(literal)]
        )


def is_letter(cell: Cell) -> bool:
    """Whether the value is a letter other than x, which only a puzzle has."""
    return cell[2].isalpha() and cell[2] != "x"


def overlay_cells(rows: Rows, cells: Iterable[Cell], zero: str = BLANK) -> Rows:
    """The rows with more cells, 0 shown as `zero`; raises a ProgramError for a conflict."""
    board = [row[:] for row in rows]
    for cell in cells:
        r, c = locate_cell(cell, rows)
        value = cell[2]
        if board[r][c] not in (BLANK, value):
            there, new = f"cell({r},{c},{board[r][c]})", f"cell({r},{c},{value})"
            if rows[r][c] == BLANK:
                raise ProgramError(f"{there} and {new}: one cell has two values")
            raise ProgramError(f"{new} is shown where {there} is given")
        board[r][c] = zero if value == "0" else value
    return board


def locate_cell(cell: Cell, rows: Rows) -> tuple[int, int]:
    """Row and column of a cell; raises a ProgramError if they are not on the board."""
    with contextlib.suppress(ValueError):
        r, c = int(cell[0]), int(cell[1])
        if 0 <= r < len(rows) and 0 <= c < len(rows[0]):
            return r, c
        board = f"{len(rows)} rows and {len(rows[0])} columns, counted from 0"
        raise ProgramError(f"cell({','.join(cell)}) lies outside the board of {board}")
    raise ProgramError(f"cell({','.join(cell)}): row and column must be numbers")


def parse_cells(symbols: Sequence[clingo.Symbol]) -> list[Cell | None]:
    """The cell of a grid that each symbol is, None for other symbols."""
    if not symbols:
        return []
    # One call writes all symbols in a tenth of the time of a call for each.
    between = chain.from_iterable((symbol, clingo.Infimum) for symbol in symbols)
    texts = str(clingo.Function("", list(between)))[1:-1].removesuffix(",#inf").split(",#inf,")
    if len(texts) != len(symbols):  # one of them has #inf in it
        texts = list(map(str, symbols))
    return [cell if cell[0] else None for cell in CELL.findall("\n".join(texts))]


def size_of(symbol: clingo.Symbol | None) -> int:
    """A number that may be a size, else 0."""
    return max(symbol.number, 0) if symbol and symbol.type == clingo.SymbolType.Number else 0


def read_program(path: str) -> bytes:
    """A file's contents, nothing of pipes, which can be read only once; raises a ProgramError.

    The error says what clingo would say badly, or not at all.
    """
    try:
        mode = os.stat(path).st_mode
        if stat.S_ISFIFO(mode):
            return b""
        with open(path, "rb") as file:
            return file.read() if stat.S_ISREG(mode) else b""
    except OSError as error:
        raise ProgramError(f"{path}: {error.strerror}") from None


def report_ungrounded(name: str, program: bytes) -> None:
    """Report the parts of a program that are never grounded, each once, with file and line."""
    if b"#program" not in program and b"incmode" not in program:
        return  # soon seen, even of a million facts
    places: dict[str, int] = {}
    for statement in STATEMENT.finditer(program):
        incmode, part, parameter = [(word or b"").decode() for word in statement.groups()]
        if incmode or (part and (parameter or part not in PARTS)):
            line = program.count(b"\n", 0, statement.start()) + 1
            places.setdefault(incmode or f"#program {part}", line)
    for what, line in places.items():
        report(f"{name}:{line}: {what} is not grounded: decode.py grounds base and display only")


CUT = "\N{REPLACEMENT CHARACTER}"


def read_all_messages() -> None:
    """Read messages of clingo that are not UTF-8; clingo 5.8 aborts the process without this.

    It cuts characters of several bytes in two in messages about unexpected bytes.
    """
    core: Any = clingo.core
    core._to_str = lambda text: core._ffi.string(text).decode(errors="replace")


# ---------------------------------------------------------------- words


def parse_arguments() -> argparse.Namespace:
    """The arguments of the command line."""
    parser = argparse.ArgumentParser(
        prog="decode.py",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("programs", nargs="+", metavar="PROGRAM", help="a logic program; - for standard input")
    add("--models", type=parse_natural, metavar="N", help="print up to N solutions, 0 for all")
    add("--time-limit", type=parse_seconds, metavar="S", help="give up after S seconds (status 3)")
    add("--stats", action="store_true", help="figures of grounding and solving")
    const = add("-c", "--const", type=parse_constant, action="append", default=[], dest="constants")
    const.metavar, const.help = "NAME=VALUE", "replace the value of a constant, as clingo does"
    return parser.parse_args()


def parse_natural(text: str) -> int:
    """A whole number, for argparse."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 0")
    return int(text)


def parse_seconds(text: str) -> float:
    """A time that threads can wait, for argparse."""
    with contextlib.suppress(ValueError):
        if 0 < float(text) <= threading.TIMEOUT_MAX:
            return float(text)
    raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds above 0")


def parse_constant(text: str) -> str:
    """The option of clingo for NAME=VALUE, for argparse."""
    name, _, value = text.partition("=")
    with contextlib.suppress(RuntimeError):
        if re.fullmatch(r"_*[a-z]\w*", name) and clingo.parse_term(value, lambda *_: None):
            return f"--const={text}"
    raise argparse.ArgumentTypeError(f"{text!r} is no NAME=VALUE with a term as value")


def format_cost(cost: Sequence[int], separator: str = " ") -> str:
    """A cost in words."""
    return separator.join(map(str, cost))


def has_blank(rows: Rows) -> bool:
    return any(BLANK in row for row in rows)


def format_grid(rows: Sequence[Sequence[str]], longest: int = 0) -> str:
    """A grid as text, with blanks between its columns if there are cells of several characters."""
    longest = longest or max(map(len, set(chain.from_iterable(rows))))
    if longest == 1:
        return "".join(["".join(row) + "\n" for row in rows])
    return "".join(["".join([f"{cell:>{longest + 1}}" for cell in row]) + "\n" for row in rows])


def compare_grids(first: Sequence[Sequence[str]], second: Sequence[Sequence[str]]) -> str:
    """Two grids and a third that marks their differences with *, side by side if they fit."""
    marks = [["*" if a != b else "-" for a, b in zip(*rows)] for rows in zip(first, second)]
    longest = max(map(len, chain(*first, *second)))
    columns = [format_grid(rows, longest).splitlines() for rows in (first, second, marks)]
    if len(columns[0][0]) > 30:
        return "\n\n".join("\n".join(rows) for rows in columns)
    return "\n".join("   ".join(rows) for rows in zip(*columns))


def format_statistics(search: Search) -> str:
    """The figures of --stats, two lines."""
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


def report_cost(cost: Sequence[int]) -> None:
    """Report a cost on the way to the optimum, on a terminal only."""
    if sys.stderr.isatty():
        report(f"cost {format_cost(cost)}")


def write(text: str) -> None:
    """Print to standard output, at once; a reader that has left is no error."""
    try:
        with open(1, "w", encoding="ascii", closefd=False) as stdout:
            stdout.write(text)
    except BrokenPipeError:
        leave(0)
    except OSError as error:
        fail(f"standard output: {error.strerror}")


def report(text: str) -> None:
    """Print a line to standard error."""
    with contextlib.suppress(OSError, AttributeError):  # it is closed
        sys.stderr.write(text + "\n")
        sys.stderr.flush()


def fail(text: str) -> NoReturn:
    """End with status 2, after a line of why, or several."""
    for line in text.splitlines():
        report(f"decode.py: {line}")
    leave(2)


def leave(status: int) -> NoReturn:
    """End the process now, also from a grounding thread, and without tearing clingo down."""
    os._exit(status)


if __name__ == "__main__":
    main()
