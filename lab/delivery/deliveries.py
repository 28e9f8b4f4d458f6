"""Whether a delivery is complete: its files, the names of its authors, what should stay at home.

A delivery is a folder or a zip.  README.txt names the authors, encode.py and the program name
the same ones.  Whatever stands in files is only read, as text.
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
from lab.delivery import authors, layout, zips
from lab.sandbox.folders import remove

SCRIPT_FILE = "encode.py"
ENCODE = "encode"  # the part that is encode.py; the other is named after the puzzle
README = "README.txt"
HEAD = 1 << 14  # bytes of a file in which names are looked for
GROUP = 2  # authors, at most
SAMPLE = ("Ada Lovelace", "Kurt Gödel")
NAMED = 5  # things that are named in a message
CAREFUL = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)  # no link, no pipe
MARKS = {codecs.BOM_UTF8: "utf-8", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}


class DeliveryOptions(NamedTuple):
    """What is asked of a submission.

    `part`: encode, or the name of the puzzle, if only that part is judged.  `is_delivery`:
    whether it fails for what a delivery lacks, too; None: if it is a zip.  `group`: how many
    authors there may be.  `is_at_work`: whether a folder is one in which students work, where
    nothing needs to be cleared away.
    """

    part: str | None = None
    is_delivery: bool | None = None
    group: int = GROUP
    is_at_work: bool = False


class Lack(NamedTuple):
    """What a delivery lacks, or has too much of.

    `code`: missing, deep, link, readme, authors, home.  `part`: what cannot be judged so, or
    DELIVERY.
    """

    code: str
    file: str
    message: str
    detail: str = ""
    part: str = DELIVERY


class Delivery(NamedTuple):
    """What is judged of a folder; `where` is its path as a person gave it.

    `lacks` of a delivery fail it if they hinder judging, and all of them if it `is_strict`.
    `unjudged` are the names of files.
    """

    name: str
    folder: Path
    script: Path | None
    program: Path | None
    where: str = ""
    is_delivery: bool = False
    is_strict: bool = False
    authors: tuple[str, ...] = ()
    unjudged: tuple[str, ...] = ()
    lacks: tuple[Lack, ...] = ()

    @property
    def findings(self) -> list[Finding]:
        """The lacks that fail it."""
        failing = (one for one in self.lacks if self.is_strict or one.part != DELIVERY)
        return [
            Finding(DELIVERY, code, message, detail, part=part, place=Place(file))
            for code, file, message, detail, part in failing
        ]

    @property
    def remarks(self) -> list[Remark]:
        """The other lacks."""
        others = (one for one in self.lacks if not self.is_strict and one.part == DELIVERY)
        return [
            Remark(DELIVERY, code, ": ".join(filter(None, [message, detail])), Place(file))
            for code, file, message, detail, _ in others
        ]


@contextlib.contextmanager
def open_delivery(
    puzzle: str, path: Path, asked: DeliveryOptions | None = None
) -> Iterator[Delivery]:
    """The submission at a path: a folder, a zip, or one .lp file, which is no delivery.

    A zip is unpacked into a folder that is removed at the end.  Raises Unusable.
    """
    asked = asked or DeliveryOptions()
    if asked.part not in (None, ENCODE, puzzle):
        expected = f"{ENCODE} or {puzzle}"
        raise Unusable(f"--part: found {escape_controls(asked.part)}, expected {expected}")
    with contextlib.ExitStack() as stack:
        try:
            if path.is_dir():
                folder = Folder(path.resolve(), str(path), layout.list_paths(path))
                work = judged(puzzle, folder, asked)
            elif path.suffix.lower() == ".zip" and path.is_file():
                room = Path(tempfile.mkdtemp(prefix="check-"))
                stack.callback(remove, room)
                is_strict = asked.is_delivery is not False
                work = judged(puzzle, unpacked(path, room), asked._replace(is_delivery=is_strict))
            else:
                work = alone(puzzle, path, asked)
        except OSError as error:
            raise Unusable(f"{path}: {error.strerror}") from None
        yield work


def alone(puzzle: str, path: Path, asked: DeliveryOptions) -> Delivery:
    """A logic program alone, which is no delivery."""
    if path.suffix != ".lp" or not path.is_file():
        found = "no logic program" if path.exists() else "no such file or folder"
        expected = f"a folder with {SCRIPT_FILE} or {puzzle}.lp, a .zip, or a .lp file"
        raise Unusable(f"{path}: {found}, expected {expected}")
    if asked.part == ENCODE or asked.is_delivery:
        raise Unusable(f"{path}: found a logic program alone, expected a folder or a .zip")
    return Delivery(path.name, path.resolve().parent, None, path, str(path.parent))


class Folder(NamedTuple):
    """A folder that was delivered, and all the paths in it, without links where it was a zip.

    `where` is its path, or that of the zip, as a person gave it.
    """

    top: Path
    where: str
    paths: Sequence[PurePosixPath]
    links: Sequence[PurePosixPath] = ()
    lacks: Sequence[Lack] = ()
    inner: PurePosixPath = PurePosixPath()  # where the files lie

    @property
    def home(self) -> Path:
        """The folder in which the files lie."""
        return self.top.joinpath(*self.inner.parts)


def unpacked(path: Path, room: Path) -> Folder:
    """What is in a zip, or in the zip that is all that it holds."""
    top, lacks = room / "1", []
    top.mkdir()
    found = zips.unpack(path, top, layout.superfluous_in_folders)
    staying = layout.find_superfluous(found.files)
    files = [one for one in found.files if one not in staying]
    if len(files) == 1 and files[0].suffix.lower() == ".zip":
        message = f"found a zip in the zip, {files[0]}, expected the files themselves"
        lacks.append(Lack("deep", str(files[0]), message))
        inner, top = top.joinpath(*files[0].parts), room / "2"
        top.mkdir()
        found = zips.unpack(inner, top, layout.superfluous_in_folders)
    return Folder(top, str(path), [*found.files, *found.unwanted], found.links, lacks)


def judged(puzzle: str, folder: Folder, asked: DeliveryOptions) -> Delivery:
    """The submission in a folder, with all that it lacks.

    Raises Unusable if there is nothing to judge, and OSError.
    """
    staying = layout.find_superfluous(folder.paths)
    own = [path for path in folder.paths if path not in staying]
    files = {ENCODE: SCRIPT_FILE, puzzle: f"{puzzle}.lp"}
    folder = folder._replace(inner=layout.home_of(own, list(files.values())))
    there = set(os.listdir(folder.home))
    wanted = [file for part, file in files.items() if asked.part in (None, part)]
    present = [file for file in wanted if file in there]
    missing = list(lacking_files(puzzle, folder, own, [one for one in wanted if one not in there]))
    if not present and not asked.is_delivery and not any(one.detail for one in missing):
        neither = "neither " if len(wanted) > 1 else "no "
        raise Unusable(f"{folder.where}: found {neither}{' nor '.join(wanted)}")
    is_final = asked.is_delivery or not asked.is_at_work
    people, lacks = lacking_names(puzzle, folder, own, present, asked.group)
    return Delivery(
        Path(folder.where).resolve().name,
        folder.home,
        folder.home / SCRIPT_FILE if SCRIPT_FILE in present else None,
        folder.home / f"{puzzle}.lp" if f"{puzzle}.lp" in present else None,
        str(Path(folder.where) / folder.inner),
        is_delivery=True,
        is_strict=bool(asked.is_delivery),
        authors=tuple(people),
        unjudged=tuple(file for file in files.values() if file not in present),
        lacks=(
            *folder.lacks,
            *missing,
            *lacks,
            *(superfluous(folder, staying) if is_final else ()),
        ),
    )


# ---------------------------------------------------------------- files


def lacking_files(
    puzzle: str, folder: Folder, own: layout.Paths, missing: Sequence[str]
) -> Iterator[Lack]:
    """The files that are missing, with those that were probably meant; a folder too deep."""
    for name in missing:
        part = SCRIPT if name == SCRIPT_FILE else PROGRAM
        near = instead(puzzle, folder, own, name)
        yield Lack("missing", name, f"{name} is missing", near, part)
    if folder.inner.parts:
        message = f"the files lie in the folder {folder.inner}, expected at the top"
        yield Lack("deep", str(folder.inner), message)


def instead(puzzle: str, folder: Folder, own: layout.Paths, name: str) -> str:
    """What may be the file of a name, in words; "" if nothing may be."""
    if folder.inner / name in folder.links:
        return "found a link, which is not followed"
    others = {SCRIPT_FILE, f"{puzzle}.lp", "decode.py", f"viz-{puzzle}.lp"} - {name}
    found = layout.find_nearest(name, [path for path in own if path.name not in others])
    if not found:
        return ""
    return f"found {found}, expected {folder.inner / name}"


def superfluous(folder: Folder, staying: dict[PurePosixPath, PurePosixPath]) -> Iterator[Lack]:
    """What should have stayed at home, and links, which are not followed."""
    things = sorted({f"{top}/" if top != path else str(top) for path, top in staying.items()})
    if things:
        yield Lack("home", things[0].rstrip("/"), "this should stay at home", some(things))
    if folder.links:
        message = "links are not followed"
        yield Lack("link", str(folder.links[0]), message, some(list(map(str, folder.links))))


def some(names: Sequence[str]) -> str:
    """The first of some names, and how many more there are."""
    more = [f"{len(names) - NAMED:,} more"] if len(names) > NAMED else []
    return ", ".join([*map(quote_line, names[:NAMED]), *more])


# ---------------------------------------------------------------- names of people


def lacking_names(
    puzzle: str, folder: Folder, own: layout.Paths, present: Sequence[str], group: int
) -> tuple[list[str], list[Lack]]:
    """The authors that README.txt names, or else a source file, and what lacks of names."""
    readme, lacks = found_readme(folder, own)
    comments = {
        name: authors.comments(head(folder.home / name), PATTERNS[Path(name).suffix])
        for name in present
    }
    named = {name: authors.labelled(text) for name, text in comments.items()}
    others = [names for names in named.values() if names]
    people = in_readme(readme, others, puzzle, group) if readme is not None else []
    if readme is not None and not people:
        expected = f"expected a line such as Authors: {', '.join(SAMPLE)}"
        lacks.append(Lack("authors", README, f"{README} names no authors", expected))
    if len(people) > group:
        message = f"{README} names {len(people)} authors, expected {group} at most"
        lacks.append(Lack("authors", README, message, ", ".join(people)))
    known = people or next(iter(others), [])
    for name, names in named.items():
        if names and not authors.are_same(names, known):
            source = README if people else present[0]
            message = f"{name} names {', '.join(names)}, {source} {', '.join(known)}"
            lacks.append(Lack("authors", name, message))
        if not names and not authors.are_mentioned(known, comments[name]):
            mark = "#" if name.endswith(".py") else "%"
            expected = f"expected a line such as {mark} Authors: {', '.join(known or SAMPLE)}"
            lacks.append(Lack("authors", name, f"{name} names no authors", expected))
    return known, lacks


PATTERNS = {".py": authors.PYTHON, ".lp": authors.LOGIC}


def found_readme(folder: Folder, own: layout.Paths) -> tuple[str | None, list[Lack]]:
    """The text of README.txt, None without it, or of what was meant to be it."""
    for path in (folder.inner / README, PurePosixPath(README)):
        if path in own:
            return head(folder.top.joinpath(*path.parts)), []
    near = next((path for path in own if is_readme(path)), None)
    message = f"{README}, which names the authors, is missing"
    if not near:
        return None, [Lack("readme", README, message)]
    text = head(folder.top.joinpath(*near.parts))
    return text, [Lack("readme", README, message, f"found {near}")]


def is_readme(path: PurePosixPath) -> bool:
    """Whether a file may be meant to be README.txt, in one of four languages."""
    names = ("readme", "read me", "read_me", "leeme", "léeme", "lisezmoi", "liesmich")
    return path.name.lower().startswith(names)


def in_readme(text: str, others: Sequence[Sequence[str]], title: str, group: int) -> list[str]:
    """The authors that a README.txt names, after a label or, if they are few, without one.

    `others` are the lists of names in source files.
    """
    if people := authors.labelled(text):
        return people
    mentioned = (list(names) for names in others if authors.are_mentioned(names, text))
    if people := next(mentioned, []):
        return people
    if authors.is_form(text):
        return []
    alone = [name for name in authors.listed(text) if name.lower().replace(" ", "") != title]
    return alone if len(alone) <= group else []


def head(path: Path) -> str:
    """The beginning of a plain file as text; "" if it is none, or cannot be read."""
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
