"""Look at a whole bank of mistakes anew: python3 -m lab.check.learn [--puzzle NAME]"""

import argparse
import sys

import decode
from lab import Unusable, puzzles
from lab.check import together
from lab.check.behaviour import observed, programs, write
from lab.check.judge import Judges
from lab.check.subject import Subject


def main() -> int:
    """Do what the command line asks; return the exit status."""
    parser = argparse.ArgumentParser(prog="lab.check.learn", description=__doc__)
    puzzles.add_argument(parser, "whose bank")
    options = parser.parse_args()
    try:
        subject = Subject(options.puzzle or puzzles.default())
        with Judges() as judges:
            learn(judges, subject)
    except Unusable as error:
        decode.report(f"lab.check.learn: {error}")
        return 2
    return 0


def learn(judges: Judges, subject: Subject) -> None:
    """Write the puzzle's behaviour.json."""
    bank = programs(subject)
    alone = observed(judges, subject, bank)
    write(subject, dict(zip(bank, alone)), together.found(judges, subject, alone))


if __name__ == "__main__":
    sys.exit(main())
