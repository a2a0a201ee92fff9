"""The auditor's own rules, compared with the engine's and with figures computed by hand."""

import json
from fractions import Fraction
from itertools import islice

import pytest

from punto.audit import (
    EVENT_KINDS,
    TABLE_OF_PLAY,
    Mismatch,
    TableRules,
    bet_result,
    check_ticket_number,
    deciding_row,
    event_of,
    is_decided,
    laid_out,
    outcome_by,
    resolved,
)
from punto.ledger.tickets import ticket_number
from punto.rounds.events import TableEvent
from punto.rounds.table.events import TableConfigured
from punto.rules.coups import deal
from punto.rules.first_decision import first_decision
from punto.rules.games import Game
from punto.rules.liability import liability_while_open
from punto.rules.settlement import settle_bet
from punto.storage.codec.events import EVENTS
from punto.values.ids import CommandId, Instant
from punto.values.money import dollars
from support.representatives import engine_cards, representative_deals
from support.rounds.evening import PIT_MANAGER, configuration
from support.storage.golden_files import golden

STAKE = dollars(100)
ELECTRONIC = [
    "rws-etg",
    "mbs-super-six",
    "mbs-fortune-six",
    "mbs-super-6",
    "mbs-no-commission",
    "mbs-tiger",
    "mbs-tiger-no-commission",
    "mbs-fabulous-4s",
]


def rules_of(game_key: str) -> TableRules:
    """A configuration as the auditor reads it from the record."""
    fact = TableConfigured(configuration(game_key))
    event = TableEvent(fact, PIT_MANAGER, Instant(1), CommandId("c"), "")
    return TableRules(resolved(json.loads(EVENTS.encode(event)))["fact"]["configuration"])


def test_its_table_of_events_has_every_stored_form_and_no_other() -> None:
    forms = {key.partition("@")[0]: bodies for key, bodies in golden().items()}
    events = {name: bodies for name, bodies in forms.items() if not name.startswith("refusal.")}
    assert events.keys() == EVENT_KINDS.keys()
    for name, bodies in events.items():
        stream = "floor" if name.startswith("floor.") else "table/A1"
        for body in bodies:
            assert event_of(stream, 1, json.dumps(body).encode()).name == name


@pytest.mark.parametrize("game_key", ELECTRONIC)
def test_every_bet_ends_as_at_the_table_for_every_outcome(
    game_key: str, games: dict[str, Game]
) -> None:
    rules, game = rules_of(game_key), games[game_key]
    rules.check("table/A1")
    for cards in representative_deals().values():
        outcome = outcome_by(laid_out(rules.play, cards))
        expected = deal(game.table, engine_cards(cards)).coup.outcome
        for bet in game.bets:
            ended = settle_bet(bet, expected, STAKE)
            row = deciding_row(rules.bets[bet.key], outcome)
            found = bet_result(rules.bets[bet.key], STAKE, row)
            assert (found["result"], found["profit"]) == (ended.result.value, ended.profit)
            assert (found["clause"], found["commission"]) == (ended.clause, ended.commission)


@pytest.mark.parametrize("game_key", ELECTRONIC)
def test_a_first_decision_is_seen_where_the_table_sees_one(
    game_key: str, games: dict[str, Game]
) -> None:
    rules, game = rules_of(game_key), games[game_key]
    prefixes = {deal[:length] for deal in representative_deals().values() for length in range(7)}
    for prefix in islice(sorted(prefixes), 0, None, 97):
        expected = any(first_decision(game.table, engine_cards(prefix), game.bets).values())
        hands = laid_out(rules.play, prefix)
        assert is_decided(rules.play, hands, rules.offered.values()) == expected, prefix


@pytest.mark.parametrize("game_key", ELECTRONIC)
def test_the_worst_payment_is_the_tables_own(game_key: str, games: dict[str, Game]) -> None:
    rules, game = rules_of(game_key), games[game_key]
    every = {bet.key: dollars(number) for number, bet in enumerate(game.bets, start=1)}
    for stakes in (every, *({bet: stake} for bet, stake in every.items())):
        worst = rules.worst_payment({str(bet): int(stake) for bet, stake in stakes.items()})
        assert int(worst) == liability_while_open(game, stakes)


def test_the_worst_payment_worked_out_by_hand() -> None:
    # Tiger on two cards pays 12, Small Tiger 22, Banker 0.95: all three win together.
    stakes = {"banker": 2000, "tiger": 100, "small-tiger": 100}
    assert rules_of("mbs-tiger").worst_payment(stakes) == Fraction(1900 + 1200 + 2200)


@pytest.mark.parametrize(
    ("cards", "player", "banker", "next_side", "excess"),
    [
        ("", "", "", "player", ""),
        ("4D", "4D", "", "banker", ""),
        ("4D KS", "4D", "KS", "player", ""),
        ("4D KS 4C", "4D 4C", "KS", "banker", ""),
        # Player 8: a natural ends the coup, whatever Banker holds.
        ("4D KS 4C 2H", "4D 4C", "KS 2H", None, ""),
        ("4D KS 4C 2H 9S", "4D 4C", "KS 2H", None, "9S"),
        # Player 0 draws; Banker 3 draws against anything but an 8.
        ("KD KS QC 3H", "KD QC", "KS 3H", "player", ""),
        ("KD KS QC 3H 8S", "KD QC 8S", "KS 3H", None, ""),
        ("KD KS QC 3H 9S", "KD QC 9S", "KS 3H", "banker", ""),
        ("KD KS QC 3H 9S 2S 5S", "KD QC 9S", "KS 3H 2S", None, "5S"),
        # Player 6 stands; Banker 5 draws, Banker 6 stands.
        ("6D KS QC 5H", "6D QC", "KS 5H", "banker", ""),
        ("6D KS QC 6H", "6D QC", "KS 6H", None, ""),
    ],
)
def test_cards_are_laid_out_by_the_table_of_play(
    cards: str, player: str, banker: str, next_side: str | None, excess: str
) -> None:
    hands = laid_out(TABLE_OF_PLAY, cards.split())
    assert [" ".join(each) for each in (hands.player, hands.banker, hands.excess)] == [
        player,
        banker,
        excess,
    ]
    assert hands.next == next_side


def test_a_payment_in_fractions_of_a_cent_is_refused() -> None:
    bet = rules_of("mbs-tiger").bets["banker"]
    row = bet["pays"]["rows"][0]
    assert bet_result(bet, 2000, row)["profit"] == 1900
    with pytest.raises(Mismatch, match="whole cents"):
        bet_result(bet, 150 + 1, row)


@pytest.mark.parametrize("chance", [0, 1, 1234, 572, 10**17 - 1])
def test_ticket_numbers_have_their_check_digit(chance: int) -> None:
    number = ticket_number(chance)
    check_ticket_number(number)
    for place, digit in enumerate(number):
        wrong = number[:place] + str((int(digit) + 1) % 10) + number[place + 1 :]
        with pytest.raises(Mismatch):
            check_ticket_number(wrong)
    with pytest.raises(Mismatch, match="18 digits"):
        check_ticket_number(number[1:])
