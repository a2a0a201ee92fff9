from dataclasses import dataclass

from punto.values.ids import TerminalId
from punto.values.structures import BadNotation, Choice


class AccountKind(Choice):
    """What an account holds, by the word that begins its notation."""

    CREDITS = "credits"
    """What a patron may bet or take out."""
    STAKES = "stakes"
    """The registered bets of the round."""
    CASH_OUT = "cash-out"
    """On its way to a ticket, until the printer has answered."""
    RECEIVABLE = "receivable"
    """What a correction could not take back; below zero, because the patron owes it."""
    HOUSE = "house"
    """What the House has won; below zero when it has lost."""
    CASH = "cash"
    """The cage: attendants' cash and bill acceptors; below zero by what it took in."""
    TICKETS = "tickets"
    """Issued and not redeemed; below zero when more came in here than went out."""
    FLOOR = "floor"
    """On its way between tables."""


TERMINAL_KINDS = (
    AccountKind.CREDITS,
    AccountKind.STAKES,
    AccountKind.CASH_OUT,
    AccountKind.RECEIVABLE,
)
"""The accounts that every terminal has; the table has one of each of the others."""


@dataclass(frozen=True, slots=True)
class Account:
    """One place where money is: a terminal's, or the table's own."""

    kind: AccountKind
    terminal: TerminalId | None = None

    def __post_init__(self) -> None:
        if (self.kind in TERMINAL_KINDS) != bool(self.terminal):
            raise ValueError(f"account {self.kind.value} of terminal {self.terminal!r}: no such")

    def __str__(self) -> str:
        return self.kind.value if self.terminal is None else f"{self.kind.value}:{self.terminal}"


HOUSE = Account(AccountKind.HOUSE)
CASH = Account(AccountKind.CASH)
TICKETS = Account(AccountKind.TICKETS)
FLOOR = Account(AccountKind.FLOOR)


def credits_of(terminal: TerminalId) -> Account:
    """A terminal's credits."""
    return Account(AccountKind.CREDITS, terminal)


def stakes_of(terminal: TerminalId) -> Account:
    """A terminal's bets of the round."""
    return Account(AccountKind.STAKES, terminal)


def cash_out_of(terminal: TerminalId) -> Account:
    """What a terminal has reserved for cash-out."""
    return Account(AccountKind.CASH_OUT, terminal)


def receivable_of(terminal: TerminalId) -> Account:
    """What a terminal's patron owes, as a balance below zero."""
    return Account(AccountKind.RECEIVABLE, terminal)


def account_of(kind: AccountKind, terminal: TerminalId) -> Account:
    """The account of this kind that a movement of this terminal touches."""
    return Account(kind, terminal) if kind in TERMINAL_KINDS else Account(kind)


def parse_account(text: str) -> Account:
    """Read an account, such as ``credits:T7`` or ``house``."""
    kind, _, terminal = text.partition(":")
    try:
        account = Account(AccountKind(kind), TerminalId(terminal) or None)
    except ValueError:
        account = None
    # Written back and compared, so that "house:" and "credits" are refused with the rest.
    if account is None or str(account) != text:
        raise BadNotation(f"account {text!r}: expected one such as credits:T7 or house")
    return account
