"""The shoes of a demonstration's past, shuffled by its seed and each opened once."""

from punto import rounds
from punto.devices import KeyedShoes
from punto.values import Card, TableId


class PastShoes:
    """Sealed shoes that are opened once instead of for every card."""

    def __init__(self, shoes: KeyedShoes) -> None:
        self._shoes = shoes
        self._opened: rounds.RevealShoe | None = None

    def loaded(self, table: TableId, shoe_number: int, decks: int) -> rounds.LoadShoe:
        """Return a new shoe for a table."""
        return self._shoes.loaded(table, shoe_number, decks)

    def next_card(self, table: TableId, shoe: rounds.Shoe) -> Card:
        """Return the next card of a shoe."""
        return self.revealed(table, shoe).order[shoe.dealt_count]

    def revealed(self, table: TableId, shoe: rounds.Shoe) -> rounds.RevealShoe:
        """Return the order of a shoe."""
        if self._opened is None or self._opened.shoe_number != shoe.number:
            self._opened = self._shoes.revealed(table, shoe)
        return self._opened
