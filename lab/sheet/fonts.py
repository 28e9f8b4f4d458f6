"""A font for each text: the one of reportlab, or one of the machine with all the letters."""

import functools
from itertools import chain
from pathlib import Path
from typing import Any


@functools.cache
def find_font(text: str, is_bold: bool = False) -> str:
    """Return the name of the first font with all letters of a text, or else of reportlab's."""
    bundled = register_font("VeraBd.ttf" if is_bold else "Vera.ttf")
    names = filter(None, chain([bundled], map(register_font, find_system_fonts())))
    return next((name for name in names if has_letters(name, text)), bundled)


@functools.cache
def find_system_fonts() -> tuple[str, ...]:
    """Return the paths of the TrueType fonts of the machine, DejaVu and Noto first."""
    from reportlab import rl_config

    folders = map(Path, rl_config.TTFSearchPath)
    paths = sorted({path for folder in folders for path in folder.rglob("*.tt[cf]")})
    paths.sort(key=lambda path: (not path.name.startswith(("DejaVu", "Noto")), len(path.name)))
    return tuple(map(str, paths))


@functools.cache
def register_font(path: str) -> str:
    """Register a font with reportlab; return its name, "" if the file cannot be used."""
    from reportlab.pdfbase import pdfmetrics, ttfonts

    name = Path(path).stem
    try:
        pdfmetrics.registerFont(ttfonts.TTFont(name, path))
    except (ttfonts.TTFError, OSError):
        return ""
    return name


def has_letters(name: str, text: str) -> bool:
    """Return whether a font has all letters of a text."""
    from reportlab.pdfbase import pdfmetrics

    face: Any = pdfmetrics.getFont(name).face
    return all(ord(letter) in face.charToGlyph or letter.isspace() for letter in text)
