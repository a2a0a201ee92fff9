import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.live.betting_boxes import (
    AmountNotPositive,
    AmountNotWholeDollars,
    BettingBox,
    BoxBet,
    BoxLimits,
    BoxRefusal,
    LimitNotPositive,
    PlayedBet,
    Stance,
    refusal_of,
)
from punto.values.money import Cents, dollars
from punto.values.sides import Side

clause = pytest.mark.clause

LIMITS = BoxLimits(dollars(100), dollars(10_000))

BETS = st.builds(
    BoxBet,
    side=st.sampled_from(Side),
    stake=st.integers(1, 20_000).map(dollars),
    stance=st.sampled_from(Stance),
)


def banker(amount: int, stance: Stance = Stance.SEATED) -> BoxBet:
    return BoxBet(Side.BANKER, dollars(amount), stance)


def player(amount: int, stance: Stance = Stance.SEATED) -> BoxBet:
    return BoxBet(Side.PLAYER, dollars(amount), stance)


@clause("rws-live", "1.6")
@pytest.mark.reading("A-54")
def test_the_differential_is_what_one_hand_has_more_than_the_other() -> None:
    box = BettingBox((banker(500), player(200), banker(50)))
    assert box.differential == dollars(350)


@clause("rws-live", "1.6")
@given(st.lists(BETS))
def test_the_differential_is_the_same_seen_from_either_hand(bets: list[BoxBet]) -> None:
    other = {Side.PLAYER: Side.BANKER, Side.BANKER: Side.PLAYER}
    swapped = [BoxBet(other[bet.side], bet.stake, bet.stance) for bet in bets]
    assert BettingBox(tuple(bets)).differential == BettingBox(tuple(swapped)).differential


@clause("rws-live", "1.20", "1.21")
def test_seated_and_standing_bets_count_alike_in_the_differential() -> None:
    box = BettingBox((banker(300, Stance.SEATED), banker(200, Stance.STANDING)))
    assert box.total(Side.BANKER) == box.differential == dollars(500)


@pytest.mark.reading("A-54")
def test_a_box_knows_only_the_two_hands_so_side_bets_stay_outside() -> None:
    assert [side.value for side in Side] == ["player", "banker"]
    assert BettingBox(()).differential == 0


@pytest.mark.parametrize(
    ("bets", "heavier"),
    [
        ((banker(2), player(1)), Side.BANKER),
        ((banker(1), player(2)), Side.PLAYER),
        ((banker(2), player(2)), None),
        ((), None),
    ],
)
def test_the_heavier_side_is_the_one_with_more_money(
    bets: tuple[BoxBet, ...], heavier: Side | None
) -> None:
    assert BettingBox(bets).heavier_side is heavier


def test_the_heavier_side_has_room_for_the_lighter_side_and_the_limit() -> None:
    box = BettingBox((banker(12_000), player(700)))
    assert box.room(LIMITS) == dollars(10_700)
    assert box.excess(LIMITS) == dollars(1_300)


def test_a_differential_at_its_limit_is_no_excess() -> None:
    assert BettingBox((banker(10_000),)).excess(LIMITS) == 0
    assert BettingBox((banker(3),)).excess(LIMITS) == 0


def test_what_does_not_play_is_returned() -> None:
    assert PlayedBet(banker(300), dollars(120)).returned == dollars(180)


@pytest.mark.parametrize(
    ("limits", "bets", "refusal", "sentence"),
    [
        (
            BoxLimits(Cents(0), dollars(5)),
            (),
            LimitNotPositive("minimum", Cents(0)),
            "minimum limit: 0.00, expected more than 0",
        ),
        (
            BoxLimits(dollars(5), dollars(-1)),
            (),
            LimitNotPositive("Differential", dollars(-1)),
            "Differential limit: -1.00, expected more than 0",
        ),
        (
            BoxLimits(dollars(5), Cents(250)),
            (),
            AmountNotWholeDollars("Differential limit", Cents(250)),
            "Differential limit: 2.50, expected whole dollars (A-40)",
        ),
        (
            BoxLimits(Cents(1), dollars(5)),
            (),
            AmountNotWholeDollars("minimum limit", Cents(1)),
            "minimum limit: 0.01, expected whole dollars (A-40)",
        ),
        (
            LIMITS,
            (BoxBet(Side.PLAYER, Cents(1), Stance.SEATED),),
            AmountNotWholeDollars("bet 1", Cents(1)),
            "bet 1: 0.01, expected whole dollars (A-40)",
        ),
        (
            LIMITS,
            (banker(5), banker(0)),
            AmountNotPositive(2, Cents(0)),
            "bet 2: 0.00, expected more than 0",
        ),
        (
            LIMITS,
            (banker(5), BoxBet(Side.PLAYER, Cents(1_050), Stance.STANDING)),
            AmountNotWholeDollars("bet 2", Cents(1_050)),
            "bet 2: 10.50, expected whole dollars (A-40)",
        ),
    ],
)
def test_amounts_that_cannot_be_measured_are_refused_with_a_sentence(
    limits: BoxLimits, bets: tuple[BoxBet, ...], refusal: BoxRefusal, sentence: str
) -> None:
    assert refusal_of(BettingBox(bets), limits) == refusal
    assert refusal.sentence == sentence


@given(st.lists(BETS))
def test_whole_positive_dollars_are_never_refused(bets: list[BoxBet]) -> None:
    assert refusal_of(BettingBox(tuple(bets)), LIMITS) is None
