"""The state of a live table's layout: its patrons, and the chips of a round."""

from collections.abc import Mapping

from msgspec import Struct

from punto.live import BoxLabel, PatronKey, ReadDifference
from punto.rounds.betting.stakes import Results
from punto.rounds.boxes.commands import PlayerOption
from punto.rounds.boxes.events import PassedOver, Positions
from punto.rounds.tray.commands import Chips
from punto.rounds.tray.events import StacksMoved
from punto.rules import BetKey
from punto.values import Card, Cents, Instant, Side, TerminalId, Value

KEY_LENGTH_MAX = 40


def is_patron_key(key: str) -> bool:
    """Return whether this can be a patron's key: letters, digits and hyphens."""
    return len(key) <= KEY_LENGTH_MAX and key.replace("-", "").isalnum() and key.isascii()


def place_of(patron: PatronKey, box: BoxLabel) -> TerminalId:
    """Return the key of one patron's bets in one box, such as ``ann@5``."""
    return TerminalId(f"{patron}@{box}")


def patron_at(place: TerminalId) -> PatronKey:
    """Return the patron of a place; a patron's key has no ``@``, a box may have one."""
    return PatronKey(place.partition("@")[0])


def box_at(place: TerminalId) -> BoxLabel:
    """Return the box of a place."""
    return BoxLabel(place.partition("@")[2])


class TablePatron(Value):
    """A patron at a live table."""

    box: BoxLabel | None
    """The box at which the patron sits; None for one who stands."""
    is_here: bool = True


class Squeeze(Value):
    """A patron's squeeze of the next card of a hand; it ends when a card is dealt (L 3.9)."""

    patron: PatronKey
    side: Side
    granted_at: Instant
    cards_count: int
    """How many cards of the round were out then."""


class NumberedStack(Value):
    """A stack of a round's payment; its number is its place among them."""

    place: TerminalId
    amount: Cents
    chips: Chips
    is_paid: bool
    """Whether it goes to the patron, not into the tray."""


class LayoutRound(Struct, frozen=True, gc=False):
    """The part of a round that only a live table has, in addition to positions and cards."""

    order: tuple[tuple[TerminalId, BetKey], ...] = ()
    """Every bet on the layout, in the order in which it was placed."""
    on_behalf: frozenset[TerminalId] = frozenset()
    """The places whose chips staff laid at the patron's request (L 5.16)."""
    lay: Positions = ()
    """The chips as they lay at the close, before an excess was apportioned (L 5.13)."""
    passed_over: tuple[PassedOver, ...] = ()
    set_aside: tuple[ReadDifference, ...] = ()
    """Readings of the sensor that differ from the record, which a person left as it is."""
    previous: Positions = ()
    """The chips as they lay at the latest close before this round."""
    acceptors: Mapping[Side, PatronKey | None] = {}
    squeeze: Squeeze | None = None
    """The latest squeeze that was granted."""
    asked: tuple[PatronKey, ...] = ()
    """The patrons whose choice is open."""
    chosen: Mapping[PatronKey, PlayerOption] = {}
    """The patrons' answers to the error in question."""
    reconstructed: bool = False
    """Whether to continue means with the Reconstructed Hand, or with the hand as it is."""
    laid: tuple[tuple[Card, ...], tuple[Card, ...]] | None = None
    """The Player Hand and the Banker Hand, where no draw order makes them (A-85)."""
    rounded: Mapping[TerminalId, Cents] = {}
    """The amount that rounding to chips gave each place beyond its due (A-89)."""
    moved: tuple[StacksMoved, ...] = ()
    """The chips of the round's payment, and of each correction after it."""
    handed: frozenset[int] = frozenset()
    """The stacks that the Dealer ticked off, by their numbers."""
    corrected: frozenset[int] = frozenset()
    """Those that were first paid in other chips."""
    again_from: int | None = None
    """The first stack that put a paid round right; None while nothing had to be."""
    paid_before: Results = ()
    """The results that were paid before the latest correction."""
    earlier_again: tuple[tuple[int, int], ...] = ()
    """The earlier rounds that were put right during this one, each with the first stack of it."""

    @property
    def stacks(self) -> tuple[NumberedStack, ...]:
        """All stacks of the round, in the order of their numbers."""
        return tuple(
            NumberedStack(stack.place, stack.amount, stack.chips, is_paid)
            for moved in self.moved
            for is_paid, stacks in ((False, moved.taken), (True, moved.paid))
            for stack in stacks
        )
