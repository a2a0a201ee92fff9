"""The commands by name, as refusals keep them and screens receive them."""

from enum import Enum

from punto.rounds.catalogue import COMMANDS
from punto.rounds.commands import Wish
from punto.values import snake

_ROWS = {row.name: row for row in COMMANDS.values()}


class WishName(Enum):
    """A command as a refusal keeps it; the members come from the catalogue."""

    _ignore_ = "row"
    for row in COMMANDS.values():
        vars()[snake(row.kind).upper()] = row.name

    @property
    def doing(self) -> str:
        """The command in words, as an activity."""
        return _ROWS[self.value].words

    @property
    def clauses(self) -> str:
        """The paragraphs or readings on which it rests."""
        return _ROWS[self.value].clauses


def wish_name(wish: Wish) -> WishName:
    """Return the name of a command."""
    return WishName(type(wish).__name__)
