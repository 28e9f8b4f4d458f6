"""Reads programs by clingo.ast, and lists nodes, atoms and signatures of a syntax tree."""

from collections.abc import Callable, Iterator
from typing import Any

from clingo import ast
from clingo.ast import AST, ASTType

SourceLine = tuple[str, int]  # a file and a line
ATTRIBUTES: dict[ASTType, list[str]] = {}  # of types that were read: those with nodes


def parse_program(path: str) -> tuple[list[AST], list[str]]:
    """Return the statements of a program and its includes, without comments, and the errors."""
    return collect_statements(ast.parse_files, [path])


def parse_text(text: str) -> tuple[list[AST], list[str]]:
    """Return the statements of the text of a program, without comments, and the errors."""
    return collect_statements(ast.parse_string, text)


def collect_statements(parse: Callable[..., None], source: Any) -> tuple[list[AST], list[str]]:
    """Return the statements that a parser of clingo.ast reads from a source, and the errors."""
    program: list[AST] = []
    errors: list[str] = []
    messages: list[str] = []
    try:
        parse(source, program.append, logger=lambda _, text: messages.append(text))
    except RuntimeError as error:
        errors = [text for text in messages if "error:" in text] or [str(error)]
    return [statement for statement in program if statement.ast_type != ASTType.Comment], errors


def find_place(node: AST) -> SourceLine:
    """Return where a node begins."""
    return node.location.begin.filename, node.location.begin.line


def list_children(node: AST) -> Iterator[tuple[str, AST]]:
    """Yield the nodes right below a node, each after the name of the attribute that has it."""
    kind = node.ast_type
    if kind not in ATTRIBUTES:
        ATTRIBUTES[kind] = node.child_keys
    for name in ATTRIBUTES[kind]:
        part = getattr(node, name)
        children = part if isinstance(part, ast.ASTSequence) else [part]
        yield from ((name, child) for child in children if child is not None)


def list_all_nodes(node: AST) -> Iterator[AST]:
    """Yield a node and all nodes in it."""
    yield node
    for _, child in list_children(node):
        yield from list_all_nodes(child)


def is_positive_atom(literal: AST) -> bool:
    """Return whether a literal is an atom without a sign, not a comparison or a truth value."""
    return bool(literal.sign == ast.Sign.NoSign and literal.atom.ast_type == ASTType.SymbolicAtom)


def find_signatures(node: AST, is_head: bool = False) -> Iterator[tuple[str, SourceLine, bool]]:
    """Yield (signature, place, is_definition) for each atom and declaration in a statement."""
    if node.ast_type in (ASTType.Defined, ASTType.ShowSignature) and node.name:  # else: #show.
        is_definition = node.ast_type == ASTType.Defined
        yield f"{node.name}/{node.arity}", find_place(node), is_definition
    elif node.ast_type == ASTType.SymbolicAtom:
        place = find_place(node.symbol)
        yield from ((name, place, is_head) for name in format_signatures(node.symbol))
    for name, child in list_children(node):
        if node.ast_type == ASTType.Rule:
            is_child_head = name == "head"
        elif node.ast_type == ASTType.External:
            is_child_head = name == "atom"
        else:
            is_child_head = is_head and name != "condition"
        yield from find_signatures(child, is_child_head)


def format_signatures(symbol: AST) -> Iterator[str]:
    """Yield the signature of an atom, without its sign; several, if it is a pool."""
    if symbol.ast_type == ASTType.Function:
        yield f"{symbol.name}/{len(symbol.arguments)}"
        return
    for _, child in list_children(symbol):
        yield from format_signatures(child)


def list_atoms(node: AST) -> list[AST]:
    """Return the atoms in a node, without pools and signs."""
    atoms = [n.symbol for n in list_all_nodes(node) if n.ast_type == ASTType.SymbolicAtom]
    return [atom for atom in atoms if atom.ast_type == ASTType.Function]


def find_variables(node: AST) -> set[str]:
    return {n.name for n in list_all_nodes(node) if n.ast_type == ASTType.Variable}
