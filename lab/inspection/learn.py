"""Learn how a puzzle's known mistakes behave: python3 -m lab.inspection.learn [--puzzle NAME]

Writes behaviour.json in the puzzle's folder.
Exit status: 0; 1 if mistakes have faults, such as two that behave alike; 2 if nothing is learnt.
"""

import argparse
import sys

from lab import puzzles
from lab.check.bank.assignment import Assignment
from lab.check.bank.folder_bank import FolderBank
from lab.check.programs.mistaken_programs import complete_table
from lab.common.command import run_command
from lab.common.terminal import print_message
from lab.inspection.mistakes import find_mistake_faults
from lab.runner.task_pool import TaskPool


def arguments(parser: argparse.ArgumentParser) -> None:
    puzzles.add_argument(parser, "whose mistakes")


def run(options: argparse.Namespace) -> int:
    bank = FolderBank(options.puzzle or puzzles.find_default_puzzle())
    with TaskPool() as pool:
        learn(pool, bank)
        faults = list(find_mistake_faults(pool, Assignment(bank)))
    for fault in faults:
        print_message(str(fault))
    return 1 if faults else 0


def learn(pool: TaskPool, bank: FolderBank) -> None:
    bank.mistake_table = {}
    bank.write_table(complete_table(pool, Assignment(bank)))


if __name__ == "__main__":
    title = "lab.inspection.learn"
    sys.exit(run_command(title, lambda arguments: (title, sys.modules[__name__], arguments)))
