"""The float of a live table: fills with three signatures, a buy-in, and a count that differs."""

import pytest
from playwright.sync_api import expect

from support.browser.accessibility import expect_accessible
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
    expect(slip).to_contain_text("waits for its carrier")
    slip.get_by_role("button", name="Carry the chips").click()
    signed(pit.page.get_by_role("dialog").last, "Arun Nair")
    expect(slip).to_contain_text("waits for the Dealer")
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


def test_the_float_fits_a_phone(floor: Floor, screens: Screens) -> None:
    pit = screens.pit(floor.live_table(), SUPERVISOR, PHONE)
    pit.section("Float")
    expect(pit.page.get_by_role("row").first).to_be_visible()
    expect_no_sideways_scroll(pit.page)
    expect_fit_for_fingers(pit.page)
