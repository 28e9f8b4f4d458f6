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
    is_plain = not path.is_symlink() and (path.is_file() or not path.exists())
    part = path.with_name(f".{path.name}.part") if is_plain else path
    try:
        part.write_text(text, "utf-8")
        part.replace(path)
    except OSError as error:
        raise Unusable(f"{path}: {error.strerror}") from None
    finally:
        if part != path:
            with contextlib.suppress(OSError):
                part.unlink(missing_ok=True)


def progress(text: str = "") -> None:
    """Show what is going on, or no more, on a terminal's last line."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{text}")
        sys.stderr.flush()
