"""Conditions on rows, for --where: "size<=10 and label=='hard' and unique".

Python evaluates a condition if all nodes of its syntax tree are of ALLOWED_NODES.
"""

import ast
from collections.abc import Callable, Collection

from lab import Unusable
from lab.corpus.rows import Values
from lab.corpus.solving import VERDICTS

ALLOWED_NODES = (
    *(ast.Name, ast.Load, ast.Constant, ast.Tuple, ast.List, ast.Set),
    *(ast.BoolOp, ast.And, ast.Or, ast.UnaryOp, ast.Not, ast.USub),
    *(ast.Compare, ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.In, ast.NotIn),
    *(ast.BinOp, ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod),
)
DERIVED_NAMES = ("size", "cells", *VERDICTS)  # names beside those of the columns


class Condition:
    """A condition on rows."""

    def __init__(self, text: str, columns: Collection[str]) -> None:
        """Parse the text; raises Unusable if it is no condition on these columns."""
        self._names = {*columns, *DERIVED_NAMES}
        try:
            root = ast.parse(text.strip(), mode="eval").body
            for node in ast.walk(root):
                self._check(node, text.strip())
            self._holds = compile_test(root)
        except (SyntaxError, UnicodeEncodeError, RecursionError, MemoryError) as error:
            reason = getattr(error, "msg", str(error))
            raise Unusable(f"--where: column {getattr(error, 'offset', 1)}: {reason}") from None

    def holds(self, row: Values) -> bool:
        """Return whether the condition is true for a row."""
        height, width, verdict = row.get("height"), row.get("width"), row.get("verdict")
        values = {**dict.fromkeys(self._names), **row}
        values |= {"size": height and max(height, width), "cells": height and height * width}
        return self._holds(values | {name: name == verdict for name in VERDICTS})

    def _check(self, node: ast.AST, text: str) -> None:
        """Raise Unusable if a node is not allowed; the nodes in it are checked separately."""
        if isinstance(node, ast.Name) and node.id not in self._names:
            expected = f"one of {', '.join(sorted(self._names))}"
        elif not isinstance(node, ALLOWED_NODES):
            expected = "names, numbers, texts, comparisons, + - * / // %, in, and, or, not"
        else:
            return
        source = ast.get_source_segment(text, node) or type(node).__name__
        raise Unusable(f"--where: found {source}, expected {expected}")


def compile_test(node: ast.expr) -> Callable[[Values], bool]:
    """Return a function that tells whether a node is true for the values of a row.

    An operand of and, or, not is false if it orders or calculates with an unknown value, or
    divides by 0.  For ==, != and in, an unknown value is None.
    """
    if isinstance(node, ast.BoolOp):
        tests = list(map(compile_test, node.values))
        join = all if isinstance(node.op, ast.And) else any
        return lambda values: join(test(values) for test in tests)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        test = compile_test(node.operand)
        return lambda values: not test(values)
    code = compile(ast.Expression(node), "--where", "eval")

    def is_true(values: Values) -> bool:
        try:
            return bool(eval(code, {"__builtins__": {}}, values))
        except (TypeError, ArithmeticError):
            return False

    return is_true
