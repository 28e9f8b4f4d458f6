"""Faults of a puzzle's folder, as handout, check, learn and lab new --check find them."""

import json
import resource
import shutil
from pathlib import Path

import pytest

from lab import Unusable
from lab.check.bank.folder_bank import FolderBank
from lab.puzzles import find_puzzle, list_puzzles
from tests.kit import DATA, LATIN, Done, copy_without_checker, long, long_except, run, run_lab

PROGRAM = (LATIN / "latin.lp").read_text()
NO_SOLUTION, TWO_SOLUTIONS = "12\n1.\n", "..\n..\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Latin; its boards are not searched."""
    return copy_without_checker(LATIN, tmp_path / "latin")


def add_example(folder: Path, puzzle: str, solution: str | None) -> None:
    (folder / "examples" / "dom02.txt").write_text(puzzle)
    if solution is not None:
        (folder / "examples" / "sol02.txt").write_text(solution)


def make_handout(folder: Path) -> Done:
    return run_lab("handout", "--puzzle", folder, "-o", folder.parent / "handout")


EXAMPLES = {  # the puzzle, its stored solution, and the message
    "no solution": (NO_SOLUTION, "12\n12\n", "dom02.txt:1: found no solution by latin.lp"),
    "two solutions": (TWO_SOLUTIONS, "12\n21\n", "dom02.txt:1: found several solutions by"),
    "a wrong one": ("1.\n..\n", "12\n12\n", "sol02.txt:1: breaks the rule column: "),
    "an empty one": ("1.\n..\n", "", "sol02.txt:1:1: found an empty input, expected a puzzle"),
}


@pytest.mark.parametrize("name", long_except(EXAMPLES, "two solutions"))
def test_no_handout_has_a_bad_example(folder: Path, name: str) -> None:
    puzzle, solution, message = EXAMPLES[name]
    add_example(folder, puzzle, solution)
    done = make_handout(folder)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert not (folder.parent / "handout").exists()


def test_check_does_not_call_an_example_unique_that_has_two_solutions(folder: Path) -> None:
    add_example(folder, TWO_SOLUTIONS, "12\n21\n")
    done = run_lab("check", "--puzzle", folder, folder / "latin.lp")
    assert done.returncode == 0
    assert "2 examples up to 4x4, not each unique" in done.stdout
    assert "an example of 2x2 has several solutions" in done.stdout


def test_learn_reports_mistakes_that_are_none_or_the_same(folder: Path) -> None:
    (folder / "mistakes-right.lp").write_text(PROGRAM)
    with (folder / "mistakes.txt").open("a") as file:
        file.write("right: This is right.\nabsent: Of this there is no program.\n")
    done = run("-m", "lab.inspection.learn", "--puzzle", folder)
    assert done.returncode == 1
    assert "mistakes-right.lp:1: right changes no answer to a small trial board" in done.stderr
    assert "mistakes.txt:4: found no program with the mistake absent" in done.stderr


RULES_THAT_FAIL = {  # a line in solutions() of rules.py, the exit status and the message
    "an error": ('raise ValueError("no way")', 2, "{rules}:{line}: ValueError: no way\n"),
    "Ctrl-C": ("__import__('signal').raise_signal(2)", 130, ""),
}


@pytest.mark.parametrize("name", long_except(RULES_THAT_FAIL, "an error"))
def test_learn_ends_as_a_command_where_rules_fail(folder: Path, name: str) -> None:
    text, status, message = RULES_THAT_FAIL[name]
    rules = folder / "rules.py"
    lines = rules.read_text().splitlines(keepends=True)
    line = next(n for n, line in enumerate(lines, start=2) if line.startswith("def solutions"))
    rules.write_text("".join([*lines[: line - 1], f"    {text}\n", *lines[line - 1 :]]))
    done = run("-m", "lab.inspection.learn", "--puzzle", folder)
    assert (done.returncode, done.stdout) == (status, "")
    reason = message.format(rules=rules, line=line)
    assert done.stderr == (f"lab.inspection.learn: {reason}" if reason else "")


def test_learn_reports_a_file_that_cannot_be_written(folder: Path) -> None:
    (folder / "behaviour.json").mkdir()
    done = run("-m", "lab.inspection.learn", "--puzzle", folder)
    message = f"lab.inspection.learn: {folder / 'behaviour.json'}: Is a directory\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", message)


def test_behaviour_is_written_whole_or_not_at_all(folder: Path) -> None:
    """A limit on the size of files ends the writing, as a full disk does."""
    bank, file = FolderBank(find_puzzle(str(folder))), folder / "behaviour.json"
    bank.write_table({})
    text = file.read_text()
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(text) // 2, limits[1]))
    try:
        with pytest.raises(Unusable, match=r"behaviour.json: File too large"):
            bank.write_table({})
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert file.read_text() == text


@pytest.mark.long
@pytest.mark.parametrize("trials", [".\n\nx\n\n1\n", "....\n"])
def test_trials_need_no_board_of_two_rows(folder: Path, trials: str) -> None:
    (folder / "trials.txt").write_text(trials)
    assert run_lab("check", "--puzzle", folder, folder / "latin.lp").returncode == 0


def test_trials_without_a_value_are_one_clear_line(folder: Path) -> None:
    (folder / "trials.txt").write_text("1\n\nx\n")
    (done, check) = make_handout(folder), run_lab("check", "--puzzle", folder, folder / "latin.lp")
    for result in (done, check):
        assert result.returncode == 2
        assert "trials.txt: found no board whose solution fills a cell" in result.stderr


def inspect(folder: Path) -> Done:
    return run_lab("new", "--check", folder)


PUZZLES = {puzzle.name: puzzle.folder for puzzle in list_puzzles()} | {
    path.name: path for path in [LATIN, *(path.parent for path in sorted(DATA.glob("*/puzzle.py")))]
}


@pytest.mark.parametrize("name", long_except(PUZZLES, "latin"))
def test_the_folders_of_the_kit_have_no_faults(name: str) -> None:
    done = inspect(PUZZLES[name])
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr.endswith(" has no faults\n")


@pytest.mark.long
@pytest.mark.parametrize("name", PUZZLES)
def test_check_proves_the_reference_without_a_remark(name: str) -> None:
    program = find_puzzle(str(PUZZLES[name])).encoding
    done = run("-m", "lab", "check", "--json", "--puzzle", PUZZLES[name], program)
    data = json.loads(done.stdout)
    messages = [remark["message"] for remark in data["remarks"]]
    if name == "kakuro":  # there are 99 clues
        messages = [text for text in messages if not text.endswith("takes too long")]
    assert (done.returncode, data["findings"], messages) == (0, [], [])
    assert max(data["proven"]) >= [3, 3]


COLUMN = ":- number(R,C,K), number(S,C,K), R < S."
SOON = ("a rule is missing in the program", "another name than the folder's")  # not long
CHANGES = {  # a file, a text in it, what stands there instead, and the fault
    "a rule is missing in the program": (
        ("latin.lp", COLUMN, ""),
        "latin.lp:1: on the board ../..: accepts",
    ),
    "the program has a rule too many": (
        ("latin.lp", COLUMN, f"{COLUMN} :- number(0,0,1)."),
        "latin.lp:1: on the board .: refuses the solution cell(0,0,1). of rules.py",
    ),
    "solutions lacks some": (
        ("rules.py", "if not offences(board):", "if not offences(board) and board[0] != '21':"),
        "rules.py:34: on the board ../..: lacks cell(0,0,2). cell(0,1,1).",
    ),
    "solutions yields too many": (
        ("rules.py", "if not offences(board):", "if board:"),
        "rules.py:34: on the board 2: yields no atom, which breaks a rule",
    ),
    "no board decides a rule": (
        ("trials.txt", (LATIN / "trials.txt").read_text(), "1\n\n.\n\n..\n"),
        "trials.txt:1: found no board of up to 4 rows with a filling that breaks the rule column "
        "and no other one; a board with more columns counts, too",
    ),
    "a notation reads another board": (
        ("puzzle.py", '["".join(row) for row', '["".join(row)[::-1] for row'),
        "trials.txt:1: grid reads another board than it wrote",
    ),
    "a number that no board has": (
        ("puzzle.py", "set(LEGEND)", "{*LEGEND, '0'}"),
        "puzzle.py:1: `read` accepts 0, expected a trial board with it, or given_values",
    ),
    "another name than the folder's": (
        ("puzzle.py", '"latin", "Latin"', '"latina", "Latin"'),
        "puzzle.py:10: found NAME latina, expected latin, as the folder",
    ),
}


def test_trial_boards_are_written_as_the_sheet_shows_them(tmp_path: Path) -> None:
    folder = shutil.copytree(DATA / "futoshiki", tmp_path / "futoshiki")
    trials = (folder / "trials.txt").read_text()
    (folder / "trials.txt").write_text(trials.replace(" . lt  .\n", " . <  .\n", 1))
    done = inspect(folder)
    assert done.returncode == 1
    place = "trials.txt:9: is written in another way than decode.py and the sheet"
    assert done.stdout.startswith(f"{folder}/{place}")


@pytest.mark.parametrize("name", long_except(CHANGES, *SOON))
def test_a_fault_is_reported_with_its_place(folder: Path, name: str) -> None:
    (file, before, after), message = CHANGES[name]
    text = (folder / file).read_text()
    assert before in text
    (folder / file).write_text(text.replace(before, after))
    done = inspect(folder)
    assert done.returncode == 1
    assert any(line.startswith(f"{folder}/{message}") for line in done.stdout.splitlines())
    assert "Traceback" not in done.stderr


def test_an_error_in_rules_lp_is_the_only_fault_reported_of_it(folder: Path) -> None:
    text = (LATIN / "rules.lp").read_text()
    text += "broken(row) :- size(_,W), 2 * #count { C : number(R,C,1) } > W.\n"
    (folder / "rules.lp").write_text(text)
    (fault,) = inspect(folder).stdout.splitlines()
    assert "rules.lp:23:31-37: error: syntax error, unexpected #count" in fault


NOTATIONS = {  # the text of a module in notations/, and the fault
    "found no matches, split, read, write, expected NOTATION or functions": "CELLS = 'X=a'\n",
    "found no write, expected NOTATION or functions": (
        "from lab.notations.text import split_lines as split\nread = matches = print\n"
    ),
    "name 'Grid' is not defined": "NOTATION = Grid('X=a')\n",
}


@pytest.mark.parametrize("message", long_except(NOTATIONS, "name 'Grid' is not defined"))
def test_a_notation_that_cannot_be_used_is_a_fault(folder: Path, message: str) -> None:
    path = folder / "notations" / "letters.py"
    path.parent.mkdir()
    path.write_text(NOTATIONS[message])
    done = inspect(folder)
    assert (done.returncode, done.stdout.splitlines()) == (1, [f"{path}:1: {message}"])
    refused = run_lab("convert", "--puzzle", folder, stdin="12\n2.\n")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr == f"lab convert: {path}:1: {message}\n"


def test_a_new_notation_is_one_module(folder: Path) -> None:
    """It is found, guessed, written and inspected without any other edit."""
    path = folder / "notations" / "letters.py"
    path.parent.mkdir()
    path.write_text(
        "from .. import puzzle\n"
        "from lab.notations.letter_grid import LetterGrid\n"
        "NOTATION = LetterGrid(puzzle, '-=. A=1 B=2 C=3 D=4', size='n')\n"
    )
    assert inspect(folder).stdout == ""
    for words, text in (((), "2\nAB\nB-\n"), (["--from", "letters"], "2\nA B\nB -\n")):
        done = run_lab("convert", "--puzzle", folder, *words, stdin=text)
        assert (done.returncode, done.stdout, done.stderr) == (0, "12\n2.\n", "")
    back = run_lab("convert", "--puzzle", folder, "--to", "letters", stdin="12\n2.\n")
    assert (back.returncode, back.stdout, back.stderr) == (0, "2\nAB\nB-\n", "")


def test_names_of_handout_toml_are_compared_with_those_that_exist(folder: Path) -> None:
    path = folder / "handout.toml"
    path.write_text('[examples]\nkeeps = []\n[de]\ntitle = "Latein"\nrule.rov = "x"\n[xx]\n')
    lines = inspect(folder).stdout.splitlines()
    assert lines == [
        f"{path}:2: [examples] has keeps, expected one of generate, keep",
        f"{path}:5: [de] has rule.rov, expected one of rule.column, rule.filled, rule.row",
        f"{path}:3: [de] has no about, text, answer, input, output",
        f"{path}:6: found xx, expected one of examples, en, es, fr, de",
    ]


@pytest.mark.parametrize(
    "name", ["latin.lp", "trials.txt", long("viz-latin.lp"), long("examples/dom01.txt")]
)
def test_a_missing_file_is_a_fault(folder: Path, name: str) -> None:
    (folder / name).unlink()
    done = inspect(folder)
    assert done.returncode == 1
    assert Path(name).name in done.stdout
    assert "Traceback" not in done.stderr
