"""Takes the pictures of the README: a demonstration floor with a past, in Chromium."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias

from playwright.sync_api import Browser, Page, expect, sync_playwright

from chromium import FLAGS, find_chromium
from support.browser.console_page import ConsolePage
from support.browser.stillness import be_still
from support.browser.terminal_page import TerminalPage

Links: TypeAlias = list[dict[str, Any]]

IMAGES = Path(__file__).resolve().parent.parent / "docs" / "images"
ROUNDS = 22
"""Enough to fill the roads."""
PAST = "12h"
"""So that the pit has figures to show."""
ROBOTS = 4
DESK, HALL = (1280, 800), (1280, 720)


@contextmanager
def demonstration(*more: str) -> Iterator[Links]:
    """Run a demonstration floor, and yield its links."""
    words = ["demo", "--no-browser", "--json", "--port", "0", "--betting", "30", *more]
    people = ["--terminals", "1", "--robots", str(ROBOTS)]
    command = [sys.executable, "-m", "punto", *words, *people]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603
        try:
            if process.stdout is None or not (line := process.stdout.readline()):
                sys.exit("the demonstration did not start")
            yield json.loads(line)["links"]
        finally:
            process.terminate()


def opened(browser: Browser, links: Links, screen: str, size: tuple[int, int]) -> Page:
    """Open the first screen of a kind at the Dealer's table, in its own browser context."""
    link = next(x for x in links if x["screen"] == screen and x["table"] in {"A1", None})
    width, height = size
    page = browser.new_page(viewport={"width": width, "height": height})
    page.goto(link["url"])
    return page


def play(console: ConsolePage, rounds: int) -> None:
    """Play some rounds, so that the screens have something to show."""
    for _ in range(rounds):
        console.open_bets()
        console.close_bets()
        console.draw_and_settle()


def picture(page: Page, name: str) -> None:
    """Take a picture after all movement on the page has ended."""
    be_still(page)
    page.screenshot(path=IMAGES / f"{name}.png")
    print(f"docs/images/{name}.png")


def take(browser: Browser, links: Links) -> None:
    """Take all pictures, in the order in which a round offers them."""
    console = ConsolePage(opened(browser, links, "console", DESK))
    terminal = TerminalPage(opened(browser, links, "terminal", DESK), "A1-1")
    pit, display = opened(browser, links, "pit", DESK), opened(browser, links, "display", HALL)
    play(console, ROUNDS)
    console.open_bets()
    terminal.choose_chip("$25")
    terminal.bet("banker", "$75", times=3)
    terminal.choose_chip("$5")
    terminal.bet("tiger", "$5")
    terminal.bet("tiger-pair", "$5")
    # The robots are slow, as patrons are.
    expect(console.page.locator(".board li.bets")).to_have_count(1 + ROBOTS, timeout=60_000)
    picture(terminal.page, "terminal")
    picture(display, "display")
    pit.get_by_label("Period").select_option(label="Last 24 hours")
    picture(pit, "pit")
    console.close_bets()
    for _ in range(3):
        console.press_any()
    picture(console.page, "console")


def main() -> None:
    """Play a floor, and save its pictures where the README shows them."""
    chromium = find_chromium()
    if chromium is None:
        sys.exit("no Chromium was found: make browser installs one")
    with demonstration("--history", PAST) as links, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=FLAGS)
        take(browser, links)
        browser.close()


if __name__ == "__main__":
    main()
