"""After the payment at a live table: wrong chips corrected, patrons' names, and the close."""

import pytest
from playwright.sync_api import Locator, Page, expect

from support.browser.accessibility import expect_accessible
from support.browser.felt_page import FeltPage
from support.browser.floors import CHIEF, FLOAT, PIN, SUPERVISOR, Floor
from support.browser.screens import Screens

BANKER_ON_7 = "KS 3D QH 4C 2D"


def paid(felt: FeltPage) -> None:
    """Box 1 wins 500 on Banker, and box 2 loses 300 on Player."""
    felt.open_bets()
    felt.type("1 b 500 2 p 300")
    felt.close()
    felt.deal(BANKER_ON_7)
    felt.settle()


def row_of(page: Page, value: str) -> Locator:
    """The row of the tray with one kind of chip."""
    return page.get_by_role("row").filter(has=page.get_by_role("rowheader", name=value, exact=True))


@pytest.mark.clause("rws-live", "4.1.1")
@pytest.mark.reading("A-89")
def test_the_float_follows_the_ticks_and_a_mispayment_is_put_right_in_chips(
    floor: Floor, screens: Screens
) -> None:
    table, held = floor.live_table(), dict(FLOAT)
    felt, pit = FeltPage(screens.console(table).page), screens.pit(table, SUPERVISOR)
    pit.section("Float")
    paid(felt)
    told = "has not ticked off $300.00 to take and $500.00 to pay"
    expect(pit.page.get_by_text(told)).to_be_visible()
    expect(row_of(pit.page, "$100")).to_contain_text(str(held[100]))
    felt.page.get_by_role("checkbox", name="Box 2 Player $300").click()
    expect(row_of(pit.page, "$100")).to_contain_text(str(held[100] + 3))
    expect(row_of(pit.page, "$500")).to_contain_text(str(held[500]))
    felt.tick_all()
    expect(row_of(pit.page, "$500")).to_contain_text(str(held[500] - 1))
    expect(pit.page.get_by_text("has not ticked off")).to_have_count(0)

    # The patron was given 600 in black chips instead of one purple chip.
    felt.page.get_by_role("button", name="Correct").click()
    sheet = felt.page.get_by_role("dialog")
    expect(sheet).to_contain_text("Due: 1 × $500")
    given, back, _ = sheet.locator(".chips").all()
    given.get_by_label("$500", exact=True).fill("0")
    given.get_by_label("$100", exact=True).fill("6")
    expect(back.get_by_label("$100", exact=True)).to_have_value("1")
    expect(sheet).to_contain_text("The patron then has $500 of $500")
    expect_accessible(felt.page)
    back.get_by_label("$100", exact=True).fill("2")
    expect(sheet.locator("form .gold")).to_be_disabled()
    back.get_by_label("$100", exact=True).fill("1")
    sheet.locator("form .gold").click()
    expect(sheet).to_have_count(0)
    expect(felt.page.get_by_text("corrected", exact=True)).to_be_visible()
    expect(row_of(pit.page, "$500")).to_contain_text(str(held[500]))
    expect(row_of(pit.page, "$100")).to_contain_text(str(held[100] + 3 - 5))
    expect(pit.section("Events")).to_contain_text("Payment corrected")


def test_a_name_is_entered_at_the_felt_and_erased_in_the_pit(
    floor: Floor, screens: Screens
) -> None:
    table = floor.live_table()
    felt, pit = FeltPage(screens.console(table).page), screens.pit(table, SUPERVISOR)
    felt.open_bets()
    felt.type("3 b 500")
    felt.choose_box("3")
    felt.page.get_by_role("button", name="Name", exact=True).click()
    sheet = felt.page.get_by_role("dialog")
    sheet.get_by_label("Name", exact=True).fill("Tan Ah Kow")
    expect_accessible(felt.page)
    sheet.get_by_role("button", name="Confirm").click()
    expect(sheet).to_have_count(0)
    expect(felt.page.get_by_role("button", name="Tan Ah Kow seated")).to_be_visible()

    patron = pit.section("Float").get_by_role("listitem").filter(has_text="Tan Ah Kow")
    expect(patron).to_contain_text("Box 3")
    patron.get_by_role("button", name="Name", exact=True).click()
    # A Pit Supervisor is told who may erase it.
    expect(pit.page.get_by_role("dialog")).to_contain_text(
        "Only the Pit Manager or above may erase a name"
    )
    expect(pit.page.get_by_role("button", name="Erase the name")).to_have_count(0)
    chief = screens.pit(table, CHIEF)
    named = chief.section("Float").get_by_role("listitem").filter(has_text="Tan Ah Kow")
    named.get_by_role("button", name="Name", exact=True).click()
    chief.page.get_by_role("button", name="Erase the name").click()
    expect(chief.page.get_by_text("Tan Ah Kow")).to_have_count(0)
    expect(felt.page.get_by_text("Tan Ah Kow")).to_have_count(0)


def test_a_table_with_patrons_is_closed_only_after_its_last_round(
    floor: Floor, screens: Screens
) -> None:
    felt = FeltPage(screens.console(floor.live_table()).page)
    paid(felt)
    felt.page.get_by_role("button", name="Shoe and table").click()
    sheet = felt.page.get_by_role("dialog")
    expect(sheet.get_by_role("button", name="Announce the last round")).to_be_visible()
    expect(sheet.get_by_role("button", name="Close the table")).to_have_count(0)
    sheet.get_by_role("button", name="Announce the last round").click()
    sheet.get_by_role("button", name="Confirm").click()
    felt.open_bets()
    felt.close()
    felt.deal(BANKER_ON_7)
    felt.settle()
    felt.page.get_by_role("button", name="Shoe and table").click()
    sheet.get_by_role("button", name="Close the table").click()
    sheet.get_by_text("Sofia Lim").click()
    sheet.locator("input[type=password]").fill(PIN)
    sheet.get_by_role("button", name="Confirm").click()
    expect(felt.console.big).to_contain_text("Open the table")
