"""A record that contradicts itself stops the program; it is never a refusal."""

import pytest

from punto.rounds.betting.commands import OpenBets
from punto.rounds.betting.events import BetsOpened
from punto.rounds.commands import Patron, TableCommand
from punto.rounds.configuration import CardSource
from punto.rounds.dealing.commands import CardOrigin, DealCard, Settle
from punto.rounds.dealing.events import CardDealt
from punto.rounds.decisions import _staff, decide
from punto.rounds.events import TableEvent
from punto.rounds.evolution import evolve, replay
from punto.rounds.irregularity.commands import Attest
from punto.rounds.phases import Phase
from punto.rounds.shoe.commands import CountCards
from punto.rounds.shoe.state import Shoe
from punto.rounds.state import RecordDoesNotHold, Table
from punto.rounds.table.commands import OpenTable
from punto.rules.irregularity_policies import Irregularity
from punto.values.cards import parse_card
from punto.values.ids import CommandId, Instant
from punto.values.sides import Side
from punto.values.structures import replace
from support.rounds.evening import (
    DEALER,
    SHIFT_MANAGER,
    SUPERVISOR,
    T1,
    betting,
    configuration,
    opened,
)
from support.rounds.matters import report


def test_a_phase_of_a_round_without_a_round() -> None:
    table = Table(phase=Phase.RESULT, configuration=configuration())
    command = TableCommand(CommandId("c"), Instant(0), DEALER, Settle())
    with pytest.raises(RecordDoesNotHold, match="no round while result"):
        decide(table, command)


def test_a_ruling_without_a_matter() -> None:
    table = replace(betting().table, phase=Phase.STOPPED)
    command = TableCommand(CommandId("c"), Instant(0), SUPERVISOR, Attest())
    with pytest.raises(RecordDoesNotHold, match="no irregularity while awaiting a ruling"):
        decide(table, command)


def test_a_card_without_a_shoe() -> None:
    table = replace(betting().table, phase=Phase.DEALING, shoe=None)
    command = TableCommand(CommandId("c"), Instant(0), DEALER, DealCard(parse_card("AS")))
    with pytest.raises(RecordDoesNotHold, match="no shoe while dealing"):
        decide(table, command)


def test_a_card_dealt_to_a_complete_coup() -> None:
    evening = betting()
    evening.close()
    evening.deal("KS 3D 9H 4C")
    table = replace(evening.table, phase=Phase.DEALING)
    command = TableCommand(CommandId("c"), Instant(0), DEALER, DealCard(parse_card("AS")))
    with pytest.raises(RecordDoesNotHold, match="is complete while cards are dealt"):
        decide(table, command)


def test_a_patron_who_passes_for_staff() -> None:
    with pytest.raises(RecordDoesNotHold, match="passed for staff"):
        _staff(Patron(T1))


def test_a_round_before_any_game() -> None:
    table = Table(shoe=Shoe(1, 8, CardSource.KEYED_SHOE))
    opened_bets = BetsOpened(1, "Place your bets, please", Instant(0), configuration().stamp)
    event = TableEvent(opened_bets, DEALER, Instant(0), CommandId("c"), "3.1")
    with pytest.raises(RecordDoesNotHold, match="a round, and no game"):
        evolve(table, event)


def test_a_card_before_any_round() -> None:
    dealt = CardDealt(parse_card("AS"), Side.PLAYER, CardOrigin.READ)
    with pytest.raises(RecordDoesNotHold, match="no round while closed"):
        replay([TableEvent(dealt, DEALER, Instant(0), CommandId("c"), "3.6")])


def test_an_alarm_at_a_table_that_has_no_policy_for_what_is_not_covered() -> None:
    table = replace(opened().table, configuration=replace(configuration(), policies=()))
    command = TableCommand(CommandId("c"), Instant(0), DEALER, CountCards(3))
    with pytest.raises(RecordDoesNotHold, match="a table without a policy"):
        decide(table, command)


def test_a_late_correction_of_a_round_that_is_not_kept() -> None:
    evening = betting()
    evening.play("KS 3D 9H 4C")
    evening.do(OpenBets())
    evening.do(report(Irregularity.WRONG_CARD_REGISTERED, "KS 3D 8H 4C", earlier=1))
    table = replace(evening.table, past=())
    command = TableCommand(CommandId("c"), Instant(0), SHIFT_MANAGER, Attest())
    with pytest.raises(RecordDoesNotHold, match="round 1 is corrected and not kept"):
        decide(table, command)


def test_an_open_table_cannot_be_opened_again() -> None:
    refusal = opened().refused(OpenTable())
    assert refusal.sentence == (
        "opening the table: no round is in progress, and opening bets comes next (R 3.3, M 3.1); "
        "expected while the table is closed (R 1.4, M 6.2)"
    )


def test_a_card_that_a_patron_dealt() -> None:
    evening = betting()
    evening.close()
    fact = CardDealt(parse_card("KS"), Side.PLAYER, CardOrigin.READ)
    event = TableEvent(fact, Patron(T1), Instant(0), CommandId("c"), "3.6")
    with pytest.raises(RecordDoesNotHold, match="dealt"):
        evolve(evening.table, event)
