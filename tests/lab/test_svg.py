"""lab/pictures/svg.py: boards as SVG for pages and notebooks."""

from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from lab.check.settings import CheckSettings
from lab.common.settings import read_settings
from lab.pictures.svg import GIVEN, LIT, WALL, draw_board_svg
from tests.kit import LIGHT_UP

NAMESPACE = "{http://www.w3.org/2000/svg}"
STYLE = read_settings(LIGHT_UP, "checking", CheckSettings)


def shapes(svg: str, name: str) -> list[Element]:
    """The elements of this name in a picture."""
    return list(ElementTree.fromstring(svg).iter(f"{NAMESPACE}{name}"))


def test_clues_bulbs_and_light() -> None:
    svg = draw_board_svg(["1b.", "x.."], STYLE, puzzle_rows=["1..", "x.."])
    colours = [cell.get("fill") for cell in shapes(svg, "rect")]
    assert colours == [WALL, LIT, LIT, WALL, LIT, "#fff"]
    assert [text.text for text in shapes(svg, "text")] == ["1"]
    assert [(disc.get("cx"), disc.get("cy")) for disc in shapes(svg, "circle")] == [("42", "14")]
    assert shapes(svg, "title")[0].text == "The board, row by row: 1b.; x.."


def test_numbers_and_marks_of_a_puzzle_without_a_style() -> None:
    style = CheckSettings()
    board = [["1", "1203"], ["12", "."]]
    svg = draw_board_svg(board, style, puzzle_rows=[["1", "."], [".", "."]], marks=[(0, 1), (1, 0)])
    assert [text.text for text in shapes(svg, "text")] == ["1", "1203", "12"]
    fills = [cell.get("fill") for cell in shapes(svg, "rect")]
    assert fills == [GIVEN, "#fff", "#fff", "#fff", "none", "none"]
    assert shapes(svg, "title")[0].text == "The board, row by row: 1 1203; 12 ."


def test_any_text_is_text() -> None:
    svg = draw_board_svg([["<b>", "\x1b", "&"]], CheckSettings(), "A & B")
    assert [text.text for text in shapes(svg, "text")] == ["<b>", "\\x1b", "&"]
    assert draw_board_svg([["?", "b", "77"]], STYLE).count("<rect") == 3
