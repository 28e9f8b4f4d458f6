"""What a puzzle costs to make: `lab generate` beside Simon Tatham's generator in C, which Debian
has as sgt-lightup.  Its difficulties 0, 1 and 2 are nearest to easy, tricky and hard; both make
boards with a fifth of their cells black.

A figure is the median of a few whole runs that make several puzzles, divided by their number;
the two take turns.  Ours makes as many puzzles at once as there are processors, theirs one.
"""

import shutil
import sys
from collections.abc import Iterator
from statistics import median

from lab.roads.travel import measured

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


def lines(large: bool) -> Iterator[str]:
    """The table, line by line, as it is measured."""
    yield f"{'':18}{'generate':>12}{'sgt-lightup':>12}{'ratio':>8}"
    for size, level, number in BOARDS:
        name = f"{size}x{size} {LEVELS[level]}"
        rounds = [seconds(size, level, number, seed) for seed in range(ROUNDS)]
        ours, *rivals = map(median, zip(*rounds))
        figures = "".join(f"{figure:>10.4f} s" for figure in (ours, *rivals))
        yield f"{name:18}{figures}" + "".join(f"{ours / rival:>8.2f}" for rival in rivals)
    if not RIVAL:
        yield "sgt-lightup is not installed (Debian's package sgt-puzzles)"


def seconds(size: int, level: int, number: int, seed: int) -> list[float]:
    """Of one puzzle: ours and, if it is installed, the rival's."""
    shape = f"{size}x{size}"
    wish = f"--size={shape} --density=0.2 --symmetry=rot2 --difficulty={LEVELS[level]}"
    commands = [
        f"{sys.executable} -m lab generate {wish} --count={number} --seed={seed}".split(),
        [RIVAL or "", "--generate", str(number), f"{shape}b20s2d{level}"],
    ]
    return [measured(words, "", LIMIT).seconds / number for words in commands if words[0]]
