"""Constraints of a logic program that can be switched off: each holds only with an atom of its own.

The text of a constraint in hints is the comment beside it in the program, or above its group.
Definitions stay as they are, and what they forbid by themselves: a :- not a; p and -p; #edge.
"""

from pathlib import Path

from clingo import ast
from clingo.ast import AST, ASTType

from lab import Unusable
from lab.common.language import translate
from lab.runner.server.rewriting import (
    is_constraint,
    make_falsity,
    make_literal,
    make_number,
    replace_head,
)
from lab.runner.server.syntax_tree import parse_program
from lab.syntax.tokens import Token, line_number, read_all_tokens

SWITCH = "is_active_constraint"  # the atom of a constraint


def switch_constraints(path: str) -> tuple[str, list[str]]:
    """Return a program whose constraint N holds only with the atom SWITCH(N), and their texts.

    switches.lp chooses these atoms; facts is_constraint(N) end the program.  Raises Unusable if the
    file cannot be read.
    """
    statements, errors = parse_program(path)
    if errors:
        raise Unusable("\n".join(errors))
    texts: list[str] = []
    lines = [switch_constraint(statement, texts) for statement in statements]
    lines += ["#program base.", f"is_constraint(1..{len(texts)})."]
    return "".join(f"{line}\n" for line in lines), texts


def switch_constraint(statement: AST, texts: list[str]) -> str:
    """Return a statement as text; a constraint gets an atom, and its text is added to `texts`.

    A rule with a negated head or a comparison as its head is a constraint, too.
    """
    if statement.ast_type != ASTType.Rule:
        return str(statement)
    rules = [replace_head(rule) for rule in separate_bounds(statement)]
    begin = statement.location.begin
    for number, rule in enumerate(rules):
        if is_constraint(rule):
            texts.append(find_comment(begin.filename, begin.line))
            index = make_number(rule.location, len(texts))
            switch = make_literal(rule.location, SWITCH, [index])
            rules[number] = rule.update(body=[*rule.body, switch])
    return "\n".join(map(str, rules))


def separate_bounds(rule: AST) -> list[AST]:
    """Return a choice with bounds as a choice and a constraint, any other rule alone."""
    head, place = rule.head, rule.location
    is_aggregate = head.ast_type in (ASTType.Aggregate, ASTType.HeadAggregate)
    if not is_aggregate or not (head.left_guard or head.right_guard):
        return [rule]
    choice, aggregate = rule.update(head=head.update(left_guard=None, right_guard=None)), head
    if head.ast_type == ASTType.HeadAggregate:  # p(X) : q(X) in a head is p(X), q(X) in a body
        elements = [
            ast.BodyAggregateElement(e.terms, [e.condition.literal, *e.condition.condition])
            for e in head.elements
        ]
        bounds = head.left_guard, head.function, elements, head.right_guard
        aggregate = ast.BodyAggregate(place, *bounds)
    violation = ast.Literal(place, ast.Sign.Negation, aggregate)
    return [choice, rule.update(head=make_falsity(place), body=[*rule.body, violation])]


def find_comment(path: str, line: int) -> str:
    """Return the comment beside a line or above its group, else the number of the line."""
    text = Path(path).read_text(encoding="utf-8", errors="replace")
    comments: dict[int, Token] = {}  # by each of their lines, from 1
    for token in read_all_tokens(text):
        if token.kind == "comment":
            first = line_number(text, token.start)
            lines = range(first, first + token.text.count("\n") + 1)
            comments |= dict.fromkeys(lines, token)
    if line in comments:
        return read_comment(comments[line]).rstrip(".")
    headings = {n: token for n, token in comments.items() if text[: token.start][-1:] in ("", "\n")}
    rows = text.split("\n")
    above = line - 1
    while above and rows[above - 1].strip() and above not in headings:
        above -= 1
    sentences: list[str] = []
    while above in headings:
        sentences.insert(0, read_comment(headings[above]))
        above = line_number(text, headings[above].start) - 1
    return " ".join(sentences).rstrip(".") or translate("line {line} of the program", line=line)


def read_comment(comment: Token) -> str:
    """Return the text of a comment, without its marks and without line breaks."""
    return " ".join(comment.text.strip("%* \n").split())
