"""Forms of values that are one word or one number in JSON."""

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from enum import Enum
from typing import Any, Literal

from punto.ledger import Account, parse_account
from punto.storage.codec.forms import Pool, StoredForm, misfit
from punto.values import DECK, Card, Odds


def choice_form(kind: type[Enum]) -> StoredForm:
    """One of a closed list of words: a member's value, or its name where the value is a number."""
    if all(isinstance(member.value, str) for member in kind):
        return StoredForm(kind, kind)
    return _words({member.name: member for member in kind}, kind)


def _words(by_word: Mapping[str, Any], kind: type) -> StoredForm:
    words: dict[object, str] = {value: word for word, value in by_word.items()}

    def out(value: object, _: Pool) -> object:
        if type(value) is not kind:
            raise misfit(value, kind.__name__)
        return words[value]

    def back(found: str, _: Sequence[object]) -> object:
        if found not in by_word:
            raise misfit(found, kind.__name__)
        return by_word[found]

    return StoredForm(kind, Literal[tuple(by_word)], out, back)


def _notation(
    kind: type, words: str, write: Callable[[Any], str], parse: Callable[[str], object]
) -> StoredForm:
    """A value with exactly one textual notation."""

    def out(value: object, _: Pool) -> object:
        if type(value) is not kind:
            raise misfit(value, words)
        return write(value)

    def back(found: str, _: Sequence[object]) -> object:
        with suppress(ValueError):
            value = parse(found)
            if write(value) == found:
                return value
        raise misfit(found, words)

    return StoredForm(kind, str, out, back)


_ODDS = re.compile(r"([1-9][0-9]*):([1-9][0-9]*)", re.ASCII)


def _parse_odds(text: str) -> Odds:
    # The notation for people limits the digits; the record accepts whatever the value can hold.
    match = _ODDS.fullmatch(text)
    if match is None:
        raise ValueError(text)
    return Odds(int(match[1]), int(match[2]))


def _written_moment(value: datetime) -> str:
    if value.tzinfo is None:
        raise misfit(value, _MOMENT)
    return value.isoformat()


_MOMENT = "a date and time with its zone, such as 2025-03-20T09:00:00+08:00"

PLAIN_FORMS: Mapping[object, StoredForm] = {
    **{kind: StoredForm(kind, kind) for kind in (str, int, bool, type(None))},
    datetime: _notation(datetime, _MOMENT, _written_moment, datetime.fromisoformat),
    Card: _words({str(card): card for card in DECK}, Card),
    Odds: _notation(Odds, "odds such as 12:1", str, _parse_odds),
    Account: _notation(Account, "an account such as credits:T7", str, parse_account),
}
