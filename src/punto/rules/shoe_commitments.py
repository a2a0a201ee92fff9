"""Commitments: proof that a virtual shoe's order was fixed before the first bet on it.

The table publishes the commitment when the shoe is loaded, and order and salt when it ends. Any
reader can then check it without our software. The commitment is the SHA-256, in 64 lowercase hex
digits, of these ASCII bytes: three lines separated by one line feed (0A), without one at the end::

    punto shoe 1
    <the salt: 64 lowercase hex digits>
    <the cards, first out of the shoe first, separated by one space, such as 4D TS AH>

A card is its rank (A 2-9 T J Q K) and its suit (S H D C). The salt is hashed as it is written, as
64 characters. It has 256 random bits: without it, a patron who has seen all but the last cards of
a shoe could try their few orders against the commitment and learn the next cards.
"""

import re
from collections import Counter
from dataclasses import dataclass, field
from hashlib import sha256

from punto.values import DECK, BadNotation, Card, format_cards, parse_cards

_SHA_256_BITS = re.compile(r"[0-9a-f]{64}")
_HEADING = "punto shoe 1"


@dataclass(frozen=True, slots=True)
class Reveal:
    """The order and salt behind a commitment; secret until the shoe ends, so never printed."""

    order: tuple[Card, ...] = field(repr=False)
    """Every card of the shoe, the first out first."""
    salt: str = field(repr=False)


def is_salt(text: str) -> bool:
    """Whether the text has the form of a salt."""
    return _SHA_256_BITS.fullmatch(text) is not None


def is_commitment(text: str) -> bool:
    """Whether the text has the form of a commitment."""
    return _SHA_256_BITS.fullmatch(text) is not None


def is_whole_decks(order: tuple[Card, ...], decks: int) -> bool:
    """Whether these are exactly the cards of this many decks, in any order."""
    return decks > 0 and Counter(order) == dict.fromkeys(DECK, decks)


def commitment_of(order: tuple[Card, ...], salt: str) -> str:
    """Return the commitment to an order of whole decks."""
    return sha256(committed_text(order, salt).encode("ascii")).hexdigest()


def reveal_holds(commitment: str, reveal: Reveal) -> bool:
    """Whether the commitment was made to this order and salt."""
    is_possible = is_salt(reveal.salt) and _is_some_whole_decks(reveal.order)
    return is_possible and commitment_of(reveal.order, reveal.salt) == commitment


def committed_text(order: tuple[Card, ...], salt: str) -> str:
    """Return the three lines that are hashed, which contain the whole reveal."""
    if not is_salt(salt):
        # The text stays out of the message: it may be a malformed secret.
        raise ValueError(f"salt of {len(salt)} characters: expected 64 lowercase hex digits")
    if not _is_some_whole_decks(order):
        raise ValueError(f"{len(order)} cards: expected whole decks of {len(DECK)}")
    return f"{_HEADING}\n{salt}\n{format_cards(order)}"


def parse_committed_text(text: str) -> Reveal:
    """Read the output of ``committed_text``, without checking it against a commitment."""
    match text.split("\n"):
        case [heading, salt, cards] if heading == _HEADING:
            return Reveal(parse_cards(cards), salt)
        case _:
            raise BadNotation(f"a shoe's text: expected {_HEADING!r}, then its salt and its cards")


def _is_some_whole_decks(order: tuple[Card, ...]) -> bool:
    return is_whole_decks(order, len(order) // len(DECK))
