"""Conditions on rows, for --where: "size<=10 and label=='hard' and unique".

The language is a part of Python's expressions: names, numbers, texts, comparisons, arithmetic of
numbers, in, and, or, not.  Python only parses a condition; nodes of other kinds are errors.
Source: the Python documentation, module ast.
"""

import ast
import operator
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from lab.corpus.solving import VERDICTS

Values = Mapping[str, Any]  # by name; None: not known
Operation = Callable[[Any, Any], Any]
MOST_CHARACTERS, MOST_LEVELS = 1000, 100  # of a condition, and of parts within parts
COMPARISONS: dict[type[ast.cmpop], Operation] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.In: lambda value, values: value in values,
    ast.NotIn: lambda value, values: value not in values,
}
ARITHMETIC: dict[type[ast.operator], Operation] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}
EXPECTED = "names, numbers, texts, comparisons, + - * / // %, in, and, or, not"
DERIVED = ("size", "cells", *VERDICTS)  # names beside those of the columns


class ConditionError(ValueError):
    """A text that is no condition: where, what was found and what was expected."""


class Condition:
    """A condition on rows with these columns."""

    def __init__(self, text: str, columns: Iterable[str]) -> None:
        """Parse the text; raises a ConditionError if it is no condition."""
        if len(text) > MOST_CHARACTERS:
            raise ConditionError(
                f"found {len(text)} characters, expected {MOST_CHARACTERS} at most"
            )
        if "\0" in text:  # which ast.parse meets with another error in each version of Python
            raise ConditionError(f"column {text.index(chr(0)) + 1}: found a null character")
        self._text, self._names = text.strip(), {*columns, *DERIVED}
        try:
            self._root = ast.parse(self._text, mode="eval").body
        except (SyntaxError, RecursionError, MemoryError) as error:
            column = getattr(error, "offset", None) or 1
            raise ConditionError(f"column {column}: {getattr(error, 'msg', 'too deep')}") from None
        self._check(self._root)

    def holds(self, row: Values) -> bool:
        """Return whether a row meets the condition; comparisons with unknown values are false."""
        height, width, verdict = row.get("height"), row.get("width"), row.get("verdict")
        values = {name: row.get(name) for name in self._names}
        values["size"] = height and max(height, width)
        values["cells"] = height and height * width
        values.update({name: name == verdict for name in VERDICTS})
        return is_true(self._root, values)

    def _check(self, node: ast.expr, level: int = 0) -> None:
        """Raise a ConditionError at the first part that is not of the language."""
        if level > MOST_LEVELS:
            raise ConditionError(f"column {node.col_offset + 1}: too deep")
        parts: list[ast.expr] = []
        match node:
            case ast.Name(name):
                if name not in self._names:
                    names = ", ".join(sorted(self._names))
                    raise self._error(node, f"the name {name}", f"one of {names}")
            case ast.Constant(int() | float() | str()):
                pass
            case ast.Tuple(parts) | ast.List(parts) | ast.Set(parts) | ast.BoolOp(_, parts):
                pass
            case ast.BinOp(left, kind, right) if type(kind) in ARITHMETIC:
                parts = [left, right]
            case ast.UnaryOp(ast.USub() | ast.Not(), operand):
                parts = [operand]
            case ast.Compare(left, kinds, others) if {*map(type, kinds)} <= {*COMPARISONS}:
                parts = [left, *others]
            case _:
                segment = ast.get_source_segment(self._text, node)
                raise self._error(node, f"{segment}", EXPECTED)
        for part in parts:
            self._check(part, level + 1)

    def _error(self, node: ast.expr, found: str, expected: str) -> ConditionError:
        return ConditionError(f"column {node.col_offset + 1}: found {found}, expected {expected}")


def is_true(node: ast.expr, values: Values) -> bool:
    """Return whether a part holds; not if its values do not go together, or divide by 0."""
    try:
        return bool(evaluate(node, values))
    except (TypeError, ArithmeticError):
        return False


def evaluate(node: ast.expr, values: Values) -> Any:
    """Return the value of a part; raises a TypeError or an ArithmeticError if it has none."""
    value: Any = None
    match node:
        case ast.Name(name):
            value = values[name]
        case ast.Constant(constant):
            value = constant
        case ast.Tuple(parts) | ast.List(parts) | ast.Set(parts):
            value = [evaluate(part, values) for part in parts]
        case ast.BoolOp(kind, parts):
            join = all if isinstance(kind, ast.And) else any
            value = join(is_true(part, values) for part in parts)
        case ast.UnaryOp(ast.Not(), operand):
            value = not is_true(operand, values)
        case ast.UnaryOp(_, operand):
            value = -evaluate(operand, values)
        case ast.BinOp(left, operation, right):
            numbers = [evaluate(part, values) for part in (left, right)]
            if any(isinstance(number, str) for number in numbers):
                raise TypeError("arithmetic is for numbers: a text could be made very long")
            value = ARITHMETIC[type(operation)](*numbers)
        case ast.Compare(left, kinds, others):
            operands = [evaluate(part, values) for part in (left, *others)]
            pairs = zip(kinds, operands, operands[1:])
            value = all(COMPARISONS[type(kind)](a, b) for kind, a, b in pairs)
    return value
