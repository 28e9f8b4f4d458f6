"""Reason about a puzzle as a person does, with tactics that can be switched.

The grid goes to standard output: b for a bulb, - for a cell without one, . for what is open;
bulbs and marks of the input are taken as given.  Standard error says how far it came and which
tactics were needed, the simplest that applies always being taken.

Exit status: 0 if every cell is decided (with --next also if there is a hint), 1 otherwise.
"""

import argparse
from collections.abc import Iterator

import decode
from lab import Unusable, notations, puzzles
from lab.files import write
from lab.lightup.backbone import backbone
from lab.lightup.hint import film
from lab.lightup.hint.reasoning import LABELS, REASONED, TACTICS, Rating, Reasoning, rating
from lab.lightup.hint.steps import Step, sentence
from lab.lightup.rules import OPEN, Board, bare, offences, white
from lab.words import counted


def arguments(parser: argparse.ArgumentParser) -> None:
    notations.add_arguments(parser)
    puzzles.add_fixed_argument(parser, puzzles.default())
    add = parser.add_argument
    add("others", nargs="*", metavar="FILE", help="more of them, with --rate")
    add("--tactics", type=letters, metavar="ABC", help=f"those to use, {REASONED} without it")
    add("--picture", type=path, metavar="PICTURE", help=film.USAGE)
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


def path(text: str) -> str:
    if not text:
        raise argparse.ArgumentTypeError("found no name, expected that of a file or a folder")
    return text


def run(options: argparse.Namespace) -> int:
    if options.rate:
        return rate(options)
    if options.others:
        raise Unusable(f"found {1 + len(options.others)} files, expected one without --rate")
    board = notations.source(options.file, puzzles.default()).board(options.notation)
    reasoning = Reasoning(board, REASONED if options.tactics is None else options.tactics)
    if options.next:
        return hint(board, reasoning, options.picture)
    steps = list(told(reasoning.steps(), options.steps))
    if not options.steps:
        write(text(reasoning.board, options.plain))
    outcome = progress(reasoning, steps)
    decode.tell(outcome)
    if options.picture:
        film.make(options.picture, film.film(board, steps, reasoning.board, outcome))
    return 0 if reasoning.is_complete else 1


def told(steps: Iterator[Step], aloud: bool) -> Iterator[Step]:
    """The steps, each printed when it is taken."""
    for step in steps:
        if aloud:
            print(sentence(step), flush=True)
        yield step


def text(board: Board, plain: bool) -> str:
    return "".join(f"{row.replace('-', OPEN) if plain else row}\n" for row in board)


def progress(reasoning: Reasoning, steps: list[Step]) -> str:
    """What came out, how far, and with which tactics."""
    cells = len(white(reasoning.board))
    needed = ", ".join(sorted({step.tactic for step in steps}))
    decided = f"{cells - reasoning.open} of {cells} cells decided"
    if reasoning.contradiction:
        verdict = f"contradiction: {reasoning.contradiction}\n"
    else:
        verdict = "" if reasoning.is_complete else "stuck: "
    return f"{verdict}{decided}{' with ' if needed else ''}{needed}"


# ---------------------------------------------------------------- the next step


def hint(board: Board, reasoning: Reasoning, picture: str | None) -> int:
    """One step for someone who is stuck, unless something is wrong already."""
    problem = mistakes(board)
    step = None if problem else next(reasoning.steps(), None)
    if step:
        write(f"{sentence(step)}\n")
        frame = film.frame(step, reasoning.board)
    else:
        if reasoning.open and not problem:
            problem = "stuck: none of these tactics applies"
        frame = film.Frame(board, {}, problem or "all is decided")
        decode.tell(frame.caption)
    if picture:
        film.make(picture, [frame])
    return 1 if problem else 0


def mistakes(board: Board) -> str:
    """What is wrong with the bulbs and marks so far, and no more of the solution than that."""
    if backbone(board) is not None:
        return ""
    if backbone(bare(board)) is None:
        return "the puzzle has no solution"
    found = [one.words for one in offences(board, partial=True)] or [
        "no solution has all these bulbs and marks"
    ]
    return "\n".join(f"wrong: {offence}" for offence in found)


# ---------------------------------------------------------------- how hard


def rate(options: argparse.Namespace) -> int:
    """A line for each puzzle; status 1 if one has not exactly one solution."""
    if options.tactics is not None or options.picture:
        raise Unusable("--rate goes without --tactics, as it uses all of them, and --picture")
    all_solved = True
    for name, board in named_boards(options):
        found = rating(board)
        print(f"{name}: {described(found)}", flush=True)
        all_solved = all_solved and bool(found.label)
    return 0 if all_solved else 1


def named_boards(options: argparse.Namespace) -> Iterator[tuple[str, Board]]:
    for file in [options.file, *options.others]:
        yield from notations.source(file, puzzles.default()).named(options.notation)


def described(found: Rating) -> str:
    if found.contradiction:
        return f"no solution: {found.contradiction}"
    steps = counted(found.steps, "step")
    return f"{found.label or 'several solutions'}, {found.tactics or 'no tactic'}, {steps}"
