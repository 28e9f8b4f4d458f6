"""Reason about a puzzle as a person does, with tactics that can be switched.

The grid goes to standard output: b for a bulb, - for a cell without one, . for what is open;
bulbs and marks of the input are taken as given.  Standard error has the number of decided cells
and the tactics that were needed, the simplest that applies always being taken.

Exit status: 0 if every cell is decided (--next: or there is a hint; --rate: if every puzzle has
exactly one solution), 1 if not, 3 if the time limit came first.
"""

import argparse

import decode
from lab import Unusable, notations, pictures, puzzles
from lab.common.background import BackgroundTask
from lab.common.files import write
from lab.common.terminal import show_progress
from lab.lightup.hint import film
from lab.lightup.hint.attempt import Attempt, Hint, hint
from lab.lightup.hint.reasoning import LABELS, REASONED, TACTICS
from lab.lightup.hint.steps import sentence
from lab.lightup.rules import EMPTY, OPEN, Board


def arguments(parser: argparse.ArgumentParser) -> None:
    notations.add_arguments(parser)
    puzzles.add_fixed_argument(parser, puzzles.default_puzzle())
    add = parser.add_argument
    add("others", nargs="*", metavar="FILE", help="more of them, with --rate")
    add("--tactics", type=letters, metavar="ABC", help=f"those to use, {REASONED} without it")
    add(
        "--picture",
        type=pictures.picture_type(puzzles.default_puzzle()),
        metavar="PICTURE",
        help=pictures.USAGE,
    )
    add(
        "--time-limit", type=decode.parse_seconds, metavar="S", help="print what is known after S s"
    )
    add = parser.add_mutually_exclusive_group().add_argument
    add("--plain", action="store_true", help="print . for -, as the assignment has it")
    add("--steps", action="store_true", help="print a line for each step, and no grid")
    add("--next", action="store_true", help="print the next step, unless something is wrong yet")
    add("--rate", action="store_true", help="print how hard each puzzle is")
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = glossary()


def glossary() -> str:
    """The tactics, the simplest first, by the label of a puzzle that needs them."""
    lines = ["tactics, the simplest first, and what --rate calls a puzzle that needs them:"]
    for label, group in LABELS.items():
        lines += [f"  {label}", *(f"    {letter}  {TACTICS[letter]}" for letter in group)]
    return "\n".join(lines)


def letters(text: str) -> str:
    """The tactics named, the simplest first."""
    for letter in text.upper():
        if letter not in TACTICS:
            known = "".join(TACTICS)
            raise argparse.ArgumentTypeError(f"found {letter!r}, expected letters of {known}")
    return "".join(letter for letter in TACTICS if letter in text.upper())


def run(options: argparse.Namespace) -> int:
    if options.rate:
        from lab.lightup.hint.rate import rate

        return rate(options)
    if options.others:
        raise Unusable(f"found {1 + len(options.others)} files, expected one without --rate")
    board = notations.source(options.file, puzzles.default_puzzle()).board(options.notation)
    tactics = REASONED if options.tactics is None else options.tactics
    if options.next:
        return print_hint(board, tactics, options)
    return print_all(board, tactics, options)


def print_all(board: Board, tactics: str, options: argparse.Namespace) -> int:
    """Print the grid or the steps, as far as the tactics and the time limit permit."""
    attempt, printed = Attempt(board, tactics), 0
    worker = BackgroundTask(attempt.work)
    for _ in worker.ticks(attempt.stage, options.time_limit):
        is_done = worker.is_done
        if options.steps and printed < len(attempt.steps):
            printed += print_steps(attempt, printed)
        if is_done:
            break
    steps, end = list(attempt.steps), attempt.reasoning.board
    if not options.steps:
        write(text(end, options.plain))
    outcome = attempt.outcome(options.time_limit)
    decode.report(outcome)
    if options.picture:
        options.picture.draw(film.film(board, steps, end, outcome))
    if not attempt.is_over:
        return 3
    return 0 if attempt.reasoning.is_complete else 1


def print_steps(attempt: Attempt, first: int) -> int:
    """Print the steps from the number `first` on, a line for each; returns how many there are."""
    new = attempt.steps[first:]
    show_progress()
    write("".join(f"{sentence(step)}\n" for step in new))
    return len(new)


def text(board: Board, is_plain: bool) -> str:
    """The grid; a plain one has no marks."""
    return "".join(f"{row.replace(EMPTY, OPEN) if is_plain else row}\n" for row in board)


def print_hint(board: Board, tactics: str, options: argparse.Namespace) -> int:
    """Print the next step, or why there is none on standard error."""
    worker: BackgroundTask[Hint] = BackgroundTask(lambda: hint(board, tactics))
    if not worker.finish(lambda: "looking for the next step", options.time_limit):
        decode.report(f"the time limit of {options.time_limit:g} s came before the next step")
        return 3
    found = worker.result
    if found.step:
        write(f"{sentence(found.step)}\n")
    else:
        decode.report(found.frame.caption)
    if options.picture:
        options.picture.draw([found.frame])
    return 1 if found.problem else 0
