"""A card that is impossible is a sign of a foreign card, whoever reports it (A-69)."""

from collections.abc import Mapping

import pytest

from punto.rounds.commands import Timer
from punto.rounds.dealing.commands import CardOrigin, DealCard, Settle
from punto.rounds.dealing.events import CardBeyondDecks, CardDealt
from punto.rounds.events import Fact
from punto.rounds.evolution import replay
from punto.rounds.irregularity.commands import Attest, ReportIrregularity
from punto.rounds.irregularity.events import IrregularityReported
from punto.rounds.phases import Phase
from punto.rounds.table.commands import CloseTable, ConfigureTable, OpenTable
from punto.rules.irregularity_policies import Irregularity
from punto.values.cards import DECK, Card, parse_card, parse_cards
from punto.values.structures import replace
from support.rounds.evening import DEALER, PIT_MANAGER, SUPERVISOR, Evening, betting, opened
from support.rounds.matters import Policies, config_for, establish, report, with_cards
from support.rounds.virtual import virtual_configuration

reading = pytest.mark.reading

NINE_OF_CLUBS = parse_card("9C")
ALL_SEEN: Mapping[Card, int] = {NINE_OF_CLUBS: 8}
MISREAD = Irregularity.WRONG_CARD_REGISTERED
EXCESS = Irregularity.EXCESS_OR_EXPOSED_CARD


def with_all_nines_seen(evening: Evening) -> Evening:
    """Mark every Nine of Clubs in the shoe as seen."""
    shoe = evening.table.shoe_now
    counts = {**shoe.counts, **ALL_SEEN}
    seen = replace(shoe, counts=counts, dealt_count=sum(counts.values()))
    evening.record = replace(evening.record, table=replace(evening.table, shoe=seen))
    return evening


def is_alarm(facts: tuple[Fact, ...], reported: str = "", instead_of: str = "") -> bool:
    beyond, told = facts
    assert isinstance(told, IrregularityReported)
    assert told.words == "9C came out beyond all that 8 decks hold"
    assert (told.reporter, told.cards, told.extra) == (DEALER.person, None, ())
    foreign = told.policy.irregularity is Irregularity.FOREIGN_CARD
    cards = parse_cards(reported), parse_cards(instead_of)
    return foreign and told.automatic and beyond == CardBeyondDecks(NINE_OF_CLUBS, 8, *cards)


@reading("A-69")
@pytest.mark.parametrize(
    ("wish", "reported", "instead_of"),
    [
        (report(MISREAD, "4D 9C"), "4D 9C", "4D KS"),
        (report(EXCESS, extra="9C"), "4D KS 9C", "4D KS"),
        (report(Irregularity.WRONG_ORDER, "9C 4D KS", "9C"), "9C 4D KS", "4D KS"),
        (
            report(Irregularity.SIMULTANEOUS_DRAW_ORDER_UNKNOWN, extra="9C"),
            "4D KS 9C",
            "4D KS",
        ),
        (report(Irregularity.TECHNICAL_INTERRUPTION, "4D KS 9C"), "4D KS 9C", "4D KS"),
        (report(Irregularity.FOREIGN_CARD, extra="9C"), "9C", ""),
        (report(Irregularity.FOREIGN_CARD, "4D KS", "9C"), "9C", ""),
        (report(Irregularity.WRONG_NUMBER_OF_CARDS, "4D 9C"), "4D 9C", "4D KS"),
    ],
)
def test_a_report_of_a_card_beyond_the_decks_is_itself_the_alarm(
    policies: Policies, wish: ReportIrregularity, reported: str, instead_of: str
) -> None:
    evening = with_all_nines_seen(with_cards("rws-etg", policies, "4D KS"))
    assert is_alarm(evening.do(wish), reported, instead_of)
    evening.do(Attest(), SUPERVISOR)
    assert (evening.phase(), evening.table.shoe) == (Phase.IDLE, None)
    assert evening.table.round_now.void


@reading("A-41", "A-69")
def test_an_alarm_before_the_first_round_withdraws_the_shoe(policies: Policies) -> None:
    evening = with_all_nines_seen(opened(config_for("rws-etg", policies)))
    assert evening.table.round is None
    assert is_alarm(evening.do(report(EXCESS, extra="9C")), "9C")
    evening.do(Attest(), SUPERVISOR)
    assert (evening.phase(), evening.table.shoe) == (Phase.IDLE, None)


@reading("A-28", "A-69")
def test_an_alarm_after_payment_leaves_what_was_paid(policies: Policies) -> None:
    evening = with_cards("rws-etg", policies, "KS 3D QH 4C 2D")
    evening.do(Settle())
    before = evening.table.book
    with_all_nines_seen(evening)
    misread = report(MISREAD, "KS 3D QH 4C 9C")
    assert is_alarm(evening.do(misread), "KS 3D QH 4C 9C", "KS 3D QH 4C 2D")
    evening.do(Attest(), SUPERVISOR)
    assert (evening.phase(), evening.table.shoe, evening.table.book) == (
        Phase.SETTLED,
        None,
        before,
    )


@reading("A-69")
def test_no_card_is_dealt_past_the_last_one() -> None:
    evening = betting()
    evening.close()
    shoe = evening.table.shoe_now
    one_left = replace(shoe, dealt_count=8 * len(DECK) - 1)
    evening.record = replace(evening.record, table=replace(evening.table, shoe=one_left))
    (dealt,) = evening.do(DealCard(NINE_OF_CLUBS, CardOrigin.READ))
    assert isinstance(dealt, CardDealt)
    assert evening.table.shoe_now.cards_left == 0
    assert is_alarm(evening.do(DealCard(NINE_OF_CLUBS, CardOrigin.READ)))
    assert evening.phase() is Phase.STOPPED


def test_an_alarm_tells_of_the_decks_in_play_and_not_of_those_to_come(policies: Policies) -> None:
    config = config_for("mbs", policies)
    evening = opened(replace(config, terms=replace(config.terms, decks=4)))
    evening.do(report(EXCESS, extra="9C 9C 9C 9C"))
    establish(evening)
    evening.do(CloseTable(), SUPERVISOR)
    evening.do(ConfigureTable(config), PIT_MANAGER)
    evening.do(OpenTable())
    beyond, _ = evening.do(report(Irregularity.FOREIGN_CARD, extra="9C"))
    assert beyond == CardBeyondDecks(NINE_OF_CLUBS, 4, (NINE_OF_CLUBS,))


def test_an_alarm_is_replayed_as_it_was_raised(policies: Policies) -> None:
    config = config_for("mbs", policies)
    evening = opened(replace(config, terms=replace(config.terms, decks=4)))
    evening.do(report(EXCESS, extra="9C 9C 9C 9C"))
    establish(evening)
    evening.do(report(Irregularity.SHORTAGE, extra="9C"))
    assert replay(evening.record.events) == evening.table
    evening.do(Attest(), SUPERVISOR)
    assert replay(evening.record.events) == evening.table


def test_a_report_cannot_take_more_cards_than_the_shoe_has_left(policies: Policies) -> None:
    evening = betting(config_for("rws-etg", policies))
    shoe = replace(evening.table.shoe_now, dealt_count=8 * 52 - 1)
    evening.record = replace(evening.record, table=replace(evening.table, shoe=shoe))
    two = replace(report(EXCESS), extra=(parse_card("2D"), parse_card("3D")))
    beyond, _ = evening.do(two)
    assert beyond == CardBeyondDecks(parse_card("3D"), 8, parse_cards("2D 3D"))


@reading("A-28", "A-69")
def test_an_alarm_while_a_timer_deals_is_told_in_the_name_of_the_dealer_of_record() -> None:
    evening = betting(replace(virtual_configuration(), self_dealing=True))
    evening.close()
    with_all_nines_seen(evening)
    assert is_alarm(evening.do(DealCard(NINE_OF_CLUBS, CardOrigin.DRAWN), Timer(DEALER)))
