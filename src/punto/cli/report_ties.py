"""Compares totals of a report with the ledger: the stored transfers, summed another way.

A report folds the events of its tables. The transfers are stored beside the events, and the
database sums them by reason; neither side takes a figure from the other.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum

from punto.ledger import METER_SUMS, TABLE_SUMS, TERMINAL_SUMS, AccountKind, Reason, Reasons
from punto.runtime import stream_of
from punto.storage.record.filed_postings import moved
from punto.storage.record.sessions import RecordSession
from punto.values import Cents, TableId, Value
from punto.views.reports import Period, Report


class Span(Enum):
    """The transfers that a figure sums."""

    PERIOD = "in the period"
    BY_ITS_END = "up to its end"
    BEFORE = "before it"


class LedgerSum(Value):
    """A figure of a report, and the transfers that it must equal."""

    columns: tuple[str, ...]
    adds: Reasons
    takes: Reasons = ()
    span: Span = Span.PERIOD


_TOLD_MAX = 6


class LedgerTie(Value):
    """A figure in the report and in the ledger."""

    figure: str
    in_report: Cents
    in_ledger: Cents
    of: LedgerSum

    @property
    def made_of(self) -> str:
        """The reasons of the transfers, and their time span."""
        adds = " + ".join(reason.value for reason in self.of.adds)
        takes = "".join(f" - {reason.value}" for reason in self.of.takes)
        return f"{adds}{takes}, {self.of.span.value}" if adds else "nothing"

    @property
    def made_of_briefly(self) -> str:
        """The same, shortened for a line."""
        adds, takes = len(self.of.adds), len(self.of.takes)
        if adds + takes <= _TOLD_MAX:
            return self.made_of
        return f"{adds} reasons less {takes} others, {self.of.span.value}"

    @property
    def holds(self) -> bool:
        """Whether both are equal."""
        return self.in_report == self.in_ledger


def _sum(
    column: str, sums: tuple[Reasons, Reasons], span: Span = Span.PERIOD, *, less: bool = False
) -> LedgerSum:
    adds, takes = reversed(sums) if less else sums
    return LedgerSum((column,), adds, takes, span)


def _level(column: str, kind: AccountKind, *, less: bool = False) -> LedgerSum:
    return _sum(column, TERMINAL_SUMS[kind], Span.BY_ITS_END, less=less)


_LEVELS = frozenset({"credits", "reserved"})
_OWED = _level("owed", AccountKind.RECEIVABLE, less=True)
_AT_RISK = _level("at_risk", AccountKind.STAKES)

_FIGURES = (
    LedgerSum(("handle",), (Reason.LOST, Reason.WON_STAKE, Reason.PUSHED)),
    LedgerSum(("paid",), (Reason.WON_STAKE, Reason.WON_PROFIT, Reason.PUSHED)),
    LedgerSum(("win",), (Reason.LOST,), (Reason.WON_PROFIT,)),
    LedgerSum(("returned",), (Reason.RETURNED,)),
)
_CAGE = (
    _sum("drop", ((*METER_SUMS["buy_in"][0], *METER_SUMS["ticket_in"][0]), ())),
    _sum("cash_in", METER_SUMS["buy_in"]),
    _sum("tickets_in", METER_SUMS["ticket_in"]),
    _sum("tickets_out", METER_SUMS["ticket_out"]),
    _sum("hand_paid", METER_SUMS["hand_pay"]),
    # Meters also count chips that go to the felt and back, which are not moves between tables.
    LedgerSum(("moved_in",), (Reason.MOVED_IN,)),
    LedgerSum(("moved_out",), (Reason.MOVED_OUT,)),
    LedgerSum(("adjusted",), (Reason.ADJUSTED_UP,), (Reason.ADJUSTED_DOWN,)),
    LedgerSum(("written_off",), (Reason.WRITTEN_OFF,)),
    _sum("owed", TERMINAL_SUMS[AccountKind.RECEIVABLE], less=True),
    _sum("house", TABLE_SUMS[AccountKind.HOUSE]),
)
_METERS = (
    _sum("credits_before", METER_SUMS["credits"], Span.BEFORE),
    _sum("reserved_before", METER_SUMS["reserved"], Span.BEFORE),
    *(
        _sum(name, sums, Span.BY_ITS_END if name in _LEVELS else Span.PERIOD)
        for name, sums in METER_SUMS.items()
    ),
    _OWED,
    LedgerSum(("difference",), ()),
)
_TICKETS = (
    _sum("issued", METER_SUMS["ticket_out"]),
    _sum("redeemed", METER_SUMS["ticket_in"]),
    LedgerSum(("waiting", "uncertain"), *METER_SUMS["reserved"], Span.BY_ITS_END),
)
_FUNDS = (
    _level("credits", AccountKind.CREDITS),
    _AT_RISK,
    _level("reserved", AccountKind.CASH_OUT),
    _OWED,
)

_FLOATS = (
    LedgerSum(("opening",), (Reason.FLOAT_OPENED,)),
    LedgerSum(("fills",), (Reason.FILLED,)),
    LedgerSum(("credits",), (Reason.CREDITED,)),
    LedgerSum(("bought",), (Reason.DROPPED,)),
    LedgerSum(("closing",), (Reason.FLOAT_CLOSED,)),
    LedgerSum(("rounding",), (Reason.ROUNDED_UP,)),
    LedgerSum(("variance",), (Reason.COUNTED_OVER,), (Reason.COUNTED_SHORT,)),
)

LEDGER_SUMS: Mapping[str, tuple[LedgerSum, ...]] = {
    "rounds": _FIGURES,
    "shoes": _FIGURES,
    "terminals": _METERS,
    "dealers": _FIGURES,
    "shift": (*_FIGURES, *_CAGE),
    "irregularities": (),
    "matters": (),
    "tickets": _TICKETS,
    "opposite-bets": (),
    "incomplete-rounds": (_AT_RISK,),
    "funds-held": _FUNDS,
    "floats": _FLOATS,
}
"""The ties of each report; a report that counts no money, or only open bets, has none."""


def ties_of(
    session: RecordSession, name: str, report: Report[object], tables: Sequence[TableId]
) -> tuple[LedgerTie, ...]:
    """Return every figure of a report that has a counterpart in the ledger of these tables."""
    sums = LEDGER_SUMS[name]
    totals = {
        span: _moved(session, tables, report.period, span) for span in {each.span for each in sums}
    }
    return tuple(_tie(report, each, totals[each.span]) for each in sums)


def _moved(
    session: RecordSession, tables: Iterable[TableId], period: Period, span: Span
) -> Counter[Reason]:
    if span is Span.BEFORE and period.start is None:
        return Counter()
    since = period.start if span is Span.PERIOD else None
    until = period.start if span is Span.BEFORE else period.end
    totals: Counter[Reason] = Counter()
    for table in tables:
        totals.update(moved(session, stream_of(table), since, until))
    return totals


def _tie(report: Report[object], wanted: LedgerSum, totals: Counter[Reason]) -> LedgerTie:
    added = sum(int(report.total(column) or 0) for column in wanted.columns)
    ledger = sum(totals[r] for r in wanted.adds) - sum(totals[r] for r in wanted.takes)
    return LedgerTie(" + ".join(wanted.columns), Cents(added), Cents(ledger), wanted)
