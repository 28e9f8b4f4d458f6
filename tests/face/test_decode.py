"""decode.py: verdicts, exit statuses, limits, and programs of every kind."""

import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import clingo
import psutil
import pytest

import decode as face
from tests.kit import EXAMPLES, ROOT, Done, format_facts, long, read_terminal, run

DOM01 = format_facts((EXAMPLES / "dom01.txt").read_text())
SOL01 = (EXAMPLES / "sol01.txt").read_text()
AMBIGUOUS = format_facts("...\n...\n...")
ENDLESS = "n(0). n(X+1) :- n(X)."
HARD = """
1 { at(P,H) : H = 1..11 } 1 :- P = 1..12.
:- at(P,H), at(Q,H), P < Q.
{ cell(0,0,b) }.
"""
HARD_IF_FAR = """
1 { at(P,H) : H = 1..11 } 1 :- P = 1..12, far.
:- at(P,H), at(Q,H), P < Q.
{ far }.
"""


def decode(*words: object, domain: str = DOM01) -> Done:
    return run("decode.py", *words, stdin=domain)


def program(folder: Path, text: str, name: str = "student.lp") -> Path:
    (folder / name).write_text(text)
    return folder / name


def assert_one_line(done: Done, *parts: str) -> None:
    """Assert status 2, nothing on stdout, and one line of error with these parts."""
    assert (done.returncode, done.stdout) == (2, ""), done
    assert done.stderr.startswith("decode.py: "), done.stderr
    assert done.stderr.count("\n") == 1, done.stderr
    for part in parts:
        assert part in done.stderr


# ---------------------------------------------------------------- verdicts


def test_the_single_solution_of_an_example_is_printed() -> None:
    done = decode("lightup.lp", "-")
    assert (done.returncode, done.stdout, done.stderr) == (0, SOL01, "")


def test_no_solution() -> None:
    done = decode("lightup.lp", "-", domain=format_facts((EXAMPLES / "unsolvable.txt").read_text()))
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "no solution\n")


def test_several_solutions_and_where_they_differ() -> None:
    done = decode("lightup.lp", "-", domain=format_facts((EXAMPLES / "ambiguous.txt").read_text()))
    assert (done.returncode, done.stdout) == (1, "")
    said, *rows = done.stderr.splitlines()
    assert said.startswith("several solutions")
    first, second, marks = zip(*(row.split() for row in rows))
    assert first != second
    for a, b, mark in zip("".join(first), "".join(second), "".join(marks)):
        assert (a != b) == (mark == "*")
    boards = decode(
        "lightup.lp",
        "-",
        "--models=0",
        domain=format_facts((EXAMPLES / "ambiguous.txt").read_text()),
    ).stdout
    for board in (first, second):
        assert "\n".join(board) in boards


@pytest.mark.parametrize(
    "helpers",
    [
        "{ helper(1..40) }.",
        long("{ helper(1..22) }. #show helper/1."),
        "{ helper(1..22) }. #show cell(R,C,b) : cell(R,C,b), helper(1). #show X : helper(X).",
    ],
)
def test_free_helper_atoms_are_no_further_solutions(helpers: str, tmp_path: Path) -> None:
    free = program(tmp_path, helpers)
    done = decode("lightup.lp", free, "-")
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
    three = decode("lightup.lp", "-", "--models", "3", domain=AMBIGUOUS)
    assert len(three.stdout.split("\n\n")) == 3
    free = program(tmp_path, "{ helper(1..30) }.")
    again = decode("lightup.lp", free, "-", "--models=0", domain=AMBIGUOUS)
    assert len(again.stdout.split("\n\n")) == 6
    assert {board.strip() for board in again.stdout.split("\n\n")} == {b.strip() for b in boards}
    none = decode("lightup.lp", "-", "--models=0", domain=format_facts("1"))
    assert (none.returncode, none.stdout, none.stderr) == (1, "", "no solution\n")


def test_a_record_of_what_is_found(tmp_path: Path) -> None:
    """Boards, cost and stage, and whether the boards are all; no verdict on standard error."""
    found = decode("lightup.lp", "-", "--json", "--models=4", domain=AMBIGUOUS)
    record = json.loads(found.stdout)
    assert (found.returncode, found.stderr, len(record["boards"])) == (0, "", 4)
    assert {tuple(row.count("b") for row in board) for board in record["boards"]} == {(1, 1, 1)}
    assert (record["stage"], record["is_complete"], record["cost"]) == ("done", False, [])
    every = json.loads(decode("lightup.lp", "-", "--json", "--models=0", domain=AMBIGUOUS).stdout)
    assert (len(every["boards"]), every["is_complete"]) == (6, True)
    none = decode("lightup.lp", "-", "--json", domain=format_facts("1"))
    assert (none.returncode, none.stderr, json.loads(none.stdout)["boards"]) == (1, "", [])
    fewest = program(tmp_path, "#minimize { 1,R,C : cell(R,C,b) }.")
    best = json.loads(decode("lightup.lp", fewest, "-", "--json", domain=AMBIGUOUS).stdout)
    assert (best["cost"], len(best["boards"]), best["is_complete"]) == ([3], 2, False)
    assert best["is_optimal"] and not every["is_optimal"]
    endless = decode(program(tmp_path, ENDLESS), "-", "--json", "--time-limit=0.1")
    assert (endless.returncode, json.loads(endless.stdout)["stage"]) == (3, "grounding")
    wrong = decode(program(tmp_path, "a(X)."), "-", "--json")
    assert (wrong.returncode, wrong.stdout) == (2, "")


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
    none = decode("lightup.lp", fewest, "-", domain=format_facts("1"))
    assert (none.returncode, none.stderr) == (1, "no solution\n")


def test_a_cost_may_exceed_what_clingo_counts_in_32_bits(tmp_path: Path) -> None:
    """Only three of the four lamps fit, and each costs 2^30 on the first level."""
    lamps = "{ lamp(1..4) } = 3. cell(0,C-1,b) :- lamp(C). #minimize { 2**30@2,C : lamp(C) }."
    text = f"{lamps} :- not lamp(2). #minimize {{ -(2**30)@1,C : lamp(C), C < 3; C@1 : lamp(C) }}."
    alone = decode(program(tmp_path, text), "-", domain="dim(1,4).")
    cost = f"{3 * 2**30} {-(2**31) + 6}"
    assert (alone.returncode, alone.stdout, alone.stderr) == (0, "bbb.\n", f"optimum {cost}\n")
    every = decode(program(tmp_path, lamps), "-", "--models=0", domain="dim(1,4).")
    assert sorted(every.stdout.split()) == [".bbb", "b.bb", "bb.b", "bbb."]
    record = json.loads(decode(program(tmp_path, lamps), "-", "--json", domain="dim(1,4).").stdout)
    assert (record["cost"], len(record["boards"])) == ([3 * 2**30], 2)


# ---------------------------------------------------------------- limits


def test_the_time_limit_covers_grounding(tmp_path: Path) -> None:
    done = decode(program(tmp_path, ENDLESS), "-", "--time-limit", "0.2")
    assert (done.returncode, done.stdout) == (3, "")
    assert re.fullmatch(r"undecided: .* 0.2 s .*grounding.*\n", done.stderr)


@pytest.mark.long
def test_the_time_limit_covers_solving(tmp_path: Path) -> None:
    done = decode(program(tmp_path, HARD), "-", "--time-limit=0.5")
    assert (done.returncode, done.stdout) == (3, "")
    assert "solving" in done.stderr


def test_the_best_board_at_the_time_limit(tmp_path: Path) -> None:
    """The first board is found at once; that there is no better one takes very long."""
    text = f"{HARD_IF_FAR} {{ cell(0,1,2); cell(0,2,9) }}. :- not cell(0,1,2), not far."
    text += "#minimize { K,C : cell(0,C,K) }."
    done = decode(program(tmp_path, text), "-", "--time-limit=0.5", domain="cell(0,0,1). dim(1,3).")
    assert (done.returncode, done.stdout) == (3, "12.\n")
    assert done.stderr.count("\n") == 1
    assert "the best board so far costs 3, not proven optimal" in done.stderr


@pytest.mark.long  # two searches have to end within the limit on a busy machine, too
def test_an_optimum_is_printed_though_another_board_remains_open(tmp_path: Path) -> None:
    """The board with far costs the same, and that there is none takes too long to find out."""
    text = f"{HARD_IF_FAR} cell(0,1,2) :- far. cell(0,2,2) :- not far."
    text += "#minimize { K : cell(0,C,K) }."
    words = (program(tmp_path, text), "-", "--time-limit=5")
    done = decode(*words, domain="cell(0,0,1). dim(1,3).")
    assert (done.returncode, done.stdout) == (0, "1.2\n")
    assert done.stderr.startswith("optimum 3\nanother board may cost the same")
    as_json = decode(*words, "--json", domain="cell(0,0,1). dim(1,3).")
    record = json.loads(as_json.stdout)
    assert (as_json.returncode, record["boards"]) == (0, [[["1", ".", "2"]]])
    assert (record["is_optimal"], record["is_complete"]) == (True, False)
    all_optima = decode(*words, "--models=0", domain="cell(0,0,1). dim(1,3).")
    assert (all_optima.returncode, all_optima.stdout) == (3, "1.2\n")
    assert "the optimum is 3, but more boards may have it" in all_optima.stderr


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(ENDLESS, id="grounding", marks=pytest.mark.long),
        pytest.param(HARD, id="solving"),
    ],
)
def test_an_interrupt_ends_at_once(text: str, tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, ROOT / "decode.py", program(tmp_path, text + " dim(1).")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    while psutil.Process(process.pid).cpu_times().user < 0.2:  # then it is at work
        assert process.poll() is None
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    assert process.wait(120) == 130
    assert process.communicate() == (b"", b"")


@pytest.mark.long
@pytest.mark.parametrize("command", [["decode.py"], ["show", "dom01", "--encoding"]])
def test_on_a_terminal_a_long_run_says_how_to_end_it(command: list[str], tmp_path: Path) -> None:
    terminal, stderr = os.openpty()
    words = [sys.executable, *command, str(program(tmp_path, ENDLESS))]
    process = subprocess.Popen(words, stderr=stderr, cwd=ROOT, start_new_session=True)
    try:
        assert select.select([terminal], [], [], 120)[0]
        assert os.read(terminal, 100) == b"still grounding; Ctrl-C ends it\r\n"
        os.killpg(process.pid, signal.SIGINT)  # as Ctrl-C does
        assert process.wait(120) == 130
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        os.close(terminal)
        os.close(stderr)


def test_on_a_terminal_an_error_says_where_plain_words_are(tmp_path: Path) -> None:
    terminal, stderr = os.openpty()
    path = program(tmp_path, "a :- b v c.")
    for home, file in ((ROOT, "decode.py"), (tmp_path, ROOT / "decode.py")):
        subprocess.run([sys.executable, file, path], stderr=stderr, cwd=home, check=False)
    os.close(stderr)
    lines = read_terminal(terminal).splitlines()
    assert lines[1::2] == [
        f"plain words: python3 {lab} check {path}" for lab in ("lab", ROOT / "lab")
    ]
    command = [sys.executable, *lines[1].split()[3:]]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert "found v, expected" in done.stdout


def test_elsewhere_an_error_is_clingos_alone(tmp_path: Path) -> None:
    (tmp_path / "decode.py").write_bytes((ROOT / "decode.py").read_bytes())
    assert_one_line(decode(program(tmp_path, "a :- b v c."), "-"), "error: syntax error")
    terminal, stderr = os.openpty()
    words = [sys.executable, "decode.py", "student.lp"]
    subprocess.run(words, stderr=stderr, cwd=tmp_path, check=False)
    os.close(stderr)
    assert len(read_terminal(terminal).splitlines()) == 1


# ---------------------------------------------------------------- the board

GRIDS = {  # a program for a board of two rows and three columns with an x and a 0, and the grid
    "{ cell(1,2,b) } = 1.": ("x0.", "..b"),
    "cell(1,2,b).": ("x0.", "..b"),
    "#show. { l }. :- not l. #show cell(1,2,b) : l.": ("x0.", "..b"),
    "#show. l. #show cell(1,2,b) : l.": ("x0.", "..b"),
    "{ cell(1,2,b) } = 1. { cell(1,1,e) } = 1. cell(0,2,17).": (*("  x  0 17", "  .  e  b"),),
    "{ cell(1,2,b); cell(1,0,lit); cell(1,1,-1) } = 3.": (
        "   x   0   .",
        " lit  -1   b",
    ),
    "cell(1,1,clue(16,0)). cell(1,0,(1,2)). { cell(1,2,b); cell(0,0,m) } = 2.": (
        "          m          0          .",
        "      (1,2) clue(16,0)          b",
    ),
    "{ cell(1,2,pair(1,2)); cell(1,0,f(g(h(1)))) } = 2.": (
        "          x          0          .",
        " f(g(h(1)))          .  pair(1,2)",
    ),
    # a letter that is given where there may be another value means blank, and a 0 that is no fact,
    # unless 0 is given and all answers are numbers
    "cell(1,0..2,w). cell(0,2,w). { cell(1,2,b) } = 1.": ("x0.", "..b"),
    "cell(1,0..2,w). cell(0,2,w). { l }. :- not l. #show. #show cell(1,2,b) : l.": ("x0.", "..b"),
    "cell(1,0..2,w). { cell(0,2,b) } = 1.": ("x0b", "www"),
    "{ cell(1,2,5); cell(1,1,0) } = 2.": ("x0.", ".05"),
    "{ cell(1,2,b); cell(1,1,0) } = 2.": ("x0.", "..b"),
    "1 { cell(R,C,0); cell(R,C,b) } 1 :- R = 0..1, C = 2. :- cell(0,2,b). :- cell(1,2,0).": (
        "x0.",
        "..b",
    ),
    # several such letters are those of regions, which have marks
    "cell(0,2,a). cell(1,0..1,a). cell(1,2,c). { m(0,2); m(1,2) } = 1. :- m(1,2). "
    "#show cell(R,C,s) : m(R,C).": ("x0s", "aac"),
    # "." is blank: derived, chosen, beside the bulb, and over a given cell
    'cell(1,0..2,"."). cell(0,2,"."). cell(1,2,b).': ("x0.", "..b"),
    'cell(1,0..2,"."). { cell(1,2,b) } = 1.': ("x0.", "..b"),
    '{ cell(1,C,(b;".")) } = 1 :- C = 0..2. :- not cell(1,2,b). :- cell(1,0..1,b).': ("x0.", "..b"),
    '{ cell(1,2,b); cell(0,0,".") } = 2.': ("x0.", "..b"),
    # atoms with more or fewer arguments are not cells of the grid
    "{ cell(1,2,b) } = 1. cell(1,1). cell(1,1,b,1).": ("x0.", "..b"),
    # #inf within a cell, and a name in which a line ends
    '{ cell(1,2,b); cell(0,#inf,1); cell("\\n",1,"cell(1,1,b)") } = 3. #show cell(R,C,V) : '
    "cell(R,C,V), R >= 0, C >= 0, R < 2. #show.": ("x0.", "..b"),
}


@pytest.mark.parametrize("text", GRIDS)
def test_given_cells_overlaid_by_what_an_answer_shows(
    text: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    facts = program(tmp_path, "cell(0,0,x). cell(0,1,0). dim(2,3).", "domain.lp")
    boards: list[face.Board] = []
    search = face.Search([str(program(tmp_path, text)), str(facts)], 0)
    search.on_board = boards.append
    search.run()
    assert [face.format_grid(rows).splitlines() for rows in boards] == [list(GRIDS[text])]
    assert capfd.readouterr() == ("", "")


def test_answer_sets_with_the_same_board_count_once(tmp_path: Path) -> None:
    """Zeros and given cells tell no two answer sets apart."""
    text = "{ cell(0,0..1,0); cell(1,1,5); h(1..9); g }. #show cell(1,0,3) : g. #show cell/3."
    boards: list[face.Board] = []
    facts = program(tmp_path, "cell(1,0,3). dim(2).", "domain.lp")
    search = face.Search([str(program(tmp_path, text)), str(facts)], 0)
    search.on_board = boards.append
    search.run()
    assert sorted(boards) == [[[".", "."], ["3", "."]], [[".", "."], ["3", "5"]]]
    assert search.boards == boards
    assert search.has_repeats


def test_a_million_shown_atoms_of_other_names_take_little_memory() -> None:
    """Cells are parsed in batches."""
    output = face.Output()
    cell, helper = clingo.parse_term("cell(0,0,b)"), clingo.parse_term("sees(0,0,1,1)")
    for number in range(1, 2 * face.BATCH + 10):
        output.output_atom(cell if number % face.BATCH == 7 else helper, number)
        assert len(vars(output)["_pending"]) < face.BATCH
    output.parse_pending()
    assert output.shown == [(n * face.BATCH + 7, ("0", "0", "b")) for n in range(3)]


# ---------------------------------------------------------------- programs


@pytest.mark.parametrize(
    ("domain", "rows", "columns"),
    [
        ("#const n=2.", 2, 2),
        long("dim(2).", 2, 2),
        ("dim(0..3). #const n=3.", 3, 3),
        long("dim(2). dim(0..1).", 2, 2),
        long("dim(2,3).", 2, 3),
        long("#const rows=1. #const cols=3.", 1, 3),
        ("dim(2,3). #const rows=2. #const cols=3. #const n=9.", 2, 3),
        long("dim(2). #const n=2. dim(0..1,0..1).", 2, 2),
        long("dim(2). size(2). #const rows=8. #const cols=9. #const n=2.", 2, 2),
    ],
)
def test_sizes(domain: str, rows: int, columns: int, tmp_path: Path) -> None:
    done = decode(program(tmp_path, "cell(0,0,b)."), "-", domain=domain)
    assert done.returncode == 0, done
    assert [len(row) for row in done.stdout.split()] == [columns] * rows


def test_unusable_files(tmp_path: Path) -> None:
    assert_one_line(decode("lightup.lp", tmp_path / "absent.lp"), "absent.lp: no such file")
    assert_one_line(decode("lightup.lp", tmp_path), f"{tmp_path}: no such file, or")
    assert_one_line(decode("-", domain="a(X)."), "<stdin>:1:1-6", "unsafe")
    assert_one_line(decode("lightup.lp"), "no size")


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        long("a(.", [":1:3-4", "syntax error"]),
        ("a(X) :- b.", [":1:1-11", "unsafe", "'X'"]),
        ("#script (python)\nprint(1)\n#end.", ["python support not available"]),
        long("#script (lua)\nprint(1)\n#end.", ["lua support not available"]),
        ('#include "nowhere.lp".', [":1:1-23", "nowhere.lp"]),
        long("a :– b.", [":1:", "unexpected –"]),
        ("", ["no answer can have a cell(R,C,V) beside those given", "cell(R,C,b)"]),
        ("{ cell(0,1,b) }. :- cell(0,1,b).", ["cell(R,C,b)"]),
        long("bulb(0,1). cell(R,C,b) :- bulb(R,C). #show bulb/2.", ["no answer can have"]),
        ("cell(7,0,b).", ["cell(7,0,b)", "outside", "7 rows"]),
        long("cell(-1,0,b).", ["cell(-1,0,b)", "outside"]),
        long("{ cell(0,0,(b;l)) } = 2.", ["cell(0,0,", "one cell has two values"]),
        long("{ cell(0,1,(b;l)) } = 2.", ["cell(0,1,", "one cell has two values"]),
        ("{ cell(0,1,(b;lit(1))) } = 2.", ["cell(0,1,lit(1))", "one cell has two values"]),
        ("cell(0,4,2).", ["cell(0,4,x)", "cell(0,4,2)", "one cell has two values"]),
        ("cell(0,a,b).", ["cell(0,a,b) fits no grid", "numbers R and C"]),
        # beside an answer that fits, too
        ('{ cell(0,1,b) } = 1. { cell(0,2,"b") } = 1.', ['cell(0,2,"b") fits no grid', "quotes"]),
        long('cell(0,1,b). cell(0,2,"b").', ['cell(0,2,"b") fits no grid', "quotes"]),
        long("cell(0,1,b). cell(f(0),2,b).", ["cell(f(0),2,b) fits no grid", "numbers R and C"]),
    ],
)
def test_unusable_programs(text: str, parts: list[str], tmp_path: Path) -> None:
    assert_one_line(decode(program(tmp_path, text), "-"), *parts)


def test_a_text_with_a_byte_order_mark_includes_the_file_beside_it(tmp_path: Path) -> None:
    program(tmp_path, (ROOT / "lightup.lp").read_text(), "rules.lp")
    mine = program(tmp_path, '\ufeff#include "rules.lp".\n')
    assert decode(mine, "lightup.lp", "-").returncode == 0
    assert decode(mine, "-").stdout == SOL01


@pytest.mark.parametrize("code", ["utf-16", long("utf-8-sig"), long("utf-8")])
def test_programs_as_windows_writes_them(code: str, tmp_path: Path) -> None:
    """PowerShell 5 writes UTF-16 with a byte-order mark; line ends are CRLF."""
    rules = (ROOT / "lightup.lp").read_text().replace("\n", "\r\n").encode(code)
    domain = DOM01.replace("\n", "\r\n").encode(code)
    folder = tmp_path / "Jörg Müller"
    folder.mkdir()
    (folder / "rules.lp").write_bytes(rules)
    (folder / "domain.lp").write_bytes(domain)
    command = [sys.executable, str(ROOT / "decode.py"), "rules.lp"]
    for words, stdin in ((["domain.lp"], b""), (["-"], domain)):
        done = subprocess.run([*command, *words], input=stdin, cwd=folder, capture_output=True)
        assert (done.returncode, done.stdout, done.stderr) == (0, SOL01.encode(), b"")
    (folder / "wrong.lp").write_bytes("% ä\r\na(X) :- b.\r\n".encode(code))
    assert_one_line(run("decode.py", "wrong.lp", cwd=folder), "wrong.lp:2:1-11: error: unsafe")


@pytest.mark.parametrize("name", ["picture.lp", "-"])
@pytest.mark.parametrize(
    ("data", "place"),
    [
        ((ROOT / "bulb.png").read_bytes(), "3:1-2"),
        (b"dim(1). cell(0,0,x).\n% \0\n:- .", "2:3-4"),
        ("dim(1). cell(0,0,x).\n% \0\n:- .".encode("utf-16"), "2:3-4"),
    ],
)
def test_a_file_that_is_no_text(data: bytes, place: str, name: str, tmp_path: Path) -> None:
    """clingo has a message for each of many bytes, or ends the text at a byte 0."""
    (tmp_path / "picture.lp").write_bytes(data)
    command = [sys.executable, str(ROOT / "decode.py"), name]
    done = subprocess.run(command, input=data, cwd=tmp_path, capture_output=True)
    place = f"{name.replace('-', '<stdin>')}:{place}"
    message = f"decode.py: {place}: error: found a byte 0, expected a text\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, b"", message.encode())


def test_messages_cannot_control_the_terminal() -> None:
    assert_one_line(decode("\x1b[31mred\r.lp"), "decode.py: \\x1b[31mred\\r.lp: no such file")


def test_arguments() -> None:
    no_numbers = ("--models=-1", "--models=x", "--time-limit=0", "--time-limit=soon")
    for arguments in ((), ("",), ("-", ""), *(("-", option) for option in no_numbers)):
        done = decode(*arguments)
        assert_one_line(done, "error: expected PROGRAM, --models from 0, --time-limit above 0;")


def test_help_lists_the_exit_statuses() -> None:
    done = decode("--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert "130 interrupted" in done.stdout


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
    assert_one_line(
        done,
        "No module named 'clingo'; activate the environment (. .venv/bin/activate) or install it: "
        "python3 -m pip install -r requirements.txt\n",
    )
    for command[3:] in (["-m", "lab", "--help"], ["lab", "--help"]):
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
        assert done.stderr.startswith("lab: No module named 'clingo'; activate the environment")


def test_a_module_leaves_clingo_alone() -> None:
    """Only programs patch how clingo's messages are read."""
    code = "import clingo.core as c; f = c._to_str; import decode; assert c._to_str is f; "
    code += "decode.read_all_messages(); assert c._to_str is not f"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)


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


def test_an_unsafe_variable_is_named_without_what_clingo_makes_of_the_rule() -> None:
    done = decode("-", domain="row(0..N-1).")
    assert_one_line(done, "<stdin>:1:1-13: error: unsafe variables", "'N' is unsafe")
    assert "#" not in done.stderr
