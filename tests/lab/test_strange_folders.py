"""lab check: folders with pipes, sockets, devices, links, too many levels; folders that go away."""

import contextlib
import dataclasses
import io
import json
import os
import shutil
import socket
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from lab.check import report, watch
from lab.check.bank.assignment import Assignment
from lab.check.bank.folder_bank import FolderBank
from lab.check.judges import run_judges
from lab.check.judges.examination import Examination
from lab.check.judges.exercises import judge_exercise, open_exercise
from lab.corpus import sources
from lab.delivery import deliveries
from lab.findings import Report
from lab.runner import copies
from lab.runner.task_pool import TaskPool
from lab.sandbox.folders import remove_tree
from lab.syntax import tokens
from tests import kit

ASSIGNMENT = Assignment(FolderBank(kit.LIGHT_UP))  # with few boards: without examples
ASSIGNMENT.settings = dataclasses.replace(ASSIGNMENT.settings, sizes=(), large_sizes=())
ASSIGNMENT.examples = []
GOOD = kit.DATA / "students" / "right-in-all"
SECRET = "secret(1) :-"


@pytest.fixture(scope="module")
def pool() -> Iterator[TaskPool]:
    with TaskPool() as pool:
        yield pool


@pytest.fixture
def work(tmp_path: Path) -> Iterator[Path]:
    """A folder with encode.py alone, and beside it a secret."""
    (tmp_path / "secret.lp").write_text(SECRET)
    (tmp_path / "work").mkdir()
    shutil.copy(GOOD / "encode.py", tmp_path / "work")
    yield tmp_path / "work"
    remove_tree(tmp_path / "work")


@pytest.fixture
def nested(work: Path) -> Path:
    """The same folder with 1200 others below each other, whose path the system still takes."""
    kit.nest_folders(work, 1200, "a")
    return work


def examine_folder(pool: TaskPool, folder: Path) -> Report:
    return kit.examine_path(pool, ASSIGNMENT, folder)


def make_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        folder = os.open(path.parent, os.O_RDONLY)  # the name of a socket has 107 bytes at most
        server.bind(f"/proc/self/fd/{folder}/{path.name}")
        os.close(folder)


def make_device(path: Path) -> None:
    """Make another /dev/zero, which root may do anywhere."""
    try:
        os.mknod(path, stat.S_IFCHR | 0o666, os.makedev(1, 5))
    except OSError:
        pytest.skip("only root makes devices")


STRANGE: dict[str, Callable[[Path], None]] = {  # these make what lies in place of a file
    "pipe": os.mkfifo,
    "socket": make_socket,
    "device": make_device,
    "link to a device": lambda path: path.symlink_to("/dev/zero"),
    "link outside": lambda path: path.symlink_to("../secret.lp"),
    "link to itself": lambda path: path.symlink_to(path.name),
    "link to its folder": lambda path: path.symlink_to("."),
    "folder": Path.mkdir,
}


@pytest.mark.parametrize("kind", STRANGE)
def test_a_pipe_or_device_as_program_is_one_finding(pool: TaskPool, work: Path, kind: str) -> None:
    (work / "encode.py").unlink()
    for name in ("encode.py", "lightup.lp"):
        STRANGE[kind](work / name)
    result = examine_folder(pool, work)
    assert list_files(result) == ["lightup.lp", "encode.py"]
    assert SECRET not in str(result)


def list_files(result: Report) -> list[str]:
    """Return the file that each finding begins with."""
    return [finding.message.partition(": ")[0] for finding in result.findings]


@pytest.mark.parametrize("kind", STRANGE)
def test_a_pipe_or_device_in_place_of_an_included_file_is_not_read(work: Path, kind: str) -> None:
    STRANGE[kind](work / "more.lp")
    message = copy_program(work, '#include "more.lp".')
    assert message.partition(":")[0] in ("lightup.lp", "more.lp")
    assert SECRET not in message


def copy_program(work: Path, text: str) -> str:
    """Try to copy a program for clingo; return why it is refused."""
    (work / "lightup.lp").write_text(text)
    (work / "copy").mkdir()
    with pytest.raises(tokens.ProgramRefused) as refusal:
        tokens.copy_program(work / "lightup.lp", work, work / "copy")
    return str(refusal.value)


HUGE = 100 << 30  # bytes, more than the memory; no block of the disk is written
TOO_LONG = "lightup.lp: the program is longer than 1 MB"


def make_huge_file(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(HUGE)


def test_huge_files_are_findings_and_not_read(pool: TaskPool, work: Path) -> None:
    for name in ("encode.py", "lightup.lp", "README.txt"):
        make_huge_file(work / name)
    messages = [finding.message for finding in examine_folder(pool, work).findings]
    assert TOO_LONG in messages
    assert "encode.py: this is larger than 1 MB" in messages


def test_a_long_blank_program_is_not_empty(pool: TaskPool, work: Path) -> None:
    (work / "lightup.lp").write_text(" " * (tokens.MOST_BYTES + 1))
    messages = [finding.message for finding in examine_folder(pool, work).findings]
    assert TOO_LONG in messages


def test_a_huge_program_of_an_exercise_is_a_finding(pool: TaskPool, work: Path) -> None:
    make_huge_file(work / "step1.lp")
    exercise, program = open_exercise(1, work / "step1.lp", ASSIGNMENT)
    with deliveries.open_delivery("lightup", program) as delivery:
        examination = Examination(pool, ASSIGNMENT, delivery, exercise=exercise)
        messages = [entry.message for entry in judge_exercise(examination)]
    assert messages == [TOO_LONG.replace("lightup", "step1")]


NAMES = ("\\0", "x" * 300, "x/" * 3000, "lightup.lp/x", "~root/x", "", ".", "\x1b[2J")


@pytest.mark.parametrize("name", NAMES, ids=lambda name: ascii(name)[:12])
def test_a_strange_name_after_include_is_reported_with_its_line(work: Path, name: str) -> None:
    message = copy_program(work, f'#include "{name}".'.replace("\\0", "\0"))
    assert message.startswith("lightup.lp:1: ")
    assert len(message) < 200


def test_a_right_program_passes_beside_pipes_and_locked_files(pool: TaskPool, work: Path) -> None:
    for kind, make in STRANGE.items():
        if kind != "device" or os.geteuid() == 0:
            make(work / kind)
    (work / "locked").write_text(SECRET)
    (work / "locked").chmod(0)
    (work / "encode.py").write_text(
        "import os\n"
        "assert sorted(os.listdir('.')) in (['encode.py'], ['encode.py', 'locked'])\n"
        + (work / "encode.py").read_text()
    )
    assert examine_folder(pool, work).verdict == "pass"


def test_nested_folders_are_walked_to_a_limit(nested: Path) -> None:
    (nested / ("a/" * 60) / "deep.lp").write_text("")
    assert [file.name for file in watch.read_state(nested)] == ["encode.py"]
    assert [Path(source.name).name for source in sources.list_sources([str(nested)])] == [
        "encode.py"
    ]


def test_an_included_file_in_nested_folders_is_refused(nested: Path) -> None:
    (nested / ("a/" * 1200) / "x.lp").write_text("a.")
    message = copy_program(nested, f'#include "{"a/" * 1200}x.lp".')
    assert message == "lightup.lp:1: found a path of 1,201 parts, expected 50 at most"


def test_a_file_whose_path_is_too_long_is_not_copied(work: Path) -> None:
    kit.nest_folders(work, 15, "n" * 255)
    begin = os.open(work.joinpath(*["n" * 255] * 15), os.O_RDONLY)
    os.close(os.open("x" * 255, os.O_CREAT | os.O_WRONLY, dir_fd=begin))
    os.close(begin)
    assert copies.FolderCopies(work, work.parent).has("encode.py")


@pytest.mark.long
def test_a_right_program_beside_nested_folders_passes(pool: TaskPool, work: Path) -> None:
    kit.nest_folders(work, 1500)
    assert examine_folder(pool, work).verdict == "pass"


def test_control_characters_in_names_are_escaped(pool: TaskPool, work: Path) -> None:
    """In names of the folder, of a program, and of a file that it includes."""
    folder = work / "anna\n\x1b[2J"
    folder.mkdir()
    (folder / "lightup.lp").write_text('#include "a\x1b[2J.lp".')
    (folder / "a\x1b[2J.lp").write_text("b :- c")
    (folder / "x\n\x9b1m.py").write_text("")
    shutil.copy(GOOD / "encode.py", folder)
    result = examine_folder(pool, folder)
    with contextlib.redirect_stdout(io.StringIO()) as output_stream:
        report.print_report(result)
    output = output_stream.getvalue() + report.format_json(result) + report.format_junit(result)
    assert "a\\x1b[2J.lp" in output
    assert result.verdict == "fail"
    assert all(character.isprintable() or character == "\n" for character in output)


# ---------------------------------------------------------------- the folder itself


def test_a_folder_that_is_deleted_is_reported(tmp_path: Path) -> None:
    here = tmp_path / "here"
    here.mkdir()
    words = [sys.executable, f"{kit.ROOT}/lab", "check"]
    program = f"import os; os.rmdir({str(here)!r}); os.execv({sys.executable!r}, {words!r})"
    command = [sys.executable, "-c", program]
    done = kit.run_process(command, here)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1, done.stderr
    assert done.stderr.startswith("lab check: ")


def test_a_program_deleted_before_it_is_read_is_a_finding(pool: TaskPool, work: Path) -> None:
    shutil.copy(kit.ROOT / "lightup.lp", work)
    with deliveries.open_delivery("lightup", work) as submission:
        shutil.rmtree(work)
        alone = submission._replace(is_lone_program=True)  # what it lacks is not a finding
        result = run_judges(Examination(pool, ASSIGNMENT, alone))
    assert sorted(list_files(result)) == ["encode.py", "lightup.lp"]
    work.mkdir()


WITHOUT_RIGHTS = """
import ctypes, os, sys
PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH = 24, 1, 2
for right in (CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH):
    if ctypes.CDLL(None).prctl(PR_CAPBSET_DROP, right, 0, 0, 0):
        sys.exit("this root cannot give up its rights")
os.execv(sys.executable, [sys.executable, *sys.argv[1:]])
"""


def test_a_locked_folder_is_reported(work: Path) -> None:
    """Root reads everything, so it gives up these rights first; its own files it still reads."""
    begin = [sys.executable, *(["-c", WITHOUT_RIGHTS] if os.geteuid() == 0 else [])]
    lab = [*begin, f"{kit.ROOT}/lab"]
    if subprocess.run([*lab, "check", "--help"], capture_output=True).returncode:
        pytest.skip("root cannot do without its rights here, or the kit belongs to someone else")
    work.chmod(0)
    done = kit.run_process([*lab, "check", work])
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"lab check: {work}: Permission denied\n"


# ---------------------------------------------------------------- encode.py in the kit's place


def write_encode(folder: Path, constant: bool) -> None:
    """Write a student's encode.py, which is right, or prints no `constant` n."""
    text = (GOOD / "encode.py").read_text()
    assert "#const" in text
    lines = [line for line in text.splitlines() if constant or "#const" not in line]
    (folder / "encode.py").write_text("\n".join(lines) + "\n")


@pytest.mark.long
@pytest.mark.parametrize("constant", [True, False])
def test_encode_in_the_working_directory_is_checked(tmp_path: Path, constant: bool) -> None:
    write_encode(tmp_path, constant)
    done = kit.run_process(
        [sys.executable, "-m", "lab", "check", "--json", "--part", "encode"],
        tmp_path,
        PYTHONPATH=str(kit.ROOT),
    )
    data = json.loads(done.stdout)
    assert (done.returncode, data["verdict"]) == ((0, "pass") if constant else (1, "fail"))
    messages = [f["message"] for f in data["findings"] if f["stage"] != "delivery"]
    assert ["missing facts (n)" in message for message in messages] == [True] * (not constant)


@pytest.mark.long
@pytest.mark.parametrize("constant", [True, False])
def test_encode_in_place_of_the_kits_own_is_an_error(tmp_path: Path, constant: bool) -> None:
    """Otherwise it would be compared with itself."""
    copy = kit.copy_kit(tmp_path / "kit", "tests")
    write_encode(copy, constant)
    done = kit.run_process([sys.executable, "-m", "lab", "check"], copy)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"lab: {copy}/encode.py: this is not the kit's encode.py")
