"""What check opens for a submission: a folder, its only zip, or its unpacked zips."""

from pathlib import Path

import pytest

from lab.grade import judging
from tests.kit import write_files, write_zip


@pytest.fixture
def room(tmp_path: Path) -> Path:
    (tmp_path / "room").mkdir()
    return tmp_path / "room"


def list_names(folder: Path) -> list[str]:
    """All files of a folder."""
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def test_a_zip_alone_is_the_submission(tmp_path: Path, room: Path) -> None:
    folder = write_files(tmp_path / "work", {})
    folder.mkdir()
    inside = write_zip(folder / "work.ZIP", {"encode.py": ""})
    assert judging.prepare_delivery(folder, room) == inside
    assert judging.prepare_delivery(inside, room) == inside


def test_a_zip_beside_programs_stays_closed(tmp_path: Path, room: Path) -> None:
    folder = write_files(tmp_path / "work", {"lightup.lp": ""})
    write_zip(folder / "more.zip", {"encode.py": ""})
    assert judging.prepare_delivery(folder, room) == folder


def test_a_zip_beside_a_readme_is_opened(tmp_path: Path, room: Path) -> None:
    folder = write_files(tmp_path / "work", {"README.txt": ""})
    write_zip(folder / "work.zip", {"encode.py": "", "src/lightup.lp": "", "__MACOSX/x": ""})
    assert judging.prepare_delivery(folder, room) == room
    assert list_names(room) == ["README.txt", "work.zip/encode.py", "work.zip/src/lightup.lp"]


def test_two_zips_do_not_mix(tmp_path: Path, room: Path) -> None:
    folder = write_files(tmp_path / "work", {"README.txt": ""})
    for name in ("a.zip", "b.zip"):
        write_zip(folder / name, {"lightup.lp": name})
    judging.prepare_delivery(folder, room)
    assert list_names(room) == ["README.txt", "a.zip/lightup.lp", "b.zip/lightup.lp"]
