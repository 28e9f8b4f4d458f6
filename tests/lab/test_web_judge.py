"""The judge of static pages, which has no parser of clingo, says what ./check says."""

import dataclasses
import json
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from clingo import ast

from lab import puzzles
from lab.common.files import pack_zip
from lab.common.findings import Finding
from lab.runner import changes, ground_rules, outline
from lab.runner.syntax_tree import parse_program, parse_text
from lab.syntax import tokens
from lab.web import carried, program_text
from tests.kit import DATA, RIGHT_PROGRAMS, ROOT, long

PUZZLES = ("lightup", "amaze")
MISTAKES = {
    "lightup": sorted((DATA / "mistakes/lightup").glob("*/*.lp")),
    "amaze": sorted((DATA / "mistakes/amaze").glob("*/*.lp")),
}
RIGHT = {
    "lightup": [*RIGHT_PROGRAMS.values(), *sorted((DATA / "programs").glob("*.lp"))],
    "amaze": sorted((DATA / "amaze/right").glob("*.lp")),
}
UNEQUAL = {  # students whose programs are judged otherwise, and why
    "include-inside": "a page has one file",
    "full-stop-swallowed": "a comparison without the sign between its terms looks like an atom",
}
STUDENTS = [
    path for path in sorted((DATA / "students").glob("*/*.lp")) if path.parent.name not in UNEQUAL
]
FIELDS = tuple(field.name for field in dataclasses.fields(Finding))
ENGINE = ROOT / "tests/lab/engine.mjs"
FIRST_WEIGHT = re.compile(r"^\s*\[[^\]]*\]")
GIVEN = "x|0|1|2|3|4"


def run(command: list[str], text: str, folder: Path) -> list[Any]:
    """Run a command; return the lines of JSON that it prints."""
    done = subprocess.run(command, input=text, capture_output=True, text=True, cwd=folder)
    assert done.returncode == 0, done.stderr[-2000:]
    return list(map(json.loads, done.stdout.splitlines()))


def list_texts(statements: list[Any]) -> list[str]:
    return [str(s) for s in statements if s.ast_type != ast.ASTType.Program]


@pytest.mark.parametrize("name", [long("lightup"), "amaze"])
def test_texts_of_programs_are_read_as_clingo_reads_them(name: str) -> None:
    renamer = changes.GivenCellRenamer("b")
    for path in (*MISTAKES[name], *RIGHT[name], *(STUDENTS if name == "lightup" else ())):
        program, errors = parse_program(str(path))
        text, file = path.read_text("utf-8", "replace"), str(path)
        expected = outline.outline_program(file, GIVEN)
        if errors or expected["script"] or len(expected["files"]) > 1:
            continue
        assert program_text.outline_text(text, file, GIVEN) == expected, path
        terms = outline.find_confusing_terms(file)
        assert program_text.find_confusing_terms(text, file) == {**terms, "counted": []}, path
        growth = ground_rules.find_growth(program_text.list_rule_parts(text, file))
        assert growth == ground_rules.find_growing_rules(file), path
        relaxed = [str(rest) for rest in map(changes.relax_rule, program) if rest]
        texts = filter(None, map(program_text.relax_statement, tokens.list_statements(text)))
        read = [parse_text(f"{FIRST_WEIGHT.sub('', rest)}.")[0] for rest in texts]
        assert [line for statements in read for line in list_texts(statements)] == relaxed, path
        apart, _ = parse_text(program_text.keep_cells_apart(text, "b"))
        assert list_texts(apart) == list_texts([renamer.visit(part) for part in program]), path
        rest, _ = parse_text(program_text.remove_minimising(text))
        kept = [part for part in program if part.ast_type != ast.ASTType.Minimize]
        assert list_texts(rest) == list_texts(kept), path


@pytest.mark.long
@pytest.mark.tools
@pytest.mark.skipif(not shutil.which("node"), reason="node is not installed")
@pytest.mark.skipif(not carried.PACKAGES.is_dir(), reason="npm ci was not run in lab/web")
@pytest.mark.parametrize("name", PUZZLES)
def test_the_judge_of_a_browser_finds_what_check_finds(tmp_path: Path, name: str) -> None:
    puzzle = puzzles.find_puzzle(name)
    handout = carried.make_handout(puzzle, None)
    for file, content in handout.items():
        path = tmp_path / "handout" / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    kit = tmp_path / "kit.zip"
    kit.write_bytes(pack_zip(carried.list_kit_files(puzzle, handout)))
    programs = []
    paths = [*MISTAKES[name], *RIGHT[name], *(STUDENTS if name == "lightup" else ())]
    if name == "amaze":
        paths = paths[::4]  # no limit ends the slow programs here
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
