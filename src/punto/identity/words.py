"""Roles and moments as the refusals say them, and what makes a text fit for the record."""

from datetime import UTC, datetime, timedelta

from punto.rules.roles import Role
from punto.values.ids import Instant

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def plain_title(role: Role) -> str:
    """A role in plain English; each rule document has its own title for it besides."""
    return role.name.replace("_", " ").title()


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
