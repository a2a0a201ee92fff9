"""First decision: the bets that are conclusively won or lost while cards are still to come."""

from collections.abc import Iterable, Sequence
from enum import Enum
from functools import cache
from itertools import product

from punto.rules.coups import HAND_CARDS, INITIAL_CARDS, deal
from punto.rules.games import Bet, BetKey
from punto.rules.outcomes import Points, block_start
from punto.rules.pairs import Pair, hand_pairs, pair_of
from punto.rules.refusals import CardSeenTooOften, TooManyCards
from punto.rules.table_of_play import Judgement, TableOfPlay
from punto.rules.terms import Terms, cards_refusals
from punto.values import DECK, Card, Rank, points_total

KEPT_CARDS = 2
"""Results for prefixes of up to this many cards are cached."""


class Decision(Enum):
    """The result of a bet that no further card can change."""

    WON = "won"
    LOST = "lost"


Decisions = dict[BetKey, Decision | None]
"""The decision on each bet; None while it is open."""


def decided_at(
    terms: Terms, cards: Sequence[Card]
) -> Decisions | tuple[CardSeenTooOften | TooManyCards, ...]:
    """Return the decision on each bet after these cards, or the refusals of the cards."""
    refusals: list[CardSeenTooOften | TooManyCards] = [*cards_refusals(terms, cards)]
    excess = deal(terms.game.table, cards).excess
    if excess:
        refusals.append(TooManyCards(tuple(cards), excess))
    return tuple(refusals) or first_decision(terms.game.table, cards, terms.offered)


def first_decision(table: TableOfPlay, cards: Sequence[Card], offered: Iterable[Bet]) -> Decisions:
    """Return the decision on each offered bet after the cards so far (A-31, A-32).

    A bet that may still push is open, and so is one that certainly will.
    """
    reachable = completions(table, tuple(cards))
    return {bet.key: _decision(bet, reachable) for bet in offered}


def decision_by_hands(
    table: TableOfPlay, player: tuple[Card, ...], banker: tuple[Card, ...], offered: Iterable[Bet]
) -> Decisions:
    """Return the decision on each offered bet after hands that were not drawn in order (A-85)."""
    reachable = _reachable(
        table,
        player[:HAND_CARDS],
        banker[:HAND_CARDS],
        (*player[HAND_CARDS:], *banker[HAND_CARDS:]),
    )
    return {bet.key: _decision(bet, reachable) for bet in offered}


def _decision(bet: Bet, reachable: int) -> Decision | None:
    if reachable & ~bet.pays.winning == 0:
        return Decision.WON
    if reachable & ~bet.pays.losing == 0:
        return Decision.LOST
    return None


def completions(table: TableOfPlay, cards: tuple[Card, ...]) -> int:
    """Return the Outcomes still possible after these cards, as a set of bits.

    Any card may still come, whatever the shoe holds (A-32).
    """
    # With two cards or fewer the search is large and the prefixes are few, so cache them.
    return (_kept_completions if len(cards) <= KEPT_CARDS else _completions)(table, cards)


def _completions(table: TableOfPlay, cards: tuple[Card, ...]) -> int:
    first = cards[:INITIAL_CARDS]
    return _reachable(table, first[0::2], first[1::2], cards[INITIAL_CARDS:])


def _reachable(
    table: TableOfPlay,
    player_two: tuple[Card, ...],
    banker_two: tuple[Card, ...],
    third_cards: tuple[Card, ...],
) -> int:
    thirds = tuple(card.points for card in third_cards)
    reachable = 0
    for player in _two_card_hands(player_two):
        for banker in _two_card_hands(banker_two):
            final = _final_points(table, points_total(player), points_total(banker), thirds)
            reachable |= final << block_start(hand_pairs(player, banker))
    return reachable


_kept_completions = cache(_completions)


@cache
def _two_card_hands(known: tuple[Card, ...]) -> tuple[tuple[Card, Card], ...]:
    """Return one possible first two cards for each kind that an Outcome distinguishes."""
    kinds: dict[tuple[int, Pair | None, Rank | None], tuple[Card, Card]] = {}
    for first, second in product(known[0:1] or DECK, known[1:2] or DECK):
        pair = pair_of(first, second)
        kind = (points_total((first, second)), pair, first.rank if pair else None)
        kinds.setdefault(kind, (first, second))
    return tuple(kinds.values())


@cache
def _final_points(
    table: TableOfPlay, player_total: int, banker_total: int, thirds: tuple[int, ...]
) -> int:
    """Return the final ``ALL_POINTS`` that these two-card totals and third cards can reach."""
    bits = 0
    for player_third in _thirds(table.player(player_total, banker_total), thirds):
        judged = table.banker(player_total, banker_total, player_third)
        for banker_third in _thirds(judged, thirds if player_third is None else thirds[1:]):
            points = Points(
                (player_total + (player_third or 0)) % 10,
                (banker_total + (banker_third or 0)) % 10,
                2 if player_third is None else 3,
                2 if banker_third is None else 3,
            )
            bits |= 1 << points.index
    return bits


def _thirds(judged: Judgement, known: tuple[int, ...]) -> tuple[int | None, ...]:
    if not judged.draws:
        return (None,)
    return known[:1] or tuple(range(10))
