"""How one node hears of another on the simulated network; a notice may be late, or missing."""

from dataclasses import dataclass, field

from punto.runtime import CannotRecord, Notice
from punto.torture.loops import SimulatedLoop


@dataclass
class SimulatedListening:
    """Notices in the order of their arrival."""

    loop: SimulatedLoop
    arrived: list[Notice] = field(default_factory=list)
    is_lost: bool = False
    """Whether the line is lost, until the node listens again."""

    def wait(self, seconds: float) -> tuple[Notice, ...]:
        """Return the arrived notices; without any, the thread waits its time."""
        if self.is_lost:
            raise CannotRecord("the line to the database is lost")
        if not self.arrived:
            self.loop.linger(round(seconds * 1_000))
        notices, self.arrived = tuple(self.arrived), []
        return notices

    def again(self) -> "SimulatedListening":
        """Start listening; earlier notices are dropped."""
        self.arrived, self.is_lost = [], False
        return self

    def close(self) -> None:
        """Do nothing: there is nothing to release."""
