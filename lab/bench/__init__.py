"""What things cost: the ratios that README.txt quotes, measured side by side in one run.

For ASP and the other roads of race, the seconds of ASP, and how many times as long the others
take; then how ASP grows with the board.  There are no verdicts, only figures.
"""

import argparse
import signal
import sys

from lab.bench import roads
from lab.sat import write


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--large", action="store_true", help=f"also a board of {roads.LARGE}x{roads.LARGE}"
    )


def run(options: argparse.Namespace) -> int:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # which ends what is measured too
    for line in roads.lines(options.large):
        write(f"{line}\n")
    return 0
