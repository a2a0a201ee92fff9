"""What a table answers out of phase, out of role, or about its shoe and terminals."""

from dataclasses import dataclass

from punto.rounds.phases import Phase
from punto.rules.refusals import TermsRefusal
from punto.rules.repeats import CommandIdReused
from punto.rules.roles import Role
from punto.values.ids import PersonId, TerminalId
from punto.values.money import Cents, format_money


@dataclass(frozen=True, slots=True)
class OutOfPhase:
    """The table is not where the command belongs."""

    wish: str
    phase: Phase
    allowed: tuple[Phase, ...]

    @property
    def sentence(self) -> str:
        """What is wrong, for a person."""
        allowed = ", ".join(phase.value for phase in self.allowed)
        return f"{self.wish}: the table is {self.phase.value}, expected {allowed}"


@dataclass(frozen=True, slots=True)
class RoleTooLow:
    """The person's role does not reach the one that the command needs (A-52)."""

    wish: str
    needed: Role
    held: Role | None
    """None for a patron, who holds no role."""

    @property
    def sentence(self) -> str:
        """What is wrong, for a person."""
        held = "a patron" if self.held is None else self.held.plain_name
        return f"{self.wish}: asked by {held}, expected {self.needed.plain_name} or above (A-52)"


@dataclass(frozen=True, slots=True)
class NotTheDealerOnDuty:
    """Another Dealer has the table; who is above one may always act for one (A-52)."""

    person: PersonId
    on_duty: PersonId

    @property
    def sentence(self) -> str:
        """What is wrong, for a person."""
        return f"{self.person} does not deal here, expected {self.on_duty} or a higher role (R 1.4)"


@dataclass(frozen=True, slots=True)
class NotForATimer:
    """A timer acts for the Dealer of record of a self-dealing table, and does only that."""

    wish: str

    @property
    def sentence(self) -> str:
        """What is wrong, for a person."""
        return f"{self.wish}: not for the timer of this table, expected a person (A-28)"


@dataclass(frozen=True, slots=True)
class AloneOnAStaffedFloor:
    """The profile of a person alone, on a floor that has staff (A-73)."""

    @property
    def sentence(self) -> str:
        """What is wrong, for a person."""
        return "single person: the floor runs with staff, expected two people (A-73)"


@dataclass(frozen=True, slots=True)
class NotForThisSender:
    """A command that only the terminal itself can give."""

    wish: str
    terminal: TerminalId

    @property
    def sentence(self) -> str:
        """What is wrong, for a person."""
        return f"{self.wish}: expected from terminal {self.terminal} itself (R 3.5)"


@dataclass(frozen=True, slots=True)
class TableHasNoGame:
    """Nothing can be done at a table that was not configured."""

    @property
    def sentence(self) -> str:
        """What is wrong, for a person."""
        return "the table has no game yet, expected it to be configured first"


@dataclass(frozen=True, slots=True)
class ConfigurationRefused:
    """The game cannot be offered so."""

    refusals: tuple[TermsRefusal, ...]

    @property
    def sentence(self) -> str:
        """What is wrong, for a person."""
        return "; ".join(refusal.sentence for refusal in self.refusals)


@dataclass(frozen=True, slots=True)
class ConfigurationUnfit:
    """A configuration with which a round could not be run or ended."""

    problem: str

    @property
    def sentence(self) -> str:
        """What is wrong, for a person."""
        return f"configuration: {self.problem}"


@dataclass(frozen=True, slots=True)
class NotSeated:
    """The terminal does not belong to this table."""

    terminal: TerminalId

    @property
    def sentence(self) -> str:
        """What is wrong, for a person."""
        return f"terminal {self.terminal} is not at this table"


@dataclass(frozen=True, slots=True)
class AlreadySeated:
    """The terminal belongs to this table already."""

    terminal: TerminalId

    @property
    def sentence(self) -> str:
        """What is wrong, for a person."""
        return f"terminal {self.terminal} is at this table already"


@dataclass(frozen=True, slots=True)
class NothingToChange:
    """The state asked for is the state there is."""

    what: str

    @property
    def sentence(self) -> str:
        """What is wrong, for a person."""
        return f"{self.what} already, nothing to change"


@dataclass(frozen=True, slots=True)
class ReasonMissing:
    """What staff do against a terminal or a shoe needs a reason in words."""

    wish: str

    @property
    def sentence(self) -> str:
        """What is wrong, for a person."""
        return f"{self.wish}: without a reason, expected one in words"


@dataclass(frozen=True, slots=True)
class AmountNotPositive:
    """Money of nothing or less."""

    amount: Cents

    @property
    def sentence(self) -> str:
        """What is wrong, for a person."""
        return f"amount {format_money(self.amount)}: expected more than 0"


TableRefusal = (
    OutOfPhase
    | RoleTooLow
    | NotForThisSender
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
)
