"""The float of a live table: fills with three signatures, a buy-in, and a count that differs."""

import re

import pytest
from playwright.sync_api import Page, expect

from support.browser.accessibility import expect_accessible
from support.browser.felt_page import FeltPage
from support.browser.float_sheets import count, done, sheet_of, signed
from support.browser.floors import FLOAT, PIN, SUPERVISOR, Floor
from support.browser.screens import PHONE, Screens
from support.browser.sizes import expect_fit_for_fingers, expect_no_sideways_scroll


@pytest.mark.reading("A-53", "A-89")
def test_a_fill_takes_three_people_and_a_closing_count_shows_what_is_missing(
    floor: Floor, screens: Screens
) -> None:
    table = floor.live_table()
    pit = screens.pit(table, SUPERVISOR)
    pit.section("Float")
    console = screens.console(table)
    held = dict(FLOAT)

    sheet = sheet_of(pit.page, "Request a fill")
    count(sheet, {100: 5})
    expect(sheet).to_contain_text("$500.00")
    done(sheet)
    slip = pit.page.get_by_role("listitem").filter(has_text="Fill 1")
    expect(slip).to_contain_text("waiting for a carrier")
    slip.get_by_role("button", name="Carry the chips").click()
    signed(pit.page.get_by_role("dialog").last, "Arun Nair")
    expect(slip).to_contain_text("waiting for the Dealer")
    expect(slip.get_by_role("button", name="Sign the slip")).to_have_count(0)
    expect_accessible(pit.page)

    console.page.get_by_role("button", name="Float").click()
    console.page.get_by_role("button", name="Sign the slip").click()
    signed(console.page.get_by_role("dialog").last)
    held[100] += 5
    row = pit.page.get_by_role("row").filter(
        has=pit.page.get_by_role("rowheader", name="$100", exact=True)
    )
    expect(row).to_contain_text(str(held[100]))
    expect(slip).to_have_count(0)

    # The Dealer counts all but one chip of $100, and so does the supervisor.
    held[100] -= 1
    count(sheet := sheet_of(console.page, "Closing count"), held)
    done(sheet)
    expect(pit.page.get_by_role("status")).to_contain_text("A second person counts")
    console.page.keyboard.press("Escape")
    expect(console.big).to_contain_text("Second count")
    expect(console.big).to_contain_text("Daniel Ong has counted")
    count(sheet := sheet_of(pit.page, "Second count"), held)
    sheet.locator("input[type=password]").fill(PIN)
    done(sheet)
    told = pit.page.get_by_role("main").get_by_role("alert")
    expect(told).to_contain_text("The count and the bets differ by −$100.00")
    expect_accessible(pit.page)


def test_a_buy_in_and_a_change_move_chips_and_cash(floor: Floor, screens: Screens) -> None:
    table = floor.live_table()
    pit, console = screens.pit(table, SUPERVISOR), screens.console(table)
    pit.section("Float")
    console.page.get_by_role("button", name="Float").click()
    sheet = sheet_of(console.page, "Change chips")
    received, given = sheet.locator(".chips").all()
    received.get_by_label("$500", exact=True).fill("1")
    expect(sheet.locator("form .gold")).to_be_disabled()
    given.get_by_label("$100", exact=True).fill("5")
    done(sheet)
    worth = dict(FLOAT)
    rows = pit.page.get_by_role("row")
    five = rows.filter(has=pit.page.get_by_role("rowheader", name="$500", exact=True))
    expect(five).to_contain_text(str(worth[500] + 1))


def figure(page: Page, name: str) -> str:
    """Return the figure that the pit shows under a name, such as the drop."""
    term = page.get_by_role("main").locator("dt").filter(has_text=re.compile(rf"^{name}$"))
    return term.locator("xpath=following-sibling::dd[1]").inner_text().strip()


def test_drop_and_both_wins_are_what_cash_bets_and_chips_come_to(
    floor: Floor, screens: Screens
) -> None:
    table = floor.live_table()
    pit, felt = screens.pit(table, SUPERVISOR), FeltPage(screens.console(table).page)
    pit.section("Float")
    # By hand: Player wins 300 from the House; Banker loses 500, Tie 50 and a pair 25.
    felt.open_bets()
    felt.type("1 b 500 2 p 300 t 50 7 bp 25")
    on_layout = pit.page.locator("section, article").filter(has_text="Bets on the layout").last
    rows = [" ".join(each.split()) for each in on_layout.get_by_role("row").all_inner_texts()]
    assert rows[1:] == [
        "1 $0.00 $500.00 $0.00 $500.00 / $10,000",
        "2 $300.00 $0.00 $50.00 $300.00 / $10,000",
        "7 $0.00 $0.00 $25.00 $0.00",
        "Table $300.00 $500.00 $75.00 $200.00",
    ]
    felt.close()
    felt.deal("9S KD KH QC")
    felt.settle()
    felt.tick_all()
    won = 500 + 50 + 25 - 300

    felt.page.get_by_role("button", name="Float").click()
    sheet = sheet_of(felt.page, "Buy-in")
    sheet.get_by_role("combobox").select_option(label="Box 2")
    sheet.get_by_label("Amount").fill("1000")
    done(sheet)
    expect(pit.page.get_by_role("main")).to_contain_text("$1,000.00")
    assert figure(pit.page, "Drop") == "$1,000.00"
    assert figure(pit.page, "Win by bets") == f"+${won}.00"
    assert figure(pit.page, "Win by count") == "–"

    # The chips one by one: 500 and three of 25 come in, three of 100 go out, then one of 1,000.
    held = dict(FLOAT)
    held[500] += 1
    held[25] += 3
    held[100] -= 3
    held[1_000] -= 1
    held[25] -= 4  # these four are missing
    count(sheet := sheet_of(felt.page, "Closing count"), held)
    done(sheet)
    count(sheet := sheet_of(pit.page, "Second count"), held)
    sheet.locator("input[type=password]").fill(PIN)
    done(sheet)
    told = pit.page.get_by_role("main").get_by_role("alert")
    expect(told).to_contain_text("The count and the bets differ by −$100.00")
    chips = sum(value * number for value, number in held.items())
    opened = sum(value * number for value, number in FLOAT)
    assert chips - opened + 1_000 == won - 100
    assert figure(pit.page, "Win by count") == f"+${won - 100}.00"
    assert figure(pit.page, "Difference") == "−$100.00"
    assert figure(pit.page, "Win by bets") == f"+${won}.00"


def test_the_float_fits_a_phone(floor: Floor, screens: Screens) -> None:
    pit = screens.pit(floor.live_table(), SUPERVISOR, PHONE)
    pit.section("Float")
    expect(pit.page.get_by_role("row").first).to_be_visible()
    expect_no_sideways_scroll(pit.page)
    expect_fit_for_fingers(pit.page)
