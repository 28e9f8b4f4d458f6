"""How the tests of grade are run."""

import pytest


@pytest.fixture(scope="module", autouse=True)
def short_search(short_search: None) -> None:
    """Judge submissions by a short search of boards."""
