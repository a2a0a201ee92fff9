"""Wishes about the floor by name: a closed list of what the pit may request."""

import msgspec

from punto.identity import commands
from punto.identity.access import commands as access_commands
from punto.web.wire.forms import UNREADABLE, choice_form
from punto.web.wire.wishes import NoSuchWish

FLOOR_WISHES = choice_form(
    (
        commands.EnrolPerson,
        commands.DismissPerson,
        commands.ReinstatePerson,
        commands.GrantRole,
        commands.RevokeRole,
        commands.GrantActingRole,
        commands.EndActingRole,
        commands.ChooseProfile,
        commands.EnrolTerminal,
        commands.RetireTerminal,
        access_commands.UnlockPerson,
        access_commands.CloseAlarms,
    ),
    "what",
    "Wish",
)
"""Without notices that only the server makes, and wishes that come with a link."""


def read_floor_wish(raw: bytes | msgspec.Raw) -> commands.Wish:
    """Return the pit's wish in the floor's own type."""
    try:
        wish: commands.Wish = FLOOR_WISHES.back(msgspec.json.decode(raw, type=FLOOR_WISHES.wire))
    except UNREADABLE as wrong:
        raise NoSuchWish(str(wrong)) from None
    return wish
