"""Refusals of adjustments."""

from punto.values import Cents, TerminalId, Value, format_money


class AdjustsNothing(Value):
    """The adjustment is of zero, or one terminal has two."""

    terminal: TerminalId

    @property
    def sentence(self) -> str:
        return f"adjustment at {self.terminal}: expected an amount, and each terminal once (A-53)"


class NoMoneyHere(Value):
    """The terminal is not at this table, and none of its money is."""

    terminal: TerminalId

    @property
    def sentence(self) -> str:
        return (
            f"terminal {self.terminal} is not at this table and has no money here, "
            "expected it to be seated here first (R 1.15, M 1.1.15)"
        )


class AdjustmentWaits(Value):
    """A proposal for the terminal is open, and it can have only one at a time."""

    terminal: TerminalId

    @property
    def sentence(self) -> str:
        return (
            f"terminal {self.terminal} has an adjustment waiting, expected its answer first (A-53)"
        )


class NoAdjustmentWaits(Value):
    """Nothing was proposed for this terminal."""

    terminal: TerminalId

    @property
    def sentence(self) -> str:
        return f"terminal {self.terminal} has no adjustment waiting, expected one (A-53)"


class AmountAboveDebt(Value):
    """The amount exceeds the patron's debt."""

    amount: Cents
    owed: Cents

    @property
    def sentence(self) -> str:
        asked, owed = format_money(self.amount), format_money(self.owed)
        return f"amount {asked}: expected at most the {owed} that the patron owes (A-28)"


AdjustmentRefusal = (
    AdjustsNothing | NoMoneyHere | AdjustmentWaits | NoAdjustmentWaits | AmountAboveDebt
)
