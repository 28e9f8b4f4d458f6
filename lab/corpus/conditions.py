"""Conditions on rows, for --where: "size<=10 and label=='hard' and unique".

The language is a part of Python's expressions: names, numbers, texts, comparisons, arithmetic of
numbers, in, and, or, not.  Any other part is an error before Python evaluates the condition.
Source: the Python documentation, module ast.
"""

import ast
from collections.abc import Callable, Mapping
from typing import Any

from lab.corpus.solving import VERDICTS

Values = Mapping[str, Any]  # by name; None: not known
MOST_CHARACTERS = 1000
LANGUAGE = (
    *(ast.Name, ast.Load, ast.Constant, ast.Tuple, ast.List, ast.Set),
    *(ast.BoolOp, ast.And, ast.Or, ast.UnaryOp, ast.Not, ast.USub),
    *(ast.Compare, ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.In, ast.NotIn),
    *(ast.BinOp, ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod),
)
EXPECTED = "names, numbers, texts, comparisons, + - * / // %, in, and, or, not"
DERIVED = ("size", "cells", *VERDICTS)  # names beside those of the columns


class ConditionError(ValueError):
    """A text that is no condition: what was found and what was expected."""


class Condition:
    """A condition on rows; `columns` has the type of each column."""

    def __init__(self, text: str, columns: Mapping[str, type]) -> None:
        """Parse the text; raises a ConditionError if it is no condition."""
        if len(text) > MOST_CHARACTERS:
            raise ConditionError(f"found {len(text)} characters, expected {MOST_CHARACTERS}")
        self._types = {**columns, **dict.fromkeys(DERIVED, int)}
        try:
            root = ast.parse(text.strip(), mode="eval").body
            for node in ast.walk(root):
                self._check(node, text.strip())
            self._holds = compile_test(root)
        except (SyntaxError, RecursionError, MemoryError) as error:
            column = getattr(error, "offset", None) or 1
            raise ConditionError(f"column {column}: {getattr(error, 'msg', 'too deep')}") from None

    def holds(self, row: Values) -> bool:
        """Return whether a row meets the condition, see compile_test."""
        height, width, verdict = row.get("height"), row.get("width"), row.get("verdict")
        values = {name: row.get(name) for name in self._types}
        values["size"] = height and max(height, width)
        values["cells"] = height and height * width
        values.update({name: name == verdict for name in VERDICTS})
        return self._holds(values)

    def _check(self, node: ast.AST, text: str) -> None:
        """Raise a ConditionError if a node, without its parts, is not of the language."""
        found = ast.get_source_segment(text, node) or type(node).__name__
        if isinstance(node, ast.Name) and node.id not in self._types:
            raise ConditionError(f"found {found}, expected one of {', '.join(sorted(self._types))}")
        is_odd = isinstance(node, ast.Constant) and not isinstance(node.value, (int, float, str))
        if is_odd or not isinstance(node, LANGUAGE):
            raise ConditionError(f"found {found}, expected {EXPECTED}")
        # A text times a number would be a very long text.
        if isinstance(node, ast.BinOp) and not all(map(self._is_number, (node.left, node.right))):
            raise ConditionError(f"found {found}, expected arithmetic of numbers")

    def _is_number(self, node: ast.expr) -> bool:
        if isinstance(node, ast.Name):
            return self._types.get(node.id) is not str
        is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
        return isinstance(node, (ast.BinOp, ast.UnaryOp, ast.Constant)) and not is_text


def compile_test(node: ast.expr) -> Callable[[Values], bool]:
    """Return a function from the values of a row to whether the node holds.

    A part of and, or, not is false if its values do not go together, as an unknown value and a
    number in a comparison, or if it divides by 0.
    """
    if isinstance(node, ast.BoolOp):
        tests = list(map(compile_test, node.values))
        join = all if isinstance(node.op, ast.And) else any
        return lambda values: join(test(values) for test in tests)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        test = compile_test(node.operand)
        return lambda values: not test(values)
    code = compile(ast.Expression(node), "--where", "eval")

    def holds(values: Values) -> bool:
        try:
            return bool(eval(code, {"__builtins__": {}}, values))
        except (TypeError, ArithmeticError):
            return False

    return holds
