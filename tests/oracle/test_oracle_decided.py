"""The oracle's answer on what is conclusively won or lost."""

import random
from collections.abc import Iterable
from fractions import Fraction
from itertools import product

import pytest

from oracle.cards import DECK, RANKS
from oracle.deal import cards_used
from oracle.decided import decided, is_finished
from oracle.settlement import ODDS, settle

MAIN_BETS = {"player", "banker", "tie"}


def test_two_cards_decide_nothing_in_any_game() -> None:
    for game in ODDS:
        for ranks in product(RANKS, repeat=2):
            cards = [rank + "D" for rank in ranks]
            assert set(decided(game, cards).values()) == {None}, (game, cards)


@pytest.mark.parametrize("game", ODDS)
def test_no_card_decides_nothing(game: str) -> None:
    assert decided(game, []) == dict.fromkeys(ODDS[game])


def test_players_second_card_decides_the_player_pair() -> None:
    assert decided("rws-etg", ["4D", "KS", "4C"])["player-pair"] == "won"
    assert decided("rws-etg", ["4D", "KS", "5C"])["player-pair"] == "lost"


def test_a_tiger_pair_is_won_before_its_amount_is_known() -> None:
    assert decided("mbs-tiger", ["4D", "KS", "4C"])["tiger-pair"] == "won"
    assert decided("mbs-tiger", ["4D", "KS", "5C"])["tiger-pair"] is None


def test_a_bet_that_can_still_push_is_undecided() -> None:
    after = decided("rws-etg", ["9D", "KS", "TC"])
    assert (after["player"], after["banker"], after["tie"]) == (None, None, None)


def test_a_sure_push_is_neither_won_nor_lost() -> None:
    after = decided("rws-etg", ["9D", "9S", "TC", "KH"])
    assert (after["player"], after["banker"], after["tie"]) == (None, None, "won")


def test_a_bet_not_offered_is_not_reported() -> None:
    assert "tiger-pair" not in decided("mbs-tiger", ["4D"], frozenset({"tiger-pair"}))


def test_a_bet_the_game_does_not_know_cannot_be_withheld() -> None:
    with pytest.raises(ValueError, match="no bet"):
        decided("rws-etg", [], frozenset({"tiger"}))


def test_more_cards_than_the_table_of_play_uses_are_refused() -> None:
    with pytest.raises(ValueError, match="too many"):
        decided("rws-etg", ["9D", "9S", "TC", "KH", "2S"])


@pytest.mark.reading("A-31")
@pytest.mark.parametrize(
    ("game", "not_offered", "cards", "percent"),
    [
        ("rws-etg", set(), 3, "100.0"),
        ("rws-live", set(), 3, "100.0"),
        ("mbs-super-six", set(), 3, "100.0"),
        ("mbs-fortune-six", set(), 3, "100.0"),
        ("mbs-super-6", set(), 3, "100.0"),
        ("mbs-no-commission", set(), 3, "100.0"),
        ("mbs-fabulous-4s", set(), 3, "100.0"),
        ("mbs-tiger", set(), 3, "43.2"),
        ("mbs-tiger-no-commission", set(), 3, "43.2"),
        ("mbs-tiger", set(), 4, "100.0"),
        ("mbs-tiger", {"tiger-pair"}, 3, "37.9"),
        ("mbs-tiger", {"tiger-pair"}, 4, "97.3"),
        ("mbs-fabulous-4s", {"player-precious-pair", "banker-precious-pair"}, 3, "37.9"),
        ("mbs-fabulous-4s", {"player-precious-pair", "banker-precious-pair"}, 4, "70.0"),
        ("rws-etg", {"player-pair", "banker-pair"}, 3, "0.0"),
        ("rws-etg", {"player-pair", "banker-pair"}, 4, "37.9"),
        ("mbs-no-commission", set(ODDS["mbs-no-commission"]) - MAIN_BETS, 4, "37.9"),
    ],
)
def test_an_outcome_is_established_as_often_as_reading_a31_says(
    game: str, not_offered: set[str], cards: int, percent: str
) -> None:
    prefixes = [[rank + "S" for rank in ranks] for ranks in product(RANKS, repeat=cards)]
    established = sum(
        any(decided(game, prefix, frozenset(not_offered)).values()) for prefix in prefixes
    )
    assert f"{float(100 * Fraction(established, len(prefixes))):.1f}" == percent


@pytest.mark.parametrize("game", ODDS)
def test_playing_out_all_fifty_two_cards_says_the_same(game: str) -> None:
    shuffler = random.Random(game)  # noqa: S311 -- a fixed choice of cases
    for _ in range(40):
        six = shuffler.choices(DECK, k=6)
        for length in range(4, cards_used(six) + 1):
            prefix = six[:length]
            assert decided(game, prefix) == _by_whole_deck(game, prefix), prefix


def test_playing_out_fifty_two_cards_twice_says_the_same_after_three_cards() -> None:
    for prefix in (["4D", "4D", "4D"], ["4D", "QD", "4C"], ["QD", "QD", "QD"], ["7S", "4D", "KD"]):
        whole = _by_whole_deck("mbs-fabulous-4s", prefix)
        assert decided("mbs-fabulous-4s", prefix) == whole


def _by_whole_deck(game: str, prefix: list[str]) -> dict[str, str | None]:
    gains: dict[str, set[str]] = {bet: set() for bet in ODDS[game]}
    for cards in _completions(prefix):
        for bet, profit in settle(game, cards).items():
            gains[bet].add("won" if profit > 0 else "lost" if profit < 0 else "push")
    return {bet: how.pop() if how in ({"won"}, {"lost"}) else None for bet, how in gains.items()}


def _completions(prefix: list[str]) -> Iterable[list[str]]:
    if is_finished(prefix):
        yield prefix
        return
    # One suit is enough for third cards; before them every card of the deck is tried.
    for card in DECK if len(prefix) < 4 else DECK[::4]:
        yield from _completions([*prefix, card])
