"""Reads and changes a logic program by its text, as a browser has no parser of clingo's grammar.

This is what lab/runner/outline.py and changes.py do with syntax trees.  Statements of a kind that
is not known here stay as they are.
"""

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from lab.runner import outline
from lab.runner.changes import GIVEN_CELL, NOTHING
from lab.runner.ground_rules import RuleAtom, RuleParts
from lab.runner.syntax_tree import Place
from lab.syntax import tokens
from lab.syntax.tokens import Statement, Token

NAME = re.compile(r"_*[a-z][\w']*")  # of a predicate, a function or a constant
AFTER_TERM = re.compile(r"[-=<>!+*/\\&?^]|\.\.")  # what stands there never follows an atom
DECLARATION = re.compile(r"\s*#(defined|show)\s+-?\s*(\w+\s*/\s*\d+)\s*")
WITHOUT_ATOMS = re.compile(r"\s*#(const|program|theory|script)\b")
TERM_FIRST = re.compile(r"\s*#(show|minimi[sz]e|maximi[sz]e)\b")  # a term stands before ':'
NO_RULE = re.compile(r"\s*(:~|#(?!(count|sum|min|max|true|false)\b))")
WEAK = re.compile(r"\s*:~")
MINIMISES = re.compile(r"(\s*\[[^\]]*\])?\s*(:~|#minimi[sz]e\b|#maximi[sz]e\b)")
WEIGHT = re.compile(r"\s*\[[^\]]*\]")  # of a weak constraint; here the next statement begins so
BRACES = re.compile(r"(#[a-z]+\s*)?\{.*\}", re.S)
SIGN_OR_COMPARISON = re.compile(r"\s*not\b|.*[=<>]", re.S)
LITERAL = re.compile(r"[^,;]+")  # of a body
SIGN_OR_CONDITION = re.compile(r"\s*(not\b|-)|.*:", re.S)
COMPARISON = re.compile(r"([^=<>!]+)([=<>!]+)([^=<>!]+).*")
OPERATION = re.compile(  # with a name that may be a constant
    r"(?<![\w(])([a-z]\w*)\s*[-+*/\\]\s*\w+|\b\w+\s*[-+*/\\]\s*([a-z]\w*)\b(?!\()"
)


class Atom(NamedTuple):
    """An atom in a statement."""

    name: str
    arguments: tuple[str, ...]
    start: int  # its position in the statement
    is_head: bool

    @property
    def signature(self) -> str:
        return f"{self.name}/{len(self.arguments)}"


def list_atoms(statement: Statement) -> Iterator[Atom]:
    """Yield the atoms of a statement; two for p(1;2,3), with one argument and with two."""
    head_start, head_end = find_head(statement)
    frame = statement.frame
    if WITHOUT_ATOMS.match(frame, head_start) or DECLARATION.fullmatch(frame, head_start):
        return
    stream = [*tokens.read_tokens(statement.code), tokens.NO_TOKEN]
    brackets = ["#{" if TERM_FIRST.match(frame, head_start) else ""]  # that are open
    can_begin, is_condition = brackets == [""], False  # an atom here; after a ':'
    for number, token in enumerate(stream[:-1]):
        if token.text in tokens.CLOSES:
            is_aggregate = token.text == "{" and number and stream[number - 1].text[0] == "#"
            brackets.append("#{" if is_aggregate else token.text)
            can_begin, is_condition = brackets[-1] == "{", is_condition and token.text != "{"
        elif token.text in tokens.CLOSES.values():
            brackets[1:] = brackets[1:-1]
            is_after_weight = token.text == "]" and brackets == [""]
            can_begin, is_condition = is_after_weight, is_condition and token.text != "}"
        elif brackets[-1] in ("(", "["):
            continue
        elif token.text in (":", ",", ";", "|"):
            is_condition = token.text == ":" or (is_condition and token.text == ",")
            can_begin = is_condition or brackets[-1] != "#{"
        elif can_begin and NAME.fullmatch(token.text) and token.text != "not":
            alternatives, following = read_arguments(statement.code, stream, number)
            is_head = head_start <= token.start < head_end and not is_condition
            for arguments in () if AFTER_TERM.match(following.text) else alternatives:
                yield Atom(token.text, arguments, token.start, is_head)
            can_begin = False
        elif token.text not in ("not", "-", "~") and token.text[0] != "#":
            can_begin = False


def find_head(statement: Statement) -> tuple[int, int]:
    """Return where the head of a statement begins and ends; both are equal if it has none."""
    weight = WEIGHT.match(statement.frame)
    begin = weight.end() if weight else 0
    end = statement.frame.find(":-")
    end = len(statement.frame) if end < 0 else end
    is_external = statement.frame.startswith("#external")
    return begin, end if is_external or not NO_RULE.match(statement.frame, begin) else begin


def read_arguments(
    code: str, stream: Sequence[Token], number: int
) -> tuple[list[tuple[str, ...]], Token]:
    """Return the arguments after the name of an atom, and the token after them.

    The arguments between ';' are alternatives.
    """
    if stream[number + 1].text != "(":
        return [()], stream[number + 1]
    begin, depth = stream[number + 1].start + 1, 0
    alternatives: list[tuple[str, ...]] = [()]
    for token, following in itertools.pairwise(stream[number + 1 :]):
        depth += (token.text in tokens.CLOSES) - (token.text in tokens.CLOSES.values())
        if not depth or (depth == 1 and token.text in (",", ";")):
            argument = "".join(code[begin : token.start].split())
            alternatives[-1] += (argument,) * bool(argument)
            begin = token.start + 1
        if not depth:
            return alternatives, following
        if depth == 1 and token.text == ";":
            alternatives.append(())
    return [()], stream[-1]


# ---------------------------------------------------------------- outlines


def outline_text(text: str, file: str, given: str) -> dict[str, Any]:
    """Return what outline.outline_program does, without errors; the program is one file."""
    is_grid_fact = re.compile(outline.GRID_FACT.format(given=given)).fullmatch
    lists: dict[str, set[tuple[str, Place]]] = {"defines": set(), "uses": set(), "grid": set()}
    for statement in tokens.list_statements(text):
        if match := DECLARATION.fullmatch(statement.frame, find_head(statement)[0]):
            name = {"defined": "defines", "show": "uses"}[match[1]]
            signature = "".join(match[2].split())
            position = statement.start + match.start(1)
            lists[name].add((signature, make_place(text, file, position)))
        for atom in list_atoms(statement):
            place = make_place(text, file, statement.start + atom.start)
            lists["defines" if atom.is_head else "uses"].add((atom.signature, place))
        if is_grid_fact(fact := "".join(statement.code.split()) + "."):
            lists["grid"].add((fact, make_place(text, file, statement.start)))
    pairs = {name: sorted(lists[name]) for name in lists}
    return {**pairs, "errors": [], "script": False, "files": [file]}


def find_confusing_terms(text: str, file: str) -> dict[str, Any]:
    """Return what outline.find_confusing_terms does, without the terms of aggregates."""
    names = {"not", *outline.CONSTANTS, *re.findall(r"#const\s+(\w+)", text)}
    arguments, constants, valueless = [], [], []
    for statement in tokens.list_statements(text):
        atoms = list(list_atoms(statement))
        starts = {atom.start for atom in atoms}
        pairs = itertools.pairwise([*tokens.read_tokens(statement.code), tokens.NO_TOKEN])
        arguments.append([(a.name, n, term) for a in atoms for n, term in enumerate(a.arguments)])
        constants.append(
            {
                token.text: make_place(text, file, statement.start + token.start)
                for token, following in pairs
                if NAME.fullmatch(token.text) and token.text != "not"
                if token.start not in starts and following.text != "("
            }
        )
        is_declaration = DECLARATION.fullmatch(statement.frame, find_head(statement)[0])
        for match in () if is_declaration else OPERATION.finditer(statement.code):
            if (match[1] or match[2]) not in names:
                place = make_place(text, file, statement.start + match.start())
                valueless.append((f"({''.join(match[0].split())})", place))
    lowercase = outline.find_lowercase_variables(arguments, constants)
    return {"constants": sorted(set(lowercase)), "counted": [], "valueless": valueless}


def make_place(text: str, file: str, position: int) -> Place:
    """Return the place of a position in a text."""
    return file, tokens.line_number(text, position)


def list_rule_parts(text: str, file: str) -> Iterator[RuleParts]:
    """Yield what ground_rules.read_parts returns for each rule."""
    for statement in tokens.list_statements(text):
        begin, end = find_head(statement)
        parts = RuleParts([], [], {}, [], make_place(text, file, statement.start))
        atoms = [(a.start, RuleAtom(a.signature, a.arguments)) for a in list_atoms(statement)]
        parts.heads.extend(atom for start, atom in atoms if begin <= start < end)
        for literal in LITERAL.finditer(statement.frame, end + len(":-")):
            if SIGN_OR_CONDITION.match(literal[0]):
                continue
            code = "".join(statement.code[literal.start() : literal.end()].split())
            of_literal = [atom for start, atom in atoms if literal.start() <= start < literal.end()]
            parts.atoms.extend(of_literal)
            if not of_literal and (comparison := COMPARISON.fullmatch(code)):
                if comparison[2] == "=":
                    parts.definitions[comparison[1]] = comparison[3]
                else:
                    parts.bounds.append(code)
        yield parts


# ---------------------------------------------------------------- changes


def relax_statement(statement: Statement) -> str | None:
    """Return a rule without its restriction, as changes.relax_rule does; None if it has none."""
    begin, end = find_head(statement)
    if NO_RULE.match(statement.frame, begin):
        return None
    head, frame, choice = statement.source[begin:end], statement.frame[begin:end], ""
    atoms = [atom for atom in list_atoms(statement) if begin <= atom.start < end]
    if braces := BRACES.search(frame):
        if braces[0] != frame.strip():
            choice = head[braces.start() : braces.end()]
    elif not atoms or SIGN_OR_COMPARISON.match(frame):
        return statement.source[:begin] + NOTHING.rstrip(".")
    elif re.search("[|;:,]", frame):
        choice = "".join(";" if frame[n] == "|" else sign for n, sign in enumerate(head))
        choice = f"{{ {choice} }}"
    elif atoms[0].signature == "cell/3":
        choice = f"{{ {head} }}"
    return statement.source[:begin] + choice + statement.source[end:] if choice else None


def is_nothing(source: str | None) -> bool:
    """Return whether relax_statement has left nothing of a statement."""
    return bool(source) and str(source).endswith(NOTHING.rstrip("."))


def list_relaxed_programs(text: str, file: str) -> Iterator[tuple[list[Place], str]]:
    """Yield programs without one or two restrictions, each after the places of these.

    The order is that of changes.find_forbidding_rules.
    """
    statements = tokens.list_statements(text)
    relaxed = {n: rest for n, rest in enumerate(map(relax_statement, statements)) if rest}
    constraints = [number for number, rest in relaxed.items() if is_nothing(rest)]
    others = [number for number in relaxed if number not in constraints]
    pairs = itertools.combinations(constraints, 2)
    for guilty in itertools.chain(zip(constraints), pairs, zip(others)):
        sources = [relaxed[n] if n in guilty else s.source for n, s in enumerate(statements)]
        places = [make_place(text, file, statements[n].start) for n in guilty]
        yield places, join_statements(sources)


def remove_constraints(text: str) -> str:
    """Return a program without its constraints."""
    statements = tokens.list_statements(text)
    return join_statements(s.source for s in statements if not is_nothing(relax_statement(s)))


def remove_minimising(text: str) -> str:
    """Return a program that minimises nothing."""
    rest, is_weak = [], False
    for statement in tokens.list_statements(text):
        begin = find_head(statement)[0] if is_weak else 0
        is_weak = bool(WEAK.match(statement.frame, find_head(statement)[0]))
        if not MINIMISES.match(statement.frame, begin):
            rest.append(statement.source[begin:])
    return join_statements(rest)


def keep_cells_apart(text: str, values: str) -> str:
    """Return a program with another name for each cell/3 that has none of the values of answers."""
    parts, end, is_own = [], 0, re.compile(values).fullmatch
    for statement in tokens.list_statements(text):
        for atom in list_atoms(statement):
            start = statement.start + atom.start
            if atom.signature == "cell/3" and start >= end and not is_own(atom.arguments[2]):
                parts += [text[end:start], GIVEN_CELL]
                end = start + len(atom.name)
    return "".join([*parts, text[end:]])


def join_statements(sources: Iterable[str | None]) -> str:
    """Return the text of a program with these statements."""
    return "".join(f"{source}.\n" for source in sources if source and source.strip())
