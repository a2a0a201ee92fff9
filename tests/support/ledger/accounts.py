"""A table's own accounts, and those of a terminal that tests name most."""

from punto.ledger.accounts import Account, AccountKind
from punto.values.ids import TerminalId

HOUSE = Account(AccountKind.HOUSE)
CASH = Account(AccountKind.CASH)
TICKETS = Account(AccountKind.TICKETS)
FLOOR = Account(AccountKind.FLOOR)
CHIPS = Account(AccountKind.CHIPS)
FLOAT = Account(AccountKind.FLOAT)
CAGE = Account(AccountKind.CAGE)
DROP = Account(AccountKind.DROP)
ROUNDING = Account(AccountKind.ROUNDING)
VARIANCE = Account(AccountKind.VARIANCE)


def credits_of(terminal: TerminalId) -> Account:
    return Account(AccountKind.CREDITS, terminal)


def stakes_of(terminal: TerminalId) -> Account:
    return Account(AccountKind.STAKES, terminal)
