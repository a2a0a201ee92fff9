from typing import assert_never

from punto.ledger.ticket_numbers import masked
from punto.rounds.purse.events import (
    BillTaken,
    CashOutGivenBack,
    CashOutReserved,
    CashTaken,
    HandPaid,
    PurseFact,
    TerminalMovedIn,
    TerminalMovedOut,
    TicketPrinted,
    TicketTaken,
    TicketUncertain,
)
from punto.values.money import format_money


def purse_sentence(fact: PurseFact) -> str:
    """Return the sentence of an event about a terminal's money."""
    terminal = fact.terminal
    if isinstance(fact, TicketUncertain):
        return f"The printer of {terminal} does not know whether its ticket came out"
    amount = format_money(fact.amount)
    match fact:
        case CashTaken():
            return f"{terminal} gets {amount} in credits for cash"
        case BillTaken():
            note = "a simulated banknote" if fact.simulated else "a banknote"
            return f"{terminal} gets {amount} in credits for {note}"
        case TicketTaken() | CashOutReserved() | TicketPrinted():
            return _ticket_words(fact)
        case CashOutGivenBack():
            return f"No ticket came out at {terminal}; {amount} are credits again"
        case HandPaid():
            return f"{terminal} is paid {amount} in cash"
        case TerminalMovedOut():
            return f"{terminal} leaves for table {fact.table} with {amount}"
        case TerminalMovedIn():
            return f"{terminal} comes from table {fact.table} with {amount}"
        case _:
            assert_never(fact)


def _ticket_words(fact: TicketTaken | CashOutReserved | TicketPrinted) -> str:
    # A reader of the whole number could take the money.
    terminal, amount, number = fact.terminal, format_money(fact.amount), masked(fact.number)
    match fact:
        case TicketTaken():
            return f"{terminal} gets {amount} in credits for ticket {number}"
        case CashOutReserved():
            return f"{terminal} cashes out {amount}; ticket {number} is being printed"
        case TicketPrinted():
            return f"{terminal} has printed ticket {number} for {amount}"
        case _:
            assert_never(fact)
