"""Wishes of a table and of the floor by name, with a closed list for each kind of screen.

The engine decides whether a wish is granted. Facts that only the server knows, such as entropy or
the ticket register, are not in a screen's wish. A form that lacks such a fact has the name of its
schema, such as ``CashOutWish``; it travels without the suffix, like the commands themselves.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import get_args

import msgspec

from punto import identity, rounds
from punto.ledger import TicketNumber
from punto.rounds.boxes import commands as boxes
from punto.rounds.dealing import commands as dealing
from punto.rounds.purse import commands as purse
from punto.rounds.shoe import commands as shoe
from punto.rounds.table import commands as table
from punto.rules import Screen
from punto.values import Card, Cents, PersonId, TerminalId, Value
from punto.web.wire.forms import UNREADABLE, Form, choice_form

_NAME, _SUFFIX = "name", "Wish"


class CashOutWish(Value):
    """Turn all credits into a ticket; the server adds the entropy for its number."""

    terminal: TerminalId


@dataclass(frozen=True, slots=True)
class TakeTicketWish:
    """Turn a ticket into credits; the server looks it up in the register."""

    terminal: TerminalId
    number: TicketNumber = field(repr=False)
    amount: Cents


class NoMoreBetsWish(Value):
    """Close the bets at a live table; the server adds the open questions of its sensor."""

    passed_over: bool


class LoadShoeWish(Value):
    """Put shuffled decks into play; at a virtual shoe the server shuffles, commits and seals."""

    shuffle: shoe.Shuffle


class DealCardWish(Value):
    """Deal a card of a real shoe, as a person or a device has seen it."""

    card: Card
    origin: dealing.CardOrigin
    confirmed: bool


class DrawCardWish(Value):
    """Deal the next card of a virtual shoe, which only the server can open."""

    dealt_count: int
    """The number of cards that had left it when the screen asked, so that two presses draw one."""


class RevealShoeWish(Value):
    """Reveal the order of a virtual shoe that is out of play."""

    shoe_number: int


class ChangeDealerWish(Value):
    """Hand the table to another Dealer, whose role the floor knows."""

    person: PersonId


class MoveTerminalWish(Value):
    """Move a terminal with its credits to another table, which accepts it at once."""

    terminal: TerminalId
    table: str


class ResolveCashOutWish(Value):
    """Report whether a ticket came out; the number of one that did not is unreadable."""

    terminal: TerminalId
    ticket: str
    """Its last digits as the pit sees them, so that no other ticket is meant."""
    came_out: bool


_OWN_FORMS: Mapping[type, tuple[type, ...]] = {
    table.ChangeDealer: (ChangeDealerWish,),
    boxes.CloseLayout: (NoMoreBetsWish,),
    shoe.LoadShoe: (LoadShoeWish,),
    shoe.RevealShoe: (RevealShoeWish,),
    dealing.DealCard: (DealCardWish, DrawCardWish),
    purse.CashOut: (CashOutWish,),
    purse.TakeTicket: (TakeTicketWish,),
    purse.ResolveCashOut: (ResolveCashOutWish,),
    purse.MoveOut: (MoveTerminalWish,),
}
"""The commands that the server completes, each with the forms in which it travels."""


def wish_name(kind: type) -> str:
    """Return the name by which a wish travels."""
    return kind.__name__.removesuffix(_SUFFIX)


def wishes_of(screen: Screen) -> tuple[type, ...]:
    """Return the closed list of the wishes of a kind of screen."""
    kinds = (row.kind for row in rounds.COMMANDS.values() if screen in row.screens)
    return tuple(form for kind in kinds for form in _OWN_FORMS.get(kind, (kind,)))


# A Dealer's console has no money buttons.
WISHES: Mapping[str, Form] = {
    screen: choice_form(wishes_of(screen), _NAME, _SUFFIX) for screen in get_args(Screen)
}
"""By the kind of screen; a display has no wishes."""
_READERS = {screen: msgspec.json.Decoder(form.wire) for screen, form in WISHES.items()}


class NoSuchWish(ValueError):
    """The kind of screen has no such wish, or the wish is malformed."""


def read_wish(screen: str, raw: bytes | msgspec.Raw) -> object:
    """Return a screen's wish, in the engine's own type or one of those above."""
    form = WISHES.get(screen)
    if form is None:
        raise NoSuchWish(f"a {screen} has no wishes")
    try:
        wish: object = form.back(_READERS[screen].decode(raw))
    except UNREADABLE as wrong:
        raise NoSuchWish(str(wrong)) from None
    if screen == "console" and isinstance(wish, rounds.Rule) and wish.adjustments:
        raise NoSuchWish("a ruling that gives or takes credits is given in the pit")
    return wish


FLOOR_WISHES = choice_form(identity.PIT_WISHES, "what", _SUFFIX)
"""The wishes of the pit about the floor, without notices that only the server makes, and without
wishes that come with a link."""


def read_floor_wish(raw: bytes | msgspec.Raw) -> identity.Wish:
    """Return the pit's wish in the floor's own type."""
    try:
        wish: identity.Wish = FLOOR_WISHES.back(msgspec.json.decode(raw, type=FLOOR_WISHES.wire))
    except UNREADABLE as wrong:
        raise NoSuchWish(str(wrong)) from None
    return wish
