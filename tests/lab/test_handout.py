"""What students get: the sheet in four languages, starts, a check that holds no solution."""

import ast
import base64
import html.parser
import json
import re
import shutil
import stat
import string
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from dataclasses import fields, replace
from datetime import datetime
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import clingo.ast
import pytest

import encode
from lab import Unusable, course, puzzles
from lab.check.bank.assignment import Assignment
from lab.check.bank.folder_bank import FolderBank
from lab.common.files import write_folder
from lab.common.language import LANGUAGES, use_language
from lab.course.texts import HandoutTexts, format_starts, read_handout_file
from lab.material import examples, proof
from lab.material.contents import OMITTED_MODULES, Handout
from lab.material.sheet import Sheet, format_plain
from lab.runner.task_pool import TaskPool
from lab.settings.check import CheckSettings
from tests.kit import (
    AMAZE,
    DATA,
    LATIN,
    LIGHT_UP,
    ROOT,
    Done,
    long,
    long_except,
    read_table,
    run,
    run_lab,
    run_process,
)

MISTAKES = DATA / "mistakes"
STAR_BATTLE = puzzles.find_puzzle(str(DATA / "starbattle"))
RIGHT = DATA / "students" / "right-in-all" / "encode.py"
SOLUTION = (ROOT / "lightup.lp").read_text()
GIVEN = {  # what the assignment names, beside lab/ and the examples
    *("ASSIGNMENT.txt", "ASSIGNMENT.html", "README.txt", "encode.py", "latin.lp", "viz-latin.lp"),
    *("decode.py", "show", "check", "check.cmd", "requirements.txt", ".vscode/tasks.json"),
}
OPEN_BOARD = [ROOT / f"lab/runner/server/{name}.lp" for name in ("given_cells", "open_board")]


def make_handout(folder: Path, *arguments: object) -> Path:
    """Make a handout as a .zip, extract it, and return its folder."""
    result = run("-m", "lab", "handout", "-o", folder / "made.zip", *arguments)
    assert (result.returncode, result.stdout) == (0, ""), result.stderr
    assert "check" in result.stderr  # in the language of the course
    with zipfile.ZipFile(folder / "made.zip") as archive:
        for entry in archive.infolist():  # as unzip does, modes too
            Path(archive.extract(entry, folder)).chmod(entry.external_attr >> 16 & 0o777)
    (inside,) = (path for path in folder.iterdir() if path.is_dir())
    return inside


@pytest.fixture(scope="module")
def latin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The handout of the third puzzle, which is soon made."""
    return make_handout(tmp_path_factory.mktemp("latin"), "--puzzle", LATIN)


@pytest.fixture
def work(latin: Path, tmp_path: Path) -> Path:
    """A copy of it, for a student."""
    return shutil.copytree(latin, tmp_path / "work")


def run_check(folder: Path, *arguments: object) -> Done:
    """Run ./check of a handout."""
    command = [sys.executable, "check", *map(str, arguments)]
    return run_process(command, folder)


@pytest.mark.long
def test_check_needs_no_path_of_python(work: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The embeddable Python of Windows finds no module beside a script, nor does this one."""
    monkeypatch.setenv("PYTHONSAFEPATH", "1")
    done = run_check(work)
    assert done.stderr.endswith("fail: not begun\n")
    assert done.returncode == 1


# ---------------------------------------------------------------- what is in it


def test_a_handout_has_the_files_of_the_assignment_and_no_solution(latin: Path) -> None:
    names = {path.relative_to(latin).as_posix() for path in latin.rglob("*") if path.is_file()}
    outside = {name for name in names if not name.startswith(("lab/", "examples/"))}
    assert outside == GIVEN
    assert {f"examples/{kind}01.txt" for kind in ("dom", "sol")} <= names
    programs = {"latin.lp", "viz-latin.lp", "lab/check/judges/display.lp"}
    programs |= {path.relative_to(ROOT).as_posix() for path in OPEN_BOARD}
    assert {name for name in names if name.endswith(".lp")} == programs
    inside = {name.split("/")[1] for name in names if name.startswith("lab/")}
    assert not inside & {"lightup", "notations", "roads", "handout", "__main__.py", "race.py"}
    assert "def solutions" not in (latin / "lab/task/rules.py").read_text()
    assert not any("def format_facts(rows" in (latin / name).read_text() for name in names)
    assert "lab/check/bank/folder_bank.py" not in names


NOT_HANDED_OUT = {  # fields of CheckSettings, and what a handout has instead
    "make_grid": "grids",
    "grid_sizes": "grids",
    "samples": "samples",
    "wrong_costs": "trials",
    **dict.fromkeys(("make_board", "sizes", "large_sizes"), "fresh_boards"),
    "parts": "examples",  # are not cut there
}


def test_each_setting_of_check_is_handed_out_or_left_out_by_name(latin: Path) -> None:
    tables = json.loads((latin / "lab" / "task" / "tables.json").read_text())
    names = {field.name for field in fields(CheckSettings)}
    assert {*NOT_HANDED_OUT} <= names == {*tables["settings"], *NOT_HANDED_OUT}
    assert {*NOT_HANDED_OUT.values()} <= tables.keys()
    settings = FolderBank(puzzles.find_puzzle(str(LATIN))).settings
    for name, value in tables["settings"].items():
        assert value == json.loads(json.dumps(getattr(settings, name))), name


def test_the_sheet_names_each_number_that_the_puzzle_reads(tmp_path: Path) -> None:
    folder = shutil.copytree(DATA / "slitherlink", tmp_path / "slitherlink")
    record = (folder / "puzzle.py").read_text()
    (folder / "puzzle.py").write_text(record.replace("given_values", "list_values"))
    boards = [grid for grid in (folder / "trials.txt").read_text().split("\n\n") if "0" not in grid]
    (folder / "trials.txt").write_text("\n\n".join(boards))
    puzzle = puzzles.find_puzzle(str(folder))
    assignment = Assignment(FolderBank(puzzle))
    texts = HandoutTexts(puzzle, course.make_default_course(puzzle), assignment.atom)
    with TaskPool(1) as pool:
        cells = Handout(pool, assignment, texts, seed=1).describe_cells([])
    assert "0, ..., 3" in cells


def test_programs_of_a_handout_are_executable(latin: Path) -> None:
    with zipfile.ZipFile(latin.parent / "made.zip") as archive:
        modes = {entry.filename: entry.external_attr >> 16 for entry in archive.infolist()}
    programs = {name for name, mode in modes.items() if mode & stat.S_IXUSR}
    assert programs == {f"latin/{name}" for name in ("check", "decode.py", "encode.py", "show")}


@pytest.mark.long
def test_the_help_of_its_check_is_for_one_puzzle(latin: Path) -> None:
    text = run_check(latin, "--help").stdout
    assert "--seed" in text and "--puzzle" not in text
    usage, _, description = text.partition("\n\n")
    assert {*re.findall(r"--[a-z]+", description)} <= {*re.findall(r"--[a-z]+", usage), "--help"}


def test_the_starts_read_and_say_what_to_do(latin: Path) -> None:
    example = latin / "examples" / "dom01.txt"
    start = run_process([sys.executable, "encode.py"], latin, stdin=example.read_text())
    assert (start.returncode, start.stdout) == (1, "")
    assert "print cell(R,C,V)., dim(N). and #const n=N." in start.stderr
    program = (latin / "latin.lp").read_text()
    clingo.ast.parse_string(program, lambda _: None)
    assert ":-" not in program
    assert "% 1. " in program and "% 2. " in program


@pytest.mark.long
def test_show_in_a_handout_draws_facts(work: Path) -> None:
    result = run_process(
        [sys.executable, "show", "--facts", "-", "-o", "a.svg"], work, stdin="dim(1). cell(0,0,7)."
    )
    assert (result.returncode, result.stdout, result.stderr) == (0, "a.svg\n", "")
    assert ">7</text>" in (work / "a.svg").read_text()


# ---------------------------------------------------------------- check, where it is handed out


def test_check_calls_untouched_files_not_begun(work: Path) -> None:
    result = run_check(work, "--junit", "report.xml")
    assert (result.returncode, result.stderr) == (1, "fail: not begun\n")
    assert re.search(r"1\. encode\.py is still as it was handed out\.", result.stdout)
    assert re.search(r"2\. latin\.lp is still as it was handed out\.", result.stdout)
    failures = ElementTree.parse(work / "report.xml").iterfind(".//failure")
    messages = [failure.attrib["message"].partition(" is still as")[0] for failure in failures]
    assert messages == ["encode.py", "latin.lp"]


@pytest.mark.long
def test_names_alone_are_no_beginning(work: Path) -> None:
    for name, mark in (("encode.py", "#"), ("latin.lp", "%")):
        text = (work / name).read_text()
        (work / name).write_text(
            text.replace(f"{mark} Authors:", f"{mark} Authors: Ada Lovelace\n\n")
        )
    assert run_check(work).stderr == "fail: not begun\n"


def test_right_programs_pass_there_whatever_students_name_their_files(work: Path) -> None:
    shutil.copy(LATIN / "latin.lp", work)
    shutil.copy(RIGHT, work)
    for name in ("json.py", "queue.py", "clingo.py", "encodings.py"):
        (work / name).write_text("raise SystemExit('a file of a student was imported')\n")
    (work / ".venv").mkdir()
    (work / "domain.lp").write_text("dim(1).\n")
    result = run_check(work, "--json")
    data = json.loads(result.stdout)
    assert (result.returncode, data["verdict"]) == (0, "pass")
    assert {finding["code"] for finding in data["findings"]} == {"authors"}  # and no "home"


@pytest.mark.long
def test_answers_are_counted_on_the_boards_of_the_puzzle_alone(tmp_path: Path) -> None:
    """Boards that boards.lp forbids have no right answers; a program need not know that."""
    folder = shutil.copytree(LATIN, tmp_path / "latin")
    (folder / "boards.lp").write_text(":- given(0,0,x), dim(N), N > 1.\n#defined given/3.\n")
    (tmp_path / "made").mkdir()
    work = make_handout(tmp_path / "made", "--puzzle", folder)
    shutil.copy(RIGHT, work)
    shutil.copy(folder / "latin.lp", work)
    done = run_check(work, "latin.lp")
    assert done.returncode == 0, done.stdout
    assert "exactly the right answers, each once" in done.stdout


@pytest.mark.long
def test_check_of_a_handout_judges_one_rule_alone(work: Path) -> None:
    program = next((MISTAKES / "latin" / "column-missing").glob("*.lp"))
    shutil.copy(program, work / "latin.lp")
    results = [run_check(work, "--rule", number) for number in (2, 3)]
    assert sorted(result.returncode for result in results) == [0, 1]
    (right,) = (result for result in results if result.returncode == 0)
    assert (
        right.stderr
        == "pass, with 2 findings on the delivery, not judged: encode.py, rule 1, rule 3\n"
    )
    assert "only rule" in right.stdout and "points" not in right.stdout


def test_findings_are_matched_by_the_editor(work: Path) -> None:
    (work / "latin.lp").write_text("% Authors: Ada Lovelace\nnumber(R,C) :- cell(R,C,V)\na.\n")
    result = run_check(work, "--format", "gcc", "--part", "latin")
    matcher = json.loads((work / ".vscode" / "tasks.json").read_text())["tasks"][0][
        "problemMatcher"
    ]["pattern"]
    matches = [re.match(matcher["regexp"], line) for line in result.stdout.splitlines()]
    places = {
        (m[matcher["file"]], int(m[matcher["line"]]), m[matcher["severity"]]) for m in matches if m
    }
    assert ("latin.lp", 2, "error") in places


@pytest.mark.parametrize(
    ("name", "old", "new", "reason"),
    [
        ("rules.py", "def offences", "def offences(", "SyntaxError: "),
        long("rules.py", "def offences", "def broken", "AttributeError: "),
        long("rules.py", "RULES = ", "OTHER = ", "AttributeError: "),
        ("rules.py", "= len(board)", "= 1 / 0", "ZeroDivisionError: "),
        long("rules.py", "def offences", "1 / 0\ndef offences", "ZeroDivisionError: "),
        long("tables.json", '"points":', '"points": [1], "old":', "AttributeError: "),
        long("tables.json", '"exercises":', '"exercises": [[[], [[]]]], "old":', "TypeError: "),
        ("tables.json", "{", "", "JSONDecodeError: "),
    ],
)
def test_a_damaged_handout_is_one_line(
    work: Path, name: str, old: str, new: str, reason: str
) -> None:
    path = work / "lab" / "task" / name
    path.write_text(path.read_text().replace(old, new, 1))
    done = run_check(work)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert f"{path.parent}: unpack the handout again: {reason}" in done.stderr


# ---------------------------------------------------------------- points

COURSE = """\
deadline = 2027-11-05T23:55:00
points = { delivery = 1, encode = 2.5, rules = 4, examples = 1.5, growth = 1 }
partial.percent = 80
"""
STUDENTS = ("counted-twice", "only-encode", "right-in-all", "unfinished", "sight-forgotten")


def compare_points(
    folder: Path, handout: Path, works: dict[str, Path], *options: object
) -> list[str]:
    """Return the points that check prints for each work, after comparing them with lab grade's.

    Both get the zips that the line in README.txt makes.
    """
    zip_command = re.findall(r"^    python3 (-m zipfile .*)$", read_readme(handout), re.M)[0]
    (folder / "class").mkdir()
    lines = {}
    for name, work in works.items():
        desk = shutil.copytree(handout, folder / "desks" / name)
        shutil.copytree(work, desk, dirs_exist_ok=True)
        subprocess.run([sys.executable, *zip_command.split()], cwd=desk, check=True)
        (archive,) = desk.glob("*.zip")
        lines[name] = run_check(desk, archive.name).stdout.splitlines()[-1]
        shutil.copy(archive, folder / "class" / f"{name}.zip")
    assert run_lab("grade", folder / "class", "-o", folder / "grades", *options).returncode == 0
    table = read_table((folder / "grades" / "grades.csv").read_text("utf-8"))
    rows = {row["submission"]: row for row in table}
    for name, line in lines.items():
        points = f"{rows[name]['total']} of {rows[name]['of']}"
        assert line == f"Points now: {points} (lateness is not counted)"
    return [rows[name]["total"] for name in works]


def read_readme(handout: Path) -> str:
    return (handout / "README.txt").read_text()


@pytest.mark.parametrize("name", [long("right"), "wrong"])
def test_check_prints_the_points_that_grade_gives(latin: Path, tmp_path: Path, name: str) -> None:
    work = tmp_path / name
    work.mkdir()
    shutil.copy(RIGHT, work)
    shutil.copy(next((MISTAKES / "latin" / "column-missing").glob("*.lp")), work / "latin.lp")
    if name == "right":
        shutil.copy(LATIN / "latin.lp", work)
        for path in [*work.iterdir(), latin / "README.txt"]:
            comment = {".py": "# ", ".lp": "% "}.get(path.suffix, "")
            (work / path.name).write_text(f"{comment}Authors: Ada Lovelace\n{path.read_text()}")
    (points,) = compare_points(tmp_path, latin, {name: work}, "--puzzle", LATIN)
    assert points == "25" if name == "right" else 0 < float(points) < 25


@pytest.mark.long
def test_points_of_light_up_are_those_of_its_course(tmp_path: Path) -> None:
    course_file = tmp_path / "course.toml"
    course_file.write_text(COURSE)
    handout = make_handout(tmp_path, "--course", course_file)
    works = {name: DATA / "students" / name for name in STUDENTS}
    points = compare_points(tmp_path, handout, works, "--course", course_file)
    assert len(set(points)) > 3


# ---------------------------------------------------------------- the proof


@pytest.fixture(scope="module")
def pool() -> Iterator[TaskPool]:
    with TaskPool() as pool:
        yield pool


def rename_predicates(program: str) -> str:
    """Return a solution that is not a text of the kit."""
    return program.replace("across", "along").replace("down", "below")


OWN_ENCODE = (ROOT / "encode.py").read_text().replace("format_facts(", "format_atoms(")
PLANTED = {  # where a solution is put, and what the proof reports
    "lightup.lp": (rename_predicates(SOLUTION), "a logic program that passes check"),
    "lab/common/notes.lp": (SOLUTION, "a logic program that passes check"),
    "lab/common/start.py": (OWN_ENCODE, "a program that writes the facts"),
    "encode.py": (OWN_ENCODE, "a program that writes the facts"),
    "README.txt": (f"Run this:\n\n{OWN_ENCODE}", ""),  # which nobody can run
}


@pytest.mark.parametrize("name", long_except(PLANTED, "lightup.lp", "lab/common/start.py"))
def test_a_solution_in_a_handout_is_reported(pool: TaskPool, name: str) -> None:
    text, message = PLANTED[name]
    files = {"viz-lightup.lp": (ROOT / "viz-lightup.lp").read_bytes()}
    files[name] = text.encode()
    if not message:
        assert proof.prove_no_solution(pool, Assignment(FolderBank(LIGHT_UP)), files) == 1
        return
    with pytest.raises(Unusable) as error:
        proof.prove_no_solution(pool, Assignment(FolderBank(LIGHT_UP)), files)
    assert str(error.value).startswith(f"{name}: found ") and message in str(error.value)


def test_the_docstring_of_a_module_says_that_it_is_not_handed_out() -> None:
    for name in OMITTED_MODULES:
        docstring = ast.get_docstring(ast.parse((ROOT / name).read_text("utf-8"))) or ""
        assert "No handout has this module" in docstring, name


def test_only_listed_files_of_the_kit_are_handed_out(latin: Path) -> None:
    kit = {path.read_bytes() for path in ROOT.glob("[!.]*/**/*.lp") if b":-" in path.read_bytes()}
    listed = {path.read_bytes() for path in (LATIN / "viz-latin.lp", *OPEN_BOARD)}
    handed = {path.read_bytes() for path in latin.rglob("*") if path.is_file()}
    assert kit & handed == listed


# ---------------------------------------------------------------- the sheet


def make_sheet(puzzle: puzzles.Puzzle, language: str, **changes: Any) -> Sheet:
    """The sheet of a puzzle in a language; a blank cell may be given if an example has one."""
    chosen = replace(course.make_default_course(puzzle), language=language, **changes)
    boards = examples.read_examples(puzzle, puzzle.examples_folder)
    facts = encode.format_facts(boards[0].board)
    use_language(language, puzzle.folder)
    has_blanks = any("." in row for example in boards for row in example.board)
    texts = HandoutTexts(puzzle, chosen, "cell(R,C,b)", has_blanks=has_blanks)
    return Sheet(texts, boards[0], facts, False, {}, max(len(e.board) for e in boards))


@pytest.mark.parametrize("puzzle", [LIGHT_UP, AMAZE], ids=lambda puzzle: puzzle.name)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sheet_says_all_in_each_language(puzzle: puzzles.Puzzle, language: str) -> None:
    made = make_sheet(puzzle, language, deadline=datetime(2027, 3, 4, 23, 55))
    text = made.text
    for line in made.facts.splitlines():
        assert f" {line}\n" in text
    assert " #const n=" in text and " dim(" in text
    flat = " ".join(text.split())
    for rule in made.texts.rules.values():
        assert rule in flat and made.texts.puzzle_words
        assert language == "en" or rule not in puzzle.rules.RULES.values()
    for phrase in ("cell/3", "./check", "README.txt", "examples/dom01.txt", "4", "2027, 23:55"):
        assert phrase in flat
    readme = format_starts(made.texts)["README.txt"]
    name = puzzle.name
    for line in (
        f"    python3 -m clingo 0 {name}.lp domain.lp\n",
        f"    python3 -m zipfile -c {name}.zip encode.py {name}.lp README.txt\n",
        "2027, 23:55",
    ):
        assert line in readme
    assert ("first-steps.html" in readme) == (puzzle == LIGHT_UP)
    undated = format_starts(make_sheet(puzzle, language).texts)["README.txt"]
    assert len(readme.splitlines()) == len(undated.splitlines()) + 2 and "2027" not in undated
    assert "{" not in text + readme
    # a command stands on one line, however long
    assert all(len(line) <= 90 or " && " in line for line in text.splitlines())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sheet_names_no_cells_and_sizes_that_no_example_has(language: str) -> None:
    """Light Up has blank cells and examples of over 25 rows; Star Battle has neither."""
    for puzzle in (STAR_BATTLE, LIGHT_UP):
        sheet, is_light_up = make_sheet(puzzle, language), puzzle == LIGHT_UP
        points = [part for part, _ in sheet.texts.list_points(sheet.rows)]
        assert any(" 25 " in part for part in points) == is_light_up
        assert ("'.'" in sheet.text) == is_light_up
        assert ("'.'" in format_starts(sheet.texts)["encode.py"]) == is_light_up


@pytest.mark.long
def test_a_sheet_says_that_larger_boards_have_more_values(tmp_path: Path) -> None:
    handout = make_handout(tmp_path, "--puzzle", DATA / "starbattle")
    text = " ".join((handout / "ASSIGNMENT.txt").read_text().split())
    assert "a, b, c, d, e: what may be given in a cell; on larger boards, more" in text
    assert "for each cell: row R" in text and "solves the examples; each one" in text


def test_all_languages_have_the_same_words() -> None:
    def shape(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: shape(inner) for name, inner in value.items()}
        if isinstance(value, list):
            return len(value)
        return sorted(name for _, name, _, _ in string.Formatter().parse(value) if name)

    courses = [replace(course.make_default_course(LIGHT_UP), language=name) for name in LANGUAGES]
    words = [HandoutTexts(LIGHT_UP, chosen, "").language for chosen in courses]
    english, *translations = map(shape, words)
    assert translations == [english] * 3
    for puzzle in (LIGHT_UP, AMAZE):
        texts = read_handout_file(puzzle)
        assert set(puzzle.rules.RULES) <= set(texts["en"].pop("rule"))  # others: in the catalogues
        assert all(texts[name].keys() == texts["en"].keys() for name in LANGUAGES)


PAGES = {  # the begin of what is said on the page of the course
    "en": "You can begin without any installation.",
    "es": "Se puede empezar sin instalar nada.",
    "fr": "On peut commencer sans rien installer.",
    "de": "Sie können beginnen, ohne etwas einzurichten.",
}


@pytest.mark.parametrize("language", long_except(LANGUAGES, "de"))
def test_the_page_of_the_course_is_named_where_there_is_one(language: str) -> None:
    address = "https://example.org/a_b/*c*/?d=1&e=2"
    link = address.replace("&", "&amp;")
    made = make_sheet(AMAZE, language, lab_page=address)
    page, readme = made.page, format_starts(made.texts)["README.txt"]
    assert f"\n{address}\n" in made.text
    assert f'<a href="{link}">{link}</a>' in page
    assert f"\n\n<{address}>\n\n" in readme and "`" not in readme
    for text in (made.text, page, readme):
        assert PAGES[language] in text
    without = make_sheet(AMAZE, language)  # its page: see the next test
    for text in (without.text, format_starts(without.texts)["README.txt"]):
        assert PAGES[language] not in text


class Page(html.parser.HTMLParser):
    """The elements of a page that name other files, and whether all elements are closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.named: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.named += [value or "" for name, value in attrs if name in ("src", "href")]
        if tag not in ("meta", "img", "br", "hr", "link"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_needs_no_other_file() -> None:
    text = make_sheet(LIGHT_UP, "de", title="Lampen & <Felder>").page
    assert PAGES["de"] not in text
    page = Page(text)
    assert not page.open
    assert len(page.named) == 2
    pictures = [base64.b64decode(uri.partition(",")[2]).decode() for uri in page.named]
    assert all(uri.startswith("data:image/svg+xml;base64,") for uri in page.named)
    assert ["data:image/png" in picture for picture in pictures] == [False, True]
    assert '<html lang="de">' in text and "<title>Lampen &amp; &lt;Felder&gt;</title>" in text
    assert "<h1>Lampen &amp; &lt;Felder&gt;</h1>" in text


def test_a_sheet_has_the_settings_of_the_course() -> None:
    points = {
        **course.make_default_course(LIGHT_UP).points,
        "growth": Fraction(0),
        "lit": Fraction(5, 2),
    }
    text = make_sheet(
        LIGHT_UP,
        "en",
        group=1,
        points=points,
        late_limit=0,
        partial_percent=Fraction(50),
        term="II",
    ).text
    assert " • Term: II\n" in text and "Course" not in text and "Deadline" not in text
    assert "Group" not in text and "members" not in text
    assert "Every student delivers a .zip" in text
    assert re.search(r"rule 1: every white cell is lit +2\.5\n", text)
    assert re.search(r"\n +All +21\.5\n", text) and "grows" not in text
    assert "Nothing is accepted after the deadline." in text
    assert "gets 50 % of the points of its right parts" in " ".join(text.split())


@pytest.mark.parametrize(
    ("language", "one_day", "two_days"),
    [
        ("en", ["after one day", "up to one day later"], ["after 2 days", "up to 2 days later"]),
        ("es", ["pasado un día", "hasta un día más"], ["pasados 2 días", "hasta 2 días más"]),
        ("fr", ["après un jour", "jusqu'à un jour"], ["après 2 jours", "jusqu'à 2 jours"]),
        ("de", ["nach einem Tag ", "bis zu einem Tag "], ["nach 2 Tagen ", "bis zu 2 Tage "]),
    ],
)
def test_a_sheet_explains_late_days_in_each_language(
    language: str, one_day: list[str], two_days: list[str]
) -> None:
    for days, (costly, free) in ((1, one_day), (2, two_days)):
        for percent, phrase in ((10, costly), (0, free)):
            text = make_sheet(
                LIGHT_UP, language, late_limit=days, late_percent=Fraction(percent)
            ).text
            assert phrase in " ".join(text.split()).replace("’", "'")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_command_of_the_sheet_is_broken(language: str) -> None:
    sheet = make_sheet(LIGHT_UP, language)
    commands = re.findall(r"(?m)^    (\S.*(?:python3?|py|venv)\b.*)$", sheet.format_markdown(""))
    assert len(commands) > 5 and max(map(len, commands)) > 80
    lines = {line.strip() for line in sheet.text.splitlines()}
    assert not [command for command in commands if command not in lines]
    for puzzle in (LIGHT_UP, AMAZE):
        sheet = make_sheet(puzzle, language, lab_page="https://example.org/")
        codes = re.findall("`([^`]+)`", " ".join(sheet.format_markdown("").split()))
        text = sheet.text
        assert ". .venv/bin/activate" in codes
        assert not [code for code in codes if code not in text]


def test_plain_text_of_what_a_sheet_has() -> None:
    text = "# A `bc`\n\nOne\ntwo `.`.\n\n1. a\n2. b\n\n## C\n\n    x  y\n\n"
    table = "| p | q |\n| - | -: |\n| `rs` | 1 |\n| **s** | 10 |\n"
    lines = [line.split() for line in format_plain(text + table).splitlines() if line]
    heading, *rest = lines[:6]
    assert (heading, rest[0]) == (["A", "bc"], ["One", "two", "'.'."])
    assert rest[1:] == [["1", "a"], ["2", "b"], ["C"], ["x", "y"]]
    assert [line for line in lines[6:] if len(line) == 2] == [["p", "q"], ["rs", "1"], ["s", "10"]]


@pytest.mark.parametrize("length", [60, 71, 79, 200])
def test_an_address_of_any_length_is_not_broken_in_plain_text(length: int) -> None:
    address = f"https://example.org/{'a-_*/' * 40}"[: length - 1] + "z"
    assert f"\n{address}\n" in make_sheet(AMAZE, "en", lab_page=address).text


# ---------------------------------------------------------------- where it cannot be made


@pytest.mark.parametrize("path", [".", "{}"])
def test_an_empty_working_directory_is_not_replaced(tmp_path: Path, path: str) -> None:
    target = path.format(tmp_path)
    result = run_lab("handout", "-o", target, cwd=tmp_path)
    message = f"lab handout: {target}: exists, and nothing is overwritten\n"
    assert (result.returncode, result.stderr) == (2, message)
    assert not list(tmp_path.iterdir())


def test_a_folder_that_cannot_be_written_is_named_in_the_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(Unusable, match=r"file/site: Not a directory$"):
        write_folder(tmp_path / "file" / "site", {})


def test_a_missing_option_or_course_is_one_line(tmp_path: Path) -> None:
    result = run_lab("handout")
    assert result.stderr == "lab handout: found no -o, expected -o FOLDER or -o FILE.zip\n"
    result = run_lab("handout", "-o", tmp_path / "a", "--course", tmp_path / "none.toml")
    assert (result.returncode, result.stderr.count("\n")) == (2, 1)
    assert not list(tmp_path.iterdir())


# ---------------------------------------------------------------- Light Up


@pytest.mark.long
def test_the_two_commands_of_its_readme_run_in_an_empty_folder(tmp_path: Path) -> None:
    folder = make_handout(tmp_path, "--seed", 4)
    commands = re.findall(r"^    (.+)$", (folder / "README.txt").read_text(), re.M)
    assert commands[0].startswith("python3 -m venv .venv && ") and commands[1] == "./check"
    result = subprocess.run(
        ["bash", "-c", f"{commands[0]} && {commands[1]}"],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=400,
        env={"PATH": "/usr/bin:/bin:" + str(Path(sys.executable).parent), "HOME": str(tmp_path)},
    )
    assert result.stderr.endswith("fail: not begun\n"), result.stderr
    assert "Nothing is written yet" in result.stdout


@pytest.mark.long
def test_light_up_with_new_examples_and_its_right_programs(tmp_path: Path) -> None:
    folder = make_handout(tmp_path, "--seed", 3)
    (tmp_path / "again").mkdir()
    again = make_handout(tmp_path / "again", "--seed", 3)
    assert (tmp_path / "made.zip").read_bytes() == (again.parent / "made.zip").read_bytes()
    for example in sorted((folder / "examples").glob("dom*.txt")):
        solution = example.with_name(example.name.replace("dom", "sol"))
        assert run_lab("verify", "--of", example, solution).returncode == 0
    second = (folder / "examples" / "dom02.txt").read_text()
    assert second != (ROOT / "examples" / "dom02.txt").read_text()
    shutil.copy(ROOT / "lightup.lp", folder)
    shutil.copy(RIGHT, folder)
    report = json.loads(run_check(folder, "--json").stdout)
    assert (report["verdict"], report["counted"]) == ("pass", [[1, 1], [2, 2], [3, 3]])
    program = folder / "lightup.lp"
    program.write_text((ROOT / "lightup.lp").read_text() + "{ lamp } :- cell(0,0,0), cell(1,1,0).")
    (finding,) = json.loads(run_check(folder, "--json", program).stdout)["findings"]
    assert finding["message"] == (
        "over all boards of 2x2, your program has more than 106 answers, 106 answers are right, "
        "and these are not the same"
    )
    pigeons = """{ hole(P,H) : H = 1..10 } = 1 :- P = 1..11, cell(0,0,1), cell(1,1,x), cell(2,2,0).
        :- hole(P,H), hole(Q,H), P < Q."""
    program.write_text((ROOT / "lightup.lp").read_text() + pigeons)
    report = json.loads(run_check(folder, "--json", program).stdout)
    assert report["counted"] == [[1, 1], [2, 2]]
    (remark,) = report["remarks"]
    assert remark["message"] == "the search of all boards of 3x3 takes too long"
    for program in sorted((MISTAKES / "lightup").glob("*/*.lp"))[::20]:
        here = json.loads(run_check(folder, "--json", "--seed=1", program).stdout)
        kit = json.loads(run("-m", "lab", "check", "--json", "--seed=1", program).stdout)
        for report in (here, kit):  # the examples, of which growth is measured, are others
            report["remarks"] = [r for r in report["remarks"] if r["stage"] != "solves"]
        assert here == kit, program


@pytest.mark.long
def test_amaze_with_its_costs_and_rectangles(tmp_path: Path) -> None:
    folder = make_handout(tmp_path, "--puzzle", "amaze")
    sheet = " ".join((folder / "ASSIGNMENT.txt").read_text().split())
    assert "dim(H,W)., #const rows=H. and #const cols=W." in sheet
    assert "solves every board, square or not" in sheet and "asked to minimise" in sheet
    assert "dim(H,W)" in (folder / "encode.py").read_text() + (folder / "amaze.lp").read_text()
    assert list((folder / "examples").glob("dom*.txt"))
    for mistake in ("ends-not-counted", "not-minimised", "own-line-touches-accepted", "diagonals"):
        program = next((MISTAKES / "amaze" / mistake).glob("*.lp"))
        here = json.loads(run_check(folder, "--json", "--seed=1", program).stdout)
        arguments = ("-m", "lab", "check", "--puzzle=amaze", "--json", "--seed=1", program)
        kit = json.loads(run(*arguments).stdout)
        for report in (here, kit):  # a busy machine may stop a program at the largest example
            report["remarks"] = [r for r in report["remarks"] if r["code"] != "time"]
            del report["proven"], report["searched"]  # a handout has no rules.lp
        assert here["verdict"] and here == kit, mistake


@pytest.mark.long
def test_each_student_gets_examples_of_his_own(tmp_path: Path) -> None:
    (tmp_path / "names.txt").write_text("Ada Lovelace\nGödel, Kurt\n")
    result = run("-m", "lab", "handout", "--for", tmp_path / "names.txt", "-o", tmp_path / "made")
    assert result.returncode == 0 and "for 2 students" in result.stderr
    ada, kurt = (tmp_path / "made" / name for name in ("Ada Lovelace", "Gödel, Kurt"))
    names = sorted(path.name for path in (ada / "examples").iterdir())
    assert names == sorted(path.name for path in (kurt / "examples").iterdir())
    same = {
        name
        for name in names
        if (ada / "examples" / name).read_bytes() == (kurt / "examples" / name).read_bytes()
    }
    assert same == {"dom01.txt", "sol01.txt", "dom09.txt", "sol09.txt"}
    assert run_check(kurt).stderr == "fail: not begun\n"
