"""lab/pictures/film.py: pictures that belong together."""

from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageSequence

from lab.pictures import Frame, Picture
from tests.kit import LIGHT_UP, Done, run

WHITE, PURPLE, WARM = "#ffffff", "#8e6fc9", "#fff0b3"
ROW = "dim(1,4).\nnumbered.\npartial.\nlegend(lit).\nlegend(reason).\n"
SECOND_CELL = 220, 130  # a pixel of it
FILM = (ROW, f"{ROW}mark(0,1,reason).\n", f"{ROW}cell(0,3,b).\n")


def film(picture: str, cwd: Path, stdin: str = "") -> Done:
    return run("lab/pictures/film.py", LIGHT_UP.viz, picture, 1500, cwd=cwd, stdin=stdin)


@pytest.fixture(scope="module")
def frames(tmp_path_factory: pytest.TempPathFactory) -> list[Image.Image]:
    """The frames of an animation: an empty row, a mark, a bulb that lights it."""
    folder = tmp_path_factory.mktemp("film")
    result = film("f.gif", cwd=folder, stdin="\n".join(FILM))
    assert (result.returncode, result.stdout) == (0, "several\n0\n1\n2\nf.gif\n")
    with Image.open(folder / "f.gif") as animation:
        return [frame.convert("RGB") for frame in ImageSequence.Iterator(animation)]


def test_a_film_shows_what_each_picture_alone_would(
    frames: list[Image.Image], tmp_path: Path
) -> None:
    """A frame of an animation is the same as a single picture, but for some edges."""
    for number, facts in enumerate(FILM):
        result = film("%d.png", cwd=tmp_path, stdin=f"{facts}\n{facts}")
        assert result.returncode == 0
        with Image.open(tmp_path / "0.png") as alone:
            difference = ImageChops.difference(frames[number], alone.convert("RGB")).convert("L")
        assert sum(difference.histogram()[64:]) < 50


def test_what_changes_is_seen(frames: list[Image.Image]) -> None:
    colours = [frame.getpixel(SECOND_CELL) for frame in frames]
    for colour, expected in zip(colours, (WHITE, PURPLE, WARM)):
        assert isinstance(colour, tuple)
        assert all(
            abs(part - int(expected[i : i + 2], 16)) < 8 for part, i in zip(colour, (1, 3, 5))
        )


def test_one_or_several(tmp_path: Path) -> None:
    for picture, answer in (("p.png", "one\n"), ("p.gif", "several\n"), ("p%03d.svg", "several\n")):
        result = film(picture, cwd=tmp_path)
        assert (result.returncode, result.stdout, result.stderr) == (0, answer, "")
    assert not list(tmp_path.iterdir())


def test_the_same_legend_and_room_for_captions_in_each_file(tmp_path: Path) -> None:
    frames = [Frame(["...."], {}, "one\ntwo"), Frame(["...."], {(0, 1): "reason"})]
    Picture(str(tmp_path / "p%d.svg"), LIGHT_UP).draw(frames)
    for name in ("p0.svg", "p1.svg"):
        svg = (tmp_path / name).read_text()
        assert ">the reason<" in svg
        assert "<title>caption(1)</title>" in svg
