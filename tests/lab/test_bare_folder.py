"""A folder with record, rules, logic program, picture, trials and examples has every command.

The folders of tests/data/ have no more than these, Latin squares a few mistakes.  They differ in
what a board is: marks over given cells, terms as clues, signs between numbers, edges between dots,
numbers of two digits.
"""

import json
import shutil
from pathlib import Path
from typing import NamedTuple

import pytest

from lab.notations import open_source
from lab.puzzles import Puzzle, find_puzzle
from lab.web import jobs
from lab.web.playable import PlayablePuzzle
from tests.kit import DATA, find_folder, long_except, needs, read_table, run, run_lab, write_files
from tests.lab.test_sheet import read_pages

ENCODE = """
# Authors: Ada
import sys
lines = [line.strip() for line in sys.stdin if line.strip()]
rows = [line.split() if " " in line else [line] if "(" in line else line for line in lines]
for i, row in enumerate(rows):
    for j, value in enumerate(row):
        if value != ".":
            print(f"cell({i},{j},{value}).")
h, w = len(rows), len(rows[0])
size = (h,) if h == w else (h, w)
names = ("n",) if h == w else ("rows", "cols")
print(f"dim({','.join(map(str, size))}).")
for name, number in zip(names, size):
    print(f"#const {name}={number}.")
"""
BROKEN = {  # a rule, and what stands for it in NAME.lp
    "latin": ("column", "number(R,C,K), number(S,C,K), R < S"),
    "sudoku": ("block", "{ number(R,C,K) : block(R,C,B) } != 1"),
    "hitori": ("beside", "marked(R,C), marked(R,C+1)"),
    "kakuro": ("twice", "down(R,C,S), down(T,C,S), R < T"),
    "futoshiki": ("sign", "K >= L"),
    "slitherlink": ("loop", "edge(R,C), not reached(R,C)"),
}
LARGE = "sudoku-16x16"  # Sudoku with the example of sudoku/large/, too
FOLDERS = [*BROKEN, LARGE]
SIZES = {"kakuro": "4x4", "futoshiki": "5x5", "slitherlink": "5x7", LARGE: "9x9"}  # else 4x4


class Folder(NamedTuple):
    """A puzzle with its first or another example, and a program without one of its rules."""

    puzzle: Puzzle
    dom: Path
    code: str
    wrong_program: str

    @property
    def sol(self) -> Path:
        return self.dom.with_name(self.dom.name.replace("dom", "sol"))

    @property
    def option(self) -> str:
        return f"--puzzle={self.puzzle.folder}"


@pytest.fixture(scope="module")
def folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Folder:
    name = request.param.partition("-")[0]
    place, example = find_folder(name), "dom01.txt"
    if request.param == LARGE:
        place, example = tmp_path_factory.mktemp("large") / name, "dom03.txt"
        shutil.copytree(DATA / name, place)
        for path in (place / "large").iterdir():
            shutil.copy(path, place / "examples")
    puzzle = find_puzzle(str(place))
    code, rule = BROKEN[name]
    program = puzzle.encoding.read_text()
    assert program.count(rule) == 1
    return Folder(puzzle, place / "examples" / example, code, program.replace(rule, "#false"))


def with_folders(*names: str) -> pytest.MarkDecorator:
    """Run a test with these folders; with the others, too, if long tests are run."""
    cases = long_except(FOLDERS, *names)
    return pytest.mark.parametrize("folder", cases, indirect=True)


def read_board(folder: Folder, path: Path) -> list[list[str]]:
    board = open_source(str(path), folder.puzzle).read_board(solved=path == folder.sol)
    return list(map(list, board))


@with_folders("slitherlink", LARGE)
def test_an_example_is_decoded_drawn_and_judged(folder: Folder, tmp_path: Path) -> None:
    picture = tmp_path / "picture.svg"
    done = run("show", folder.option, folder.dom, "-o", picture)
    assert (done.returncode, done.stdout) == (0, f"{folder.sol.read_text()}{picture}\n")
    done = run_lab("verify", folder.option, "--of", folder.dom, folder.sol)
    assert (done.returncode, done.stderr) == (0, "a solution\n")
    assert run_lab("verify", folder.option, folder.dom).returncode == 1
    drawn = picture.read_text()
    numbers = [v for row in read_board(folder, folder.sol) for v in row if v.isdigit()]
    assert all(drawn.count(f">{number}</text>") >= numbers.count(number) for number in numbers)


@with_folders("kakuro", "slitherlink", LARGE)
def test_an_example_is_converted_and_read_again(folder: Folder) -> None:
    facts = run_lab("convert", folder.option, "--to=facts", folder.dom).stdout
    assert facts == run("encode.py", folder.option, folder.dom).stdout
    assert run_lab("convert", folder.option, stdin=facts).stdout == folder.dom.read_text()
    facts = run_lab("convert", folder.option, "--to=facts", folder.sol).stdout
    assert run_lab("convert", folder.option, stdin=facts).stdout == folder.sol.read_text()


@with_folders("hitori", "slitherlink")
def test_examples_are_solved_by_corpus_and_race(folder: Folder) -> None:
    table = run_lab("corpus", folder.option, folder.puzzle.examples_folder).stdout
    rows = read_table(table)
    assert len(rows) == len(list(folder.puzzle.examples_folder.glob("dom*.txt")))
    assert {row["verdict"] for row in rows} == {"unique"}
    done = run_lab("race", folder.option, "--json", folder.dom)
    assert [row["verdict"] for row in json.loads(done.stdout)] == ["unique"]


@with_folders("kakuro", "futoshiki")
def test_an_example_has_hints_and_an_explanation(folder: Folder) -> None:
    done = run_lab("hint", folder.option, folder.dom)
    place, _, reason = done.stdout.partition(" is ")
    r, c = (int(part.split()[1]) for part in place.split(", "))
    solved = read_board(folder, folder.sol)
    assert (done.returncode, reason.partition(",")[0]) == (0, solved[r][c])
    done = run_lab("explain", folder.option, folder.dom)
    assert (done.returncode, done.stderr) == (0, "exactly one solution\n")


@with_folders("kakuro", "slitherlink")
def test_a_new_puzzle_has_one_solution(folder: Folder, tmp_path: Path) -> None:
    size = SIZES.get(folder.puzzle.name, "4x4")
    done = run_lab("generate", folder.option, f"--size={size}", "--seed=5")
    assert done.returncode == 0, done.stderr
    facts = run("encode.py", folder.option, stdin=done.stdout).stdout
    assert run("decode.py", folder.puzzle.encoding, "-", stdin=facts).returncode == 0


@with_folders("latin", "kakuro", "slitherlink")
def test_the_page_judges_and_solves_an_example(folder: Folder) -> None:
    dom, sol = (read_board(folder, path) for path in (folder.dom, folder.sol))
    playable = PlayablePuzzle(folder.puzzle)
    assert jobs.judge_board(playable, dom, sol)["is_solved"]
    solutions = jobs.count_solutions(playable, dom)
    assert (solutions["verdict"], solutions["solutions"]) == ("unique", [sol])


@needs("pdftotext")
@with_folders("kakuro")
def test_a_sheet_has_each_example_and_its_solution(folder: Folder, tmp_path: Path) -> None:
    pdf = tmp_path / "sheet.pdf"
    assert run_lab("sheet", folder.option, folder.puzzle.examples_folder, "-o", pdf).returncode == 0
    text = "".join(read_pages(pdf))
    names = [path.stem for path in folder.puzzle.examples_folder.glob("dom*.txt")]
    assert {name: text.count(name) for name in names} == dict.fromkeys(names, 2)  # and solutions


def deliver(folder: Folder, place: Path, program: str, encode: str = ENCODE) -> None:
    """Write a submission of Ada."""
    program_file = {folder.puzzle.encoding.name: f"% Authors: Ada\n{program}"}
    write_files(place, {"encode.py": encode, "README.txt": "Authors: Ada\n", **program_file})


@with_folders("futoshiki")
def test_a_class_is_graded(folder: Folder, tmp_path: Path) -> None:
    program = folder.puzzle.encoding.read_text()
    deliver(folder, tmp_path / "class" / "Ada", program)
    deliver(folder, tmp_path / "class" / "Bob", folder.wrong_program)
    deliver(folder, tmp_path / "class" / "Eve", program, ENCODE.replace("{i}", "{i+1}"))
    out = tmp_path / "grades"
    done = run("-m", "lab", "grade", folder.option, tmp_path / "class", "-o", out)
    assert done.returncode == 0, done.stderr
    rows = {row["submission"]: row for row in read_table((out / "grades.csv").read_text("utf-8"))}
    verdicts = {name: row["verdict"] for name, row in rows.items()}
    assert verdicts == {"Ada": "pass", "Bob": "fail", "Eve": "fail"}
    assert rows["Ada"]["total"] == rows["Ada"]["of"]
    codes = ["encode", *folder.puzzle.rules.RULES]
    for name, lost in (("Bob", folder.code), ("Eve", "encode")):
        assert [code for code in codes if rows[name][code] != rows["Ada"][code]] == [lost]


CELL_LINES = {  # of the sheet: what stands in a cell
    "futoshiki": ["1, ..., 5, gt, lt: what may be given", "'.': nothing is given in this cell"],
    "hitori": ["1, ..., 5: what may be given", "'x': in a solution, the answer has put this"],
    "kakuro": ["1, ..., 9, clue(9,0), ..., x: what may be given"],
    "slitherlink": ["0, ..., 3: what may be given", "'e': in a solution, the answer has put this"],
    "latin": ["1, ..., 4, x: what may be given"],
    "sudoku": ["'.': nothing is given in this cell"],
}


@with_folders()  # test_handout.py makes soon those of two other folders
def test_a_handout_checks_right_and_wrong_programs(folder: Folder, tmp_path: Path) -> None:
    target = tmp_path / "made"
    done = run("-m", "lab", "handout", folder.option, "-o", target)
    assert done.returncode == 0, done.stderr
    assert (target / "examples" / folder.dom.name).read_text() == folder.dom.read_text()
    sheet = " ".join((target / "ASSIGNMENT.txt").read_text().split())
    has_blanks = any(" " in path.read_text() for path in (target / "examples").iterdir())
    assert ("Blanks separate the cells" in sheet) == has_blanks
    for line in CELL_LINES[folder.puzzle.name]:
        assert f"• {line}" in sheet
    words = folder.puzzle.rules.RULES[folder.code]
    deliver(folder, target, folder.puzzle.encoding.read_text())
    done = run(str(target / "check"))
    assert (done.returncode, words in done.stdout) == (0, False), done.stdout
    deliver(folder, target, folder.wrong_program)
    done = run(str(target / "check"))
    assert done.returncode == 1
    assert words in " ".join(done.stdout.split())
