"""The face under Python for Windows, in a folder with a blank and letters beyond ASCII."""

import shutil
from pathlib import Path

import pytest

from tests.kit import EXAMPLES, ROOT
from tests.lab import test_windows

pytestmark = test_windows.pytestmark
keep_wine_running = test_windows.keep_wine_running
SOL01 = (EXAMPLES / "sol01.txt").read_text()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "Jörg Müller"
    folder.mkdir()
    for name in ("encode.py", "decode.py", "lightup.lp", "viz-lightup.lp", "bulb.png", "show"):
        shutil.copy(ROOT / name, folder)
    (folder / "lab" / "pictures").mkdir(parents=True)
    shutil.copy(ROOT / "lab" / "pictures" / "graph.py", folder / "lab" / "pictures")
    shutil.copytree(EXAMPLES, folder / "examples")
    return folder


def test_a_grid_is_solved_by_programs_of_any_path(folder: Path, tmp_path: Path) -> None:
    """From another folder, too; CRLF and UTF-16, which PowerShell 5 writes, make no difference."""
    facts = test_windows.run_on_windows("encode.py", "dom01", cwd=folder).stdout
    assert facts.startswith("cell(0,0,x).\n")
    (folder / "domain.lp").write_bytes(facts.replace("\n", "\r\n").encode("utf-16"))
    paths = [f"Z:{folder / name}" for name in ("decode.py", "lightup.lp", "domain.lp")]
    done = test_windows.run_on_windows(*paths, cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, SOL01, "")


def test_a_program_includes_the_file_beside_it(folder: Path, tmp_path: Path) -> None:
    (folder / "rules.lp").write_text((folder / "lightup.lp").read_text())
    (folder / "lightup.lp").write_text('#include "rules.lp".\n')
    facts = test_windows.run_on_windows("encode.py", "dom01", cwd=folder).stdout
    program = f"Z:{folder / 'lightup.lp'}"
    done = test_windows.run_on_windows(ROOT / "decode.py", program, "-", stdin=facts, cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, SOL01, "")


def test_a_picture_has_its_bulbs(folder: Path) -> None:
    done = test_windows.run_on_windows("show", "dom01", "-o", "p.svg", cwd=folder)
    assert (done.returncode, done.stdout) == (0, SOL01 + "p.svg\n")
    assert (folder / "p.svg").read_text().count("<use ") == SOL01.count("b")
