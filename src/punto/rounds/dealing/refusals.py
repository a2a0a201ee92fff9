"""What a table answers to cards that cannot be."""

from dataclasses import dataclass

from punto.rounds.configuration import CardSource
from punto.rounds.dealing.commands import CardOrigin
from punto.values import Card


@dataclass(frozen=True, slots=True)
class CardNotConfirmed:
    """A keyed card that the Dealer has not confirmed."""

    card: Card

    @property
    def sentence(self) -> str:
        return f"card {self.card}: keyed by hand, expected the Dealer's confirmation (A-69)"


@dataclass(frozen=True, slots=True)
class OriginDiffers:
    """A card that came another way than this table's cards do."""

    origin: CardOrigin
    source: CardSource

    @property
    def sentence(self) -> str:
        return f"card {self.origin.value}: not the way of this {self.source.value} (R 1.3, A-69)"


@dataclass(frozen=True, slots=True)
class StaleDraw:
    """The card was drawn already, by another press or another screen."""

    asked: int
    dealt: int

    @property
    def sentence(self) -> str:
        return (
            f"card {self.asked + 1} of the shoe: {self.dealt} have left it, "
            f"expected card {self.dealt + 1} (A-44)"
        )


@dataclass(frozen=True, slots=True)
class TotalsNotAnnounced:
    """A third card waits until the totals of the first four are announced (M 3.8, A-68)."""

    @property
    def sentence(self) -> str:
        return "third card: expected the totals to be announced first (M 3.8, A-68)"


@dataclass(frozen=True, slots=True)
class TotalsNotDue:
    """Totals are announced once, after the first four cards."""

    @property
    def sentence(self) -> str:
        return "totals: expected once, after the first four cards (M 3.8, A-68)"


DealingRefusal = CardNotConfirmed | OriginDiffers | StaleDraw | TotalsNotAnnounced | TotalsNotDue
