"""Reads a delivery, a folder or a zip, and finds what it lacks: files, names, what is too much.

README.txt names the authors, the comments of encode.py and of the program name the same ones.
Whatever stands in files is only read, as text.
"""

import codecs
import contextlib
import os
import stat
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from lab import Unusable
from lab.common.findings import DELIVERY, PROGRAM, SCRIPT, Finding, Remark
from lab.common.words import Place, escape_controls, quote_line
from lab.delivery import layout, zips
from lab.delivery.authors import is_named, read_comments, read_names
from lab.sandbox.folders import remove_tree

ENCODE, SCRIPT_FILE = "encode", "encode.py"  # a part and its file; the other part is the puzzle
README = "README.txt"
READMES = ("readme", "read me", "read_me", "leeme", "léeme", "lisezmoi", "liesmich")
HEAD = 1 << 14  # bytes of a file in which names are looked for
GROUP = 2  # authors, at most
SAMPLE = ("Ada Lovelace", "Kurt Gödel")
NAMED = 5  # things that are named in a message
CAREFUL = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)  # no link, no pipe
MARKS = {codecs.BOM_UTF8: "utf-8", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}


class DeliveryOptions(NamedTuple):
    """How a delivery is judged."""

    part: str | None = None  # the only part to judge: encode, or the name of the puzzle
    is_delivery: bool | None = None  # whether every fault of it fails; None: if it is a zip
    group: int = GROUP  # authors, at most
    is_at_work: bool = False  # students work in the folder: nothing needs to be cleared away


class Delivery(NamedTuple):
    """The files to judge, and the faults of the delivery.

    Faults whose part cannot be judged are findings.  The others have the part DELIVERY: they are
    findings if the delivery `is_strict`, else remarks.
    """

    name: str
    folder: Path
    script: Path | None
    program: Path | None
    given_path: str = ""  # path of the folder, as a person gave it
    is_delivery: bool = False
    is_strict: bool = False
    authors: tuple[str, ...] = ()
    unjudged: tuple[str, ...] = ()  # names of files
    faults: tuple[Finding, ...] = ()

    @property
    def findings(self) -> list[Finding]:
        """The faults that fail the delivery."""
        return [fault for fault in self.faults if self.is_strict or fault.part != DELIVERY]

    @property
    def remarks(self) -> list[Remark]:
        """The faults that do not fail it."""
        harmless = [fault for fault in self.faults if fault not in self.findings]
        return [Remark(DELIVERY, fault.code, fault.message, fault.place) for fault in harmless]


def make_fault(code: str, file: str, brief: str, detail: str = "", part: str = DELIVERY) -> Finding:
    """Make a finding about a file of the delivery."""
    return Finding(DELIVERY, code, brief, detail, part=part, place=Place(file))


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
                folder = Folder(path.resolve(), str(path), layout.list_paths(path))
                delivery = read_folder(puzzle, folder, options)
            elif path.suffix.lower() == ".zip" and path.is_file():
                room = Path(tempfile.mkdtemp(prefix="check-"))
                stack.callback(remove_tree, room)
                options = options._replace(is_delivery=options.is_delivery is not False)
                delivery = read_folder(puzzle, unpack_twice(path, room), options)
            else:
                delivery = read_program(puzzle, path, options)
        except OSError as error:
            raise Unusable(f"{path}: {error.strerror}") from None
        yield delivery


def read_program(puzzle: str, path: Path, options: DeliveryOptions) -> Delivery:
    """Return a logic program alone, which is no delivery; raise Unusable for another file."""
    if path.suffix != ".lp" or not path.is_file():
        kind = "no logic program" if path.exists() else "no such file or folder"
        expected = f"a folder with {SCRIPT_FILE} or {puzzle}.lp, a .zip, or a .lp file"
        raise Unusable(f"{path}: {kind}, expected {expected}")
    if options.part == ENCODE or options.is_delivery:
        raise Unusable(f"{path}: found a logic program alone, expected a folder or a .zip")
    return Delivery(path.name, path.resolve().parent, None, path, str(path.parent))


class Folder(NamedTuple):
    """A delivered folder, or the folder of an unpacked zip, with all paths in it."""

    top: Path
    given_path: str  # path of the folder or of the zip, as a person gave it
    paths: Sequence[PurePosixPath]
    links: Sequence[PurePosixPath] = ()  # in a zip; in a folder they are among `paths`
    faults: Sequence[Finding] = ()
    inner: PurePosixPath = PurePosixPath()  # where the files lie

    @property
    def home(self) -> Path:
        """The folder in which the files lie."""
        return self.top.joinpath(*self.inner.parts)


def unpack_twice(path: Path, room: Path) -> Folder:
    """Unpack a zip into a folder in `room`; unpack again if it holds nothing but a zip."""
    top, faults = room / "1", []
    top.mkdir()
    contents = zips.unpack(path, top, layout.superfluous_in_folders)
    superfluous = layout.find_superfluous(contents.files)
    files = [file for file in contents.files if file not in superfluous]
    if len(files) == 1 and files[0].suffix.lower() == ".zip":
        brief = f"found a zip in the zip, {files[0]}, expected the files themselves"
        faults.append(make_fault("deep", str(files[0]), brief))
        inner, top = top.joinpath(*files[0].parts), room / "2"
        top.mkdir()
        contents = zips.unpack(inner, top, layout.superfluous_in_folders)
    paths = [*contents.files, *contents.unwanted]
    return Folder(top, str(path), paths, contents.links, faults)


def read_folder(puzzle: str, folder: Folder, options: DeliveryOptions) -> Delivery:
    """Return the delivery in a folder with all its faults.

    Raises Unusable if there is nothing to judge, and OSError.
    """
    superfluous = layout.find_superfluous(folder.paths)
    paths = [path for path in folder.paths if path not in superfluous]
    files = {ENCODE: SCRIPT_FILE, puzzle: f"{puzzle}.lp"}
    folder = folder._replace(inner=layout.find_home(paths, list(files.values())))
    names = set(os.listdir(folder.home))
    requested = [file for part, file in files.items() if options.part in (None, part)]
    present = [file for file in requested if file in names]
    missing = [missing_file(puzzle, folder, paths, file) for file in requested if file not in names]
    if not present and not options.is_delivery and not any(fault.detail for fault in missing):
        neither = "neither " if len(requested) > 1 else "no "
        raise Unusable(f"{folder.given_path}: found {neither}{' nor '.join(requested)}")
    faults = [*folder.faults, *missing]
    if folder.inner.parts:
        brief = f"the files lie in the folder {folder.inner}, expected at the top"
        faults.append(make_fault("deep", str(folder.inner), brief))
    authors, name_faults = read_authors(folder, paths, present, options.group)
    faults += name_faults
    if options.is_delivery or not options.is_at_work:
        faults += find_excess(folder, superfluous)
    script, program = (folder.home / file if file in present else None for file in files.values())
    return Delivery(
        Path(folder.given_path).resolve().name,
        folder.home,
        script,
        program,
        str(Path(folder.given_path) / folder.inner),
        is_delivery=True,
        is_strict=bool(options.is_delivery),
        authors=tuple(authors),
        unjudged=tuple(file for file in files.values() if file not in present),
        faults=tuple(faults),
    )


# ---------------------------------------------------------------- files


def missing_file(puzzle: str, folder: Folder, paths: layout.Paths, name: str) -> Finding:
    """Return the fault that a file is missing, with the file that was probably meant."""
    other_files = {SCRIPT_FILE, f"{puzzle}.lp", "decode.py", f"viz-{puzzle}.lp"} - {name}
    near = layout.find_nearest(name, [path for path in paths if path.name not in other_files])
    detail = ""
    if folder.inner / name in folder.links:
        detail = "found a link, which is not followed"
    elif near:
        detail = f"found {near}, expected {folder.inner / name}"
    part = SCRIPT if name == SCRIPT_FILE else PROGRAM
    return make_fault("missing", name, f"{name} is missing", detail, part)


def find_excess(
    folder: Folder, superfluous: dict[PurePosixPath, PurePosixPath]
) -> Iterator[Finding]:
    """Yield the faults of what should have stayed at home, and of links."""
    tops = sorted({f"{top}/" if top != path else str(top) for path, top in superfluous.items()})
    if tops:
        brief = "this should stay at home"
        yield make_fault("home", tops[0].rstrip("/"), brief, format_some(tops))
    if folder.links:
        links = list(map(str, folder.links))
        yield make_fault("link", links[0], "links are not followed", format_some(links))


def format_some(names: Sequence[str]) -> str:
    """Return the first names, and how many more there are."""
    more = [f"{len(names) - NAMED:,} more"] if len(names) > NAMED else []
    return ", ".join([*map(quote_line, names[:NAMED]), *more])


# ---------------------------------------------------------------- names of people


def read_authors(
    folder: Folder, paths: layout.Paths, present: Sequence[str], group: int
) -> tuple[list[str], list[Finding]]:
    """Return the authors, and the faults: too many, and those that a file does not name.

    They are the names in README.txt, else those in the first program that has any.
    """
    readme = find_readme(folder, paths)
    readme_text = read_head(folder.top.joinpath(*readme.parts)) if readme else ""
    comments = {
        file: read_comments(read_head(folder.home / file), Path(file).suffix) for file in present
    }
    authors, faults = read_names(readme_text), []
    authors = authors or next(filter(None, map(read_names, comments.values())), [])
    if readme not in (folder.inner / README, PurePosixPath(README)):
        brief = f"{README}, which names the authors, is missing"
        faults.append(make_fault("readme", README, brief, f"found {readme}" if readme else ""))
    elif not authors or not all(is_named(name, readme_text) for name in authors):
        expected = f"expected a line such as Authors: {', '.join(SAMPLE)}"
        faults.append(make_fault("authors", README, f"{README} names no authors", expected))
    if len(authors) > group:
        brief = f"{README} names {len(authors)} authors, expected {group} at most"
        faults.append(make_fault("authors", README, brief, ", ".join(authors)))
    for file, text in comments.items():
        absent = [name for name in authors if not is_named(name, text)]
        if absent == authors:
            mark = "#" if file.endswith(".py") else "%"
            expected = f"expected a line such as {mark} Authors: {', '.join(authors or SAMPLE)}"
            faults.append(make_fault("authors", file, f"{file} names no authors", expected))
        elif absent:
            brief = f"{file} does not name {', '.join(absent)}"
            faults.append(make_fault("authors", file, brief, f"{README} does"))
    return authors, faults


def find_readme(folder: Folder, paths: layout.Paths) -> PurePosixPath | None:
    """Return the path of README.txt, else of a file with a name like it."""
    exact = [path for path in (folder.inner / README, PurePosixPath(README)) if path in paths]
    near = [path for path in paths if path.name.lower().startswith(READMES)]
    return next(iter(exact + near), None)


def read_head(path: Path) -> str:
    """Return the beginning of a plain file as text, "" if it is none or cannot be read.

    Text without a mark of its encoding is read as UTF-8, else as Windows-1252.
    """
    try:
        with open(os.open(path, os.O_RDONLY | CAREFUL), "rb") as file:
            is_plain = stat.S_ISREG(os.fstat(file.fileno()).st_mode)
            data = file.read(HEAD) if is_plain else b""
    except OSError:
        return ""
    encoding = next((name for mark, name in MARKS.items() if data.startswith(mark)), "utf-8")
    try:
        return data.decode(encoding, "strict" if len(data) < HEAD else "ignore").lstrip("\ufeff")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")
