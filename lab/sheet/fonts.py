"""A font for each text: one that reportlab brings, or one of the machine with all the letters."""

import contextlib
import functools
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

OWN = {False: ("Vera.ttf", "DejaVuSans.ttf"), True: ("VeraBd.ttf", "DejaVuSans-Bold.ttf")}
PLACES = (  # where systems keep fonts
    "/usr/share/fonts",
    "/usr/local/share/fonts",
    "~/.fonts",
    "~/.local/share/fonts",
    "/Library/Fonts",
    "/System/Library/Fonts",
)


LACKING: dict[str, None] = {}  # texts that no font has all letters of


def lacking() -> list[str]:
    """The texts that were asked for, and that no font has all letters of."""
    return list(LACKING)


@functools.cache
def font_for(text: str, is_bold: bool = False) -> str:
    """The name of a font that has all letters of a text; the first of all if none has."""
    first = ""
    for path in candidates(is_bold):
        if name := registered(path):
            first = first or name
            if has_all(name, text):
                return name
    LACKING[text] = None
    return first or ("Helvetica-Bold" if is_bold else "Helvetica")


def candidates(is_bold: bool) -> Iterator[str]:
    """The files of fonts, those that reportlab finds by itself first."""
    yield from OWN[is_bold]
    yield from system_fonts()


@functools.cache
def system_fonts() -> tuple[str, ...]:
    """The TrueType fonts of the machine, DejaVu and Noto first."""
    found = [
        path
        for place in PLACES
        for pattern in ("*.ttf", "*.ttc")
        for path in sorted(Path(os.path.expanduser(place)).rglob(pattern))
    ]
    found.sort(key=lambda path: (not path.name.startswith(("DejaVu", "Noto")), len(path.name)))
    return tuple(map(str, found))


@functools.cache
def registered(path: str) -> str:
    """The name by which reportlab knows a font from now on; empty if it cannot use it."""
    from reportlab.pdfbase import pdfmetrics, ttfonts

    name = Path(path).stem
    with contextlib.suppress(ttfonts.TTFError, OSError):
        pdfmetrics.registerFont(ttfonts.TTFont(name, path))
        return name
    return ""


def has_all(name: str, text: str) -> bool:
    """Whether a font has all letters of a text."""
    from reportlab.pdfbase import pdfmetrics

    face: Any = pdfmetrics.getFont(name).face
    return all(ord(letter) in face.charToGlyph or letter.isspace() for letter in text)
