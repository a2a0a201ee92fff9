"""Double-entry money: accounts, postings that balance by construction, meters, tickets."""

from punto.ledger import movements
from punto.ledger.accounts import TERMINAL_KINDS, Account, AccountKind, parse_account
from punto.ledger.audit import METER_SUMS, TABLE_SUMS, TERMINAL_SUMS, Reasons, Recount
from punto.ledger.books import Book, LedgerBroken
from punto.ledger.corrections import correct
from punto.ledger.meters import Meters
from punto.ledger.movements import (
    TRAY,
    Movement,
    Transfers,
    adjust_down,
    adjust_up,
    change_position,
    in_chips,
    settle,
)
from punto.ledger.postings import Posting
from punto.ledger.redemptions import TicketAlreadyPaid, TicketRefusal, judge_redemption
from punto.ledger.ticket_numbers import CHANCE_BELOW, TicketNumber, masked, ticket_number
from punto.ledger.tickets import (
    Ticket,
    TicketBook,
    TicketIssued,
    TicketRedeemed,
    TicketStep,
    TicketStepImpossible,
)
from punto.ledger.transfers import Reason, Transfer
from punto.ledger.words import amount_in_words

__all__ = [
    "CHANCE_BELOW",
    "METER_SUMS",
    "TABLE_SUMS",
    "TERMINAL_KINDS",
    "TERMINAL_SUMS",
    "TRAY",
    "Account",
    "AccountKind",
    "Book",
    "LedgerBroken",
    "Meters",
    "Movement",
    "Posting",
    "Reason",
    "Reasons",
    "Recount",
    "Ticket",
    "TicketAlreadyPaid",
    "TicketBook",
    "TicketIssued",
    "TicketNumber",
    "TicketRedeemed",
    "TicketRefusal",
    "TicketStep",
    "TicketStepImpossible",
    "Transfer",
    "Transfers",
    "adjust_down",
    "adjust_up",
    "amount_in_words",
    "change_position",
    "correct",
    "in_chips",
    "judge_redemption",
    "masked",
    "movements",
    "parse_account",
    "settle",
    "ticket_number",
]
