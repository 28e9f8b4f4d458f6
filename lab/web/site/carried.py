"""Lists the files that static pages carry: what a handout has of the kit, Python and clingo.

static/site/engine.js unpacks engine/kit.zip in the browser.  The large files are packed by gzip, as
not every web server does that; static/site/worker.js unpacks them.  The files end in .bin, as
servers send a .gz in different ways.
"""

import gzip
import io
import json
import re
import zipfile
from pathlib import Path
from typing import Any

from lab import ROOT, Unusable
from lab.common.files import Files, list_matching_paths, pack_zip
from lab.puzzles import Puzzle, remove_definitions
from lab.web.playable import PlayablePuzzle

HERE = Path(__file__).parent
WEB = HERE.parent
PACKAGES = WEB / "node_modules"
NPM_INSTALL = "npm ci --prefix lab/web"
MODULES = (  # modules beside those of a handout
    *("lab/web/__init__.py", "lab/web/program_check.py", "lab/web/jobs.py", "lab/web/playable.py"),
    *("lab/web/site/__init__.py", "lab/web/site/browser.py"),
    *("lab/web/site/browser_pool.py", "lab/web/site/solving.lua"),
    "lab/settings/web.py",
    *("lab/pictures/frames.py", "lab/pictures/drawn_cells.py", "lab/notations/*.py"),
    "lab/common/background.py",
)
PUZZLE_FILES = ("__init__.py", "puzzle.py", "rules.py", "notations/*.py")
SOLVER_NAMES = ("format_facts", "solutions", "main")  # left out of encode.py and rules.py
ABSENT_MODULES = ("clingo/__init__.py", "clingo/core.py", "clingo/ast.py", "psutil.py")
FACTS = "facts"  # a notation that is not carried, as encode.py is an exercise
PYTHON, CLINGO = PACKAGES / "pyodide", PACKAGES / "clingo-wasm"
PACKED = (PYTHON / "pyodide.asm.wasm", CLINGO / "dist/clingo.wasm")
PLAIN = (PYTHON / "pyodide.mjs", PYTHON / "pyodide.asm.mjs", CLINGO / "dist/clingo.js")
LIBRARY = "python_stdlib.zip"
# paths in the library of Python that no page needs
UNUSED = re.compile(f"({'|'.join((HERE / 'unused.txt').read_text('utf-8').split())})\\b.*")
LICENCES = (HERE / "licences.txt", WEB / "package.json", CLINGO / "LICENSE")


def check_packages() -> None:
    """Raise Unusable if the packages of npm are missing."""
    if not all(path.is_file() for path in (*PACKED, *PLAIN)):
        raise Unusable(f"found no Python and no clingo for browsers; install them: {NPM_INSTALL}")


def list_engine_files(puzzle: Puzzle, handout: Files) -> Files:
    """Return the files of engine/ by their names, for the pages of a puzzle."""
    return {
        **{f"{path.name}.bin": gzip.compress(path.read_bytes(), mtime=0) for path in PACKED},
        **dict(map(rename_module, PLAIN)),
        LIBRARY: cut_library((PYTHON / LIBRARY).read_bytes()),
        "kit.zip": pack_zip(list_carried_files(puzzle, handout)),
        "LICENCES.txt": b"".join(path.read_bytes() for path in LICENCES),
    }


def rename_module(path: Path) -> tuple[str, bytes]:
    """Return the name and text of a script as .js: Moodle's server knows no .mjs."""
    return f"{path.stem}.js", path.read_bytes().replace(b".asm.mjs", b".asm.js")


def cut_library(library: bytes) -> bytes:
    """Return the library of Python without the modules that no page needs."""
    with zipfile.ZipFile(io.BytesIO(library)) as archive:
        names = [name for name in archive.namelist() if not UNUSED.fullmatch(name)]
        return pack_zip({name: archive.read(name) for name in names})


def list_carried_files(puzzle: Puzzle, handout: Files) -> Files:
    """Return the files of the kit that the browser's Python reads, by their paths."""
    is_in_kit = puzzle.folder.is_relative_to(ROOT)
    home = puzzle.folder.relative_to(ROOT).as_posix() if is_in_kit else puzzle.name
    encoder = remove_definitions((ROOT / "encode.py").read_text("utf-8"), SOLVER_NAMES)
    files = {name: data for name, data in handout.items() if name.startswith("lab/")}
    files["decode.py"] = handout["decode.py"]
    files["encode.py"] = encoder.encode() + read_stand_in("facts")
    files |= {name: (ROOT / name).read_bytes() for name in list_matching_paths(ROOT, MODULES)}
    for name in list_matching_paths(puzzle.folder, PUZZLE_FILES):
        source = (puzzle.folder / name).read_text("utf-8")
        files[f"{home}/{name}"] = remove_definitions(source, SOLVER_NAMES).encode()
    files.pop(f"{home}/notations/{FACTS}.py", None)
    pages = json.dumps(describe_pages(puzzle, home, handout), ensure_ascii=False)
    files |= dict.fromkeys(ABSENT_MODULES, read_stand_in("absent"))
    return {**files, "lab/task/pages.json": pages.encode()}


def read_stand_in(name: str) -> bytes:
    """Return a module of stand_ins/."""
    return (HERE / "stand_ins" / f"{name}.py").read_bytes()


def describe_pages(puzzle: Puzzle, home: str, handout: Files) -> dict[str, Any]:
    """Return what browser.py knows of a puzzle in the folder `home`, and its examples."""
    playable = PlayablePuzzle(puzzle)
    page = playable.describe("en")
    notations = [name for name in page["notations"] if name != FACTS]
    settings = {name: page[name] for name in ("input", "looks", "tactics")}
    settings["address_notation"] = playable.settings.address_notation
    return {
        "folder": home,
        "notations": notations,
        "settings": settings,
        "boards": read_handout_boards(puzzle, handout),
    }


def read_handout_boards(puzzle: Puzzle, handout: Files) -> dict[str, Any]:
    """Return the boards of the examples in a handout, by their names."""
    paths = sorted(path for path in handout if path.startswith("examples/dom"))
    return {Path(path).stem: puzzle.record.read(handout[path]) for path in paths}
