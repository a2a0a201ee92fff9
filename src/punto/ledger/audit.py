"""A second computation of every balance and meter, with no table or fold of the first."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from punto.ledger.accounts import Account, AccountKind
from punto.ledger.books import Book
from punto.ledger.cage import cage_equation
from punto.ledger.postings import Posting
from punto.ledger.transfers import Reason
from punto.values import NOTHING, Cents, TerminalId, Value, format_money


class Difference(Value):
    """A figure in which the book and the record differ."""

    subject: str
    in_book: str
    by_record: str

    @property
    def sentence(self) -> str:
        """The difference as a sentence."""
        return f"{self.subject}: the book says {self.in_book}, the record {self.by_record}"


Reasons = tuple[Reason, ...]

_IN = (
    Reason.BOUGHT_IN_CASH,
    Reason.BOUGHT_IN_BILL,
    Reason.TICKET_IN,
    Reason.MOVED_IN,
    Reason.CHIPS_DOWN,
)
_AWAY = (Reason.MOVED_OUT, Reason.CHIPS_UP, Reason.WINNINGS_HELD)
_WON = (Reason.WON_STAKE, Reason.WON_PROFIT)
_BACK = (Reason.WITHDRAWN, Reason.PUSHED, Reason.RETURNED)
_UP = (Reason.ADJUSTED_UP, Reason.OWED, Reason.ROUNDED_UP)
_DOWN = (Reason.ADJUSTED_DOWN, Reason.REPAID)
_UNRESERVED = (Reason.TICKET_OUT, Reason.CASH_OUT_GIVEN_BACK)

# The reasons that add to each sum and those that subtract. This repeats the routes of the reasons
# on purpose, from the other side: a slip in either shows as a difference.
_CREDITS = (
    (*_IN, *_WON, *_BACK, *_UP, Reason.CASH_OUT_GIVEN_BACK),
    (Reason.RESERVED, Reason.HAND_PAID, *_AWAY, Reason.STAKED, *_DOWN),
)
_RESERVED: tuple[Reasons, Reasons] = ((Reason.RESERVED,), _UNRESERVED)

TERMINAL_SUMS: Mapping[AccountKind, tuple[Reasons, Reasons]] = {
    AccountKind.CREDITS: _CREDITS,
    AccountKind.STAKES: ((Reason.STAKED,), (*_BACK, Reason.WON_STAKE, Reason.LOST)),
    AccountKind.CASH_OUT: _RESERVED,
    AccountKind.RECEIVABLE: ((Reason.REPAID, Reason.WRITTEN_OFF), (Reason.OWED,)),
    AccountKind.HELD: ((Reason.WINNINGS_HELD,), (Reason.WINNINGS_CLAIMED,)),
}
TABLE_SUMS: Mapping[AccountKind, tuple[Reasons, Reasons]] = {
    AccountKind.HOUSE: (
        (Reason.LOST, Reason.ADJUSTED_DOWN),
        (Reason.WON_PROFIT, Reason.ADJUSTED_UP, Reason.WRITTEN_OFF),
    ),
    AccountKind.CASH: (
        (Reason.HAND_PAID,),
        (Reason.BOUGHT_IN_CASH, Reason.BOUGHT_IN_BILL, Reason.DROPPED),
    ),
    AccountKind.TICKETS: ((Reason.TICKET_OUT,), (Reason.TICKET_IN,)),
    AccountKind.FLOOR: ((Reason.MOVED_OUT,), (Reason.MOVED_IN,)),
    AccountKind.CHIPS: (
        (Reason.CHIPS_UP, Reason.WINNINGS_CLAIMED, Reason.CHIPS_BOUGHT),
        (Reason.CHIPS_DOWN,),
    ),
    AccountKind.FLOAT: (
        (Reason.FLOAT_OPENED, Reason.FILLED, Reason.COUNTED_OVER),
        (Reason.CREDITED, Reason.CHIPS_BOUGHT, Reason.COUNTED_SHORT, Reason.FLOAT_CLOSED),
    ),
    AccountKind.CAGE: (
        (Reason.CREDITED, Reason.FLOAT_CLOSED),
        (Reason.FLOAT_OPENED, Reason.FILLED),
    ),
    AccountKind.DROP: ((Reason.DROPPED,), ()),
    AccountKind.ROUNDING: ((), (Reason.ROUNDED_UP,)),
    AccountKind.VARIANCE: ((Reason.COUNTED_SHORT,), (Reason.COUNTED_OVER,)),
}
METER_SUMS: Mapping[str, tuple[Reasons, Reasons]] = {
    "buy_in": ((Reason.BOUGHT_IN_CASH, Reason.BOUGHT_IN_BILL), ()),
    "ticket_in": ((Reason.TICKET_IN,), ()),
    "moved_in": ((Reason.MOVED_IN, Reason.CHIPS_DOWN), ()),
    "ticket_out": ((Reason.TICKET_OUT,), ()),
    "hand_pay": ((Reason.HAND_PAID,), ()),
    "moved_out": (_AWAY, ()),
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
    """Return every difference between a book and its postings; none if they agree."""
    recount = Recount()
    for posting in postings:
        recount.take(posting)
    return recount.differences(book)


class Recount:
    """A running sum of a record's postings by reason, computed without a book."""

    def __init__(self) -> None:
        self._count = 0
        self._misnumbered: list[Difference] = []
        self._totals = defaultdict[TerminalId, Counter[Reason]](Counter)
        self._games = Counter[TerminalId]()

    def take(self, posting: Posting) -> None:
        """Add one more posting."""
        self._count += 1
        if posting.number != self._count:
            subject, expected = f"posting {self._count}", f"number {self._count}"
            self._misnumbered.append(Difference(subject, expected, f"{posting.number}"))
        for move in posting.transfers:
            amount = -move.amount if move.is_reversal else move.amount
            self._totals[move.terminal][move.reason] += amount
        ends = [move for move in posting.transfers if move.reason in _RESULTS]
        self._games.update({move.terminal for move in ends if not move.is_reversal})
        self._games.subtract({move.terminal for move in ends if move.is_reversal})

    def differences(self, book: Book) -> tuple[Difference, ...]:
        """Return every difference between a book and the postings so far."""
        return (
            *self._misnumbered,
            *self._numbers(book),
            *self._balances(book),
            *self._meters(book),
            *_cage(book),
        )

    def _numbers(self, book: Book) -> Iterable[Difference]:
        if book.posting_count != self._count:
            yield Difference("number of postings", str(book.posting_count), str(self._count))

    def _balances(self, book: Book) -> Iterable[Difference]:
        expected: dict[Account, Cents] = {}
        everything: Counter[Reason] = Counter()
        for terminal, totals in self._totals.items():
            for reason, amount in totals.items():
                everything[reason] += amount
            for kind, sums in TERMINAL_SUMS.items():
                expected[Account(kind, terminal)] = _sum(totals, sums)
        for kind, sums in TABLE_SUMS.items():
            expected[Account(kind)] = _sum(everything, sums)
        for account in {**expected, **book.balances}:
            in_book = book.balance(account)
            yield from _compared(str(account), in_book, expected.get(account, NOTHING))

    def _meters(self, book: Book) -> Iterable[Difference]:
        for terminal in sorted(self._totals.keys() | book.meters.keys()):
            meters, totals = book.meters_of(terminal), self._totals.get(terminal, Counter())
            for name, sums in METER_SUMS.items():
                in_book = getattr(meters, name)
                yield from _compared(f"{name} of {terminal}", in_book, _sum(totals, sums))
            games = self._games[terminal]
            if meters.games_played != games:
                subject = f"games_played of {terminal}"
                yield Difference(subject, str(meters.games_played), str(games))


def _cage(book: Book) -> Iterable[Difference]:
    cage = cage_equation(book)
    yield from _compared("cage equation", cage.accounted_for, cage.taken_in)


def _compared(subject: str, in_book: Cents, by_record: Cents) -> Iterable[Difference]:
    if in_book != by_record:
        yield Difference(subject, format_money(in_book), format_money(by_record))


def _sum(totals: Counter[Reason], sums: tuple[Reasons, Reasons]) -> Cents:
    adds, takes = sums
    return Cents(sum(totals[reason] for reason in adds) - sum(totals[reason] for reason in takes))
