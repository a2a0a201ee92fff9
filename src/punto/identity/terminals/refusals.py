"""Refusals that concern the floor's terminals."""

from punto.values import TableId, TerminalId, Value


class TerminalUnknown(Value):
    """No device with that id was ever enrolled."""

    terminal: TerminalId

    @property
    def sentence(self) -> str:
        return (
            f"terminal {self.terminal!r}: not enrolled on this floor, "
            "expected it to be enrolled first (R 1.15, M 1.1.15)"
        )


class TerminalAlreadyEnrolled(Value):
    """Another device has this id."""

    terminal: TerminalId
    place: str

    @property
    def sentence(self) -> str:
        return (
            f"terminal {self.terminal!r}: already enrolled at {self.place!r}, "
            "expected at most one terminal for each id (R 1.15, M 1.1.15)"
        )


class TerminalIsRetired(Value):
    """The device was retired; its id is never reused, so that old records stay clear."""

    terminal: TerminalId

    @property
    def sentence(self) -> str:
        return (
            f"terminal {self.terminal!r}: retired for good, expected one in service "
            "(R 1.15, M 1.1.15)"
        )


class PlaceTaken(Value):
    """Another device is at this place."""

    place: str
    terminal: TerminalId

    @property
    def sentence(self) -> str:
        return (
            f"place {self.place!r}: terminal {self.terminal!r} is there, "
            "expected at most one terminal at each place (R 1.15, M 1.1.15)"
        )


class SensorInPlace(Value):
    """Another device already reads the chips of this table."""

    table: TableId
    terminal: TerminalId

    @property
    def sentence(self) -> str:
        return (
            f"table {self.table!r}: {self.terminal!r} reads its chips, "
            "expected at most one sensor at each table (L 5.13)"
        )


class TerminalIsSensor(Value):
    """The device reads chips; no patron can play at it."""

    terminal: TerminalId
    table: TableId

    @property
    def sentence(self) -> str:
        return (
            f"terminal {self.terminal!r}: reads the chips of table {self.table!r}, "
            "expected a Player Terminal (R 1.15, M 1.1.15)"
        )


TerminalRefusal = TerminalUnknown | TerminalIsRetired | TerminalIsSensor
"""A terminal that is not in service, or not for patrons."""
TerminalsRefusal = TerminalRefusal | TerminalAlreadyEnrolled | PlaceTaken | SensorInPlace
