"""Draws on a page of reportlab the SVG of a board, which svglib reads."""

import io
from typing import Any

SIDE = 36.0  # points: of a cell, in the kit's viz files
LIGHT = 0.85  # areas that are lighter are white, where there are no colours


class Picture:
    """An SVG; `width`, `height` and the side of a `cell` are in points."""

    def __init__(self, svg: str) -> None:
        from svglib.svglib import svg2rlg

        drawing: Any = svg2rlg(io.BytesIO(svg.encode()))
        self.drawing, self.cell = drawing, SIDE
        self.width, self.height = float(drawing.width), float(drawing.height)

    def draw(self, canvas: Any, left: float, top: float, scale: float, is_grey: bool) -> None:
        """Draw the SVG with its upper left corner at a place of the page."""
        from reportlab.graphics.renderPDF import _PDFRenderer
        from reportlab.lib.utils import ImageReader

        class Renderer(_PDFRenderer):  # type: ignore[misc]
            """Draws images with transparent parts; reportlab's renderer fills these with black."""

            def drawImage(self, image: Any) -> None:
                place = (image.x, image.y, image.width, image.height)
                self._canvas.drawImage(ImageReader(image.path), *place, mask="auto")

        if is_grey:
            remove_colours(self.drawing)
        canvas.saveState()
        canvas.translate(left, top - scale * self.height)
        canvas.scale(scale, scale)
        Renderer().draw(self.drawing, canvas, 0, 0)
        canvas.restoreState()


def remove_colours(shape: Any) -> None:
    """Give a shape, and those in it, shades of grey; light areas become white."""
    from reportlab.lib.colors import Color

    for name, lightest in (("fillColor", LIGHT), ("strokeColor", 1.0)):
        colour = getattr(shape, name, None)
        if isinstance(colour, Color):
            shade = 0.299 * colour.red + 0.587 * colour.green + 0.114 * colour.blue
            setattr(shape, name, Color(*[1.0 if shade > lightest else shade] * 3))
    if hasattr(shape, "path"):  # an image of Pillow
        shape.path = shape.path.convert("LA").convert("RGBA")
    for inner in getattr(shape, "contents", ()):
        remove_colours(inner)
