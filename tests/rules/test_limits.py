import pytest

from punto.rules.games import BetKey, Game
from punto.rules.limits import Limits, limits_refusal, step_refusal
from punto.rules.refusals import (
    LimitsContradict,
    StakeAboveMaximum,
    StakeBelowMinimum,
    StakeNotPositive,
    StakeOffStep,
    StepInexact,
)
from punto.rules.stake_limits import stake_refusal
from punto.values.money import Cents, dollars
from punto.values.odds import Odds

BET = BetKey("tiger")
LIMITS = Limits(minimum=dollars(10), maximum=dollars(50), step=dollars(5))


@pytest.mark.parametrize("stake", [10, 15, 45, 50])
def test_a_stake_on_the_step_and_between_the_limits_is_taken(stake: int) -> None:
    assert stake_refusal(BET, dollars(stake), LIMITS) is None


@pytest.mark.parametrize(
    ("stake", "refusal"),
    [
        (0, StakeNotPositive(BET, Cents(0))),
        (-500, StakeNotPositive(BET, Cents(-500))),
        (1001, StakeOffStep(BET, Cents(1001), dollars(5))),
        (500, StakeBelowMinimum(BET, dollars(5), dollars(10))),
        (5500, StakeAboveMaximum(BET, dollars(55), dollars(50))),
    ],
)
def test_any_other_stake_is_refused_with_its_reason(stake: int, refusal: object) -> None:
    assert stake_refusal(BET, Cents(stake), LIMITS) == refusal


def test_a_single_cent_is_a_stake_where_the_step_allows_it() -> None:
    assert stake_refusal(BET, Cents(1), Limits(minimum=Cents(1), step=Cents(1))) is None


def test_without_a_maximum_any_multiple_of_the_step_goes() -> None:
    assert stake_refusal(BET, dollars(10**9), Limits(maximum=None)) is None


@pytest.mark.parametrize(
    ("minimum", "maximum", "step"),
    [(0, None, 100), (-1, None, 100), (100, None, 0), (100, None, -5), (200, 100, 100),
     (101, 199, 100)],
)  # fmt: skip
def test_limits_that_leave_no_stake_are_refused(
    minimum: int, maximum: int | None, step: int
) -> None:
    most = None if maximum is None else Cents(maximum)
    limits = Limits(Cents(minimum), most, Cents(step))
    assert limits_refusal(limits) == LimitsContradict(Cents(minimum), most, Cents(step))


@pytest.mark.parametrize(
    ("minimum", "maximum", "step"), [(100, 100, 100), (1, 100, 100), (1, 1, 1), (101, 200, 100)]
)
def test_limits_with_room_for_one_stake_are_enough(minimum: int, maximum: int, step: int) -> None:
    assert limits_refusal(Limits(Cents(minimum), Cents(maximum), Cents(step))) is None


@pytest.mark.reading("A-18")
def test_whole_dollars_make_every_payout_of_every_game_exact(games: dict[str, Game]) -> None:
    for game in games.values():
        for bet in game.bets:
            assert step_refusal(bet, dollars(1)) is None


@pytest.mark.reading("A-18")
@pytest.mark.parametrize(
    ("key", "bet_key", "exact", "inexact", "odds"),
    [
        ("mbs-tiger", "banker", 20, 10, Odds(19, 20)),
        ("mbs-tiger-no-commission", "banker", 2, 1, Odds(1, 2)),
        ("mbs-fabulous-4s", "player", 2, 5, Odds(1, 2)),
    ],
)
def test_a_step_that_could_pay_a_fraction_of_a_cent_is_refused(
    games: dict[str, Game], key: str, bet_key: str, exact: int, inexact: int, odds: Odds
) -> None:
    bet = games[key].bet(bet_key)
    assert bet is not None
    assert step_refusal(bet, Cents(exact)) is None
    assert step_refusal(bet, Cents(inexact)) == StepInexact(Cents(inexact), bet.key, odds)
