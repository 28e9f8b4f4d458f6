"""Reads the statements of a logic program by its text: their heads, atoms, weights and places.

This module also works in a browser, as it needs no parser of clingo.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from lab.syntax import tokens
from lab.syntax.tokens import Statement, Token

SIZES = frozenset({"n", "rows", "cols"})  # constants of the contract
NAME = re.compile(r"_*[a-z][\w']*")  # the name of a predicate, a function or a constant
AFTER_TERM = re.compile(r"[-=<>!+*/\\&?^{#]|\.\.")  # these follow a term, never an atom
DECLARATION = re.compile(r"\s*#(defined|show)\s+(?:-\s*)?(\w+\s*/\s*\d+)\s*")
WITHOUT_ATOMS = re.compile(r"\s*#(const|program|theory|script)\b")
TERM_FIRST = re.compile(r"\s*#(show|minimi[sz]e|maximi[sz]e)\b")  # a term stands before ':'
NO_RULE = re.compile(r"\s*(:~|#(?!(count|sum|min|max|true|false)\b))")
MINIMISES = re.compile(r"\s*(:~|#minimi[sz]e\b|#maximi[sz]e\b)")
SEPARATOR = re.compile(r"[:,;]|\Z")
WEIGHT = re.compile(r"\[[^\]]*\]\s*")


class TextAtom(NamedTuple):
    """An atom in a statement."""

    name: str
    arguments: tuple[str, ...]
    start: int  # its position in the statement
    is_head: bool

    @property
    def signature(self) -> str:
        return f"{self.name}/{len(self.arguments)}"


def split_statements(text: str) -> list[tuple[Statement, str]]:
    """Return the statements of a text, each with the weight after its full stop, or "".

    For tokens.list_statements a weight belongs to the next statement.
    """
    parts: list[tuple[Statement, str]] = []
    for start, *texts in tokens.list_statements(text):
        weight = WEIGHT.match(texts[-1])
        begin = weight.end() if weight and parts else 0
        if begin:
            parts[-1] = parts[-1][0], texts[0][:begin].rstrip()
        if texts[-1][begin:].strip():
            parts.append((Statement(start + begin, *(part[begin:] for part in texts)), ""))
    return parts


def list_text_atoms(statement: Statement) -> Iterator[TextAtom]:
    """Yield the atoms of a statement; p(1;2,3) stands for two, p(1) and p(2,3)."""
    head_end, skeleton = find_head_end(statement), statement.skeleton
    if WITHOUT_ATOMS.match(skeleton) or DECLARATION.fullmatch(skeleton):
        return
    stream = [*tokens.read_tokens(statement.code), tokens.NO_TOKEN]
    outside = "#{" if TERM_FIRST.match(skeleton) else ""  # of all brackets; a term as in #sum {
    brackets: list[str] = []  # the brackets that are open
    can_begin, is_condition = not outside, False  # an atom here; after a ':'
    is_chosen = False  # after the first ':' of an element, as ATOM in #sum { TERMS : ATOM : ... }
    for number, token in enumerate(stream[:-1]):
        bracket = brackets[-1] if brackets else outside
        if token.text in tokens.CLOSES:
            is_aggregate = token.text == "{" and number and stream[number - 1].text[0] == "#"
            brackets.append("#{" if is_aggregate else token.text)
            can_begin, is_condition = brackets[-1] == "{", is_condition and token.text != "{"
        elif token.text in tokens.CLOSES.values():
            del brackets[-1:]
            can_begin, is_condition = False, is_condition and token.text != "}"
        elif bracket in ("(", "["):
            continue
        elif token.text == "|" and (is_condition or token.start > head_end or brackets):
            continue  # of an absolute value
        elif token.text in (":", ",", ";", "|"):
            is_chosen = bracket == "#{" and token.text == ":" and not is_condition
            is_condition = token.text == ":" or (is_condition and token.text == ",")
            can_begin = is_condition or bracket != "#{"
        elif can_begin and NAME.fullmatch(token.text) and token.text != "not":
            alternatives, following = read_arguments(statement.code, stream, number)
            is_head = token.start < head_end and (is_chosen or not is_condition)
            if not AFTER_TERM.match(following.text):
                for arguments in alternatives:
                    yield TextAtom(token.text, arguments, token.start, is_head)
            can_begin = False
        elif token.text not in ("not", "-", "~") and token.text[0] != "#":
            can_begin = False


def find_head_end(statement: Statement) -> int:
    """Return where the head of a statement ends, 0 if it has none."""
    if NO_RULE.match(statement.skeleton) and not statement.skeleton.startswith("#external"):
        return 0
    end = statement.skeleton.find(":-")
    return len(statement.skeleton) if end < 0 else end


def split_body(statement: Statement, start: int) -> Iterator[tuple[int, int]]:
    """Yield the begin and the end of each condition after a position; one with ':' ends at ';'."""
    begin, is_conditional = start, False
    for sign in SEPARATOR.finditer(statement.skeleton, start):
        if sign[0] == ":":
            is_conditional = True
        elif sign[0] != "," or not is_conditional:
            yield begin, sign.start()
            begin, is_conditional = sign.end(), False


def read_arguments(
    code: str, stream: Sequence[Token], number: int
) -> tuple[list[tuple[str, ...]], Token]:
    """Return the arguments after the name of an atom, and the token after them.

    The arguments between ';' are alternatives.
    """
    if stream[number + 1].text != "(":
        return [()], stream[number + 1]
    begin, depth = stream[number + 1].start + 1, 0
    alternatives: list[list[str]] = [[]]
    for place in range(number + 1, len(stream) - 1):
        token, following = stream[place], stream[place + 1]
        depth += token.nesting
        if not depth or (depth == 1 and token.text in (",", ";")):
            if argument := "".join(code[begin : token.start].split()):
                alternatives[-1].append(argument)
            begin = token.start + 1
        if not depth:
            return list(map(tuple, alternatives)), following
        if depth == 1 and token.text == ";":
            alternatives.append([])
    return [()], stream[-1]


def join_statements(parts: Iterable[tuple[str, str]]) -> str:
    """Return the text of a program with these statements and their weights."""
    return "".join(f"{source}. {weight}\n" for source, weight in parts)


def rename_predicates(text: str, prefix: str) -> str:
    """Return a text of the kit, such as rules.lp, with a prefix before each predicate."""
    places = []
    for statement, _ in split_statements(text):
        if match := DECLARATION.fullmatch(statement.skeleton):
            places.append(statement.start + match.start(2))
        places += [statement.start + atom.start for atom in list_text_atoms(statement)]
    parts, end = [], 0
    for place in sorted(set(places)):
        parts += [text[end:place], prefix]
        end = place
    return "".join([*parts, text[end:]])
