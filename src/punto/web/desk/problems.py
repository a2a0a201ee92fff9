"""Problems: reasons why the desk passes a wish on to no table."""

from punto.values import Instant, TableId, TerminalId, Value, moment


class NoAcceptor(Value):
    """No acceptor of this terminal has taken these banknotes."""

    terminal: TerminalId

    @property
    def sentence(self) -> str:
        return f"terminal {self.terminal} has no bill acceptor on its screen"


class ServerDraws(Value):
    """A screen named a card of a virtual shoe, from which only the server can deal."""

    table: TableId

    @property
    def sentence(self) -> str:
        return f"table {self.table} plays from a virtual shoe: draw cards instead of naming them"


class ReadingChanged(Value):
    """The answered reading of chips has changed since, or no sensor made it."""

    @property
    def sentence(self) -> str:
        return "the sensor reads something else now: look at the chips again"


class LimitsMoved(Value):
    """Another person has changed the limits since this change was shown."""

    table: TableId

    @property
    def sentence(self) -> str:
        return f"the limits of table {self.table} have changed since: look at the change again"


class NoSuchTable(Value):
    """The floor has no such table."""

    table: TableId

    @property
    def sentence(self) -> str:
        return f"table {self.table!r}: not on this floor"


class SeatedElsewhere(Value):
    """The terminal sits at another table, which holds its credits."""

    terminal: TerminalId
    table: TableId

    @property
    def sentence(self) -> str:
        return f"terminal {self.terminal} is at table {self.table}: move it from there"


class PinNeeded(Value):
    """The step must be confirmed with a PIN (A-53)."""

    person: str

    @property
    def sentence(self) -> str:
        return f"expected the PIN of {self.person} (A-53)"


class PinWrong(Value):
    """The PIN is wrong, or its owner is locked out."""

    person: str
    left: int | None = None
    """The number of tries left; told to that person alone."""

    @property
    def sentence(self) -> str:
        if self.left is None:
            return f"the PIN of {self.person} is wrong, or {self.person} is locked out"
        if self.left == 0:
            return f"the PIN of {self.person} was wrong too often: {self.person} is locked out"
        return f"the PIN of {self.person} is wrong, tries left: {self.left}"


class PinsUnheard(Value):
    """Too many wrong PINs of other people at this screen (A-53)."""

    until: Instant

    @property
    def sentence(self) -> str:
        return (
            "too many wrong PINs of colleagues at the screens of this person: "
            f"expected no more before {moment(self.until)} (A-53)"
        )


class TableHalted(Value):
    """The table accepts nothing until people have dealt with the cause."""

    table: TableId
    reason: str

    @property
    def sentence(self) -> str:
        return f"table {self.table} is halted: {self.reason}"


DeskProblem = (
    NoAcceptor
    | ServerDraws
    | ReadingChanged
    | LimitsMoved
    | NoSuchTable
    | SeatedElsewhere
    | PinNeeded
    | PinWrong
    | PinsUnheard
    | TableHalted
)
