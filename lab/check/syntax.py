"""Whether a program reads: clingo's complaints in plain words, each with its file and line."""

import difflib
import re
from pathlib import Path
from typing import Any

from lab.check import source

ERROR = re.compile(r"^(?P<file>\S*?):(?P<line>\d+):(?P<column>\d+)\S*: error: (?P<what>.*)", re.S)
UNSAFE = re.compile(r"(\S+?):(\d+):\S+: note: '(\S+)' is unsafe")
UNEXPECTED = re.compile(r"unexpected (\S+?)(?:, expecting (.*))?$", re.S)
CONSTANT = re.compile(r"#const (\w+)=")
NOTE = re.compile(r"(\S+?):(\d+):\S+: note: constant also defined here")
SIZE = "the size of the grid is the constant n"
GIVEN = {"cell/3", "dim/1", "dim/2"}  # what facts have, or may have
CONTRACT = {"x", "b"}  # the constants that facts and answers have
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


def complaints(messages: list[str], folder: Path) -> list[str]:
    """Errors of clingo in plain words, one for each line of the program."""
    said: dict[str, str] = {}
    for message in messages:
        for line in complaint(message, folder).splitlines():
            said.setdefault(":".join(line.split(":")[:2]), line)
    return list(said.values())


def kind(message: str) -> tuple[str, str]:
    """The stage and the code of an error in grounding."""
    against_facts = "redefinition of constant" in message
    return ("contract", "contract") if against_facts else ("reads", "syntax")


def complaint(message: str, folder: Path) -> str:
    """An error of clingo in plain words, the files named from `folder` on."""
    message = " ".join(message.replace(f"{folder}/", "").split())
    found = ERROR.match(message)
    if not found:
        return message
    if unsafe := UNSAFE.findall(message):
        text = read(folder / found["file"])
        if found["what"].startswith("unsafe") and "<-" in line(text, int(found["line"])):
            return f"{found['file']}:{found['line']}: {ARROW}"
        return "\n".join(unsafe_variable(*one) for one in unsafe)
    if "redefinition of constant" in message:
        return redefined(message)
    here = f"{found['file']}:{found['line']}:{found['column']}"
    if "syntax error" in found["what"] or "lexer error" in found["what"]:
        text = read(folder / found["file"])
        position = source.position(text, int(found["line"]), int(found["column"]))
        return f"{here}: {unexpected(found['what'], text, position)}"
    return f"{here}: {found['what']}"


def read(path: Path) -> str:
    return path.read_bytes().decode(errors="replace")


def line(text: str, number: int) -> str:
    return text.split("\n")[number - 1]


def unsafe_variable(file: str, line: str, name: str) -> str:
    if name.startswith("#"):
        return f"{file}:{line}: found _ where a value is needed, expected a variable of the body"
    constant = name.lower()
    hint = (
        f"a capital begins a variable; was the constant {constant} meant?"
        if constant in CONTRACT
        else "it must occur in a condition of the body that holds for some values only, not "
        "after 'not' and not only in a comparison"
    )
    return f"{file}:{line}: the variable {name} is unsafe, as nothing gives it a value: {hint}"


def redefined(message: str) -> str:
    """A constant that the program has and the facts too."""
    name, note = CONSTANT.search(message), NOTE.search(message)
    where = f"{note[1]}:{note[2]}: " if note else ""
    constant = name[1] if name else "n"
    return (
        f"{where}found #const {constant} in the program, expected it in the facts of the grid only"
    )


# ---------------------------------------------------------------- syntax errors


def unexpected(what: str, text: str, position: int) -> str:
    """What is probably missing or too much at a position."""
    found = UNEXPECTED.search(what)
    bad, expected = (found[1], found[2] or "") if found else ("", "")
    if "lexer error" in what:
        return stranger(text, position)
    return (
        bracket(text, position, expected)
        or capital(text, position, bad)
        or full_stop(text, position)
        or aggregate(text, position)
        or arrow(text, position)
        or comma(text, position, bad)
        or f"found {named(bad)}" + (f", expected {listed(expected)}" if expected else "")
    )


def stranger(text: str, position: int) -> str:
    character = text[position : position + 1].strip()
    if not character:
        return "found the end of the file within a comment %*, expected *%"
    if character == '"':
        return 'found a string without its end, expected " in the same line'
    if character == "\ufeff":
        return "found a byte-order mark, expected UTF-8 without it: save the file so"
    hint = " (not equal is !=)" if character == "!" else ""
    return f"found {character!r}, which has no meaning here{hint}"


def bracket(text: str, position: int, expected: str) -> str:
    """A bracket that is still open where it can only be closed."""
    opened = source.unclosed(text, position)
    if not opened or source.CLOSES[opened.text] not in expected.replace('","', ""):
        return ""
    where = source.line(text, opened.start)
    return f"the bracket {opened.text} of line {where} is not closed before this place"


def capital(text: str, position: int, bad: str) -> str:
    before = source.before(text, position)
    if bad != "(" or not before or not before.text[:1].isupper():
        return ""
    return (
        f"found {before.text}(...), but a capital begins a variable, expected the small "
        f"letter of a predicate: {before.text[0].lower()}{before.text[1:]}(...)"
    )


def full_stop(text: str, position: int) -> str:
    """A statement that goes on in the next line, where another begins."""
    before = source.before(text, position)
    line = source.line(text, position)
    if not before or before.kind == "stop" or before.text in {",", ";", "-", ":", "|", "="}:
        return ""
    end = source.line(text, before.start)
    if end == line and text[position:].strip():
        return ""
    return f"the statement that ends in line {end} has no full stop"


def comma(text: str, position: int, bad: str) -> str:
    before = source.before(text, position)
    if before and before.text in {",", ";"}:
        return f"found {named(bad)} after {before.text!r}, expected one more condition between them"
    if before and bad in {"<IDENTIFIER>", "not"}:
        name = next(source.tokens(text[position:])).text
        hint = WORDS.get(name, "")
        return f"found {name} after {before.text!r}, expected a comma between conditions{hint}"
    return ""


def aggregate(text: str, position: int) -> str:
    """The name of an aggregate without #."""
    opened = source.unclosed(text, position)
    before = source.before(text, opened.start) if opened else None
    if not opened or opened.text != "{" or not before or before.text not in AGGREGATES:
        return ""
    where = source.line(text, before.start)
    return f"found {before.text} {{ in line {where}, expected #{before.text} {{"


def arrow(text: str, position: int) -> str:
    around = text[max(position - 1, 0) : position + 2]
    return ARROW if any(arrow in around for arrow in (":=", "<-", "->", "-:")) else ""


def named(bad: str) -> str:
    return NAMES.get(bad, bad.strip('"'))


def listed(expected: str) -> str:
    return ", ".join(named(one) for one in expected.replace(" or ", " ").split())


# ---------------------------------------------------------------- what may be the cause


def valueless(messages: list[str], folder: Path) -> list[str]:
    """clingo's remarks on operations without a value, in plain words."""
    said = []
    for message in messages:
        found = VALUELESS.match(" ".join(message.replace(f"{folder}/", "").split()))
        if found and (names := re.findall(r"\b[a-z]\w*", found[3])):
            where = f"{found[1]}:{found[2]}"
            said.append(f"{where}: {found[3]} has no value, as {names[0]} is no number; {SIZE}")
    return list(dict.fromkeys(said))


def grid_facts(outline: dict[str, Any], folder: Path) -> list[str]:
    """The first fact of a grid that stands in the program."""
    return [
        f"{Path(file).relative_to(folder)}:{line}: found {fact} in the program, expected the "
        "facts of a grid from encode.py only"
        for fact, (file, line) in outline["grid"][:1]
    ]


def undefined(outline: dict[str, Any], folder: Path) -> list[str]:
    """The predicates that occur in no head and in no facts, and what was probably meant."""
    defined = GIVEN | set(outline["defines"])
    places: dict[str, tuple[str, int]] = {}
    for name, (file, line) in outline["uses"]:
        if name not in defined:
            places.setdefault(name, (str(Path(file).relative_to(folder)), line))
    return [
        f"{file}:{line}: {name} occurs in no head and in no facts{meant(name, defined)}"
        for name, (file, line) in sorted(places.items(), key=lambda item: item[1])
    ]


def meant(signature: str, defined: set[str]) -> str:
    name = signature.rpartition("/")[0]
    for other in sorted(defined):
        if other.rpartition("/")[0] == name:
            return f"; was {other} meant, with another number of arguments?"
    near = difflib.get_close_matches(signature, sorted(defined), n=1, cutoff=0.7)
    return f"; is it {near[0]}, misspelt?" if near else ", so it never holds"
