"""lab new: the folder of a new puzzle works at once; faults in a folder are a line each."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from lab.pictures import graph
from lab.pictures.drawn_cells import LabelFunctions
from lab.pictures.frames import format_board_facts
from lab.puzzles import Puzzle, find_puzzle
from tests.kit import DATA, LATIN, ROOT, copy_without_checker, long, long_except, run, run_lab

AMAZE, KAKURO = ROOT / "amaze", str(DATA / "kakuro")
MADE = {  # the value of --like: name and title of the new puzzle, number of files
    "": ("hitori", "Hitori", 11),  # like latin
    "amaze": ("sum_lines", "Sum lines", 18),
    "lightup": ("lamps", "Lamps", 19),
    KAKURO: ("cross_sums", "Cross sums", 13),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return shutil.copytree(LATIN, tmp_path / "latin")


@pytest.fixture(scope="module", params=MADE)
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a new puzzle, made like each model."""
    name, title, count = MADE[request.param]
    path = tmp_path_factory.mktemp("new") / name
    done = run_lab("new", path, *(["--like", request.param] if request.param else []))
    assert (done.returncode, done.stdout) == (0, "")
    first, *commands = done.stderr.splitlines()
    model = Path(request.param).name or "latin"
    assert first == f"{path} has {count} files, a copy of {model} under the name {title}.  Now:"
    assert commands[0] == f"python3 -m lab new --check {path}"
    assert [entry.name for entry in path.parent.iterdir()] == [name]
    return path


def find_model(made: Path) -> Puzzle:
    """Return the puzzle that a folder was made like."""
    models = {name: model for model, (name, *_) in MADE.items()}
    return find_puzzle(models[made.name] or str(LATIN))


def test_a_new_folder_has_its_name_in_all_files(made: Path) -> None:
    title = next(title for name, title, _ in MADE.values() if name == made.name)
    for path in filter(Path.is_file, made.rglob("*")):
        assert find_model(made).name not in f"{path.name} {path.read_text()}".lower()
    record = (made / "puzzle.py").read_text()
    assert f'NAME, TITLE, BEST = "{made.name}", "{title}", ' in record
    assert {path.name for path in made.glob("*.lp")} >= {f"{made.name}.lp", f"viz-{made.name}.lp"}


@pytest.mark.parametrize("made", long_except(MADE, ""), indirect=True)
def test_check_of_a_new_folder_names_the_places_to_fill_in_alone(
    made: Path, tmp_path: Path
) -> None:
    copy = shutil.copytree(made, tmp_path / made.name)
    table = find_model(made).folder / "behaviour.json"
    if table.is_file():  # the mistakes are the model's, and were learnt there
        shutil.copy(table, copy)
    done = run_lab("new", "--check", copy)
    places = [line.split(": ")[:2] for line in done.stdout.splitlines()]
    assert done.returncode == 1
    paths = sorted(path for path in made.glob("*.*") if path.suffix != ".txt")
    assert [place for place, _ in places] == [f"{copy / path.name}:1" for path in paths]
    assert {path.name for path in paths} >= {"puzzle.py", "rules.py", "handout.toml"}
    assert {text for _, text in places} == {"to do"}
    assert all(" TO DO: " in path.read_text().partition("\n")[0] for path in paths)


COMMANDS = {  # of all puzzles; the examples are those of the folder
    "check": ("check", "--puzzle={path}", "{path}/{name}.lp"),
    "verify": ("verify", "--puzzle={path}", "--of=dom01", "{path}/examples/sol01.txt"),
    "convert": ("convert", "--puzzle={path}", "--to=facts", "dom01"),
    "corpus": ("corpus", "--puzzle={path}", "{path}/examples"),
    "sheet": ("sheet", "--puzzle={path}", "dom01", "-o={out}/sheet.pdf"),
    "race": ("race", "--puzzle={path}", "dom01"),
    "handout": ("handout", "--puzzle={path}", "-o={out}/handout"),
    "grade": ("grade", "--puzzle={path}", "{out}/class", "-o={out}/grades"),
    "hint": ("hint", "--puzzle={path}", "dom01", "--next"),
    "explain": ("explain", "--puzzle={path}", "dom01"),
    "generate": ("generate", "--puzzle={path}", "--size=4x4", "--seed=1"),
}


@pytest.mark.parametrize("command", long_except(COMMANDS, "verify", "convert", "race"))
def test_each_command_works_at_once(made: Path, tmp_path: Path, command: str) -> None:
    words = COMMANDS[command]
    (tmp_path / "class" / "Ada").mkdir(parents=True)
    shutil.copy(made / f"{made.name}.lp", tmp_path / "class" / "Ada")
    values = {"path": str(made), "name": made.name, "out": str(tmp_path)}
    done = run_lab(*(word.format(**values) for word in words))
    if made.name == "sum_lines" and words[0] == "explain":  # there are two optima
        assert (done.returncode, done.stderr) == (1, "several optima, of cost 20\n")
    else:
        assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("made", long_except(MADE, ""), indirect=True)
def test_a_new_folder_draws_and_hints_its_own_puzzle(made: Path, tmp_path: Path) -> None:
    picture = tmp_path / "picture.svg"
    assert run("show", "--puzzle", made, "dom01", "-o", picture).returncode == 0
    assert len(re.findall(r">\d+</text>", picture.read_text())) >= 4  # numbers of cells
    if made.name == "hitori":
        done = run_lab("hint", "--puzzle", made, "dom01")
        assert done.returncode == 0 and "TO DO" not in done.stdout


NAME_LETTERS = "a small letter, then small letters, digits and _"
REFUSED = {  # names, and why they cannot be
    "amaze": "found the name amaze, which the kit or Python has already",
    "lightup": "found the name lightup, which the kit or Python has already",
    "handout": "found the name handout, which the kit or Python has already",
    "sat": "found the name sat, which the kit or Python has already",
    "random": "found the name random, which the kit or Python has already",
    "rules": "found the name rules, which the kit or Python has already",
    "mistakes": "found the name mistakes, which the kit or Python has already",
    "my-puzzle": f"found '-' in the name 'my-puzzle', expected {NAME_LETTERS}",
    "2stars": f"found '2' in the name '2stars', expected {NAME_LETTERS}",
    "_stars": f"found '_' in the name '_stars', expected {NAME_LETTERS}",
    "größe": f"found 'ö' in the name 'größe', expected {NAME_LETTERS}",
    "/": f"found no name, expected {NAME_LETTERS}",
    "full": "full: exists, and nothing is overwritten",
    "no/such": "no/such: No such file or directory",
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_name_that_cannot_be_is_one_line(tmp_path: Path, name: str) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").touch()
    done = run_lab("new", name, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"lab new: {REFUSED[name]}\n"
    assert [path.name for path in tmp_path.iterdir()] == ["full"]


def test_elsewhere_the_commands_have_the_path_of_the_kit(tmp_path: Path) -> None:
    done = run_lab("new", "tents", cwd=tmp_path)
    assert f"python3 {ROOT}/lab check --puzzle tents tents/tents.lp" in done.stderr
    assert (tmp_path / "tents").stat().st_mode & 0o777 == 0o755


def test_a_copy_of_a_copy_has_the_same_files(tmp_path: Path) -> None:
    for words in (["a"], ["tents", "--like", "a"]):  # a is in names of other files, too
        run_lab("new", *words, cwd=tmp_path)
    for path in [*(tmp_path / "a").glob("*.*"), *(tmp_path / "a").glob("examples/*")]:
        inside = str(path.relative_to(tmp_path / "a")).replace("a.lp", "tents.lp")
        copy = (tmp_path / "tents" / inside).read_text()
        assert copy.count("TO DO") == path.read_text().count("TO DO") <= 1


# ---------------------------------------------------------------- faults that are one line each

SETTINGS = "from lab.settings.check import CheckSettings\n\nCHECKING = CheckSettings({})\n"
RENAMED_CODE = """
def find_changes(board, givens):
    for (r, c), value in list_cells(givens):
        if board[r][c] != value != OPEN:
            yield Offence("letters", ((r, c),), "")
"""
FAULTS: dict[str, tuple[str, str | bytes, str, str]] = {  # file, what is added, output, commands
    "an error in rules.py": ("rules.py", "\nX = 1 / 0\n", "rules.py:83: ZeroDivisionError", "nch"),
    "a syntax error": ("rules.py", "\ndef x(:\n", "rules.py:83:7: invalid syntax", "nch"),
    "offences raises": (
        *("rules.py", "\ndef offences(board, givens=None, partial=False):\n    return board[99]\n"),
        *("rules.py:84: IndexError: list index out of range", "nch"),
    ),
    "offences returns nothing": (
        *("rules.py", "\ndef offences(board, givens=None, partial=False):\n    pass\n"),
        *("rules.py: expected offences(board, givens, partial) to return a list", "nch"),
    ),
    "offences has one parameter": (
        *("rules.py", "\ndef offences(board):\n    return []\n"),
        *("rules.py: expected offences(board, givens, partial) to return a list", "nch"),
    ),
    "no RULES": ("rules.py", "\ndel RULES\n", "rules.py: found no RULES", "nch"),
    "a byte in rules.py": ("rules.py", b"\n# \xff\n", "rules.py:83: found bytes that are not", "n"),
    "an error in puzzle.py": ("puzzle.py", "\nX = 1 / 0\n", "puzzle.py: division by zero", "nch"),
    "read raises": (
        *("puzzle.py", "\ndef read(data, solved=False):\n    return data[9999]\n"),
        *("puzzle.py:22: IndexError: index out of range", "nch"),
    ),
    "NAME is not a text": ("puzzle.py", "\nNAME = 7\n", "expected texts as NAME and TITLE", "nch"),
    "a name that means nothing": (
        *("puzzle.py", "\nOVERWRITES = ('x',)\n"),
        *("puzzle.py:21: found OVERWRITES, which nothing uses, expected names out of NAME, ", "n"),
    ),
    "a misspelt name": ("puzzle.py", "\nMARK = ('x',)\n", "puzzle.py: found MARK, expected", "nch"),
    "the program": ("latin.lp", "\na :- \n", "latin.lp:34:1-2: error: syntax error", "nh"),
    "a program that refuses a solution": (
        *("latin.lp", "\n:- dim(2), cell(0,0,1).\n"),
        *("latin.lp:1: on the board ", "nh"),
    ),
    "the picture": ("viz-latin.lp", "\na :- \n", "viz-latin.lp:80:1-2: error: syntax", "nh"),
    "the mistakes": ("mistakes.lp", "\na :- b(X), c.\n:- \n", "mistakes.lp:37:1-2: error", "n"),
    "a mistake": ("mistakes-x.lp", "a :- \n", "mistakes-x.lp:1: not all mistakes can be", "nh"),
    "unknown in checking.py": (
        *("checking.py", SETTINGS.format("valu='number'")),
        *("checking.py:3: CHECKING: found the name valu, expected one of value, ", "nch"),
    ),
    "an unknown mistake": (
        *("checking.py", SETTINGS.format("hard_coded='x'")),
        *("checking.py:3: the mistake x has no sentence in mistakes.txt", "n"),
    ),
    "an unknown rule": (
        *("rules.py", "\ndef find_open_cells(board):\n    yield Offence('fild', (), '')\n"),
        *("rules.py:84: offences() has the code fild, expected one of filled, row, column", "n"),
    ),
    "another code of given cells": (
        *("rules.py", RENAMED_CODE),
        *("rules.py:21: offences() has to return the code given for a board that lacks ", "n"),
    ),
    "a board that boards.lp forbids": (
        *("boards.lp", ":- given(0,0,1), dim(N), N < 3.\n"),
        *("trials.txt:16: boards.lp forbids this board", "n"),
    ),
    "a rule with a bracket": (
        *("rules.py", "\ndef find_open_cells(board):\n    yield Offence('fi(d', (), '')\n"),
        *("rules.py:84: offences() has the code fi(d, expected one of filled, row, column", "n"),
    ),
    "a mistake with a bracket": (
        *("mistakes.txt", "\na(b: Something is wrong.\n"),
        *("mistakes.txt:4: found no program with the mistake a(b", "n"),
    ),
    "a name with a bracket": (
        *("handout.toml", "['a(']\n[en]\n'b(' = 'x'\n"),
        *("handout.toml:1: found a(, expected one of examples, ", "n"),
    ),
    "checking.py raises": ("checking.py", "1 / 0\n", "checking.py:1: ZeroDivisionError", "nch"),
    "handout.toml": ("handout.toml", "de = 3\n", "handout.toml: de: expected [de]", "nh"),
    "a number as a text": (
        *("handout.toml", "[de]\ntitle = 3\n", 'handout.toml: de: expected title = "TEXT"', "nh"),
    ),
    "a text as a table": (
        *("handout.toml", "[de]\ncell = 'x'\n", 'toml: de: expected cell.NAME = "TEXT"', "nh"),
    ),
    "a text as a list": (
        *("handout.toml", "[examples]\nkeep = 'dom03'\n"),
        *('handout.toml: examples: expected keep = ["TEXT", ...]', "nh"),
    ),
    "translations in a list": (
        *("languages/es.json", "[1]", "es.json: expected an object with a translation", "n"),
    ),
    "a number as a translation": (
        *("languages/es.json", '{"value": [1]}', "es.json: value: expected a text, or ", "n"),
    ),
    "two German texts": (
        *("handout.toml", "[de]\ntitle = 'L'\nrule.row = 'Z'\n"),
        *("handout.toml:1: [de] has no about, text, answer, input, output", "n"),
    ),
    "behaviour.json": ("behaviour.json", "{", "behaviour.json: found no table", "nh"),
    "a ragged example": ("examples/dom01.txt", "1\n", "dom01.txt:5:2: found a row of 1", "nch"),
    "a byte in trials": ("trials.txt", b"\n\xff\n", "trials.txt:39:1: found the byte 0xff", "nch"),
    "a wrong solution": ("examples/sol01.txt", "1234\n", "sol01.txt:1: breaks the rule", "nh"),
}
SOON = {"an error in rules.py", "a syntax error"}  # the others are long
LINES = [
    (name, letter) if name in SOON else long(name, letter)
    for name, (*_, letters) in FAULTS.items()
    for letter in letters
]


@pytest.mark.parametrize(("name", "letter"), LINES)
def test_a_fault_is_a_line_and_no_traceback(folder: Path, name: str, letter: str) -> None:
    file, text, message, _ = FAULTS[name]
    (folder / file).parent.mkdir(exist_ok=True)
    with (folder / file).open("ab") as target:
        target.write(text if isinstance(text, bytes) else text.encode())
    words: dict[str, tuple[object, ...]] = {
        "n": ("new", "--check", folder),
        "c": ("check", "--puzzle", folder, LATIN / "latin.lp"),
        "h": ("handout", "--puzzle", folder, "-o", folder.parent / "made"),
    }
    done = run_lab(*words[letter])
    assert done.returncode == 2 or (letter == "n" and done.returncode == 1)
    lines = [line for line in (done.stdout + done.stderr).splitlines() if message in line]
    assert len(lines) == 1 or (letter == "n" and lines), done.stderr
    assert "Traceback" not in done.stderr


def replace(file: str, before: str, after: str) -> Callable[[Path], None]:
    """Return the function that changes a text in a file of a folder."""

    def change(folder: Path) -> None:
        text = (folder / file).read_text()
        assert before in text
        (folder / file).write_text(text.replace(before, after))

    return change


AMAZE_FAULTS = {  # more are those of a small puzzle with costs, below
    "the code of given cells": (
        replace("checking.py", 'given_code="ends"', 'given_code="endz"'),
        "checking.py:37: found given_code endz, expected one of ",
    ),
    "a mistake of no name": (replace("mistakes.txt", "diagonals: ", "diagonal: "), "mistakes.lp:"),
    "a rule without translation": (
        replace("languages/fr.json", '"the two ends of each line are', '"the ends are'),
        "languages/fr.json:1: found no translation of 'the two ends of each line are where ",
    ),
    "an offence without translation": (
        replace("languages/de.json", '"{cell}: {neighbours} with the number', '"{cell}: with'),
        "languages/de.json:1: found no translation of '{cell}: {neighbours} with the number ",
    ),
    "a mistake without translation": (
        replace("mistakes.txt", "several: ", "several: Again: "),
        "languages/es.json:1: found no translation of 'Again: ",
    ),
    "a code of a rule": (
        replace("rules.py", 'Offence("degree"', 'Offence("degre"'),
        "rules.py:128: offences() has the code degre, expected one of ends, degree, cost",
    ),
}


@pytest.mark.long
@pytest.mark.parametrize("name", AMAZE_FAULTS)
def test_faults_of_a_puzzle_with_costs(tmp_path: Path, name: str) -> None:
    others = shutil.ignore_patterns("[ds]o[lm]0[2-9].txt")  # a wrong program needs long for them
    folder = shutil.copytree(AMAZE, tmp_path / "amaze", ignore=others)
    change, message = AMAZE_FAULTS[name]
    change(folder)
    done = run("-m", "lab", "new", "--check", folder)
    assert done.returncode == 1
    assert any(line.startswith(f"{folder}/{message}") for line in done.stdout.splitlines()), done


UNWATCHED = """:- open(R,C), not cell(R,C,g), not cell(R-1,C,g), not cell(R+1,C,g),
   not cell(R,C-1,g), not cell(R,C+1,g).
"""
GUARDS_FAULTS = {
    "a rule is missing": (
        replace("guards.lp", UNWATCHED, ""),
        r"guards.lp:1: on the board \S+: accepts no atom, which breaks watched by rules.py",
    ),
    "the cost is another": (
        replace("guards.lp", "{ 1,R,C : cell(R,C,g) }", "{ R+C,R,C : cell(R,C,g) }"),
        r"guards.lp:1: on the board \S+: accepts .*, which costs more than the least by rules.py",
    ),
    "a solution is not an optimum": (
        replace("examples/sol02.txt", "xg..", "xgg."),
        r"examples/sol02.txt:1: costs 5, the best board 4",
    ),
}


@pytest.mark.parametrize("name", long_except(GUARDS_FAULTS, "the cost is another"))
def test_faults_of_a_small_puzzle_with_costs(tmp_path: Path, name: str) -> None:
    folder = copy_without_checker(DATA / "guards", tmp_path / "guards")
    change, message = GUARDS_FAULTS[name]
    change(folder)
    done = run_lab("new", "--check", folder)
    assert done.returncode == 1
    assert re.search(f"(?m)^{folder}/{message}$", done.stdout), done.stdout


@pytest.mark.long
def test_check_relies_on_no_solution_that_breaks_a_rule(tmp_path: Path) -> None:
    folder = shutil.copytree(AMAZE, tmp_path / "amaze")
    (folder / "examples" / "sol01.txt").write_text("11\n..\n")
    done = run("-m", "lab", "check", "--puzzle", folder, AMAZE / "amaze.lp")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"lab check: {folder}/examples/sol01.txt:1: breaks a rule: ")


def test_what_is_left_of_the_model_is_named(tmp_path: Path) -> None:
    folder = shutil.copytree(DATA / "starbattle", tmp_path / "starbattle")
    for name in ("trials.txt", "mistakes.txt", "mistakes.lp"):
        shutil.copyfile(LATIN / name, folder / name)
    lines = run_lab("new", "--check", folder).stdout.splitlines()
    for name in ("trials.txt", "mistakes.txt"):
        assert any(line.startswith(f"{folder / name}:1: is that of Latin, with") for line in lines)


def test_boards_lp_has_the_input_of_a_search(tmp_path: Path) -> None:
    """No message says that given/3 is not defined; one on a name that is misspelt has its place."""
    folder = shutil.copytree(DATA / "starbattle", tmp_path / "starbattle")
    with (folder / "boards.lp").open("a") as program:
        program.write(":- givn(0,0,a), dim(_,_), dim(_).\n")
    done = run_lab("new", "--check", folder)
    assert (done.returncode, done.stderr.count("info: ")) == (0, 1)
    line = (folder / "boards.lp").read_text().count("\n")
    assert f"boards.lp:{line}:4-15: info: atom does not occur in any rule head" in done.stderr


def test_the_picture_of_a_copy_has_regions_and_what_the_answer_covers() -> None:
    folder = DATA / "starbattle" / "examples"
    givens, answer = ((folder / name).read_text().split() for name in ("dom01.txt", "sol01.txt"))
    facts = format_board_facts(givens, answer) + "empty(4,4).\n"
    drawing = graph.Graph(facts, LATIN / "viz-latin.lp", LabelFunctions())
    labels = {name: drawing.attributes["node", name].get("label") for name in drawing.nodes}
    assert (labels["(0,0)"], labels["(0,1)"], labels["(corner,0,1)"]) == ("d", "x", "e")
    assert {name for name in labels if "corner,4" in name} == {"(corner,4,3)", "(corner,4,4)"}
    lines = {name for name in labels if "line,0" in name}
    columns = {"vertical": (0, 1), "horizontal": (1, 2, 3)}
    assert lines == {f"(line,0,{c},{way})" for way, numbers in columns.items() for c in numbers}
    grid = format_board_facts((LATIN / "examples" / "dom01.txt").read_text().split(), None)
    assert not any("line" in name for name in graph.Graph(grid, LATIN / "viz-latin.lp").nodes)
