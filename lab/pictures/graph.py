"""The graph that a viz file describes by clingraph's atoms, and the picture of it.

show runs this module and needs nothing else of lab/.  pygraphviz draws the picture.
Neither Graphviz nor fonts need to be installed: pygraphviz and reportlab bring theirs.
"""

import base64
import contextlib
import importlib.util
import os
import re
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
FORMATS = (".png", ".svg", ".pdf")
NUMBER = re.compile(r"%0?\d?d")  # a number in the name of several pictures, see film.py
DPI = 144  # the resolution of a PNG, unless the board is large

Facts = set[Any]  # symbols of clingo


class Undrawable(Exception):
    """No picture can be drawn, or not at this path; the text is one line."""


def check_picture(picture: Path, formats: Sequence[str] = FORMATS) -> None:
    """Raise Undrawable if no picture can be drawn at this path."""
    if picture.suffix not in formats:
        expected = ", ".join(formats)
        raise Undrawable(f"{picture}: found the ending {picture.suffix!r}, expected {expected}")
    if not picture.parent.is_dir():
        raise Undrawable(f"{picture}: No such file or directory")
    for package in ("clingo", "clingraph", "pygraphviz", "reportlab"):
        if not importlib.util.find_spec(package):
            raise Undrawable(
                f"{package} is missing; activate the environment (. .venv/bin/activate) "
                "or install it: python3 -m pip install -r requirements.txt"
            )


def save_picture(picture: Path, target: Path, data: bytes) -> None:
    """Write a picture whole or not at all to `target`; raise Undrawable, which names `picture`."""
    part = target.with_name(f".{os.getpid()}{picture.suffix}")
    try:
        part.write_bytes(data)
        part.replace(target)
    except OSError as error:
        raise Undrawable(f"{picture}: {error.strerror}") from None
    finally:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)


def draw_facts(facts: Facts, viz: Path, picture: Path) -> None:
    """Draw facts as a viz file describes; change into the folder of this file.

    Raise Undrawable if that is impossible.
    """
    target = picture.resolve()  # a link stays one
    os.chdir(viz.parent)  # on Windows, Graphviz opens ASCII paths alone
    with explain_errors(viz.name):
        drawing = Graph(join_facts(facts), Path(viz.name))
        data = drawing.draw(picture.suffix[1:])
    save_picture(picture, target, data)


# ------------------------------------------------------------ facts


def join_facts(facts: Iterable[object]) -> str:
    """Return the program text of facts, always in the same order."""
    return "".join(sorted(f"{fact}.\n" for fact in facts))


def parse_facts(data: bytes, source: str) -> Facts:
    """Return the facts in a program text; raise Undrawable, where `source` names the text."""
    text = data.decode(errors="backslashreplace")
    if not re.sub(r'"(?:\\.|[^"\\\n])*"|%.*', "", text).isascii():  # outside strings and comments
        raise Undrawable(f"{source}: found a letter that is not ASCII, expected facts")
    with make_control(source) as control:
        control.add("base", [], text)
        control.ground([("base", [])])
    return {atom.symbol for atom in control.symbolic_atoms if atom.is_fact}


def add_solution(facts: Facts, grid: str) -> Facts:
    """Return the facts of a board with the cells of a grid; "" leaves the board unsolved."""
    lines = ["partial"]
    if grid:
        lines = [str(fact).replace("cell", "given", 1) for fact in facts if fact.match("cell", 3)]
        rows = [line.split() if " " in line else line for line in grid.splitlines()]
        cells = [(r, c, value) for r, row in enumerate(rows) for c, value in enumerate(row)]
        lines += [f"cell({r},{c},{value})" for r, c, value in cells if value != "."]
    return facts | parse_facts(join_facts(lines).encode(), "the grid")


@contextlib.contextmanager
def make_control(source: str) -> Iterator[Any]:
    """A control of clingo; raise Undrawable with clingo's messages: `source` names the text."""
    import clingo

    messages: list[str] = []
    with explain_errors(source, messages):
        yield clingo.Control(logger=lambda _, message: messages.append(message))


@contextlib.contextmanager
def explain_errors(source: str, messages: Sequence[str] = ()) -> Iterator[None]:
    """Raise Undrawable for any error: with clingo's messages, if there are any, or the error.

    Whatever the functions that a viz file calls, and Graphviz, raise is a fault of `source`.
    """
    try:
        yield
    except Undrawable:
        raise
    except Exception as error:
        text = f"{type(error).__name__}: {error}"
        if isinstance(error, RuntimeError):  # clingo's
            text = " ".join(messages) or str(error)
        elif isinstance(error, OSError) and error.filename:
            text = f"{error.filename}: {error.strerror}"
        text = " ".join(text.split()).replace("<block>", source)
        raise Undrawable(text if source in text else f"{source}: {text}") from None


# ------------------------------------------------------------ the graph


class VizFunctions:
    """clingraph's functions for viz files.

    The functions that the kit's own files call stand here: importing clingraph takes half a second.
    """

    def pos(self, x: Any, y: Any, scale: Any = 1) -> Any:
        """Return a position in points, as the string "x,y!"."""
        from clingo import String

        factor = float(str(scale).strip('"'))
        return String(f"{float(str(x)) * factor},{float(str(y)) * factor}!")

    def format(self, pattern: Any, *values: Any) -> Any:
        """Fill the braces of a pattern, a string, with values or the elements of one tuple."""
        from clingo import String

        first = values[0] if len(values) == 1 else None
        if first and first.type.name == "Function" and not first.name:
            values = tuple(first.arguments)
        return String(pattern.string.format(*(str(value).strip('"') for value in values)))

    def __getattr__(self, name: str) -> Any:
        from clingraph.clingo_utils import ClingraphContext

        if not hasattr(ClingraphContext, name):  # clingo would call a function of this program
            raise NameError(f"found @{name}, expected a function of clingraph")
        return getattr(ClingraphContext(), name)


class Graph:
    """The graph that a viz file describes, by nodes with positions and edges between them.

    clingraph's own Factbase takes a hundred times as long for each node.
    """

    def __init__(self, facts: str, viz: Path, functions: object = None) -> None:
        """Solve the viz file with a text of facts; raise Undrawable if that is impossible.

        `functions` are those that the viz file may call, VizFunctions if there are none.
        """
        with make_control(str(viz)) as control:
            control.add("base", [], viz.read_text("utf-8", "replace"))
            control.add("base", [], facts)
            control.ground([("base", [])], functions or VizFunctions())
            with control.solve(yield_=True) as models:
                answer_sets = [model.symbols(shown=True) for model in models]
        if not answer_sets:
            raise Undrawable("nothing to draw: viz has no answer")
        self.attributes = defaultdict[tuple[str, str], dict[str, str]](dict)  # by kind, name
        self.edges, nodes = [], []
        for symbol in answer_sets[0]:
            if symbol.match("attr", 4):
                kind, element, name, value = read_attribute(symbol)
                self.attributes[kind, element][name] = value
            elif symbol.match("node", 1):
                nodes.append(str(symbol.arguments[0]))
            elif symbol.match("edge", 1):
                edge = symbol.arguments[0]
                if edge.type.name != "Function" or len(edge.arguments) < 2:
                    raise Undrawable(f"{viz}: found edge({edge}), expected edge((FROM,TO))")
                self.edges.append(edge)
        self.nodes = sort_nodes(nodes)

    def draw(self, form: str, longest: int = 2400) -> bytes:
        """Return the picture; `form` is png, svg or pdf, a PNG has at most `longest` pixels."""
        dpi = self.compute_resolution(longest)
        picture = self.render(form, dpi if form == "png" else 0)
        return embed_images(picture.decode()).encode() if form == "svg" else picture

    def compute_resolution(self, longest: int) -> float:
        """Dots per inch of a PNG with at most `longest` pixels; raises Undrawable without nodes."""
        positions = [self.attributes["node", name].get("pos", "") for name in self.nodes]
        points = [abs(float(n)) for place in positions for n in re.findall(r"-?[\d.]+", place)]
        if not points:
            raise Undrawable("nothing to draw: expected dim(N) or dim(H,W) among the facts")
        return max(min(DPI, longest / (max(points) / 72 + 1)) // 4 * 4, 4)

    def render(self, form: str, dpi: float = 0) -> bytes:
        """Return the picture in a format of Graphviz; dpi 0 means the default of the format."""
        graph = self.make_layout()
        graph.graph_attr.update(imagepath=f"{ROOT}{os.pathsep}.", bgcolor="white")
        if dpi:
            graph.graph_attr["dpi"] = str(dpi)
        with set_up_graphviz():
            return bytes(graph.draw(format=form, prog="nop2"))

    def make_layout(self) -> Any:
        """The graph for pygraphviz."""
        import pygraphviz

        graph = pygraphviz.AGraph(name="default")
        graph.graph_attr.update(self.attributes["graph", "default"])
        graph.node_attr.update(self.attributes["graph_nodes", "default"])
        graph.edge_attr.update(self.attributes["graph_edges", "default"])
        for name in self.nodes:
            graph.add_node(name.strip('"'), **self.attributes["node", name])
        for edge in self.edges:
            ends = [str(end).strip('"') for end in edge.arguments]
            graph.add_edge(*ends, **self.attributes["edge", str(edge)])
        return graph


def sort_nodes(nodes: Iterable[str]) -> list[str]:
    """Return nodes in the order of drawing: each kind as it comes, those of a kind by name."""
    kinds: dict[str, list[str]] = defaultdict(list)
    for node in nodes:
        kinds[node.partition("(")[0]].append(node)
    return [node for kind in kinds.values() for node in sorted(kind)]


def read_attribute(symbol: Any) -> tuple[str, str, str, str]:
    """Return kind, element, name and value of an attr(Kind, Element, Name, Value)."""
    *parts, value = symbol.arguments
    kind, element, name = map(str, parts)
    return kind, element, name, value.string if value.type.name == "String" else str(value)


# ------------------------------------------------------------ Graphviz


@contextlib.contextmanager
def set_up_graphviz() -> Iterator[None]:
    """Give Graphviz a font that is the same on all machines, and suppress its remarks.

    The font is in reportlab.  The remarks, of fontconfig too, are written by C code.
    """
    import reportlab

    stderr = os.dup(2)
    with tempfile.TemporaryDirectory() as folder, open(os.devnull, "wb") as devnull:
        fonts = Path(reportlab.__file__).parent / "fonts"
        places = f"<fontconfig><dir>{fonts}</dir><cachedir>{folder}</cachedir></fontconfig>"
        os.environ["FONTCONFIG_FILE"] = str(Path(folder) / "fonts.conf")
        Path(folder, "fonts.conf").write_text(places, "utf-8")
        os.dup2(devnull.fileno(), 2)
        try:
            yield
        finally:
            os.dup2(stderr, 2)
            os.close(stderr)


def embed_images(svg: str) -> str:
    """Return an SVG with the image files that it names inside, each once."""
    import hashlib  # these three are not needed for a PNG
    import html
    import mimetypes

    image = re.compile(r'<image xlink:href="([^"]+)" (width=\S+ height=\S+)[^>]*( x=\S+ y=\S+")/>')
    ids, definitions = {}, {}
    for name, size in dict.fromkeys(match.groups()[:2] for match in image.finditer(svg)):
        file = html.unescape(name)
        path = ROOT / file if (ROOT / file).is_file() else Path(file)  # as Graphviz finds it
        form, data = mimetypes.guess_type(file)[0] or "image/png", path.read_bytes()
        content = f'{size} xlink:href="data:{form};base64,{base64.b64encode(data).decode()}"'
        ids[name, size] = f"image-{hashlib.sha256(content.encode()).hexdigest()[:12]}"
        definitions[ids[name, size]] = content  # once, if two files are equal
    svg = image.sub(lambda match: f'<use xlink:href="#{ids[match[1], match[2]]}"{match[3]}/>', svg)
    elements = "".join(f'<image id="{key}" {content}/>\n' for key, content in definitions.items())
    return re.sub(r"(<svg[^>]*>)", rf"\1\n<defs>\n{elements}</defs>", svg, count=1)
