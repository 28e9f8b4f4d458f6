"""Explains clingo's messages about a program in plain words, each with its file and line."""

import difflib
import re
from collections.abc import Iterator, Set
from pathlib import Path
from typing import NamedTuple

from lab.common.language import translate
from lab.common.words import NOWHERE, Place
from lab.syntax import habits, slips, tokens, unsafe
from lab.syntax.habits import EXPECTED, MEANING
from lab.syntax.slips import Slip
from lab.syntax.statements import SIZES
from lab.syntax.tokens import Statement

FILE = r"\S[^\n]{0,200}?"  # the name of a file may have blanks
ERROR = re.compile(
    rf"^(?P<file>{FILE}):(?P<line>\d+):(?P<column>\d+)\S*: error: (?P<what>.*)", re.S
)
UNSAFE = re.compile(r"\S:(\d+):(\d+)\S*: note: '([^#]\S*)' is unsafe")
UNEXPECTED = re.compile(r"unexpected (\S+?)(?:, expecting (.*))?$", re.S)
UNKNOWN = re.compile(r"#(\w+)")
NOTE = re.compile(rf"\. ({FILE}):(\d+):\S+: note: constant also defined here")
MOST_NOTES = 50  # unsafe variables of a rule that are explained
CONSTANT = re.compile(r"#const (\w+)=")
NO_STATEMENT = "found {found}, expected a fact, a rule or a constraint"
FOUND_AFTER = "found {found} after {last}"
NO_MEANING = "found {character}, which has no meaning here"
CONSTANT_FOUND = "found #const {name} in the program, expected it in the facts of the grid only"
BRACKET = "the bracket {bracket} of line {line} is not closed before this place"
UNOPENED = "the bracket {bracket} has no opening bracket"
CAPITAL = (
    "found {name}(...), but a capital begins a variable, expected the small letter of a "
    "predicate: {small}(...)"
)
NO_CONDITION = "found {found} after {last}, expected one more condition between them"
NO_COMMA = "found {found} after {last}, expected a comma between conditions"
NO_COMMA_OR_NAME = (
    "found {found} after {last}, expected a comma between conditions, or the name {name}"
)
UNKNOWN_WORD = "found {found}, which is no word of clingo; names have no '#': {name}"
NUMBER_MEANT = (
    "found {found}, which is no word of clingo; atoms are counted by #count, as in "
    "#count {{ R,C : {name}(R,C) }}"
)
WORDS = [  # words that may follow '#'
    *("const", "count", "defined", "edge", "external", "false", "heuristic", "include", "inf"),
    *("max", "maximize", "min", "minimize", "program", "project", "script", "show", "sum"),
    *("sup", "theory", "true"),
]
NO_FULL_STOP = "the statement that ends here has no full stop"
UNFINISHED = {",", ";", "-", ":", "|", "="}  # no statement ends with these
CONTENTS = {  # the contents of brackets
    "(": "round brackets hold terms, not conditions: 'or' in a body is one rule for each "
    "alternative",
    "p(": "the brackets after a name hold terms with commas between them, and no conditions",
    "{": "braces hold atoms with ';' between them, each with its conditions after ':', as in "
    "{ a(X) : b(X), c(X) ; d }",
    "#{": "these braces hold elements with ';' between them, each with terms, ':' and "
    "conditions, as in #count { R,C : lit(R,C) }",
    "[": "square brackets hold a weight, as in [1@2], and no list",
}
CHARACTERS = {  # characters that begin no token, "" for the end of the file
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


class Message(NamedTuple):
    """A text in plain words about a line of a program."""

    text: str
    place: Place = NOWHERE
    code: str = "syntax"  # the code of the finding; "contract" for a constant of the facts


def explain_errors(
    errors: list[str], folder: Path, constants: Set[str] = frozenset()
) -> list[Message]:
    """Explain errors of clingo, one for each line of the program.

    The program is in `folder`; `constants` are the names that facts and answers have.
    """
    first: dict[tuple[str, int], Message] = {}
    for error in errors:
        for message in explain_error(error, folder, constants):
            place = message.place
            first.setdefault((place.file or message.text, place.line), message)
    return list(first.values())


def explain_error(error: str, folder: Path, constants: Set[str]) -> list[Message]:
    """Explain an error of clingo; a rule may have several unsafe variables."""
    error = " ".join(error.split())
    if (note := NOTE.search(error)) and (name := CONSTANT.search(error)):
        text = translate(CONSTANT_FOUND, name=name[1])
        return [Message(text, Place(note[1], int(note[2])), code="contract")]
    match = ERROR.match(error)
    source = tokens.read_copy(folder, match["file"]) if match else None
    if not match or source is None:
        return [Message(error)]

    file, kind = match["file"], match["what"]
    position = tokens.find_position(source, int(match["line"]), int(match["column"]))
    statement = tokens.find_statement(source, position)
    if kind.startswith("unsafe variables"):
        notes = UNSAFE.findall(error)[:MOST_NOTES]
        starts = {name: tokens.find_position(source, int(n), int(c)) for n, c, name in notes}
        slip = slips.find_early_stop(source, statement)
        reasons = unsafe.explain_unsafe(starts, statement, constants | SIZES)
        explanations = [slip] if slip else list(reasons)
    else:
        explanations = [explain_refusal(kind, source, statement, position)]
    return [Message(text, tokens.find_place(source, file, start)) for start, text in explanations]


def explain_refusal(kind: str, source: str, statement: Statement, position: int) -> Slip:
    """Explain an error of clingo's lexer or grammar at a position of a statement."""
    habit = habits.find_refused(statement, position)
    is_grammar = "syntax error" in kind
    if text := slips.find_text(source, statement, position, is_surely=True):
        return text
    if is_grammar and (sign := habits.explain_typography(source, position)):
        return Slip(position, sign)
    if is_grammar:
        return next(list_explanations(kind, source, position, habit))
    if habit:
        return Slip(position, habit.message)
    if "lexer error" in kind:
        return Slip(position, explain_character(source, position))
    return Slip(position, kind)


def explain_character(source: str, position: int) -> str:
    """Explain a character that begins no token."""
    character = source[position : position + 1]
    if word := UNKNOWN.match(source, position):
        begin = source.rfind("\n", 0, position) + 1
        return explain_unknown_word(word[1], source[begin:position], source[word.end() :])
    if character in CHARACTERS:
        return translate(CHARACTERS[character])
    message = habits.explain_typography(source, position)
    return message or translate(NO_MEANING, character=repr(character))


def explain_unknown_word(word: str, before: str, following: str) -> str:
    """Explain a word after '#' that clingo does not know, between two parts of a line."""
    name = word.lower()
    similar = [keyword for keyword in WORDS if sorted(keyword) == sorted(name)]
    similar += [start for start in WORDS if name.startswith(start) and len(start) > len("sup")]
    similar += difflib.get_close_matches(name, WORDS, n=1, cutoff=0.76) if len(name) > 2 else []
    if similar:
        return translate(EXPECTED, found=f"#{word}", expected=f"#{similar[0]}")
    if re.match(r"\s*\{", following):
        return translate(EXPECTED, found=f"#{word}", expected="#count, #sum, #min, #max")
    is_compared = re.match(r"\s*(!=|[<>=])", following) or re.search(r"[<>=]\s*$", before)
    is_number = word[0].islower() and is_compared
    return translate(NUMBER_MEANT if is_number else UNKNOWN_WORD, found=f"#{word}", name=word)


def list_explanations(
    error: str, source: str, position: int, habit: habits.FoundHabit | None
) -> Iterator[Slip]:
    """Yield explanations of an error of the grammar, the most likely one first.

    Causes before the position come first, as clingo's parser finds them late.
    """
    match = UNEXPECTED.search(error)
    symbol, expected = (match[1], (match[2] or "").replace('","', ",")) if match else ("", "")
    statement = tokens.find_statement(source, position)
    for find_slip in (slips.find_wrong_stop, slips.find_unfinished_rule):
        if slip := find_slip(source, statement, position):
            yield slip
    end = statement.start + len(statement.source)
    never_closed, unopened = tokens.read_brackets(tokens.read_tokens(source[:end], statement.start))
    if unopened:
        yield Slip(unopened.start, translate(UNOPENED, bracket=unopened.text))

    before = [tokens.NO_TOKEN, *tokens.read_tokens(source[:position], statement.start)]
    last, (open_brackets, _) = before[-1], tokens.read_brackets(before)
    opened, prefix = open_brackets[-1] if open_brackets else (tokens.NO_TOKEN, tokens.NO_TOKEN)
    is_closed = bool(opened.text) and (opened, prefix) not in never_closed
    if opened.text and not is_closed and (not habit or tokens.CLOSES[opened.text] in expected):
        line = tokens.find_line_number(source, opened.start)
        yield Slip(position, translate(BRACKET, bracket=opened.text, line=line))

    is_at_end_of_line = "\n" in source[last.start : position] or not source[position:].strip()
    may_end = last.kind not in ("", "stop") and last.text not in UNFINISHED and is_at_end_of_line
    if habit and (not may_end or habit.position < position):
        yield Slip(habit.position, habit.message)
    if text := slips.find_text(source, statement, position, is_surely=False):
        yield text
    if symbol == "(" and last.text[:1].isupper():
        small = last.text[0].lower() + last.text[1:]
        yield Slip(position, translate(CAPITAL, name=last.text, small=small))
    if stop := slips.find_early_stop(source, statement):
        yield stop
    if may_end and not is_closed:
        yield Slip(last.start, translate(NO_FULL_STOP))
    name = next(tokens.read_tokens(source, position), tokens.NO_TOKEN).text
    contents = explain_contents(opened.text, prefix.text) if is_closed else ""
    last = last._replace(text=source[slips.find_operator(source, last) : last.start] + last.text)
    yield Slip(position, explain_token(name, symbol, expected, last, contents))


def explain_token(name: str, symbol: str, expected: str, last: tokens.Token, contents: str) -> str:
    """Explain a token that clingo's grammar has no place for after the token `last`.

    `contents` says what stands in the brackets around it, if they are closed.
    """
    word = name or name_symbol(symbol)
    if contents:
        return translate(MEANING, found=word, expected=contents)
    if last.text in (",", ";"):
        return translate(NO_CONDITION, found=word, last=repr(last.text))
    if last.text.isidentifier() and symbol == "<IDENTIFIER>":
        values = {"found": name, "last": repr(last.text), "name": f"{last.text}_{name}"}
        return translate(NO_COMMA_OR_NAME, **values)
    if last.kind and symbol in ("<IDENTIFIER>", "not"):
        return translate(NO_COMMA, found=name, last=repr(last.text))
    if names := " ".join(map(name_symbol, expected.replace(" or ", " ").split())):
        return translate(EXPECTED, found=word, expected=names)
    is_first = last.kind in ("", "stop")
    return translate(NO_STATEMENT if is_first else FOUND_AFTER, found=word, last=repr(last.text))


def explain_contents(bracket: str, prefix: str) -> str:
    """Return what stands in brackets after the token `prefix`."""
    if bracket == "{" and prefix.startswith("#"):
        bracket = "#{"
    if bracket == "(" and prefix.isidentifier() and prefix != "not":
        bracket = "p("
    return translate(CONTENTS[bracket])


def name_symbol(symbol: str) -> str:
    return translate(NAMES[symbol]) if symbol in NAMES else symbol.strip('"')
