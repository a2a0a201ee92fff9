"""The start page of a demonstration: every link opens the screen that it names."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from screenshots import demonstration
from support.browser.accessibility import expect_accessible
from support.browser.screens import PHONE, Screens
from support.browser.sizes import expect_no_sideways_scroll
from support.browser.terminal_page import TerminalPage


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with demonstration() as links:
        yield str(links[0]["url"]).partition("/enter")[0]


def test_every_main_link_of_a_demonstration_opens_its_screen(
    address: str, screens: Screens
) -> None:
    page = screens.page()
    page.goto(address)
    expect_accessible(page)
    page.get_by_role("link", name="Player Terminal B1-1").click()
    terminal = TerminalPage(page, "B1-1")
    expect(terminal.credits).to_have_text("$1,000.00")
    for name, shown in (
        ("Game Console A1", "Open the bets"),
        ("Pit", "Approvals"),
    ):
        page.goto(address)
        page.get_by_role("link", name=name).first.click()
        expect(page.get_by_role("button", name=shown)).to_be_visible()
    page.goto(address)
    page.get_by_role("link", name="Lab").click()
    expect(page.get_by_label("Game")).to_be_visible()
    page.get_by_role("link", name="All screens").click()
    page.get_by_role("link", name="Display B2").click()
    expect(page.get_by_text("B2", exact=True).first).to_be_visible()
    # The terminal that this browser is already, with its credits.
    page.goto(address)
    page.get_by_role("link", name="Player Terminal B1-1").click()
    expect(terminal.credits).to_have_text("$1,000.00")


def test_the_start_page_fits_a_phone(address: str, screens: Screens) -> None:
    page = screens.page(PHONE)
    page.goto(address)
    expect_no_sideways_scroll(page)
    for link in page.get_by_role("link").all():
        box = link.bounding_box()
        assert box is not None
        assert box["height"] >= 44
