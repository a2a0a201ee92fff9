"""Refusals that any command may get: by its sender, its moment, its id, or what it leaves out."""

from punto.rounds.command_names import WishName
from punto.rounds.phases import NextStep, Phase, when
from punto.rules import Irregularity, Role
from punto.values import Cents, CommandId, PersonId, TerminalId, Value, format_money


class OutOfPhase(Value):
    """The command does not belong in this phase."""

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
        # For a command that is allowed in nearly every phase, the sentence gives only the next
        # step.
        if len(self.allowed) < len(Phase) - len(self.allowed):
            said += f"; expected {when(self.allowed)} ({self.wish.clauses})"
        if self.instead is not None:
            said += f"; a card that is out all the same is reported as {self.instead.value}"
            said += " (R 5.4, M 5.7, A-43)"
        return said


class RoleTooLow(Value):
    """The person's role is lower than the command requires (A-52)."""

    wish: WishName
    needed: Role
    held: Role | None
    """None for a patron, who holds no role."""

    @property
    def sentence(self) -> str:
        held = "a patron" if self.held is None else self.held.plain_name
        needed = self.needed.plain_name
        return f"{self.wish.doing}: asked by {held}, expected {needed} or above (A-52)"


class NotForThisSender(Value):
    """Only the terminal itself can give this command."""

    wish: WishName
    terminal: TerminalId

    @property
    def sentence(self) -> str:
        expected = f"expected from terminal {self.terminal} itself"
        return f"{self.wish.doing}: {expected} (R 1.15, R 3.5, M 1.1.15)"


class ActingInVain(Value):
    """The person only acts in a position in which the document allows no acting (A-52)."""

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
    """The Dealer is not on duty; higher roles may always act for a Dealer (A-52)."""

    person: PersonId
    on_duty: PersonId

    @property
    def sentence(self) -> str:
        expected = f"expected {self.on_duty} or a higher role (R 1.4, M 6.2)"
        return f"{self.person} does not deal here, {expected}"


class NotForATimer(Value):
    """A timer acts only for the Dealer of record of a self-dealing table."""

    wish: WishName

    @property
    def sentence(self) -> str:
        return f"{self.wish.doing}: not for the timer of this table, expected a person (A-28)"


class CommandIdReused(Value):
    """A different command already used this id."""

    id: CommandId

    @property
    def sentence(self) -> str:
        return (
            f"command id {self.id}: already used for another command, "
            "expected at most one command for each id"
        )


class ReasonMissing(Value):
    """The step against a terminal or a shoe needs a reason in words."""

    wish: WishName

    @property
    def sentence(self) -> str:
        expected = f"expected one in words ({self.wish.clauses})"
        return f"{self.wish.doing}: without a reason, {expected}"


class AmountNotPositive(Value):
    """The amount of money is zero or negative."""

    amount: Cents

    @property
    def sentence(self) -> str:
        return f"amount {format_money(self.amount)}: expected more than 0 (R 1.15, M 1.1.15)"


CommandRefusal = (
    OutOfPhase
    | RoleTooLow
    | NotForThisSender
    | ActingInVain
    | NotTheDealerOnDuty
    | NotForATimer
    | CommandIdReused
    | ReasonMissing
    | AmountNotPositive
)
