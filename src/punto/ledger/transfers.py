from collections.abc import Mapping
from operator import index

from punto.ledger.accounts import Account, AccountKind, account_of
from punto.values import Cents, Choice, TerminalId, Value, format_money


class TransferNotPositive(ValueError):
    """A transfer of zero or less; money moves back by a reversal, never a negative amount."""


class Reason(Choice):
    """The reason for a movement of money; each reason has one route."""

    BOUGHT_IN_CASH = "bought-in-cash"
    """Cash that a named attendant has confirmed."""
    BOUGHT_IN_BILL = "bought-in-bill"
    """A banknote that the bill acceptor has taken."""
    TICKET_IN = "ticket-in"
    MOVED_IN = "moved-in"
    MOVED_OUT = "moved-out"
    RESERVED = "reserved"
    """Credits set aside until the printer has answered."""
    TICKET_OUT = "ticket-out"
    CASH_OUT_GIVEN_BACK = "cash-out-given-back"
    """No ticket was printed."""
    HAND_PAID = "hand-paid"
    STAKED = "staked"
    WITHDRAWN = "withdrawn"
    LOST = "lost"
    WON_STAKE = "won-stake"
    WON_PROFIT = "won-profit"
    PUSHED = "pushed"
    RETURNED = "returned"
    ADJUSTED_UP = "adjusted-up"
    ADJUSTED_DOWN = "adjusted-down"
    OWED = "owed"
    """A correction takes back more than the patron has, who now owes the rest."""
    REPAID = "repaid"
    WRITTEN_OFF = "written-off"
    """A debt that the House bears."""
    CHIPS_DOWN = "chips-down"
    """Chips that a patron lays on the layout of a live table, or hands back."""
    CHIPS_UP = "chips-up"
    """Chips that a patron of a live table takes from the layout or is paid."""
    WINNINGS_HELD = "winnings-held"
    """For a patron who walked away (L 5.3)."""
    WINNINGS_CLAIMED = "winnings-claimed"
    FLOAT_OPENED = "float-opened"
    FILLED = "filled"
    CREDITED = "credited"
    """Chips that went from a live table's tray to the cage."""
    CHIPS_BOUGHT = "chips-bought"
    DROPPED = "dropped"
    """Cash that went into the drop box for chips bought."""
    ROUNDED_UP = "rounded-up"
    """The rounding of a payment to chips, in the patron's favour (A-89)."""
    COUNTED_SHORT = "counted-short"
    COUNTED_OVER = "counted-over"
    FLOAT_CLOSED = "float-closed"


_CREDITS, _STAKES = AccountKind.CREDITS, AccountKind.STAKES
_CASH_OUT, _RECEIVABLE = AccountKind.CASH_OUT, AccountKind.RECEIVABLE
_HOUSE, _CASH = AccountKind.HOUSE, AccountKind.CASH
_TICKETS, _FLOOR = AccountKind.TICKETS, AccountKind.FLOOR
_HELD, _CHIPS = AccountKind.HELD, AccountKind.CHIPS
_FLOAT, _CAGE, _DROP = AccountKind.FLOAT, AccountKind.CAGE, AccountKind.DROP
_ROUNDING, _VARIANCE = AccountKind.ROUNDING, AccountKind.VARIANCE

ROUTES: Mapping[Reason, tuple[AccountKind, AccountKind]] = {
    Reason.BOUGHT_IN_CASH: (_CASH, _CREDITS),
    Reason.BOUGHT_IN_BILL: (_CASH, _CREDITS),
    Reason.TICKET_IN: (_TICKETS, _CREDITS),
    Reason.MOVED_IN: (_FLOOR, _CREDITS),
    Reason.MOVED_OUT: (_CREDITS, _FLOOR),
    Reason.RESERVED: (_CREDITS, _CASH_OUT),
    Reason.TICKET_OUT: (_CASH_OUT, _TICKETS),
    Reason.CASH_OUT_GIVEN_BACK: (_CASH_OUT, _CREDITS),
    Reason.HAND_PAID: (_CREDITS, _CASH),
    Reason.STAKED: (_CREDITS, _STAKES),
    Reason.WITHDRAWN: (_STAKES, _CREDITS),
    Reason.LOST: (_STAKES, _HOUSE),
    Reason.WON_STAKE: (_STAKES, _CREDITS),
    Reason.WON_PROFIT: (_HOUSE, _CREDITS),
    Reason.PUSHED: (_STAKES, _CREDITS),
    Reason.RETURNED: (_STAKES, _CREDITS),
    Reason.ADJUSTED_UP: (_HOUSE, _CREDITS),
    Reason.ADJUSTED_DOWN: (_CREDITS, _HOUSE),
    Reason.OWED: (_RECEIVABLE, _CREDITS),
    Reason.REPAID: (_CREDITS, _RECEIVABLE),
    Reason.WRITTEN_OFF: (_HOUSE, _RECEIVABLE),
    Reason.CHIPS_DOWN: (_CHIPS, _CREDITS),
    Reason.CHIPS_UP: (_CREDITS, _CHIPS),
    Reason.WINNINGS_HELD: (_CREDITS, _HELD),
    Reason.WINNINGS_CLAIMED: (_HELD, _CHIPS),
    Reason.FLOAT_OPENED: (_CAGE, _FLOAT),
    Reason.FILLED: (_CAGE, _FLOAT),
    Reason.CREDITED: (_FLOAT, _CAGE),
    Reason.CHIPS_BOUGHT: (_FLOAT, _CHIPS),
    Reason.DROPPED: (_CASH, _DROP),
    Reason.ROUNDED_UP: (_ROUNDING, _CREDITS),
    Reason.COUNTED_SHORT: (_FLOAT, _VARIANCE),
    Reason.COUNTED_OVER: (_VARIANCE, _FLOAT),
    Reason.FLOAT_CLOSED: (_FLOAT, _CAGE),
}
"""The source and target of each reason; a reversal goes the other way."""


class Transfer(Value):
    """Money moved between two accounts, both determined by the terminal and the reason."""

    terminal: TerminalId
    reason: Reason
    amount: Cents
    is_reversal: bool = False

    def __post_init__(self) -> None:
        # index() rejects floats at run time, which a type checker cannot.
        if index(self.amount) <= 0:
            raise TransferNotPositive(
                f"{self.reason.value} {self.amount} cents at {self.terminal}: expected more than 0"
            )

    @property
    def source(self) -> Account:
        """The account that the money leaves."""
        return account_of(ROUTES[self.reason][1 if self.is_reversal else 0], self.terminal)

    @property
    def target(self) -> Account:
        """The account that the money enters."""
        return account_of(ROUTES[self.reason][0 if self.is_reversal else 1], self.terminal)

    @property
    def counted(self) -> Cents:
        """The amount as meters count it: negative for a reversal."""
        return -self.amount if self.is_reversal else self.amount

    def reversed(self) -> "Transfer":
        """Return the opposite transfer: corrections add transfers and erase none."""
        return Transfer(self.terminal, self.reason, self.amount, not self.is_reversal)

    def __str__(self) -> str:
        reversal = " reversed" if self.is_reversal else ""
        return (
            f"{self.source} > {self.target} {format_money(self.amount)} "
            f"{self.reason.value}{reversal}"
        )
