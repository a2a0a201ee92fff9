"""Every deal, as far as it can matter, dealt and settled by the engine and the oracle.

A settlement asks nothing of the cards but their Outcome, so deals are first reduced to what the
two make of them, and then each case is settled for every bet of every game.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import product

import pytest

from oracle.deal import cards_used, hands
from oracle.settlement import Facts, facts_of_hands, profit
from punto.rules.coups import deal
from punto.rules.games import Game
from punto.rules.outcomes import Outcome
from punto.rules.settlement import settle_bet
from punto.rules.table_of_play import TABLE_OF_PLAY
from punto.values.cards import DECK, Card, Rank, Suit
from punto.values.money import dollars

STAKE = dollars(100)
TEXTS = {card: str(card) for card in DECK}
BY_POINTS = {rank.points: Card(rank, Suit.SPADES) for rank in reversed(Rank)}

Cases = set[tuple[Outcome, Facts]]


def cases_of(deals: Iterable[tuple[Card, ...]]) -> Cases:
    """Deal each, compare the hands card by card, and keep the facts seen by engine and oracle."""
    cases: Cases = set()
    for cards in deals:
        dealt = deal(TABLE_OF_PLAY, cards)
        player, banker = hands([TEXTS[card] for card in cards])
        assert dealt.excess == ()
        assert [TEXTS[card] for card in dealt.coup.player] == player
        assert [TEXTS[card] for card in dealt.coup.banker] == banker
        cases.add((dealt.coup.outcome, facts_of_hands(player, banker)))
    return cases


def assert_settled_alike(games: dict[str, Game], cases: Cases) -> None:
    for key, game in games.items():
        for bet in game.bets:
            for outcome, facts in cases:
                settled = Fraction(settle_bet(bet, outcome, STAKE).profit, STAKE)
                assert settled == profit(key, bet.key, facts), (key, bet.key, facts)


def sequences_of_points() -> Iterator[tuple[Card, ...]]:
    """Every sequence of six point values, cut to the cards that are used.

    No card after the fourth decides whether there is a fifth, nor one after the fifth whether
    there is a sixth.
    """
    for four in product(range(10), repeat=4):
        fifths = range(10) if cards_used((*four, 0, 0)) > len(four) else [0]
        for fifth in fifths:
            used = cards_used((*four, fifth, 0))
            for sixth in range(10) if used == 6 else [0]:
                values = (*four, fifth, sixth)[:used]
                yield tuple(BY_POINTS[value] for value in values)


def completed(first_four: tuple[Card, ...]) -> tuple[Card, ...]:
    six = (*first_four, BY_POINTS[0], BY_POINTS[0])
    return six[: cards_used([card.points for card in six])]


@pytest.mark.sweep
def test_every_sequence_of_six_point_values(games: dict[str, Game]) -> None:
    deals = list(sequences_of_points())
    # By two-card totals: 36 pairs with a natural; 4 where both stand; 12 where only Banker draws;
    # 48 where Player draws, to 51 cells of 80 in which Banker draws too.
    assert len(deals) == 100 * (36 + 4 + 12 * 10 + 6 * (51 * 10 + 29))
    assert_settled_alike(games, cases_of(deals))


def test_every_two_cards_in_either_hand(games: dict[str, Game]) -> None:
    nine, king = Card(Rank.NINE, Suit.CLUBS), Card(Rank.KING, Suit.HEARTS)
    deals = []
    for first, second in product(DECK, repeat=2):
        deals.append((first, nine, second, king))
        deals.append((nine, first, king, second))
    assert_settled_alike(games, cases_of(deals))


@pytest.mark.no_cover
def test_every_four_ranks(games: dict[str, Game]) -> None:
    suits = (Suit.DIAMONDS, Suit.DIAMONDS, Suit.DIAMONDS, Suit.SPADES)
    deals = (completed(tuple(map(Card, ranks, suits))) for ranks in product(Rank, repeat=4))
    assert_settled_alike(games, cases_of(deals))
