"""Draws on a page of reportlab what Graphviz has written as SVG: shapes, letters and images."""

import base64
import functools
import io
import re
from typing import Any
from xml.etree import ElementTree

from lab.sheet.fonts import font_for

NAMESPACE = re.compile(r"\{[^}]*\}")
NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e-?\d+)?")
COMMAND = re.compile(r"([MLCZz])([^MLCZz]*)")
SHIFT = re.compile(r"translate\(([^)]*)\)")
HREF = "{http://www.w3.org/1999/xlink}href"
SIDE = 36.0  # points: of a cell, in the kit's viz files
LIGHT = 0.85  # areas that are lighter are white, where there are no colours
ANCHORS = {"start": 0.0, "middle": 0.5, "end": 1.0}


class Picture:
    """A picture out of an SVG; `width`, `height` and the side of a `cell` are in points."""

    def __init__(self, svg: str) -> None:
        self.root = ElementTree.fromstring(svg)
        self.images = {one.get("id"): one for one in self.root.iter() if kind(one) == "image"}
        _, _, self.width, self.height = numbers(self.root.get("viewBox", "0 0 1 1"))
        self.cell = SIDE

    def draw(self, paper: Any, left: float, top: float, scale: float, is_grey: bool) -> None:
        """Draw it with its upper left corner at a place of a page."""
        paper.saveState()
        paper.translate(left, top)
        paper.scale(scale, -scale)  # the rows of SVG go down, those of PDF go up
        Pen(paper, self.images, is_grey).draw(self.root)
        paper.restoreState()


class Pen:
    """Draws the elements of an SVG."""

    def __init__(self, paper: Any, images: dict[str | None, Any], is_grey: bool) -> None:
        self.paper, self.images, self.is_grey = paper, images, is_grey

    def draw(self, element: Any) -> None:
        """Draw an element and what is in it."""
        name = kind(element)
        if name == "defs":
            return
        self.paper.saveState()
        if shift := SHIFT.search(element.get("transform", "")):
            self.paper.translate(*numbers(shift[1]))
        act = getattr(self, name, None) if name in SHAPES else None
        if act:
            act(element)
        for inner in element:
            self.draw(inner)
        self.paper.restoreState()

    def polygon(self, element: Any, is_closed: bool = True) -> None:
        """A shape with straight sides."""
        points = numbers(element.get("points", ""))
        path = self.paper.beginPath()
        for index, (x, y) in enumerate(zip(points[::2], points[1::2])):
            (path.lineTo if index else path.moveTo)(x, y)
        if is_closed:
            path.close()
        self.painted(element, path)

    def polyline(self, element: Any) -> None:
        """A line."""
        self.polygon(element, is_closed=False)

    def ellipse(self, element: Any) -> None:
        """An ellipse."""
        x, y, rx, ry = (float(element.get(name, 0)) for name in ("cx", "cy", "rx", "ry"))
        path = self.paper.beginPath()
        path.ellipse(x - rx, y - ry, 2 * rx, 2 * ry)
        self.painted(element, path)

    def path(self, element: Any) -> None:
        """A line with bends."""
        path = self.paper.beginPath()
        for command, text in COMMAND.findall(element.get("d", "")):
            values = numbers(text)
            if command == "M":
                path.moveTo(*values[:2])
            for index in range(0, len(values), 6) if command == "C" else ():
                path.curveTo(*values[index : index + 6])
            for index in range(0, len(values), 2) if command == "L" else ():
                path.lineTo(*values[index : index + 2])
            if command in "Zz":
                path.close()
        self.painted(element, path)

    def text(self, element: Any) -> None:
        """Letters."""
        words, size = element.text or "", float(element.get("font-size", 14))
        font = font_for(words, element.get("font-weight") == "bold")
        before = ANCHORS[element.get("text-anchor", "start")]
        before *= self.paper.stringWidth(words, font, size)
        self.paper.translate(float(element.get("x", 0)), float(element.get("y", 0)))
        self.paper.scale(1, -1)
        self.paper.setFillColor(self.colour(element.get("fill", "black")))
        self.paper.setFont(font, size)
        self.paper.drawString(-before, 0, words)

    def use(self, element: Any) -> None:
        """An image that is in the SVG once."""
        image = self.images[element.get(HREF, "").removeprefix("#")]
        x, y = float(element.get("x", 0)), float(element.get("y", 0))
        width, height = (numbers(image.get(name, "0"))[0] for name in ("width", "height"))
        self.paper.translate(x, y + height)
        self.paper.scale(1, -1)
        drawn = decoded(image.get(HREF, ""), self.is_grey)
        self.paper.drawImage(drawn, 0, 0, width, height, mask="auto")

    def painted(self, element: Any, path: Any) -> None:
        """Fill and stroke a path as the element says."""
        fill, stroke = element.get("fill", "black"), element.get("stroke", "none")
        if fill != "none":
            self.paper.setFillColor(self.colour(fill, lightest=LIGHT))
        if stroke != "none":
            self.paper.setStrokeColor(self.colour(stroke))
            self.paper.setLineWidth(float(element.get("stroke-width", 1)))
        self.paper.drawPath(path, stroke=stroke != "none", fill=fill != "none")

    def colour(self, name: str, lightest: float = 1) -> Any:
        """A colour of reportlab, or the shade of grey in its place, white if it is lighter."""
        from reportlab.lib import colors

        colour = colors.toColor(name)
        if not self.is_grey:
            return colour
        shade = 0.299 * colour.red + 0.587 * colour.green + 0.114 * colour.blue
        return colors.Color(*[1.0 if shade > lightest else shade] * 3)


SHAPES = ("polygon", "polyline", "ellipse", "path", "text", "use")


def kind(element: Any) -> str:
    """The name of an element without its namespace."""
    return NAMESPACE.sub("", str(element.tag))


def numbers(text: str) -> list[float]:
    """The numbers in a text."""
    return [float(number) for number in NUMBER.findall(text)]


@functools.cache
def decoded(uri: str, is_grey: bool) -> Any:
    """The image in a data URI, as reportlab takes it."""
    from PIL import Image
    from reportlab.lib.utils import ImageReader

    image = Image.open(io.BytesIO(base64.b64decode(uri.partition(",")[2]))).convert("RGBA")
    return ImageReader(image.convert("LA").convert("RGBA") if is_grey else image)
