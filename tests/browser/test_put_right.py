"""A paid round of a live table is put right: whom to take from and to pay, and what is owed."""

import pytest
from playwright.sync_api import Locator, Page, expect

from support.browser.accessibility import expect_accessible
from support.browser.felt_page import FeltPage
from support.browser.floors import SUPERVISOR, Floor
from support.browser.screens import Screens
from support.browser.wizard_page import WizardPage

BANKER_ON_7 = "KS 3D QH 4C 2D"


def paid(felt: FeltPage) -> None:
    """Box 1 wins 500 on Banker, and box 2 loses 300 on Player; all of it is ticked off."""
    felt.open_bets()
    felt.type("1 b 500 2 p 300")
    felt.close()
    felt.deal(BANKER_ON_7)
    felt.settle()
    felt.tick_all()


def put_right(felt: FeltPage, person: str, role: str, earlier: int | None = None) -> None:
    """The last card was an 8 in truth, so that Player won."""
    wizard = WizardPage(felt.page)
    wizard.open()
    if earlier is not None:
        wizard.of_earlier(earlier)
    wizard.choose("wrong card registered", clause="5.14", who=f"{role} must confirm")
    wizard.remove("2D")
    wizard.add("The cards on the table, in dealing order", "8D")
    wizard.review()
    wizard.report()
    wizard.choose_step("Confirm")
    wizard.do("Confirm", person)
    wizard.expect_over()


def right(page: Page, number: int) -> Locator:
    """The list of a round that was put right."""
    return page.get_by_role("region", name=f"Round {number} was put right")


@pytest.mark.clause("rws-live", "5.14")
@pytest.mark.reading("A-72")
def test_the_round_just_paid_is_put_right_and_the_differences_are_ticked_off(
    floor: Floor, screens: Screens
) -> None:
    table = floor.live_table()
    felt, pit = FeltPage(screens.console(table).page), screens.pit(table, SUPERVISOR)
    pit.section("Float")
    paid(felt)
    put_right(felt, "Sofia Lim", "Pit Supervisor")
    expect(felt.page.get_by_text("The round was put right.")).to_be_visible()
    assert felt.lines("Take") == ["1 Box 1 was +$500.00, now −$500.00 $1,000 1 × 1K"]
    assert felt.lines("Pay") == ["2 Box 2 was −$300.00, now +$300.00 $600 1 × 500 1 × 100"]
    expect_accessible(felt.page)
    lines = right(pit.page, 1).get_by_role("listitem")
    expect(lines.nth(0)).to_contain_text("Box 1: take $1,000")
    expect(lines.nth(1)).to_contain_text("Box 2: pay $600")
    expect_accessible(pit.page)
    told = pit.page.get_by_text("has not ticked off $1,000.00 to take and $600.00 to pay")
    expect(told).to_be_visible()
    felt.tick_all()
    expect(told).to_have_count(0)
    felt.open_bets()
    expect(right(pit.page, 1)).to_have_count(0)


@pytest.mark.clause("rws-live", "5.14")
@pytest.mark.reading("A-29")
def test_an_earlier_round_is_put_right_while_the_next_is_open(
    floor: Floor, screens: Screens
) -> None:
    table = floor.live_table()
    felt, pit = FeltPage(screens.console(table).page), screens.pit(table, SUPERVISOR)
    pit.section("Float")
    paid(felt)
    felt.open_bets()
    felt.type("3 b 200")
    put_right(felt, "Tan Mei Ling", "Table Game Shift Manager", earlier=1)
    for page in (felt.page, pit.page):
        lines = right(page, 1).get_by_role("listitem")
        expect(lines).to_have_count(2)
        expect(lines.nth(0)).to_contain_text("Box 1: take $1,000")
        expect(lines.nth(0)).to_contain_text("was +$500.00, now −$500.00")
        expect(lines.nth(0)).to_contain_text("1 × 1K")
        expect(lines.nth(1)).to_contain_text("Box 2: pay $600")
        expect_accessible(page)
    felt.page.get_by_role("button", name="中文").click()
    chinese = felt.page.get_by_role("region", name="第 1 局已更正")
    expect(chinese).to_contain_text("1 号位：收回 $1,000")
    expect(chinese).to_contain_text("2 号位：派付 $600")
    felt.page.get_by_role("button", name="English").click()
    # The round in progress is untouched, and ends the list with the next one.
    expect(felt.spot("3", "Banker")).to_contain_text("$200")
    felt.close()
    felt.deal(BANKER_ON_7)
    felt.settle()
    expect(right(felt.page, 1)).to_be_visible()
    felt.open_bets()
    expect(right(felt.page, 1)).to_have_count(0)


@pytest.mark.reading("A-28")
def test_a_patron_who_left_with_too_much_comes_back_and_repays_in_chips(
    floor: Floor, screens: Screens
) -> None:
    table = floor.live_table()
    felt, pit = FeltPage(screens.console(table).page), screens.pit(table, SUPERVISOR)
    main = pit.section("Float")
    paid(felt)
    felt.open_bets()
    felt.choose_box("1")
    felt.page.get_by_role("button", name="Walks away").click()
    put_right(felt, "Tan Mei Ling", "Table Game Shift Manager", earlier=1)
    # The patron is not there to give chips back, so they are owed.
    expect(right(felt.page, 1).get_by_role("listitem")).to_have_count(1)
    owed = felt.page.get_by_role("region", name="Owed by patrons")
    expect(owed).to_contain_text("Box 1 $1,000")
    debtor = main.get_by_role("listitem").filter(has_text="owes $1,000.00")
    repay = debtor.get_by_role("button", name="Repaid $1,000.00 in chips")
    expect(repay).to_be_disabled()
    row = main.get_by_role("row").filter(
        has=pit.page.get_by_role("rowheader", name="$1,000", exact=True)
    )
    before = int(row.get_by_role("cell").first.inner_text())
    owed.get_by_role("button", name="Is back").click()
    expect(owed).to_contain_text("The pit takes the chips.")
    expect_accessible(felt.page)
    repay.click()
    expect(debtor).to_have_count(0)
    expect(owed).to_have_count(0)
    expect(row.get_by_role("cell").first).to_have_text(str(before + 1))
    expect(pit.section("Events")).to_contain_text("Debt repaid")
