"""What a page takes from reportlab: a font for each letter, and the pictures of boards."""

import functools
import io
from itertools import chain, groupby
from pathlib import Path
from typing import Any


def split_by_font(text: str, is_bold: bool = False) -> list[tuple[str, str]]:
    """Return the parts of a text, each after the name of a font that has its letters."""
    return [
        (font, "".join(letters))
        for font, letters in groupby(text, lambda letter: find_font(letter, is_bold))
    ]


@functools.cache
def find_font(letter: str, is_bold: bool = False) -> str:
    """Return the name of the first font that has a letter, or else of reportlab's."""
    reportlab_font = register_font("VeraBd.ttf" if is_bold else "Vera.ttf")
    names = filter(None, chain([reportlab_font], map(register_font, find_system_fonts())))
    return next((name for name in names if has_letter(name, letter)), reportlab_font)


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


def has_letter(name: str, letter: str) -> bool:
    """Return whether a font has a letter; each has all white space."""
    from reportlab.pdfbase import pdfmetrics

    face: Any = pdfmetrics.getFont(name).face
    return ord(letter) in face.charToGlyph or letter.isspace()


class BoardPicture:
    """The SVG of a board, and the line below it; `width` and `height` are in points."""

    def __init__(self, svg: str, caption: str) -> None:
        from svglib.svglib import svg2rlg

        drawing: Any = svg2rlg(io.BytesIO(svg.encode()))
        self.drawing, self.caption = drawing, caption
        self.width, self.height = float(drawing.width), float(drawing.height)

    def draw(self, canvas: Any, left: float, top: float, scale: float) -> None:
        """Draw the SVG with its upper left corner at a place of the page."""
        from reportlab.graphics.renderPDF import _PDFRenderer
        from reportlab.lib.utils import ImageReader

        class Renderer(_PDFRenderer):  # type: ignore[misc]
            """Draws images with transparent parts; reportlab's renderer fills these with black."""

            def drawImage(self, image: Any) -> None:
                place = (image.x, image.y, image.width, image.height)
                self._canvas.drawImage(ImageReader(image.path), *place, mask="auto")

        canvas.saveState()
        canvas.translate(left, top - scale * self.height)
        canvas.scale(scale, scale)
        Renderer().draw(self.drawing, canvas, 0, 0)
        canvas.restoreState()
