"""The surroundings of a private table: clock, shuffled shoes and their secrets."""

from collections.abc import Callable
from dataclasses import dataclass, field

from punto.devices.clock import Clock
from punto.devices.entropy import Entropy, SeededEntropy, SystemEntropy
from punto.devices.sealed_shoes import SealedShoe, fresh_key, fresh_salt, seal, unseal
from punto.devices.virtual_shoe import VirtualShoe
from punto.rules.shoe_commitments import Reveal
from punto.values.cards import Card
from punto.values.ids import TableId


@dataclass(frozen=True, slots=True)
class House:
    """The clock, the shuffler, and the sealing key, which is in no record."""

    clock: Clock
    new_shoe: Callable[[], VirtualShoe]
    secrets: Entropy
    """The source of salts and nonces."""
    key: bytes = field(repr=False)

    def sealed(self, order: tuple[Card, ...], table: TableId, shoe_number: int) -> SealedShoe:
        """Seal the order of a new shoe: committed to publicly, and hidden."""
        reveal = Reveal(order, fresh_salt(self.secrets))
        return seal(reveal, self.key, table, shoe_number, self.secrets)

    def unsealed(self, shoe: SealedShoe, table: TableId, shoe_number: int) -> Reveal:
        """Return the sealed order and its salt."""
        return unseal(shoe, self.key, table, shoe_number)


def usual_house(decks: int, clock: Clock) -> House:
    """Make an unpredictable house."""
    return _house(decks, clock, SystemEntropy(), SystemEntropy())


def practice_house(decks: int, clock: Clock, seed: int) -> House:
    """Make a house that deals the same cards for the same seed."""
    # Secrets come from another seed: drawn between two shuffles, they would change the cards of
    # every shoe but the first. A rehearsal has nothing to hide, so any other seed will do.
    return _house(decks, clock, SeededEntropy(seed), SeededEntropy(~seed))


def _house(decks: int, clock: Clock, shuffles: Entropy, secrets: Entropy) -> House:
    return House(clock, lambda: VirtualShoe.shuffled(decks, shuffles), secrets, fresh_key(secrets))
