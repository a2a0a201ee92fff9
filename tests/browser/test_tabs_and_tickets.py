"""A patron's bets and money stay theirs: in another tab, on paper, at another terminal."""

from playwright.sync_api import expect

from support.browser.floors import SUPERVISOR, Floor
from support.browser.screens import Screens
from support.browser.sockets import Held


def test_the_newest_tab_of_a_terminal_takes_over_and_the_older_says_so(
    floor: Floor, screens: Screens
) -> None:
    table = floor.table()
    older, console = screens.terminal(table), screens.console(table)
    console.open_bets()
    older.expect_open()
    older.bet("player", "$5")
    older.open_money()

    newer = older.in_another_tab()
    newer.expect_registered("player", "$5")
    told = older.page.get_by_role("alertdialog", name="This terminal is open in another tab")
    expect(told).to_be_visible()
    expect(older.page.locator(".terminal")).to_have_attribute("inert", "")
    expect(older.page.get_by_role("dialog", name="Money")).to_have_count(0)
    newer.bet("banker", "$5")
    expect(newer.credits).to_have_text("$990.00")

    told.get_by_role("button", name="Use this tab").click()
    older.expect_registered("banker", "$5")
    expect(newer.page.get_by_role("alertdialog")).to_be_visible()
    older.bet("tie", "$5")
    assert table.credits_of(older.name) == 98_500


def test_a_ticket_of_one_terminal_is_money_at_another_and_only_once(
    floor: Floor, screens: Screens
) -> None:
    here, there = floor.table(), floor.table("rws-etg")
    giver, taker = screens.terminal(here), screens.terminal(there)
    desk = screens.pit(here, SUPERVISOR).section("Tickets")
    sheet = giver.open_money()
    expect(sheet).to_contain_text("Take $1,000.00 as a ticket?")
    sheet.get_by_role("button", name="Cash out").click()
    expect(sheet.locator(".paper .amount")).to_have_text("$1,000.00")
    expect(sheet.get_by_role("img", name="QR")).to_be_visible()
    number = sheet.locator(".paper .number").inner_text()
    assert len(number.replace(" ", "")) == 18
    sheet.get_by_role("button", name="Print", exact=True).click()
    sheet.get_by_role("button", name="Yes, I have it").click()
    expect(sheet.get_by_role("status")).to_have_text("Your ticket is valid.")
    giver.close_sheet()
    expect(giver.credits).to_have_text("$0.00")

    # The person at the desk sees what the ticket is worth, and how to pay it.
    desk.get_by_label("Ticket number").fill(f"PUNTO {number.replace(' ', '')} 100000")
    desk.get_by_role("button", name="Look up").click()
    expect(desk.get_by_role("status")).to_contain_text("$1,000.00 valid")
    expect(desk.get_by_role("status")).to_contain_text(giver.name)

    paying = taker.open_money()
    taker.present(number, "999")
    refused = paying.get_by_role("alert").last
    expect(refused).to_have_text("The amount does not match this ticket")
    taker.present(number, "1,000.00")
    expect(paying.get_by_role("status")).to_have_text("$1,000.00 added to your credits")
    taker.present(number, "1000")
    expect(refused).to_have_text("This ticket has already been paid")
    desk.get_by_label("Ticket number").fill(number)
    desk.get_by_role("button", name="Look up").click()
    expect(desk.get_by_role("status")).to_contain_text(f"at terminal {taker.name}")
    taker.close_sheet()
    expect(taker.credits).to_have_text("$2,000.00")
    assert here.credits_of(giver.name) == 0
    assert there.credits_of(taker.name) == 200_000


def test_a_ticket_that_did_not_come_out_is_credits_again(floor: Floor, screens: Screens) -> None:
    table = floor.table()
    terminal = screens.terminal(table)
    sheet = terminal.open_money()
    sheet.get_by_role("button", name="Cash out").click()
    expect(sheet.locator(".paper")).to_be_visible()
    assert table.credits_of(terminal.name) == 0
    paper = sheet.locator(".paper").inner_text()
    # After a reload the page still shows the open ticket: the same paper, with its times.
    terminal.page.wait_for_timeout(1_100)
    terminal.page.reload()
    sheet = terminal.open_money()
    expect(sheet.locator(".paper .amount")).to_have_text("$1,000.00")
    assert sheet.locator(".paper").inner_text() == paper
    sheet.get_by_role("button", name="No, give the credits back").click()
    expect(sheet.get_by_role("status")).to_have_text("Your credits are back.")
    terminal.close_sheet()
    expect(terminal.credits).to_have_text("$1,000.00")


def test_nobody_is_asked_about_a_ticket_that_is_not_there_yet(
    floor: Floor, screens: Screens
) -> None:
    table = floor.table()
    terminal, held = screens.terminal(table), Held("ticket")
    held.keep_from(terminal.page)
    terminal.page.reload()
    sheet = terminal.open_money()
    sheet.get_by_role("button", name="Cash out").click()
    for words in ("Print", "Yes, I have it", "No, give", "I am not sure"):
        expect(sheet.get_by_role("button", name=words)).to_be_disabled()
    held.let_go(terminal.page)
    sheet.get_by_role("button", name="I am not sure").click()
    expect(sheet).to_contain_text("An attendant will look")
