"""Servers of the task pool: their files, their floods, and folders without room for them."""

import contextlib
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from lab.runner.server.tasks import TASKS, load_module
from lab.runner.task_pool import Task, TaskPool
from lab.sandbox import Command, CommandEnded, levels
from tests import kit

ENDLESS = "p(0). p(X+1) :- p(X)."


@contextlib.contextmanager
def run_endless_task(pool: TaskPool) -> Iterator[psutil.Process]:
    """Run a task in a thread, and yield its process."""
    program = pool.programs / "endless.lp"
    program.write_text(ENDLESS)
    arguments = {"path": str(program), "boards": [["", []]], "values": "b"}
    thread = threading.Thread(target=pool.run, args=[Task("find_answers", arguments, cpu=1.0)])
    thread.start()
    try:
        yield wait_for_task()
    finally:
        thread.join()


def wait_for_task() -> psutil.Process:
    """Return the process of a server that computes: it is the child of one that has its name."""
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        for child in psutil.Process().children(recursive=True):
            with contextlib.suppress(psutil.Error):
                is_server = any(word.endswith("server.py") for word in child.cmdline())
                if is_server and child.cpu_times().user > 0.2 and not child.children():
                    return child
        time.sleep(0.05)
    raise AssertionError("no task computes")


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_task_has_no_file_of_its_server_and_starts_no_process() -> None:
    with contextlib.ExitStack() as stack, TaskPool(1) as pool:  # which ends the task
        task = stack.enter_context(run_endless_task(pool))
        links = {name: os.readlink(f"/proc/{task.pid}/fd/{name}") for name in ("0", "1", "2")}
        assert set(links.values()) == {os.devnull}
        files = set(os.listdir(f"/proc/{task.pid}/fd"))
        assert len(files - links.keys()) == 1  # the pipe for its result
        status, server = (Path(f"/proc/{p}/status").read_text() for p in (task.pid, task.ppid()))
        count = "Seccomp_filters:"
        if count in status:
            assert int(status.split(count)[1].split()[0]) > int(server.split(count)[1].split()[0])


@pytest.mark.parametrize("error", [kit.long(None), KeyboardInterrupt])
def test_a_pool_ends_its_own_processes_alone(error: type[BaseException] | None) -> None:
    """Another program, such as a browser, goes on; an error ends tasks that compute."""
    with (
        subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as program,
        contextlib.suppress(KeyboardInterrupt),
    ):
        earlier = psutil.Process().children(recursive=True)
        with contextlib.ExitStack() as stack, TaskPool(1) as pool:
            stack.enter_context(run_endless_task(pool))
            own_processes = [
                process
                for process in psutil.Process().children(recursive=True)
                if process not in earlier
            ]
            if error:
                raise error
        assert program.poll() is None
        assert program.communicate(b"\n") and program.returncode == 0
    assert own_processes
    assert not any(process.is_running() for process in own_processes)


def test_each_task_is_a_function_with_its_name() -> None:
    for name in TASKS:
        assert getattr(load_module(name), name).__name__ == name


def test_a_server_that_floods_exceeds_the_limit_of_output(tmp_path: Path) -> None:
    flood = "import sys; input(); sys.stdout.write('x' * 9_000_000); input()"
    level = levels.IsolationLevel()
    with (
        level.start(Command([sys.executable, "-c", flood], tmp_path)) as running,
        pytest.raises(CommandEnded) as ended,
    ):
        running.ask(b"", wall=10.0)
    assert ended.value.limit == "output"


@pytest.mark.long
@pytest.mark.parametrize("without", ["", levels.BUBBLEWRAP])
@pytest.mark.parametrize("size", [60, 120, 180, 240, 320])
def test_a_full_folder_for_temporary_files_is_no_fault_of_a_student(
    tmp_path: Path, size: int, without: str
) -> None:
    """Check a right program with so many KB of room."""
    mount = f"mount -t tmpfs -o size={size}k none {tmp_path}"
    check = f"{sys.executable} -m lab check {kit.DATA / 'students' / 'right-in-all'}"
    environment = {**os.environ, "TMPDIR": str(tmp_path), "LAB_SANDBOX_WITHOUT": without}
    result = subprocess.run(
        ["unshare", "-m", "sh", "-c", f"{mount} || exit 77; {check}"],
        cwd=kit.ROOT,
        env=environment,
        capture_output=True,
        text=True,
    )
    if result.returncode == 77 or result.stderr.startswith("unshare:"):
        pytest.skip("this user cannot mount")
    assert result.returncode in (0, 2), result
    assert "fail:" not in result.stderr
    if result.returncode == 2:
        assert "No space left on device" in result.stderr
