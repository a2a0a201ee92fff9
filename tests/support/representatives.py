"""One deal for every Outcome that cards can show, found without the engine's own search."""

from collections.abc import Iterator
from functools import cache
from itertools import product

from oracle.deal import cards_used
from oracle.settlement import Facts, facts_of
from punto.values.cards import Card, parse_cards

# Hands of each kind: every total without a pair; of every rank, a pair of each suit class.
_UNPAIRED = tuple(f"{first} {second}" for first, second in (
    ("KS", "QH"), ("KS", "AH"), ("KS", "2H"), ("KS", "3H"), ("KS", "4H"),
    ("KS", "5H"), ("KS", "6H"), ("KS", "7H"), ("KS", "8H"), ("KS", "9H"),
))  # fmt: skip
_PAIRED = tuple(
    f"{rank}{suits[0]} {rank}{suits[1]}" for rank in "A23456789TJQK" for suits in ("SH", "CC", "DD")
)
_THIRDS = "TA23456789"


@cache
def representative_deals() -> dict[Facts, tuple[str, ...]]:
    """Return a deal for each set of facts that the oracle tells apart, suited pairs included."""
    deals: dict[Facts, tuple[str, ...]] = {}
    for player, banker in product(_UNPAIRED + _PAIRED, repeat=2):
        (p1, p2), (b1, b2) = player.split(), banker.split()
        for deal in _deals_from((p1, b1, p2, b2)):
            deals.setdefault(facts_of(deal), deal)
    return deals


def _deals_from(first_four: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield every continuation of the initial deal once; five cards show if a sixth follows."""
    for fifth in _THIRDS:
        five = (*first_four, f"{fifth}S")
        used = cards_used((*five, "TS"))
        if used == len(first_four):
            yield first_four
            return
        yield from [five] if used == len(five) else ((*five, f"{sixth}S") for sixth in _THIRDS)


@cache
def engine_cards(deal: tuple[str, ...]) -> tuple[Card, ...]:
    """A deal in the engine's own values."""
    return parse_cards(" ".join(deal))
