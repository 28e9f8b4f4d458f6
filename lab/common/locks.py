"""Locks of files and folders: only one command at a time writes the same one."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

from filelock import SoftFileLock, Timeout

from lab import Unusable
from lab.common.files import name_file_in_errors
from lab.common.language import translate

AT_WORK = "another {command} is at work there; if process {pid} is something else, delete {lock}"


@contextlib.contextmanager
def hold_lock(path: Path, command: str) -> Iterator[None]:
    """Hold the lock of a file or folder, which need not exist: .NAME.lock beside it.

    The lock of a link is that of its target.  A process that has ended holds no lock, even if its
    file is still there.  Raises Unusable, with the path and the command, if another process has
    the lock, and if its file cannot be written.
    """
    place = path.resolve() if path.is_symlink() else path
    lock = SoftFileLock(place.parent / f".{place.name}.lock", timeout=0)
    with name_file_in_errors(path):
        place.parent.stat()  # filelock would make a folder that is missing
        try:
            lock.acquire()
        except Timeout:
            values = {"command": command, "pid": lock.pid or "?", "lock": lock.lock_file}
            raise Unusable(f"{path}: {translate(AT_WORK, **values)}") from None
    try:
        yield
    finally:
        lock.release()
