"""Every irregularity of the two electronic documents, with its money outcome."""

from dataclasses import dataclass

import pytest

from punto.rounds.betting.commands import BeginClosing, OpenBets
from punto.rounds.command_names import WishName
from punto.rounds.command_refusals import RoleTooLow
from punto.rounds.commands import Timer
from punto.rounds.evolution import replay
from punto.rounds.irregularity.commands import Attest, ReportIrregularity, Rule, Verdict
from punto.rounds.irregularity.events import CardsDiscarded
from punto.rounds.irregularity.expected_cards import ExpectedCards
from punto.rounds.irregularity.refusals import (
    CardsCannotBe,
    CardsMissing,
    EarlierRoundStands,
    ExtraCardsNotWanted,
    ForTheShiftManager,
    NoCardIsOut,
    NoRoundToReach,
)
from punto.rounds.phases import Phase
from punto.rules.irregularity_policies import Irregularity
from punto.rules.roles import Actor, Role
from punto.values import replace
from punto.values.cards import parse_cards
from punto.values.money import dollars
from support.rounds.evening import (
    DEALER,
    PIT_MANAGER,
    SHIFT_MANAGER,
    SUPERVISOR,
    T1,
    Evening,
    betting,
    opened,
)
from support.rounds.matters import (
    GAMES,
    LADDER,
    Policies,
    config_for,
    establish,
    report,
    settled,
    with_cards,
)

clause = pytest.mark.clause
reading = pytest.mark.reading


@dataclass(frozen=True)
class Case:
    """What a document says about one irregularity, in observable terms."""

    document: str
    what: Irregularity
    clause: str
    in_round: str
    """void, on or ruled (by the Shift Manager), with two cards out."""
    after_payment: str
    """void, resettled, withdrawn (the shoe alone), ruled, or no: the clause does not reach back."""
    shoe: str
    attester: Role
    cards: str
    """Which cards are named: their order, the cards themselves, or decided by who attests."""
    late: str
    """Once the next round has begun: stands, cards (paid by the cards) or ruled."""


def read_cases(document: str, table: str) -> list[Case]:
    cases = []
    for line in table.strip().splitlines():
        what, number, in_round, after, shoe, attester, cards, late = line.split()
        role = Role[attester.upper()]
        told = document, Irregularity(what), number, in_round, after, shoe, role, cards, late
        cases.append(Case(*told))
    return cases


CASES = read_cases("rws-etg", """
    technical-interruption           5.1    void  no         kept       pit_supervisor  none     ruled
    foreign-card                     5.3.1  void  withdrawn  withdrawn  pit_supervisor  none     stands
    shortage                         5.3.2  void  withdrawn  withdrawn  pit_supervisor  none     stands
    excess                           5.3.2  void  withdrawn  withdrawn  pit_supervisor  none     stands
    wrong-number-of-cards            5.3.3  void  void       kept       pit_supervisor  none     stands
    insufficient-cards               5.3.4  void  withdrawn  withdrawn  pit_supervisor  none     stands
    unshuffled-cards                 5.3.5  void  withdrawn  withdrawn  pit_supervisor  none     stands
    wrong-area                       5.5    on    no         kept       pit_supervisor  order    ruled
    wrong-order                      5.5    on    no         kept       pit_supervisor  order    ruled
    excess-or-exposed-card           5.4    on    no         kept       pit_supervisor  order    ruled
    order-lost                       5.12   ruled ruled      kept       shift_manager   none     ruled
    dealt-order-lost                 5.12   ruled ruled      kept       shift_manager   none     ruled
    simultaneous-draw                5.7    on    no         kept       pit_supervisor  order    ruled
    simultaneous-draw-order-unknown  5.7    on    no         kept       pit_supervisor  decided  ruled
    face-up-card                     5.4    on    no         kept       pit_supervisor  order    ruled
    wrong-card-registered            5.6    on    resettled  kept       pit_supervisor  cards    cards
    not-covered                      5.12   ruled ruled      kept       shift_manager   none     ruled
""") + read_cases("mbs", """
    technical-interruption           5.9    void  no         kept       pit_supervisor  none     ruled
    foreign-card                     5.1    void  withdrawn  withdrawn  pit_supervisor  none     stands
    shortage                         5.1    void  withdrawn  withdrawn  pit_supervisor  none     stands
    excess                           5.1    void  withdrawn  withdrawn  pit_supervisor  none     stands
    wrong-number-of-cards            5.2    void  no         kept       shift_manager   none     ruled
    insufficient-cards               5.3    void  withdrawn  withdrawn  pit_supervisor  none     ruled
    unshuffled-cards                 5.1    void  withdrawn  withdrawn  pit_supervisor  none     stands
    wrong-area                       5.7    on    no         kept       pit_supervisor  order    ruled
    wrong-order                      5.7    on    no         kept       pit_supervisor  order    ruled
    excess-or-exposed-card           5.7    on    no         kept       pit_supervisor  order    ruled
    order-lost                       5.2    void  withdrawn  withdrawn  pit_supervisor  none     ruled
    dealt-order-lost                 5.2    void  no         kept       shift_manager   none     ruled
    simultaneous-draw                5.8    on    no         kept       pit_supervisor  order    ruled
    simultaneous-draw-order-unknown  5.8.1  void  no         kept       pit_supervisor  none     ruled
    face-up-card                     5.6    on    ruled      kept       pit_supervisor  none     ruled
    wrong-card-registered            6.3    on    resettled  kept       pit_supervisor  cards    cards
    not-covered                      6.1    ruled ruled      kept       shift_manager   none     ruled
""")  # fmt: skip  # noqa: E501
# Before the first card these cannot occur, except that an order may still have to be decided.
ABOUT_DEALT_CARDS = {
    Irregularity.WRONG_NUMBER_OF_CARDS,
    Irregularity.DEALT_ORDER_LOST,
    Irregularity.SIMULTANEOUS_DRAW_ORDER_UNKNOWN,
}
RULING_CLAUSE = {"rws-etg": "5.12", "mbs": "6.1"}

EVERY_CASE = [
    pytest.param(
        case,
        marks=clause(case.document, case.clause),
        id=f"{case.document} {case.what.value}",
    )
    for case in CASES
]


def wish_of(case: Case, order: str, together: str = "") -> ReportIrregularity:
    """Return the report, with the cards in this order if the clause wants them.

    A report of a misplaced card does not name the order, and leaves it as the shoe read it.
    """
    named = case.cards in {"order", "cards"} and case.what is not Irregularity.WRONG_AREA
    wish = report(case.what, order if named else None)
    drawn_together = parse_cards(together) if case.cards == "decided" else ()
    return replace(wish, together=drawn_together)


def end(evening: Evening, case: Case, order: str) -> None:
    """Attest by the lowest role that may, with the order if the attester decides it; or rule."""
    if case.in_round == "ruled":
        refusal = evening.refused(Attest(), SHIFT_MANAGER)
        assert refusal == ForTheShiftManager(RULING_CLAUSE[case.document])
        evening.do(Rule(Verdict.GOES_ON, "no harm done"), SHIFT_MANAGER)
        return
    attest = Attest(parse_cards(order) if case.cards == "decided" else None)
    for actor in LADDER[: LADDER.index(_least(case.attester))]:
        assert evening.refused(attest, actor) == RoleTooLow(
            WishName("Attest"), case.attester, actor.role
        )
    evening.do(attest, _least(case.attester))


def _least(role: Role) -> Actor:
    return next(actor for actor in LADDER if actor.role is role)


@reading("A-39", "A-42", "A-44", "A-45", "A-47", "A-48")
@pytest.mark.parametrize("case", EVERY_CASE)
def test_an_irregularity_within_a_round_ends_as_its_clause_says(
    policies: Policies, case: Case
) -> None:
    evening = with_cards(case.document, policies, "4D KS")
    evening.do(wish_of(case, "KS 4D"))
    assert evening.phase() is Phase.STOPPED
    assert evening.record.events[-1].clause == case.clause
    end(evening, case, "KS 4D")
    void = case.in_round == "void"
    assert evening.phase() is (Phase.IDLE if void else Phase.DEALING)
    assert evening.table.credits_of(T1) == dollars(1000 if void else 900)
    assert evening.table.round_now.void == void
    changed = case.cards != "none" and case.what is not Irregularity.WRONG_AREA
    assert evening.table.round_now.cards == parse_cards("KS 4D" if changed else "4D KS")
    assert (evening.table.shoe is None) == (case.shoe == "withdrawn")
    assert replay(evening.record.events) == evening.table


@reading("A-39")
@pytest.mark.parametrize("case", EVERY_CASE)
def test_an_established_outcome_saves_a_round_from_an_interruption_and_from_nothing_else(
    policies: Policies, case: Case
) -> None:
    evening = with_cards(case.document, policies, "4D KS 4C")
    evening.do(wish_of(case, "4C KS 4D", together="4D 4C"))
    end(evening, case, "4C KS 4D")
    interrupted = case.what is Irregularity.TECHNICAL_INTERRUPTION
    assert evening.table.round_now.void == (case.in_round == "void" and not interrupted)


@reading("A-33", "A-44", "A-72")
@pytest.mark.parametrize("case", EVERY_CASE)
def test_reconstruction_changes_the_order_and_only_a_misread_card_changes_the_cards(
    policies: Policies, case: Case
) -> None:
    evening, other = with_cards(case.document, policies, "4D KS"), parse_cards("5D KS")
    if case.cards == "order":
        assert evening.refused(report(case.what, "5D KS")) == CardsCannotBe(
            other, ExpectedCards.EACH_ONCE
        )
        return
    if case.cards == "decided":
        evening.do(report(case.what))
        refusal = evening.refused(Attest(other), SUPERVISOR)
        assert refusal == CardsCannotBe(other, ExpectedCards.EACH_ONCE)
        return
    if case.what is Irregularity.TECHNICAL_INTERRUPTION:
        # No registered card is lost in a power failure; there may be more cards on the table.
        behind = ExpectedCards.BEHIND_THE_REGISTERED
        assert evening.refused(report(case.what, "5D KS")) == CardsCannotBe(other, behind)
        return
    evening.do(report(case.what, "5D KS"))
    end(evening, case, "5D KS")
    kept = "5D KS" if case.cards == "cards" else "4D KS"
    assert evening.table.round_now.cards == parse_cards(kept)


@reading("A-42", "A-43")
@pytest.mark.parametrize("case", EVERY_CASE)
def test_an_unregistered_card_is_used_where_cards_are_put_in_order_or_discarded(
    policies: Policies, case: Case
) -> None:
    evening = with_cards(case.document, policies, "4D KS")
    wish = report(case.what, extra="4C")
    interrupted = case.what is Irregularity.TECHNICAL_INTERRUPTION
    counts = case.in_round == "void" or case.what in ABOUT_DEALT_CARDS
    if case.cards not in {"order", "decided"} and not counts:
        assert evening.refused(wish) == ExtraCardsNotWanted(
            case.what, case.clause, parse_cards("4C")
        )
        return
    evening.do(wish)
    end(evening, case, "4D 4C KS")
    if interrupted:  # it counts with the registered ones, and three decide a bet
        assert evening.table.round_now.cards == parse_cards("4D KS 4C")
        return
    expected = {"order": "4D KS 4C", "decided": "4D 4C KS"}.get(case.cards, "4D KS")
    assert evening.table.round_now.cards == parse_cards(expected)
    facts = [event.fact for event in evening.record.events]
    assert (CardsDiscarded(parse_cards("4C")) in facts) == (case.in_round == "void")
    if case.shoe == "kept":  # after a ruling to go on, the Dealer registers it as the next card
        assert evening.table.shoe_now.dealt_count == (2 if case.in_round == "ruled" else 3)


@reading("A-28", "A-41", "A-47", "A-72")
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
        if case.cards not in {"order", "decided"}:
            refusal = evening.refused(report(case.what, cards, "4C"))
            assert refusal == NoRoundToReach(case.clause)
        return
    evening.do(wish)
    end(evening, replace(case, in_round=case.after_payment), "")
    expected = {
        "void": dollars(1000),
        "withdrawn": paid,
        "ruled": paid,
        "resettled": dollars(900),
    }
    assert evening.table.credits_of(T1) == expected[case.after_payment]
    after = Phase.IDLE if case.after_payment == "void" else Phase.SETTLED
    assert evening.phase() is after
    assert (evening.table.shoe is None) == (case.after_payment == "withdrawn")
    assert replay(evening.record.events) == evening.table


@reading("A-29", "A-30")
@pytest.mark.parametrize("case", EVERY_CASE)
def test_an_error_of_an_earlier_round_is_owed_stands_or_is_ruled_on(
    policies: Policies, case: Case
) -> None:
    evening = settled(case.document, policies)
    paid = evening.table.credits_of(T1)
    evening.do(OpenBets())
    wish = report(case.what, "KS 3D QH 2C 7D KD" if case.late == "cards" else None, "", 1)
    if case.late == "stands":
        assert evening.refused(wish) == EarlierRoundStands(case.clause, 1)
        return
    evening.do(wish)
    if case.late == "cards":
        for actor in (SUPERVISOR, PIT_MANAGER):
            needed = RoleTooLow(WishName("Attest"), Role.SHIFT_MANAGER, actor.role)
            assert evening.refused(Attest(), actor) == needed
        evening.do(Attest(), SHIFT_MANAGER)
        assert evening.table.credits_of(T1) == dollars(900)
    else:
        assert evening.table.matter_now.policy.clause == RULING_CLAUSE[case.document]
        assert isinstance(evening.refused(Attest(), SHIFT_MANAGER), ForTheShiftManager)
        assert isinstance(evening.refused(Rule(Verdict.VOID, "x"), SHIFT_MANAGER), NoRoundToReach)
        evening.do(Rule(Verdict.GOES_ON, "it stands"), SHIFT_MANAGER)
        assert evening.table.credits_of(T1) == paid
    assert (evening.phase(), evening.table.round_now.number) == (Phase.BETTING, 2)
    assert evening.table.round_now.cards == ()
    assert evening.table.shoe is not None
    assert replay(evening.record.events) == evening.table


@reading("A-43", "A-47")
@pytest.mark.parametrize("case", EVERY_CASE)
def test_before_the_first_card_a_card_that_is_out_waits_and_a_bad_shoe_voids(
    policies: Policies, case: Case
) -> None:
    evening = betting(config_for(case.document, policies))
    evening.bet(T1, banker=100)
    if case.cards == "cards":
        assert evening.refused(report(case.what)) == CardsMissing(case.what, case.clause)
        return
    waits = case.cards in {"order", "decided"}
    wish = report(case.what, extra="4D KS" if waits else "")
    if case.what in ABOUT_DEALT_CARDS and not waits:
        assert evening.refused(wish) == NoCardIsOut(case.clause)
        return
    evening.do(wish)
    evening.now += 5_000
    # M 5.6 plays on only after a card is out; before that, the Shift Manager rules.
    ruled = "ruled" if case.clause == "5.6" and case.document == "mbs" else case.in_round
    if evening.table.matter_now.leaves_seen_card:
        establish(evening)
    else:
        end(evening, replace(case, in_round=ruled), "KS 4D")
    expected = {"order": "4D KS", "decided": "KS 4D"}.get(case.cards, "")
    assert evening.table.carried == parse_cards(expected)
    assert evening.phase() is (Phase.IDLE if case.in_round == "void" else Phase.BETTING)
    assert evening.table.credits_of(T1) == dollars(1000 if case.in_round == "void" else 900)


def test_every_policy_of_both_documents_has_its_case(policies: Policies) -> None:
    told = {(case.document, case.what) for case in CASES}
    told |= {(document, Irregularity.TERMINAL_INTERRUPTION) for document in GAMES}
    written = {(document, p.irregularity) for document in GAMES for p in policies[document]}
    assert written == told


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
def test_an_interruption_that_is_over_counts_as_long_as_it_lasted_and_no_longer(
    policies: Policies,
) -> None:
    for lasted_ms, gap, void in ((4_999, 60_000, False), (4_999, 0, False), (5_000, 0, True)):
        evening = betting(config_for("mbs", policies))
        closes_at = evening.table.round_now.closes_at
        evening.now += 6_000
        wish = replace(report(Irregularity.TECHNICAL_INTERRUPTION), lasted_ms=lasted_ms)
        evening.do(wish, Timer(DEALER))
        evening.now += gap
        evening.do(Attest(), SUPERVISOR)
        assert evening.table.round_now.void == void
        if not void:
            # The time until the attestation allowed no bets, so it is given back as well.
            assert evening.table.round_now.closes_at == closes_at + lasted_ms + gap


@reading("A-37")
def test_no_more_betting_time_is_given_back_than_was_lost(policies: Policies) -> None:
    evening = betting(config_for("rws-etg", policies))
    round_now = evening.table.round_now
    evening.now += 2_000
    wish = replace(report(Irregularity.TECHNICAL_INTERRUPTION), lasted_ms=4_900)
    evening.do(wish, Timer(DEALER))
    evening.now += 1_000
    evening.do(Attest(), SUPERVISOR)
    # The time is counted from the opening of the bets at the earliest.
    assert evening.table.round_now.closes_at == round_now.closes_at + 3_000


@reading("A-37")
@pytest.mark.parametrize("guess", [1, 4_000, 600_000])
@pytest.mark.parametrize(("gap", "void"), [(3_999, False), (4_000, True)])
def test_an_interruption_counts_from_the_last_sign_of_life_whatever_people_guess(
    policies: Policies, guess: int, gap: int, *, void: bool
) -> None:
    evening = betting(config_for("rws-etg", policies))
    closes_at = evening.table.round_now.closes_at
    evening.now += gap
    evening.do(replace(report(Irregularity.TECHNICAL_INTERRUPTION), lasted_ms=guess))
    evening.now += 1_000
    evening.do(Attest(), SUPERVISOR)
    assert evening.table.round_now.void == void
    if not void:
        assert evening.record.events[-1].clause == "A-37"
        assert evening.table.round_now.closes_at == closes_at + gap + 1_000


@reading("A-37")
def test_a_hiccup_while_bets_are_closing_gives_the_grace_back(policies: Policies) -> None:
    evening = betting(config_for("mbs", policies))
    evening.bet(T1, banker=100)
    evening.do(BeginClosing())
    before = evening.table.round_now
    evening.now += 1_500
    evening.do(report(Irregularity.TECHNICAL_INTERRUPTION))
    evening.now += 3_000
    evening.do(Attest(), SUPERVISOR)
    assert evening.phase() is Phase.CLOSING
    assert evening.table.round_now.cut_off_at == (before.cut_off_at or 0) + 4_500
    assert evening.record.events[-1].clause == "A-37"


@reading("A-37")
def test_an_interruption_once_bets_are_closed_is_void(policies: Policies) -> None:
    evening = with_cards("mbs", policies, "")
    evening.do(report(Irregularity.TECHNICAL_INTERRUPTION))
    evening.do(Attest(), SUPERVISOR)
    assert evening.table.round_now.void


@pytest.mark.parametrize("document", GAMES)
def test_what_is_about_dealt_cards_is_nothing_where_none_was_dealt(
    policies: Policies, document: str
) -> None:
    evening = opened(config_for(document, policies))
    lost = replace(report(Irregularity.DEALT_ORDER_LOST), words="mixed up")
    refusal = evening.refused(lost)
    assert isinstance(refusal, NoCardIsOut)
