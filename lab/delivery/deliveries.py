"""Reads a delivery, a folder or a zip; reports missing files, unnamed authors, superfluous files.

README.txt and the comments of encode.py and of the program name the same authors.  No file is
executed here.
"""

import contextlib
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from lab import Unusable
from lab.common.file_kinds import explain_file_kind
from lab.common.files import decode_any_text, read_at_most
from lab.common.language import translate
from lab.common.words import Place, cut_lines, escape_controls, quote_line
from lab.delivery import layout, zips
from lab.delivery.authors import find_line_of_authors, is_named, read_comments, read_names
from lab.findings import DELIVERY, ENCODE, PROGRAM, Finding, Remark
from lab.sandbox.folders import open_temporary_folder

SCRIPT_FILE = f"{ENCODE}.py"
README = "README.txt"
HEAD_BYTES = 1 << 14  # bytes of a file in which names are looked for
MOST_AUTHORS = 2  # authors of a delivery, unless the course says otherwise
SAMPLE_AUTHORS = ("Ada Lovelace", "Kurt Gödel")
ZIP_IN_ZIP = "found a zip in the zip, {file}, expected the files themselves"
MANY_AUTHORS = "{file} names {number} authors, expected {most} at most"
SAMPLE_LINE = "expected a line such as {mark} Authors: {names}"
NO_AUTHORS = "{file} names no authors"
OTHER_AUTHORS = "found '{line}', expected the names of {file}, of which these are missing"
MOST_NAMED = 5  # files or links that are named in a message
ARCHIVES = (".rar", ".7z", ".tar", ".tgz", ".gz", ".bz2", ".xz")
NO_ZIP = "this is a {kind}, which cannot be opened; deliver a .zip"


class DeliveryOptions(NamedTuple):
    """The part of a delivery to judge, and what is expected of it."""

    part: str | None = None  # the only part to judge: encode, or the name of the puzzle
    is_handed_in: bool = False  # whether it is judged, as a zip is, even without any program
    group: int = MOST_AUTHORS  # largest number of authors
    is_draft: bool = False  # whether students still work in the folder: they need not tidy it


class Delivery(NamedTuple):
    """The files to judge, and the faults of the delivery.

    A fault with a part means that this part is missing.  Any other fault costs points, but fails no
    program; an inner folder is a remark.
    """

    name: str
    folder: Path
    script: Path | None
    program: Path | None
    given_path: str = ""  # path of the folder, as a person gave it
    is_lone_program: bool = False  # one .lp file: whether it is complete is not asked
    authors: tuple[str, ...] = ()
    unjudged: tuple[str, ...] = ()  # names of files
    faults: tuple[Finding, ...] = ()

    @property
    def findings(self) -> list[Finding]:
        return [fault for fault in self.faults if fault.code != "deep"]

    @property
    def doubt(self) -> str:
        """Why a person has to decide: a file is missing, and several files may be meant."""
        missing = (fault for fault in self.faults if fault.code == "missing" and fault.detail)
        return next((fault.message for fault in missing), "")

    @property
    def remarks(self) -> list[Remark]:
        return [
            Remark(DELIVERY, fault.code, fault.text, fault.place)
            for fault in self.faults
            if fault.code == "deep"
        ]


def make_fault(
    code: str, file: str, brief: str, detail: str = "", *, part: str = "", line: int = 0
) -> Finding:
    return Finding(DELIVERY, code, brief, detail, part=part, place=Place(file, line))


@contextlib.contextmanager
def open_delivery(
    puzzle: str, path: Path, options: DeliveryOptions | None = None
) -> Iterator[Delivery]:
    """Open the delivery at a path, for the puzzle of this name: a folder, a zip, or one .lp file.

    A zip is unpacked into a folder that is removed at the end.  Raises Unusable.
    """
    options = options or DeliveryOptions()
    if options.part not in (None, ENCODE, puzzle):
        expected = f"{ENCODE} or {puzzle}"
        raise Unusable(f"--part: found {escape_controls(options.part)}, expected {expected}")
    with contextlib.ExitStack() as stack:
        try:
            if path.is_dir():
                contents = zips.Contents(layout.list_paths(path), [])
                delivery = read_folder(puzzle, path, path.resolve(), contents, options)
            elif path.suffix.lower() == ".zip" and path.is_file():
                temporary = stack.enter_context(open_temporary_folder("check-"))
                options = options._replace(is_handed_in=True)
                delivery = read_zip(puzzle, path, temporary, options)
            else:
                delivery = read_lone_program(puzzle, path, options)
        except OSError as error:
            raise Unusable(f"{path}: {error.strerror}") from None
        yield delivery


def refuse_archive(path: Path) -> None:
    """Raise Unusable for a file that is an archive of another kind than a zip."""
    if path.suffix.lower() in ARCHIVES:
        raise Unusable(f"{path}: {translate(NO_ZIP, kind=path.suffix.lower())}")


def read_lone_program(puzzle: str, path: Path, options: DeliveryOptions) -> Delivery:
    """Return a logic program alone; raise Unusable for other files, or if encode.py is needed."""
    if path.is_file():
        refuse_archive(path)
    if path.suffix != ".lp" or not path.is_file():
        kind = "no logic program" if path.exists() else "no such file or folder"
        expected = f"a folder with {SCRIPT_FILE} or {puzzle}.lp, a .zip, or a .lp file"
        raise Unusable(f"{path}: {kind}, expected {expected}")
    if options.part == ENCODE or options.is_handed_in:
        raise Unusable(f"{path}: found a logic program alone, expected a folder or a .zip")
    folder = path.resolve().parent
    return Delivery(path.name, folder, None, path, str(path.parent), is_lone_program=True)


def read_zip(puzzle: str, path: Path, temporary: Path, options: DeliveryOptions) -> Delivery:
    """Return the delivery in a zip, or in the zip that is its only file."""
    top, inner_top = temporary / "1", temporary / "2"
    contents = zips.unpack(path, top)
    superfluous = layout.find_superfluous(contents.files)
    files = [file for file in contents.files if file not in superfluous]
    if len(files) != 1 or files[0].suffix.lower() != ".zip":
        return read_folder(puzzle, path, top, contents, options)
    archive = top.joinpath(*files[0].parts)
    contents = zips.unpack(archive, inner_top, given_path=path / files[0])
    delivery = read_folder(puzzle, path, inner_top, contents, options)
    brief = translate(ZIP_IN_ZIP, file=files[0])
    return delivery._replace(faults=(make_fault("deep", str(files[0]), brief), *delivery.faults))


def read_folder(
    puzzle: str, given_path: Path, top: Path, contents: zips.Contents, options: DeliveryOptions
) -> Delivery:
    """Return the delivery in the folder `top` with all its faults.

    `given_path` is the path of the folder or zip, as a person gave it.  Raises OSError, and
    Unusable if there are no programs and nothing is handed in.
    """
    superfluous = layout.find_superfluous(contents.files)
    paths = [path for path in contents.files if path not in superfluous]
    files = {ENCODE: SCRIPT_FILE, puzzle: f"{puzzle}.lp"}
    inner = layout.find_program_folder(paths, list(files.values()))
    folder = top.joinpath(*inner.parts)
    requested = [file for part, file in files.items() if options.part in (None, part)]
    names = set(os.listdir(folder))
    programs: dict[str, str] = {}  # names of the files that are there, by the expected names
    faults = []
    for file in requested:
        other_programs = {*files.values(), "decode.py", f"viz-{puzzle}.lp"} - {file}
        if file in names:
            programs[file] = file
        elif program := layout.find_program(paths, inner / file, other_programs):
            programs[file] = program.name
            brief = translate("found {found}, expected {expected}", found=program, expected=file)
            faults.append(make_fault("name", program.name, brief))
        else:
            candidates = [path for path in paths if path.name not in other_programs]
            faults.append(report_missing(inner / file, candidates))
    has_no_trace = not programs and not any(fault.detail for fault in faults)
    if has_no_trace and not options.is_handed_in:
        neither = "neither " if len(requested) > 1 else "no "
        raise Unusable(f"{given_path}: found {neither}{' nor '.join(requested)}")
    if inner.parts:
        brief = translate("the files lie in the folder {folder}, expected at the top", folder=inner)
        faults.append(make_fault("deep", str(inner), brief))
    authors, name_faults = read_authors(top, inner, paths, programs, options.group)
    faults += name_faults
    if options.is_handed_in or not options.is_draft:
        faults += report_superfluous(superfluous, contents.links)
    script, logic_program = (
        folder / programs[file] if file in programs else None for file in files.values()
    )
    return Delivery(
        given_path.resolve().name,
        folder,
        script,
        logic_program,
        str(given_path / inner),
        authors=tuple(authors),
        unjudged=tuple(file for file in files.values() if file not in programs),
        faults=tuple(faults),
    )


def report_missing(expected: PurePosixPath, paths: layout.Paths) -> Finding:
    """Return the fault of a missing file; its detail has the paths that may be meant, if any.

    Prefer other places of the file, then the most similar path, then programs beside it.
    """
    name, nearest = expected.name, layout.find_nearest(expected.name, paths)
    equal = [str(path) for path in paths if path.name == name]
    programs = map(str, layout.list_programs(paths, expected))
    meant = ", ".join(equal) or nearest or ", ".join(programs)
    detail = translate("found {found}, expected {expected}", found=meant, expected=expected)
    part = ENCODE if name == SCRIPT_FILE else PROGRAM
    brief = translate("{file} is missing", file=name)
    return make_fault("missing", name, brief, detail if meant else "", part=part)


def report_superfluous(
    superfluous: Mapping[PurePosixPath, PurePosixPath], links: Sequence[PurePosixPath]
) -> Iterator[Finding]:
    """Yield a fault for the superfluous files that a person made, another for the links."""
    tops_by_path = {p: t for p, t in superfluous.items() if not layout.BY_ITSELF.fullmatch(t.name)}
    tops = sorted({f"{top}/" if top != path else str(top) for path, top in tops_by_path.items()})
    kinds = {
        "home": (tops, translate("this should stay at home")),
        "link": (list(map(str, links)), translate("links are not followed")),
    }
    for code, (names, brief) in kinds.items():
        if names:
            detail = cut_lines(list(map(quote_line, names)), MOST_NAMED).replace("\n", ", ")
            yield make_fault(code, names[0].rstrip("/"), brief, detail)


# ---------------------------------------------------------------- names of people


def read_authors(
    top: Path, inner: PurePosixPath, paths: layout.Paths, programs: Mapping[str, str], group: int
) -> tuple[list[str], list[Finding]]:
    """Return the authors, and the faults: too many authors, and files that do not name all.

    The authors are the names in README.txt, else those in the first program with names.  `programs`
    are names of files in the folder `inner` of `top`, by the names that are expected.
    """
    folder, faults = top.joinpath(*inner.parts), []
    own_readmes = [place / README for place in (inner, *inner.parents) if place / README in paths]
    readme = own_readmes[0] if own_readmes else layout.find_nearest(README, paths)
    readme_path = top.joinpath(*(readme or PurePosixPath(README)).parts)
    fault = explain_file_kind(read_beginning(readme_path))
    readme_text = "" if fault else read_head(readme_path)
    comments = {
        file: read_comments(read_head(folder / file), Path(expected).suffix)
        for expected, file in programs.items()
        if not explain_file_kind(read_beginning(folder / file))  # else check reports it
    }
    texts = {str(readme or README): readme_text, **comments}
    names_by_file = ((file, read_names(text)) for file, text in texts.items())
    source, authors = next((pair for pair in names_by_file if pair[1]), (README, []))
    if not own_readmes:
        brief = translate("{file}, which names the authors, is missing", file=README)
        detail = translate("found {found}", found=readme) if readme else ""
        faults.append(make_fault("readme", README, brief, detail))
    elif not authors or not all(is_named(name, readme_text) for name in authors):
        names = ", ".join(SAMPLE_AUTHORS)
        expectation = translate("expected a line such as Authors: {names}", names=names)
        detail = fault or expectation
        faults.append(make_fault("authors", README, translate(NO_AUTHORS, file=README), detail))
    if len(authors) > group:
        brief = translate(MANY_AUTHORS, file=README, number=len(authors), most=group)
        faults.append(make_fault("authors", README, brief, ", ".join(authors)))
    faults += report_unnamed_authors(comments, authors, source)
    return authors, faults


def report_unnamed_authors(
    comments: Mapping[str, str], authors: Sequence[str], source: str
) -> Iterator[Finding]:
    """Yield a fault for each program whose comments do not name all authors; `source` does."""
    for file, text in comments.items():
        absent = [name for name in authors if not is_named(name, text)]
        line, comment = find_line_of_authors(text, authors)
        if not authors or (absent and not comment):
            mark = "#" if ".py" in file.lower() else "%"
            names = ", ".join(authors or SAMPLE_AUTHORS)
            detail = translate(SAMPLE_LINE, mark=mark, names=names)
            yield make_fault("authors", file, translate(NO_AUTHORS, file=file), detail)
        elif absent:
            brief = translate(OTHER_AUTHORS, line=comment, file=source)
            yield make_fault("authors", file, brief, ", ".join(absent), line=line)


def read_head(path: Path) -> str:
    """Return the beginning of a plain file as text, "" for a link and for any other file."""
    return decode_any_text(read_beginning(path))[0]


def read_beginning(path: Path) -> bytes:
    """Return the first bytes of a plain file, none of a link or of what cannot be read."""
    with contextlib.suppress(OSError):
        if path.is_file() and not path.is_symlink():
            return read_at_most(path, HEAD_BYTES)
    return b""
