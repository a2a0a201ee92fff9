from collections import Counter

import numpy as np
import pytest

from punto.lab.distributions import ShoeRefused
from punto.lab.draw_table import drawing_of
from punto.lab.pair_classes import VALUE_OF_CARD
from punto.lab.studies.dealing_kernel import Cards, deal_shoes
from punto.lab.studies.shoes import ShoeBatch, ShoeRules, dealt, shoe_rules, shuffled
from punto.rules.coups import deal
from punto.rules.games import Game
from punto.rules.table_of_play import TABLE_OF_PLAY
from punto.values.cards import DECK, parse_cards
from punto.values.structures import BadNotation

DRAWING = drawing_of(TABLE_OF_PLAY)

EVERY_HOUSE = [
    ShoeRules(decks, behind, burns, one_more)
    for decks, behind in ((8, 14), (4, 60))
    for burns in (False, True)
    for one_more in (False, True)
]


def by_engine(order: list[int], rules: ShoeRules) -> list[tuple[int, list[int]]]:
    """Return the rounds that the engine deals: where each begins, and the cards still unseen."""
    cards = [DECK[number] for number in order]
    seen: Counter[int] = Counter()
    rounds: list[tuple[int, list[int]]] = []
    place, more = 0, int(rules.one_more)
    if rules.burns:
        seen[order[0]] += 1
        place = 1 + (cards[0].points or 10)
    while True:
        if rounds and place > rules.front:
            if not more:
                return rounds
            more -= 1
        rounds.append((place, [rules.decks - seen[card] for card in range(52)]))
        taken = 6 - len(deal(TABLE_OF_PLAY, cards[place : place + 6]).excess)
        seen.update(order[place : place + taken])
        place += taken


@pytest.mark.parametrize("rules", EVERY_HOUSE, ids=str)
def test_shoes_are_dealt_as_the_engine_deals_them(rules: ShoeRules) -> None:
    shoes = shuffled(7, ShoeBatch(0, 3), rules.decks)
    rounds = dealt(shoes, rules, DRAWING)
    for number, shoe in enumerate(shoes):
        here = rounds.shoes == number
        found = zip(rounds.places[here].tolist(), rounds.unseen[here].tolist(), strict=True)
        assert list(found) == by_engine(shoe.tolist(), rules)


def test_the_kernel_says_the_same_as_plain_python() -> None:
    shoes = shuffled(7, ShoeBatch(0, 1), 4)
    compiled = dealt(shoes, ShoeRules(4, 14, burns=True), DRAWING)
    rows = (np.zeros(52, np.int64), np.zeros(52, np.int64), np.zeros((52, 52), np.int64))
    count = deal_shoes.py_func(shoes, (194, 1, 0), (VALUE_OF_CARD, DRAWING), rows)
    assert count == len(compiled.shoes)
    for plain, other in zip(rows, compiled, strict=True):
        assert np.array_equal(plain[:count], other)


def naturals() -> Cards:
    """A shoe of four decks in which every coup is two naturals of four cards."""
    nine, ten = (DECK.index(card) for card in parse_cards("9S TS"))
    return np.array([[nine, nine, ten, ten] * 52], np.uint8)


@pytest.mark.parametrize(
    ("front", "burns", "one_more", "begins"),
    [
        (59, False, False, range(0, 60, 4)),  # it comes out in the round that begins at 56
        (60, False, False, range(0, 64, 4)),  # it lies on top: the next round is the last
        (61, False, False, range(0, 64, 4)),
        (59, False, True, range(0, 64, 4)),
        (60, False, True, range(0, 68, 4)),
        (60, True, False, range(10, 62, 4)),  # a nine is shown, and nine more are burned
    ],
)
def test_the_cut_card_ends_the_shoe(
    front: int, begins: range, *, burns: bool, one_more: bool
) -> None:
    shoe = naturals()
    if burns:
        # After the burned cards, coups must begin with a whole pattern again.
        shoe = np.roll(shoe, 2)
        shoe[0, 0] = shoe[0, 2]
    rounds = dealt(shoe, ShoeRules(4, 208 - front, burns, one_more), DRAWING)
    assert rounds.places.tolist() == list(begins)


def test_a_shoe_of_a_seed_is_always_the_same() -> None:
    together = shuffled(7, ShoeBatch(0, 6), 6)
    apart = [shuffled(7, ShoeBatch(first, 2), 6) for first in (0, 2, 4)]
    assert np.array_equal(together, np.concatenate(apart))
    assert not np.array_equal(together[0], together[1])
    assert not np.array_equal(together, shuffled(8, ShoeBatch(0, 6), 6))


def test_every_card_of_the_decks_lies_anywhere_alike() -> None:
    shoes = shuffled(7, ShoeBatch(0, 1_000), 4)
    assert (np.sort(shoes, axis=1) == np.repeat(np.arange(52), 4)).all()
    quarters = shoes.reshape(1_000, 4, 52)
    counts = np.array([np.bincount(quarters[:, q].ravel(), minlength=52) for q in range(4)])
    # Each of 208 cells expects 1000; 153 degrees of freedom, and the 99.99 % point is 225.
    assert ((counts - 1_000) ** 2 / 1_000).sum() < 225


def test_a_cut_card_is_told_by_cards_or_by_its_share(games: dict[str, Game]) -> None:
    game = games["mbs-tiger"]
    assert shoe_rules(game).behind == 14
    assert shoe_rules(game, 6, "52") == ShoeRules(6, 52)
    assert shoe_rules(game, 8, "75%").behind == 104
    assert shoe_rules(game, 8, "90%").front == 374


@pytest.mark.parametrize(
    ("decks", "cut_card", "one_more", "sentence"),
    [
        (3, None, False, "decks 3: expected 4 to 10 for mbs-tiger"),
        (8, "5", False, "cut card '5': leaves 5 cards behind it, expected 6 to 364"),
        (8, "11", True, "cut card '11': leaves 11 cards behind it, expected 12 to 364"),
        (8, "99%", False, "cut card '99%': leaves 5 cards behind it, expected 6 to 364"),
        (8, "200%", False, "cut card '200%': leaves -416 cards behind it, expected 6 to 364"),
        (8, "deep", False, "cut card 'deep': expected the cards behind it such as 14"),
        (8, "-3", False, "cut card '-3': expected the cards behind it such as 14"),
    ],
)
def test_a_shoe_that_cannot_be_dealt_is_refused(
    *, games: dict[str, Game], decks: int, cut_card: str | None, one_more: bool, sentence: str
) -> None:
    with pytest.raises((ShoeRefused, BadNotation)) as refused:
        shoe_rules(games["mbs-tiger"], decks, cut_card, one_more=one_more)
    assert str(refused.value).startswith(sentence)
