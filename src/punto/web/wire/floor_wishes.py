"""Wishes about the floor by name: a closed list of what the pit may request."""

import msgspec

from punto.identity import COMMANDS, Wish
from punto.web.wire.forms import UNREADABLE, choice_form
from punto.web.wire.wishes import NoSuchWish

FLOOR_WISHES = choice_form(
    (row.kind for row in COMMANDS.values() if "pit" in row.screens), "what", "Wish"
)
"""Without notices that only the server makes, and wishes that come with a link."""


def read_floor_wish(raw: bytes | msgspec.Raw) -> Wish:
    """Return the pit's wish in the floor's own type."""
    try:
        wish: Wish = FLOOR_WISHES.back(msgspec.json.decode(raw, type=FLOOR_WISHES.wire))
    except UNREADABLE as wrong:
        raise NoSuchWish(str(wrong)) from None
    return wish
