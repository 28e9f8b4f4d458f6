"""roads: ASP and the other roads of race, and how ASP grows with the board; generator: generate
beside another program; corpus: beside a shell loop.
"""

import random
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import encode
from lab import ROOT, puzzles
from lab.common.terminal import TerminalTable, print_message, show_progress
from lab.common.words import format_size, get_size
from lab.lightup.counts import add_random_clues
from lab.lightup.rules import Board
from lab.solvers.rounds import compare_solvers, measure_success, time_in_turns

PUZZLE = puzzles.find_default_puzzle()
ROADS = [road for road in PUZZLE.roads if road not in ("walksat", "tactics")]  # they may give up
EXAMPLES = ("dom01", "dom05", "dom08", "dom10", "dom11")  # names in examples/, from 7x7 to 100x100
RANDOM_SIZES, LARGE_SIZE = (50, 100, 300), 1000  # rows of random boards; also with --large

SGT_LIGHTUP = shutil.which("sgt-lightup") or shutil.which("sgt-lightup", path="/usr/games")
DIFFICULTIES = ("easy", "tricky", "hard")
GENERATOR_ROWS = (  # size, difficulty of sgt-lightup, puzzles a process
    (7, 0, 500),
    (10, 1, 100),
    (14, 1, 100),
    (14, 2, 30),
    (25, 1, 20),
    (25, 2, 10),
)

CORPUS_SIZES = (7, 10, 14, 25)
COUNT, LARGE_COUNT = 200, 2000  # puzzles for lab corpus, and with --large
LOOP_COUNT = 10  # puzzles for the loop
GENERATE_SECONDS = 600.0  # seconds to make the puzzles, at most
LAB = [sys.executable, str(ROOT / "lab")]
LOOP = 'set -e; for file in "$1"/*; do "$0" encode.py "$file" | "$0" decode.py lightup.lp -; done'


def list_race_boards(large: bool) -> Iterator[tuple[str, Board]]:
    for name in EXAMPLES:
        board = encode.read_grid((PUZZLE.examples_folder / f"{name}.txt").read_bytes())
        yield f"{name} {format_size(get_size(board))}", board
    for size in (*RANDOM_SIZES, LARGE_SIZE) if large else RANDOM_SIZES:
        yield f"random {size}x{size}", make_random_board(size)


def make_random_board(size: int) -> Board:
    """Return a board with a fifth of its cells black, a clue on each, and a solution."""
    chance = random.Random(size)
    board = ["".join(chance.choices("x.", (1, 4), k=size)) for _ in range(size)]
    return add_random_clues(board, chance)


def compare_generators(large: bool) -> None:
    """Compare `lab generate` with Simon Tatham's generator in C, Debian's sgt-lightup.

    Its difficulties 0, 1 and 2 are nearest to easy, tricky and hard; both programs make boards with
    a fifth of their cells black.  Ours makes as many puzzles at once as there are processors, the
    other program one at a time.  `large` has no effect.
    """
    if not SGT_LIGHTUP:
        print_message("lab bench: sgt-lightup is not installed (Debian: apt install sgt-puzzles)")
    table = TerminalTable("{:18}{:>12}{:>12}{:>8}", "", "generate", "sgt-lightup", "ratio")
    for size, level, number in GENERATOR_ROWS:
        difficulty = DIFFICULTIES[level]
        options = f"--size={size}x{size} --density=0.2 --symmetry=rot2 --difficulty={difficulty}"
        ours = f"{sys.executable} -m lab generate {options} --count={number} --seed=1".split()
        programs = [(ours, number)]
        if SGT_LIGHTUP:
            theirs = [SGT_LIGHTUP, "--generate", str(number), f"{size}x{size}b20s2d{level}"]
            programs.append((theirs, number))
        name = f"{size}x{size} {difficulty}"
        times = time_in_turns(name, programs)
        ratios = [f"{times[0] / seconds:.2f}" for seconds in times[1:]]
        table.add_row(name, *(f"{seconds:.4f} s" for seconds in times), *ratios)


def compare_corpus(large: bool) -> None:
    """Compare `lab corpus` with a shell loop over encode.py and decode.py, in puzzles a second.

    Both find the verdict of each puzzle, with the proof.  The loop solves fewer puzzles: it needs
    as long for each.
    """
    headings = ("", "loop", "corpus", "ratio", "--rate")
    table = TerminalTable("{:10}{:>10}{:>10}{:>8}{:>10}", *headings)
    for size in CORPUS_SIZES:
        with tempfile.TemporaryDirectory() as folder:
            count = LARGE_COUNT if large else COUNT
            table.add_row(*measure_size(size, count, Path(folder)))


def measure_size(size: int, number: int, folder: Path) -> list[str]:
    """Return a row: the puzzles a second by each program, and the ratio of corpus to the loop.

    The puzzles are written into the folder.
    """
    name = f"{size}x{size}"
    show_progress(f"{name}: {number} puzzles are made")
    command = [*LAB, "generate", f"--size={name}", f"--count={number}", "--seed=1"]
    text = measure_success(command, GENERATE_SECONDS)
    (folder / "all.txt").write_text(text.stdout)
    (folder / "some").mkdir()
    for index, puzzle in enumerate(text.stdout.split("\n\n")[:LOOP_COUNT]):
        (folder / "some" / f"{index}.txt").write_text(puzzle.strip() + "\n")
    loop = ["sh", "-c", LOOP, sys.executable, str(folder / "some")]
    corpus = [*LAB, "corpus", str(folder / "all.txt")]
    programs = [(loop, LOOP_COUNT), (corpus, number), ([*corpus, "--rate"], number)]
    looped, solved, rated = (1 / seconds for seconds in time_in_turns(name, programs))
    return [name, f"{looped:.0f}/s", f"{solved:.0f}/s", f"{solved / looped:.1f}", f"{rated:.0f}/s"]


CHAPTERS: dict[str, Callable[[bool], None]] = {
    "roads": lambda large: compare_solvers(PUZZLE, ROADS, list_race_boards(large)),
    "generator": compare_generators,
    "corpus": compare_corpus,
}
