"""lab/pictures/svg.py: boards as SVG for pages and notebooks, as the puzzle's viz file says."""

import shutil
import sys
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from lab import puzzles
from lab.pictures.svg import draw_board_svg
from tests.kit import DATA, LIGHT_UP, run_process
from tests.kit import LATIN as LATIN_FOLDER

NAMESPACE = "{http://www.w3.org/2000/svg}"
LATIN = puzzles.find_puzzle(str(LATIN_FOLDER))


def find_shapes(svg: str, name: str) -> list[Element]:
    """The elements of this name in a picture."""
    return list(ElementTree.fromstring(svg).iter(f"{NAMESPACE}{name}"))


def test_clues_bulbs_and_light() -> None:
    svg = draw_board_svg(LIGHT_UP, ["1b.", "x.."], puzzle_rows=["1..", "x.."])
    colours = [cell.get("fill") for cell in find_shapes(svg, "rect")]
    lit, dark = "#fff0b3", "#f3b5b3"
    assert colours == ["black", lit, lit, "black", lit, dark]
    assert [text.text for text in find_shapes(svg, "text")] == ["1"]
    (disc,) = find_shapes(svg, "circle")
    assert (disc.get("cx"), disc.get("cy")) == ("42", "14")
    assert find_shapes(svg, "title")[0].text == "The board, row by row: 1b.; x.."
    puzzle = draw_board_svg(LIGHT_UP, ["1..", "x.."])
    assert dark not in [
        cell.get("fill") for cell in find_shapes(puzzle, "rect")
    ]  # nothing is wrong yet


def test_marks_and_clues_as_the_viz_file_says() -> None:
    hitori, kakuro = (puzzles.find_puzzle(str(DATA / name)) for name in ("hitori", "kakuro"))
    svg = draw_board_svg(hitori, ["x2", "21"], puzzle_rows=["22", "21"])
    assert [text.text for text in find_shapes(svg, "text")] == ["2", "2", "2", "1"]
    assert [cell.get("fill") for cell in find_shapes(svg, "rect")] == ["#808080", *["white"] * 3]
    slitherlink = puzzles.find_puzzle(str(DATA / "slitherlink"))
    svg = draw_board_svg(slitherlink, ["...", ".3e", "..."])
    sizes = [(cell.get("width"), cell.get("height")) for cell in find_shapes(svg, "rect")]
    dot, edge = ("3.92", "3.92"), ("3.92", "28")
    assert [size for size in sizes if size != ("28", "28")] == [dot, dot, edge, dot, dot]
    svg = draw_board_svg(kakuro, [["x", "clue(3,0)"], ["clue(0,3)", "."]])
    assert [text.text for text in find_shapes(svg, "text")] == ["3\\", "\\3"]


def test_numbers_and_marks_of_a_puzzle_without_a_viz_file(tmp_path: Path) -> None:
    shutil.copytree(LATIN_FOLDER, tmp_path / "latin")
    (tmp_path / "latin" / "viz-latin.lp").unlink()
    puzzle = puzzles.find_puzzle(str(tmp_path / "latin"))
    board, given = [["1", "1203"], ["12", "."]], [["1", "."], [".", "."]]
    svg = draw_board_svg(puzzle, board, puzzle_rows=given, marks=[(0, 1), (1, 0)])
    assert [text.text for text in find_shapes(svg, "text")] == ["1", "1203", "12"]
    fills = [cell.get("fill") for cell in find_shapes(svg, "rect")]
    assert fills == ["#ddd", "#fff", "#fff", "#fff", "none", "none"]
    assert find_shapes(svg, "title")[0].text == "The board, row by row: 1 1203; 12 ."


def copy_latin(folder: Path, statement: str) -> puzzles.Puzzle:
    """Return a copy of the puzzle Latin with one more statement in its viz file."""
    shutil.copytree(LATIN_FOLDER, folder / "latin")
    viz = folder / "latin" / "viz-latin.lp"
    viz.write_text(f"{viz.read_text()}\n{statement}\n")
    return puzzles.find_puzzle(str(folder / "latin"))


@pytest.mark.parametrize(
    "fault",
    [
        'attr(node,(0,0),tooltip,@format("{}{}",1)).',
        'attr(node,(0,0),tooltip,@format("{")).',
        'attr(node,(0,0),width,"wide").',
    ],
)
def test_a_board_is_drawn_without_a_viz_file_that_fails(fault: str, tmp_path: Path) -> None:
    svg = draw_board_svg(copy_latin(tmp_path, fault), ["1x"])
    assert [text.text for text in find_shapes(svg, "text")] == ["1", "x"]
    assert [cell.get("fill") for cell in find_shapes(svg, "rect")] == ["#ddd", "#ddd"]


def test_format_takes_the_elements_of_a_tuple(tmp_path: Path) -> None:
    label = 'attr(node,(0,0),label,@format("{}-{}",(7,"a b"))).'
    svg = draw_board_svg(copy_latin(tmp_path, label), [".x"])
    assert [text.text for text in find_shapes(svg, "text")] == ["7-a b"]


def test_any_text_is_text() -> None:
    svg = draw_board_svg(LATIN, [["<b>", "\x1b", "&"]], "A & B")
    assert [text.text for text in find_shapes(svg, "text")] == ["<b>", "\\x1b", "&"]
    assert draw_board_svg(LIGHT_UP, [["?", "b", "77"]]).count("<rect") == 3


def test_no_python_is_switched_on_in_logic_programs() -> None:
    code = (
        "import sys; from tests.lab.test_svg import LATIN, draw_board_svg\n"
        "assert 'rect' in draw_board_svg(LATIN, ['12']); print('clingraph' in sys.modules)"
    )
    run = run_process([sys.executable, "-c", code])
    assert (run.stdout, run.stderr) == ("False\n", "")
