from itertools import product

import pytest

from oracle.settlement import pair_label
from punto.rules.pairs import ALL_HAND_PAIRS, Pair, PairRank, PairSuits, hand_pairs, pair_of
from punto.values.cards import DECK, Card, Rank, Suit, parse_card

clause = pytest.mark.clause
reading = pytest.mark.reading

LABELS = {
    None: "none",
    Pair(PairRank.FOUR, PairSuits.DIAMONDS): "4D4D",
    Pair(PairRank.FOUR, PairSuits.SAME): "44",
    Pair(PairRank.FOUR, PairSuits.MIXED): "44",
    Pair(PairRank.OTHER, PairSuits.DIAMONDS): "DD",
    Pair(PairRank.OTHER, PairSuits.SAME): "pair",
    Pair(PairRank.OTHER, PairSuits.MIXED): "pair",
}


def pair(text: str) -> Pair | None:
    first, second = text.split()
    return pair_of(parse_card(first), parse_card(second))


@reading("A-06", "A-09", "A-10")
@clause("rws-etg", "1.14")
@clause("rws-live", "1.15")
@clause("mbs", "1.1.13", "1.1.22")
def test_a_pair_is_two_cards_of_one_rank_and_never_of_one_point_value() -> None:
    assert pair("TS TH") == Pair(PairRank.OTHER, PairSuits.MIXED)
    assert pair("KS KS") == Pair(PairRank.OTHER, PairSuits.SAME)
    for unlike in ("TS KS", "TS JS", "TD QD", "KS QS", "JH QH", "4D 5D"):
        assert pair(unlike) is None, unlike


@clause("mbs", "1.1.14", "1.1.14.1", "1.1.14.2", "1.1.14.3", "1.1.14.4")
@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("4D 4D", Pair(PairRank.FOUR, PairSuits.DIAMONDS)),
        ("4C 4C", Pair(PairRank.FOUR, PairSuits.SAME)),
        ("4H 4S", Pair(PairRank.FOUR, PairSuits.MIXED)),
        ("4D 4S", Pair(PairRank.FOUR, PairSuits.MIXED)),
        ("QD QD", Pair(PairRank.OTHER, PairSuits.DIAMONDS)),
        ("QH QH", Pair(PairRank.OTHER, PairSuits.SAME)),
        ("KC KH", Pair(PairRank.OTHER, PairSuits.MIXED)),
    ],
)
def test_pairs_fall_into_the_classes_that_precious_pair_pays(cards: str, expected: Pair) -> None:
    assert pair(cards) == expected


@pytest.mark.sweep
def test_every_two_cards_form_the_pair_that_the_oracle_names() -> None:
    for first, second in product(DECK, repeat=2):
        assert LABELS[pair_of(first, second)] == pair_label(str(first), str(second))


@reading("A-07", "A-08")
@clause("mbs", "1.1.22.1", "1.1.22.2", "1.1.22.3")
def test_every_four_ranks_show_the_pairs_that_the_oracle_sees() -> None:
    for p1, b1, p2, b2 in product(Rank, repeat=4):
        cards = [Card(rank, Suit.SPADES) for rank in (p1, b1, p2, b2)]
        seen = hand_pairs((cards[0], cards[2]), (cards[1], cards[3]))
        texts = [str(card) for card in cards]
        assert (seen.player is not None) == (pair_label(texts[0], texts[2]) != "none")
        assert (seen.banker is not None) == (pair_label(texts[1], texts[3]) != "none")
        assert seen.twin == (len({p1, b1, p2, b2}) == 1)
        assert seen.count == (p1 is p2) + (b1 is b2)


def test_the_space_of_pairs_holds_all_that_four_cards_can_show_and_nothing_else() -> None:
    # One suit is enough beside diamonds: the classes tell no two other suits apart.
    some = [Card(rank, suit) for rank in (Rank.FOUR, Rank.FIVE, Rank.SIX)
            for suit in (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS)]  # fmt: skip
    seen = {hand_pairs((p1, p2), (b1, b2)) for p1, p2, b1, b2 in product(some, repeat=4)}
    assert seen == set(ALL_HAND_PAIRS)
    assert len(ALL_HAND_PAIRS) == 58
