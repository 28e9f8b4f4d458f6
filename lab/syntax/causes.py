"""Finds parts of a program that clingo reads, but that are probably the cause of wrong answers."""

import difflib
import re
from collections.abc import Iterable, Iterator, Set
from pathlib import Path
from typing import Any

from lab.common.language import translate
from lab.common.words import Place
from lab.syntax import habits, tokens
from lab.syntax.messages import Message
from lab.syntax.unsafe import SIZES, SMALL_LETTER

GIVEN = {"cell/3", "dim/1", "dim/2"}  # signatures that facts have, or may have
FACT_FOUND = "found {fact} in the program, expected the facts of a grid from encode.py only"
VALUELESS = (
    "{operation} has no value, as {name} is not a number; the size of the grid is the constant n"
)
NO_HEAD = "{name} occurs in no head and in no facts, so it never holds"
OTHER_HEAD = "{name} occurs in no head and in no facts; was {nearest} meant?"
NO_BODY = "{name} occurs in no body and is not shown; was {nearest} meant?"
OPPOSITE = re.compile(r"\s*-\s*([a-z]\w*)")  # a head with a minus sign
MOST_STATEMENTS = 500  # of a file, that are searched for habits
TERM = "{term} is counted as a term, whether it holds or not; after ':' it is an atom"


def find_valueless(outline: dict[str, Any]) -> Iterator[Message]:
    """Yield messages about operations on names that are not numbers, each once."""
    for operation, place in find_first_places(outline["valueless"]):
        names = (name for name in re.findall(r"\b[a-z]\w*", operation) if name not in SIZES)
        name = next(names, translate("this"))
        yield Message(translate(VALUELESS, operation=operation, name=name), place)


def find_grid_facts(outline: dict[str, Any]) -> Iterator[Message]:
    """Yield a message about the first fact of a grid that stands in the program."""
    for fact, place in outline["grid"][:1]:
        yield Message(translate(FACT_FOUND, fact=fact), Place(*place))


def find_undefined(outline: dict[str, Any]) -> Iterator[Message]:
    """Yield messages about predicates that occur in no head and in no facts, by their place."""
    heads = dict(find_first_places(outline["defines"]))
    defined = GIVEN | heads.keys()
    for signature, place in find_first_places(outline["uses"]):
        if signature not in defined:
            similar = difflib.get_close_matches(signature, sorted(defined), n=1, cutoff=0.7)
            nearest = "".join(similar)
            if nearest in heads:
                line = heads[nearest].line
                nearest = translate("{name} of line {line}", name=nearest, line=line)
            text = translate(OTHER_HEAD if nearest else NO_HEAD, name=signature, nearest=nearest)
            yield Message(habits.explain_predicate(signature) or text, place)


def find_confusions(outline: dict[str, Any], values: Set[str]) -> Iterator[Message]:
    """Yield messages about names that are probably others, each at its first place.

    These are predicates in heads alone, constants besides `values`, and terms in place of atoms.
    """
    heads = {signature for signature, _ in outline["defines"]}
    known_uses = GIVEN | heads.intersection(signature for signature, _ in outline["uses"])
    for signature, place in find_first_places(outline["defines"]):
        similar = difflib.get_close_matches(signature, sorted(known_uses), n=1, cutoff=0.8)
        if signature not in known_uses and similar:
            yield Message(translate(NO_BODY, name=signature, nearest=similar[0]), place)
    for name, place in find_first_places(outline["constants"]):
        if name not in values | SIZES:
            yield Message(translate(SMALL_LETTER, name=name, variable=name.upper()), place)
    for term, place in find_first_places(outline["counted"]):
        yield Message(translate(TERM, term=term), place)


def find_misreadings(files: Iterable[str], folder: Path) -> Iterator[Message]:
    """Yield a message about each statement that means something else in other languages."""
    for file in files:
        text = tokens.read_copy(folder, file) or ""
        statements = tokens.list_statements(text)[:MOST_STATEMENTS]
        opposites = {m[1] for statement in statements if (m := OPPOSITE.match(statement.skeleton))}
        for statement in statements:
            matches = habits.find_meanings(statement, habits.LEGAL_PARTS)
            match = next((match for match in matches if match.opposite not in opposites), None)
            if match:
                line = tokens.find_line_number(text, match.position)
                yield Message(match.message, Place(file, line))


def find_first_places(pairs: Iterable[tuple[str, tuple[str, int]]]) -> list[tuple[str, Place]]:
    """Return each text with its first place, in the order of the places."""
    places: dict[str, Place] = {}
    for text, place in pairs:
        places.setdefault(text, Place(*place))
    return sorted(places.items(), key=lambda item: item[1])
