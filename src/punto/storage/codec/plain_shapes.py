"""Values that are one word or one number in JSON."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from enum import Enum
from typing import TypeVar

from punto.ledger.accounts import Account, parse_account
from punto.storage.codec.columns import of_kind
from punto.storage.codec.errors import misfit
from punto.storage.codec.pools import Pool
from punto.storage.codec.shapes import Shape
from punto.values.cards import DECK, Card
from punto.values.odds import Odds

C = TypeVar("C", bound=Collection[object])

_ODDS = re.compile(r"([1-9][0-9]*):([1-9][0-9]*)", re.ASCII)


def _as_it_is(kind: type, words: str) -> Shape:
    """A value that JSON has itself; True is no number here, and 1.0 is none either."""

    def encode(value: object, _pool: Pool) -> object:
        if type(value) is not kind:
            raise misfit(value, words)
        return value

    def decode(found: object, _pool: Sequence[object]) -> object:
        if type(found) is not kind:
            raise misfit(found, words)
        return found

    def all_fit(values: C, _: object) -> C | None:
        return values if of_kind(values, kind) else None

    return Shape(encode, decode, kind, kind, kind, all_fit, all_fit)


def _notation(kind: type, words: str, parse: Callable[[str], object]) -> Shape:
    """A value that has a text of its own, and only one."""

    def encode(value: object, _pool: Pool) -> object:
        if type(value) is not kind:
            raise misfit(value, words)
        return str(value)

    def decode(found: object, _pool: Sequence[object]) -> object:
        if type(found) is not str:
            raise misfit(found, words)
        try:
            value = parse(found)
        except ValueError:
            raise misfit(found, words) from None
        if str(value) != found:
            raise misfit(found, words)
        return value

    return Shape(encode, decode, kind, str)


def _cards() -> Shape:
    """Cards come by the thousand, so both ways are looked up."""
    words = "a card such as 4D"
    by_text = {str(card): card for card in DECK}
    # By object: to hash a card means to hash two enums by their names.
    by_card: dict[tuple[str, str], str] = {
        (card.rank.value, card.suit.value): text for text, card in by_text.items()
    }

    def encode(value: object, _pool: Pool) -> object:
        if type(value) is not Card:
            raise misfit(value, words)
        return by_card[value.rank.value, value.suit.value]

    def decode(found: object, _pool: Sequence[object]) -> object:
        card = by_text.get(found) if type(found) is str else None
        if card is None:
            raise misfit(found, words)
        return card

    return Shape(encode, decode, Card, str)


def _parse_odds(text: str) -> Odds:
    # The notation for people has a limit of digits; the record takes what the value can hold.
    match = _ODDS.fullmatch(text)
    if match is None:
        raise ValueError(text)
    return Odds(int(match[1]), int(match[2]))


def _moment() -> Shape:
    words = "a date and time with its zone, such as 2025-03-20T09:00:00+08:00"

    def encode(value: object, _pool: Pool) -> object:
        if type(value) is not datetime or value.tzinfo is None:
            raise misfit(value, words)
        return value.isoformat()

    def decode(found: object, _pool: Sequence[object]) -> object:
        try:
            moment = datetime.fromisoformat(found) if type(found) is str else None
        except ValueError:
            moment = None
        if moment is None or moment.tzinfo is None or moment.isoformat() != found:
            raise misfit(found, words)
        return moment

    return Shape(encode, decode, datetime, str)


def choice_shape(kind: type[Enum]) -> Shape:
    """One of a closed list of words: a member's own word, or its name where it has a number."""
    by_word: Mapping[str, Enum] = {_word(member): member for member in kind}
    # By object: each member is one, and to ask it for its value or its hash costs a call.
    words = {id(member): word for word, member in by_word.items()}
    expected = f"one of {', '.join(by_word)}"

    def encode(value: object, _pool: Pool) -> object:
        word = words.get(id(value))
        if word is None:
            raise misfit(value, expected)
        return word

    def decode(found: object, _pool: Sequence[object]) -> object:
        member = by_word.get(found) if type(found) is str else None
        if member is None:
            raise misfit(found, expected)
        return member

    return Shape(encode, decode, kind, str)


def _word(member: Enum) -> str:
    return member.value if isinstance(member.value, str) else member.name


NUMBER = _as_it_is(int, "a whole number")

PLAIN_SHAPES: Mapping[object, Shape] = {
    str: _as_it_is(str, "a text"),
    int: NUMBER,
    bool: _as_it_is(bool, "true or false"),
    type(None): _as_it_is(type(None), "nothing"),
    datetime: _moment(),
    Card: _cards(),
    Odds: _notation(Odds, "odds such as 12:1", _parse_odds),
    Account: _notation(Account, "an account such as credits:T7", parse_account),
}
