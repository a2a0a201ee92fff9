from collections import defaultdict
from collections.abc import Iterator
from enum import Enum
from operator import attrgetter
from typing import NamedTuple

from punto.ledger import TicketNumber, masked
from punto.rounds import RecordDoesNotHold, Table
from punto.rounds.purse import events as purse_events
from punto.values import NOTHING, Cents, Instant, TableId, TerminalId, Value
from punto.views.recall.walks import Moment
from punto.views.reports.shape import EVER, Period, Records, Report, columns_of


class TicketState(Enum):
    """The state of a ticket."""

    WAITING = "waiting"
    """Waiting for the printer's answer."""
    UNCERTAIN = "uncertain"
    """The printer cannot tell, and staff must check."""
    GIVEN_BACK = "given back"
    """It never came out; its amount is credits again."""
    OUTSTANDING = "outstanding"
    EXPIRED = "expired"
    """Never redeemed, and past its date."""
    REDEEMED = "redeemed"


_IN_ORDER = tuple(TicketState)
_OUT = frozenset({TicketState.WAITING, TicketState.UNCERTAIN, TicketState.OUTSTANDING})


class TicketRow(Value):
    """A ticket with a step in the period, or with money outstanding at its end."""

    number: str
    """Only its last four digits: a reader of the rest could take the money."""
    table: TableId
    terminal: TerminalId
    """The terminal that asked for it, or took it in if the report omits the first table."""
    asked_at: Instant
    state: str
    changed_at: Instant
    """The instant of its present state."""
    taken_in_at: str
    """The table and the terminal at which it became credits."""
    amount: Cents
    issued: Cents
    """Printed in the period."""
    redeemed: Cents
    """Taken in during the period."""
    outstanding: Cents
    """Printed, and still valid when the period ended."""
    expired: Cents
    """Printed, and no longer paid when the period ended."""
    waiting: Cents
    """Reserved for the printer when the period ended."""
    uncertain: Cents
    """Reserved when the period ended, where the printer cannot tell."""


COLUMNS = columns_of(TicketRow)


class _Step(NamedTuple):
    """A step in the life of a ticket."""

    number: TicketNumber
    table: TableId
    terminal: TerminalId
    amount: Cents
    state: TicketState
    at: Instant
    expires_at: Instant | None = None

    @property
    def order(self) -> tuple[Instant, int]:
        """Sort by time, then by the order of a ticket's life: tables report in any order."""
        return self.at, _IN_ORDER.index(self.state)


def tickets_report(records: Records, period: Period = EVER) -> Report[TicketRow]:
    """Report tickets of all tables in the order requested."""
    lives: dict[TicketNumber, list[_Step]] = defaultdict(list)
    for step in sorted(_steps(records, period), key=attrgetter("order")):
        lives[step.number].append(step)
    as_at = _last_moment(records, period)
    aged = (_aged(life, as_at) for life in lives.values())
    rows = (
        _row(life, period)
        for life in aged
        if life[-1].state in _OUT or period.has_begun(life[-1].at)
    )
    return Report("Tickets", period, COLUMNS, tuple(rows))


def _last_moment(records: Records, period: Period) -> Instant:
    """Return the last instant of the period, or of the last event if it is open."""
    if period.end is not None:
        return Instant(period.end - 1)
    return max((events[-1].at for events in records.values() if events), default=Instant(0))


def _aged(life: list[_Step], as_at: Instant) -> list[_Step]:
    """Return a ticket's life with its expiry, which no event records."""
    last = life[-1]
    if last.expires_at is None or last.expires_at > as_at:
        return life
    return [*life, last._replace(state=TicketState.EXPIRED, at=last.expires_at)]


def _row(life: list[_Step], period: Period) -> TicketRow:
    first, last = life[0], life[-1]
    in_period = {step.state for step in life if period.has_begun(step.at)}
    taken_in = last.state is TicketState.REDEEMED

    def amount_if(condition: bool) -> Cents:  # noqa: FBT001 (its only argument)
        return first.amount if condition else NOTHING

    return TicketRow(
        masked(first.number),
        first.table,
        first.terminal,
        first.at,
        last.state.value,
        last.at,
        f"{last.table} {last.terminal}" if taken_in else "",
        first.amount,
        issued=amount_if(TicketState.OUTSTANDING in in_period),
        redeemed=amount_if(TicketState.REDEEMED in in_period),
        outstanding=amount_if(last.state is TicketState.OUTSTANDING),
        expired=amount_if(last.state is TicketState.EXPIRED),
        waiting=amount_if(last.state is TicketState.WAITING),
        uncertain=amount_if(last.state is TicketState.UNCERTAIN),
    )


def _steps(records: Records, period: Period) -> Iterator[_Step]:
    for table, events in records.items():
        for moment in period.moments(events):
            step = _step(table, moment)
            if step is not None:
                yield step


def _step(table: TableId, moment: Moment) -> _Step | None:
    fact, before, at = moment.event.fact, moment.before, moment.event.at
    expires_at = None
    match fact:
        case purse_events.CashOutReserved():
            number, amount, state = fact.number, fact.amount, TicketState.WAITING
        case purse_events.TicketPrinted():
            number, amount, state = fact.number, fact.amount, TicketState.OUTSTANDING
            expires_at = fact.expires_at
        case purse_events.TicketTaken():
            number, amount, state = fact.number, fact.amount, TicketState.REDEEMED
        case purse_events.TicketUncertain():
            number, amount = _waiting(before, fact.terminal), before.book.reserved(fact.terminal)
            state = TicketState.UNCERTAIN
        case purse_events.CashOutGivenBack():
            number, amount = _waiting(before, fact.terminal), fact.amount
            state = TicketState.GIVEN_BACK
        case _:
            return None
    return _Step(number, table, fact.terminal, amount, state, at, expires_at)


def _waiting(table: Table, terminal: TerminalId) -> TicketNumber:
    number = table.seats[terminal].ticket
    if number is None:
        raise RecordDoesNotHold(f"no ticket waits at {terminal}")
    return number
