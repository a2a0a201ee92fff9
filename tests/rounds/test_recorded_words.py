"""The record keeps what people said, and what was announced, unchanged."""

import pytest

from punto.rounds.betting.commands import OpenBets, WantPosition
from punto.rounds.betting.refusals import BetWrittenTwice
from punto.rounds.commands import Patron
from punto.rounds.dealing.commands import AnnounceTotals, CardOrigin, DealCard
from punto.rounds.dealing.events import CardDealt, TotalsAnnounced
from punto.rounds.irregularity.commands import Attest, Decline
from punto.rounds.irregularity.events import (
    CardsCorrected,
    IrregularityDeclined,
    IrregularityReported,
    PlayResumed,
)
from punto.rounds.shoe.commands import RetireShoe
from punto.rounds.shoe.events import ShoeRetired
from punto.rounds.table.commands import ChangeLimits
from punto.rounds.table.refusals import ConfigurationRefused
from punto.rules.games import BetKey
from punto.rules.irregularity_policies import Irregularity, Remedy
from punto.rules.limits import Limits
from punto.rules.refusals import LimitsContradict
from punto.values import replace
from punto.values.cards import parse_card, parse_cards
from punto.values.ids import Instant
from punto.values.money import Cents, dollars
from punto.values.sides import Side
from support.rounds.evening import PIT_MANAGER, SUPERVISOR, T1, betting, opened
from support.rounds.matters import GAMES, Policies, config_for, report, settled, with_cards

clause = pytest.mark.clause
reading = pytest.mark.reading

WORDS = "the screen showed a Five"
MISREAD = Irregularity.WRONG_CARD_REGISTERED


@pytest.mark.parametrize("document", GAMES)
def test_a_report_and_its_denial_stand_in_their_own_words(
    policies: Policies, document: str
) -> None:
    evening = with_cards(document, policies, "4D KS")
    (told,) = evening.do(replace(report(MISREAD, "5D KS"), words=WORDS))
    assert isinstance(told, IrregularityReported)
    assert told.words == WORDS
    denied = evening.do(Decline("it is a Four"), SUPERVISOR)
    assert denied == (IrregularityDeclined("it is a Four"),)


@reading("A-29")
def test_a_late_report_stands_in_its_own_words_too(policies: Policies) -> None:
    evening = settled("rws-etg", policies)
    evening.do(OpenBets())
    (told,) = evening.do(replace(report(MISREAD, "KS 3D QH 2C 7D KD", earlier=1), words=WORDS))
    assert isinstance(told, IrregularityReported)
    assert (told.words, told.extra, told.earlier) == (WORDS, (), 1)


@clause("mbs", "6.1")
@reading("A-29")
def test_a_late_error_that_is_ruled_on_withdraws_no_shoe(policies: Policies) -> None:
    evening = settled("mbs", policies)
    evening.do(OpenBets())
    (told,) = evening.do(report(Irregularity.ORDER_LOST, earlier=1))
    assert isinstance(told, IrregularityReported)
    policy = told.policy
    assert (policy.clause, policy.remedy, policy.withdraws_shoe) == ("6.1", Remedy.RULING, False)


@reading("A-46")
def test_a_shoe_leaves_with_the_reason_that_was_given() -> None:
    assert opened().do(RetireShoe("a torn card"), SUPERVISOR) == (ShoeRetired("a torn card"),)


@clause("mbs", "3.8")
@reading("A-68")
def test_the_announced_totals_are_those_of_the_first_four_cards() -> None:
    evening = betting()
    evening.close()
    for text in ("KS", "3D", "QH", "4C"):
        evening.do(DealCard(parse_card(text)))
    assert evening.do(AnnounceTotals()) == (TotalsAnnounced(0, 7),)


@clause("mbs", "6.3")
@reading("A-68", "A-72")
@pytest.mark.parametrize("cards", ["AS 2S AH 2D", "AS 2S AH 2D 3C"])
def test_corrected_cards_announce_the_totals_of_the_first_four(
    policies: Policies, cards: str
) -> None:
    evening = betting(config_for("mbs", policies))
    evening.close()
    for text in ("AS", "2S", "AH"):
        evening.do(DealCard(parse_card(text)))
    evening.do(report(MISREAD, cards))
    # Player has two Aces, Banker two Twos; Banker is still to draw in either case.
    assert evening.do(Attest(), SUPERVISOR) == (
        CardsCorrected(parse_cards("AS 2S AH"), parse_cards(cards)),
        PlayResumed(Instant(21_000)),
        TotalsAnnounced(2, 4),
    )


@reading("A-69")
def test_a_card_says_how_it_came() -> None:
    evening = betting()
    evening.close()
    card = parse_card("KS")
    keyed = evening.do(DealCard(card, CardOrigin.KEYED, confirmed=True))
    assert keyed == (CardDealt(card, Side.PLAYER, CardOrigin.KEYED),)


def test_of_several_bets_the_one_that_is_written_twice_is_named() -> None:
    evening = betting()
    tie, player = BetKey("tie"), BetKey("player")
    stakes = ((tie, dollars(5)), (player, dollars(5)), (player, dollars(6)))
    assert evening.refused(WantPosition(T1, 1, stakes), Patron(T1)) == BetWrittenTwice(player)


def test_limits_that_are_refused_say_why() -> None:
    wish = ChangeLimits(Limits(dollars(10), dollars(5)))
    why = LimitsContradict(dollars(10), dollars(5), Cents(100))
    assert opened().refused(wish, PIT_MANAGER) == ConfigurationRefused((why,))
