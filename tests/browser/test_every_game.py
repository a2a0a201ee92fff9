"""Each electronic game once, with every bet, from a phone; the oracle knows the payouts."""

from fractions import Fraction

import pytest
from playwright.sync_api import expect

from oracle.deal import hands
from oracle.odds import ODDS
from oracle.settlement import settle
from punto.bootstrap.rule_book import GAME_KEYS
from support.browser.console_page import RANKS, SUITS
from support.browser.floors import CREDITS, Floor
from support.browser.screens import PHONE, Screens
from support.browser.sizes import expect_in_reach, expect_no_sideways_scroll
from support.browser.terminal_page import TerminalPage, balance, gain, money

clause = pytest.mark.clause

ELECTRONIC = [key for key in GAME_KEYS if key != "rws-live"]
STAKE = 5_00
CARDS = {
    f"{rank_name} of {suit_name}": rank + suit
    for rank, rank_name in RANKS.items()
    for suit, suit_name in SUITS.items()
}


def cards_shown(terminal: TerminalPage, side: str) -> list[str]:
    faces = terminal.page.locator(f".hand.{side} .card [role=img]").all()
    return [CARDS[face.get_attribute("aria-label") or ""] for face in faces]


def returned(profit: Fraction) -> int:
    cents = STAKE + STAKE * profit
    assert cents.denominator == 1
    return int(cents)


LAYOUTS = {
    "rws-etg": clause("rws-etg", "2.1", "2.1.1"),
    "mbs-super-six": clause("mbs", "App. A"),
    "mbs-fortune-six": clause("mbs", "App. B"),
    "mbs-super-6": clause("mbs", "App. C"),
    "mbs-no-commission": clause("mbs", "App. D"),
    "mbs-tiger": clause("mbs", "App. E"),
    "mbs-tiger-no-commission": clause("mbs", "App. F"),
    "mbs-fabulous-4s": clause("mbs", "App. G"),
}


@pytest.mark.parametrize("game", [pytest.param(key, marks=LAYOUTS[key]) for key in ELECTRONIC])
def test_every_bet_of_a_game_is_taken_and_paid(game: str, floor: Floor, screens: Screens) -> None:
    assert len(ELECTRONIC) == 8
    table = floor.table(game, "virtual shoe")
    terminal, console = screens.terminal(table, size=PHONE), screens.console(table)
    console.open_bets()
    terminal.expect_open()
    expect(terminal.page.locator("[data-bet]")).to_have_count(len(ODDS[game]))
    for bet in ODDS[game]:
        terminal.bet(bet, "$5")
    expect_no_sideways_scroll(terminal.page)
    expect_in_reach(terminal.page.get_by_role("radio"))
    expect_in_reach(terminal.page.locator(".actions button"))

    console.close_bets()
    console.draw_and_settle()

    expect(terminal.spot("player").locator(".outcome")).to_be_visible()
    player, banker = cards_shown(terminal, "player"), cards_shown(terminal, "banker")
    drawn = [player[0], banker[0], player[1], banker[1], *player[2:], *banker[2:]]
    assert hands(drawn) == (player, banker)
    owned = CREDITS
    for bet, profit in settle(game, drawn).items():
        back = returned(profit)
        result = "Won" if profit > 0 else "Push" if profit == 0 else "Lost"
        terminal.expect_result(bet, result, back - STAKE)
        owned += back - STAKE
    # The results of the bets add up to what the middle of the table shows.
    won, staked = owned - CREDITS, STAKE * len(ODDS[game])
    told = f"You won {money(won)}" if won > 0 else f"Net {gain(won)}" if won > -staked else "No win"
    expect(terminal.notice).to_contain_text(told)
    expect(terminal.credits).to_have_text(balance(owned))
    assert table.credits_of(terminal.name) == owned
