"""Every irregularity of the two electronic documents, with its money outcome."""

from dataclasses import dataclass, replace

import pytest

from punto.rounds.commands import (
    Patron,
)
from punto.rounds.configuration import Configuration
from punto.rounds.evolution import replay
from punto.rounds.matter_commands import (
    Attest,
    Decline,
    ReportIrregularity,
    Rule,
    Verdict,
)
from punto.rounds.matter_events import (
    CardsCorrected,
)
from punto.rounds.matter_refusals import (
    CardsCannotBe,
    CardsMissing,
    ForTheShiftManager,
    NoRoundToReach,
    NotForARuling,
    NotInThisDocument,
    SamePersonTwice,
)
from punto.rounds.phases import Phase
from punto.rounds.purse_commands import (
    TakeCash,
)
from punto.rounds.round_commands import (
    DealCard,
    OpenBets,
    Settle,
    WantPosition,
)
from punto.rounds.table_commands import (
    LoadShoe,
    RetireShoe,
)
from punto.rounds.table_refusals import OutOfPhase, ReasonMissing, RoleTooLow
from punto.rules.irregularities import Irregularity, Policy
from punto.rules.roles import Actor, Role
from punto.rules.settlement import Result
from punto.values.cards import Card, parse_card, parse_cards
from punto.values.ids import PersonId
from punto.values.money import dollars
from rounds.evening import (
    PIT_MANAGER,
    SHIFT_MANAGER,
    SUPERVISOR,
    T1,
    T2,
    Evening,
    betting,
    configuration,
    opened,
    position,
)

clause = pytest.mark.clause
reading = pytest.mark.reading

Policies = dict[str, tuple[Policy, ...]]

GAMES = {"rws-etg": "rws-etg", "mbs": "mbs-tiger"}
LADDER = (SUPERVISOR, PIT_MANAGER, SHIFT_MANAGER)


def config_for(document: str, policies: Policies) -> Configuration:
    return replace(configuration(GAMES[document]), policies=policies[document])


def with_cards(document: str, policies: Policies, cards: str) -> Evening:
    """Bets of 100 on Banker are closed, and these cards are out; totals announced if four are."""
    evening = betting(config_for(document, policies))
    evening.bet(T1, banker=100)
    evening.close()
    evening.deal(cards)
    return evening


def settled(document: str, policies: Policies) -> Evening:
    evening = with_cards(document, policies, "KS 3D QH 4C 2D")
    evening.do(Settle())
    return evening


def report(what: Irregularity, cards: str | None = None) -> ReportIrregularity:
    given = None if cards is None else parse_cards(cards)
    return ReportIrregularity(what, "seen by the Dealer", given)


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


@reading("A-38", "A-39")
@clause("rws-etg", "5.3", "5.11", "1.20")
def test_a_void_returns_bets_that_were_already_won(policies: Policies) -> None:
    evening = betting(config_for("rws-etg", policies))
    evening.bet(T1, player_pair=10, banker=5)
    evening.close()
    evening.deal("4D KS 4C")  # the Player Pair is won
    evening.do(report(Irregularity.FOREIGN_CARD))
    evening.do(Attest(), SUPERVISOR)
    ((_, results),) = evening.table.round_now.results
    assert {result.result for result in results} == {Result.RETURNED}
    assert {result.clause for result in results} == {"5.11"}
    assert evening.table.credits_of(T1) == dollars(1000)


@reading("A-39")
@clause("rws-etg", "5.12")
@clause("mbs", "6.1")
@pytest.mark.parametrize("document", GAMES)
def test_a_declined_report_goes_to_the_shift_manager_and_meanwhile_nothing_moves(
    policies: Policies, document: str
) -> None:
    evening = with_cards(document, policies, "4D KS")
    evening.do(report(Irregularity.FOREIGN_CARD))
    assert evening.refused(Decline(""), SUPERVISOR) == ReasonMissing("Decline")
    assert isinstance(evening.refused(Rule(Verdict.VOID, "x"), SHIFT_MANAGER), NotForARuling)
    evening.do(Decline("it is ours"), SUPERVISOR)
    policy_clause = evening.table.matter_now.policy.clause
    for wish in (Attest(), Decline("again")):
        assert evening.refused(wish, SHIFT_MANAGER) == ForTheShiftManager(policy_clause)
    assert isinstance(evening.refused(OpenBets()), OutOfPhase)
    assert isinstance(evening.refused(TakeCash(T1, dollars(1))), OutOfPhase)
    bet = WantPosition(T1, 1, position(tie=1))
    assert isinstance(evening.refused(bet, Patron(T1)), OutOfPhase)
    refusal = evening.refused(Rule(Verdict.GOES_ON, "x"), PIT_MANAGER)
    assert refusal == RoleTooLow("Rule", Role.SHIFT_MANAGER, Role.PIT_MANAGER)
    assert evening.refused(Rule(Verdict.GOES_ON, ""), SHIFT_MANAGER) == ReasonMissing("Rule")
    evening.do(Rule(Verdict.GOES_ON, "a card of this deck"), SHIFT_MANAGER)
    assert evening.phase() is Phase.DEALING


@reading("A-65")
@clause("rws-etg", "5.12")
@clause("mbs", "6.1")
@pytest.mark.parametrize(
    ("document", "what"),
    [
        ("rws-etg", Irregularity.NOT_COVERED),
        ("rws-etg", Irregularity.ORDER_LOST),
        ("mbs", Irregularity.NOT_COVERED),
    ],
)
def test_what_no_clause_covers_is_ruled_on_in_words(
    policies: Policies, document: str, what: Irregularity
) -> None:
    evening = with_cards(document, policies, "4D KS")
    evening.do(report(what))
    number = evening.table.matter_now.policy.clause
    assert evening.refused(Attest(), SHIFT_MANAGER) == ForTheShiftManager(number)
    evening.do(Rule(Verdict.VOID, "a patron fell onto the table"), SHIFT_MANAGER)
    assert evening.table.credits_of(T1) == dollars(1000)
    assert evening.table.round_now.void


def test_a_ruling_between_rounds_cannot_void_what_is_not_there(policies: Policies) -> None:
    evening = with_cards("mbs", policies, "4D KS")
    evening.do(report(Irregularity.FOREIGN_CARD))
    evening.do(Attest(), SUPERVISOR)
    evening.do(report(Irregularity.NOT_COVERED))
    assert evening.refused(Rule(Verdict.VOID, "x"), SHIFT_MANAGER) == NoRoundToReach("6.1")
    evening.do(Rule(Verdict.GOES_ON, "x"), SHIFT_MANAGER)
    assert evening.phase() is Phase.IDLE


@reading("A-53")
def test_whoever_reports_does_not_decide_unless_one_person_runs_the_table(
    policies: Policies,
) -> None:
    promoted = Actor(PersonId("mei"), Role.PIT_SUPERVISOR, acting=True)
    evening = with_cards("mbs", policies, "4D KS")
    evening.do(report(Irregularity.FOREIGN_CARD))
    for wish in (Attest(), Decline("no")):
        assert evening.refused(wish, promoted) == SamePersonTwice(PersonId("mei"))
    alone = betting(replace(config_for("mbs", policies), single_person=True))
    alone.do(report(Irregularity.FOREIGN_CARD))
    alone.do(Attest(), promoted)
    assert alone.table.round_now.void


@reading("A-72", "A-51")
@clause("rws-etg", "5.6", "1.17")
@clause("mbs", "6.3")
@pytest.mark.parametrize("document", GAMES)
def test_a_misread_card_is_corrected_and_later_cards_find_their_hands_again(
    policies: Policies, document: str
) -> None:
    # The 9 was a 6: Player does not have a natural, and draws.
    evening = with_cards(document, policies, "KS 3D 9H 4C")
    assert evening.phase() is Phase.RESULT
    evening.do(report(Irregularity.WRONG_CARD_REGISTERED, "KS 3D 5H 4C"))
    evening.do(Attest(), SUPERVISOR)
    corrected = [e.fact for e in evening.record.events if isinstance(e.fact, CardsCorrected)]
    assert corrected == [CardsCorrected(parse_cards("KS 3D 9H 4C"), parse_cards("KS 3D 5H 4C"))]
    assert evening.phase() is Phase.DEALING
    assert evening.table.shoe_now.seen == parse_cards("KS 3D 5H 4C")
    evening.do(DealCard(parse_card("2D")))
    assert evening.phase() is Phase.RESULT
    evening.do(Settle())
    assert evening.table.round_now.coup.banker_total == 7


def test_a_result_is_shown_again_by_the_corrected_cards(policies: Policies) -> None:
    evening = with_cards("mbs", policies, "KS 3D 9H 4C")
    evening.do(report(Irregularity.WRONG_CARD_REGISTERED, "KS 3D 8H 4C"))
    evening.do(Attest(), SUPERVISOR)
    assert evening.phase() is Phase.RESULT
    assert evening.table.round_now.coup.player_total == 8


@reading("A-28")
def test_what_a_correction_cannot_take_back_is_owed(policies: Policies) -> None:
    evening = betting(config_for("mbs", policies))
    evening.bet(T1, banker=1000)
    evening.close()
    evening.deal("KS 3D QH 4C 2D")
    evening.do(Settle())
    assert evening.table.credits_of(T1) == dollars(1950)
    wrong = report(Irregularity.WRONG_CARD_REGISTERED, "KS 3D QH 2C 7D KD")
    evening.do(wrong)
    evening.do(Attest(), SUPERVISOR)
    assert evening.table.credits_of(T1) == 0
    assert evening.table.book.owed(T1) == 0
    again = report(Irregularity.WRONG_CARD_REGISTERED, "KS 3D QH 4C 2D")
    evening.do(again)
    evening.do(Attest(), SUPERVISOR)
    assert evening.table.credits_of(T1) == dollars(1950)


TOO_MANY = "no more than the Table of Play uses"


@pytest.mark.parametrize(
    ("what", "cards", "expected"),
    [
        (Irregularity.WRONG_ORDER, "KS 5D", "the registered cards in another order"),
        (
            Irregularity.WRONG_CARD_REGISTERED,
            "KS 3D 9H 4C 2D",
            "no more than the Table of Play uses",
        ),
        (Irregularity.WRONG_CARD_REGISTERED, "4D " * 9, "no more than the Table of Play uses"),
    ],
)
def test_cards_that_cannot_be_are_refused(
    policies: Policies, what: Irregularity, cards: str, expected: str
) -> None:
    evening = with_cards("mbs", policies, "4D KS")
    given: tuple[Card, ...] = parse_cards(cards)
    assert evening.refused(report(what, cards)) == CardsCannotBe(given, expected)


def test_corrected_cards_stay_within_the_decks(policies: Policies) -> None:
    config = config_for("mbs", policies)
    evening = betting(replace(config, terms=replace(config.terms, decks=4)))
    evening.close()
    evening.deal("4D 4D 4C")
    wish = report(Irregularity.WRONG_CARD_REGISTERED, "AS AS AS AS AS")
    assert evening.refused(wish) == CardsCannotBe(wish.cards or (), "each at most 4 times")


def test_a_settled_round_is_corrected_by_a_complete_coup(policies: Policies) -> None:
    evening = settled("mbs", policies)
    wish = report(Irregularity.WRONG_CARD_REGISTERED, "KS 3D QH")
    expected = "a complete coup, since the round is settled"
    assert evening.refused(wish) == CardsCannotBe(wish.cards or (), expected)


def test_a_procedure_that_needs_the_cards_asks_for_them(policies: Policies) -> None:
    evening = with_cards("mbs", policies, "4D KS")
    refusal = evening.refused(report(Irregularity.WRONG_ORDER))
    assert refusal == CardsMissing(Irregularity.WRONG_ORDER)


def test_an_irregularity_that_the_document_does_not_name_is_refused(policies: Policies) -> None:
    evening = betting(replace(config_for("mbs", policies), policies=()))
    refusal = evening.refused(report(Irregularity.FOREIGN_CARD))
    assert refusal == NotInThisDocument(Irregularity.FOREIGN_CARD)


def test_cards_are_of_no_use_before_the_first_round(policies: Policies) -> None:
    evening = betting(config_for("mbs", policies))
    evening.record = replace(
        evening.record, table=replace(evening.table, round=None, phase=Phase.IDLE)
    )
    refusal = evening.refused(report(Irregularity.FOREIGN_CARD, "4D"))
    assert refusal == NoRoundToReach("5.1")


def test_a_bad_shoe_before_the_first_round_is_withdrawn_and_nothing_voided(
    policies: Policies,
) -> None:
    evening = opened(config_for("mbs", policies))
    evening.do(report(Irregularity.SHORTAGE))
    evening.do(Attest(), SUPERVISOR)
    assert (evening.phase(), evening.table.shoe) == (Phase.IDLE, None)
    evening.do(report(Irregularity.SHORTAGE))
    evening.do(Attest(), SUPERVISOR)
    evening.do(report(Irregularity.NOT_COVERED))
    evening.do(Rule(Verdict.GOES_ON, "all is well"), SHIFT_MANAGER)
    assert evening.phase() is Phase.IDLE


def test_two_patrons_are_treated_alike(policies: Policies) -> None:
    evening = betting(config_for("rws-etg", policies))
    evening.bet(T1, banker=100)
    evening.bet(T2, player=50, tie=5)
    evening.close()
    evening.deal("KS KD 7H 7C")
    evening.do(Settle())
    evening.do(report(Irregularity.WRONG_NUMBER_OF_CARDS))
    evening.do(Attest(), SUPERVISOR)
    assert evening.table.credits_of(T1) == evening.table.credits_of(T2) == dollars(1000)


def test_a_round_is_corrected_also_when_its_shoe_is_gone(policies: Policies) -> None:
    evening = settled("mbs", policies)
    evening.do(RetireShoe("worn"), SUPERVISOR)
    evening.do(report(Irregularity.WRONG_CARD_REGISTERED, "KS 3D QH 2C 7D KD"))
    evening.do(Attest(), SUPERVISOR)
    assert evening.table.credits_of(T1) == dollars(900)
    evening.do(LoadShoe(8))
    evening.do(report(Irregularity.WRONG_CARD_REGISTERED, "KS 3D QH 4C 2D"))
    evening.do(Attest(), SUPERVISOR)
    assert evening.table.shoe_now.seen == ()


@reading("A-48")
def test_only_whoever_may_attest_may_decline(policies: Policies) -> None:
    evening = with_cards("mbs", policies, "4D KS")
    evening.do(report(Irregularity.WRONG_NUMBER_OF_CARDS))
    refusal = evening.refused(Decline("no"), SUPERVISOR)
    assert refusal == RoleTooLow("Decline", Role.SHIFT_MANAGER, Role.PIT_SUPERVISOR)
