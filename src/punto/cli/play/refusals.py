"""What this table answers to a patron beyond the refusals of the rules."""

from dataclasses import dataclass

from punto.rules.refusals import BetRefusal
from punto.values.money import Cents, format_money


@dataclass(frozen=True, slots=True)
class StakesAboveCredits:
    """More staked in all than the patron has."""

    total: Cents
    credits: Cents

    @property
    def sentence(self) -> str:
        """What is wrong, for a person."""
        return (
            f"stakes of {format_money(self.total)} in all: "
            f"expected at most the {format_money(self.credits)} of your credits"
        )


@dataclass(frozen=True, slots=True)
class NothingToChange:
    """A change of bets that are not there."""

    wish: str
    missing: str

    @property
    def sentence(self) -> str:
        """What is wrong, for a person."""
        return f"{self.wish}: {self.missing}"


PlayRefusal = BetRefusal | StakesAboveCredits | NothingToChange
Refused = tuple[PlayRefusal, ...]
"""Everything that stands against one request."""
