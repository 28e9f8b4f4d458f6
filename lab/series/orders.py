"""The puzzles to make, each with a number or for a person, and their seeds."""

import unicodedata
from typing import NamedTuple

import encode
from encode import GridError
from lab import Unusable

LONGEST = 200  # bytes of a name
PUNCTUATION = " ,._-+@'\u2019"  # in names beside letters and digits, but not in the first place
EXPECTED = f'letters, digits and, after the first, any of "{PUNCTUATION}"'


class Order(NamedTuple):
    """A puzzle to make."""

    name: str  # the end of the names of its files
    seed: str
    is_personal: bool  # it must differ from all other puzzles of the run


def numbered(count: int, seed: int) -> list[Order]:
    """Puzzles 01, 02 and so on."""
    digits = max(2, len(str(count)))
    return [Order(f"{n:0{digits}}", f"{seed} {n}", False) for n in range(1, count + 1)]


def students(path: str, seed: int | None) -> list[Order]:
    """A puzzle for each name in a file, in their order.

    Raises Unusable if there are none, or some that cannot name a file.
    """
    try:
        names = parsed(encode.decode_text(encode.read_bytes(path)))
    except OSError as error:
        raise Unusable(f"{path}: {error.strerror}") from None
    except GridError as error:
        raise Unusable(f"{'<stdin>' if path == '-' else path}:{error}") from None
    prefix = "" if seed is None else f"{seed} "
    return [Order(f"-{name}", f"{prefix}{name}", True) for name in names]


def parsed(text: str) -> list[str]:
    """The names, one a line, their accents composed; blank lines do not count."""
    found: dict[str, tuple[str, int]] = {}  # by the name as some file systems see it
    for number, line in enumerate(unicodedata.normalize("NFC", text).split("\n"), start=1):
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
    """Raise a GridError at what may not stand in the name of a file."""
    for column, character in enumerate(name):
        if not (
            character.isalnum() or (column and (character in PUNCTUATION or is_mark(character)))
        ):
            raise GridError(line, indent + column + 1, called(character), EXPECTED)
    written = name.encode()
    if len(written) > LONGEST:
        fitting = written[:LONGEST].decode(errors="ignore")
        found = f"a name of {len(written)} bytes in UTF-8"
        raise GridError(line, indent + len(fitting) + 1, found, f"{LONGEST} at most")


def is_mark(character: str) -> bool:
    """Whether it is joined to the letter before it, as the vowels of many scripts are."""
    return unicodedata.category(character).startswith("M")


def called(character: str) -> str:
    """A character in quotes, or its number if it cannot be seen."""
    visible = character.isprintable() and not is_mark(character)
    return repr(character) if visible else f"U+{ord(character):04X}"
