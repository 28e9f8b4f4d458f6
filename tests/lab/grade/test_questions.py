"""What a person has to look at stands in a list, with the files of the student in OUT."""

import csv
import io
from pathlib import Path

import html5lib
import pytest

from lab import Unusable
from lab.common.language import use_language
from lab.grade import judging
from tests.kit import long_except, run_lab
from tests.lab.grade import kit

REFUSALS = {
    "en": "this is a .rar, which cannot be opened; deliver a .zip",
    "es": "esto es un .rar, que no se puede abrir; entregad un .zip",
    "fr": "ceci est un .rar, qui ne peut pas être ouvert ; remettez un .zip",
    "de": "dies ist ein .rar, das nicht geöffnet werden kann; geben Sie ein .zip ab",
}
EMPTY = {
    "en": "lightup.lp is empty",
    "es": "lightup.lp está vacío",
    "fr": "lightup.lp est vide",
    "de": "lightup.lp ist leer",
}


@pytest.mark.parametrize("language", REFUSALS)
def test_another_archive_is_named(tmp_path: Path, language: str) -> None:
    (tmp_path / "Ana").mkdir()
    (tmp_path / "Ana" / "work.rar").write_bytes(b"Rar!")
    use_language(language)
    with pytest.raises(Unusable) as refusal:
        judging.prepare_delivery(tmp_path / "Ana", tmp_path)
    assert str(refusal.value) == f"{tmp_path / 'Ana' / 'work.rar'}: {REFUSALS[language]}"


@pytest.mark.parametrize("language", long_except(EMPTY, "fr"))
def test_an_empty_program_says_so(tmp_path: Path, language: str) -> None:
    program = tmp_path / "lightup.lp"
    program.write_text(" \n\n")
    done = run_lab("check", program, "--language", language)
    assert done.returncode == 1
    assert f"  {EMPTY[language]}\n" in done.stdout


@pytest.mark.usefixtures("small_boards")
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
        (home / student).mkdir(parents=True)
        for name, data in files.items():
            (home / student / name).write_bytes(data)
    (home / "Zoe.7z").write_bytes(b"7z")
    out = tmp_path / "out"
    assert run_lab("grade", home, "-o", out, "--trust", "--puzzle", kit.LATIN).returncode == 0
    page = html5lib.parse((out / "overview.html").read_text("utf-8"), namespaceHTMLElements=False)
    (heading,) = (each for each in page.iter("h2") if each.text == "Needs a person")
    body = next(each for each in page.iter() if heading in list(each))
    items = list(body)[list(body).index(heading) + 1]
    reasons = {item[0].text: item[0].tail for item in items}
    links = [link.get("href") for item in items for link in item.findall("a")[1:]]
    assert reasons["Ana"].strip(" ·\n") == f": Ana/work.rar: {REFUSALS['en']}"
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
    assert not (out / "submissions" / "Eva" / "delivered").exists()
    rows = list(csv.DictReader(io.StringIO((out / "grades.csv").read_text("utf-8-sig"))))
    assert [row["mistakes"].split("; ")[0] for row in rows if row["submission"] == "Zoe"] == [
        "Zoe.7z: this is a .7z, which cannot be opened"
    ]
