"""What a submission is taken for before it is judged, and what the status line says."""

from pathlib import Path

import pytest

from lab import Unusable
from lab.grade import judging, pool
from tests.lab.grade.test_intake import written, zipped


@pytest.fixture
def room(tmp_path: Path) -> Path:
    (tmp_path / "room").mkdir()
    return tmp_path / "room"


def names(folder: Path) -> list[str]:
    """All files of a folder."""
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def test_a_zip_alone_is_the_submission(tmp_path: Path, room: Path) -> None:
    folder = written(tmp_path / "work", {})
    folder.mkdir()
    inside = zipped(folder / "work.ZIP", {"encode.py": ""})
    assert judging.packed(folder, room) == inside
    assert judging.packed(inside, room) == inside


def test_a_zip_beside_programs_is_something_else(tmp_path: Path, room: Path) -> None:
    folder = written(tmp_path / "work", {"lightup.lp": ""})
    zipped(folder / "more.zip", {"encode.py": ""})
    assert judging.packed(folder, room) == folder


def test_a_zip_beside_a_readme_is_opened(tmp_path: Path, room: Path) -> None:
    folder = written(tmp_path / "work", {"README.txt": ""})
    zipped(folder / "work.zip", {"encode.py": "", "src/lightup.lp": "", "__MACOSX/x": ""})
    assert judging.packed(folder, room) == room
    assert names(room) == ["README.txt", "work/encode.py", "work/src/lightup.lp"]


def test_two_zips_do_not_mix(tmp_path: Path, room: Path) -> None:
    folder = written(tmp_path / "work", {"README.txt": ""})
    for name in ("a.zip", "b.zip"):
        zipped(folder / name, {"lightup.lp": name})
    judging.packed(folder, room)
    assert names(room) == ["1 a/lightup.lp", "2 b/lightup.lp", "README.txt"]


def test_a_zip_that_leaves_its_folder_is_refused(tmp_path: Path, room: Path) -> None:
    folder = written(tmp_path / "work", {"README.txt": ""})
    zipped(folder / "a.zip", {"../../escaped": ""})
    with pytest.raises(Unusable, match="leaves the folder"):
        judging.packed(folder, room)
    assert not (tmp_path / "escaped").exists()


@pytest.mark.parametrize("seconds, words", [(0.4, "0 s"), (89, "89 s"), (601, "10 min")])
def test_a_time_to_come(seconds: float, words: str) -> None:
    assert pool.in_words(seconds) == words
