"""Which bets are conclusively won or lost after some cards, by playing out every completion."""

from collections.abc import Sequence
from functools import cache

from oracle.cards import POINTS, RANK_WORTH, RANKS, points
from oracle.deal import INITIAL_CARDS, cards_used
from oracle.odds import ODDS
from oracle.settlement import Facts, facts_of, profit

# Suits matter to Precious Pair alone, and there only whether a card is a diamond.
SUITS_THAT_MATTER = dict.fromkeys(ODDS, "S") | {"mbs-fabulous-4s": "SD"}


def decided(
    game: str, cards: Sequence[str], not_offered: frozenset[str] = frozenset()
) -> dict[str, str | None]:
    """Return "won", "lost" or None (open, or sure to push) for each offered bet (A-31, A-32)."""
    unknown = not_offered - ODDS[game].keys()
    if unknown:
        raise ValueError(f"{game} has no bet {sorted(unknown)}")
    for card in cards:
        points(card)  # raises an error if it is not a card
    suits = SUITS_THAT_MATTER[game]
    rounds = _rounds(suits, _plain(suits, cards))
    ends = frozenset[tuple[str, str]]().union(*(_ends_of_round(game, facts) for facts in rounds))
    answer: dict[str, str | None] = {}
    for bet in ODDS[game]:
        if bet not in not_offered:
            how = {end for ended, end in ends if ended == bet}
            answer[bet] = how.pop() if how in ({"won"}, {"lost"}) else None
    return answer


def is_finished(cards: Sequence[str]) -> bool:
    """Whether the Table of Play asks for no further card."""
    if len(cards) < INITIAL_CARDS:
        return False
    used = cards_used([*cards, "TS", "TS"][:6])
    if len(cards) > used:
        raise ValueError(f"too many cards: {' '.join(cards)}")
    return len(cards) == used


@cache
def _rounds(suits: str, cards: tuple[str, ...]) -> frozenset[Facts]:
    """Return every round that some completion of these cards leads to."""
    if is_finished(cards):
        return frozenset([facts_of(cards)])
    # After the initial deal only a card's points matter.
    ranks, drawn = RANKS, suits
    if len(cards) >= INITIAL_CARDS:
        ranks, drawn = RANK_WORTH, "S"
    following = {_plain(suits, (*cards, rank + suit)) for rank in ranks for suit in drawn}
    return frozenset[Facts]().union(*(_rounds(suits, further) for further in following))


@cache
def _ends_of_round(game: str, facts: Facts) -> frozenset[tuple[str, str]]:
    """Return how each bet of the game ends: won, lost or a push."""
    gains = {bet: profit(game, bet, facts) for bet in ODDS[game]}
    return frozenset(
        (bet, "won" if gain > 0 else "lost" if gain < 0 else "push") for bet, gain in gains.items()
    )


def _plain(suits: str, cards: Sequence[str]) -> tuple[str, ...]:
    """Return the cards without the differences that no bet can see; these suits matter to bets.

    No bet can see which other suit a card has if it is not a diamond, which cards made up the total
    of a hand without a pair, or anything of a third card but its points. This keeps cases few.
    """
    plain = [card[0] + (card[1] if card[1] in suits else "S") for card in cards]
    for first, second in ((0, 2), (1, 3)):
        if second < len(plain):
            plain[first], plain[second] = _plain_hand(plain[first], plain[second])
    thirds = [RANK_WORTH[POINTS[card[0]]] + "S" for card in plain[INITIAL_CARDS:]]
    return (*plain[:INITIAL_CARDS], *thirds)


def _plain_hand(first: str, second: str) -> tuple[str, str]:
    if first[0] == second[0]:
        return (first, second) if first == second else (first[0] + "S", second[0] + "S")
    worth = (POINTS[first[0]] + POINTS[second[0]]) % 10
    return ("TS", RANK_WORTH[worth] + "S") if worth else ("TS", "JS")
