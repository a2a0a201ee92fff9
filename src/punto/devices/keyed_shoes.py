"""Virtual shoes for tables that deal by themselves, with orders sealed in the record."""

from dataclasses import dataclass, field

from punto.devices.entropy import Entropy, SystemEntropy
from punto.devices.sealed_shoes import SealedShoe, card_at, fresh_salt, seal, unseal
from punto.devices.virtual_shoe import USUAL_CUT_FROM_END, VirtualShoe
from punto.rounds import LoadShoe, RevealShoe, Shoe, Shuffle
from punto.rules import Reveal
from punto.values import Card, TableId


@dataclass(frozen=True, slots=True)
class KeyedShoes:
    """Shuffles, seals and unseals shoes: every node with the key draws the same cards."""

    key: bytes = field(repr=False)
    entropy: Entropy = field(default_factory=SystemEntropy)
    cut_from_end: int = USUAL_CUT_FROM_END

    def loaded(self, table: TableId, shoe_number: int, decks: int) -> LoadShoe:
        """Return a new shoe for a table, with a public commitment and a hidden order."""
        shoe = VirtualShoe.shuffled(decks, self.entropy, self.cut_from_end)
        reveal = Reveal(shoe.cards, fresh_salt(self.entropy))
        sealed = seal(reveal, self.key, table, shoe_number, self.entropy)
        order = (sealed.commitment, sealed.sealed)
        return LoadShoe(decks, Shuffle.VIRTUAL, *order, cut_at=shoe.cards_before_cut)

    def next_card(self, table: TableId, shoe: Shoe) -> Card:
        """Return the next card of a shoe; a retry gets the same one."""
        return card_at(self._opened(table, shoe), shoe.dealt_count)

    def revealed(self, table: TableId, shoe: Shoe) -> RevealShoe:
        """Return the order of a shoe that is out of play."""
        reveal = self._opened(table, shoe)
        return RevealShoe(shoe.number, reveal.order, reveal.salt)

    def _opened(self, table: TableId, shoe: Shoe) -> Reveal:
        sealed = SealedShoe(shoe.commitment, shoe.sealed)
        return unseal(sealed, self.key, table, shoe.number)
