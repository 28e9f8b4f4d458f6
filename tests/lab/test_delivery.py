"""Whether a delivery is complete: zips of strangers, names of files, names of people."""

import contextlib
import dataclasses
import io
import json
import os
import signal
import stat
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import PurePosixPath
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest

from lab import Unusable
from lab.check import report, watch
from lab.check.examine import Examination
from lab.check.folder_bank import FolderBank
from lab.check.subject import Subject
from lab.common.findings import Finding, Remark, Report
from lab.common.terminal import get_console
from lab.common.words import Place
from lab.delivery import authors, deliveries, layout, zips
from lab.delivery.deliveries import DeliveryOptions
from lab.grade import course
from lab.handout import contents
from lab.handout.texts import HandoutTexts
from lab.runner.pool import TaskPool
from tests import kit

SUBJECT = Subject(FolderBank(kit.LIGHT_UP))
GOOD = kit.DATA / "students" / "right-in-all"
ONLY_ENCODE = kit.DATA / "students" / "only-encode"

# ---------------------------------------------------------------- zips


def zipped(path, files, method=zipfile.ZIP_DEFLATED):
    """Make a zip of texts by their names; a name may be a ZipInfo, too."""
    with zipfile.ZipFile(path, "w", method) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return path


def special(name, kind, text="/etc/passwd"):
    """An entry that is a link or a device, with its text."""
    info = zipfile.ZipInfo(name)
    info.external_attr = (kind | 0o777) << 16
    return {info: text}


def unpacked(tmp_path, texts, **limits):
    folder = tmp_path / "deep" / "folder"
    folder.mkdir(parents=True)
    archive = zipped(tmp_path / "work.zip", texts)
    return folder, zips.unpack(archive, folder, limits=zips.Limits(**limits))


OUTSIDE = ["../mine", "a/../../mine", "/tmp/mine", "..\\mine", "C:\\mine", "c:mine", "a/.."]


@pytest.mark.parametrize("name", OUTSIDE)
def test_no_path_leaves_the_folder(tmp_path, name):
    with pytest.raises(Unusable, match=r"work\.zip: found the path .*, which leaves the folder"):
        unpacked(tmp_path, {"encode.py": "", name: "text"})
    assert not [path for path in tmp_path.rglob("*") if path.is_file() and path.name == "mine"]
    assert list((tmp_path / "deep" / "folder").iterdir()) == []  # all is looked at first


def test_links_and_devices_are_not_made(tmp_path):
    kinds = {"link": stat.S_IFLNK, "pipe": stat.S_IFIFO, "disk": stat.S_IFBLK}
    files = {"encode.py": "print()", "a/b.py": ""}
    for name, kind in kinds.items():
        files |= special(name, kind)
    folder, found = unpacked(tmp_path, files)
    assert {path.relative_to(folder).as_posix() for path in folder.rglob("*")} == {
        *("encode.py", "a", "a/b.py")
    }
    assert set(map(str, found.links)) == set(kinds)
    assert (folder / "encode.py").read_text() == "print()"


BOMBS = {  # the limits, the files, what is reported
    "size": ({"size": 1 << 20}, {"a": "a" * 999_999, "b": "b" * 999_999}, "to more than 1 MB"),
    "ratio": ({}, {"zeros": "0" * (3 << 20)}, "zeros unpacks to more than 200 times its size"),
    "files": ({"files": 9}, dict.fromkeys("abcdefghij", ""), "found 10 files, expected 9 at most"),
    "entries": ({"entries": 9}, dict.fromkeys("abcdefghij", ""), "more than 9 entries"),
    "archive": ({"archive": 9}, {"a": ""}, "MB, expected 0 at most"),
    "depth": ({}, {"a/" * 60 + "b": ""}, "a path that is too long"),
    "name": ({}, {"ä" * 200: ""}, "a path that is too long"),
    "file and folder": ({}, {"a": "", "a/b": ""}, "a/b lies in a folder that is also a file"),
}


@pytest.mark.parametrize("name", BOMBS)
def test_bombs(tmp_path, name):
    limits, files, words = BOMBS[name]
    with pytest.raises(Unusable, match=words):
        unpacked(tmp_path, files, **limits)
    assert list((tmp_path / "deep" / "folder").iterdir()) == []


def test_a_size_that_lies_is_found_out(tmp_path):
    """The list of contents announces 5 bytes; there are 2 million."""
    archive = zipped(tmp_path / "work.zip", {"a": "0" * 2_000_000})
    data = archive.read_bytes()
    assert data.count((2_000_000).to_bytes(4, "little")) == 2  # in the header and in the list
    archive.write_bytes(data.replace((2_000_000).to_bytes(4, "little"), (5).to_bytes(4, "little")))
    (tmp_path / "folder").mkdir()
    with pytest.raises(Unusable, match="this zip is broken: Bad CRC-32"):
        zips.unpack(archive, tmp_path / "folder")
    assert sum(path.stat().st_size for path in (tmp_path / "folder").iterdir()) <= 5


def test_a_name_twice(tmp_path):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("encode.py", "one")
        with pytest.warns(UserWarning, match="Duplicate"):
            archive.writestr("encode.py", "two")
    (tmp_path / "work.zip").write_bytes(buffer.getvalue())
    with pytest.raises(Unusable, match=r"found encode\.py twice"):
        zips.unpack(tmp_path / "work.zip", tmp_path)


def patched(path, offset, value):
    """Change two bytes in the header of the first entry, and in its line of the list."""
    data = bytearray(path.read_bytes())
    for start in (offset, data.index(zips.ENTRY) + offset + 2):
        data[start : start + 2] = value.to_bytes(2, "little")
    path.write_bytes(data)


def test_a_password_and_an_unusual_method(tmp_path):
    archive = zipped(tmp_path / "a.zip", {"encode.py": ""})
    patched(archive, 6, zips.ENCRYPTED)
    with pytest.raises(Unusable, match=r"encode\.py needs a password, expected a zip without one"):
        zips.unpack(archive, tmp_path)
    archive = zipped(tmp_path / "b.zip", {"encode.py": "text"}, zipfile.ZIP_BZIP2)
    with pytest.raises(Unusable, match=r"encode\.py is packed in an unusual way, expected deflate"):
        zips.unpack(archive, tmp_path)


NO_ZIPS = {
    "a RAR archive": b"Rar!\x1a\x07\x00",
    "a 7-Zip archive": b"7z\xbc\xaf\x27\x1c",
    "a gzip archive": b"\x1f\x8b\x08",
    "another kind of file": b"PK\x03\x04 and no more",
}


@pytest.mark.parametrize("words", NO_ZIPS)
def test_what_is_no_zip(tmp_path, words):
    (tmp_path / "work.zip").write_bytes(NO_ZIPS[words])
    with pytest.raises(Unusable, match=f"work.zip: found {words}, expected a zip"):
        zips.unpack(tmp_path / "work.zip", tmp_path)


def test_a_broken_zip_is_one_line(tmp_path):
    data = zipped(tmp_path / "work.zip", {"encode.py": "print()" * 99}).read_bytes()
    for number in range(0, len(data), 3):
        (tmp_path / "work.zip").write_bytes(
            data[:number] + bytes([data[number] ^ 255]) + data[number + 1 :]
        )
        folder = tmp_path / str(number)
        folder.mkdir()
        try:
            zips.unpack(tmp_path / "work.zip", folder)
        except Unusable as error:
            assert "\n" not in str(error)


def renamed(path, name):
    """Give the first entry, whose name has as many bytes, a name in other bytes, without a flag."""
    data = path.read_bytes()
    path.write_bytes(data.replace(b"n" * len(name), name))


@pytest.mark.parametrize(
    ("data", "name"),
    [
        ("práctica.py".encode(), "práctica.py"),  # without the flag, as macOS has written it
        ("Ágora Ñu.py".encode("cp850"), "Ágora Ñu.py"),  # as Windows has written it
        ("naïve.py".encode("cp437"), "naïve.py"),
        (b"sub\\n.py", "sub/n.py"),
    ],
)
def test_names_in_odd_encodings(tmp_path, data, name):
    archive = zipped(tmp_path / "work.zip", {"n" * len(data): "text"})
    renamed(archive, data)
    folder = tmp_path / "folder"
    folder.mkdir()
    (path,) = zips.unpack(archive, folder).files
    assert str(path) == name
    assert (folder / name).read_text() == "text"


# ---------------------------------------------------------------- names of people

ANA, LUIS = "Ana García López", "Luis Pérez"
LABELLED = {  # a text, and the names in it
    f"Authors: {ANA}, {LUIS}": [ANA, LUIS],
    f"# Author(s): {ANA} and {LUIS}": [ANA, LUIS],
    f"% Autores: {ANA} y {LUIS}": [ANA, LUIS],
    f"Autor/a: {ANA}\nAutor: {LUIS}": [ANA, LUIS],
    "Auteurs : Zoé Dupont et Élise Martin": ["Zoé Dupont", "Élise Martin"],
    "Autor:innen: Jörg Müller und Eva Weiß": ["Jörg Müller", "Eva Weiß"],
    f"Authors:\n  - {ANA} (ana@example.org)\n  - {LUIS} 12345678A\n\nNotes": [ANA, LUIS],
    f"Authors\n-------\n{ANA}\n{LUIS}\n": [ANA, LUIS],
    f"# Authors: {ANA},\n#          {LUIS}\nimport sys": [ANA, LUIS],
    f"Authors: {ANA}\n         {LUIS}": [ANA, LUIS],
    f"Authors: {ANA}\nLight Up": [ANA],
    f"Authors:\n{ANA}, {LUIS}\n": [ANA, LUIS],
    "Authors: García López, Ana; Pérez, Luis": ["García López, Ana", "Pérez, Luis"],
    "Autores:\nGarcía López, Ana María\nGil Ruiz, Luis Ángel": [
        *("García López, Ana María", "Gil Ruiz, Luis Ángel")
    ],
    "**Authors:** Ana García, Luis Gil": ["Ana García", "Luis Gil"],
    "## **Authors**: Ana García, Luis Gil": ["Ana García", "Luis Gil"],
    "## Authors\n\n* **Ana García**\n* **Luis Gil**\n\n## Use": ["Ana García", "Luis Gil"],
    "AUTORES:\nANA GARCÍA\nLUIS GIL": ["ANA GARCÍA", "LUIS GIL"],
    "Sorted by size of the board": [],
    "Authors: 山田太郎, 佐藤花子": ["山田太郎", "佐藤花子"],
    "Authors: Иван Петров, Анна Иванова": ["Иван Петров", "Анна Иванова"],
    "Authors: student-001, s1234567": ["student-001", "s1234567"],
    "Authors: ...": [],
    "Authors: <name>, <name>": [],
    "Authors:\n  1.\n  2.\n\nWrite your names there": [],
    "Names of the files: encode.py, lightup.lp": [],
    "The authors of the rules are known.": [],
}


@pytest.mark.parametrize("text", LABELLED)
def test_names_after_a_label(text):
    assert authors.read_names(text) == LABELLED[text]


@pytest.mark.parametrize(
    ("name", "text", "is_named"),
    [
        (ANA, "made by ANA GARCIA LOPEZ", True),
        ("García López, Ana", ANA, True),
        ("Jörg Müller", "Joerg Mueller", True),
        ("Łukasz Żak", "Lukasz Zak", True),
        ("Seán O'Brien", "Sean O\u2019Brien", True),
        ("Ana Gil-Ruiz", "Ana Gil Ruiz", True),
        ("Жанна Ёлкина", "ЖАННА ЕЛКИНА", True),
        (LUIS, ANA, False),
        ("student-001", "student-002", False),
        (LUIS, "Luisa Pérez", False),
    ],
)
def test_accents_case_and_order_do_not_matter(name, text, is_named):
    assert authors.is_named(name, text) == is_named


def test_only_comments_and_docstrings_of_programs_are_read():
    script = f'"""Grids.\n\nAuthors: {ANA}\n"""\nauthors = name = "Bob: Stone"\n# Author: {LUIS}\n'
    comments = authors.read_comments(script, ".py")
    assert authors.read_names(comments) == [ANA, LUIS]
    assert not authors.is_named("Bob Stone", comments)
    comments = authors.read_comments(f"%* By {ANA}\n{LUIS} *%\nauthor(bob). % C\n", ".lp")
    assert [authors.is_named(name, comments) for name in (ANA, LUIS, "bob")] == [True, True, False]


def test_long_texts_are_read_in_time():
    """Texts as long as what is read of a file, which slow patterns need minutes for."""
    texts = ("%*" * 8000, '"""' * 5000, "Author " * 2000, "Authors: " + "a" * 16000, "(" * 16000)
    start = time.process_time()
    for text in texts:
        for suffix in (".py", ".lp"):
            authors.read_names(authors.read_comments(text, suffix) + "\n" + text)
    assert time.process_time() - start < 5.0


# ---------------------------------------------------------------- names of files

NEAR = {  # what there is, and what of it is meant by lightup.lp
    "light_up.lp": "light_up.lp",
    "LightUp.lp": "LightUp.lp",
    "lightup.lp.txt": "lightup.lp.txt",
    "lightup.pl": "lightup.pl",
    "lightup(1).lp": "lightup(1).lp",
    "lightup - copia.lp": "lightup - copia.lp",
    "ligthup.lp": "ligthup.lp",
    "src/lightup.lp": "src/lightup.lp",
    "other.lp": None,
    "light.txt": None,
    "old/lightup.lp light_up.lp": "old/lightup.lp",
}


@pytest.mark.parametrize("names", NEAR)
def test_a_missing_file_is_found_under_another_name(names):
    paths = list(map(PurePosixPath, names.split(" ") if "old" in names else [names]))
    near = layout.find_nearest("lightup.lp", paths)
    assert (near and str(near)) == NEAR[names]


def test_what_should_stay_at_home():
    home = {
        ".venv/bin/python": ".venv",
        "mine/pyvenv.cfg": "mine",
        "mine/lib/a.py": "mine",
        "a/__pycache__/encode.cpython-311.pyc": "a/__pycache__",
        "__MACOSX/._encode.py": "__MACOSX",
        ".DS_Store": ".DS_Store",
        ".git/HEAD": ".git",
        "domain.lp": "domain.lp",
        "dom01.lp": "dom01.lp",
        "dom01.txt": "dom01.txt",
        ".pytest_cache/README.md": ".pytest_cache",
        "encode.py~": "encode.py~",
        ".encode.py.swp": ".encode.py.swp",
    }
    kept = ["encode.py", "lightup.lp", "README.txt", "examples/dom01.txt", ".vscode/tasks.json"]
    kept += ["environment.py", "domains.md", "gitlog.txt"]
    paths = list(map(PurePosixPath, [*home, *kept]))
    found = {str(path): str(top) for path, top in layout.find_superfluous(paths).items()}
    assert found == home


# ---------------------------------------------------------------- deliveries

README = f"Authors: {ANA}, {LUIS}\n"
SCRIPT, PROGRAM = f'"""Authors: {LUIS}, {ANA}"""\n', f"% Autores: Ana Garcia Lopez y {LUIS}\n"
COMPLETE = {"README.txt": README, "encode.py": SCRIPT, "lightup.lp": PROGRAM}
DELIVERIES = {  # changes of the files of a complete delivery: codes, and a part of a message
    "complete": ({}, [], ""),
    "no README.txt": ({"README.txt": None}, ["readme"], "README.txt, which names the authors, is"),
    "readme.md": ({"README.txt": None, "readme.md": README}, ["readme"], "found readme.md"),
    "no names": ({"README.txt": "Run it.\n"}, ["authors"], "README.txt names no authors"),
    "three": (
        {name: text.replace(LUIS, f"{LUIS}, Eva Ruiz") for name, text in COMPLETE.items()},
        ["authors"],
        "README.txt names 3 authors, expected 2 at most",
    ),
    "names without a label": ({"README.txt": f"Light Up\n\n{ANA}\n{LUIS}\n"}, [], ""),
    "UTF-16": ({"README.txt": README.encode("utf-16")}, [], ""),
    "Latin-1": ({"README.txt": README.encode("latin-1")}, [], ""),
    "one of two": (
        {"lightup.lp": f"% Author: {ANA}\n"},
        ["authors"],
        f"lightup.lp does not name {LUIS}: README.txt does",
    ),
    "none in encode.py": ({"encode.py": "print()"}, ["authors"], "encode.py names no authors"),
    "mentioned": ({"encode.py": f"# made by {ANA} with {LUIS}"}, [], ""),
    "light_up.lp": (
        {"lightup.lp": None, "light_up.lp": PROGRAM},
        ["missing"],
        "lightup.lp is missing: found light_up.lp, expected lightup.lp",
    ),
    "Encode.py": (
        {"encode.py": None, "Encode.py": SCRIPT},
        ["missing"],
        "encode.py is missing: found Encode.py, expected encode.py",
    ),
    "lightup.lp.txt": (
        {"lightup.lp": None, "lightup.lp.txt": PROGRAM},
        ["missing"],
        "found lightup.lp.txt, expected lightup.lp",
    ),
    "decode.py is another": ({"encode.py": None, "decode.py": ""}, ["missing"], "encode.py is mis"),
    "in a folder": (
        {**dict.fromkeys(COMPLETE), **{f"lab1/{name}": text for name, text in COMPLETE.items()}},
        ["deep"],
        "the files lie in the folder lab1, expected at the top",
    ),
    "one in a folder": (
        {"lightup.lp": None, "src/lightup.lp": PROGRAM},
        ["missing"],
        "found src/lightup.lp, expected lightup.lp",
    ),
    "too deep": (
        {**dict.fromkeys(COMPLETE), **{f"a/b/{name}": text for name, text in COMPLETE.items()}},
        ["missing", "missing", "readme"],
        "encode.py is missing: found a/b/encode.py, expected encode.py",
    ),
    "caches": (
        {".venv/pyvenv.cfg": "", "__pycache__/a.pyc": "", "__MACOSX/._a": "", "domain.lp": ""},
        ["home"],
        "this should stay at home: .venv/, __MACOSX/, __pycache__/, domain.lp",
    ),
}


def written(folder, files):
    for name, text in files.items():
        if text is not None:
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return folder


def lacks(path, **asked):
    with deliveries.open_delivery("lightup", path, DeliveryOptions(**asked)) as work:
        return work


@pytest.mark.parametrize("name", DELIVERIES)
@pytest.mark.parametrize("form", ["folder", "zip"])
def test_deliveries(tmp_path, name, form):
    changes, codes, words = DELIVERIES[name]
    files = {**COMPLETE, **changes}
    if form == "folder":
        path = written(tmp_path / "work", files)
    else:
        path = zipped(tmp_path / "work.zip", {k: v for k, v in files.items() if v is not None})
    work = lacks(path)
    assert sorted(one.code for one in work.faults) == sorted(codes), work.faults
    found = [*work.findings, *work.remarks]
    assert any(words in one.message for one in found) or not words
    failing = codes if form == "zip" else [code for code in codes if code == "missing"]
    assert sorted(one.code for one in work.findings) == sorted(failing)
    assert len(work.authors) == (3 if name == "three" else 2)
    assert len(work.unjudged) == codes.count("missing")


def test_what_is_asked_decides_what_fails(tmp_path):
    folder = written(tmp_path / "work", {"encode.py": SCRIPT})
    archive = zipped(tmp_path / "work.zip", {"encode.py": SCRIPT})

    def failing(path, **asked):
        return {one.code for one in lacks(path, **asked).findings}

    assert failing(folder) == {"missing"}
    assert failing(folder, part="encode") == set()
    assert failing(folder, is_delivery=True) == {"missing", "readme"}
    assert failing(folder, part="encode", is_delivery=True) == {"readme"}
    assert failing(archive, part="encode") == {"readme"}
    assert failing(archive, part="encode", is_delivery=False) == set()
    assert lacks(folder, part="encode").unjudged == ("lightup.lp",)
    work = lacks(written(tmp_path / "both", COMPLETE), part="lightup")
    assert (work.script, work.unjudged) == (None, ("encode.py",))
    three = written(tmp_path / "three", {**COMPLETE, "README.txt": f"{README}Author: Eva Ruiz"})
    assert "expected 2" in lacks(three).remarks[0].message
    assert "expected" not in lacks(three, group=3).remarks[0].message


@pytest.mark.parametrize(
    ("files", "asked", "words"),
    [
        ({"notes.txt": ""}, {}, "found neither encode.py nor lightup.lp"),
        ({"notes.txt": ""}, {"part": "encode"}, "found no encode.py"),
        (COMPLETE, {"part": "rules"}, "--part: found rules, expected encode or lightup"),
    ],
)
def test_nothing_to_judge(tmp_path, files, asked, words):
    with pytest.raises(Unusable, match=words):
        lacks(written(tmp_path / "work", files), **asked)


def test_a_program_alone_is_no_delivery(tmp_path):
    path = written(tmp_path, {"mine.lp": PROGRAM}) / "mine.lp"
    work = lacks(path)
    assert (work.is_delivery, work.faults, work.unjudged) == (False, (), ())
    for asked in ({"part": "encode"}, {"is_delivery": True}):
        with pytest.raises(Unusable, match="found a logic program alone, expected a folder"):
            lacks(path, **asked)


def test_a_zip_is_unpacked_only_as_long_as_it_is_used(tmp_path, monkeypatch):
    room = tmp_path / "room"
    room.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(room))
    caches = {"venv/bin/a": "", "venv/pyvenv.cfg": "", "__MACOSX/._encode.py": ""}
    archive = zipped(tmp_path / "work.ZIP", {**COMPLETE, **caches})
    with deliveries.open_delivery("lightup", archive) as work:
        assert work.script.read_text() == SCRIPT
        assert sorted(path.name for path in work.folder.iterdir()) == sorted(COMPLETE)
        assert (work.name, work.given_path) == ("work.ZIP", str(archive))
    assert list(room.iterdir()) == []
    with pytest.raises(Unusable):
        lacks(zipped(tmp_path / "bad.zip", {"../encode.py": ""}))
    assert list(room.iterdir()) == []


def test_a_zip_in_a_zip_is_opened_once(tmp_path):
    archive = zipped(tmp_path / "1.zip", COMPLETE)
    for number, codes in ((2, ["deep"]), (3, ["deep", "missing", "missing", "readme"])):
        archive = zipped(tmp_path / f"{number}.zip", {archive.name: archive.read_bytes()})
        assert [one.code for one in lacks(archive).findings] == codes


@pytest.mark.parametrize("language", course.LANGUAGES)
def test_the_handouts_form_is_read(tmp_path, language):
    plan = dataclasses.replace(
        course.default_course(kit.LIGHT_UP), title="Una Tarea", language=language
    )
    start = contents.format_starts(HandoutTexts(kit.LIGHT_UP, plan, SUBJECT.atom))
    work = lacks(written(tmp_path / "empty", start))
    assert [one.place.file for one in work.remarks] == ["README.txt", "encode.py", "lightup.lp"]
    assert all("names no authors" in one.message for one in work.remarks)
    assert work.authors == ()
    filled = {}
    for name, text in start.items():
        label = next(line for line in text.splitlines() if line.rstrip(" :").endswith(WORDS))
        if name == "README.txt":
            filled[name] = text.replace("  1.", f"  1. {ANA}").replace("  2.", f"  2. {LUIS}")
        else:
            filled[name] = text.replace(label, f"{label} {LUIS}, {ANA}", 1)
    work = lacks(written(tmp_path / "filled", filled))
    assert (work.authors, work.faults) == ((ANA, LUIS), ())
    filled["README.txt"] = start["README.txt"].replace("  1.", f"  1. {ANA}")
    assert lacks(written(tmp_path / "one", filled)).authors == (ANA,)


WORDS = ("Authors", "Autores", "Auteurs", "Verfasser")


def test_links_are_not_followed(tmp_path):
    secret = tmp_path / "secret.txt"
    secret.write_text("Authors: Eva Ruiz\n")
    files = {name: text for name, text in COMPLETE.items() if name != "README.txt"}
    folder = written(tmp_path / "work", files)
    (folder / "README.txt").symlink_to(secret)
    assert "Eva Ruiz" not in str(lacks(folder))
    links = special("lightup.lp", stat.S_IFLNK, str(secret))
    work = lacks(zipped(tmp_path / "a.zip", {"README.txt": README, "encode.py": SCRIPT, **links}))
    assert [one.code for one in work.findings] == ["missing", "link"]
    assert "found a link, which is not followed" in work.findings[0].message


def test_every_puzzle_has_its_part(tmp_path):
    folder = written(tmp_path / "work", {"README.txt": README, "Latin.lp": PROGRAM})
    with deliveries.open_delivery("latin", folder, DeliveryOptions(part="latin")) as work:
        (finding,) = work.findings
    assert finding.message == "latin.lp is missing: found Latin.lp, expected latin.lp"
    assert work.unjudged == ("encode.py", "latin.lp")


# ---------------------------------------------------------------- reports


@pytest.fixture(scope="module")
def pool():
    with TaskPool() as pool:
        yield pool


@pytest.fixture(scope="module")
def lone(pool):
    """The report on a folder with encode.py alone."""
    with deliveries.open_delivery("lightup", ONLY_ENCODE) as work:
        return Examination(pool, SUBJECT, work).run()


def test_what_is_absent_is_never_passed_over(lone):
    assert (lone.verdict, lone.unjudged) == ("fail", ["lightup.lp"])
    assert report.format_verdict(lone) == "fail: 1 finding, not judged: lightup.lp"
    data = json.loads(report.format_json(lone))
    assert data["stages"] == {"delivery": "no", "contract": "yes"}
    assert (data["authors"], data["unjudged"]) == ([], ["lightup.lp"])
    assert [(one["stage"], one["code"]) for one in data["findings"]] == [("delivery", "missing")]
    suite = ElementTree.fromstring(report.format_junit(lone))[0]
    assert [case.get("name") for case in suite.iter("testcase")] == [
        "Is the delivery complete?",
        "Does it keep the contract?",
    ]
    assert suite.find(".//failure").get("type") == "missing"
    assert "not judged: lightup.lp" in suite.findtext("system-out")


def test_a_person_reads_whose_names_were_found():
    found = Report("work", reached={"delivery", "reads"}, authors=["Ana Gil", "Eva\x1b Ruiz"])
    with get_console().capture() as capture:
        report.print_report(found)
    assert capture.get() == (
        "Is the delivery complete? yes\n  authors: Ana Gil, Eva\\x1b Ruiz\nDoes it read? yes\n"
    )
    suite = ElementTree.fromstring(report.format_junit(found))[0]
    assert suite.findtext("system-out") == "authors: Ana Gil, Eva\\x1b Ruiz\n"


def test_a_part_that_is_asked_for_passes(pool):
    with deliveries.open_delivery("lightup", ONLY_ENCODE, DeliveryOptions(part="encode")) as work:
        found = Examination(pool, SUBJECT, work).run()
    assert (found.verdict, report.format_verdict(found)) == ("pass", "pass, not judged: lightup.lp")
    assert found.answer("delivery") == "no"  # there is no README.txt


def test_what_an_editor_reads():
    found = Report(
        "work", given_path="some/folder", files={"program": "lightup.lp", "encode": "encode.py"}
    )
    found.find(
        Finding("reads", "syntax", "found x", place=Place("mine.lp", 3, 7)),
        Finding("contract", "contract", "encode.py: wrong dim", part="encode", grid=[["x"]]),
        Finding("rules", "clue", "a clue is broken", mistake="m", sentence="Why."),
        Finding("delivery", "readme", "README.txt is missing", place=Place("README.txt")),
    )
    found.remarks += [
        Remark("contract", "time", "slow"),
        Remark("reads", "undefined", "a/1", Place("lightup.lp", 2)),
    ]
    assert report.format_gcc(found) == (
        "some/folder/README.txt:1:1: error: README.txt is missing\n"
        "some/folder/mine.lp:3:7: error: found x\n"
        "some/folder/encode.py:1:1: error: encode.py: wrong dim\n"
        "    grid\n"
        "    x\n"
        "some/folder/lightup.lp:1:1: error: a clue is broken\n"
        "    Why.\n"
        "some/folder/encode.py:1:1: warning: slow\n"
        "some/folder/lightup.lp:2:1: warning: a/1\n"
    )


def test_names_that_break_lines_stay_on_one(tmp_path):
    name = "ve\nnv"
    work = lacks(written(tmp_path / "work", {**COMPLETE, f"{name}/pyvenv.cfg": ""}))
    assert [one.message for one in work.remarks] == ["this should stay at home: ve\\nnv/"]
    with pytest.raises(Unusable) as error:
        unpacked(tmp_path, {f"../{name}": ""})
    assert "\n" not in str(error.value)
    found = Report("work", given_path="a\nb", files={"program": "lightup.lp"})
    found.remarks.append(Remark("rules", "square-only", "for\nsquares"))
    assert report.format_gcc(found) == "a\\nb/lightup.lp:1:1: warning: for\\nsquares\n"


def test_from_the_shell(tmp_path):
    files = {**COMPLETE, "lightup.lp": PROGRAM + "a :- b(X.\n", "domain.lp": "dim(1)."}
    archive = zipped(tmp_path / "work.zip", files)
    done = kit.run("-m", "lab", "check", archive, "--part=lightup", "--format=gcc")
    assert (done.returncode, done.stderr) == (1, "fail: 2 findings, not judged: encode.py\n")
    assert done.stdout.splitlines() == [
        f"{archive}/domain.lp:1:1: error: this should stay at home: domain.lp",
        f"{archive}/lightup.lp:2:9: error: the bracket ( of line 2 is not closed before this place",
    ]


# ---------------------------------------------------------------- watching


def test_what_is_watched(tmp_path):
    names = ["encode.py", "lightup.lp", "sub/rows.py", ".lightup.lp.swp", "lightup.lp~", "#a#"]
    written(tmp_path, dict.fromkeys([*names, "venv/a.py", ".git/HEAD", "junit.xml"], ""))

    def watched(path):
        return sorted(str(one.relative_to(tmp_path)) for one in watch.read_state(path, [JUNIT]))

    JUNIT = tmp_path / "junit.xml"
    assert watched(tmp_path) == ["encode.py", "lightup.lp", "sub/rows.py"]
    assert watched(tmp_path / "lightup.lp") == ["encode.py", "lightup.lp", "sub/rows.py"]
    assert watched(tmp_path / "work.zip") == watched(tmp_path / "nowhere") == []
    zipped(tmp_path / "work.zip", COMPLETE)
    assert watched(tmp_path / "work.zip") == ["work.zip"]


def test_saving_in_whatever_way_is_seen(tmp_path):
    file = written(tmp_path, {"lightup.lp": "a."}) / "lightup.lp"
    states = [watch.read_state(tmp_path)]

    def is_new():
        states.append(watch.read_state(tmp_path))
        return states[-1] not in states[:-1]

    assert not is_new()
    for text in ("b.", "bb."):
        (tmp_path / "new").write_text(text)
        (tmp_path / "new").rename(file)  # as editors save
        assert is_new()
    file.unlink()
    assert is_new()
    os.utime(written(tmp_path, {"lightup.lp": "a."}) / "lightup.lp", ns=(0, 0))
    assert is_new()


def test_a_burst_of_saves_is_one_change(tmp_path, monkeypatch):
    """Files are saved during the first four looks; what is returned is the state of the last."""
    looks = []

    def sleep(seconds):
        looks.append(seconds)
        if len(looks) <= 4:
            written(tmp_path, {f"{len(looks)}.lp": "a."})

    before = watch.read_state(tmp_path)
    monkeypatch.setattr(watch, "time", SimpleNamespace(sleep=sleep))  # not of other threads
    assert len(watch.await_settled(tmp_path, [], before)) == 4
    assert len(looks) <= 6


@pytest.mark.long
def test_it_runs_again_until_it_is_interrupted(tmp_path):
    folder = written(tmp_path / "work", {"lightup.lp": "a :- ", "README.txt": README})
    room = tmp_path / "room"
    room.mkdir()
    command = [sys.executable, "-m", "lab", "check", "--watch", "--part=lightup", str(folder)]
    pipes = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, "text": True}
    environment = {**os.environ, "TMPDIR": str(room)}
    with (
        subprocess.Popen(command, cwd=kit.ROOT, env=environment, **pipes) as process,
        contextlib.ExitStack() as stack,
    ):

        def verdicts():
            """The lines on standard error up to the one that says that it waits."""
            found = []
            while not (line := process.stderr.readline()).startswith(f"watching {folder}: saving"):
                assert line
                found.append(line)
            return found

        stack.callback(process.kill)  # if something below fails
        assert verdicts() == ["fail: 1 finding, not judged: encode.py\n"]
        for _ in range(5):  # a check of this program takes long, and does not come to its end
            written(folder, {"lightup.lp": (kit.ROOT / "lightup.lp").read_text()})
            time.sleep(1.0)
            written(folder, {"new": "a :- b(X. % Author: Eva Ruiz"})
            (folder / "new").rename(folder / "lightup.lp")
        assert set(verdicts()) == {"fail: 1 finding, not judged: encode.py\n"}
        (folder / "lightup.lp").unlink()
        (absent,) = verdicts()
        assert "found no lightup.lp" in absent
        written(folder, {"lightup.lp": "a :- "})
        time.sleep(1.0)
        process.send_signal(signal.SIGINT)
        words = process.stderr.read()
        assert words.endswith(f"no longer watching {folder}\n")
        assert process.wait() == 130
    assert list(room.iterdir()) == []
