"""Explains unsafe variables: which are the cause, and what would give them a value."""

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import NamedTuple

from lab.common.language import translate
from lab.common.words import join_and
from lab.syntax import habits, slips
from lab.syntax.slips import Slip
from lab.syntax.statements import SIZES, split_body
from lab.syntax.tokens import LONGEST_NAME, Statement

SHOW_UNSAFE = (
    "nothing gives a value to {names} in this #show, expected a predicate and the number of its "
    "arguments, as in #show cell/3, or a condition after ':'"
)
UNSAFE_VARIABLE = "the variable {name} is unsafe, as nothing gives it a value: {hint}"
UNSAFE_VARIABLES = "the variables {names} are unsafe, as nothing gives them values: {hint}"
ANONYMOUS = (
    "_ is unsafe, as each _ is a variable of its own, and nothing gives it a value here: write a "
    "variable, and give it a value in a condition, as in R = 0..n-1"
)
CONSTANT_MEANT = "a capital begins a variable; was the constant {name} meant?"
SIZE_MEANT = "a capital begins a variable; was the constant n meant? Or add dim({name}) to the body"
SMALL_LETTER = (
    "{name} is a constant, as it begins with a small letter; was the variable {variable} meant?"
)
HINTS = {
    "absent": "the body lacks conditions such as {example}",
    "tested": "{condition} only tests values; a condition such as {example} gives some",
    "tested alone": "{condition} only tests values; write {projection}, or a rule in between",
    "conditional": "an atom with ':' gives no value, nor do the conditions after ':', which end at "
    "the next ';'",
    "in braces": "conditions in braces give no values to what stands outside of them",
    "before colon": "a variable before ':' in braces needs a condition after this ':'",
    "computed": "an expression in an atom gives a value only if it has one variable, as X+1 or "
    "2*X; another condition has to",
    "general": "a variable must occur in a condition of the body that holds for some values only, "
    "not after 'not' and not only in a comparison",
}
OPERATION = re.compile(r"[-+*/\\|]")
COMPARISON = re.compile(r"[=<>]")
EQUATION = re.compile(r"\s*(\w+)\s*==?(?P<value>.*)", re.S)


class BodyCondition(NamedTuple):
    """A condition of a body; `skeleton` has blanks in place of all that stands in brackets."""

    code: str
    skeleton: str

    def computes_from(self, name: str) -> bool:
        """Return whether this gives another variable the value of an expression with `name`."""
        equation = EQUATION.fullmatch(self.code)
        return bool(equation and equation[1] != name and has_name(equation["value"], name))

    def has_in_braces(self, name: str) -> bool:
        """Return whether a variable occurs within braces, and nowhere else in this condition."""
        return "{" in self.skeleton and not has_name(self.skeleton, name)

    def tests(self, name: str) -> bool:
        """Return whether this is an atom after 'not', or a comparison with a variable."""
        is_comparison = COMPARISON.search(self.skeleton) and has_name(self.skeleton, name)
        return self.code.startswith("not ") or bool(is_comparison)


def explain_unsafe(
    starts: Mapping[str, int], statement: Statement, constants: Set[str]
) -> Iterator[Slip]:
    """Yield messages at the positions of unsafe variables in the program.

    starts: the positions of unsafe variables of the statement by their names; without any, `_` is
    unsafe.  Variables that are computed from others are left out, and in a statement that is longer
    than LONGEST_STATEMENT all but one.  constants: names that facts and answers have.
    """
    variables = list(starts)
    if variables and len(statement.code) > habits.LONGEST_STATEMENT:
        name = min(starts, key=starts.__getitem__)
        values = {"name": name[:LONGEST_NAME], "hint": translate(HINTS["general"])}
        yield Slip(starts[name], translate(UNSAFE_VARIABLE, **values))
    elif statement.code.startswith("#show") and ":" not in statement.skeleton:
        names_in_order = sorted(variables, key=statement.code.find) or ["_"]
        text = translate(SHOW_UNSAFE, names=join_and(names_in_order))
        yield Slip(starts.get(names_in_order[0], find_anonymous(statement)), text)
    elif not variables:
        yield Slip(find_anonymous(statement), translate(ANONYMOUS))
    elif pool := slips.find_pool(statement):
        yield pool
    elif matches := list(habits.find_meanings(statement, habits.UNSAFE_PARTS)):
        yield Slip(matches[0].position, matches[0].message)
    else:
        groups = group_by_hint(variables, statement, constants)
        for hint, group in groups.items():
            values = {"name": group[0], "names": join_and(group), "hint": hint}
            is_single = len(group) == 1
            message = translate(UNSAFE_VARIABLE if is_single else UNSAFE_VARIABLES, **values)
            yield Slip(starts[group[0]], message)


def find_anonymous(statement: Statement) -> int:
    """Return the position of the first `_` in a head, else of one that no atom gives a value."""
    end = statement.skeleton.find(":-")
    places = [match.start() for match in re.finditer(r"\b_\b", statement.code)]
    in_head = [place for place in places if end < 0 or place < end]
    conditions = [*split_conditions(statement, end + len(":-"))] if end >= 0 else []
    suspects = []
    for condition in conditions:
        is_tested = COMPARISON.search(condition.skeleton) or "{" in condition.skeleton
        if is_tested or re.search(r"[-+*/\\]\s*_\b|\b_\s*[-+*/\\]", condition.code):
            begin = statement.code.index(condition.code, end)
            suspects += [n for n in places if begin <= n < begin + len(condition.code)]
    return statement.start + next(iter([*in_head, *suspects, *places]), 0)


def group_by_hint(
    variables: Sequence[str], statement: Statement, constants: Set[str]
) -> dict[str, list[str]]:
    """Return hints, those on constants first, with their variables, except computed ones."""
    variables = sorted(variables, key=statement.code.find)  # as they stand in the rule
    sign = ":" if statement.code.startswith("#show") else ":-"
    head, arrow, _ = statement.code.partition(sign)
    body = list(split_conditions(statement, len(head + sign))) if arrow else []
    computed = {
        equation[1]
        for condition in body
        if (equation := EQUATION.fullmatch(condition.code))
        and any(condition.computes_from(name) for name in variables)
    }
    causes = [name for name in variables if name not in computed] or variables
    hints = {name: find_constant(name, statement.code, constants) for name in causes}
    groups: dict[str, list[str]] = {}
    for name in sorted(causes, key=lambda name: not hints[name]):
        hint = hints[name] or explain_conditions(name, variables, head, body)
        groups.setdefault(hint, []).append(name)
    return groups


def find_constant(name: str, code: str, constants: Set[str]) -> str:
    """Return a hint if a variable and a constant were probably mistaken, else ""."""
    small = name.lower()
    limit = rf"\.\.\s*{name}\b|\b{name}\s*-\s*1\b|\b[A-Z]\w*\s*<=?\s*{name}\b"
    value = rf"((?<!not )\b\w+|\bcell)\([^()]*,\s*{name}\s*\)"
    if small == "n" and re.search(limit, code):
        return translate(SIZE_MEANT, name=name)
    if small in constants and re.search(limit if small in SIZES else value, code):
        return translate(CONSTANT_MEANT, name=small)
    if small not in constants and re.search(rf"[(,]\s*{small}\s*[,)]", code):
        return translate(SMALL_LETTER, name=small, variable=name)
    return ""


def explain_conditions(
    name: str, variables: Sequence[str], head: str, body: Sequence[BodyCondition]
) -> str:
    """Return why conditions give a variable no value, or which would give it a value."""
    conditions = [c for c in body if has_name(c.code, name) and not c.computes_from(name)]
    is_elsewhere = len(conditions) > 1 or has_name(head, name)
    hint, test, names = "general", "", [name]
    if not conditions:
        if not head.startswith((":~", "#")):
            hint = "absent"
            absent = [v for v in variables if not any(has_name(c.code, v) for c in body)]
            names = absent or names
    elif any(":" in condition.skeleton for condition in conditions):
        hint = "conditional"
    elif in_braces := [c.code for c in conditions if c.has_in_braces(name)]:
        hint = "before colon"
        if is_elsewhere:
            hint = "in braces"
        elif re.search(rf":[^;}}]*\b{name}\b", in_braces[0]):
            hint = "computed"
    elif tests := [condition.code for condition in conditions if condition.tests(name)]:
        test = tests[0]
        names = [variable for variable in variables if has_name(test, variable)]
        is_plain = all(re.search(rf"[(,]\s*{v}\s*[,)]", test) for v in names)
        is_alone = test.startswith("not ") and is_plain and not is_elsewhere
        hint = "tested alone" if is_alone else "tested"
    elif OPERATION.search(conditions[0].code):
        hint = "computed"
    projection = re.sub(rf"\b(?:{'|'.join(names)})\b", "_", test)
    example = ", ".join(f"{variable} = 0..n-1" for variable in names)
    return translate(HINTS[hint], condition=test, projection=projection, example=example)


def split_conditions(statement: Statement, start: int) -> Iterator[BodyCondition]:
    """Yield the conditions of a body that begins at a position."""
    for begin, end in split_body(statement, start):
        code, skeleton = statement.code[begin:end], statement.skeleton[begin:end]
        yield BodyCondition(code.strip(), skeleton.strip())


def has_name(text: str, name: str) -> bool:
    return bool(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text))
