"""Double-entry money: accounts, postings that balance by construction, meters, tickets."""

from punto.ledger.accounts import TERMINAL_KINDS, Account, AccountKind, parse_account
from punto.ledger.audit import METER_SUMS, TABLE_SUMS, TERMINAL_SUMS, Reasons, Recount
from punto.ledger.books import Book, LedgerBroken
from punto.ledger.corrections import correct
from punto.ledger.meters import Meters
from punto.ledger.movements import TRAY, Transfers, at_tray, change_position, in_chips, settle
from punto.ledger.postings import Posting
from punto.ledger.purses import Purse
from punto.ledger.redemptions import TicketAlreadyPaid, TicketRefusal, judge_redemption
from punto.ledger.tickets import (
    CHANCE_BELOW,
    Ticket,
    TicketBook,
    TicketIssued,
    TicketNumber,
    TicketRedeemed,
    TicketStep,
    TicketStepImpossible,
    amount_in_words,
    masked,
    ticket_number,
)
from punto.ledger.transfers import Reason, Transfer
