"""A font for each text: one that reportlab brings, or one of the machine with all the letters."""

import contextlib
import functools
import itertools
import os
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


@functools.cache
def font_for(text: str, is_bold: bool = False) -> str:
    """The name of a font that has all letters of a text; the first of all if none has."""
    known = list(filter(None, map(registered, OWN[is_bold])))
    later = filter(None, map(registered, system_fonts()))
    fitting = (name for name in itertools.chain(known, later) if has_all(name, text))
    first = known[0] if known else "Helvetica-Bold" if is_bold else "Helvetica"
    return next(fitting, first)


def is_complete(text: str, is_bold: bool = False) -> bool:
    """Whether there is a font that has all letters of a text."""
    return has_all(font_for(text, is_bold), text)


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
    glyphs = getattr(face, "charToGlyph", range(128))  # PDF's own fonts: surely these
    return all(ord(letter) in glyphs or letter.isspace() for letter in text)
