"""The shipped games, as the server offers them to the pit."""

from collections.abc import Mapping

from punto.bootstrap.rule_book import GAME_KEYS, shipped_game
from punto.bootstrap.table_setup import configuration_of
from punto.rounds import Configuration
from punto.rules import Game, Terms
from punto.values import TableId

LIVE = "rws-live"
"""Played on a real layout with chips; no terminal can offer it."""


class ShippedGames:
    """Electronic games, by their newest rules."""

    def all(self) -> Mapping[str, Game]:
        """Return every electronic game by its key."""
        found = {key: shipped_game(key) for key in GAME_KEYS if key != LIVE}
        return {key: game for key, game in found.items() if game is not None}

    def configuration(self, table: TableId, terms: Terms) -> Configuration:
        """Return a table's configuration with every choice at its default."""
        return configuration_of(table, terms)
