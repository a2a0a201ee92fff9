"""The server dies in the middle of a round, and returns on the same record and port."""

from contextlib import closing
from pathlib import Path

from playwright.sync_api import expect

from support.browser.floors import PIN, Floor
from support.browser.screens import Screens


def test_pages_recover_by_themselves_and_the_money_agrees(tmp_path: Path, screens: Screens) -> None:
    # A browser logs each line that it cannot open, and the errors of a server that is starting.
    screens.excuse("WebSocket connection to|ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|503")
    with closing(Floor(tmp_path)) as floor:
        table = floor.table(patrons=2)
        first, second = screens.terminal(table, 1), screens.terminal(table, 2)
        console = screens.console(table)
        console.open_bets()
        first.expect_open()
        first.choose_chip("$25")
        first.bet("player", "$25")
        first.choose_chip("$5")
        first.bet("tiger-pair", "$5")
        second.choose_chip("$100")
        second.bet("banker", "$100")
        console.close_bets()
        for card in ("4D", "KS", "4C"):
            console.key(card)
        first.expect_hand("Player", "Four of diamonds, Four of clubs. Total 8.")

        floor.kill()
        first.expect_told("Your registered bets in round 1 stand:")
        first.expect_told("Player $25, Tiger Pair $5")
        second.expect_told("Banker $100")
        console.expect_told("Do not deal or pay")

        floor.start()
        # The round was interrupted: two fours have decided a bet, so it continues (5.9.2).
        for terminal in (first, second):
            terminal.expect_told("Play has stopped: technical interruption")
        expect(console.page.get_by_text("After an interruption")).to_be_visible()
        console.page.get_by_role("radio", name="Confirm").check()
        console.vouch("Sofia Lim", PIN)
        console.page.get_by_role("button", name="Confirm", exact=True).click()
        expect(console.page.locator(".phase")).to_have_text("cards being dealt")
        # Player's eight is a natural, and Banker has five.
        console.key("5H")
        console.press("Announce the totals")
        console.settle()

        first.expect_result("player", "Won", 25_00)
        first.expect_result("tiger-pair", "Won", 20_00)
        second.expect_result("banker", "Lost", -100_00)
        for terminal, cents, shown in ((first, 104_500, "$1,045.00"), (second, 90_000, "$900.00")):
            expect(terminal.credits).to_have_text(shown)
            assert table.credits_of(terminal.name) == cents
