"""For whom or as which number a puzzle is made, and the seed that follows from it."""

from typing import NamedTuple

import encode
from encode import GridError
from lab import Unusable

LONGEST = 100  # characters of a name
PUNCTUATION = " ._-+@"  # in names beside letters and digits, but not in the first place
EXPECTED = f"letters, digits and any of '{PUNCTUATION}' after the first"


class Task(NamedTuple):
    """The end of the file names, and the seed; puzzles of their owner differ from all others."""

    name: str
    seed: str
    own: bool


def numbered(count: int, seed: int) -> list[Task]:
    """Puzzles 01, 02 and so on."""
    digits = max(2, len(str(count)))
    return [Task(f"{n:0{digits}}", f"{seed} {n}", False) for n in range(1, count + 1)]


def students(path: str, seed: int | None) -> list[Task]:
    """A puzzle for each name; Unusable if there are none, or some that cannot name a file."""
    try:
        names = parsed(encode.decoded(encode.read_bytes(path)))
    except OSError as error:
        raise Unusable(f"{path}: {error.strerror}") from None
    except GridError as error:
        raise Unusable(f"{'<stdin>' if path == '-' else path}:{error}") from None
    prefix = "" if seed is None else f"{seed} "
    return [Task(f"-{name}", f"{prefix}{name}", True) for name in names]


def parsed(text: str) -> list[str]:
    """The names, one a line; blank lines do not count."""
    found: dict[str, tuple[str, int]] = {}  # by the name as some file systems see it
    for number, line in enumerate(text.split("\n"), start=1):
        name = line.strip()
        if not name:
            continue
        check(name, number, line.index(name))
        before, first = found.setdefault(name.casefold(), (name, number))
        if first != number:
            where = f"{before!r} is in line {first}"
            raise GridError(number, line.index(name) + 1, repr(name), f"a new name: {where}")
    if not found:
        raise GridError(1, 1, "no name", "one a line")
    return [name for name, _ in found.values()]


def check(name: str, line: int, indent: int) -> None:
    """A GridError at what may not stand in a file name."""
    for column, character in enumerate(name):
        if not (character.isalnum() or (column and character in PUNCTUATION)):
            raise GridError(line, indent + column + 1, repr(character), EXPECTED)
    if len(name) > LONGEST:
        found = f"a name of {len(name)} characters"
        raise GridError(line, indent + LONGEST + 1, found, f"{LONGEST} at most")
