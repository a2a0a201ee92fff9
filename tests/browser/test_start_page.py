"""The start page of a demonstration: every link opens the screen that it names."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from screenshots import demonstration
from support.browser.accessibility import expect_accessible
from support.browser.screens import PHONE, Screens
from support.browser.sizes import expect_no_sideways_scroll
from support.browser.terminal_page import TerminalPage


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with demonstration() as links:
        yield str(links[0]["url"]).partition("/enter")[0]


def opened(page: Page, name: str) -> Page:
    """Click a way in, and return the tab that it opens."""
    with page.expect_popup() as popup:
        page.get_by_role("link", name=name).first.click()
    return popup.value


def test_every_way_into_a_demonstration_opens_its_screen_in_its_own_tab(
    address: str, screens: Screens
) -> None:
    page = screens.page()
    page.goto(address)
    expect(page.get_by_role("link", name="Player Terminal B1-1")).to_be_visible()
    expect_accessible(page)
    for name, shown in (
        ("Game Console A1", "Open the bets"),
        ("Live table L1", "Open the bets"),
        ("Pit as Tan Mei Ling", "Approvals"),
    ):
        tab = opened(page, name)
        expect(tab.get_by_role("button", name=shown)).to_be_visible()
        tab.close()
    record = opened(page, "Record as Tan Mei Ling")
    expect(record.get_by_role("button", name="Events")).to_have_attribute("aria-current", "page")
    record.close()
    lab = opened(page, "Lab")
    expect(lab.get_by_label("Game")).to_be_visible()
    lab.close()
    display = opened(page, "Display B2")
    expect(display.get_by_text("B2", exact=True).first).to_be_visible()
    display.close()
    # As often as one likes: the second tab is the same terminal, with its credits.
    for _ in range(2):
        tab = opened(page, "Player Terminal B1-1")
        expect(TerminalPage(tab, "B1-1").credits).to_have_text("$1,000.00")
        tab.close()


def test_the_tables_of_the_start_page_play_on(address: str, screens: Screens) -> None:
    page = screens.page()
    page.goto(address)
    tile = page.get_by_role("link", name="B1 Non-Commission")
    expect(tile).to_contain_text("Bets are open")
    expect(tile.locator("time")).to_contain_text(" s")
    expect(tile.locator("i").first).to_be_visible(timeout=60_000)
    page.get_by_role("button", name="中文").click()
    expect(page.get_by_role("heading", name="进入方式")).to_be_visible()
    expect(tile).to_have_count(0)


def test_the_start_page_fits_a_phone(address: str, screens: Screens) -> None:
    page = screens.page(PHONE)
    page.goto(address)
    expect(page.get_by_role("link", name="Lab")).to_be_visible()
    expect_no_sideways_scroll(page)
    for link in page.get_by_role("link").all():
        box = link.bounding_box()
        assert box is not None
        assert box["height"] >= 44
