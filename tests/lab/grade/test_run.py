"""A class is graded from end to end; each file in OUT is read by what it is made for."""

import csv
import io
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from statistics import mean
from urllib.parse import unquote

import html5lib
import pytest

from lab import Unusable, puzzles
from lab.common.locks import hold_lock
from lab.course import make_default_course
from lab.grade import outputs
from lab.grade.grading import Judgement, Submission, grade_submission
from lab.grade.output_folder import OWN_PATH, OutputFolder, save_json
from lab.sandbox.folders import remove_tree
from tests.kit import (
    ROOT,
    Done,
    assert_refused,
    long,
    nest_folders,
    read_table,
    run_lab,
    write_files,
    write_zip,
)
from tests.lab.grade import kit


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """OUT, made once."""
    folder = tmp_path_factory.mktemp("class")
    kit.moodle(folder / "class.zip", kit.CLASS)
    (folder / "sheet.csv").write_text(kit.WORKSHEET, newline="")
    (folder / "course.toml").write_text(kit.COURSE)
    result = grade(folder, "--worksheet", "sheet.csv", "--course", "course.toml")
    summary = "4 submissions: 2 pass, 2 fail, 0 not judged\n"
    assert (result.returncode, result.stderr) == (0, summary)
    assert result.stdout.split() == [
        f"out/{name}"
        for name in (
            "adjust.csv",
            "feedback.zip",
            "grades.csv",
            "overview.html",
            "similar.csv",
            "worksheet.csv",
        )
    ]
    assert sorted(path.name for path in folder.iterdir()) == [
        *("class.zip", "course.toml", "out", "sheet.csv")
    ]
    return folder / "out"


def grade(folder: Path, *arguments: object) -> Done:
    return run_lab("grade", "--puzzle", kit.LATIN, "class.zip", "-o", "out", *arguments, cwd=folder)


def assert_grade_refused(folder: Path, message: str) -> None:
    """Assert that a class without submissions is refused with a message."""
    kit.moodle(folder / "class.zip", {})
    command = ("grade", "--puzzle", kit.LATIN, "class.zip", "-o", "out")
    assert_refused(folder, message, *command)


def read_rows(out: Path) -> dict[str, dict[str, str]]:
    """The lines of grades.csv by the numbers of participants."""
    return {row["id"]: row for row in read_table((out / "grades.csv").read_text("utf-8"))}


def test_each_file_in_out_is_one_that_the_next_run_replaces(out: Path) -> None:
    files = [path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()]
    assert [file for file in files if "/delivered/" in file]  # a folder that is replaced as a whole
    paths = [re.sub("/delivered/.*", "/delivered", file) for file in files]
    assert not [path for path in paths if not OWN_PATH.fullmatch(path)]


def test_the_table(out: Path) -> None:
    by_number = read_rows(out)
    nobody = by_number.pop("1006")
    assert {value for value in nobody.values() if value} == {"1006", "Nobody", "no delivery"}
    totals = {number: float(row["total"]) for number, row in by_number.items()}
    late = pytest.approx((25 - 4 - 4) * 0.8)
    assert totals == {"1001; 1005": 25, "1002": late, "1003": 25, "1004": 5}
    zoe = by_number["1002"]
    assert zoe["submission"].startswith("'=Zoë")
    assert (zoe["verdict"], zoe["mistakes"], zoe["row"], zoe["column"]) == (
        *("fail", "column-missing"),
        *("4", "0"),
    )
    assert by_number["1001; 1005"]["participants"] == "Ana Pérez; Núñez Luis"
    assert "the files lie in the folder my work" in by_number["1003"]["remarks"]
    assert by_number["1003"]["authors"] == "李 雷"
    assert by_number["1002"]["delivered"] == "2026-03-02 13:00"
    for row in by_number.values():
        lost = [float(loss.split()[0]) for loss in row["lost"].split("; ") if loss[:1].isdigit()]
        assert sum(lost) == pytest.approx(25 - float(row["total"]))


@pytest.mark.parametrize("separator", [",", ";"])
def test_no_cell_of_the_table_is_a_formula(separator: str) -> None:
    course = make_default_course(puzzles.find_puzzle(str(kit.LATIN)))
    submission = Submission("=1", "Ana", Path(), number="-1+2")
    judgement = Judgement(error='two;=2+1; +3;"=4+1,5;@6;-cmd')
    graded = grade_submission(submission, judgement, course, [])
    text = outputs.format_grades([graded], course).removeprefix("\ufeff")
    cells = [
        cell
        for row in csv.reader(io.StringIO(text, newline=""), delimiter=separator)
        for cell in row
        if not cell.removeprefix("-").isdecimal()
    ]
    assert any("=2+1" in cell for cell in cells)
    assert not [cell for cell in cells if cell.strip(' "').startswith(tuple("=+-@"))]


@pytest.mark.parametrize(
    "language, separator, worth",
    [("en", ",", "2.5"), ("es", ";", "2,5"), ("de", ";", "2,5"), ("fr", ";", "2,5")],
)
def test_a_spreadsheet_of_the_language_reads_the_table(
    language: str, separator: str, worth: str
) -> None:
    course = make_default_course(puzzles.find_puzzle(str(kit.LATIN)))
    points = {**course.points, "delivery": Fraction(5, 2)}
    course = replace(course, language=language, points=points)
    graded = grade_submission(Submission("Zoë", "Zoë", Path()), Judgement(), course, [])
    (row,) = read_table(outputs.format_grades([graded], course), separator)
    assert (row["submission"], row["delivery"]) == ("Zoë", worth)


def test_the_worksheet(out: Path) -> None:
    before, after = (
        list(csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline="")))
        for text in (kit.WORKSHEET, (out / "worksheet.csv").read_text("utf-8"))
    )
    changed = {b[0]: b[4] for a, b in zip(before, after) if a != b}
    assert changed == {
        "Participant 1001": "25.00",
        "Participant 1002": "13.60",
        "Participant 1003": "25.00",
        "Participant 1005": "25.00",
    }
    assert all(a[:4] + a[5:9] == b[:4] + b[5:9] for a, b in zip(before, after))
    comment = after[2][9]
    assert comment.startswith("fail: 13.6 of 25 points<br>Nothing forbids")


def test_the_zip_for_moodle(out: Path) -> None:
    with zipfile.ZipFile(out / "feedback.zip") as archive:
        assert archive.testzip() is None
        numbers = []
        for name in archive.namelist():
            parts = name.split("/")[0].split("_", 4)  # as importziplib.php does
            assert parts[2:] == ["assignfeedback", "file"]
            assert name.split("/")[1] == "feedback.html"
            numbers.append(parts[1])
    assert sorted(numbers) == ["1001", "1002", "1003", "1004", "1005"]


def test_the_pages(out: Path) -> None:
    pages = [out / "overview.html", *out.glob("submissions/*/feedback.html")]
    assert len(pages) == 5
    for path in pages:
        parser = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False)
        tree = parser.parse(path.read_text("utf-8"))
        assert not [element for element in tree.iter() if element.get("src")]
    page = (out / "submissions" / "=Zoë -Z- Müller_1002" / "feedback.html").read_text("utf-8")
    shown = "".join(html5lib.parse(page, namespaceHTMLElements=False).itertext())
    for text in ("fail: 13.6 of 25 points", "As it should be", "late"):
        assert text in shown
    assert page.count("<svg") == 3  # two of the finding, one of the smallest example
    assert "stroke-dasharray" in page


def test_the_overview(out: Path) -> None:
    page = (out / "overview.html").read_text("utf-8")
    tree = html5lib.parse(page, namespaceHTMLElements=False)
    shown = "".join(tree.itertext())
    assert "4 submissions: 2 pass, 2 fail, 0 not judged" in shown
    assert "Jean-Luc d'Été (1004) is graded already: this row is left as it is" in shown
    assert "Nobody (1006) has 2 rows in the worksheet" in shown
    assert "Nobody (1006)no delivery" in shown
    judged_rows = [row for row in read_rows(out).values() if row["verdict"] in ("pass", "fail")]
    assert len(judged_rows) == 4
    assert f"Mean {mean(float(row['total']) for row in judged_rows):.4g}, " in shown
    for link in tree.iter("a"):
        file, _, place = unquote(link.get("href")).partition("#")
        assert (out / file).is_file() if file else page.count(f'id="{place}"') == 1


def test_the_table_is_no_worksheet(out: Path) -> None:
    result = grade(out.parent, "--worksheet", "out/grades.csv")
    expected = "identifiers such as Participant 123 in the first column, expected Moodle's"
    assert result.returncode == 2
    assert result.stderr.startswith(f"lab grade: out/grades.csv:1:1: found no {expected}")


def test_the_same_command_again_judges_nothing(out: Path) -> None:
    before = read_contents(out)
    result = grade(out.parent, "--worksheet", "sheet.csv", "--course", "course.toml", "--jobs", 1)
    assert result.returncode == 0
    assert read_contents(out) == before


def edit_run(folder: Path, **values: object) -> None:
    """Change values in run.json; those that are ... are removed."""
    run = json.loads((folder / "run.json").read_text()) | values
    run = {name: value for name, value in run.items() if value is not ...}
    (folder / "run.json").write_text(json.dumps(run))


@pytest.mark.parametrize("damage", [{"seed": ...}, {"seed": "x"}, {"submissions": [{}]}])
def test_a_damaged_record_of_the_previous_run_is_refused(
    out: Path, tmp_path: Path, damage: dict[str, object]
) -> None:
    message = "run.json: found a damaged record of a run, expected one as lab grade writes it\n"
    edit_run(shutil.copytree(out, tmp_path / "out"), **damage)
    assert_grade_refused(tmp_path, message)


def read_contents(folder: Path) -> dict[str, bytes]:
    """All files of a folder."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def test_a_run_keeps_what_it_was_given(tmp_path: Path) -> None:
    two = [name for name in kit.CLASS if name.endswith(("_1002", "_1003"))]
    kit.moodle(tmp_path / "class.zip", {name: kit.CLASS[name] for name in two})
    (tmp_path / "sheet.csv").write_text(kit.WORKSHEET, newline="")
    (tmp_path / "course.toml").write_text(f"{kit.COURSE}[points]\nencode = 4\n")
    given = ("--course=course.toml", "--worksheet=sheet.csv")
    assert grade(tmp_path, *given).returncode == 0
    for name in ("course.toml", "sheet.csv"):
        (tmp_path / name).unlink()
    before = read_contents(tmp_path / "out")
    again = ("grade", "class.zip", "-o", "out")
    result = run_lab(*again, cwd=tmp_path)
    assert result.stderr == "2 submissions: 1 pass, 1 fail, 0 not judged\n"
    assert read_contents(tmp_path / "out") == before
    assert read_rows(tmp_path / "out")["1003"]["of"] == "24"

    (tmp_path / "other.toml").write_text("points.encode = 2")
    result = run_lab(*again, "--course", "other.toml", cwd=tmp_path)
    line = "the course changes: points.encode 4 -> 2, deadline 2026-03-01 12:00:00 -> none"
    assert result.stderr.splitlines()[0] == line


# ---------------------------------------------------------------- what cannot be


@pytest.mark.parametrize("name", ["out", "out.partial", "out.old"])
def test_a_folder_that_grade_did_not_make_is_not_replaced(name: str, tmp_path: Path) -> None:
    message = f"lab grade: {name}: this exists, and is not from lab grade\n"
    (tmp_path / name).mkdir()
    (tmp_path / name / "notes.txt").write_text("mine")
    assert_grade_refused(tmp_path, message)
    (tmp_path / name).rename(tmp_path / "real")
    (tmp_path / name).symlink_to("real")
    real = "lab grade: " + (str(tmp_path / "real") if name == "out" else name)
    assert_grade_refused(tmp_path, f"{real}: this exists, and is not from lab grade")
    (tmp_path / name).unlink()
    (tmp_path / name).write_text("mine")
    assert_grade_refused(tmp_path, message)


def test_an_empty_folder_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    assert_grade_refused(tmp_path, "lab grade: out: this exists, and is not from lab grade\n")


FOREIGN_PATHS = (  # in OUT
    *("letters/ada.txt", "notes.txt", "grades-csv", "run/notes.txt", ".hidden"),
    *("submissions/ada/notes.txt", "submissions/gone/notes.txt", "similar/judged/1.html"),
    *("judged/notes.json", "judged/2026.json"),
)


def write_out(folder: Path, *names: str) -> None:
    """Make an OUT with these files and an old page."""
    begin_run(folder)
    write_files(folder, {name: name for name in (*names, "submissions/gone/feedback.html")})


def begin_run(folder: Path) -> None:
    """Make a folder as lab grade does."""
    folder.mkdir(exist_ok=True)
    save_json(folder / "run.json", {})


def test_files_of_other_programs_stay_in_out(tmp_path: Path) -> None:
    out = OutputFolder(tmp_path / "out")
    write_out(out.path, *FOREIGN_PATHS)
    (out.path / "link").symlink_to("letters")
    with out.build():
        begin_run(out.partial)
    assert os.readlink(out.path / "link") == "letters"
    (out.path / "link").unlink()
    expected = {"run.json": b"{}\n", **{name: name.encode() for name in FOREIGN_PATHS}}
    assert read_contents(out.path) == expected
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


@pytest.mark.parametrize("has_out", [True, False])
def test_a_run_that_was_killed_at_its_end_loses_no_file(has_out: bool, tmp_path: Path) -> None:
    out = OutputFolder(tmp_path / "out")
    write_out(out.old, *FOREIGN_PATHS)
    if has_out:
        begin_run(out.path)
    with out.build():
        begin_run(out.partial)
    expected = {"run.json": b"{}\n", **{name: name.encode() for name in FOREIGN_PATHS}}
    assert read_contents(tmp_path) == {f"out/{name}": data for name, data in expected.items()}


def test_two_files_of_one_name_are_both_kept(tmp_path: Path) -> None:
    for name in ("out", "out.old"):
        write_out(tmp_path / name, "notes.txt")
    message = "lab grade: out.old/notes.txt: this exists, and is not from lab grade\n"
    assert_grade_refused(tmp_path, message)


def test_a_link_to_out_stays_a_link(tmp_path: Path) -> None:
    kit.moodle(tmp_path / "class.zip", {"Ana_1": {}})
    (tmp_path / "real").mkdir()
    (tmp_path / "out").symlink_to("real/grades")
    for _ in range(2):
        assert grade(tmp_path).returncode == 0
        assert os.readlink(tmp_path / "out") == "real/grades"
        assert (tmp_path / "real/grades/grades.csv").is_file()
        assert [path.name for path in (tmp_path / "real").iterdir()] == ["grades"]


@pytest.mark.parametrize("path", [long("../out"), "link/out"])
def test_the_way_to_out_changes_no_points(path: str, tmp_path: Path) -> None:
    folder = tmp_path / "class"
    folder.mkdir()
    (folder / "link").symlink_to("..")
    kit.moodle(folder / "class.zip", {"Ana_1": kit.make_submission("Ana")})
    done = run_lab("grade", "--puzzle", kit.LATIN, "class.zip", "-o", path, cwd=folder)
    summary = "1 submission: 1 pass, 0 fail, 0 not judged\n"
    assert (done.returncode, done.stderr) == (0, summary)


@pytest.mark.parametrize("name", [".", "/"])
def test_out_is_no_folder_without_a_name(name: str) -> None:
    with pytest.raises(Unusable, match="exists, and is not from lab grade"):
        OutputFolder(Path(name))


@pytest.mark.parametrize(
    ("students", "class_name", "out_name"),
    [
        (".", ".", "grades"),
        long(".", "../class", "../class/grades"),
        long(".", "../link", "grades"),
        long(".", ".", "shortcut"),
        long("download", ".", "grades"),
        long("download", ".", "download/grades"),
        ("submitted", ".", "submitted/grades"),
    ],
)
def test_out_is_no_submission(
    students: str, class_name: str, out_name: str, tmp_path: Path
) -> None:
    folder = tmp_path / "class"
    for name in ("ada", "bob"):
        inner = folder / students / name / ("work" if students == "submitted" else "")
        inner.mkdir(parents=True)
        (inner / "latin.lp").write_text("")
    (tmp_path / "link").symlink_to("class")
    if out_name == "shortcut":
        (folder / out_name).symlink_to("real")
    command = ("grade", "--puzzle", kit.LATIN, class_name, "-o", out_name)
    out = folder / out_name
    for _ in range(2):
        done = run_lab(*command, cwd=folder)
        assert (done.returncode, done.stderr.split(":")[0]) == (0, "2 submissions"), done.stderr
        run = json.loads((out / "run.json").read_text())
        assert [submission["key"] for submission in run["submissions"]] == ["ada", "bob"]
        assert not [notice for notice in run["notices"] if "grades" in notice]
        out = out.resolve()
        for ending in ("partial", "old"):  # as if the next run had been killed
            shutil.copytree(out, out.with_name(f"{out.name}.{ending}"))


@pytest.mark.long
def test_a_class_is_graded_beside_nested_folders(tmp_path: Path) -> None:
    """A missing program makes copies of a delivery for the teacher; the second run replaces OUT."""
    files = {f"Ana/{name}": text for name, text in kit.make_submission("Ana").items()}
    folder = write_files(tmp_path / "class", {**files, "Zoë/latin.lp": "a.", "Luis/b": ""})
    nest_folders(folder / "Zoë", 1200, "a")
    nest_folders(folder / "Luis", 20, "n" * 255)
    for _ in range(2):
        done = run_lab("grade", "--puzzle", kit.LATIN, "class", "-o", "out", cwd=tmp_path)
        summary = "3 submissions: 1 pass, 2 fail, 0 not judged\n"
        assert (done.returncode, done.stderr) == (0, summary)
        copies = [path.name for path in (tmp_path / "out/submissions/Zoë/delivered").iterdir()]
        assert copies == ["latin.lp"]
    remove_tree(folder)


def test_out_in_a_submission_is_refused(tmp_path: Path) -> None:
    write_files(tmp_path / "class", {"ada/latin.lp": "", "bob/latin.lp": ""})
    message = "class/ada/out: this is in the submission ada; name a folder that is in none\n"
    command = ("grade", "--puzzle", kit.LATIN, "class", "-o")
    assert_refused(tmp_path, message, *command, "class/ada/out")
    begin_run(tmp_path / "out")
    message = "lab grade: out: found no submission, expected the download"
    assert_refused(tmp_path, message, "grade", "--puzzle", kit.LATIN, "out", "-o", "out")


def test_the_lock_of_another_process(tmp_path: Path) -> None:
    out = OutputFolder(tmp_path / "out")
    lock = tmp_path / ".out.lock"
    message = "out: another lab grade is at work there; if process {pid} is something else"
    lock.write_text("mine")
    assert_refused(tmp_path, message.format(pid="?"), "grade", tmp_path, "-o", "out")
    lock.unlink()
    with hold_lock(tmp_path / "out", "lab grade"):
        assert_refused(tmp_path, message.format(pid=os.getpid()), "grade", tmp_path, "-o", "out")
    leave_lock(tmp_path / "out")
    assert lock.is_file()
    with out.build() as temporary:
        assert temporary.is_dir()
        save_json(out.partial / "run.json", {})
    assert [path.name for path in tmp_path.iterdir()] == ["out"]
    assert sorted(path.name for path in out.path.iterdir()) == ["judged", "run", "run.json"]


def leave_lock(path: Path) -> None:
    """Leave the lock file of a process that was killed while it held the lock."""
    code = "import os, sys; from pathlib import Path; from lab.common.locks import hold_lock\n"
    code += "with hold_lock(Path(sys.argv[1]), 'lab grade'): os.kill(os.getpid(), 9)"
    subprocess.run([sys.executable, "-c", code, str(path)], cwd=ROOT)


def test_no_file_names_a_temporary_path(tmp_path: Path) -> None:
    inner = write_zip(tmp_path / "inner.zip", {"work.zip": "damaged"}).read_bytes()
    files = {"bob/encode.py": "1/0", "bob/latin.lp": "a(X).", "cid/a.zip": "damaged"}
    write_zip(tmp_path / "class.zip", {"ada/inner.zip": inner, **files})
    assert grade(tmp_path).returncode == 0
    for path in (tmp_path / "out").rglob("*.[ch]*"):  # tables and pages
        text = path.read_text("utf-8")
        assert "temporary" not in text and str(tmp_path) not in text, path
    page = (tmp_path / "out/submissions/ada/feedback.html").read_text()
    assert "inner.zip/work.zip: found another kind of file, expected a zip" in page


def test_a_class_without_submissions_leaves_no_files(tmp_path: Path) -> None:
    kit.moodle(tmp_path / "class.zip", {})
    result = grade(tmp_path)
    assert (result.returncode, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert [path.name for path in tmp_path.iterdir()] == ["class.zip"]


def test_without_a_sandbox_no_program_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LAB_SANDBOX_WITHOUT", "bubblewrap,Landlock,landlock,bwrap")
    kit.moodle(tmp_path / "class.zip", kit.CLASS)
    result = grade(tmp_path)
    assert result.returncode == 2
    assert "--trust runs them all the same" in result.stderr


SPANISH_COURSE = 'language = "es"\n'
SPANISH_ERRORS = {  # files, options, and what is printed
    "no class": (
        {"class/notes.txt": ""},
        ["class"],
        "class: no hay ninguna entrega, se esperaba la descarga de Moodle, Blackboard o Canvas, la "
        "carpeta de nbgrader, o una carpeta o un zip con una carpeta o un zip por estudiante",
    ),
    "one submission": (
        {"class/encode.py": "", "class/latin.lp": ""},
        ["class"],
        "class: hay una sola entrega, se esperaban varias; para una está lab check",
    ),
    "nothing there": ({}, ["class"], "class: no existe ese fichero o carpeta"),
    "no path": ({}, [], "hay 0 clases, se esperaba una"),
    "a class for an autograder": (
        {"class/notes.txt": ""},
        ["class", "--autograder=gradescope", "--worksheet=w", "--jobs=2"],
        "--autograder no va con CLASS, --worksheet, --jobs",
    ),
    "another OUT": ({"out/a.txt": ""}, ["class"], "out: esto existe y no es de lab grade"),
    "a bad course": (
        {"course.toml": SPANISH_COURSE + "group = 0\n"},
        ["class"],
        "course.toml:2: group: hay 0, se esperaba un número entero, 1 como mínimo",
    ),
    "a decimal comma in a course": (
        {"course.toml": SPANISH_COURSE + "pass = 12,5\n"},
        ["class"],
        "course.toml:2:7: pass: hay 12,5, se esperaba un número de 0 a 10000, como 12.5",
    ),
    "no worksheet": (
        {"sheet.csv": "a,b\n"},
        ["class", "--worksheet", "sheet.csv"],
        "sheet.csv:1:1: no hay ninguna fila bajo los encabezados, se esperaba la hoja de "
        "calificaciones de Moodle",
    ),
}


@pytest.mark.parametrize("name", SPANISH_ERRORS)
def test_errors_of_a_course_are_in_its_language(name: str, tmp_path: Path) -> None:
    files, options, message = SPANISH_ERRORS[name]
    write_files(tmp_path, {"course.toml": SPANISH_COURSE, **files})
    arguments = ["--puzzle", kit.LATIN, "--course", "course.toml", "-o", "out", *options]
    done = run_lab("grade", *arguments, cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"lab grade: {message}\n")


def test_a_wrong_row_of_adjust_is_told_in_the_language_of_the_latest_run(tmp_path: Path) -> None:
    kit.moodle(tmp_path / "class.zip", {})
    (tmp_path / "out" / "run").mkdir(parents=True)
    (tmp_path / "out" / "run" / "course.toml").write_text('language = "de"\n')
    save_json(tmp_path / "out" / "run.json", {"puzzle": str(kit.LATIN)})
    rows = "student,points,reason,comment,deadline\nA,viel\n"
    (tmp_path / "out" / "adjust.csv").write_text(rows)
    done = run_lab("grade", "class.zip", "-o", "out", cwd=tmp_path)
    message = "lab grade: out/adjust.csv:2:2: die Punkte 'viel', erwartet: etwa -1,5\n"
    assert (done.returncode, done.stderr) == (2, message)
