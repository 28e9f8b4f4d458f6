"""Explain why a puzzle has no solution (a smallest set of clues that clash) or several (where
they differ, and the fewest changes that leave one); of a puzzle with one solution, say which
clues are superfluous.

The rules of Light Up are the kit's own; the ENCODING is asked as well, and a disagreement is
told.  Rows and columns are counted from 0.  Exit status: 0 one solution, 1 none or several,
3 the time limit came before that was known.
"""

import argparse
import json
import threading
import time

import decode
from lab import notations, puzzles
from lab.lightup.explain import account
from lab.lightup.explain.encoding import Encoding
from lab.lightup.explain.exploration import Findings
from lab.lightup.rules import Board, bare
from lab.terminal import progress

PATIENCE = 10.0  # seconds for proofs and improvements, where there is no time limit
TICK = 0.01
SHORT = 1.0  # seconds without a word of progress
STATUS = {"unique": 0, "none": 1, "several": 1, None: 3}


def arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("encoding", metavar="ENCODING", help="a logic program: lightup.lp or your own")
    notations.add_arguments(parser)
    puzzles.add_argument(parser)
    add("--fewest-clues", action="store_true", help="of one solution: a smallest set of clues")
    add("--json", action="store_true", help="the explanation as data")
    add("--picture", metavar="PICTURE", help="draw it: a .png, .svg or .pdf file")
    add("--time-limit", type=decode.seconds, metavar="S", help="tell what is known after S seconds")


def run(options: argparse.Namespace) -> int:
    board = notations.source(options.file, puzzles.default()).board(options.notation)
    findings = Findings(unsolved(board), options.fewest_clues)
    with Encoding(options.encoding, findings.board) as encoding:
        answered = wait(findings, encoding, options.time_limit)
        disagreement = encoding.disagreement(findings) if answered else ""
    if options.json:
        print(json.dumps(account.data(findings, disagreement)))
    else:
        print(account.text(findings), end="")
    decode.tell(account.verdict(findings))
    if disagreement:
        decode.tell(disagreement)
    if not answered:
        decode.tell(f"{options.encoding} gave no answer in time: not compared")
    if options.picture:
        draw(findings, options.picture)
    return STATUS[findings.verdict]


def unsolved(board: Board) -> Board:
    """The puzzle without what is solved of it."""
    puzzle = bare(board)
    if puzzle != board:
        decode.tell("bulbs and marks are set aside: the puzzle beneath them is explained")
    return puzzle


def wait(findings: Findings, encoding: Encoding, limit: float | None) -> bool:
    """Explore until all is known, or as far as time permits; whether the encoding answered."""
    worker = Worker(findings)
    worker.start()
    start, shown = time.monotonic(), ""
    while True:
        worker.join(TICK)
        if worker.error:
            raise worker.error
        answered = encoding.answered
        seconds = time.monotonic() - start
        explored = findings.done or (limit is None and findings.explained and seconds > PATIENCE)
        if (explored and answered) or (limit is not None and seconds > limit):
            if shown:
                progress()
            return answered
        line = f"{seconds:.0f} s: {'waiting for the encoding' if explored else findings.stage}"
        if seconds > SHORT and line != shown:
            progress(line)
            shown = line


class Worker(threading.Thread):
    """Explores, for as long as the process lives."""

    def __init__(self, findings: Findings) -> None:
        super().__init__(daemon=True)
        self.findings = findings
        self.error: BaseException | None = None

    def run(self) -> None:
        try:
            self.findings.explore()
        except BaseException as error:  # for the thread that waits
            self.error = error


def draw(findings: Findings, path: str) -> None:
    """The picture of the explanation."""
    from lab import pictures  # only who draws needs it

    board, marks = account.drawing(findings)
    pictures.draw(board, path, marks)
