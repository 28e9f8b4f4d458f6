"""Whether a program reads: clingo's complaints in plain words, each with its file and line."""

import difflib
import re
from collections.abc import Callable, Set
from pathlib import Path
from typing import Any, NamedTuple

from lab.common.words import Place
from lab.syntax import tokens

ERROR = re.compile(r"^(?P<file>\S*?):(?P<line>\d+):(?P<column>\d+)\S*: error: (?P<what>.*)", re.S)
UNSAFE = re.compile(r"(\S+?):(\d+):\S+: note: '(\S+)' is unsafe")
UNEXPECTED = re.compile(r"unexpected (\S+?)(?:, expecting (.*))?$", re.S)
CONSTANT = re.compile(r"#const (\w+)=")
NOTE = re.compile(r"(\S+?):(\d+):\S+: note: constant also defined here")
ONLY_ENCODE = "expected the facts of a grid from encode.py only"
SIZE = "the size of the grid is the constant n"
GIVEN = {"cell/3", "dim/1", "dim/2"}  # what facts have, or may have
VALUELESS = re.compile(r"(\S+?):(\d+):\S+ info: operation undefined: (.*)")
ARROW = "found an arrow of another language, expected :-"
AGGREGATES = {"count", "sum", "min", "max"}
WORDS = {  # of other languages
    "or": "; for 'or' write two rules",
    "in": "; X in 0..4 is written X = 0..4",
}
NAMES = {
    "<EOF>": "the end of the file",
    "EOF": "the end of the file",
    "<IDENTIFIER>": "a name",
    "<VARIABLE>": "a variable",
    "<NUMBER>": "a number",
    "<STRING>": "a string",
}


class Complaint(NamedTuple):
    """What is wrong in a line of a program; line and column from 1, 0 if they are not known."""

    words: str
    file: str = ""
    line: int = 0
    column: int = 0
    is_unended: bool = False  # the statement before this place has no full stop

    @property
    def place(self) -> Place:
        """Where it is."""
        return Place(self.file, self.line, self.column)

    def __str__(self) -> str:
        place = str(self.place)
        return f"{place}: {self.words}" if place else self.words


def explain_errors(
    messages: list[str], folder: Path, constants: Set[str] = frozenset()
) -> list[Complaint]:
    """Errors of clingo in plain words, one for each line of the program.

    Files are named from `folder` on; `constants` are the names that facts and answers have.
    """
    first: dict[tuple[str, int], Complaint] = {}
    for message in messages:
        for complaint in explained(message, folder, constants):
            first.setdefault((complaint.file or complaint.words, complaint.line), complaint)
    return list(first.values())


def classify_error(message: str) -> tuple[str, str]:
    """The stage and the code of an error in grounding."""
    against_facts = "redefinition of constant" in message
    return ("contract", "contract") if against_facts else ("reads", "syntax")


def explained(message: str, folder: Path, constants: Set[str]) -> list[Complaint]:
    """What an error of clingo says, in plain words."""
    message = " ".join(message.replace(f"{folder}/", "").split())
    found = ERROR.match(message)
    if not found:
        return [Complaint(message)]
    if "redefinition of constant" in message:
        return [redefined(message)]
    file, line, column = found["file"], int(found["line"]), int(found["column"])
    if (text := tokens.read_copy(folder, file)) is None:
        return [Complaint(message)]
    what, position = found["what"], tokens.find_position(text, line, column)
    if unsafe := UNSAFE.findall(message):
        if what.startswith("unsafe") and "<-" in "".join(text.split("\n")[line - 1 : line]):
            return [Complaint(ARROW, file, line)]
        return [unsafe_variable(file, int(line), name, constants) for file, line, name in unsafe]
    words, is_unended = what, False
    if "lexer error" in what:
        words = stranger(text, position)
    elif "syntax error" in what:
        spot = Spot(text, position, *expectation(what))
        cause = next((cause for cause in CAUSES if cause(spot)), any_other)
        words, is_unended = cause(spot), cause is full_stop
    return [Complaint(words, file, line, column, is_unended)]


def unsafe_variable(file: str, line: int, name: str, constants: Set[str]) -> Complaint:
    """A variable that nothing gives a value."""
    if name.startswith("#"):
        words = "found _ where a value is needed, expected a variable of the body"
        return Complaint(words, file, line)
    constant = name.lower()
    hint = (
        f"a capital begins a variable; was the constant {constant} meant?"
        if constant in constants
        else "it must occur in a condition of the body that holds for some values only, not "
        "after 'not' and not only in a comparison"
    )
    words = f"the variable {name} is unsafe, as nothing gives it a value: {hint}"
    return Complaint(words, file, line)


def redefined(message: str) -> Complaint:
    """A constant that the program has and the facts too."""
    name, note = CONSTANT.search(message), NOTE.search(message)
    constant = name[1] if name else "n"
    words = f"found #const {constant} in the program, expected it in the facts of the grid only"
    return Complaint(words, note[1], int(note[2])) if note else Complaint(words)


# ---------------------------------------------------------------- syntax errors


def expectation(error: str) -> tuple[str, str]:
    """What clingo found, and what it expected, each "" if it does not say so."""
    found = UNEXPECTED.search(error)
    return (found[1], found[2] or "") if found else ("", "")


def stranger(text: str, position: int) -> str:
    """What a character is that begins no token."""
    character = text[position : position + 1].strip()
    if not character:
        return "found the end of the file within a comment %*, expected *%"
    if character == '"':
        return 'found a string without its end, expected " in the same line'
    if character == "\ufeff":
        return "found a byte-order mark, expected UTF-8 without it: save the file so"
    hint = " (not equal is !=)" if character == "!" else ""
    return f"found {character!r}, which has no meaning here{hint}"


class Spot(NamedTuple):
    """Where clingo found something in a text that it did not expect."""

    text: str
    position: int
    found: str
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
        """The line of a token."""
        return tokens.line_number(self.text, token.start)


def bracket(spot: Spot) -> str:
    """A bracket that is still open where it can only be closed."""
    opened = spot.bracket
    if not opened or tokens.CLOSES[opened.text] not in spot.expected.replace('","', ""):
        return ""
    return f"the bracket {opened.text} of line {spot.line(opened)} is not closed before this place"


def capital(spot: Spot) -> str:
    """A predicate that begins with a capital."""
    before = spot.before
    if spot.found != "(" or not before or not before.text[:1].isupper():
        return ""
    return (
        f"found {before.text}(...), but a capital begins a variable, expected the small "
        f"letter of a predicate: {before.text[0].lower()}{before.text[1:]}(...)"
    )


def full_stop(spot: Spot) -> str:
    """A statement that goes on in the next line, where another begins."""
    before = spot.before
    if not before or before.kind == "stop" or before.text in {",", ";", "-", ":", "|", "="}:
        return ""
    end, line = spot.line(before), tokens.line_number(spot.text, spot.position)
    if end == line and spot.text[spot.position :].strip():
        return ""
    return f"the statement that ends in line {end} has no full stop"


def aggregate(spot: Spot) -> str:
    """The name of an aggregate without #."""
    opened = spot.bracket
    before = tokens.token_before(spot.text, opened.start) if opened else None
    if not opened or opened.text != "{" or not before or before.text not in AGGREGATES:
        return ""
    return f"found {before.text} {{ in line {spot.line(before)}, expected #{before.text} {{"


def arrow(spot: Spot) -> str:
    """An arrow that is not that of clingo."""
    around = spot.text[max(spot.position - 1, 0) : spot.position + 2]
    return ARROW if any(arrow in around for arrow in (":=", "<-", "->", "-:")) else ""


def comma(spot: Spot) -> str:
    """A comma that is missing, or has nothing after it."""
    before = spot.before
    if before and before.text in {",", ";"}:
        words = f"found {named(spot.found)} after {before.text!r}"
        return f"{words}, expected one more condition between them"
    if before and spot.found in {"<IDENTIFIER>", "not"}:
        name = next(tokens.read_tokens(spot.text[spot.position :])).text
        hint = WORDS.get(name, "")
        return f"found {name} after {before.text!r}, expected a comma between conditions{hint}"
    return ""


CAUSES: tuple[Callable[[Spot], str], ...] = (
    bracket,
    capital,
    full_stop,
    aggregate,
    arrow,
    comma,
)


def any_other(spot: Spot) -> str:
    """What clingo found and expected, where no cause is known."""
    expected = ", ".join(named(one) for one in spot.expected.replace(" or ", " ").split())
    return f"found {named(spot.found)}" + (f", expected {expected}" if expected else "")


def named(word: str) -> str:
    """A word of clingo's grammar in plain words."""
    return NAMES.get(word, word.strip('"'))


# ---------------------------------------------------------------- what may be the cause


def explain_valueless(messages: list[str], folder: Path) -> list[Complaint]:
    """clingo's remarks on operations without a value, in plain words."""
    complaints = []
    for message in messages:
        found = VALUELESS.match(" ".join(message.replace(f"{folder}/", "").split()))
        if found and (names := re.findall(r"\b[a-z]\w*", found[3])):
            words = f"{found[3]} has no value, as {names[0]} is no number; {SIZE}"
            complaints.append(Complaint(words, found[1], int(found[2])))
    return list(dict.fromkeys(complaints))


def find_grid_facts(outline: dict[str, Any], folder: Path) -> list[Complaint]:
    """The first fact of a grid that stands in the program."""
    return [
        Complaint(
            f"found {fact} in the program, {ONLY_ENCODE}", tokens.strip_folder(folder, file), line
        )
        for fact, (file, line) in outline["grid"][:1]
    ]


def find_undefined(outline: dict[str, Any], folder: Path) -> list[Complaint]:
    """The predicates that occur in no head and in no facts, and what was probably meant."""
    defined = GIVEN | set(outline["defines"])
    places: dict[str, tuple[str, int]] = {}
    for name, (file, line) in outline["uses"]:
        if name not in defined:
            places.setdefault(name, (tokens.strip_folder(folder, file), line))
    return [
        Complaint(f"{name} occurs in no head and in no facts{meant(name, defined)}", file, line)
        for name, (file, line) in sorted(places.items(), key=lambda item: item[1])
    ]


def meant(signature: str, defined: set[str]) -> str:
    """Which of the predicates was probably meant, in words."""
    name = signature.rpartition("/")[0]
    for other in sorted(defined):
        if other.rpartition("/")[0] == name:
            return f"; was {other} meant, with another number of arguments?"
    near = difflib.get_close_matches(signature, sorted(defined), n=1, cutoff=0.7)
    return f"; is it {near[0]}, misspelt?" if near else ", so it never holds"
