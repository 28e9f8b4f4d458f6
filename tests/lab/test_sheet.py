"""Puzzles on paper: what stands on each page, read back from the PDF."""

import re
import subprocess
from pathlib import Path

import pytest

from lab.sheet import entries, pdf_pages
from lab.sheet.printing import BoardPicture, has_letter, register_font, split_by_font
from tests.kit import AMAZE, EXAMPLES, LIGHT_UP, needs, run_lab

SMALL = [EXAMPLES / f"dom0{number}.txt" for number in (1, 2, 3)]
STYLE = pdf_pages.PageStyle("a4", "")


def number_of_pages(path: Path) -> int:
    return len(re.findall(rb"/Type /Page\b", path.read_bytes()))


def read_pages(path: Path) -> list[str]:
    """Return the text of each page."""
    result = subprocess.run(["pdftotext", "-layout", path, "-"], capture_output=True, check=True)
    return result.stdout.decode().split("\f")[:-1]


@needs("pdftotext")
def test_puzzles_have_names_and_difficulty_and_solutions_come_last(tmp_path: Path) -> None:
    target = tmp_path / "sheet.pdf"
    result = run_lab("sheet", *SMALL, "-o", target, "--title", "Übung 1")
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
    first, last = (page.replace("1 / 2", "1/2") for page in read_pages(target))
    for text in ("Übung 1", "1/2", "dom01 · 7x7 · tricky", "dom02 · 7x7 · easy", "dom03 · 5x5"):
        assert text in first
    assert "Solutions" in last and "dom03" in last and "tricky" not in last
    assert first.count("0") > 3  # clues are letters, not pixels
    again = tmp_path / "again.pdf"
    run_lab("sheet", *SMALL, "-o", again, "--title", "Übung 1")
    assert again.read_bytes() == target.read_bytes()


@needs("pdftotext")
def test_a_sheet_has_the_language_and_the_title_of_its_course(tmp_path: Path) -> None:
    target, course = tmp_path / "sheet.pdf", tmp_path / "course.toml"
    course.write_text('title = "Luces"\nlanguage = "de"\n')
    assert run_lab("sheet", SMALL[0], "-o", target, "--course", course).returncode == 0
    first, last = read_pages(target)
    assert "Luces" in first and "dom01 · 7x7 · knifflig" in first and "Lösungen" in last
    assert run_lab("sheet", SMALL[0], "-o", target, "--language=de").returncode == 0
    assert "knifflig" in read_pages(target)[0]


@pytest.mark.long
@needs("pdftotext")
def test_a_class_set_has_pages_for_each_name(tmp_path: Path) -> None:
    (tmp_path / "names.txt").write_text("Ada Lovelace\nGödel, Kurt\n")
    for size in ("5x5", "6x6"):
        names, folder = tmp_path / "names.txt", tmp_path / size
        run_lab("generate", "--size", size, "--for", names, "-o", folder)
    target, solutions = tmp_path / "sheet.pdf", tmp_path / "solutions.pdf"
    folders = (tmp_path / "5x5", tmp_path / "6x6")
    result = run_lab("sheet", *folders, "-o", target, "--solutions", solutions)
    assert (result.returncode, result.stderr) == (0, "")
    ada, kurt = read_pages(target)
    assert "Ada Lovelace" in ada and "5x5" in ada and "6x6" in ada and "Kurt" not in ada
    assert "Gödel, Kurt" in kurt and "dom" not in kurt
    (answers,) = read_pages(solutions)
    assert answers.count("Ada Lovelace ·") == 2 and "Gödel, Kurt · 6x6" in answers


def test_large_boards_have_fewer_beside_them() -> None:
    def group(*sides: int) -> list[tuple[int, int]]:
        places = []
        for side in sides:
            size = 36 * side
            svg = f'<svg viewBox="0 0 {size} {size}"/>'
            places.append(BoardPicture(svg, ""))
        return [(len(some), most) for some, most in pdf_pages.split_into_pages(places, 6, STYLE)]

    assert group(*[7] * 8) == [(6, 6), (2, 6)]
    assert group(7, 7, 100, 7) == [(2, 6), (1, 1), (1, 6)]
    assert group(100) == [(1, 1)]
    assert group() == []


@pytest.mark.long
def test_several_puzzles_of_a_file(tmp_path: Path) -> None:
    target = tmp_path / "sheet.pdf"
    puzzles = tmp_path / "several.txt"
    puzzles.write_text("1.\n..\n\n..\n..\n\n2.\n.2\n")
    result = run_lab("sheet", puzzles, "-o", target, "--no-solutions")
    assert (result.returncode, number_of_pages(target)) == (0, 1)
    result = run_lab("sheet", puzzles, "-o", target, "--paper=letter")
    lines = result.stderr.splitlines()
    assert result.returncode == 1 and number_of_pages(target) == 2
    several = "several (2): several solutions, of which none is drawn"
    assert lines == ["several (1): no solution", several]
    puzzles.write_text("..\n..\n")
    answers = tmp_path / "answers.pdf"
    result = run_lab("sheet", puzzles, "-o", target, "--solutions", answers)
    assert (result.returncode, number_of_pages(target), answers.exists()) == (1, 1, False)
    assert result.stderr == (
        f"{answers}: not written, as no solution is drawn\n"
        "several: several solutions, of which none is drawn\n"
    )


def test_a_solution_beside_a_puzzle_is_believed_only_if_it_is_right(tmp_path: Path) -> None:
    (tmp_path / "dom01.txt").write_text("..\nx.\n")
    (tmp_path / "sol01.txt").write_text("b.\nx.\n")
    _, (entry,) = entries.read_entries(LIGHT_UP, [str(tmp_path)])
    assert entries.read_solution(LIGHT_UP, entry) is None
    (tmp_path / "sol01.txt").write_text(".b\nx.\n")
    assert entries.read_solution(LIGHT_UP, entry) == [".b", "x."]
    _, (entry,) = entries.read_entries(AMAZE, ["dom01"])
    assert entries.find_solution(AMAZE, entry.board)[0] and entries.read_solution(AMAZE, entry)


def test_a_line_has_letters_of_several_fonts() -> None:
    """Some fonts have Chinese letters only, so no font has all letters of 李雷 · 7x7."""
    import reportlab

    path = next(Path(reportlab.__file__).parent.glob("fonts/Vera.ttf"))
    assert register_font(str(path)) == "Vera"
    parts = split_by_font("a\u4e00b")
    assert "".join(part for _, part in parts) == "a\u4e00b"
    assert parts[0][0] == parts[-1][0] == "Vera"


@needs("pdftotext")
def test_a_long_name_is_shortened_with_an_ellipsis(tmp_path: Path) -> None:
    name = "Maximiliano " * 12
    (tmp_path / f"dom-{name}.txt").write_text("x.\nxx\n")
    target = tmp_path / "solutions.pdf"
    arguments = ("--per-page", 12, "-o", tmp_path / "sheet.pdf", "--solutions", target)
    assert run_lab("sheet", tmp_path, *arguments).returncode == 0
    (page,) = read_pages(target)
    assert "Maximiliano" in page and "…" in page and name not in page


@pytest.mark.long
def test_letters_that_no_font_has_are_reported(tmp_path: Path) -> None:
    for name, is_drawn in (("Łukasz Gödel", True), ("\U000f0000", False)):
        assert all(has_letter(font, part[0]) for font, part in split_by_font(name)) == is_drawn
    target = tmp_path / "sheet.pdf"
    result = run_lab("sheet", "dom03", "-o", target, "--title", "\U000f0000 a")
    assert (result.returncode, number_of_pages(target)) == (0, 2)
    assert result.stderr == "found no font of this machine that has all letters of \\U000f0000 a\n"


def test_a_title_may_have_bytes_that_are_no_utf_8(tmp_path: Path) -> None:
    target = tmp_path / "sheet.pdf"
    result = run_lab("sheet", "dom01", "-o", target, "--title", "a\udcff", "--no-solutions")
    message = "found no font of this machine that has all letters of a\\udcff\n"
    assert (result.returncode, result.stderr) == (0, message)
    assert number_of_pages(target) == 1
