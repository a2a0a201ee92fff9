"""A Dealer and three patrons, each at their own screen, from the first bet to the last."""

import pytest
from playwright.sync_api import expect

from support.browser.floors import Floor
from support.browser.screens import Screens
from support.browser.terminal_page import balance


@pytest.mark.clause("rws-etg", "1.6")
def test_a_round_with_a_dealer_and_three_terminals(floor: Floor, screens: Screens) -> None:
    table = floor.table(patrons=3)
    first, second, third = (screens.terminal(table, number) for number in (1, 2, 3))
    console = screens.console(table)

    console.open_bets()
    first.expect_open()
    first.choose_chip("$100")
    first.bet("banker", "$100")
    first.choose_chip("$5")
    first.bet("tiger", "$5")
    second.choose_chip("$25")
    second.bet("player", "$25")
    third.choose_chip("$5")
    third.bet("tie", "$10", times=2)
    third.bet("tiger-pair", "$5")
    expect(first.credits).to_have_text("$895.00")

    console.close_bets()
    for terminal in (first, second, third):
        expect(terminal.notice).to_contain_text("No more bets")
        expect(terminal.spot("player")).to_have_attribute("aria-disabled", "true")
    # Player K K 5 is 5; Banker K A draws on 1 and comes to 6 with three cards (4.10).
    console.deal("KS KD KH AC 5D 5S")
    console.settle()

    for terminal in (first, second, third):
        terminal.expect_hand("Player", "King of spades, King of hearts, Five of diamonds. Total 5.")
        terminal.expect_hand("Banker", "King of diamonds, Ace of clubs, Five of spades. Total 6.")
    # 100 at 0.95 to 1 and 5 at 20 to 1.
    first.expect_result("banker", "Won", 95_00)
    first.expect_result("tiger", "Won", 100_00)
    expect(first.notice).to_contain_text("You won $195")
    expect(second.notice).to_contain_text("No win · $25 staked")
    second.expect_result("player", "Lost", -25_00)
    # Two kings are a pair of one hand, which pays 4 to 1.
    third.expect_result("tie", "Lost", -10_00)
    third.expect_result("tiger-pair", "Won", 20_00)
    expect(third.notice).to_contain_text("You won $10")
    owned = {first: 119_500, second: 97_500, third: 101_000}
    for terminal, cents in owned.items():
        expect(terminal.credits).to_have_text(balance(cents))
        assert table.credits_of(terminal.name) == cents


def test_a_scanner_deals_and_a_card_that_is_not_due_is_not_taken(
    floor: Floor, screens: Screens
) -> None:
    console = screens.console(floor.table(cards="shoe that reads", patrons=0))
    console.scan("AS")
    stray = console.page.get_by_role("alert").filter(has_text="No card is due now")
    expect(stray).to_contain_text("Ace of spades was read")
    stray.get_by_role("button", name="Dismiss").click()
    console.open_bets()
    console.close_bets()
    dealt = console.page.locator(".stage .hand .card")
    for number, card in enumerate(("9S", "5H", "10C", "5D"), start=1):
        console.scan(card)
        expect(dealt).to_have_count(number)
    console.press("Announce the totals")
    expect(console.page.locator(".winner")).to_have_text("Player wins")
