"""Rewrite a program for the search of all boards: its shown terms, constraints and costs change.

Each shown term T becomes an atom kit__shown(T), which rules can read.  A constraint `:- B.` becomes
`kit__violated(I) :- B.`, so that it can be set aside; open_board.lp forbids the atom.  Statements
that minimise are left out: the search looks at each answer, not the best alone.
"""

import re
from collections.abc import Collection
from pathlib import Path
from typing import NamedTuple

from lab.common.words import Place
from lab.syntax.changes import NOTHING, relax_statement
from lab.syntax.program_text import ProgramText
from lab.syntax.statements import DECLARATION, MINIMISES, find_head_end
from lab.syntax.tokens import Statement

KIT_NAMES = re.compile(r"\b_*(kit|rules|boards)__\w*")  # names of the kit's own predicates
SHOW = re.compile(r"\s*#show\b")
CONSTANT = re.compile(r"\s*#const\s+(\w+)")
EXTERNAL = re.compile(r"\s*#external\b")
SEVERAL_LITERALS = re.compile(r"[|;:,&]")  # a list of literals, or a theory atom
ABSOLUTE = re.compile(r"((?:^|[^\w\s)])\s*)\|[^|]*\|")  # a term |T|, with the sign before it
NEGATIONS = re.compile(r"\s*(?:not\b\s*){0,2}")


class Unsearchable(Exception):
    """A part of a program, with its place, that means another thing beside the kit's rules."""

    def __init__(self, part: str, place: Place) -> None:
        super().__init__(part)
        self.place = place


class SearchableProgram(NamedTuple):
    """The text of a program for the search; its I-th constraint derives kit__violated(I)."""

    text: str
    shows_cells: bool  # whether it shows its atoms cell(R,C,V), beside terms that it may show
    constraints: list[Place]
    minimising: Place | None  # the first statement that minimises or maximises

    @property
    def texts(self) -> list[str]:
        """The text, and a fact for open_board.lp."""
        return [self.text, "kit__shows_cells.\n" if self.shows_cells else ""]


def rewrite_program(path: Path, own_names: Collection[str]) -> SearchableProgram:
    """Return a program, with the files that it includes, in the form for the search.

    Raises Unsearchable if the program has a name of the kit, if #const renames one of `own_names`,
    the constants of the puzzle and of its rules, or if an external atom has a value, such as true:
    its condition holds on one board, and here all boards are grounded together.
    """
    texts: list[str] = []
    constraints: list[Place] = []
    minimising: Place | None = None
    signatures: list[str] = []  # the signatures in #show; "" for #show alone
    for statement, weight, source_line in ProgramText(path).statements:
        code, place = statement.code, Place(*source_line)
        if match := KIT_NAMES.search(code):
            raise Unsearchable(match[0], place)
        if (match := CONSTANT.match(code)) and match[1] in own_names:
            raise Unsearchable(f"#const {match[1]}", place)
        if EXTERNAL.match(code) and weight:
            raise Unsearchable(f"#external {weight[: weight.index(']') + 1]}", place)
        if SHOW.match(code) and (signature := find_signature(statement)) is not None:
            signatures.append(signature)
        elif SHOW.match(code):
            texts.append(rewrite_show(statement))
        elif MINIMISES.match(code):
            minimising = minimising or place
        elif (body := find_forbidden_body(statement, place)) is not None:
            texts.append(format_rule(f"kit__violated({len(constraints)})", body))
            constraints.append(place)
        else:
            texts.append(f"{statement.source}. {weight}\n")
    shows_cells = not signatures or "cell/3" in signatures
    return SearchableProgram("".join(texts), shows_cells, constraints, minimising)


def find_signature(statement: Statement) -> str | None:
    """Return the signature in a #show, such as cell/3, "" for `#show`; None if it shows a term."""
    shown = SHOW.sub("", statement.code, count=1).strip()
    if not shown:
        return ""
    return "".join(shown.split()) if DECLARATION.fullmatch(statement.skeleton) else None


def rewrite_show(statement: Statement) -> str:
    """Return `#show T : B` as a rule `kit__shown(T) :- B`."""
    start = statement.skeleton.index("#show") + len("#show")
    colon = statement.skeleton.find(":", start)
    end = len(statement.source) if colon < 0 else colon
    body = "" if colon < 0 else statement.source[colon + 1 :]
    return format_rule(f"kit__shown({statement.source[start:end]}\n)", body)


def find_forbidden_body(statement: Statement, place: Place) -> str | None:
    """Return the body that holds where a constraint is violated; None if it is no constraint.

    A rule whose head is false, negated or a comparison also counts: `not a :- B` forbids that B and
    a hold.  Raises Unsearchable for a constraint with several literals in its head.
    """
    if relax_statement(statement) != NOTHING:
        return None
    end = find_head_end(statement)
    body = statement.source[end:].removeprefix(":-")
    head, skeleton = statement.source[:end], statement.skeleton[:end]
    if statement.code[:end].strip() in ("", "#false"):
        return body
    if SEVERAL_LITERALS.search(ABSOLUTE.sub(r"\1 ", skeleton)):
        raise Unsearchable(head.strip(), place)
    signs = NEGATIONS.match(skeleton)
    sign = "not not " if signs and signs[0].count("not") == 1 else "not "
    # the head comes first: after a conditional literal it would belong to its condition
    return f"{sign}{head[signs.end() if signs else 0 :]}" + (f"; {body}" if body.strip() else "")


def format_rule(head: str, body: str) -> str:
    return f"{head} :- {body}.\n" if body.strip() else f"{head}.\n"
