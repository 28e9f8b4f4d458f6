"""lab/pictures/film.py: pictures that belong together."""

import re
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageSequence

from lab import puzzles
from lab.lightup.web import WEB
from lab.pictures.frames import OUTLINE_COLOURS, Frame, Picture, format_frames
from lab.settings.web import GENERAL_MARKS
from tests.kit import DATA, LIGHT_UP, Done, long_except, run_film

WHITE, PURPLE, WARM = "#ffffff", "#8e6fc9", "#fff0b3"
ROW = "dim(1,4).\nnumbered.\npartial.\nlegend(lit).\nlegend(reason).\n"
SECOND_CELL = 220, 130  # a pixel of it
FILM = (ROW, f"{ROW}mark(0,1,reason).\n", f"{ROW}cell(0,3,b).\n")


def draw_film(picture: str, cwd: Path, stdin: str = "") -> Done:
    return run_film(LIGHT_UP.viz, picture, cwd, stdin)


@pytest.fixture(scope="module")
def frames(tmp_path_factory: pytest.TempPathFactory) -> list[Image.Image]:
    """The frames of an animation: an empty row, a mark, a bulb that lights it."""
    folder = tmp_path_factory.mktemp("film")
    result = draw_film("f.gif", cwd=folder, stdin="\n".join(FILM))
    assert (result.returncode, result.stdout) == (0, "0\n1\n2\n")
    with Image.open(folder / "f.gif") as animation:
        return [frame.convert("RGB") for frame in ImageSequence.Iterator(animation)]


def test_a_film_shows_what_each_picture_shows(frames: list[Image.Image], tmp_path: Path) -> None:
    """A frame of an animation is the same as a single picture, but for some edges."""
    for number, facts in enumerate(FILM):
        result = draw_film("%d.png", cwd=tmp_path, stdin=f"{facts}\n{facts}")
        assert result.returncode == 0
        with Image.open(tmp_path / "0.png") as alone:
            difference = ImageChops.difference(frames[number], alone.convert("RGB")).convert("L")
        assert sum(difference.histogram()[64:]) < 50


PUZZLES = ["lightup", "amaze", *(str(path.parent) for path in sorted(DATA.glob("*/puzzle.py")))]


def fill_cells(puzzle: puzzles.Puzzle) -> list[Frame]:
    """Return frames in which cells of an example are filled, marked and unmarked."""
    texts = [(puzzle.examples_folder / f"{name}01.txt").read_text() for name in ("dom", "sol")]
    board, solution = map(puzzle.read_drawn_grid, texts, (False, True))
    cells = [(r, c) for r, row in enumerate(board) for c, _ in enumerate(row)]
    blanks = [(r, c) for r, c in cells if board[r][c] != solution[r][c]]
    rows, frames = [list(row) for row in board], [Frame(board, {}, "at first\nas it is")]
    for number, (r, c) in enumerate(blanks[:5]):
        rows = [row[:] for row in rows]
        rows[r][c] = solution[r][c]
        marks = {(r, c): "conclusion", blanks[-1]: "reason"} if number != 3 else {}
        frames.append(Frame(rows, marks, f"step {number}", givens=board))
    return frames


def differ_most(first: Path, second: Path) -> int:
    """Return the largest difference of a pixel of two pictures, of 255."""
    with Image.open(first) as one, Image.open(second) as another:
        assert one.size == another.size
        difference = ImageChops.difference(one.convert("RGB"), another.convert("RGB"))
    return max(int(most) for _, most in difference.getextrema())  # type: ignore[misc]


@pytest.mark.long
@pytest.mark.parametrize("name", long_except(PUZZLES, "lightup"), ids=lambda name: Path(name).name)
def test_steps_have_the_pixels_of_single_pictures(name: str, tmp_path: Path) -> None:
    """Only what changes is drawn.  The image of a bulb depends on its place by a trifle."""
    puzzle = puzzles.find_puzzle(name)
    texts = format_frames(fill_cells(puzzle), OUTLINE_COLOURS)
    Picture(str(tmp_path / "step%d.png"), puzzle).draw_facts(texts)
    Picture(str(tmp_path / "single.png"), puzzle).draw_facts(texts[-1:])
    difference = differ_most(tmp_path / f"step{len(texts) - 1}.png", tmp_path / "single.png")
    assert difference <= (4 if puzzle.name == "lightup" else 0)


LINES = "edge((X,Y)) :- line(X,Y). attr(graph_edges,default,penwidth,9) :- wide."
NODE_WITHOUT_PLACE = "node(X) :- wide, X = 3. attr(node,X,penwidth,9) :- line(X,_)."


@pytest.mark.parametrize("rules", [LINES, NODE_WITHOUT_PLACE])
def test_more_than_nodes_with_places_may_change(rules: str, tmp_path: Path) -> None:
    """Such pictures are drawn whole."""
    viz = tmp_path / "viz.lp"
    viz.write_text(
        "#defined line/2. #defined wide/0. #defined edge/1. node(0..2).\n"
        f'attr(node,X,pos,@format("{{}},0!",90*X)) :- node(X), X < 3.\n{rules}\n'
        "#show node/1. #show edge/1. #show attr/4.\n"
    )
    texts = "line(0,1).", "line(0,1). line(1,2).".replace(". ", ".\n"), "line(1,2).\nwide."
    for picture, facts in (("step%d.png", "\n\n".join(texts)), ("single.png", texts[2])):
        done = run_film(viz, picture, tmp_path, facts)
        assert done.returncode == 0
    assert differ_most(tmp_path / "step2.png", tmp_path / "single.png") == 0
    assert differ_most(tmp_path / "step0.png", tmp_path / "step1.png") > 200


def test_a_changed_cell_changes_its_colour(frames: list[Image.Image]) -> None:
    colours = [frame.getpixel(SECOND_CELL) for frame in frames]
    for colour, expected in zip(colours, (WHITE, PURPLE, WARM)):
        assert isinstance(colour, tuple)
        assert all(
            abs(part - int(expected[i : i + 2], 16)) < 8 for part, i in zip(colour, (1, 3, 5))
        )


def test_all_frames_are_drawn_or_the_last_if_there_is_room_for_one_only(tmp_path: Path) -> None:
    frames = [Frame(["..."]), Frame(["x.."])]
    for path in ("last.svg", "two.gif", "each%03d.svg", "steps/"):
        Picture(f"{tmp_path}/{path}", LIGHT_UP).draw(frames)
    files = sorted(str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*.*"))
    steps = [str(Path("steps", f"step00{n}.png")) for n in (0, 1)]
    assert files == ["each000.svg", "each001.svg", "last.svg", *steps, "two.gif"]
    assert (tmp_path / "last.svg").read_text() != (tmp_path / "each000.svg").read_text()
    with Image.open(tmp_path / "two.gif") as animation:
        assert len(list(ImageSequence.Iterator(animation))) == 2


def test_a_puzzle_without_a_viz_file_has_no_pictures(tmp_path: Path) -> None:
    result = run_film(tmp_path / "viz-mine.lp", "p.png", tmp_path, "dim(1).")
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == "film.py: viz-mine.lp: No such file or directory\n"


def test_no_facts_make_no_picture(tmp_path: Path) -> None:
    result = draw_film("p.png", cwd=tmp_path)
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
    assert not list(tmp_path.iterdir())


def test_the_same_legend_and_room_for_captions_in_each_file(tmp_path: Path) -> None:
    frames = [Frame(["...."], {}, "one\ntwo"), Frame(["...."], {(0, 1): "reason"})]
    Picture(str(tmp_path / "p%d.svg"), LIGHT_UP).draw(frames)
    for name in ("p0.svg", "p1.svg"):
        svg = (tmp_path / name).read_text()
        assert ">the reason<" in svg
        assert "<title>caption(1)</title>" in svg


def test_the_viz_file_of_light_up_has_the_marks_of_frames_and_no_others() -> None:
    rows = re.findall(r"^kind\((\d+),(\w+),", LIGHT_UP.viz.read_text(), re.MULTILINE)
    only_on_the_page = {"together"}
    marks = {*GENERAL_MARKS, *WEB.marks, "lit"} - only_on_the_page
    assert sorted(mark for _, mark in rows) == sorted(marks)
    assert [int(number) for number, _ in rows] == list(range(1, len(rows) + 1))
