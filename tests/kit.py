"""What the tests share: functions that run programs of the kit, and that solve small boards."""

import contextlib
import csv
import io
import itertools
import multiprocessing
import os
import re
import runpy
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Any, TypeVar

import pytest
from hypothesis import settings, strategies
from pysat.solvers import Solver

import decode
import encode
from lab import Unusable, __main__, notations, puzzles
from lab.check.bank.assignment import Assignment
from lab.check.judges import run_judges
from lab.check.judges.examination import Examination
from lab.common import processes
from lab.delivery import deliveries
from lab.findings import Report
from lab.lightup import rules
from lab.runner.task_pool import TaskPool

decode.read_all_messages()  # as every process of the kit that reads programs

Test = TypeVar("Test", bound=Callable[..., None])
Done = subprocess.CompletedProcess[str]
Files = Mapping[Any, str | bytes | None]  # by names, or a ZipInfo; None for no file

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "examples"
DATA = Path(__file__).parent / "data"
FORKED = {"encode.py", "decode.py", "show"}  # where forks are safe
LATIN = ROOT / "lab" / "new" / "latin"
RIGHT_PROGRAMS = {  # of Light Up, by name
    path.stem: path
    for path in [*sorted((DATA / "lightup/right").glob("*.lp")), ROOT / "notebooks/pairs.lp"]
}
SOME_STUDENTS = (  # the others are left to the long tests
    *("blank-last-line", "const-forgotten", "include-outside", "parenthesis-open"),
    "white-cells-too",
)
LIGHT_UP, AMAZE = puzzles.find_default_puzzle(), puzzles.find_puzzle("amaze")


def find_folder(name: str) -> Path:
    """Return the folder of a puzzle that is not among those of --puzzle NAME."""
    return LATIN if name == "latin" else DATA / name


def needs(program: str) -> Callable[[Test], Test]:
    """Mark a test that needs a program which pip does not install.

    The test is skipped where the program is not on the PATH; pytest -m tools runs such tests alone.
    """
    absent = pytest.mark.skipif(not shutil.which(program), reason=f"{program} is not installed")
    return lambda test: pytest.mark.tools(absent(test))


def needs_module(name: str) -> Callable[[Test], Test]:
    """Mark a test that needs a module of an extra: a requirements.txt in a room of lab/.

    The test is skipped where that is not installed; pytest -m tools runs such tests alone.
    """
    absent = pytest.mark.skipif(not find_spec(name), reason=f"{name} is not installed")
    return lambda test: pytest.mark.tools(absent(test))


def long(*case: Any) -> Any:
    """Return a case of a test, marked as long."""
    return pytest.param(*case, marks=pytest.mark.long)


def long_except(cases: Iterable[str], *names: str) -> list[Any]:
    """Return the cases of a costly test, all but those of these names marked as long."""
    unknown = {*names} - {*(cases := list(cases))}
    assert not unknown, f"no cases of the test: {unknown}"
    return [case if case in names else long(case) for case in cases]


def budget(examples: int, **options: Any) -> settings:
    """Return the settings of a costly test: hypothesis draws 20 % of `examples`.

    In the profile `thorough`, which .ci/run takes too, it draws four times `examples`.
    """
    per_cent = settings().max_examples
    return settings(deadline=None, max_examples=examples * per_cent // 100, **options)


def run(program: str, *words: object, stdin: str = "", cwd: Path = ROOT) -> Done:
    """Run a Python program of the kit, or -m MODULE, as a process, and wait for its end."""
    if program in FORKED and processes.LINUX:
        return run_fork(program, *words, stdin=stdin, cwd=cwd)
    first = program if program == "-m" else str(ROOT / program)
    return run_process([sys.executable, first, *words], cwd, stdin)


def run_process(
    command: Iterable[object],
    cwd: Path = ROOT,
    stdin: str = "",
    *,
    timeout: float = 300,
    **variables: str,
) -> Done:
    """Run a command as a process, with these variables of the environment, and wait for its end."""
    return subprocess.run(
        list(map(str, command)),
        input=stdin,
        capture_output=True,
        cwd=cwd,
        env={**os.environ, **variables},
        timeout=timeout,
        text=True,
    )


def run_film(viz: Path, picture: str, cwd: Path, stdin: str = "") -> Done:
    """Run lab/pictures/film.py as lab does, and wait for its end."""
    command = [*processes.make_module_command("lab.pictures.film"), str(viz), picture, "1500"]
    return run_process(command, cwd, stdin)


def run_fork(program: str, *words: object, stdin: str, cwd: Path) -> Done:
    """Run a program in a fork of this process, which has loaded clingo: that starts sooner."""
    command = [str(ROOT / program), *map(str, words)]
    with (
        tempfile.TemporaryFile() as source,
        tempfile.TemporaryFile() as out,
        tempfile.TemporaryFile() as err,
    ):
        source.write(stdin.encode())
        source.seek(0)
        forks = multiprocessing.get_context("fork")
        process = forks.Process(target=run_as_main, args=(command, cwd, source, out, err))
        process.start()
        process.join(120)
        process.kill()  # if it goes on
        process.join()
        assert process.exitcode is not None, command
        return Done(command, process.exitcode, read_all(out), read_all(err))


def run_as_main(command: list[str], folder: Path, *streams: IO[bytes]) -> None:
    """Run a Python program in this process, which is a new one, with these three streams."""
    program, sys.argv = command[0], command
    sys.path.insert(0, str(Path(program).parent))
    os.chdir(folder)
    with redirect_streams(*streams):
        runpy.run_path(program, run_name="__main__")


def run_lab(*words: object, stdin: str | bytes = "", cwd: Path = ROOT) -> Done:
    """Do what `python3 -m lab WORDS` does, within this process, which is faster.

    Use run() instead for a command that ends by a signal or a time limit, and in a module with a
    pool: `lab check` and others that run programs kill all processes that theirs has started.
    """
    command = ["lab", *map(str, words)]
    with (
        tempfile.TemporaryFile() as source,
        tempfile.TemporaryFile() as out,
        tempfile.TemporaryFile() as err,
        pytest.MonkeyPatch.context() as patch,
    ):
        source.write(stdin.encode() if isinstance(stdin, str) else stdin)
        source.seek(0)
        patch.setattr(sys, "argv", command)
        patch.chdir(cwd)
        with redirect_streams(source, out, err):
            status = exit_status(__main__.main)
        return Done(command, status, read_all(out), read_all(err))


@contextlib.contextmanager
def redirect_streams(*files: IO[bytes]) -> Iterator[None]:
    """Put three files in place of stdin, stdout and stderr, also for processes started meanwhile.

    At the end the streams are put back, and the handlers of SIGINT and SIGTERM.
    """
    streams = sys.stdin, sys.stdout, sys.stderr
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    kept = [os.dup(number) for number in range(3)]
    try:
        for number, file in enumerate(files):
            os.dup2(file.fileno(), number)
        sys.stdin, sys.stdout, sys.stderr = (
            open(number, mode, buffering, encoding="utf-8", closefd=False)  # noqa: SIM115
            for number, mode, buffering in ((0, "r", -1), (1, "w", -1), (2, "w", 1))  # 1: by lines
        )
        yield
    finally:
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        sys.stdin, sys.stdout, sys.stderr = streams
        for number, copy in enumerate(kept):
            os.dup2(copy, number)
            os.close(copy)
        for number, handler in handlers.items():
            signal.signal(number, handler)


def write_files(folder: Path, files: Files) -> Path:
    """Write files by their names, below a folder; return the folder."""
    for name, data in files.items():
        if data is not None:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(data if isinstance(data, bytes) else data.encode())
    return folder


def write_zip(path: Path, files: Files, method: int = zipfile.ZIP_DEFLATED) -> Path:
    """Write a zip of files by their names; return its path."""
    with zipfile.ZipFile(path, "w", method) as archive:
        for name, data in files.items():
            if data is not None:
                archive.writestr(name, data)
    return path


def read_tree(folder: Path) -> dict[str, bytes | str | None]:
    """Return the bytes of each file below a folder, the targets of links, and None for folders."""
    return {
        str(path.relative_to(folder)): (
            os.readlink(path)
            if path.is_symlink()
            else path.read_bytes()
            if path.is_file()
            else None
        )
        for path in folder.rglob("*")
    }


def assert_refused(folder: Path, message: str, program: str, *words: object) -> None:
    """Assert that a program, or the command of the lab with this name, refuses its input there.

    It ends with status 2 and this message, prints nothing else, and leaves each byte in the folder
    as it was.
    """
    before = read_tree(folder)
    run_program = run if program in FORKED else run_lab
    done = run_program(program, *words, cwd=folder)
    assert (done.returncode, done.stdout) == (2, ""), (words, done)
    assert message in done.stderr, (words, done)
    assert "Traceback" not in done.stderr, (words, done)
    assert read_tree(folder) == before, words


def exit_status(main: Callable[[], int]) -> int:
    """Call a program's main; return its exit status."""
    try:
        return main()
    except SystemExit as end:
        assert isinstance(end.code, int)
        return end.code


def list_shown_commands(text: str) -> list[tuple[str, str]]:
    """Return the commands that a text shows after `    $ `, each with the output shown below it."""
    shown = re.findall(r"^    \$ (.*)\n((?:    (?!\$).*\n)*)", text, re.MULTILINE)
    return [(command, re.sub(r"(?m)^    ", "", output)) for command, output in shown]


def assert_commands_print(shown: list[tuple[str, str]], folder: Path, is_whole: bool) -> None:
    """Assert that commands, run in their order in a folder, end well and print what is shown.

    A line `...` stands for any lines.  If not is_whole, stderr is not looked at, nor is a command
    below which nothing is shown.
    """
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"  # python3 is this Python
    for command, output in shown:
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=folder,
            env={**os.environ, "PATH": path},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT if is_whole else subprocess.PIPE,
            text=True,
        )
        assert done.returncode == 0, (command, done.stdout, done.stderr)
        pattern = re.escape(output).replace(re.escape("...\n"), "(?s:.*)")
        if output or is_whole:
            assert re.fullmatch(pattern, done.stdout), (command, done.stdout)


def copy_kit(folder: Path, *left_out: str) -> Path:
    """Copy the kit, compiled modules included, without names that are left out; return the copy.

    Environments and packages that were installed in the kit's folder are never copied.
    """
    ignored = shutil.ignore_patterns(".*", "node_modules", "out", *left_out)
    return shutil.copytree(ROOT, folder, ignore=ignored)


def copy_without_checker(puzzle: Path, folder: Path) -> Path:
    """Copy a puzzle's folder without rules.lp, so that no boards are searched; return the copy.

    The search of all boards takes most of the time of a right program.
    """
    return shutil.copytree(puzzle, folder, ignore=shutil.ignore_patterns("rules.lp", "__pycache__"))


def nest_folders(folder: Path, depth: int, name: str = "deeper") -> None:
    """Make `depth` folders, each within the one before: even a path too long for a system call."""
    begin = os.open(folder, os.O_RDONLY)
    for _ in range(depth):
        os.mkdir(name, dir_fd=begin)
        inner = os.open(name, os.O_RDONLY, dir_fd=begin)
        os.close(begin)
        begin = inner
    os.close(begin)


def read_all(file: IO[bytes]) -> str:
    """Return all text of a file that was written to."""
    file.seek(0)
    return file.read().decode()


def read_table(text: str, delimiter: str = ",") -> list[dict[str, str]]:
    """Return the rows of a table of comma-separated values, by the names of their columns."""
    lines = io.StringIO(text.removeprefix("\ufeff"), newline="")
    return list(csv.DictReader(lines, delimiter=delimiter))


def read_terminal(terminal: int) -> str:
    """Return all text that is written on a terminal, by the number of its other end; closes it."""
    written = b""
    with contextlib.suppress(OSError):  # so Linux reports the end
        while chunk := os.read(terminal, 1 << 16):
            written += chunk
    os.close(terminal)
    return written.decode()


def read_messages(name: str) -> dict[str, str]:
    """Return programs, each with a part of the message on it, from a file of data/messages.

    Below the lines of a program, its message stands behind arrows; [...] is a heading.
    """
    text = re.sub(r"(?m)^\[.*\]\n\n", "", (DATA / "messages" / f"{name}.txt").read_text("utf-8"))
    cases = re.findall(r"((?:(?!    => ).*\n)+)((?:    => .*\n)+)", text)
    return {
        program.strip("\n"): " ".join(re.findall("=> (.*)", message)) for program, message in cases
    }


def read_places(text: str) -> list[tuple[int, int]]:
    """Return the row and column of each cell that a sentence names."""
    rows = re.findall(r"row (\d+), columns? (\d+(?:, \d+)*)", text)
    return [(int(r), int(c)) for r, columns in rows for c in columns.split(", ")]


def read_verdict(done: Done) -> str:
    """Return the verdict of lab check, without what this machine does not contain."""
    line, _, others = done.stderr.partition("\n")
    assert others == "", done
    return line.partition(", not contained: ")[0]


def examine_path(pool: TaskPool, assignment: Assignment, path: Path, most_rows: int = 0) -> Report:
    """Return the report on a program or delivery; what the delivery lacks is not a finding."""
    with deliveries.open_delivery(assignment.puzzle.name, path) as work:
        alone = work._replace(is_lone_program=True)
        return run_judges(Examination(pool, assignment, alone, most_rows=most_rows))


def assert_linear(work: Callable[[int], object], size: int) -> None:
    """Assert that the seconds of computing for some work grow as its size.

    Where rules, conflicts or cells can be counted, count these: nobody counts the steps of the
    patterns and the copies of texts that this is for.
    A sixteenth of the size is doubled until the work takes 0.01 s; if that does not happen in 12
    doublings, the test is skipped.  For 16 times as much the work may take 100 times as long, as
    large texts need memory that is slower by itself; work on all pairs would take 256 times.
    """

    def measure(size: int) -> float:
        start = time.process_time()
        work(size)
        return time.process_time() - start

    measure(size // 100)  # imports
    sizes = (size // 16 << doublings for doublings in range(13))
    short_size = next((size for size in sizes if measure(size) > 0.01), None)
    if short_size is None:
        pytest.skip(f"the work takes no 0.01 s, even at size {size << 8}")
    assert any(measure(16 * short_size) < 100 * measure(short_size) for _ in range(4))


def format_facts(text: str) -> str:
    """Return the facts of a grid, as encode.py prints them."""
    return encode.format_facts(encode.read_grid(text.encode()))


def any_text(most: int) -> strategies.SearchStrategy[str]:
    """Return a strategy that draws texts of up to `most` characters of any kind.

    In a new folder, strategies.text() would first try which characters UTF-8 has: two seconds.
    """
    numbers = strategies.integers(0, sys.maxunicode - 0x800)  # without the 0x800 surrogates
    characters = numbers.map(lambda number: chr(number if number < 0xD800 else number + 0x800))
    return strategies.lists(characters, max_size=most).map("".join)


def boards(height: int, width: int, cells: str = "....xx01234") -> strategies.SearchStrategy:
    """Return a strategy that draws boards of 1 to `height` rows and 1 to `width` columns.

    Each cell is drawn from `cells`; a character that occurs twice there is drawn more often.
    """
    return strategies.integers(1, width).flatmap(
        lambda columns: strategies.lists(
            strategies.text(cells, min_size=columns, max_size=columns), min_size=1, max_size=height
        )
    )


def solve_by_brute_force(board: list[str]) -> set[str]:
    """Return all solutions, as texts: of all placements of bulbs, those that keep the rules."""
    white = sorted(rules.find_white_cells(board))
    placements = itertools.product(".b", repeat=len(white))
    candidates = (fill_cells(board, dict(zip(white, bulbs))) for bulbs in placements)
    return {join_grid(candidate) for candidate in candidates if rules.is_solved(candidate)}


def solve_by_sat(board: list[str]) -> Iterator[str]:
    """Yield all solutions, as texts, found by a SAT solver on clauses that are made here.

    lab/lightup/rules.py judges each of them.
    """
    variable = {
        cell: number for number, cell in enumerate(sorted(rules.find_white_cells(board)), start=1)
    }
    runs = rules.list_runs(board)
    with Solver("cadical153") as solver:
        for cell in variable:
            solver.add_clause([variable[c] for run in runs if cell in run for c in run])
        for run in runs:
            for a, b in itertools.combinations(run, 2):
                solver.add_clause([-variable[a], -variable[b]])
        for cell in rules.find_cells(board, rules.CLUES):
            clue = int(board[cell[0]][cell[1]])
            beside = [variable[c] for c in rules.list_neighbours(board, cell)]
            for group in itertools.combinations(beside, clue + 1):
                solver.add_clause([-v for v in group])
            for group in itertools.combinations(beside, max(len(beside) - clue + 1, 0)):
                solver.add_clause(list(group))
        while solver.solve():
            model = solver.get_model()
            bulbs = {cell: "b" if number in model else "." for cell, number in variable.items()}
            solution = fill_cells(board, bulbs)
            assert rules.is_solved(solution)
            yield join_grid(solution)
            solver.add_clause([-literal for literal in model])


def fill_cells(board: list[str], cells: dict[tuple[int, int], str]) -> list[str]:
    """Return the board with other characters in some cells."""
    return [
        "".join(cells.get((r, c), cell) for c, cell in enumerate(row))
        for r, row in enumerate(board)
    ]


def join_grid(board: list[str]) -> str:
    """Return a board as text, a line for each row."""
    return "".join(row + "\n" for row in board)


def make_reader(puzzle: puzzles.Puzzle) -> Callable[..., list[Any]]:
    """Return a function that reads boards of a puzzle: reader(puzzle)(data, name, notation)."""

    def read_boards(data: bytes, name: str, notation: str | None = None) -> list[Any]:
        return notations.Source(name, data, puzzle).read_boards(notation)

    return read_boards


def assert_complaint(read: Callable[[bytes, str, str | None], object], path: Path) -> None:
    """Assert that reading a file raises the error in the .error file beside it.

    The file's name begins with its notation; it is read with this notation, then without.
    """
    beginning = f"FILE:{path.with_suffix('.error').read_text().rstrip()}"
    for notation in (path.stem.split("-")[0], None):
        with pytest.raises(Unusable) as error:
            read(path.read_bytes(), "FILE", notation)
        assert str(error.value).startswith(beginning)
        assert ", expected " in str(error.value)
        assert "\n" not in str(error.value)
