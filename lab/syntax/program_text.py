"""Outlines of programs by their text: what they define and use, terms not meant by their author.

test_program_text.py compares the results with those of clingo's parser.
"""

import itertools
import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from lab.syntax import tokens
from lab.syntax.statements import (
    DECLARATION,
    MINIMISES,
    NAME,
    NO_RULE,
    SIZES,
    join_statements,
    list_text_atoms,
    split_statements,
)
from lab.syntax.tokens import Statement

GRID_FACT = r"cell\(\d+,\d+,(?:{values})\)\.|dim\(\d+\)\."
PART = re.compile(r"\s*#program\b")
INCLUDE = re.compile(r'\s*#include\s*"([^"]*)"\s*')
ARROW = re.compile(":[-~]")
AGGREGATE = re.compile(r"#(count|sum\+?|min|max)\s*(?=\{)")
FUNCTION = re.compile(r"-?([a-z_]\w*)(\(.*\))")
OPERATION = re.compile(  # an operation with a name that may be a constant
    r"\b([a-z]\w*)\s*[-+*/\\]\s*\w+|\b\w+\s*[-+*/\\]\s*([a-z]\w*)\b(?!\()"
)

SourceLine = tuple[str, int]  # a file and a line
NamedLines = list[tuple[str, SourceLine]]


class ProgramStatement(NamedTuple):
    """A statement of a program, its place, and the weight after its full stop, or ""."""

    statement: Statement
    weight: str
    place: SourceLine

    def find_line(self, position: int) -> SourceLine:
        """Return the place of a position in the statement."""
        file, line = self.place
        return file, line + tokens.find_line_number(self.statement.source, position) - 1


BACK_TO_BASE = Statement(0, *["#program base"] * 3)


class ProgramText:
    """A program that clingo reads, as text: the texts of its files by name, and its statements."""

    def __init__(self, path: Path) -> None:
        """Read a program and the files that it includes, named relative to the folder."""
        self.files: dict[str, str] = {}
        self.statements = list(self._read_file(path.parent, path.name))

    def _read_file(self, folder: Path, name: str) -> Iterator[ProgramStatement]:
        """Yield the statements of a file, and those of included files where clingo reads them.

        A file is read once, and after an included one the part `base` goes on.
        """
        text = self.files[name] = tokens.read_copy(folder, name) or ""
        for statement, weight, line in number_statements(text):
            if include := INCLUDE.fullmatch(statement.source):
                included = Path(os.path.normpath(Path(name).parent / include[1])).as_posix()
                if included not in self.files:
                    yield from self._read_file(folder, included)
                    yield ProgramStatement(BACK_TO_BASE, "", (name, line))
            else:
                yield ProgramStatement(statement, weight, (name, line))

    @property
    def text(self) -> str:
        """All files as one text, without comments between statements."""
        return join_statements((part.statement.source, part.weight) for part in self.statements)

    def has_in_head(self, signature: str) -> bool:
        """Return whether a rule has this predicate in its head."""
        lists = (list_text_atoms(part.statement) for part in self.statements)
        atoms = itertools.chain.from_iterable(lists)
        return any(atom.is_head and atom.signature == signature for atom in atoms)

    def outline(self, given_pattern: str) -> dict[str, NamedLines]:
        """Return what the program defines and uses, and the facts of a grid, each with its place.

        Predicates are signatures; the values of the facts match the expression `given_pattern`.
        """
        is_grid_fact = re.compile(GRID_FACT.format(values=given_pattern)).fullmatch
        lists: dict[str, NamedLines] = {"defines": [], "uses": [], "grid": []}
        for part in self.statements:
            if match := DECLARATION.fullmatch(part.statement.skeleton):
                kind = {"defined": "defines", "show": "uses"}[match[1]]
                place = part.find_line(match.start(1))
                lists[kind].append(("".join(match[2].split()), place))
            for atom in list_text_atoms(part.statement):
                place = part.find_line(atom.start)
                lists["defines" if atom.is_head else "uses"].append((atom.signature, place))
            if is_grid_fact(fact := "".join(part.statement.code.split()) + "."):
                lists["grid"].append((fact, part.place))
        names = {name: sorted({*lists[name]}) for name in ("defines", "uses")}
        return {**lists, **names}

    def find_confusing_terms(self) -> dict[str, NamedLines]:
        """Return terms that the author probably did not mean, with their places.

        constants: those that are also variables in capitals; counted: terms of aggregates that
        look like atoms; valueless: operations on names that are not constants, such as a+1.
        """
        skeletons = (part.statement.skeleton for part in self.statements)
        defined = (re.match(r"#const\s+(\w+)", skeleton) for skeleton in skeletons)
        names = {"not", *SIZES, *(match[1] for match in defined if match)}
        arguments, constants, valueless = [], [], list[tuple[str, SourceLine]]()
        for part in self.statements:
            statement = part.statement
            atoms = list(list_text_atoms(statement))
            arguments.append(
                [(a.name, n, term) for a in atoms for n, term in enumerate(a.arguments)]
            )
            constants.append(find_constants(part, {atom.start for atom in atoms}))
            has_terms = MINIMISES.match(statement.skeleton) or not NO_RULE.match(statement.skeleton)
            for match in OPERATION.finditer(statement.code) if has_terms else ():
                if (match[1] or match[2]) not in names:
                    place = part.find_line(match.start())
                    valueless.append((f"({''.join(match[0].split())})", place))
        lowercase = find_lowercase_variables(arguments, constants)
        return {
            "constants": sorted(set(lowercase)),
            "counted": sorted(set(self._find_counted_atoms())),
            "valueless": valueless,
        }

    def _find_counted_atoms(self) -> Iterator[tuple[str, SourceLine]]:
        """Yield counted terms that look like atoms of the program but are not conditions."""
        outline = self.outline("")
        signatures = {name for name, _ in (*outline["defines"], *outline["uses"])}
        for part in self.statements:
            code, skeleton = part.statement.code, part.statement.skeleton
            arrow = ARROW.search(skeleton)
            for match in AGGREGATE.finditer(code, arrow.end()) if arrow else ():
                for start, element in split_elements(code, match.end()):
                    terms, _, conditions = element.partition(":")
                    first, *_ = split_outside_brackets(terms, ",")
                    function = FUNCTION.fullmatch(first.strip())
                    if not function:
                        continue
                    arity = len(list(split_outside_brackets(function[2][1:-1], ",")))
                    texts = map(squeeze, split_outside_brackets(conditions, ","))
                    term = squeeze(first)
                    if term not in texts and f"{function[1]}/{arity}" in signatures:
                        offset = len(first) - len(first.lstrip())
                        yield term, part.find_line(start + offset)


def number_statements(text: str) -> Iterator[tuple[Statement, str, int]]:
    """Yield the statements of a text with their weights and their lines, from 1."""
    line, position = 1, 0
    for statement, weight in split_statements(text):
        line += text.count("\n", position, statement.start)
        position = statement.start
        yield statement, weight, line


def find_constants(part: ProgramStatement, atom_starts: set[int]) -> dict[str, SourceLine]:
    """Return the constants of a statement with their places; atoms begin at some positions."""
    if PART.match(part.statement.code):
        return {}
    pairs = itertools.pairwise([*tokens.read_tokens(part.statement.code), tokens.NO_TOKEN])
    return {
        token.text: part.find_line(token.start)
        for token, following in pairs
        if NAME.fullmatch(token.text) and token.text != "not"
        if token.start not in atom_starts and following.text != "("
    }


def find_lowercase_variables(
    arguments: Sequence[Sequence[tuple[str, int, str]]],
    constants: Sequence[Mapping[str, SourceLine]],
) -> Iterator[tuple[str, SourceLine]]:
    """Yield constants of a single statement that were probably meant as variables.

    Each statement has its arguments, as predicate, number and text, and its constants with their
    places.  In line(R,R,d), d is left out if no other statement has line(_,_,D).
    """
    all_arguments = {argument for part in arguments for argument in part}
    numbers = Counter(name for part in constants for name in part)
    for part, places in zip(arguments, constants):
        for predicate, number, text in part:
            is_name = text in places and text[0].islower()
            variable = (predicate, number, text.upper())
            if is_name and numbers[text] == 1 and variable in all_arguments:
                yield text, places[text]


def split_elements(code: str, start: int) -> Iterator[tuple[int, str]]:
    """Yield the elements in the braces that open at a position, each after its own position."""
    depth, begin = 0, start + 1
    for token in tokens.read_tokens(code, start):
        depth += token.nesting
        if not depth or (depth == 1 and token.text == ";"):
            yield begin, code[begin : token.start]
            begin = token.start + 1
        if not depth:
            return


def split_outside_brackets(text: str, separator: str) -> Iterator[str]:
    """Yield the parts of a text between separators outside of all brackets."""
    depth, begin = 0, 0
    for token in tokens.read_tokens(text):
        depth += token.nesting
        if not depth and token.text == separator:
            yield text[begin : token.start]
            begin = token.start + 1
    yield text[begin:]


def squeeze(text: str) -> str:
    return "".join(text.split())
