"""Finds parts of a program that clingo reads, but that are probably the cause of wrong answers."""

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping, Set
from typing import Any

from lab.common.language import translate
from lab.common.words import Place
from lab.syntax import habits, slips, tokens
from lab.syntax.messages import Message
from lab.syntax.statements import SIZES
from lab.syntax.tokens import Statement
from lab.syntax.unsafe import SMALL_LETTER

GIVEN = {"cell/3", "dim/1", "dim/2"}  # signatures that facts have, or may have
FACT_FOUND = "found {fact} in the program, expected the facts of a grid from encode.py only"
VALUELESS = (
    "{operation} has no value, as {name} is not a number; the size of the grid is the constant n"
)
NO_HEAD = "{name} occurs in no head and in no facts, so it never holds"
OTHER_HEAD = "{name} occurs in no head and in no facts; was {nearest} meant?"
NO_BODY = "{name} occurs in no body and is not shown; was {nearest} meant?"
OPPOSITE = re.compile(r"\s*-\s*([a-z]\w*)")  # a head with a minus sign
MOST_STATEMENTS = 500  # statements of a file that are searched for habits
MOST_NAMES = 300  # predicates among which a similar name is looked for
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
    for signature, nearest, place in list_undefined(outline):
        head = nearest
        if nearest in heads:
            line = heads[nearest].line
            head = translate("{name} of line {line}", name=nearest, line=line)
        text = translate(OTHER_HEAD if nearest else NO_HEAD, name=signature, nearest=head)
        yield Message(habits.explain_predicate(signature) or text, place)


def list_undefined(outline: dict[str, Any]) -> Iterator[tuple[str, str, Place]]:
    """Yield each predicate without a head, the nearest predicate with a head or "", and a place."""
    defined = GIVEN.union(signature for signature, _ in outline["defines"])
    for signature, place in find_first_places(outline["uses"]):
        if signature not in defined:
            yield signature, find_nearest(signature, defined, 0.7), place


def list_unused(outline: dict[str, Any]) -> Iterator[tuple[str, str, Place]]:
    """Yield each predicate in heads alone, the nearest predicate of bodies, and a place."""
    heads = {signature for signature, _ in outline["defines"]}
    known_uses = GIVEN | heads.intersection(signature for signature, _ in outline["uses"])
    for signature, place in find_first_places(outline["defines"]):
        nearest = "" if signature in known_uses else find_nearest(signature, known_uses, 0.8)
        if nearest:
            yield signature, nearest, place


def find_nearest(signature: str, signatures: Set[str], cutoff: float) -> str:
    """Return the most similar of the signatures; "" if none is, or there are over MOST_NAMES."""
    if len(signatures) > MOST_NAMES:
        return ""
    similar = difflib.get_close_matches(signature, sorted(signatures), n=1, cutoff=cutoff)
    return "".join(similar)


def find_typos(outline: dict[str, Any]) -> dict[str, tuple[str, Place]]:
    """Return the names of predicates that are probably misspelt: the name meant, and the place."""
    typos = {}
    for signature, nearest_signature, place in (*list_undefined(outline), *list_unused(outline)):
        name, _, arity = signature.partition("/")
        nearest, _, nearest_arity = nearest_signature.partition("/")
        if arity == nearest_arity and name != nearest:
            typos[name] = nearest, place
    return typos


def find_confusions(outline: dict[str, Any], values: Set[str]) -> Iterator[Message]:
    """Yield messages about names that are probably others, each at its first place.

    The kinds: predicates in heads alone, constants besides `values`, and terms in place of atoms.
    """
    for signature, nearest, place in list_unused(outline):
        yield Message(translate(NO_BODY, name=signature, nearest=nearest), place)
    for name, place in find_first_places(outline["constants"]):
        if name not in values | SIZES:
            yield Message(translate(SMALL_LETTER, name=name, variable=name.upper()), place)
    for term, place in find_first_places(outline["counted"]):
        yield Message(translate(TERM, term=term), place)


def find_misreadings(files: Mapping[str, str]) -> Iterator[Message]:
    """Yield a message about each statement that means something else in other languages.

    `files` has the texts of a program by the names of its files.
    """
    for file, text in files.items():
        statements = tokens.list_statements(text)[:MOST_STATEMENTS]
        opposites = {m[1] for statement in statements if (m := OPPOSITE.match(statement.skeleton))}
        last = Statement(0, "", "", "")
        for statement in statements:
            slip = slips.find_pool(statement) or slips.find_legal_stop(text, last, statement)
            matches = habits.find_meanings(statement, habits.LEGAL_PARTS)
            habit = next((match for match in matches if match.opposite not in opposites), None)
            if reason := slip or habit:
                yield Message(reason.message, tokens.find_place(text, file, reason.position))
            last = statement


def find_first_places(pairs: Iterable[tuple[str, tuple[str, int]]]) -> list[tuple[str, Place]]:
    """Return each text with its first place, in the order of the places."""
    places: dict[str, Place] = {}
    for text, place in pairs:
        places.setdefault(text, Place(*place))
    return sorted(places.items(), key=lambda item: item[1])
