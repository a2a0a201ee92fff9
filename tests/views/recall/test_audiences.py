"""Which parts of an event may be shown, and to whom."""

from typing import get_args

import pytest

from punto.ledger.tickets import TicketNumber, masked, ticket_number
from punto.rounds.adjustment.commands import AdjustmentKind
from punto.rounds.adjustment.events import (
    AdjustmentAsked,
    AdjustmentTurnedDown,
    CreditsAdjusted,
    DebtRepaid,
)
from punto.rounds.betting.events import BetsClosed, PositionTaken, TerminalFroze
from punto.rounds.catalogue import EVENTS
from punto.rounds.configuration import CardSource
from punto.rounds.dealing.events import RoundSettled
from punto.rounds.events import EndingFact, Fact, TableEvent
from punto.rounds.irregularity.events import (
    EarlierRoundResettled,
    RoundVoided,
    TerminalsInterrupted,
)
from punto.rounds.purse.events import CashOutReserved, TicketPrinted, TicketTaken
from punto.rounds.shoe.commands import Shuffle
from punto.rounds.shoe.events import ShoeLoaded
from punto.rounds.table.commands import Link
from punto.rounds.table.events import LinkReported, TableClosed
from punto.rules.games import BetKey
from punto.rules.irregularity_policies import Irregularity
from punto.rules.settlement import refund
from punto.values import replace
from punto.values.ids import CommandId, Instant, PersonId, TerminalId
from punto.values.money import dollars
from punto.values.structures import field_names
from punto.views.recall.steps import as_seen
from support.rounds.evening import DEALER, T1, T2, configuration, position

T3 = TerminalId("T3")
NUMBER = ticket_number(987_654_321)
MASKED = TicketNumber(masked(NUMBER))
POLICY = configuration().policy(Irregularity.TERMINAL_INTERRUPTION)
BACK = refund({BetKey("tie"): dollars(5)}, "5.11")
SHOE = ShoeLoaded(1, 8, CardSource.VIRTUAL_SHOE, Shuffle.VIRTUAL, "ab12", "5ea1ed", 360)


# An object: mypy takes seconds to compare one of all facts with another.
def seen(fact: Fact, terminal: TerminalId | None) -> object:
    event = as_seen(TableEvent(fact, DEALER, Instant(7), CommandId("c1"), "3.3"), terminal)
    if event is not None:
        assert event == TableEvent(event.fact, DEALER, Instant(7), CommandId("c1"), "3.3")
    return None if event is None else event.fact


@pytest.mark.parametrize(
    "fact",
    [
        PositionTaken(T1, position(tie=5), opposite=False),
        TerminalFroze(T1),
        LinkReported(T1, Link.LOST),
        CreditsAdjusted(T1, dollars(5), "so ruled"),
        DebtRepaid(T1, dollars(5)),
    ],
)
def test_what_concerns_one_terminal_no_other_sees(fact: Fact) -> None:
    assert seen(fact, None) == seen(fact, T1) == fact
    assert seen(fact, T2) is None


@pytest.mark.parametrize(
    "fact",
    [
        AdjustmentAsked(T1, AdjustmentKind.CREDITS, dollars(5), "late", PersonId("arun")),
        AdjustmentTurnedDown(T1),
    ],
)
def test_what_the_house_only_thinks_of_no_patron_sees(fact: Fact) -> None:
    assert seen(fact, None) == fact
    assert seen(fact, T1) is None


@pytest.mark.parametrize(
    "fact",
    [
        CashOutReserved(T1, dollars(5), NUMBER, Instant(99)),
        TicketPrinted(T1, dollars(5), NUMBER, Instant(9), Instant(99)),
        TicketTaken(T1, dollars(5), NUMBER),
    ],
)
def test_the_number_of_a_ticket_is_masked_for_everybody(
    fact: CashOutReserved | TicketPrinted | TicketTaken,
) -> None:
    assert seen(fact, None) == seen(fact, T1) == replace(fact, number=MASKED)


def test_the_order_of_a_virtual_shoe_is_shown_to_nobody_not_even_sealed() -> None:
    assert seen(SHOE, None) == seen(SHOE, T1) == replace(SHOE, sealed="")


def test_endings_are_cut_to_the_own_bets() -> None:
    results = ((T1, BACK), (T2, BACK))
    for fact in (RoundSettled(results), RoundVoided(results)):
        assert seen(fact, None) == fact
        assert seen(fact, T2) == type(fact)(((T2, BACK),))
        assert seen(fact, T3) == type(fact)(())
    earlier = EarlierRoundResettled(3, (), (), results)
    assert seen(earlier, T1) == EarlierRoundResettled(3, (), (), ((T1, BACK),))


def test_an_interruption_is_shown_to_the_terminals_that_it_affects() -> None:
    assert POLICY is not None
    bets = position(tie=5)
    fact = TerminalsInterrupted(POLICY, "a cable", ((T1, bets),), (T2,))
    assert seen(fact, None) == fact
    assert seen(fact, T1) == TerminalsInterrupted(POLICY, "a cable", ((T1, bets),), ())
    assert seen(fact, T2) == TerminalsInterrupted(POLICY, "a cable", (), (T2,))
    assert seen(fact, T3) is None


def test_who_else_did_not_answer_is_not_shown() -> None:
    fact = BetsClosed("No more bets", (T1, T2))
    assert seen(fact, None) == fact
    assert seen(fact, T2) == BetsClosed("No more bets", (T2,))
    assert seen(fact, T3) == BetsClosed("No more bets", ())


def test_what_happens_to_the_table_everybody_sees() -> None:
    assert seen(TableClosed(), T1) == TableClosed()


def test_a_part_is_cut_from_every_event_that_is_for_each_terminal() -> None:
    cut = {kind for kind, row in EVENTS.items() if row.audience == "each terminal"}
    assert cut == {BetsClosed, TerminalsInterrupted, *get_args(EndingFact)}


def test_every_event_for_its_terminal_names_it() -> None:
    own = [kind for kind, row in EVENTS.items() if row.audience == "its terminal"]
    assert all("terminal" in field_names(kind) for kind in own)
