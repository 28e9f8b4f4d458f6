"""Explains clingo's messages about a program in plain words, each with its file and line."""

import difflib
import re
from collections.abc import Iterable, Iterator, Set
from pathlib import Path
from typing import Any, NamedTuple

from lab.common.language import translate
from lab.common.words import NOWHERE, Place
from lab.syntax import tokens

ERROR = re.compile(r"^(?P<file>\S*?):(?P<line>\d+):(?P<column>\d+)\S*: error: (?P<what>.*)", re.S)
UNSAFE = re.compile(r"(\S+?):(\d+):\S+: note: '(\S+)' is unsafe")
UNEXPECTED = re.compile(r"unexpected (\S+?)(?:, expecting (.*))?$", re.S)
CONSTANT = re.compile(r"#const (\w+)=")
NOTE = re.compile(r"(\S+?):(\d+):\S+: note: constant also defined here")
GIVEN = {"cell/3", "dim/1", "dim/2"}  # signatures that facts have, or may have
SIZES = {"n", "rows", "cols"}  # constants of the facts
FOUND, EXPECTED = "found {found}", "found {found}, expected {expected}"
NO_MEANING = "found {character}, which has no meaning here"
ARROW = "found an arrow of another language, expected :-"
SHOW_UNSAFE = (
    "nothing gives a value to a variable of this #show, expected a predicate and the number of its "
    "arguments, as in #show cell/3, or a condition after ':'"
)
CONSTANT_FOUND = "found #const {name} in the program, expected it in the facts of the grid only"
FACT_FOUND = "found {fact} in the program, expected the facts of a grid from encode.py only"
BRACKET = "the bracket {bracket} of line {line} is not closed before this place"
CAPITAL = (
    "found {name}(...), but a capital begins a variable, expected the small letter of a "
    "predicate: {small}(...)"
)
AGGREGATE = "found {name} {{ in line {line}, expected #{name} {{"
NO_CONDITION = "found {found} after {last}, expected one more condition between them"
NO_COMMA = "found {found} after {last}, expected a comma between conditions"
UNSAFE_VARIABLE = "the variable {name} is unsafe, as nothing gives it a value: {hint}"
CONSTANT_MEANT = "a capital begins a variable; was the constant {name} meant?"
VALUELESS = (
    "{operation} has no value, as {name} is no number; the size of the grid is the constant n"
)
NO_HEAD = "{name} occurs in no head and in no facts, so it never holds"
OTHER_HEAD = "{name} occurs in no head and in no facts; was {nearest} meant?"
NO_BODY = "{name} occurs in no body and is not shown; was {nearest} meant?"
SMALL_LETTER = (
    "{name} is a constant, as it begins with a small letter; was the variable {variable} meant?"
)
TERM = "{term} is counted as a term, whether it holds or not; after ':' it is an atom"
NO_FULL_STOP = "the statement that ends here has no full stop"
ARROWS = (":=", "<-", "->", "-:")  # of other languages
AGGREGATES = {"count", "sum", "min", "max"}
UNFINISHED = {",", ";", "-", ":", "|", "="}  # no statement ends with these
FOREIGN = {  # words and signs of other languages, and what is expected
    "or": "a comma between conditions; for 'or' write two rules",
    "in": "=, as in X = 0..4",
    "is": "=, as in X = Y+1",
    "//": "%, which begins a comment",
    "&&": "a comma between conditions",
    "\\+": "not",
    ": -": ":- without a blank",
}
DIRECTIVES = {"show", "const", "include", "minimize", "maximize"}
CHARACTERS = {  # that begin no token, "" for the end of the file
    "": "found the end of the file within a comment %*, expected *%",
    '"': 'found a string without its end, expected " in the same line',
    "\ufeff": "found a byte-order mark, expected UTF-8 without it: save the file so",
    "#": "found '#', which has no meaning here (a comment begins with %)",
    "!": "found '!', which has no meaning here (not equal is !=)",
}
NAMES = {  # symbols of clingo's grammar
    "<EOF>": "the end of the file",
    "EOF": "the end of the file",
    "<IDENTIFIER>": "a name",
    "<VARIABLE>": "a variable",
    "<NUMBER>": "a number",
    "<STRING>": "a string",
}


class Complaint(NamedTuple):
    """An error in a line of a program, in plain words."""

    message: str
    place: Place = NOWHERE
    code: str = "syntax"  # of the finding; "contract" for a constant of the facts


def explain_errors(
    errors: list[str], folder: Path, constants: Set[str] = frozenset()
) -> list[Complaint]:
    """Explain errors of clingo, one for each line of the program.

    The program is in `folder`; `constants` are the names that facts and answers have.
    """
    first: dict[tuple[str, int], Complaint] = {}
    for error in errors:
        for complaint in explain_error(error, folder, constants):
            place = complaint.place
            first.setdefault((place.file or complaint.message, place.line), complaint)
    return list(first.values())


def explain_error(error: str, folder: Path, constants: Set[str]) -> list[Complaint]:
    """Explain an error of clingo; a rule may have several unsafe variables."""
    error = " ".join(error.split())
    match = ERROR.match(error)
    if (note := NOTE.search(error)) and (name := CONSTANT.search(error)):
        message, place = translate(CONSTANT_FOUND, name=name[1]), Place(note[1], int(note[2]))
        return [Complaint(message, place, code="contract")]
    text = tokens.read_copy(folder, match["file"]) if match else None
    if not match or text is None:
        return [Complaint(error)]
    place = Place(match["file"], int(match["line"]), int(match["column"]))
    error_text, position = match["what"], tokens.find_position(text, place.line, place.column)
    if unsafe := UNSAFE.findall(error):
        statement, place = text.split("\n")[place.line - 1], place._replace(column=0)
        if "<-" in statement:
            return [Complaint(translate(ARROW), place)]
        if statement.startswith("#show"):
            return [Complaint(translate(SHOW_UNSAFE), place)]
        return [
            Complaint(explain_unsafe(name, text, constants | SIZES), Place(file, int(line)))
            for file, line, name in sorted(unsafe, key=lambda note: note[2].startswith("#"))
        ]
    message = error_text
    if "lexer error" in error_text:
        character = text[position : position + 1].strip()
        message = translate(CHARACTERS.get(character, NO_MEANING), character=repr(character))
    elif "syntax error" in error_text:
        message, unended_line = explain_syntax_error(error_text, text, position)
        if unended_line:
            place = place._replace(line=unended_line, column=0)
    return [Complaint(message, place)]


def explain_syntax_error(error: str, text: str, position: int) -> tuple[str, int]:
    """Explain an error of the grammar at a position.

    Return also the line in which a full stop is missing, or 0.
    """
    match = UNEXPECTED.search(error)
    symbol, expected = (match[1], match[2] or "") if match else ("", "")
    before = [tokens.NO_TOKEN, *tokens.read_tokens(text[:position])]
    last, (opened, prefix) = before[-1], tokens.find_open_bracket(before)
    line, last_line = (tokens.line_number(text, start) for start in (position, last.start))
    is_at_end_of_line = line > last_line or not text[position:].strip()
    name = next(tokens.read_tokens(text[position:]), tokens.NO_TOKEN).text
    signs = (text[position - 1 : position + 1], text[position:][:2], text[position:][:3])
    foreign = [m for m in (name, *signs) if m in FOREIGN and (m == name or not m.isalpha())]
    if opened.text and tokens.CLOSES[opened.text] in expected.replace('","', ""):
        open_line = tokens.line_number(text, opened.start)
        message = translate(BRACKET, bracket=opened.text, line=open_line)
    elif symbol == "(" and last.text[:1].isupper():
        small = last.text[0].lower() + last.text[1:]
        message = translate(CAPITAL, name=last.text, small=small)
    elif last.kind not in ("", "stop") and last.text not in UNFINISHED and is_at_end_of_line:
        return translate(NO_FULL_STOP), last_line
    elif opened.text == "{" and prefix.text in AGGREGATES:
        prefix_line = tokens.line_number(text, prefix.start)
        message = translate(AGGREGATE, name=prefix.text, line=prefix_line)
    elif last.text in DIRECTIVES:
        message = translate(EXPECTED, found=last.text, expected=f"#{last.text}")
    elif foreign:
        message = translate(EXPECTED, found=foreign[0], expected=translate(FOREIGN[foreign[0]]))
    elif any(arrow in text[max(position - 1, 0) : position + 2] for arrow in ARROWS):
        message = translate(ARROW)
    elif last.text in (",", ";"):
        message = translate(NO_CONDITION, found=name_symbol(symbol), last=repr(last.text))
    elif last.kind and symbol in ("<IDENTIFIER>", "not"):
        message = translate(NO_COMMA, found=name, last=repr(last.text))
    else:
        names = ", ".join(name_symbol(name) for name in expected.replace(" or ", " ").split())
        form = EXPECTED if names else FOUND
        message = translate(form, found=name_symbol(symbol), expected=names)
    return message, 0


def explain_unsafe(name: str, text: str, constants: Set[str]) -> str:
    """Explain a variable of the program `text` that nothing gives a value."""
    if name.startswith("#"):
        return translate("found _ where a value is needed, expected a variable of the body")
    hint = translate(
        "it must occur in a condition of the body that holds for some values only, not after "
        "'not' and not only in a comparison"
    )
    is_value = re.search(rf"(,|\.\.)\s*{name}\b\s*[-+\d)]", text)  # as in cell(R,C,B), 0..N-1
    if name.lower() in constants and is_value:
        hint = translate(CONSTANT_MEANT, name=name.lower())
    return translate(UNSAFE_VARIABLE, name=name, hint=hint)


def name_symbol(symbol: str) -> str:
    """Return a symbol of clingo's grammar in plain words."""
    return translate(NAMES[symbol]) if symbol in NAMES else symbol.strip('"')


# ---------------------------------------------------------------- causes of wrong answers


def find_valueless(outline: dict[str, Any]) -> Iterator[Complaint]:
    """Yield complaints about operations on names that are no numbers, each once."""
    for operation, place in find_first_places(outline["valueless"]):
        names = (name for name in re.findall(r"\b[a-z]\w*", operation) if name not in SIZES)
        name = next(names, translate("this"))
        yield Complaint(translate(VALUELESS, operation=operation, name=name), place)


def find_grid_facts(outline: dict[str, Any]) -> Iterator[Complaint]:
    """Yield a complaint about the first fact of a grid that stands in the program."""
    for fact, place in outline["grid"][:1]:
        yield Complaint(translate(FACT_FOUND, fact=fact), Place(*place))


def find_undefined(outline: dict[str, Any]) -> Iterator[Complaint]:
    """Yield complaints about predicates that occur in no head and in no facts, by their place."""
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
            yield Complaint(text, place)


def find_confusions(outline: dict[str, Any], values: Set[str]) -> Iterator[Complaint]:
    """Yield complaints about names that are probably others, each at its first place.

    These are predicates in heads alone, constants besides `values`, and terms in place of atoms.
    """
    heads = {signature for signature, _ in outline["defines"]}
    known_uses = GIVEN | heads.intersection(signature for signature, _ in outline["uses"])
    for signature, place in find_first_places(outline["defines"]):
        similar = difflib.get_close_matches(signature, sorted(known_uses), n=1, cutoff=0.8)
        if signature not in known_uses and similar:
            yield Complaint(translate(NO_BODY, name=signature, nearest=similar[0]), place)
    for name, place in find_first_places(outline["constants"]):
        if name not in values | SIZES:
            yield Complaint(translate(SMALL_LETTER, name=name, variable=name.upper()), place)
    for term, place in find_first_places(outline["counted"]):
        yield Complaint(translate(TERM, term=term), place)


def find_first_places(pairs: Iterable[tuple[str, tuple[str, int]]]) -> list[tuple[str, Place]]:
    """Return each text with its first place, in the order of the places."""
    places: dict[str, Place] = {}
    for text, place in pairs:
        places.setdefault(text, Place(*place))
    return sorted(places.items(), key=lambda item: item[1])
