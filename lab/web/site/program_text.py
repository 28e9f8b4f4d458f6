"""Reads and changes a logic program by its text, as a browser has no parser of clingo's grammar.

outline.py and changes.py of lab/runner/server/ do the same with syntax trees; test_web_judge.py
compares both.  Statements of a kind that is not known here stay as they are.
"""

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from lab.runner.server import outline
from lab.runner.server.changes import GIVEN_CELL, NOTHING, list_suspects
from lab.runner.server.ground_rules import RuleAtom, RuleParts
from lab.runner.server.syntax_tree import SourceLine
from lab.syntax import tokens
from lab.syntax.tokens import Statement, Token

NO_RULE_LEFT = NOTHING.rstrip(".")  # of a constraint without its restriction
NAME = re.compile(r"_*[a-z][\w']*")  # of a predicate, a function or a constant
AFTER_TERM = re.compile(r"[-=<>!+*/\\&?^{#]|\.\.")  # these follow a term, never an atom
DECLARATION = re.compile(r"\s*#(defined|show)\s+-?\s*(\w+\s*/\s*\d+)\s*")
WITHOUT_ATOMS = re.compile(r"\s*#(const|program|theory|script)\b")
TERM_FIRST = re.compile(r"\s*#(show|minimi[sz]e|maximi[sz]e)\b")  # a term stands before ':'
NO_RULE = re.compile(r"\s*(:~|#(?!(count|sum|min|max|true|false)\b))")
MINIMISES = re.compile(r"\s*(:~|#minimi[sz]e\b|#maximi[sz]e\b)")
WEIGHT = re.compile(r"\[[^\]]*\]\s*")
BRACES = re.compile(r"(#[a-z]+\s*)?\{.*\}", re.S)
SIGN_OR_COMPARISON = re.compile(r"\s*not\b|.*[=<>]", re.S)
LITERAL = re.compile(r"[^,;]+")  # of a body
SIGN = re.compile(r"\s*(not\b|-\s*[a-z_])")
COMPARISON = re.compile(r"([^=<>!]+)([=<>!]+)([^=<>!]+).*")
NEGATION = re.compile(r"(?<!:)-\s*$")  # before an atom
OPERATION = re.compile(  # with a name that may be a constant
    r"\b([a-z]\w*)\s*[-+*/\\]\s*\w+|\b\w+\s*[-+*/\\]\s*([a-z]\w*)\b(?!\()"
)


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
    brackets: list[str] = []  # that are open
    can_begin, is_condition = not outside, False  # an atom here; after a ':'
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
            is_condition = token.text == ":" or (is_condition and token.text == ",")
            can_begin = is_condition or bracket != "#{"
        elif can_begin and NAME.fullmatch(token.text) and token.text != "not":
            alternatives, following = read_arguments(statement.code, stream, number)
            is_head = token.start < head_end and not is_condition
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
            if argument := "".join(code[begin : token.start].split()):
                alternatives[-1] += (argument,)
            begin = token.start + 1
        if not depth:
            return alternatives, following
        if depth == 1 and token.text == ";":
            alternatives.append(())
    return [()], stream[-1]


# ---------------------------------------------------------------- outlines


def outline_text(text: str, file: str, given_values: str) -> dict[str, Any]:
    """Return what outline.outline_program does, without errors; the program is one file."""
    is_grid_fact = re.compile(outline.GRID_FACT.format(values=given_values)).fullmatch
    lists: dict[str, list[tuple[str, SourceLine]]] = {"defines": [], "uses": [], "grid": []}
    for statement, _ in split_statements(text):
        if match := DECLARATION.fullmatch(statement.skeleton):
            name = {"defined": "defines", "show": "uses"}[match[1]]
            signature = "".join(match[2].split())
            position = statement.start + match.start(1)
            lists[name].append((signature, make_place(text, file, position)))
        for atom in list_text_atoms(statement):
            place = make_place(text, file, statement.start + atom.start)
            lists["defines" if atom.is_head else "uses"].append((atom.signature, place))
        if is_grid_fact(fact := "".join(statement.code.split()) + "."):
            lists["grid"].append((fact, make_place(text, file, statement.start)))
    names = {name: sorted({*lists[name]}) for name in ("defines", "uses")}
    return {**lists, **names, "errors": [], "script": False, "files": [file]}


def find_confusing_terms(text: str, file: str) -> dict[str, Any]:
    """Return what outline.find_confusing_terms does, without the terms of aggregates."""
    statements = [statement for statement, _ in split_statements(text)]
    defined = (re.match(r"#const\s+(\w+)", statement.skeleton) for statement in statements)
    names = {"not", *outline.CONSTANTS, *(match[1] for match in defined if match)}
    arguments, constants, valueless = [], [], []
    for statement in statements:
        atoms = list(list_text_atoms(statement))
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
        has_terms = MINIMISES.match(statement.skeleton) or not NO_RULE.match(statement.skeleton)
        for match in OPERATION.finditer(statement.code) if has_terms else ():
            if (match[1] or match[2]) not in names:
                place = make_place(text, file, statement.start + match.start())
                valueless.append((f"({''.join(match[0].split())})", place))
    lowercase = outline.find_lowercase_variables(arguments, constants)
    return {"constants": sorted(set(lowercase)), "counted": [], "valueless": valueless}


def make_place(text: str, file: str, position: int) -> SourceLine:
    return file, tokens.find_line_number(text, position)


def list_rule_parts(text: str, file: str) -> Iterator[RuleParts]:
    """Yield what ground_rules.read_parts returns for each rule."""
    for statement, _ in split_statements(text):
        end, is_condition = find_head_end(statement), False
        parts = RuleParts([], [], {}, [], make_place(text, file, statement.start))
        atoms = [(a.start, RuleAtom(a.signature, a.arguments)) for a in list_text_atoms(statement)]
        parts.heads.extend(atom for start, atom in atoms if start < end)
        for literal in LITERAL.finditer(statement.skeleton, end + len(":-")):
            is_after_comma = statement.skeleton[literal.start() - 1] == ","
            is_condition = ":" in literal[0] or (is_condition and is_after_comma)
            if is_condition or SIGN.match(literal[0]):
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
    if NO_RULE.match(statement.skeleton):
        return None
    end = find_head_end(statement)
    head, skeleton, choice = statement.source[:end], statement.skeleton[:end], ""
    atoms = [atom for atom in list_text_atoms(statement) if atom.start < end]
    is_list = re.search("[|;:,]", skeleton)
    if braces := BRACES.search(skeleton):
        if braces[0] != skeleton.strip():
            choice = head[braces.start() : braces.end()]
    elif not atoms or (SIGN_OR_COMPARISON.match(skeleton) and not is_list):
        return NO_RULE_LEFT
    elif is_list:
        choice = "".join(";" if skeleton[n] == "|" else sign for n, sign in enumerate(head))
        choice = f"{{ {choice} }}"
    elif atoms[0].signature == "cell/3":
        choice = f"{{ {head} }}"
    return choice + statement.source[end:] if choice else None


def list_relaxed_programs(text: str, file: str) -> Iterator[tuple[list[SourceLine], str]]:
    """Yield programs without one or two restrictions, each after their places.

    They come in the order of changes.find_forbidding_rules.
    """
    parts = split_statements(text)
    relaxed = {n: relax_statement(statement) for n, (statement, _) in enumerate(parts)}
    constraints = [number for number, rule in relaxed.items() if rule == NO_RULE_LEFT]
    other_rules = [number for number, rule in relaxed.items() if rule not in (None, NO_RULE_LEFT)]
    for guilty in list_suspects(constraints, other_rules):
        program = [
            (str(relaxed[n]) if n in guilty else statement.source, weight)
            for n, (statement, weight) in enumerate(parts)
        ]
        yield [make_place(text, file, parts[n][0].start) for n in guilty], join_statements(program)


def remove_constraints(text: str) -> str:
    parts = split_statements(text)
    return join_statements((s.source, w) for s, w in parts if relax_statement(s) != NO_RULE_LEFT)


def remove_minimising(text: str) -> str:
    parts = split_statements(text)
    return join_statements((s.source, w) for s, w in parts if not MINIMISES.match(s.skeleton))


def keep_cells_apart(text: str, values: str) -> str:
    """Return a program in which each cell/3 whose value no answer can have has another name."""
    parts, end, is_own = [], 0, re.compile(values).fullmatch
    for statement, _ in split_statements(text):
        for atom in list_text_atoms(statement):
            start = statement.start + atom.start
            is_negated = NEGATION.search(statement.code[: atom.start])
            is_cell = atom.signature == "cell/3" and start >= end and not is_negated
            if is_cell and not is_own(atom.arguments[2]):
                parts += [text[end:start], GIVEN_CELL]
                end = start + len(atom.name)
    return "".join([*parts, text[end:]])


def join_statements(parts: Iterable[tuple[str, str]]) -> str:
    """Return the text of a program with these statements and their weights."""
    return "".join(f"{source}. {weight}\n" for source, weight in parts)
