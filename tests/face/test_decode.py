"""decode.py: verdicts, exit statuses, limits, and programs of every kind."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.kit import EXAMPLES, ROOT, Done, facts, run

DOM01 = facts((EXAMPLES / "dom01.txt").read_text())
SOL01 = (EXAMPLES / "sol01.txt").read_text()
AMBIGUOUS = facts("...\n...\n...")
ENDLESS = "n(0). n(X+1) :- n(X)."
HARD = """
1 { at(P,H) : H = 1..11 } 1 :- P = 1..12.
:- at(P,H), at(Q,H), P < Q.
{ cell(0,0,b) }.
"""


def decode(*words: object, domain: str = DOM01) -> Done:
    return run("decode.py", *words, stdin=domain)


def program(folder: Path, text: str, name: str = "student.lp") -> Path:
    (folder / name).write_text(text)
    return folder / name


def one_line(done: Done, *parts: str) -> None:
    """Status 2, nothing on stdout, one line that has these parts."""
    assert (done.returncode, done.stdout) == (2, ""), done
    assert done.stderr.startswith("decode.py: "), done.stderr
    assert done.stderr.count("\n") == 1, done.stderr
    for part in parts:
        assert part in done.stderr


# ---------------------------------------------------------------- verdicts


def test_one_solution() -> None:
    done = decode("lightup.lp", "-")
    assert (done.returncode, done.stdout, done.stderr) == (0, SOL01, "")


def test_no_solution() -> None:
    done = decode("lightup.lp", "-", domain=facts((EXAMPLES / "unsolvable.txt").read_text()))
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "no solution\n")


def test_several_solutions_and_where_they_differ() -> None:
    done = decode("lightup.lp", "-", domain=facts((EXAMPLES / "ambiguous.txt").read_text()))
    assert (done.returncode, done.stdout) == (1, "")
    said, *rows = done.stderr.splitlines()
    assert said.startswith("several solutions")
    first, second, marks = zip(*(row.split() for row in rows))
    assert first != second
    for a, b, mark in zip("".join(first), "".join(second), "".join(marks)):
        assert (a != b) == (mark == "*")
    boards = decode(
        "lightup.lp", "-", "--models=0", domain=facts((EXAMPLES / "ambiguous.txt").read_text())
    ).stdout
    for board in (first, second):
        assert "\n".join(board) in boards


def test_free_helper_atoms_are_no_further_solutions(tmp_path: Path) -> None:
    for helpers in (
        "{ helper(1..40) }.",
        "{ helper(1..22) }. #show helper/1.",
        "{ cell(0,0,helper(1..40)) }.",
        "{ helper(1..22) }. #show cell(R,C,b) : cell(R,C,b), helper(1). #show X : helper(X).",
    ):
        free = program(tmp_path, helpers)
        start = time.monotonic()
        done = decode("lightup.lp", free, "-")
        assert time.monotonic() - start < 40
        assert (done.returncode, done.stdout) == (0, SOL01)
        assert "clingo 0" in done.stderr
        several = decode("lightup.lp", free, "-", domain=AMBIGUOUS)
        assert several.returncode == 1
        assert several.stderr.startswith("several")


def test_shown_terms_alone_tell_solutions_apart(tmp_path: Path) -> None:
    terms = program(tmp_path, "1 { lamp(0..1) } 1. { h }. #show. #show cell(0,C,b) : lamp(C).")
    done = decode(terms, "-", "--models=0", domain="dim(1,2).")
    assert sorted(done.stdout.split()) == [".b", "b."]
    once = program(tmp_path, "lamp(0). { h }. #show. #show cell(0,C,b) : lamp(C).")
    done = decode(once, "-", domain="dim(1,2).")
    assert (done.returncode, done.stdout) == (0, "b.\n")


def test_models(tmp_path: Path) -> None:
    every = decode("lightup.lp", "-", "--models=0", domain=AMBIGUOUS)
    boards = every.stdout.split("\n\n")
    assert every.returncode == 0
    assert len({board.strip() for board in boards}) == len(boards) == 6  # the permutations of three
    some = decode("lightup.lp", "-", "--models", "3", domain=AMBIGUOUS)
    assert len(some.stdout.split("\n\n")) == 3
    free = program(tmp_path, "{ helper(1..30) }.")
    again = decode("lightup.lp", free, "-", "--models=0", domain=AMBIGUOUS)
    assert len(again.stdout.split("\n\n")) == 6
    assert {board.strip() for board in again.stdout.split("\n\n")} == {b.strip() for b in boards}
    none = decode("lightup.lp", "-", "--models=0", domain=facts("1"))
    assert (none.returncode, none.stdout, none.stderr) == (1, "", "no solution\n")


# ---------------------------------------------------------------- optimisation


def test_an_optimum_is_proven_and_its_uniqueness_judged(tmp_path: Path) -> None:
    fewest = program(tmp_path, "#minimize { 1,R,C : cell(R,C,b) }.")
    tied = decode("lightup.lp", fewest, "-", domain=AMBIGUOUS)
    assert tied.returncode == 0
    assert tied.stdout.count("b") == 3
    assert tied.stderr == "optimum 3\nanother board costs the same\n"
    corner = program(
        tmp_path, ":~ cell(R,C,b), R != C. [1@2,R,C] :~ cell(1,1,b). [1@1] { h(1..30) }."
    )
    alone = decode("lightup.lp", corner, "-", domain=AMBIGUOUS)
    assert (alone.returncode, alone.stdout) == (0, "b..\n.b.\n..b\n")
    assert alone.stderr.startswith("optimum 0 1\n")
    assert "another board costs the same" not in alone.stderr
    none = decode("lightup.lp", fewest, "-", domain=facts("1"))
    assert (none.returncode, none.stderr) == (1, "no solution\n")


# ---------------------------------------------------------------- limits


def test_the_time_limit_covers_grounding(tmp_path: Path) -> None:
    start = time.monotonic()
    done = decode(program(tmp_path, ENDLESS), "-", "--time-limit", "0.5")
    assert time.monotonic() - start < 20
    assert (done.returncode, done.stdout) == (3, "")
    assert re.fullmatch(r"undecided: .* 0.5 s .*grounding.*\n", done.stderr)


def test_the_time_limit_covers_solving(tmp_path: Path) -> None:
    done = decode(program(tmp_path, HARD), "-", "--time-limit=1")
    assert (done.returncode, done.stdout) == (3, "")
    assert "solving" in done.stderr


def test_the_best_board_at_the_time_limit(tmp_path: Path) -> None:
    text = (
        HARD.replace("1..11", "1..12")
        + ":~ at(P,H), at(P+1,H+1). [-1,P] #maximize { |H-P|*P,P,H : at(P,H) }."
    )
    text += "#maximize { 1,P,Q : at(P,H), at(Q,G), H*P\\7 < G*Q\\5 }."
    done = decode(program(tmp_path, text), "-", "--time-limit=1")
    assert done.returncode == 3
    assert done.stdout.count("\n") == 7
    assert "not proven optimal" in done.stderr


@pytest.mark.parametrize("text", [ENDLESS, HARD], ids=["grounding", "solving"])
def test_an_interrupt_ends_at_once(text: str, tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, ROOT / "decode.py", program(tmp_path, text + " dim(1).")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    assert process.wait(20) == 130
    assert process.communicate() == (b"", b"")


def test_statistics() -> None:
    done = decode("lightup.lp", "-", "--stats")
    assert (done.returncode, done.stdout) == (0, SOL01)
    assert re.search(r"grounding +[\d.]+ s +\d+ rules", done.stderr)
    assert re.search(r"solving +[\d.]+ s +\d+ variables.*conflicts", done.stderr)


# ---------------------------------------------------------------- programs


def test_sizes(tmp_path: Path) -> None:
    bulb = program(tmp_path, "cell(0,0,b).")
    for domain, rows, columns in (
        ("#const n=2.", 2, 2),
        ("dim(2).", 2, 2),
        ("dim(0..3). #const n=3.", 3, 3),
        ("dim(2). dim(0..1).", 2, 2),
        ("dim(2,3).", 2, 3),
        ("#const rows=1. #const cols=3.", 1, 3),
        ("dim(2,3). #const rows=2. #const cols=3. #const n=9.", 2, 3),
        ("dim(2). #const n=2. dim(0..1,0..1).", 2, 2),
        ("dim(2). size(2). #const rows=8. #const cols=9. #const n=2.", 2, 2),
    ):
        done = decode(bulb, "-", domain=domain)
        assert done.returncode == 0, done
        assert [len(row) for row in done.stdout.split()] == [columns] * rows, domain


def test_unusable_programs(tmp_path: Path) -> None:
    one_line(decode("lightup.lp", tmp_path / "absent.lp"), "absent.lp: No such file")
    one_line(decode("lightup.lp", tmp_path), f"{tmp_path}: Is a directory")
    for text, *parts in (
        ("a(.", ":1:3-4", "syntax error"),
        ("a(X) :- b.", ":1:1-11", "unsafe", "'X'"),
        ("#script (python)\nprint(1)\n#end.", "python support not available"),
        ("#script (lua)\nprint(1)\n#end.", "lua support not available"),
        ('#include "nowhere.lp".', ":1:1-23", "nowhere.lp"),
        ("a :– b.", ":1:", "unexpected –"),
    ):
        one_line(decode(program(tmp_path, text), "-"), *parts)
    one_line(decode("-", domain="a(X)."), "<stdin>:1:1-6", "unsafe")
    one_line(decode("lightup.lp"), "no size")
    for text, *parts in (
        ("", "no answer can have a cell(R,C,b)"),
        ("{ cell(0,1,b) }. :- cell(0,1,b).", "cell(R,C,b)"),
        ("bulb(0,1). cell(R,C,b) :- bulb(R,C). #show bulb/2.", "no answer can have"),
        ("cell(7,0,b).", "cell(7,0,b)", "outside", "7 rows"),
        ("cell(-1,0,b).", "cell(-1,0,b)", "outside"),
        ("cell(0,0,b).", "cell(0,0,b)", "black cell", "cell(0,0,x)"),
        ("cell(0,a,b).", "cell(0,a,b)", "numbers"),
    ):
        one_line(decode(program(tmp_path, text), "-"), *parts)


def test_arguments() -> None:
    for words in ((), ("-", "--models=-1"), ("-", "--time-limit=0"), ("-", "--time-limit=soon")):
        done = decode(*words)
        assert (done.returncode, done.stdout) == (2, "")
        assert "decode.py: error:" in done.stderr


def test_remarks_of_clingo_come_through(tmp_path: Path) -> None:
    done = decode("lightup.lp", program(tmp_path, ":- oops."), "-")
    assert (done.returncode, done.stdout) == (0, SOL01)
    assert "student.lp:1:4-8: info: atom does not occur in any rule head" in done.stderr


def test_a_pipe_may_be_a_program(tmp_path: Path) -> None:
    if not hasattr(os, "mkfifo"):
        pytest.skip("no named pipes here")
    command = (
        f"{sys.executable} decode.py lightup.lp <({sys.executable} encode.py examples/dom01.txt)"
    )
    done = subprocess.run(["bash", "-c", command], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, SOL01)


def test_without_clingo_one_line_says_what_to_install(tmp_path: Path) -> None:
    command = [sys.executable, "-S", "-E", str(ROOT / "decode.py"), "lightup.lp"]
    done = subprocess.run(command, capture_output=True, text=True)
    one_line(done, "clingo", "pip install clingo")


def test_each_program_of_the_face_works_taken_away_alone(tmp_path: Path) -> None:
    for name in ("encode.py", "decode.py", "lightup.lp"):
        folder = tmp_path / name
        folder.mkdir()
        (folder / name).write_bytes((ROOT / name).read_bytes())
    puzzle = EXAMPLES / "dom01.txt"
    line = (
        f"{sys.executable} encode.py/encode.py < {puzzle} > domain.lp && "
        f"{sys.executable} decode.py/decode.py lightup.lp/lightup.lp domain.lp"
    )
    done = subprocess.run(["bash", "-c", line], cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, SOL01)
