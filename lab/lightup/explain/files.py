"""Which of the files named is the logic program, and which the puzzle."""

import re
import stat
from collections.abc import Sequence
from pathlib import Path

from lab import Unusable
from lab.puzzles import Puzzle

COMMENT = re.compile(r"%\*(?s:.*?)\*%|%.*")
RULE = re.compile(
    r":-|:~|\{\s*[a-z]\w*\s*[(:]|#(?:show|minimize|maximize|defined|program|include|external|script)"
)
SIZE = re.compile(r"\b(?:dim|rows|cols)\s*\(\s*[0-9n]|#const\b")  # as facts of a puzzle say it


def program_and_puzzle(words: Sequence[str], puzzle: Puzzle) -> tuple[str, str]:
    """The paths of the program and of the puzzle, at most two in any order.

    Without a program it is the encoding of `puzzle`, without a puzzle '-', standard input.  Two
    files that look alike are taken as a program, then a puzzle.  Raises Unusable for two puzzles
    and for more than two files.
    """
    if len(words) > 2:
        raise Unusable(f"found {len(words)} files, expected a program and a puzzle")
    kinds = [is_program(word) for word in words]
    match list(zip(words, kinds)):
        case []:
            return str(puzzle.encoding), "-"
        case [(program, True)]:
            return program, "-"
        case [(board, _)]:
            return str(puzzle.encoding), board
        case [(one, False), (other, False)]:
            raise Unusable(f"{one} and {other} are puzzles, expected a program and a puzzle")
        case [(board, False), (program, _)] | [(board, None), (program, True)]:
            return program, board
    program, board = words
    return program, board


def is_program(path: str) -> bool | None:
    """Whether a file is a logic program and no puzzle, by two of three signs: rules, its ending,
    and no facts that are a size; None for standard input and pipes, which are read once only.
    """
    ends_so = path.endswith(".lp")
    try:
        if path == "-" or not stat.S_ISREG(Path(path).stat().st_mode):
            return None
        text = COMMENT.sub("", Path(path).read_text("utf-8", errors="replace"))
    except OSError:
        return ends_so  # the name of an example, or of nothing
    return bool(RULE.search(text)) + ends_so + (not SIZE.search(text)) >= 2
