"""The requests that a patron may type in one line."""

import re
from collections.abc import Iterator, Mapping
from enum import Enum
from typing import NamedTuple

from punto.rules import BetKey, Terms
from punto.values import NOTHING, BadNotation, Cents, Value, parse_money


class RequestWord(Enum):
    """A request of one word."""

    DEAL = "deal"
    CLEAR = "clear"
    UNDO = "undo"
    REPEAT = "repeat"
    DOUBLE = "double"
    LAYOUT = "layout"
    RULES = "rules"
    ROADS = "roads"
    HELP = "help"
    QUIT = "quit"


class AddStakes(Value):
    """Put these chips on the layout."""

    stakes: Mapping[BetKey, Cents]


Request = RequestWord | AddStakes

_WORDS = {word.value: word for word in RequestWord} | {
    "": RequestWord.DEAL,
    "?": RequestWord.HELP,
    "exit": RequestWord.QUIT,
    "q": RequestWord.QUIT,
}
_SEPARATORS = re.compile(r"[\s,;=]+")
_AMOUNT = re.compile(r"[$0-9.]+", re.ASCII)
_EXPECTED = "expected a bet and a stake such as banker 100, or help"


def parse_request(text: str, terms: Terms) -> Request:
    """Parse one line, such as ``banker 100``, ``tiger=5, 2 25``, ``undo``, or nothing to deal."""
    line = text.strip().lower()
    if line in _WORDS:
        return _WORDS[line]
    stakes: dict[BetKey, Cents] = {}
    for name, amount in _pairs([word for word in _SEPARATORS.split(line) if word], terms):
        key = _bet_key(name, terms)
        stakes[key] = Cents(stakes.get(key, NOTHING) + _stake(name, amount))
    if not stakes:
        raise BadNotation(f"{line!r}: {_EXPECTED}")
    return AddStakes(stakes)


class _Pair(NamedTuple):
    name: str
    amount: str


def _pairs(words: list[str], terms: Terms) -> Iterator[_Pair]:
    """Yield pairs of a bet's number or name and an amount."""
    name = ""
    for word in words:
        longer = f"{name}-{word}" if name else word
        # A number may belong to the name: the 3 of "tie wins on 3" is not an amount.
        if not name or longer in terms.offered_keys or not _AMOUNT.fullmatch(word):
            name = longer
        else:
            yield _Pair(name, word)
            name = ""
    if name:
        raise BadNotation(f"{' '.join(words)!r}: {_EXPECTED}")


def _bet_key(name: str, terms: Terms) -> BetKey:
    """Return the key of a number on the layout; the rules judge a name."""
    if not _AMOUNT.fullmatch(name):
        return BetKey(name)
    numbered = {str(number): key for number, key in enumerate(terms.offered_keys, start=1)}
    if name not in numbered:
        raise BadNotation(
            f"bet {name}: expected a number from 1 to {len(numbered)}, or the name of a bet"
        )
    return numbered[name]


def _stake(name: str, amount: str) -> Cents:
    try:
        return parse_money(amount.removeprefix("$"))
    except BadNotation as error:
        raise BadNotation(f"stake on {name}: {error}") from None
