"""Wishes by name: for each kind of screen, a closed list of what it may request.

The engine decides whether a wish is granted. Facts that only the server knows, such as entropy or
the ticket register, are in no wish that travels.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

import msgspec

from punto.ledger.ticket_numbers import TicketNumber
from punto.rounds.adjustment import commands as adjustment_commands
from punto.rounds.betting import commands as betting_commands
from punto.rounds.dealing import commands as dealing_commands
from punto.rounds.irregularity import commands as matter_commands
from punto.rounds.purse import commands as purse_commands
from punto.rounds.shoe import commands as shoe_commands
from punto.rounds.table import commands as table_commands
from punto.values.cards import Card
from punto.values.ids import PersonId, TerminalId
from punto.values.money import Cents
from punto.web.wire.forms import UNREADABLE, Form, choice_form

_NAME = "name"


@dataclass(frozen=True, slots=True)
class CashOut:
    """Turn all credits into a ticket; the server adds the entropy for its number."""

    terminal: TerminalId


@dataclass(frozen=True, slots=True)
class TakeTicket:
    """Turn a ticket into credits; the server looks it up in the register."""

    terminal: TerminalId
    number: TicketNumber = field(repr=False)
    amount: Cents


@dataclass(frozen=True, slots=True)
class LoadShoe:
    """Put shuffled decks into play; at a virtual shoe the server shuffles, commits and seals."""

    shuffle: shoe_commands.Shuffle


@dataclass(frozen=True, slots=True)
class DealCard:
    """Deal a card of a real shoe, as a person or a device has seen it."""

    card: Card
    origin: dealing_commands.CardOrigin
    confirmed: bool


@dataclass(frozen=True, slots=True)
class DrawCard:
    """Deal the next card of a virtual shoe, which only the server can open."""

    dealt_count: int
    """How many had left it when the screen asked, so that two presses draw one card."""


@dataclass(frozen=True, slots=True)
class RevealShoe:
    """Reveal the order of a virtual shoe that is out of play."""

    shoe_number: int


@dataclass(frozen=True, slots=True)
class ChangeDealer:
    """Hand the table to another Dealer, whose role the floor knows."""

    person: PersonId


@dataclass(frozen=True, slots=True)
class MoveTerminal:
    """Move a terminal with its credits to another table, which accepts it at once."""

    terminal: TerminalId
    table: str


@dataclass(frozen=True, slots=True)
class ResolveCashOut:
    """Report whether a ticket came out; the number of one that did not is unreadable."""

    terminal: TerminalId
    ticket: str
    """Its last digits as the pit sees them, so that no other ticket is meant."""
    came_out: bool


PATRON_WISHES = (
    betting_commands.WantPosition,
    betting_commands.AnswerFreeze,
    purse_commands.TakeBill,
    TakeTicket,
    CashOut,
    purse_commands.AnswerPrinter,
)
CONSOLE_WISHES = (
    table_commands.OpenTable,
    table_commands.CloseTable,
    ChangeDealer,
    LoadShoe,
    shoe_commands.BurnCards,
    shoe_commands.NoteCutCard,
    shoe_commands.CountCards,
    shoe_commands.RetireShoe,
    RevealShoe,
    shoe_commands.RestartRoads,
    betting_commands.OpenBets,
    betting_commands.BeginClosing,
    betting_commands.CutOff,
    DealCard,
    DrawCard,
    dealing_commands.AnnounceTotals,
    dealing_commands.Settle,
    matter_commands.ReportIrregularity,
    matter_commands.Attest,
    matter_commands.Decline,
    matter_commands.Rule,
)
"""Without money: a Dealer's console has no money buttons."""
PIT_WISHES = (
    matter_commands.Attest,
    matter_commands.Decline,
    matter_commands.Rule,
    table_commands.ChangeLimits,
    table_commands.SeatTerminal,
    table_commands.DisableTerminal,
    table_commands.EnableTerminal,
    MoveTerminal,
    purse_commands.TakeCash,
    purse_commands.HandPay,
    ResolveCashOut,
    adjustment_commands.AskAdjustment,
    adjustment_commands.AnswerAdjustment,
    adjustment_commands.RepayDebt,
)

WISHES: Mapping[str, Form] = {
    "terminal": choice_form(PATRON_WISHES, _NAME, "Wish"),
    "console": choice_form(CONSOLE_WISHES, _NAME, "Wish"),
    "pit": choice_form(PIT_WISHES, _NAME, "Wish"),
}
"""By the kind of screen; a display has no wishes."""


class NoSuchWish(ValueError):
    """Not a wish that this kind of screen may have, or malformed."""


def read_wish(screen: str, raw: bytes | msgspec.Raw) -> object:
    """Return a screen's wish, in the engine's own type or one of those above."""
    form = WISHES.get(screen)
    if form is None:
        raise NoSuchWish(f"a {screen} has no wishes")
    try:
        wish: object = form.back(msgspec.json.decode(raw, type=form.wire))
    except UNREADABLE as wrong:
        raise NoSuchWish(str(wrong)) from None
    if screen == "console" and isinstance(wish, matter_commands.Rule) and wish.adjustments:
        raise NoSuchWish("a ruling that gives or takes credits is given in the pit")
    return wish
