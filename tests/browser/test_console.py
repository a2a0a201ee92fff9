"""The Game Console apart from rounds: shoes, counts, the cut card, the Dealer, the table."""

import re

from playwright.sync_api import Locator, expect

from support.browser.accessibility import expect_accessible
from support.browser.console_page import ConsolePage, scan
from support.browser.floors import CHIEF, OTHER_DEALER, PIN, Floor
from support.browser.pit_page import PitPage
from support.browser.screens import Screens
from support.browser.wizard_page import WizardPage


def step(console: ConsolePage, name: str) -> Locator:
    """Open the list of other steps, and choose one."""
    console.page.get_by_role("button", name="Shoe and table").click()
    sheet = console.page.get_by_role("dialog")
    sheet.get_by_role("listitem").get_by_role("button", name=name).click()
    return sheet


def confirm(sheet: Locator) -> None:
    """Confirm the step, and expect the sheet to close."""
    sheet.get_by_role("button", name="Confirm").click()
    expect(sheet).to_have_count(0)


def cards_out(console: ConsolePage, dealt: int, left: int) -> None:
    """Expect the shoe to show how many cards are dealt and left."""
    told = f"{dealt} card{'s' * (dealt > 1)} dealt, {left} left"
    expect(console.page.locator("dl.shoe")).to_contain_text(told)


def set_up(pit: PitPage, name: str) -> None:
    """Set up a table with six decks from a keyed shoe, whose first card is shown and burned."""
    main = pit.section("Tables")
    main.get_by_label("Table", exact=True).fill(name)
    main.get_by_label("Game").select_option("rws-etg")
    main.get_by_label("Decks").fill("6")
    main.get_by_label("Cards from").select_option("keyed shoe")
    main.get_by_role("checkbox", name="Burn cards after loading").check()
    main.get_by_role("button", name="Set up a table").click()
    pit.expect_told(f"Table {name} is set up")


def test_a_table_is_set_up_in_the_pit_and_its_shoe_is_burned_counted_and_ended(
    floor: Floor, screens: Screens
) -> None:
    pit = screens.pit(floor.table(patrons=0), CHIEF)
    name = f"{pit.page.get_by_role('tab', selected=True).locator('b').inner_text()}B"
    set_up(pit, name)
    page = screens.staff(floor, OTHER_DEALER, f"/console?table={name}")
    console, wizard = ConsolePage(page), WizardPage(page)
    console.press("Open the table")
    page.get_by_role("button", name="Shuffled by hand").click()
    # A king counts ten, so eleven cards have left the shoe.
    page.locator(".pad").get_by_role("button", name="King of spades").click()
    page.get_by_role("button", name="Yes, register it").click()
    expect(console.big).to_contain_text("Open the bets")
    cards_out(console, 11, 301)

    sheet = step(console, "Count the cards")
    sheet.get_by_label("Cards in total").fill("312")
    confirm(sheet)
    cards_out(console, 11, 301)
    sheet = step(console, "Count the cards")
    sheet.get_by_label("Cards in total").fill("311")
    confirm(sheet)
    # A wrong count is itself an irregularity, and the shoe is withdrawn.
    expect(wizard.stopped).to_contain_text("Play has stopped: cards missing")
    wizard.expect_way("Confirm", "next round may begin", "No money moves", "stay", "retired")
    wizard.choose_step("Confirm")
    wizard.do("Confirm", "Sofia Lim")
    wizard.expect_over()
    expect(page.locator("dl.shoe")).to_contain_text("none")

    page.get_by_role("button", name="Shuffled by machine").click()
    page.locator(".pad").get_by_role("button", name="Ace of hearts").click()
    page.get_by_role("button", name="Yes, register it").click()
    cards_out(console, 2, 310)
    page.get_by_role("button", name="Cut card came out").click()
    confirm(page.get_by_role("dialog"))
    expect(page.locator("dl.shoe")).to_contain_text("Cut card out")
    # Seen between rounds, the cut card makes the next round the last of the shoe.
    console.open_bets()
    console.close_bets()
    console.deal("4S 2D 5H 3C")
    console.settle()
    expect(page.locator("dl.shoe")).to_contain_text("Last round of the shoe")
    console.press("Retire the shoe")
    sheet = page.get_by_role("dialog")
    sheet.get_by_role("button", name="played out").click()
    confirm(sheet)

    sheet = step(console, "Close the table")
    console.vouch("Sofia Lim", PIN)
    confirm(sheet)
    expect(page.locator(".phase")).to_have_text("table closed")
    pit.look_at(name)
    events = pit.section("Events")
    for title in ("Table set up", "Table opened", "Cards miscounted", "Table closed"):
        expect(events.get_by_role("row").filter(has_text=title).first).to_be_visible()


def test_the_dealer_is_changed_by_somebody_above_and_the_other_deals_no_more(
    floor: Floor, screens: Screens
) -> None:
    table = floor.table(patrons=0)
    daniel, li_wei = screens.console(table), screens.console(table, OTHER_DEALER)
    li_wei.press("Open the bets")
    li_wei.expect_told("li.wei does not deal here, expected daniel.ong")
    sheet = step(daniel, "Change the Dealer")
    sheet.get_by_label("Next Dealer").select_option("li.wei")
    daniel.vouch("Sofia Lim", PIN)
    confirm(sheet)
    for console in (daniel, li_wei):
        expect(console.page.locator("dl.shoe")).to_contain_text("Li Wei")
    daniel.press("Open the bets")
    daniel.expect_told("daniel.ong does not deal here, expected li.wei")
    li_wei.open_bets()


def test_a_virtual_shoe_that_leaves_early_is_revealed(floor: Floor, screens: Screens) -> None:
    table = floor.table(cards="virtual shoe", patrons=0)
    console = screens.console(table)
    console.open_bets()
    console.close_bets()
    console.draw_and_settle()
    # No card of a virtual shoe can be misread or drawn too many.
    wizard = WizardPage(console.page)
    wizard.open()
    wrong = wizard.kind("wrong card registered")
    expect(wrong).to_be_disabled()
    expect(wrong).to_contain_text("from a virtual shoe every card comes as it was drawn")
    wizard.sheet.get_by_role("button", name="Close").click()

    sheet = step(console, "Retire the shoe")
    sheet.get_by_label("Reason").fill("end of the table")
    # Before the cut card, a Dealer alone may not decide this.
    expect(sheet.get_by_role("button", name="Confirm")).to_be_disabled()
    console.vouch("Sofia Lim", PIN)
    confirm(sheet)
    console.page.get_by_role("button", name="Shoe and table").click()
    sheet = console.page.get_by_role("dialog")
    sheet.get_by_role("button", name="Reveal shoe 1").click()
    expect(sheet.get_by_role("button", name="Reveal shoe 1")).to_have_count(0)
    sheet.get_by_role("button", name="Close", exact=True).click()
    console.press("Load a shoe")
    expect(console.big).to_contain_text("Open the bets")


def test_a_shuffler_has_no_shoes_and_restarts_its_roads(floor: Floor, screens: Screens) -> None:
    table = floor.table(cards="electronic card shuffler", patrons=0)
    console = screens.console(table)
    console.open_bets()
    console.close_bets()
    dealt = console.page.locator(".stage .hand .card")
    # Scanned in a burst, as fast as a machine deals: each card still goes to its place.
    for card in ("4S", "2D", "5H", "3C"):
        scan(console.page, card)
    expect(dealt).to_have_count(4)
    console.press("Announce the totals")
    console.settle()
    roads = console.page.locator(".roads").get_by_role("img", name="Big road: P")
    expect(roads).to_be_visible()
    confirm(step(console, "Restart the roads"))
    expect(roads).to_have_count(0)


def test_an_unexpected_card_is_reported_with_what_was_read(floor: Floor, screens: Screens) -> None:
    table = floor.table(cards="shoe that reads", patrons=0)
    console = screens.console(table)
    console.open_bets()
    scan(console.page, "9H")
    stray = console.page.get_by_role("alert").filter(has_text="No card is due now")
    expect(stray).to_contain_text("Nine of hearts was read")
    stray.get_by_role("button", name="Report it").click()
    wizard = WizardPage(console.page)
    wizard.choose("excess or exposed card", clause="5.7", who="Pit Supervisor must confirm")
    review = wizard.review()
    expect(review).to_contain_text("Out, not registered")
    wizard.report()
    # At MBS no clause says where a seen card goes, so the Shift Manager rules (M 6.1).
    wizard.choose_step("Rule: carry the card")
    wizard.word("The ruling, in words", "first in the next deal")
    wizard.do("Rule: carry the card", "Tan Mei Ling")
    wizard.expect_over()
    expect(
        console.page.get_by_text("Exposed before betting, and first in the next deal:")
    ).to_be_visible()
    console.close_bets()
    expect(console.page.locator(".stage .hand .card")).to_have_count(1)
    cards_out(console, 1, 415)


def test_what_happened_is_told_in_chinese_too(floor: Floor, screens: Screens) -> None:
    table = floor.table(cards="shoe that reads", patrons=0)
    console, pit = screens.console(table), screens.pit(table, CHIEF)
    wizard = WizardPage(console.page)
    console.open_bets()
    console.close_bets()
    scan(console.page, "4S")
    wizard.open()
    wizard.choose("foreign card", clause="5.1", who="Pit Supervisor must confirm")
    wizard.add("Cards that are out and not registered", "9H")
    wizard.review()
    wizard.report()
    wizard.choose_step("Confirm")
    wizard.do("Confirm", "Sofia Lim")
    wizard.expect_over()

    for page in (console.page, pit.page):
        page.get_by_role("button", name="中文").click()
    console.page.get_by_role("button", name="历史").click()
    sheet = console.page.get_by_role("dialog")
    sheet.get_by_role("button", name="开头").click()
    told = []
    while True:
        told += [sheet.locator(".step .what").inner_text(), sheet.locator(".count").inner_text()]
        following = sheet.get_by_role("button", name="下一步")
        if following.is_disabled():
            break
        following.click()
    assert any("报告异常，暂停：外来牌，未录入：红心9" in each for each in told)
    pit.page.get_by_role("navigation").get_by_role("button", name="事件").click()
    rows = pit.page.get_by_role("row")
    expect(rows.filter(has_text="外来牌，未录入：红心9")).to_be_visible()
    told += rows.locator("b, small, td:last-child").all_inner_texts()
    people = r"Daniel Ong|Li Wei|Sofia Lim|Arun Nair|Tan Mei Ling|[a-z]+\.[a-z]+\d*"
    english = [
        each for each in told if re.search("[a-z]{3}", re.sub(f"{people}|“[^”]*”", "", each))
    ]
    assert english == []


def test_a_typed_card_waits_for_enter_and_what_is_no_card_is_said(
    floor: Floor, screens: Screens
) -> None:
    console = screens.console(floor.table(cards="shoe that reads"))
    page = console.page
    console.open_bets()
    console.close_bets()
    page.keyboard.press("k")
    page.keyboard.press("d")
    expect(page.get_by_text("KD: press Enter")).to_be_visible()
    # Longer than a Dealer would look at a card before going on.
    page.wait_for_timeout(3_500)
    page.keyboard.press("Enter")
    asked = page.get_by_role("alertdialog", name="Confirm King of diamonds for Player")
    expect(asked).to_be_visible()
    page.get_by_role("button", name="Cancel").click()
    page.locator("h1").click()
    for key in ("k", "x", "Enter"):
        page.keyboard.press(key)
    said = page.get_by_role("alert").filter(has_text="“KX” is not a card")
    expect(said).to_be_visible()
    # A card that waits for its confirmation when play stops is not lost either.
    # Slower than a scanner, whose cards need no confirmation.
    page.keyboard.type("as", delay=200)
    expect(said).to_have_count(0)
    page.keyboard.press("Enter")
    expect(page.get_by_role("alertdialog")).to_be_visible()
    wizard = WizardPage(page)
    wizard.open()
    wizard.choose("technical interruption", clause="5.9", who="Pit Supervisor must confirm")
    wizard.review()
    wizard.report()
    expect(page.get_by_text("Ace of spades was keyed but not confirmed")).to_be_visible()


def test_the_wizard_asks_for_no_order_that_nobody_knows_and_begins_with_what_is_likely(
    floor: Floor, screens: Screens
) -> None:
    table = floor.table("rws-etg")
    console = screens.console(table)
    wizard = WizardPage(console.page)
    console.open_bets()
    console.close_bets()
    for card in ("4S", "5H"):
        console.key(card)
    wizard.open()
    first = wizard.sheet.get_by_role("listitem").first
    expect(first).to_contain_text("wrong card registered")
    expect(wizard.sheet.get_by_role("heading", name="Likely now")).to_be_visible()
    wizard.sheet.get_by_label("Search irregularities").fill("order unknown")
    expect(wizard.sheet.get_by_role("listitem")).to_have_count(1)
    wizard.kind("cards drawn together, order unknown").click()
    row = wizard.row("Cards that are out and not registered")
    expect(row).to_contain_text("In any order")
    expect(row).not_to_contain_text("order in which they left")
    expect(row).to_contain_text("None entered yet")
    heading = wizard.sheet.get_by_role("heading", name="cards drawn together, order unknown")
    shown = heading.evaluate("h => getComputedStyle(h, '::first-letter').textTransform")
    assert shown == "uppercase"
    expect_accessible(console.page)
