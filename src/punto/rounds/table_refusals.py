"""What a table answers out of phase, out of role, or about its shoe and terminals."""

from dataclasses import dataclass

from punto.rounds.phases import Phase
from punto.rules.refusals import TermsRefusal
from punto.rules.roles import Role
from punto.values.ids import CommandId, TerminalId
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
        held = "a patron" if self.held is None else role_words(self.held)
        return f"{self.wish}: asked by {held}, expected {role_words(self.needed)} or above (A-52)"


def role_words(role: Role) -> str:
    """A role's plain name."""
    return role.name.replace("_", " ").capitalize()


@dataclass(frozen=True, slots=True)
class CommandIdReused:
    """Another command under an id that was used before."""

    id: CommandId

    @property
    def sentence(self) -> str:
        """What is wrong, for a person."""
        return f"command id {self.id}: used for another command before, expected a new one"


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
class NoShoe:
    """A round needs a shoe."""

    @property
    def sentence(self) -> str:
        """What is wrong, for a person."""
        return "there is no shoe in play, expected one to be loaded (R 2.2.1, M 2.1)"


@dataclass(frozen=True, slots=True)
class ShoeInPlay:
    """A shoe is loaded only where none is."""

    shoe_number: int

    @property
    def sentence(self) -> str:
        """What is wrong, for a person."""
        return f"shoe {self.shoe_number} is in play, expected it to be retired first"


@dataclass(frozen=True, slots=True)
class ShoeIsOver:
    """The cut card came out, and the last round was played (A-49)."""

    shoe_number: int

    @property
    def sentence(self) -> str:
        """What is wrong, for a person."""
        return f"shoe {self.shoe_number} has had its last round, expected a new shoe (M 3.10, A-49)"


@dataclass(frozen=True, slots=True)
class DecksDiffer:
    """A shoe with another number of decks than the table is configured for."""

    decks: int
    expected: int

    @property
    def sentence(self) -> str:
        """What is wrong, for a person."""
        return f"{self.decks} decks: the table plays {self.expected} (R 2.2.1, M 2.1)"


@dataclass(frozen=True, slots=True)
class CutCardAlreadySeen:
    """A shoe has one cut card."""

    @property
    def sentence(self) -> str:
        """What is wrong, for a person."""
        return "the cut card of this shoe was seen already (M 3.10)"


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
    | CommandIdReused
    | TableHasNoGame
    | ConfigurationRefused
    | ConfigurationUnfit
    | NoShoe
    | ShoeInPlay
    | ShoeIsOver
    | DecksDiffer
    | CutCardAlreadySeen
    | NotSeated
    | AlreadySeated
    | NothingToChange
    | ReasonMissing
    | AmountNotPositive
)
