"""The catalogues of translations: each has every text, every name of a value, and nothing else.

To list what is missing: python3 -m tests.lab.test_languages LANGUAGE
"""

import ast
import functools
import itertools
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from lab import puzzles
from lab.common.language import FOLDER, LANGUAGES
from lab.course import parse_toml
from lab.inspection.translations import list_puzzle_nouns, list_puzzle_texts
from lab.settings.check import CheckSettings, GridSamples, add_other_line_ends
from lab.settings.web import GENERAL_FIELDS, GENERAL_MARKS
from lab.syntax.habits import read_habits
from tests.kit import ROOT

CALLS = {"translate": 0, "count_noun": 1}  # their arguments that are texts
IN_TEMPLATE = re.compile(r"""\b(_|translate|count_noun)\([^"'()]*(["'])(.+?)\2""")
IN_SCRIPT = re.compile(r'\b(translate)\(\s*(")(.+?)"')
PUZZLES = {puzzle.name: puzzle for puzzle in puzzles.list_puzzles()}
CATALOGUES = [  # folders with the programs whose texts they translate
    (ROOT / "lab" / "common", ROOT / "lab"),
    *((puzzle.folder, puzzle.folder) for puzzle in PUZZLES.values()),
]
Texts = dict[str, str]  # with the file of each


@functools.cache
def list_texts(top: Path) -> tuple[Texts, Texts]:
    """Return the texts and the nouns that the programs below a folder translate."""
    texts: Texts = {}
    nouns: Texts = {}
    folders = {puzzle.folder for puzzle in PUZZLES.values()} - {top}
    for path in sorted(top.rglob("*")):
        if any(path.is_relative_to(folder) for folder in folders):
            continue
        found: Iterator[tuple[str, str]] = iter(())
        if path.suffix == ".py":
            found = list_calls(ast.parse(path.read_text("utf-8")), path)
        elif pattern := {".html": IN_TEMPLATE, ".js": IN_SCRIPT}.get(path.suffix):
            found = ((name, text) for name, _, text in pattern.findall(path.read_text("utf-8")))
        for name, text in found:
            (nouns if name.endswith("noun") else texts)[text] = str(path.relative_to(ROOT))
    return texts, nouns


def list_calls(module: ast.Module, path: Path) -> Iterator[tuple[str, str]]:
    """Yield the name of each function of CALLS and its text.

    A text that is not a literal has to come from a constant of the module: all its texts count.
    """
    constants = read_constants(module)
    for statement in module.body:
        if isinstance(statement, ast.ImportFrom) and (statement.module or "").startswith("lab."):
            file = ROOT.joinpath(*(statement.module or "").split(".")).with_suffix(".py")
            imported = {alias.name for alias in statement.names}
            if file.is_file() and any(map(str.isupper, imported)):
                others = read_constants(ast.parse(file.read_text("utf-8")))
                constants |= {name: others[name] for name in imported & others.keys()}
    for node in ast.walk(module):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        number = CALLS.get(node.func.id)
        if number is None or len(node.args) <= number:
            continue
        text = node.args[number]
        names = [part.id for part in ast.walk(text) if isinstance(part, ast.Name)]
        literals = [text.body, text.orelse] if isinstance(text, ast.IfExp) else [text]
        for source in (*literals, *(constants[name] for name in names if name in constants)):
            for part in [source] if source in literals else walk_values(source):
                if isinstance(part, ast.Constant) and isinstance(part.value, str) and part.value:
                    yield node.func.id, part.value


def read_constants(module: ast.Module) -> dict[str, ast.expr]:
    """Return the values that a module gives to names at its top."""
    constants: dict[str, ast.expr] = {}
    for statement in module.body:
        if isinstance(statement, ast.Assign):
            for target in statement.targets:
                if isinstance(target, ast.Name):
                    constants[target.id] = statement.value
                elif isinstance(target, ast.Tuple) and isinstance(statement.value, ast.Tuple):
                    names = (name.id for name in target.elts if isinstance(name, ast.Name))
                    constants |= zip(names, statement.value.elts)
    return constants


def walk_values(constant: ast.expr) -> Iterator[ast.AST]:
    """Yield all nodes below a constant, without the keys of a dict."""
    if isinstance(constant, ast.Dict):
        for value in constant.values:
            yield from walk_values(value)
    else:
        yield from ast.walk(constant)


def list_expected_texts(folder: Path, top: Path) -> tuple[Texts, Texts]:
    """Return the texts and the nouns of a catalogue; the kit's nouns are not repeated."""
    texts, nouns = map(dict, list_texts(top))
    for puzzle in PUZZLES.values():
        if puzzle.folder == folder:
            texts |= dict.fromkeys(list_puzzle_texts(puzzle), "the puzzle's folder")
            nouns |= dict.fromkeys(list_puzzle_nouns(puzzle), "checking.py")
            kit_texts, kit_nouns = list_expected_texts(*CATALOGUES[0])
            texts = {text: file for text, file in texts.items() if text not in kit_texts}
            nouns = {noun: file for noun, file in nouns.items() if noun not in kit_nouns}
            return texts, nouns
    texts |= dict.fromkeys((field.label for field in GENERAL_FIELDS), "settings.py")
    texts |= dict.fromkeys((mark.meaning for mark in GENERAL_MARKS.values()), "settings.py")
    texts |= dict.fromkeys(add_other_line_ends(GridSamples()).tolerated, "settings.py")
    habits = itertools.chain(*read_habits().values())
    texts |= {habit.advice: "habits.txt" for habit in habits if not habit.advice.startswith("`")}
    nouns |= {CheckSettings.value: "settings.py", f"{CheckSettings.given_code} cell": "settings.py"}
    return texts, nouns


def read_catalogue(folder: Path, language: str) -> dict[str, str | list[str]]:
    path = folder / FOLDER / f"{language}.json"
    catalogue: dict[str, str | list[str]] = json.loads(path.read_text("utf-8"))
    return catalogue


def list_fields(text: str) -> list[str]:
    return sorted(name for _, name, _, _ in Formatter().parse(text) if name is not None)


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
@pytest.mark.parametrize(("folder", "top"), CATALOGUES)
def test_a_catalogue_has_every_text_with_its_names(language: str, folder: Path, top: Path) -> None:
    catalogue = read_catalogue(folder, language)
    texts, nouns = list_expected_texts(folder, top)
    assert set(catalogue) == {*texts, *nouns}
    for text in texts.keys() - nouns:
        translation = catalogue[text]
        assert isinstance(translation, str)
        if translation.strip() and "{" in text:
            assert list_fields(translation) == list_fields(text), text
    assert all(len(catalogue[noun]) == 2 for noun in nouns)


OTHER_FORMS_OF_ADDRESS = {  # German has Sie, Spanish vosotros, French vous, for all students
    "de": r"du|dein\w*|dich|dir|euch|euer|eure\w*|gib|lies|nimm|setze|schau|schreibe|verbinde|"
    r"wähle|warte|prüfe|lösche|entferne|lade|klicke|ersetze|ändere|speichere",
    "es": r"tu|tus|tú|ustedes|usted|escribe reglas|elige una|espera un|avisa|entrega un|coloca|une",
    "fr": r"tu|tes|toi|choisis|écris|attends|regarde|préviens|relie",
}


@pytest.mark.parametrize("language", OTHER_FORMS_OF_ADDRESS)
def test_all_texts_address_the_student_in_one_way(language: str) -> None:
    texts: list[str] = []
    for folder, _ in CATALOGUES:
        texts += map(str, read_catalogue(folder, language).values())
        if (folder / "handout.toml").is_file():
            texts.append(str(parse_toml((folder / "handout.toml").read_text("utf-8"))[language]))
        if (page := folder / "steps" / f"{language}.md").is_file():
            texts.append(page.read_text("utf-8"))
    words = ROOT / "lab" / "course" / "words" / f"{language}.toml"
    texts.append(str(parse_toml(words.read_text("utf-8"))))
    pattern = re.compile(rf"(?i)\b({OTHER_FORMS_OF_ADDRESS[language]})\b.{{0,40}}")
    assert not [match[0] for text in texts for match in pattern.finditer(text)]


if __name__ == "__main__":
    for folder, top in CATALOGUES:
        texts, nouns = list_expected_texts(folder, top)
        catalogue = read_catalogue(folder, sys.argv[1])
        print(f"== {folder / FOLDER / sys.argv[1]}.json")
        for text, file in {**texts, **nouns}.items():
            if text not in catalogue:
                print(f"{file}: {json.dumps(text, ensure_ascii=False)}")
        for text in catalogue.keys() - texts.keys() - nouns.keys():
            print(f"superfluous: {json.dumps(text, ensure_ascii=False)}")
