"""Commands under Python for Windows, run by Wine: .ci/windows makes the folder $LAB_WINDOWS."""

import contextlib
import json
import os
import pty
import select
import shutil
import signal
import subprocess
import time
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.kit import EXAMPLES, ROOT, Done, run_lab

FOLDER = os.environ.get("LAB_WINDOWS", "")
MANY = ("generate", "--size", "20x20", "--count")
KEY_SECONDS = 0.15  # from a text to the key after it: when processes are starting
IN_CMD = """import os, subprocess, sys
os.environ["PATH"] = os.path.dirname(sys.executable) + ";" + os.environ["PATH"]
sys.exit(subprocess.call(["cmd", "/c", sys.argv[1]]))
"""
INTERRUPTED = """import _thread, os, sys, threading
from lab.__main__ import main
seconds, sys.argv = float(sys.argv[1]), ["lab", *sys.argv[2:]]
threading.Timer(seconds, _thread.interrupt_main).start()
print("status", main(), flush=True)  # Wine kills a process that takes long to end: status 137
os._exit(0)
"""
WITH_OPEN_FILE = """import ctypes, runpy, sys
open_file = ctypes.windll.kernel32.CreateFileW
read_and_write, share_nothing, open_existing = 0xC0000000, 0, 3
open_file(sys.argv[-1], read_and_write, share_nothing, None, open_existing, 0, None)
sys.argv[0] = "lab"
runpy.run_module("lab", run_name="__main__", alter_sys=True)
"""
pytestmark = [
    pytest.mark.windows,
    pytest.mark.skipif(not FOLDER, reason="$LAB_WINDOWS is not a folder of .ci/windows"),
]


@pytest.fixture(autouse=True, scope="module")
def keep_wine_running() -> Iterator[None]:
    """Keep a Python waiting, as Wine itself takes two seconds to start.

    The services of Wine, which start with it, keep the pipes of this Python open, not of others.
    """
    command, pipe = [f"{FOLDER}/run", "-c", "input(0)"], subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL) as process:
        assert process.stdout and process.stdout.read(1) == b"0"
        yield


def run_on_windows(*words: object, stdin: str = "", cwd: Path = ROOT) -> Done:
    """Run Python for Windows with these arguments, the kit on its path.

    What it writes into a pipe is in the code page of the system, 1252 here.
    """
    command = ["env", f"PYTHONPATH={ROOT}", f"{FOLDER}/run", *map(str, words)]
    done = subprocess.run(
        command, input=stdin.encode(), capture_output=True, cwd=cwd, timeout=300, check=False
    )
    stderr = done.stderr.decode("cp1252").replace("\r\n", "\n")
    return Done(done.args, done.returncode, done.stdout.decode("cp1252"), stderr)


@pytest.mark.parametrize(
    "words",
    [
        ("generate", "--size", "5x5", "--count", "3", "--seed", "1"),
        ("convert", EXAMPLES / "dom01.txt", "--to", "facts"),
        ("hint", EXAMPLES / "dom01.txt"),
        ("explain", "-"),
        ("verify", EXAMPLES / "sol01.txt"),
    ],
    ids=lambda words: words[0],
)
def test_a_command_prints_what_it_prints_on_linux(words: tuple[object, ...]) -> None:
    done, here = run_on_windows("-m", "lab", *words), run_lab(*words)
    assert done.returncode == here.returncode
    assert (done.stdout, done.stderr) == (here.stdout, here.stderr)


@pytest.fixture(name="submission")
def make_submission(tmp_path: Path) -> Path:
    """Return the folder of a right submission, with CRLF, a blank and an umlaut in its path."""
    folder = tmp_path / "class" / "Jörg Müller"
    folder.mkdir(parents=True)
    for name in ("encode.py", "lightup.lp"):
        text = (ROOT / name).read_text() + "# Authors: A B\n" * (name[0] == "e")
        (folder / name).write_text(text, newline="\r\n")
    (folder / "README.txt").write_text("Authors: A B\n")
    return folder


def test_check_passes_a_right_submission_and_says_that_it_contains_nothing(
    submission: Path,
) -> None:
    done = run_on_windows("-m", "lab", "check", submission.name, cwd=submission.parent)
    assert "Does it solve? yes" in done.stdout
    assert done.stderr.startswith("pass, not contained: reading other files; changing")
    assert done.returncode == 0


@pytest.mark.parametrize(
    ("name", "text", "report"),
    [
        ("lightup.lp", "p(0). p(X+1) :- p(X).", "Does it read? yes\n"),
        ("encode.py", "while True: pass", "does not end within 4 s"),
    ],
    ids=["program", "encode.py"],
)
def test_check_ends_an_endless_program(submission: Path, name: str, text: str, report: str) -> None:
    (submission / name).write_text(text)
    done = run_on_windows("-m", "lab", "check", submission)
    assert report in done.stdout
    assert done.returncode == 1


def test_check_names_the_line_of_an_included_file(submission: Path) -> None:
    (submission / "rules.lp").write_bytes(b"a.\r\na(X).\r\n")
    (submission / "lightup.lp").write_text('#include "rules.lp".\n')
    words = ("-m", "lab", "check", "lightup.lp", "--format", "gcc")
    done = run_on_windows(*words, cwd=submission)
    assert done.stdout.startswith("rules.lp:2:3: error: the variable X is unsafe")
    assert done.returncode == 1


def test_race_and_grade_need_no_fork(submission: Path, tmp_path: Path) -> None:
    race = run_on_windows("-m", "lab", "race", EXAMPLES / "dom01.txt")
    assert "asp       unique" in race.stdout
    words = ("-m", "lab", "grade", submission.parent, "-o", tmp_path / "out")
    refused = run_on_windows(*words)
    assert refused.returncode == 2
    assert refused.stderr.startswith("lab grade: this machine cannot contain")
    done = run_on_windows(*words, "--trust")
    assert done.stderr == "1 submission: 1 pass, 0 fail, 0 not judged\n"
    assert "reading other files" in (tmp_path / "out" / "grades.csv").read_text()


def test_the_page_of_a_folder_examines_and_plays_and_sees_a_saved_program(submission: Path) -> None:
    command = ["env", f"PYTHONPATH={ROOT}", f"{FOLDER}/run", "-m", "lab", "web", "--no-open"]
    server = subprocess.Popen(
        [*command, "--port=0", str(submission)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    assert server.stdout
    try:
        address = server.stdout.readline().decode().strip()
        visitor = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        assert visitor.open(address, timeout=60).status == 200
        base = address.partition("/write")[0]
        headers = {"Content-Type": "application/json", "Origin": base}
        request = urllib.request.Request(f"{base}/api/watch", json.dumps({}).encode(), headers)
        data = {"puzzle": "lightup", "example": "dom01"}
        program = urllib.request.Request(f"{base}/api/program", json.dumps(data).encode(), headers)
        with visitor.open(program, timeout=60) as parts:
            replies = [json.loads(line[len("data: ") :]) for line in parts if line.strip()]
        (answer,) = replies[1]["example"]["answers"]
        assert list(map("".join, answer["board"])) == (EXAMPLES / "sol01.txt").read_text().split()
        assert replies[-2]["report"]["verdict"] == "pass"
        assert replies[-1] == {"end": True}
        rows = (EXAMPLES / "dom01.txt").read_text().split()
        board = {"puzzle": "lightup", "puzzle_rows": rows, "board": rows}
        state = urllib.request.Request(f"{base}/api/state", json.dumps(board).encode(), headers)
        with visitor.open(state, timeout=60) as reply:
            assert json.load(reply)["is_solved"] is False
        with visitor.open(request, timeout=60) as events:
            assert events.readline() == b'data: {"saved": true}\n'
            assert events.readline() == b"\n"
            (submission / "lightup.lp").write_text("% saved\n")
            assert events.readline() == b'data: {"saved": true}\n'
    finally:
        os.killpg(server.pid, signal.SIGKILL)  # the shell, cat and python.exe of the run
        server.wait()


def test_a_handout_works_in_the_command_prompt(tmp_path: Path) -> None:
    handout = tmp_path / "Jörg Müller" / "lightup"
    handout.parent.mkdir()
    assert run_lab("handout", "-o", handout).returncode == 0
    for name in ("encode.py", "lightup.lp"):
        (handout / name).write_bytes((ROOT / name).read_bytes())
    check = run_on_windows("-c", IN_CMD, "check.cmd", cwd=handout)
    assert "Does it solve? yes" in check.stdout
    assert check.returncode == 0
    pipeline = "python encode.py < examples\\dom01.txt > domain.lp && python decode.py lightup.lp"
    solved = run_on_windows("-c", IN_CMD, f"{pipeline} domain.lp", cwd=handout)
    assert solved.stdout == (EXAMPLES / "sol01.txt").read_text()


def test_an_interrupted_check_ends_with_130_and_no_traceback(submission: Path) -> None:
    done = run_on_windows("-c", INTERRUPTED, "2", "check", submission)
    assert done.stdout.endswith("status 130\n")
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("words", "awaited", "keys", "status"),
    [
        (("check",), b"more boards", b"", 0),
        ((*MANY, "5000"), b"seed", b"\x03", 130),
        ((*MANY, "5000"), b"of 5000 puzzles", b"\x03", 130),
    ],
    ids=["end", "Ctrl-C while processes start", "Ctrl-C"],
)
def test_a_command_ends_in_its_console(
    submission: Path, words: Sequence[str], awaited: bytes, keys: bytes, status: int
) -> None:
    python = os.path.join(FOLDER, "cp313", "python.exe")
    process, console = pty.fork()
    if not process:
        os.chdir(submission)
        os.environ.update(WINEPREFIX=f"{FOLDER}/prefix", WINEDEBUG="-all", PYTHONPATH=str(ROOT))
        os.execlp("wine", "wine", python, "-m", "lab", *words)
    output = b""
    with contextlib.suppress(OSError):  # the console is closed
        while chunk := select.select([console], [], [], 100)[0] and os.read(console, 1 << 16):
            output += chunk
            if awaited in output and keys:
                time.sleep(KEY_SECONDS)
                os.write(console, keys)
                keys = b""
    os.close(console)
    ended = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    assert (ended, awaited in output, b"Traceback" in output) == (status, True, False), output


def test_a_table_that_is_open_elsewhere_is_named_in_one_line(tmp_path: Path) -> None:
    table = tmp_path / "table.csv"
    table.write_text("kept\n")
    words = ("corpus", EXAMPLES / "dom01.txt", "-o", f"Z:{table}")
    done = run_on_windows("-c", WITH_OPEN_FILE, *words)
    assert (done.returncode, done.stdout) == (2, "")
    path = f"Z:{table}".replace("/", "\\")
    assert done.stderr == f"lab corpus: {path}: Permission denied\n"
    assert table.read_text() == "kept\n"


@pytest.mark.parametrize("code_page", ["cp850", "cp1252"])
def test_a_console_with_a_code_page_escapes_other_letters(submission: Path, code_page: str) -> None:
    for name, mark in {"encode.py": "#", "lightup.lp": "%", "README.txt": ""}.items():
        text = (submission / name).read_text().replace("# Authors: A B\n", "")
        (submission / name).write_text(f"{mark} Authors: 李雷\n" * (name[0] != "R") + text)
    (submission / "README.txt").write_text("Authors: 李雷\n")
    command = ["env", f"PYTHONPATH={ROOT}", f"PYTHONIOENCODING={code_page}", f"{FOLDER}/run"]
    words = ["-m", "lab", "check", "--language", "es", submission.name]
    done = subprocess.run(
        [*command, *words], stdin=subprocess.DEVNULL, capture_output=True,
        cwd=submission.parent, timeout=300, check=False,
    )  # fmt: skip
    assert "autores: \\u674e\\u96f7" in done.stdout.decode(code_page)
    assert "¿Resuelve? sí" in done.stdout.decode(code_page)
    assert done.returncode == 0


def test_the_embeddable_python_draws(tmp_path: Path) -> None:
    """Its list of paths, a file ._pth, has neither the folder of a script nor the current one."""
    installed = Path(FOLDER, "cp313")
    for file in (*installed.glob("*.exe"), *installed.glob("*.dll")):
        shutil.copy(file, tmp_path)
    paths = [f"Z:{installed / name}" for name in ("Lib", "DLLs", "Lib/site-packages")]
    (tmp_path / "python313._pth").write_text("".join(f"{path}\n" for path in paths))
    text = Path(FOLDER, "run").read_text()
    start = tmp_path / "run"
    start.write_text(text.replace(f"{installed}/python.exe", f"{tmp_path}/python.exe"))
    words = ("bash", start, ROOT / "lab", "sheet", EXAMPLES / "dom01.txt", "-o", "sheet.pdf")
    command = list(map(str, words))
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=300, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert (tmp_path / "sheet.pdf").read_bytes().startswith(b"%PDF")
