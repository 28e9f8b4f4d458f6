"""Translate texts for people: English stands in the code, other languages in catalogues.

A catalogue is a JSON file, such as languages/es.json, with a line for each English text and its
translation.  Names in braces stand for values and stay as they are.  A noun that is counted has
two translations, for one and for several.  Beside the kit's catalogues, a puzzle's folder may have
its own, for the words of its rules, offences and hints; what they lack stays English.
"""

import functools
import json
from datetime import datetime
from pathlib import Path

from lab import Unusable
from lab.common.shapes import has_shape

LANGUAGES = {"en": "English", "es": "Spanish", "fr": "French", "de": "German"}
OWN_NAMES = {"en": "English", "es": "español", "fr": "français", "de": "Deutsch"}
FOLDER = "languages"  # the folder of catalogues, beside this module and in a puzzle's folder

Catalogue = dict[str, str | list[str]]  # translations by the English texts

_texts: Catalogue = {}  # the catalogue of the language in use
requested_texts = set[str]()  # English texts and nouns that this process has translated


def use_language(code: str, puzzle_folder: Path | None = None) -> None:
    """Translate all further texts of this process; also use the catalogue of a puzzle's folder."""
    _texts.clear()
    _texts.update(read_catalogue(code))
    if puzzle_folder:
        _texts.update(read_catalogue(code, puzzle_folder))


@functools.cache
def read_catalogue(code: str, folder: Path = Path(__file__).parent) -> Catalogue:
    """Return the kit's translations, or those of a puzzle's folder; raises Unusable."""
    path = folder / FOLDER / f"{code}.json"
    try:
        catalogue: Catalogue = json.loads(path.read_text("utf-8")) if path.is_file() else {}
    except ValueError as error:
        raise Unusable(f"{path}: {error}") from None
    if not isinstance(catalogue, dict):
        raise Unusable(f"{path}: expected an object with a translation for each text")
    for text, translation in catalogue.items():
        if not (has_shape(translation, str) or has_shape(translation, (str, str))):
            expected = "a text, or [TEXT, TEXT] for one and for several"
            raise Unusable(f"{path}: {text}: expected {expected}")
    return catalogue


def translate(text: str, /, **values: object) -> str:
    """Return an English text in the language in use, with the values in place of their names."""
    requested_texts.add(text)
    translation = _texts.get(text, text)
    singular = translation if isinstance(translation, str) else translation[0]  # of a noun
    return singular.format(**values) if values else singular


def inflect_noun(noun: str, number: int) -> str:
    """Return an English noun in the language in use, in its form for this number."""
    requested_texts.add(noun)
    forms = _texts.get(noun) or [noun, noun + "s"]
    return forms if isinstance(forms, str) else forms[number != 1]


class Noun(str):
    """An English noun; {noun} in a text is its form for one, {noun:many} that for several."""

    def __format__(self, number: str) -> str:
        return inflect_noun(self, 2 if number == "many" else 1)


def format_integer(number: int) -> str:
    """Return a whole number with its digits in threes: 10,000; in other languages 10 000."""
    text = f"{number:,}"
    return text.replace(",", " ") if _texts else text


def format_moment(moment: datetime) -> str:
    """Return a date and time as the language in use writes it: 2027-11-05 23:55 in English."""
    day, month, time = format(moment, "%d %m %H:%M").split()
    return translate(
        "{year}-{month}-{day} {time}", year=moment.year, month=month, day=day, time=time
    )


def format_decimal(number: float) -> str:
    """Return a number with at most two decimals, as the language in use writes it: 2.5 or 2,5."""
    text = f"{number:.2f}".rstrip("0").rstrip(".")
    return text.replace(".", ",") if _texts else text
