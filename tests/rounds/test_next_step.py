"""The refusal of a command at the wrong moment names the table's phase and the next step."""

from collections.abc import Iterator
from typing import get_args

import pytest

from punto.rounds.betting.commands import BeginClosing, CutOff, OpenBets, WantPosition
from punto.rounds.boxes.commands import EndOptions
from punto.rounds.command_names import WishName
from punto.rounds.command_refusals import OutOfPhase
from punto.rounds.commands import Patron, Wish
from punto.rounds.configuration import CardSource
from punto.rounds.dealing.commands import AnnounceTotals, DealCard, Settle
from punto.rounds.irregularity.commands import Attest, Decline, Rule, Verdict
from punto.rounds.next_step import awaited
from punto.rounds.phases import NextStep, Phase
from punto.rounds.shoe.commands import LoadShoe, NoteCutCard, RetireShoe, Shuffle
from punto.rounds.state import Seat
from punto.rounds.table.commands import CloseTable, ConfigureTable, Link, OpenTable, ReportLink
from punto.rules.irregularity_policies import Irregularity
from punto.rules.roles import Actor, Role
from punto.values.cards import parse_card, parse_cards
from punto.values.ids import PersonId, TerminalId
from punto.values.structures import replace
from support.rounds.evening import (
    DEALER,
    PIT_MANAGER,
    SUPERVISOR,
    T1,
    T2,
    Evening,
    betting,
    configuration,
    opened,
    position,
    terms_for,
)
from support.rounds.matters import GAMES, Policies, report, settled, with_cards
from support.views.screens.stages import STAGES

clause = pytest.mark.clause
reading = pytest.mark.reading

ACE = DealCard(parse_card("AS"))
EXCESS = Irregularity.EXCESS_OR_EXPOSED_CARD


def out_of_phase(evening: Evening, wish: Wish) -> OutOfPhase:
    """Return the refusal of a Dealer's command that comes too early or too late."""
    refusal = evening.refused(wish)
    assert isinstance(refusal, OutOfPhase)
    return refusal


def test_every_command_has_words_of_its_own() -> None:
    assert {name.value for name in WishName} == {wish.__name__ for wish in get_args(Wish)}
    assert len({name.doing for name in WishName}) == len(WishName)


def test_a_table_that_is_not_open_waits_for_its_game_and_its_dealer() -> None:
    evening = Evening()
    assert awaited(evening.table) == (NextStep.CONFIGURE, Role.PIT_MANAGER)
    assert out_of_phase(evening, OpenBets()).sentence == (
        "opening bets: the table has no game, and configuring it comes next (A-64); "
        "expected between two rounds (R 3.3, M 3.1)"
    )
    evening.do(ConfigureTable(configuration()), PIT_MANAGER)
    assert awaited(evening.table) == (NextStep.OPEN_TABLE, Role.DEALER)
    assert out_of_phase(evening, report(EXCESS)).sentence == (
        "reporting an irregularity: the table is closed, and opening it comes next (R 1.4, M 6.2)"
    )
    evening.do(OpenTable())
    assert awaited(evening.table) == (NextStep.LOAD_SHOE, Role.DEALER)


@pytest.mark.parametrize(
    ("stage", "step"),
    [
        ("configured", NextStep.OPEN_TABLE),
        ("open", NextStep.OPEN_BETS),
        ("betting", NextStep.CLOSE_BETS),
        ("closing", NextStep.CUT_OFF),
        ("no card", NextStep.PLAYER_CARD),
        ("two cards", NextStep.PLAYER_CARD),
        ("four cards", NextStep.ANNOUNCE_TOTALS),
        ("third card due", NextStep.PLAYER_THIRD_CARD),
        ("result", NextStep.SETTLE),
        ("settled", NextStep.OPEN_BETS),
        ("void", NextStep.LOAD_SHOE),
        ("dealing stopped", NextStep.ATTEST),
        ("open stopped", NextStep.RULE),
        ("declined", NextStep.RULE),
    ],
)
def test_there_is_one_next_step_at_every_stage(stage: str, step: NextStep) -> None:
    assert awaited(STAGES[stage]().table).step is step


WISHES: dict[NextStep, Wish] = {
    NextStep.OPEN_TABLE: OpenTable(),
    NextStep.LOAD_SHOE: LoadShoe(8, Shuffle.BY_HAND),
    NextStep.OPEN_BETS: OpenBets(),
    NextStep.CLOSE_BETS: BeginClosing(),
    NextStep.CUT_OFF: CutOff(),
    NextStep.ANNOUNCE_TOTALS: AnnounceTotals(),
    NextStep.SETTLE: Settle(),
    NextStep.END_OPTIONS: EndOptions(),
    NextStep.ATTEST: Attest(),
    NextStep.RULE: Rule(Verdict.GOES_ON, "heard everybody"),
}


@pytest.mark.parametrize("stage", STAGES)
def test_the_table_takes_the_step_that_it_waits_for(stage: str) -> None:
    evening = STAGES[stage]()
    step, role = awaited(evening.table)
    evening.now += 2_000  # the grace of the terminals
    wish = WISHES.get(step, DealCard(parse_card("9C")))
    lower = [each for each in Role if each < role]
    if lower:
        evening.refused(wish, Actor(PersonId("low"), max(lower)))
    evening.do(wish, DEALER if role is Role.DEALER else Actor(PersonId("chief"), role))


@reading("A-39", "A-48")
@pytest.mark.parametrize(
    ("what", "step", "role"),
    [
        (Irregularity.FOREIGN_CARD, NextStep.ATTEST, Role.PIT_SUPERVISOR),
        (Irregularity.DEALT_ORDER_LOST, NextStep.ATTEST, Role.SHIFT_MANAGER),
        (Irregularity.NOT_COVERED, NextStep.RULE, Role.SHIFT_MANAGER),
    ],
)
def test_a_report_waits_for_the_role_that_its_clause_names(
    what: Irregularity, step: NextStep, role: Role
) -> None:
    evening = STAGES["two cards"]()
    evening.do(report(what))
    assert awaited(evening.table) == (step, role)


def test_a_shoe_of_other_decks_than_the_table_plays_is_taken_out() -> None:
    evening = opened()
    evening.do(CloseTable(), SUPERVISOR)
    six_decks = replace(configuration(), terms=terms_for("mbs-tiger", decks=6))
    evening.do(ConfigureTable(six_decks), PIT_MANAGER)
    evening.do(OpenTable())
    assert awaited(evening.table).step is NextStep.RETIRE_SHOE


def test_a_shoe_of_another_kind_than_the_table_plays_is_taken_out() -> None:
    evening = opened()
    evening.do(CloseTable(), SUPERVISOR)
    shuffler = replace(configuration(), source=CardSource.SHUFFLER)
    evening.do(ConfigureTable(shuffler), PIT_MANAGER)
    evening.do(OpenTable())
    assert awaited(evening.table).step is NextStep.RETIRE_SHOE


@reading("A-24")
def test_closing_waits_for_the_connected_terminals_that_have_not_answered() -> None:
    evening = STAGES["closing"]()
    found = [Evening().table.unanswered, evening.table.unanswered]
    evening.freeze(T1)
    found.append(evening.table.unanswered)
    evening.do(ReportLink(T2, Link.LOST))
    found.append(evening.table.unanswered)
    assert found == [(), (T1, T2), (T2,), ()]


class LookedAt(dict[TerminalId, Seat]):
    """Seats that count how many of them were looked at."""

    count = 0

    def items(self) -> Iterator[tuple[TerminalId, Seat]]:  # type: ignore[override]
        for entry in super().items():
            self.count += 1
            yield entry


def test_closing_looks_at_no_more_seats_than_up_to_one_that_has_not_answered() -> None:
    """A timer asks after every batch: looking at all seats would take longest at large tables."""
    table = STAGES["closing"]().table
    seats = LookedAt({TerminalId(f"T{number}"): Seat() for number in range(1, 1_001)})
    first = replace(table.round_now, frozen=frozenset({T1, T2}))
    closing = replace(table, seats=seats, round=first)
    assert awaited(closing).step is NextStep.CUT_OFF
    assert closing.has_unanswered
    assert seats.count <= 6
    assert not replace(closing, round=replace(first, frozen=frozenset(seats))).has_unanswered


@reading("A-49")
@clause("mbs", "3.10")
def test_between_rounds_a_table_waits_for_bets_or_for_what_its_shoe_needs_first() -> None:
    assert awaited(opened().table).step is NextStep.OPEN_BETS
    burning = opened(replace(configuration(), burns_cards=True))
    assert awaited(burning.table).step is NextStep.BURN_CARDS
    last = opened()
    last.do(NoteCutCard())
    last.do(OpenBets())
    last.play("KS 3D 9H 4C")
    assert awaited(last.table) == (NextStep.RETIRE_SHOE, Role.DEALER)
    assert out_of_phase(last, Settle()).sentence == (
        "settling the round: no round is in progress, and retiring the shoe comes next "
        "(A-49); expected once the cards are complete (R 3.13, M 1.1.16)"
    )
    last.do(RetireShoe("the last round is played"), SUPERVISOR)
    assert awaited(last.table).step is NextStep.LOAD_SHOE


@clause("rws-etg", "3.8", "3.9", "3.10")
@clause("mbs", "3.6", "3.8")
@reading("A-68")
def test_while_cards_are_dealt_the_hand_that_comes_next_is_told() -> None:
    evening = betting()
    assert awaited(evening.table).step is NextStep.CLOSE_BETS
    evening.close()
    told = []
    for card in parse_cards("KS 3D QH AC"):
        told.append(awaited(evening.table).step)
        evening.do(DealCard(card))
    assert awaited(evening.table).step is NextStep.ANNOUNCE_TOTALS
    evening.do(AnnounceTotals())
    for card in parse_cards("2D 2C"):
        told.append(awaited(evening.table).step)
        evening.do(DealCard(card))
    assert told == [
        NextStep.PLAYER_CARD,
        NextStep.BANKER_CARD,
        NextStep.PLAYER_CARD,
        NextStep.BANKER_CARD,
        NextStep.PLAYER_THIRD_CARD,
        NextStep.BANKER_THIRD_CARD,
    ]
    assert awaited(evening.table).step is NextStep.SETTLE


def test_between_the_last_card_and_the_result_that_it_brings_the_settlement_is_due(
    policies: Policies,
) -> None:
    table = with_cards("mbs", policies, "KS 3D 9H 4C").table
    assert awaited(replace(table, phase=Phase.DEALING)).step is NextStep.SETTLE


@reading("A-24")
def test_a_patron_who_bets_too_late_is_told_that_bets_are_closed() -> None:
    evening = betting()
    evening.do(BeginClosing())
    assert out_of_phase(evening, Settle()).due is NextStep.CUT_OFF
    evening = betting()
    evening.close()
    refusal = evening.refused(WantPosition(T1, 1, position(tie=5)), Patron(T1))
    assert refusal.sentence == (
        "betting: bets are closed, and a card for the Player Hand comes next (R 3.8, M 3.6.1); "
        "expected while bets are open or while bets are closing (R 3.3, R 3.7, M 3.1, M 5.5)"
    )


@reading("A-39")
@pytest.mark.parametrize("document", GAMES)
def test_while_a_matter_is_open_the_person_who_is_awaited_is_named(
    policies: Policies, document: str
) -> None:
    evening = with_cards(document, policies, "4D KS")
    evening.do(report(Irregularity.FOREIGN_CARD))
    attest = out_of_phase(evening, ACE)
    assert (attest.due, attest.role) == (NextStep.ATTEST, Role.PIT_SUPERVISOR)
    assert attest.instead is None
    assert "a report waits for the Pit Supervisor to attest it (A-39)" in attest.sentence
    evening.do(Decline("it is ours"), SUPERVISOR)
    ruling = out_of_phase(evening, ACE)
    assert (ruling.due, ruling.role) == (NextStep.RULE, Role.SHIFT_MANAGER)
    uncovered = with_cards(document, policies, "4D KS")
    uncovered.do(report(Irregularity.NOT_COVERED))
    assert out_of_phase(uncovered, ACE).due is NextStep.RULE


@reading("A-29")
def test_of_an_earlier_round_the_shift_manager_is_awaited(policies: Policies) -> None:
    evening = settled("mbs", policies)
    evening.do(OpenBets())
    misread = report(Irregularity.WRONG_CARD_REGISTERED, "KS 3D QH 4C 9D", earlier=1)
    evening.do(misread)
    assert awaited(evening.table) == (NextStep.ATTEST, Role.SHIFT_MANAGER)


@clause("rws-etg", "5.4")
@clause("mbs", "5.7")
@reading("A-43")
@pytest.mark.parametrize("document", GAMES)
def test_a_dealer_who_keys_a_card_too_many_is_told_how_to_report_it(
    policies: Policies, document: str
) -> None:
    complete = with_cards(document, policies, "KS 3D 9H 4C")
    refusal = out_of_phase(complete, ACE)
    assert (refusal.due, refusal.instead) == (NextStep.SETTLE, EXCESS)
    complete.do(report(EXCESS, extra="AS"))
    for evening in (opened(), betting(), settled(document, policies)):
        assert out_of_phase(evening, ACE).instead is EXCESS
        evening.do(report(EXCESS, extra="AS"))


@reading("A-43", "A-64")
def test_as_what_a_card_is_reported_follows_the_rules_that_the_round_is_played_by(
    policies: Policies,
) -> None:
    evening = settled("mbs", policies)
    evening.do(CloseTable(), SUPERVISOR)
    without = tuple(p for p in policies["mbs"] if p.irregularity is not EXCESS)
    other = replace(configuration("mbs-tiger"), policies=without)
    evening.do(ConfigureTable(other), PIT_MANAGER)
    assert out_of_phase(evening, ACE).instead is None  # closed, where nothing is reported
    evening.do(OpenTable())
    assert out_of_phase(evening, ACE).instead is EXCESS
    evening.do(OpenBets())
    assert out_of_phase(evening, ACE).instead is None


def test_no_card_is_too_many_where_none_can_come_out_by_mistake() -> None:
    evening = opened()
    assert out_of_phase(evening, Settle()).instead is None
    evening.do(RetireShoe("worn"), SUPERVISOR)
    assert out_of_phase(evening, ACE).instead is None
    virtual = opened(replace(configuration(), source=CardSource.VIRTUAL_SHOE))
    assert out_of_phase(virtual, ACE).instead is None
    useless = tuple(replace(p, takes_extra=False) for p in configuration().policies)
    unused = opened(replace(configuration(), policies=useless))
    assert out_of_phase(unused, ACE).instead is None
