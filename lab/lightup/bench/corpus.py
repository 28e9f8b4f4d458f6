"""Compares `lab corpus` with a shell loop over encode.py and decode.py.

Both find the verdict of each puzzle, with the proof.  The puzzles are those of generate, of any
difficulty.  A figure is puzzles a second of a whole process, the median of several rounds in which
the programs take turns.  The loop solves fewer of them, as each costs it as much as the others.
"""

import sys
import tempfile
from pathlib import Path
from statistics import median

from lab.common.measure import measure
from lab.common.terminal import Table, show_progress

SIZES = (7, 10, 14, 25)
NUMBER, LOOPED = 200, 10  # puzzles for lab corpus, and for the loop
LARGE = 2000  # puzzles for lab corpus with --large
ROUNDS, LIMIT = 3, 600.0
LOOP = 'for file in "$1"/*; do "$0" encode.py "$file" | "$0" decode.py lightup.lp -; done'


def run(large: bool) -> None:
    """Print the table."""
    headings = ("", "loop", "corpus", "ratio", "--rate")
    with Table("{:10}{:>10}{:>10}{:>8}{:>10}", *headings) as table:
        for size in SIZES:
            with tempfile.TemporaryDirectory() as folder:
                table.add(*row(size, LARGE if large else NUMBER, Path(folder)))


def row(size: int, number: int, folder: Path) -> list[str]:
    """The puzzles a second by each, and how many times as many corpus solves as the loop."""
    show_progress(f"{size}x{size}: {number} puzzles are made")
    all_puzzles, some = folder / "all.txt", folder / "some"
    some.mkdir()
    text = stdout("generate", f"--size={size}x{size}", f"--count={number}", "--seed=1")
    all_puzzles.write_text(text)
    for place, puzzle in enumerate(text.split("\n\n")[:LOOPED]):
        (some / f"{place}.txt").write_text(puzzle.strip() + "\n")
    loop = ["sh", "-c", LOOP, sys.executable, str(some)]
    corpus = [sys.executable, "-m", "lab", "corpus", str(all_puzzles)]
    rounds = []
    for turn in range(ROUNDS):
        show_progress(f"{size}x{size}, round {turn + 1}")
        times = [seconds(command) for command in (loop, corpus, [*corpus, "--rate"])]
        rounds.append([puzzles / time for puzzles, time in zip((LOOPED, number, number), times)])
    show_progress()
    looped, solved, rated = map(median, zip(*rounds))
    return [
        f"{size}x{size}",
        *(f"{figure:.0f}/s" for figure in (looped, solved)),
        f"{solved / looped:.1f}",
        f"{rated:.0f}/s",
    ]


def seconds(command: list[str]) -> float:
    """The seconds of a process, from start to end."""
    return measure(command, "", LIMIT).seconds


def stdout(*words: str) -> str:
    """What a command of lab prints."""
    return measure([sys.executable, "-m", "lab", *words], "", LIMIT).stdout
