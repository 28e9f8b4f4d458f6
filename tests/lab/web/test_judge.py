"""The judge of static pages, which has no parser of clingo, says what ./check says."""

import dataclasses
import json
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from lab import puzzles
from lab.common.files import pack_zip
from lab.course import make_default_course
from lab.findings import Finding
from lab.material import make_handout
from lab.web.site import carried
from tests.kit import DATA, RIGHT_PROGRAMS, ROOT, run_process

MISTAKES = {
    "lightup": sorted((DATA / "mistakes/lightup").glob("*/*.lp")),
    "amaze": sorted((DATA / "mistakes/amaze").glob("*/*.lp")),
}
RIGHT = {
    "lightup": [*RIGHT_PROGRAMS.values(), *sorted((DATA / "programs").glob("*.lp"))],
    "amaze": sorted((DATA / "amaze/right").glob("*.lp")),
}
UNEQUAL = {  # students whose programs are not compared, and why
    "include-inside": "a page has one file"
}
STUDENTS = [
    path for path in sorted((DATA / "students").glob("*/*.lp")) if path.parent.name not in UNEQUAL
]
SHOWS = (  # cells that decode.py cannot draw, and some that it can
    "#show cell(R,C,l) : lit_across(R,S), across(R,C,S).",
    "#show cell(-1,C,b) : black(0,C).",
    "#show cell(R,C,w) : white(R,C).",
    "#show cell(R,C,w) : white(R,C), not cell(R,C,b).",
    '#show cell(R,C,".") : white(R,C), not cell(R,C,b).',
)
FIELDS = tuple(field.name for field in dataclasses.fields(Finding))
ENGINE = ROOT / "tests/lab/web/engine.mjs"
GIVEN = "x|0|1|2|3|4"


def run(command: list[str], text: str, folder: Path) -> list[Any]:
    """Run a command; return the lines of JSON that it prints."""
    done = run_process(command, folder, stdin=text, timeout=1800)
    assert done.returncode == 0, done.stderr[-2000:]
    return list(map(json.loads, done.stdout.splitlines()))


IMPORT_BROWSER = """
import sys
before = {*sys.modules}
import clingo, lab.web.site.browser
print(clingo.__file__, *({*sys.modules} - before), sep="\\n")
"""


def test_the_judge_is_imported_without_clingo(tmp_path: Path) -> None:
    """A page has modules in place of clingo's that can be imported, and not be used.

    It has all modules of Python that are imported.
    """
    for name in carried.ABSENT_MODULES:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(carried.read_stand_in("absent"))
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    command = [sys.executable, "-c", IMPORT_BROWSER]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    first, *modules = done.stdout.splitlines()
    assert first.startswith(str(tmp_path)), done.stderr
    paths = [f"{module.replace('.', '/')}.py" for module in modules]
    assert not list(filter(carried.UNUSED.fullmatch, paths))


@pytest.mark.long
@pytest.mark.tools
@pytest.mark.skipif(not shutil.which("node"), reason="node is not installed")
@pytest.mark.skipif(not carried.PACKAGES.is_dir(), reason="npm ci was not run in lab/web")
@pytest.mark.parametrize("name, share", [*(("lightup", share) for share in range(4)), ("amaze", 0)])
def test_the_browser_finds_what_check_finds(tmp_path: Path, name: str, share: int) -> None:
    """Light Up's programs in four shares, and a fourth of Amaze's, whose wrong ones are slow."""
    puzzle = puzzles.find_puzzle(name)
    handout = make_handout(puzzle, make_default_course(puzzle)).files
    for file, content in handout.items():
        path = tmp_path / "handout" / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    kit = tmp_path / "kit.zip"
    kit.write_bytes(pack_zip(carried.list_carried_files(puzzle, handout)))
    programs = []
    paths = [*MISTAKES[name], *RIGHT[name], *(STUDENTS if name == "lightup" else ())]
    texts = [(str(path), path.read_bytes()) for path in paths[share::4]]
    if name == "lightup":
        texts += [(show, puzzle.encoding.read_bytes() + show.encode()) for show in SHOWS[share::4]]
    for number, (_, program_text) in enumerate(texts):
        programs.append(tmp_path / str(number) / puzzle.encoding.name)
        programs[-1].parent.mkdir()
        programs[-1].write_bytes(program_text)
    [example, *_] = sorted(path.stem for path in tmp_path.glob("handout/examples/dom*"))
    lines = ""
    for program in programs:
        text = program.read_bytes().decode("utf-8", "replace")
        data = {"files": {program.name: text}, "example": example}
        lines += json.dumps({"path": "/api/program", "language": "en", "data": data}) + "\n"
    script, folders = ROOT / "tests/lab/web/judge_programs.py", [path.parent for path in programs]
    native = [sys.executable, *map(str, (script, tmp_path / "handout", *folders))]
    with ThreadPoolExecutor(2) as threads:
        native_run = threads.submit(run, native, "", tmp_path)
        browser_run = threads.submit(run, ["node", str(ENGINE), str(kit)], lines, tmp_path)
    all_expected, parts = native_run.result(), browser_run.result()
    reports = [part["report"] for part in parts if part.get("report", {}).get("is_over")]
    assert len(reports) == len(all_expected) == len(texts)
    for (program_name, _), expected, report in zip(texts, all_expected, reports):
        findings = [{key: finding[key] for key in FIELDS} for finding in report["findings"]]
        assert findings == expected, program_name
