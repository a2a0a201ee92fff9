"""The promise that a virtual shoe's order was fixed before anybody could bet on it.

The commitment is published when the shoe is loaded; order and salt are published when it ends.
Anybody can then redo it with nothing of ours. The commitment is the SHA-256, in 64 lowercase hex
digits, of these ASCII bytes: three lines separated by one line feed (0A), without one at the end::

    punto shoe 1
    <the salt: 64 lowercase hex digits>
    <the cards, first out of the shoe first, separated by one space, such as 4D TS AH>

A card is its rank (A 2-9 T J Q K) and its suit (S H D C). The salt is hashed as it is written, as
64 characters. It is 256 random bits: without it, whoever has seen all but the last cards of a
shoe could try their few orders against the commitment and know what comes.
"""

import re
from collections import Counter
from dataclasses import dataclass, field
from hashlib import sha256

from punto.values.cards import DECK, Card, format_cards, parse_cards
from punto.values.structures import BadNotation

_SHA_256_BITS = re.compile(r"[0-9a-f]{64}")
_HEADING = "punto shoe 1"


@dataclass(frozen=True, slots=True)
class Reveal:
    """What opens a commitment: a secret until the shoe ends, and so never printed."""

    order: tuple[Card, ...] = field(repr=False)
    """Every card of the shoe, the first out first."""
    salt: str = field(repr=False)


def is_salt(text: str) -> bool:
    """Whether this has the form of a salt."""
    return _SHA_256_BITS.fullmatch(text) is not None


def is_commitment(text: str) -> bool:
    """Whether this has the form of a commitment."""
    return _SHA_256_BITS.fullmatch(text) is not None


def is_whole_decks(order: tuple[Card, ...], decks: int) -> bool:
    """Whether these are all cards of so many decks and no other, in whatever order."""
    return decks > 0 and Counter(order) == dict.fromkeys(DECK, decks)


def commitment_of(order: tuple[Card, ...], salt: str) -> str:
    """The commitment to an order of whole decks."""
    return sha256(committed_text(order, salt).encode("ascii")).hexdigest()


def reveal_holds(commitment: str, reveal: Reveal) -> bool:
    """Whether the cards were in this order when the commitment was made."""
    is_possible = is_salt(reveal.salt) and _is_some_whole_decks(reveal.order)
    return is_possible and commitment_of(reveal.order, reveal.salt) == commitment


def committed_text(order: tuple[Card, ...], salt: str) -> str:
    """The three lines that are hashed; they say all there is to reveal."""
    if not is_salt(salt):
        # The text itself stays out of the message: it may be a secret in a wrong form.
        raise ValueError(f"salt of {len(salt)} characters: expected 64 lowercase hex digits")
    if not _is_some_whole_decks(order):
        raise ValueError(f"{len(order)} cards: expected whole decks of {len(DECK)}")
    return f"{_HEADING}\n{salt}\n{format_cards(order)}"


def parse_committed_text(text: str) -> Reveal:
    """Read what ``committed_text`` wrote; whether it holds is another question."""
    match text.split("\n"):
        case [heading, salt, cards] if heading == _HEADING:
            return Reveal(parse_cards(cards), salt)
        case _:
            raise BadNotation(f"a shoe's text: expected {_HEADING!r}, then its salt and its cards")


def _is_some_whole_decks(order: tuple[Card, ...]) -> bool:
    return is_whole_decks(order, len(order) // len(DECK))
