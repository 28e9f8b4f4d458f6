"""Commands under Python for Windows, run by Wine: .ci/windows makes the folder $LAB_WINDOWS."""

import json
import os
import signal
import subprocess
import urllib.request
from pathlib import Path

import pytest

from tests.kit import EXAMPLES, ROOT, Done, run_lab

FOLDER = os.environ.get("LAB_WINDOWS", "")
pytestmark = [
    pytest.mark.windows,
    pytest.mark.skipif(not FOLDER, reason="$LAB_WINDOWS is no folder of .ci/windows"),
]


def run_on_windows(*words: object, stdin: str = "", cwd: Path = ROOT) -> Done:
    """Run Python for Windows with these arguments, the kit on its path."""
    command = ["env", f"PYTHONPATH={ROOT}", f"{FOLDER}/run", *map(str, words)]
    return subprocess.run(
        command, input=stdin, capture_output=True, cwd=cwd, timeout=300, text=True, check=False
    )


@pytest.mark.parametrize(
    "words",
    [
        ("generate", "--size", "5x5", "--count", "3", "--seed", "1"),
        ("convert", EXAMPLES / "dom01.txt", "--to", "facts"),
        ("hint", EXAMPLES / "dom01.txt"),
    ],
    ids=lambda words: words[0],
)
def test_a_command_prints_what_it_prints_on_linux(words: tuple[object, ...]) -> None:
    done, here = run_on_windows("-m", "lab", *words), run_lab(*words)
    assert (done.returncode, done.stdout, done.stderr) == (
        here.returncode,
        here.stdout,
        here.stderr,
    )


@pytest.fixture(name="submission")
def make_submission(tmp_path: Path) -> Path:
    """Return the folder of a right submission, with a blank and an umlaut in its path."""
    folder = tmp_path / "class" / "Jörg Müller"
    folder.mkdir(parents=True)
    for name in ("encode.py", "lightup.lp"):
        (folder / name).write_text(
            (ROOT / name).read_text() + "# Authors: A B\n" * (name[0] == "e")
        )
    (folder / "README.txt").write_text("Authors: A B\n")
    return folder


def test_check_passes_a_right_submission_and_says_that_nothing_is_contained(
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
    assert done.stdout.startswith("rules.lp:2:1: error: the variable X is unsafe")
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


def test_the_page_of_a_folder_is_told_that_a_program_is_saved(submission: Path) -> None:
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
        with visitor.open(request, timeout=60) as events:
            assert events.readline() == b'data: {"saved": true}\n'
            assert events.readline() == b"\n"
            (submission / "lightup.lp").write_text("% saved\n")
            assert events.readline() == b'data: {"saved": true}\n'
    finally:
        os.killpg(server.pid, signal.SIGKILL)  # the shell, cat and python.exe of the run
        server.wait()
