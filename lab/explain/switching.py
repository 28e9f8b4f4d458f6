"""Constraints of a logic program that can be switched off: each holds only with an atom of its own.

The text of a constraint in hints is the comment beside it in the program, or above its group.
"""

from pathlib import Path

from clingo import ast
from clingo.ast import AST, ASTType

from lab import Unusable
from lab.common.language import translate
from lab.runner.server.rewriting import make_literal, make_number
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
