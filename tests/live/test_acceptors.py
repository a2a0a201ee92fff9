import pytest

from punto.live.betting_boxes import (
    BoxBet,
    Stance,
    acceptor_of,
    highest_on_table,
    may_hold,
    squeezer_of,
)
from punto.values.sides import Side
from support.live.bets import banker, player, tie

ANN = banker(5_000, patron="Ann")
BEN = banker(20_000, Stance.STANDING, patron="Ben")
CY = banker(3_000, box="5", patron="Cy")
EVE = player(5_000, box="2", patron="Eve")
FAY = player(5_000, box="3", patron="Fay")


@pytest.mark.clause("rws-live", "1.12", "1.20")
@pytest.mark.reading("A-63")
@pytest.mark.parametrize(
    ("hand", "bets", "acceptor"),
    [
        (Side.BANKER, (CY, BEN, ANN, EVE), ANN),
        (Side.PLAYER, (CY, BEN, ANN, EVE), EVE),
        (Side.PLAYER, (EVE, FAY), EVE),
        (Side.PLAYER, (FAY, EVE), FAY),
        (Side.BANKER, (BEN, EVE), None),
        (Side.PLAYER, (), None),
        (Side.PLAYER, (tie(9_000),), None),
    ],
)
def test_a_hand_is_accepted_by_the_highest_seated_bet_on_it_and_the_earliest_of_equals(
    hand: Side, bets: tuple[BoxBet, ...], acceptor: BoxBet | None
) -> None:
    assert acceptor_of(hand, bets) == acceptor


@pytest.mark.clause("rws-live", "1.12", "1.20")
@pytest.mark.reading("A-63")
def test_a_hand_may_pass_to_any_seated_patron_who_bet_on_it() -> None:
    assert may_hold(Side.BANKER, (CY, BEN, EVE, ANN)) == (ANN, CY)
    assert may_hold(Side.PLAYER, (CY, BEN, EVE, FAY, ANN)) == (EVE, FAY)


@pytest.mark.reading("A-63")
def test_each_acceptor_may_squeeze_the_own_hand() -> None:
    bets = (ANN, BEN, EVE)
    assert squeezer_of(Side.BANKER, bets, by_letter=False) == ANN
    assert squeezer_of(Side.PLAYER, bets, by_letter=False) == EVE


@pytest.mark.reading("A-63")
def test_by_the_letter_only_the_highest_seated_bet_on_the_table_may_squeeze() -> None:
    bets = (ANN, BEN, EVE)
    assert highest_on_table(bets) == ANN
    assert squeezer_of(Side.BANKER, bets, by_letter=True) == ANN
    assert squeezer_of(Side.PLAYER, bets, by_letter=True) is None


@pytest.mark.reading("A-63")
def test_at_a_table_without_seated_bets_on_a_hand_nobody_squeezes() -> None:
    bets = (BEN, tie(9_000))
    assert highest_on_table(bets) is None
    assert squeezer_of(Side.BANKER, bets, by_letter=True) is None
    assert squeezer_of(Side.BANKER, bets, by_letter=False) is None
