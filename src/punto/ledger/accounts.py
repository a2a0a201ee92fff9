from punto.values import BadNotation, Choice, TerminalId, Value


class AccountKind(Choice):
    """The kind of an account, by the word that begins its notation."""

    CREDITS = "credits"
    """The money that a patron may bet or take out."""
    STAKES = "stakes"
    """The registered bets of the round."""
    CASH_OUT = "cash-out"
    """Money on its way to a ticket, until the printer has answered."""
    RECEIVABLE = "receivable"
    """Money that a correction could not take back; negative, because the patron owes it."""
    HOUSE = "house"
    """The House's win; negative when it has lost."""
    CASH = "cash"
    """The cage: attendants' cash and bill acceptors; negative by the amount taken in."""
    TICKETS = "tickets"
    """Tickets issued and not redeemed; negative when the table took in more than it issued."""
    FLOOR = "floor"
    """Money on its way between tables."""
    HELD = "held"
    """Winnings of a live table's patron who walked away (L 5.3)."""
    CHIPS = "chips"
    """Chips in the hands of a live table's patrons; negative by what they lost or brought."""
    FLOAT = "float"
    """Chips that the cage and buy-ins brought to a live table's tray, less what they took."""
    CAGE = "cage"
    """The cage's chips; negative by what a live table's tray holds of them."""
    DROP = "drop"
    """Cash in a live table's drop box."""
    ROUNDING = "rounding"
    """Amounts that the House paid because of rounding to chips; a cost is negative (A-89)."""
    VARIANCE = "variance"
    """Chips that closing counts did not find; negative where they found more."""


TERMINAL_KINDS = (
    AccountKind.CREDITS,
    AccountKind.STAKES,
    AccountKind.CASH_OUT,
    AccountKind.RECEIVABLE,
    AccountKind.HELD,
)
"""The accounts of every terminal, or of every place at a live table; the table has one of each
other kind."""


class Account(Value):
    """A place that holds money: a terminal's, or the table's own."""

    kind: AccountKind
    terminal: TerminalId | None = None

    def __post_init__(self) -> None:
        if (self.kind in TERMINAL_KINDS) != bool(self.terminal):
            raise ValueError(
                f"account {self.kind.value} of terminal {self.terminal!r}: no such account"
            )

    def __str__(self) -> str:
        return self.kind.value if self.terminal is None else f"{self.kind.value}:{self.terminal}"


def account_of(kind: AccountKind, terminal: TerminalId) -> Account:
    """Return the account of this kind for a movement at this terminal."""
    return Account(kind, terminal) if kind in TERMINAL_KINDS else Account(kind)


def parse_account(text: str) -> Account:
    """Read an account, such as ``credits:T7`` or ``house``."""
    kind, _, terminal = text.partition(":")
    try:
        account = Account(AccountKind(kind), TerminalId(terminal) or None)
    except ValueError:
        account = None
    # Comparing with the written form also refuses "house:" and "credits".
    if account is None or str(account) != text:
        raise BadNotation(f"account {text!r}: expected one such as credits:T7 or house")
    return account
