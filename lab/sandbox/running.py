"""A command that runs: its streams, what it takes, and its end.

The kernel limits each process; what all of them take is watched from outside.
Sources: proc(5), memfd_create(2), pid_namespaces(7).
"""

import contextlib
import os
import subprocess
import threading
import time
from pathlib import Path
from typing import IO, NamedTuple

import psutil

from lab.common.processes import end_process_tree
from lab.sandbox.limits import CommandResult, Limits

FIRST, TICK = 0.03, 0.05  # seconds until the first look at what a command takes, between looks
SELDOM = 0.2  # seconds between looks at a command of the kit's own
CHUNK = 1 << 16
GONE = 5.0  # seconds for killed processes to end
LATE = 1.0  # seconds of computing beyond the limit that the kernel keeps of each process
STARTERS = 4  # processes that are those of an isolation level, not of the command
BY_SIGNAL = 128  # added to the number of a signal in an exit status
SIGKILL, SIGXCPU = 9, 24
IS_LISTED = os.path.exists("/proc/thread-self/children")
PROBLEMS = (psutil.Error, OSError)


class Reader(threading.Thread):
    """Reads a stream to its end, or until it has more than `most` bytes that nobody took."""

    def __init__(self, stream: IO[bytes], most: int) -> None:
        super().__init__(daemon=True)
        self.stream, self.most = stream, most
        self.data = bytearray()
        self.news = threading.Condition()
        self.closed = False
        self.start()

    def run(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            while not self.flooded and (chunk := os.read(self.stream.fileno(), CHUNK)):
                with self.news:
                    self.data += chunk
                    self.news.notify()
        with self.news:
            self.closed = True
            self.news.notify()

    @property
    def flooded(self) -> bool:
        return len(self.data) > self.most

    def line(self, seconds: float) -> bytes:
        """Takes a line, empty if there is none within so many seconds."""
        with self.news:
            self.news.wait_for(lambda: b"\n" in self.data or self.closed, seconds)
            line, end, rest = self.data.partition(b"\n")
            if not end:
                return b""
            self.data = rest
            return bytes(line)


class CommandEnded(Exception):
    """A command ended before it gave an answer; `over` is the limit, or empty."""

    def __init__(self, over: str) -> None:
        super().__init__(over)
        self.over = over


class Program(NamedTuple):
    """What is started: words, folder and environment, and the folder that it may write into, as
    it sees it."""

    argv: list[str]
    folder: Path
    environment: dict[str, str]
    scratch: Path


class RunningCommand:
    """A process with all that it started; `in_namespace` if none can outlive the first."""

    def __init__(self, program: Program, limits: Limits, in_namespace: bool) -> None:
        self.limits, self.in_namespace, self.scratch = limits, in_namespace, program.scratch
        self.begin = time.monotonic()
        self.process = subprocess.Popen(
            program.argv,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=program.folder,
            env=program.environment,
            start_new_session=True,
        )
        assert self.process.stdin and self.process.stdout and self.process.stderr
        self.root = process_of(self.process.pid)
        self.stdin = self.process.stdin
        self.stdout = Reader(self.process.stdout, limits.output)
        self.stderr = Reader(self.process.stderr, limits.output)
        self.cpu, self.memory = 0.0, 0

    # ------------------------------------------------------------ one answer, or many

    def finish(self, stdin: bytes) -> CommandResult:
        """Gives it its input and waits for its end, or ends it at a limit."""
        self.feed(stdin, close=True)
        over, pause = "", FIRST
        while not over and not self.has_ended(pause):
            over, pause = self.exceeded(self.begin), TICK
        status = self.end()
        over = over or self.flooded() or ("computing" if self.is_late(status) else "")
        out, err = (bytes(one.data[: one.most]) for one in (self.stdout, self.stderr))
        seconds = time.monotonic() - self.begin
        return CommandResult(status, out, err, over, self.cpu, seconds, self.memory)

    def ask(self, line: bytes, wall: float) -> bytes:
        """The line that it answers to a line; raises Ended, after which nothing can be asked."""
        self.feed(line + b"\n")
        begin, pause, over = time.monotonic(), SELDOM, ""
        while not over:
            if answer := self.stdout.line(pause):
                return answer
            if self.is_over:
                break
            over, pause = self.exceeded(begin, wall), SELDOM
        self.end()
        raise CommandEnded(over)

    @property
    def is_over(self) -> bool:
        """Whether it has ended, or closed its output, so that nothing can be asked."""
        return self.stdout.closed or self.process.poll() is not None

    def feed(self, data: bytes, close: bool = False) -> None:
        """Starts to write into its input; it need not read it."""
        threading.Thread(target=self._feed, args=(data, close), daemon=True).start()

    def _feed(self, data: bytes, close: bool) -> None:
        with contextlib.suppress(OSError, ValueError):
            self.stdin.write(data)
            self.stdin.flush()
        if close:
            with contextlib.suppress(OSError, ValueError):
                self.stdin.close()

    def has_ended(self, seconds: float) -> bool:
        """Whether the process has ended, after so many seconds at most.

        Its output usually ends with it, which is known at once.
        """
        self.stdout.join(seconds)
        if self.stdout.closed and not self.stdout.flooded:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(seconds)
        return self.process.poll() is not None

    # ------------------------------------------------------------ what it takes

    def exceeded(self, begin: float, wall: float | None = None) -> str:
        """The limit that is exceeded, or nothing."""
        limits, tree = self.limits, self.tree()
        with_shared = sum(map(resident, tree))
        memory = with_shared if with_shared <= limits.memory else sum(map(share, tree))
        memory += nameless_files(tree)
        self.cpu = max(self.cpu, sum(map(computed, tree)))
        self.memory = max(self.memory, memory)
        disk, files = self.written(tree)
        taken = {
            "computing": self.cpu > limits.cpu + LATE,
            "time": time.monotonic() - begin > (wall or limits.wall),
            "memory": memory > limits.memory,
            "processes": len(tree) > limits.processes + STARTERS,
            "disk": disk >= limits.disk,
            "files": files > limits.files,
        }
        return self.flooded() or next((name for name, over in taken.items() if over), "")

    def flooded(self) -> str:
        return "output" if self.stdout.flooded or self.stderr.flooded else ""

    def is_late(self, status: int) -> bool:
        """Whether the kernel ended it for what it computed."""
        killed = status == BY_SIGNAL + SIGKILL and self.cpu >= self.limits.cpu
        return killed or status in (BY_SIGNAL + SIGXCPU, -SIGXCPU)

    def tree(self) -> list[psutil.Process]:
        """The processes that there are; none if the first has ended, or without /proc."""
        if not self.root:
            return []
        found = [self.root]
        with contextlib.suppress(*PROBLEMS):
            if not IS_LISTED:
                return [self.root, *self.root.children(recursive=True)]
            for one in found:
                found += children(one.pid)
        return found

    def written(self, tree: list[psutil.Process]) -> tuple[int, int]:
        """Bytes and files in the writable folder."""
        if not self.in_namespace:
            return size_of(self.scratch)
        try:
            used = os.statvfs(f"/proc/{tree[-1].pid}/root{self.scratch}")
        except (OSError, IndexError):
            return 0, 0
        blocks = used.f_blocks - used.f_bfree
        return blocks * used.f_frsize, used.f_files - used.f_ffree

    # ------------------------------------------------------------ the end

    def end(self) -> int:
        """Ends all its processes; the exit status of the first.

        In a namespace all others end with it; elsewhere it has adopted them, see launch.py.
        """
        if self.process.poll() is None:
            if self.in_namespace:
                self.process.kill()
            else:
                end_process_tree(self.process.pid)
        status = self.process.wait()
        for reader in (self.stdout, self.stderr):
            reader.join(GONE)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            with contextlib.suppress(OSError, ValueError):
                assert stream
                stream.close()
        if self.in_namespace:
            bury_orphans()
        return status


# ---------------------------------------------------------------- of one process


def process_of(pid: int) -> psutil.Process | None:
    """A process; None if it cannot be seen, as without /proc."""
    try:
        return psutil.Process(pid)
    except PROBLEMS:
        return None


def children(pid: int) -> list[psutil.Process]:
    """The children of a process; none if it has ended.

    psutil looks at all processes of the machine for this, which takes ten times as long.
    """
    found = []
    with contextlib.suppress(*PROBLEMS):
        for thread in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{thread}/children") as file:
                found += [psutil.Process(int(child)) for child in file.read().split()]
    return found


def bury_orphans() -> None:
    """Takes the exit status of children that were the first of a namespace, and have ended.

    They become children of this process if it adopts orphans, see lab/common/processes.py; nobody
    else would wait for them.  Other children are left to those who started them.
    """
    for child in children(os.getpid()):
        with contextlib.suppress(*PROBLEMS):
            if child.status() == psutil.STATUS_ZOMBIE and is_nested(child.pid):
                os.waitpid(child.pid, os.WNOHANG)


def is_nested(pid: int) -> bool:
    """Whether a process has a number in another namespace, too."""
    with open(f"/proc/{pid}/status") as file:
        return any(line.startswith("NSpid:") and len(line.split()) > 2 for line in file)


def computed(process: psutil.Process) -> float:
    """Seconds of a process and of those of its children that have ended."""
    try:
        return float(sum(process.cpu_times()[:4]))
    except PROBLEMS:
        return 0.0


def resident(process: psutil.Process) -> int:
    """Bytes, those shared with others among them."""
    try:
        return int(process.memory_info().rss)
    except PROBLEMS:
        return 0


def share(process: psutil.Process) -> int:
    """Bytes, of those shared with others its share; slower."""
    try:
        full = process.memory_full_info()
        return int(getattr(full, "pss", full.uss))
    except PROBLEMS:
        return 0


def nameless_files(tree: list[psutil.Process]) -> int:
    """Bytes of memory in files without a name (memfd_create), which count for no process."""
    sizes: dict[tuple[int, int], int] = {}
    for process in tree:
        with contextlib.suppress(OSError):
            for entry in os.scandir(f"/proc/{process.pid}/fd"):
                with contextlib.suppress(OSError):
                    if os.readlink(entry.path).startswith("/memfd:"):
                        found = os.stat(entry.path)
                        sizes[found.st_dev, found.st_ino] = found.st_blocks * 512
    return sum(sizes.values())


def size_of(folder: Path) -> tuple[int, int]:
    """Bytes and number of all that lies in a folder."""
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
