"""What all commands of the lab have in common: where results go, and how it ends without them."""

import argparse
import importlib
import multiprocessing
import os
import re
import resource
import signal
import socket
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from multiprocessing.synchronize import Barrier
from pathlib import Path
from types import SimpleNamespace

import psutil
import pytest

from lab import Unusable, __main__, puzzles
from lab.common.command import Parser, describe_error, run_command
from lab.common.files import save, write_files
from lab.common.processes import start_patiently
from tests.kit import LATIN, ROOT, Done, format_facts, long, run, run_lab, run_process


def run_into(target: str, options: str) -> Done:
    """A command of the lab whose standard output is redirected."""
    return run_redirected(f"-m lab {options}", target)


def run_redirected(program: str, target: str) -> Done:
    """A program of the kit, or -m MODULE, with its options and a redirection."""
    line = f"exec {sys.executable} {program} {target}"
    return run_process(["bash", "-c", line])


CLOSED_OUTPUT = {  # programs, and their messages if standard output is closed
    "encode.py dom01": "encode.py: standard output: Bad file descriptor",
    "show dom01 --unsolved -o {}/dom01.svg": "show: standard output: it is closed",
    "-m lab verify examples/sol01.txt": "lab verify: standard output: it is closed",
    "-m lab generate --size=5x5 --seed=1": "lab generate: standard output: it is closed",
}


@pytest.mark.parametrize("program", CLOSED_OUTPUT)
def test_a_closed_standard_output_is_reported(program: str, tmp_path: Path) -> None:
    for target, message in ((">&-", f"{CLOSED_OUTPUT[program]}\n"), (">&- 2>&-", "")):
        process = run_redirected(program.format(tmp_path), target)
        assert (process.returncode, process.stderr) == (2, message)


CLOSED_INPUT = {  # programs that read standard input, and their messages if it is closed
    "encode.py": "encode.py: <stdin>: it is closed",
    "encode.py --puzzle amaze": "encode.py: <stdin>: it is closed",
    "decode.py lightup.lp -": "decode.py: -: no such file, or it cannot be read",
    "show -": "show: <stdin>: it is closed",
    "-m lab convert": "lab convert: <stdin>: it is closed",
    "-m lab verify": "lab verify: <stdin>: it is closed",
    "-m lab hint --next": "lab hint: <stdin>: it is closed",
    "-m lab generate --size=5x5 --for=-": "lab generate: <stdin>: it is closed",
    "-m lab sat walk": "lab sat: <stdin>: it is closed",
}


@pytest.mark.parametrize("program", CLOSED_INPUT)
def test_a_closed_standard_input_is_reported(program: str) -> None:
    process = run_redirected(program, "<&-")
    assert (process.returncode, process.stdout) == (2, "")
    assert process.stderr == f"{CLOSED_INPUT[program]}\n"


@pytest.mark.parametrize(
    "program",
    [
        *("encode.py dom01", "encode.py nofile", "encode.py --unknown", "decode.py nofile"),
        *("show dom01 -o {}/dom01.svg", "show nofile -o {}/x.svg", "show --unknown"),
        *("-m lab generate --size=5x5 --seed=1", "-m lab unknown", "-m lab verify nofile"),
        *map(long, ("-m lab generate --size=x", "-m lab hint dom01")),
        long("-m lab race --puzzle=lab/new/latin dom01"),
        long("-m lab check --puzzle=lab/new/latin lab/new/latin/latin.lp"),
    ],
)
@pytest.mark.parametrize("target", ["2>&-", long("2>&- <&-")])
def test_a_closed_standard_error_changes_nothing(program: str, target: str, tmp_path: Path) -> None:
    expected, process = (run_redirected(program.format(tmp_path), end) for end in ("", target))
    measures = re.compile(r"\d+\.\d+ s|\d+ MB")
    results = [(done.returncode, measures.sub("N", done.stdout)) for done in (expected, process)]
    assert results[0] == results[1]
    assert process.stderr == ""


def test_a_thread_that_cannot_start_is_reported(capfd: pytest.CaptureFixture[str]) -> None:
    def run(options: argparse.Namespace) -> int:
        threading.Thread(target=print).start()
        return 0

    module = SimpleNamespace(arguments=lambda parser: None, run=run)
    size = threading.stack_size(1 << 46)  # more than a machine has
    try:
        assert run_command("lab", lambda _: ("lab check", module, [])) == 2
    finally:
        threading.stack_size(size)
    message = "lab check: this user may start no more processes or threads\n"
    assert capfd.readouterr() == ("", message)


def test_other_errors_of_a_start_are_raised_without_a_second_try() -> None:
    starts: list[str] = []

    def start() -> None:
        starts.append("start")
        raise RuntimeError("another error")

    with pytest.raises(RuntimeError, match="another error"):
        start_patiently(start)
    assert starts == ["start"]


def test_an_error_of_the_kit_itself_is_a_sentence() -> None:
    error = OSError("no program can be started in a sandbox")
    assert describe_error(error) == "no program can be started in a sandbox"


def test_only_a_refused_write_is_blamed_on_standard_output() -> None:
    with socket.socket() as unconnected, pytest.raises(OSError) as error:
        unconnected.send(b"x")
    assert describe_error(error.value) == error.value.strerror


def test_help_goes_to_standard_error_if_standard_output_is_closed() -> None:
    done = run_into(">&-", "hint --help")
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr.startswith("usage: lab hint ") and "Traceback" not in done.stderr


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="no /dev/full here")
@pytest.mark.parametrize(
    "command",
    [
        "generate --size=5x5 --seed=1",
        long("hint examples/dom01.txt"),
        long("hint --next examples/dom01.txt"),
        "hint --steps examples/dom01.txt",
        "verify examples/dom01.txt",
    ],
)
def test_a_full_disk_is_reported(command: str) -> None:
    name = command.split(maxsplit=1)[0]
    process = run_into("> /dev/full", command)
    lines = process.stderr.splitlines()
    message = [f"lab {name}: standard output: No space left on device"]
    assert (process.returncode, lines[-1:]) == (2, message)
    assert lines == message or name == "verify"  # which may come to its verdict before


NUMBER_FILE = Path("/proc/self/oom_score_adj")  # the system takes nothing but a number here


@pytest.mark.skipif(not NUMBER_FILE.is_file(), reason="no such file here")
@pytest.mark.parametrize(
    "program",
    [
        *("encode.py dom01", "decode.py lightup.lp {0}/dom01.lp", "show dom01 -o {0}/dom01.svg"),
        *("-m lab convert dom01", "-m lab hint --next dom01"),
    ],
)
def test_a_result_that_the_system_refuses_is_reported(program: str, tmp_path: Path) -> None:
    (tmp_path / "dom01.lp").write_text(format_facts((ROOT / "examples" / "dom01.txt").read_text()))
    process = run_redirected(program.format(tmp_path), f"> {NUMBER_FILE}")
    name = " ".join(program.removeprefix("-m ").split()[: 2 if program[0] == "-" else 1])
    assert process.returncode == 2
    assert process.stderr == f"{name}: standard output: Invalid argument\n"


@pytest.mark.skipif(sys.getfilesystemencoding() != "utf-8", reason="names here are ASCII")
@pytest.mark.parametrize("encoding", ["ascii", long("utf-8")])
def test_names_that_the_terminal_cannot_show(encoding: str, tmp_path: Path) -> None:
    file = tmp_path / "ü.txt"
    file.write_text((LATIN / "examples" / "dom01.txt").read_text())
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    options = [sys.executable, "-m", "lab", "race", f"--puzzle={LATIN}", str(file)]
    process = subprocess.run(options, cwd=ROOT, capture_output=True, check=False, env=environment)
    assert (process.returncode, process.stderr) == (0, b"")
    assert process.stdout.startswith(str(file).encode(encoding, "backslashreplace"))


@pytest.mark.long
def test_too_little_memory_is_reported() -> None:
    process = subprocess.run(
        [sys.executable, "-m", "lab", "sat", "walk"],
        input="p cnf 9999999 0\n",
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (250_000_000, 250_000_000)),
    )
    message = "lab sat: out of memory\n"
    assert (process.returncode, process.stdout, process.stderr) == (2, "", message)


# ---------------------------------------------------------------- the command line


def test_the_help_lists_the_commands_of_the_puzzle() -> None:
    for options, has_sat in (([], True), (["--puzzle", LATIN], False)):
        process = run_lab(*options, "--help")
        assert (process.returncode, process.stderr) == (0, "")
        assert "verify" in process.stdout
        assert ("\n    sat " in process.stdout) == has_sat


@pytest.mark.parametrize("command", __main__.COMMANDS)
def test_the_text_of_a_command_of_all_puzzles_knows_none(command: str) -> None:
    """It may name Light Up where this is the default; what a puzzle's folder adds has its title."""
    text = str(importlib.import_module(f"lab.{command}").__doc__)
    assert not re.search(r"(?i)bulb|clue|\bblack\b|\b(in|of)\s+light up", text)


@pytest.mark.parametrize("command", ["verify", "sat encode"])
def test_the_help_of_a_command(command: str) -> None:
    process = run_lab(*command.split(), "--help")
    assert (process.returncode, process.stderr) == (0, "")
    assert process.stdout.startswith(f"usage: lab {command} [-h]")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("", "lab: error: the following arguments are required: COMMAND"),
        ("nosuch", "lab: error: argument COMMAND: invalid choice: 'nosuch' (choose from "),
        ("--partial verify", "lab: error: found --partial, expected a command before its options"),
        ("sat nosuch", "lab sat: error: argument COMMAND: invalid choice: 'nosuch' (choose from "),
        ("verify --puzzle", "lab verify: error: argument --puzzle: expected one argument"),
        ("verify --nosuch", "lab verify: error: unrecognized arguments: --nosuch"),
    ],
)
def test_words_that_are_no_command(options: str, message: str) -> None:
    process = run_lab(*options.split())
    assert (process.returncode, process.stdout) == (2, "")
    assert process.stderr.splitlines()[-1].startswith(message)


@pytest.mark.parametrize("puzzle", [*puzzles.list_puzzles()], ids=lambda puzzle: puzzle.name)
def test_an_empty_argument_is_refused(
    puzzle: puzzles.Puzzle, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each option of each command, and each first argument."""
    names = {**__main__.COMMANDS, **puzzle.commands}
    modules = [(name, puzzle.load_command(name)) for name in names]
    while modules:
        name, module = modules.pop()
        if subcommands := getattr(module, "SUBCOMMANDS", None):
            modules += [(n, importlib.import_module(f"{module.__name__}.{n}")) for n in subcommands]
            continue
        parser = Parser(prog=name)
        module.arguments(parser)
        for action in parser._actions:
            action.required = False
            if action.nargs != 0:
                with pytest.raises(SystemExit) as end:
                    parser.parse_args([*action.option_strings[:1], ""])
                last_line = capsys.readouterr().err.splitlines()[-1]
                assert end.value.code == 2
                assert last_line.endswith(": found '', expected at least one character"), last_line


KIT_PROGRAMS = {  # that only the kit starts; wrong arguments
    "-m lab.grade.service": "other .",
    "-m lab.pictures.film": "viz-lightup.lp a.gif fast",
    "-m lab.solvers": "lightup",
    "lab/runner/inputs.py": "encode.py",  # without texts on standard input
    "lab/runner/server/server.py": "00 nowhere",
    "lab/sandbox/attempts.py": "{",
    "lab/sandbox/launch.py": "guard --",
}


@pytest.mark.parametrize("program", KIT_PROGRAMS)
@pytest.mark.parametrize("has_arguments", [False, True])
def test_a_program_of_the_kit_started_by_hand(program: str, has_arguments: bool) -> None:
    arguments = KIT_PROGRAMS[program].split() if has_arguments else []
    result = run(*program.split(), *arguments)
    assert (result.returncode, result.stdout) == (2, "")
    assert re.fullmatch(r"\S+: started by .+, not by hand\n", result.stderr)


@pytest.mark.parametrize(
    ("program", "message"),
    {
        "lab.grade.service gradescope .": f"{ROOT.parent / 'settings.json'}: No such file",
        "lab.grade.service classroom50 .": f"{ROOT.parent / 'settings.json'}: No such file",
        "lab.pictures.film nowhere/viz.lp a.png 1": "nowhere: No such file or directory",
        "lab.solvers nowhere asp": "found no puzzle.py for 'nowhere'",
        "lab.solvers lightup nothing": "has no models/nothing.py",
        "lab.solvers lightup asp": "<stdin>:1:1: found",
    }.items(),
)
def test_a_program_of_the_kit_without_what_it_needs(program: str, message: str) -> None:
    result = run("-m", *program.split(), stdin="dim(1).")
    assert (result.returncode, result.stderr.count("\n")) == (2, 1)
    assert message in result.stderr


# ---------------------------------------------------------------- another folder


@pytest.mark.parametrize("way", ["path", long("module")])
def test_modules_of_the_current_folder_are_not_imported(way: str, tmp_path: Path) -> None:
    """Programs of students have the same names as those of the kit."""
    for name in ("encode", "decode", "amaze", *(["lab"] if way == "path" else [])):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('a student')\n")
    options = [str(ROOT / "lab")] if way == "path" else ["-m", "lab"]
    latin = ["--puzzle", str(LATIN), "dom01"]
    for command in (["verify", "sol01"], ["verify", "--puzzle=amaze", "sol01"], ["race", *latin]):
        process = run_process(
            [sys.executable, *options, *command],
            tmp_path,
            PYTHONPATH="" if way == "path" else str(ROOT),
        )
        assert (process.returncode, "a student" in process.stderr + process.stdout) == (0, False)


def test_verify_imports_only_what_it_needs() -> None:
    code = (
        "import sys; from lab import __main__; sys.argv[1:] = ['verify', 'sol01']; "
        "__main__.main(); print({'rich', 'psutil', 'clingraph', 'pysat'} & {*sys.modules})"
    )
    process = run_process([sys.executable, "-c", code])
    assert (process.stdout, process.stderr) == ("set()\n", "a solution\n")


# ---------------------------------------------------------------- files


def test_a_file_is_whole_or_not_at_all(tmp_path: Path) -> None:
    file = tmp_path / "file.xml"
    file.write_text("old")
    save(file, "new")
    assert file.read_text() == "new"
    with pytest.raises(UnicodeEncodeError):
        save(file, "\ud800")
    assert file.read_text() == "new"
    with pytest.raises(Unusable, match="directory"):
        save(tmp_path, "text")
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("mode", [0o600, 0o400, 0o664])
def test_a_file_keeps_its_mode_and_a_new_one_has_the_usual(tmp_path: Path, mode: int) -> None:
    secret, new, plain = (tmp_path / name for name in ("secret.csv", "new.csv", "plain.csv"))
    secret.touch()
    secret.chmod(mode)
    save(secret, "text")
    assert (stat.S_IMODE(secret.stat().st_mode), secret.read_text()) == (mode, "text")
    save(new, "text")
    plain.touch()
    assert new.stat().st_mode == plain.stat().st_mode


def test_names_may_have_as_many_bytes_as_the_system_lets_them(tmp_path: Path) -> None:
    file, folder = tmp_path / ("f" * 250), tmp_path / ("d" * 250)
    save(file, "text")
    write_files(folder, {"inside.txt": b"text"}, "name")
    assert sorted(tmp_path.rglob("*")) == [folder, folder / "inside.txt", file]


def save_often(file: Path, text: str, barrier: Barrier) -> None:
    barrier.wait(60)
    for _ in range(200):
        save(file, text)


def test_two_processes_save_a_file_whole(tmp_path: Path) -> None:
    file, texts = tmp_path / "file.txt", ["a" * 100_000, "b" * 1000]
    barrier = multiprocessing.Barrier(3)
    processes = [
        multiprocessing.Process(target=save_often, args=(file, text, barrier)) for text in texts
    ]
    for process in processes:
        process.start()
    barrier.wait(60)
    while any(process.is_alive() for process in processes):
        assert not file.exists() or file.read_text() in texts
    assert [process.exitcode for process in processes] == [0, 0]
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("name", [".", "..", "/"])
def test_a_folder_without_a_name_is_no_file(name: str) -> None:
    with pytest.raises(Unusable, match=rf"^{re.escape(name)}: .*directory"):
        save(Path(name), "text")


def test_links_and_pipes_stay_what_they_are(tmp_path: Path) -> None:
    file, link, pipe = (tmp_path / name for name in ("file.xml", "link.xml", "pipe"))
    file.write_text("old")
    link.symlink_to(file)
    save(link, "new")
    assert link.is_symlink()
    assert file.read_text() == "new"
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE, text=True) as reader:
        save(pipe, "news")
        assert reader.communicate()[0] == "news"
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_convert_names_the_puzzle_that_a_notation_cannot_write() -> None:
    grids = "1.\n1.\n\n1.1\n3.3\n"
    process = run_lab("convert", "--puzzle=amaze", "--to=dzn", stdin=grids)
    assert (process.returncode, process.stdout) == (2, "")
    message = "lab convert: <stdin>#2: the pairs are counted from 1: found 3 without 2\n"
    assert process.stderr == message


@pytest.mark.parametrize("command", ["sat"])
def test_a_command_of_one_puzzle_is_refused_for_another(command: str) -> None:
    process = run_lab(command, "--puzzle", LATIN)
    message = f"lab: Latin has no command {command}\n"
    assert (process.returncode, process.stdout, process.stderr) == (2, "", message)


@pytest.mark.parametrize(
    "words", [["hint", "dom01"], ["explain", "dom01"], ["generate", "--size=4x4", "--seed=1"]]
)
def test_the_name_of_the_puzzle_selects_the_command(words: list[str]) -> None:
    done, shortened = (run_lab(*words, option) for option in ("--puzzle=amaze", "--puz=amaze"))
    assert done.returncode < 2 and "1" in done.stdout
    assert (shortened.returncode, shortened.stdout) == (done.returncode, done.stdout)


CROWD = """
echo 0 > "$0/cgroup.procs"
(for i in $(seq 100); do sleep $1 & done; wait) > /dev/null 2>&1 &
while [ $(wc -l < "$0/cgroup.procs") -lt 100 ]; do sleep 0.01; done
echo 100 > "$0/pids.max"
exec "$2" -m lab check .
"""  # the crowd's own parent waits for it: a zombie counts as a process


@pytest.fixture()
def cgroup() -> Iterator[Path]:
    """A cgroup of version 1 or 2 that can limit the number of its processes."""
    root = Path("/sys/fs/cgroup")
    place = next(filter(Path.is_dir, (root / "pids", root)), root) / f"crowd-{os.getpid()}"
    try:
        place.mkdir()
    except OSError as error:
        pytest.skip(f"no cgroup can be made here: {error}")
    try:
        if not (place / "pids.max").exists():
            pytest.skip("cgroups do not limit the number of processes here")
        yield place
    finally:
        while members := (place / "cgroup.procs").read_text().split():
            for member in members:
                with suppress(ProcessLookupError):
                    os.kill(int(member), signal.SIGKILL)
            time.sleep(0.1)
        place.rmdir()


@pytest.mark.long
@pytest.mark.parametrize(("seconds", "status"), [("1", 0), ("60", 2)])
def test_check_waits_for_a_crowd_of_processes_to_leave(
    cgroup: Path, seconds: str, status: int
) -> None:
    """There are as many processes as may be, for some seconds."""
    command = ["sh", "-c", CROWD, str(cgroup), seconds, sys.executable]
    run = run_process(command)
    assert run.returncode == status, run.stderr
    message = "lab check: this user may start no more processes or threads\n"
    assert (run.stderr == message) == (status == 2)


INTERRUPTED = """
import runpy, sys
module = sys.argv.pop(1)
class Finder:
    def find_spec(name, path, target=None):
        if name == module:
            raise KeyboardInterrupt
sys.meta_path.insert(0, Finder)
runpy.run_module("lab", run_name="__main__", alter_sys=True)
"""


@pytest.mark.parametrize("module", ["lab.puzzles", "clingo.core", "lab.verify"])
def test_an_interruption_while_modules_are_imported_is_silent(module: str) -> None:
    words = [module, "verify", "examples/sol01.txt"]
    done = run_process([sys.executable, "-c", INTERRUPTED, *words], ROOT)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


@pytest.mark.long
@pytest.mark.parametrize(
    "program",
    [
        "show dom01 --encoding {}/endless.lp",
        "-m lab race examples/dom10.txt",
        "-m lab compare lightup.lp {}/endless.lp",
        "-m lab check --isolation",
        f"-m lab new --check {LATIN}",
    ],
)
def test_sigterm_leaves_neither_files_nor_processes(program: str, tmp_path: Path) -> None:
    (tmp_path / "endless.lp").write_text("n(1..9999). :- n(X), n(Y), n(Z), X+Y+Z < 0. cell(0,0,b).")
    room = tmp_path / "room"
    room.mkdir()
    command = [sys.executable, *program.format(tmp_path).split()]
    environment = {**os.environ, "TMPDIR": str(room)}
    for seconds in (0.5, 1.0, 2.0):
        process = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )
        with suppress(subprocess.TimeoutExpired):
            process.wait(seconds)
        started = []
        if process.returncode is None:
            started = psutil.Process(process.pid).children(recursive=True)
        process.terminate()
        _, stderr = process.communicate(timeout=120)
        assert process.returncode in (-signal.SIGTERM, 0, 130, 143) and b"Traceback" not in stderr
        psutil.wait_procs(started, timeout=120)
        assert not [process for process in started if process.is_running()]
        assert list(room.iterdir()) == []


def test_an_interruption_of_argparse_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """If it comes within parse_intermixed_args(), that fails to restore its state."""

    def find(arguments: list[str]) -> tuple[str, object, list[str]]:
        try:
            raise KeyboardInterrupt
        finally:
            raise AttributeError

    monkeypatch.setattr(sys, "argv", ["lab"])
    assert run_command("lab", find) == 130
