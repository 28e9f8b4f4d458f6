"""Faults of translations: the texts of a puzzle that its languages/*.json lack."""

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

from lab import ROOT
from lab.check.folder_bank import FolderBank
from lab.common.language import FOLDER, read_catalogue
from lab.common.settings import read_settings
from lab.inspection import Fault
from lab.puzzles import Puzzle
from lab.web.settings import PlaySettings

CALLS = {"translate": 0, "count_noun": 1, "spell_noun": 1}  # their arguments that are texts
Texts = dict[str, str]  # with the name of the file of each


def find_translation_faults(puzzle: Puzzle) -> Iterator[Fault]:
    """Yield the texts that a language of the folder lacks."""
    for path in sorted((puzzle.folder / FOLDER).glob("*.json")):
        known = {**read_catalogue(path.stem), **read_catalogue(path.stem, puzzle.folder)}
        for text, file in (pair for part in list_puzzle_texts(puzzle) for pair in part.items()):
            if text not in known:
                yield Fault(path, 1, f"found no translation of {text!r}, a text of {file}")


def list_puzzle_texts(puzzle: Puzzle) -> tuple[Texts, Texts]:
    """Return the texts of a puzzle's folder, and the nouns that are counted."""
    bank, rules = FolderBank(puzzle), puzzle.rules.RULES
    texts, nouns = list_texts(puzzle.folder.rglob("*.py"))
    texts |= dict.fromkeys(rules.values(), "rules.py")
    texts |= dict.fromkeys(bank.sentences.values(), "mistakes.txt")
    texts |= dict.fromkeys(bank.settings.samples.tolerated, "checking.py")
    texts |= dict.fromkeys(list_page_texts(puzzle), "web.py")
    nouns[bank.settings.value] = "checking.py"
    if bank.settings.given_code not in rules:
        nouns[f"{bank.settings.given_code} cell"] = "checking.py"
    return texts, nouns


def list_page_texts(puzzle: Puzzle) -> Iterator[str]:
    """Yield the texts of a puzzle's web.py that the page shows."""
    settings = read_settings(puzzle, "web", PlaySettings)
    yield from filter(None, (settings.introduction, *settings.presses, *settings.tactics.values()))
    yield from (look.name for look in settings.looks.values())
    yield from (mark.meaning for mark in (*settings.tints.values(), *settings.marks.values()))
    for field in settings.fields:
        yield field.label
        yield from (choice if isinstance(choice, str) else choice[1] for choice in field.choices)


def list_texts(paths: Iterable[Path]) -> tuple[Texts, Texts]:
    """Return the texts that the functions of CALLS get in these modules, and the nouns."""
    texts, nouns = Texts(), Texts()
    for path in paths:
        module = ast.parse(path.read_text("utf-8"))
        constants = read_constants(module)
        for node in ast.walk(module):
            name = getattr(node.func, "id", "") if isinstance(node, ast.Call) else ""
            if isinstance(node, ast.Call) and len(node.args) > CALLS.get(name, len(node.args)):
                strings = list_strings(node.args[CALLS[name]], constants)
                kind = nouns if name.endswith("noun") else texts
                kind.update(dict.fromkeys(strings, path.name))
    return texts, nouns


def read_constants(module: ast.Module) -> dict[str, ast.expr]:
    """Return the values that a module gives to names at its top, or imports from the kit."""
    constants: dict[str, ast.expr] = {}
    for statement in module.body:
        if isinstance(statement, ast.ImportFrom) and (statement.module or "").startswith("lab."):
            path = ROOT.joinpath(*(statement.module or "").split(".")).with_suffix(".py")
            if path.is_file() and any(alias.name.isupper() for alias in statement.names):
                constants |= read_constants(ast.parse(path.read_text("utf-8")))
        elif isinstance(statement, ast.Assign):
            for target in statement.targets:
                values = [(target, statement.value)]
                if isinstance(target, ast.Tuple) and isinstance(statement.value, ast.Tuple):
                    values = list(zip(target.elts, statement.value.elts))
                constants |= {
                    name.id: value for name, value in values if isinstance(name, ast.Name)
                }
    return constants


def list_strings(node: ast.AST, constants: dict[str, ast.expr]) -> Iterator[str]:
    """Yield the texts that an expression may be or contain; of a dict those of its values."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value:
        yield node.value
    elif isinstance(node, ast.Name) and node.id in constants:
        yield from list_strings(constants[node.id], {})
    parts: Iterable[ast.AST] = ast.iter_child_nodes(node)
    if isinstance(node, ast.IfExp):
        parts = [node.body, node.orelse]
    elif isinstance(node, (ast.Dict, ast.Subscript)):
        parts = node.values if isinstance(node, ast.Dict) else [node.value]
    elif isinstance(node, ast.Call) and not isinstance(node.func, ast.Name):
        parts = [node.func, *node.args[1:]]  # a method such as get: what it belongs to
    for part in parts:
        yield from list_strings(part, constants)
