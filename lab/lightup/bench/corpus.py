"""Compares `lab corpus` with a shell loop over encode.py and decode.py.

Both find the verdict of each puzzle, with the proof.  The puzzles are those of generate, of any
difficulty.  A figure is puzzles a second of a whole process, the median of several rounds in which
the programs take turns.  The loop solves fewer puzzles, as each costs it as much as the others.
"""

import sys
import tempfile
from pathlib import Path
from statistics import median

from lab.common.measure import measure
from lab.common.terminal import Table, show_progress

SIZES = (7, 10, 14, 25)
NUMBER, LARGE = 200, 2000  # puzzles for lab corpus, and with --large
LOOPED = 10  # puzzles for the loop
ROUNDS, LIMIT = 3, 600.0
LAB = [sys.executable, "-m", "lab"]
LOOP = 'for file in "$1"/*; do "$0" encode.py "$file" | "$0" decode.py lightup.lp -; done'


def run(large: bool) -> None:
    """Print the table."""
    headings = ("", "loop", "corpus", "ratio", "--rate")
    table = Table("{:10}{:>10}{:>10}{:>8}{:>10}", *headings)
    for size in SIZES:
        with tempfile.TemporaryDirectory() as folder:
            table.add(*measure_size(size, LARGE if large else NUMBER, Path(folder)))


def measure_size(size: int, number: int, folder: Path) -> list[str]:
    """Return a row: the puzzles a second by each program, and how many times as many as the loop.

    The puzzles are written into the folder.
    """
    name = f"{size}x{size}"
    show_progress(f"{name}: {number} puzzles are made")
    text = measure([*LAB, "generate", f"--size={name}", f"--count={number}", "--seed=1"], "", LIMIT)
    (folder / "all.txt").write_text(text.stdout)
    (folder / "some").mkdir()
    for index, puzzle in enumerate(text.stdout.split("\n\n")[:LOOPED]):
        (folder / "some" / f"{index}.txt").write_text(puzzle.strip() + "\n")
    loop = ["sh", "-c", LOOP, sys.executable, str(folder / "some")]
    corpus = [*LAB, "corpus", str(folder / "all.txt")]
    speeds = []
    for turn in range(ROUNDS):
        show_progress(f"{name}, round {turn + 1}")
        programs = ((loop, LOOPED), (corpus, number), ([*corpus, "--rate"], number))
        speeds.append([count / measure(command, "", LIMIT).seconds for command, count in programs])
    show_progress()
    looped, solved, rated = map(median, zip(*speeds))
    return [name, f"{looped:.0f}/s", f"{solved:.0f}/s", f"{solved / looped:.1f}", f"{rated:.0f}/s"]
