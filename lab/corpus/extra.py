"""What some options need beside the kit's own requirements: requirements.txt here lists it."""

from lab import Unusable

INSTALL = "python3 -m pip install -q -r lab/corpus/requirements.txt"


def lacking(option: str, module: str) -> Unusable:
    """The error to raise where an option needs a module that is not installed."""
    return Unusable(f"{option} needs {module}: {INSTALL}")
