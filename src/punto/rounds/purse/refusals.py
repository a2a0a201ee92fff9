"""Refusals of money that comes to a terminal or leaves it."""

from punto.values import Cents, CommandId, TableId, TerminalId, Value, format_money


class NoCredits(Value):
    """The patron has no credits to cash out."""

    terminal: TerminalId

    @property
    def sentence(self) -> str:
        return (
            f"terminal {self.terminal} has no credits, expected some to take out (R 1.15, M 1.1.15)"
        )


class TicketIsWaiting(Value):
    """A ticket already waits for its printer's answer."""

    terminal: TerminalId

    @property
    def sentence(self) -> str:
        return (
            f"terminal {self.terminal} has a ticket at the printer, expected its answer first "
            "(R 1.15, M 1.1.15)"
        )


class NoTicketWaiting(Value):
    """No ticket was sent to the printer, or its fate is known."""

    terminal: TerminalId

    @property
    def sentence(self) -> str:
        return (
            f"terminal {self.terminal} has no such ticket at the printer, "
            "expected the one that waits there (R 1.15, M 1.1.15)"
        )


class AmountAboveCredits(Value):
    """The amount exceeds the patron's credits."""

    amount: Cents
    credits: Cents

    @property
    def sentence(self) -> str:
        asked, held = format_money(self.amount), format_money(self.credits)
        return (
            f"amount {asked}: expected at most the {held} of the terminal's credits "
            "(R 1.15, M 1.1.15)"
        )


class MoneyStillHere(Value):
    """A terminal with bets in play, a ticket at the printer or a debt cannot leave the table."""

    terminal: TerminalId
    amount: Cents

    @property
    def sentence(self) -> str:
        held = format_money(self.amount)
        return (
            f"terminal {self.terminal} has {held} in play, at the printer or owed here, "
            "expected nothing of it to stay behind (R 1.15, M 1.1.15, A-28)"
        )


class RoundMayStillChange(Value):
    """A paid round may be corrected until the next one begins, so its money must stay."""

    terminal: TerminalId
    round_number: int

    @property
    def sentence(self) -> str:
        return (
            f"terminal {self.terminal} had bets in round {self.round_number}, "
            "which may still be corrected; expected the next round to have begun (A-28)"
        )


class ChanceOutOfRange(Value):
    """The entropy for a ticket's number is not a number of 17 digits."""

    chance: int

    @property
    def sentence(self) -> str:
        return f"chance {self.chance}: expected a number of at most 17 digits (A-22)"


class TicketNumberTaken(Value):
    """A ticket with that number was made here before; another number must be drawn."""

    number: str
    """All but its last digits hidden."""

    @property
    def sentence(self) -> str:
        return f"ticket {self.number}: the number is taken, expected another (A-22)"


class NothingWasSent(Value):
    """The record of the other table has no such move to this one."""

    terminal: TerminalId
    source: TableId

    @property
    def sentence(self) -> str:
        return (
            f"terminal {self.terminal}: table {self.source} has not sent it here, "
            "expected it sent first (R 1.15, M 1.1.15)"
        )


class TransferTakenAlready(Value):
    """The terminal's move to this table was accepted before, with its credits."""

    transfer: CommandId

    @property
    def sentence(self) -> str:
        return (
            f"move {self.transfer}: taken already, expected each to be taken once "
            "(R 1.15, M 1.1.15)"
        )


PurseRefusal = (
    NoCredits
    | TicketIsWaiting
    | NoTicketWaiting
    | AmountAboveCredits
    | MoneyStillHere
    | RoundMayStillChange
    | ChanceOutOfRange
    | TicketNumberTaken
    | NothingWasSent
    | TransferTakenAlready
)
