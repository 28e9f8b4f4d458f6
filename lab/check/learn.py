"""Learn how a puzzle's known mistakes behave: python3 -m lab.check.learn [--puzzle NAME]

Writes behaviour.json in the puzzle's folder.  Pairs of mistakes that are known stay known unless
mistakes.lp or the trial boards have changed; --pairs runs all pairs, which takes many minutes.
Exit status: 0; 1 if mistakes have faults, such as two that behave alike; 2 if nothing is learnt.
"""

import argparse
import itertools
import sys

from lab import Unusable, puzzles
from lab.check.folder_bank import FolderBank
from lab.check.known_mistakes import complete_table, find_behaviours
from lab.check.mistake_table import JOINT, Behaviour, MistakeTable, digest_behaviour, mistake_id
from lab.check.subject import Subject
from lab.common.terminal import print_message
from lab.inspection.mistakes import find_mistake_faults
from lab.runner.pool import TaskPool


def main() -> int:
    """Do what the command line asks; return the exit status."""
    parser = argparse.ArgumentParser(prog="lab.check.learn", description=__doc__)
    puzzles.add_argument(parser, "whose mistakes")
    parser.add_argument("--pairs", action="store_true", help="run pairs of mistakes, too")
    options = parser.parse_args()
    try:
        bank = FolderBank(options.puzzle or puzzles.default_puzzle())
        with TaskPool() as pool:
            learn(pool, bank, options.pairs)
            faults = list(find_mistake_faults(pool, Subject(bank)))
    except Unusable as error:
        print_message(f"lab.check.learn: {error}")
        return 2
    for fault in faults:
        print_message(str(fault))
    return 1 if faults else 0


def learn(pool: TaskPool, bank: FolderBank, with_pairs: bool) -> None:
    """Run all programs of a bank, and all pairs if asked to; write behaviour.json."""
    bank.mistake_table = MistakeTable(pairs=bank.mistake_table.pairs)
    table = complete_table(pool, Subject(bank))
    if with_pairs:
        table = table._replace(pairs=learn_pairs(pool, bank, table))
    elif not table.pairs:
        print_message("no pairs of mistakes are known; --pairs learns them")
    bank.write_table(table)


def learn_pairs(pool: TaskPool, bank: FolderBank, table: MistakeTable) -> dict[str, list[str]]:
    """Run mistakes.lp with each two of its names; return MistakeTable.pairs.

    Pairs that behave like a right program or like a mistake of the table are left out.
    """
    all_pairs = itertools.combinations(bank.mistake_names, 2)
    pairs = [pair for pair in all_pairs if mistake_id(pair[0]) != mistake_id(pair[1])]
    subject, programs = Subject(bank), [bank.mistaken_program(*pair) for pair in pairs]
    common: dict[str, set[str]] = {}
    for pair, behaviour in zip(pairs, find_behaviours(pool, subject, programs)):
        ids = set(map(mistake_id, pair))
        digest = digest_behaviour(behaviour)
        common[digest] = common.get(digest, ids) & ids
    right: Behaviour = [{} for _ in subject.small_trials]
    single = {digest_behaviour(mistake.behaviour) for mistake in table.mistakes.values()}
    digests: dict[str, list[str]] = {}
    for digest in sorted(common.keys() - single - {digest_behaviour(right)}):
        if ids := common[digest]:
            digests.setdefault(JOINT.join(sorted(ids)), []).append(digest)
    return dict(sorted(digests.items()))


if __name__ == "__main__":
    sys.exit(main())
