"""A card drawn too many or seen too early is used where it belongs: here, or in the next deal."""

from collections import Counter
from dataclasses import replace

import pytest

from punto.rounds.betting.commands import OpenBets
from punto.rounds.betting.events import BetsOpened
from punto.rounds.dealing.commands import AnnounceTotals, CardOrigin, DealCard, Settle
from punto.rounds.dealing.events import CardBeyondDecks, CardDealt
from punto.rounds.evolution import replay
from punto.rounds.irregularity.commands import Attest, Decline, Rule, Verdict
from punto.rounds.irregularity.events import CardsCarried, CardsCorrected
from punto.rounds.irregularity.expected_cards import ExpectedCards
from punto.rounds.irregularity.refusals import CardsCannotBe, CardsMissing
from punto.rounds.phases import Phase
from punto.rounds.shoe.commands import RetireShoe
from punto.rounds.shoe.refusals import NoShoe
from punto.rules.irregularities import Irregularity
from punto.values.cards import parse_card, parse_cards
from punto.values.money import dollars
from punto.values.sides import Side
from support.rounds.evening import SHIFT_MANAGER, SUPERVISOR, T1, Evening, betting, opened
from support.rounds.matters import GAMES, Policies, config_for, report, settled, with_cards

clause = pytest.mark.clause
reading = pytest.mark.reading

FOUR = parse_card("4D")
EXCESS = Irregularity.EXCESS_OR_EXPOSED_CARD
AT_MOST_FOUR = ExpectedCards.FOR_THE_NEXT_DEAL, 4


def carrying(evening: Evening, cards: str) -> Evening:
    """The same table when these extra cards are established."""
    evening.do(report(EXCESS, extra=cards))
    evening.do(Attest(), SUPERVISOR)
    return evening


@clause("rws-etg", "5.4", "1.17")
@clause("mbs", "5.7")
@reading("A-43")
@pytest.mark.parametrize("document", GAMES)
def test_a_card_drawn_too_early_is_used_here_when_this_deal_wants_it(
    policies: Policies, document: str
) -> None:
    evening = with_cards(document, policies, "KS 3D QH 4C")
    carrying(evening, "2D")
    # Player 0 draws the 2; Banker 7 stands.
    assert evening.phase() is Phase.RESULT
    assert evening.table.carried == ()
    evening.do(Settle())
    won = {"rws-etg": dollars(1100), "mbs": dollars(1095)}
    assert evening.table.credits_of(T1) == won[document]
    assert evening.table.shoe_now.counts == Counter(parse_cards("KS 3D QH 4C 2D"))


@clause("rws-etg", "5.4")
@clause("mbs", "5.7")
@reading("A-43")
@pytest.mark.parametrize("document", GAMES)
def test_what_this_deal_does_not_want_begins_the_next_one_and_everybody_is_warned(
    policies: Policies, document: str
) -> None:
    evening = with_cards(document, policies, "KS 3D 9H 4C")
    carrying(evening, "8D")
    assert evening.record.events[-3].fact == CardsCarried(parse_cards("8D"))
    assert evening.phase() is Phase.RESULT
    evening.do(Settle())
    assert evening.table.credits_of(T1) == dollars(900)
    (bets,) = evening.do(OpenBets())
    assert isinstance(bets, BetsOpened)
    assert bets.seen_before == parse_cards("8D")
    evening.bet(T1, player=100)
    evening.close()
    assert evening.record.events[-1].fact == CardDealt(
        parse_card("8D"), Side.PLAYER, CardOrigin.CARRIED
    )
    assert evening.table.carried == ()
    # Player has 8 and King: a natural against 7.
    for text in ("3C", "KD", "4H"):
        evening.do(DealCard(parse_card(text)))
    evening.do(AnnounceTotals())
    evening.do(Settle())
    assert evening.table.credits_of(T1) == dollars(1000)
    dealt = parse_cards("KS 3D 9H 4C 8D 3C KD 4H")
    assert evening.table.shoe_now.counts == Counter(dealt)
    assert evening.table.shoe_now.dealt_count == 8
    assert replay(evening.record.events) == evening.table


@reading("A-43")
def test_a_card_exposed_between_rounds_or_before_any_waits_too(policies: Policies) -> None:
    first = carrying(opened(config_for("rws-etg", policies)), "8D")
    assert (first.phase(), first.table.carried) == (Phase.IDLE, parse_cards("8D"))
    paid = carrying(settled("rws-etg", policies), "8D")
    assert (paid.phase(), paid.table.carried) == (Phase.SETTLED, parse_cards("8D"))
    paid.do(OpenBets())
    paid.close()
    assert paid.table.round_now.cards == parse_cards("8D")


@reading("A-43")
def test_four_carried_cards_make_a_whole_initial_deal(policies: Policies) -> None:
    evening = carrying(betting(config_for("rws-etg", policies)), "KS 3D 9H 4C")
    evening.bet(T1, player=100)
    evening.close()
    evening.do(AnnounceTotals())
    evening.do(Settle())
    assert evening.table.credits_of(T1) == dollars(1100)


@reading("A-43")
def test_no_more_cards_wait_than_begin_a_deal(policies: Policies) -> None:
    waiting = carrying(opened(config_for("rws-etg", policies)), "KS 3D")
    wish = report(EXCESS, extra="9H 4C 2D")
    assert waiting.refused(wish) == CardsCannotBe(wish.extra, *AT_MOST_FOUR)
    carrying(waiting, "9H 4C")
    dealt = with_cards("rws-etg", policies, "KS 3D 9H 4C")
    wish = report(EXCESS, extra="2D 3D 4D 5D 6D")
    assert dealt.refused(wish) == CardsCannotBe(wish.extra, *AT_MOST_FOUR)
    carrying(dealt, "2D")
    wish = report(EXCESS, extra="3D 4D 5D 6D")
    assert dealt.refused(wish) == CardsCannotBe(wish.extra, *AT_MOST_FOUR)
    carrying(dealt, "3D 4D 5D")
    assert dealt.table.carried == parse_cards("2D 3D 4D 5D")


def test_a_registered_card_that_the_right_order_has_no_use_for_is_carried(
    policies: Policies,
) -> None:
    # Dealt 0 against 7 with a 9 for Player's third; in the right order 9 is in the first hand.
    evening = with_cards("mbs", policies, "KS 3D QH 4C 9D")
    evening.do(report(Irregularity.WRONG_ORDER, "KS 3D 9D 4C QH"))
    evening.do(Attest(), SUPERVISOR)
    facts = [event.fact for event in evening.record.events[-5:]]
    corrected = CardsCorrected(parse_cards("KS 3D QH 4C 9D"), parse_cards("KS 3D 9D 4C"))
    assert facts[:2] == [corrected, CardsCarried(parse_cards("QH"))]
    assert evening.phase() is Phase.RESULT
    assert evening.table.shoe_now.counts == Counter(parse_cards("KS 3D 9D 4C QH"))
    assert evening.table.shoe_now.dealt_count == 5
    evening.do(Settle())
    assert evening.table.credits_of(T1) == dollars(900)


def test_an_extra_card_before_the_totals_leaves_them_to_be_announced(policies: Policies) -> None:
    evening = with_cards("mbs", policies, "KS 3D 9H")
    evening.do(DealCard(parse_card("4C")))
    carrying(evening, "2D")
    assert evening.phase() is Phase.DEALING
    assert not evening.table.round_now.totals_announced
    evening.do(AnnounceTotals())
    assert evening.phase() is Phase.RESULT


def test_a_shoe_that_leaves_takes_the_waiting_cards_along(policies: Policies) -> None:
    evening = carrying(opened(config_for("rws-etg", policies)), "8D")
    evening.do(RetireShoe("worn"), SUPERVISOR)
    assert evening.table.carried == ()
    assert evening.refused(report(EXCESS, extra="8D")) == NoShoe()


def test_a_void_before_the_deal_leaves_the_cards_waiting(policies: Policies) -> None:
    evening = carrying(betting(config_for("rws-etg", policies)), "8D")
    evening.do(report(Irregularity.NOT_COVERED))
    evening.do(Rule(Verdict.VOID, "a fight"), SHIFT_MANAGER)
    assert evening.table.carried == parse_cards("8D")


def test_a_denied_extra_card_never_was(policies: Policies) -> None:
    evening = with_cards("rws-etg", policies, "4D KS")
    evening.do(report(EXCESS, extra="8D"))
    evening.do(Decline("it is still in the shoe"), SUPERVISOR)
    evening.do(Rule(Verdict.GOES_ON, "so it is"), SHIFT_MANAGER)
    assert (evening.table.round_now.cards, evening.table.carried) == (parse_cards("4D KS"), ())


def test_before_the_deal_a_report_names_the_extra_cards_and_no_others(policies: Policies) -> None:
    evening = betting(config_for("rws-etg", policies))
    assert evening.refused(report(EXCESS)) == CardsMissing(EXCESS, "5.4")
    wish = report(EXCESS, "8D", "8D")
    expected = ExpectedCards.EXTRA_ONLY
    assert evening.refused(wish) == CardsCannotBe(parse_cards("8D"), expected)


def test_extra_cards_stay_within_the_decks(policies: Policies) -> None:
    config = config_for("rws-etg", policies)
    evening = betting(replace(config, terms=replace(config.terms, decks=4)))
    evening.close()
    evening.deal("4D 4D 4D")
    unknown = Irregularity.SIMULTANEOUS_DRAW_ORDER_UNKNOWN
    for what in (EXCESS, unknown):
        before = evening.record
        beyond = CardBeyondDecks(FOUR, 4, (FOUR,) * 5, (FOUR,) * 3)
        assert evening.do(report(what, extra="4D 4D"))[0] == beyond
        evening.record = before
    waiting = opened(replace(config, terms=replace(config.terms, decks=4)))
    carrying(waiting, "4D 4D 4D")
    carrying(waiting, "4D")
    waiting.do(OpenBets())
    waiting.close()
    waiting.do(AnnounceTotals())  # 8 against 8
    waiting.do(Settle())
    assert waiting.do(report(EXCESS, extra="4D"))[0] == CardBeyondDecks(FOUR, 4, (FOUR,))


@clause("rws-etg", "5.7")
@reading("A-43", "A-45")
def test_cards_drawn_together_before_the_deal_wait_in_the_order_that_is_decided(
    policies: Policies,
) -> None:
    unknown = Irregularity.SIMULTANEOUS_DRAW_ORDER_UNKNOWN
    for evening in (opened(config_for("rws-etg", policies)), settled("rws-etg", policies)):
        evening.do(report(unknown, extra="4D KS"))
        assert evening.refused(Attest(), SUPERVISOR) == CardsMissing(unknown, "5.7")
        other = parse_cards("KS 5D")
        expected = ExpectedCards.EACH_ONCE
        assert evening.refused(Attest(other), SUPERVISOR) == CardsCannotBe(other, expected)
        evening.do(Attest(parse_cards("KS 4D")), SUPERVISOR)
        assert evening.table.carried == parse_cards("KS 4D")


@clause("rws-etg", "5.7")
@clause("mbs", "5.8")
@reading("A-45")
@pytest.mark.parametrize("document", GAMES)
def test_cards_drawn_together_change_places_and_those_before_them_stay(
    policies: Policies, document: str
) -> None:
    together = Irregularity.SIMULTANEOUS_DRAW
    evening = with_cards(document, policies, "KS 3D QH")
    others = parse_cards("3D KS QH 4C")
    last_only = CardsCannotBe(others, ExpectedCards.LAST_IN_ANOTHER_ORDER)
    assert evening.refused(report(together, "3D KS QH 4C", "4C")) == last_only
    evening.do(report(together, "KS 3D 4C QH", "4C"))
    evening.do(Attest(), SUPERVISOR)
    assert evening.table.round_now.cards == parse_cards("KS 3D 4C QH")


@clause("rws-etg", "5.7")
@reading("A-45")
def test_who_decides_the_order_of_cards_drawn_together_decides_of_no_others(
    policies: Policies,
) -> None:
    evening = with_cards("rws-etg", policies, "KS 3D QH")
    evening.do(report(Irregularity.SIMULTANEOUS_DRAW_ORDER_UNKNOWN, extra="4C"))
    others = parse_cards("KS QH 3D 4C")
    last_only = CardsCannotBe(others, ExpectedCards.LAST_IN_ANOTHER_ORDER)
    assert evening.refused(Attest(others), SUPERVISOR) == last_only
    evening.do(Attest(parse_cards("KS 3D 4C QH")), SUPERVISOR)
    assert evening.table.round_now.cards == parse_cards("KS 3D 4C QH")


@clause("rws-etg", "5.4", "5.6")
@reading("A-43", "A-72")
def test_a_waiting_card_is_used_here_after_all_when_the_corrected_deal_wants_it(
    policies: Policies,
) -> None:
    evening = carrying(with_cards("rws-etg", policies, "KS 3D 9H 4C"), "8D 6C")
    # The 9 was a 5: no natural, and Player draws the 8 that lies there. Banker 7 stands.
    evening.do(report(Irregularity.WRONG_CARD_REGISTERED, "KS 3D 5H 4C"))
    evening.do(Attest(), SUPERVISOR)
    assert evening.phase() is Phase.RESULT
    assert evening.table.round_now.cards == parse_cards("KS 3D 5H 4C 8D")
    assert evening.table.carried == parse_cards("6C")
    assert evening.table.shoe_now.counts == Counter(parse_cards("KS 3D 5H 4C 8D 6C"))
    evening.do(Settle())
    assert evening.table.credits_of(T1) == dollars(1100)  # 7 against 3


def test_a_waiting_card_takes_the_place_of_one_that_never_was(policies: Policies) -> None:
    evening = carrying(with_cards("rws-etg", policies, "KS 3D 9H 4C"), "8D 6C")
    evening.do(report(Irregularity.WRONG_CARD_REGISTERED, "KS 3D 5H"))
    evening.do(Attest(), SUPERVISOR)
    # Banker 1 with the 8; the totals are due before Player's third card may come.
    assert evening.table.round_now.cards == parse_cards("KS 3D 5H 8D")
    assert evening.table.carried == parse_cards("6C")
    evening.do(AnnounceTotals())
    # Player 5 draws the 6; Banker 1 draws whatever comes next from the shoe.
    assert evening.table.round_now.cards == parse_cards("KS 3D 5H 8D 6C")
    assert (evening.phase(), evening.table.carried) == (Phase.DEALING, ())
    assert evening.record.events[-1].fact == CardDealt(
        parse_card("6C"), Side.PLAYER, CardOrigin.CARRIED
    )
    evening.do(DealCard(parse_card("KD")))
    assert evening.phase() is Phase.RESULT
    assert evening.table.shoe_now.counts == Counter(parse_cards("KS 3D 5H 8D 6C KD"))
    assert replay(evening.record.events) == evening.table
