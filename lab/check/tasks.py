"""What is done in a confined process, and what comes back as JSON."""

import contextlib
import io
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from typing import Any

import clingo

import decode
from lab import confine

WANTED = 600  # boards; more than the 2 ** 9 that nine white cells allow


# ---------------------------------------------------------------- encode.py


def encoded(script: str, grid: str, folder: str) -> dict[str, Any]:
    """What a script makes of a grid (latin-1 text) on its standard input, in a new folder."""
    with (
        tempfile.TemporaryFile() as given,
        tempfile.TemporaryFile() as stdout,
        tempfile.TemporaryFile() as stderr,
    ):
        given.write(grid.encode("latin-1"))
        given.seek(0)
        confine.leave_the_world()
        status = subprocess.run(
            [sys.executable, "-B", script],
            stdin=given,
            stdout=stdout,
            stderr=stderr,
            cwd=tempfile.mkdtemp(dir=folder),
            preexec_fn=guarded,
            start_new_session=True,
            check=False,
        ).returncode
        streams = {"stdout": written(stdout), "stderr": written(stderr)}
        return {"status": status, **streams}


def guarded() -> None:
    confine.die_with_parent()
    confine.end_when_overdue()


def written(stream: Any) -> str:
    stream.seek(0)
    return str(stream.read(confine.OUTPUT).decode(errors="replace"))


# ---------------------------------------------------------------- answers


class Lenient(decode.Program):
    """A program whose answers are read as they are, whatever they are: a grid is the text of
    the cell(R,C,b) that are shown, wherever they lie.  Of the answer at hand, `atoms` are true
    and `shown` is shown."""

    atoms: set[clingo.Symbol]
    shown: Sequence[clingo.Symbol] = ()

    def grid(self, model: clingo.Model) -> str:
        self.atoms = set(model.symbols(atoms=True))
        self.shown = model.symbols(shown=True)
        return " ".join(sorted(str(symbol) for symbol in self.shown if bulb(symbol)))

    def _size(self) -> tuple[int, int]:
        return 0, 0


def bulb(symbol: clingo.Symbol) -> bool:
    cell = decode.CELL.match(str(symbol))
    return bool(cell and cell[3] == decode.BULB)


def signature(symbol: clingo.Symbol) -> str:
    if symbol.type != clingo.SymbolType.Function:
        return str(symbol)
    return f"{symbol.name}/{len(symbol.arguments)}"


def answers(path: str, facts: str) -> dict[str, Any]:
    return answers_of([path], facts)


def answers_of(paths: list[str], text: str) -> dict[str, Any]:
    """All distinct answers of programs, one more of them a text, each a list of cell(R,C,b).

    `complete`: there are no more.  `differing`: the atoms in which two answer sets differ that
    show the same bulbs, None without such.  `optimises`: only the best are answers.
    """
    with quiet():
        program = Lenient(paths, text=text)
        found = Found(program)
        if program.optimises:
            program.solve(found.improve)
            if found.cost is not None:
                cost = decode.numbers(found.cost, ",")
                program.solve(found.collect, opt_mode=f"enum,{cost}")
        else:
            program.solve(found.collect)
    return {
        "answers": [grid.split() for grid in found.grids],
        "complete": len(found.grids) < WANTED,
        "differing": found.differing,
        "optimises": program.optimises,
        "shows": sorted({signature(symbol) for symbol in program.shown}),
    }


def all_answers(paths: list[str], facts: str) -> list[dict[str, Any]]:
    """The same of several programs that are trusted."""
    return [answers(path, facts) for path in paths]


class Found:
    """Answers collected, each board twice at most."""

    def __init__(self, program: Lenient) -> None:
        self.program = program
        self.grids: dict[str, set[clingo.Symbol]] = {}
        self.differing: list[str] | None = None
        self.cost: Any = None

    def improve(self, answer: decode.Answer) -> bool:
        self.cost = answer.cost
        return True

    def collect(self, answer: decode.Answer) -> bool:
        atoms = self.program.atoms
        if answer.grid in self.grids:
            self.differing = sorted(map(str, atoms ^ self.grids[answer.grid]))[:5]
            answer.exclude()
            return True
        self.grids[answer.grid] = atoms
        return len(self.grids) < WANTED


def solved(paths: list[str]) -> dict[str, Any]:
    """Two different solutions of programs, as decode.py finds them, and what that took."""
    with quiet():
        search = decode.Search(paths)
        search.run()
    assert search.program
    figures: Any = search.program.control.statistics["problem"]["lp"]
    return {
        "grids": list(search.grids),
        "repeats": search.repeats,
        "rules": int(figures["rules"]),
        "grounding": search.seconds["grounding"],
        "solving": search.seconds["solving"],
    }


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Without clingo's remarks, which decode.py tells."""
    with contextlib.redirect_stderr(io.StringIO()):
        yield
