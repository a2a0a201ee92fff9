"""What a live table keeps beside an electronic one: patrons, and a round's layout."""

from collections.abc import Mapping
from dataclasses import dataclass

from msgspec import Struct

from punto.live import BoxLabel, PatronKey
from punto.rounds.boxes.commands import PlayerOption
from punto.rules import BetKey
from punto.values import Card, Cents, Side, TerminalId

KEY_LENGTH_MAX = 40


def is_patron_key(key: str) -> bool:
    """Whether a patron can be known by this key: letters, digits and hyphens."""
    return len(key) <= KEY_LENGTH_MAX and key.replace("-", "").isalnum() and key.isascii()


def place_of(patron: PatronKey, box: BoxLabel) -> TerminalId:
    """The key of one patron's bets in one box, such as ``ann@5``."""
    return TerminalId(f"{patron}@{box}")


def patron_at(place: TerminalId) -> PatronKey:
    """The patron whose place this is; a patron's key has no ``@``, a box may."""
    return PatronKey(place.partition("@")[0])


def box_at(place: TerminalId) -> BoxLabel:
    """The box in which this place is."""
    return BoxLabel(place.partition("@")[2])


@dataclass(frozen=True, slots=True)
class TablePatron:
    """A patron at a live table."""

    box: BoxLabel | None
    """The box at which the patron sits; None for one who stands."""
    is_here: bool = True


class LayoutRound(Struct, frozen=True, gc=False):
    """What a round at a live table has beside its positions and cards."""

    order: tuple[tuple[TerminalId, BetKey], ...] = ()
    """Every bet on the layout, in the order in which it was placed."""
    acceptors: Mapping[Side, PatronKey | None] = {}
    asked: tuple[PatronKey, ...] = ()
    """The patrons whose choice is open."""
    chosen: Mapping[PatronKey, PlayerOption] = {}
    """What they answered to the error that is being dealt with."""
    laid: tuple[tuple[Card, ...], tuple[Card, ...]] | None = None
    """The Player Hand and the Banker Hand, where no draw order makes them (A-85)."""
    rounded: Mapping[TerminalId, Cents] = {}
    """What chips gave each place beyond its due (A-89)."""
