"""Look at a whole bank of mistakes anew: python3 -m lab.check.learn [--puzzle NAME]

Pairs of mistakes, which take minutes, are run again if together.lp or the trials have changed,
or with --pairs, which is wanted when a program has been taken out of the bank.
"""

import argparse
import sys

import decode
from lab import Unusable, puzzles
from lab.check import together
from lab.check.behaviour import observed, programs, write
from lab.check.folder_bank import FolderBank
from lab.check.subject import Subject
from lab.runner.pool import TaskPool


def main() -> int:
    """Do what the command line asks; return the exit status."""
    parser = argparse.ArgumentParser(prog="lab.check.learn", description=__doc__)
    puzzles.add_argument(parser, "whose bank")
    parser.add_argument("--pairs", action="store_true", help="run pairs of mistakes again, too")
    options = parser.parse_args()
    try:
        subject = Subject(FolderBank(options.puzzle or puzzles.default_puzzle()))
        with TaskPool() as pool:
            learn(pool, subject, options.pairs)
    except Unusable as error:
        decode.report(f"lab.check.learn: {error}")
        return 2
    return 0


def learn(pool: TaskPool, subject: Subject, with_pairs: bool = False) -> None:
    """Write the puzzle's behaviour.json; pairs that are known are kept, or run again."""
    pairs = {} if with_pairs else together.read(subject)
    bank = programs(subject)
    alone = observed(pool, subject, bank)
    pairs = together.without(pairs or together.found(pool, subject), subject, alone)
    write(subject, dict(zip(bank, alone)), pairs)


if __name__ == "__main__":
    sys.exit(main())
