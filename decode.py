#!/usr/bin/env python3
"""Logic programs in, solved grid out: python3 decode.py lightup.lp domain.lp

clingo grounds and solves the programs (- is standard input).  If they have exactly one solution,
its grid goes to standard output; every remark goes to standard error.  Answer sets with the same
grid are one solution.  --models N prints N solutions, 0 all; --json prints boards and cost, whether
the cost is the least, and whether there are no more boards; --time-limit S ends after S seconds.

A grid has the cells cell(R,C,V) that are shown: rows R and columns C count from 0; a value V is a
constant, a number or a term, such as clue(16,0).  A fact is a given cell if V is x, if V is not a
single small letter, or if it is a letter that an answer can replace in some cell.  All other cells,
such as cell(R,C,b), belong to an answer, and lie over the given ones.

Exit status: 0 exactly one solution, or a proven optimum; 1 none or several; 2 programs that
cannot be used; 3 the time limit was reached; 130 interrupted.  --models, --json: 0 one or more.
"""

import codecs
import contextlib
import errno
import functools
import gc
import os
import re
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from getopt import GetoptError, gnu_getopt
from itertools import chain, repeat
from typing import Any, NoReturn

try:
    import clingo.core
except KeyboardInterrupt:
    sys.exit(130)
except ImportError as missing:
    script = sys.argv[0].removesuffix(f"{os.sep}__main__.py")  # such as check; of lab its folder
    advice = "activate the environment (. .venv/bin/activate) or install it: python3 -m pip install"
    sys.stderr.write(f"{os.path.basename(script)}: {missing}; {advice} -r requirements.txt\n")
    sys.exit(2)

Board = list[list[str]]  # h rows of w cells, each BLANK or a value
CellAtom = tuple[str, str, str]  # row, column and value of cell(R,C,V), as clingo writes them
ShownCell = tuple[int, CellAtom]  # a cell of answers with its literal, 0 if it is always true
BLANK = "."  # a cell without a value
CLOSED_PIPE = (errno.EPIPE, errno.EINVAL) if os.name == "nt" else (errno.EPIPE,)  # error numbers
ANSWER_CELL = "a cell(R,C,V) beside those given, such as cell(R,C,b) for a bulb"


def main() -> None:
    read_all_messages()
    programs, models, time_limit, is_json = parse_arguments()
    search = Search(programs, 2 if models is None else models)  # two show that there are several
    boards: list[Board] = []
    if is_json:
        search.on_board = boards.append
    elif models is not None:
        blank_line = chain([""], repeat("\n"))  # before each board but the first
        search.on_board = lambda board: write(next(blank_line) + format_grid(board))
    try:
        run_search(search, time_limit)
        status, message = find_verdict(search, time_limit, models is not None, is_json)
        if is_json:
            write_record(search, boards or search.boards)
        else:
            if message:
                report(message)
            if models is None and (status == 0 or search.cost):
                write(format_grid(search.boards[0]))
    except (ProgramError, MemoryError) as error:
        fail(str(error) or "out of memory")
    except KeyboardInterrupt:
        status = 130
    os._exit(status)


def run_search(search: "Search", time_limit: float) -> None:
    """Run a search until it is done or the time limit is reached; raise its error."""
    gc.disable()  # millions of small objects, none of them in cycles
    errors: list[BaseException | None] = []
    threading.excepthook = lambda failure: errors.append(failure.exc_value)
    work = threading.Thread(target=search.run, daemon=True)
    work.start()  # a thread, because clingo cannot be interrupted while it grounds
    if os.isatty(2):
        threading.Timer(3, lambda: report(f"still {search.stage}; Ctrl-C ends it")).start()
    end = time.monotonic() + time_limit
    while work.is_alive() and (seconds := end - time.monotonic()) > 0:
        work.join(min(seconds, 0.1))  # on Windows an interrupt does not end it
    for error in filter(None, errors):
        raise error


def find_verdict(
    search: "Search", time_limit: float, has_models: bool = False, is_json: bool = False
) -> tuple[int, str]:
    """Return the exit status, and the lines for standard error.

    Raises a ProgramError if the only solution has just the given cells, and blank ones.
    """
    boards, cost = search.boards, " ".join(map(str, search.cost))
    if search.stage != "done" and (has_models or not search.is_optimal):
        message = f"undecided: the time limit of {time_limit:g} s came while {search.stage}"
        if search.is_optimal:
            message += f"; the optimum is {cost}, but more boards may have it"
        elif cost:
            message += f"; the best board so far costs {cost}, not proven optimal"
        elif boards and not has_models:
            message += "; there is a solution, but perhaps not only one"
        return 3, message
    if not boards:
        return 1, "no solution"
    if has_models or is_json:
        return 0, ""  # several solutions are no failure
    if search.is_optimal:
        message = f"optimum {cost}"
        if search.stage != "done":
            message += "\nanother board may cost the same: "
            message += "the time limit came before that was known"
        elif len(boards) > 1:
            message += "\nanother board costs the same"
        return 0, message
    if len(boards) > 1:
        message = "several solutions; two of them, and where they differ:\n"
        return 1, message + compare_grids(*boards)
    if boards[0] == search.program.canvas.rows and BLANK in chain(*boards[0]):
        raise ProgramError(f"the answer does not have {ANSWER_CELL}, but the board has blank cells")
    message = "one solution in several answer sets: clingo 0 shows it more than once"
    return 0, message if search.has_repeats else ""


def write_record(search: "Search", boards: Sequence[Board]) -> None:
    """Print boards, and what is known of them, as JSON."""
    import json

    is_complete = search.stage == "done" and search.program.result.exhausted
    record: dict[str, Any] = {"boards": boards, "cost": search.cost}
    record |= {"is_optimal": search.is_optimal, "stage": search.stage, "is_complete": is_complete}
    write(json.dumps(record) + "\n")


# ---------------------------------------------------------------- the search


class Search:
    """A search for the distinct solutions of logic programs, `limit` at most (0: for all).

    `on_board` is called with each solution.  If the programs optimise, only boards of the least
    cost are solutions.  All attributes can be read while the search runs.
    """

    def __init__(self, paths: Sequence[str], limit: int = 2, text: str = "") -> None:
        self.paths, self.limit, self.text = paths, limit, text  # the text is one more program
        self.on_board: Callable[[Board], None] = lambda board: None
        self.stage = "grounding"  # then "solving", at the end "done"
        self.boards: list[Board] = []  # the first two solutions, or the best board so far
        self.has_repeats = False  # some solution came in more than one answer set
        self.cost: Sequence[int] = []  # of the best board, the highest priority first
        self.is_optimal = False  # whether this cost is proven to be the least
        self.program: Program  # once it is grounded
        self._texts: set[str] = set()  # of all solutions so far

    def run(self) -> None:
        """Ground and solve; raise a ProgramError if that is impossible."""
        self.program = Program(self.paths, text=self.text)
        self.stage, mode = "solving", "opt"
        if self.program.optimises:
            self.program.solve(self._note_better_board)
            self.is_optimal = bool(self.boards) and self.program.result.exhausted
            mode = ",".join(["enum", *map(str, self.cost)])
        if self.is_optimal or not self.program.optimises:
            self.program.solve(self._note_solution, opt_mode=mode)
        self.stage = "done"

    def _note_better_board(self, answer: "AnswerSet") -> None:
        self.boards, self.cost = [answer.rows], answer.cost

    def _note_solution(self, answer: "AnswerSet") -> bool:
        """Keep a new solution, exclude one that comes again; return whether to go on."""
        board = answer.rows
        text = format_grid(board)
        if text in self._texts:
            self.has_repeats = True
            # Only now, so at most two answer sets of each solution are inspected.
            answer.exclude(self.program.canvas.shown)
            return True
        self._texts.add(text)
        if len(self.boards) < 2 and board not in self.boards:  # an optimum is there already
            self.boards.append(board)
        self.on_board(board)
        return len(self._texts) != self.limit


# ---------------------------------------------------------------- clingo

# Settings of clasp, measured on many programs.  Atoms are tried true first, and each is tested once
# before the search.  If something is minimised, unsatisfiable cores prove that it is the least.
SETTINGS, PROBING = ("--trans-ext=no", "--eq=0"), "atom,1"
OPTIMISER = "many", "usc,k,stratify"  # configuration and strategy
UTF_16_MARKS = codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE  # how a text in UTF-16 begins
BYTE_ORDER_MARKS = (codecs.BOM_UTF8, *UTF_16_MARKS)  # how any text may begin
UNSAFE_RULE = re.compile(r"(?<=variables) in:.*?(?=\n\S+ note)|\n\S+ note: '#[^\n]*", re.S)


class Program:
    """Logic programs, loaded and grounded; `control` is clingo's.

    `paths` are files, "-" is standard input, `options` are clingo's, `text` is one more program.
    Infos of clingo go to standard error; its errors become a ProgramError.
    """

    def __init__(self, paths: Sequence[str], options: Sequence[str] = (), text: str = "") -> None:
        self._errors: list[str] = []
        self._text_name = "<stdin>"  # in messages
        self.output = Output()
        with self._explain_errors():
            self.control = clingo.Control([*SETTINGS, *options], logger=self._log)
            self.control.register_observer(self.output)
            for path in paths:
                self._load(path)
            self.control.add("base", [], text)
        self.ground(("base", []))
        clasp: Any = self.control.configuration
        if self.optimises:
            clasp.configuration, clasp.solver.opt_strategy = OPTIMISER
        else:
            clasp.solver.sign_def, clasp.solver.init_moms = "pos", 0
            clasp.solver.lookahead = PROBING

    def _load(self, path: str) -> None:
        """Load a program file, "-" for standard input."""
        name = "<stdin>" if path == "-" else path
        try:
            with open(0 if path == "-" else path, "rb", closefd=path != "-") as file:
                content = file.read()
        except OSError:
            raise ProgramError(f"{path}: no such file, or it cannot be read") from None
        is_utf_16 = content.startswith(UTF_16_MARKS)
        text = content.decode("utf-16" if is_utf_16 else "utf-8-sig", "backslashreplace")
        if "\0" in text:  # where clingo may end the text
            lines = text.partition("\0")[0].split("\n")
            place = f"{name}:{len(lines)}:{len(lines[-1]) + 1}-{len(lines[-1]) + 2}"
            raise ProgramError(f"{place}: error: found a byte 0, expected a text")

        # clingo reads no byte-order mark, and on Windows no path with letters beyond ASCII.
        is_file = os.path.isfile(path)
        is_marked = content.startswith(BYTE_ORDER_MARKS)
        if is_file and not is_marked and (os.name != "nt" or path.isascii()):
            self.control.load(path)
            return
        self._text_name = name
        with contextlib.ExitStack() as stack:
            if is_file:  # it may #include a file beside it
                stack.callback(os.chdir, os.getcwd())
                os.chdir(os.path.dirname(path) or os.curdir)
            self.control.add("base", [], text)

    def ground(self, *parts: tuple[str, Sequence[clingo.Symbol]]) -> None:
        """Ground program parts, each a name and its arguments."""
        with self._explain_errors():
            self.control.ground(parts)
        self.output.parse_pending()
        vars(self).pop("canvas", None)  # it is outdated

    @property
    def optimises(self) -> bool:
        """Whether anything is minimised or maximised."""
        return bool(self.output.weights)

    def solve(
        self,
        on_answer: Callable[["AnswerSet"], bool | None] = lambda answer: True,
        assumptions: Iterable[int] = (),
        models: int = 0,
        opt_mode: str = "opt",
        enum_mode: str = "auto",
    ) -> set[int] | None:
        """Call `on_answer` with up to `models` answer sets (0: all), until it returns False.

        Assumptions are literals; the modes are clasp's.  Returns None if there is an answer set,
        else an unsatisfiable core of the assumptions.
        """
        solving: Any = self.control.configuration.solve
        solving.models, solving.opt_mode, solving.enum_mode = models, opt_mode, enum_mode
        with self._explain_errors(), self.control.solve([*assumptions], yield_=True) as search:
            for model in search:
                if on_answer(AnswerSet(self, model)) is False:
                    search.cancel()
                    break
            self.result: clingo.SolveResult = search.get()
            return None if self.result.satisfiable else set(search.core())

    @functools.cached_property
    def canvas(self) -> "Canvas":
        """The board with the given cells, and the cells that answers may show."""
        hidden = [] if self.output.facts else self.list_facts("cell", 3)
        hidden_cells = parse_cells([(None, fact) for fact in hidden])
        return Canvas(self.size, self.output, [cell for _, cell in hidden_cells])

    @functools.cached_property
    def size(self) -> tuple[int, int]:
        """Rows and columns; raises a ProgramError if there are none."""
        dims = [fact.arguments for arity in (1, 2) for fact in self.list_facts("dim", arity)]
        stated = sorted(((read_count(dim[0]), read_count(dim[-1])) for dim in dims), reverse=True)
        n, rows, cols = (read_count(self.control.get_const(name)) for name in ("n", "rows", "cols"))
        constants = [(n, n), (rows, cols)]
        confirmed = [size for size in constants if size in stated]
        for size in confirmed + constants + stated:  # a program may use one name for other things
            if all(size):
                return size
        raise ProgramError("no size: expected dim(N), dim(H,W) or a constant n, as of encode.py")

    def list_facts(self, name: str, arity: int) -> list[clingo.Symbol]:
        """Return the atoms of a predicate that are facts, shown or hidden."""
        atoms = self.control.symbolic_atoms.by_signature(name, arity)
        return [atom.symbol for atom in atoms if atom.is_fact]

    def _log(self, code: clingo.MessageCode, message: str) -> None:
        """Report an info of clingo; keep an error for _explain_errors()."""
        text = UNSAFE_RULE.sub("", message.replace("<block>", self._text_name).rstrip())
        if code != clingo.MessageCode.RuntimeError:
            report(text)
        elif "\ufffd" not in text:  # a replaced character: else the whole message follows
            self._errors.append(" ".join(text.split()))

    @contextlib.contextmanager
    def _explain_errors(self) -> Iterator[None]:
        """Raise a ProgramError with clingo's messages for an error of clingo."""
        try:
            yield
        except RuntimeError as error:
            text = "\n".join(self._errors) or " ".join(str(error).split())
            raise ProgramError(text.replace("<block>", self._text_name)) from None


BATCH = 50_000  # atoms that are parsed together
ShownAtom = tuple[int | None, clingo.Symbol]  # with its literal: 0 is always true, None is a fact


class Output(clingo.Observer):
    """The cells that a program shows, noted while clingo grounds."""

    def __init__(self) -> None:
        self.facts: list[CellAtom] = []  # the shown atoms that are facts
        self.shown: list[ShownCell] = []  # other atoms, and all terms
        self.weights: dict[int, list[tuple[int, int]]] = {}  # literals and weights by priority
        self._pending: list[ShownAtom] = []  # not parsed yet

    def output_atom(self, symbol: clingo.Symbol, atom: int) -> None:
        self._pending.append((atom or None, symbol))
        if len(self._pending) == BATCH:
            self.parse_pending()

    def output_term(self, symbol: clingo.Symbol, condition: Sequence[int]) -> None:
        self._pending.append((condition[0] if condition else 0, symbol))  # clingo gives one literal

    def minimize(self, priority: int, literals: Sequence[tuple[int, int]]) -> None:
        self.weights.setdefault(priority, []).extend(literals)

    def parse_pending(self) -> None:
        """Add the cells among the atoms that are not parsed yet to `facts` and `shown`."""
        for literal, cell in parse_cells(self._pending):
            if literal is None:
                self.facts.append(cell)
            else:
                self.shown.append((literal, cell))
        self._pending.clear()


class AnswerSet:
    """An answer set, usable as long as clingo's model exists."""

    def __init__(self, program: Program, model: clingo.Model) -> None:
        self.program, self.model = program, model

    @property
    def rows(self) -> Board:
        """The board; raises a DisplayError, or a ProgramError if no answer adds any cell."""
        canvas, is_true = self.program.canvas, self.model.is_true
        if not canvas.shown and not self.program.optimises and BLANK in chain(*canvas.rows):
            raise ProgramError(f"no answer can have {ANSWER_CELL}, but the board has blank cells")
        cells = [cell for literal, cell in canvas.shown if not literal or is_true(literal)]
        return overlay_cells(canvas.rows, cells)

    @property
    def cost(self) -> list[int]:
        """The cost of each priority, the highest first; clingo's own numbers have only 32 bits."""
        is_true, weights = self.model.is_true, self.program.output.weights
        return [
            sum(weight for literal, weight in weights[priority] if is_true(literal))
            for priority in sorted(weights, reverse=True)
        ]

    def exclude(self, cells: Iterable[ShownCell]) -> None:
        """Exclude all answer sets that agree with this one on these cells."""
        is_true = self.model.is_true
        clause = [-literal if is_true(literal) else literal for literal, _ in cells if literal]
        self.model.context.add_clause(clause)


# ---------------------------------------------------------------- the board

LETTERS = frozenset("abcdefghijklmnopqrstuvwyz")  # not x, which only puzzles have
DRAWABLE_CELL = re.compile(r'cell\(-?\d+,-?\d+,[^"]+\)')
PLAIN_CELL = re.compile(r'cell\((-?\d+),(-?\d+),([^(),"]+)\)')


class Canvas:
    """The board of a program: `rows` has the given cells, `shown` the cells of answers.

    The docstring of this module says which facts are given cells.  If no fact is shown, hidden
    facts are given.  Three values mean a blank cell: "." in quotes; a 0 of an answer, unless a
    given cell has 0 and all values of answers are numbers; and a letter of given cells, such as w,
    if it is the only letter that answers can replace.
    """

    def __init__(self, size: tuple[int, int], output: Output, hidden: Iterable[CellAtom]) -> None:
        facts = dict.fromkeys(output.facts or hidden)  # in order, each once
        are_numbers = all(cell[2].removeprefix("-").isdecimal() for _, cell in output.shown)
        has_zeros = are_numbers and any(cell[2] == "0" for cell in facts)
        blanks = (BLANK,) if has_zeros else (BLANK, "0")
        self.shown = [
            (literal, cell)
            for literal, cell in output.shown
            if cell not in facts and cell[2] not in blanks
        ]
        places = {cell[:2] for _, cell in self.shown}  # where an answer can replace a value
        given_letters = LETTERS & {cell[2] for cell in facts if cell[:2] in places}
        answer_letters = LETTERS - given_letters if output.facts else frozenset()
        self.shown += [(0, cell) for cell in facts if cell[2] in answer_letters]
        blank_letters = given_letters if len(given_letters) == 1 else frozenset()
        other_values = {BLANK} | blank_letters | answer_letters
        given_cells = [cell for cell in facts if cell[2] not in other_values]
        self.rows = overlay_cells([[BLANK] * size[1]] * size[0], given_cells)


def overlay_cells(rows: Board, cells: Iterable[CellAtom]) -> Board:
    """Return the rows with cells over them; raise a DisplayError for a cell that has no place.

    Such a cell lies outside of the rows, shares its place with another value, or is not written
    with numbers R and C and a V without quotes.
    """
    board = [row[:] for row in rows]
    for row, column, value in cells:
        atom = f"cell({row},{column},{value})"
        if not DRAWABLE_CELL.fullmatch(atom):
            expected = "expected cell(R,C,V) with numbers R and C, and V without quotes, such as b"
            raise DisplayError(f"{atom} fits no grid: {expected}")
        r, c = int(row), int(column)
        if not (0 <= r < len(rows) and 0 <= c < len(rows[0])):
            size = f"{len(rows)} rows and {len(rows[0])} columns, counted from 0"
            raise DisplayError(f"{atom} lies outside the board of {size}")
        if board[r][c] not in (rows[r][c], value):
            raise DisplayError(f"cell({r},{c},{board[r][c]}) and {atom}: one cell has two values")
        board[r][c] = value
    return board


def parse_cells(atoms: Sequence[ShownAtom]) -> Iterator[tuple[int | None, CellAtom]]:
    """Yield row, column and value of each cell(R,C,V), BLANK for a ".", with its literal."""
    # One call to write all symbols takes a tenth of the time of one call for each.
    separated = chain.from_iterable((symbol, clingo.Infimum) for _, symbol in atoms)
    texts = str(clingo.Function("", list(separated)))[1:-1].removesuffix(",#inf").split(",#inf,")
    if len(texts) != len(atoms):  # there are none, or some contain #inf
        texts = [str(symbol) for _, symbol in atoms]
    for (literal, symbol), text in zip(atoms, texts):
        if match := PLAIN_CELL.fullmatch(text):
            yield literal, (match[1], match[2], match[3])
        elif text.startswith("cell(") and symbol.match("cell", 3):
            row, column, value = map(str, symbol.arguments)
            yield literal, (row, column, BLANK if value == f'"{BLANK}"' else value)


def read_count(symbol: clingo.Symbol | None) -> int:
    """Return the number in a symbol; 0 if it is not a number above 0."""
    return max(symbol.number, 0) if symbol and symbol.type == clingo.SymbolType.Number else 0


def format_grid(rows: Sequence[Sequence[str]], longest: int = 0) -> str:
    """Return a grid as text, its columns aligned if the longest cell has several characters."""
    longest = longest or max(map(len, set(chain.from_iterable(rows))))
    if longest == 1:
        return "".join(["".join(row) + "\n" for row in rows])
    return "".join(["".join([f"{cell:>{longest + 1}}" for cell in row]) + "\n" for row in rows])


def compare_grids(first: Sequence[Sequence[str]], second: Sequence[Sequence[str]]) -> str:
    """Return two grids and a third with * where they differ, side by side."""
    differences = [["*" if a != b else "-" for a, b in zip(*rows)] for rows in zip(first, second)]
    longest = max(map(len, chain(*first, *second)))
    grids = [format_grid(rows, longest).splitlines() for rows in (first, second, differences)]
    return "\n".join("   ".join(lines) for lines in zip(*grids))


# ---------------------------------------------------------------- arguments and errors


class ProgramError(Exception):
    """Programs that cannot be used; each line of the text is a reason."""


class DisplayError(ProgramError):
    """A cell(R,C,V) of an answer set that no grid can show."""


def parse_arguments() -> tuple[list[str], int | None, float, bool]:
    """Return PROGRAMs, N, S and whether --json is there, without argparse, which takes 7 ms."""
    try:
        pairs, programs = gnu_getopt(sys.argv[1:], "h", ["help", "json", "models=", "time-limit="])
        texts = dict(pairs)
        if texts.keys() & {"-h", "--help"}:
            write(str(__doc__))
            os._exit(0)
        models = int(texts["--models"]) if "--models" in texts else None
        limit = float(texts.get("--time-limit", "inf"))
        if not (programs and all(programs) and (models or 0) >= 0 and limit > 0):
            raise ValueError
    except GetoptError as error:
        fail(f"error: {error}; --help explains")
    except ValueError:
        fail("error: expected PROGRAM, --models from 0, --time-limit above 0; --help explains")
    return programs, models, limit, "--json" in texts


def read_all_messages() -> None:
    """Keep clingo 5.8 from aborting where a message cuts a character of several bytes in two."""
    core: Any = clingo.core
    core._to_str = lambda text: core._ffi.string(text).decode(errors="replace")


def write(text: str) -> None:
    """Print to standard output at once; a closed pipe is not an error."""
    try:
        with open(1, "w", encoding="utf-8", newline="\n", closefd=False) as stdout:
            stdout.write(text)
    except OSError as error:
        if error.errno in CLOSED_PIPE:
            os._exit(0)
        fail(f"standard output: {error.strerror}")


def report(text: str) -> None:
    """Print lines to standard error, if that is open, with control characters escaped."""
    letters = (char if char.isprintable() or char == "\n" else repr(char)[1:-1] for char in text)
    with contextlib.suppress(OSError, AttributeError):
        sys.stderr.write("".join(letters) + "\n")


def fail(text: str) -> NoReturn:
    """Print the lines of an error message, and end with status 2."""
    report("\n".join(f"decode.py: {line}" for line in text.split("\n")))
    lab = os.path.join(os.path.dirname(__file__), "lab")
    if os.isatty(2) and os.path.isdir(lab) and (program := re.match(r"([^<]+?):\d+:\d+-", text)):
        report(f"plain words: python3 {lab.removeprefix(os.getcwd() + os.sep)} check {program[1]}")
    os._exit(2)


if __name__ == "__main__":
    main()
