"""Errors in the files of users: each becomes a message that begins with the name of the file."""

import contextlib
from collections.abc import Iterator

from encode import GridError
from lab import Unusable


@contextlib.contextmanager
def name_file_in_errors(name: object) -> Iterator[None]:
    """Raise Unusable, which begins with the name of a file, for an OSError or a GridError."""
    try:
        yield
    except GridError as error:
        raise Unusable(f"{name}:{error}") from None
    except OSError as error:
        raise Unusable(f"{name}: {error.strerror or error}") from None
