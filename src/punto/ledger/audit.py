"""A second way to every balance and meter, which shares no table and no fold with the first."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from punto.ledger.accounts import Account, AccountKind
from punto.ledger.books import Book
from punto.ledger.cage import cage_equation
from punto.ledger.postings import Posting
from punto.ledger.transfers import Reason, Transfer
from punto.values.ids import TerminalId
from punto.values.money import NOTHING, Cents, format_money


@dataclass(frozen=True, slots=True)
class Difference:
    """Something that the book says otherwise than the record."""

    subject: str
    in_book: str
    by_record: str

    @property
    def sentence(self) -> str:
        """The difference in words."""
        return f"{self.subject}: the book says {self.in_book}, the record {self.by_record}"


Reasons = tuple[Reason, ...]

_IN = (Reason.BOUGHT_IN_CASH, Reason.BOUGHT_IN_BILL, Reason.TICKET_IN, Reason.MOVED_IN)
_WON = (Reason.WON_STAKE, Reason.WON_PROFIT)
_BACK = (Reason.WITHDRAWN, Reason.PUSHED, Reason.RETURNED)
_UP = (Reason.ADJUSTED_UP, Reason.OWED)
_DOWN = (Reason.ADJUSTED_DOWN, Reason.REPAID)
_UNRESERVED = (Reason.TICKET_OUT, Reason.CASH_OUT_GIVEN_BACK)

# What adds to each sum and what takes from it, by reason. This repeats on purpose, from the other
# side, what the routes of the reasons say: a slip in either shows as a difference.
_CREDITS = (
    (*_IN, *_WON, *_BACK, *_UP, Reason.CASH_OUT_GIVEN_BACK),
    (Reason.RESERVED, Reason.HAND_PAID, Reason.MOVED_OUT, Reason.STAKED, *_DOWN),
)
_RESERVED: tuple[Reasons, Reasons] = ((Reason.RESERVED,), _UNRESERVED)

TERMINAL_SUMS: Mapping[AccountKind, tuple[Reasons, Reasons]] = {
    AccountKind.CREDITS: _CREDITS,
    AccountKind.STAKES: ((Reason.STAKED,), (*_BACK, Reason.WON_STAKE, Reason.LOST)),
    AccountKind.CASH_OUT: _RESERVED,
    AccountKind.RECEIVABLE: ((Reason.REPAID, Reason.WRITTEN_OFF), (Reason.OWED,)),
}
TABLE_SUMS: Mapping[AccountKind, tuple[Reasons, Reasons]] = {
    AccountKind.HOUSE: (
        (Reason.LOST, Reason.ADJUSTED_DOWN),
        (Reason.WON_PROFIT, Reason.ADJUSTED_UP, Reason.WRITTEN_OFF),
    ),
    AccountKind.CASH: (
        (Reason.HAND_PAID,),
        (Reason.BOUGHT_IN_CASH, Reason.BOUGHT_IN_BILL),
    ),
    AccountKind.TICKETS: ((Reason.TICKET_OUT,), (Reason.TICKET_IN,)),
    AccountKind.FLOOR: ((Reason.MOVED_OUT,), (Reason.MOVED_IN,)),
}
METER_SUMS: Mapping[str, tuple[Reasons, Reasons]] = {
    "buy_in": ((Reason.BOUGHT_IN_CASH, Reason.BOUGHT_IN_BILL), ()),
    "ticket_in": ((Reason.TICKET_IN,), ()),
    "moved_in": ((Reason.MOVED_IN,), ()),
    "ticket_out": ((Reason.TICKET_OUT,), ()),
    "hand_pay": ((Reason.HAND_PAID,), ()),
    "moved_out": ((Reason.MOVED_OUT,), ()),
    "reserved": _RESERVED,
    "wagered": ((Reason.STAKED,), ()),
    "won": (_WON, ()),
    "returned": (_BACK, ()),
    "adjusted_up": (_UP, ()),
    "adjusted_down": (_DOWN, ()),
    "credits": _CREDITS,
}
_RESULTS = (Reason.LOST, Reason.WON_STAKE, Reason.PUSHED)


def audit(book: Book, postings: Iterable[Posting]) -> tuple[Difference, ...]:
    """All that a book says otherwise than the postings alone; nothing when all is well."""
    record = tuple(postings)
    found = chain(
        _numbers(book, record),
        _balances(book, record),
        _meters(book, record),
        _cage(book),
    )
    return tuple(found)


def _numbers(book: Book, record: Sequence[Posting]) -> Iterable[Difference]:
    for expected, posting in enumerate(record, start=1):
        if posting.number != expected:
            yield Difference(f"posting {expected}", f"number {expected}", f"{posting.number}")
    if book.posting_count != len(record):
        yield Difference("number of postings", str(book.posting_count), str(len(record)))


def _balances(book: Book, record: Sequence[Posting]) -> Iterable[Difference]:
    expected: dict[Account, Cents] = {}
    for terminal, totals in _totals_by_terminal(record).items():
        for kind, sums in TERMINAL_SUMS.items():
            expected[Account(kind, terminal)] = _sum(totals, sums)
    everything = _totals(move for posting in record for move in posting.transfers)
    for kind, sums in TABLE_SUMS.items():
        expected[Account(kind)] = _sum(everything, sums)
    for account in {**expected, **book.balances}:
        yield from _compared(str(account), book.balance(account), expected.get(account, NOTHING))


def _meters(book: Book, record: Sequence[Posting]) -> Iterable[Difference]:
    by_terminal, games_by_terminal = _totals_by_terminal(record), _games_by_terminal(record)
    for terminal in sorted(by_terminal.keys() | book.meters.keys()):
        meters, totals = book.meters_of(terminal), by_terminal.get(terminal, Counter())
        for name, sums in METER_SUMS.items():
            yield from _compared(f"{name} of {terminal}", getattr(meters, name), _sum(totals, sums))
        games = games_by_terminal[terminal]
        if meters.games_played != games:
            yield Difference(f"games_played of {terminal}", str(meters.games_played), str(games))


def _cage(book: Book) -> Iterable[Difference]:
    cage = cage_equation(book)
    yield from _compared("cage equation", cage.accounted_for, cage.taken_in)


def _compared(subject: str, in_book: Cents, by_record: Cents) -> Iterable[Difference]:
    if in_book != by_record:
        yield Difference(subject, format_money(in_book), format_money(by_record))


def _totals_by_terminal(record: Iterable[Posting]) -> Mapping[TerminalId, Counter[Reason]]:
    moves: dict[TerminalId, list[Transfer]] = defaultdict(list)
    for posting in record:
        for move in posting.transfers:
            moves[move.terminal].append(move)
    return {terminal: _totals(own) for terminal, own in moves.items()}


def _totals(moves: Iterable[Transfer]) -> Counter[Reason]:
    totals: Counter[Reason] = Counter()
    for move in moves:
        totals[move.reason] += -move.amount if move.is_reversal else move.amount
    return totals


def _sum(totals: Counter[Reason], sums: tuple[Reasons, Reasons]) -> Cents:
    adds, takes = sums
    return Cents(sum(totals[reason] for reason in adds) - sum(totals[reason] for reason in takes))


def _games_by_terminal(record: Iterable[Posting]) -> Counter[TerminalId]:
    games: Counter[TerminalId] = Counter()
    for posting in record:
        ends = [move for move in posting.transfers if move.reason in _RESULTS]
        games.update({move.terminal for move in ends if not move.is_reversal})
        games.subtract({move.terminal for move in ends if move.is_reversal})
    return games
