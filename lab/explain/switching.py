"""Constraints of a logic program that can be switched off: each holds only with an atom of its own.

The text of a constraint in hints is the comment beside it in the program, or above its group.
Definitions stay as they are, and what they forbid by themselves: a :- not a; p and -p; #edge.
"""

import functools
from pathlib import Path
from typing import Any, NamedTuple

import clingo
from clingo import ast
from clingo.ast import AST, ASTType, Sign

from lab import Unusable
from lab.common.language import translate
from lab.syntax.tokens import find_line_number, read_all_tokens

SWITCH = "is_active_constraint"  # the atom of a constraint


class Comment(NamedTuple):
    """A comment in a program."""

    text: str  # its text, without its marks and line breaks
    first_line: int  # its first line, from 1
    is_heading: bool  # nothing stands before it on its line


class CommentedFile:
    """A file of a program with its comments."""

    def __init__(self, path: str) -> None:
        text = Path(path).read_text(encoding="utf-8", errors="replace")
        self._rows = text.split("\n")
        self._comments: dict[int, Comment] = {}  # comments by each of their lines, from 1
        for token in read_all_tokens(text):
            if token.kind == "comment":
                first = find_line_number(text, token.start)
                sentence = " ".join(token.text.strip("%* \n").split())
                comment = Comment(sentence, first, text[: token.start][-1:] in ("", "\n"))
                lines = range(first, first + token.text.count("\n") + 1)
                self._comments |= dict.fromkeys(lines, comment)

    def find_comment(self, line: int) -> str:
        """Return the comment beside a line or above its group, else the number of the line."""
        if line in self._comments:
            return self._comments[line].text.rstrip(".")
        headings = {n: comment for n, comment in self._comments.items() if comment.is_heading}
        above = line - 1
        while above and self._rows[above - 1].strip() and above not in headings:
            above -= 1
        sentences: list[str] = []
        while above in headings:
            sentences.insert(0, headings[above].text)
            above = headings[above].first_line - 1
        text = " ".join(sentences).rstrip(".")
        return text or translate("line {line} of the program", line=line)


def parse_program(path: str) -> list[AST]:
    """Return the statements of a program and its includes; raise Unusable with clingo's errors."""
    statements: list[AST] = []
    messages: list[str] = []
    try:
        ast.parse_files([path], statements.append, logger=lambda _, text: messages.append(text))
    except RuntimeError as error:
        errors = [text for text in messages if "error:" in text] or [str(error)]
        raise Unusable("\n".join(errors)) from None
    return [statement for statement in statements if statement.ast_type != ASTType.Comment]


def switch_constraints(path: str) -> tuple[str, list[str]]:
    """Return a program whose constraint N holds only with the atom SWITCH(N), and their texts.

    A rule whose head is negated or a comparison also counts as a constraint.  switches.lp chooses
    the atoms; facts is_constraint(N) end the program.  Raises Unusable if the file cannot be read.
    """
    statements = parse_program(path)
    texts, lines = list[str](), list[str]()
    open_file = functools.cache(CommentedFile)  # each file is read once
    for statement in statements:
        begin = statement.location.begin
        for part in separate_bounds(statement):
            if is_constraint(part):
                texts.append(open_file(begin.filename).find_comment(begin.line))
                switch = make_switch(part.location, len(texts))
                lines.append(str(part.update(body=[*part.body, switch])))
            else:
                lines.append(str(part))
    lines += ["#program base.", f"is_constraint(1..{len(texts)})."]
    return "".join(f"{line}\n" for line in lines), texts


def separate_bounds(statement: AST) -> list[AST]:
    """Return a choice with bounds as a choice and a constraint, any other statement alone."""
    if statement.ast_type != ASTType.Rule:
        return [statement]
    rule = replace_head(statement)
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
    violation = ast.Literal(place, Sign.Negation, aggregate)
    return [choice, rule.update(head=make_falsity(place), body=[*rule.body, violation])]


def is_constraint(rule: AST) -> bool:
    """Return whether a statement is a rule with a false head."""
    if rule.ast_type != ASTType.Rule:
        return False
    head = rule.head
    if head.ast_type != ASTType.Literal or head.atom.ast_type != ASTType.BooleanConstant:
        return False
    is_true = bool(head.atom.value) != (head.sign == Sign.Negation)
    return not is_true


def replace_head(rule: AST) -> AST:
    """Return a rule whose head is a comparison or a negated atom as a constraint."""
    head = rule.head
    if head.ast_type != ASTType.Literal or is_constraint(rule):
        return rule
    if head.sign == Sign.NoSign and head.atom.ast_type == ASTType.SymbolicAtom:
        return rule
    sign = Sign.DoubleNegation if head.sign == Sign.Negation else Sign.Negation
    body = [*rule.body, head.update(sign=sign)]
    return ast.Rule(rule.location, make_falsity(rule.location), body)


def make_falsity(place: Any) -> AST:
    """Return the head of a constraint."""
    return ast.Literal(place, Sign.NoSign, ast.BooleanConstant(0))


def make_switch(place: Any, number: int) -> AST:
    """Return the atom SWITCH(number) as a literal."""
    argument = ast.SymbolicTerm(place, clingo.Number(number))
    atom = ast.SymbolicAtom(ast.Function(place, SWITCH, [argument], 0))
    return ast.Literal(place, Sign.NoSign, atom)
