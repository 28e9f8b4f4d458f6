"""Fixtures for tests in a real browser: of one module each, as Playwright blocks asyncio.run."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.lab.web.chromium import go, make_page, start_browser
from tests.lab.web.pages import Visit, serve

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The address of a page without a folder."""
    with serve() as address:
        yield address


@pytest.fixture(scope="module")
def browser() -> Iterator["Browser"]:
    with start_browser() as browser:
        yield browser


@pytest.fixture
def visit(browser: "Browser") -> Iterator[Visit]:
    """Yield a function that opens an address in a new profile; script errors fail the test."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def open_page(address: str, width: int = 1280, height: int = 800, **options: Any) -> "Page":
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        contexts.append(context)
        page = make_page(context)
        page.on("pageerror", lambda error: errors.append(str(error)))
        go(page, address)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not errors
