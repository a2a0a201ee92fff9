from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from chromium import FLAGS, find_chromium
from support.browser.floors import Floor
from support.browser.screens import PATIENCE_MS, Screens

expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="session")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Floor]:
    """Run one floor for all tests of a worker, each with its own tables; audit it at the end."""
    floor = Floor(tmp_path_factory.mktemp("floor"))
    yield floor
    floor.close()


# Not for the session: while it runs, no other test of the worker can have an event loop.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    chromium = find_chromium()
    assert chromium is not None, "no Chromium: make browser installs one"
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def screens(browser: Browser) -> Iterator[Screens]:
    """Open screens for a test, which fails if their pages report errors."""
    screens = Screens(browser)
    yield screens
    screens.close()
    assert screens.unexcused == []
