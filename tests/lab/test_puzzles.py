"""How a puzzle is found, by name or path, and what is reported where its folder is not complete."""

import sys
from pathlib import Path

import pytest

from lab import Unusable, notations, puzzles
from tests.kit import ROOT, copy_kit, run_lab, run_process

RECORD = """import encode
NAME, TITLE, BEST = "tiny", "Tiny", "unique"
def read(data, solved=False):
    return encode.read_grid(data, ".b")
"""
RULES = """RULES = {}
def offences(board, givens=None, partial=False):
    return []
"""


def folder(path: Path, **files: str) -> Path:
    """A folder of modules with these texts."""
    path.mkdir()
    for name, text in files.items():
        (path / f"{name}.py").write_text(text)
    return path


def test_a_name_and_a_path_find_the_same_puzzle() -> None:
    by_name, by_path = puzzles.find_puzzle("amaze"), puzzles.find_puzzle(str(ROOT / "amaze"))
    assert (by_name.record, by_name.name_or_path) == (by_path.record, "amaze")
    assert [puzzle.name for puzzle in puzzles.list_puzzles()] == ["lightup", "amaze"]
    assert puzzles.find_default_puzzle().name_or_path == "lightup"


def test_a_puzzle_anywhere(tmp_path: Path) -> None:
    path = folder(tmp_path / "tiny", puzzle=RECORD, rules=RULES)
    tiny = puzzles.find_puzzle(str(path))
    assert (tiny.name_or_path, list(notations.find_notations(tiny)), list(tiny.roads)) == (
        str(path),
        ["grid", "facts"],
        ["asp"],
    )
    for words in (["verify", "--puzzle", path], [f"--puzzle={path}", "verify"]):
        done = run_lab(*words, stdin=".b\n")
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "a solution\n")


def test_a_path_is_no_name_of_the_kit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = folder(tmp_path / "amaze", puzzle=RECORD, rules=RULES)
    monkeypatch.chdir(tmp_path)
    assert puzzles.find_puzzle("./amaze").folder == path
    assert puzzles.find_puzzle("amaze").folder == ROOT / "amaze"


def test_folders_whose_paths_differ_in_a_sign_are_two_puzzles(tmp_path: Path) -> None:
    paths = [folder(tmp_path / name, puzzle=RECORD, rules=RULES) for name in ("a-b", "a_b")]
    assert [puzzles.find_puzzle(str(path)).folder for path in paths] == paths


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({}, "lab: --puzzle: found no puzzle.py for '{}', expected amaze, lightup, or a folder"),
        ({"puzzle": "NAME ="}, "lab: --puzzle: {}: puzzle.py: invalid syntax (puzzle.py, line 1)"),
        ({"puzzle": "1 / 0"}, "lab: --puzzle: {}: puzzle.py: division by zero"),
        ({"puzzle": RECORD, "rules": "RULES ="}, "lab verify: {}/rules.py:1:8: invalid syntax"),
        ({"puzzle": "import nosuch"}, "lab: --puzzle: {}: puzzle.py: No module named 'nosuch'"),
        ({"puzzle": "NAME = 'it'"}, "lab: --puzzle: {}: puzzle.py: found no TITLE, BEST, read"),
        (
            {"puzzle": RECORD.replace("unique", "nice")},
            "lab: --puzzle: {}: puzzle.py: found BEST 'nice', expected 'unique' or 'least cost'",
        ),
        (
            {"puzzle": f"{RECORD}COMMAND = {{}}"},
            "lab: --puzzle: {}: puzzle.py: found COMMAND, expected names out of NAME, TITLE, BEST",
        ),
        ({"puzzle": RECORD}, "lab verify: {} has no rules.py"),
        (
            {"puzzle": f"{RECORD}ROADS = ['sat']"},
            "lab: --puzzle: {}: puzzle.py: found a list as ROADS, expected a mapping",
        ),
        (
            {"puzzle": f"{RECORD}def read(data):\n    return ['..']"},
            "lab verify: {}/puzzle.py: expected read(data, solved) to return rows of texts",
        ),
        (
            {"puzzle": f"{RECORD}def read(data, solved):\n    return ['..', '.']"},
            "lab verify: {}/puzzle.py: expected read(data, solved) to return rows of texts",
        ),
        (
            {"puzzle": RECORD, "rules": RULES.replace("[]", "['bad']")},
            "lab verify: {}/rules.py: expected offences(board, givens, partial) to return a list",
        ),
    ],
    ids=[
        *("none", "syntax", "error", "rules", "import", "names", "best", "misspelt", "no rules"),
        *("a list", "read takes one", "ragged rows", "offences as texts"),
    ],
)
def test_a_folder_that_is_not_complete(files: dict[str, str], message: str, tmp_path: Path) -> None:
    path = folder(tmp_path / "it", **files)
    done = run_lab("verify", "--puzzle", path, stdin=".b\n")
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith(message.format(path))


def test_an_error_of_a_notation_has_its_line(tmp_path: Path) -> None:
    path = folder(tmp_path / "it", puzzle=RECORD, rules=RULES)
    functions = "matches = split = read = write = lambda text: 1 / 0\n"
    folder(path / "notations", odd=f'"""odd: a notation."""\n\n{functions}')
    done = run_lab("convert", "--puzzle", path, stdin="..\n")
    expected = f"lab convert: {path}/notations/odd.py:3: ZeroDivisionError: division by zero\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", expected)


def test_an_unusable_puzzle_in_the_kit_concerns_no_other_puzzle(tmp_path: Path) -> None:
    kit = copy_kit(tmp_path / "kit", "tests")
    folder(kit / "broken", puzzle="1 / 0")
    (kit / "my.puzzles").mkdir()
    tiny = folder(kit / "my.puzzles" / "tiny", puzzle=RECORD, rules=RULES)
    command = [sys.executable, str(kit / "lab")]
    for words in (["convert", "dom01"], ["race", "--help"], ["convert", "--puzzle", str(tiny)]):
        done = run_process([*command, *words], stdin="..\n")
        assert (done.returncode, done.stderr) == (0, "")
    words = ["verify", "--puzzle", "broken"]
    done = run_process([*command, *words])
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "lab: --puzzle: broken: puzzle.py: division by zero\n"


def test_a_folder_without_a_program_has_no_examples_of_the_kit(tmp_path: Path) -> None:
    path = folder(tmp_path / "tiny", puzzle=RECORD, rules=RULES)
    assert puzzles.find_puzzle(str(path)).examples_folder == path / "examples"
    done = run_lab("verify", "--puzzle", path, "dom01")
    assert (done.returncode, done.stderr) == (2, "lab verify: dom01: No such file or directory\n")


def test_no_name_of_a_file_controls_the_terminal(tmp_path: Path) -> None:
    name = "\x1b[31mred\u202e.txt"
    (tmp_path / name).write_text("?\n")
    for words in (
        ["convert", name],
        ["explain", name],
        ["hint", "--next", name],
        ["hint", "--puzzle", "amaze", name],
        ["corpus", "-o", name, name],
        ["verify", "--of", name, "dom01"],
        ["verify", name, name],
        ["generate", "--size=5x5", "--for", f"no{name}"],
    ):
        done = run_lab(*words, cwd=tmp_path)
        assert (done.returncode, done.stdout) == (2, "")
        assert "\\x1b[31mred\\u202e.txt" in done.stderr
        assert not {"\x1b", "\u202e"} & {*done.stderr}
    (tmp_path / name).write_text("1.1\n")
    for words in (["race", "--puzzle=amaze", name], ["hint", "--rate", name]):
        assert run_lab(*words, cwd=tmp_path).stdout.startswith("\\x1b[31mred\\u202e.txt: ")


def test_cells_of_answers_without_notations_of_its_own(tmp_path: Path) -> None:
    record = f"{RECORD}ANSWERS = {{'b': 'bulbs'}}\n"
    path = folder(tmp_path / "tiny", puzzle=record, rules=RULES)
    done = run_lab("convert", "--puzzle", path, stdin=".b\n")
    assert (done.returncode, done.stdout, done.stderr) == (0, ".b\n", "")
    tiny = puzzles.find_puzzle(str(path))
    assert all(notations.can_write(tiny, name, "b") for name in ("grid", "facts"))


def test_a_puzzle_without_chapters_of_bench(tmp_path: Path) -> None:
    done = run_lab("bench", "--puzzle", folder(tmp_path / "tiny", puzzle=RECORD))
    message = "lab bench: Tiny has no chapters: there is no bench.py in its folder\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", message)


def test_a_missing_module_or_name_of_a_puzzle_is_reported(tmp_path: Path) -> None:
    puzzle = puzzles.find_puzzle(str(folder(tmp_path / "bare", puzzle=RECORD)))
    with pytest.raises(Unusable, match=r"has no models/cpsat\.py"):
        puzzle.load_module("models.cpsat")
    with pytest.raises(Unusable, match="for '', expected"):
        puzzles.find_puzzle("")


def test_a_row_with_a_long_value_is_a_list() -> None:
    assert puzzles.shape_like([["1", "."], [".", "2"]], ["..", ".."]) == ["1.", ".2"]
    assert puzzles.shape_like([["10", "."], [".", "2"]], ["..", ".."]) == [["10", "."], [".", "2"]]
