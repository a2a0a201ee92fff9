from itertools import product

import numpy as np
import pytest

from punto.lab import (
    Distribution,
    GameOdds,
    Removal,
    ShoeRefused,
    best_count,
    effects_of_removal,
    exact_odds,
    odds_of,
)
from punto.lab.linear_counts import betting_correlation
from punto.rules.games import Game
from punto.values.cards import DECK, Rank, parse_card
from punto.values.compositions import full_shoe
from support.lab.tiny_shoes import shoe_with


@pytest.fixture(scope="module")
def fabulous(games: dict[str, Game]) -> GameOdds:
    return exact_odds(games["mbs-fabulous-4s"])


@pytest.fixture(scope="module")
def effects(fabulous: GameOdds) -> dict[str, Removal]:
    return effects_of_removal(fabulous)


def test_an_effect_is_what_one_card_less_brings(
    fabulous: GameOdds, effects: dict[str, Removal]
) -> None:
    six = parse_card("6D")
    less = exact_odds(fabulous.game, without=[six])
    for key, removal in effects.items():
        assert removal.effects[six] == less[key].expectation - fabulous[key].expectation


def test_an_unseen_card_changes_nothing(effects: dict[str, Removal]) -> None:
    for removal in effects.values():
        assert len(removal.effects) == 52
        assert (
            sum(removal.shoe.count(card) * effect for card, effect in removal.effects.items()) == 0
        )


def test_the_same_holds_for_what_is_left_of_a_shoe(games: dict[str, Game]) -> None:
    shoe = shoe_with("4D 4D 4S 9H 9H TC KC")
    removals = effects_of_removal(odds_of(games["mbs-fabulous-4s"], Distribution(shoe)))
    for removal in removals.values():
        assert [str(card) for card in removal.effects] == ["4S", "9H", "4D", "TC", "KC"]
        assert sum(shoe.count(card) * effect for card, effect in removal.effects.items()) == 0
        assert removal.of_rank(Rank.ACE) is None
    pair = removals["player-precious-pair"]
    fours = pair.effects[parse_card("4D")] * 2 + pair.effects[parse_card("4S")]
    assert pair.of_rank(Rank.FOUR) == fours / 3


def test_suits_matter_to_a_pair_that_asks_of_them(effects: dict[str, Removal]) -> None:
    pair = effects["player-precious-pair"]
    assert pair.effects[parse_card("4D")] < pair.effects[parse_card("4S")] < 0
    assert pair.effects[parse_card("9D")] < pair.effects[parse_card("9S")]
    assert pair.effects[parse_card("9H")] == pair.effects[parse_card("2C")]


def test_a_shoe_of_six_has_no_card_to_spare(games: dict[str, Game]) -> None:
    odds = odds_of(games["rws-etg"], Distribution(shoe_with("AS 2H 3D 4C 5S 6H")))
    with pytest.raises(ShoeRefused, match="shoe of 6 cards: expected at least 7"):
        effects_of_removal(odds)


def test_the_best_count_is_balanced_and_follows_the_effects(effects: dict[str, Removal]) -> None:
    for key in ("player", "banker", "tie", "player-fabulous-4", "banker-fabulous-4"):
        count = best_count(effects[key])
        assert count.balanced
        assert max(map(abs, count.tags.values())) <= 4
        assert count.betting_correlation == betting_correlation(effects[key], count.tags)
        assert count.betting_correlation is not None
        assert count.betting_correlation > 0.98
        assert {len(set(count.of_rank(rank))) for rank in Rank} == {1}


ALL_TAGS = np.array(list(product((-1, 0, 1), repeat=10)))
VALUES_HELD = np.array([4, *[1] * 9])


def best_correlations(removal: Removal) -> tuple[float, float]:
    """Return the best correlation over all tags from -1 to 1, first balanced ones, then any."""
    effects = np.array([float(removal.effects[card]) for card in DECK[9:10] + DECK[:9]])
    means = (VALUES_HELD * ALL_TAGS).sum(axis=1, keepdims=True) / 13
    centred = ALL_TAGS - means
    spread = np.sqrt((VALUES_HELD * centred**2).sum(axis=1) * (VALUES_HELD * effects**2).sum())
    spread[spread == 0] = np.inf
    fits = (VALUES_HELD * centred * effects).sum(axis=1) / spread
    return float(fits[means[:, 0] == 0].max()), float(fits.max())


@pytest.mark.parametrize("bet", ["player", "banker", "tie", "banker-fabulous-4"])
def test_hardly_any_count_of_small_tags_fits_better(bet: str, effects: dict[str, Removal]) -> None:
    count = best_count(effects[bet], largest=1)
    balanced, best = best_correlations(effects[bet])
    assert count.balanced == (best < balanced + 0.02)
    assert count.betting_correlation is not None
    assert count.betting_correlation <= best + 1e-12
    if count.balanced:
        assert count.betting_correlation == pytest.approx(balanced, rel=1e-12)
    else:
        assert count.betting_correlation > best - 0.005


def test_a_count_that_cannot_be_balanced_with_small_tags_is_not(
    effects: dict[str, Removal],
) -> None:
    # Fours are one of thirteen ranks: balanced, they would need a tag of -12.
    count = best_count(effects["banker-precious-pair"])
    assert not count.balanced
    assert [rank for rank in Rank if any(count.of_rank(rank))] == [Rank.FOUR]
    assert count.of_rank(Rank.FOUR) == (-1, -1, -1, -1)


def test_a_count_by_suit_follows_a_suited_pair_better(effects: dict[str, Removal]) -> None:
    by_rank = best_count(effects["banker-precious-pair"]).betting_correlation
    by_suit = best_count(effects["banker-precious-pair"], by_suit=True)
    assert by_rank is not None
    assert by_suit.betting_correlation is not None
    assert by_suit.betting_correlation > by_rank + 0.02
    assert by_suit.tags[parse_card("4D")] < by_suit.tags[parse_card("4S")] < 0


def test_the_effects_themselves_are_the_perfect_count(effects: dict[str, Removal]) -> None:
    scaled = {card: int(10**12 * effect) for card, effect in effects["tie"].effects.items()}
    assert betting_correlation(effects["tie"], scaled) == pytest.approx(1, abs=1e-6)
    against = {card: -tag for card, tag in scaled.items()}
    assert betting_correlation(effects["tie"], against) == pytest.approx(-1, abs=1e-6)


def test_a_bet_that_no_card_touches_has_no_count(games: dict[str, Game]) -> None:
    removal = effects_of_removal(odds_of(games["mbs-tiger"], Distribution(full_shoe(8))))
    count = best_count(removal["tiger-pair"])
    assert count.betting_correlation is None
    assert not any(count.tags.values())
    assert repr(count) == "<count, tiger-pair: no tags; correlation None>"


def test_removals_and_counts_show_themselves(effects: dict[str, Removal]) -> None:
    assert repr(effects["tie"]).startswith("<removal, tie: A +0.000129, 2 -0.000239, ")
    shown = repr(best_count(effects["tie"]))
    assert shown.startswith("<count, tie: 2-1 3-1 4-1 5-1 6-4 7-4 8+2 9+2 T+2 J+2 Q+2 K+2; ")
    assert " 4D-" in repr(best_count(effects["banker-precious-pair"], by_suit=True))
