"""`lab verify` from the shell: what it prints, and its status."""

import pytest

from tests import kit

SEE = "row 0, column 0 and row 0, column 2: these bulbs see each other"
# options, grid, status, standard output, the verdict
CASES = {
    "solution": ([], "b.", 0, "", "a solution"),
    "no white cell": ([], "x0", 0, "", "a solution"),
    "marks": ([], "b-", 0, "", "a solution"),
    "in sight": ([], "b.b", 1, SEE, "1 offence"),
    "too many": ([], "b1b", 1, "row 0, column 1: the clue 1 has 2 bulbs, too many", "1 offence"),
    "too few": ([], "b2x/xxb", 1, "row 0, column 1: the clue 2 has 1 bulb, too few", "1 offence"),
    "dark": ([], "bx/x.", 1, "row 1, column 1: is dark", "1 offence"),
    "several": (
        [],
        "b.b/1..",
        1,
        SEE + "\nrow 1, column 1: is dark",
        "2 offences",
    ),
    "half-solved": (["--partial"], "..b/1..", 0, "", "nothing is wrong so far"),
    "clue within reach": (
        ["--partial"],
        "b2./xx-",
        0,
        "",
        "nothing is wrong so far",
    ),
    "clue out of reach": (
        ["--partial"],
        "b2-/xxx",
        1,
        "row 0, column 1: the clue 2 has 1 bulb and can get 1 at most\n"
        "row 0, column 2: can no longer be lit",
        "2 offences",
    ),
    "cell out of reach": (
        ["--partial"],
        ".0",
        1,
        "row 0, column 0: can no longer be lit",
        "1 offence",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_verdicts(case):
    options, rows, status, offences, verdict = CASES[case]
    done = kit.run_lab("verify", *options, stdin=rows.replace("/", "\n"))
    assert (done.returncode, done.stdout.strip(), done.stderr.strip()) == (
        status,
        offences,
        verdict,
    )


def test_a_file_that_is_no_grid(tmp_path):
    path = tmp_path / "grid.txt"
    path.write_text("..\n.?\n")
    done = kit.run_lab("verify", path)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"{path}:2:2: found '?', expected" in done.stderr


@pytest.mark.parametrize("solution", sorted(kit.EXAMPLES.glob("sol*.txt")), ids=lambda p: p.name)
def test_the_examples(solution):
    done = kit.run_lab("verify", solution)
    assert (done.returncode, done.stdout) == (0, "")
