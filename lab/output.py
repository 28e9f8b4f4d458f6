"""Where results go: standard output, files, and a terminal's last line while it takes long."""

import contextlib
import sys
from pathlib import Path

from lab import Unusable


def write(text: str) -> None:
    """To standard output, at once; an OSError there is for lab.__main__ to tell."""
    sys.stdout.write(text)
    sys.stdout.flush()


def keep(path: Path, text: str) -> None:
    """Into a file, which is there whole or not at all; a link, a pipe or a device stays one."""
    try:
        if path.is_symlink() or (path.exists() and not path.is_file()):
            path.write_text(text, "utf-8")
        else:
            replace(path, text)
    except OSError as error:
        raise Unusable(f"{path}: {error.strerror}") from None


def replace(path: Path, text: str) -> None:
    """Put a file with this text in the place of what may be there."""
    part = path.with_name(f".{path.name}.part")
    try:
        part.write_text(text, "utf-8")
        part.replace(path)
    finally:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)


def progress(text: str = "") -> None:
    """Show what is going on, or no more, on a terminal's last line."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{text}")
        sys.stderr.flush()
