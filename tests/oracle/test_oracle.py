"""The oracle's dealing and settlement, on rounds computed by hand from the clauses."""

from fractions import Fraction

import pytest

from oracle.cards import DECK, points, total
from oracle.deal import banker_draws, cards_used, hands, player_draws
from oracle.settlement import ODDS, settle


def test_ten_and_pictures_count_nothing_and_an_ace_one() -> None:
    assert [points(card) for card in ("TS", "JH", "QD", "KC", "AS", "9D")] == [0, 0, 0, 0, 1, 9]


def test_a_total_is_the_right_digit_of_the_sum() -> None:
    assert total(["9S", "9H", "9D"]) == 7
    assert total(["TS", "JH", "QD"]) == 0


def test_a_shoe_of_one_deck_has_52_different_cards() -> None:
    assert len(set(DECK)) == len(DECK) == 52


@pytest.mark.parametrize("card", ["1S", "10S", "4", "4d", "XX", ""])
def test_an_invalid_card_has_no_points(card: str) -> None:
    with pytest.raises(ValueError, match="not a card"):
        points(card)


def test_first_and_third_cards_go_to_player_second_and_fourth_to_banker() -> None:
    assert hands(["9S", "2H", "TD", "KC"]) == (["9S", "TD"], ["2H", "KC"])


def test_a_natural_on_either_side_stops_both() -> None:
    assert hands(["8S", "2H", "TD", "KC"]) == (["8S", "TD"], ["2H", "KC"])
    assert hands(["2S", "9H", "TD", "KC"]) == (["2S", "TD"], ["9H", "KC"])


def test_banker_draws_against_a_player_natural_when_the_proviso_is_read_by_its_letter() -> None:
    cards = ["8S", "2H", "TD", "KC", "7C"]
    assert hands(cards, natural_stops=False) == (["8S", "TD"], ["2H", "KC", "7C"])
    assert not banker_draws(8, 6, None, natural_stops=False)
    assert not player_draws(2, 8)


def test_banker_on_three_stands_against_an_eight() -> None:
    assert hands(["2S", "3H", "TD", "KC", "8C"]) == (["2S", "TD", "8C"], ["3H", "KC"])


def test_banker_on_three_draws_against_a_nine() -> None:
    assert hands(["2S", "3H", "TD", "KC", "9C", "AD"]) == (["2S", "TD", "9C"], ["3H", "KC", "AD"])


def test_banker_on_six_stands_when_player_stands() -> None:
    assert hands(["7S", "6H", "TD", "KC"]) == (["7S", "TD"], ["6H", "KC"])


def test_banker_on_five_draws_when_player_stands() -> None:
    assert hands(["7S", "5H", "TD", "KC", "4D"]) == (["7S", "TD"], ["5H", "KC", "4D"])


@pytest.mark.parametrize(
    ("banker", "draws_to"),
    [
        (0, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}),
        (1, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}),
        (2, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}),
        (3, {0, 1, 2, 3, 4, 5, 6, 7, 9}),
        (4, {2, 3, 4, 5, 6, 7}),
        (5, {4, 5, 6, 7}),
        (6, {6, 7}),
        (7, set()),
    ],
)
def test_banker_draws_to_the_third_cards_of_its_row(banker: int, draws_to: set[int]) -> None:
    assert {third for third in range(10) if banker_draws(5, banker, third)} == draws_to


@pytest.mark.parametrize("cards", ["", "2S 3H TD", "2S 3H TD KC", "2S 3H TD KC 9C"])
def test_a_round_short_of_cards_has_no_hands(cards: str) -> None:
    with pytest.raises(ValueError, match="too few"):
        hands(cards.split())


@pytest.mark.parametrize(
    "cards", ["8S 2H TD KC 7C", "2S 3H TD KC 8C AD", "7S 5H TD KC 4D AD", "2S 3H TD KC 9C AD AH"]
)
def test_a_round_with_a_card_too_many_has_no_hands(cards: str) -> None:
    with pytest.raises(ValueError, match="too many"):
        hands(cards.split())


def test_the_table_of_play_uses_four_to_six_cards() -> None:
    assert cards_used([8, 2, 0, 0, 7, 1]) == 4
    assert cards_used([8, 2, 0, 0, 7, 1], natural_stops=False) == 5
    assert cards_used([2, 3, 0, 0, 8, 1]) == 5
    assert cards_used(["2S", "3H", "TD", "KC", "9C", "AD"]) == 6


def test_every_game_has_as_many_bets_as_its_clauses_name() -> None:
    assert {game: len(bets) for game, bets in ODDS.items()} == {
        "rws-etg": 5,
        "rws-live": 33,
        "mbs-super-six": 6,
        "mbs-fortune-six": 8,
        "mbs-super-6": 8,
        "mbs-no-commission": 5,
        "mbs-tiger": 8,
        "mbs-tiger-no-commission": 8,
        "mbs-fabulous-4s": 7,
    }


@pytest.mark.parametrize(
    ("game", "cards", "bet", "profit"),
    [
        # Banker 6 with two cards beats Player 0.
        ("rws-etg", "TS 6H JD KC TC", "banker", "1/2"),
        ("rws-etg", "TS 6H JD KC TC", "player", "-1"),
        ("mbs-tiger", "TS 6H JD KC TC", "banker", "19/20"),
        ("mbs-tiger", "TS 6H JD KC TC", "tiger", "12"),
        ("mbs-tiger", "TS 6H JD KC TC", "small-tiger", "22"),
        ("mbs-tiger", "TS 6H JD KC TC", "big-tiger", "-1"),
        ("mbs-tiger-no-commission", "TS 6H JD KC TC", "banker", "1/2"),
        ("mbs-super-six", "TS 6H JD KC TC", "super-six", "15"),
        ("mbs-super-6", "TS 6H JD KC TC", "super-6", "15"),
        ("mbs-super-6", "TS 6H JD KC TC", "banker-dragon-bonus", "4"),
        # Banker 6 with three cards beats Player 0.
        ("mbs-fortune-six", "TS 3H JD KC TC 3S", "fortune-six", "20"),
        ("mbs-tiger", "TS 3H JD KC TC 3S", "big-tiger", "50"),
        ("mbs-tiger", "TS 3H JD KC TC 3S", "small-tiger", "-1"),
        # A Tie at 6 is not a Banker win on 6.
        ("rws-etg", "6S 6H JD KC", "banker", "0"),
        ("rws-etg", "6S 6H JD KC", "player", "0"),
        ("rws-etg", "6S 6H JD KC", "tie", "8"),
        ("mbs-tiger", "6S 6H JD KC", "tiger-tie", "35"),
        ("mbs-tiger", "6S 6H JD KC", "tiger", "-1"),
        ("rws-live", "6S 6H JD KC", "tie-wins-on-6", "35"),
        ("rws-live", "6S 6H JD KC", "tie", "8"),
        ("rws-live", "6S 6H JD KC", "banker-wins-on-6", "-1"),
        # Naturals and the Dragon Bonus.
        ("mbs-super-6", "9S 8H JD KC", "player-dragon-bonus", "1"),
        ("mbs-super-6", "9S 8H JD KC", "banker-dragon-bonus", "-1"),
        ("mbs-super-6", "8S 2H JD KC", "player-dragon-bonus", "1"),
        ("mbs-super-6", "9S 9H JD KC", "player-dragon-bonus", "0"),
        ("mbs-super-6", "8S 8H JD KC", "banker-dragon-bonus", "0"),
        ("mbs-super-6", "7S 7H JD KC", "banker-dragon-bonus", "-1"),
        ("mbs-super-6", "TS 3H JD KC 9C 7S", "player-dragon-bonus", "30"),
        ("mbs-super-6", "7S 4H JD KC TC", "player-dragon-bonus", "-1"),
        ("mbs-super-6", "7S 3H JD KC TC", "player-dragon-bonus", "1"),
        # Fabulous 4's: wins on 4 and on 1, and a Tie at 4.
        ("mbs-fabulous-4s", "3S 2H JD KC AC TD", "player", "1/2"),
        ("mbs-fabulous-4s", "3S 2H JD KC AC TD", "player-fabulous-4", "50"),
        ("mbs-fabulous-4s", "TS 4H JD KC TC", "banker", "0"),
        ("mbs-fabulous-4s", "TS 4H JD KC TC", "banker-fabulous-4", "25"),
        ("mbs-fabulous-4s", "TS 2H JD KC TC 9S", "banker", "2"),
        ("mbs-fabulous-4s", "AS 2H JD KC TC 8S", "player", "2"),
        ("mbs-fabulous-4s", "4S 4H JD KC TC", "banker-fabulous-4", "-1"),
        ("mbs-fabulous-4s", "4S 4H JD KC TC", "banker", "0"),
        # Pairs are of one rank; only the highest-paying kind is paid, once.
        ("rws-etg", "TS 9H KD KC", "player-pair", "-1"),
        ("rws-etg", "KS 9H KD KC", "player-pair", "11"),
        ("mbs-fabulous-4s", "4D 9H 4D KC", "player-precious-pair", "30"),
        ("mbs-fabulous-4s", "4C 9H 4C KC", "player-precious-pair", "15"),
        ("mbs-fabulous-4s", "4C 9H 4D KC", "player-precious-pair", "15"),
        ("mbs-fabulous-4s", "9C QD TC QD", "banker-precious-pair", "12"),
        ("mbs-fabulous-4s", "9C QH TC QH", "banker-precious-pair", "9"),
        ("mbs-fabulous-4s", "9C KC TC KH", "banker-precious-pair", "9"),
        ("mbs-fabulous-4s", "9C QD TC KD", "banker-precious-pair", "-1"),
        ("mbs-tiger", "9C QD 9H KD", "tiger-pair", "4"),
        ("mbs-tiger", "4C QD 4H QD", "tiger-pair", "20"),
        ("mbs-tiger", "TS TH TS TD TC TC", "tiger-pair", "100"),
        ("mbs-tiger", "4C QD 5H KD", "tiger-pair", "-1"),
    ],
)
def test_a_round_worked_by_hand_settles_so(game: str, cards: str, bet: str, profit: str) -> None:
    assert settle(game, _completed(cards))[bet] == Fraction(profit)


def _completed(cards: str) -> list[str]:
    """The cards, with Tens added where the Table of Play asks for more."""
    given = cards.split()
    asked = cards_used([*given, "TS", "TS"][:6])
    return given + ["TS"] * (asked - len(given))


def test_every_round_has_exactly_one_winner_among_player_banker_and_tie() -> None:
    for five in ("2S 3H TD KC 8C", "7S 5H TD KC 4D", "9S 9H TD KC", "TS 6H JD KC TC"):
        profits = settle("mbs-tiger", _completed(five))
        assert [profits[bet] > 0 for bet in ("player", "banker", "tie")].count(True) == 1


def test_every_wins_on_bet_pays_only_its_own_total() -> None:
    profits = settle("rws-live", ["9S", "8H", "JD", "KC"])
    won = {bet for bet, profit in profits.items() if profit > 0}
    assert won == {"player", "player-wins-on-9"}
