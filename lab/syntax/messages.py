"""Explains clingo's messages about a program in plain words, each with its file and line."""

import difflib
import re
from collections.abc import Callable, Set
from pathlib import Path
from typing import Any, NamedTuple

from lab.common.words import NOWHERE, Place
from lab.syntax import tokens

ERROR = re.compile(r"^(?P<file>\S*?):(?P<line>\d+):(?P<column>\d+)\S*: error: (?P<what>.*)", re.S)
UNSAFE = re.compile(r"(\S+?):(\d+):\S+: note: '(\S+)' is unsafe")
UNEXPECTED = re.compile(r"unexpected (\S+?)(?:, expecting (.*))?$", re.S)
CONSTANT = re.compile(r"#const (\w+)=")
NOTE = re.compile(r"(\S+?):(\d+):\S+: note: constant also defined here")
REDEFINED = "redefinition of constant"
VALUELESS = re.compile(r"(\S+?):(\d+):\S+ info: operation undefined: (.*)")
ONLY_ENCODE = "expected the facts of a grid from encode.py only"
SIZE = "the size of the grid is the constant n"
GIVEN = {"cell/3", "dim/1", "dim/2"}  # signatures that facts have, or may have
ARROW = "found an arrow of another language, expected :-"
AGGREGATES = {"count", "sum", "min", "max"}
FOREIGN = {  # words of other languages
    "or": "; for 'or' write two rules",
    "in": "; X in 0..4 is written X = 0..4",
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
    is_unended: bool = False  # the statement before this place has no full stop

    def __str__(self) -> str:
        return f"{self.place}: {self.message}" if self.place.file else self.message


def explain_errors(
    errors: list[str], folder: Path, constants: Set[str] = frozenset()
) -> list[Complaint]:
    """Explain errors of clingo, one for each line of the program.

    Files are named from `folder` on; `constants` are the names that facts and answers have.
    """
    first: dict[tuple[str, int], Complaint] = {}
    for error in errors:
        for complaint in explain_error(error, folder, constants):
            place = complaint.place
            first.setdefault((place.file or complaint.message, place.line), complaint)
    return list(first.values())


def classify_error(error: str) -> tuple[str, str]:
    """Return the stage and the code of a finding about an error in grounding."""
    return ("contract", "contract") if REDEFINED in error else ("reads", "syntax")


def explain_error(error: str, folder: Path, constants: Set[str]) -> list[Complaint]:
    """Explain an error of clingo; a rule may have several unsafe variables."""
    error = " ".join(error.replace(f"{folder}/", "").split())
    match = ERROR.match(error)
    if match and REDEFINED in error:
        name, note = CONSTANT.search(error), NOTE.search(error)
        constant = name[1] if name else "n"
        message = (
            f"found #const {constant} in the program, expected it in the facts of the grid only"
        )
        return [Complaint(message, Place(note[1], int(note[2])) if note else NOWHERE)]
    text = tokens.read_copy(folder, match["file"]) if match else None
    if not match or text is None:
        return [Complaint(error)]
    place = Place(match["file"], int(match["line"]), int(match["column"]))
    error_text, position = match["what"], tokens.find_position(text, place.line, place.column)
    if unsafe := UNSAFE.findall(error):
        if error_text.startswith("unsafe") and "<-" in "".join(
            text.split("\n")[place.line - 1 :][:1]
        ):
            return [Complaint(ARROW, place._replace(column=0))]
        return [
            Complaint(explain_unsafe(name, constants), Place(file, int(line)))
            for file, line, name in unsafe
        ]
    message, is_unended = error_text, False
    if "lexer error" in error_text:
        message = explain_character(text[position : position + 1].strip())
    elif "syntax error" in error_text:
        message, is_unended = explain_syntax_error(error_text, text, position)
    return [Complaint(message, place, is_unended)]


def explain_syntax_error(error: str, text: str, position: int) -> tuple[str, bool]:
    """Explain an error of the grammar at a position; return also if a full stop is missing."""
    match = UNEXPECTED.search(error)
    symbol, expected = (match[1], match[2] or "") if match else ("", "")
    spot = Spot(text, position, symbol, expected)
    for cause in CAUSES:
        if message := cause(spot):
            return message, cause is full_stop
    names = ", ".join(name_symbol(name) for name in expected.replace(" or ", " ").split())
    return f"found {name_symbol(symbol)}" + (f", expected {names}" if expected else ""), False


def explain_unsafe(name: str, constants: Set[str]) -> str:
    """Explain a variable that nothing gives a value."""
    if name.startswith("#"):
        return "found _ where a value is needed, expected a variable of the body"
    constant = name.lower()
    hint = (
        f"a capital begins a variable; was the constant {constant} meant?"
        if constant in constants
        else "it must occur in a condition of the body that holds for some values only, not "
        "after 'not' and not only in a comparison"
    )
    return f"the variable {name} is unsafe, as nothing gives it a value: {hint}"


def explain_character(character: str) -> str:
    """Explain a character, or the end of the file, that begins no token."""
    if not character:
        return "found the end of the file within a comment %*, expected *%"
    if character == '"':
        return 'found a string without its end, expected " in the same line'
    if character == "\ufeff":
        return "found a byte-order mark, expected UTF-8 without it: save the file so"
    hint = " (not equal is !=)" if character == "!" else ""
    return f"found {character!r}, which has no meaning here{hint}"


def name_symbol(symbol: str) -> str:
    """Return a symbol of clingo's grammar in plain words."""
    return NAMES.get(symbol, symbol.strip('"'))


# ---------------------------------------------------------------- causes of syntax errors


class Spot(NamedTuple):
    """A position in a text where clingo found something that it did not expect."""

    text: str
    position: int
    symbol: str  # which clingo found
    expected: str

    @property
    def before(self) -> tokens.Token | None:
        """The last token before the spot."""
        return tokens.token_before(self.text, self.position)

    @property
    def bracket(self) -> tokens.Token | None:
        """The last bracket that is open at the spot."""
        return tokens.open_bracket(self.text, self.position)

    def line(self, token: tokens.Token) -> int:
        """Return the line of a token."""
        return tokens.line_number(self.text, token.start)


def bracket(spot: Spot) -> str:
    """Explain a bracket that is still open where it can only be closed."""
    opened = spot.bracket
    if not opened or tokens.CLOSES[opened.text] not in spot.expected.replace('","', ""):
        return ""
    return f"the bracket {opened.text} of line {spot.line(opened)} is not closed before this place"


def capital(spot: Spot) -> str:
    """Explain a predicate that begins with a capital."""
    before = spot.before
    if spot.symbol != "(" or not before or not before.text[:1].isupper():
        return ""
    return (
        f"found {before.text}(...), but a capital begins a variable, expected the small "
        f"letter of a predicate: {before.text[0].lower()}{before.text[1:]}(...)"
    )


def full_stop(spot: Spot) -> str:
    """Explain a missing full stop: another statement begins in the next line."""
    before = spot.before
    if not before or before.kind == "stop" or before.text in {",", ";", "-", ":", "|", "="}:
        return ""
    end, line = spot.line(before), tokens.line_number(spot.text, spot.position)
    if end == line and spot.text[spot.position :].strip():
        return ""
    return f"the statement that ends in line {end} has no full stop"


def aggregate(spot: Spot) -> str:
    """Explain the name of an aggregate without #."""
    opened = spot.bracket
    before = tokens.token_before(spot.text, opened.start) if opened else None
    if not opened or opened.text != "{" or not before or before.text not in AGGREGATES:
        return ""
    return f"found {before.text} {{ in line {spot.line(before)}, expected #{before.text} {{"


def arrow(spot: Spot) -> str:
    """Explain an arrow of another language."""
    around = spot.text[max(spot.position - 1, 0) : spot.position + 2]
    return ARROW if any(sign in around for sign in (":=", "<-", "->", "-:")) else ""


def comma(spot: Spot) -> str:
    """Explain a comma that is missing, or has nothing after it."""
    before = spot.before
    if before and before.text in {",", ";"}:
        message = f"found {name_symbol(spot.symbol)} after {before.text!r}"
        return f"{message}, expected one more condition between them"
    if before and spot.symbol in {"<IDENTIFIER>", "not"}:
        name = next(tokens.read_tokens(spot.text[spot.position :])).text
        hint = FOREIGN.get(name, "")
        return f"found {name} after {before.text!r}, expected a comma between conditions{hint}"
    return ""


CAUSES: tuple[Callable[[Spot], str], ...] = (bracket, capital, full_stop, aggregate, arrow, comma)


# ---------------------------------------------------------------- causes of wrong answers


def explain_valueless(remarks: list[str], folder: Path) -> list[Complaint]:
    """Explain clingo's remarks on operations without a value, each once."""
    complaints = []
    for remark in remarks:
        match = VALUELESS.match(" ".join(remark.replace(f"{folder}/", "").split()))
        if match and (names := re.findall(r"\b[a-z]\w*", match[3])):
            message = f"{match[3]} has no value, as {names[0]} is no number; {SIZE}"
            complaints.append(Complaint(message, Place(match[1], int(match[2]))))
    return list(dict.fromkeys(complaints))


def find_grid_facts(outline: dict[str, Any], folder: Path) -> list[Complaint]:
    """Return a complaint about the first fact of a grid that stands in the program."""
    return [
        Complaint(
            f"found {fact} in the program, {ONLY_ENCODE}",
            Place(tokens.strip_folder(folder, file), line),
        )
        for fact, (file, line) in outline["grid"][:1]
    ]


def find_undefined(outline: dict[str, Any], folder: Path) -> list[Complaint]:
    """Return complaints about predicates that occur in no head and in no facts, by their place."""
    defined = GIVEN | set(outline["defines"])
    places: dict[str, Place] = {}
    for signature, (file, line) in outline["uses"]:
        if signature not in defined:
            places.setdefault(signature, Place(tokens.strip_folder(folder, file), line))
    complaints = []
    for signature, place in sorted(places.items(), key=lambda item: item[1]):
        name = signature.rpartition("/")[0]
        same = [head for head in sorted(defined) if head.rpartition("/")[0] == name]
        near = difflib.get_close_matches(signature, sorted(defined), n=1, cutoff=0.7)
        hint = ", so it never holds"
        if same:
            hint = f"; was {same[0]} meant, with another number of arguments?"
        elif near:
            hint = f"; is it {near[0]}, misspelt?"
        complaints.append(Complaint(f"{signature} occurs in no head and in no facts{hint}", place))
    return complaints
