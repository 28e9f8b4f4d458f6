"""The house: rooms import lower floors only, as pyproject.toml says; the product needs no tests."""

import ast
import functools
import re
from collections import defaultdict
from collections.abc import Iterator
from graphlib import TopologicalSorter
from itertools import chain
from pathlib import Path

import pytest

from tests.kit import ROOT

FACE = [ROOT / name for name in ("encode.py", "decode.py", "show")]
GRAPH = ROOT / "lab" / "pictures" / "graph.py"
ROOMS = [path for top in ("lab", "amaze", "notebooks") for path in ROOT.glob(f"{top}/**/*.py")]
ROOMS = [path for path in ROOMS if "node_modules" not in path.parts]

# The contracts do not see these imports.  Each module that imports by a name, and what it imports:
IMPORTERS = {
    "lab/__main__.py": "the command that the user names",
    "lab/puzzles.py": "a puzzle's folder",
    "lab/check/bank/bank.py": "rules.py of a handout",
    "lab/common/processes.py": "a module of the kit, in a process of its own",
    "lab/corpus/extra.py": "a library that need not be installed",
    "lab/pictures/film.py": "show, and a library that takes long to load",
    "lab/runner/inputs.py": "the standard library, which an encode.py usually needs",
    "lab/runner/server/tasks.py": "the task of a server",
    "lab/web/worker_pool.py": "the jobs of a page",
}


@functools.cache
def parse_program(path: Path) -> ast.Module:
    """Return the syntax tree of a Python program."""
    return ast.parse(path.read_text("utf-8"))


def list_imports(path: Path) -> set[str]:
    """Return what a Python program imports: names of modules, and MODULE.NAME of their parts."""
    names = set()
    for node in ast.walk(parse_program(path)):
        if isinstance(node, ast.ImportFrom):
            names |= {f"{node.module or ''}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
    return names


def test_the_contracts_are_kept(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from importlinter.cli import lint_imports  # here, because loading it takes its time

    monkeypatch.chdir(ROOT)
    status = lint_imports(config_filename="pyproject.toml", no_cache=True)
    assert status == 0, capsys.readouterr().out


@pytest.mark.parametrize("path", [*FACE, GRAPH], ids=lambda path: path.name)
def test_the_face_imports_no_room(path: Path) -> None:
    """The exception is show, which is the face of lab/pictures/graph.py."""
    names = {name for name in list_imports(path) if re.match(r"(lab|amaze|tests)\b", name)}
    assert names == ({"lab.pictures.graph"} if path.name == "show" else set())


def test_each_room_has_tests_and_each_file_of_tests_a_room() -> None:
    """By its name, or in the section Tests of lab/README.txt."""
    readme = (ROOT / "lab" / "README.txt").read_text("utf-8")
    section = readme.partition("\nTests\n")[2].partition("\nGlossary\n")[0]
    listed = set(re.findall(r"test_[a-z_]+\.py", section))
    assert listed <= {path.name for path in ROOT.glob("tests/**/test_*.py")}
    rooms = {path.stem for path in ROOT.glob("lab/[a-z]*") if path.suffix in ("", ".py")}
    rooms_by_file = {
        path.name: {room for room in rooms if f"{path.stem}_".startswith(f"test_{room}_")}
        for path in ROOT.glob("tests/lab/test_*.py")
    }
    assert {name for name, own_rooms in rooms_by_file.items() if not own_rooms} <= listed
    folders = {path.name for path in ROOT.glob("tests/lab/*/")}
    tested = set().union(folders, *rooms_by_file.values(), re.findall(r"(\w+)(?:/|\.py) ", section))
    assert rooms - tested == set()


@pytest.mark.long
def test_docstrings_name_functions_that_exist() -> None:
    programs = [parse_program(path) for path in [*FACE, *ROOMS]]
    names, named = set[str](), set[str]()
    for node in chain.from_iterable(map(ast.walk, programs)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module):
            named |= {*re.findall(r"(\w+)\(\)", ast.get_docstring(node) or "")}
            names.add(getattr(node, "name", ""))
        if isinstance(node, ast.Call):
            names.add(getattr(node.func, "id", "") or getattr(node.func, "attr", ""))
    assert "map" in named
    assert named <= names


def test_imports_by_name_stand_in_few_modules() -> None:
    calls = re.compile(r"\b(import_module|__import__|spec_from_\w+|run_module|run_path)\(")
    importers = [path for path in ROOMS if calls.search(path.read_text("utf-8"))]
    assert {path.relative_to(ROOT).as_posix() for path in importers} == set(IMPORTERS)


def test_the_product_reads_nothing_in_tests() -> None:
    for path in [*FACE, *ROOMS]:
        assert not [name for name in list_imports(path) if re.match(r"tests\b", name)], path
        assert not re.findall(r"""/ ["']tests["']|["']tests/""", path.read_text("utf-8")), path


def test_no_line_of_a_logic_program_is_too_long() -> None:
    programs = [*ROOT.glob("*.lp"), *ROOT.glob("amaze/**/*.lp"), *ROOT.glob("lab/**/*.lp")]
    assert programs
    for path in programs:
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
            assert len(line) < 80, f"{path}:{number}"


def list_class_names(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the names of classes and of types in a Python program, each with its definition."""
    tree = parse_program(path)
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            yield node.name, f"class in {path}"
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
            if name[0].isupper() and not name.isupper():
                yield name, ast.unparse(node.value)


def test_classes_and_types_of_the_product_do_not_share_names() -> None:
    definitions = defaultdict[str, set[str]](set)
    for path in [*FACE, *ROOMS]:
        for name, definition in list_class_names(path):
            definitions[name].add(definition)
    assert {"Puzzle", "Cell", "Report"} <= definitions.keys()
    forms = definitions.pop("Board")  # of lab/puzzles.py, and in each puzzle's folder its own
    assert forms <= {"Any", "list[str]", "list[list[str]]"}
    shared = {name: sorted(definitions[name]) for name in definitions if len(definitions[name]) > 1}
    assert not shared


def test_scripts_of_the_page_import_each_other_in_one_direction() -> None:
    scripts = {path.name: path.read_text("utf-8") for path in ROOT.glob("lab/web/static/**/*.js")}
    imports = {name: re.findall(r'from "\.\.?/([^/]+?)"', text) for name, text in scripts.items()}
    TopologicalSorter(imports).prepare()  # raises CycleError if there is a circle
    assert "page.js" in imports["view.js"]
    assert {*chain.from_iterable(imports.values())} <= scripts.keys()
