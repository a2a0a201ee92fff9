"""Moments as the refusals say them, and what makes a text fit for the record."""

from datetime import UTC, datetime, timedelta

from punto.values.ids import Instant

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def moment(at: Instant) -> str:
    """An instant as date and time in UTC."""
    try:
        return (_EPOCH + timedelta(milliseconds=at)).isoformat()
    except OverflowError:  # a date that no calendar has can still be told
        return f"{at} ms"


def tidy(text: str) -> str:
    """A text without blanks around it, and with single ones inside."""
    return " ".join(text.split())


def is_readable(text: str) -> bool:
    """Whether there is something to see, and nothing that cannot be seen."""
    return text.isprintable() and any(character.isalnum() for character in text)


def alike(one: str, other: str) -> bool:
    """Whether people would take two texts for the same."""
    return tidy(one).casefold() == tidy(other).casefold()
