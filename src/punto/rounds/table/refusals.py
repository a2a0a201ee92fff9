"""Refusals about the table itself and its terminals."""

from collections.abc import Mapping
from enum import Enum

from punto.rounds.command_names import WishName
from punto.rules import TermsRefusal
from punto.values import Cents, TableId, TerminalId, Value, format_money


class AloneOnAStaffedFloor(Value):
    """The single-person profile is not for a floor that has staff (A-73)."""

    @property
    def sentence(self) -> str:
        return "single person: the floor runs with staff, expected two people (A-73)"


class TableHasNoGame(Value):
    """The table has not been configured."""

    @property
    def sentence(self) -> str:
        return "the table has no game yet, expected it to be configured first (A-64)"


class ConfigurationRefused(Value):
    """The game cannot be offered on these terms."""

    refusals: tuple[TermsRefusal, ...]

    @property
    def sentence(self) -> str:
        return "; ".join(refusal.sentence for refusal in self.refusals)


class Unfit(Enum):
    """A fault of a configuration apart from the terms of its game."""

    NO_POLICY = "no policy"
    READING_IS_FIXED = "reading is fixed"
    TIMER_WITHOUT_VIRTUAL_SHOE = "timer without virtual shoe"
    NO_TIME_TO_BET = "no time to bet"
    NEGATIVE_TIME = "time below nothing"
    OTHER_WORDS = "other words"
    NEGATIVE_CAP = "cap below nothing"
    OTHER_TABLE = "other table"
    TABLE_IS_OPEN = "table is open"
    IN_USE = "in use"

    def words(self, about: str) -> str:
        """The fault in words, with its clause."""
        return _FAULTS[self].format(about)


_FAULTS: Mapping[Unfit, str] = {
    Unfit.NO_POLICY: "no policy for {}, expected one (R 5.1, R 5.12, M 5.9, M 6.1)",
    Unfit.READING_IS_FIXED: (
        "reading {}: expected the document's own choice, since it leaves no other (R 3.6)"
    ),
    Unfit.TIMER_WITHOUT_VIRTUAL_SHOE: "a timer that deals, expected a virtual shoe for it (A-28)",
    Unfit.NO_TIME_TO_BET: "{} ms to bet, expected more than 0 (R 3.3, M 3.1)",
    Unfit.NEGATIVE_TIME: "a time of {} ms, expected at least 0 (A-24)",
    Unfit.OTHER_WORDS: (
        "other words to open or close bets, "
        "expected those of the document (R 3.7, M 3.1, M 3.2, A-25)"
    ),
    Unfit.NEGATIVE_CAP: "a liability cap of {}, expected at least 0 (A-17)",
    Unfit.OTHER_TABLE: "made for table {}, expected for the table that it is given to (A-64)",
    Unfit.TABLE_IS_OPEN: (
        "the table is open, expected it closed, or rules that take effect later (A-64)"
    ),
    Unfit.IN_USE: (
        "other decks, cards, boxes or dealing than the open table uses, expected it closed (A-64)"
    ),
}


class ConfigurationUnfit(Value):
    """A round could not be run or ended with this configuration."""

    problem: Unfit
    about: str = ""

    @property
    def sentence(self) -> str:
        return f"configuration: {self.problem.words(self.about)}"


class NotSeated(Value):
    """The terminal does not belong to this table."""

    terminal: TerminalId

    @property
    def sentence(self) -> str:
        return (
            f"terminal {self.terminal} is not at this table, "
            "expected it to be seated here first (R 1.15, M 1.1.15)"
        )


class AlreadySeated(Value):
    """The terminal already belongs to this table."""

    terminal: TerminalId

    @property
    def sentence(self) -> str:
        return (
            f"terminal {self.terminal} is at this table already, expected it to come once "
            "(R 1.15, M 1.1.15)"
        )


class Already(Enum):
    """A state that the table is already in."""

    DEALS = "deals"
    CONNECTED = "connected"
    LOST = "lost"
    DISABLED = "disabled"
    ENABLED = "enabled"
    FROZEN = "frozen"

    def words(self, about: str) -> str:
        """Return the subject and its state in words, with the clause."""
        return _STANDING[self].format(about)


_STANDING: Mapping[Already, str] = {
    Already.DEALS: "{} deals already, expected a change (R 1.12, M 6.2)",
    Already.CONNECTED: "terminal {} is connected already, expected a change (R 5.2, M 5.10)",
    Already.LOST: "terminal {} is lost already, expected a change (R 5.2, M 5.10)",
    Already.DISABLED: "terminal {} is disabled already, expected a change (R 1.15, M 1.1.15)",
    Already.ENABLED: "terminal {} is enabled already, expected a change (R 1.15, M 1.1.15)",
    Already.FROZEN: "terminal {} is frozen already, expected a change (A-24)",
}


class NothingToChange(Value):
    """The table is already in the requested state."""

    already: Already
    about: str

    @property
    def sentence(self) -> str:
        return self.already.words(self.about)


class LastRoundPlayed(Value):
    """The round announced as the last has been played."""

    round_number: int

    @property
    def sentence(self) -> str:
        return (
            f"round {self.round_number} was announced as the last, "
            "expected the table closed before another (L 1.13, A-52)"
        )


class LastRoundKnown(Value):
    """The last round is already announced."""

    round_number: int

    @property
    def sentence(self) -> str:
        return (
            f"round {self.round_number} is announced as the last, "
            "expected no second notice (L 1.13, A-52)"
        )


class ClosingWithoutNotice(Value):
    """A live table has patrons, and its last round was not announced, or not played."""

    last_round: int | None
    """The round that was announced as the last; None if none was."""

    @property
    def sentence(self) -> str:
        found = (
            "patrons are at the table and no last round was announced"
            if self.last_round is None
            else f"round {self.last_round} was announced as the last and has not been played"
        )
        return (
            f"{found}, expected notice and the last round before the table closes "
            "(Conduct of Gaming Regulations, 16; L 1.13, A-52)"
        )


class SeatsBelowOne(Value):
    """The table would have no seat at all."""

    seats: int

    @property
    def sentence(self) -> str:
        return f"{self.seats} seats: expected at least 1, or no limit (R 1.15, M 1.1.15)"


class StaffSeatPatrons(Value):
    """The House does not let patrons take this step themselves at the table."""

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
    """A patron cannot sit down at a closed table."""

    table: TableId

    @property
    def sentence(self) -> str:
        return f"table {self.table} is closed, expected an open table (R 1.15, M 1.1.15)"


class BetsInPlay(Value):
    """A terminal with bets in play cannot leave its seat."""

    terminal: TerminalId
    amount: Cents

    @property
    def sentence(self) -> str:
        return (
            f"terminal {self.terminal} has {format_money(self.amount)} in play, "
            "expected the round to end first (R 1.15, M 1.1.15)"
        )


TableRefusal = (
    AloneOnAStaffedFloor
    | TableHasNoGame
    | ConfigurationRefused
    | ConfigurationUnfit
    | NotSeated
    | AlreadySeated
    | NothingToChange
    | LastRoundPlayed
    | LastRoundKnown
    | ClosingWithoutNotice
    | SeatsBelowOne
    | StaffSeatPatrons
    | NoSeatFree
    | TableNotOpen
    | BetsInPlay
)
