"""The life of a shoe: shuffled, burned, counted, ended by its cut card, and revealed."""

from collections import Counter
from collections.abc import Callable

import pytest

from punto.bootstrap.table_setup import HOUSE_POLICIES
from punto.rounds.betting.commands import BeginClosing, CutOff, OpenBets
from punto.rounds.command_names import WishName
from punto.rounds.command_refusals import OutOfPhase
from punto.rounds.configuration import CardSource
from punto.rounds.dealing.commands import CardOrigin, DealCard, Settle, ShoePlace
from punto.rounds.dealing.events import CardDealt
from punto.rounds.dealing.refusals import OriginDiffers, StaleDraw
from punto.rounds.irregularity.commands import Attest, Rule, Verdict
from punto.rounds.irregularity.events import IrregularityReported
from punto.rounds.irregularity.expected_cards import ExpectedCards
from punto.rounds.irregularity.refusals import CardsCannotBe
from punto.rounds.phases import Phase
from punto.rounds.shoe.commands import (
    BurnCards,
    CountCards,
    LoadShoe,
    NoteCutCard,
    RestartRoads,
    RetireShoe,
    Shuffle,
)
from punto.rounds.shoe.events import (
    CardsBurned,
    CardsCounted,
    CutCardSeen,
    RoadsRestarted,
    ShoeLoaded,
    ShoeRevealed,
)
from punto.rounds.shoe.refusals import (
    BurnFirst,
    BurnNotDue,
    CommitmentDoesNotFit,
    CommitmentUsedBefore,
    CutDoesNotFit,
    ExpectedOrder,
    NoShoe,
    NothingToReveal,
    NotWithAShuffler,
    OnlyWithAShuffler,
    RevealDoesNotHold,
    ShoeIsOver,
    ShuffleDoesNotFit,
    SourceDiffers,
)
from punto.rounds.shoe.state import Shoe
from punto.rounds.table.commands import CloseTable, ConfigureTable, OpenTable
from punto.rules.dual_control import SamePersonTwice
from punto.rules.irregularity_policies import Irregularity
from punto.rules.shoe_commitments import commitment_of
from punto.values import replace
from punto.values.cards import Card, parse_card
from punto.values.money import dollars
from support.rounds.evening import (
    DEALER,
    PIT_MANAGER,
    SHIFT_MANAGER,
    SUPERVISOR,
    T1,
    Evening,
    betting,
    configuration,
    opened,
)
from support.rounds.matters import GAMES, Policies, config_for, report
from support.rounds.virtual import (
    COMMITMENT,
    FIRST,
    LOAD,
    ORDER,
    REVEAL,
    SALT,
    draw,
    virtual_configuration,
    virtual_table,
)

clause = pytest.mark.clause
reading = pytest.mark.reading

BY_HAND, BY_MACHINE = Shuffle.BY_HAND, Shuffle.BY_MACHINE
READS, KEYED = CardSource.SHOE_THAT_READS, CardSource.KEYED_SHOE
SHUFFLER, VIRTUAL = CardSource.SHUFFLER, CardSource.VIRTUAL_SHOE


def without_shoe(source: CardSource) -> Evening:
    evening = Evening()
    config = replace(configuration("rws-etg"), source=source)
    evening.do(ConfigureTable(config), PIT_MANAGER)
    evening.do(OpenTable())
    return evening


@clause("rws-etg", "1.3", "1.5")
@reading("A-70")
@pytest.mark.parametrize(
    ("source", "shuffles"),
    [
        (READS, {BY_HAND, BY_MACHINE}),
        (KEYED, {BY_HAND, BY_MACHINE}),
        (SHUFFLER, {BY_MACHINE}),
        (VIRTUAL, {Shuffle.VIRTUAL}),
    ],
)
def test_a_shoe_is_loaded_with_its_shuffle_on_record_and_a_shuffle_that_fits(
    source: CardSource, shuffles: set[Shuffle]
) -> None:
    promise = (COMMITMENT, "sealed") if source is VIRTUAL else ("", "")
    for shuffle in Shuffle:
        evening, wish = without_shoe(source), LoadShoe(8, shuffle, *promise)
        if shuffle in shuffles:
            assert evening.do(wish) == (ShoeLoaded(1, 8, source, shuffle, *promise, None),)
        else:
            assert evening.refused(wish) == ShuffleDoesNotFit(shuffle, source)


@clause("rws-etg", "1.3", "1.5", "3.8")
@reading("A-69", "A-70")
@pytest.mark.parametrize(
    ("source", "origins"),
    [
        (READS, {CardOrigin.READ, CardOrigin.KEYED}),
        (KEYED, {CardOrigin.KEYED}),
        (SHUFFLER, {CardOrigin.READ, CardOrigin.KEYED}),
        (VIRTUAL, {CardOrigin.DRAWN}),
    ],
)
def test_a_card_comes_the_way_of_its_source_and_an_unreadable_one_is_keyed(
    source: CardSource, origins: set[CardOrigin]
) -> None:
    for origin in CardOrigin:
        evening = without_shoe(source)
        evening.do(LOAD if source is VIRTUAL else LoadShoe(8, BY_MACHINE))
        evening.do(OpenBets())
        evening.do(BeginClosing())
        evening.do(CutOff())
        wish = DealCard(FIRST[0], origin, confirmed=True)
        if origin in origins:
            evening.do(wish)
        else:
            assert evening.refused(wish) == OriginDiffers(origin, source)


def test_a_card_that_is_bound_to_its_place_is_dealt_only_while_it_lies_in_front() -> None:
    evening = without_shoe(VIRTUAL)
    evening.do(LOAD)
    evening.do(OpenBets())
    evening.do(BeginClosing())
    evening.do(CutOff())
    first = DealCard(FIRST[0], CardOrigin.DRAWN, place=ShoePlace(1, 0))
    another_shoe = replace(first, place=ShoePlace(2, 0))
    assert evening.refused(another_shoe) == StaleDraw(0, 0)
    evening.do(first)
    assert evening.refused(first) == StaleDraw(0, 1)
    assert evening.table.shoe_now.dealt_count == 1


@reading("A-70")
def test_a_table_configured_for_another_source_wants_another_shoe() -> None:
    evening = opened()
    evening.do(CloseTable(), SUPERVISOR)
    evening.do(ConfigureTable(replace(configuration(), source=KEYED)), PIT_MANAGER)
    evening.do(OpenTable())
    assert evening.refused(OpenBets()) == SourceDiffers(READS, KEYED)


@reading("A-49")
def test_no_card_is_burned_unless_the_house_burns_some() -> None:
    assert opened().refused(BurnCards(parse_card("5D"))) == BurnNotDue()


@reading("A-49")
@pytest.mark.parametrize(("shown", "unseen"), [("5D", 5), ("AS", 1), ("TC", 10), ("KS", 10)])
def test_the_first_card_of_a_shoe_says_how_many_are_burned_unseen(shown: str, unseen: int) -> None:
    evening = opened(replace(configuration(), burns_cards=True))
    assert evening.refused(OpenBets()) == BurnFirst()
    assert evening.do(BurnCards(parse_card(shown))) == (CardsBurned(parse_card(shown), unseen),)
    shoe = evening.table.shoe_now
    assert (shoe.counts, shoe.dealt_count) == ({parse_card(shown): 1}, 1 + unseen)
    assert shoe.cards_left == 8 * 52 - 1 - unseen
    assert evening.refused(BurnCards(parse_card(shown))) == BurnNotDue()
    evening.do(OpenBets())


@clause("mbs", "3.10")
@reading("A-49")
def test_a_table_may_play_one_more_round_after_that_of_the_cut_card() -> None:
    evening = betting(replace(configuration(), one_more_after_cut_card=True))
    evening.close()
    evening.do(NoteCutCard())
    evening.deal("KS 3D 9H 4C")
    evening.do(Settle())
    evening.do(OpenBets())
    evening.play("KS 3D 9H 4C")
    assert evening.refused(OpenBets()) == ShoeIsOver(1)


@reading("A-49")
def test_with_one_more_round_a_cut_card_between_rounds_leaves_two() -> None:
    evening = opened(replace(configuration(), one_more_after_cut_card=True))
    evening.do(NoteCutCard())
    for _ in range(2):
        evening.do(OpenBets())
        evening.play("KS 3D 9H 4C")
    assert evening.refused(OpenBets()) == ShoeIsOver(1)


@reading("A-80", "A-49")
@clause("mbs", "3.10")
def test_the_cut_card_is_noted_in_every_phase_of_a_round() -> None:
    def noted(*steps: Callable[[Evening], object]) -> Shoe:
        evening = betting()
        for step in steps:
            step(evening)
        evening.do(NoteCutCard())
        return evening.table.shoe_now

    def pending(evening: Evening) -> None:
        evening.do(report(Irregularity.NOT_COVERED))

    assert noted().is_over
    assert noted(lambda evening: evening.do(BeginClosing())).is_over
    assert noted(lambda evening: evening.close()).is_over
    assert noted(pending).is_over
    between = opened()
    pending(between)
    between.do(NoteCutCard())
    assert between.table.shoe_now.rounds_left == 1


@reading("A-78", "A-49")
@pytest.mark.parametrize("game", ["rws-etg", "mbs-tiger"])
def test_an_ordinary_end_of_shoe_rests_on_a_reading(game: str) -> None:
    evening = opened(configuration(game))
    evening.do(RetireShoe("worn"), SUPERVISOR)
    assert evening.record.events[-1].clause == "A-46"
    evening = opened(configuration(game))
    evening.do(NoteCutCard())
    evening.do(RetireShoe("at its end"))
    assert evening.record.events[-1].clause == "A-49"


def test_a_full_count_changes_nothing() -> None:
    evening = opened()
    assert evening.do(CountCards(416)) == (CardsCounted(416, 416),)
    assert evening.phase() is Phase.IDLE


@reading("A-41")
@clause("rws-etg", "5.3.2", "5.3 tail")
@clause("mbs", "5.1", "5.1.2")
@pytest.mark.parametrize("document", GAMES)
@pytest.mark.parametrize(
    ("counted", "what"), [(415, Irregularity.SHORTAGE), (417, Irregularity.EXCESS)]
)
def test_a_wrong_count_between_rounds_withdraws_the_shoe_and_previous_rounds_stand(
    policies: Policies, document: str, counted: int, what: Irregularity
) -> None:
    evening = betting(config_for(document, policies))
    evening.bet(T1, player=100)
    evening.play("KS 3D 9H 4C")
    _, reported = evening.do(CountCards(counted))
    assert isinstance(reported, IrregularityReported)
    assert (reported.policy.irregularity, reported.automatic) == (what, True)
    assert reported.words == f"{counted} cards counted, 416 expected"
    promoted = replace(DEALER, role=SUPERVISOR.role, acting=True)
    assert evening.refused(Attest(), promoted) == SamePersonTwice(DEALER.person)
    evening.do(Attest(), SUPERVISOR)
    assert (evening.phase(), evening.table.shoe) == (Phase.SETTLED, None)
    assert evening.table.credits_of(T1) == dollars(1100)
    assert not evening.table.round_now.void


def test_where_no_clause_speaks_of_the_count_the_shift_manager_does() -> None:
    evening = opened(replace(configuration(), document="house", policies=HOUSE_POLICIES))
    evening.do(CountCards(415))
    assert evening.table.matter_now.policy.irregularity is Irregularity.NOT_COVERED
    evening.do(Rule(Verdict.GOES_ON, "one was found under the table"), SHIFT_MANAGER)
    assert evening.table.shoe is not None


@clause("rws-etg", "1.5")
@reading("A-70")
def test_a_continuous_shuffler_has_no_cut_card_no_burn_and_nothing_to_count() -> None:
    config = replace(configuration(), source=SHUFFLER, burns_cards=True)
    evening = opened(config)
    assert evening.refused(NoteCutCard()) == NotWithAShuffler(WishName("NoteCutCard"))
    assert evening.refused(CountCards(3)) == NotWithAShuffler(WishName("CountCards"))
    assert evening.refused(BurnCards(FIRST[0])) == NotWithAShuffler(WishName("BurnCards"))
    for _ in range(5):  # more Aces of Spades than eight decks hold: they went back in
        evening.do(OpenBets())
        evening.play("AS AS 7H 7C")
    assert evening.table.shoe_now == Shoe(1, 8, SHUFFLER)
    evening.do(report(Irregularity.WRONG_CARD_REGISTERED, "AS AS 8H 7C"))
    evening.do(Attest(), SUPERVISOR)
    assert evening.table.shoe_now == Shoe(1, 8, SHUFFLER)


@reading("A-70")
def test_roads_restart_on_command_where_no_shoe_begins_them() -> None:
    evening = opened(replace(configuration(), source=SHUFFLER))
    assert evening.do(RestartRoads()) == (RoadsRestarted(),)
    assert opened().refused(RestartRoads()) == OnlyWithAShuffler()


@clause("rws-etg", "5.7.1")
@reading("A-46", "A-78")
def test_cards_are_replaced_between_rounds_only() -> None:
    evening = betting(configuration("rws-etg"))
    evening.close()
    evening.deal("4D KS")
    evening.do(report(Irregularity.SIMULTANEOUS_DRAW, "KS 4D"))
    evening.do(Attest(), SUPERVISOR)
    assert isinstance(evening.refused(RetireShoe("two at once"), SUPERVISOR), OutOfPhase)
    for text in ("9H", "4C"):
        evening.do(DealCard(parse_card(text)))
    assert evening.table.shoe_now.counts == Counter(map(parse_card, ("4D", "KS", "9H", "4C")))
    evening.do(report(Irregularity.NOT_COVERED))
    evening.do(Rule(Verdict.VOID, "enough"), SHIFT_MANAGER)
    evening.do(RetireShoe("two at once"), SUPERVISOR)
    assert evening.record.events[-1].clause == "5.7.1"
    assert [evening.refused(wish) for wish in (CountCards(416), RestartRoads())] == [NoShoe()] * 2


@pytest.mark.parametrize(
    ("commitment", "sealed"), [("", ""), ("", "x"), (COMMITMENT, ""), ("ABC", "x")]
)
def test_a_virtual_shoe_promises_its_order_before_the_first_bet(
    commitment: str, sealed: str
) -> None:
    wish = LoadShoe(8, Shuffle.VIRTUAL, commitment, sealed)
    assert without_shoe(VIRTUAL).refused(wish) == CommitmentDoesNotFit(VIRTUAL)


@pytest.mark.parametrize(("commitment", "sealed"), [(COMMITMENT, ""), ("", "x")])
def test_nobody_can_promise_the_order_of_real_cards(commitment: str, sealed: str) -> None:
    wish = LoadShoe(8, BY_HAND, commitment, sealed)
    assert without_shoe(KEYED).refused(wish) == CommitmentDoesNotFit(KEYED)


def test_an_order_is_revealed_when_its_shoe_is_out_of_play_and_only_once() -> None:
    evening = virtual_table()
    evening.do(OpenBets())
    evening.do(BeginClosing())
    evening.do(CutOff())
    draw(evening, 5)
    evening.do(Settle())
    assert evening.refused(REVEAL) == NothingToReveal(1)
    evening.do(RetireShoe("worn"), SUPERVISOR)
    assert evening.do(REVEAL) == (ShoeRevealed(1, ORDER, SALT),)
    assert evening.refused(REVEAL) == NothingToReveal(1)
    assert evening.refused(LOAD) == CommitmentUsedBefore(COMMITMENT)


def swapped(order: tuple[Card, ...]) -> tuple[Card, ...]:
    return (order[1], order[0], *order[2:])


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        (ORDER[1:], ExpectedOrder.WHOLE_DECKS),
        (swapped(ORDER), ExpectedOrder.AS_PROMISED),
    ],
)
def test_an_order_that_was_not_promised_is_no_revelation(
    order: tuple[Card, ...], expected: ExpectedOrder
) -> None:
    evening = virtual_table()
    evening.do(RetireShoe("worn"), SUPERVISOR)
    refusal = evening.refused(replace(REVEAL, order=order))
    assert refusal == RevealDoesNotHold(1, expected, 8)


def test_an_order_that_was_promised_and_not_dealt_is_no_revelation() -> None:
    other = swapped(ORDER)
    evening = virtual_table()
    evening.do(RetireShoe("unused"), SUPERVISOR)
    evening.do(LoadShoe(8, Shuffle.VIRTUAL, commitment_of(other, SALT), "sealed"))
    evening.do(OpenBets())
    evening.do(BeginClosing())
    evening.do(CutOff())
    draw(evening, 1)  # the first card of the first order
    evening.do(report(Irregularity.FOREIGN_CARD))
    evening.do(Attest(), SUPERVISOR)
    refusal = evening.refused(replace(REVEAL, shoe_number=2, order=other))
    assert refusal == RevealDoesNotHold(2, ExpectedOrder.AS_DEALT, 8)
    evening.do(REVEAL)


def test_burned_cards_keep_their_places_in_the_order() -> None:
    evening = virtual_table(replace(virtual_configuration(), burns_cards=True))
    evening.do(BurnCards(ORDER[0]))  # a King: ten more go away
    evening.do(OpenBets())
    evening.do(BeginClosing())
    evening.do(CutOff())
    draw(evening, 1)
    assert evening.table.round_now.cards == (ORDER[11],)
    evening.do(report(Irregularity.FOREIGN_CARD))
    evening.do(Attest(), SUPERVISOR)
    evening.do(REVEAL)


@reading("A-72")
def test_what_a_virtual_shoe_gave_cannot_be_misread_nor_drawn_too_many() -> None:
    expected = ExpectedCards.AS_DRAWN
    evening = virtual_table()
    exposed = report(Irregularity.EXCESS_OR_EXPOSED_CARD, extra="KS")
    assert evening.refused(exposed) == CardsCannotBe(exposed.extra, expected)
    evening.do(OpenBets())
    evening.do(BeginClosing())
    evening.do(CutOff())
    draw(evening, 5)
    misread = report(Irregularity.WRONG_CARD_REGISTERED, "KS 3D QH 4C 9D")
    assert evening.refused(misread) == CardsCannotBe(misread.cards or (), expected)
    same = report(Irregularity.WRONG_CARD_REGISTERED, "KS 3D QH 4C 2D")
    others = ExpectedCards.OTHERS_THAN_REGISTERED
    assert evening.refused(same) == CardsCannotBe(same.cards or (), others)
    evening.do(Settle())
    evening.do(OpenBets())
    late = report(Irregularity.WRONG_CARD_REGISTERED, "KS 3D QH 2C 7D KD", earlier=1)
    assert evening.refused(late) == CardsCannotBe(late.cards or (), expected)


@reading("A-49")
@pytest.mark.parametrize(("one_more", "rounds"), [(False, 0), (True, 1)])
def test_the_cut_card_of_a_virtual_shoe_shows_by_itself(rounds: int, *, one_more: bool) -> None:
    config = replace(virtual_configuration(), one_more_after_cut_card=one_more)
    evening = virtual_table(config, LoadShoe(8, Shuffle.VIRTUAL, COMMITMENT, "sealed", 2))
    evening.do(OpenBets())
    evening.do(BeginClosing())
    evening.do(CutOff())
    draw(evening, 2)
    assert not evening.table.shoe_now.cut_card_seen
    draw(evening, 3)
    facts = [event.fact for event in evening.record.events]
    shown = facts.index(CutCardSeen(rounds))
    # The cut card lies before the third card, and comes out with it.
    before, after = facts[shown - 1], facts[shown + 1]
    assert isinstance(before, CardDealt)
    assert isinstance(after, CardDealt)
    assert (before.card, after.card) == ORDER[1:3]
    assert len([fact for fact in facts if isinstance(fact, CutCardSeen)]) == 1
    evening.do(Settle())
    assert evening.table.shoe_now.is_over == (not one_more)


@reading("A-49")
def test_a_cut_card_that_was_noted_does_not_show_again() -> None:
    evening = virtual_table(load=LoadShoe(8, Shuffle.VIRTUAL, COMMITMENT, "sealed", 1))
    evening.do(NoteCutCard())
    evening.do(OpenBets())
    evening.do(BeginClosing())
    evening.do(CutOff())
    draw(evening, 5)
    facts = [event.fact for event in evening.record.events]
    assert [fact for fact in facts if isinstance(fact, CutCardSeen)] == [CutCardSeen(1)]


@reading("A-28", "A-49")
@pytest.mark.parametrize("cut_at", [None, -1, 0, 1, 410, 411])
def test_a_cut_card_lies_somewhere_within_a_virtual_shoe_and_always_where_a_timer_deals(
    cut_at: int | None,
) -> None:
    # At least six cards, the longest coup, must lie behind the cut card.
    within = cut_at in {1, 410}
    for timed in (False, True):
        config = replace(virtual_configuration(), self_dealing=timed)
        evening = Evening()
        evening.do(ConfigureTable(config), PIT_MANAGER)
        evening.do(OpenTable())
        answer = evening.ask(replace(LOAD, cut_at=cut_at))
        taken = within or (cut_at is None and not timed)
        assert isinstance(answer, tuple) if taken else answer == CutDoesNotFit(cut_at)
    if cut_at is not None:
        read = LoadShoe(8, BY_HAND, cut_at=cut_at)
        assert without_shoe(READS).refused(read) == CutDoesNotFit(cut_at)
