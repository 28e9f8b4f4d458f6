"""Draws on a page of reportlab the SVG of a board, which svglib reads."""

import io
from typing import Any


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
