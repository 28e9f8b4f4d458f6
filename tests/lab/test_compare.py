"""`lab compare` from the shell: programs that are the same, that differ, and others."""

import re
from pathlib import Path

import pytest

from lab import compare as command
from tests import kit

RIGHT = kit.DATA / "lightup/right"
REFERENCE = (kit.ROOT / "lightup.lp").read_text()
FUTOSHIKI = kit.DATA / "futoshiki/futoshiki.lp"
SAME = [
    (kit.ROOT / "lightup.lp", RIGHT / "points.lp"),
    (RIGHT / "recursion.lp", RIGHT / "conditional.lp"),
    (kit.DATA / "programs/pairwise.lp", RIGHT / "nearest.lp"),
]
LATIN = kit.LATIN / "latin.lp"


def compare(*words: object) -> tuple[int, str, str]:
    """Return the exit status of `lab compare`, and both outputs."""
    done = kit.run_lab("compare", *words)
    return done.returncode, done.stdout, done.stderr


def test_programs_in_other_words_are_the_same(tmp_path: Path) -> None:
    text, sign = FUTOSHIKI.read_text(), "K >= L"
    assert sign in text
    (tmp_path / "words.lp").write_text(text.replace(sign, "not K < L"))
    assert_same(FUTOSHIKI, tmp_path / "words.lp", f"--puzzle={FUTOSHIKI.parent}")


@pytest.mark.long
@pytest.mark.parametrize(("first", "second"), SAME)
def test_programs_in_other_styles_are_the_same(first: Path, second: Path) -> None:
    assert_same(first, second)


def assert_same(*words: object) -> None:
    """Assert that two programs for squares are compared up to 6x6, and that they do not differ."""
    status, stdout, stderr = compare(*words)
    assert (status, stdout) == (0, "")
    proof, tried = stderr.rstrip("\n").split("; ")
    assert proof == "the same answers on all squares up to 3x3"
    pattern = r"no difference was found on squares up to 6x6, where \d+ answers are common"
    assert re.fullmatch(pattern, tried)


@pytest.mark.parametrize("size", ["4x4", kit.long("5x5")])
def test_a_size_that_is_too_large_to_compare_all_answers_is_undecided(size: str) -> None:
    status, stdout, stderr = compare("lightup.lp", RIGHT / "points.lp", "--size", size)
    assert (status, stdout) == (3, "")
    pattern = (
        rf"undecided: no difference was found on boards of {size}, where \d+ answers are common, "
        r"but boards larger than 3x3 are not all compared\n"
    )
    assert re.fullmatch(pattern, stderr)


@pytest.mark.long
def test_programs_for_squares_are_the_same_on_oblong_boards_with_a_remark(tmp_path: Path) -> None:
    program = tmp_path / "squares.lp"
    program.write_text("{ cell(R,C,b) : R = 0..n-1, C = 0..n-1 }.\n#show cell/3.\n")
    status, stdout, stderr = compare(program, program, "--size", "1x2")
    assert (status, stdout) == (0, "")
    assert "all boards of 1x2, but neither uses dim(H,W), rows or cols" in stderr
    status, _, stderr = compare(program, "lightup.lp", "--size", "1x2")
    remark = f"but {program} does not use dim(H,W), rows or cols: it is for squares"
    assert (status, stderr) == (1, f"the programs differ on a board of 1x2, {remark}\n")


def change_reference(tmp_path: Path, old: str, new: str) -> Path:
    """Write lightup.lp with one change; return the file."""
    assert old in REFERENCE
    program = tmp_path / "changed.lp"
    program.write_text(REFERENCE.replace(old, new))
    return program


@pytest.mark.parametrize("is_swapped", [False, kit.long(True)])
def test_the_smallest_board_with_a_forgotten_rare_clue(tmp_path: Path, is_swapped: bool) -> None:
    changed = change_reference(tmp_path, "cell(R,C,N), N = 0..4,", "cell(R,C,N), N = 0..3,")
    pair = [kit.ROOT / "lightup.lp", changed]
    status, stdout, stderr = compare(*(pair[::-1] if is_swapped else pair))
    assert (status, stderr) == (1, "the programs differ on a board of 1x1\n")
    board, owner, other = stdout.split("\n\n")
    assert board == "4"
    assert owner == f"{changed} has an answer that {pair[0]} does not have:\n4"
    assert other == f"{pair[0]} has no answer\n"


@pytest.mark.parametrize("n", [2, kit.long(3)])
def test_an_answer_that_is_refused(tmp_path: Path, n: int) -> None:
    rule = f":- {', '.join(f'cell({number},{number},b)' for number in range(n))}.\n"
    changed = change_reference(tmp_path, "#show cell/3.", rule + "#show cell/3.")
    status, stdout, stderr = compare(changed, "lightup.lp", "--size", f"{n}x{n}")
    assert (status, stderr) == (1, f"the programs differ on a board of {n}x{n}\n")
    solved = stdout.split("lightup.lp has an answer that")[1].splitlines()[1 : n + 1]
    assert [solved[number][number] for number in range(n)] == ["b"] * n


@pytest.mark.long
def test_oblong_boards_are_compared_where_both_programs_know_them(tmp_path: Path) -> None:
    changed = change_reference(tmp_path, "size(H,W)  :- dim(H,W).", "size(H,W) :- dim(H,W), H < 2.")
    status, _, stderr = compare("lightup.lp", changed)
    assert (status, stderr) == (1, "the programs differ on a board of 2x1\n")


@pytest.mark.parametrize(
    "text, messages",
    [
        ("a :- b,.\nc :- d;.\n", [":1:8: found . after ',',", ":2:8: found . after ';',"]),
        kit.long(
            "{ cell(0,0,B) }.", [":1:12: the variable B is unsafe, as nothing gives it a value"]
        ),
        (None, [": No such file or directory"]),
    ],
)
def test_an_unusable_program_is_refused(
    tmp_path: Path, text: str | None, messages: list[str]
) -> None:
    program = tmp_path / "bad.lp"
    if text is not None:
        program.write_text(text)
    status, stdout, stderr = compare("lightup.lp", program)
    assert (status, stdout) == (2, "")
    lines = stderr.splitlines()
    assert len(lines) == len(messages)
    assert all(f"bad.lp{message}" in line for message, line in zip(messages, lines))


def test_a_program_that_cannot_be_read_is_named_as_it_was_given(tmp_path: Path) -> None:
    (tmp_path / "script.lp").write_text("#script(lua) #end.\n")
    (tmp_path / "link.lp").symlink_to("script.lp")
    (tmp_path / "including.lp").write_text('#include "script.lp".\n')
    (tmp_path / "loop.lp").symlink_to("loop.lp")
    messages = {
        "/dev/null": "/dev/null: this is not a plain file\n",
        tmp_path: f"{tmp_path}: this is not a plain file\n",
        tmp_path / "link.lp": f"{tmp_path}/link.lp:1: #script is not accepted",
        tmp_path / "including.lp": "script.lp:1: #script is not accepted",
        tmp_path / "loop.lp": f"{tmp_path}/loop.lp: ",
    }
    for program, message in messages.items():
        status, stdout, stderr = compare("lightup.lp", program)
        assert (status, stdout, stderr.count("\n")) == (2, "", 1)
        assert stderr.startswith(f"lab compare: {message}")


def test_a_line_that_the_search_cannot_judge(tmp_path: Path) -> None:
    program = tmp_path / "constant.lp"
    program.write_text(REFERENCE + "\n#const x = 5.\n")
    line = REFERENCE.count("\n") + 2
    status, stdout, stderr = compare("lightup.lp", program, "--size", "2x2")
    assert (status, stdout) == (3, "")
    assert stderr.endswith(f"but the search cannot judge #const x ({program}:{line})\n")


OTHERS = {  # what is added to the right program, and the smallest board on which it differs
    "an external atom": ("#external rain. :- not rain, cell(0,1,1).", "1x2"),
    "a bulb outside of the board": ("cell(n,0,b) :- cell(0,0,x).", "1x1"),
    "no answer at all": (":- dim(3).", "3x3"),
    "an odd loop by a count": ("odd :- cell(0,0,2), #count { 1 : odd } = 0.", "2x2"),
    "a file included on two lines": ('#include\n"rest.inc".', "1x1"),
}


@pytest.mark.parametrize("name", kit.long_except(OTHERS, "a bulb outside of the board"))
def test_other_constructs_that_differ(tmp_path: Path, name: str) -> None:
    line, size = OTHERS[name]
    (tmp_path / "rest.inc").write_text(":- cell(0,0,b).\n")
    program = tmp_path / "other.lp"
    program.write_text(f"{REFERENCE}\n{line}\n")
    status, stdout, stderr = compare("lightup.lp", program)
    assert (status, stderr) == (1, f"the programs differ on a board of {size}\n")
    _first, *answers = stdout.split("\n\n")
    assert len({answer.partition(":\n")[2] for answer in answers}) == 2


@pytest.mark.long
def test_an_included_file_belongs_to_the_part_before_it(tmp_path: Path) -> None:
    """As clingo reads it; after the file, the part is base."""
    (tmp_path / "rest.inc").write_text(":- cell(0,0,b).\n")
    program = tmp_path / "other.lp"
    for lines, status in (
        ('#program late(t).\n#include "rest.inc".\n', 0),
        ('#program late(t).\n#include "rest.inc".\n:- cell(0,0,b).\n', 1),
    ):
        program.write_text(REFERENCE + lines)
        assert compare("lightup.lp", program, "--size", "1x1")[0] == status


@pytest.mark.long
def test_a_program_that_grounds_without_end_is_undecided(tmp_path: Path) -> None:
    program = tmp_path / "endless.lp"
    program.write_text(REFERENCE + "m(0) :- dim(1,2).  m(N+1) :- m(N).\n")
    status, stdout, stderr = compare("lightup.lp", program, "--size", "1x2")
    assert (status, stdout) == (3, "")
    assert stderr.endswith("but not all boards of 1x2 were compared\n")


def test_costs_are_not_compared() -> None:
    status, _, stderr = compare("amaze/amaze.lp", "amaze/amaze.lp", "--puzzle=amaze", "--size=2x2")
    assert status == 3
    assert "costs are not compared (amaze/amaze.lp:" in stderr


@pytest.mark.parametrize(
    "text, is_oblong",
    [
        ("a(R) :- dim(R). % rows", False),
        ("%* dim(H,W) *%\na(R) :- dim(R).", False),
        ("a(R) :- dim(R).\nb(H) :- dim(H,W).", True),
        ("a(0..cols).", True),
        ("rows(1..n). cols(X) :- rows(X).", False),
    ],
)
def test_oblong_boards_are_found_in_statements_alone(text: str, is_oblong: bool) -> None:
    assert command.is_for_oblongs(text) == is_oblong


@pytest.mark.long
def test_weak_constraints_are_costs(tmp_path: Path) -> None:
    """The programs want few bulbs, and many."""
    few = change_reference(tmp_path, "#show dim/1.", ":~ cell(R,C,b). [1,R,C]\n#show dim/1.")
    many = few.rename(tmp_path / "few.lp").with_name("many.lp")
    many.write_text((tmp_path / "few.lp").read_text().replace("[1,", "[-1,"))
    status, _, stderr = compare(tmp_path / "few.lp", many, "--size", "2x2")
    line = REFERENCE[: REFERENCE.index("#show dim/1.")].count("\n") + 1
    assert status == 3
    assert f"costs are not compared ({tmp_path / 'few.lp'}:{line})" in stderr
    (tmp_path / "includes.lp").write_text('#include "few.lp".\n')
    status, _, stderr = compare(tmp_path / "includes.lp", "lightup.lp", "--size", "2x2")
    assert status == 3
    assert f"costs are not compared (few.lp:{line})" in stderr


def test_an_included_file_belongs_to_the_second_program(tmp_path: Path) -> None:
    (tmp_path / "rest.lp").write_text(f"{REFERENCE}\n:- cell(0,0,b).\n")
    (tmp_path / "all.lp").write_text('#include "rest.lp".\n')
    assert compare("lightup.lp", tmp_path / "all.lp", "--size", "1x1")[0] == 1
    (tmp_path / "rest.lp").write_text(REFERENCE)
    assert compare("lightup.lp", tmp_path / "all.lp", "--size", "2x2")[0] == 0


def test_another_puzzle(tmp_path: Path) -> None:
    program = tmp_path / "latin.lp"
    program.write_text(LATIN.read_text())
    status, _, stderr = compare(LATIN, program, f"--puzzle={kit.LATIN}", "--size=2x2")
    assert (status, stderr) == (0, "the same answers on all boards of 2x2\n")
