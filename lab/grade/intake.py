"""Finds the submissions of a class in the forms in which teachers have them.

| form                                  | names                                                    |
|---------------------------------------|----------------------------------------------------------|
| Moodle's download of all submissions, | Full name_ID_assignsubmission_file/                      |
| a zip or unpacked                     | (before 4.1 with one more _ at the end)                  |
| the same without folders              | Full name_ID_assignsubmission_file_work.zip              |
| online text, in both forms            | Full name_ID_assignsubmission_onlinetext/onlinetext.html |
| Blackboard's download                 | Title_LOGIN_attempt_2027-01-31-23-55-00_lightup.lp       |
| Canvas's download                     | namefirst_LATE_USER_FILE_lightup-1.lp                    |
| A+'s zip, with info.csv               | NUMBER_FIELD_submissionN, without an ending              |
| INGInious's .tgz                      | LOGIN/SUBMISSION/uploaded_files/lightup.lp               |
| nbgrader's folder                     | submitted/STUDENT/ASSIGNMENT/                            |
| any folder or zip of folders or zips  | the name of the student or the group                     |

downloads.py finds where the class begins, at any depth.  This module does not open what students
packed.
"""

import contextlib
import html
import itertools
import re
import shutil
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from unicodedata import normalize

from lab import Unusable
from lab.common.files import decode_any_text, is_output, name_file_in_errors, read_at_most
from lab.common.language import translate
from lab.common.words import escape_controls, join_clauses, quote_line
from lab.delivery import deliveries, zips
from lab.grade import downloads
from lab.grade.dates import parse_iso_time
from lab.grade.grading import Submission, explain_unreadable_files
from lab.syntax.tokens import MOST_BYTES, ProgramRefused, read_plain_file

TIME_STAMP = "timestamp.txt"  # a file that nbgrader makes
CLASS_LIMITS = zips.ZipLimits(size=64 << 30, entries=1_000_000, archive=64 << 30)
MAX_KEY_LENGTH = 100  # characters
TARS = (".tgz", ".tar.gz", ".tar")  # suffixes of a class that INGInious packed
NO_SUBMISSION = "{file} is neither a folder nor a zip"
UNREADABLE = "{file} cannot be read: {reason}"
TEXT_JUDGED = "{submission}: the online text is judged as {file}"
TEXT_IGNORED = "{submission}: the files are judged; the online text is not a program"
PROGRAM_IGNORED = "{submission}: the files are judged; the online text is a program, as in {file}"
OUTPUT_INSIDE = "this is in the submission {submission}; name a folder that is in none"
NO_CLASS = "found no submission, expected {forms}"
NO_FOLDERS = "found programs without folders ({listed}), expected {forms}"
FORMS = (
    "the download of Moodle, Blackboard or Canvas, nbgrader's folder, or a folder or zip with a "
    "folder or zip for each student"
)


def read_class(
    path: Path, temporary: Path, program_name: str, outputs: Collection[Path] = ()
) -> tuple[list[Submission], list[str]]:
    """Return the submissions at `path`, sorted by their keys, and the notices of read_submissions.

    outputs: folders that lab grade writes; none of them is a submission.
    program_name: the name that a logic program in online text gets.  The zip of a class is
    unpacked into the folder `temporary`.  A submission with a damaged file in this zip has an
    error.  Raises Unusable if there is no submission, or an output in one.
    """
    if not path.exists():
        raise Unusable(f"{path}: {translate('No such file or directory')}")
    if is_output(path, path, outputs):
        raise Unusable(f"{path}: {translate(NO_CLASS, forms=translate(FORMS))}")
    damaged: dict[Path, str] = {}
    with name_file_in_errors(path):
        folder = path
        if not path.is_dir():
            folder, archive = temporary / "class", path
            if path.name.lower().endswith(TARS):
                temporary.mkdir(parents=True, exist_ok=True)
                archive = temporary / "class.zip"
                zips.convert_tar(path, archive, CLASS_LIMITS)
            contents = zips.unpack(archive, folder, CLASS_LIMITS, is_lenient=True, given_path=path)
            damaged = {folder / file: reason for file, reason in contents.damaged.items()}
        with name_class_in_errors(path, folder):
            search = downloads.ClassSearch(outputs)
            top = search.find_class(folder)
            paths = search.list_paths(top)
            submissions, notices = read_submissions(
                top, paths, temporary / "files", damaged, program_name
            )
    for submission, output in itertools.product(submissions, outputs):
        if output.resolve().is_relative_to(submission.path.resolve()):
            raise Unusable(f"{output}: {translate(OUTPUT_INSIDE, submission=submission.key)}")
    if not submissions:
        raise Unusable(f"{path}: {translate(NO_CLASS, forms=translate(FORMS))}")
    return sorted(make_keys_unique(submissions), key=lambda submission: submission.key), notices


@contextlib.contextmanager
def name_class_in_errors(path: Path, folder: Path) -> Iterator[None]:
    """Raise Unusable again, with the teacher's `path` in place of the unpacked folder."""
    try:
        yield
    except downloads.UncertainClass as error:
        hint = "" if path.is_dir() else translate("unpack the zip to give a folder in it")
        text = join_clauses([str(error).replace(str(folder), str(path)), hint])
        raise Unusable(f"{path}: {text}") from None
    except Unusable as error:
        raise Unusable(str(error).replace(str(folder), str(path))) from None


def read_submissions(
    folder: Path,
    paths: Sequence[Path],
    temporary: Path,
    damaged: Mapping[Path, str],
    program_name: str,
) -> tuple[list[Submission], list[str]]:
    """Return the submissions in a folder, and notices on its other files and on online texts.

    paths: the paths in the folder that may be submissions.
    damaged: reasons by files, which become errors.  Files are copied to `temporary` if a platform
    has put them into no folders.  Raises Unusable if the folder is one submission.
    """
    names = {path: normalize("NFC", path.name) for path in paths}
    flat_name = downloads.find_flat_name(names.values())
    matches = {path: downloads.MOODLE_NAME.fullmatch(name) for path, name in names.items()}
    if flat_name:
        files = {path: name for path, name in names.items() if path.is_file()}
        matches |= {path: flat_name.fullmatch(name) for path, name in files.items()}
    if not any(matches.values()):
        refuse_programs(folder, names.values(), program_name)
    is_nbgrader = folder.name == downloads.NBGRADER
    assignment = find_nbgrader_assignment(folder, paths) if is_nbgrader else ""
    submissions: list[Submission] = []
    notices: list[str] = []
    matches_by_key: dict[str, dict[Path, re.Match[str]]] = {}  # each of one student or group
    for path, match in matches.items():
        if match:
            matches_by_key.setdefault(downloads.parse_student_key(match), {})[path] = match
        elif submission := read_plain_path(path, assignment):
            submissions.append(add_damage(submission, [path], damaged))
        elif path.name != downloads.A_PLUS_TABLE or flat_name is not downloads.A_PLUS_NAME:
            notices.append(translate(NO_SUBMISSION, file=path.name))
    is_timed = flat_name is not None and "time" in flat_name.groupindex
    title = downloads.find_title(list(matches_by_key)) if is_timed else ""
    for long_key, named_paths in matches_by_key.items():
        key = long_key.removeprefix(title)
        submission, notice = read_named_paths(key, named_paths, temporary / key, program_name)
        submissions.append(add_damage(submission, named_paths, damaged))
        notices += [notice] if notice else []
    return submissions, notices


def refuse_programs(folder: Path, names: Iterable[str], program_name: str) -> None:
    """Raise Unusable if there is a program among the names of files that no platform named."""
    programs = [name for name in names if Path(name).suffix in (".py", ".lp")]
    if {"encode.py", program_name} & {*programs}:
        text = translate("found one submission, expected many; lab check is for one")
        raise Unusable(f"{folder}: {text}")
    if programs:
        listed = ", ".join(map(quote_line, programs[:2]))
        text = translate(NO_FOLDERS, listed=listed, forms=translate(FORMS))
        raise Unusable(f"{folder}: {text}")


def add_damage(
    submission: Submission, paths: Iterable[Path], damaged: Mapping[Path, str]
) -> Submission:
    """Return the submission, with an error if a damaged file is among its paths or below them."""
    for file, reason in damaged.items():
        if any(file.is_relative_to(path) for path in paths):
            return submission._replace(error=translate(UNREADABLE, file=file.name, reason=reason))
    return submission


def read_named_paths(
    key: str, matches: Mapping[Path, re.Match[str]], folder: Path, program_name: str
) -> tuple[Submission, str]:
    """Return the submission in folders and files that a platform named, and a notice on its text.

    Of several attempts the last counts.  Files without a folder are copied into `folder`.  If there
    is only online text, and it is a program, it becomes a file in `folder`.
    """
    groups = {path: match.groupdict("") for path, match in matches.items()}
    time = max(parts.get("time", "") for parts in groups.values())
    attempt = max(int(parts.get("attempt", 0)) for parts in groups.values())
    groups = {
        path: parts
        for path, parts in groups.items()
        if (parts.get("time", ""), int(parts.get("attempt", 0))) == (time, attempt)
    }
    first = next(iter(groups.values()))
    name = key if time else first["name"] or key
    delivered = parse_iso_time(f"{time[:10]} {time[11:].replace('-', ':')}")
    submission = Submission(key, name, folder, first.get("number", ""), delivered)
    texts = [path for path, parts in groups.items() if parts["text"]]
    try:
        text = read_online_text(texts)
    except ProgramRefused as error:
        return submission._replace(error=str(error)), ""
    file_name = choose_file_name(text, program_name)
    if len(texts) == len(groups) and not file_name:
        return submission._replace(error=translate("online text without a program")), ""
    if len(texts) == len(groups):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / file_name).write_text(f"{text}\n", "utf-8")
        return submission, translate(TEXT_JUDGED, submission=key, file=file_name)
    for path, parts in groups.items():
        if path.is_dir() and path not in texts:
            submission = submission._replace(path=path)
        elif path not in texts:
            folder.mkdir(parents=True, exist_ok=True)
            name = parts["file"] + parts.get("suffix", "") or path.name
            shutil.copyfile(path, folder / (name_by_content(path, program_name) or name))
    values = {"submission": key, "file": file_name}
    notice = translate(PROGRAM_IGNORED if file_name else TEXT_IGNORED, **values)
    return submission, notice if text else ""


def read_plain_path(path: Path, assignment: str) -> Submission | None:
    """Return the submission in a folder or archive with the name of a student, else None.

    assignment: the name of nbgrader's inner folder, or "".  Without this folder, or with a folder
    that cannot be read, the submission has an error.
    """
    name = normalize("NFC", path.name if path.is_dir() else path.stem)
    if not path.is_dir():
        is_archive = path.is_file() and path.suffix.lower() in (".zip", *deliveries.ARCHIVES)
        return Submission(name, name, path) if is_archive else None
    folder = path / assignment
    if not folder.is_dir():
        error = translate("the folder has no {name}", name=assignment)
        return Submission(name, name, path, error=error)
    try:
        while (inner := find_only_folder(folder)) and find_only_folder(inner):
            folder = inner  # such as Name/Assignment/Version 1/
    except OSError as error:  # such as a path that is too long
        return Submission(name, name, path, error=explain_unreadable_files(error))
    stamp = folder / TIME_STAMP
    time = parse_iso_time(deliveries.read_head(stamp))
    return Submission(name, name, folder, delivered=time)


def find_only_folder(folder: Path) -> Path | None:
    """Return the only content of a folder if it is a folder, else None."""
    paths = downloads.list_visible_paths(folder)
    return paths[0] if len(paths) == 1 and paths[0].is_dir() else None


def find_nbgrader_assignment(folder: Path, paths: Iterable[Path]) -> str:
    """Return the name of the only assignment in nbgrader's folder, "" if there is none.

    Raises Unusable if there are several.
    """
    names = {
        inner.name
        for path in paths
        if path.is_dir()
        for inner in downloads.list_visible_paths(path)
    }
    if len(names) > 1:
        listed = ", ".join(map(escape_controls, sorted(names)))
        text = translate("found the assignments {listed}, expected one", listed=listed)
        raise Unusable(f"{folder}: {text}")
    return next(iter(names), "")


def make_keys_unique(submissions: Iterable[Submission]) -> list[Submission]:
    """Return the submissions with different keys, which every system accepts as names of folders.

    A hyphen replaces each character that some system forbids.  Case does not make a difference.
    """
    keys: set[str] = set()  # the keys so far in lower case
    unique = []
    for submission in submissions:
        characters = (
            character if character.isprintable() and character not in '<>:"/\\|?*' else "-"
            for character in submission.key
        )
        base = "".join(characters).strip(" .")[:MAX_KEY_LENGTH].strip(" .") or "-"
        numbered = (f"{base} ({number})" for number in itertools.count(2))
        key = next(key for key in itertools.chain([base], numbered) if key.casefold() not in keys)
        keys.add(key.casefold())
        unique.append(submission._replace(key=key))
    return unique


# ---------------------------------------------------------------- online text

# What a student typed into a platform: Moodle and Canvas give a page of HTML, Blackboard a text
# with a field for it.
# Source: Moodle, public/mod/assign/submission/onlinetext/locallib.php, get_files().
LINES = ("p", "div", "pre", "li", "tr", "blockquote", "h1", "h2", "h3", "h4", "h5", "h6")  # tags
SPACE = re.compile(r"[ \t\r\n]+")  # one blank in HTML; &nbsp; is a blank that stays
PYTHON_LINE = re.compile(r"^(?:import \w|from \S+ import |(?:def|for|while) .*:$)", re.M)
FIELD = re.compile(r"^Submission Field:(?!\s*There is no student submission)", re.M)
FIELD_END = re.compile(r"^Comments:", re.M)  # below the text of a student in Blackboard's file
TERMS = r"[\w\s,;()]"  # characters of a fact
RULE = re.compile(  # an atom in a body up to the next ':-', or a fact; none is begun twice
    rf":-(?:[^.():]|:(?!-))*\w\(|(?<!{TERMS})(?={TERMS}*\)\.(?!\w)){TERMS}*\w\("
)
MARKUP = re.compile(  # a comment, a declaration, or a tag with its name
    r"<!--.*?(?:-->|\Z)|<[!?][^<>]*>|<(/?[a-z][^\s/<>]*)(?:[\s/][^<>]*)?>", re.I | re.S
)
LONG_REFERENCE = re.compile("&#[0-9]{8,};?")  # the number of no character


class TextReader:
    """Collects the text of pages, with the lines and the indentation that a browser shows.

    The html.parser of Python takes minutes for some pages, and stops at others.
    """

    def __init__(self) -> None:
        self.parts: list[str] = []  # none is empty
        self.is_preformatted = False

    def read_page(self, page: str) -> None:
        """Add the text of a page."""
        first, *pieces = MARKUP.split(page)
        self._add_text(first)
        for tag, text in zip(pieces[::2], pieces[1::2]):
            name = (tag or "").lower()
            if name == "br" or (name.strip("/") in LINES and not self._begins_line()):
                self.parts.append("\n")
            self.is_preformatted = name == "pre" or (self.is_preformatted and name != "/pre")
            self._add_text(text)

    def _begins_line(self) -> bool:
        return not self.parts or self.parts[-1].endswith("\n")

    def _add_text(self, text: str) -> None:
        text = html.unescape(LONG_REFERENCE.sub("\ufffd", text))
        if not self.is_preformatted:
            text = SPACE.sub(" ", text)
            text = text.lstrip(" ") if self._begins_line() else text
        if text:
            self.parts.append(text)


def read_online_text(paths: Iterable[Path]) -> str:
    """Return the text of the pages at these paths and in these folders.

    Raises ProgramRefused for a page that is longer than a program may be.
    """
    reader = TextReader()
    for path in paths:
        for page in (path, *sorted(path.glob("*.html"))):
            if not page.is_file():
                continue
            data = read_plain_file(page, page.name, MOST_BYTES)
            text = data.decode(errors="replace").replace("\r\n", "\n").replace("\r", "\n")
            is_page = page.suffix == ".html"
            reader.read_page(text if is_page else f"<pre>{find_field(text)}</pre>")
    lines = "".join(reader.parts).replace("\xa0", " ").splitlines()
    return "\n".join(map(str.rstrip, lines)).strip("\n")


def find_field(text: str) -> str:
    """Return the text of a student in Blackboard's file, "" if there is none."""
    begin = FIELD.search(text)
    end = begin and FIELD_END.search(text, begin.end())
    return text[begin.end() : end.start()].strip() if begin and end else ""


def name_by_content(path: Path, program_name: str) -> str:
    """Return a name for a file that A+ has given a name without an ending, else ""."""
    if not downloads.A_PLUS_NAME.fullmatch(path.name):
        return ""
    data = read_at_most(path, MOST_BYTES)
    if data.startswith(zips.START):
        return "work.zip"
    text, _ = decode_any_text(data)
    return choose_file_name(text, program_name) or deliveries.README


def choose_file_name(text: str, program_name: str) -> str:
    """Return the name of the file for a text: encode.py, `program_name`, or "" for prose."""
    if PYTHON_LINE.search(text):
        return "encode.py"
    return program_name if RULE.search(text) else ""
