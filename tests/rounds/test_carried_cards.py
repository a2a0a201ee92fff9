"""A card drawn or seen too early is used where it belongs: in this deal or in the next."""

from collections import Counter

import pytest

from punto.rounds.betting.commands import OpenBets
from punto.rounds.betting.events import BetsOpened
from punto.rounds.command_names import WishName
from punto.rounds.command_refusals import ReasonMissing, RoleTooLow
from punto.rounds.configuration import CardSource
from punto.rounds.dealing.commands import AnnounceTotals, CardOrigin, DealCard, Settle
from punto.rounds.dealing.events import CardBeyondDecks, CardDealt
from punto.rounds.dealing.refusals import TotalsNotAnnounced
from punto.rounds.evolution import replay
from punto.rounds.irregularity.commands import (
    Attest,
    Decline,
    DenyReconstruction,
    Rule,
    Verdict,
)
from punto.rounds.irregularity.events import (
    CardsCarried,
    CardsCorrected,
    CardsDiscarded,
    ReconstructionDenied,
    RoundVoided,
)
from punto.rounds.irregularity.expected_cards import ExpectedCards
from punto.rounds.irregularity.refusals import (
    CardsCannotBe,
    CardsMissing,
    ExtraCardsNotWanted,
    ForTheShiftManager,
    NothingToReconstruct,
)
from punto.rounds.phases import Phase
from punto.rounds.shoe.commands import RetireShoe
from punto.rounds.shoe.refusals import NoShoe
from punto.rules.irregularity_policies import Irregularity, Remedy
from punto.rules.roles import Role
from punto.values import replace
from punto.values.cards import parse_card, parse_cards
from punto.values.money import dollars
from punto.values.sides import Side
from support.rounds.evening import (
    SHIFT_MANAGER,
    SUPERVISOR,
    T1,
    Evening,
    betting,
    configuration,
    opened,
)
from support.rounds.matters import (
    GAMES,
    Policies,
    config_for,
    establish,
    report,
    settled,
    with_cards,
)

clause = pytest.mark.clause
reading = pytest.mark.reading

FOUR = parse_card("4D")
EXCESS = Irregularity.EXCESS_OR_EXPOSED_CARD
AT_MOST_FOUR = ExpectedCards.FOR_THE_NEXT_DEAL, 4


def carrying(evening: Evening, cards: str) -> Evening:
    """Return the table after these extra cards are established."""
    evening.do(report(EXCESS, extra=cards))
    establish(evening)
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
    establish(evening)
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
    others_stay = CardsCannotBe(others, ExpectedCards.TOGETHER_IN_ANOTHER_ORDER)
    assert evening.refused(report(together, "3D KS QH 4C", "4C")) == others_stay
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
    others_stay = CardsCannotBe(others, ExpectedCards.TOGETHER_IN_ANOTHER_ORDER)
    assert evening.refused(Attest(others), SUPERVISOR) == others_stay
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


@clause("rws-etg", "5.4")
@clause("mbs", "5.7")
@reading("A-43")
@pytest.mark.parametrize("document", GAMES)
def test_an_unseen_card_has_no_name_before_it_is_dealt(policies: Policies, document: str) -> None:
    evening = carrying(with_cards(document, policies, "KS 3D 9H 4C"), "unseen")
    assert list(evening.table.carried) == [None]
    shoe = evening.table.shoe_now
    assert (shoe.counts, shoe.dealt_count) == (Counter(parse_cards("KS 3D 9H 4C")), 5)
    evening.do(Settle())
    (bets,) = evening.do(OpenBets())
    assert isinstance(bets, BetsOpened)
    assert bets.seen_before == (None,)
    evening.close()
    assert evening.table.round_now.cards == ()
    eight = parse_card("8D")
    assert evening.do(DealCard(eight)) == (CardDealt(eight, Side.PLAYER, CardOrigin.READ),)
    shoe = evening.table.shoe_now
    assert (shoe.counts[eight], shoe.dealt_count) == (1, 5)
    assert evening.table.carried == ()
    assert replay(evening.record.events) == evening.table


@reading("A-43")
def test_an_unseen_card_is_used_in_this_deal_in_its_turn(
    policies: Policies,
) -> None:
    evening = carrying(with_cards("rws-etg", policies, "KS 3D"), "unseen 4C unseen")
    assert evening.table.round_now.cards == parse_cards("KS 3D")
    evening.do(DealCard(parse_card("QH")))
    # The 4 after it was seen and follows without a command; the totals come before the next card.
    assert evening.table.round_now.cards == parse_cards("KS 3D QH 4C")
    assert evening.refused(DealCard(parse_card("2D"))) == TotalsNotAnnounced()
    evening.do(AnnounceTotals())
    evening.do(DealCard(parse_card("2D")))
    assert evening.phase() is Phase.RESULT
    assert evening.table.shoe_now.dealt_count == 5


@reading("A-43", "A-69")
def test_an_unseen_card_stays_within_the_decks(policies: Policies) -> None:
    config = config_for("rws-etg", policies)
    evening = opened(replace(config, terms=replace(config.terms, decks=4)))
    carrying(evening, "4D 4D unseen")
    carrying(evening, "4D")
    evening.do(OpenBets())
    evening.close()
    evening.do(DealCard(FOUR))
    evening.do(AnnounceTotals())
    evening.do(Settle())
    carrying(evening, "unseen")
    evening.do(OpenBets())
    evening.close()
    assert evening.do(DealCard(FOUR))[0] == CardBeyondDecks(FOUR, 4)
    other = opened(replace(config, terms=replace(config.terms, decks=4)))
    shoe = replace(other.table.shoe_now, dealt_count=207)
    assert shoe.cards_left == 1
    other.record = replace(other.record, table=replace(other.table, shoe=shoe))
    wish = report(EXCESS, extra="unseen unseen")
    expected = ExpectedCards.AS_THE_DECKS_HOLD
    assert other.refused(wish) == CardsCannotBe((None, None), expected, 4)


@reading("A-43")
def test_a_discarded_unseen_card_counts_without_a_name(policies: Policies) -> None:
    evening = with_cards("rws-etg", policies, "KS 3D")
    evening.do(report(Irregularity.WRONG_NUMBER_OF_CARDS, extra="unseen 5S"))
    evening.do(Attest(), SUPERVISOR)
    shoe = evening.table.shoe_now
    assert shoe.counts == Counter(parse_cards("KS 3D 5S"))
    assert shoe.dealt_count == 4


@reading("A-43")
def test_a_virtual_shoe_knows_no_card_that_came_out_by_mistake() -> None:
    config = configuration()
    virtual = replace(config, source=CardSource.VIRTUAL_SHOE)
    evening = opened(virtual)
    refused = evening.refused(report(EXCESS, extra="unseen"))
    assert refused == CardsCannotBe((None,), ExpectedCards.AS_DRAWN)


@reading("A-43")
def test_cards_left_over_keep_the_order_in_which_they_left_the_shoe(policies: Policies) -> None:
    evening = carrying(with_cards("rws-etg", policies, "KS 3D QH 4C 9D"), "6S")
    evening.do(report(Irregularity.WRONG_ORDER, "KS 3D 9D 4C QH 5S", "5S"))
    evening.do(Attest(), SUPERVISOR)
    assert evening.table.carried == parse_cards("QH 6S 5S")
    assert evening.table.round_now.cards == parse_cards("KS 3D 9D 4C")


@clause("rws-etg", "5.6")
@reading("A-77")
@pytest.mark.parametrize("paid", [False, True])
@pytest.mark.parametrize("named", ["KS 3D 5H 4C", "KS 3D 5H 4C 8D", "KS 3D 5H 4C 8D 6C"])
def test_a_waiting_card_that_the_corrected_coup_wants_waits_no_longer(
    policies: Policies, named: str, *, paid: bool
) -> None:
    evening = carrying(with_cards("rws-etg", policies, "KS 3D 9H 4C"), "8D 6C")
    if paid:
        evening.do(Settle())
    evening.do(report(Irregularity.WRONG_CARD_REGISTERED, named))
    evening.do(Attest(), SUPERVISOR)
    assert evening.table.round_now.cards == parse_cards("KS 3D 5H 4C 8D")
    assert evening.table.carried == parse_cards("6C")
    assert evening.table.shoe_now.counts == Counter(parse_cards("KS 3D 5H 4C 8D 6C"))
    assert evening.table.shoe_now.dealt_count == 6
    if not paid:
        evening.do(Settle())
    assert evening.table.credits_of(T1) == dollars(1100)  # Player 3 against Banker 7


@reading("A-77")
def test_a_waiting_card_is_known_by_its_face_wherever_a_correction_names_it(
    policies: Policies,
) -> None:
    evening = carrying(with_cards("rws-etg", policies, "KS 3D 9H 4C"), "8D 6C")
    evening.do(report(Irregularity.WRONG_CARD_REGISTERED, "KS 8D 9H 4C"))
    evening.do(Attest(), SUPERVISOR)
    assert evening.table.round_now.cards == parse_cards("KS 8D 9H 4C")
    assert evening.table.carried == parse_cards("6C")
    assert evening.table.shoe_now.dealt_count == 5


@reading("A-77")
def test_a_correction_that_names_a_waiting_card_too_leaves_it_waiting_once(
    policies: Policies,
) -> None:
    evening = carrying(with_cards("rws-etg", policies, "KS 3D 9H 4C"), "8D unseen")
    evening.do(report(Irregularity.WRONG_CARD_REGISTERED, "KS 3D 8H 4C 8D 6C"))
    evening.do(Attest(), SUPERVISOR)
    assert evening.table.carried == parse_cards("8D 6C")
    assert evening.table.shoe_now.counts == Counter(parse_cards("KS 3D 8H 4C 8D 6C"))
    assert evening.table.shoe_now.dealt_count == 6


@reading("A-77")
def test_an_earlier_round_takes_no_card_that_was_dealt_since(policies: Policies) -> None:
    evening = carrying(with_cards("rws-etg", policies, "KS 3D 9H 4C"), "8D")
    evening.do(Settle())
    evening.do(OpenBets())
    assert evening.table.carried == parse_cards("8D")
    before = evening.record
    wrong = report(Irregularity.WRONG_CARD_REGISTERED, "KS 3D 5H 4C 8D", earlier=1)
    evening.do(wrong)
    evening.do(Attest(), SHIFT_MANAGER)
    assert evening.table.carried == ()
    assert evening.table.shoe_now.dealt_count == 5
    evening.record = before
    evening.close()
    assert evening.table.round_now.cards == parse_cards("8D")
    dealt_since = CardsCannotBe(parse_cards("KS 3D 5H 4C 8D"), ExpectedCards.NOT_DEALT_SINCE)
    assert evening.refused(wrong) == dealt_since


@reading("A-53")
def test_a_card_that_deals_itself_is_not_dealt_by_the_person_who_attests(
    policies: Policies,
) -> None:
    evening = carrying(with_cards("rws-etg", policies, "KS 3D 9H 4C"), "8D")
    evening.do(report(Irregularity.WRONG_CARD_REGISTERED, "KS 3D 5H 4C"))
    evening.do(Attest(), SUPERVISOR)
    assert evening.table.round_now.cards == parse_cards("KS 3D 5H 4C 8D")
    evening.do(report(EXCESS, extra="6C"))
    evening.do(Attest(), SUPERVISOR)


@reading("A-43")
@pytest.mark.parametrize("what", ["technical-interruption", "wrong-card-registered"])
def test_a_card_without_a_face_decides_nothing(policies: Policies, what: str) -> None:
    evening = with_cards("rws-etg", policies, "KS 3D")
    wish = report(Irregularity(what), "KS 3D unseen")
    named = (*parse_cards("KS 3D"), None)
    assert evening.refused(wish) == CardsCannotBe(named, ExpectedCards.SEEN)
    late = settled("rws-etg", policies)
    late.do(OpenBets())
    wish = report(Irregularity.WRONG_CARD_REGISTERED, "KS 3D unseen", earlier=1)
    assert late.refused(wish) == CardsCannotBe(named, ExpectedCards.SEEN)


@reading("A-77")
def test_an_unregistered_card_does_not_bring_the_waiting_one_along(
    policies: Policies,
) -> None:
    evening = carrying(with_cards("rws-etg", policies, "KS 3D 9H 4C"), "unseen")
    # A 5 lay between the others: 5 against 2, Player draws the 4, and Banker 2 the next card.
    evening.do(report(Irregularity.WRONG_CARD_REGISTERED, "KS 3D 5H 9H 4C"))
    evening.do(Attest(), SUPERVISOR)
    assert (evening.phase(), evening.table.carried) == (Phase.DEALING, (None,))
    assert evening.table.shoe_now.dealt_count == 6
    evening.do(DealCard(parse_card("KD")))
    assert (evening.phase(), evening.table.carried) == (Phase.RESULT, ())


@clause("rws-etg", "5.4", "5.3.3")
@reading("A-43")
@pytest.mark.parametrize("paid", [False, True])
def test_true_but_beyond_reconstruction_voids_a_round_with_a_wrong_number_of_cards(
    policies: Policies, *, paid: bool
) -> None:
    evening = with_cards("rws-etg", policies, "KS 3D 9H 4C")
    if paid:
        evening.do(Settle())
    evening.do(report(EXCESS, extra="8D"))
    answer = DenyReconstruction("they were swept together")
    denied, *followed = evening.do(answer, SUPERVISOR)
    assert isinstance(denied, ReconstructionDenied)
    assert (denied.policy.clause, denied.policy.irregularity) == ("5.3.3", EXCESS)
    assert [type(fact) for fact in followed] == [RoundVoided, CardsDiscarded]
    cited = [event.clause for event in evening.record.events[-3:]]
    assert cited == ["5.4", "5.3.3, 5.11", "A-42"]
    assert evening.table.credits_of(T1) == dollars(1000)
    assert (evening.phase(), evening.table.carried) == (Phase.IDLE, ())
    assert evening.table.shoe_now.counts == Counter(parse_cards("KS 3D 9H 4C 8D"))
    assert replay(evening.record.events) == evening.table


@clause("mbs", "5.2", "5.7")
@reading("A-43", "A-48")
def test_at_mbs_the_shift_manager_confirms_that_cards_cannot_be_reconstructed(
    policies: Policies,
) -> None:
    evening = with_cards("mbs", policies, "KS 3D")
    evening.do(report(Irregularity.WRONG_ORDER, "3D KS"))
    answer = DenyReconstruction("nobody remembers")
    assert len(evening.do(answer, SUPERVISOR)) == 1
    assert evening.phase() is Phase.STOPPED
    lost = RoleTooLow(WishName("Attest"), Role.SHIFT_MANAGER, Role.PIT_SUPERVISOR)
    assert evening.refused(Attest(), SUPERVISOR) == lost
    evening.do(Attest(), SHIFT_MANAGER)
    assert evening.record.events[-1].clause == "5.2, A-38"
    assert evening.table.credits_of(T1) == dollars(1000)
    again = with_cards("mbs", policies, "KS 3D")
    again.do(report(Irregularity.WRONG_ORDER, "3D KS"))
    again.do(answer, SHIFT_MANAGER)
    assert again.phase() is Phase.IDLE


@reading("A-43")
def test_before_a_card_is_out_the_shift_manager_rules_on_cards_beyond_reconstruction(
    policies: Policies,
) -> None:
    rws, mbs = opened(config_for("rws-etg", policies)), settled("mbs", policies)
    for evening, extra in ((rws, "8D"), (mbs, "unseen")):
        evening.do(report(EXCESS, extra=extra))
        (denied,) = evening.do(DenyReconstruction("it is lost"), SUPERVISOR)
        assert isinstance(denied, ReconstructionDenied)
        assert denied.policy.remedy is Remedy.RULING
        evening.do(Rule(Verdict.GOES_ON, "burn it"), SHIFT_MANAGER)
        assert evening.table.carried == ()


@reading("A-43")
def test_only_what_is_reconstructed_can_be_beyond_reconstruction(policies: Policies) -> None:
    answer = DenyReconstruction("swept together")
    evening = with_cards("rws-etg", policies, "KS 3D")
    evening.do(report(Irregularity.FOREIGN_CARD))
    assert evening.refused(answer, SUPERVISOR) == NothingToReconstruct("5.3.1")
    evening.do(Decline("it is ours"), SUPERVISOR)
    assert evening.refused(answer, SUPERVISOR) == ForTheShiftManager("5.3.1")
    house = with_cards("rws-etg", policies, "KS 3D")
    house.do(report(EXCESS, extra="8D"))
    missing = ReasonMissing(WishName("DenyReconstruction"))
    assert house.refused(DenyReconstruction(" "), SUPERVISOR) == missing


@reading("A-85")
def test_hands_as_they_lie_are_no_answer_at_an_electronic_table(policies: Policies) -> None:
    evening = with_cards("rws-etg", policies, "KS 3D 9H 4C")
    evening.do(report(EXCESS, extra="8D"))
    hands = parse_cards("KS 9H"), parse_cards("3D 4C 8D")
    refusal = evening.refused(DenyReconstruction("swept together", hands), SUPERVISOR)
    assert refusal == ExtraCardsNotWanted(EXCESS, "5.3.3", (*hands[0], *hands[1]))
