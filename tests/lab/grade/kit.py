"""Classes of made-up students of the third puzzle, whose boards are small."""

import tempfile
import zipfile
from pathlib import Path

from lab.grade.grading import GradedSubmission, Judgement, Submission, grade_submission
from lab.settings.course import Course
from tests import kit

# tests/lab/test_bare_folder.py has a class for which boards are searched.
HOME = tempfile.TemporaryDirectory()  # it is removed as the tests end
LATIN = kit.copy_without_checker(kit.LATIN, Path(HOME.name) / "latin")
PROGRAM = (LATIN / "latin.lp").read_text()
SCRIPT = (kit.DATA / "students" / "right-in-all" / "encode.py").read_text()
COLUMN = ":- number(R,C,K), number(S,C,K), R < S."  # the rule of latin.lp
WITHOUT = PROGRAM.replace(COLUMN, "twice(C) :- number(R,C,K), number(S,C,K), R < S.")
assert WITHOUT != PROGRAM


def make_submission(
    names: str, program: str | None = PROGRAM, script: str | None = SCRIPT
) -> dict[str, str]:
    """The files of a submission whose authors are named wherever they should be."""
    files = {"README.txt": f"Authors: {names}\n"}
    if program is not None:
        files["latin.lp"] = f"% Authors: {names}\n{program}"
    if script is not None:
        files["encode.py"] = f"# Authors: {names}\n{script}"
    return files


CLASS = {  # files by the names in Moodle's zip
    "Ana Pérez_1001": make_submission("Ana Pérez and Luis Núñez"),
    '=Zoë "Z" Müller_1002': make_submission('Zoë "Z" Müller', WITHOUT),
    "李 雷_1003": {f"my work/{name}": text for name, text in make_submission("李 雷").items()},
    "Jean-Luc d'Été_1004": make_submission("Jean-Luc d'Été", None),
}


def grade_alone(judgement: Judgement, course: Course, key: str = "a") -> GradedSubmission:
    """Grade a submission that is the only one."""
    return grade_submission(Submission(key=key, name=key, path=Path()), judgement, course, [])


def moodle(path: Path, submissions: dict[str, dict[str, str]]) -> Path:
    """Make Moodle's download, with a zip from each student."""
    with zipfile.ZipFile(path, "w") as archive:
        for name, files in submissions.items():
            home = f"{name}_assignsubmission_file"
            inner = path.with_name("inner.zip")
            with zipfile.ZipFile(inner, "w") as packed:
                for file, text in files.items():
                    packed.writestr(zipfile.ZipInfo(file), text)
            archive.write(inner, f"{home}/work.zip")
            inner.unlink()
    return path


WORKSHEET = (
    "\ufeffIdentifier,Full name,Email address,Status,Grade,Maximum grade,Grade can be changed,"
    "Last modified (submission),Last modified (grade),Feedback comments\r\n"
    + "".join(
        f'Participant {number},"{name}",a@b.c,Submitted,{grade},25.00,Yes,"{time}",-,\r\n'
        for number, name, grade, time in [
            (1001, "Ana Pérez", "", "Sunday, 1 March 2026, 12:00 PM"),
            (1002, '=Zoë ""Z"" Müller', "", "Monday, 2 March 2026, 1:00 PM"),
            (1003, "李 雷", "", "Sunday, 1 March 2026, 11:59 AM"),
            (1004, "Jean-Luc d'Été", "3.00", "Sunday, 1 March 2026, 11:00 AM"),
            (1005, "Núñez Luis", "", "-"),
            (1006, "Nobody", "", "-"),
            (1006, "Nobody", "", "-"),
        ]
    )
)
COURSE = "deadline = 2026-03-01T12:00:00\n"
