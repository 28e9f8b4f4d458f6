"""RunningCommand: a command in the sandbox, its streams, its use of the machine, and its end.

The kernel limits each process; the use of all of them is watched from outside.  The memory of a
command is the pages that its processes have mapped or swapped.  Most calls for memory that no
process maps are refused, see calls.py; without a cgroup the rest is not counted, see isolation.py.
Sources: proc(5), pid_namespaces(7).
"""

import contextlib
import glob
import os
import subprocess
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import IO, NamedTuple

import psutil

from lab.common import processes
from lab.common.processes import CAN_FORK, LINUX, end_process_tree
from lab.sandbox.cgroup import make_enter_argv

MB = 1 << 20
TEMPORARY = Path("/tmp")  # in a namespace: every program looks there, and the folders may lie there
FIRST_PAUSE, PAUSE = 0.03, 0.05  # seconds before a command's use is measured, and between
SERVER_PAUSE = 0.2  # the same for a server
GUARD_GRACE = 1.0  # seconds for the guard of launch.py to end all that it started
READ_SIZE = 1 << 16
STREAM_SECONDS = 5.0  # seconds for a stream to end after its processes
# Seconds beyond the limit that all processes may compute together: the kernel ends each process at
# the limit.  Windows has no such limit; there they are for the start of Python.
KERNEL_MARGIN = 1.0 if CAN_FORK else 2.0
LEVEL_PROCESSES = 4  # processes that belong to an isolation level, not to the command
DELETED = " (deleted)"  # what follows the path of a removed file in /proc
BY_SIGNAL = 128  # added to the number of a signal in an exit status
SIGKILL, SIGXCPU = 9, 24
LISTS_CHILDREN = LINUX and os.path.exists("/proc/thread-self/children")
PROCESS_ERRORS = (psutil.Error, OSError)


class Limits(NamedTuple):
    """Limits of a command together with all processes that it starts."""

    cpu: float = 2.0  # seconds of computing of all processes
    wall: float = 10.0  # seconds by the clock
    memory: int = 1024 * MB  # bytes: address space of each process, and memory in use of all
    processes: int = 32
    output: int = MB  # bytes on standard output, and as many on standard error
    disk: int = 64 * MB  # bytes in the writable folder
    files: int = 1000  # files in the writable folder


class Command(NamedTuple):
    """A command to start in a folder, and what it may use.

    It may read this folder and the files and folders `readable`, and write into `scratch`, an
    empty folder for temporary files.  Outside a namespace only a command of the kit `may_signal`
    other processes.  The isolation level sets `scratch` and `cgroup`.
    """

    argv: list[str]
    folder: Path
    limits: Limits = Limits()
    readable: tuple[Path, ...] = ()
    may_signal: bool = False
    scratch: Path = TEMPORARY
    cgroup: Path | None = None


class StreamReader(threading.Thread):
    """Reads a stream to its end, or until it has more than `most` bytes that nobody took."""

    def __init__(self, stream: IO[bytes], most: int) -> None:
        super().__init__(daemon=True)
        self.stream, self.most = stream, most
        self.data = bytearray()
        self.is_closed = False
        self._changed = threading.Condition()
        processes.start_patiently(self.start)

    def run(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            while not self.is_flooded and (chunk := os.read(self.stream.fileno(), READ_SIZE)):
                with self._changed:
                    self.data += chunk
                    self._changed.notify()
        with self._changed:
            self.is_closed = True
            self._changed.notify()

    @property
    def is_flooded(self) -> bool:
        return len(self.data) > self.most

    def take_line(self, seconds: float) -> bytes:
        """Take a line, without its end; return b"" if none comes within `seconds`."""
        with self._changed:
            self._changed.wait_for(lambda: b"\n" in self.data or self.is_closed, seconds)
            line, newline, unread = self.data.partition(b"\n")
            if not newline:
                return b""
            self.data = unread
            return bytes(line)


class CommandEnded(Exception):
    """A command ended before it answered.

    limit: as in CommandResult
    cpu: seconds that it computed for the answer, if that is limited
    """

    def __init__(self, limit: str, cpu: float = 0.0) -> None:
        super().__init__(limit)
        self.limit, self.cpu = limit, cpu


class CommandResult(NamedTuple):
    """The result of a command.

    limit: computing, time, memory, processes, output, disk or files, if this ended it, else ""
    """

    status: int  # the exit status; 128 + the number of a signal
    stdout: bytes = b""
    stderr: bytes = b""
    limit: str = ""
    cpu: float = 0.0  # seconds that all its processes computed, as far as was seen

    @property
    def is_killed(self) -> bool:
        """Whether a limit or a signal ended it."""
        return bool(self.limit) or self.status > BY_SIGNAL


class RunningCommand:
    """A process and all that it started; in a namespace these end with the first process."""

    def __init__(
        self, argv: list[str], environment: dict[str, str], command: Command, in_namespace: bool
    ) -> None:
        """Start `command` by the words `argv`."""
        self.limits, self.scratch, self.in_namespace = command.limits, command.scratch, in_namespace
        self.cgroup = command.cgroup
        self.begin = time.monotonic()
        open_process: partial[subprocess.Popen[bytes]] = partial(
            subprocess.Popen,
            [*make_enter_argv(command.cgroup), *argv],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd="/" if in_namespace else command.folder,
            env=environment,
            start_new_session=True,
        )
        self.process = processes.start_patiently(open_process)
        assert self.process.stdin and self.process.stdout and self.process.stderr
        self.root: psutil.Process | None = None  # None if it cannot be seen, as without /proc
        with contextlib.suppress(*PROCESS_ERRORS):
            self.root = psutil.Process(self.process.pid)
        self.stdin = self.process.stdin
        self.stdout = StreamReader(self.process.stdout, self.limits.output)
        self.readers = self.stdout, StreamReader(self.process.stderr, self.limits.output)
        self.cpu = 0.0

    # ------------------------------------------------------------ one reply, or many

    def finish(self, stdin: bytes) -> CommandResult:
        """Write the input, wait for the end or a limit, and return the result."""
        self._write(stdin, close=True)
        limit, pause = "", FIRST_PAUSE
        while not limit:
            self.stdout.join(pause)  # its output usually ends with it, which shows at once
            if self.stdout.is_closed and not self.stdout.is_flooded:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    self.process.wait(pause)
            if self.process.poll() is not None:
                break
            limit, pause = self._find_exceeded_limit(self.begin, self.limits), PAUSE
        status = self.end_processes()
        limit = limit or self._find_late_limit()
        is_killed = status == BY_SIGNAL + SIGKILL and self.cpu >= self.limits.cpu
        if not limit and (is_killed or status == BY_SIGNAL + SIGXCPU):
            limit = "computing"  # the kernel ended it
        stdout, stderr = (bytes(reader.data[: reader.most]) for reader in self.readers)
        return CommandResult(status, stdout, stderr, limit, self.cpu)

    def ask(self, line: bytes, wall: float, cpu: float | None = None) -> bytes:
        """Write a line and return the line that answers it, within `wall` seconds.

        `cpu` is the number of seconds that it may compute more.
        Raises CommandEnded if there is no answer; then nothing can be asked any more.
        """
        begin, limit, limits = time.monotonic(), "", self.limits._replace(wall=wall)
        if cpu is not None:
            self._find_exceeded_limit(begin, limits)
            limits = limits._replace(cpu=self.cpu + cpu)
        earlier_cpu = self.cpu
        self._write(line + b"\n")
        while not limit:
            if answer := self.stdout.take_line(SERVER_PAUSE):
                return answer
            if self.is_over:
                break
            limit = self._find_exceeded_limit(begin, limits)
        self.end_processes()
        raise CommandEnded(limit or self._find_late_limit(), self.cpu - earlier_cpu)

    @property
    def is_over(self) -> bool:
        """Whether the process has ended or closed its output, and takes no further question."""
        return self.stdout.is_closed or self.process.poll() is not None

    def _write(self, data: bytes, close: bool = False) -> None:
        """Write to the input of the process in a thread, as the process may not read it."""

        def write() -> None:
            with contextlib.suppress(OSError, ValueError):
                self.stdin.write(data)
                self.stdin.flush()
            with contextlib.suppress(OSError, ValueError):
                if close:
                    self.stdin.close()

        processes.start_patiently(threading.Thread(target=write, daemon=True).start)

    # ------------------------------------------------------------ its use of the machine

    @property
    def memory(self) -> int:
        """The bytes that its processes use now."""
        return sum(measure_process(process)[1] for process in self._list_processes())

    def _find_exceeded_limit(self, begin: float, limits: Limits) -> str:
        """Return the name of a limit that is exceeded, or ""; keep in `cpu` what was computed."""
        tree = self._list_processes()
        if len(tree) > limits.processes + LEVEL_PROCESSES:
            return "processes"  # at once: there are more with every moment
        uses = list(map(measure_process, tree))
        self.cpu = max(self.cpu, sum(cpu for cpu, _ in uses))
        disk, files = self._measure_scratch(tree)
        is_exceeded = {
            "output": any(reader.is_flooded for reader in self.readers),
            "computing": self.cpu > limits.cpu + KERNEL_MARGIN,
            "time": time.monotonic() - begin > limits.wall,
            "memory": sum(memory for _, memory in uses) > limits.memory,
            "disk": disk >= limits.disk,
            "files": files > limits.files,
        }
        return next(filter(is_exceeded.get, is_exceeded), "")

    def _find_late_limit(self) -> str:
        """Return the name of a limit that shows at the end, or ""."""
        if self.cgroup and "oom_kill 0\n" not in (self.cgroup / "memory.events").read_text():
            return "memory"  # the kernel ended a process
        return "output" if any(reader.is_flooded for reader in self.readers) else ""

    def _list_processes(self) -> list[psutil.Process]:
        """Return the processes of the command; none if the first has ended, or without /proc."""
        if not self.root:
            return []
        tree = [self.root]
        with contextlib.suppress(*PROCESS_ERRORS):
            if not LISTS_CHILDREN:
                return [self.root, *self.root.children(recursive=True)]
            for process in tree:
                tree += list_child_processes(process.pid)
                if len(tree) > self.limits.processes + LEVEL_PROCESSES:
                    break  # enough to be ended; new ones may come faster than they are listed
        return tree

    def _measure_scratch(self, tree: list[psutil.Process]) -> tuple[int, int]:
        """Return the bytes and the number of files in the writable folder."""
        if not self.in_namespace:
            removed = {file for process in tree for file in self._list_removed_files(process.pid)}
            size, number = measure_folder(self.scratch)
            return size + sum(bytes_ for _, bytes_ in removed), number + len(removed)
        try:
            scratch = f"/proc/{tree[-1].pid}/root{self.scratch}"
            if os.path.samefile(scratch, self.scratch):  # it is not in its namespace yet
                return 0, 0
            disk = os.statvfs(scratch)
        except (OSError, IndexError):
            return 0, 0
        return (disk.f_blocks - disk.f_bfree) * disk.f_frsize, disk.f_files - disk.f_ffree

    def _list_removed_files(self, pid: int) -> Iterator[tuple[int, int]]:
        """Yield the inode and bytes of each removed file that a process has open or maps.

        A mapped file counts as the limit of the disk, as not everybody may read its size.
        """
        for link in glob.glob(f"/proc/{pid}/fd/*") + glob.glob(f"/proc/{pid}/map_files/*"):
            with contextlib.suppress(OSError):
                path = os.readlink(link)
                if path.startswith(f"{self.scratch}/") and path.endswith(DELETED):
                    status = os.stat(link) if "/fd/" in link else None
                    yield (status.st_ino, status.st_size) if status else (0, self.limits.disk)

    # ------------------------------------------------------------ the end

    def end_processes(self) -> int:
        """End all processes; return the exit status of the first one, as in CommandResult.

        In a namespace all others end with the first; elsewhere the first has adopted them, see
        launch.py.
        """
        if self.process.poll() is None:
            if self.in_namespace:
                self.process.send_signal(processes.SIGSTOP)  # it starts no other process now
                for process in self._list_processes():  # a new one may not end with the first yet
                    with contextlib.suppress(*PROCESS_ERRORS):
                        process.kill()
                self.process.kill()
            else:
                end_process_tree(self.process.pid, GUARD_GRACE)
        code = self.process.wait()
        if self.in_namespace:
            reap_orphans()  # one that goes on would hold the streams open
        for reader in self.readers:
            reader.join(STREAM_SECONDS)
        for stream in (self.stdin, *(reader.stream for reader in self.readers)):
            with contextlib.suppress(OSError, ValueError):
                stream.close()
        if self.in_namespace:
            reap_orphans()
        return code if code >= 0 else BY_SIGNAL - code


# ---------------------------------------------------------------- of one process, or some


def list_child_processes(pid: int) -> list[psutil.Process]:
    """Return the children of a process; none if it has ended.

    psutil looks at all processes of the machine for this, which takes ten times as long.
    """
    children = []
    with contextlib.suppress(*PROCESS_ERRORS):
        for thread in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{thread}/children") as file:
                children += [psutil.Process(int(child)) for child in file.read().split()]
    return children


def reap_orphans() -> bool:
    """Kill the orphans that are first in a namespace; return whether some have not ended yet.

    If its parent is ended early, such a process may go on.  Orphans become children of this process
    if it adopts them, see lab/common/processes.py.  Other children have one process number only;
    what started them waits for them.
    """
    has_more = False
    for child in list_child_processes(os.getpid()):
        with contextlib.suppress(*PROCESS_ERRORS), open(f"/proc/{child.pid}/status") as file:
            numbers = next((line for line in file if line.startswith("NSpid:")), "").split()[1:]
            if len(numbers) > 1 and os.waitpid(child.pid, os.WNOHANG)[0] == 0:
                child.kill()
                has_more = True
    return has_more


def measure_process(process: psutil.Process) -> tuple[float, int]:
    """Return the seconds of computing and the bytes of memory of a process and its ended children.

    Shared memory counts by its share, or in full where the process does not let the shares be read.
    """
    cpu, memory = 0.0, 0
    with contextlib.suppress(*PROCESS_ERRORS):
        cpu = float(sum(process.cpu_times()[:4]))
        memory = process.memory_info().rss
        full = process.memory_full_info()
        memory = getattr(full, "pss", full.uss) + getattr(full, "swap", 0)
    return cpu, memory


def measure_folder(folder: Path) -> tuple[int, int]:
    """Return the bytes and the number of all files and folders in a folder, however deep."""
    total = number = 0
    waiting = [str(folder)]
    while waiting:
        with contextlib.suppress(OSError), os.scandir(waiting.pop()) as entries:
            for entry in entries:
                number += 1
                with contextlib.suppress(OSError):
                    total += entry.stat(follow_symlinks=False).st_size
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(entry.path)
    return total, number
