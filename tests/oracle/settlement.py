"""Settlement: a finished round is described by labels, which are looked up in the pay tables."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from oracle.cards import total
from oracle.deal import NATURALS, hands
from oracle.odds import ODDS

__all__ = ["ODDS", "Facts", "facts_of", "facts_of_totals", "pair_label", "profit", "settle"]

LOSS = Fraction(-1)
NO_PAIR = "none"


class Facts(NamedTuple):
    """Everything that any bet of the nine games asks about a finished round."""

    player_total: int
    banker_total: int
    player_cards: int
    banker_cards: int
    player_pair: str
    banker_pair: str
    one_rank: bool

    @property
    def winner(self) -> str:
        if self.player_total == self.banker_total:
            return "T"
        return "P" if self.player_total > self.banker_total else "B"


def facts_of(cards: Sequence[str]) -> Facts:
    return facts_of_hands(*hands(cards))


def facts_of_hands(player: Sequence[str], banker: Sequence[str]) -> Facts:
    return Facts(
        total(player),
        total(banker),
        len(player),
        len(banker),
        pair_label(player[0], player[1]),
        pair_label(banker[0], banker[1]),
        len({card[0] for card in (*player[:2], *banker[:2])}) == 1,
    )


def facts_of_totals(
    player_total: int, banker_total: int, player_cards: int, banker_cards: int
) -> Facts:
    """Return the facts of a round without pairs, for bets that depend on totals and card counts."""
    return Facts(
        player_total,
        banker_total,
        player_cards,
        banker_cards,
        NO_PAIR,
        NO_PAIR,
        one_rank=False,
    )


def settle(game: str, cards: Sequence[str]) -> dict[str, Fraction]:
    """The profit per unit of stake of every bet of the game: -1 lost, 0 a push, more is won."""
    facts = facts_of(cards)
    return {bet: profit(game, bet, facts) for bet in ODDS[game]}


def profit(game: str, bet: str, facts: Facts) -> Fraction:
    return ODDS[game][bet].get(LABEL_OF.get(bet, _result)(facts), LOSS)


def pair_label(first: str, second: str) -> str:
    """Return the highest-paying name of a two-card hand's pair, by rank (A-06, A-09, A-10)."""
    ranks, suits = {first[0], second[0]}, {first[1], second[1]}
    if len(ranks) != 1:
        return NO_PAIR
    diamonds = suits == {"D"}
    if ranks == {"4"}:
        return "4D4D" if diamonds else "44"
    return "DD" if diamonds else "pair"


def _result(facts: Facts) -> str:
    return f"{facts.winner}{max(facts.player_total, facts.banker_total)}"


def _result_and_banker_cards(facts: Facts) -> str:
    return f"{_result(facts)}/{facts.banker_cards}"


def _player_dragon(facts: Facts) -> str:
    naturals = (_player_natural(facts), _banker_natural(facts))
    return _dragon(facts.player_total - facts.banker_total, naturals)


def _banker_dragon(facts: Facts) -> str:
    naturals = (_banker_natural(facts), _player_natural(facts))
    return _dragon(facts.banker_total - facts.player_total, naturals)


def _player_natural(facts: Facts) -> bool:
    return facts.player_cards == 2 and facts.player_total in NATURALS


def _banker_natural(facts: Facts) -> bool:
    return facts.banker_cards == 2 and facts.banker_total in NATURALS


def _dragon(lead: int, naturals: tuple[bool, bool]) -> str:
    """Return by how much the own hand leads, and whether it and the other hand are naturals."""
    if all(naturals) and lead == 0:
        return "natural-tie"
    if naturals[0] and lead > 0:
        return "natural"
    return f"by-{lead}"


def _tiger_pair(facts: Facts) -> str:
    unpaired = [facts.player_pair, facts.banker_pair].count(NO_PAIR)
    if unpaired == 0 and facts.one_rank:
        return "twin"
    return {0: "double", 1: "single", 2: NO_PAIR}[unpaired]


LABEL_OF: dict[str, Callable[[Facts], str]] = {
    "fortune-six": _result_and_banker_cards,
    "tiger": _result_and_banker_cards,
    "small-tiger": _result_and_banker_cards,
    "big-tiger": _result_and_banker_cards,
    "player-dragon-bonus": _player_dragon,
    "banker-dragon-bonus": _banker_dragon,
    "tiger-pair": _tiger_pair,
    "player-pair": lambda facts: facts.player_pair,
    "banker-pair": lambda facts: facts.banker_pair,
    "player-precious-pair": lambda facts: facts.player_pair,
    "banker-precious-pair": lambda facts: facts.banker_pair,
}
