"""`lab generate`: every puzzle is what was wished for, by other means than those that made it."""

import argparse
import contextlib
import io
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from operator import floordiv, mod
from pathlib import Path

import pytest

from lab.common import processes
from lab.lightup import generate as command
from lab.lightup import rules
from lab.lightup.counts import draw_bulbs
from lab.lightup.generate.cores import STOCK, draw_around_core, place_core
from lab.lightup.generate.deduction import Deduction
from lab.lightup.generate.layout import Layout, draw_layout
from lab.lightup.generate.shape import Shape
from lab.lightup.generate.sketches import Effort
from lab.lightup.hint.reasoning import Reasoning, rate_board
from tests.kit import EXAMPLES, ROOT, Done, join_grid, long, long_except, run_lab, solve_by_sat

Board = list[str]
Images = Callable[[int, int, int, int], list[tuple[int, int]]]
IMAGES: dict[str, Images] = {  # of a cell r,c in a board whose last row is h and last column is w
    "none": lambda r, c, h, w: [],
    "rot2": lambda r, c, h, w: [(h - r, w - c)],
    "rot4": lambda r, c, h, w: [(c, h - r)],
    "ref2": lambda r, c, h, w: [(r, w - c)],
    "ref4": lambda r, c, h, w: [(r, w - c), (h - r, c)],
}
CORES = [core.split() for core in STOCK.read_text().split("\n\n")]
SMALLER = {"easy": "", "tricky": "ABC", "hard": "ABCD", "search": "ABCDEFGH"}
SOLVING = {"easy": "ABC", "tricky": "ABCD", "hard": "ABCDEFGH", "search": "ABCDEFGHS"}


def generate(*arguments: object, stdin: str = "", cwd: Path = ROOT) -> Done:
    return run_lab("generate", *arguments, stdin=stdin, cwd=cwd)


def generate_boards(*arguments: object) -> list[Board]:
    """The boards on standard output."""
    with contextlib.redirect_stdout(io.StringIO()) as stdout:
        assert run_in_process(*arguments) == 0
    return [puzzle.split() for puzzle in stdout.getvalue().split("\n\n")]


def run_in_process(*arguments: object) -> int:
    """The status, without the start of a process."""
    parser = argparse.ArgumentParser()
    command.arguments(parser)
    return command.run(parser.parse_args([str(word) for word in arguments]))


def find_solutions(board: Board, most: int = 2) -> list[str]:
    return [solution for solution, _ in zip(solve_by_sat(board), range(most))]


def count_black(board: Board) -> int:
    return len(rules.find_cells(board, rules.BLACK))


def list_boards_without_one(board: Board) -> Iterator[Board]:
    """The board with one clue less, for each of them."""
    for r, c in rules.find_cells(board, rules.CLUES):
        yield [*board[:r], f"{board[r][:c]}x{board[r][c + 1 :]}", *board[r + 1 :]]


def is_solved_by(board: Board, tactics: str) -> bool:
    reasoning = Reasoning(board, tactics)
    list(reasoning.take_steps())
    return reasoning.is_complete


# ---------------------------------------------------------------- what was wished for


@pytest.mark.parametrize(
    ("size", "symmetry", "density", "expected"),
    [  # the last one is the number of black cells
        ("1x1", "none", 0.25, 0),
        long("1x2", "none", 0.25, 1),
        long("2x1", "ref2", 0.25, 1),
        ("1x9", "ref2", 0.25, 2),
        long("31x1", "rot2", 0.2, 6),
        ("2x3", "none", 0.25, 2),
        long("3x8", "rot2", 0.25, 6),
        ("7x7", "none", 0.25, 12),
        ("7x7", "rot4", 0.25, 12),
        ("6x6", "rot4", 0.25, 8),  # 9 is not a multiple of 4: 8 and 12 are possible
        ("5x5", "rot4", 0.2, 5),
        ("7x6", "ref4", 0.3, 12),  # 12.6: 12 is nearer than 14, 13 is impossible
        long("9x5", "ref4", 0.2, 9),
        long("8x7", "ref2", 0.1, 6),
        long("10x10", "none", 0.08, 8),
        ("12x9", "rot2", 0.6, 64),  # 64.8
        long("17x23", "none", 0.2, 78),
        ("5x5", "none", 0.96, 24),
    ],
)
def test_every_puzzle_has_one_solution_and_the_shape_that_was_asked_for(
    size: str, symmetry: str, density: float, expected: int
) -> None:
    arguments = ["--size", size, "--symmetry", symmetry, "--density", density]
    boards = generate_boards(*arguments, "--seed=1", "--count=4")
    assert len(boards) == 4
    for board in boards:
        h, w = len(board), len(board[0])
        assert (f"{h}x{w}", count_black(board)) == (size, expected)
        assert len(find_solutions(board)) == 1
        for r, c in rules.find_cells(board, rules.BLACK):
            for y, x in IMAGES[symmetry](r, c, h - 1, w - 1):
                assert board[y][x] in rules.BLACK


@pytest.mark.parametrize("amount", ["few", long("many"), long("all")])
@pytest.mark.parametrize("size", ["5x6", long("8x8")])
@pytest.mark.parametrize("difficulty", ["easy", "tricky", "hard"])
def test_the_difficulty_is_exact(difficulty: str, size: str, amount: str) -> None:
    arguments = ["--size", size, "--difficulty", difficulty, "--clues", amount]
    for board in generate_boards(*arguments, "--seed=2", "--count=3"):
        assert rate_board(board).label == difficulty
        assert not is_solved_by(board, SMALLER[difficulty])
        assert len(find_solutions(board)) == 1


@pytest.mark.parametrize("arguments", [[], long(["--symmetry=rot2", "--size=6x11"])])
def test_few_leaves_no_clue_that_could_be_taken_away(arguments: list[str]) -> None:
    for board in generate_boards("--size=9x9", *arguments, "--clues=few", "--seed=3", "--count=3"):
        assert len(find_solutions(board)) == 1
        for fewer in list_boards_without_one(board):
            assert len(find_solutions(fewer)) == 2


@pytest.mark.parametrize("difficulty", ["tricky", long("easy"), long("hard")])
def test_few_leaves_no_clue_that_could_go_at_this_difficulty(difficulty: str) -> None:
    for board in generate_boards(
        "--size=7x7", "--difficulty", difficulty, "--clues=few", "--seed=4"
    ):
        for fewer in list_boards_without_one(board):
            assert not is_solved_by(fewer, SOLVING[difficulty])


@pytest.mark.parametrize(
    ("size", "symmetry", "seed", "count", "expected"),
    [
        long("10x11", "none", 5, 2, 28),
        ("8x8", "rot4", 1, 1, 16),
        long("9x9", "rot2", 1, 2, 20),
        long("7x8", "ref4", 1, 2, 14),
        long("15x15", "ref4", 1, 2, 56),
        long("30x30", "none", 7, 2, 225),
    ],
)
def test_no_tactics_solve_search(
    size: str, symmetry: str, seed: int, count: int, expected: int
) -> None:
    arguments = ["--size", size, "--symmetry", symmetry, "--seed", seed, "--count", count]
    for board in generate_boards("--difficulty=search", *arguments):
        assert rate_board(board).label == "search"
        assert len(find_solutions(board)) == 1
        assert count_black(board) == expected


@pytest.mark.parametrize("number", [0, 1, *map(long, range(2, len(CORES)))])
def test_a_core_can_only_be_searched(number: int) -> None:
    core = CORES[number]
    assert not is_solved_by(core, SOLVING["hard"])
    assert len(find_solutions(core)) == 1


@pytest.mark.long
@pytest.mark.parametrize(
    ("size", "symmetry", "seeds"), [(12, "none", range(3)), (16, "rot2", range(3))]
)
def test_cells_around_a_core_are_solved_and_do_not_help_in_it(
    size: int, symmetry: str, seeds: Iterable[int]
) -> None:
    shape = Shape(size, size, 0.25, symmetry)
    for seed in seeds:
        sketch = draw_around_core(shape, random.Random(seed), Effort(shape.cell_count))
        board = draw_layout(sketch.layout, sketch.clues)
        left = Deduction(sketch.layout, sketch.clues, "DH").open_cells
        rows, columns = ({place(cell - 1, size) for cell in left} for place in (floordiv, mod))
        assert max(max(rows) - min(rows), max(columns) - min(columns)) < 9  # they are in the core
        assert rate_board(board).label == "search"
        assert len(find_solutions(board)) == 1


@pytest.mark.parametrize(
    ("symmetry", "top", "left", "is_placed"),
    [
        ("none", 0, 4, True),
        ("rot2", 3, 2, True),  # its own image
        ("rot2", 2, 2, True),  # its image is below it
        ("rot2", 3, 1, False),  # its image shares two of its columns
        ("ref4", 2, 1, False),
        ("rot4", 2, 2, False),  # its images share the quarters of a square of 4x4
    ],
)
def test_symmetric_images_do_not_overlap(
    symmetry: str, top: int, left: int, is_placed: bool
) -> None:
    core = place_core(["....", "...."], top, left, Shape(8, 8, 0.25, symmetry))
    assert bool(core) == is_placed


def test_many_is_between_few_and_all() -> None:
    numbers = {}
    for amount in ("few", "many", "all"):
        [board] = generate_boards("--size=12x12", "--clues", amount, "--seed=5")
        numbers[amount] = len(rules.find_cells(board, rules.CLUES))
    few, many = numbers["few"], numbers["many"]
    assert numbers["all"] == 36
    assert few < many == few + (36 - few) // 2


@pytest.mark.long
def test_a_large_board() -> None:
    [board] = generate_boards("--size=50x30", "--difficulty=tricky", "--seed=6")
    assert (len(board), len(board[0]), count_black(board)) == (50, 30, 375)
    assert len(find_solutions(board)) == 1


# ---------------------------------------------------------------- seeds


@pytest.mark.parametrize(("count", "hash_seed"), [(2, "1"), long(4, "2"), long(3, "random")])
def test_the_same_seed_makes_the_same_puzzles(count: int, hash_seed: str) -> None:
    whole, part = make_in_a_process(4, "0"), make_in_a_process(count, hash_seed)
    assert len(set(whole)) == 4
    assert part == whole[:count]


def make_in_a_process(count: int, hash_seed: str) -> list[str]:
    """Return boards that a process makes in which texts have these hash values."""
    arguments = ["-m", "lab", "generate", "--size=8x9", "--seed=7", "--clues=few"]
    program = [sys.executable, *arguments, f"--count={count}"]
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    output = subprocess.check_output(program, cwd=ROOT, env=environment, text=True)
    return [puzzle.strip() for puzzle in output.split("\n\n")]


@pytest.mark.skipif(not processes.LINUX, reason="only Linux takes processors from a process")
def test_each_number_of_processors_makes_the_same_puzzles() -> None:
    arguments = "--size=6x6", "--seed=2", "--count=7"
    made, processors = generate_boards(*arguments), os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(processors)})
    try:
        assert generate_boards(*arguments) == made
    finally:
        os.sched_setaffinity(0, processors)
    assert len(made) == 7


def test_a_seed_that_was_not_given_is_printed() -> None:
    done = generate("--size=6x6")
    seed = re.fullmatch(r"seed (\d+)\n", done.stderr)
    assert seed
    assert generate("--size=6x6", "--seed", seed[1]).stdout == done.stdout
    assert generate("--size=6x6").stdout != done.stdout


# ---------------------------------------------------------------- impossible options


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--size=4x4", "--density=1"], "all cells would be black"),
        (["--size=100x100", "--density=0"], "a board of white cells has several solutions"),
        (["--size=1x2", "--symmetry=rot2"], "a board of white cells has several solutions"),
        (["--size=2x2", "--difficulty=hard"], "no such puzzle was found"),
        (["--size=4x4", "--difficulty=search"], "no such puzzle was found"),
    ],
)
def test_impossible_options_are_refused(arguments: list[str], message: str, tmp_path: Path) -> None:
    for target in ([], ["-o", tmp_path / "set"])[: 1 + ("--symmetry=rot2" in arguments)]:
        done = generate(*arguments, "--seed=1", *target)
        assert (done.returncode, done.stdout, list(tmp_path.iterdir())) == (1, "", [])
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


def test_the_time_limit_ends_it_with_what_was_made() -> None:
    done = generate("--size=30x30", "--count=1000", "--seed=1", "--time-limit=0.2")
    assert done.returncode == 3
    puzzles = [puzzle for puzzle in done.stdout.split("\n\n") if puzzle]
    assert re.fullmatch(
        rf"the time limit of 0\.2 s came, after {len(puzzles)} of 1000 puzzles\n", done.stderr
    )
    assert all(len(puzzle.split()) == 30 for puzzle in puzzles)


# ---------------------------------------------------------------- where they go


def test_a_notation_without_oblong_boards_is_refused_first(tmp_path: Path) -> None:
    done = generate("--size=5x6", "--seed=1", "--to=inf432", "-o", tmp_path / "set")
    assert (done.returncode, done.stdout) == (2, "") and not list(tmp_path.iterdir())
    message = "found 5 rows and 6 columns, but all boards of this notation are square"
    assert done.stderr == f"lab generate: {message}\n"


def test_puzzles_are_printed_as_they_are_made_until_nobody_reads() -> None:
    program = [sys.executable, "-m", "lab", "generate", "--size=7x7", "--count=100000", "--seed=1"]
    with subprocess.Popen(program, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdout
        rows = [process.stdout.readline() for _ in range(7)]
        assert len(find_solutions("".join(rows).split())) == 1
        process.stdout.close()
        assert process.wait(timeout=120) == 0


@pytest.mark.parametrize("notation", ["tatham", long("puzzlink"), long("facts")])
def test_other_notations_are_those_of_convert(notation: str) -> None:
    arguments = ["--size=6x8", "--seed=2", "--count=3"]
    puzzles = generate(*arguments).stdout
    converted = run_lab("convert", "--to", notation, stdin=puzzles)
    assert converted.returncode == 0
    assert generate(*arguments, "--to", notation).stdout == converted.stdout


def test_a_folder_has_puzzles_solutions_and_an_index(tmp_path: Path) -> None:
    folder = tmp_path / "set"
    arguments = ["--size=6x7", "--difficulty=tricky", "--seed=3", "--count=3"]
    done = generate(*arguments, "-o", folder)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    boards = generate_boards(*arguments)
    lines = [line.split("\t") for line in (folder / "index.txt").read_text().splitlines()]
    assert lines[0] == ["name", "size", "clues", "bulbs", "difficulty", "seed"]
    for number, board in enumerate(boards, start=1):
        solution = (folder / f"sol0{number}.txt").read_text()
        assert (folder / f"dom0{number}.txt").read_text() == join_grid(board)
        assert find_solutions(board) == [solution]
        clue_count = str(len(rules.find_cells(board, rules.CLUES)))
        bulbs = str(solution.count("b"))
        assert lines[number] == [f"dom0{number}", "6x7", clue_count, bulbs, "tricky", f"3 {number}"]
    assert len(list(folder.iterdir())) == 7


def test_the_index_says_how_difficult_any_puzzle_is(tmp_path: Path) -> None:
    generate("--size=8x8", "--clues=few", "--seed=4", "--count=3", "-o", tmp_path)
    labels = [line.split("\t")[4] for line in (tmp_path / "index.txt").read_text().splitlines()]
    boards = [path.read_text().split() for path in sorted(tmp_path.glob("dom*"))]
    assert labels[1:] == [rate_board(board).label for board in boards]
    assert len(set(labels[1:])) > 1


def test_an_interruption_leaves_whole_files_and_their_index(tmp_path: Path) -> None:
    folder = tmp_path / "set"
    arguments = ["--size=15x15", "--count=9999", "--seed=1", "-o", str(folder)]
    program = [sys.executable, "-m", "lab", "generate", *arguments]
    with subprocess.Popen(program, stderr=subprocess.PIPE, text=True, cwd=ROOT) as process:
        while not (folder / "dom0005.txt").exists():
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=120) == 130
        assert process.stderr and process.stderr.read() == ""  # which no process holds open
    made = sorted(path.name for path in folder.glob("dom*"))
    assert len((folder / "index.txt").read_text().splitlines()) == len(made) + 1
    assert len(list(folder.iterdir())) == 2 * len(made) + 1
    assert all(len(path.read_text()) == 240 for path in folder.glob("???0*.txt"))


@pytest.mark.parametrize("interrupted", [1, 2, 3])
def test_ctrl_c_leaves_no_puzzle_without_its_solution_and_its_line_of_the_index(
    interrupted: int, tmp_path: Path
) -> None:
    program = (
        "import itertools, runpy, signal, sys\n"
        "numbers = itertools.count(1)\n"
        "def interrupt(event, _):\n"
        f"    if event == 'os.rename' and next(numbers) == {interrupted}:\n"
        "        signal.raise_signal(signal.SIGINT)\n"
        "sys.addaudithook(interrupt)\n"
        "runpy.run_module('lab', run_name='__main__')\n"
    )
    options = "generate", "--size=5x5", "--seed=1", "-o", tmp_path / "set"
    done = subprocess.run([sys.executable, "-c", program, *options], cwd=ROOT)
    assert done.returncode == 130
    names = sorted(path.name for path in (tmp_path / "set").iterdir())
    assert names == ["dom01.txt", "index.txt", "sol01.txt"]
    assert len((tmp_path / "set/index.txt").read_text().splitlines()) == 2


# ---------------------------------------------------------------- a class set


def test_each_name_has_a_puzzle_of_its_own(tmp_path: Path) -> None:
    names = tmp_path / "names.txt"
    names.write_text("anna\r\n\nMüller, B.\n" + "s1234567\n", encoding="utf-8")
    arguments = ["--size=6x6", "--difficulty=easy"]
    assert generate(*arguments, "--for", names, "-o", tmp_path / "set").returncode == 0
    boards = [(tmp_path / "set" / f"dom-{name}.txt").read_text() for name in NAMES]
    assert len(set(boards)) == 3
    assert all(rate_board(board.split()).label == "easy" for board in boards)
    alone = generate(*arguments, "--for=-", stdin="s1234567\n")
    assert alone.stdout == boards[2]
    assert generate(*arguments, "--for=-", "--seed=1", stdin="s1234567\n").stdout != boards[2]


NAMES = ("anna", "Müller, B.", "s1234567")


@pytest.mark.parametrize("number", [6, long(12)])  # there are 9 such puzzles
def test_a_class_set_has_no_puzzle_twice(number: int) -> None:
    names = "".join(f"student{student}\n" for student in range(number))
    done = generate("--size=1x4", "--density=0.5", "--clues=all", "--for=-", stdin=names)
    puzzles = done.stdout.split("\n\n")
    assert len({puzzle.strip() for puzzle in puzzles}) == len(puzzles) == min(number, 9)
    assert done.returncode == (number > 9)
    assert (f"after 9 of {number} puzzles" in done.stderr) == (number > 9)


@pytest.mark.parametrize(
    ("names", "message"),
    [
        ("", "<stdin>:1:1: found no name, expected one a line"),
        ("anna\n../bob\n", "<stdin>:2:1: found '.', expected letters, digits"),
        ("anna\n a/b\n", "<stdin>:2:3: found '/', expected letters, digits"),
        ("anna\nBob\nbob\n", "<stdin>:3:1: found 'bob', expected a new name: 'Bob' is in line 2"),
        ("a\0b\n", "<stdin>:1:2: found '\\x00', expected letters, digits"),
        ("\u0301a\n", "<stdin>:1:1: found '\\u0301', expected letters, digits"),
        ("'a\n", '<stdin>:1:1: found "\'", expected letters, digits'),
    ],
)
def test_names_that_cannot_name_files(names: str, message: str, tmp_path: Path) -> None:
    done = generate("--size=5x5", "--for=-", "-o", tmp_path / "set", stdin=names)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"lab generate: {message}")
    assert list(tmp_path.iterdir()) == []


def test_names_of_all_scripts_name_files(tmp_path: Path) -> None:
    names = ["Jose\u0301", "अनीता", "O'Brien", "O\u2019Brien", "漢" * 66]
    arguments = ["--size=5x5", "--for=-", "-o", tmp_path / "set"]
    assert generate(*arguments, stdin="\n".join(names)).returncode == 0
    made = {path.name for path in (tmp_path / "set").glob("dom*")}
    assert made == {f"dom-{name}.txt" for name in ["Jos\u00e9", *names[1:]]}


# ---------------------------------------------------------------- the examples

INDEX = [line.split("\t") for line in (EXAMPLES / "index.txt").read_text().splitlines()]
SEEDED = {name: values for name, *values in INDEX if "--seed" in values[-1]}


@pytest.mark.parametrize("largest", [7, long(25)])  # that is rated
def test_the_index_of_the_examples_is_true(largest: int) -> None:
    assert {path.stem for path in EXAMPLES.glob("*.txt") if path.stem[:3] != "sol"} == {
        "index",
        *(line[0] for line in INDEX[1:]),
    }
    for name, size, clue_count, bulbs, difficulty, _ in INDEX[1:]:
        board = (EXAMPLES / f"{name}.txt").read_text().split()
        assert size == f"{len(board)}x{len(board[0])}"
        assert clue_count == str(len(rules.find_cells(board, rules.CLUES)))
        if bulbs != "-":
            solution = EXAMPLES / f"{name.replace('dom', 'sol')}.txt"
            assert bulbs == str(solution.read_text().count("b"))
        if difficulty in SOLVING and len(board) <= largest:
            assert rate_board(board).label == difficulty


def test_the_series_is_graded() -> None:
    labels = [line[4] for line in INDEX[1:]]
    assert set(SOLVING) < set(labels)
    assert [line[1] for line in INDEX[3:] if line[1] in ("5x5", "100x100")] == ["5x5", "100x100"]


@pytest.mark.parametrize("name", long_except(SEEDED, "dom03", "dom06"))
def test_the_examples_can_be_made_again(name: str) -> None:
    size, *_, arguments = SEEDED[name]
    if size in ("60x45", "100x100"):
        pytest.skip("takes its time")
    assert generate(*arguments.split()).stdout == (EXAMPLES / f"{name}.txt").read_text()


# ---------------------------------------------------------------- the deduction


FURTHER = {"": "ABC", "D": "ABCD", "DH": "ABCDH"}
REVEALING = (  # seeds of boards on which
    84,  # D needs both places that the corner does not see, but one is lit
    152,
    213,  # H would conclude more if it used D
    237,
)


@pytest.mark.parametrize("first", [0, *map(long, range(1, 6))])
@pytest.mark.parametrize("further", long_except(FURTHER, "DH"))
def test_the_deduction_concludes_what_the_tactics_conclude(further: str, first: int) -> None:
    some = ((n, n % 4 == 0) for n in range(first, 40, 6))
    for seed, narrow in [*some, *((n, False) for n in REVEALING)]:
        layout, values, order = sketch_board(random.Random(seed), narrow)
        chosen = {clue: values[clue] for clue in order[: len(order) * 2 // 3]}
        deduction = Deduction(layout, chosen, further)
        assert deduction.open_cells == open_after_hint(layout, chosen, further)


@pytest.mark.parametrize("further", long_except(FURTHER, "DH"))
def test_a_clue_goes_if_nothing_is_lost_with_it(further: str) -> None:
    outcomes = set()
    for seed in range(150):
        layout, values, order = sketch_board(random.Random(seed))
        deduction = Deduction(layout, values, further)
        kept = dict(values)
        for clue in order if not deduction.open_cells else []:
            fewer = {c: value for c, value in kept.items() if c != clue}
            goes = not Deduction(layout, fewer, further).open_cells
            assert deduction.remove_if_spare(clue) == goes
            kept = fewer if goes else kept
            outcomes.add(goes)
            assert deduction.open_cells == []
    assert outcomes == {True, False}


def sketch_board(
    chance: random.Random, narrow: bool = False
) -> tuple[Layout, dict[int, int], list[int]]:
    """A random board, the clues of a solution, and an order of them."""
    height, width = chance.randint(1, 8), chance.randint(2, 8)
    height, width = (20, 1) if narrow else (height, width)
    density = chance.choice((0.1, 0.2, 0.3, 0.4))
    rows = ["".join(chance.choices(".x", (1 - density, density), k=width)) for _ in range(height)]
    layout = Layout(rows)
    bulbs = draw_bulbs(layout.across, layout.down, chance)
    values = {black: len(bulbs.intersection(beside)) for black, beside in layout.beside.items()}
    return layout, values, chance.sample(list(values), len(values))


def open_after_hint(layout: Layout, values: dict[int, int], further: str) -> list[int]:
    """Return what hint leaves open."""
    reasoning = Reasoning(draw_layout(layout, values), FURTHER[further])
    list(reasoning.take_steps())
    cells = enumerate("".join(reasoning.board), start=1)
    return [number for number, cell in cells if cell == "."]
