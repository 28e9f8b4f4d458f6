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
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Any
from xml.etree import ElementTree

import pytest

from lab import Unusable, course
from lab.check import report, watch
from lab.check.bank.assignment import Assignment
from lab.check.bank.folder_bank import FolderBank
from lab.check.judges import run_judges
from lab.check.judges.examination import Examination
from lab.common.language import LANGUAGES
from lab.common.words import Place
from lab.course.texts import HandoutTexts, format_starts
from lab.delivery import authors, deliveries, layout, zips
from lab.delivery.deliveries import DeliveryOptions
from lab.findings import Finding, Remark, Report
from lab.runner.task_pool import TaskPool
from tests import kit
from tests.kit import Files, write_files, write_zip

ASSIGNMENT = Assignment(FolderBank(kit.LIGHT_UP))
ONLY_ENCODE = kit.DATA / "students" / "only-encode"

# ---------------------------------------------------------------- zips


def make_special_entry(
    name: str, kind: int, text: str = "/etc/passwd"
) -> dict[zipfile.ZipInfo, str]:
    """An entry that is a link or a device, with its text."""
    info = zipfile.ZipInfo(name)
    info.external_attr = (kind | 0o777) << 16
    return {info: text}


def unpack_files(tmp_path: Path, texts: Files, **limits: int) -> tuple[Path, zips.Contents]:
    folder = tmp_path / "deep" / "folder"
    folder.mkdir(parents=True)
    archive = write_zip(tmp_path / "work.zip", texts)
    return folder, zips.unpack(archive, folder, limits=zips.ZipLimits(**limits))


OUTSIDE = ["../mine", "a/../../mine", "/tmp/mine", "..\\mine", "C:\\mine", "c:mine", "a/.."]


@pytest.mark.parametrize("name", OUTSIDE)
def test_no_path_leaves_the_folder(tmp_path: Path, name: str) -> None:
    with pytest.raises(Unusable, match=r"work\.zip: found the path .*, which leaves the folder"):
        unpack_files(tmp_path, {"encode.py": "", name: "text"})
    assert not [path for path in tmp_path.rglob("*") if path.is_file() and path.name == "mine"]
    assert list((tmp_path / "deep" / "folder").iterdir()) == []  # all is looked at first


def test_links_and_devices_are_not_made(tmp_path: Path) -> None:
    kinds = {"link": stat.S_IFLNK, "pipe": stat.S_IFIFO, "disk": stat.S_IFBLK}
    files: dict[Any, str] = {"encode.py": "print()", "a/b.py": ""}
    for name, kind in kinds.items():
        files |= make_special_entry(name, kind)
    folder, unpacked = unpack_files(tmp_path, files)
    assert {path.relative_to(folder).as_posix() for path in folder.rglob("*")} == {
        *("encode.py", "a", "a/b.py")
    }
    assert set(map(str, unpacked.links)) == set(kinds)
    assert (folder / "encode.py").read_text() == "print()"


BOMBS: dict[str, tuple[dict[str, int], Files, str]] = {  # the limits, the files, what is reported
    "size": ({"size": 1 << 20}, {"a": "a" * 999_999, "b": "b" * 999_999}, "to more than 1 MB"),
    "entries": ({"entries": 9}, dict.fromkeys("abcdefghij", ""), "more than 9 entries"),
    "archive": ({"archive": 9}, {"a": ""}, "MB, expected 0 at most"),
    "depth": ({}, {"a/" * 60 + "b": ""}, "a path of 61 parts, expected 50 at most"),
}


@pytest.mark.parametrize("name", BOMBS)
def test_bombs(tmp_path: Path, name: str) -> None:
    limits, files, message = BOMBS[name]
    with pytest.raises(Unusable, match=message):
        unpack_files(tmp_path, files, **limits)
    assert list((tmp_path / "deep" / "folder").iterdir()) == []


def test_a_size_that_lies_is_found_out(tmp_path: Path) -> None:
    """The list of contents announces 5 bytes; there are 2 million."""
    archive = write_zip(tmp_path / "work.zip", {"a": "0" * 2_000_000})
    data = archive.read_bytes()
    assert data.count((2_000_000).to_bytes(4, "little")) == 2  # in the header and in the list
    archive.write_bytes(data.replace((2_000_000).to_bytes(4, "little"), (5).to_bytes(4, "little")))
    (tmp_path / "folder").mkdir()
    with pytest.raises(Unusable, match="this zip is broken: Bad CRC-32"):
        zips.unpack(archive, tmp_path / "folder")
    assert sum(path.stat().st_size for path in (tmp_path / "folder").iterdir()) <= 5


@pytest.mark.parametrize("names", [["ä" * 200], ["a", "a/b"], ["a/b", "a"]])
def test_names_that_no_folder_can_have(tmp_path: Path, names: list[str]) -> None:
    with pytest.raises(Unusable, match=r"work\.zip: (File name too long|File exists)$"):
        unpack_files(tmp_path, dict.fromkeys(names, ""))


def test_the_last_file_of_a_name_in_a_zip_is_unpacked(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "work.zip", "w") as archive:
        archive.writestr("encode.py", "one")
        with pytest.warns(UserWarning, match="Duplicate"):
            archive.writestr("encode.py", "two")
    (tmp_path / "folder").mkdir()
    zips.unpack(tmp_path / "work.zip", tmp_path / "folder")
    assert (tmp_path / "folder" / "encode.py").read_text() == "two"


def patch_header(path: Path, offset: int, value: int) -> None:
    """Change two bytes in the header of the first entry, and in its line of the list."""
    data = bytearray(path.read_bytes())
    for start in (offset, data.index(zips.ENTRY) + offset + 2):
        data[start : start + 2] = value.to_bytes(2, "little")
    path.write_bytes(data)


def test_a_password_and_an_unusual_method(tmp_path: Path) -> None:
    archive = write_zip(tmp_path / "a.zip", {"encode.py": ""})
    patch_header(archive, 6, zips.ENCRYPTED)
    with pytest.raises(Unusable, match=r"encode\.py needs a password, expected a zip without one"):
        zips.unpack(archive, tmp_path)
    archive = write_zip(tmp_path / "b.zip", {"encode.py": "text"}, zipfile.ZIP_BZIP2)
    with pytest.raises(Unusable, match=r"encode\.py is packed in an unusual way, expected deflate"):
        zips.unpack(archive, tmp_path)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "found another kind of file, expected a zip"),
        (b"Rar!\x1a\x07\x00", "found another kind of file, expected a zip"),
        (b"PK\x03\x04 and no more", "this zip is broken: it ends too early"),
    ],
)
def test_a_file_that_cannot_be_unpacked_as_a_zip(tmp_path: Path, data: bytes, message: str) -> None:
    (tmp_path / "work.zip").write_bytes(data)
    with pytest.raises(Unusable) as error:
        zips.unpack(tmp_path / "work.zip", tmp_path)
    assert str(error.value).endswith(f"work.zip: {message}")


def test_a_broken_zip_is_one_line(tmp_path: Path) -> None:
    data = write_zip(tmp_path / "work.zip", {"encode.py": "print()" * 99}).read_bytes()
    messages = set()
    for number in range(0, len(data), 3):
        (tmp_path / "work.zip").write_bytes(
            data[:number] + bytes([data[number] ^ 255]) + data[number + 1 :]
        )
        folder = tmp_path / str(number)
        folder.mkdir()
        try:
            zips.unpack(tmp_path / "work.zip", folder)
        except Unusable as error:
            messages.add(str(error))
    assert len(messages) > 2
    assert not [message for message in messages if "\n" in message]


def rename_first_entry(path: Path, name: bytes) -> None:
    """Give the first entry, whose name has as many bytes, a name in other bytes, without a flag."""
    data = path.read_bytes()
    path.write_bytes(data.replace(b"n" * len(name), name))


@pytest.mark.parametrize(
    ("data", "name"),
    [
        ("práctica.py".encode(), "práctica.py"),  # without the flag, as macOS has written it
        ("naïve.py".encode("cp437"), "naïve.py"),  # as Windows has written it
        (b"sub\\n.py", "sub/n.py"),
    ],
)
def test_names_in_odd_encodings(tmp_path: Path, data: bytes, name: str) -> None:
    archive = write_zip(tmp_path / "work.zip", {"n" * len(data): "text"})
    rename_first_entry(archive, data)
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
def test_names_after_a_label(text: str) -> None:
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
def test_accents_case_and_order_do_not_matter(name: str, text: str, is_named: bool) -> None:
    assert authors.is_named(name, text) == is_named


def test_only_comments_and_docstrings_of_programs_are_read() -> None:
    script = f'"""Grids.\n\nAuthors: {ANA}\n"""\nauthors = name = "Bob: Stone"\n# Author: {LUIS}\n'
    comments = authors.read_comments(script, ".py")
    assert authors.read_names(comments) == [ANA, LUIS]
    assert not authors.is_named("Bob Stone", comments)
    comments = authors.read_comments("print('#const n=3.', \"# Bob\")  # Ana\n", ".py")
    assert comments == "# Ana"
    comments = authors.read_comments('a("% Bob"). % Ana\n', ".lp")
    assert comments == "% Ana"
    comments = authors.read_comments(f"%* By {ANA}\n{LUIS} *%\nauthor(bob). % C\n", ".lp")
    assert [authors.is_named(name, comments) for name in (ANA, LUIS, "bob")] == [True, True, False]


@pytest.mark.parametrize(
    ("begin", "part"),
    [
        ("", "%*"),
        kit.long("Authors: ", "a"),
        *(kit.long("", part) for part in ('"""', '\\"', "Author ", "(")),
    ],
)
def test_the_work_for_a_text_grows_as_its_size(begin: str, part: str) -> None:
    """Up to the size of what is read of a file; slow patterns need minutes for some texts."""

    def read_authors(size: int) -> None:
        text = begin + part * (size // len(part))
        for suffix in (".py", ".lp"):
            authors.read_names(authors.read_comments(text, suffix) + "\n" + text)

    kit.assert_linear(read_authors, 16_000)


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
def test_a_missing_file_is_found_under_another_name(names: str) -> None:
    paths = list(map(PurePosixPath, names.split(" ") if "old" in names else [names]))
    near = layout.find_nearest("lightup.lp", paths)
    assert (near and str(near)) == NEAR[names]


def test_files_that_do_not_belong_in_a_delivery_are_named() -> None:
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
        ".vscode/tasks.json": ".vscode",
        ".encode.py.swp": ".encode.py.swp",
    }
    kept = ["encode.py", "lightup.lp", "README.txt", "examples/dom01.txt"]
    kept += ["environment.py", "domains.md", "gitlog.txt"]
    paths = list(map(PurePosixPath, [*home, *kept]))
    tops = {str(path): str(top) for path, top in layout.find_superfluous(paths).items()}
    assert tops == home


# ---------------------------------------------------------------- deliveries

README = f"Authors: {ANA}, {LUIS}\n"
SCRIPT, PROGRAM = f'"""Authors: {LUIS}, {ANA}"""\n', f"% Autores: Ana Garcia Lopez y {LUIS}\n"
COMPLETE = {"README.txt": README, "encode.py": SCRIPT, "lightup.lp": PROGRAM}


def move_to(*paths: str) -> Files:
    """Return the changes of the files that put the programs at other places."""
    names = {path: "encode.py" if "ncode" in path else "lightup.lp" for path in paths}
    return {**dict.fromkeys(names.values()), **{path: COMPLETE[names[path]] for path in paths}}


# changes of the files of a complete delivery: codes, and a part of a message
DELIVERIES: dict[str, tuple[Files, list[str], str]] = {
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
    "rich text": (
        {"README.txt": f"{{\\rtf1\\ansi\n{README}"},
        ["authors"],
        "README.txt names no authors: found rich text (RTF), expected plain text: save the file so",
    ),
    "Latin-1": ({"README.txt": README.encode("latin-1")}, [], ""),
    "one of two": (
        {"lightup.lp": f"% Author: {ANA}\n"},
        ["authors"],
        f"lightup.lp:1: found 'Author: {ANA}', expected the names of README.txt, "
        f"of which these are missing: {LUIS}",
    ),
    "other names": (
        {"lightup.lp": "% the rules\n\n% Created by: Ana Ruiz, Li Lei\n% Input: cell\n"},
        ["authors"],
        "lightup.lp:3: found 'Created by: Ana Ruiz, Li Lei', expected the names of README.txt, "
        f"of which these are missing: {ANA}, {LUIS}",
    ),
    "none in encode.py": ({"encode.py": "print()"}, ["authors"], "encode.py names no authors"),
    "mentioned": ({"encode.py": f"# made by {ANA} with {LUIS}"}, [], ""),
    "light_up.lp": (move_to("light_up.lp"), ["name"], "found light_up.lp, expected lightup.lp"),
    "the only logic program": (
        {**move_to("final (2).lp"), "domain.lp": "", "viz-lightup.lp": ""},
        ["name", "home"],
        "found final (2).lp, expected lightup.lp",
    ),
    "the only logic program, in a folder": (
        {**dict.fromkeys(COMPLETE), "a/b/final.LP": PROGRAM, "a/README.txt": README},
        ["name", "missing", "deep"],
        "found a/b/final.LP, expected lightup.lp",
    ),
    "two that may be the program": (
        move_to("lightup1.lp", "lightup2.lp"),
        ["missing"],
        "lightup.lp is missing: found lightup2.lp, expected lightup.lp",
    ),
    "Encode.py": ({**move_to("Encode.py"), "decode.py": ""}, ["name"], "found Encode.py, expect"),
    "lightup.lp.txt": (move_to("lightup.lp.txt"), ["name"], "found lightup.lp.txt, expected light"),
    "decode.py is another": ({"encode.py": None, "decode.py": ""}, ["missing"], "encode.py is mis"),
    "in a folder": (
        {**dict.fromkeys(COMPLETE), **{f"lab1/{name}": text for name, text in COMPLETE.items()}},
        ["deep"],
        "the files lie in the folder lab1, expected at the top",
    ),
    "one in a folder": (move_to("src/lightup.lp"), ["missing"], "found src/lightup.lp, expected"),
    "deep in folders": (
        {**dict.fromkeys(COMPLETE), **{f"a/b c/d/{n}": text for n, text in COMPLETE.items()}},
        ["deep"],
        "the files lie in the folder a/b c/d, expected at the top",
    ),
    "in a folder, README.txt above": (
        move_to("a/b/encode.py", "a/b/lightup.lp"),
        ["deep"],
        "the files lie in the folder a/b, expected at the top",
    ),
    "in a folder, beside an old version and a helper": (
        {**move_to("old/lightup.lp", "new/encode.py", "new/lightup.lp"), "test.py": ""},
        ["deep"],
        "the files lie in the folder new, expected at the top",
    ),
    "at the top, and a copy": ({"old/encode.py": SCRIPT, "old/lightup.lp": PROGRAM}, [], ""),
    "in two folders": (
        move_to("a/encode.py", "a/lightup.lp", "b/encode.py", "b/lightup.lp"),
        ["missing", "missing"],
        "lightup.lp is missing: found a/lightup.lp, b/lightup.lp, expected lightup.lp",
    ),
    "caches": (
        {".venv/pyvenv.cfg": "", "__pycache__/a.pyc": "", "__MACOSX/._a": "", "domain.lp": ""},
        ["home"],
        "this should stay at home: .venv/, __pycache__/, domain.lp",
    ),
    "added by Finder, Explorer, editors and git": (
        {**dict.fromkeys(("__MACOSX/._a", ".DS_Store", "desktop.ini", "Thumbs.db"), "")}
        | {"a.lp~": "", ".idea/a.xml": "", ".git/HEAD": ""},
        *([], ""),
    ),
    "README.md, too": ({"README.md": "Notes"}, [], ""),
}


def read_delivery(path: Path, **options: Any) -> deliveries.Delivery:
    with deliveries.open_delivery("lightup", path, DeliveryOptions(**options)) as delivery:
        return delivery


@pytest.mark.parametrize("name", DELIVERIES)
@pytest.mark.parametrize("form", ["folder", "zip"])
def test_deliveries(tmp_path: Path, name: str, form: str) -> None:
    changes, codes, part = DELIVERIES[name]
    files = {**COMPLETE, **changes}
    if form == "folder":
        path = write_files(tmp_path / "work", files)
    else:
        path = write_zip(tmp_path / "work.zip", {k: v for k, v in files.items() if v is not None})
    delivery = read_delivery(path)
    assert sorted(fault.code for fault in delivery.faults) == sorted(codes), delivery.faults
    messages = [finding.message for finding in delivery.findings]
    messages += [remark.message for remark in delivery.remarks]
    assert any(part in message for message in messages) or not part
    findings = [code for code in codes if code != "deep"]
    assert sorted(fault.code for fault in delivery.findings) == sorted(findings)
    made = Report("work", findings=delivery.findings)
    assert made.verdict == ("fail" if "missing" in codes else "pass")
    assert Report("work", findings=delivery.findings, is_strict=True).verdict == (
        "fail" if findings else "pass"
    )
    assert len(delivery.authors) == (3 if name == "three" else 2)
    assert len(delivery.unjudged) == codes.count("missing")


def test_a_missing_file_is_a_fault_only_in_the_part_that_is_judged(tmp_path: Path) -> None:
    folder = write_files(tmp_path / "work", {"encode.py": SCRIPT})
    archive = write_zip(tmp_path / "work.zip", {"encode.py": SCRIPT})

    def failing(path: Path, **options: Any) -> set[str]:
        return {fault.code for fault in read_delivery(path, **options).findings}

    for path in (folder, archive):
        assert failing(path) == {"missing", "readme"}
        assert failing(path, part="encode") == {"readme"}
    assert read_delivery(folder, part="encode").unjudged == ("lightup.lp",)
    delivery = read_delivery(write_files(tmp_path / "both", COMPLETE), part="lightup")
    assert (delivery.script, delivery.unjudged) == (None, ("encode.py",))
    three = write_files(tmp_path / "three", {**COMPLETE, "README.txt": f"{README}Author: Eva Ruiz"})
    assert "expected 2" in read_delivery(three).findings[0].message
    assert "expected 2" not in read_delivery(three, group=3).findings[0].message


@pytest.mark.parametrize(
    ("files", "options", "message"),
    [
        ({"notes.txt": ""}, {}, "found neither encode.py nor lightup.lp"),
        ({"notes.txt": ""}, {"part": "encode"}, "found no encode.py"),
        (COMPLETE, {"part": "rules"}, "--part: found rules, expected encode or lightup"),
    ],
)
def test_nothing_to_judge_is_refused(
    tmp_path: Path, files: Files, options: dict[str, str], message: str
) -> None:
    with pytest.raises(Unusable, match=message):
        read_delivery(write_files(tmp_path / "work", files), **options)


def test_a_program_alone_is_no_delivery(tmp_path: Path) -> None:
    path = write_files(tmp_path, {"mine.lp": PROGRAM}) / "mine.lp"
    delivery = read_delivery(path)
    assert (delivery.is_lone_program, delivery.faults, delivery.unjudged) == (True, (), ())
    for options in ({"part": "encode"}, {"is_handed_in": True}):
        with pytest.raises(Unusable, match="found a logic program alone, expected a folder"):
            read_delivery(path, **options)


def test_a_zip_is_unpacked_while_it_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = tmp_path / "room"
    room.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(room))
    caches = {"venv/bin/a": "", "venv/pyvenv.cfg": "", "__MACOSX/._encode.py": ""}
    archive = write_zip(tmp_path / "work.ZIP", {**COMPLETE, **caches})
    with deliveries.open_delivery("lightup", archive) as delivery:
        assert delivery.script
        assert delivery.script.read_text() == SCRIPT
        assert sorted(path.name for path in delivery.folder.iterdir()) == sorted(COMPLETE)
        assert (delivery.name, delivery.given_path) == ("work.ZIP", str(archive))
    assert list(room.iterdir()) == []
    with pytest.raises(Unusable):
        read_delivery(write_zip(tmp_path / "bad.zip", {"../encode.py": ""}))
    assert list(room.iterdir()) == []


def test_a_zip_in_a_zip_is_opened_once(tmp_path: Path) -> None:
    archive = write_zip(tmp_path / "1.zip", COMPLETE)
    for number, codes in ((2, ["deep"]), (3, ["deep", "missing", "missing", "readme"])):
        archive = write_zip(tmp_path / f"{number}.zip", {archive.name: archive.read_bytes()})
        assert [fault.code for fault in read_delivery(archive).faults] == codes


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_handouts_form_is_read(tmp_path: Path, language: str) -> None:
    plan = dataclasses.replace(
        course.make_default_course(kit.LIGHT_UP), title="Una Tarea", language=language
    )
    start = format_starts(HandoutTexts(kit.LIGHT_UP, plan, ASSIGNMENT.atom))
    delivery = read_delivery(write_files(tmp_path / "empty", start))
    files = [fault.place.file for fault in delivery.findings]
    assert files == ["README.txt", "encode.py", "lightup.lp"]
    assert all("names no authors" in fault.message for fault in delivery.findings)
    assert delivery.authors == ()
    filled = {}
    for name, text in start.items():
        label = next(line for line in text.splitlines() if line.rstrip(" :").endswith(WORDS))
        if name == "README.txt":
            filled[name] = text.replace("  1.", f"  1. {ANA}").replace("  2.", f"  2. {LUIS}")
        else:
            filled[name] = text.replace(label, f"{label} {LUIS}, {ANA}", 1)
    delivery = read_delivery(write_files(tmp_path / "filled", filled))
    assert (delivery.authors, delivery.faults) == ((ANA, LUIS), ())
    filled["README.txt"] = start["README.txt"].replace("  1.", f"  1. {ANA}")
    assert read_delivery(write_files(tmp_path / "one", filled)).authors == (ANA,)


WORDS = ("Authors", "Autores", "Auteurs", "Verfasser")


def test_links_are_not_followed(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("Authors: Eva Ruiz\n")
    files = {name: text for name, text in COMPLETE.items() if name != "README.txt"}
    folder = write_files(tmp_path / "work", files)
    (folder / "README.txt").symlink_to(secret)
    assert "Eva Ruiz" not in str(read_delivery(folder))
    links = make_special_entry("lightup.lp", stat.S_IFLNK, str(secret))
    delivery = read_delivery(
        write_zip(tmp_path / "a.zip", {"README.txt": README, "encode.py": SCRIPT, **links})
    )
    assert [fault.code for fault in delivery.findings] == ["missing", "link"]
    assert delivery.findings[1].message == "links are not followed: lightup.lp"


def test_every_puzzle_has_its_part(tmp_path: Path) -> None:
    folder = write_files(tmp_path / "work", {"Latin1.lp": PROGRAM, "Latin2.lp": PROGRAM})
    with deliveries.open_delivery("latin", folder, DeliveryOptions(part="latin")) as delivery:
        finding = delivery.findings[0]
    assert finding.message == "latin.lp is missing: found Latin2.lp, expected latin.lp"
    assert delivery.unjudged == ("encode.py", "latin.lp")


# ---------------------------------------------------------------- reports


@pytest.fixture(scope="module")
def pool() -> Iterator[TaskPool]:
    with TaskPool() as pool:
        yield pool


@pytest.fixture(scope="module")
def encode_report(pool: TaskPool) -> Report:
    """The report on a folder with encode.py alone."""
    with deliveries.open_delivery("lightup", ONLY_ENCODE) as delivery:
        return run_judges(Examination(pool, ASSIGNMENT, delivery))


def test_each_format_reports_a_missing_program(encode_report: Report) -> None:
    assert (encode_report.verdict, encode_report.unjudged) == ("fail", ["lightup.lp"])
    assert report.format_verdict(encode_report) == "fail: 3 findings, not judged: lightup.lp"
    data = json.loads(report.format_json(encode_report))
    assert data["stages"] == {"delivery": "no", "contract": "yes"}
    assert (data["authors"], data["unjudged"]) == ([], ["lightup.lp"])
    assert [(finding["stage"], finding["code"]) for finding in data["findings"]] == [
        ("delivery", "missing"),
        ("delivery", "readme"),
        ("delivery", "authors"),
    ]
    suite = ElementTree.fromstring(report.format_junit(encode_report))[0]
    assert [case.get("name") for case in suite.iter("testcase")] == [
        "Is the delivery complete? (1)",
        "Is the delivery complete? (2)",
        "Is the delivery complete? (3)",
        "Does it keep the contract?",
    ]
    assert [suite.get(name) for name in ("tests", "failures")] == ["4", "1"]
    failure = suite.find(".//failure")
    assert failure is not None
    assert failure.get("type") == "missing"
    assert "not judged: lightup.lp" in suite.findtext("system-out", "")


def test_a_person_reads_whose_names_were_found() -> None:
    names = ["Ana Gil", "Eva\x1b Ruiz"]
    delivery_report = Report("work", reached={"delivery", "reads"}, authors=names)
    with contextlib.redirect_stdout(io.StringIO()) as output:
        report.print_report(delivery_report)
    assert output.getvalue() == (
        "Is the delivery complete? yes\n  authors: Ana Gil, Eva\\x1b Ruiz\nDoes it read? yes\n"
    )
    suite = ElementTree.fromstring(report.format_junit(delivery_report))[0]
    assert suite.findtext("system-out") == "authors: Ana Gil, Eva\\x1b Ruiz\n"


def test_a_part_that_is_asked_for_passes(pool: TaskPool) -> None:
    with deliveries.open_delivery(
        "lightup", ONLY_ENCODE, DeliveryOptions(part="encode")
    ) as delivery:
        delivery_report = run_judges(Examination(pool, ASSIGNMENT, delivery))
    assert (delivery_report.verdict, report.format_verdict(delivery_report)) == (
        "pass",
        "pass, with 2 findings on the delivery, not judged: lightup.lp",
    )
    assert delivery_report.answers["delivery"] == "no"  # there is no README.txt


def test_findings_are_printed_in_lines_for_an_editor() -> None:
    delivery_report = Report(
        "work", given_path="some/folder", files={"program": "lightup.lp", "encode": "encode.py"}
    )
    delivery_report.add_findings(
        Finding("reads", "syntax", "found x", place=Place("mine.lp", 3, 7)),
        Finding("contract", "contract", "encode.py: wrong dim", part="encode", grid=[["x"]]),
        Finding("rules", "clue", "a clue is broken", mistake="m", sentence="Why."),
        Finding("rules", "lit", "lightup.lp:15 forbids it", culprits=(Place("lightup.lp", 15),)),
        Finding("delivery", "readme", "No README.txt", part="", place=Place("README.txt")),
    )
    delivery_report.remarks += [
        Remark("contract", "time", "slow"),
        Remark("reads", "undefined", "a/1", Place("lightup.lp", 2)),
    ]
    assert report.format_gcc(delivery_report) == (
        "some/folder/README.txt:1:1: warning: No README.txt\n"
        "some/folder/mine.lp:3:7: error: found x\n"
        "some/folder/encode.py:1:1: error: encode.py: wrong dim\n"
        "    grid\n"
        "    x\n"
        "some/folder/lightup.lp:1:1: error: a clue is broken\n"
        "    Why.\n"
        "some/folder/lightup.lp:15:1: error: lightup.lp:15 forbids it\n"
        "some/folder/encode.py:1:1: warning: slow\n"
        "some/folder/lightup.lp:2:1: warning: a/1\n"
    )


def test_names_that_break_lines_stay_on_one(tmp_path: Path) -> None:
    name = "ve\nnv"
    delivery = read_delivery(write_files(tmp_path / "work", {**COMPLETE, f"{name}/pyvenv.cfg": ""}))
    assert [fault.message for fault in delivery.findings] == ["this should stay at home: ve\\nnv/"]
    with pytest.raises(Unusable) as error:
        unpack_files(tmp_path, {f"../{name}": ""})
    assert "\n" not in str(error.value)
    delivery_report = Report("work", given_path="a\nb", files={"program": "lightup.lp"})
    delivery_report.remarks.append(Remark("rules", "square-only", "for\nsquares"))
    assert report.format_gcc(delivery_report) == "a\\nb/lightup.lp:1:1: warning: for\\nsquares\n"


def test_from_the_shell(tmp_path: Path) -> None:
    files = {**COMPLETE, "lightup.lp": PROGRAM + "a :- b(X.\n", "domain.lp": "dim(1)."}
    archive = write_zip(tmp_path / "work.zip", files)
    process = kit.run("-m", "lab", "check", archive, "--part=lightup", "--format=gcc")
    assert (process.returncode, process.stderr) == (1, "fail: 2 findings, not judged: encode.py\n")
    assert process.stdout.splitlines() == [
        f"{archive}/domain.lp:1:1: warning: this should stay at home: domain.lp",
        f"{archive}/lightup.lp:2:9: error: the bracket ( of line 2 is not closed before this place",
    ]


# ---------------------------------------------------------------- watching


def test_watch_sees_programs_and_no_other_files(tmp_path: Path) -> None:
    names = ["encode.py", "lightup.lp", "sub/rows.py", ".lightup.lp.swp", "lightup.lp~", "#a#"]
    write_files(tmp_path, dict.fromkeys([*names, "venv/a.py", ".git/HEAD", "junit.xml"], ""))

    def list_watched(path: Path) -> list[str]:
        return sorted(str(file.relative_to(tmp_path)) for file in watch.read_state(path))

    assert list_watched(tmp_path) == ["encode.py", "lightup.lp", "sub/rows.py"]
    assert list_watched(tmp_path / "lightup.lp") == ["encode.py", "lightup.lp", "sub/rows.py"]
    assert list_watched(tmp_path / "work.zip") == list_watched(tmp_path / "nowhere") == []
    write_zip(tmp_path / "work.zip", COMPLETE)
    assert list_watched(tmp_path / "work.zip") == ["work.zip"]


def test_saving_in_whatever_way_is_seen(tmp_path: Path) -> None:
    file = write_files(tmp_path, {"lightup.lp": "a."}) / "lightup.lp"
    states = [watch.read_state(tmp_path)]

    def is_new() -> bool:
        states.append(watch.read_state(tmp_path))
        return states[-1] not in states[:-1]

    assert not is_new()
    for text in ("b.", "bb."):
        (tmp_path / "new").write_text(text)
        (tmp_path / "new").rename(file)  # as editors save
        assert is_new()
    file.unlink()
    assert is_new()
    os.utime(write_files(tmp_path, {"lightup.lp": "a."}) / "lightup.lp", ns=(0, 0))
    assert is_new()


@pytest.mark.long
def test_watch_checks_each_change_until_it_is_interrupted(tmp_path: Path) -> None:
    folder = write_files(tmp_path / "work", {"lightup.lp": "a :- ", "README.txt": README})
    room = tmp_path / "room"
    room.mkdir()
    command = [sys.executable, "-m", "lab", "check", "--watch", "--part=lightup", str(folder)]
    pipes: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, "text": True}
    environment = {**os.environ, "TMPDIR": str(room)}
    with (
        subprocess.Popen(command, cwd=kit.ROOT, env=environment, **pipes) as process,
        contextlib.ExitStack() as stack,
    ):

        def read_verdicts() -> list[str]:
            """Return the lines on standard error before the next announcement of waiting."""
            assert process.stderr
            lines: list[str] = []
            while not (line := process.stderr.readline()).startswith(f"watching {folder}: saving"):
                assert line
                lines.append(line)
            return lines

        stack.callback(process.kill)  # if something below fails
        assert read_verdicts() == ["fail: 2 findings, not judged: encode.py\n"]
        for _ in range(5):  # a check of this program takes long, and does not come to its end
            write_files(folder, {"lightup.lp": (kit.ROOT / "lightup.lp").read_text()})
            time.sleep(1.0)
            write_files(folder, {"new": "a :- b(X. % Author: Eva Ruiz"})
            (folder / "new").rename(folder / "lightup.lp")
        assert set(read_verdicts()) == {"fail: 2 findings, not judged: encode.py\n"}
        (folder / "lightup.lp").unlink()
        (absent,) = read_verdicts()
        assert "found no lightup.lp" in absent
        write_files(folder, {"lightup.lp": "a :- "})
        time.sleep(1.0)
        process.send_signal(signal.SIGINT)
        assert process.stderr
        last_lines = process.stderr.read()
        assert last_lines.endswith(f"no longer watching {folder}\n")
        assert process.wait() == 130
    assert list(room.iterdir()) == []
