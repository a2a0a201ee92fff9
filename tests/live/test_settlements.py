import pytest

from punto.live.betting_boxes import BoxBet, PlayedBet
from punto.live.layouts import USUAL_CHIPS, Chip, ChipSet
from punto.live.settlements import BoxResult, settle_boxes
from punto.rules.games import BetKey, Game
from punto.rules.settlement import Result, Settlement, settle
from punto.values.cards import parse_cards
from punto.values.money import Cents, dollars
from punto.values.structures import replace
from support.live.bets import banker, player, tie

BANKER_ON_7 = "KS 3D QH 4C 2D"
BANKER_ON_6 = "KS 3D QH 3C 5D"
TIE_ON_7 = "KS 3D QH 4C 7D"
FIVES = ChipSet((Chip(dollars(5), "5", "red"), Chip(dollars(25), "25", "green")))


def settled(
    games: dict[str, Game],
    cards: str,
    bet: BoxBet,
    plays: int | None = None,
    chips: ChipSet = USUAL_CHIPS,
) -> BoxResult:
    game = games["rws-live"]
    settlement = settle(game, parse_cards(cards), {})
    assert isinstance(settlement, Settlement)
    played = PlayedBet(bet, bet.stake if plays is None else dollars(plays))
    (result,) = settle_boxes(game, settlement.outcome, (played,), chips)
    return result


@pytest.mark.clause("rws-live", "5.1.1")
def test_a_bet_wins_and_loses_by_its_played_part_and_the_rest_goes_back(
    games: dict[str, Game],
) -> None:
    won = settled(games, BANKER_ON_7, banker(9_000), 7_388)
    assert (won.result.result, won.net, won.returned) == (
        Result.WON,
        dollars(7_388),
        dollars(16_388),
    )
    lost = settled(games, BANKER_ON_7, player(9_000), 7_388)
    assert (lost.result.result, lost.net, lost.returned) == (
        Result.LOST,
        dollars(-7_388),
        dollars(1_612),
    )


@pytest.mark.clause("rws-live", "3.14")
def test_a_pushed_stake_stays_whole_and_no_chips_move(games: dict[str, Game]) -> None:
    pushed = settled(games, TIE_ON_7, banker(9_000), 7_388)
    assert (pushed.result.result, pushed.owed, pushed.chips) == (Result.PUSHED, 0, {})
    assert pushed.returned == dollars(9_000)


@pytest.mark.clause("rws-live", "5.2.1")
@pytest.mark.reading("A-62")
def test_a_bet_under_the_minimum_is_settled_like_any_other(games: dict[str, Game]) -> None:
    half = settled(games, BANKER_ON_6, banker(50))
    assert (half.net, half.chips) == (dollars(25), {dollars(25): 1})


@pytest.mark.reading("A-89")
def test_a_profit_that_chips_cannot_make_is_paid_up_at_the_cost_of_the_house(
    games: dict[str, Game],
) -> None:
    half = settled(games, BANKER_ON_6, banker(25), chips=FIVES)
    assert (half.owed, half.chips, half.rounding) == (Cents(1_250), {dollars(5): 3}, Cents(250))
    assert (half.result.profit, half.net, half.returned) == (
        Cents(1_250),
        dollars(15),
        dollars(40),
    )


@pytest.mark.clause("rws-live", "5.1.1")
@pytest.mark.reading("A-89")
def test_the_unplayed_part_of_a_lost_bet_is_returned_up_to_what_chips_can_make(
    games: dict[str, Game],
) -> None:
    lost = settled(games, BANKER_ON_7, player(9_000), 7_407, FIVES)
    assert (lost.owed, lost.rounding) == (dollars(1_593), dollars(2))
    assert lost.returned == dollars(1_595)


def test_a_lost_bet_that_played_whole_gives_no_chips(games: dict[str, Game]) -> None:
    lost = settled(games, BANKER_ON_7, tie(100))
    assert (lost.owed, lost.chips, lost.returned) == (0, {}, 0)


def test_a_bet_that_the_game_does_not_have_is_a_broken_record(games: dict[str, Game]) -> None:
    with pytest.raises(LookupError, match="'dragon': rws-live has none"):
        settled(games, BANKER_ON_7, replace(tie(1), bet=BetKey("dragon")))
