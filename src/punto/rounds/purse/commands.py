"""Commands about the money of a terminal."""

from dataclasses import dataclass, field
from enum import Enum
from functools import partial

from punto.ledger import Ticket, TicketNumber, TicketRedeemed
from punto.rounds.message_rows import OF_TERMINALS, PIT, TERMINAL, CommandRow
from punto.rounds.phases import ANY_PHASE, NOT_FROZEN, OPEN_PHASES
from punto.rounds.purse.events import TerminalMovedOut
from punto.rules import Role
from punto.values import Cents, CommandId, TableId, TerminalId, Value


class TakeCash(Value):
    """A named attendant confirms cash for credits."""

    terminal: TerminalId
    amount: Cents


class TakeBill(Value):
    """The bill acceptor of a terminal took a banknote."""

    terminal: TerminalId
    amount: Cents
    simulated: bool
    """Whether no real acceptor stands behind it, which the screen says."""


@dataclass(frozen=True, slots=True)
class TakeTicket:
    """Turn a ticket into credits for a patron."""

    terminal: TerminalId
    number: TicketNumber = field(repr=False)
    amount: Cents
    on_file: Ticket | None = field(compare=False)
    """The ticket's entry in the floor's register, which the server adds."""
    ended: TicketRedeemed | None = field(compare=False)


@dataclass(frozen=True, slots=True)
class CashOut:
    """Turn all credits of a patron into a ticket."""

    terminal: TerminalId
    chance: int = field(compare=False, repr=False)
    """Entropy for the ticket's number, which the server adds."""


class PrinterAnswer(Enum):
    """The printer's answer about a ticket."""

    PRINTED = "printed"
    FAILED = "failed"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class AnswerPrinter:
    """The printer of a terminal reports on the waiting ticket."""

    terminal: TerminalId
    number: TicketNumber = field(repr=False)
    answer: PrinterAnswer


@dataclass(frozen=True, slots=True)
class ResolveCashOut:
    """Staff report whether a ticket came out that the printer has not confirmed."""

    terminal: TerminalId
    number: TicketNumber = field(repr=False)
    came_out: bool


class HandPay(Value):
    """An attendant pays credits in cash."""

    terminal: TerminalId
    amount: Cents


class MoveOut(Value):
    """Send a terminal to another table, with its credits."""

    terminal: TerminalId
    table: TableId


@dataclass(frozen=True, slots=True)
class MoveIn:
    """Take a terminal that comes from another table, with its credits."""

    terminal: TerminalId
    source: TableId
    transfer: CommandId
    """The command that sent it away there; each can be taken once."""
    sent: TerminalMovedOut | None = field(compare=False)
    """The record of the other table, which the server adds."""


PurseWish = (
    TakeCash
    | TakeBill
    | TakeTicket
    | CashOut
    | AnswerPrinter
    | ResolveCashOut
    | HandPay
    | MoveOut
    | MoveIn
)
"""Money that comes to a terminal or leaves it."""

_IN_PLAY = OPEN_PHASES & NOT_FROZEN
_by_itself = partial(CommandRow, role=None, screens=TERMINAL)
_in_the_pit = partial(CommandRow, role=Role.PIT_SUPERVISOR, screens=PIT)
COMMANDS = (
    CommandRow(TakeCash, "taking cash", OF_TERMINALS, _IN_PLAY, Role.DEALER, PIT),
    _by_itself(TakeBill, "taking a banknote", OF_TERMINALS, _IN_PLAY),
    _by_itself(TakeTicket, "taking a ticket", OF_TERMINALS, _IN_PLAY),
    _by_itself(CashOut, "cashing out", OF_TERMINALS, NOT_FROZEN),
    # The printer's answer is a fact, so it is accepted in every phase.
    _by_itself(AnswerPrinter, "answering for the printer", OF_TERMINALS, ANY_PHASE),
    _in_the_pit(ResolveCashOut, "resolving a cash-out", OF_TERMINALS, ANY_PHASE),
    _in_the_pit(HandPay, "paying by hand", OF_TERMINALS, NOT_FROZEN),
    _in_the_pit(
        MoveOut, "moving a terminal away", OF_TERMINALS, NOT_FROZEN, screens=PIT + TERMINAL
    ),
    CommandRow(
        MoveIn,
        "taking a terminal from another table",
        OF_TERMINALS,
        NOT_FROZEN,
        Role.PIT_SUPERVISOR,
        tables="electronic",
    ),
)
