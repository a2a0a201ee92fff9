"""The stages of an irregularity: reported, attested or declined, ruled on, corrected."""

from collections import Counter

import pytest

from punto.rounds.betting.commands import OpenBets, WantPosition
from punto.rounds.command_names import WishName
from punto.rounds.command_refusals import OutOfPhase, ReasonMissing, RoleTooLow
from punto.rounds.commands import Patron
from punto.rounds.dealing.commands import DealCard, Settle
from punto.rounds.dealing.events import CardBeyondDecks
from punto.rounds.irregularity.commands import Attest, Decline, Rule, Verdict
from punto.rounds.irregularity.events import CardsCorrected, IrregularityReported
from punto.rounds.irregularity.expected_cards import ExpectedCards
from punto.rounds.irregularity.refusals import (
    CardsCannotBe,
    CardsMissing,
    EarlierRoundStands,
    ForTheShiftManager,
    NoRemedyFollows,
    NoRoundToReach,
    NotForARuling,
    NotInThisDocument,
)
from punto.rounds.phases import Phase
from punto.rounds.purse.commands import TakeCash
from punto.rounds.shoe.commands import LoadShoe, RetireShoe, Shuffle
from punto.rules.dual_control import SamePersonTwice
from punto.rules.irregularity_policies import Irregularity, Policy
from punto.rules.roles import Actor, Role
from punto.rules.settlement import Result
from punto.values.cards import Card, parse_card, parse_cards
from punto.values.ids import PersonId
from punto.values.money import dollars
from punto.values.structures import replace
from support.rounds.evening import (
    DEALER,
    PIT_MANAGER,
    SHIFT_MANAGER,
    SUPERVISOR,
    T1,
    T2,
    Evening,
    betting,
    opened,
    position,
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


def alarm_policy(evening: Evening) -> Policy:
    policy = evening.table.round_now.configuration.policy(Irregularity.FOREIGN_CARD)
    assert policy is not None
    return policy


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


@reading("A-29", "A-39")
@clause("rws-etg", "5.3", "5.3 tail")
@clause("mbs", "5.1", "5.1.1", "5.1.2")
@pytest.mark.parametrize("document", GAMES)
@pytest.mark.parametrize(
    "what",
    [Irregularity.FOREIGN_CARD, Irregularity.SHORTAGE, Irregularity.UNSHUFFLED_CARDS],
)
def test_the_current_round_is_void_and_previous_rounds_keep_their_results(
    policies: Policies, document: str, what: Irregularity
) -> None:
    evening = betting(config_for(document, policies))
    evening.bet(T1, player=100)
    evening.play("KS 3D 9H 4C")
    evening.do(OpenBets())
    evening.bet(T1, player=300)
    evening.close()
    evening.do(report(what))
    evening.do(Attest(), SUPERVISOR)
    assert evening.table.credits_of(T1) == dollars(1100)
    first = evening.table.past_round(1)
    assert first is not None
    assert (first.is_paid, first.void) == (True, False)
    assert isinstance(evening.refused(report(what, earlier=1)), EarlierRoundStands)


@reading("A-39")
@clause("rws-etg", "5.12")
@clause("mbs", "6.1")
@pytest.mark.parametrize("document", GAMES)
def test_a_declined_report_goes_to_the_shift_manager_and_meanwhile_nothing_moves(
    policies: Policies, document: str
) -> None:
    evening = with_cards(document, policies, "4D KS")
    evening.do(report(Irregularity.FOREIGN_CARD))
    assert evening.refused(Decline(""), SUPERVISOR) == ReasonMissing(WishName("Decline"))
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
    assert refusal == RoleTooLow(WishName("Rule"), Role.SHIFT_MANAGER, Role.PIT_MANAGER)
    assert evening.refused(Rule(Verdict.GOES_ON, ""), SHIFT_MANAGER) == ReasonMissing(
        WishName("Rule")
    )
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


@reading("A-53", "A-73")
def test_whoever_reports_does_not_decide_unless_one_person_runs_the_table(
    policies: Policies,
) -> None:
    promoted = Actor(PersonId("mei"), Role.PIT_SUPERVISOR, acting=True)
    evening = with_cards("mbs", policies, "4D KS")
    evening.do(report(Irregularity.FOREIGN_CARD))
    for wish in (Attest(), Decline("no")):
        assert evening.refused(wish, promoted) == SamePersonTwice(PersonId("mei"))
    by_herself = replace(promoted, alone=True)
    assert evening.refused(Attest(), by_herself) == SamePersonTwice(PersonId("mei"))
    alone = betting(replace(config_for("mbs", policies), single_person=True))
    alone.do(report(Irregularity.FOREIGN_CARD))
    # The table was opened for one person, but the floor has staff by now.
    assert alone.refused(Attest(), promoted) == SamePersonTwice(PersonId("mei"))
    alone.do(Attest(), replace(promoted, alone=True))
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
    assert evening.table.shoe_now.counts == Counter(parse_cards("KS 3D 5H 4C"))
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


@pytest.mark.parametrize(
    ("what", "cards", "expected"),
    [
        (
            Irregularity.WRONG_ORDER,
            "KS 5D",
            ExpectedCards.EACH_ONCE,
        ),
        (
            Irregularity.WRONG_CARD_REGISTERED,
            "4D KS",
            ExpectedCards.OTHERS_THAN_REGISTERED,
        ),
        (
            Irregularity.WRONG_CARD_REGISTERED,
            "",
            ExpectedCards.OTHERS_THAN_REGISTERED,
        ),
        (Irregularity.FOREIGN_CARD, "KS 3D 9H 4C 2D", ExpectedCards.NO_MORE_THAN_USED),
        (
            Irregularity.TECHNICAL_INTERRUPTION,
            "4D KS 4C KD 2C",
            ExpectedCards.NO_MORE_THAN_USED,
        ),
        (
            Irregularity.TECHNICAL_INTERRUPTION,
            "4D",
            ExpectedCards.BEHIND_THE_REGISTERED,
        ),
    ],
)
def test_cards_that_cannot_be_are_refused(
    policies: Policies, what: Irregularity, cards: str, expected: ExpectedCards
) -> None:
    evening = with_cards("mbs", policies, "4D KS")
    given: tuple[Card, ...] = parse_cards(cards)
    assert evening.refused(report(what, cards)) == CardsCannotBe(given, expected)


def test_corrected_cards_stay_within_the_decks(policies: Policies) -> None:
    config = config_for("mbs", policies)
    evening = betting(replace(config, terms=replace(config.terms, decks=4)))
    evening.close()
    evening.deal("4D 4D 4C")
    misread = Irregularity.WRONG_CARD_REGISTERED
    beyond, alarm = evening.do(report(misread, "AS AS AS AS AS"))
    reported, registered = parse_cards("AS AS AS AS AS"), parse_cards("4D 4D 4C")
    assert beyond == CardBeyondDecks(parse_card("AS"), 4, reported, registered)
    assert alarm == IrregularityReported(
        alarm_policy(evening), DEALER.person, "AS came out beyond all that 4 decks hold",
        automatic=True,
    )  # fmt: skip
    assert evening.phase() is Phase.STOPPED


def test_a_settled_round_is_corrected_by_a_complete_coup(policies: Policies) -> None:
    evening = settled("mbs", policies)
    wish = report(Irregularity.WRONG_CARD_REGISTERED, "KS 3D QH")
    assert evening.refused(wish) == CardsCannotBe(wish.cards or (), ExpectedCards.A_COMPLETE_COUP)


def test_a_settled_round_without_bets_is_corrected_by_a_complete_coup_too(
    policies: Policies,
) -> None:
    evening = betting(config_for("mbs", policies))
    evening.play("KS 3D 9H 4C")
    wish = report(Irregularity.WRONG_CARD_REGISTERED, "KS 3D QH")
    assert evening.refused(wish) == CardsCannotBe(wish.cards or (), ExpectedCards.A_COMPLETE_COUP)


def test_a_procedure_that_needs_the_cards_asks_for_them(policies: Policies) -> None:
    evening = with_cards("mbs", policies, "4D KS")
    refusal = evening.refused(report(Irregularity.WRONG_ORDER))
    assert refusal == CardsMissing(Irregularity.WRONG_ORDER, "5.7")


def test_an_irregularity_that_the_document_does_not_name_is_refused(policies: Policies) -> None:
    config = config_for("mbs", policies)
    kept = tuple(p for p in config.policies if p.irregularity is not Irregularity.FOREIGN_CARD)
    evening = betting(replace(config, policies=kept))
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
    # There is no other shoe that could be faulty.
    assert evening.refused(report(Irregularity.SHORTAGE)) == NoRoundToReach("5.1")
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
    evening.do(LoadShoe(8, Shuffle.BY_HAND))
    evening.do(report(Irregularity.WRONG_CARD_REGISTERED, "KS 3D QH 4C 2D"))
    evening.do(Attest(), SUPERVISOR)
    assert evening.table.shoe_now.counts == {}


@reading("A-48")
def test_only_a_person_who_may_attest_may_decline(policies: Policies) -> None:
    evening = with_cards("mbs", policies, "4D KS")
    evening.do(report(Irregularity.WRONG_NUMBER_OF_CARDS))
    refusal = evening.refused(Decline("no"), SUPERVISOR)
    assert refusal == RoleTooLow(WishName("Decline"), Role.SHIFT_MANAGER, Role.PIT_SUPERVISOR)


def test_no_card_is_known_before_the_bets_are_closed(policies: Policies) -> None:
    evening = betting(config_for("rws-etg", policies))
    for what in (Irregularity.WRONG_CARD_REGISTERED, Irregularity.TECHNICAL_INTERRUPTION):
        wish = report(what, "AS 2S AD 9H")
        expected = ExpectedCards.NONE_YET
        assert evening.refused(wish) == CardsCannotBe(wish.cards or (), expected)


@reading("A-68")
@pytest.mark.parametrize("cards", ["AS 2S AH 2D 3C 4C", "AS 7S AH KD 3C", "AS 2S AH 2D"])
def test_corrected_cards_announce_their_totals_and_play_can_always_go_on(
    policies: Policies, cards: str
) -> None:
    evening = betting(config_for("mbs", policies))
    evening.close()
    for text in ("AS", "2S", "AH"):
        evening.do(DealCard(parse_card(text)))
    evening.do(report(Irregularity.WRONG_CARD_REGISTERED, cards))
    evening.do(Attest(), SUPERVISOR)
    assert evening.table.round_now.totals_announced
    if evening.table.round_now.coup.next_side is None:
        evening.do(Settle())
    else:
        evening.do(DealCard(parse_card("3C")))


@reading("A-28")
@pytest.mark.parametrize("what", [Irregularity.NOT_COVERED, Irregularity.SHORTAGE])
def test_no_ruling_takes_back_what_was_paid(policies: Policies, what: Irregularity) -> None:
    evening = settled("mbs", policies)
    evening.do(report(what))
    if what is Irregularity.SHORTAGE:
        evening.do(Decline("all are here"), SUPERVISOR)
    clause_number = evening.table.matter_now.policy.clause
    refusal = evening.refused(Rule(Verdict.VOID, "x"), SHIFT_MANAGER)
    assert refusal == NoRoundToReach(clause_number)
    evening.do(Rule(Verdict.GOES_ON, "it stands"), SHIFT_MANAGER)
    assert evening.phase() is Phase.SETTLED


@reading("A-39", "A-42")
def test_a_denied_fact_may_be_ruled_to_be_so(policies: Policies) -> None:
    evening = with_cards("mbs", policies, "4D KS")
    evening.do(report(Irregularity.FOREIGN_CARD))
    evening.do(Decline("it is ours"), SUPERVISOR)
    evening.do(Rule(Verdict.ESTABLISHED, "it is not"), SHIFT_MANAGER)
    assert evening.table.round_now.void
    assert evening.table.shoe is None


def test_where_no_clause_speaks_no_fact_can_be_established(policies: Policies) -> None:
    evening = with_cards("mbs", policies, "4D KS")
    evening.do(report(Irregularity.NOT_COVERED))
    refusal = evening.refused(Rule(Verdict.ESTABLISHED, "so"), SHIFT_MANAGER)
    assert refusal == NoRemedyFollows("6.1")


@reading("A-37")
def test_betting_time_is_given_back_whatever_stopped_it(policies: Policies) -> None:
    evening = betting(config_for("mbs", policies))
    closes_at = evening.table.round_now.closes_at
    evening.do(report(Irregularity.EXCESS_OR_EXPOSED_CARD, extra="4D"))
    evening.now += 60_000
    establish(evening)
    assert evening.table.round_now.closes_at == closes_at + 60_000


@reading("A-79")
def test_what_follows_cites_the_clause_of_the_irregularity(policies: Policies) -> None:
    evening = with_cards("mbs", policies, "4D KS")
    evening.do(report(Irregularity.FOREIGN_CARD))
    evening.do(Attest(), SUPERVISOR)
    assert [e.clause for e in evening.record.events[-3:]] == ["5.1", "5.1.1, A-38", "5.1"]
    on = with_cards("mbs", policies, "4D KS")
    on.do(report(Irregularity.WRONG_ORDER, "KS 4D"))
    on.do(Attest(), SUPERVISOR)
    assert [e.clause for e in on.record.events[-2:]] == ["5.7", "5.7"]


@reading("A-79")
@clause("rws-etg", "3.12")
@clause("mbs", "3.9.1")
@pytest.mark.parametrize(("document", "clause"), [("rws-etg", "3.12"), ("mbs", "3.9.1")])
def test_a_tie_cites_its_own_paragraph(policies: Policies, document: str, clause: str) -> None:
    evening = with_cards(document, policies, "KS 8D 9H AC")
    assert evening.record.events[-1].clause == clause


@reading("A-79")
def test_a_round_that_is_ruled_void_cites_the_ruling(policies: Policies) -> None:
    for document, clauses in (("rws-etg", "5.12, 5.11"), ("mbs", "6.1, A-38")):
        evening = with_cards(document, policies, "4D KS")
        evening.do(report(Irregularity.TECHNICAL_INTERRUPTION))
        evening.do(Decline("the lights were on"), SUPERVISOR)
        evening.do(Rule(Verdict.VOID, "it is void"), SHIFT_MANAGER)
        assert evening.record.events[-1].clause == clauses


def test_what_a_ruling_lets_go_on_cites_the_ruling_and_what_it_establishes_the_clause(
    policies: Policies,
) -> None:
    evening = with_cards("rws-etg", policies, "4D KS")
    evening.do(report(Irregularity.FOREIGN_CARD))
    evening.do(Decline("it is ours"), SUPERVISOR)
    evening.do(Rule(Verdict.GOES_ON, "a card of this deck"), SHIFT_MANAGER)
    assert [e.clause for e in evening.record.events[-2:]] == ["5.12", "5.12"]
    evening.do(report(Irregularity.WRONG_ORDER, "KS 4D"))
    evening.do(Decline("it is right"), SUPERVISOR)
    evening.do(Rule(Verdict.ESTABLISHED, "it is not"), SHIFT_MANAGER)
    assert [e.clause for e in evening.record.events[-3:]] == ["5.12", "5.5", "5.12"]


def test_a_shown_result_is_shown_again_when_nothing_was_wrong(policies: Policies) -> None:
    evening = with_cards("mbs", policies, "KS 3D 9H 4C")
    evening.do(report(Irregularity.FACE_UP_CARD))
    evening.do(Attest(), SUPERVISOR)
    assert evening.phase() is Phase.RESULT
    evening.do(Settle())
