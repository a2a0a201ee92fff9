"""The lab's page, and the edges on the screens of a table."""

import re

from playwright.sync_api import Locator, Page, expect

from punto.bootstrap.rule_book import shipped_game
from punto.lab import GameOdds, exact_odds
from support.browser.accessibility import expect_accessible
from support.browser.floors import MANAGER, Floor
from support.browser.screens import KIOSK, PHONE, Screens
from support.browser.sizes import expect_no_sideways_scroll

PATIENCE_MS = 60_000
"""The lab's process has to start, and may have to compile."""


def odds_of(decks: int, without: str = "") -> GameOdds:
    game = shipped_game("mbs-tiger")
    assert game is not None
    return exact_odds(game, decks, without)


def per_cent(edge: float) -> str:
    return f"{100 * edge:.4f} %".replace("-", "−")


def expect_edges(page: Page, odds: GameOdds) -> None:
    """Expect the edge of every bet in the chart to equal the library's."""
    for bet, known in odds.items():
        value = page.locator(f"[data-bet={bet}] .value")
        expect(value).to_have_text(per_cent(float(known.edge)), timeout=PATIENCE_MS)


def card(page: Page, name: str) -> Locator:
    return page.locator(f"[data-card='{name}']")


def test_cards_leave_the_shoe_and_every_edge_follows(floor: Floor, screens: Screens) -> None:
    page = screens.staff(floor, MANAGER, "/lab", KIOSK)
    page.get_by_label("Game").select_option("mbs-tiger")
    expect_edges(page, odds_of(8))
    expect_accessible(page)
    for name in ("6S", "6S", "6H", "KD"):
        card(page, name).click()
    expect(page.get_by_text("412 cards left")).to_be_visible()
    expect(card(page, "6S")).to_have_accessible_name("Six of spades, 6 left")
    expect_edges(page, odds_of(8, "6S 6S 6H KD"))
    # By keyboard: back to the six of hearts, which is put back, and one more king.
    card(page, "6H").focus()
    page.keyboard.press("Backspace")
    card(page, "QD").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Cards taken out")).to_have_value("6S 6S KD KD")
    expect_edges(page, odds_of(8, "6S 6S KD KD"))
    # By text, after a word that is not a card.
    page.get_by_label("Cards taken out").fill("AS 1X")
    page.get_by_role("button", name="Apply").click()
    expect(page.get_by_text("1X: this card is not in the shoe")).to_be_visible()
    page.get_by_label("Cards taken out").fill("as AS 4d")
    page.keyboard.press("Enter")
    page.get_by_label("Decks").select_option("6")
    tiger = odds_of(6, "AS AS 4D")
    expect_edges(page, tiger)
    page.locator("[data-bet=tiger] button").click()
    more = page.locator("[data-bet=tiger] .more")
    expect(more.get_by_text(per_cent(float(tiger["tiger"].win)))).to_be_visible()
    exact = tiger["tiger"].edge
    expect(more.get_by_text(f"{exact.numerator}/{exact.denominator}")).to_be_visible()
    expect_accessible(page)
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    expect_no_sideways_scroll(page)
    expect_accessible(page)
    expect(page.get_by_text("including the 3 cards taken out above")).to_have_count(2)
    page.get_by_role("button", name="Full shoe", exact=True).click()
    expect_edges(page, odds_of(6))
    simulate(page)
    study(page)
    # Earlier results stay available for comparison.
    earlier = page.get_by_text("Simulation: Tiger Baccarat, 6 decks · 100,000 rounds")
    earlier.click()
    expect(page.get_by_role("region", name="Simulation").get_by_role("row")).to_have_count(9)
    make_sheet(page)


def simulate(page: Page) -> None:
    """Simulate on the same page, because another page would start the lab again."""
    page.get_by_label("Rounds").select_option("100,000")
    page.get_by_role("button", name="Simulate").click()
    results = page.get_by_role("region", name="Simulation")
    expect(results.get_by_role("row")).to_have_count(9, timeout=PATIENCE_MS)
    edge = per_cent(float(odds_of(6)["tiger"].edge))
    expect(results.get_by_role("row", name=re.compile("^Tiger [0-9]"))).to_contain_text(edge)
    expect_no_sideways_scroll(page)
    expect_accessible(page)


def study(page: Page) -> None:
    page.get_by_label("Shoes").select_option("50")
    page.get_by_role("button", name="Study", exact=True).click()
    results = page.get_by_role("region", name="Counting study")
    expect(results.get_by_role("row")).to_have_count(9, timeout=PATIENCE_MS)
    page.get_by_label("House edge by depth").select_option("tiger-pair")
    expect(page.get_by_role("img", name=re.compile("^Tiger Pair: mean house edge"))).to_be_visible()
    expect_no_sideways_scroll(page)
    expect_accessible(page)


def make_sheet(page: Page) -> None:
    """Create a PAR sheet, and check its page and its PDF."""
    page.get_by_role("button", name="Create the PAR sheet").click()
    link = page.get_by_role("link", name="Open the page")
    expect(link).to_be_visible(timeout=PATIENCE_MS)
    pdf = page.get_by_role("link", name="Download the PDF").get_attribute("href")
    assert pdf is not None
    assert page.request.get(f"{page.url.partition('/lab')[0]}{pdf}").body().startswith(b"%PDF")
    with page.expect_popup() as opened:
        link.click()
    sheet = opened.value
    expect(sheet.get_by_role("heading", name="Tiger Baccarat")).to_be_visible()
    edge = odds_of(6)["tiger"].edge
    expect(sheet.get_by_text(f"{edge.numerator}/{edge.denominator}").first).to_be_attached()
    expect_no_sideways_scroll(sheet)


def test_whoever_is_nobody_signs_in_before_using_the_lab(floor: Floor, screens: Screens) -> None:
    page = screens.page()
    screens.excuse("401")
    page.goto(f"{floor.address}/lab")
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()


def test_the_screens_of_a_table_tell_the_exact_edges(floor: Floor, screens: Screens) -> None:
    table = floor.table()
    terminal, console = screens.terminal(table, size=PHONE), screens.console(table)
    terminal.page.get_by_role("button", name="Rules").click()
    console.page.get_by_role("button", name="Bets and house edge").click()
    for page in (terminal.page, console.page):
        sheet = page.get_by_role("dialog")
        for bet, words in (("player", "Player"), ("tiger-tie", "Tiger Tie")):
            edge = odds_of(8)[bet].edge
            row = sheet.get_by_role("row", name=re.compile(f"^{words} [0-9]"))
            expect(row).to_contain_text(per_cent(float(edge)))
            expect(row).to_contain_text(f"{edge.numerator}/{edge.denominator}")
        expect_accessible(page)
        expect_no_sideways_scroll(page)
