"""Every irregularity of the two electronic documents, with its money outcome."""

from dataclasses import dataclass

import pytest

from punto.rounds.evolution import replay
from punto.rounds.matter_commands import (
    Attest,
)
from punto.rounds.matter_refusals import (
    CardsCannotBe,
    NoRoundToReach,
)
from punto.rounds.phases import Phase
from punto.rounds.table_refusals import RoleTooLow
from punto.rules.irregularities import Irregularity
from punto.rules.roles import Actor, Role
from punto.values.cards import parse_cards
from punto.values.money import dollars
from rounds.evening import (
    SHIFT_MANAGER,
    SUPERVISOR,
    T1,
    betting,
)
from rounds.matters import GAMES, LADDER, Policies, config_for, report, settled, with_cards

clause = pytest.mark.clause
reading = pytest.mark.reading


@dataclass(frozen=True)
class Case:
    """What the documents say of one irregularity, put into observable terms."""

    document: str
    what: Irregularity
    clause: str
    in_round: str
    """void or on, with two cards out."""
    after_payment: str
    """void, resettled, withdrawn (the shoe alone) or no (the clause does not reach back)."""
    shoe: str
    attester: Role


def read_cases(document: str, table: str) -> list[Case]:
    cases = []
    for line in table.strip().splitlines():
        what, number, in_round, after, shoe, attester = line.split()
        role = Role[attester.upper()]
        cases.append(Case(document, Irregularity(what), number, in_round, after, shoe, role))
    return cases


CASES = read_cases("rws-etg", """
    technical-interruption           5.1    void  no         kept       pit_supervisor
    foreign-card                     5.3.1  void  withdrawn  withdrawn  pit_supervisor
    shortage                         5.3.2  void  withdrawn  withdrawn  pit_supervisor
    excess                           5.3.2  void  withdrawn  withdrawn  pit_supervisor
    wrong-number-of-cards            5.3.3  void  void       kept       pit_supervisor
    insufficient-cards               5.3.4  void  withdrawn  withdrawn  pit_supervisor
    unshuffled-cards                 5.3.5  void  withdrawn  withdrawn  pit_supervisor
    wrong-area                       5.5    on    no         kept       pit_supervisor
    wrong-order                      5.5    on    no         kept       pit_supervisor
    simultaneous-draw                5.7    on    no         kept       pit_supervisor
    simultaneous-draw-order-unknown  5.7    on    no         kept       pit_supervisor
    face-up-card                     5.4    on    no         kept       pit_supervisor
    wrong-card-registered            5.6    on    resettled  kept       pit_supervisor
""") + read_cases("mbs", """
    technical-interruption           5.9    void  no         kept       pit_supervisor
    foreign-card                     5.1    void  withdrawn  withdrawn  pit_supervisor
    shortage                         5.1    void  withdrawn  withdrawn  pit_supervisor
    excess                           5.1    void  withdrawn  withdrawn  pit_supervisor
    wrong-number-of-cards            5.2    void  no         kept       shift_manager
    insufficient-cards               5.3    void  withdrawn  withdrawn  pit_supervisor
    unshuffled-cards                 5.1    void  withdrawn  withdrawn  pit_supervisor
    order-lost                       5.2    void  withdrawn  withdrawn  pit_supervisor
    wrong-area                       5.7    on    no         kept       pit_supervisor
    wrong-order                      5.7    on    no         kept       pit_supervisor
    simultaneous-draw                5.8    on    no         kept       pit_supervisor
    simultaneous-draw-order-unknown  5.8.1  void  no         kept       pit_supervisor
    face-up-card                     5.6    on    no         kept       pit_supervisor
    wrong-card-registered            6.3    on    resettled  kept       pit_supervisor
""")  # fmt: skip

EVERY_CASE = [
    pytest.param(
        case,
        marks=clause(case.document, case.clause),
        id=f"{case.document} {case.what.value}",
    )
    for case in CASES
]

NEEDS_CARDS = {
    Irregularity.WRONG_AREA,
    Irregularity.WRONG_ORDER,
    Irregularity.SIMULTANEOUS_DRAW,
    Irregularity.SIMULTANEOUS_DRAW_ORDER_UNKNOWN,
    Irregularity.WRONG_CARD_REGISTERED,
}


@reading("A-39", "A-42", "A-44", "A-45", "A-47", "A-48")
@pytest.mark.parametrize("case", EVERY_CASE)
def test_an_irregularity_within_a_round_ends_as_its_clause_says(
    policies: Policies, case: Case
) -> None:
    evening = with_cards(case.document, policies, "4D KS")
    cards = "KS 4D" if case.what in NEEDS_CARDS else None
    evening.do(report(case.what, cards))
    assert evening.phase() is Phase.AWAITING_RULING
    assert evening.record.events[-1].clause == case.clause
    for actor in LADDER[: LADDER.index(_least(case.attester))]:
        assert evening.refused(Attest(), actor) == RoleTooLow("Attest", case.attester, actor.role)
    evening.do(Attest(), _least(case.attester))
    void = case.in_round == "void"
    assert evening.phase() is (Phase.IDLE if void else Phase.DEALING)
    assert evening.table.credits_of(T1) == dollars(1000 if void else 900)
    assert evening.table.round_now.void == void
    assert (evening.table.shoe is None) == (case.shoe == "withdrawn")
    assert replay(evening.record.events) == evening.table


@reading("A-39")
@pytest.mark.parametrize("case", EVERY_CASE)
def test_an_established_outcome_saves_a_round_from_an_interruption_and_from_nothing_else(
    policies: Policies, case: Case
) -> None:
    evening = with_cards(case.document, policies, "4D KS 4C")
    evening.do(report(case.what, "4C KS 4D" if case.what in NEEDS_CARDS else None))
    evening.do(Attest(), SHIFT_MANAGER)
    interrupted = case.what is Irregularity.TECHNICAL_INTERRUPTION
    assert evening.table.round_now.void == (case.in_round == "void" and not interrupted)


ORDER_ONLY = NEEDS_CARDS - {Irregularity.WRONG_CARD_REGISTERED}


@reading("A-44", "A-72")
@pytest.mark.parametrize("case", EVERY_CASE)
def test_reconstruction_changes_the_order_and_only_a_misread_card_changes_the_cards(
    policies: Policies, case: Case
) -> None:
    evening = with_cards(case.document, policies, "4D KS")
    wish = report(case.what, "5D KS")
    if case.in_round == "on" and case.what in ORDER_ONLY:
        expected = "the registered cards in another order"
        assert evening.refused(wish) == CardsCannotBe(wish.cards or (), expected)
        return
    evening.do(wish)
    evening.do(Attest(), SHIFT_MANAGER)
    misread = case.what is Irregularity.WRONG_CARD_REGISTERED
    assert evening.table.round_now.cards == parse_cards("5D KS" if misread else "4D KS")


def _least(role: Role) -> Actor:
    return next(actor for actor in LADDER if actor.role is role)


@reading("A-28", "A-41", "A-72")
@pytest.mark.parametrize("case", EVERY_CASE)
def test_a_paid_round_is_reached_only_where_its_clause_reaches_back(
    policies: Policies, case: Case
) -> None:
    evening = settled(case.document, policies)
    paid = evening.table.credits_of(T1)
    # By the cards Banker has 5 and Player 7: the bet is lost.
    cards = "KS 3D QH 2C 7D KD" if case.what is Irregularity.WRONG_CARD_REGISTERED else None
    wish = report(case.what, cards)
    if case.after_payment == "no":
        assert evening.refused(wish) == NoRoundToReach(case.clause)
        return
    evening.do(wish)
    evening.do(Attest(), SHIFT_MANAGER)
    expected = {"void": dollars(1000), "withdrawn": paid, "resettled": dollars(900)}
    assert evening.table.credits_of(T1) == expected[case.after_payment]
    after = Phase.IDLE if case.after_payment == "void" else Phase.SETTLED
    assert evening.phase() is after
    assert (evening.table.shoe is None) == (case.after_payment == "withdrawn")
    assert replay(evening.record.events) == evening.table


def test_every_policy_of_both_documents_has_its_case(policies: Policies) -> None:
    told = {(case.document, case.what) for case in CASES}
    ruled = {("rws-etg", Irregularity.ORDER_LOST)}
    ruled |= {(document, Irregularity.NOT_COVERED) for document in GAMES}
    written = {(document, p.irregularity) for document in GAMES for p in policies[document]}
    assert written == told | ruled


@pytest.mark.parametrize(("document", "void_clause", "on_clause"), [
    pytest.param("rws-etg", "5.1.2", "5.1.1", marks=clause("rws-etg", "5.1", "5.1.1", "5.1.2")),
    pytest.param("mbs", "5.9.1", "5.9.2", marks=clause("mbs", "5.9", "5.9.1", "5.9.2")),
])  # fmt: skip
@reading("A-31", "A-33")
def test_an_interrupted_round_goes_on_once_a_bet_is_decided_and_is_void_before(
    policies: Policies, document: str, void_clause: str, on_clause: str
) -> None:
    assert void_clause != on_clause
    decided = with_cards(document, policies, "4D KS 4C")
    decided.do(report(Irregularity.TECHNICAL_INTERRUPTION))
    decided.do(Attest(), SUPERVISOR)
    assert decided.phase() is Phase.DEALING
    assert decided.record.events[-1].clause == on_clause
    # a card left the shoe before the power failed; on the table there are three.
    unregistered = with_cards(document, policies, "4D KS")
    unregistered.do(report(Irregularity.TECHNICAL_INTERRUPTION, "4D KS 4C"))
    unregistered.do(Attest(), SUPERVISOR)
    assert unregistered.phase() is Phase.DEALING
    assert unregistered.table.round_now.cards == parse_cards("4D KS 4C")
    undecided = with_cards(document, policies, "4D KS")
    undecided.do(report(Irregularity.TECHNICAL_INTERRUPTION))
    undecided.do(Attest(), SUPERVISOR)
    assert undecided.table.round_now.void


@reading("A-37")
def test_a_hiccup_while_bets_are_open_gives_its_time_back_and_anything_longer_is_void(
    policies: Policies,
) -> None:
    for gap, void in ((4_999, False), (5_000, True)):
        evening = betting(config_for("mbs", policies))
        evening.bet(T1, banker=100)
        closes_at = evening.table.round_now.closes_at
        evening.do(report(Irregularity.TECHNICAL_INTERRUPTION))
        evening.now += gap
        evening.do(Attest(), SUPERVISOR)
        assert evening.table.round_now.void == void
        assert evening.phase() is (Phase.IDLE if void else Phase.BETTING)
        if not void:
            assert evening.table.round_now.closes_at == closes_at + gap


@reading("A-37")
def test_an_interruption_while_bets_close_is_void(policies: Policies) -> None:
    evening = with_cards("mbs", policies, "")
    evening.do(report(Irregularity.TECHNICAL_INTERRUPTION))
    evening.do(Attest(), SUPERVISOR)
    assert evening.table.round_now.void
