"""Open items at the end of a period: rounds in progress, and patrons' money at the tables."""

from collections.abc import Iterator

from punto.rounds import BETWEEN_ROUNDS, Phase, Table
from punto.values import Cents, Instant, TableId, TerminalId, Value
from punto.views.recall.walks import table_after
from punto.views.reports.shape import (
    EVER,
    Number,
    Period,
    Records,
    Report,
    columns_of,
    state_before,
)


class IncompleteRow(Value):
    """A table with a round in progress or an open irregularity."""

    table: TableId
    round: Number | None
    """None if an irregularity came up before the first round."""
    opened_at: Instant | None
    phase: str
    clause: str
    """Of the open irregularity; empty if there is none."""
    terminals: int
    """The number of terminals with bets at risk."""
    at_risk: Cents


INCOMPLETE_COLUMNS = columns_of(IncompleteRow)


def incomplete_rounds_report(records: Records, period: Period = EVER) -> Report[IncompleteRow]:
    """Report rounds in progress and open irregularities at the end of the period."""
    rows = (
        _incomplete(table, after)
        for table, after in _closing(records, period)
        if after.matter is not None or after.phase not in {Phase.CLOSED, *BETWEEN_ROUNDS}
    )
    return Report("Incomplete rounds", period, INCOMPLETE_COLUMNS, tuple(rows))


def _incomplete(table: TableId, after: Table) -> IncompleteRow:
    staked = [amount for terminal in after.seats if (amount := after.book.staked(terminal))]
    return IncompleteRow(
        table,
        None if after.round is None else after.round.number,
        None if after.round is None else after.round.opened_at,
        after.phase.value,
        "" if after.matter is None else after.matter.policy.clause,
        len(staked),
        Cents(sum(staked)),
    )


class FundsRow(Value):
    """The money of one terminal's patron at a table."""

    table: TableId
    terminal: TerminalId
    credits: Cents
    at_risk: Cents
    reserved: Cents
    """For tickets that the printer has not confirmed."""
    owed: Cents

    @property
    def held(self) -> Cents:
        """The money that the House holds for the patron."""
        return Cents(self.credits + self.at_risk + self.reserved)


FUNDS_COLUMNS = columns_of(FundsRow, "table terminal credits at_risk reserved held owed")


def funds_held_report(records: Records, period: Period = EVER) -> Report[FundsRow]:
    """Report the money held for patrons, and their debts, at the end of the period."""
    rows = tuple(row for table, after in _closing(records, period) for row in _funds(table, after))
    return Report("Funds held", period, FUNDS_COLUMNS, rows)


def _funds(table: TableId, after: Table) -> Iterator[FundsRow]:
    book = after.book
    for terminal in sorted(book.meters):
        row = FundsRow(
            table,
            terminal,
            book.credits(terminal),
            book.staked(terminal),
            book.reserved(terminal),
            book.owed(terminal),
        )
        if row.held or row.owed:
            yield row


def _closing(records: Records, period: Period) -> Iterator[tuple[TableId, Table]]:
    for table, events in records.items():
        yield table, table_after(period.known(events), state_before(events))
