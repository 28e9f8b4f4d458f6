"""Compares `lab generate` with Simon Tatham's generator in C, which Debian has as sgt-lightup.

Its difficulties 0, 1 and 2 are nearest to easy, tricky and hard; both programs make boards with
a fifth of their cells black.  A figure is the seconds for one puzzle: the median of several runs,
each divided by its number of puzzles; the two programs take turns.  Ours makes as many puzzles
at once as there are processors, the other program one at a time.
"""

import shutil
import sys
from statistics import median

import decode
from lab.common.measure import measure
from lab.common.terminal import Table, show_progress

RIVAL = shutil.which("sgt-lightup") or shutil.which("sgt-lightup", path="/usr/games")
LEVELS = ("easy", "tricky", "hard")
ROUNDS, LIMIT = 3, 600.0
BOARDS = (  # size, difficulty of the rival, puzzles a process
    (7, 0, 500),
    (10, 1, 100),
    (14, 0, 150),
    (14, 1, 100),
    (14, 2, 30),
    (25, 0, 40),
    (25, 1, 20),
    (25, 2, 10),
    (40, 1, 5),
)


def run(large: bool) -> None:
    """Print the table; there are no larger boards."""
    if not RIVAL:
        decode.report("lab bench: sgt-lightup is not installed (Debian: apt install sgt-puzzles)")
    table = Table("{:18}{:>12}{:>12}{:>8}", "", "generate", "sgt-lightup", "ratio")
    for size, level, number in BOARDS:
        name = f"{size}x{size} {LEVELS[level]}"
        times = []
        for seed in range(ROUNDS):
            show_progress(f"{name}, round {seed + 1}")
            times.append(measure_puzzle(size, level, number, seed))
        show_progress()
        medians = [median(column) for column in zip(*times)]
        ratios = [f"{medians[0] / seconds:.2f}" for seconds in medians[1:]]
        table.add(name, *(f"{seconds:.4f} s" for seconds in medians), *ratios)


def measure_puzzle(size: int, level: int, number: int, seed: int) -> list[float]:
    """Return the seconds for one puzzle: ours and, if it is installed, the rival's."""
    options = f"--size={size}x{size} --density=0.2 --symmetry=rot2 --difficulty={LEVELS[level]}"
    commands = [
        f"{sys.executable} -m lab generate {options} --count={number} --seed={seed}".split()
    ]
    if RIVAL:
        commands.append([RIVAL, "--generate", str(number), f"{size}x{size}b20s2d{level}"])
    return [measure(command, "", LIMIT).seconds / number for command in commands]
