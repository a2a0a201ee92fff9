"""Refusals of cards and announcements."""

from punto.rounds.configuration import CardSource
from punto.rounds.dealing.commands import ORIGINS, CardOrigin
from punto.values import Card, Value


class CardNotConfirmed(Value):
    """The Dealer has not confirmed a keyed card."""

    card: Card

    @property
    def sentence(self) -> str:
        return f"card {self.card}: keyed by hand, expected the Dealer's confirmation (A-69)"


class OriginDiffers(Value):
    """The table's cards do not arrive in this way."""

    origin: CardOrigin
    source: CardSource

    @property
    def sentence(self) -> str:
        expected = " or ".join(origin.value for origin in ORIGINS[self.source])
        found = f"card {self.origin.value}"
        return f"{found}: expected {expected} at a {self.source.value} (R 1.3, A-69)"


class StaleDraw(Value):
    """The card was already drawn, by another press or another screen."""

    asked: int
    dealt: int

    @property
    def sentence(self) -> str:
        return (
            f"card {self.asked + 1} of the shoe: {self.dealt} have left it, "
            f"expected card {self.dealt + 1} (A-44)"
        )


class TotalsNotAnnounced(Value):
    """The totals of the first four cards must be announced before a third card (M 3.8, A-68)."""

    @property
    def sentence(self) -> str:
        return "third card: expected the totals to be announced first (M 3.8, A-68)"


class TotalsNotDue(Value):
    """Totals are announced once, after the first four cards."""

    @property
    def sentence(self) -> str:
        return "totals: expected once, after the first four cards (M 3.8, A-68)"


DealingRefusal = CardNotConfirmed | OriginDiffers | StaleDraw | TotalsNotAnnounced | TotalsNotDue
