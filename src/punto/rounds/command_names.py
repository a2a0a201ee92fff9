"""Every command by its name: what a person would call it, and the clauses that it rests on."""

from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple

from punto.rounds.commands import Wish

_AT_TERMINALS = "R 1.15, M 1.1.15"
_OF_THE_PIT = "R 1.12, M 6.2"


class WishName(Enum):
    """A command as a refusal keeps it."""

    CONFIGURE_TABLE = "ConfigureTable"
    OPEN_TABLE = "OpenTable"
    CLOSE_TABLE = "CloseTable"
    CHANGE_DEALER = "ChangeDealer"
    CHANGE_LIMITS = "ChangeLimits"
    LOAD_SHOE = "LoadShoe"
    BURN_CARDS = "BurnCards"
    NOTE_CUT_CARD = "NoteCutCard"
    COUNT_CARDS = "CountCards"
    RETIRE_SHOE = "RetireShoe"
    REVEAL_SHOE = "RevealShoe"
    RESTART_ROADS = "RestartRoads"
    SEAT_TERMINAL = "SeatTerminal"
    REPORT_LINK = "ReportLink"
    DISABLE_TERMINAL = "DisableTerminal"
    ENABLE_TERMINAL = "EnableTerminal"
    TAKE_CASH = "TakeCash"
    TAKE_BILL = "TakeBill"
    TAKE_TICKET = "TakeTicket"
    CASH_OUT = "CashOut"
    ANSWER_PRINTER = "AnswerPrinter"
    RESOLVE_CASH_OUT = "ResolveCashOut"
    HAND_PAY = "HandPay"
    MOVE_OUT = "MoveOut"
    MOVE_IN = "MoveIn"
    ASK_ADJUSTMENT = "AskAdjustment"
    ANSWER_ADJUSTMENT = "AnswerAdjustment"
    REPAY_DEBT = "RepayDebt"
    OPEN_BETS = "OpenBets"
    WANT_POSITION = "WantPosition"
    BEGIN_CLOSING = "BeginClosing"
    ANSWER_FREEZE = "AnswerFreeze"
    CUT_OFF = "CutOff"
    DEAL_CARD = "DealCard"
    ANNOUNCE_TOTALS = "AnnounceTotals"
    SETTLE = "Settle"
    REPORT_IRREGULARITY = "ReportIrregularity"
    ATTEST = "Attest"
    DECLINE = "Decline"
    RULE = "Rule"

    @property
    def doing(self) -> str:
        """The command in words, as something that is being done."""
        return _WORDS[self].doing

    @property
    def clauses(self) -> str:
        """The paragraphs or readings that it rests on."""
        return _WORDS[self].clauses


class _Words(NamedTuple):
    doing: str
    clauses: str


_WORDS: Mapping[WishName, _Words] = {
    WishName.CONFIGURE_TABLE: _Words("configuring the table", "A-64"),
    WishName.OPEN_TABLE: _Words("opening the table", "R 1.4, M 6.2"),
    WishName.CLOSE_TABLE: _Words("closing the table", _OF_THE_PIT),
    WishName.CHANGE_DEALER: _Words("changing the Dealer", _OF_THE_PIT),
    WishName.CHANGE_LIMITS: _Words("changing the limits", "R 3.4, M 2.2"),
    WishName.LOAD_SHOE: _Words("loading a shoe", "R 2.2.1, M 2.1"),
    WishName.BURN_CARDS: _Words("burning cards", "A-49"),
    WishName.NOTE_CUT_CARD: _Words("noting the cut card", "M 3.10, A-49"),
    WishName.COUNT_CARDS: _Words("counting the cards", "R 5.3.2, M 5.1"),
    WishName.RETIRE_SHOE: _Words("taking the shoe out", "R 5.7.1, M 3.10, A-46"),
    WishName.REVEAL_SHOE: _Words("revealing a shoe", "R 1.3, M 2.1"),
    WishName.RESTART_ROADS: _Words("beginning new roads", "A-70"),
    WishName.SEAT_TERMINAL: _Words("seating a terminal", _AT_TERMINALS),
    WishName.REPORT_LINK: _Words("reporting a terminal's link", "R 5.2, M 5.10"),
    WishName.DISABLE_TERMINAL: _Words("disabling a terminal", _AT_TERMINALS),
    WishName.ENABLE_TERMINAL: _Words("enabling a terminal", _AT_TERMINALS),
    WishName.TAKE_CASH: _Words("taking cash", _AT_TERMINALS),
    WishName.TAKE_BILL: _Words("taking a banknote", _AT_TERMINALS),
    WishName.TAKE_TICKET: _Words("taking a ticket", _AT_TERMINALS),
    WishName.CASH_OUT: _Words("cashing out", _AT_TERMINALS),
    WishName.ANSWER_PRINTER: _Words("answering for the printer", _AT_TERMINALS),
    WishName.RESOLVE_CASH_OUT: _Words("resolving a cash-out", _AT_TERMINALS),
    WishName.HAND_PAY: _Words("paying by hand", _AT_TERMINALS),
    WishName.MOVE_OUT: _Words("moving a terminal away", _AT_TERMINALS),
    WishName.MOVE_IN: _Words("taking a terminal from another table", _AT_TERMINALS),
    WishName.ASK_ADJUSTMENT: _Words("asking for an adjustment", "A-53"),
    WishName.ANSWER_ADJUSTMENT: _Words("answering an adjustment", "A-53"),
    WishName.REPAY_DEBT: _Words("repaying a debt", "A-28"),
    WishName.OPEN_BETS: _Words("opening bets", "R 3.3, M 3.1"),
    WishName.WANT_POSITION: _Words("betting", "R 3.3, R 3.7, M 3.1, M 5.5"),
    WishName.BEGIN_CLOSING: _Words("closing bets", "R 3.7, M 3.2"),
    WishName.ANSWER_FREEZE: _Words("freezing a terminal", "A-24"),
    WishName.CUT_OFF: _Words("cutting bets off", "A-24"),
    WishName.DEAL_CARD: _Words("dealing a card", "R 3.8, M 3.6"),
    WishName.ANNOUNCE_TOTALS: _Words("announcing the totals", "M 3.8, A-68"),
    WishName.SETTLE: _Words("settling the round", "R 3.13, M 1.1.16"),
    WishName.REPORT_IRREGULARITY: _Words("reporting an irregularity", "R 5.12, M 6.1, A-39"),
    WishName.ATTEST: _Words("attesting a report", "A-39"),
    WishName.DECLINE: _Words("declining a report", "A-39"),
    WishName.RULE: _Words("ruling on a report", "R 5.12, M 6.1"),
}


def wish_name(wish: Wish) -> WishName:
    """The name of a command that somebody gave."""
    return WishName(type(wish).__name__)
