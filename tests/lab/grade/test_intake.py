"""The submissions of a class are found in each form that a teacher may have it in."""

import shutil
import tarfile
import zipfile
from datetime import datetime
from pathlib import Path

import pytest

from lab import Unusable, puzzles
from lab.common.files import DEEPEST
from lab.common.language import use_language
from lab.grade import digests, downloads, intake, outputs
from lab.grade.grading import Submission
from lab.grade.session import add_version
from lab.sandbox.folders import remove_tree
from tests import kit
from tests.kit import write_files, write_zip

NAMES = {  # of students, by their numbers
    "1001": "Ana Pérez",
    "1002": "Luis O'Hara-Núñez",
    "1003": 'Zoë "Z" Müller',
    "1004": "李 雷",
    "1005": "Group 7 - B",
}
PROGRAM = "cell(0,0,b).\n"


def read_class(path: Path, temporary: Path) -> tuple[list[Submission], list[str]]:
    """Read a class of the first puzzle."""
    return intake.read_class(path, temporary, "lightup.lp")


def list_moodle_files(ending: str, work: str = "/lightup.lp") -> dict[str, str]:
    """Return the files of Moodle's download: texts by paths."""
    files = {f"{name}_{id}_assignsubmission_file{ending}{work}": id for id, name in NAMES.items()}
    texts = {
        f"{name}_{id}_assignsubmission_onlinetext{ending}/onlinetext.html": "<p>"
        for id, name in NAMES.items()
    }
    return files | texts


FORMS = {
    "folders": list_moodle_files(""),
    "folders before 4.1": list_moodle_files("_"),
    "without folders": list_moodle_files("", "_lightup.lp"),
    "deep inside": list_moodle_files("", "/my work/src/lightup.lp"),
}


@pytest.mark.parametrize("is_zip", [True, False], ids=["zip", "folder"])
@pytest.mark.parametrize("form", FORMS)
def test_moodle(tmp_path: Path, form: str, is_zip: bool) -> None:
    make = write_zip if is_zip else write_files
    path = make(tmp_path / "class", FORMS[form])
    submissions, notices = read_class(path, tmp_path / "room")
    assert {submission.number: submission.name for submission in submissions} == NAMES
    for submission in submissions:
        assert submission.path.is_dir()
        assert [path.read_text() for path in submission.path.rglob("*.lp")] == [submission.number]
        assert [path.name for path in submission.path.rglob("*.*")] == ["lightup.lp"]
    assert notices == []


def test_a_download_for_groups(tmp_path: Path) -> None:
    files = {
        "Group 7_31_assignsubmission_file/lightup.lp": "",
        "Default group_assignsubmission_file/lightup.lp": "",
    }
    folder = write_files(tmp_path / "class", files)
    groups = [(group.name, group.number) for group in read_class(folder, tmp_path)[0]]
    assert groups == [("Default group", ""), ("Group 7", "31")]


BLACKBOARD = "Lab 1_{}_attempt_2027-01-{}-23-55-00"
NO_TEXT = "There is no student submission text data for this assignment."
SUMMARY = "Name: Ada (ada)\n\nSubmission Field:\n{}\n\nComments:\nNone.\n\nFiles:\n"


def read_files(submissions: list[Submission]) -> dict[str, dict[str, str]]:
    """Return the texts of the files of each submission, by keys."""
    return {
        each.key: {path.name: path.read_text() for path in each.path.iterdir()}
        for each in submissions
    }


@pytest.mark.parametrize("top", ["", "Lab 1/"], ids=["flat", "in a folder"])
def test_a_download_of_blackboard(tmp_path: Path, top: str) -> None:
    files = {
        f"{top}{BLACKBOARD.format('ada', 30)}_lightup.lp": "first attempt",
        f"{top}{BLACKBOARD.format('ada', 30)}_old.lp": "first attempt",
        f"{top}{BLACKBOARD.format('ada', 31)}_lightup.lp": "second attempt",
        f"{top}{BLACKBOARD.format('ada', 31)}.txt": SUMMARY.format(NO_TEXT),
        f"{top}{BLACKBOARD.format('bob', 31)}_my_encode.py": "other",
        f"{top}{BLACKBOARD.format('cid', 31)}.txt": SUMMARY.format("a :- b(R), R < 3."),
        f"{top}{BLACKBOARD.format('dan', 31)}.txt": SUMMARY.format(NO_TEXT),
    }
    archive = write_zip(tmp_path / "class.zip", files)
    submissions, notices = read_class(archive, tmp_path / "room")
    *works, dan = submissions
    assert read_files(works) == {
        "ada": {"lightup.lp": "second attempt"},
        "bob": {"my_encode.py": "other"},
        "cid": {"lightup.lp": "a :- b(R), R < 3.\n"},
    }
    assert {each.delivered for each in submissions} == {datetime(2027, 1, 31, 23, 55)}
    assert (dan.key, dan.error) == ("dan", "online text without a program")
    assert notices == ["cid: the online text is judged as lightup.lp"]


@pytest.mark.parametrize("title", ["Lab 1", "Lab_1_ASP", "HW1.Su27"])
@pytest.mark.parametrize("logins", [("jane_doe", "john_doe"), ("ada", "ada2"), ("a.b", "c-d")])
def test_a_login_is_what_names_in_blackboard_do_not_share(
    tmp_path: Path, title: str, logins: tuple[str, str]
) -> None:
    files = {f"{title}_{login}_attempt_2027-01-31-23-55-00_lightup.lp": "" for login in logins}
    submissions, _ = read_class(write_files(tmp_path / "class", files), tmp_path / "room")
    assert [(each.key, each.name) for each in submissions] == [(name, name) for name in logins]
    (tmp_path / "class" / next(iter(files))).unlink()
    (alone,), _ = read_class(tmp_path / "class", tmp_path / "room")
    assert alone.key == logins[1].rpartition("_")[2]


def test_a_name_as_in_blackboard_without_a_date(tmp_path: Path) -> None:
    files = {f"HW_{name}_attempt_2027-13-01-00-00-00_lightup.lp": "" for name in ("ada", "bob")}
    submissions, _ = read_class(write_files(tmp_path / "class", files), tmp_path / "room")
    assert [(each.key, each.delivered) for each in submissions] == [("ada", None), ("bob", None)]


def test_a_download_of_canvas(tmp_path: Path) -> None:
    files = {
        "doejane_2301_90001_lightup-2.lp": "third upload",
        "doejane_2301_90002_my_encode.py": "",
        "lee_LATE_2302_90003_work.zip": "",
        "LATE_anon_x7Yz2_90004_lightup.lp": "",
        "anon_abcde_90005_lightup.lp": "",
        "noordann_2305_text.html": PAGE.format("<p>a :- b(R).</p>"),
        "grades.csv": "",
    }
    folder = write_files(tmp_path / "class", files)
    submissions, notices = read_class(folder, tmp_path / "room")
    assert read_files(submissions) == {
        "anon_abcde": {"lightup.lp": ""},
        "anon_x7Yz2": {"lightup.lp": ""},
        "doejane_2301": {"lightup.lp": "third upload", "my_encode.py": ""},
        "lee_2302": {"work.zip": ""},
        "noordann_2305": {"lightup.lp": "a :- b(R).\n"},
    }
    assert [each.number for each in submissions] == [""] * 5  # these are not participants of Moodle
    assert notices[0] == "grades.csv is neither a folder nor a zip"


def test_a_download_of_a_plus(tmp_path: Path) -> None:
    inner = write_zip(tmp_path / "inner.zip", {"lightup.lp": PROGRAM}).read_bytes()
    files: dict[str, bytes] = {
        "info.csv": b"submission,student\n",
        "123123_file1_submission9": b"cell(0,0,x).",
        "123123_file1_submission10": PROGRAM.encode(),
        "123123_file2_submission10": "# Jürgen\nimport sys\n".encode("cp1252"),
        "123456_987654_file1_submission1": inner,
        "222222_file1_submission1": b"Authors: Eva",
    }
    archive = write_zip(tmp_path / "class.zip", files)
    submissions, notices = read_class(archive, tmp_path / "room")
    names = {each.key: sorted(path.name for path in each.path.iterdir()) for each in submissions}
    assert names == {
        "123123": ["encode.py", "lightup.lp"],
        "123456_987654": ["work.zip"],
        "222222": ["README.txt"],
    }
    assert (submissions[0].path / "lightup.lp").read_text() == PROGRAM
    assert notices == []


@pytest.mark.parametrize("ending", [".tgz", ".tar.gz", ".tar"])
def test_a_download_of_inginious(tmp_path: Path, ending: str) -> None:
    logins = ("ada", "bob")
    files = {f"class/{name}/5f1/uploaded_files/lightup.lp": PROGRAM for name in logins}
    folder = write_files(tmp_path / "files", files)
    path = tmp_path / f"class{ending}"
    with tarfile.open(path, "w" if ending == ".tar" else "w:gz") as archive:
        archive.add(folder / "class", "lightup")
        link = tarfile.TarInfo("lightup/ada/5f1/uploaded_files/link.lp")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(link)
    submissions, _ = read_class(path, tmp_path / "room")
    assert [each.key for each in submissions] == ["ada", "bob"]
    for each in submissions:
        (program,) = (file for file in each.path.rglob("*") if file.is_file())
        assert program.read_text() == PROGRAM


def test_a_tar_that_leaves_its_folder_or_is_broken_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "class.tgz"
    with tarfile.open(path, "w:gz") as archive:
        archive.addfile(tarfile.TarInfo("../../escaped.lp"))
    with pytest.raises(Unusable, match=r"class\.tgz: found the path .*, which leaves the folder"):
        read_class(path, tmp_path / "room")
    for data in (b"no tar", path.read_bytes()[:20]):
        path.write_bytes(data)
        with pytest.raises(Unusable, match=r"class\.tgz: this archive is broken: "):
            read_class(path, tmp_path / "other")


def test_zips_without_folders_are_copied(tmp_path: Path) -> None:
    path = "Ana Pérez_12_assignsubmission_file_my_work.zip"
    folder = write_files(tmp_path / "class", {path: ""})
    (submission,), _ = read_class(folder, tmp_path / "room")
    names = [path.name for path in submission.path.iterdir()]
    assert (submission.key, names) == ("Ana Pérez_12", ["my_work.zip"])


@pytest.mark.long
def test_nested_folders_stop_no_class(tmp_path: Path) -> None:
    folder = write_files(tmp_path / "class", {f"{key}/lightup.lp": "" for key in ("Ana", "Zoë")})
    (folder / "Luis").mkdir()
    kit.nest_folders(folder / "Zoë", 1200, "a")
    kit.nest_folders(folder / "Luis", 2500, "a")  # a path too long for a system call
    submissions = list(map(add_version, read_class(folder, tmp_path / "room")[0]))
    assert {submission.key: submission.error for submission in submissions} == {
        "Ana": "",
        "Luis": "its files cannot be read: File name too long",
        "Zoë": "",
    }
    assert submissions[0].version == submissions[2].version
    assert outputs.copy_delivery(folder / "Zoë", tmp_path / "out") == ["delivered/lightup.lp"]
    assert outputs.copy_delivery(folder / "Luis", tmp_path / "out") == []
    remove_tree(folder)


def test_a_class_is_searched_in_nested_folders_to_a_limit(tmp_path: Path) -> None:
    kit.nest_folders(tmp_path, 1200, "a")
    search = downloads.ClassSearch([tmp_path / "out"])
    assert len(search.descend(tmp_path)) == DEEPEST + 1
    remove_tree(tmp_path / "a")


PAGE = '<!DOCTYPE html><html><head><meta charset="UTF-8"></head><body>{}</body></html>'
ONLINE_TEXTS = {  # pages as Moodle writes them, and the file that is judged
    "paragraphs": (
        "<div><p>{ b(R,C) } :- cell(R,C,_).</p>\n<p>:- b(R,C), R &lt; C.</p></div>",
        ("lightup.lp", "{ b(R,C) } :- cell(R,C,_).\n:- b(R,C), R < C.\n"),
    ),
    "lines": (
        "a :- b(1),<br />\n&nbsp; &nbsp; c.<br>% &Uuml;bung<br><br>d.",
        ("lightup.lp", "a :- b(1),\n    c.\n% Übung\n\nd.\n"),
    ),
    "preformatted": (
        "<pre>import sys\n\nfor line in sys.stdin:\n    print(f&quot;c({line[:-1]}).&quot;)</pre>",
        ("encode.py", 'import sys\n\nfor line in sys.stdin:\n    print(f"c({line[:-1]}).")\n'),
    ),
    "prose": ("<p>Sorry, I sent it by mail :-) see there (Monday).</p>", None),
    "nothing": ("", None),
}


PARTS = ("(a", ":-", ":- a ", "<a ", "<!--", "<b", "<p>a", "&#", "\n", "Submission Field:\n")


@pytest.mark.parametrize("part", kit.long_except(PARTS, "(a", ":-", "<a "))
def test_the_work_for_an_online_text_grows_as_its_size(
    tmp_path: Path, part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Slow patterns, and html.parser, need minutes for some texts; also above the limit."""
    monkeypatch.setattr(intake, "MOST_BYTES", 1 << 30)
    pages = [tmp_path / "onlinetext.html", tmp_path / "blackboard.txt"]

    def read_pages(size: int) -> None:
        for page, begin in zip(pages, ("", "Submission Field:")):
            page.write_text(begin + part * (size // len(part)))
        intake.choose_file_name(intake.read_online_text(pages), "lightup.lp")

    kit.assert_linear(read_pages, 10_000)


@pytest.mark.parametrize("markup", ["<![", "<!a", "&#" + "9" * 5000, "<b x", "</", "<!--"])
def test_broken_html_in_an_online_text_is_read(tmp_path: Path, markup: str) -> None:
    (tmp_path / "onlinetext.html").write_text(f"<p>a(1).</p>{markup}")
    text = intake.read_online_text([tmp_path])
    assert intake.choose_file_name(text, "lightup.lp") == "lightup.lp"


def test_huge_files_are_not_read(tmp_path: Path) -> None:
    """A page is an error of its submission alone; a time stamp has no time."""
    page = "Ana_1_assignsubmission_onlinetext/onlinetext.html"
    folder = write_files(tmp_path / "class", {page: "", "Zoë_2_assignsubmission_file/a.lp": "a."})
    stamps = {f"submitted/{key}/latin/timestamp.txt": "" for key in "ab"}
    for file in (folder / page, write_files(tmp_path, stamps) / next(iter(stamps))):
        with file.open("r+b") as stream:
            stream.truncate(100 << 30)  # bytes, more than the memory
    errors = [submission.error for submission in read_class(folder, tmp_path / "room")[0]]
    assert errors == ["onlinetext.html: the program is longer than 1 MB", ""]
    submissions, _ = read_class(tmp_path / "submitted", tmp_path / "room")
    assert [submission.delivered for submission in submissions] == [None, None]


FIELDS = {  # files as Blackboard writes them, and the text in them
    "Submission Field:\n\n a(1).\n\nComments:\nComments:\n": "a(1).",
    "Submission Field:\nThere is no student submission\n\nComments:\n": "",
    "Submission Field:\na(1).\n": "",
    "Comments:\nSubmission Field:\na(1).\nComments: b\n": "a(1).",
}


@pytest.mark.parametrize("text", FIELDS)
def test_the_field_of_a_student_is_found(text: str) -> None:
    assert intake.find_field(f"Name: Ana\n{text}") == FIELDS[text]


def test_a_notice_on_online_text_is_translated(tmp_path: Path) -> None:
    file = "Ana_1_assignsubmission_onlinetext/onlinetext.html"
    archive = write_zip(tmp_path / "class.zip", {file: PAGE.format("<p>a(1). b(X) :- a(X).</p>")})
    use_language("de")
    notice = "Ana_1: der Online-Text wird als lightup.lp bewertet"
    assert read_class(archive, tmp_path / "room")[1] == [notice]


@pytest.mark.parametrize("form", ["/", "_/", "_"], ids=["folder", "before 4.1", "without folders"])
@pytest.mark.parametrize("name", ONLINE_TEXTS)
def test_online_text_is_judged_if_it_is_a_program(tmp_path: Path, name: str, form: str) -> None:
    page, file = ONLINE_TEXTS[name]
    files = {
        f"Ana_1_assignsubmission_onlinetext{form}onlinetext.html": PAGE.format(page),
        f"Zoë_2_assignsubmission_file{form}lightup.lp": PROGRAM,
        f"Zoë_2_assignsubmission_onlinetext{form}onlinetext.html": PAGE.format(page),
    }
    archive = write_zip(tmp_path / "class.zip", files)
    (ana, zoe), notices = read_class(archive, tmp_path / "room")
    assert (ana.key, ana.number, zoe.key, zoe.error) == ("Ana_1", "1", "Zoë_2", "")
    assert [path.read_text() for path in zoe.path.iterdir()] == [PROGRAM]
    kind = f"a program, as in {file[0]}" if file else "not a program"
    beside = [f"Zoë_2: the files are judged; the online text is {kind}"] * bool(page)
    if file:
        judged = f"Ana_1: the online text is judged as {file[0]}"
        assert (ana.error, notices) == ("", [judged, *beside])
        assert [(path.name, path.read_text()) for path in ana.path.iterdir()] == [file]
    else:
        assert (ana.error, notices) == ("online text without a program", beside)


def test_each_folder_of_the_class_is_a_submission(tmp_path: Path) -> None:
    files = {"a/lightup.lp": "", "Ana_1_assignsubmission_github/x.txt": "", "empty/.keep": ""}
    submissions, _ = read_class(write_files(tmp_path / "class", files), tmp_path / "room")
    assert [each.key for each in submissions] == ["Ana_1_assignsubmission_github", "a", "empty"]
    files = {"submitted/ana/ps1/lightup.lp": "", "submitted/zoë/.keep": ""}
    (ana, zoe), _ = read_class(write_files(tmp_path / "nbgrader", files), tmp_path / "room")
    assert (ana.error, zoe.key, zoe.error) == ("", "zoë", "the folder has no ps1")


@pytest.mark.parametrize("top", ["class", "class/all of them", "class/submitted"])
def test_folders_and_zips_of_any_name(tmp_path: Path, top: str) -> None:
    names = ["ana", "Zoë Müller", "李雷", "a b"]
    inner = "/ps1" if top.endswith("submitted") else ""
    write_files(tmp_path / top, {f"{name}{inner}/lightup.lp": name for name in names})
    if not inner:
        write_zip(tmp_path / top / "packed.zip", {"lightup.lp": ""})
        names.append("packed")
    submissions, notices = read_class(tmp_path / "class", tmp_path / "room")
    assert sorted(submission.name for submission in submissions) == sorted(names)
    assert notices == []


DEEP = {  # files, and the students found
    "folders": (["top/lab1/inbox/{}/lightup.lp"], ["ada", "bob"]),
    "zips": (["top/lab1/inbox/{}.zip"], ["ada", "bob"]),
    "ILIAS": (["Sheet/Submissions/{}_7/lightup.lp", "Sheet/status.xlsx"], ["ada_7", "bob_7"]),
    "Gradescope": (["export/{}/lightup.lp", "export/submission_metadata.yml"], ["ada", "bob"]),
    "Sakai": (
        ["Lab/{}/Submission attachment(s)/lightup.lp", "Lab/{}/timestamp.txt", "Lab/grades.csv"],
        ["ada", "bob"],
    ),
    "Teams": (["{}/Lab 1/Version 1/lightup.lp"], ["ada", "bob"]),
    "Moodle": (["a/b/{}_1_assignsubmission_file/lightup.lp"], ["ada_1", "bob_1"]),
    "nbgrader": (["course/2027/submitted/{}/ps1/lightup.lp"], ["ada", "bob"]),
    "a README beside": (["lab1/{}/lightup.lp", "lab1/README.md"], ["ada", "bob"]),
    "empty folders beside": (["lab1/{}/lightup.lp", "lab1/eve/.keep"], ["ada", "bob", "eve"]),
    "two versions": (["{}/v1/lightup.lp", "{}/v2/lightup.lp", "eve/a.lp"], ["ada", "bob", "eve"]),
    "one student": (["ada/encode.py", "ada/lib/a.lp"], ["ada"]),
}


@pytest.mark.parametrize("is_zip", [True, False], ids=["zip", "folder"])
@pytest.mark.parametrize("form", DEEP)
def test_a_class_begins_at_any_depth(tmp_path: Path, form: str, is_zip: bool) -> None:
    patterns, students = DEEP[form]
    files = {pattern.format(name): "" for pattern in patterns for name in ("ada", "bob")}
    make = write_zip if is_zip else write_files
    submissions, _ = read_class(make(tmp_path / "class", files), tmp_path / "room")
    assert [submission.key for submission in submissions] == students
    for submission in submissions:
        programs = [*submission.path.glob("*.lp"), *submission.path.glob("*/*.lp")]
        assert programs or submission.key == "eve" or submission.path.suffix == ".zip"


UNCERTAIN = {  # files, and the folders that may be the class
    "two exercises": (
        ["lab1/ada/lightup.lp", "lab1/bob/lightup.lp", "lab2/ada/lightup.lp"],
        ". (lab1, lab2); lab1 (ada, bob)",
    ),
    "two exercises inside": (
        ["a/lab1/ada.zip", "a/lab1/bob.zip", "a/lab2/ada/lightup.lp", "a/lab2/bob/lightup.lp"],
        "a (lab1, lab2); a/lab1 (ada.zip, bob.zip); a/lab2 (ada, bob)",
    ),
    "one program, deep": (["lab1/ada/src/lightup.lp"], ". (lab1); lab1 (ada); lab1/ada (src)"),
    "one work, deep": (["lab1/ada/README.txt", "lab1/ada/src/a.lp"], ". (lab1); lab1 (ada)"),
    "one in parts": (
        [
            "ada/encode/encode.py",
            "ada/rules/lightup.lp",
            "ada/examples/1.txt",
            "ada/pictures/1.png",
        ],
        ". (ada); ada (encode, examples, pictures, ...)",
    ),
}


@pytest.mark.parametrize("is_zip", [True, False], ids=["zip", "folder"])
@pytest.mark.parametrize("form", UNCERTAIN)
def test_an_uncertain_class_is_refused(tmp_path: Path, form: str, is_zip: bool) -> None:
    files, listed = UNCERTAIN[form]
    make = write_zip if is_zip else write_files
    path = make(tmp_path / "class", dict.fromkeys(files, ""))
    with pytest.raises(Unusable) as error:
        read_class(path, tmp_path / "room")
    candidates = "; ".join(
        f"{path}{'' if name == '.' else f'/{name}'} {students}"
        for name, students in (item.split(" ", 1) for item in listed.split("; "))
    )
    hint = "; unpack the zip to give a folder in it" * is_zip
    message = f"{path}: found no certain class, expected one of {candidates}{hint}"
    assert str(error.value) == message


def test_a_zip_of_a_class_in_a_folder_is_no_student(tmp_path: Path) -> None:
    folder = tmp_path / "downloads"
    folder.mkdir()
    archive = write_zip(folder / "class.zip", {"lab/ada/lightup.lp": "", "lab/bob/lightup.lp": ""})
    with pytest.raises(Unusable) as error:
        read_class(folder, tmp_path / "room")
    assert str(error.value).endswith(f"one of {folder} (class.zip); {archive} (a zip)")


def test_the_time_stamp_of_nbgrader_is_the_time_of_delivery(tmp_path: Path) -> None:
    files = {
        "submitted/ana/ps1/lightup.lp": "",
        "submitted/ana/ps1/timestamp.txt": "2026-02-02 15:58:23.948203 UTC\n",
    }
    (submission,), _ = read_class(write_files(tmp_path, files), tmp_path / "room")
    assert submission.delivered
    assert submission.delivered.isoformat() == "2026-02-02T15:58:23.948203+00:00"


@pytest.mark.parametrize("stamp", ["9999-12-31T23:59-12:00", "0001-01-01T00:00+14:00", "now"])
def test_a_time_stamp_outside_the_calendar_is_none(tmp_path: Path, stamp: str) -> None:
    files = {"submitted/ana/ps1/lightup.lp": "", "submitted/ana/ps1/timestamp.txt": stamp}
    (submission,), _ = read_class(write_files(tmp_path, files), tmp_path / "room")
    assert submission.delivered is None


def test_a_file_that_is_no_submission_is_reported(tmp_path: Path) -> None:
    files = {"ana/lightup.lp": "", "grades.csv": "", ".DS_Store": ""}
    folder = write_files(tmp_path / "class", files)
    submissions, notices = read_class(folder, tmp_path / "room")
    assert [submission.key for submission in submissions] == ["ana"]
    assert notices == ["grades.csv is neither a folder nor a zip"]


def test_other_folders_and_zips_beside_those_of_moodle(tmp_path: Path) -> None:
    files = {
        "Ana_1_assignsubmission_file/lightup.lp": "",
        "Ana_1_assignsubmission_onlinetext/onlinetext.html": "",
        "Zoë by mail/lightup.lp": "",
        "notes.txt": "",
        "encode.py": "",
    }
    folder = write_files(tmp_path / "class", files)
    write_zip(folder / "late.zip", {"lightup.lp": ""})
    submissions, notices = read_class(folder, tmp_path / "room")
    assert [submission.key for submission in submissions] == ["Ana_1", "Zoë by mail", "late"]
    others = ("encode.py", "notes.txt")
    assert notices == [f"{name} is neither a folder nor a zip" for name in others]


@pytest.mark.parametrize(
    "broken",
    [
        "Ana_1_assignsubmission_file/work.zip",
        "Ana_1_assignsubmission_file_work.zip",
        "Ana_1.zip",
        "Ana_1/src/work.zip",
    ],
)
def test_a_damaged_file_in_the_zip_harms_its_submission_only(tmp_path: Path, broken: str) -> None:
    files = {broken: "damaged text", "Zoë_2_assignsubmission_file/lightup.lp": PROGRAM}
    archive = write_zip(tmp_path / "class.zip", files, zipfile.ZIP_STORED)
    archive.write_bytes(archive.read_bytes().replace(b"damaged text", b"changed text"))
    submissions, notices = read_class(archive, tmp_path / "room")
    ana, zoe = submissions
    assert (ana.key, zoe.key, zoe.error, notices) == ("Ana_1", "Zoë_2", "", [])
    assert ana.error.startswith(f"{Path(broken).name} cannot be read: Bad CRC-32")
    assert (zoe.path / "lightup.lp").read_text() == PROGRAM


def test_a_key_with_a_number_belongs_to_one_submission(tmp_path: Path) -> None:
    folder = write_files(tmp_path / "class", {"Ada/a.lp": "", "Ada (2)/a.lp": ""})
    for name in ("Ada.zip", "ada (2).zip"):
        write_zip(folder / name, {"a.lp": ""})
    keys = [submission.key for submission in read_class(folder, tmp_path / "room")[0]]
    assert len({key.casefold() for key in keys}) == 4
    assert {"Ada", "Ada (2)"} <= set(keys)


def test_keys_are_names_of_folders_on_every_system(tmp_path: Path) -> None:
    names = ["a\nb", "a\tb", "A-B", "..", "x" * 200]
    submissions = [Submission(key=name, name=name, path=tmp_path) for name in names]
    keys = [submission.key for submission in intake.make_keys_unique(submissions)]
    assert keys == ["a-b", "a-b (2)", "A-B (3)", "-", "x" * 100]


REFUSED = {
    "one submission": ({"class/lightup.lp": ""}, "found one submission, expected many"),
    "nothing": ({"class/notes.txt": ""}, "found no submission, expected the download of Moodle"),
    "two assignments": (
        {"class/submitted/a/ps1/x.lp": "", "class/submitted/a/ps2/x.lp": ""},
        "found the assignments ps1, ps2, expected one",
    ),
    "programs without folders": (
        {"class/ada_lightup.lp": "", "class/bob_lightup.lp": ""},
        "class: found programs without folders (ada_lightup.lp, bob_lightup.lp), expected the",
    ),
    "a text": ({"class": "no zip"}, "found another kind of file, expected a zip"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_folder_without_a_class_is_refused(tmp_path: Path, name: str) -> None:
    files, message = REFUSED[name]
    write_files(tmp_path, files)
    with pytest.raises(Unusable) as error:
        read_class(tmp_path / "class", tmp_path / "room")
    assert message in str(error.value) and "\n" not in str(error.value)


def test_a_message_on_a_zip_names_no_temporary_path(tmp_path: Path) -> None:
    for files in ({"lightup.lp": ""}, {"a_lightup.lp": ""}, {"in/x/ps1/a": "", "in/x/ps2/a": ""}):
        archive = write_zip(tmp_path / "class.zip", files)
        with pytest.raises(Unusable) as error:
            read_class(archive, tmp_path / "room")
        assert str(archive) in str(error.value)
        assert "room" not in str(error.value)


def test_a_link_to_nothing_is_no_submission(tmp_path: Path) -> None:
    folder = write_files(tmp_path / "class", {"ada/lightup.lp": PROGRAM, "bob/lightup.lp": PROGRAM})
    (folder / "eve").symlink_to("nowhere")
    submissions, notices = read_class(folder, tmp_path / "room")
    assert [submission.key for submission in submissions] == ["ada", "bob"]
    assert notices == ["eve is neither a folder nor a zip"]


def test_a_missing_class_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Unusable, match="No such file or directory"):
        read_class(tmp_path / "class", tmp_path / "room")


def test_copies_have_the_same_digest(tmp_path: Path) -> None:
    original = write_files(tmp_path / "original", {"a.lp": PROGRAM, "b/c.lp": ""})
    copy = shutil.copytree(original, tmp_path / "copy")
    digest = digests.digest_files(digests.list_files_below(original), original)
    assert digests.digest_files(digests.list_files_below(copy), copy) == digest
    assert digests.digest_texts(["x", digest]) != digests.digest_texts(["y", digest])
    (copy / "b" / "c.lp").rename(copy / "b" / "d.lp")
    assert digests.digest_files(digests.list_files_below(copy), copy) != digest


def test_rooms_that_do_not_judge_are_left_out() -> None:
    """No other room is: what judging imports, and what puzzles' folders import, is all there."""
    import grimp  # a part of import-linter, which loads slowly

    graph = grimp.build_graph("lab", "amaze", cache_dir=None)
    starts = {name for name in graph.modules if name.startswith(("amaze", "lab.lightup"))}
    starts.add("lab.grade.service")
    modules = starts.union(*map(graph.find_upstream_modules, starts)) - {"lab.lightup", "amaze"}
    files = {
        path.relative_to(kit.ROOT).as_posix()
        for name in ("lightup", "amaze")
        for path in digests.list_judging_files(puzzles.find_puzzle(name))
    }
    assert {"lab.runner.task_pool", "lab.check.judges", "lab.course.texts"} <= modules
    for module in modules:
        path = module.replace(".", "/")
        assert {f"{path}.py", f"{path}/__init__.py"} & files, module
    rooms = {path.split("/")[1] for path in files if path.startswith("lab/")}
    assert not rooms & {"README.txt", "web", "sheet", "notebook", "corpus", "material"}
    assert all((kit.ROOT / "lab" / name).exists() for name in digests.OMITTED_ROOMS)
