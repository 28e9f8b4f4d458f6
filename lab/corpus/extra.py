"""The requirements of some options beside the kit's own: requirements.txt here lists them."""

from lab import Unusable

INSTALL = "python3 -m pip install -q -r lab/corpus/requirements.txt"


def missing_extra(option: str, module: str) -> Unusable:
    """Return the error to raise where an option needs a module that is not installed."""
    return Unusable(f"{option} needs {module}: {INSTALL}")
