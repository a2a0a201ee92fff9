"""An error that is noticed after a later round has begun (R 5.8)."""

from collections import Counter

import pytest

from punto.rounds.betting.commands import OpenBets
from punto.rounds.configuration import CardSource
from punto.rounds.dealing.commands import Settle
from punto.rounds.dealing.events import CardBeyondDecks
from punto.rounds.evolution import replay
from punto.rounds.irregularity.commands import Attest, Decline, Rule, Verdict
from punto.rounds.irregularity.events import EarlierRoundResettled, IrregularityReported
from punto.rounds.irregularity.expected_cards import ExpectedCards
from punto.rounds.irregularity.refusals import (
    CardsCannotBe,
    CardsMissing,
    EarlierRoundStands,
    ExtraCardsNotWanted,
    RoundOutOfReach,
)
from punto.rounds.phases import Phase
from punto.rounds.purse.commands import HandPay, MoveOut
from punto.rounds.shoe.commands import LoadShoe, RetireShoe, Shuffle
from punto.rounds.table.commands import CloseTable, ConfigureTable, OpenTable
from punto.rounds.table.refusals import NotSeated
from punto.rules.dual_control import SamePersonTwice
from punto.rules.irregularity_policies import Irregularity
from punto.values import replace
from punto.values.cards import parse_card, parse_cards
from punto.values.ids import TableId
from punto.values.money import dollars
from support.rounds.evening import (
    DEALER,
    PIT_MANAGER,
    SHIFT_MANAGER,
    SUPERVISOR,
    T1,
    T2,
    Evening,
    betting,
    configuration,
    opened,
)
from support.rounds.matters import GAMES, Policies, config_for, report, settled

clause = pytest.mark.clause
reading = pytest.mark.reading

MISREAD = Irregularity.WRONG_CARD_REGISTERED
PAID, BY_THE_CARDS = "KS 3D QH 4C 2D", "KS 3D QH 2C 7D KD"
"""As paid, Banker 7 against 2; in fact, Player 7 against 5."""


def correct(evening: Evening, cards: str = BY_THE_CARDS, number: int = 1) -> None:
    evening.do(report(MISREAD, cards, earlier=number))
    evening.do(Attest(), SHIFT_MANAGER)


@clause("rws-etg", "5.6", "5.8")
@clause("mbs", "6.3")
@reading("A-29", "A-30")
@pytest.mark.parametrize("document", GAMES)
def test_a_wrong_result_of_an_earlier_round_is_owed_and_the_later_round_plays_on(
    policies: Policies, document: str
) -> None:
    evening = betting(config_for(document, policies))
    evening.bet(T1, banker=100)
    evening.bet(T2, player=100)
    evening.play(PAID)
    evening.do(OpenBets())
    evening.bet(T1, player=50)
    evening.close()
    evening.deal("KS 3D 9H 4C")  # Player 9 against 7
    correct(evening)
    fact = next(e.fact for e in evening.record.events if isinstance(e.fact, EarlierRoundResettled))
    assert (fact.registered, fact.corrected) == (parse_cards(PAID), parse_cards(BY_THE_CARDS))
    # The first round cost T1 its 100 and brought T2 100; 50 of T1 are in play.
    assert evening.table.credits_of(T1) == dollars(850)
    assert evening.table.credits_of(T2) == dollars(1100)
    assert evening.phase() is Phase.RESULT
    assert evening.table.round_now.cards == parse_cards("KS 3D 9H 4C")
    evening.do(Settle())
    assert evening.table.credits_of(T1) == dollars(950)
    first = evening.table.past_round(1)
    assert first is not None
    assert first.cards == parse_cards(BY_THE_CARDS)
    assert replay(evening.record.events) == evening.table


@reading("A-29")
def test_a_late_correction_can_itself_be_corrected(policies: Policies) -> None:
    evening = settled("rws-etg", policies)
    evening.do(OpenBets())
    correct(evening)
    assert evening.table.credits_of(T1) == dollars(900)
    correct(evening, PAID)
    assert evening.table.credits_of(T1) == dollars(1100)


@reading("A-28", "A-29")
def test_what_a_late_correction_cannot_take_back_is_owed(policies: Policies) -> None:
    evening = settled("rws-etg", policies)
    evening.do(HandPay(T1, dollars(1050)), SUPERVISOR)
    evening.do(OpenBets())
    correct(evening)
    # 200 must be taken back, but only 50 are left.
    assert evening.table.credits_of(T1) == 0
    assert evening.table.book.owed(T1) == dollars(150)


@reading("A-29")
def test_a_terminal_that_is_gone_is_paid_by_hand(policies: Policies) -> None:
    evening = betting(config_for("rws-etg", policies))
    evening.bet(T1, player=100)
    evening.play(PAID)
    evening.do(OpenBets())
    evening.do(MoveOut(T1, TableId("B2")), SUPERVISOR)
    assert evening.refused(HandPay(T1, dollars(1)), SUPERVISOR) == NotSeated(T1)
    correct(evening)
    # The lost 100 come back, and 100 more.
    assert evening.table.credits_of(T1) == dollars(200)
    evening.do(HandPay(T1, dollars(200)), SUPERVISOR)
    assert evening.table.credits_of(T1) == 0


@reading("A-29", "A-39", "A-53")
def test_a_denied_late_error_may_be_ruled_to_be_so(policies: Policies) -> None:
    for verdict, expected in ((Verdict.ESTABLISHED, 900), (Verdict.GOES_ON, 1100)):
        evening = settled("rws-etg", policies)
        evening.do(OpenBets())
        evening.do(report(MISREAD, BY_THE_CARDS, earlier=1))
        promoted = replace(DEALER, role=SHIFT_MANAGER.role)
        assert evening.refused(Attest(), promoted) == SamePersonTwice(DEALER.person)
        evening.do(Decline("the camera says otherwise"), SHIFT_MANAGER)
        evening.do(Rule(verdict, "seen again"), SHIFT_MANAGER)
        assert evening.table.credits_of(T1) == dollars(expected)


@reading("A-29")
def test_the_shift_manager_may_give_otherwise_for_any_other_late_error(policies: Policies) -> None:
    evening = settled("rws-etg", policies)
    evening.do(OpenBets())
    evening.do(report(Irregularity.WRONG_AREA, earlier=1))
    ruling = Rule(Verdict.GOES_ON, "half of it", adjustments=((T2, dollars(50)),))
    evening.do(ruling, SHIFT_MANAGER)
    assert evening.table.credits_of(T1) == dollars(1100)
    assert evening.table.credits_of(T2) == dollars(1050)


@reading("A-29")
def test_a_round_that_was_void_or_never_was_is_out_of_reach(policies: Policies) -> None:
    evening = betting(config_for("rws-etg", policies))
    evening.do(report(Irregularity.NOT_COVERED))
    evening.do(Rule(Verdict.VOID, "a fight"), SHIFT_MANAGER)
    evening.do(OpenBets())
    for number in (0, 1, 3, -1):
        refusal = evening.refused(report(MISREAD, BY_THE_CARDS, earlier=number))
        assert refusal == RoundOutOfReach(number)


@reading("A-29")
def test_the_last_200_paid_rounds_are_within_reach() -> None:
    evening = opened(replace(configuration(), source=CardSource.SHUFFLER))
    for _ in range(202):
        evening.do(OpenBets())
        evening.play("KS 3D 9H 4C")
    wish = report(MISREAD, BY_THE_CARDS, earlier=1)
    assert evening.refused(wish) == RoundOutOfReach(1)
    evening.do(report(MISREAD, BY_THE_CARDS, earlier=2))


def test_a_late_report_names_a_complete_coup_that_the_decks_hold(policies: Policies) -> None:
    config = config_for("rws-etg", policies)
    evening = betting(replace(config, terms=replace(config.terms, decks=4)))
    evening.play("4D 4D 4C 5C")
    evening.do(OpenBets())
    assert evening.refused(report(MISREAD, earlier=1)) == CardsMissing(MISREAD, "5.6")
    extra = report(MISREAD, BY_THE_CARDS, "8D", 1)
    assert evening.refused(extra) == ExtraCardsNotWanted(MISREAD, "5.6", parse_cards("8D"))
    for cards, expected in (
        ("KS 3D QH", ExpectedCards.A_COMPLETE_COUP),
        ("4D 4D 4C 5C", ExpectedCards.OTHERS_THAN_REGISTERED),
        ("", ExpectedCards.OTHERS_THAN_REGISTERED),
        ("KS 3D 9H 4C 2D", ExpectedCards.NO_MORE_THAN_USED),
    ):
        wish = report(MISREAD, cards, earlier=1)
        assert evening.refused(wish) == CardsCannotBe(parse_cards(cards), expected)
    evening.play("8S 8S 9S KC")
    evening.do(OpenBets())
    # Two more Eights of Spades lie in the second round: one of the five is not of these decks.
    beyond, alarm = evening.do(report(MISREAD, "8S 8S 8S KC", earlier=1))
    reported, registered = parse_cards("8S 8S 8S KC"), evening.table.past[0].cards
    assert beyond == CardBeyondDecks(parse_card("8S"), 4, reported, registered)
    assert isinstance(alarm, IrregularityReported)
    assert (alarm.policy.irregularity, alarm.earlier) == (Irregularity.FOREIGN_CARD, None)


def test_a_late_matter_for_a_ruling_may_name_cards_that_can_be(policies: Policies) -> None:
    evening = settled("rws-etg", policies)
    evening.do(OpenBets())
    too_many = report(Irregularity.WRONG_AREA, "KS 3D 9H 4C 2D", earlier=1)
    used = ExpectedCards.NO_MORE_THAN_USED
    assert evening.refused(too_many) == CardsCannotBe(too_many.cards or (), used)
    evening.do(report(Irregularity.WRONG_AREA, "KS 3D 9H 4C", earlier=1))
    assert evening.table.matter_now.cards == parse_cards("KS 3D 9H 4C")


def test_counts_follow_a_late_correction_while_the_shoe_is_in_play(policies: Policies) -> None:
    evening = settled("rws-etg", policies)
    evening.do(OpenBets())
    correct(evening)
    assert evening.table.shoe_now.counts == Counter(parse_cards(BY_THE_CARDS))
    evening.play("KS 3D 9H 4C")
    evening.do(RetireShoe("worn"), SUPERVISOR)
    correct(evening, PAID)
    assert evening.table.shoe is None
    evening.do(LoadShoe(8, Shuffle.BY_HAND))
    correct(evening)
    assert evening.table.shoe_now.counts == {}


@reading("A-64")
def test_an_earlier_round_is_judged_by_the_rules_and_decks_that_it_was_played_by(
    policies: Policies,
) -> None:
    config = config_for("rws-etg", policies)
    evening = betting(replace(config, terms=replace(config.terms, decks=4)))
    evening.bet(T1, banker=100)
    evening.play(PAID)
    evening.do(CloseTable(), SUPERVISOR)
    evening.do(ConfigureTable(config_for("mbs", policies)), PIT_MANAGER)
    evening.do(OpenTable())
    evening.do(RetireShoe("other decks"), SUPERVISOR)
    evening.do(LoadShoe(8, Shuffle.BY_HAND))
    # Until the next round begins, R 5.3.3 would still void it, as no clause of MBS would.
    evening.do(report(Irregularity.WRONG_NUMBER_OF_CARDS))
    evening.do(Decline("it is right"), SUPERVISOR)
    evening.do(Rule(Verdict.GOES_ON, "so it is"), SHIFT_MANAGER)
    evening.do(OpenBets())
    stands = evening.refused(report(Irregularity.WRONG_NUMBER_OF_CARDS, earlier=1))
    assert stands == EarlierRoundStands("5.3.3", 1)
    too_often = report(MISREAD, "KD KD KD KD KD KC", earlier=1)
    assert evening.refused(too_often) == CardsCannotBe(
        too_often.cards or (), ExpectedCards.AS_THE_DECKS_HOLD, 4
    )
    correct(evening)
    assert evening.table.credits_of(T1) == dollars(900)
    cited = {type(e.fact).__name__: e.clause for e in evening.record.events}
    assert cited["EarlierRoundResettled"] == "5.6"


@reading("A-28", "A-64")
def test_a_paid_round_is_void_by_its_own_rules_also_when_the_table_has_others(
    policies: Policies,
) -> None:
    evening = settled("rws-etg", policies)
    evening.do(CloseTable(), SUPERVISOR)
    evening.do(ConfigureTable(config_for("mbs", policies)), PIT_MANAGER)
    evening.do(OpenTable())
    assert evening.phase() is Phase.SETTLED
    evening.do(report(Irregularity.WRONG_NUMBER_OF_CARDS))
    evening.do(Attest(), SUPERVISOR)
    assert evening.table.credits_of(T1) == dollars(1000)
    assert evening.record.events[-1].clause == "5.3.3, 5.11"
