"""Conditions on rows, for --where: "size<=10 and label=='hard' and unique".

Python evaluates a condition if all nodes of its syntax tree are of ALLOWED_NODES.
"""

import ast
from collections.abc import Mapping
from math import nan
from types import CodeType

from lab import Unusable
from lab.corpus.rows import RATING_COLUMNS, RowValues
from lab.corpus.solving import VERDICTS

ALLOWED_NODES = (
    *(ast.Name, ast.Load, ast.Constant, ast.Tuple, ast.List, ast.Set),
    *(ast.BoolOp, ast.And, ast.Or, ast.UnaryOp, ast.Not, ast.USub),
    *(ast.Compare, ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.In, ast.NotIn),
    *(ast.BinOp, ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod),
)
NO_BUILTINS: dict[str, object] = {"__builtins__": {}}


class RowCondition:
    """A condition on rows.

    An unknown number is nan: of all comparisons with it, only != and `not in` are true.  An unknown
    text is None.  `divisions_by_zero` counts the rows for which it divided by 0.
    """

    def __init__(self, text: str, columns: Mapping[str, type]) -> None:
        """Parse the text; raises Unusable if it is not a condition on these columns."""
        self.divisions_by_zero = 0
        self._unknown = {name: None if kind is str else nan for name, kind in columns.items()}
        self._unknown |= dict.fromkeys(VERDICTS, nan)
        text = text.strip()
        try:
            root = ast.parse(text, mode="eval")
            nodes = list(ast.walk(root.body))
            for node in nodes:
                self._check_node(node, text)
            self._code = compile(root, "--where", "eval")
        except (SyntaxError, UnicodeEncodeError, RecursionError, MemoryError) as error:
            place = ""
            if isinstance(error, SyntaxError):  # its offset is 0 at the end of the text
                place = f"column {error.offset or len(text) + 1}: "
            raise Unusable(f"--where: {place}{getattr(error, 'msg', error)}") from None
        for node in nodes:
            if isinstance(node, (ast.BinOp, ast.UnaryOp, ast.Compare)):
                self._check_value(node)

    def is_true_of(self, row: RowValues) -> bool:
        """Return whether the condition is true for a row; it is false if it divides by 0."""
        values = self._unknown | {name: row[name] for name in row if row[name] is not None}
        values |= {name: name == row.get("verdict") for name in VERDICTS}
        try:
            value = eval(self._code, NO_BUILTINS, values)
        except (TypeError, ArithmeticError) as error:
            self.divisions_by_zero += isinstance(error, ZeroDivisionError)
            return False
        return bool(value) and value == value  # noqa: PLR0124  an unknown number alone is false

    def _check_node(self, node: ast.AST, text: str) -> None:
        """Raise Unusable if a node is not allowed; the nodes in it have their own calls."""
        if isinstance(node, ast.Name) and node.id not in self._unknown:
            expected = f"one of {', '.join(sorted(self._unknown))}"
            if node.id in RATING_COLUMNS:
                expected += f"; {node.id} is a column with --rate"
        elif isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Mult, ast.Mod)):
            if not (self._may_be_text(node.left) or self._may_be_text(node.right)):
                return  # Python would format and repeat texts
            expected = "numbers on both sides of * and %"
        elif not isinstance(node, ALLOWED_NODES):
            expected = "names, numbers, texts, comparisons, + - * / // %, in, and, or, not"
        else:
            return
        source = ast.get_source_segment(text, node) or type(node).__name__
        raise Unusable(f"--where: found {source}, expected {expected}")

    def _may_be_text(self, node: ast.expr) -> bool:
        """Return whether the value of an allowed node may be a text or a list."""
        if isinstance(node, ast.Name):
            return self._unknown.get(node.id, nan) is None
        if isinstance(node, ast.BinOp):
            return self._may_be_text(node.left) or self._may_be_text(node.right)
        if isinstance(node, ast.BoolOp):
            return any(map(self._may_be_text, node.values))
        if isinstance(node, ast.Constant):
            return not isinstance(node.value, (int, float))
        return isinstance(node, (ast.Tuple, ast.List, ast.Set))

    def _check_value(self, node: ast.expr) -> None:
        """Raise Unusable if a node has no value in any row, such as 1/0 and label > 3."""
        names = enumerate(self._unknown.items(), start=2)
        sample = {name: "text" if value is None else number for number, (name, value) in names}
        code = compile(ast.Expression(node), "--where", "eval")
        errors = [find_error(code, values) for values in (self._unknown, sample)]
        if all(errors):
            raise Unusable(f"--where: {ast.unparse(node)} has a value in no row: {errors[-1]}")


def find_error(code: CodeType, values: Mapping[str, object]) -> str:
    """Return why an expression has no value, "" if it has one."""
    try:
        eval(code, NO_BUILTINS, values)
    except (TypeError, ArithmeticError) as error:
        return str(error)
    return ""
