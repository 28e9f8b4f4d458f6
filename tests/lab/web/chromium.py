"""Debian's chromium, driven by Playwright: tests of the pages in a real browser."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

CHROMIUM = "chromium"
TIMEOUT = 120_000  # milliseconds, on a machine that others use, too
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
FLAGS += ["--disable-dev-shm-usage", "--disable-component-update", "--disable-sync"]

NEEDS_CHROMIUM = [
    pytest.mark.tools,
    pytest.mark.skipif(not find_spec("playwright"), reason="playwright is not installed"),
    pytest.mark.skipif(not shutil.which(CHROMIUM), reason=f"{CHROMIUM} is not installed"),
]


@contextmanager
def start_browser() -> Iterator["Browser"]:
    """Start a browser without a window; yield it."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which(CHROMIUM), args=FLAGS)
        yield browser
        browser.close()


def make_page(parent: "Browser | BrowserContext") -> "Page":
    """Return a new page, where an action or a wait has the time TIMEOUT."""
    page = parent.new_page()
    page.set_default_timeout(TIMEOUT)
    return page


def go(page: "Page", address: str) -> None:
    """Open an address in a page, and wait until it can be used."""
    page.goto(address)
    page.wait_for_selector("body[data-ready]")


def list_violations(page: "Page") -> list[str]:
    """Return a line for each violation that axe finds on a page."""
    from axe_playwright_python.sync_playwright import Axe

    return [
        f"{violation['id']}: {node['target']} {node['failureSummary']}"
        for violation in Axe().run(page).response["violations"]
        for node in violation["nodes"]
    ]
