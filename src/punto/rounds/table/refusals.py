"""Refusals by phase or role, and about the table and its terminals."""

from collections.abc import Mapping
from enum import Enum

from punto.rounds.command_names import WishName
from punto.rounds.phases import NextStep, Phase, when
from punto.rounds.table.last_rounds import ClosingWithoutNotice, LastRoundKnown, LastRoundPlayed
from punto.rounds.table.seat_refusals import SeatRefusal
from punto.rules import CommandIdReused, Irregularity, Role, TermsRefusal
from punto.values import Cents, PersonId, TerminalId, Value, format_money


class OutOfPhase(Value):
    """A command in a phase to which it does not belong."""

    wish: WishName
    phase: Phase
    allowed: tuple[Phase, ...]
    due: NextStep
    """The step that the table waits for."""
    role: Role
    """The least role that may take that step."""
    instead: Irregularity | None = None
    """The irregularity as which an early card is reported (A-43)."""

    @property
    def sentence(self) -> str:
        said = f"{self.wish.doing}: {self.due.words(self.role)}"
        # A command that is allowed in nearly every phase needs only the next step to be taken.
        if len(self.allowed) < len(Phase) - len(self.allowed):
            said += f"; expected {when(self.allowed)} ({self.wish.clauses})"
        if self.instead is not None:
            said += f"; a card that is out all the same is reported as {self.instead.value}"
            said += " (R 5.4, M 5.7, A-43)"
        return said


class RoleTooLow(Value):
    """The person's role does not reach the one that the command needs (A-52)."""

    wish: WishName
    needed: Role
    held: Role | None
    """None for a patron, who holds no role."""

    @property
    def sentence(self) -> str:
        held = "a patron" if self.held is None else self.held.plain_name
        needed = self.needed.plain_name
        return f"{self.wish.doing}: asked by {held}, expected {needed} or above (A-52)"


class ActingInVain(Value):
    """A person who only acts in a position for which the document allows no acting (A-52)."""

    wish: WishName
    needed: Role

    @property
    def sentence(self) -> str:
        needed = self.needed.plain_name
        return (
            f"{self.wish.doing}: asked by an acting person, expected one who holds the position "
            f"of {needed} or above (R 1.12, L 1.13, A-52)"
        )


class NotTheDealerOnDuty(Value):
    """A Dealer who is not on duty; higher roles may always act for a Dealer (A-52)."""

    person: PersonId
    on_duty: PersonId

    @property
    def sentence(self) -> str:
        expected = f"expected {self.on_duty} or a higher role (R 1.4, M 6.2)"
        return f"{self.person} does not deal here, {expected}"


class NotForATimer(Value):
    """A timer acts for the Dealer of record of a self-dealing table, and does only that."""

    wish: WishName

    @property
    def sentence(self) -> str:
        return f"{self.wish.doing}: not for the timer of this table, expected a person (A-28)"


class AloneOnAStaffedFloor(Value):
    """The profile of a person alone, on a floor that has staff (A-73)."""

    @property
    def sentence(self) -> str:
        return "single person: the floor runs with staff, expected two people (A-73)"


class NotForThisSender(Value):
    """A command that only the terminal itself can give."""

    wish: WishName
    terminal: TerminalId

    @property
    def sentence(self) -> str:
        expected = f"expected from terminal {self.terminal} itself"
        return f"{self.wish.doing}: {expected} (R 1.15, R 3.5, M 1.1.15)"


class TableHasNoGame(Value):
    """Nothing can be done at a table that was not configured."""

    @property
    def sentence(self) -> str:
        return "the table has no game yet, expected it to be configured first (A-64)"


class ConfigurationRefused(Value):
    """A game that cannot be offered on these terms."""

    refusals: tuple[TermsRefusal, ...]

    @property
    def sentence(self) -> str:
        return "; ".join(refusal.sentence for refusal in self.refusals)


class Unfit(Enum):
    """A fault that the terms of the game do not show."""

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
    """A configuration with which a round could not be run or ended."""

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
            f"terminal {self.terminal} is not at this table, expected one that is "
            "(R 1.15, M 1.1.15)"
        )


class AlreadySeated(Value):
    """The terminal belongs to this table already."""

    terminal: TerminalId

    @property
    def sentence(self) -> str:
        return (
            f"terminal {self.terminal} is at this table already, expected it to come once "
            "(R 1.15, M 1.1.15)"
        )


class Already(Enum):
    """The state that was asked for and that is there already."""

    DEALS = "deals"
    CONNECTED = "connected"
    LOST = "lost"
    DISABLED = "disabled"
    ENABLED = "enabled"
    FROZEN = "frozen"

    def words(self, about: str) -> str:
        """Whom or what it is about, and how that stands, with the clause."""
        said, clauses = _STANDING[self]
        return f"{said.format(about)} already, expected a change ({clauses})"


_STANDING: Mapping[Already, tuple[str, str]] = {
    Already.DEALS: ("{} deals", "R 1.12, M 6.2"),
    Already.CONNECTED: ("terminal {} is connected", "R 5.2, M 5.10"),
    Already.LOST: ("terminal {} is lost", "R 5.2, M 5.10"),
    Already.DISABLED: ("terminal {} is disabled", "R 1.15, M 1.1.15"),
    Already.ENABLED: ("terminal {} is enabled", "R 1.15, M 1.1.15"),
    Already.FROZEN: ("terminal {} is frozen", "A-24"),
}


class NothingToChange(Value):
    """A command for a state that is there already."""

    already: Already
    about: str

    @property
    def sentence(self) -> str:
        return self.already.words(self.about)


class ReasonMissing(Value):
    """A step against a terminal or a shoe without a reason in words."""

    wish: WishName

    @property
    def sentence(self) -> str:
        expected = f"expected one in words ({self.wish.clauses})"
        return f"{self.wish.doing}: without a reason, {expected}"


class AmountNotPositive(Value):
    """An amount of money that is zero or negative."""

    amount: Cents

    @property
    def sentence(self) -> str:
        return f"amount {format_money(self.amount)}: expected more than 0 (R 1.15, M 1.1.15)"


TableRefusal = (
    OutOfPhase
    | RoleTooLow
    | NotForThisSender
    | ActingInVain
    | NotTheDealerOnDuty
    | NotForATimer
    | AloneOnAStaffedFloor
    | CommandIdReused
    | TableHasNoGame
    | ConfigurationRefused
    | ConfigurationUnfit
    | NotSeated
    | AlreadySeated
    | NothingToChange
    | ReasonMissing
    | AmountNotPositive
    | LastRoundPlayed
    | LastRoundKnown
    | ClosingWithoutNotice
    | SeatRefusal
)
