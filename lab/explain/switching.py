"""Constraints of a logic program that can be switched off: each holds only with an atom of its own.

The text of a constraint in hints is the comment beside it in the program, or above its group.
"""

from clingo import ast
from clingo.ast import AST, ASTType

from lab import Unusable
from lab.common.language import translate
from lab.runner.server.rewriting import make_literal, make_number
from lab.runner.server.syntax_tree import parse_program

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

    The bounds of a choice become a constraint of their own.
    """
    is_rule = statement.ast_type == ASTType.Rule
    if is_rule and statement.head.ast_type == ASTType.Aggregate:
        head, place = statement.head, statement.location
        if head.left_guard or head.right_guard:
            bounds = ast.Literal(place, ast.Sign.Negation, head)
            false = ast.Literal(place, ast.Sign.NoSign, ast.BooleanConstant(0))
            choice = statement.update(head=head.update(left_guard=None, right_guard=None))
            constraint = statement.update(head=false, body=[*statement.body, bounds])
            return f"{choice}\n{switch_constraint(constraint, texts)}"
    if not is_rule or str(statement.head) != "#false":
        return str(statement)
    begin = statement.location.begin
    texts.append(find_comment(begin.filename, begin.line))
    number = make_number(statement.location, len(texts))
    switch = make_literal(statement.location, SWITCH, [number])
    return str(statement.update(body=[*statement.body, switch]))


def find_comment(path: str, line: int) -> str:
    """Return the comment beside a line or above its group, else the number of the line."""
    with open(path, encoding="utf-8", errors="replace") as file:
        lines = file.read().splitlines()
    _, percent, beside = lines[line - 1].partition("%")
    if percent:
        return beside.strip(" %.")
    above = line - 2
    while above >= 0 and lines[above].strip() and not lines[above].startswith("%"):
        above -= 1
    comment: list[str] = []
    while above >= 0 and lines[above].startswith("%"):
        comment.insert(0, lines[above].strip(" %"))
        above -= 1
    text = " ".join(comment).rstrip(".")
    return text or translate("line {line} of the program", line=line)
