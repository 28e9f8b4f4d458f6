"""Finds rules that ground without end."""

import itertools
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from lab.syntax.program_text import ProgramStatement, ProgramText, SourceLine
from lab.syntax.statements import TextAtom, find_head_end, list_text_atoms, split_body

MOST_ATOMS = 50  # atoms of the longest rule that is looked at
MOST_EDGES = 300  # edges of a program; a rule has few
ArgumentPosition = tuple[str, int]  # a predicate's signature, and the number of an argument from 0
COMPUTED = re.compile(r"[\w)][-+*/\\^&?]|\(")  # terms that grow, as 1+X and f(X) do
SHIFTED = re.compile(r"[\w)][-+]")  # a term of a body by which the head grows, as X of X-1
VARIABLE = re.compile(r"\b(?:_*[A-Z]\w*|_)")
SIGN = re.compile(r"\s*(not\b|-\s*[a-z_])")
COMPARISON = re.compile(r"([^=<>!]+)([=<>!]+)([^=<>!]+).*")


class RuleParts(NamedTuple):
    """The parts of a rule by which it may ground without end."""

    heads: list[TextAtom]
    atoms: list[TextAtom]  # the atoms of the body, without those after "not"
    definitions: dict[str, str]  # the definitions Y = X+1
    bounds: list[str]  # other comparisons
    place: SourceLine


class ArgumentEdge(NamedTuple):
    """A rule that copies or computes an argument of its head from an argument of its body."""

    source: ArgumentPosition
    target: ArgumentPosition
    term: str  # the term in the head
    is_growing: bool
    place: SourceLine


def find_growing_rules(program: ProgramText) -> tuple[str, list[SourceLine]]:
    """Return a term that grows without bound, and the places of the rules in its cycle.

    The rule with the term comes first.  The shortest of several cycles is returned; without any,
    there are no places.
    """
    return find_growth(map(read_parts, program.statements))


def find_growth(rules: Iterable[RuleParts]) -> tuple[str, list[SourceLine]]:
    """Return what find_growing_rules does, for the parts of the rules of a program."""
    all_edges = (edge for rule in rules for edge in list_edges(rule))
    edges = list(itertools.islice(all_edges, MOST_EDGES))
    cycles = [find_cycle(edge, edges) for edge in edges if edge.is_growing]
    cycle = min(filter(None, cycles), key=lambda cycle: (len(cycle), cycle[0].place), default=[])
    return cycle[0].term if cycle else "", list(dict.fromkeys(edge.place for edge in cycle))


def read_parts(part: ProgramStatement) -> RuleParts:
    statement = part.statement
    head_end, all_atoms = find_head_end(statement), list(list_text_atoms(statement))
    heads = [atom for atom in all_atoms if atom.start < head_end]
    parts = RuleParts(heads, [], {}, [], part.place)
    if len(all_atoms) > MOST_ATOMS:
        return RuleParts([], [], {}, [], part.place)
    for begin, end in split_body(statement, head_end + len(":-")):
        skeleton = statement.skeleton[begin:end]
        if ":" in skeleton or SIGN.match(skeleton):
            continue
        atoms = [atom for atom in all_atoms if begin <= atom.start < end]
        parts.atoms.extend(atoms)
        code = "".join(statement.code[begin:end].split())
        if not atoms and (comparison := COMPARISON.fullmatch(code)):
            if comparison[2] == "=":
                parts.definitions[comparison[1]] = comparison[3]
            else:
                parts.bounds.append(code)
    return parts


def find_cycle(first: ArgumentEdge, edges: list[ArgumentEdge]) -> list[ArgumentEdge]:
    """Return a shortest cycle of edges that begins with `first`, or no edges."""
    paths, reached = [[first]], {first.target}
    for path in paths:  # grows meanwhile
        if path[-1].target == first.source:
            return path
        for edge in edges:
            if edge.source == path[-1].target and edge.target not in reached:
                reached.add(edge.target)
                paths.append([*path, edge])
    return []


def list_edges(rule: RuleParts) -> Iterator[ArgumentEdge]:
    """Yield the edges of a rule; skip variables that another atom or a comparison bounds.

    Atoms of other predicates bound their variables, and so do comparisons, except Y = X+1, which
    defines Y.
    """
    for head, atom in itertools.product(rule.heads, rule.atoms):
        bounding_atoms = [a for a in rule.atoms if a.name not in (head.name, atom.name)]
        terms = [argument for a in bounding_atoms for argument in a.arguments]
        bounded = list_variable_names(" ".join([*terms, *rule.bounds]))
        pairs = itertools.product(enumerate(atom.arguments), enumerate(head.arguments))
        for (source, origin), (target, argument) in pairs:
            term = rule.definitions.get(argument, argument)
            is_free = not list_variable_names(argument) <= bounded
            if is_free and list_variable_names(term) & list_variable_names(origin) - bounded:
                arguments = (atom.signature, source), (head.signature, target)
                is_growing = bool(COMPUTED.search(term) or SHIFTED.search(origin))
                yield ArgumentEdge(*arguments, term, is_growing, rule.place)


def list_variable_names(text: str) -> set[str]:
    return set(VARIABLE.findall(text))
