"""Locks of files and folders: of several commands that write the same one, a single one works."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

import psutil

from lab import Unusable
from lab.common.files import name_file_in_errors
from lab.common.language import translate

AT_WORK = "another {command} is at work there; if process {pid} is something else, delete {lock}"


@contextlib.contextmanager
def hold_lock(path: Path, command: str) -> Iterator[None]:
    """Hold the lock of a file or folder, which need not exist: .NAME.lock beside it.

    The lock of a link is that of its target.  Raises Unusable, with the path and the command, if
    another process has the lock, and if its file cannot be written.
    """
    with name_file_in_errors(path):
        lock = take_lock(path, command)
    try:
        yield
    finally:
        with contextlib.suppress(OSError):  # Windows: another process reads it just now
            lock.unlink()


def take_lock(path: Path, command: str) -> Path:
    """Write the ID of this process into a new file, and return its path; see hold_lock.

    A process that has ended may have left its lock file.  Of the processes that find it, only the
    one that first makes a second file, named after the ended process, may take it over.
    """
    place = path.resolve() if path.is_symlink() else path
    lock = place.parent / f".{place.name}.lock"  # with_name refuses "." and "/"
    while not make_lock(lock):
        try:
            text = lock.read_text("utf-8", "replace").strip()
        except FileNotFoundError:
            continue  # it was given back just now
        is_ended = text.isdecimal() and int(text) < 1 << 31 and not is_other_process(int(text))
        guard = lock.with_name(f"{lock.name}.{text}") if is_ended else lock
        if not (is_ended and make_lock(guard)):
            values = {"command": command, "pid": text[:20] or "?", "lock": guard}
            raise Unusable(f"{path}: {translate(AT_WORK, **values)}")
        try:
            if lock.read_text("utf-8", "replace").strip() == text:
                lock.write_text(str(os.getpid()))
                break
        except FileNotFoundError:
            continue
        finally:
            guard.unlink()
    return lock


def make_lock(path: Path) -> bool:
    """Make a file with the ID of this process; return False if the file is there already."""
    try:
        with path.open("x") as file:  # O_CREAT and O_EXCL
            file.write(str(os.getpid()))
    except FileExistsError:
        return False
    return True


def is_other_process(pid: int) -> bool:
    return pid != os.getpid() and psutil.pid_exists(pid)
