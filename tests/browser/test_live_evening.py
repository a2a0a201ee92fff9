"""One evening at a live table, with everything that a Dealer and the pit meet."""

import pytest
from playwright.sync_api import expect

from support.browser.felt_page import FeltPage
from support.browser.float_sheets import count, done, sheet_of, signed
from support.browser.floors import FLOAT, PIN, SUPERVISOR, Floor
from support.browser.pit_page import PitPage
from support.browser.screens import Screens
from support.browser.wizard_page import WizardPage


def lay_too_much_and_too_little(felt: FeltPage) -> None:
    """Answer an excess in a box, a bet under the minimum, and an excess at the table."""
    felt.type("1 b 800, 1 + b 500, 2 p 50")
    expect(felt.calls).to_have_count(2)
    # The standing patron gives way to the seated one.
    expect(felt.calls.filter(has_text="Box 1")).to_contain_text(
        "Box 1, standing: take back $300 from Banker"
    )
    felt.page.get_by_role("button", name="Take back $300").click()
    felt.page.get_by_role("button", name="Raise to $100").click()
    expect(felt.spot("1", "Banker")).to_have_accessible_name(
        "Box 1, Banker, seated $800, standing $200"
    )
    # Each box is within its limit, and the table is not.
    felt.type("3 b 900 t 25 5 p 100")
    expect(felt.calls).to_contain_text("Table: Banker is $200 over")
    expect(felt.calls).to_contain_text("Box 1, standing: take back $200 from Banker")
    felt.page.get_by_role("button", name="Take back $200").click()
    expect(felt.calls).to_have_text(["Nothing. All bets are in order."])
    expect(felt.spot("1", "Banker")).to_have_accessible_name("Box 1, Banker, seated $800")


def expose_a_card(felt: FeltPage) -> None:
    """A card too many is seen; it is put right, and two patrons choose differently."""
    wizard = WizardPage(felt.page)
    wizard.open()
    wizard.choose("excess or exposed card", clause="5.7", who="Pit Supervisor must confirm")
    wizard.add("Cards that are out and not registered", "QH")
    wizard.review()
    wizard.report()
    expect(wizard.way("Confirm").first).to_contain_text("Each patron chooses, then round 1 goes on")
    wizard.choose_step("Confirm")
    wizard.do("Confirm", "Sofia Lim")
    rows = felt.page.get_by_role("region", name="Ask each patron").get_by_role("listitem")
    expect(rows.filter(has_text="Box 2")).to_contain_text("gets $100 back")
    rows.filter(has_text="Box 1").get_by_role("button", name="Continue").click()
    expect(rows.filter(has_text="chosen")).to_have_count(1)
    rows.filter(has_text="Box 2").get_by_role("button", name="Take the bets back").click()
    expect(rows.filter(has_text="chosen")).to_have_count(2)
    felt.console.press("End the choice")
    expect(felt.page.locator(".stage .hand .card")).to_have_count(3)


def fill(felt: FeltPage, pit: PitPage, chips: dict[int, int]) -> None:
    """Bring chips: the pit requests them, another person carries them, and the Dealer signs."""
    count(sheet := sheet_of(pit.page, "Request a fill"), chips)
    done(sheet)
    slip = pit.page.get_by_role("listitem").filter(has_text="Fill 1")
    slip.get_by_role("button", name="Carry the chips").click()
    signed(pit.page.get_by_role("dialog").last, "Arun Nair")
    felt.page.get_by_role("button", name="Float").click()
    felt.page.get_by_role("button", name="Sign the slip").click()
    signed(felt.page.get_by_role("dialog").last)


@pytest.mark.clause("rws-live", "5.1", "5.2", "5.3", "5.7", "5.12", "4.1.1")
@pytest.mark.reading("A-53", "A-89")
def test_an_evening_from_the_first_chip_to_a_count_that_differs(
    floor: Floor, screens: Screens
) -> None:
    table = floor.live_table(box_differential=1_000, table_differential=1_500)
    felt, pit = FeltPage(screens.console(table).page), screens.pit(table, SUPERVISOR)
    held = dict(FLOAT)
    pit.section("Float")
    felt.open_bets()
    lay_too_much_and_too_little(felt)
    felt.close()
    felt.choose_box("3")
    felt.page.get_by_role("button", name="Walks away").click()
    expect(felt.page.locator(".panel")).to_contain_text("walked away")
    felt.deal("KS 2D")
    expose_a_card(felt)

    # Banker draws to 6: a half is paid, and the chips are cut to the last one.
    felt.deal("4C 2C", after=3)
    felt.settle()
    assert felt.lines("Take") == ["3 Any Tie $25 1 × 25", "5 Player $100 1 × 100"]
    assert felt.lines("Pay") == [
        "1 Banker half of $800 $400 4 × 100",
        "3 Banker half of $900 held: the patron walked away $450 4 × 100 2 × 25",
    ]
    felt.tick_all()
    held[25] += 1 - 2
    held[100] += 1 - 4 - 4
    waiting = felt.page.get_by_role("region", name="Held for patrons")
    expect(waiting).to_contain_text("$1,350")
    fill(felt, pit, {100: 20})
    held[100] += 20

    # Two people count the same, and one chip of $500 is not there.
    held[500] -= 1
    count(sheet := sheet_of(felt.page, "Closing count"), held)
    done(sheet)
    count(sheet := sheet_of(pit.page, "Second count"), held)
    sheet.locator("input[type=password]").fill(PIN)
    done(sheet)
    told = pit.page.get_by_role("main").get_by_role("alert")
    expect(told).to_contain_text("The count and the bets differ by −$500.00")
