"""`lab verify` from the shell: what it prints, and its status."""

from pathlib import Path

import pytest

import encode
from tests import kit

SEE = "row 0, column 0 and row 0, column 2: these bulbs see each other"
Case = tuple[list[str], str, int, str, str]  # options, grid, status, stdout, verdict
CASES: dict[str, Case] = {
    "solution": ([], "b.", 0, "", "a solution"),
    "no white cell": ([], "x0", 0, "", "a solution"),
    "marks": ([], "b-", 0, "", "a solution"),
    "in sight": ([], "b.b", 1, SEE, "1 offence"),
    "too many": ([], "b1b", 1, "row 0, column 1: the clue 1 has 2 bulbs, too many", "1 offence"),
    "too few": ([], "b2x/xxb", 1, "row 0, column 1: the clue 2 has 1 bulb, too few", "1 offence"),
    "dark": ([], "bx/x.", 1, "row 1, column 1: is dark", "1 offence"),
    "several": ([], "b.b/1..", 1, SEE + "\nrow 1, column 1: is dark", "2 offences"),
    "half-solved": (["--partial"], "..b/1..", 0, "", "nothing is wrong so far"),
    "clue within reach": (["--partial"], "b2./xx-", 0, "", "nothing is wrong so far"),
    "clue out of reach": (
        ["--partial"],
        "b2-/xxx",
        1,
        "row 0, column 1: the clue 2 has 1 bulb and can get 1 at most\n"
        "row 0, column 2: can no longer be lit",
        "2 offences",
    ),
    "no light": (["--partial"], ".0", 1, "row 0, column 0: can no longer be lit", "1 offence"),
}


@pytest.mark.parametrize("case", CASES)
def test_verdicts(case: str) -> None:
    verify_case("lightup", CASES[case])


def verify_case(puzzle: str, case: Case) -> None:
    options, grid, status, offences, verdict = case
    done = kit.run_lab("verify", f"--puzzle={puzzle}", *options, stdin=grid.replace("/", "\n"))
    assert (done.returncode, done.stdout.strip()) == (status, offences)
    assert done.stderr.strip() == verdict


@pytest.mark.parametrize("number", [99, 4000])
def test_a_long_list_of_offences_is_cut(number: int) -> None:
    done = kit.run_lab("verify", stdin="b" * (number + 1))
    assert done.stdout.count("\n") == min(number, 100)
    assert done.stderr == f"{number} offences\n"


# ---------------------------------------------------------------- Amaze

SOLVED = "...../.2222/..112/..1.2/111.2"  # of amaze/examples/dom01.txt
AMAZE_CASES: dict[str, Case] = {
    "alone": ([], SOLVED, 0, "", "a solution of cost 20"),
    "of its puzzle": (["--of=dom01"], SOLVED, 0, "", "a solution of cost 20"),
    "of another puzzle": (
        ["--of=dom02"],
        SOLVED,
        1,
        "row 3, column 1: found ., expected 2\n"
        "row 4, column 4: 1 neighbour with the number 2, expected 2",
        "2 offences",
    ),
    "another size": (
        ["--of=dom01"],
        "1.1/...",
        1,
        "found 2 rows of 3 cells, expected 5 rows of 5 cells",
        "1 offence",
    ),
    "a loop without ends": ([], "11/11", 1, "1 has 0 ends, expected 2", "1 offence"),
    "three ends": (
        [],
        "1.1/111/.1.",
        1,
        "1 has 3 ends, expected 2\nrow 1, column 1: 3 neighbours with the number 1, expected 2",
        "2 offences",
    ),
    "half-solved": (["--partial"], "1.1/.1.", 0, "", "nothing is wrong so far"),
    "half-solved, of its puzzle": (
        ["--partial", "--of=dom01"],
        "...../.22../...1./...../1...2",
        0,
        "",
        "nothing is wrong so far",
    ),
    "a branch": (
        ["--partial"],
        "111/.1.",
        1,
        "row 0, column 1: 3 neighbours with the number 1, expected 2",
        "1 offence",
    ),
    "another number": (
        ["--partial", "--of=dom01"],
        "...../.23../...1./...../1...2",
        1,
        "row 1, column 2: found 3, expected a number of the puzzle",
        "1 offence",
    ),
}


@pytest.mark.parametrize("case", AMAZE_CASES)
def test_verdicts_on_amaze(case: str) -> None:
    verify_case("amaze", AMAZE_CASES[case])


def test_a_solution_and_its_puzzle_may_be_facts(tmp_path: Path) -> None:
    solution, puzzle = tmp_path / "solution.lp", tmp_path / "puzzle.lp"
    solution.write_text(encode.format_facts(SOLVED.split("/")))
    grid = (kit.ROOT / "amaze/examples/dom01.txt").read_text()
    puzzle.write_text(encode.format_facts(grid.split()))
    for options in ([], ["--from=facts"]):
        done = kit.run_lab("verify", "--puzzle=amaze", *options, solution, "--of", puzzle)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "a solution of cost 20\n")
