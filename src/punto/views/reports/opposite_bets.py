from collections.abc import Iterator

from punto.rounds import BetsClosed, Round, Stakes, total_of
from punto.values import Cents, Instant, Side, TableId, TerminalId, Value
from punto.views.reports.shape import EVER, Number, Period, Records, Report, columns_of


class OppositeRow(Value):
    """A terminal that bet on both hands of a round."""

    table: TableId
    round: Number
    closed_at: Instant
    terminal: TerminalId
    on_player: Cents
    on_banker: Cents

    @property
    def matched(self) -> Cents:
        """The amount of the two stakes that offsets."""
        return min(self.on_player, self.on_banker)


COLUMNS = (*columns_of(OppositeRow), *columns_of(OppositeRow, "matched"))


def opposite_bets_report(records: Records, period: Period = EVER) -> Report[OppositeRow]:
    """Report terminals with bets on both hands when bets closed: allowed, but noted (A-16).

    Bets changed before the close were never at risk. The result of the round does not matter.
    """
    rows = (
        row
        for table, events in records.items()
        for moment in period.moments(events)
        if isinstance(moment.event.fact, BetsClosed) and period.has_begun(moment.event.at)
        for row in _rows(table, moment.after.round_now, moment.event.at)
    )
    return Report("Opposite bets", period, COLUMNS, tuple(rows))


def _rows(table: TableId, closed: Round, at: Instant) -> Iterator[OppositeRow]:
    for terminal, stakes in closed.positions.items():
        on_player, on_banker = (_on(closed, stakes, side) for side in Side)
        if on_player and on_banker:
            yield OppositeRow(table, closed.number, at, terminal, on_player, on_banker)


def _on(closed: Round, stakes: Stakes, side: Side) -> Cents:
    backing = {bet.key for bet in closed.configuration.terms.game.bets if bet.hand is side}
    return total_of(tuple((bet, stake) for bet, stake in stakes if bet in backing))
