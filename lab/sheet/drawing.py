"""Draws on a page of reportlab the SVG that Graphviz writes: shapes, letters and images."""

import base64
import functools
import io
import re
from typing import Any
from xml.etree import ElementTree

from lab.sheet.fonts import find_font

NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e-?\d+)?")
COMMAND = re.compile(r"([MLCZz])([^MLCZz]*)")  # of the path of a shape
HREF = "{http://www.w3.org/1999/xlink}href"
SIDE = 36.0  # points: of a cell, in the kit's viz files
LIGHT = 0.85  # areas that are lighter are white, where there are no colours
ANCHORS = {"start": 0.0, "middle": 0.5, "end": 1.0}


class Picture:
    """An SVG; `width`, `height` and the side of a `cell` are in points."""

    def __init__(self, svg: str) -> None:
        self.root = ElementTree.fromstring(svg)
        self.images = {e.get("id"): e for e in self.root.iter() if tag(e) == "image"}
        _, _, self.width, self.height = numbers(self.root.get("viewBox", "0 0 1 1"))
        self.cell = SIDE

    def draw(self, canvas: Any, left: float, top: float, scale: float, is_grey: bool) -> None:
        """Draw the SVG with its upper left corner at a place of the page."""
        canvas.saveState()
        canvas.translate(left, top)
        canvas.scale(scale, -scale)  # y grows downwards in SVG, upwards in PDF
        self._draw_element(canvas, self.root, is_grey)
        canvas.restoreState()

    def _draw_element(self, canvas: Any, element: Any, is_grey: bool) -> None:
        """Draw an element, then those in it; definitions are not drawn."""
        name = tag(element)
        if name == "defs":
            return
        canvas.saveState()
        if shift := re.search(r"translate\(([^)]*)\)", element.get("transform", "")):
            canvas.translate(*numbers(shift[1]))
        if name in ("polygon", "polyline", "ellipse", "path"):
            draw_shape(canvas, element, is_grey)
        elif name == "text":
            draw_text(canvas, element, is_grey)
        elif name == "use":
            image = self.images[element.get(HREF, "").removeprefix("#")]
            width, height = (numbers(image.get(side, "0"))[0] for side in ("width", "height"))
            canvas.translate(number(element, "x"), number(element, "y") + height)
            canvas.scale(1, -1)
            pixels = read_image(image.get(HREF, ""), is_grey)
            canvas.drawImage(pixels, 0, 0, width, height, mask="auto")
        for inner in element:
            self._draw_element(canvas, inner, is_grey)
        canvas.restoreState()


def draw_shape(canvas: Any, element: Any, is_grey: bool) -> None:
    """Fill and stroke a polygon, a polyline, an ellipse or a path."""
    path, name = canvas.beginPath(), tag(element)
    if name == "ellipse":
        x, y, rx, ry = (number(element, key) for key in ("cx", "cy", "rx", "ry"))
        path.ellipse(x - rx, y - ry, 2 * rx, 2 * ry)
    outline = element.get("d", "")
    if name in ("polygon", "polyline"):
        outline = f"M{element.get('points', '')}{'Z' if name == 'polygon' else ''}"
    for command, text in COMMAND.findall(outline):
        values = numbers(text)
        if command == "M":
            path.moveTo(*values[:2])
        first = 2 if command == "M" else 0
        size, act = (6, path.curveTo) if command == "C" else (2, path.lineTo)
        for start in range(first, len(values), size):
            act(*values[start : start + size])
        if command in "Zz":
            path.close()
    fill, stroke = element.get("fill", "black"), element.get("stroke", "none")
    if fill != "none":
        canvas.setFillColor(read_colour(fill, is_grey, lightest=LIGHT))
    if stroke != "none":
        canvas.setStrokeColor(read_colour(stroke, is_grey))
        canvas.setLineWidth(number(element, "stroke-width", 1))
    canvas.drawPath(path, stroke=stroke != "none", fill=fill != "none")


def draw_text(canvas: Any, element: Any, is_grey: bool) -> None:
    """Draw the letters of a text element."""
    text, size = element.text or "", number(element, "font-size", 14)
    font = find_font(text, element.get("font-weight") == "bold")
    left = ANCHORS[element.get("text-anchor", "start")] * canvas.stringWidth(text, font, size)
    canvas.translate(number(element, "x"), number(element, "y"))
    canvas.scale(1, -1)
    canvas.setFillColor(read_colour(element.get("fill", "black"), is_grey))
    canvas.setFont(font, size)
    canvas.drawString(-left, 0, text)


def tag(element: Any) -> str:
    """The name of an element without its namespace."""
    return str(element.tag).rpartition("}")[2]


def numbers(text: str) -> list[float]:
    """The numbers in a text."""
    return list(map(float, NUMBER.findall(text)))


def number(element: Any, name: str, default: float = 0) -> float:
    """The number that is an attribute of an element."""
    return float(element.get(name, default))


def read_colour(name: str, is_grey: bool, lightest: float = 1) -> Any:
    """Return a colour of reportlab; with `is_grey` its shade, white if lighter than `lightest`."""
    from reportlab.lib import colors

    colour = colors.toColor(name)
    if not is_grey:
        return colour
    shade = 0.299 * colour.red + 0.587 * colour.green + 0.114 * colour.blue
    return colors.Color(*[1.0 if shade > lightest else shade] * 3)


@functools.cache
def read_image(uri: str, is_grey: bool) -> Any:
    """Return the image in a data URI in the form that reportlab takes."""
    from PIL import Image
    from reportlab.lib.utils import ImageReader

    image = Image.open(io.BytesIO(base64.b64decode(uri.partition(",")[2]))).convert("RGBA")
    return ImageReader(image.convert("LA").convert("RGBA") if is_grey else image)
