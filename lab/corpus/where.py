"""Chooses rows by a condition such as "size<=10 and label=='hard' and unique".

The language is the part of Python's expressions that names columns, numbers and texts, compares
and counts with them, and joins that by and, or, not.  Python only parses it: the tree is walked
here, and a kind of node that is not known here is an error.
Source: the Python documentation, module ast.
"""

import ast
import functools
import operator
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from lab.corpus.solving import VERDICTS

Values = Mapping[str, Any]  # by name; None: not known
Part = Callable[[Values], Any]  # the value of a part of a condition for a row
LONGEST = 1000  # characters


def has_verdict(verdict: str, row: Values) -> bool:
    """Whether a row has this verdict."""
    return bool(row["verdict"] == verdict)


DERIVED: dict[str, Part] = {  # names beside those of the columns
    "size": lambda row: row["height"] and max(row["height"], row["width"]),
    "cells": lambda row: row["height"] and row["height"] * row["width"],
    **{name: functools.partial(has_verdict, name) for name in VERDICTS},
}
COMPARE: dict[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.In: lambda a, b: a in b,
    ast.NotIn: lambda a, b: a not in b,
}
COUNT: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}
EXPECTED = "names, numbers, texts, comparisons, + - * / // %, in, and, or, not"


class ConditionError(ValueError):
    """A text that is no condition: where, what was found and what was expected."""


class Condition:
    """A condition on rows with these columns; raises a ConditionError if the text is none."""

    def __init__(self, text: str, columns: Iterable[str]) -> None:
        self._text, self._names = text.strip(), {*columns, *DERIVED}
        if len(text) > LONGEST:
            raise ConditionError(f"found {len(text)} characters, expected at most {LONGEST}")
        if "\0" in text:  # which ast.parse meets with another error in each version of Python
            raise ConditionError(f"column {text.index(chr(0)) + 1}: found a null character")
        try:
            tree = ast.parse(self._text, mode="eval")
            self._test = self._truth(tree.body)
        except (SyntaxError, RecursionError, MemoryError) as error:
            column = getattr(error, "offset", None) or 1
            words = getattr(error, "msg", None) or "too deep"
            raise ConditionError(f"column {column}: {words}") from None

    def holds(self, row: Values) -> bool:
        """Whether a row meets the condition; to compare what is not known is false."""
        values = {name: row.get(name) for name in self._names}
        values.update({name: derive(values) for name, derive in DERIVED.items()})
        return bool(self._test(values))

    def _part(self, node: ast.expr) -> Part:
        """The part that a node stands for; raises a ConditionError if it is of another kind."""
        match node:
            case ast.Name(name):
                return self._named(node, name)
            case ast.Constant(value) if isinstance(value, int | float | str):
                return lambda row: value
            case ast.Tuple(nodes) | ast.List(nodes) | ast.Set(nodes):
                parts = list(map(self._part, nodes))
                return lambda row: [part(row) for part in parts]
            case ast.BinOp(left, kind, right) if type(kind) in COUNT:
                return counted(COUNT[type(kind)], self._part(left), self._part(right))
            case ast.UnaryOp(ast.USub(), inner):
                return counted(operator.sub, lambda row: 0, self._part(inner))
        return self._truth_of(node)

    def _truth_of(self, node: ast.expr) -> Part:
        """A part that is true or false."""
        match node:
            case ast.BoolOp(kind, nodes):
                tests = list(map(self._truth, nodes))
                join = all if isinstance(kind, ast.And) else any
                return lambda row: join(test(row) for test in tests)
            case ast.UnaryOp(ast.Not(), inner):
                test = self._truth(inner)
                return lambda row: not test(row)
            case ast.Compare(left, kinds, rights) if all(type(kind) in COMPARE for kind in kinds):
                parts = list(map(self._part, [left, *rights]))
                return compared([COMPARE[type(kind)] for kind in kinds], parts)
        found = ast.get_source_segment(self._text, node)
        raise self._fault(node, f"{found}", EXPECTED)

    def _truth(self, node: ast.expr) -> Part:
        """A part as a test: false where its values do not go together, as with division by 0."""
        part = self._part(node)

        def test(row: Values) -> bool:
            try:
                return bool(part(row))
            except (TypeError, ArithmeticError):
                return False

        return test

    def _named(self, node: ast.expr, name: str) -> Part:
        """The value of a column, or of what is derived from columns."""
        if name not in self._names:
            names = ", ".join(sorted(self._names))
            raise self._fault(node, f"the name {name}", f"one of {names}")
        return lambda row: row[name]

    def _fault(self, node: ast.expr, found: str, expected: str) -> ConditionError:
        return ConditionError(f"column {node.col_offset + 1}: found {found}, expected {expected}")


def compared(tests: list[Callable[[Any, Any], Any]], parts: list[Part]) -> Part:
    """A chain of comparisons, as in 7 <= size < 10."""

    def holds(row: Values) -> bool:
        values = [part(row) for part in parts]
        return all(test(a, b) for test, a, b in zip(tests, values, values[1:]))

    return holds


def counted(count: Callable[[Any, Any], Any], left: Part, right: Part) -> Part:
    """Arithmetic, of numbers alone: else a text could be made as long as wished."""
    return lambda row: count(number(left(row)), number(right(row)))


def number(value: Any) -> Any:
    """The value, if it is a number; else raises a TypeError."""
    if isinstance(value, int | float):
        return value
    raise TypeError
