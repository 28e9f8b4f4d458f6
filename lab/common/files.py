"""Write results: to standard output at once, to a file whole or not at all."""

import contextlib
import sys
from pathlib import Path

from lab import Unusable

INDEX = "index.txt"  # the name of a list of the puzzles in a folder


def write(text: str) -> None:
    """Write to standard output and flush; lab.common.command reports an OSError."""
    sys.stdout.write(text)
    sys.stdout.flush()


def save(path: Path, text: str | bytes) -> None:
    """Write a file whole or not at all; a link, pipe or device is written through.

    Raises Unusable, with the path and the reason, if that cannot be done.
    """
    data = text.encode() if isinstance(text, str) else text
    part = path.with_name(f".{path.name}.part")
    try:
        if path.is_symlink() or (path.exists() and not path.is_file()):
            path.write_bytes(data)
        else:
            part.write_bytes(data)
            part.replace(path)
    except OSError as error:
        raise Unusable(f"{path}: {error.strerror}") from None
    finally:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
