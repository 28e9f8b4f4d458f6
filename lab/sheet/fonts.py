"""A font for each text: one that reportlab brings, or one of the machine with all the letters."""

import functools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

BUNDLED_FONTS = {False: ("Vera.ttf", "DejaVuSans.ttf"), True: ("VeraBd.ttf", "DejaVuSans-Bold.ttf")}
FONT_FOLDERS = (  # where systems keep fonts
    "/usr/share/fonts",
    "/usr/local/share/fonts",
    "~/.fonts",
    "~/.local/share/fonts",
    "/Library/Fonts",
    "/System/Library/Fonts",
)


@functools.cache
def find_font(text: str, is_bold: bool = False) -> str:
    """Return the name of the first font with all letters of a text, or else of the first font."""
    fallback = ""
    for name in list_fonts(is_bold):
        fallback = fallback or name
        if has_letters(name, text):
            return name
    return fallback or ("Helvetica-Bold" if is_bold else "Helvetica")


def list_fonts(is_bold: bool) -> Iterator[str]:
    """Yield the names of fonts, the bundled ones first; registers each with reportlab."""
    yield from filter(None, map(register_font, BUNDLED_FONTS[is_bold]))
    yield from filter(None, map(register_font, find_system_fonts()))


@functools.cache
def find_system_fonts() -> tuple[str, ...]:
    """Return the paths of the TrueType fonts of the machine, DejaVu and Noto first."""
    paths = [
        path
        for folder in FONT_FOLDERS
        for pattern in ("*.ttf", "*.ttc")
        for path in sorted(Path(folder).expanduser().rglob(pattern))
    ]
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
    glyphs = getattr(face, "charToGlyph", range(128))  # PDF's own fonts have at least these
    return all(ord(letter) in glyphs or letter.isspace() for letter in text)
