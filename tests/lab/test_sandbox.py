"""The sandbox: each attack of tests/data/hostile on each isolation level that is here."""

import contextlib
import dataclasses
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import psutil
import pytest

import encode
from lab.check import report
from lab.check.bank.assignment import Assignment
from lab.check.bank.folder_bank import FolderBank
from lab.common import processes
from lab.runner.task_pool import TaskPool
from lab.sandbox import (
    WITHOUT_VARIABLE,
    Command,
    CommandEnded,
    CommandResult,
    Limits,
    Sandbox,
    calls,
    cgroup,
    folders,
    isolation,
    levels,
)
from lab.sandbox.levels import BUBBLEWRAP, LANDLOCK, LIMITS_ONLY
from lab.sandbox.running import reap_orphans
from tests import kit

HOSTILE = kit.DATA / "hostile"
ASSIGNMENT = Assignment(FolderBank(kit.LIGHT_UP))
ASSIGNMENT.settings = dataclasses.replace(ASSIGNMENT.settings, sizes=())
ATTACKS = sorted(path.parent.name for path in HOSTILE.glob("*/encode.py"))
DEFAULT_LIMITS = Limits()
GRID = "x0.\n1.2\n.34\n"
FACTS = encode.format_facts(GRID.split())
WRONG_WORK = kit.DATA / "students" / "good-encode-bad-program"
BETTER_LEVELS = {  # for each level: those that are preferred to it
    BUBBLEWRAP: frozenset[str](),
    LANDLOCK: frozenset({BUBBLEWRAP}),
    LIMITS_ONLY: frozenset({BUBBLEWRAP, LANDLOCK}),
}
LEVEL_NAMES = list(BETTER_LEVELS)


@pytest.fixture(
    scope="module", params=[*LEVEL_NAMES[:2], pytest.param(LEVEL_NAMES[2], marks=pytest.mark.long)]
)
def sandbox(request: pytest.FixtureRequest) -> Sandbox:
    """The sandbox of each level that works here."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(WITHOUT_VARIABLE, ",".join(BETTER_LEVELS[request.param]))
        sandbox = Sandbox()
    if sandbox.level.name != request.param:
        pytest.skip(f"{request.param} does not work here")
    return sandbox


@pytest.fixture
def victim(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> "Victim":
    return Victim(tmp_path, monkeypatch)


class Victim:
    """Files and a variable that attacks aim at, each with a token; the folder `temporary`, too."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self.token = folder, f"token-{os.urandom(6).hex()}"
        self.temporary = folder / "temporary"
        for name in ("temporary", "home", "kit", "others/anna"):
            (folder / name).mkdir(parents=True)
        for name in ("secret", "home/letter", "kit/lightup.lp", "others/anna/encode.py"):
            (folder / name).write_text(f"% {self.token}\n")
        (folder / "kit" / "encode.py").write_text(f"def main():\n    print('{self.token}')\n")
        monkeypatch.setattr("tempfile.tempdir", str(self.temporary))
        monkeypatch.setenv("HOSTILE", self.token)

    def targets(self, process: int, tcp: int) -> dict[str, object]:
        """Return targets.json of a hostile folder; `process` is a pid, `tcp` a port."""
        return {
            "token": self.token,
            "secret": str(self.folder / "secret"),
            "home": str(self.folder / "home"),
            "kit": str(self.folder / "kit"),
            "neighbour": str(self.folder / "others" / "anna" / "encode.py"),
            "process": process,
            "tcp": tcp,
            "abstract": self.token,
        }

    def read_files(self) -> dict[Path, bytes]:
        """Read all files that an attack must not change."""
        files = (path for path in self.folder.rglob("*") if path.is_file())
        return {path: path.read_bytes() for path in files if "anna/mine" not in str(path)}

    def copy_attack(self, name: str, targets: dict[str, object]) -> Path:
        """Copy a hostile folder to a place beside the files of others; return the copy."""
        copy = self.folder / "others" / "anna" / "mine"
        copy.mkdir()
        for file in (HOSTILE / "right.py", *(HOSTILE / name).iterdir()):
            (copy / file.name).write_bytes(file.read_bytes())
        (copy / "targets.json").write_text(json.dumps(targets))
        return copy


def read_expected(name: str) -> dict[str, set[str]]:
    """Read expected.txt of a hostile folder: the values of each key."""
    values = defaultdict[str, set[str]](set)
    for line in (HOSTILE / name / "expected.txt").read_text().splitlines():
        key, _, value = line.partition(": ")
        values[key].add(value)
    return values


SHORT = (  # attacks that run into no limit, on files, memory, processes and the verdict
    *("forged-replies", "no-more-files", "reads-the-reference", "shared-memory"),
    *("answers-from-a-table", "prints-late", "signals-by-detours"),
)


@pytest.mark.parametrize("name", kit.long_except(ATTACKS, *SHORT))
def test_an_attack_reads_and_changes_nothing_and_leaves_nothing(
    sandbox: Sandbox, victim: Victim, name: str
) -> None:
    expected, contained = read_expected(name), list_contained_attempts(sandbox)
    if not expected["needs"] <= contained:
        pytest.skip(f"{sandbox.level.name} does not contain this")
    with (
        subprocess.Popen(["cat"], stdin=subprocess.PIPE) as process,
        socket.create_server(("127.0.0.1", 0)) as tcp,
        socket.socket(socket.AF_UNIX) as abstract,
    ):
        abstract.bind("\0" + victim.token)
        abstract.listen()
        targets = victim.targets(process.pid, tcp.getsockname()[1])
        copy, files = victim.copy_attack(name, targets), victim.read_files()
        cpu = 8.0 if "memory" in expected["limit"] else 1.0  # to fill the memory takes time
        limits = Limits(cpu, wall=1.5 if "time" in expected["limit"] else 30.0)
        command = Command([sys.executable, "encode.py"], copy, limits)
        result = sandbox.level.run(command, GRID.encode())
        assert process.poll() is None
        process.kill()
        for server, kind in ((tcp, "tcp"), (abstract, "abstract")):
            server.setblocking(False)
            if kind in contained:
                with pytest.raises(BlockingIOError):
                    server.accept()
    if "read" in contained:
        assert victim.token.encode() not in result.stdout + result.stderr
        assert b"stolen" not in result.stdout + result.stderr
    assert victim.read_files() == files
    assert list(victim.temporary.iterdir()) == []
    assert not find_processes(victim.token)
    assert result.limit in (expected["limit"] or {""})
    if expected["verdict"] == {"pass"} and "read" in contained:
        assert (result.status, result.stdout.decode()) == (0, FACTS), result


def list_contained_attempts(sandbox: Sandbox) -> set[str]:
    """Return the names of the attempts that a sandbox contains, see isolation.ATTEMPT_TEXTS."""
    return {name for name, holds in sandbox.contains.items() if holds}


def find_processes(token: str) -> list[psutil.Process]:
    """Find the processes, except those just ending, with the token on their command line."""
    time.sleep(0.01)
    running = psutil.process_iter(["cmdline"])
    return [process for process in running if token in (process.info["cmdline"] or [])]


# ---------------------------------------------------------------- limits, folders, words


def run(
    sandbox: Sandbox, program: str, stdin: bytes = b"", limits: Limits = DEFAULT_LIMITS
) -> CommandResult:
    """Run a Python program in an empty folder."""
    with tempfile.TemporaryDirectory() as folder:
        command = Command([sys.executable, "-c", program], Path(folder), limits)
        return sandbox.level.run(command, stdin)


def test_input_and_output_may_be_larger_than_a_pipe(sandbox: Sandbox) -> None:
    data = b"x" * 700_000
    program = "import sys; sys.stdout.write(sys.stdin.read()); sys.exit(3)"
    result = run(sandbox, program, data)
    assert (result.status, result.stdout, result.limit) == (3, data, "")
    assert run(sandbox, "pass", data).status == 0  # which reads nothing of it


def test_clingo_is_the_only_package_that_can_be_imported(sandbox: Sandbox) -> None:
    assert run(sandbox, "import clingo; clingo.Control()").status == 0
    if "read" in list_contained_attempts(sandbox):
        assert run(sandbox, "import psutil").status != 0


def test_a_python_and_a_logic_program_of_a_folder_are_run(sandbox: Sandbox, tmp_path: Path) -> None:
    (tmp_path / "double.py").write_text("import sys\nprint(2 * int(sys.stdin.read()), sys.argv[1])")
    command = Command([sys.executable, "double.py", "word"], tmp_path)
    result = sandbox.level.run(command, b"21")
    assert (result.status, result.stdout, result.limit) == (0, b"42 word\n", "")
    (tmp_path / "mine.lp").write_text("{ a }. :- a, b.")
    command = Command([sys.executable, "-m", "clingo", "mine.lp", "-", "--outf=2", "0"], tmp_path)
    result = sandbox.level.run(command, b"b.")
    assert (result.status, json.loads(result.stdout)["Models"]["Number"]) == (0, 1)


def test_no_zombie_processes_pile_up(sandbox: Sandbox, tmp_path: Path) -> None:
    processes.adopt_orphans()  # then processes of a namespace become children of this one
    number = len(psutil.Process().children())
    for _ in range(4):
        command = Command([sys.executable, "-c", "print(1)"], tmp_path)
        assert sandbox.level.run(command).status == 0
    assert len(psutil.Process().children()) - number <= 1  # the last may still be ending


def test_the_kernel_limits_each_process(sandbox: Sandbox) -> None:
    program = "import resource; print(*map(resource.getrlimit, range(10)))"
    result = run(sandbox, program, limits=Limits(cpu=7, memory=1 << 30, disk=1 << 20))
    for bounds in ((7, 8), (1 << 30, 1 << 30), (1 << 20, 1 << 20), (0, 0)):
        assert str(bounds) in result.stdout.decode()


def test_a_command_that_gets_a_signal_while_it_starts_leaves_no_process(
    sandbox: Sandbox, tmp_path: Path
) -> None:
    processes.adopt_orphans()
    earlier = psutil.Process().children()
    for number in range(25):
        command = Command([sys.executable, "-c", "input()"], tmp_path)
        with sandbox.level.start(command) as running:
            time.sleep(number / 1000)
            first = psutil.Process(running.process.pid)
            members = [first, *first.children(recursive=True)]
            processes.send_signal(signal.SIGTERM, [process.pid for process in members])
            running.process.wait()
            begin = time.monotonic()
            running.end_processes()
            assert time.monotonic() - begin < 4.0
    deadline = time.monotonic() + 5.0
    while reap_orphans() and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not {*psutil.Process().children()} - {*earlier}


@pytest.mark.skipif(not cgroup.find_parent(), reason="no cgroup can be made here")
def test_a_cgroup_counts_what_no_process_maps(sandbox: Sandbox) -> None:
    program = (
        "import fcntl, os; pipes = [os.pipe() for _ in range(60)]\n"
        "for _, end in pipes:\n"
        "    fcntl.fcntl(end, fcntl.F_SETPIPE_SZ, 1 << 20); os.write(end, bytes(1 << 20))\n"
        "print('done')"
    )
    for megabytes, outcome in ((200, ("", b"done\n")), (64, ("memory", b""))):
        limits = Limits(cpu=20.0, wall=60.0, memory=megabytes << 20, disk=1 << 20)
        result = run(sandbox, program, limits=limits)
        assert (result.limit, result.stdout) == outcome, result
    assert not list((cgroup.find_parent() or Path()).glob("lab-*"))


def test_a_program_can_answer_line_by_line(sandbox: Sandbox, tmp_path: Path) -> None:
    program = "import sys\nfor line in sys.stdin: print(len(line), flush=True)"
    with sandbox.level.start(Command([sys.executable, "-c", program], tmp_path)) as running:
        for number in (1, 10, 100_000):
            assert running.ask(b"x" * number, wall=5.0) == str(number + 1).encode()


@pytest.mark.parametrize(
    ("program", "wall", "limit"),
    [("input(); import time; time.sleep(60)", 0.2, "time"), ("input()", 5.0, "")],
)
def test_a_program_that_does_not_answer_is_ended(
    sandbox: Sandbox, tmp_path: Path, program: str, wall: float, limit: str
) -> None:
    with sandbox.level.start(Command([sys.executable, "-c", program], tmp_path)) as running:
        with pytest.raises(CommandEnded) as ended:
            running.ask(b"", wall)
        assert ended.value.limit == limit


def is_refused(instructions: Sequence[calls.Instruction], call: int, *arguments: int) -> bool:
    """Interpret a filter as the kernel does; return whether it refuses a system call."""
    words = {calls.NUMBER: call, calls.ARCHITECTURE: instructions[1][3]}
    words |= {calls.ARGUMENT + 8 * index: value for index, value in enumerate(arguments)}
    place = loaded = 0
    while (code := instructions[place][0]) != calls.RETURN:
        _, if_true, if_false, operand = instructions[place]
        if code == calls.LOAD:
            loaded = words.get(operand, 0)
        elif code == calls.AND:
            loaded &= operand
        else:
            holds = loaded >= operand if code == calls.AT_LEAST else loaded == operand
            place += if_true if holds else if_false
        place += 1
    return instructions[place][3] == calls.REFUSE


@pytest.mark.parametrize("name", calls.NUMBERS)
def test_the_filter_refuses_exactly_the_dangerous_calls(name: str) -> None:
    machine = calls.NUMBERS[name]
    strict, lenient = (
        list(calls.filter_instructions(machine, may_signal, may_fork=may_signal))
        for may_signal in (False, True)
    )
    numbers = machine.calls
    always = {name for group in calls.REFUSED for name in calls.list_call_names(group)}
    by_arguments = {*calls.list_call_names(calls.BY_ARGUMENT)} - {
        "clone"
    }  # 0 asks for a new process
    assert {c for c in numbers if is_refused(lenient, numbers[c])} == always & numbers.keys()
    assert {c for c in numbers if is_refused(strict, numbers[c])} == set(numbers) - by_arguments
    assert not is_refused(strict, numbers["clone"], calls.THREAD)
    assert is_refused(lenient, numbers["clone"], calls.NEW_USER | calls.THREAD)
    for flags, is_shared in (
        (0x01, True),
        (0x02, False),
        (0x22, False),
        (0x21, True),
        (0x8003, True),
    ):
        assert is_refused(lenient, numbers["mmap"], 0, 4096, 3, flags) == is_shared
    assert is_refused(strict, numbers["prctl"], 4)  # PR_SET_DUMPABLE
    assert not is_refused(strict, numbers["prlimit64"], 0)
    assert is_refused(strict, numbers["prlimit64"], 1)
    for call, harmless in (("fcntl", (0, 1, 2, 3, 4, 9, 14)), ("ioctl", (0x5401, 0x541B))):
        assert not any(is_refused(strict, numbers[call], 7, value) for value in harmless)
    for call, owners in (("fcntl", calls.SET_OWNER), ("ioctl", calls.SET_SOCKET_OWNER)):
        assert all(is_refused(strict, numbers[call], 7, value) for value in owners)
    assert is_refused(lenient, calls.FIRST_X32 + 1)
    harmless_calls = set(range(500)) - set(numbers.values())
    assert not any(is_refused(strict, number) for number in harmless_calls)


def test_without_the_better_levels_less_is_contained(monkeypatch: pytest.MonkeyPatch) -> None:
    names, leaks = [], []
    for level in LEVEL_NAMES:
        monkeypatch.setenv(WITHOUT_VARIABLE, ",".join(BETTER_LEVELS[level]))
        sandbox = Sandbox()
        assert sandbox.level.name not in BETTER_LEVELS[level]
        names.append(sandbox.level.name)
        leaks.append(set(sandbox.leaks))
    assert names == sorted(names, key=LEVEL_NAMES.index)
    assert names[-1] == LIMITS_ONLY
    assert leaks[0] <= leaks[1] <= leaks[2]
    assert isolation.ATTEMPT_TEXTS["read"] in leaks[2]


@pytest.mark.long
@pytest.mark.parametrize(("without", "status"), [("", 0), (f"{BUBBLEWRAP},{LANDLOCK}", 1)])
def test_isolation_reports_every_attempt_and_limit(
    monkeypatch: pytest.MonkeyPatch, without: str, status: int
) -> None:
    monkeypatch.setenv(WITHOUT_VARIABLE, without)
    if not status and not Sandbox().is_safe:
        pytest.skip("neither bubblewrap nor Landlock works here")
    done = kit.run_lab("check", "--isolation")
    lines = done.stdout.splitlines()
    assert (done.returncode, done.stderr) == (status, "")
    labels = [line.partition(": ")[0] for line in lines]
    assert labels.count("sandbox") == 1
    assert labels.count(isolation.CONTAINED) + labels.count(isolation.NOT_CONTAINED) == len(
        [*isolation.ATTEMPT_TEXTS, *isolation.EXCESSES]
    )
    assert f"{isolation.NOT_CONTAINED}: too much time" not in "\n".join(lines)
    assert (isolation.UNSAFE_ADVICE in lines) == bool(status)


@pytest.mark.long
def test_folders_are_removed_however_deep_and_locked(tmp_path: Path) -> None:
    target = tmp_path / "kept"
    target.write_text("kept")
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "link").symlink_to(target)
    (folder / "loop").symlink_to(folder)
    os.mkfifo(folder / "pipe")
    kit.nest_folders(folder, 1100)
    (folder / "deeper").chmod(0)
    folders.remove_tree(folder)
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]


REMOVES = """
import signal, sys
from pathlib import Path
from lab.sandbox import folders

def interrupt(event, _):
    if event == "os.rmdir" and folder.exists():
        signal.raise_signal(number)

def stop(*_):
    raise InterruptedError

folder, number = Path(sys.argv[1]), int(sys.argv[2])
signal.signal(number, stop)
sys.addaudithook(interrupt)
try:
    folders.remove_tree(folder)
except InterruptedError:
    print("interrupted", signal.getsignal(number) == stop, folder.exists())
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_while_a_folder_is_removed_waits(tmp_path: Path, number: signal.Signals) -> None:
    folder = tmp_path / "folder"
    (folder / "inner").mkdir(parents=True)
    (folder / "inner" / "file").touch()
    command = [sys.executable, "-c", REMOVES, str(folder), str(int(number))]
    done = kit.run_process(command)
    assert (done.stdout, done.stderr) == ("interrupted True False\n", "")
    assert list(tmp_path.iterdir()) == []


# ---------------------------------------------------------------- attacks on check

SUBMISSIONS = sorted(path.parent.name for path in HOSTILE.glob("*/expected.txt"))


@pytest.fixture(scope="module", params=LEVEL_NAMES)
def pool(request: pytest.FixtureRequest) -> Iterator[TaskPool]:
    """A pool with the sandbox of each level that works here."""
    with contextlib.ExitStack() as stack:
        with pytest.MonkeyPatch.context() as patch:  # not for the tests that come after this pool
            patch.setenv(WITHOUT_VARIABLE, ",".join(BETTER_LEVELS[request.param]))
            pool = stack.enter_context(TaskPool())
        if pool.sandbox.level.name != request.param:
            pytest.skip(f"{request.param} does not work here")
        yield pool


@pytest.mark.long
@pytest.mark.parametrize("name", SUBMISSIONS)
def test_a_hostile_submission_gets_no_secret(pool: TaskPool, victim: Victim, name: str) -> None:
    expected, contained = read_expected(name), list_contained_attempts(pool.sandbox)
    if not expected["needs"] <= contained:
        pytest.skip(f"{pool.sandbox.level.name} does not contain this")
    with subprocess.Popen(["cat"], stdin=subprocess.PIPE) as process:
        folder = victim.copy_attack(name, victim.targets(process.pid, 9))
        files = victim.read_files()
        examined = kit.examine_path(pool, ASSIGNMENT, folder)
        assert process.poll() is None
        process.kill()
    assert victim.read_files() == files
    assert {examined.verdict} == expected["verdict"]
    assert expected["code"] <= {finding.code for finding in examined.findings}
    if "read" in contained:
        assert victim.token not in report.format_json(examined) + report.format_junit(examined)
        assert "root:" not in report.format_json(examined)
    assert not find_processes(victim.token)
    assert not [path for path in pool.folder.rglob("*") if path.name == "hostile"]


# ---------------------------------------------------------------- strange machines


def check_within(
    *options: str, environment: Sequence[str] = (), arguments: Sequence[object] = ("--isolation",)
) -> kit.Done:
    """Run lab check within bubblewrap with these options, as on another machine."""
    programs = levels.find_bubblewraps()
    if not programs or Sandbox().level.name != BUBBLEWRAP:
        pytest.skip("bubblewrap does not work here")
    command = [programs[-1], "--dev-bind", "/", "/", *options, "--", "env", *environment]
    check = [sys.executable, "-m", "lab", "check", *map(str, arguments)]
    return kit.run_process([*command, *check])


@pytest.mark.long
def test_landlock_isolates_if_namespaces_are_forbidden() -> None:
    done = check_within("--unshare-user", "--disable-userns")
    assert done.stdout.startswith(f"sandbox: {LANDLOCK}\n"), done
    assert isolation.NAMESPACES_ADVICE in done.stdout


@pytest.mark.long
def test_check_does_not_need_proc() -> None:
    done = check_within("--tmpfs", "/proc", arguments=[WRONG_WORK])
    assert (done.returncode, kit.read_verdict(done)) == (1, "fail: 4 findings")


@pytest.mark.long
def test_check_needs_no_environment_variables() -> None:
    done = check_within(environment=["-i"], arguments=[WRONG_WORK])
    assert (done.returncode, kit.read_verdict(done)) == (1, "fail: 4 findings")


@pytest.mark.long
def test_a_full_folder_for_temporary_files_is_reported(tmp_path: Path) -> None:
    options = ("--size", "4096", "--tmpfs", str(tmp_path))
    program = kit.ROOT / "lightup.lp"
    done = check_within(*options, environment=[f"TMPDIR={tmp_path}"], arguments=[program])
    assert (done.returncode, done.stdout) == (2, "")
    assert f"the folder for temporary files, {tmp_path}: " in done.stderr


RunModule = Callable[..., kit.Done]


@pytest.fixture
def run_as_nobody() -> RunModule:
    """Run a Python module as an ordinary user: run_as_nobody(without, module, *arguments).

    `without` are the isolation levels to leave out.  Skip the test unless this is root and there
    is a Python that all users can run.
    """
    packages = Path(psutil.__file__).parent.parent

    def run(without: frozenset[str], *words: object) -> kit.Done:
        return subprocess.run(
            ["/usr/bin/python3", *map(str, words)],
            env={
                "PYTHONPATH": str(packages),
                "TMPDIR": "/tmp",
                "PYTHONDONTWRITEBYTECODE": "1",
                WITHOUT_VARIABLE: ",".join(without),
            },
            user=65534,
            group=65534,
            extra_groups=[],
            cwd=kit.ROOT,
            capture_output=True,
            text=True,
        )

    with contextlib.suppress(OSError, subprocess.SubprocessError):
        if run(frozenset(), "-c", "import clingo, psutil, pytest, lab.sandbox").returncode == 0:
            return lambda without, *words: run(without, "-m", *words)
    pytest.skip("not root, or no other Python here")


@pytest.mark.long
@pytest.mark.parametrize("level", LEVEL_NAMES[:2])
def test_an_ordinary_user_can_check_like_root(run_as_nobody: RunModule, level: str) -> None:
    done = run_as_nobody(BETTER_LEVELS[level], "lab", "check", "--isolation")
    if not done.stdout.startswith(f"sandbox: {level}"):
        pytest.skip(f"{level} does not work here")
    assert done.returncode == 0
    done = run_as_nobody(BETTER_LEVELS[level], "lab", "check", WRONG_WORK)
    assert (done.returncode, kit.read_verdict(done)) == (1, "fail: 4 findings")


@pytest.mark.long
def test_an_ordinary_user_is_safe_from_all_attacks(run_as_nobody: RunModule) -> None:
    options = ("-q", "-p", "no:cacheprovider", "-m", "long or not long", "-k", "test_an_attack")
    done = run_as_nobody(frozenset(), "pytest", *options, Path(__file__).relative_to(kit.ROOT))
    assert done.returncode == 0, done.stdout
    assert " passed" in done.stdout
