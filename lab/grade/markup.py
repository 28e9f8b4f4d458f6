"""Elements of HTML and SVG, and pages that need no other file: no script, no picture, no font."""

from xml.etree.ElementTree import Element, tostring

from lab.common.words import escape_controls

Child = Element | str | None

STYLE = """
:root { color-scheme: light; }
body { font: 16px/1.5 system-ui, sans-serif; color: #111; background: #fff; margin: 0 auto;
  padding: 1rem; max-width: 60rem; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; margin: 0; } h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; }
h3 { font-size: 1rem; margin: 0 0 .25rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .25rem .75rem .25rem 0;
  border-bottom: 1px solid #bbb; }
td.figure, th.figure { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.wide { overflow-x: auto; }
.verdict { font-size: 1.25rem; font-weight: bold; border: 3px solid; padding: .25rem .75rem;
  display: inline-block; margin: 1rem 0; }
.fail { border-style: dashed; }
.finding { border-left: 4px solid #555; padding: 0 0 0 1rem; margin: 1rem 0; }
.grids { display: flex; flex-wrap: wrap; gap: 1rem 2rem; }
figure { margin: .5rem 0; max-width: 100%; }
figcaption { font-weight: bold; } pre { margin: .25rem 0; white-space: pre-wrap; }
svg { max-width: 100%; height: auto; display: block; }
.again { font-style: italic; } .quiet { color: #444; font-size: .9rem; }
.stacked { max-width: 45rem; }
@media (max-width: 40rem) { .stacked tr { display: grid; grid-template-columns: 1fr 4rem 3rem; }
  .stacked tr > :nth-child(n+4) { grid-column: 1 / -1; padding-bottom: .5rem; }
  .stacked tr > :nth-child(-n+3) { border-bottom: none; } .stacked td:empty { padding: 0; } }
@media print { h2, h3 { break-after: avoid; } body { max-width: none; padding: 0; font-size: 11pt; }
  .finding, figure, tr { break-inside: avoid; } a { color: inherit; text-decoration: none; } }
"""


def element(name: str, /, *children: Child, **attributes: object) -> Element:
    """An element with text and other elements in it.

    In the names of attributes _ is -, and one at the end is left out; None leaves an attribute
    out.  Text is shown as it is, without what a browser would not show.
    """
    pairs = {key.rstrip("_").replace("_", "-"): given for key, given in attributes.items()}
    made = Element(name, {key: str(given) for key, given in pairs.items() if given is not None})
    last: Element | None = None
    for child in children:
        if isinstance(child, Element):
            made.append(child)
            last = child
        elif child and last is None:
            made.text = (made.text or "") + escape_controls(child)
        elif child and last is not None:
            last.tail = (last.tail or "") + escape_controls(child)
    return made


def table(
    headings: list[str], rows: list[list[Child]], figures: frozenset[int], is_stacked: bool = False
) -> Element:
    """A table; `figures` are the columns of numbers.

    On a phone, what follows three columns stands below them if `is_stacked`.
    """

    def line(kind: str, cells: list[Child]) -> Element:
        classes = ("figure" if number in figures else None for number in range(len(cells)))
        return element("tr", *(element(kind, cell, class_=c) for cell, c in zip(cells, classes)))

    head = element("thead", line("th", list(headings)))
    body = element("tbody", *(line("td", row) for row in rows))
    return element("div", element("table", head, body), class_="stacked" if is_stacked else "wide")


def page(title: str, *content: Child) -> str:
    """A page in HTML."""
    style = Element("style")
    style.text = STYLE
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("title", title),
        style,
    )
    text = tostring(
        element("html", head, element("body", element("main", *content)), lang="en"),
        encoding="unicode",
        method="html",
    )
    return f"<!DOCTYPE html>\n{text}\n"
