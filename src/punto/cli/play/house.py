"""The surroundings of a private table: clock, shuffled shoes and their secrets."""

from collections.abc import Callable
from dataclasses import dataclass, field

from punto import devices
from punto.rules import Reveal
from punto.values import Card, TableId


@dataclass(frozen=True, slots=True)
class PlayHouse:
    """The clock, the shuffler, and the sealing key, which is in no record."""

    clock: devices.Clock
    new_shoe: Callable[[], devices.VirtualShoe]
    secrets: devices.Entropy
    """The source of salts and nonces."""
    key: bytes = field(repr=False)

    def sealed(
        self, order: tuple[Card, ...], table: TableId, shoe_number: int
    ) -> devices.SealedShoe:
        """Seal the order of a new shoe: committed to publicly, and hidden."""
        reveal = Reveal(order, devices.fresh_salt(self.secrets))
        return devices.seal(reveal, self.key, table, shoe_number, self.secrets)

    def unsealed(self, shoe: devices.SealedShoe, table: TableId, shoe_number: int) -> Reveal:
        """Return the sealed order and its salt."""
        return devices.unseal(shoe, self.key, table, shoe_number)


def usual_house(decks: int, clock: devices.Clock) -> PlayHouse:
    """Make an unpredictable house."""
    return _house(decks, clock, devices.SystemEntropy(), devices.SystemEntropy())


def practice_house(decks: int, clock: devices.Clock, seed: int) -> PlayHouse:
    """Make a house that deals the same cards for the same seed."""
    # Secrets come from another seed: drawn between two shuffles, they would change the cards of
    # every shoe but the first. A rehearsal has nothing to hide, so any other seed will do.
    return _house(decks, clock, devices.SeededEntropy(seed), devices.SeededEntropy(~seed))


def _house(
    decks: int, clock: devices.Clock, shuffles: devices.Entropy, secrets: devices.Entropy
) -> PlayHouse:
    return PlayHouse(
        clock,
        lambda: devices.VirtualShoe.shuffled(decks, shuffles),
        secrets,
        devices.fresh_key(secrets),
    )
