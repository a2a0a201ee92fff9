"""Refusals of terminals that come to a table, or leave their seats."""

from punto.rounds.command_names import WishName
from punto.values import Cents, TableId, TerminalId, Value, format_money


class SeatsBelowOne(Value):
    """A table at which nobody could sit."""

    seats: int

    @property
    def sentence(self) -> str:
        return f"{self.seats} seats: expected at least 1, or no limit (R 1.15, M 1.1.15)"


class StaffSeatPatrons(Value):
    """A patron's own step at a table where the House has not allowed it."""

    wish: WishName

    @property
    def sentence(self) -> str:
        return (
            f"{self.wish.doing}: at this table staff seat patrons, expected an attendant's help "
            f"({self.wish.clauses})"
        )


class NoSeatFree(Value):
    """Every seat of the table is taken."""

    seats: int

    @property
    def sentence(self) -> str:
        return (
            f"seats of the table: {self.seats}, all taken, expected a free one or another table "
            "(R 1.15, M 1.1.15)"
        )


class TableNotOpen(Value):
    """A patron who wants to sit down at a table that is closed."""

    table: TableId

    @property
    def sentence(self) -> str:
        return f"table {self.table} is closed, expected an open table (R 1.15, M 1.1.15)"


class BetsInPlay(Value):
    """A terminal that has bets in play cannot leave its seat."""

    terminal: TerminalId
    amount: Cents

    @property
    def sentence(self) -> str:
        return (
            f"terminal {self.terminal} has {format_money(self.amount)} in play, "
            "expected the round to end first (R 1.15, M 1.1.15)"
        )


SeatRefusal = SeatsBelowOne | StaffSeatPatrons | NoSeatFree | TableNotOpen | BetsInPlay
