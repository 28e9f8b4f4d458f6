"""Orders: each is a puzzle to be made, with a number or for a person, and its seed."""

import unicodedata
from typing import NamedTuple

import encode
from encode import GridError
from lab.common.files import name_file_in_errors

PUNCTUATION = " ,._-+@'\u2019"  # signs that names may have after their first letter or digit
NAME_CHARACTERS = f'letters, digits and, after the first, any of "{PUNCTUATION}"'


class Order(NamedTuple):
    name: str  # the end of the names of its files
    seed: str
    is_personal: bool  # it must differ from all other puzzles of the run


def number_orders(count: int, seed: int) -> list[Order]:
    """Return orders 01, 02 and so on."""
    digits = max(2, len(str(count)))
    return [Order(f"{n:0{digits}}", f"{seed} {n}", False) for n in range(1, count + 1)]


def read_orders(path: str, seed: int | None) -> list[Order]:
    """Return an order for each name in a file, one a line; blank lines are skipped.

    Raises Unusable, with line and column, if there are no names, or if a name occurs twice or
    cannot be in the name of a file.
    """
    with name_file_in_errors("<stdin>" if path == "-" else path):
        text = encode.decode_text(encode.read_bytes(path))
        names = parse_names(unicodedata.normalize("NFC", text))
    prefix = "" if seed is None else f"{seed} "
    return [Order(f"-{name}", f"{prefix}{name}", True) for name in names]


def parse_names(text: str) -> list[str]:
    """Return the names in a text; raises a GridError, see read_orders."""
    names: dict[str, tuple[str, int]] = {}  # names with their lines, by the name in lower case
    for number, line in enumerate(text.split("\n"), start=1):
        name = line.strip()
        if not name:
            continue
        check_name(name, number, line.index(name) + 1)
        earlier, first = names.setdefault(name.casefold(), (name, number))
        if first != number:
            expected = f"a new name: {earlier!r} is in line {first}"
            raise GridError(number, line.index(name) + 1, repr(name), expected)
    if not names:
        raise GridError(1, 1, "no name", "one a line")
    return [name for name, _ in names.values()]


def check_name(name: str, line: int, column: int) -> None:
    """Raise a GridError if a name has a character that is not for names of files."""
    for index, character in enumerate(name):
        # A mark is joined to the letter before it, as the vowels of many scripts are.
        is_mark = unicodedata.category(character).startswith("M")
        if not (character.isalnum() or (index and (character in PUNCTUATION or is_mark))):
            raise GridError(line, column + index, ascii(character), NAME_CHARACTERS)
