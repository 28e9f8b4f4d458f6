"""Reason about a puzzle as a person does, with tactics that can be switched.

The grid goes to standard output: b for a bulb, - for a cell without one, . for an open cell;
bulbs and marks of the input are taken as given, but --rate leaves them out.  Each step uses the
simplest tactic that applies.  Standard error has the number of decided cells and the tactics that
were needed.  At the time limit, the grid or the --steps found so far are printed; --next prints
nothing.

Exit status: 0 if every cell is decided (--next: or there is a hint; --rate: if every puzzle has
exactly one solution), 1 if not, 3 if the time limit came first.
"""

import argparse

from lab import Unusable, hint, puzzles
from lab.common.background import BackgroundWork
from lab.common.files import write
from lab.common.terminal import print_message
from lab.lightup.hint.attempt import NextStep, SolvingAttempt, find_next_step
from lab.lightup.hint.presentation import describe_step, draw_steps
from lab.lightup.hint.tactics import LABELS, REASONED, TACTICS
from lab.lightup.rules import BLANK, NO_BULB, Board, bare, find_changes
from lab.pictures.frames import Picture, open_picture

LIGHT_UP = puzzles.find_default_puzzle()


def arguments(parser: argparse.ArgumentParser) -> None:
    add_exclusive = hint.arguments(parser)
    add = parser.add_argument
    add("--tactics", type=parse_tactics, metavar="ABC", help=f"those to use, {REASONED} without it")
    add_exclusive("--plain", action="store_true", help="print . for -, as the assignment has it")
    epilog = ["tactics, the simplest first, and what --rate calls a puzzle that needs them:"]
    for label, letters in LABELS.items():
        epilog += [f"  {label}", *(f"    {letter}  {TACTICS[letter]}" for letter in letters)]
    parser.epilog = "\n".join(epilog)


def parse_tactics(text: str) -> str:
    """Return the named tactics, the simplest first; for argparse."""
    for letter in text.upper():
        if letter not in TACTICS:
            expected = f"letters of {''.join(TACTICS)}"
            raise argparse.ArgumentTypeError(f"found {letter!r}, expected {expected}")
    return "".join(letter for letter in TACTICS if letter in text.upper())


def run(options: argparse.Namespace) -> int:
    if options.rate:
        if options.tactics is not None:
            raise Unusable("--rate goes without --tactics, as it uses all of them")
        return hint.rate_files(options)
    _, board, givens = hint.read_boards(options, LIGHT_UP)
    for change in find_changes(board, bare(givens)):
        raise Unusable(f"{options.file}: {change.sentence}")
    picture = open_picture(options.picture, LIGHT_UP)
    tactics = REASONED if options.tactics is None else options.tactics
    if options.next:
        return print_hint(board, tactics, picture, options.time_limit)
    return print_attempt(board, tactics, picture, options)


def print_attempt(
    board: Board, tactics: str, picture: Picture | None, options: argparse.Namespace
) -> int:
    """Print the grid or the steps, as far as the tactics and the time limit permit."""
    attempt = SolvingAttempt(board, tactics)
    BackgroundWork(attempt.work).start_and_wait(attempt.describe_stage, options.time_limit)
    steps, end = list(attempt.steps), attempt.reasoning.board
    if options.steps:
        write("".join(f"{describe_step(step)}\n" for step in steps))
    else:
        write("".join(f"{row.replace(NO_BULB, BLANK) if options.plain else row}\n" for row in end))
    outcome = attempt.describe_outcome(options.time_limit)
    is_over = attempt.is_over  # it may change while the picture is drawn
    print_message(outcome)
    if picture:
        picture.draw(draw_steps(board, steps, end, outcome))
    if not is_over:
        return 3
    return 0 if attempt.reasoning.is_complete else 1


def print_hint(board: Board, tactics: str, picture: Picture | None, limit: float | None) -> int:
    """Print the next step, or why there is none on standard error."""
    search: BackgroundWork[NextStep] = BackgroundWork(lambda: find_next_step(board, tactics))
    if not search.start_and_wait(lambda: "looking for the next step", limit):
        print_message(f"the time limit of {limit:g} s came before the next step")
        return 3
    next_step = search.result
    if next_step.step:
        write(f"{describe_step(next_step.step)}\n")
    else:
        print_message(next_step.frame.caption)
    if picture:
        picture.draw([next_step.frame])
    return 1 if next_step.problem else 0
