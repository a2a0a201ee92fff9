"""A live table on the floor: its set-up in the pit, its display, and its last round."""

import re

import pytest
from playwright.sync_api import expect

from support.browser.accessibility import expect_accessible
from support.browser.console_page import ConsolePage
from support.browser.felt_page import FeltPage
from support.browser.float_sheets import count, done, sheet_of
from support.browser.floors import CHIEF, DEALER, PIN, Floor
from support.browser.pit_page import PitPage
from support.browser.screens import KIOSK, TABLET, Screens
from support.browser.sizes import expect_no_sideways_scroll, on_each

PLAYER_ON_9 = "9S KD KH QC"


@pytest.mark.clause("rws-live", "3.4")
def test_the_display_posts_the_minimum_and_the_differential(floor: Floor, screens: Screens) -> None:
    table = floor.live_table(minimum=200, box_differential=1_000, table_differential=1_500)
    page = screens.display(table)
    limits = page.locator(".limits > div")
    # The limits for terminals do not apply to bets on a hand, but to side bets they do.
    expect(limits).to_have_text(
        [
            "Player · Banker: minimum $200",
            "Maximum Differential of a box $1,000",
            "Maximum Differential of the table $1,500",
            "Other bets $5 – $5,000",
        ]
    )
    felt = FeltPage(screens.console(table).page)
    felt.open_bets()
    felt.close()
    felt.deal(PLAYER_ON_9)
    felt.settle()
    # The display has most to show with the last hand beside the call for bets.
    felt.open_bets()
    expect(page.locator(".stage q")).to_have_text("Place your Bets, please")
    expect(page.locator("aside .last")).to_be_visible()
    for _ in on_each(page, KIOSK, TABLET):
        for each in limits.all():
            expect(each).to_be_in_viewport(ratio=0.99)
        expect_no_sideways_scroll(page)
        expect_accessible(page)
    page.get_by_role("button", name="中文").click()
    expect(limits.nth(0)).to_have_text("闲 · 庄最低注额 $200")
    expect(limits.nth(1)).to_have_text("每个注位注差上限 $1,000")
    expect(limits.nth(2)).to_have_text("全桌注差上限 $1,500")


def test_a_live_table_posts_only_the_differential_that_it_has(
    floor: Floor, screens: Screens
) -> None:
    page = screens.display(floor.live_table(box_differential=None, table_differential=20_000))
    expect(page.locator(".limits")).to_contain_text("Maximum Differential of the table $20,000")
    expect(page.locator(".limits")).not_to_contain_text("of a box")


def test_the_dealer_announces_the_last_round_and_the_display_tells_everybody(
    floor: Floor, screens: Screens
) -> None:
    table = floor.live_table()
    page, felt = screens.display(table), FeltPage(screens.console(table).page)
    flag = page.locator(".flag")
    expect(page.locator(".limits")).to_be_visible()
    expect(flag).to_have_count(0)
    felt.page.get_by_role("button", name="Shoe and table").click()
    sheet = felt.page.get_by_role("dialog")
    sheet.get_by_role("button", name="Announce the last round").click()
    expect(sheet).to_contain_text("The next round will be the last of this table")
    sheet.get_by_role("button", name="Confirm").click()
    expect(flag).to_have_text("The next round is the last of this table")
    expect(felt.calls.first).to_have_text("Say: “The next round is the last of this table”")
    felt.open_bets()
    expect(flag).to_have_text("Last round of this table")
    expect_accessible(page)
    page.get_by_role("button", name="中文").click()
    expect(flag).to_have_text("本桌最后一局")
    felt.close()
    felt.deal(PLAYER_ON_9)
    felt.settle()
    expect(felt.console.big).to_contain_text("Close the table")
    # The big button asks for the Pit Supervisor who confirms it; the Dealer opens again alone.
    felt.page.keyboard.press("Enter")
    sheet.get_by_text("Sofia Lim").click()
    sheet.locator("input[type=password]").fill(PIN)
    sheet.get_by_role("button", name="Confirm").click()
    felt.console.press("Open the table")
    expect(felt.console.big).to_contain_text("Open the bets")
    expect(flag).to_have_count(0)


def test_the_pit_announces_the_last_round_of_the_live_table_it_looks_at(
    floor: Floor, screens: Screens
) -> None:
    table = floor.live_table()
    page, pit = screens.display(table), screens.pit(table)
    row = (
        pit.section("Tables")
        .get_by_role("row")
        .filter(has=pit.page.get_by_role("rowheader", name=table.name, exact=True))
    )
    row.get_by_role("button", name="Announce the last round").click()
    expect(row).to_contain_text("The next round is the last of this table")
    expect(row.get_by_role("button")).to_have_count(0)
    expect(page.locator(".flag")).to_have_text("The next round is the last of this table")


def fill_in(pit: PitPage, name: str) -> None:
    """Fill in a live table with seven boxes, a minimum of 50 and both Differentials."""
    main = pit.section("Tables")
    main.get_by_label("Table", exact=True).fill(name)
    main.get_by_label("Game").select_option("rws-live")
    main.get_by_label("Cards from").select_option("shoe that reads")
    main.get_by_label("Boxes").select_option("7 boxes")
    main.get_by_label("Minimum on Player and Banker").fill("50")
    main.get_by_label("Differential of a box").fill("2,000")
    main.get_by_label("Differential of the table").fill("5,000")
    main.get_by_label("Cards are dealt").select_option("face down")


@pytest.mark.clause("rws-live", "2.1.1")
def test_the_pit_sets_up_a_live_table_and_a_dealer_opens_it(floor: Floor, screens: Screens) -> None:
    pit = screens.pit(floor.table(patrons=0), CHIEF)
    name = f"{pit.page.get_by_role('tab', selected=True).locator('b').inner_text()}L"
    fill_in(pit, name)
    expect_accessible(pit.page)
    pit.page.get_by_role("button", name="Set up a table").click()
    pit.expect_told(f"Table {name} is set up")
    expect(pit.page.get_by_role("row", name=name)).to_contain_text("Baccarat (live table)")

    page = screens.staff(floor, DEALER, f"/console?table={name}")
    ConsolePage(page).press("Open the table")
    page.get_by_role("button", name="Shuffled by hand").click()
    FeltPage(page).open_bets()
    boxes = page.locator(".boxes .head b")
    assert boxes.all_inner_texts() == ["1", "2", "3", "5", "6", "7", "8"]
    expect(page.get_by_role("region", name="Differential")).to_contain_text("$0 of $5,000")


def test_the_house_figures_of_a_layout_are_those_of_its_table(
    floor: Floor, screens: Screens
) -> None:
    pit = screens.pit(floor.table(patrons=0), CHIEF)
    name = f"{pit.page.get_by_role('tab', selected=True).locator('b').inner_text()}S"
    fill_in(pit, name)
    pit.page.get_by_label("Seconds for a squeeze").fill("300")
    pit.page.get_by_label("“Fill soon” below").fill("95")
    pit.page.get_by_role("button", name="Set up a table").click()
    pit.expect_told(f"Table {name} is set up")
    console = ConsolePage(screens.staff(floor, DEALER, f"/console?table={name}"))
    console.press("Open the table")
    console.page.get_by_role("button", name="Shuffled by hand").click()

    # Nine tenths of the black chips are left: too few for this house, enough for others.
    console.page.get_by_role("button", name="Float").click()
    count(sheet := sheet_of(console.page, "Opening count"), {500: 10, 100: 50})
    done(sheet)
    pit.look_at(name)
    pit.section("Float")
    count(sheet := sheet_of(pit.page, "Second count"), {500: 10, 100: 50})
    sheet.locator("input[type=password]").fill(PIN)
    done(sheet)
    black = pit.page.get_by_role("rowheader", name=re.compile(r"^\$100\b"))
    row = pit.page.get_by_role("row").filter(has=black)
    expect(row).to_contain_text("50")
    expect(row).not_to_contain_text("fill soon")
    sheet = sheet_of(console.page, "Change chips")
    received, given = sheet.locator(".chips").all()
    received.get_by_label("$500", exact=True).fill("1")
    given.get_by_label("$100", exact=True).fill("5")
    done(sheet)
    expect(row).to_contain_text("fill soon")
    console.page.keyboard.press("Escape")

    felt = FeltPage(console.page)
    felt.open_bets()
    felt.type("1 b 500 2 p 300")
    felt.close()
    player = felt.page.get_by_role("region", name="Player cards")
    player.get_by_role("button", name="Squeeze").click()
    clock = player.get_by_role("timer")
    expect(clock).to_contain_text(re.compile(r"\b(29\d|300) s"))


def test_boxes_may_have_labels_of_their_own_and_what_is_unfit_is_refused(
    floor: Floor, screens: Screens
) -> None:
    pit = screens.pit(floor.table(patrons=0), CHIEF)
    name = f"{pit.page.get_by_role('tab', selected=True).locator('b').inner_text()}V"
    fill_in(pit, name)
    set_up = pit.page.get_by_role("button", name="Set up a table")
    pit.page.get_by_label("Boxes").select_option("Other labels")
    pit.page.get_by_label("Labels, from the Dealer’s right").fill("A, VIP 5, A")
    set_up.click()
    pit.expect_told("on the layout twice")
    pit.page.get_by_label("Labels, from the Dealer’s right").fill("A, VIP 5")
    pit.page.get_by_label("Differential of a box").fill("")
    pit.page.get_by_label("Differential of the table").fill("a lot")
    expect(set_up).to_be_disabled()
    pit.page.get_by_label("Differential of the table").fill("")
    set_up.click()
    pit.expect_told("without a Differential")
    pit.page.get_by_label("Differential of the table").fill("5,000")
    set_up.click()
    pit.expect_told(f"Table {name} is set up")
    display = screens.page(KIOSK)
    display.goto(f"{floor.address}/display?table={name}")
    expect(display.locator(".limits")).to_contain_text("Maximum Differential of the table $5,000")
    expect(display.locator(".limits")).not_to_contain_text("of a box")
