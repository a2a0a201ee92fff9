"""The start page of a demonstration: every link opens the screen that it names."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from screenshots import demonstration
from support.browser.accessibility import expect_accessible
from support.browser.console_page import ConsolePage
from support.browser.felt_page import FeltPage
from support.browser.pit_page import PitPage
from support.browser.screens import PHONE, Screens
from support.browser.sizes import expect_no_sideways_scroll
from support.browser.terminal_page import TerminalPage
from support.browser.wizard_page import WizardPage


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


def test_the_tour_ticks_off_each_step_as_it_happens(address: str, screens: Screens) -> None:
    page = screens.page()
    page.goto(address)
    tour = page.get_by_role("region", name="A short tour")

    def step(title: str) -> Locator:
        return tour.get_by_role("listitem").filter(has_text=title)

    def follow(title: str) -> Page:
        with page.expect_popup() as popup:
            step(title).get_by_role("link").click()
        return popup.value

    def expect_done(title: str) -> None:
        expect(step(title)).to_contain_text("Done")

    console = ConsolePage(follow("Deal"))
    console.open_bets()
    patron = TerminalPage(opened(page, "Player Terminal A1-1"), "A1-1")
    patron.expect_open()
    patron.bet("banker", "$5")
    expect_done("Place a bet")
    console.close_bets()
    console.press_any()
    expect_done("Deal")
    wizard = WizardPage(console.page)
    wizard.open()
    wizard.kind("cards missing").click()
    wizard.review()
    wizard.report()
    expect_done("Something went wrong")
    found = re.search("[0-9]{6}", step("Rule on it").inner_text())
    assert found is not None
    pit = PitPage(follow("Rule on it"))
    pit.look_at("A1")
    ruling = WizardPage(pit.page)
    ruling.choose_step("Confirm")
    ruling.do_alone("Confirm", found[0])
    expect_done("Rule on it")
    record = follow("Find it in the record")
    expect(record.get_by_text("Irregularity reported").first).to_be_visible()
    expect_done("Find it in the record")
    audit = follow("Audit it")
    expect(audit.get_by_role("status")).to_have_text("The record holds.", timeout=120_000)
    expect_accessible(audit)
    expect_done("Audit it")
    tour.get_by_role("button", name="Hide the tour").click()
    expect(tour).to_have_count(0)
    page.get_by_role("button", name="中文").click()
    page.get_by_role("button", name="显示导览").click()
    expect_accessible(page)


def test_a_round_at_the_live_table_takes_keys_alone_and_is_ticked_off(
    address: str, screens: Screens
) -> None:
    page = screens.page()
    page.goto(address)
    tour = page.get_by_role("region", name="At the live table L1")
    step = tour.get_by_role("listitem").filter(has_text="Take and pay")
    with page.expect_popup() as popup:
        step.get_by_role("link").click()
    felt = FeltPage(popup.value)
    keys = felt.page.keyboard
    expect(felt.console.big).to_contain_text("Open the bets")
    keys.press("Enter")
    # Once all robots have bet, one bet is too little, and the sensor misreads another.
    expect(felt.page.locator(".boxes .lies")).to_have_count(5)
    expect(felt.calls).to_contain_text("Box 3: Player $50 is below the minimum")
    keys.press("/")
    expect(felt.calls).to_have_text(["Nothing. All bets are in order."])
    felt.asked("Box 1: Banker $500 recorded")
    keys.press(".")
    expect(felt.sensor).to_contain_text("Its reading matches the record.")
    while felt.console.big.locator("b").inner_text() != "Settle the round":
        felt.press_enter()
    felt.press_enter()
    expect(felt.page.locator(".phase")).to_have_text("round settled")
    felt.tick_all()
    expect(step).to_contain_text("Done")
    expect_accessible(page)
