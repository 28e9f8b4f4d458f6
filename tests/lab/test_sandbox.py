"""The sandbox: each attack of tests/data/hostile on each isolation level that is here."""

import dataclasses
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psutil
import pytest

import encode
from lab import sandbox
from lab.check import report
from lab.check.folder_bank import FolderBank
from lab.check.subject import Subject
from lab.common import processes
from lab.runner.pool import TaskPool
from lab.sandbox import calls, folders, isolation, levels
from lab.sandbox.levels import BUBBLEWRAP, LANDLOCK, LEVEL_NAMES, LIMITS
from tests import kit

HOSTILE = kit.DATA / "hostile"
SUBJECT = Subject(FolderBank(kit.LIGHT_UP))
ATTACKS = sorted(path.parent.name for path in HOSTILE.glob("*/encode.py"))
GRID = "x0.\n1.2\n.34\n"
FACTS = encode.format_facts(GRID.split())
WAITED = 1.5  # seconds for what does not end by itself
WITHOUT = {
    BUBBLEWRAP: frozenset(),
    LANDLOCK: frozenset({BUBBLEWRAP}),
    LIMITS: frozenset({BUBBLEWRAP, LANDLOCK}),
}


@pytest.fixture(
    scope="module", params=[*LEVEL_NAMES[:2], pytest.param(LEVEL_NAMES[2], marks=pytest.mark.long)]
)
def isolated(request: pytest.FixtureRequest):
    """The sandbox of a level."""
    found = sandbox.Sandbox(WITHOUT[request.param])
    if found.level.name != request.param:
        pytest.skip(f"{request.param} does not work here")
    return found


@pytest.fixture
def victim(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """What an attack aims at, all of it with a token; a folder for temporary files, too."""
    return Victim(tmp_path, monkeypatch)


class Victim:
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

    def targets(self, process, tcp):
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

    def contents(self):
        """All that must stay as it is."""
        files = (path for path in self.folder.rglob("*") if path.is_file())
        return {path: path.read_bytes() for path in files if "anna/mine" not in str(path)}

    def submission(self, name: str, targets):
        """A copy of a hostile folder."""
        copy = self.folder / "others" / "anna" / "mine"
        copy.mkdir()
        for file in (HOSTILE / "right.py", *(HOSTILE / name).iterdir()):
            (copy / file.name).write_bytes(file.read_bytes())
        (copy / "targets.json").write_text(json.dumps(targets))
        return copy


def expected(name: str):
    """What expected.txt says, a set for each key."""
    found = {"verdict": set(), "over": set(), "needs": set()}
    for line in (HOSTILE / name / "expected.txt").read_text().splitlines():
        key, _, value = line.partition(": ")
        found.setdefault(key, set()).add(value)
    return found


def attacks():
    """Those that do not end by themselves take their time; so do all of them."""
    names = [name for name in ATTACKS if not expected(name)["over"] and name != "nests"]
    yield from kit.one_in(2, zip(names))
    yield from kit.first_of(zip(sorted({*ATTACKS} - {*names})), 0)


@pytest.mark.parametrize(("name",), list(attacks()))
def test_attacks(isolated, victim, name: str) -> None:
    wanted = expected(name)
    held = {one.name for one in isolated.containments if one.holds}
    if not wanted["needs"] <= held:
        pytest.skip(f"{isolated.level.name} does not contain this")
    with (
        subprocess.Popen(["cat"], stdin=subprocess.PIPE) as process,
        socket.create_server(("127.0.0.1", 0)) as tcp,
        socket.socket(socket.AF_UNIX) as abstract,
    ):
        abstract.bind("\0" + victim.token)
        abstract.listen()
        targets = victim.targets(process.pid, tcp.getsockname()[1])
        copy, before = victim.submission(name, targets), victim.contents()
        limits = sandbox.Limits(cpu=1.0, wall=WAITED if "time" in wanted["over"] else 30.0)
        outcome = isolated.run([sys.executable, "encode.py"], copy, GRID.encode(), limits)
        assert process.poll() is None
        process.kill()
        for server, kind in ((tcp, "tcp"), (abstract, "abstract")):
            server.setblocking(False)
            if kind in held:
                with pytest.raises(BlockingIOError):
                    server.accept()
    if "read" in held:
        assert victim.token.encode() not in outcome.stdout + outcome.stderr
        assert b"stolen" not in outcome.stdout + outcome.stderr
    assert victim.contents() == before
    assert list(victim.temporary.iterdir()) == []
    assert not survivors(victim.token)
    assert outcome.over in (wanted["over"] or {""})
    if wanted["verdict"] == {"pass"} and "read" in held:
        assert (outcome.status, outcome.stdout.decode()) == (0, FACTS), outcome


def survivors(token):
    time.sleep(0.01)
    return [one for one in psutil.process_iter(["cmdline"]) if token in (one.info["cmdline"] or [])]


# ---------------------------------------------------------------- limits, folders, words


def run(found, program: str, **more):
    """A Python program in an empty folder."""
    with tempfile.TemporaryDirectory() as folder:
        return found.run([sys.executable, "-c", program], Path(folder), **more)


def test_input_and_output_of_any_size(isolated) -> None:
    data = b"x" * 700_000
    program = "import sys; sys.stdout.write(sys.stdin.read()); sys.exit(3)"
    outcome = run(isolated, program, stdin=data)
    assert (outcome.status, outcome.stdout, outcome.over) == (3, data, "")
    assert run(isolated, "pass", stdin=data).status == 0  # which reads nothing of it


def test_clingo_is_there_and_nothing_else_that_is_installed(isolated) -> None:
    assert run(isolated, "import clingo; clingo.Control()").status == 0
    held = any(one.holds for one in isolated.containments if one.name == "read")
    assert (run(isolated, "import psutil").status != 0) == held


def test_a_python_program_and_a_logic_program_of_a_folder(isolated, tmp_path: Path) -> None:
    (tmp_path / "double.py").write_text("import sys\nprint(2 * int(sys.stdin.read()), sys.argv[1])")
    done = isolated.run([sys.executable, "double.py", "word"], tmp_path, b"21")
    assert (done.status, done.stdout, done.over) == (0, b"42 word\n", "")
    (tmp_path / "mine.lp").write_text("{ a }. :- a, b.")
    done = isolated.run(
        [sys.executable, "-m", "clingo", "mine.lp", "-", "--outf=2", "0"], tmp_path, b"b."
    )
    assert (done.status, json.loads(done.stdout)["Models"]["Number"]) == (0, 1)


def test_no_ended_processes_pile_up(isolated, tmp_path: Path) -> None:
    """Though the judge adopts what a namespace leaves; the last one may be ending still."""
    processes.adopt_orphans()
    before = len(psutil.Process().children())
    for _ in range(6):
        assert isolated.run([sys.executable, "-c", "print(1)"], tmp_path).status == 0
    assert len(psutil.Process().children()) - before <= 1


def test_the_kernel_keeps_limits_of_each_process(isolated) -> None:
    program = "import resource; print(*map(resource.getrlimit, range(10)))"
    outcome = run(isolated, program, limits=sandbox.Limits(cpu=7, memory=1 << 30, disk=1 << 20))
    for bound in ((7, 8), (1 << 30, 1 << 30), (1 << 20, 1 << 20), (0, 0)):
        assert str(bound) in outcome.stdout.decode()


def test_a_program_that_answers_line_by_line(isolated, tmp_path: Path) -> None:
    program = "import sys\nfor line in sys.stdin: print(len(line), flush=True)"
    with isolated.start([sys.executable, "-c", program], tmp_path) as running:
        for number in (1, 10, 100_000):
            assert running.ask(b"x" * number, wall=5.0) == str(number + 1).encode()


def test_a_program_that_does_not_answer(isolated, tmp_path: Path) -> None:
    sleep = "input(); import time; time.sleep(60)"
    with isolated.start([sys.executable, "-c", sleep], tmp_path) as running:
        with pytest.raises(sandbox.CommandEnded) as ended:
            running.ask(b"", wall=0.2)
        assert ended.value.over == "time"
    with isolated.start([sys.executable, "-c", "input()"], tmp_path) as running:
        with pytest.raises(sandbox.CommandEnded) as ended:
            running.ask(b"", wall=5.0)
        assert ended.value.over == ""


def refused(filtered, call, *arguments):
    """Whether a filter refuses a call; it is interpreted here."""
    words = {calls.NUMBER: call, calls.ARCHITECTURE: filtered[1][3]}
    words |= {calls.ARGUMENT + 8 * number: value for number, value in enumerate(arguments)}
    place = loaded = 0
    while (code := filtered[place][0]) != calls.RETURN:
        _, if_true, if_false, operand = filtered[place]
        if code == calls.LOAD:
            loaded = words.get(operand, 0)
        else:
            holds = loaded >= operand if code == calls.AT_LEAST else loaded == operand
            place += if_true if holds else if_false
        place += 1
    return filtered[place][3] == calls.REFUSE


@pytest.mark.parametrize("name", calls.NUMBERS)
def test_calls_that_are_refused(name: str) -> None:
    machine = calls.NUMBERS[name]
    strict, lenient = (list(calls.list_instructions(machine, allowed)) for allowed in (False, True))
    known, on_arguments = set(machine.calls), {"prlimit64", "fcntl", "ioctl"}
    assert {one for one in known if refused(lenient, machine.calls[one])} == set(calls.REFUSED)
    assert {one for one in known if refused(strict, machine.calls[one])} == known - on_arguments
    assert not refused(strict, machine.calls["prlimit64"], 0)
    assert refused(strict, machine.calls["prlimit64"], 1)
    for call, harmless in (("fcntl", (0, 1, 2, 3, 4, 9, 14)), ("ioctl", (0x5401, 0x541B))):
        assert not any(refused(strict, machine.calls[call], 7, one) for one in harmless)
    for call, owners in (("fcntl", calls.SET_OWNER), ("ioctl", calls.SET_SOCKET_OWNER)):
        assert all(refused(strict, machine.calls[call], 7, one) for one in owners)
    assert refused(lenient, calls.FIRST_X32 + 1)
    others = set(range(500)) - set(machine.calls.values())
    assert not any(refused(strict, number) for number in others)


def test_what_is_contained_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer levels contain less, and say so; a level that is left out is not taken."""
    names, leaks = [], []
    for level in LEVEL_NAMES:
        monkeypatch.setenv(sandbox.WITHOUT_VARIABLE, ",".join(WITHOUT[level]))
        found = sandbox.Sandbox()
        names.append(found.level.name)
        leaks.append(set(found.leaks))
    assert [LEVEL_NAMES.index(name) for name in names] == sorted(map(LEVEL_NAMES.index, names))
    assert names[-1] == LIMITS
    assert leaks[0] <= leaks[1] <= leaks[2]
    assert isolation.SENTENCES["read"][1] in leaks[2]


@pytest.mark.long
@pytest.mark.parametrize(("without", "status"), [("", 0), (f"{BUBBLEWRAP},{LANDLOCK}", 1)])
def test_isolation(monkeypatch: pytest.MonkeyPatch, without, status) -> None:
    monkeypatch.setenv(sandbox.WITHOUT_VARIABLE, without)
    if not status and not sandbox.Sandbox().is_safe:
        pytest.skip("neither bubblewrap nor Landlock works here")
    done = kit.run_lab("check", "--isolation")
    lines = done.stdout.splitlines()
    assert (done.returncode, done.stderr) == (status, "")
    said = [line.partition(": ")[0] for line in lines]
    assert said.count("sandbox") == 1
    assert said.count(isolation.CONTAINED) + said.count(isolation.NOT_CONTAINED) == len(
        [*isolation.SENTENCES, *isolation.EXCESSES]
    )
    assert f"{isolation.NOT_CONTAINED}: time" not in "\n".join(lines)
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


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_meanwhile_leaves_no_folder_behind(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, number
):
    folder = tmp_path / "folder"
    (folder / "inner").mkdir(parents=True)
    dissolve = folders.dissolve

    def interrupted(*words):
        signal.raise_signal(number)
        return dissolve(*words)

    def stop(number, _) -> None:
        raise InterruptedError(number)

    monkeypatch.setattr(folders, "dissolve", interrupted)
    before = signal.signal(number, stop)
    try:
        with pytest.raises(InterruptedError):
            folders.remove_tree(folder)
        assert signal.getsignal(number) == stop
    finally:
        signal.signal(number, before)
    assert list(tmp_path.iterdir()) == []


def test_where_there_are_no_limits(tmp_path: Path) -> None:
    """As on Windows: the modules can be imported, and the level says so."""
    program = (
        "import sys, psutil; sys.modules['resource'] = None\n"  # of psutil's, some need it
        "from lab.common import processes\n"
        "from lab.sandbox import levels\n"
        "processes.limit_process(1, 1 << 20)\n"
        "print(levels.IsolationLevel())"
    )
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, cwd=kit.ROOT, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("limits only: none\n", "")


# ---------------------------------------------------------------- attacks on check

SUBMISSIONS = sorted(path.parent.name for path in HOSTILE.glob("*/expected.txt"))


@pytest.fixture(scope="module", params=LEVEL_NAMES)
def pool(request: pytest.FixtureRequest):
    """TaskPool with the sandbox of a level."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(sandbox.WITHOUT_VARIABLE, ",".join(WITHOUT[request.param]))
        with TaskPool() as pool:
            if pool.sandbox.level.name != request.param:
                pytest.skip(f"{request.param} does not work here")
            yield pool


@pytest.mark.long
@pytest.mark.parametrize("name", SUBMISSIONS)
def test_verdicts(pool: TaskPool, victim, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Each hostile submission gets its verdict, and the report says nothing that is secret."""
    settings = dataclasses.replace(SUBJECT.settings, sizes=())
    monkeypatch.setattr(SUBJECT, "settings", settings)
    wanted = expected(name)
    held = {one.name for one in pool.sandbox.containments if one.holds}
    if not wanted["needs"] <= held:
        pytest.skip(f"{pool.sandbox.level.name} does not contain this")
    with subprocess.Popen(["cat"], stdin=subprocess.PIPE) as process:
        folder = victim.submission(name, victim.targets(process.pid, 9))
        before = victim.contents()
        found = kit.examined(pool, SUBJECT, folder)
        assert process.poll() is None
        process.kill()
    assert victim.contents() == before
    assert {found.verdict} == wanted["verdict"]
    assert wanted.get("code", set()) <= {one.code for one in found.findings}
    if "read" in held:
        assert victim.token not in report.format_json(found) + report.format_junit(found)
        assert "root:" not in report.format_json(found)
    assert not survivors(victim.token)
    assert not [path for path in pool.folder.rglob("*") if path.name == "hostile"]


# ---------------------------------------------------------------- strange machines


def in_machine(*options, environment=(), words=("--isolation",)):
    """What lab check does on a machine that bubblewrap makes of this one."""
    programs = levels.find_bubblewraps()
    if not programs or sandbox.Sandbox().level.name != BUBBLEWRAP:
        pytest.skip("bubblewrap does not work here")
    command = [programs[-1], "--dev-bind", "/", "/", *options, "--", "env", *environment]
    check = [sys.executable, "-m", "lab", "check", *map(str, words)]
    return subprocess.run([*command, *check], cwd=kit.ROOT, capture_output=True, text=True)


@pytest.mark.long
def test_where_namespaces_are_forbidden() -> None:
    done = in_machine("--unshare-user", "--disable-userns")
    assert done.stdout.startswith(f"sandbox: {LANDLOCK}\n"), done
    assert isolation.NAMESPACES_ADVICE in done.stdout


@pytest.mark.long
def test_without_proc() -> None:
    work = kit.DATA / "students" / "good-encode-bad-program"
    done = in_machine("--tmpfs", "/proc", words=[work])
    assert (done.returncode, kit.verdict(done)) == (1, "fail: 1 finding")


@pytest.mark.long
def test_without_a_home_or_any_variable() -> None:
    work = kit.DATA / "students" / "good-encode-bad-program"
    done = in_machine(environment=["-i"], words=[work])
    assert (done.returncode, kit.verdict(done)) == (1, "fail: 1 finding")


@pytest.mark.long
def test_without_room_for_temporary_files(tmp_path: Path) -> None:
    full = ("--size", "4096", "--tmpfs", str(tmp_path))
    done = in_machine(*full, environment=[f"TMPDIR={tmp_path}"], words=[kit.ROOT / "lightup.lp"])
    assert (done.returncode, done.stdout) == (2, "")
    assert f"the folder for temporary files, {tmp_path}: " in done.stderr


@pytest.fixture
def nobody():
    """Runs a Python module as an ordinary user, if there is a Python that others may run."""
    python, packages = "/usr/bin/python3", Path(psutil.__file__).parent.parent
    user = {"user": 65534, "group": 65534, "extra_groups": [], "cwd": kit.ROOT}
    environment = {"PYTHONPATH": str(packages), "TMPDIR": "/tmp", "PYTHONDONTWRITEBYTECODE": "1"}
    probed = "import clingo, psutil, pytest; from lab import sandbox"
    try:
        subprocess.run([python, "-c", probed], env=environment, check=True, **user)
    except (OSError, subprocess.SubprocessError):
        pytest.skip("not root, or no other Python here")

    def run(*words, **more):
        known = {"env": {**environment, **more}, "capture_output": True, "text": True, **user}
        return subprocess.run([python, "-m", *map(str, words)], **known)

    return run


@pytest.mark.long
@pytest.mark.parametrize("level", LEVEL_NAMES[:2])
def test_an_ordinary_user(nobody, level) -> None:
    """Checks like root."""
    without = {sandbox.WITHOUT_VARIABLE: ",".join(WITHOUT[level])}
    done = nobody("lab", "check", "--isolation", **without)
    if not done.stdout.startswith(f"sandbox: {level}"):
        pytest.skip(f"{level} does not work here")
    assert done.returncode == 0
    work = kit.DATA / "students" / "good-encode-bad-program"
    done = nobody("lab", "check", work, **without)
    assert (done.returncode, kit.verdict(done)) == (1, "fail: 1 finding")


@pytest.mark.long
def test_attacks_on_an_ordinary_user(nobody) -> None:
    """All attacks on all levels, as they are tried above."""
    words = ("-q", "-p", "no:cacheprovider", "-m", "long or not long", "-k", "test_attacks and [")
    done = nobody("pytest", *words, Path(__file__).relative_to(kit.ROOT))
    assert done.returncode == 0, done.stdout
    assert " passed" in done.stdout
