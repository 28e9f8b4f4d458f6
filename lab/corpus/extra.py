"""Imports the packages that only some options need; requirements.txt here lists them."""

import importlib
from typing import Any

from lab import Unusable


def import_extra(module: str, option: str) -> Any:
    """Return a module that an option needs; raises Unusable if it is not installed."""
    try:
        return importlib.import_module(module)
    except ImportError:
        install = "python3 -m pip install -q -r lab/corpus/requirements.txt"
        raise Unusable(f"{option} needs {module}: {install}") from None
