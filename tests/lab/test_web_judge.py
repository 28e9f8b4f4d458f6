"""The judge of static pages, which has no parser of clingo, says what ./check says."""

import dataclasses
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from clingo import ast

from lab import puzzles
from lab.common.files import pack_zip
from lab.course import make_default_course
from lab.findings import Finding
from lab.material import make_handout
from lab.runner.server import changes, ground_rules, outline
from lab.runner.server.syntax_tree import parse_program, parse_text
from lab.syntax.statements import split_statements
from lab.web.site import carried, program_text
from tests.kit import DATA, RIGHT_PROGRAMS, ROOT, long

MISTAKES = {
    "lightup": sorted((DATA / "mistakes/lightup").glob("*/*.lp")),
    "amaze": sorted((DATA / "mistakes/amaze").glob("*/*.lp")),
}
RIGHT = {
    "lightup": [*RIGHT_PROGRAMS.values(), *sorted((DATA / "programs").glob("*.lp"))],
    "amaze": sorted((DATA / "amaze/right").glob("*.lp")),
}
UNEQUAL = {  # students whose programs are not compared, and why
    "include-inside": "a page has one file",
}
STUDENTS = [
    path for path in sorted((DATA / "students").glob("*/*.lp")) if path.parent.name not in UNEQUAL
]
FIELDS = tuple(field.name for field in dataclasses.fields(Finding))
ENGINE = ROOT / "tests/lab/engine.mjs"
GIVEN = "x|0|1|2|3|4"


def run(command: list[str], text: str, folder: Path) -> list[Any]:
    """Run a command; return the lines of JSON that it prints."""
    done = subprocess.run(command, input=text, capture_output=True, text=True, cwd=folder)
    assert done.returncode == 0, done.stderr[-2000:]
    return list(map(json.loads, done.stdout.splitlines()))


def list_texts(statements: list[Any]) -> list[str]:
    return [str(s) for s in statements if s.ast_type != ast.ASTType.Program]


def parse_all(texts: Iterable[str]) -> list[Any]:
    """Return the statements of programs, which have no errors."""
    parsed = [parse_text(text) for text in texts]
    assert not any(errors for _, errors in parsed)
    return [statement for statements, _ in parsed for statement in statements]


def compare_readings(path: Path) -> bool:
    """Compare what a program says by its text and by clingo's parser.

    Returns False for what is not comparable: a program with an error, a script or several files.
    """
    renamer = changes.GivenCellRenamer("b")
    program, errors = parse_program(str(path))
    text, file = path.read_text("utf-8", "replace"), str(path)
    expected = outline.outline_program(file, GIVEN)
    if errors or expected["script"] or len(expected["files"]) > 1:
        return False
    assert program_text.outline_text(text, file, GIVEN) == expected, path
    terms = outline.find_confusing_terms(file)
    assert program_text.find_confusing_terms(text, file) == {**terms, "counted": []}, path
    growth = ground_rules.find_growth(program_text.list_rule_parts(text, file))
    assert growth == ground_rules.find_growing_rules(file), path
    relaxed = [str(rest) for rest in map(changes.relax_rule, program) if rest]
    parts = [statement for statement, _ in split_statements(text)]
    sources = filter(None, map(program_text.relax_statement, parts))
    assert list_texts(parse_all(f"{source}.\n" for source in sources)) == relaxed, path
    free = parse_all([program_text.remove_constraints(text)])
    rules = [part for part in program if str(changes.relax_rule(part)) != changes.NOTHING]
    assert list_texts(free) == list_texts(rules), path
    for _, changed in program_text.list_relaxed_programs(text, file):
        assert len(parse_all([changed])) == len(program), path
    apart = parse_all([program_text.keep_cells_apart(text, "b")])
    assert list_texts(apart) == list_texts([renamer.visit(part) for part in program]), path
    rest = parse_all([program_text.remove_minimising(text)])
    kept = [part for part in program if part.ast_type != ast.ASTType.Minimize]
    assert list_texts(rest) == list_texts(kept), path
    return True


ODD_STATEMENTS = """\
{a;b}. :~ a. [1] :- b. :~ b. [2@1,b]
#external p(X) : q(X). [true]  :- p(1).
n { q(R) : row(R) } n. :- not n { q(R) : row(R) } n. :- k #count { R : q(R) }.
free(R,C) :- #count { A,B : lamp(A,B), |R-A|+|C-B| = 1, free(A,B) } = 1, row(R), row(C).
{ lamp(R,C) : row(R), row(C), |R-C| = 1, wall(R) }.
p(X) : q(X), X > 2. a | b. a ; b :- c. not a :- b. 1 = X :- p(X).
p(X-1) :- p(X), -10 < X. a(X+1) :- a(X), b : c(X), d(X). r(X+1) :- r(X), not s(X).
#sum { X : p(X) } = 3. q(a+1) :- p(n+1). % #const a = 3.
cell(1,0,x). cell(0,0,x). cell(R,C,b) :- cell(R,C,x). -cell(0,1,2). #project a/1.
#minimize { X@1,R : cell(R,X,b) }. :~ cell(R,C,b), p(C). [C@2,R]
% the end"""


def test_the_judge_is_imported_without_clingo(tmp_path: Path) -> None:
    """A page has modules in place of clingo's that can be imported, and not be used."""
    for name in carried.ABSENT_MODULES:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(carried.read_stand_in("absent"))
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    command = [sys.executable, "-c", "import clingo, lab.web.site.browser; print(clingo.__file__)"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.stdout.startswith(str(tmp_path)), done.stderr


def test_odd_statements_are_read_as_clingo_reads_them(tmp_path: Path) -> None:
    path = tmp_path / "odd.lp"
    path.write_text(ODD_STATEMENTS)
    assert compare_readings(path)


@pytest.mark.parametrize("name", [long("lightup"), long("amaze")])
def test_texts_of_programs_are_read_as_clingo_reads_them(name: str) -> None:
    paths = (*MISTAKES[name], *RIGHT[name], *(STUDENTS if name == "lightup" else ()))
    names = {path.parent.name for path in paths if not compare_readings(path)}
    students = {"full-stop-missing", "include-outside", "parenthesis-open", "script"}
    assert names == (students if name == "lightup" else set())


@pytest.mark.long
@pytest.mark.tools
@pytest.mark.skipif(not shutil.which("node"), reason="node is not installed")
@pytest.mark.skipif(not carried.PACKAGES.is_dir(), reason="npm ci was not run in lab/web")
@pytest.mark.parametrize("name, share", [*(("lightup", share) for share in range(4)), ("amaze", 0)])
def test_the_judge_of_a_browser_finds_what_check_finds(
    tmp_path: Path, name: str, share: int
) -> None:
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
    paths = paths[share::4]
    for number, path in enumerate(paths):
        programs.append(tmp_path / str(number) / puzzle.encoding.name)
        programs[-1].parent.mkdir()
        shutil.copyfile(path, programs[-1])
    [example, *_] = sorted(path.stem for path in tmp_path.glob("handout/examples/dom*"))
    lines = ""
    for program in programs:
        text = program.read_bytes().decode("utf-8", "replace")
        data = {"program": text, "example": example}
        lines += json.dumps({"path": "/api/program", "language": "en", "data": data}) + "\n"
    native = [sys.executable, ROOT / "tests/lab/judge_programs.py", tmp_path / "handout"]
    with ThreadPoolExecutor(2) as threads:
        native_run = threads.submit(run, [*map(str, (*native, *programs))], "", tmp_path)
        browser_run = threads.submit(run, ["node", str(ENGINE), str(kit)], lines, tmp_path)
    all_expected, parts = native_run.result(), browser_run.result()
    reports = [part["report"] for part in parts if part.get("report", {}).get("is_over")]
    assert len(reports) == len(all_expected) == len(paths)
    for path, expected, report in zip(paths, all_expected, reports):
        findings = [{key: finding[key] for key in FIELDS} for finding in report["findings"]]
        assert findings == expected, path
