"""show and viz-lightup.lp: pictures that are there, and look as they should."""

import base64
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from lab.pictures.graph import Undrawable, save_picture
from tests.kit import EXAMPLES, ROOT, Done, long, needs, run, run_film

WARM, RED, PINK = "#fff0b3", "#e5484d", "#f3b5b3"
SOL01 = (EXAMPLES / "sol01.txt").read_text()


def show(*words: object, cwd: Path, stdin: str = "") -> Done:
    return run("show", *words, cwd=cwd, stdin=stdin)


def read_squares(svg: Path) -> dict[tuple[int, int], tuple[str, str, bool]]:
    """Colour, label and whether there is an image, by row and column, row 0 on top."""
    cells = r'class="node">\n<title>\(\d+,\d+\)</title>.*?</g>'
    nodes = re.findall(cells, svg.read_text(), re.DOTALL)
    nodes_at = {}
    for node in nodes:
        fill, points = re.findall(r'<polygon fill="([^"]+)".*?points="([^"]+)"', node)[0]
        corners = [tuple(map(float, point.split(","))) for point in points.split()]
        left, top = (min(corner[axis] for corner in corners) for axis in (0, 1))
        label = re.findall(r"<text[^>]*>(.*?)</text>", node)
        nodes_at[top, left] = (fill, "".join(label), "<use" in node)
    rows = sorted({top for top, _ in nodes_at})
    columns = sorted({left for _, left in nodes_at})
    return {(rows.index(t), columns.index(left)): square for (t, left), square in nodes_at.items()}


def test_the_solved_grid_and_the_picture(tmp_path: Path) -> None:
    done = show("dom01.txt", cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, SOL01 + "dom01.png\n", "")
    png = (tmp_path / "dom01.png").read_bytes()
    assert png.startswith(b"\x89PNG")
    assert [path.name for path in tmp_path.iterdir()] == ["dom01.png"]


def test_every_cell_of_an_svg(tmp_path: Path) -> None:
    assert show("dom01", "-o", "p.svg", cwd=tmp_path).stdout == SOL01 + "p.svg\n"
    drawn = read_squares(tmp_path / "p.svg")
    for r, row in enumerate(SOL01.split()):
        for c, cell in enumerate(row):
            black = cell in "x01234"
            label = cell if cell in "01234" else ""
            assert drawn[r, c] == ("black" if black else WARM, label, cell == "b")
    text = (tmp_path / "p.svg").read_text()
    assert text.count("data:image/png;base64,") == 1
    assert "bulb.png" not in text


def test_a_name_that_the_console_lacks(tmp_path: Path) -> None:
    command = [sys.executable, str(ROOT / "show"), "dom01", "--unsolved", "-o", "Σ.svg"]
    environment = {**os.environ, "PYTHONIOENCODING": "cp850"}
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, env=environment, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "\\u03a3.svg\n", "")
    assert (tmp_path / "Σ.svg").exists()


def test_a_path_without_the_folder_of_the_script(tmp_path: Path) -> None:
    command = [sys.executable, str(ROOT / "show"), "dom01", "--unsolved", "-o", "p.svg"]
    environment = {**os.environ, "PYTHONSAFEPATH": "1"}
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, env=environment, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "p.svg\n", "")


def test_a_link_to_a_picture_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "link.svg").symlink_to(tmp_path / "real.svg")
    assert show("dom01", "-o", "link.svg", cwd=tmp_path).returncode == 0
    assert (tmp_path / "link.svg").is_symlink()
    assert len(read_squares(tmp_path / "real.svg")) == 49


def test_unsolved(tmp_path: Path) -> None:
    done = show("dom01", "--unsolved", "-o", "p.svg", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "p.svg\n")
    fills = {fill for fill, _, _ in read_squares(tmp_path / "p.svg").values()}
    assert fills == {"white", "black"}


def test_bulbs_that_break_a_rule_are_drawn_in_red(tmp_path: Path) -> None:
    # two bulbs in row 0 see each other; (1,1) breaks the 0 beside it and sees (0,1)
    (tmp_path / "wrong.lp").write_text("cell(0,(1;3),b). cell(1,(1;6),b). cell(5,2,b).")
    done = show("dom01", "--encoding", "wrong.lp", "-o", "p.svg", cwd=tmp_path)
    assert done.returncode == 0
    drawn = read_squares(tmp_path / "p.svg")
    red = {cell for cell, (fill, _, _) in drawn.items() if fill == RED}
    assert red == {(0, 1), (0, 3), (1, 1), (1, 2), (2, 0), (2, 5), (4, 6)}
    dark = {cell for cell, (fill, _, _) in drawn.items() if fill == PINK}
    assert {(0, 5), (6, 1)} <= dark
    assert drawn[0, 2][0] == drawn[5, 0][0] == WARM


def test_marks_and_partial_boards(tmp_path: Path) -> None:
    facts = "dim(1,3). cell(0,0,1). cell(0,2,x). mark(0,1,differ). mark(0,0,clash). partial."
    assert show("--facts", "-", "-o", "p.svg", cwd=tmp_path, stdin=facts).returncode == 0
    fills = [square[0] for _, square in sorted(read_squares(tmp_path / "p.svg").items())]
    assert fills == [RED, "#8ec5ff", "black"]


def test_several_and_no_solutions(tmp_path: Path) -> None:
    several = show("ambiguous", cwd=tmp_path)
    assert (several.returncode, several.stdout) == (1, "ambiguous.png\n")
    assert several.stderr.startswith("several solutions")
    none = show("unsolvable.txt", "-o", "n.svg", cwd=tmp_path)
    assert (none.returncode, none.stdout, none.stderr) == (1, "n.svg\n", "no solution\n")
    assert not any(bulb for _, _, bulb in read_squares(tmp_path / "n.svg").values())


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "ending"),
    [("dom10", "svg"), *(("dom11", ending) for ending in ("svg", "png", "pdf"))],
)
def test_large_boards(name: str, ending: str, tmp_path: Path) -> None:
    done = show(name, "-o", f"p.{ending}", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / f"p.{ending}").stat().st_size > 20_000


def test_unusable(tmp_path: Path) -> None:
    (tmp_path / "bad.txt").write_text("..\n.5\n")
    (tmp_path / "odd.txt").write_bytes(b"\xff\xfe\n")
    (tmp_path / "umlaut.txt").write_text("dim(3). \u00e4.\n", "utf-8")
    (tmp_path / "dim.txt").write_text("dim(a).\n")
    (tmp_path / "bad.lp").write_text("a(X).")
    before_empty = ([], *(["dom01", option] for option in ("-o", "--encoding", "--puzzle")))
    for arguments, beginning in (
        (["absent"], "show: absent: No such file"),
        (["x" * 300], f"show: {'x' * 300}: File name too long"),
        (["bad.txt"], "encode.py: bad.txt:2:2: found '5'"),
        (["dom01", "-o", "p.bmp"], "show: p.bmp: found the ending '.bmp'"),
        (["dom01", "-o", "p.gif"], "show: p.gif: found the ending '.gif'"),
        (["dom01", "-o", "no/p.png"], "show: no/p.png: No such file"),
        *(([*words, ""], "show: found an empty argument") for words in before_empty),
        (["--facts", "bad.txt"], "show: bad.txt:"),
        (["--facts", "odd.txt"], "show: odd.txt:"),
        (["--facts", "umlaut.txt"], "show: umlaut.txt: found a letter that is not ASCII"),
        (["--facts", "dim.txt"], "show: nothing to draw: expected dim(N) or dim(H,W)"),
    ):
        done = show(*arguments, cwd=tmp_path)
        assert done.returncode == 2, arguments
        assert done.stderr.startswith(beginning), done.stderr
        assert done.stderr.count("\n") == 1, done.stderr
    done = show("dom01", "--encoding", "bad.lp", cwd=tmp_path)
    assert done.returncode == 2
    assert "bad.lp:1:1-6: error: unsafe" in done.stderr
    assert not list(tmp_path.glob(".*"))


def test_other_notations(tmp_path: Path) -> None:
    done = show("-", "--unsolved", cwd=tmp_path, stdin="5x5:f4aBc3c3aBf")
    assert (done.returncode, done.stdout) == (0, "stdin.png\n")  # a name on Windows, too


def test_without_its_packages_one_line_says_what_to_install(tmp_path: Path) -> None:
    command = [sys.executable, "-S", "-E", str(ROOT / "show"), "dom01"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr == (
        "show: clingo is missing; activate the environment (. .venv/bin/activate) or install it: "
        "python3 -m pip install -r requirements.txt\n"
    )


def test_alone_in_a_folder_one_line_says_what_is_missing(tmp_path: Path) -> None:
    shutil.copy(ROOT / "show", tmp_path)
    process = subprocess.run(
        [sys.executable, tmp_path / "show", "--help"], capture_output=True, text=True, check=False
    )
    assert (process.returncode, process.stdout) == (2, "")
    assert re.fullmatch(
        "show: No module named 'lab.*'; expected the folder lab/.*\n", process.stderr
    )


@pytest.mark.long
@needs("neato")
def test_the_stock_command_line(tmp_path: Path) -> None:
    for name in ("lightup.lp", "viz-lightup.lp", "bulb.png"):
        shutil.copy(ROOT / name, tmp_path)
    python = sys.executable
    line = (
        f"{python} {ROOT}/encode.py {EXAMPLES}/dom01.txt > domain.lp && "
        f"{python} -m clingo lightup.lp domain.lp --outf=2 | {Path(python).parent}/clingraph "
        "--out=render --engine=neato --format=svg --viz-encoding=viz-lightup.lp"
    )
    done = subprocess.run(["bash", "-c", line], cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    text = (tmp_path / "out/0/default.svg").read_text()
    assert text.count('class="node"') == 49
    assert text.count("<image") == SOL01.count("b")


def draw_by(viz: str, tmp_path: Path) -> str:
    """Return the SVG that show makes for a puzzle with this viz-NAME.lp."""
    folder = tmp_path / "mine"
    folder.mkdir(exist_ok=True)
    (folder / "viz-mine.lp").write_text(viz)
    done = show("-", "--facts", "--puzzle", folder, "-o", "p.svg", cwd=tmp_path, stdin="dim(1).")
    assert (done.returncode, done.stderr) == (0, "")
    return (tmp_path / "p.svg").read_text()


def test_any_text_and_any_function_of_clingraph(tmp_path: Path) -> None:
    svg = draw_by(
        'node("a\\"b"). attr(node,"a\\"b",pos,@pos(0,0)). node(2). attr(node,2,pos,@pos(0,72)).'
        'attr(node,"a\\"b",label,"c\\"d"). attr(node,2,label,@concat("e"," ",f)).'
        "attr(graph_nodes,default,fontsize,9).",
        tmp_path,
    )
    assert re.findall(r">([^<]*)</text>", svg) == ["c&quot;d", "e f"]
    assert svg.count('font-size="9.00"') == 2


def test_edges(tmp_path: Path) -> None:
    svg = draw_by(
        "node(a;b). attr(node,a,pos,@pos(0,0)). attr(node,b,pos,@pos(72,0)). edge((a,b))."
        "attr(edge,(a,b),color,red).",
        tmp_path,
    )
    assert svg.count("<ellipse") == 2
    assert len(re.findall('<path fill="none" stroke="red"', svg)) == 1


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        ("edge(3).", "found edge(3), expected edge((FROM,TO))"),
        long('edge("a").', 'found edge("a"), expected edge((FROM,TO))'),
        long("edge(f(1)).", "found edge(f(1)), expected edge((FROM,TO))"),
        ("x(@pos(a,b)).", "ValueError: could not convert string to float: 'a'"),
        long("x(@main()).", "NameError: found @main, expected a function of clingraph"),
        long('x(@format("{}{}",1)).', "IndexError: Replacement index 1 out of range"),
        ('node(""). attr(node,"",pos,@pos(0,0)).', "TypeError: "),
        ('node(a). attr(node,a,pos,".,0!").', "ValueError: could not convert string to float"),
    ],
)
def test_a_viz_file_that_raises_an_error_is_one_line(
    fault: str, reason: str, tmp_path: Path
) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    viz = folder / "viz-mine.lp"
    viz.write_text(fault)
    single = show("-", "--facts", "--puzzle", folder, "-o", "p.svg", cwd=tmp_path, stdin="dim(1).")
    film = run_film(viz, "p.gif", tmp_path, "dim(1).")
    for program, done in (("show", single), ("film.py", film)):
        assert done.returncode == 2
        assert done.stderr.startswith(f"{program}: viz-mine.lp: {reason}")
        assert done.stderr.count("\n") == 1
    assert not list(tmp_path.glob("p.*"))


def test_images_beside_the_viz_file(tmp_path: Path) -> None:
    names, colours = ["a/star.png", "b/star.png", "star.jpg"], ["red", "lime", "blue"]
    viz = ""
    for place, (name, colour) in enumerate(zip(names, colours)):
        (tmp_path / "mine" / name).parent.mkdir(parents=True, exist_ok=True)
        Image.new("RGB", (8, 8), colour).save(tmp_path / "mine" / name)
        viz += f"node({place}). attr(node,{place},pos,@pos({72 * place},0))."
        viz += f'attr(node,{place},image,"{name}").'
    svg = draw_by(viz, tmp_path)
    images = dict(re.findall(r'<image id="([^"]+)" [^>]*xlink:href="data:([^"]+)"', svg))
    uses = re.findall('<use xlink:href="#([^"]+)"', svg)
    for name, used in zip(names, uses, strict=True):
        form, _, text = images[used].partition(";base64,")
        assert form == ("image/jpeg" if name.endswith(".jpg") else "image/png")
        assert base64.b64decode(text) == (tmp_path / "mine" / name).read_bytes()


def test_equal_images_in_two_files_and_one_in_two_sizes_are_valid_svg(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    viz = ""
    for place, (name, width) in enumerate((("a.png", 1), ("b.png", 1), ("b.png", 2))):
        Image.new("RGB", (8, 8), "red").save(tmp_path / "mine" / name)
        viz += f"node({place}). attr(node,{place},pos,@pos({144 * place},0))."
        viz += f'attr(node,{place},image,"{name}"). attr(node,{place},imagescale,true).'
        viz += f"attr(node,{place},fixedsize,true). attr(node,{place},width,{width})."
        viz += f"attr(node,{place},height,{width})."
    svg = ElementTree.fromstring(draw_by(viz, tmp_path))
    ids = [element.get("id") for element in svg.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    prefix = "{http://www.w3.org/2000/svg}"
    images = {f"#{image.get('id')}": image for image in svg.iter(f"{prefix}image")}
    uses = [use.get("{http://www.w3.org/1999/xlink}href") for use in svg.iter(f"{prefix}use")]
    widths = [images[str(use)].get("width") for use in uses]
    assert widths[0] == widths[1] != widths[2]
    assert len(images) == 2


SAME = """  # what graph.py has itself of clingraph: functions of viz files, and the graph of nodes
import sys
from pathlib import Path
import clingo, pygraphviz
from clingraph.clingo_utils import ClingraphContext
from clingraph.graphviz import compute_graphs
from clingraph.orm import Factbase
from lab.pictures import graph as picture
for term in sys.argv[3:]:
    call = clingo.parse_term(term)
    ours, theirs = (getattr(c, call.name) for c in (picture.VizFunctions(), ClingraphContext()))
    assert ours(*call.arguments) == theirs(*call.arguments), term
facts = picture.parse_facts(sys.stdin.buffer.read(), "facts")
for viz in sys.argv[1:3]:
    ours = picture.Graph(picture.join_facts(facts), Path(viz)).make_layout()
    control = clingo.Control()
    control.load(viz)
    control.add("base", [], picture.join_facts(facts))
    control.ground([("base", [])], ClingraphContext())
    with control.solve(yield_=True) as models:
        symbols = next(model.symbols(shown=True) for model in models)
    fact_base = Factbase.from_string("".join(f"{symbol}.\\n" for symbol in symbols))
    theirs = pygraphviz.AGraph(string=compute_graphs(fact_base)["default"].source)
    for graph in (ours, theirs):
        nodes = sorted((name, sorted(graph.get_node(name).attr.items())) for name in graph.nodes())
        print(sorted(graph.graph_attr.items()), sorted(graph.node_attr.items()), nodes)
"""
CALLS = (
    *("pos(2,-3)", 'pos(2,-3,"0.5")', "pos(36,0,2)", 'format("{}.{:0>3}",2,70)'),
    *('format("{1}{0}",(a,"b c"))', 'format("{}",("x",))', 'format("{}",f(1))', 'format("none")'),
)


@pytest.mark.long
def test_functions_and_graphs_are_those_of_clingraph() -> None:
    files = ROOT / "viz-lightup.lp", ROOT / "amaze" / "viz-amaze.lp"
    command = [sys.executable, "-c", SAME, *map(str, files), *CALLS]
    facts = "cell(0,0,1). cell(0,1,b). cell(1,0,x). mark(1,1,clash). dim(2,3). "
    facts += 'caption(0,"a caption").'
    done = subprocess.run(command, capture_output=True, text=True, input=facts, cwd=ROOT)
    assert (done.returncode, done.stderr) == (0, "")
    graphs = done.stdout.splitlines()
    assert len(graphs) == 4
    assert graphs[::2] == graphs[1::2]
    assert all("pos" in graph for graph in graphs)


# ---------------------------------------------------------------- what cannot be


def test_an_encoding_that_cannot_be_leaves_the_picture_that_is_there(tmp_path: Path) -> None:
    (tmp_path / "dom01.png").write_text("another picture")
    done = show("dom01", "--encoding", "absent.lp", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "decode.py: absent.lp: no such file, or it cannot be read\n"
    assert (tmp_path / "dom01.png").read_text() == "another picture"


def test_a_full_disk(tmp_path: Path) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, str(ROOT / "show"), "dom01", "--unsolved"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            cwd=tmp_path,
        )
    assert done.returncode == 2
    assert done.stderr == "show: standard output: No space left on device\n"


def test_an_error_where_nothing_can_be_written_names_the_picture(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    picture = tmp_path / "file" / "dom01.png"  # its hidden part cannot be removed either
    with pytest.raises(Undrawable, match=r"^dom01\.png: Not a directory$"):
        save_picture(Path("dom01.png"), picture, b"")
