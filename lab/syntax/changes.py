"""Changes of programs by their text, such as without one constraint."""

import itertools
import re
from collections.abc import Callable, Iterator

from lab.syntax.program_text import ProgramText, SourceLine
from lab.syntax.statements import (
    MINIMISES,
    NO_RULE,
    find_head_end,
    join_statements,
    list_text_atoms,
    split_body,
)
from lab.syntax.tokens import Statement

LONGEST_GAP = 40  # characters between a minus sign and its atom
NOTHING = "#true"  # what is left of a constraint
GIVEN_CELL = "given_cell"  # the name of cell/3 where given cells are kept apart
BRACES = re.compile(r"(#[a-z]+\s*)?\{.*\}", re.S)
SIGN_OR_COMPARISON = re.compile(r"\s*not\b|.*[=<>]", re.S)
NEGATION = re.compile(r"(?<!:)-\s*$")  # the minus sign before an atom
VARIABLE = re.compile(r"\b_*[A-Z]\w*")


def relax_statement(statement: Statement) -> str | None:
    """Return a rule without its restriction, or None if there is nothing to leave out.

    A constraint becomes NOTHING, a choice loses its bounds, and a disjunction or a derived cell
    becomes a choice.  A rule whose head is a comparison or negated also counts as a constraint.
    """
    if NO_RULE.match(statement.skeleton):
        return None
    end = find_head_end(statement)
    head, skeleton, choice = statement.source[:end], statement.skeleton[:end], ""
    atoms = [atom for atom in list_text_atoms(statement) if atom.start < end]
    is_list = re.search("[|;:,]", skeleton)
    if braces := BRACES.search(skeleton):
        if braces[0] != skeleton.strip():
            choice = head[braces.start() : braces.end()]
    elif not atoms or (SIGN_OR_COMPARISON.match(skeleton) and not is_list):
        return NOTHING
    elif is_list:
        choice = "".join(";" if skeleton[n] == "|" else sign for n, sign in enumerate(head))
        choice = f"{{ {choice} }}"
    elif atoms[0].signature == "cell/3":
        choice = f"{{ {head} }}"
    return choice + statement.source[end:] if choice else None


def list_relaxed_rules(program: ProgramText) -> dict[int, str]:
    """Return each rule that has a restriction, without the restriction, by number of statement."""
    rules = {n: relax_statement(part.statement) for n, part in enumerate(program.statements)}
    return {number: rule for number, rule in rules.items() if rule is not None}


def list_relaxed_programs(program: ProgramText) -> Iterator[tuple[list[SourceLine], str]]:
    """Yield programs without one or two restrictions, each after their places.

    First each constraint is left out, then each pair of constraints, then each other restriction.
    """
    relaxed = list_relaxed_rules(program)
    constraints = [number for number, rule in relaxed.items() if rule == NOTHING]
    suspects = itertools.chain(
        zip(constraints),
        itertools.combinations(constraints, 2),
        ((number,) for number, rule in relaxed.items() if rule != NOTHING),
    )
    for guilty in suspects:
        places = [program.statements[number].place for number in guilty]
        yield places, replace_statements(program, {number: relaxed[number] for number in guilty})


def replace_statements(program: ProgramText, texts: dict[int, str]) -> str:
    """Return a program with other texts in place of the statements with some numbers."""
    return join_statements(
        (texts.get(number, part.statement.source), part.weight)
        for number, part in enumerate(program.statements)
    )


def remove_constraint(program: ProgramText, place: SourceLine) -> str:
    """Return a program without the constraints that begin on a line of a file."""
    numbers = (
        number
        for number, part in enumerate(program.statements)
        if part.place == place and relax_statement(part.statement) == NOTHING
    )
    return replace_statements(program, dict.fromkeys(numbers, NOTHING))


def remove_statements(program: ProgramText, is_removed: Callable[[Statement], object]) -> str:
    """Return a program without some of its statements."""
    parts = (part for part in program.statements if not is_removed(part.statement))
    return join_statements((part.statement.source, part.weight) for part in parts)


def remove_constraints(program: ProgramText) -> str:
    return remove_statements(program, lambda statement: relax_statement(statement) == NOTHING)


def remove_minimising(program: ProgramText) -> str:
    return remove_statements(program, lambda statement: MINIMISES.match(statement.skeleton))


def keep_cells_apart(program: ProgramText, values: str) -> str:
    """Return a program in which each cell/3 whose value no answer can have has another name."""
    is_own, texts = re.compile(values).fullmatch, dict[int, str]()
    for number, (statement, _, _) in enumerate(program.statements):
        parts, end = [], 0
        for atom in list_text_atoms(statement):
            is_negated = NEGATION.search(
                statement.code, max(atom.start - LONGEST_GAP, 0), atom.start
            )
            is_cell = atom.signature == "cell/3" and atom.start >= end and not is_negated
            if is_cell and not is_own(atom.arguments[2]):
                parts += [statement.source[end : atom.start], GIVEN_CELL]
                end = atom.start + len(atom.name)
        texts[number] = "".join([*parts, statement.source[end:]])
    return replace_statements(program, texts)


def rename_given_cells(facts: str) -> str:
    """Return the facts of a board for a program whose cells are kept apart."""
    return facts.replace("cell(", f"{GIVEN_CELL}(")


def add_markers(program: ProgramText, marker: str) -> tuple[str, list[SourceLine]]:
    """Return a program that counts ground rules, and the places of all rules with a body.

    A companion has the same body as its rule.  Its head is the marker with the rule's number and
    the variables of the body: there are as many ground markers as ground rules.
    """
    companions, places = [], list[SourceLine]()
    for statement, _, place in program.statements:
        head_end = find_head_end(statement)
        body = statement.source[head_end + len(":-") :]
        if body and not NO_RULE.match(statement.skeleton):
            variables = sorted(find_global_variables(statement, head_end + len(":-")))
            arguments = f"({','.join(variables)})" if variables else ""
            companions.append((f"{marker}{len(places)}{arguments} :- {body}", ""))
            places.append(place)
    return program.text + join_statements(companions), places


def find_global_variables(statement: Statement, start: int) -> set[str]:
    """Return the variables of a body outside of braces and of conditional literals."""
    names = set[str]()
    for begin, end in split_body(statement, start):
        if ":" not in statement.skeleton[begin:end]:
            code = re.sub(r"\{.*\}", "", statement.code[begin:end], flags=re.S)
            names |= {*VARIABLE.findall(code)}
    return names
