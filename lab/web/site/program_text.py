"""Reads and changes a logic program by its text, as a browser has no parser of clingo's grammar.

outline.py and changes.py of lab/runner/server/ do the same with syntax trees; test_web_judge.py
compares both.  Statements of a kind that is not known here stay as they are.
"""

import itertools
import re
from collections.abc import Iterator
from typing import Any

from lab.runner.server import outline
from lab.runner.server.changes import GIVEN_CELL, NOTHING, list_suspects
from lab.runner.server.ground_rules import RuleAtom, RuleParts
from lab.runner.server.syntax_tree import SourceLine
from lab.syntax import tokens
from lab.syntax.statements import (
    DECLARATION,
    MINIMISES,
    NAME,
    NO_RULE,
    find_head_end,
    join_statements,
    list_text_atoms,
    make_place,
    split_statements,
)
from lab.syntax.tokens import Statement

NO_RULE_LEFT = NOTHING.rstrip(".")  # of a constraint without its restriction
BRACES = re.compile(r"(#[a-z]+\s*)?\{.*\}", re.S)
SIGN_OR_COMPARISON = re.compile(r"\s*not\b|.*[=<>]", re.S)
LITERAL = re.compile(r"[^,;]+")  # of a body
SIGN = re.compile(r"\s*(not\b|-\s*[a-z_])")
COMPARISON = re.compile(r"([^=<>!]+)([=<>!]+)([^=<>!]+).*")
NEGATION = re.compile(r"(?<!:)-\s*$")  # before an atom
OPERATION = re.compile(  # with a name that may be a constant
    r"\b([a-z]\w*)\s*[-+*/\\]\s*\w+|\b\w+\s*[-+*/\\]\s*([a-z]\w*)\b(?!\()"
)


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
