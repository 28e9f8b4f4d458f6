"""Conditions on rows, for --where: "size<=10 and label=='hard' and unique".

Python evaluates a condition after all its parts were found to be in LANGUAGE.
"""

import ast
from collections.abc import Callable, Mapping
from types import CodeType
from typing import Any

from lab import Unusable
from lab.corpus.solving import VERDICTS

Values = Mapping[str, Any]  # by name; None: not known
MOST_CHARACTERS = 1000
LANGUAGE = (
    *(ast.Name, ast.Load, ast.Constant, ast.Tuple, ast.List, ast.Set),
    *(ast.BoolOp, ast.And, ast.Or, ast.UnaryOp, ast.Not, ast.USub),
    *(ast.Compare, ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.In, ast.NotIn),
    *(ast.BinOp, ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod),
)
DERIVED = ("size", "cells", *VERDICTS)  # names beside those of the columns


class Condition:
    """A condition on rows."""

    def __init__(self, text: str, columns: Mapping[str, type]) -> None:
        """Parse the text; raises Unusable if it is no condition on columns of these types."""
        if len(text) > MOST_CHARACTERS:
            raise Unusable(f"--where: found {len(text)} characters, expected {MOST_CHARACTERS}")
        self._types = {**columns, **dict.fromkeys(DERIVED, int)}
        try:
            root = ast.parse(text.strip(), mode="eval").body
            for node in ast.walk(root):
                self._check(node, text.strip())
            self._holds = compile_test(root)
        except (SyntaxError, RecursionError, MemoryError) as error:
            reason = f"column {getattr(error, 'offset', 1)}: {getattr(error, 'msg', 'too deep')}"
            raise Unusable(f"--where: {reason}") from None

    def holds(self, row: Values) -> bool:
        """Return whether a row meets the condition, see compile_test."""
        height, width, verdict = row.get("height"), row.get("width"), row.get("verdict")
        values = {**dict.fromkeys(self._types), **row}
        values |= {"size": height and max(height, width), "cells": height and height * width}
        return self._holds(values | {name: name == verdict for name in VERDICTS})

    def _check(self, node: ast.AST, text: str) -> None:
        """Raise Unusable if a node, without its parts, is not of the language."""
        expected = ""
        if isinstance(node, ast.Name) and node.id not in self._types:
            expected = f"one of {', '.join(sorted(self._types))}"
        elif not isinstance(node, LANGUAGE):
            expected = "names, numbers, texts, comparisons, + - * / // %, in, and, or, not"
        elif isinstance(node, ast.BinOp) and any(map(self._is_text, ast.walk(node))):
            expected = "arithmetic of numbers"  # a text times a number would be very long
        if expected:
            found = ast.get_source_segment(text, node) or type(node).__name__
            raise Unusable(f"--where: found {found}, expected {expected}")

    def _is_text(self, node: ast.AST) -> bool:
        if isinstance(node, ast.Name):
            return self._types.get(node.id) is str
        is_list = isinstance(node, (ast.Tuple, ast.List, ast.Set))
        return is_list or isinstance(getattr(node, "value", None), str)


def compile_test(node: ast.expr) -> Callable[[Values], bool]:
    """Return a function from the values of a row to whether the node holds.

    A part of and, or, not is false if it orders or calculates with an unknown value, or divides
    by 0.  For ==, != and in, an unknown value is None.
    """
    if isinstance(node, ast.BoolOp):
        tests = list(map(compile_test, node.values))
        join = all if isinstance(node.op, ast.And) else any
        return lambda values: join(test(values) for test in tests)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        test = compile_test(node.operand)
        return lambda values: not test(values)
    code = compile(ast.Expression(node), "--where", "eval")
    return lambda values: evaluate(code, values)


def evaluate(code: CodeType, values: Values) -> bool:
    """Return whether a compiled part holds; see compile_test."""
    try:
        return bool(eval(code, {"__builtins__": {}}, values))
    except (TypeError, ArithmeticError):
        return False
