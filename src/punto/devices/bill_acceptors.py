"""The bill acceptor of a terminal: a port through which banknotes become credits."""

from dataclasses import dataclass, field
from typing import Protocol

from punto.rounds.purse_commands import TakeBill
from punto.values.ids import TerminalId
from punto.values.money import Cents, dollars


class BillAcceptor(Protocol):
    """Whatever takes banknotes, and says when it has swallowed one for good."""

    @property
    def simulated(self) -> bool:
        """Whether no paper stands behind it, which every screen has to say."""
        ...

    def taken(self) -> list[Cents]:
        """The banknotes that were taken since it was last asked."""
        ...


BILLS = tuple(dollars(each) for each in (2, 5, 10, 50, 100, 1_000))
"""The banknotes of Singapore that are in use."""


class NotABanknote(ValueError):
    """An amount that no banknote has."""


@dataclass
class SimulatedAcceptor:
    """An acceptor without paper, for rehearsals and demonstrations."""

    simulated: bool = True
    waiting: list[Cents] = field(default_factory=list)

    def insert(self, amount: Cents) -> None:
        """Put a banknote in."""
        if amount not in BILLS:
            raise NotABanknote(f"{amount} cents: expected one of {BILLS}")
        self.waiting.append(amount)

    def taken(self) -> list[Cents]:
        """The banknotes since it was last asked, each told once."""
        taken, self.waiting = self.waiting, []
        return taken


def bills_in(terminal: TerminalId, acceptor: BillAcceptor) -> list[TakeBill]:
    """What a terminal has to ask of its table for the banknotes that were taken."""
    return [TakeBill(terminal, amount, acceptor.simulated) for amount in acceptor.taken()]
