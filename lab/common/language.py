"""Translate texts for people: English stands in the code, other languages in catalogues.

A catalogue is a JSON file, such as languages/es.json, with a line for each English text and its
translation.  Names in braces stand for values and stay as they are.  A noun that is counted has
two translations, for one and for several.  Beside the kit's catalogues, a puzzle's folder may have
its own, for the words of its rules, offences and hints; what they lack stays English.
"""

import json
from pathlib import Path

LANGUAGES = {"en": "English", "es": "Spanish", "fr": "French", "de": "German"}
FOLDER = "languages"  # with the catalogues, beside this module and in a puzzle's folder

_texts: dict[str, str | list[str]] = {}  # of the language in use, by the English texts


def use_language(code: str, puzzle_folder: Path | None = None) -> None:
    """Translate all further texts of this process into a language of LANGUAGES.

    puzzle_folder: its catalogue is used, too.  Raises ValueError if a catalogue is no JSON.
    """
    _texts.clear()
    for folder in (Path(__file__).parent, puzzle_folder):
        path = folder and folder / FOLDER / f"{code}.json"
        if path and path.is_file():
            _texts.update(json.loads(path.read_text("utf-8")))


def translate(text: str, **values: object) -> str:
    """Return an English text in the language in use, with the values in place of their names."""
    translation = _texts.get(text, text)
    assert isinstance(translation, str)
    return translation.format(**values) if values else translation


def inflect_noun(noun: str, number: int) -> str:
    """Return an English noun in the language in use, in its form for this number."""
    english = [noun, f"{noun}s"]
    return str((_texts.get(noun) or english)[number != 1])


def format_decimal(number: float) -> str:
    """Return a number with at most two decimals, as the language in use writes it: 2.5 or 2,5."""
    text = f"{number:.2f}".rstrip("0").rstrip(".")
    return text.replace(".", ",") if _texts else text
