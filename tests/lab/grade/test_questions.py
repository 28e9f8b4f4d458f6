"""What a person has to look at stands in a list, with the files of the student in OUT."""

import zipfile
from pathlib import Path

import html5lib
import pytest

from lab import Unusable
from lab.common.language import use_language
from lab.grade import judging
from tests.kit import long_except, read_table, run_lab, write_files
from tests.lab.grade import kit

REFUSALS = {
    "en": "this is a .rar, which cannot be opened; deliver a .zip",
    "de": "dies ist ein .rar, das nicht geöffnet werden kann; geben Sie ein .zip ab",
}
EMPTY = {"en": "lightup.lp is empty", "fr": "lightup.lp est vide"}


@pytest.mark.parametrize("language", REFUSALS)
def test_another_archive_is_named(tmp_path: Path, language: str) -> None:
    (tmp_path / "Ana").mkdir()
    (tmp_path / "Ana" / "work.rar").write_bytes(b"Rar!")
    use_language(language)
    with pytest.raises(Unusable) as refusal:
        judging.prepare_delivery(tmp_path / "Ana", tmp_path)
    assert str(refusal.value) == f"{tmp_path / 'Ana' / 'work.rar'}: {REFUSALS[language]}"


@pytest.mark.parametrize("language", long_except(EMPTY, "fr"))
def test_an_empty_program_has_a_finding_in_each_language(tmp_path: Path, language: str) -> None:
    program = tmp_path / "lightup.lp"
    program.write_text(" \n\n")
    done = run_lab("check", program, "--language", language)
    assert done.returncode == 1
    assert f"  {EMPTY[language]}\n" in done.stdout


@pytest.mark.long
def test_a_person_finds_the_files_beside_the_list(tmp_path: Path) -> None:
    right = {"encode.py": kit.SCRIPT.encode(), "latin.lp": kit.PROGRAM.encode()}
    deliveries: dict[str, dict[str, bytes]] = {
        "Ana": {"work.rar": b"Rar!"},
        "Bob": {**right, "latin.lp": b""},
        "Eva": right,
        "Luis": {"encode.py": right["encode.py"]},
    }
    home = tmp_path / "class"
    for student, files in deliveries.items():
        write_files(home / student, files)
    (home / "Zoe.7z").write_bytes(b"7z")
    out = tmp_path / "out"
    assert run_lab("grade", home, "-o", out, "--trust", "--puzzle", kit.LATIN).returncode == 0
    page = html5lib.parse((out / "overview.html").read_text("utf-8"), namespaceHTMLElements=False)
    (heading,) = (each for each in page.iter("h2") if each.text == "Needs a person")
    body = next(each for each in page.iter() if heading in list(each))
    items = list(body)[list(body).index(heading) + 1]
    reasons = {item[0].text: item[0].tail for item in items}
    links = [link.get("href") for item in items for link in item.findall("a")[1:]]
    assert reasons["Ana"].strip(" ·\n") == f": work.rar: {REFUSALS['en']}"
    assert reasons["Bob"].strip(" ·\n") == ": latin.lp is empty"
    assert list(reasons) == ["Ana", "Bob", "Luis", "Zoe"]
    assert links == [
        "submissions/Ana/delivered/work.rar",
        "submissions/Bob/delivered/encode.py",
        "submissions/Bob/delivered/latin.lp",
        "submissions/Luis/delivered/encode.py",
        "submissions/Zoe/delivered/Zoe.7z",
    ]
    assert (out / links[0]).read_bytes() == b"Rar!"
    with zipfile.ZipFile(out / "feedback.zip") as archive:
        assert archive.namelist() == [f"{name}/feedback.html" for name in ("Bob", "Eva", "Luis")]
    text = (out / "submissions" / "Ana" / "feedback.html").read_text("utf-8")
    assert REFUSALS["en"] in text and " 25" not in text
    assert not (out / "submissions" / "Eva" / "delivered").exists()
    rows = read_table((out / "grades.csv").read_text("utf-8"))
    for header in ("encode", "late", "adjustment", "total"):
        assert [row["submission"] for row in rows if not row[header]] == ["Ana", "Zoe"], header
    assert [row["mistakes"].split("; ")[0] for row in rows if row["submission"] == "Zoe"] == [
        "Zoe.7z: this is a .7z, which cannot be opened"
    ]


PLACES = {  # names of files in the zip of a student; points of 25, "" if a person decides
    "at the top": (("encode.py", "latin.lp"), "25"),
    "in folders": (("Abgabe 1/latin/encode.py", "Abgabe 1/latin/latin.lp"), "25"),
    "with the whole path": (("home/ana/uni asp/encode.py", "home/ana/uni asp/latin.lp"), "25"),
    "with another name": (("encode.py", "latin_final2.lp"), "23"),
    "in two folders": (("a/encode.py", "a/latin.lp", "b/encode.py", "b/latin.lp"), ""),
    "with two names": (("encode.py", "latin1.lp", "latin2.lp"), ""),
    "with other names": (("encode.py", "rules.lp", "solve.lp"), ""),
    "without a program": (("encode.py",), "5"),
}


@pytest.mark.long
def test_files_at_any_depth_are_judged_unless_a_person_has_to_choose(tmp_path: Path) -> None:
    submissions: dict[str, dict[str, str]] = {}
    worksheet = kit.WORKSHEET.splitlines(keepends=True)[:1]
    for number, (name, (files, _)) in enumerate(PLACES.items(), start=1):
        texts = kit.make_submission(name)
        by_suffix = {".py": texts["encode.py"], ".lp": texts["latin.lp"]}
        folder = str(Path(files[0]).parent)
        submissions[f"{name}_{number}"] = {
            f"{folder}/README.txt": texts["README.txt"],
            **{file: by_suffix[Path(file).suffix] for file in files},
        }
        times = '"Sunday, 1 March 2026, 12:00 PM",-'
        worksheet.append(f"Participant {number},{name},,,,25.00,Yes,{times},\r\n")
    kit.moodle(tmp_path / "class.zip", submissions)
    (tmp_path / "sheet.csv").write_text("".join(worksheet), newline="")
    command = ("--puzzle", kit.LATIN, "--worksheet", "sheet.csv", "-o", "out")
    done = run_lab("grade", "class.zip", *command, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    rows = read_table((tmp_path / "out" / "worksheet.csv").read_text("utf-8"))
    grades = {row["Full name"]: row["Grade"].removesuffix(".00") for row in rows}
    assert grades == {name: points for name, (_, points) in PLACES.items()}
    overview = (tmp_path / "out" / "overview.html").read_text("utf-8")
    assert "encode.py is missing: found a/encode.py, b/encode.py, expected encode.py" in overview


WORDS = {
    "en": ("pass, with 3 findings on the delivery", "pass"),
    "de": ("bestanden; zur Abgabe: 3 Befunde", "bestanden"),
}


@pytest.mark.long
@pytest.mark.parametrize("language", WORDS)
def test_check_and_grade_agree_on_right_programs_without_names(
    tmp_path: Path, language: str
) -> None:
    texts = {"encode.py": kit.SCRIPT, "latin.lp": kit.PROGRAM}
    home = write_files(tmp_path / "class" / "Ana", texts)
    puzzle = ("--puzzle", kit.LATIN)
    done = run_lab("check", home, *puzzle, "--language", language)
    assert (done.returncode, done.stderr) == (0, f"{WORDS[language][0]}\n")
    strict = run_lab("check", home, *puzzle, "--delivery", "--seed", 1)
    assert (strict.returncode, strict.stderr) == (1, "fail: 3 findings\n")
    (tmp_path / "course.toml").write_text(f'language = "{language}"\n')
    command = ("class", "-o", "out", "--course", "course.toml")
    assert run_lab("grade", *puzzle, *command, cwd=tmp_path).returncode == 0
    text = (tmp_path / "out" / "grades.csv").read_text("utf-8")
    (row,) = read_table(text, "," if language == "en" else ";")
    assert (row["verdict"], row["total"]) == (WORDS[language][1], "23")
