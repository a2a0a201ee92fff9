"""What a private table has from outside itself: time, shuffled shoes and their secrets."""

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
    """The clock, whoever shuffles, and the key of the seals, which stands in no record."""

    clock: Clock
    new_shoe: Callable[[], VirtualShoe]
    secrets: Entropy
    """Where salts and nonces come from."""
    key: bytes = field(repr=False)

    def sealed(self, order: tuple[Card, ...], table: TableId, shoe_number: int) -> SealedShoe:
        """The order of a new shoe, promised to everybody and hidden from them."""
        reveal = Reveal(order, fresh_salt(self.secrets))
        return seal(reveal, self.key, table, shoe_number, self.secrets)

    def unsealed(self, shoe: SealedShoe, table: TableId, shoe_number: int) -> Reveal:
        """The order that was sealed, and its salt."""
        return unseal(shoe, self.key, table, shoe_number)


def usual_house(decks: int, clock: Clock) -> House:
    """A house that nobody can foresee."""
    return _house(decks, clock, SystemEntropy(), SystemEntropy())


def practice_house(decks: int, clock: Clock, seed: int) -> House:
    """A house that deals the same cards whenever it is given the same seed."""
    # Secrets come from a seed of their own: drawn between two shuffles, they would change the
    # cards of every shoe but the first. A rehearsal has nothing to hide, so any other seed will do.
    return _house(decks, clock, SeededEntropy(seed), SeededEntropy(~seed))


def _house(decks: int, clock: Clock, shuffles: Entropy, secrets: Entropy) -> House:
    return House(clock, lambda: VirtualShoe.shuffled(decks, shuffles), secrets, fresh_key(secrets))
