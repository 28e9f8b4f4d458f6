"""Scripts in place of encode.py: hostile, wrong, wrong with few grids, right."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import encode
from lab.check.judges import encode_facts
from lab.common.language import use_language
from lab.runner import copies
from lab.runner.copies import FolderCopies
from lab.runner.task_pool import TaskPool
from lab.sandbox import Limits
from tests import kit
from tests.lab.check.kit import ASSIGNMENT, GOOD, examine, examine_script, list_processes

DAEMON = "import os, time\nif os.fork(): os._exit(0)\nos.setsid()\nif os.fork(): os._exit(0)\n"

SCRIPTS = {  # code, a part of the message, the script
    "sleeps": ("time", "does not end", "import time; time.sleep(99)"),
    "computes": ("time", "computes for more than 1 s", "while True: pass"),
    "computes a little too long": (
        "time",
        "computes for more than 1 s",
        "import time\nwhile time.process_time() < 1.5: pass\nprint('dim(1). #const n=1.')",
    ),
    "ignores signals": (
        "time",
        "does not end",
        "import signal, time\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\ntime.sleep(99)",
    ),
    "floods": ("time", "writes without end", "while True: print('cell(0,0,x).' * 99)"),
    "floods stderr": (
        "time",
        "writes without end",
        "import sys\nwhile True: sys.stderr.write('x' * 999)",
    ),
    "eats memory": ("contract", "MemoryError", "x = [bytes(1 << 28) for _ in range(99)]"),
    "forks": (
        "time",
        "starts processes without end",
        "import os, time\nfor _ in range(7): os.fork()\ntime.sleep(99)",
    ),
    "stays": ("contract", "writes nothing", DAEMON + "time.sleep(99)"),
    "kills": ("contract", "", "import os\nos.kill(os.getppid(), 9)\nos.killpg(0, 9)"),
    "removes": (
        "contract",
        "Read-only file system",
        "import os, shutil\nshutil.rmtree(os.path.dirname(os.path.abspath(__file__)))",
    ),
    "closes": ("contract", "", "import os\nos.close(1)\nos.close(2)\nprint(1)"),
    "binary": (
        "contract",
        "does not read",
        "import sys\nsys.stdout.buffer.write(bytes(range(256)) * 99)",
    ),
    "endless facts": ("time", "no end", "print('p(1..1000000000).')"),
    "rule": ("contract", "line 1 is p(0). p(X+1) :- p(X).", "print('p(0). p(X+1) :- p(X).')"),
    "choice": ("contract", "neither a fact", "print('{ cell(0,0,x) }. :- not cell(0,0,x).')"),
    "statement": ("contract", "line 2 is #show dim/1.", "print('a.\\n#show dim/1.')"),
    "script": ("contract", "#script", "print('#script (lua) x #end.')"),
    "exits": ("contract", "status 3", "raise SystemExit(3)"),
    "argument": (
        "contract",
        "status 1: read the grid from standard input",
        "import sys\nopen(sys.argv[1])",
    ),
}


@pytest.mark.parametrize("name", kit.long_except(SCRIPTS, "removes"))
def test_a_hostile_script_has_one_finding_and_leaves_no_process(
    pool: TaskPool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str
) -> None:
    code, part, text = SCRIPTS[name]
    wall = {"does not end": 0.5, "computes for more than 1 s": 60.0}.get(part, 2.0)
    limits = Limits(cpu=1, wall=wall)
    monkeypatch.setattr(encode_facts, "SCRIPT_LIMITS", limits)
    (tmp_path / "encode.py").write_text(text)
    (finding,) = examine(pool, tmp_path).findings
    assert finding.code == code
    assert part in finding.message
    assert (tmp_path / "encode.py").read_text() == text
    give_up = time.monotonic() + 120
    while (pids := list_processes(pool.folder)) and time.monotonic() < give_up:
        time.sleep(0.01)
    assert pids == []


SCRIPT = (GOOD / "encode.py").read_text()


@pytest.mark.long
def test_encode_and_its_modules_are_copied_before_other_files(
    pool: TaskPool, few_examples: None, tmp_path: Path
) -> None:
    for number in range(copies.MOST_FILES):
        (tmp_path / f"dom{number}.txt").write_text("x\n")
    folder = tmp_path / "__helpers" / "deep"
    folder.mkdir(parents=True)
    (folder / "rows.py").write_text("# long\n" * 30_000)
    assert examine_script(pool, tmp_path, f"import __helpers.deep.rows\n{SCRIPT}").verdict == "pass"
    examined = examine_script(pool, tmp_path, f"open('dom9.txt').close()\n{SCRIPT}\n0/0")
    assert [remark.code for remark in examined.remarks] == ["folder"]
    (finding,) = examine_script(pool, tmp_path, "#" * (copies.LARGEST_FILE + 1)).findings
    assert finding.message == "encode.py: this is larger than 1 MB"


def test_a_run_changes_no_copy_but_its_own(tmp_path: Path) -> None:
    file = tmp_path / "work" / "deep" / "rows.py"
    file.parent.mkdir(parents=True)
    file.write_text("text")
    work = copies.FolderCopies(tmp_path / "work", tmp_path)
    for _ in range(2):
        with work.make_copy() as folder:
            (copy,) = (folder / "deep").iterdir()
            assert copy.read_text() == "text"
            copy.write_text("another text")
            copy.with_name("note").write_text("")
        assert not folder.exists()
    assert file.read_text() == "text"


@pytest.mark.parametrize("encoding", ["utf-16", *map(kit.long, ("cp1252", "utf-8-sig", "utf-8"))])
def test_encode_is_run_in_each_encoding_in_which_editors_save(
    pool: TaskPool, few_examples: None, tmp_path: Path, encoding: str
) -> None:
    """Python itself reads the last two only; what is wrong is wrong in each run."""
    wrong = SCRIPT.replace("dim(", "dimension(")
    for text, codes in ((SCRIPT, []), (wrong, ["contract"])):
        (tmp_path / "encode.py").write_text(f"# Jürgen\n{text}", encoding)
        report = examine(pool, tmp_path)
        assert [finding.code for finding in report.findings] == codes
        remarks = [remark.code for remark in report.remarks if remark.code == "encoding"]
        assert remarks == ["encoding"] * (not encoding.startswith("utf-8"))
    (tmp_path / "encode.py").write_text(f"# coding: cp1252\n# Jürgen\n{SCRIPT}", "cp1252")
    assert "encoding" not in [remark.code for remark in examine(pool, tmp_path).remarks]


READS_FILE = SCRIPT.replace("sys.stdin", "open('examples/dom01.txt')")


@pytest.mark.long
def test_encode_that_opens_an_example_is_told_to_read_standard_input(
    pool: TaskPool, few_examples: None, tmp_path: Path
) -> None:
    """Whether it finds the example or not; what Python says comes second."""
    assert READS_FILE != SCRIPT
    (finding,) = examine_script(pool, tmp_path, READS_FILE).findings
    hint = "read the grid from standard input, sys.stdin, not from a file"
    assert finding.detail.startswith(f"{hint}; encode.py:")
    assert "No such file or directory: 'examples/dom01.txt'" in finding.detail
    (tmp_path / "examples").mkdir()
    shutil.copy(kit.EXAMPLES / "dom01.txt", tmp_path / "examples")
    finding, *_ = examine_script(pool, tmp_path, READS_FILE).findings
    assert finding.text == f"encode.py writes the same for every grid: {hint}"


@pytest.mark.long
def test_encode_that_opens_a_file_is_told_of_standard_input_in_spanish(
    pool: TaskPool, few_examples: None, tmp_path: Path
) -> None:
    use_language("es")
    (finding,) = examine_script(pool, tmp_path, READS_FILE).findings
    assert finding.detail.startswith("el puzle se lee de la entrada estándar, sys.stdin")


@pytest.mark.long
def test_letters_that_the_code_page_lacks_are_read_as_clingo_reads_them(tmp_path: Path) -> None:
    """Some systems have no UTF-8 as their own encoding, such as Windows."""
    script = """import sys\nsys.stdout.buffer.write("größe.\\n".encode())\n"""
    (tmp_path / "encode.py").write_text(script, "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "lab", "check", "--part", "encode", tmp_path],
        env={**os.environ, "PYTHONUTF8": "0", "LC_ALL": "C"},
        cwd=kit.ROOT,
        capture_output=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stderr) == (1, b"fail: 3 findings, not judged: lightup.lp\n")
    assert b"what encode.py writes does not read: line 1 is gr" in done.stdout


def test_a_folder_in_place_of_encode_is_reported(pool: TaskPool, tmp_path: Path) -> None:
    (tmp_path / "encode.py").mkdir()
    (finding,) = examine(pool, tmp_path).findings
    assert finding.message == "encode.py: found a folder or device, expected a file"


def test_facts_may_have_ranges_and_pools(pool: TaskPool) -> None:
    text = "cell(0,(1;2),x). cell(1,0..1,x).\ndim(3).\n#const n=3."
    facts = encode_facts.read_facts(pool, text, [])
    cells = encode_facts.pick_cells(facts.statements)
    assert (facts.brief, len(cells), facts.statements[-1]) == ("", 4, "#const n=3.")


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("cell(0,1,x). cell(1,0,2). dim(2). #const n=2.", []),
        ("% a grid\ncell( 0, 1, x ) .\ncell(1,0,2).% black\ndim(2).\n#const n = 2.\n", []),
        ("cell(0,1,x). cell(0,1,x). cell(1,0,2). dim(2). dim(2). #const n=2.", []),
        ("row(0..n-1).cell(0,1,x).cell(1,0,2).dim(2).\n#const n=2.", []),
        ('name("a. cell(0,1,x)."). cell(1,0,2). dim(2). #const n=2.', ["cell(0,1,x)."]),
        ("cell(1,0,2). % cell(0,1,x).\ndim(2). #const n=2.", ["cell(0,1,x)."]),
        ("%*\ncell(0,1,x).\n*% cell(1,0,2). dim(2). #const n=2.", ["cell(0,1,x)."]),
        ("-cell(0,1,x). cell(1,0,2). dim(2). #const n=2.", ["cell(0,1,x)."]),
        ("my_cell(0,1,x). cell(1,0,2). dim(2). #const n=2.", ["cell(0,1,x)."]),
    ],
)
def test_facts_are_read_as_clingo_reads_them(pool: TaskPool, text: str, missing: list[str]) -> None:
    expected = ["cell(0,1,x).", "cell(1,0,2).", "dim(2).", "#const n=2."]
    facts = encode_facts.read_facts(pool, text, expected)
    assert not facts.brief
    assert sorted({*expected} - {*facts.statements}) == missing
    assert len({*facts.statements}) == len(facts.statements)


@pytest.mark.parametrize(
    "text",
    [
        "cell(0,1,x). cell(0 0,1,x).",
        "cell(0,1,x). a :- cell(0,1,x).",
        "cell(0,1,x). dim(2 2).",
        "cell(0,1,x). #const n=2. #const n=2.",
        "cell(0,1,x)",
    ],
)
def test_other_statements_are_a_finding(pool: TaskPool, text: str) -> None:
    expected = ["cell(0,1,x).", "dim(22).", "#const n=2."]
    assert encode_facts.read_facts(pool, text, expected).brief


@pytest.mark.usefixtures("few_examples")
@pytest.mark.parametrize(
    ("code", "message", "got"),
    [
        ("print('Encoding ...')", "does not read: line 1 is Encoding ...", "Encoding ..."),
        kit.long("print('cell(0,0,.).')", "does not read: line 1 is cell(0,0,.).", "cell(0,0,.)."),
        kit.long(
            "print('dim(1)')", "in line 1, the statement that ends here has no full stop", "dim(1)"
        ),
        kit.long(
            "print('dim(1')", "the bracket ( of line 1 is not closed before this place", "dim(1"
        ),
        kit.long(
            "print(f'dim({len(input()) + 1}).')",
            "encode.py: wrong facts (dim); missing facts (n)",
            "dim(2).",
        ),
        ("print(f'dim({len(input())}).')", "encode.py: missing facts (n)", "(nothing)"),
    ],
)
def test_wrong_facts_of_encode_are_shown_beside_those_expected(
    pool: TaskPool, tmp_path: Path, code: str, message: str, got: str
) -> None:
    finding = examine_script(pool, tmp_path, code).findings[0]
    assert message in finding.message
    assert finding.grids["expected"].endswith("#const n=1.")
    assert finding.got == got


def test_an_encode_that_takes_any_character_passes_without_a_remark(
    pool: TaskPool, few_examples: None, tmp_path: Path
) -> None:
    text = (
        "import sys\nrows = sys.stdin.read().split()\nfor r, row in enumerate(rows):\n"
        "    for c, k in enumerate(row):\n        if k != '.': print(f'cell({r},{c},{k}).')\n"
        "print(f'dim({len(rows)}).\\n#const n={len(rows)}.')"
    )
    examined = examine_script(pool, tmp_path, text)
    assert (examined.verdict, examined.remarks) == ("pass", [])


READS_ROWS = (
    "import sys\ntext = sys.stdin.read()\nrows = text.split('\\n')\nn = len(rows)\n"
    "for r in range(n):\n    for c in range(n):\n"
    "        if rows[r][c] != '.': print(f'cell({r},{c},{rows[r][c]}).')\n"
    "print(f'dim({n}).\\n#const n={n}.')"
)


@pytest.mark.usefixtures("few_examples")
@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("", "", "7: IndexError: string index out of range; it would be right if the grid did not"),
        (
            "c in range(n)",
            "c in range(len(rows[r]))",
            "wrong facts (dim and n): found dim(2)., expected dim(1).; it would be right if "
            "the grid did not end with a newline",
        ),
        kit.long(
            "len(rows)", "len(rows) - 2", "; it would be right if an empty line followed the grid"
        ),
        kit.long("len(rows)", "len(rows) - 1", ""),
        kit.long("len(rows)", "len(rows) + 7", "7: IndexError: string index out of range"),
    ],
)
def test_a_grid_that_ends_with_a_newline_is_named_as_the_cause(
    pool: TaskPool, tmp_path: Path, old: str, new: str, message: str
) -> None:
    findings = examine_script(pool, tmp_path, READS_ROWS.replace(old, new, 1)).findings
    if not message:
        assert findings == []
    elif "right" in message:
        assert message in findings[0].message
    else:
        assert findings[0].message.endswith(message)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("import sys\ndef f():\n    return {}[1]\nf()", ": encode.py:3: KeyError: 1"),
        kit.long("print((1)", ": encode.py:1: SyntaxError: '(' was never closed"),
        kit.long("import json\njson.loads('[')", ": encode.py:2: json.decoder.JSONDecodeError: "),
    ],
)
def test_the_line_of_an_exception_is_named(
    pool: TaskPool, few_examples: None, tmp_path: Path, text: str, message: str
) -> None:
    assert message in examine_script(pool, tmp_path, text).findings[0].message


def test_after_a_timeout_no_more_grids_are_tried(
    pool: TaskPool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(encode_facts, "SCRIPT_LIMITS", Limits(wall=0.5))
    (tmp_path / "encode.py").write_text("import time\ntime.sleep(99)\n")
    runs: list[copies.FolderCopies] = []

    class CountedCopies(copies.FolderCopies):
        def make_copy(self) -> Any:
            runs.append(self)
            return super().make_copy()

    check = encode_facts.EncodeCheck(
        pool, ASSIGNMENT, CountedCopies(tmp_path, pool.folder), "encode.py"
    )
    (finding,) = check.find_faults()
    assert (finding.code, finding.grid) == ("time", [["."]])
    assert 0 < len(runs) < 5  # of 30 grids


def test_encode_is_not_compared_with_the_kit_s_encode(
    pool: TaskPool, few_examples: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A student may have replaced it by the submission."""
    monkeypatch.setattr("encode.format_facts", lambda rows: "dim(1).\n")
    examined = examine_script(pool, tmp_path, "print(f'dim({len(input())}).')")
    assert (
        examined.findings[0].message
        == "encode.py: missing facts (n): found nothing, expected #const n=1."
    )


COLUMN_BY_COLUMN = r"""
import sys
text = sys.stdin.read()
rows = text.split()
if len(set(map(len, rows))) != 1 or set("".join(rows)) - set(".x01234"):
    sys.exit("this is not a grid")
h, w = len(rows), len(rows[0])
for c in range(w):
    for r in range(h):
        if rows[r][c] != ".":
            print(f"cell({r},{c},{rows[r][c]}).")
print(f"dim({h}).\n#const n={h}.")
"""


def remark_codes(pool: TaskPool, folder: Path, script: str) -> list[str]:
    """Return the codes of the remarks on an encode.py that has no findings."""
    (folder / "encode.py").write_text(script)
    copies = FolderCopies(folder, pool.folder)
    check = encode_facts.EncodeCheck(pool, ASSIGNMENT, copies, "encode.py")
    assert list(check.find_faults()) == []
    return [remark.code for remark in check.find_deviations()]


def test_right_facts_in_another_order_have_one_remark(pool: TaskPool, tmp_path: Path) -> None:
    assert remark_codes(pool, tmp_path, COLUMN_BY_COLUMN) == ["order"]


def test_a_size_that_depends_on_the_end_of_the_last_line_is_remarked(
    pool: TaskPool, tmp_path: Path
) -> None:
    script = COLUMN_BY_COLUMN.replace('print(f"dim', "h = text.count('\\n')\nprint(f\"dim")
    assert remark_codes(pool, tmp_path, script) == ["tolerance", "order"]


READ = "import os, random, sys\nrows = sys.stdin.read().split()\nn = len(rows)\n"

CELLS = "cells = [(r, c, v) for r in range(len(rows)) for c, v in enumerate(rows[r]) if v != '.']\n"

PRINT = "for cell in cells: print('cell(%s,%s,%s).' % cell)\nprint(f'dim({n}). #const n={n}.')\n"

RARELY_WRONG = {  # statements before the cells are listed, and after that
    "13 rows at most": ("assert n <= 13", ""),
    "only the first 16 rows": ("rows = rows[:16]", ""),
    "n**6 steps above 13": ("for _ in range(n**6 if n > 13 else 0): pass", ""),
    "a mirrored row at 14": ("if n == 14: rows[5] = rows[5][::-1]", ""),
    "a 4 in the row before the last": ("if n > 7: rows[-2] = rows[-2].replace('4', '.')", ""),
    "rows of x alone": ("", "cells = [cell for cell in cells if set(rows[cell[0]]) != {'x'}]"),
    "3s where a row has three": (
        "rows = [row.replace('3', '.') if row.count('3') == 3 else row for row in rows]",
        "",
    ),
    "x beside (13,13)": (
        "",
        "cells = [(r, c, v) for r, c, v in cells if v != 'x' or abs(r - 13) + abs(c - 13) > 3]",
    ),
    "a judge's TMPDIR": ("rows = rows if 'scratch' in os.getenv('TMPDIR', '') else rows[:1]", ""),
    "from 37 to 50 rows": ("rows = rows if not 36 < n < 51 else rows[:1]", ""),
}


@pytest.mark.parametrize("name", kit.long_except(RARELY_WRONG, "only the first 16 rows"))
def test_an_encode_that_is_wrong_with_few_grids_is_found(
    pool: TaskPool, tmp_path: Path, name: str
) -> None:
    before, after = RARELY_WRONG[name]
    text = f"{READ}{before}\n{CELLS}{after}\n{PRINT}"
    assert examine_script(pool, tmp_path, text).verdict == "fail"


def test_an_encode_that_is_wrong_now_and_then_is_unstable(
    pool: TaskPool, few_examples: None, tmp_path: Path
) -> None:
    text = f"{READ}{CELLS}cells += [(0, random.randrange(10**9), 'x')]\n{PRINT}"
    (finding,) = examine_script(pool, tmp_path, text).findings
    assert (finding.code, finding.message) == ("unstable", encode_facts.UNSTABLE)


def test_an_encode_that_answers_from_a_table_is_found(pool: TaskPool, tmp_path: Path) -> None:
    grids = ASSIGNMENT.bank.samples.well_formed
    table = {grid: encode.format_facts(grid.split()) for grid in grids}
    script = f"import sys\nprint({table!r}.get(sys.stdin.read(), 'dim(1). #const n=1.'))"
    finding = examine_script(pool, tmp_path, script).findings[0]
    assert finding.grids["grid"] not in [grid.rstrip("\n") for grid in grids]


def test_the_work_for_what_encode_writes_grows_as_its_size() -> None:
    def list_lines(size: int) -> None:
        assert encode_facts.list_other_lines(f"a.\nb{' ' * size}:- a.") == [2]

    kit.assert_linear(list_lines, 10_000)
