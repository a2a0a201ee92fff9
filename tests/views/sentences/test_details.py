"""The parts of a sentence, one by one."""

import pytest

from punto.identity.people.events import RoleGranted
from punto.ledger.tickets import TicketNumber
from punto.rounds.adjustment.events import CreditsAdjusted
from punto.rounds.betting.events import BetsClosed
from punto.rounds.irregularity.commands import Verdict
from punto.rounds.irregularity.events import (
    CardsCorrected,
    IrregularityReported,
    RulingGiven,
    TerminalsInterrupted,
)
from punto.rounds.purse.events import TicketTaken
from punto.rounds.table.events import DealerChanged, TableClosed
from punto.rules.games import BetKey
from punto.rules.irregularity_policies import Irregularity
from punto.rules.roles import Actor, Role
from punto.values.cards import parse_cards
from punto.values.ids import PersonId, TerminalId
from punto.values.money import Cents
from punto.views.sentences.details import Details, details_of
from support.rounds.evening import configuration

T1, T2 = TerminalId("T1"), TerminalId("T2")
FOREIGN = configuration().policy(Irregularity.FOREIGN_CARD)
assert FOREIGN is not None
STAKES = ((BetKey("player"), Cents(5_00)),)

TOLD: tuple[tuple[object, Details], ...] = (
    (TableClosed(), ()),
    (RulingGiven("as both agree", Verdict.VOID), (("verdict", "void"), ("words", "as both agree"))),
    (DealerChanged(Actor(PersonId("mei"), Role.DEALER)), (("dealer", "mei"),)),
    (RoleGranted(PersonId("mei"), Role.DEALER), (("person", "mei"), ("role", "1"))),
    (
        CreditsAdjusted(T1, Cents(-20_50), "paid twice"),
        (("terminal", "T1"), ("amount", "-2050"), ("reason", "paid twice")),
    ),
    (
        CardsCorrected(parse_cards("2D 4S"), parse_cards("4S TD")),
        (("registered", "2D 4S"), ("corrected", "4S TD")),
    ),
    # Missing and empty values are not parts.
    (
        IrregularityReported(FOREIGN, PersonId("mei"), "", extra=parse_cards("9H")),
        (("policy", "foreign-card"), ("extra", "9H")),
    ),
    (BetsClosed("No more bets", (T1, T2)), (("unanswered", "T1 T2"),)),
    (
        TerminalsInterrupted(FOREIGN, "dark", ((T1, STAKES), (T2, STAKES)), ()),
        (("policy", "foreign-card"), ("registered", "T1 T2"), ("words", "dark")),
    ),
)


@pytest.mark.parametrize(("fact", "parts"), TOLD, ids=lambda each: type(each).__name__)
def test_a_fact_is_told_part_by_part(fact: object, parts: Details) -> None:
    assert details_of(fact) == parts


def test_the_number_of_a_ticket_is_not_a_part() -> None:
    taken = TicketTaken(T1, Cents(10_00), TicketNumber("123456789012345678"))
    assert details_of(taken) == (("terminal", "T1"), ("amount", "1000"))
