"""Cards that left the shoe too early and wait for the deal that uses them (A-43)."""

from collections import Counter

from punto.rounds.dealing.commands import CardOrigin
from punto.rounds.dealing.events import CardDealt
from punto.rounds.state import Round
from punto.rules import INITIAL_CARDS
from punto.values import Card, CardOut, seen_of

CardsOut = tuple[CardOut, ...]


def used_here(
    waiting: CardsOut, now: Round, *, totals_announced: bool = False
) -> tuple[CardDealt, ...]:
    """Return the waiting cards that this deal uses; only the Table of Play decides.

    An unseen card stops them: the Dealer turns it over when it is dealt.
    """
    used: list[CardDealt] = []
    cards = now.cards
    for card in waiting:
        side = now.coup_with(cards).next_side
        totals_due = len(cards) == INITIAL_CARDS and not totals_announced
        if card is None or side is None or totals_due:
            break
        used.append(CardDealt(card, side, CardOrigin.CARRIED))
        cards = (*cards, card)
    return tuple(used)


def parted(now: Round, cards: CardsOut) -> tuple[tuple[Card, ...], CardsOut]:
    """Return the cards that the Table of Play uses, up to an unseen one, and the rest (A-43)."""
    known = seen_first(cards)
    used = known[: len(known) - len(now.deal_with(known).excess)]
    return used, cards[len(used) :]


def seen_first(cards: CardsOut) -> tuple[Card, ...]:
    """Return the cards before the first unseen one."""
    known: list[Card] = []
    for card in cards:
        if card is None:
            break
        known.append(card)
    return tuple(known)


def until_registered(registered: tuple[Card, ...], order: CardsOut) -> int:
    """Return the number of cards in an order up to the last registered one."""
    left, until = Counter[CardOut](registered), 0
    for place, card in enumerate(order, start=1):
        if left[card] > 0:
            left[card] -= 1
            until = place
    return until


def brought_in(
    registered: tuple[Card, ...], cards: tuple[Card, ...], waiting: CardsOut
) -> CardsOut:
    """Return the waiting cards that a correction brings into the coup, each only once (A-77).

    Cards behind the registered ones are those that wait, in their order; unless all registered ones
    are among the cards, and others that nobody registered between them. A seen card that is named
    in another place is recognised by its face.
    """
    behind = cards[len(registered) :]
    named = zip(behind, waiting, strict=False)
    in_turn = 0 < len(behind) <= len(waiting) and all(each in {None, card} for card, each in named)
    if in_turn and not _lies_between(registered, cards):
        return waiting[: len(behind)]
    new = Counter(cards) - Counter(registered)
    left: Counter[CardOut] = Counter(new & Counter(seen_of(waiting)))
    found = []
    for card in waiting:
        if left[card] > 0:
            left[card] -= 1
            found.append(card)
    return tuple(found)


def _lies_between(registered: tuple[Card, ...], cards: tuple[Card, ...]) -> bool:
    """Return whether cards contain all registered ones in order, with another before the last."""
    rest = iter(cards)
    return cards[: len(registered)] != registered and all(card in rest for card in registered)


def without(waiting: CardsOut, taken: CardsOut) -> CardsOut:
    """Return the waiting cards without some of them."""
    left = list(waiting)
    for card in taken:
        left.remove(card)
    return tuple(left)


def with_seen_taken(cards: CardsOut, first: int) -> tuple[CardsOut, CardsOut]:
    """Return the cards that stay waiting, and the burned ones: the seen cards from a place on."""
    unwanted = cards[first:]
    unseen = tuple(card for card in unwanted if card is None)
    return (*cards[:first], *unseen), seen_of(unwanted)


def wanted_count(now: Round, in_turn: CardsOut) -> int:
    """Return how many of these cards the round is certain to use; an unseen one may end it."""
    at_once = len(used_here(in_turn, now, totals_announced=True))
    return max(at_once, INITIAL_CARDS - len(now.cards))
