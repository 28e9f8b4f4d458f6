"""The catalogues of translations: each has every text, every name of a value, and nothing else.

To list what is missing: python3 -m tests.lab.test_languages LANGUAGE
"""

import json
import re
import sys
from pathlib import Path
from string import Formatter

import pytest

from lab import puzzles
from lab.check.settings import CheckSettings, GridSamples, add_other_line_ends
from lab.common.language import FOLDER, LANGUAGES
from lab.inspection.translations import Texts, list_puzzle_texts, list_texts
from lab.web.settings import GENERAL_FIELDS, GENERAL_MARKS
from tests.kit import ROOT

IN_TEMPLATE = re.compile(r"""\b(_|translate|count_noun)\([^"'()]*(["'])(.+?)\2""")
IN_SCRIPT = re.compile(r'\b(translate)\(\s*(")(.+?)"')
PUZZLES = {puzzle.name: puzzle for puzzle in puzzles.list_puzzles()}
CATALOGUES = [  # folders with the programs whose texts they translate
    (ROOT / "lab" / "common", ROOT / "lab"),
    *((puzzle.folder, puzzle.folder) for puzzle in PUZZLES.values()),
]


def expected_texts(folder: Path, top: Path) -> tuple[Texts, Texts]:
    """Return the texts and the nouns of a catalogue; the kit's are not repeated."""
    folders = [puzzle.folder for puzzle in PUZZLES.values()]
    if folder not in folders:
        files = (path for path in top.rglob("*") if not {*path.parents} & {*folders})
        return list_kit_texts(sorted(files))
    puzzle = next(puzzle for puzzle in PUZZLES.values() if puzzle.folder == folder)
    kit_texts = expected_texts(*CATALOGUES[0])
    texts, nouns = (
        {text: file for text, file in texts.items() if text not in known}
        for texts, known in zip(list_puzzle_texts(puzzle), kit_texts)
    )
    return texts, nouns


def list_kit_texts(files: list[Path]) -> tuple[Texts, Texts]:
    """Return the texts and the nouns of the kit's programs, templates and settings."""
    texts, nouns = list_texts(path for path in files if path.suffix == ".py")
    for path in files:
        if pattern := {".html": IN_TEMPLATE, ".js": IN_SCRIPT}.get(path.suffix):
            for name, _, text in pattern.findall(path.read_text("utf-8")):
                (nouns if name.endswith("noun") else texts)[text] = path.name
    texts |= dict.fromkeys((field.label for field in GENERAL_FIELDS), "settings.py")
    texts |= dict.fromkeys((mark.meaning for mark in GENERAL_MARKS.values()), "settings.py")
    texts |= dict.fromkeys(add_other_line_ends(GridSamples()).tolerated, "settings.py")
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
    texts, nouns = expected_texts(folder, top)
    assert set(catalogue) == {*texts, *nouns}
    for text in texts.keys() - nouns:
        translation = catalogue[text]
        assert isinstance(translation, str)
        if translation.strip() and "{" in text:
            assert list_fields(translation) == list_fields(text), text
    assert all(len(catalogue[noun]) == 2 for noun in nouns)


if __name__ == "__main__":
    for folder, top in CATALOGUES:
        texts, nouns = expected_texts(folder, top)
        catalogue = read_catalogue(folder, sys.argv[1])
        print(f"== {folder / FOLDER / sys.argv[1]}.json")
        for text, file in {**texts, **nouns}.items():
            if text not in catalogue:
                print(f"{file}: {json.dumps(text, ensure_ascii=False)}")
        for text in catalogue.keys() - texts.keys() - nouns.keys():
            print(f"superfluous: {json.dumps(text, ensure_ascii=False)}")
